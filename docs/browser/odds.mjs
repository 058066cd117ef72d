/**
 * How many deals can be won under a ruleset, as far as docs/data/odds.json tells.
 *
 * @module
 */

import {fullRules, idleFlags} from './rulebook.mjs';
import {changesOf, valueWord} from './share.mjs';

/** @import {Book, Flags} from './rulebook.mjs' */

/**
 * Deals `first`, `first` + 1, ... under a ruleset; between `low` and `high` lies the share of all deals to be won.
 * @typedef {{kind: string, flags: Flags, first: number, deals: number, winnable: number, open: number, low: number,
 *   high: number, note: string}} Row
 */
/** @typedef {{rules: string, confidence: number, rows: readonly Row[]}} Odds */

/** What counts for winning a deal: no score, and no flag without effect. @param {Flags} flags @param {Book} book */
function telling(flags, book) {
  const idle = idleFlags(fullRules(flags, book), book);
  const names = Object.keys(changesOf(flags, book)).filter((name) => name !== 'score' && !(name in idle));
  return JSON.stringify(names.map((name) => [name, flags[name]]));
}

/** The row of a ruleset, null where there is none. @param {Flags} flags @param {Odds} odds @param {Book} book */
export function oddsFor(flags, odds, book) {
  if (odds.rules.split('.')[0] !== book.version.split('.')[0]) return null;
  const wanted = telling(flags, book);
  const rows = odds.rows.filter((row) => row.kind !== 'player' && telling(row.flags, book) === wanted);
  return rows.reduce((best, row) => (best && best.deals >= row.deals ? best : row), /** @type {Row | null} */ (null));
}

/** A share as a percentage with one decimal, and more where it is close to nothing or all. @param {number} share */
export function percent(share) {
  const digits = share > 0 && share < 1 && Math.min(share, 1 - share) < 0.01 ? 2 : 1;
  return `${(100 * share).toFixed(digits)}\u00a0%`;
}

/** The odds in a few words. @param {Row} row */
export const oddsInShort = (row) =>
  row.open > 0
    ? `${percent(row.winnable / row.deals)} to ${percent((row.winnable + row.open) / row.deals)} of deals winnable`
    : `${percent(row.winnable / row.deals)} of deals winnable`;

/** The odds with what they rest on. @param {Row} row @param {Odds} odds */
export function oddsInFull({first, deals, winnable, open, low, high, note}, odds) {
  const numbers = new Intl.NumberFormat('en-GB');
  return [
    `Of the ${numbers.format(deals)} deals ${first} to ${numbers.format(first + deals - 1)},`,
    `${numbers.format(winnable)} can be won${open > 0 ? ` and ${numbers.format(open)} are undecided` : ''};`,
    `with ${percent(odds.confidence).replace('.0', '')} confidence the share of all deals lies between`,
    `${percent(low)} and ${percent(high)}.${note ? ` Note: ${note}.` : ''}`,
    'This is for perfect play with every card known.',
  ].join(' ');
}

/** The command that computes the odds. @param {Flags} flags @param {Book} book */
export function oddsCommand(flags, book) {
  const words = Object.entries(changesOf(flags, book)).map(([name, value]) => `--flag ${name}=${valueWord(value)}`);
  return ['pyramid-ref odds', ...words].join(' ');
}

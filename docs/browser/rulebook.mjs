/**
 * The rules of a ruleset in words: which clauses hold, how they read, and what differs from the default rules.
 *
 * The same sentences as `pyramid-ref rules` prints, from the same data.
 *
 * @module
 */

import {defaults, holds, pyramidSize} from '../engine/pyramid.mjs';
import {changesOf, oneOf, valueWord} from './share.mjs';

/** @import {Condition, FlagValue, Spec} from '../engine/pyramid.mjs' */

/** @typedef {Readonly<Record<string, FlagValue>>} Flags  of a full ruleset, or those of it that are changed */
/** @typedef {Readonly<Record<string, Condition>>} When */
/** @typedef {{reads: string, flags?: Flags}} Reading  how some published games read a clause, and what chooses it */
/** @typedef {{id: string, title: string, text: string, when?: When, readings?: readonly Reading[]}} Clause */
/** @typedef {{name: string, flags: Flags, notes?: string}} Preset */
/** @typedef {{title: string, why: string, needs?: 'stock', says?: Record<string, string>}} Told */
/**
 * All of docs/engine/rules.json.
 * @typedef {Spec & {version: string, flags: Record<string, Told>, areas: Record<string, string>,
 *   clauses: readonly Clause[], presets: Record<string, Preset>}} Book
 */
/**
 * A clause beside the default rules. `same`: holds in both and reads alike; `reworded`: holds in both and reads
 * otherwise; `new`: holds here alone; `gone`: holds in the default rules alone. `before`: its text there.
 * @typedef {{clause: Clause, mark: 'same' | 'reworded' | 'new' | 'gone', text: string, before: string}} Entry
 */

/** A value for every flag. @param {Flags} flags @param {Spec} book @returns {Flags} */
export const fullRules = (flags, book) => ({...defaults(book), ...flags});

/** Do all conditions hold? @param {When | undefined} when @param {Flags} rules */
export const allHold = (when, rules) =>
  Object.entries(when ?? {}).every(([name, condition]) => holds(condition, rules[name]));

/** A condition as a reader would say it: `2 or more, not unlimited`. @param {Condition} condition @returns {string} */
export function inWords(condition) {
  if (typeof condition !== 'object') return valueWord(condition);
  if ('length' in condition) return oneOf(condition.map(inWords));
  const least = condition.min === undefined ? [] : [`${condition.min} or more`];
  const not = condition.not === undefined ? [] : [`not ${inWords(condition.not)}`];
  return [...least, ...not].join(', ');
}

/** The text of a clause with the values of a ruleset in it. @param {Clause} clause @param {Flags} rules */
export const textFor = ({text}, rules) => text.replace(/\{(\w+)\}/g, (_, name) => valueWord(rules[name]));

/** The clauses that hold under a ruleset. @param {Flags} rules @param {Book} book */
export const clausesFor = (rules, book) => book.clauses.filter(({when}) => allHold(when, rules));

/** The area of a clause: `AVAIL` of `AVAIL-2`. @param {Clause} clause */
export const areaOf = ({id}) => id.slice(0, id.indexOf('-'));

/**
 * The clauses that hold under a ruleset or under the default rules, in the order of the rules.
 * @param {Flags} rules @param {Book} book @returns {Entry[]}
 */
export function compared(rules, book) {
  const standard = fullRules({}, book);
  /** @param {Clause} clause @returns {Entry[]} */
  const entries = (clause) => {
    const [here, there] = [allHold(clause.when, rules), allHold(clause.when, standard)];
    if (!here && !there) return [];
    const before = there ? textFor(clause, standard) : '';
    if (!here) return [{clause, mark: 'gone', text: before, before}];
    const text = textFor(clause, rules);
    return [{clause, mark: !there ? 'new' : text === before ? 'same' : 'reworded', text, before}];
  };
  return book.clauses.flatMap(entries);
}

/** The preset with exactly these flags. @param {Flags} flags @param {Book} book @returns {string | null} its name */
export function presetWith(flags, book) {
  const written = JSON.stringify(changesOf(flags, book));
  const names = Object.keys(book.presets);
  return names.find((name) => JSON.stringify(changesOf(book.presets[name].flags, book)) === written) ?? null;
}

/**
 * The flags of which no clause of a ruleset speaks, each with what would have to hold for it to matter.
 * @param {Flags} rules @param {Book} book @returns {Record<string, When>}
 */
export function idleFlags(rules, book) {
  const idle = Object.keys(book.flags).map((name) => [name, whereItMatters(name, rules, book)]);
  return Object.fromEntries(idle.filter(([, when]) => Object.keys(when).length > 0));
}

/** Whether pyramid and reserve leave a card for the stock. @param {Flags} rules @param {Book} book */
export function dealsStock(rules, book) {
  return book.constraints.every(({cards}) => {
    if (!cards) return true;
    const [rows, piles, depth] = [cards.rows, cards.piles, cards.depth].map((name) => Number(rules[name]));
    return pyramidSize(rows) + piles * depth < cards.at_most;
  });
}

/** @param {string} name @param {Flags} rules @param {Book} book @returns {When} empty where it does matter */
function whereItMatters(name, rules, book) {
  const about = book.clauses.filter(({when = {}, text}) => name in when || text.includes(`{${name}}`));
  const missing = about.map(({when = {}}) =>
    Object.entries(when).filter(([other, condition]) => other !== name && !holds(condition, rules[other])),
  );
  if (missing.length === 0 || missing.some((unmet) => unmet.length === 0)) return {};
  return Object.fromEntries(missing.reduce((least, unmet) => (unmet.length < least.length ? unmet : least)));
}

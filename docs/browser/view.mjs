/**
 * All that the page of house rules shows, worked out from what was chosen.
 *
 * @module
 */

import {brokenConstraints} from '../engine/pyramid.mjs';
import {oddsFor} from './odds.mjs';
import {compared, fullRules, idleFlags, presetWith} from './rulebook.mjs';
import {formatLink} from './share.mjs';

/** @import {Constraint} from '../engine/pyramid.mjs' */
/** @import {Odds, Row} from './odds.mjs' */
/** @import {Book, Entry, Flags, When} from './rulebook.mjs' */
/** @import {Link} from './share.mjs' */

/**
 * What the reader has chosen.
 * @typedef {object} State
 * @property {Flags} flags  as the controls have them, those that differ from the default
 * @property {Flags | null} good  the last ones that made a game; null: there have been none
 * @property {string} name
 * @property {string} notes  in the file and on paper, not in the link
 * @property {Pick<Link, 'deal' | 'deck'>} dealt  a deal that the play page gave along
 */

/**
 * What follows from it. Rules, clauses, odds and link are those of the last settings that made a game.
 * @typedef {object} View
 * @property {Flags} chosen  a value for every flag, as the controls have them
 * @property {readonly Constraint[]} broken  combinations among them that make no game
 * @property {Record<string, When>} idle  flags among them without effect, with what they need
 * @property {string | null} preset  the one with exactly the flags chosen
 * @property {boolean} stands  whether there are rules to show
 * @property {Flags} flags  those that differ from the default
 * @property {Flags} rules  a value for every flag
 * @property {readonly Entry[]} entries  the clauses beside the default rules
 * @property {number} differing  how many of them are not the same
 * @property {string} title
 * @property {Row | null} odds
 * @property {string} link  what stands behind the # of a link
 */

/** @param {State} state @param {Book} book @param {Odds | null} odds @returns {View} */
export function viewOf({flags: chosen, good, name, dealt}, book, odds) {
  const flags = good ?? {};
  const rules = fullRules(flags, book);
  const entries = compared(rules, book);
  const preset = presetWith(flags, book);
  return {
    chosen: fullRules(chosen, book),
    broken: brokenConstraints(chosen, book),
    idle: idleFlags(fullRules(chosen, book), book),
    preset: presetWith(chosen, book),
    stands: good !== null,
    flags,
    rules,
    entries,
    differing: entries.filter(({mark}) => mark !== 'same').length,
    title: name || (preset ? book.presets[preset].name : 'House rules'),
    odds: odds && oddsFor(flags, odds, book),
    link: formatLink({flags, name, ...dealt}, book),
  };
}

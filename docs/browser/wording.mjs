/**
 * How flags and their values are said to a reader.
 *
 * @module
 */

import {changesOf, oneOf, valueWord} from './share.mjs';

/** @import {Condition, FlagValue} from '../engine/pyramid.mjs' */
/** @import {Book, Flags, Told, When} from './rulebook.mjs' */

/**
 * docs/browser/wording.json: the flags by theme.
 * @typedef {{themes: readonly {title: string, flags: readonly string[]}[]}} Wording
 */
/** @typedef {{name: string, title: string, value: string, standard: string}} Change */

/**
 * A value in the words of the rules; a number, or a word without any, is said as it is written.
 * @param {FlagValue} value @param {Told} flag
 */
export const valueInWords = (value, {says}) => says?.[valueWord(value)] ?? valueWord(value);

/**
 * The flags that differ from the default, each with both values in words.
 * @param {Flags} flags @param {Book} book @returns {Change[]}
 */
export const changesInWords = (flags, book) =>
  Object.entries(changesOf(flags, book)).map(([name, value]) => ({
    name,
    title: book.flags[name].title,
    value: valueInWords(value, book.flags[name]),
    standard: valueInWords(book.flags[name].default, book.flags[name]),
  }));

/**
 * What would have to hold for a flag to matter: `Waste piles: 2 or more`.
 * @param {When} when @param {Book} book
 */
export function needsInWords(when, book) {
  /** @param {string} name @param {Condition} condition @returns {string} */
  const said = (name, condition) => {
    if (typeof condition !== 'object') return valueInWords(condition, book.flags[name]);
    if ('length' in condition) return oneOf(condition.map((value) => said(name, value)));
    const least = condition.min === undefined ? [] : [`${condition.min} or more`];
    return [...least, ...(condition.not === undefined ? [] : [`not ${said(name, condition.not)}`])].join(', ');
  };
  return Object.entries(when)
    .map(([name, condition]) => `“${book.flags[name].title}: ${said(name, condition)}”`)
    .join(' and ');
}

/** A number of things: `1 change`, `3 changes`. @param {number} count @param {string} thing */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;

/**
 * What a link to the house-rules page or the play page carries after its `#`, read strictly and written shortly.
 *
 *   #passes=3&cover_pair=true&name=Sunday&deal=123&moves=draw+KD+6H%2B7S
 *
 * Every flag that differs from the default stands there under its name in the rules; `name` is what the table calls
 * its rules; the play page adds `deal` (a deal number) or `deck` (52 cards, two characters a card), and `moves`.
 *
 *   const link = parseLink(location.hash, spec);
 *   link.faults;                  // sentences for the reader: what is wrong, what was expected
 *   formatLink(link, spec);       // '#passes=3&…', and '' for the default rules with nothing else
 *
 * @module
 */

import {CARDS, checkRules, defaults, LARGEST_COUNT, MalformedMove, parseMove, takes} from '../engine/pyramid.mjs';

/** @import {Card, Flag, FlagValue, Spec} from '../engine/pyramid.mjs' */

/**
 * @typedef {object} Link
 * @property {Readonly<Record<string, FlagValue>>} flags  those that differ from the default
 * @property {string} name  '' for none
 * @property {bigint | null} deal
 * @property {readonly Card[] | null} deck
 * @property {readonly string[]} moves  words
 */

/**
 * @typedef {Link & {faults: readonly string[], refusals: readonly string[]}} ReadLink
 *   `faults`: values that could not be read, which have been left out; `refusals`: why the flags that could be read
 *   make no game together, empty where they do.
 */

/** @type {Link} */
export const NOTHING = Object.freeze({flags: Object.freeze({}), name: '', deal: null, deck: null, moves: []});

export const LONGEST_NAME = 80;
const LARGEST_DEAL = 2n ** 64n - 1n;
const WHOLE = /^(?:0|[1-9]\d*)$/;
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** A value as it is written in links and files. @param {FlagValue} value */
export const valueWord = (value) => String(value);

/** The values of a flag in words: `true or false`, `a whole number from 1 to 999999999, or unlimited`. @param {Flag} flag */
export function expected({type, from = 0, to = LARGEST_COUNT, values = [], also = []}) {
  if (type === 'switch') return 'true or false';
  if (type === 'choice') return oneOf(values);
  const numbers = `a whole number from ${from} to ${to}`;
  return also.length > 0 ? `${numbers}, or ${oneOf(also)}` : numbers;
}

/** Words as a choice: `a, b or c`. @param {readonly string[]} words */
export const oneOf = (words) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}` : words.join('');

/**
 * The value that a word stands for; undefined where the flag cannot have it.
 * @param {Flag} flag @param {string} word @returns {FlagValue | undefined}
 */
export function parseValue(flag, word) {
  /** @type {FlagValue} */
  let value = word;
  if (flag.type === 'switch') value = word === 'true' ? true : word === 'false' ? false : word;
  else if (flag.type === 'count' && WHOLE.test(word)) value = Number(word);
  return takes(flag, value) ? value : undefined;
}

/** The flags that differ from the default. @param {Readonly<Record<string, FlagValue>>} flags @param {Spec} spec */
export function changesOf(flags, spec) {
  const standard = /** @type {Record<string, FlagValue>} */ ({...defaults(spec)});
  const names = Object.keys(spec.flags).filter((name) => name in flags && flags[name] !== standard[name]);
  return Object.freeze(Object.fromEntries(names.map((name) => [name, flags[name]])));
}

/**
 * A name fit for a house-rules file: one line of at most 80 characters, without those that cannot be seen.
 * @param {string} text
 */
export const tidyName = (text) => [...text.replace(UNPRINTABLE, ' ').trim()].slice(0, LONGEST_NAME).join('').trim();

/** @param {string} word @param {readonly string[]} known */
function nearest(word, known) {
  const close = known
    .map((name) => ({name, far: distance(word.toLowerCase(), name)}))
    .filter(({name, far}) => far <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.far - b.far);
  return close.length > 0 ? ` Did you mean ${close[0].name}?` : '';
}

/** How many characters have to be put in, taken out or changed. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({length: b.length + 1}, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

/** @param {string} text */
const quoted = (text) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;

/** @param {string} word @returns {{deal?: bigint, fault?: string}} */
function readDeal(word) {
  if (WHOLE.test(word) && word.length <= 20 && BigInt(word) <= LARGEST_DEAL) return {deal: BigInt(word)};
  return {fault: `deal: found ${quoted(word)}, expected a whole number from 0 to ${LARGEST_DEAL}.`};
}

/** @param {string} word @returns {{deck?: readonly Card[], fault?: string}} */
function readDeck(word) {
  /** @type {readonly Card[]} */
  const cards = word.toUpperCase().match(/.{1,2}/gsu) ?? [];
  const strange = cards.find((card) => !CARDS.includes(card));
  if (strange !== undefined) {
    const at = cards.indexOf(strange) + 1;
    return {fault: `deck: card ${at} is ${quoted(strange)}, expected a rank and a suit such as 7D, ten being T.`};
  }
  const twice = cards.find((card, index) => cards.indexOf(card) !== index);
  if (twice !== undefined) return {fault: `deck: ${twice} stands there twice, expected each of the 52 cards once.`};
  if (cards.length !== CARDS.length) {
    return {fault: `deck: found ${cards.length} cards, expected all 52, two characters a card.`};
  }
  return {deck: Object.freeze(cards)};
}

/** @param {string} word @returns {{moves?: readonly string[], fault?: string}} */
function readMoves(word) {
  const moves = word.split(' ').filter(Boolean);
  for (const [index, move] of moves.entries()) {
    try {
      parseMove(move);
    } catch (error) {
      if (!(error instanceof MalformedMove)) throw error;
      return {fault: `moves: number ${index + 1} is no move. ${error.message} In a link the + of a pair is %2B.`};
    }
  }
  return {moves: Object.freeze(moves)};
}

/** @param {string} word @returns {{name?: string, fault?: string}} */
function readName(word) {
  const name = tidyName(word);
  if (name === word) return {name};
  return {name, fault: `name: expected one line of at most ${LONGEST_NAME} characters; what fits has been kept.`};
}

const READERS = /** @type {const} */ ({deal: readDeal, deck: readDeck, moves: readMoves, name: readName});

/**
 * What stands behind the `#` of a link. Never throws: what cannot be read is left out and told in `faults`.
 * @param {string} hash  with or without the `#` @param {Spec} spec @returns {ReadLink}
 */
export function parseLink(hash, spec) {
  const known = [...Object.keys(spec.flags), ...Object.keys(READERS)];
  /** @type {Record<string, FlagValue>} */
  const flags = {};
  /** @type {Partial<Link>} */
  const rest = {};
  const faults = [];
  const seen = new Set();
  for (const [key, word] of new URLSearchParams(hash.replace(/^#/, ''))) {
    if (seen.has(key)) {
      faults.push(`${key} stands in the link twice; the first one counts.`);
    } else if (Object.hasOwn(READERS, key)) {
      const {fault, ...part} = READERS[/** @type {keyof typeof READERS} */ (key)](word);
      Object.assign(rest, part);
      if (fault) faults.push(fault);
    } else if (!Object.hasOwn(spec.flags, key)) {
      faults.push(`${quoted(key)} is no flag of the rules.${nearest(key, known)}`);
    } else {
      const flag = spec.flags[key];
      const value = parseValue(flag, word);
      if (value === undefined) {
        const hint = nearest(word, [...(flag.values ?? []), ...(flag.also ?? [])]);
        faults.push(`${key}: found ${quoted(word)}, expected ${expected(flag)}.${hint}`);
      } else flags[key] = value;
    }
    seen.add(key);
  }
  if (rest.deal !== undefined && rest.deck !== undefined) {
    faults.push('The link names a deal and a deck; the deck counts.');
    rest.deal = null;
  }
  return {...NOTHING, ...rest, flags: changesOf(flags, spec), faults, refusals: checkRules(flags, spec)};
}

/**
 * The hash for a state, '' where there is nothing to say; `parseLink` gives the state back.
 * @param {Partial<Link>} link @param {Spec} spec
 */
export function formatLink({flags = {}, name = '', deal = null, deck = null, moves = []}, spec) {
  const pairs = Object.entries(changesOf(flags, spec)).map(([flag, value]) => [flag, valueWord(value)]);
  if (name) pairs.push(['name', name]);
  if (deck) pairs.push(['deck', deck.join('')]);
  else if (deal !== null) pairs.push(['deal', String(deal)]);
  if (moves.length > 0) pairs.push(['moves', moves.join(' ')]);
  return pairs.length > 0 ? `#${new URLSearchParams(pairs)}` : '';
}

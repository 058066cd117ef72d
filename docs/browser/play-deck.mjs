/**
 * A deck as people paste it, read as `pyramid_ref/foreign.py` reads it: a card is its rank and suit in either order,
 * as signs, words or one playing card of Unicode; what stands between cards and names a line means nothing.
 *
 * @module
 */

import {CARDS} from '../engine/pyramid.mjs';

/** @import {Card} from '../engine/pyramid.mjs' */

const RANK_LETTERS = 'A23456789TJQK';
const RANK_NAMES = 'ace two three four five six seven eight nine ten jack queen king'.split(' ');
const SUIT_NAMES = ['club', 'diamond', 'heart', 'spade'];

/** @type {Record<string, string>} */
const RANKS = {deuce: '2'};
/** @type {Record<string, string>} */
const SUITS = {};
/** The playing cards of Unicode, which have a knight between jack and queen. @type {Record<string, Card>} */
const GLYPHS = {};
for (const [at, rank] of [...RANK_LETTERS].entries()) {
  RANKS[RANK_NAMES[at]] = RANKS[at + 1] = RANKS[rank.toLowerCase()] = rank;
  for (const [suit, first] of Object.entries({S: 0x1f0a1, H: 0x1f0b1, D: 0x1f0c1, C: 0x1f0d1})) {
    GLYPHS[String.fromCodePoint(first + at + Number(at > 10))] = rank + suit;
  }
}
for (const name of SUIT_NAMES) SUITS[name] = SUITS[`${name}s`] = SUITS[name[0]] = name[0].toUpperCase();
for (const [at, sign] of [...'♣♧♦♢♥♡♠♤'].entries()) SUITS[sign] = 'CDHS'[Math.floor(at / 2)];

/** @param {Record<string, string>} words */
const longestFirst = (words) => Object.keys(words).sort((a, b) => b.length - a.length).join('|');
const RANK = longestFirst(RANKS);
const SUIT = longestFirst(SUITS);
const WORD_ENDS = '(?![\\p{L}\\p{N}_])';

/** @param {string} pattern  of text in lower case, to be tried where it stands */
const here = (pattern) => new RegExp(pattern, 'suy');
const CARD = here(
  `(?<rank>${RANK})(?:(?:[-_ ]?of[-_ ]?|[-_]|[ ]?)(?<suit>${SUIT})${WORD_ENDS}|(?<glued>${SUIT}))` +
    `|(?<suitFirst>${SUIT})(?:[-_ ]?(?<rankLast>${RANK})${WORD_ENDS}|(?<gluedLast>${RANK}))` +
    `|(?<glyph>[${Object.keys(GLYPHS).join('')}])`,
);
/** What numbers or names a line: `3.`, `row 2:`, `Stock:`. */
const LABEL = here('\\s*(?:[a-z][a-z ]*[ ]?\\d*\\s*:|\\d+\\s*[.):](?!\\d)|row\\s*\\d+\\s)');
/** A bare number at the beginning of a line. */
const COUNT = here('\\s*([0-9]{1,6})(?=[\\s,;|]|$)');
const BETWEEN = here(
  '[\\s,;|/\\\\.:+&*_\'"`()\\[\\]{}<>=~¦·•‣●、。・「」『』【】\\u2018-\\u201f‹›«»→⇒\\u2010-\\u2015\\u2212-]+|#.*' +
    `|(?:pyramid|tableau|stock|talon|deck|deal|cards?|row|and|the)${WORD_ENDS}`,
);
const WITHIN_A_WORD = here('(?<=[\\p{L}\\p{N}])[\\p{L}\\p{N}]');
const STRANGE = here('[\\p{L}\\p{N}_]+|.');

/** @typedef {{card: Card | null, text: string, line: number}} Piece  a card, or text that is none */

/**
 * The 52 cards in deal order, or everything that keeps the text from being a deck.
 * @param {string} text @returns {{deck: readonly Card[] | null, faults: readonly string[]}}
 */
export function readDeck(text) {
  const link = /[#?&]deck=([^&\s]+)/.exec(text);
  const whole = link ? (new URLSearchParams(`deck=${link[1]}`).get('deck') ?? '') : text;
  const pieces = piecesOf(whole);
  if (pieces.length === 0) return {deck: null, faults: ['No cards were found; a deck is 52 cards such as 7D 10H QS.']};
  const cards = pieces.flatMap(({card}) => card ?? []);
  const strange = pieces.filter(({card}) => card === null);
  const manyLines = /[\r\n]/.test(whole.trim());
  const faults = deckFaults(cards, strange.map((piece) => told(piece, manyLines)));
  return {deck: faults.length > 0 ? null : Object.freeze(cards), faults};
}

/**
 * What keeps cards from being a deck, beside what is said of pieces that are no cards.
 * @param {readonly Card[]} cards @param {readonly string[]} strange
 */
export function deckFaults(cards, strange) {
  const missing = CARDS.filter((card) => !cards.includes(card));
  const double = CARDS.filter((card) => cards.indexOf(card) !== cards.lastIndexOf(card));
  return [
    strange.length > 0 ? `No cards: ${strange.join(', ')}.` : '',
    double.length > 0 ? `More than once: ${double.join(' ')}.` : '',
    missing.length > 0 ? `Missing: ${missing.join(' ')}.` : '',
  ].filter(Boolean);
}

/** @param {string} text @returns {Piece[]} */
function piecesOf(text) {
  const lines = text.split(/\r\n|\n|\r/);
  const numbered = areNumbered(lines.map(plainly));
  return lines.flatMap((line, index) => [...piecesIn(line, index + 1, numbered)]);
}

/**
 * Whether lines begin with numbers that count up one by one and are no ranks of cards, as `cat -n` writes them.
 * @param {string[]} lines
 */
function areNumbered(lines) {
  const written = lines.filter((line) => line.trim());
  const numbers = written.flatMap((line) => {
    const count = match(COUNT, line, 0);
    return count && cardsAt(line, count[0].length - count[1].length).length === 0 ? Number(count[1]) : [];
  });
  const inTurn = numbers.every((number, at) => number === numbers[0] + at);
  return written.length > 1 && numbers.length === written.length && inTurn;
}

/**
 * Full-width letters, figures and signs as the plain ones, what does not show as a blank, and small letters alone: one
 * for one, so that places stay.
 * @param {string} written
 */
const plainly = (written) =>
  written
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\ufe0e\ufe0f\u200b\u2060\ufeff\x1c-\x1f\x85]/g, ' ')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** @param {string} written @param {number} line @param {boolean} numbered @returns {Generator<Piece>} */
function* piecesIn(written, line, numbered) {
  const text = plainly(written);
  let at = numbered ? (match(COUNT, text, 0)?.[0].length ?? 0) : 0;
  at += match(LABEL, text, at)?.[0].length ?? 0;
  while (at < text.length) {
    const between = match(BETWEEN, text, at);
    const cards = between ? [] : cardsAt(text, at);
    const last = between ?? cards.at(-1) ?? /** @type {RegExpExecArray} */ (match(STRANGE, text, at));
    const end = last.index + last[0].length;
    for (const card of cards) yield {card: cardIn(card), text: card[0], line};
    if (!between && cards.length === 0) yield {card: null, text: written.slice(at, end), line};
    at = end;
  }
}

/** @param {RegExp} pattern @param {string} text @param {number} at */
function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * The card here, and those that are glued to it; none where the word has something else in it, such as `Three`.
 * @param {string} text @param {number} at
 */
function cardsAt(text, at) {
  const run = [];
  while (run.length === 0 || match(WITHIN_A_WORD, text, at)) {
    const found = match(CARD, text, at);
    if (!found) return [];
    run.push(found);
    at = found.index + found[0].length;
  }
  return run;
}

/** @param {RegExpExecArray} found @returns {Card} */
function cardIn({groups = {}}) {
  if (groups.glyph) return GLYPHS[groups.glyph];
  const rank = groups.rank ?? groups.rankLast ?? groups.gluedLast;
  return RANKS[rank] + SUITS[groups.suit ?? groups.glued ?? groups.suitFirst];
}

const HALF_A_CARD = new RegExp(`^(?:${RANK}|${SUIT})$`, 'i');

/** @param {Piece} piece @param {boolean} manyLines */
function told({text, line}, manyLines) {
  const hint = /^(?:black|red)?jokers?$/i.test(text)
    ? ' (the game is played without jokers)'
    : HALF_A_CARD.test(text)
      ? ' (a card is a rank and a suit)'
      : '';
  return `“${text}”${manyLines ? ` in line ${line}` : ''}${hint}`;
}

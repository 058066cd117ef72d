/**
 * A deck as people paste it: any separators or none, lower case, `10` for ten, suits as letters or signs.
 *
 * @module
 */

import {CARDS} from '../engine/pyramid.mjs';

/** @import {Card} from '../engine/pyramid.mjs' */

/** @type {Record<string, string>} */
const SIGNS = {'♣': 'C', '♧': 'C', '♦': 'D', '♢': 'D', '♥': 'H', '♡': 'H', '♠': 'S', '♤': 'S'};
const NEXT_CARD = /^(10|[A23456789TJQK])([CDHS])/;
const SEPARATOR = /^[^\p{Letter}\p{Number}]/u;

/**
 * The 52 cards in deal order, or everything that keeps the text from being a deck.
 * @param {string} text @returns {{deck: readonly Card[] | null, faults: readonly string[]}}
 */
export function readDeck(text) {
  const {cards, strange} = cardsIn(text);
  if (cards.length === 0 && strange.length === 0) return {deck: null, faults: ['No cards were found; a deck is 52 cards such as 7D 10H QS.']};
  const missing = CARDS.filter((card) => !cards.includes(card));
  const double = CARDS.filter((card) => cards.indexOf(card) !== cards.lastIndexOf(card));
  const faults = [
    strange.length > 0 ? `No cards: ${strange.map((word) => `“${word}”`).join(', ')}.` : '',
    double.length > 0 ? `More than once: ${double.join(' ')}.` : '',
    missing.length > 0 ? `Missing: ${missing.join(' ')}.` : '',
  ].filter(Boolean);
  return {deck: faults.length > 0 ? null : Object.freeze(cards), faults};
}

/** @param {string} text @returns {{cards: Card[], strange: string[]}} */
function cardsIn(text) {
  let rest = text.replace(/[♣♧♦♢♥♡♠♤]/g, (sign) => SIGNS[sign]).toUpperCase();
  const cards = [];
  /** @type {string[]} */
  const strange = [];
  let inStrange = false;
  while (rest !== '') {
    const card = NEXT_CARD.exec(rest);
    const separator = SEPARATOR.exec(rest);
    if (card) {
      cards.push((card[1] === '10' ? 'T' : card[1]) + card[2]);
    } else if (!separator) {
      const odd = /** @type {RegExpExecArray} */ (/^(?:10.|[\p{Letter}\p{Number}]{1,2})/u.exec(rest))[0];
      if (inStrange) strange.push(strange.pop() + odd);
      else strange.push(odd);
      rest = rest.slice(odd.length);
      inStrange = true;
      continue;
    }
    inStrange = false;
    rest = rest.slice((card ?? separator)?.[0].length);
  }
  return {cards, strange};
}

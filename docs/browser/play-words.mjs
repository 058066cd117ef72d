/**
 * Cards, moves and positions in words, and the clause that allows a move.
 *
 * @module
 */

import {CARDS, parseMove, score} from '../engine/pyramid.mjs';

/** @import {Card, Position, Rules} from '../engine/pyramid.mjs' */
/** @import {Game} from './play-game.mjs' */
/** @import {Tally} from './play-settings.mjs' */

/** @type {Record<string, string>} */
const RANKS = {A: 'ace', T: '10', J: 'jack', Q: 'queen', K: 'king'};
/** @type {Record<string, string>} */
const SUITS = {C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades'};
const CARD = /\b([A23456789TJQK])([CDHS])\b/g;

/** `10 of hearts`. @param {Card} card */
export const cardName = ([rank, suit]) => `${RANKS[rank] ?? rank} of ${SUITS[suit]}`;

/** A sentence with its cards in words; a card that opens it gets a capital. @param {string} sentence */
export function cardsInWords(sentence) {
  const words = sentence.replace(CARD, (card) => cardName(card));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {number} count @param {string} thing */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** What a move asks for: `remove the 6 of hearts and the 7 of spades`. @param {string} word */
export function moveName(word) {
  const move = parseMove(word);
  if (move.kind === 'redeal') return 'redeal';
  if (move.kind === 'draw') return move.pile === null ? 'draw' : `draw onto pile ${move.pile}`;
  return `remove ${move.cards.map((card) => `the ${cardName(card)}`).join(' and ')}`;
}

/** What a move did, as a sentence. @param {string} word @param {Position} before @param {Position} after */
export function moveTold(word, before, after) {
  const move = parseMove(word);
  const told = [];
  if (move.kind === 'remove') told.push(`${cardsInWords(move.cards.join(' and '))} removed.`);
  if (move.kind === 'redeal') told.push(`Redealt: ${counted(after.stock.length + after.turned.length, 'card')} to turn again.`);
  const turned = before.stock.length > 0 || move.kind === 'redeal' ? after.turned : [];
  if (turned.length > 0 && turned !== before.turned) told.push(`Turned ${turned.map((card) => `the ${cardName(card)}`).join(', ')}.`);
  if (move.kind === 'draw' && before.stock.length === 0) told.push('The last unused card is set aside.');
  if (told.length > 0 && move.kind === 'draw') told.push(`${after.stock.length || 'No'} left in the stock.`);
  return told.join(' ');
}

/** The clause that allows a legal move. @param {string} word @param {Position} position @param {Rules} rules */
export function allowedBy(word, position, rules) {
  const move = parseMove(word);
  if (move.kind === 'redeal') return 'REDEAL-2';
  if (move.kind === 'draw') {
    if (position.stock.length === 0) return 'TURN-7';
    if (rules.waste_piles > 1) return rules.draw_to === 'chosen' ? 'TURN-8' : 'TURN-9';
    return rules.draw > 1 ? 'TURN-2' : 'TURN-1';
  }
  if (move.cards.length === 1) return 'SINGLE-1';
  const [a, b] = move.cards;
  if (coversTheOther(position.pyramid, a, b)) return 'PAIR-10';
  const piles = [a, b].map((card) => position.waste.findIndex((pile) => pile.includes(card)));
  if (piles.includes(-1)) return 'PAIR-1';
  if (piles[0] !== piles[1]) return 'PAIR-11';
  return rules.waste_pair === 'turned' ? 'PAIR-7' : 'PAIR-8';
}

/** Does one of two cards lie on the other? @param {Position['pyramid']} pyramid @param {Card} a @param {Card} b */
function coversTheOther(pyramid, a, b) {
  const [upper, lower] = [pyramid.indexOf(a), pyramid.indexOf(b)].sort((x, y) => x - y);
  if (upper < 0) return false;
  const step = lower - upper - rowOf(upper);
  return step === 1 || step === 2;
}

/** The row of a place, counted from 0. @param {number} place */
export const rowOf = (place) => Math.floor((Math.sqrt(8 * place + 1) - 1) / 2);

/** The clause by which a game is won. @param {Rules} rules */
export const wonBy = ({goal}) => ({pyramid: 'END-1', pyramid_and_reserve: 'END-2', all: 'END-3'})[goal];

/** What a lost game leaves. @param {Position} position */
export function cardsLeft({pyramid, reserve, stock, waste}) {
  const left = cardsIn(pyramid);
  if (left > 0) return `${counted(left, 'card')} of the pyramid ${left === 1 ? 'is' : 'are'} left`;
  const others = [...reserve, ...waste, stock].reduce((sum, pile) => sum + pile.length, 0);
  return `the pyramid is gone, but ${counted(others, 'other card')} ${others === 1 ? 'is' : 'are'} left`;
}

/** @param {Position['pyramid']} pyramid */
const cardsIn = (pyramid) => pyramid.filter((card) => card !== null).length;

/** Do pyramid and reserve hold the whole deck, so that there is no stock? @param {Rules} rules */
export const deckIsLaidOut = ({rows, reserve_piles, reserve_depth}) =>
  (rows * (rows + 1)) / 2 + reserve_piles * reserve_depth === CARDS.length;

/** The pass that goes on, and how many there are. @param {Position} position @param {Rules} rules */
function passTold({redeals}, {passes}) {
  if (passes === 1) return '1 pass';
  return passes === 'unlimited' ? `pass ${redeals + 1}, as many as you like` : `pass ${redeals + 1} of ${passes}`;
}

/** How a game stands, in a few words each. @param {Position} position @param {Game} game @param {Tally} tally */
export function facts(position, {rules, at}, tally) {
  const points = score(position, rules);
  return [
    `${cardsIn(position.pyramid)} in the pyramid`,
    deckIsLaidOut(rules) ? 'no stock' : passTold(position, rules),
    counted(at, 'move'),
    ...(points === null ? [] : [`score ${points}`]),
    ...(points === null || tally.deals === 0 ? [] : [`${points + tally.points} with ${counted(tally.deals, 'earlier deal')}`]),
  ];
}

/**
 * A game that is being played: where it stands, what came before, what was taken back, and what an activated card means.
 *
 * @module
 */

import {apply, formatMove, legalMoves, newGame, parseMove, refuseUse, status, TARGET, valueOf, whyNot} from '../engine/pyramid.mjs';

/** @import {Card, Position, Refusal, Rules} from '../engine/pyramid.mjs' */

/**
 * `moves` holds those taken back as well; `at` of them have been made, and `positions[at]` is on the table.
 * @typedef {object} Game
 * @property {Rules} rules
 * @property {readonly Card[]} deck
 * @property {bigint | null} deal  null for a deck that has no number
 * @property {readonly string[]} moves
 * @property {readonly Position[]} positions  one more than moves
 * @property {number} at
 */
/** @typedef {{move: string} | {select: Card | null} | {refusal: Refusal}} Meaning */
/** @typedef {Refusal & {move: string, number: number}} MoveFault  `number` counts from 1 */

/** @param {{rules: Rules, deck: readonly Card[], deal?: bigint | null}} start @returns {Game} */
export function startGame({rules, deck, deal = null}) {
  return {rules, deck, deal, moves: [], positions: [newGame(deck, rules)], at: 0};
}

/** What is on the table. @param {Game} game */
export const positionIn = ({positions, at}) => positions[at];

/** The moves made, without those taken back. @param {Game} game */
export const movesMade = ({moves, at}) => moves.slice(0, at);

/** The game after a legal move; what was taken back is forgotten. @param {Game} game @param {string} move @returns {Game} */
export function played(game, move) {
  const after = apply(positionIn(game), move, game.rules);
  const moves = [...movesMade(game), formatMove(parseMove(move))];
  return {...game, moves, positions: [...game.positions.slice(0, game.at + 1), after], at: game.at + 1};
}

/** The game after so many of its moves, as far as there are any. @param {Game} game @param {number} at @returns {Game} */
export const wentTo = (game, at) => ({...game, at: Math.max(0, Math.min(game.moves.length, at))});

/**
 * Plays moves up to the first that the rules refuse, which is told.
 * @param {Game} game @param {readonly string[]} moves @returns {{game: Game, fault: MoveFault | null}}
 */
export function replayed(game, moves) {
  for (const [index, move] of moves.entries()) {
    const refusal = whyNot(positionIn(game), move, game.rules);
    if (refusal) return {game, fault: {...refusal, move, number: index + 1}};
    game = played(game, move);
  }
  return {game, fault: null};
}

/**
 * What it means to activate a card: a king leaves, a first card is selected, a second one leaves with it, or why not.
 * @param {Card} card @param {Card | null} selected @param {Position} position @param {Rules} rules @returns {Meaning}
 */
export function activated(card, selected, position, rules) {
  if (card === selected) return {select: null};
  if (valueOf(card) === TARGET || status(position, rules) === 'won') return asMove(card, position, rules);
  if (selected !== null) return asMove(formatMove(parseMove(`${selected}+${card}`)), position, rules);
  const refusal = refuseUse(position, card, rules);
  // A card that is not available may still leave with the one on it (PAIR-7, PAIR-8, PAIR-10).
  return refusal && !partners(card, position, rules).length ? {refusal} : {select: card};
}

/**
 * After how many moves a game that cannot be won any more still could; -1: never, null: not known. What can be won now
 * could be won before, so the number is found by halving.
 * @param {Game} game @param {(position: Position) => Promise<{winnable: boolean | null} | null>} search
 */
export async function lastHope({positions, at}, search) {
  let [won, lost] = [-1, at];
  while (won + 1 < lost) {
    const middle = won < 0 ? 0 : Math.floor((won + lost) / 2);
    const winnable = (await search(positions[middle]))?.winnable ?? null;
    if (winnable === null) return null;
    if (winnable) won = middle;
    else lost = middle;
  }
  return won;
}

/** @param {string} move @param {Position} position @param {Rules} rules @returns {Meaning} */
function asMove(move, position, rules) {
  const refusal = whyNot(position, move, rules);
  return refusal ? {refusal} : {move};
}

/** The cards that may leave with a card now. @param {Card} card @param {Position} position @param {Rules} rules */
export const partners = (card, position, rules) =>
  legalMoves(position, rules)
    .filter((move) => move.includes('+') && move.split('+').includes(card))
    .map((move) => move.replace(card, '').replace('+', ''));

/** May a card be used, by itself or with a card that lies on it? @param {Card} card @param {Position} position @param {Rules} rules */
export const isOpen = (card, position, rules) =>
  refuseUse(position, card, rules) === null || partners(card, position, rules).length > 0;

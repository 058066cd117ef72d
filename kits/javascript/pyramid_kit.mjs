/**
 * Lets the Pyramid conformance suite drive an engine in JavaScript or TypeScript. Copy this file beside your own (for
 * TypeScript `pyramid_kit.d.mts` as well); it needs Node and nothing else.
 *
 *   import {serve} from './pyramid_kit.mjs';
 *   serve(new MyAdapter());        // an object with about, new_game, play and state
 *
 *   pytest --pyargs conformance --engine-cmd="node my_adapter.mjs"
 *
 * A card is a word such as `7H`: its rank A23456789TJQK, then its suit CDHS. `cardOf`, `wordOf`, `rowOf`, `columnOf` and
 * `placeAt` turn words and places into what an engine counts by; `find` says where a card lies.
 *
 * @module
 */

import {createInterface} from 'node:readline';

/** The version of the protocol that is spoken here. */
export const PROTOCOL = 1;

export const RANKS = 'A23456789TJQK';
export const SUITS = 'CDHS';

/** @typedef {string | number | boolean} FlagValue */

/**
 * What an engine says of itself. `rules`: for each flag the values that it plays; a flag left out: its default alone.
 * @typedef {object} About
 * @property {string} name
 * @property {string} version
 * @property {Record<string, FlagValue[]>} rules
 * @property {number} [protocol]
 * @property {'exact' | 'never'} [won]
 * @property {'exact' | 'look_ahead' | 'no_legal_move' | 'at_stock_end' | 'never'} [lost]
 * @property {'closed' | 'open'} [after_win]
 * @property {'separate' | 'fused'} [redeal]
 */

/**
 * Everything on the table. Pyramid: a card or null for each place, row by row from the apex; piles have their top last.
 * @typedef {object} State
 * @property {(string | null)[]} pyramid
 * @property {string[][] | (string | null)[]} waste  piles, or their tops where `waste_tops_only`
 * @property {boolean} [waste_tops_only]
 * @property {number} stock
 * @property {string[][]} reserve
 * @property {'playing' | 'won' | 'lost' | null} status
 * @property {string | null} [stock_top]
 * @property {string[] | null} [removed]
 * @property {number | null} [score]
 */

/**
 * What the suite asks of an engine. `play`: whether the move was done; false: refused, and nothing has changed.
 * @typedef {object} Adapter
 * @property {() => About} about
 * @property {(deck: string[], rules: Record<string, FlagValue>) => void} new_game  52 words; a value for every flag
 * @property {(word: string) => boolean} play  may throw `Unsupported`
 * @property {() => State} state
 * @property {() => string[]} [legal_moves]
 * @property {() => boolean} [undo]
 */

/** Thrown by `play` where the engine has no way to try such a move: it counts as not tested. */
export class Unsupported extends Error {}

// -- words and places -------------------------------------------------------------------------------------------------

/**
 * A turn (onto a pile from 1, or null where none is named), a redeal, the removal of one or two cards.
 * @typedef {{kind: 'draw', pile: number | null} | {kind: 'redeal'} | {kind: 'remove', cards: string[]}} Move
 */

/** A word as a move, or null: a word that is no move has to be refused. @param {string} word @returns {Move | null} */
export function moveOf(word) {
  if (word === 'redeal') return {kind: 'redeal'};
  const draw = /^draw(?:@([1-9]\d?))?$/.exec(word);
  if (draw) return {kind: 'draw', pile: draw[1] ? Number(draw[1]) : null};
  return /^[A2-9TJQK][CDHS](\+[A2-9TJQK][CDHS])?$/.test(word) ? {kind: 'remove', cards: word.split('+')} : null;
}

/** A card as numbers: rank 1 (ace) to 13 (king), suit 0 (clubs) to 3 (spades). @param {string} word */
export const cardOf = (word) => ({rank: RANKS.indexOf(word[0]) + 1, suit: SUITS.indexOf(word[1])});

/** The word of a rank from 1 to 13 and a suit from 0 to 3. @param {number} rank @param {number} suit */
export const wordOf = (rank, suit) => RANKS[rank - 1] + SUITS[suit];

/** The row of a place, 0 at the apex. @param {number} place */
export const rowOf = (place) => Math.floor((Math.sqrt(8 * place + 1) - 1) / 2);

/** How far from the left of its row a place is, from 0. @param {number} place */
export const columnOf = (place) => place - placeAt(rowOf(place), 0);

/** The place in a row at a column, both from 0. @param {number} row @param {number} column */
export const placeAt = (row, column) => (row * (row + 1)) / 2 + column;

/**
 * Where a card lies: its place in the pyramid; or its pile of the waste or reserve, and how many cards lie on it there.
 * Null: it has left play, or is in the stock.
 * @param {State} state  with whole piles of waste
 * @param {string} card
 * @returns {{area: 'pyramid', place: number} | {area: 'waste' | 'reserve', pile: number, above: number} | null}
 */
export function find(state, card) {
  const place = state.pyramid.indexOf(card);
  if (place >= 0) return {area: 'pyramid', place};
  for (const area of /** @type {const} */ (['waste', 'reserve'])) {
    for (const [pile, cards] of state[area].entries()) {
      const at = cards === null ? -1 : cards.indexOf(card);
      if (cards !== null && at >= 0) return {area, pile, above: cards.length - 1 - at};
    }
  }
  return null;
}

// -- the program ------------------------------------------------------------------------------------------------------

class Failure extends Error {
  /** @param {number} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isMapping = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What is answered to requests, one after the other; null to one that asks for no answer.
 * @param {Adapter} adapter
 * @param {readonly (new (...args: any[]) => Error)[]} refusals  errors by which `play` refuses; any other is a crash
 * @returns {(line: string) => string | null}
 */
export function answering(adapter, refusals = []) {
  let dealt = false;

  /** @param {string} method @param {Record<string, unknown>} params */
  function call(method, params) {
    if (!dealt && ['play', 'state', 'legal_moves', 'undo'].includes(method)) {
      throw new Failure(-32003, 'no game has been started: call new_game first');
    }
    switch (method) {
      case 'about':
        return {protocol: PROTOCOL, ...adapter.about()};
      case 'new_game': {
        const {deck, rules} = params;
        if (!Array.isArray(deck) || !isMapping(rules)) throw new Failure(-32602, 'new_game takes deck and rules');
        adapter.new_game(deck, /** @type {Record<string, FlagValue>} */ (rules));
        dealt = true;
        return null;
      }
      case 'play':
        if (typeof params.move !== 'string') throw new Failure(-32602, 'play takes move, a text');
        return tried(() => adapter.play(/** @type {string} */ (params.move)));
      case 'state':
        return adapter.state();
      case 'legal_moves':
        if (!adapter.legal_moves) throw new Failure(-32601, 'legal_moves is not offered');
        return adapter.legal_moves();
      case 'undo':
        if (!adapter.undo) throw new Failure(-32601, 'undo is not offered');
        return tried(() => /** @type {() => boolean} */ (adapter.undo)());
      case 'stop':
        return null;
      default:
        throw new Failure(-32601, `there is no method ${method}`);
    }
  }

  /** @param {() => boolean} attempt */
  function tried(attempt) {
    try {
      return attempt();
    } catch (error) {
      if (refusals.some((kind) => error instanceof kind)) return false;
      throw error;
    }
  }

  return (line) => {
    /** @type {unknown} */
    let request;
    /** @type {object} */
    let outcome;
    try {
      request = parsed(line);
      if (!isMapping(request) || request.jsonrpc !== '2.0' || typeof request.method !== 'string') {
        throw new Failure(-32600, 'a request is one mapping with "jsonrpc": "2.0" and a method');
      }
      const {method, params = {}} = request;
      if (!isMapping(params)) throw new Failure(-32602, 'parameters are given by name');
      outcome = {result: call(method, params) ?? null};
    } catch (error) {
      outcome = {error: told(error)};
    }
    if (isMapping(request) && typeof request.method === 'string' && !('id' in request)) return null;
    return JSON.stringify({jsonrpc: '2.0', id: isMapping(request) ? (request.id ?? null) : null, ...outcome});
  };
}

/** @param {string} line @returns {unknown} */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new Failure(-32700, 'the line is not JSON');
  }
}

/** @param {unknown} error */
function told(error) {
  if (error instanceof Failure) return {code: error.code, message: error.message};
  if (error instanceof Unsupported) return {code: -32002, message: error.message};
  console.error(error); // to standard error, where a finding shows it
  return {code: -32000, message: String(error)};
}

/**
 * Answers the suite on standard input and output until it says stop. What `console.log` prints goes to standard error.
 * @param {Adapter} adapter
 * @param {readonly (new (...args: any[]) => Error)[]} refusals  errors by which `play` refuses; any other is a crash
 */
export async function serve(adapter, refusals = []) {
  console.log = console.error;
  const answer = answering(adapter, refusals);
  for await (const line of createInterface({input: process.stdin})) {
    const reply = answer(line);
    if (reply !== null) process.stdout.write(`${reply}\n`);
    if (/"method"\s*:\s*"stop"/.test(line)) break;
  }
  process.stdin.destroy();
}

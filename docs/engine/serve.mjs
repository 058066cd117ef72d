#!/usr/bin/env node
/**
 * The engine as a program: JSON-RPC 2.0 on standard input and output, one message a line, parameters by name.
 *
 *   → {"jsonrpc": "2.0", "id": 1, "method": "new_game", "params": {"deck": ["7D", …], "rules": {"passes": 3}}}
 *   ← {"jsonrpc": "2.0", "id": 1, "result": null}
 *   → {"jsonrpc": "2.0", "id": 2, "method": "play", "params": {"move": "6H+7S"}}
 *   ← {"jsonrpc": "2.0", "id": 2, "result": false}
 *
 * Methods: about, new_game, play (false: refused, whether illegal or no move at all), state, legal_moves, undo, stop.
 * Errors: -32700 not JSON, -32600 no request, -32601 no such method, -32602 bad parameters (a refused new_game keeps
 * the game that was being played), -32003 no game has begun.
 *
 * @module
 */

import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import * as pyramid from './pyramid.mjs';

/** @import {Flag, Position, Rules, Spec} from './pyramid.mjs' */

const [NOT_JSON, NO_REQUEST, NO_METHOD, BAD_PARAMS, NO_GAME] = [-32700, -32600, -32601, -32602, -32003];

/** The version of the protocol that is spoken here. */
const VERSION = 1;

class ProtocolError extends Error {
  /** @param {number} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** A count without an upper bound is listed up to here; larger ones are played as well. */
const LISTED = 9;

/** The values that a flag may have, the default first. @param {Flag} flag */
function valuesOf(flag) {
  const {from = 0, to = LISTED} = flag;
  const counts = flag.type === 'count' ? Array.from({length: to - from + 1}, (_, index) => from + index) : [];
  const switches = flag.type === 'switch' ? [false, true] : [];
  const values = [...switches, ...counts, ...(flag.values ?? []), ...(flag.also ?? [])];
  return [flag.default, ...values.filter((value) => value !== flag.default)];
}

/** What the suite compares. @param {Position} position @param {Rules} rules */
function stateOf(position, rules) {
  const {pyramid: places, waste, stock, reserve} = position;
  const score = pyramid.score(position, rules);
  return {
    pyramid: places,
    waste,
    stock: stock.length,
    reserve,
    status: pyramid.status(position, rules),
    ...(rules.stock_top === 'playable' && stock.length > 0 ? {stock_top: stock[0]} : {}),
    ...(score === null ? {} : {score}),
  };
}

/**
 * One player's engine: a method for each of the protocol's, taking its parameters by name.
 * @param {Spec & {version: string}} spec @param {() => void} [onStop]
 * @returns {Record<string, (params: Record<string, unknown>) => unknown>}
 */
export function createEngine(spec, onStop) {
  /** The positions of the game, the current one last. @type {Position[]} */
  let history = [];
  let rules = pyramid.defaults(spec);

  const current = () => {
    if (history.length === 0) throw new ProtocolError(NO_GAME, 'No game has begun; call new_game first.');
    return history[history.length - 1];
  };

  return {
    about({protocol = VERSION}) {
      if (!Number.isInteger(protocol) || Number(protocol) < 1) {
        throw new ProtocolError(BAD_PARAMS, 'The parameter protocol is a whole number from 1 up.');
      }
      const values = Object.entries(spec.flags).map(([name, flag]) => [name, valuesOf(flag)]);
      return {name: 'pyramid.mjs', version: spec.version, protocol: VERSION, rules: Object.fromEntries(values)};
    },

    new_game({deck, rules: flags}) {
      if (!Array.isArray(deck)) throw new ProtocolError(BAD_PARAMS, 'The parameter deck is a list of 52 cards.');
      if (!isObject(flags)) throw new ProtocolError(BAD_PARAMS, 'The parameter rules is an object of flags.');
      const wanted = pyramid.ruleset(flags, spec);
      history = [pyramid.newGame(deck, wanted)];
      rules = wanted;
      return null;
    },

    play({move}) {
      if (typeof move !== 'string') throw new ProtocolError(BAD_PARAMS, 'The parameter move is a word.');
      try {
        history.push(pyramid.apply(current(), move, rules));
        return true;
      } catch (error) {
        if (error instanceof pyramid.IllegalMove || error instanceof pyramid.MalformedMove) return false;
        throw error;
      }
    },

    state: () => stateOf(current(), rules),

    legal_moves: () => pyramid.legalMoves(current(), rules),

    // PLAY-6: the position before, as a whole.
    undo() {
      current();
      if (history.length === 1) return false;
      history.pop();
      return true;
    },

    stop() {
      onStop?.();
      return null;
    },
  };
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} request @param {ReturnType<typeof createEngine>} engine */
function call(request, engine) {
  if (!isObject(request) || request.jsonrpc !== '2.0' || typeof request.method !== 'string') {
    throw new ProtocolError(NO_REQUEST, 'A message is one JSON-RPC 2.0 request.');
  }
  const {method, params = {}} = request;
  if (!Object.hasOwn(engine, method)) throw new ProtocolError(NO_METHOD, `There is no method ${method}.`);
  if (!isObject(params)) throw new ProtocolError(BAD_PARAMS, 'Parameters are given by name.');
  return engine[method](params);
}

/** @param {unknown} error @returns {{code: number, message: string}} */
function errorOf(error) {
  if (error instanceof ProtocolError) return {code: error.code, message: error.message};
  if (error instanceof pyramid.PyramidError) return {code: BAD_PARAMS, message: error.message};
  throw error;
}

/** @param {string} line @returns {unknown} */
function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new ProtocolError(NOT_JSON, 'The line is not JSON.');
  }
}

/**
 * The reply to one line; null to a notification, which asks for none. A fault of the engine itself is thrown.
 * @param {string} line @param {ReturnType<typeof createEngine>} engine @returns {string | null}
 */
export function answer(line, engine) {
  /** @type {unknown} */
  let request;
  /** @type {object} */
  let outcome;
  try {
    request = parse(line);
    outcome = {result: call(request, engine)};
  } catch (error) {
    outcome = {error: errorOf(error)};
  }
  if (isObject(request) && typeof request.method === 'string' && !Object.hasOwn(request, 'id')) return null;
  const id = isObject(request) ? (request.id ?? null) : null;
  return JSON.stringify({jsonrpc: '2.0', id, ...outcome});
}

async function main() {
  const spec = JSON.parse(readFileSync(new URL('rules.json', import.meta.url), 'utf8'));
  let running = true;
  const engine = createEngine(spec, () => (running = false));
  for await (const line of createInterface({input: process.stdin})) {
    const reply = line.trim() === '' ? null : answer(line, engine);
    if (reply !== null) process.stdout.write(`${reply}\n`);
    if (!running) break;
  }
  process.stdin.destroy(); // otherwise the program would stay until the other side closes its end
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

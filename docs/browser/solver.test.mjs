/** The solver against exhaustive search with the engine, and what it answers to a caller. */

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {apply, checkRules, dealNumber, legalMoves, newGame, positionOf, ruleset, status, valueOf} from '../engine/pyramid.mjs';
import {solve} from './solver.mjs';
import {shareOf} from './solver-hope.mjs';

/** @import {Position, Rules} from '../engine/pyramid.mjs' */

const spec = JSON.parse(readFileSync(new URL('../engine/rules.json', import.meta.url), 'utf8'));

/** @type {Record<string, readonly unknown[]>} */
const FLAGS = {
  passes: [1, 1, 2, 3, 'unlimited'],
  draw: [1, 1, 2, 3],
  stock_top: ['hidden', 'playable'],
  waste_pair: ['never', 'never', 'turned', 'top_two'],
  unused_card: ['kept', 'kept', 'discarded'],
  waste_piles: [1, 1, 2, 3],
  draw_to: ['chosen', 'chosen', 'each'],
  opening_draw: [false, false, true],
  auto_turn: [false, false, true],
  reserve_piles: [0, 0, 1, 2, 3],
  reserve_depth: [1, 2],
  cover_pair: [false, false, true],
  pile_pair: [true, true, false],
  rows: [1, 2, 3, 4],
  goal: ['pyramid', 'pyramid', 'pyramid_and_reserve', 'all'],
};

/** Whole numbers below a bound, the same for the same seed. @param {number} seed */
function chooser(seed) {
  let state = seed;
  /** @param {number} bound */
  const below = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  /** @template T @param {readonly T[]} values @returns {T} */
  const choose = (values) => values[below(values.length)];
  return {below, choose};
}

/** @typedef {ReturnType<typeof chooser>} Chooser */

/** @param {Chooser} chance @returns {Rules} */
function someRules({choose}) {
  for (;;) {
    const flags = Object.fromEntries(Object.entries(FLAGS).map(([name, values]) => [name, choose(values)]));
    if (checkRules(flags, spec).length === 0) return ruleset(flags, spec);
  }
}

/**
 * A position of few ranks, so that much pairs, some moves into a game; null: there are not enough cards.
 * @param {Chooser} chance @param {Rules} rules @returns {Position | null}
 */
function somePosition({below, choose}, rules) {
  const lows = Array.from({length: choose([1, 2, 2, 3])}, () => 1 + below(6));
  const kings = below(5) < 3;
  const wanted = (/** @type {string} */ card) =>
    valueOf(card) === 13 ? kings : lows.includes(valueOf(card)) || lows.includes(13 - valueOf(card));
  const cards = dealNumber(below(2 ** 31)).filter(wanted);
  const size = (rules.rows * (rules.rows + 1)) / 2;
  if (cards.length < size) return null;
  const {reserve_piles: piles, reserve_depth: depth} = rules;
  const rest = cards.slice(size);
  const reserved = rest.slice(0, piles * depth);
  let position = positionOf({
    pyramid: cards.slice(0, size),
    reserve: Array.from({length: piles}, (_, pile) => reserved.filter((_, nth) => nth % piles === pile)),
    stock: rest.slice(reserved.length, reserved.length + choose([4, 6, 8])),
    waste: Array.from({length: rules.waste_piles}, () => []),
  });
  for (let count = choose([0, 0, 2, 5]); count > 0; count--) {
    const moves = legalMoves(position, rules);
    if (moves.length > 0) position = apply(position, choose(moves), rules);
  }
  // A table whose piles fill themselves never shows an empty one beside a stock; the first move sees to that.
  if (rules.auto_turn && position.stock.length > 0 && position.waste.some((pile) => pile.length === 0)) return null;
  return position;
}

/**
 * Can it be won? Tries every line; null: more positions than the bound.
 * @param {Position} start @param {Rules} rules @param {number} bound
 */
function exhaustively(start, rules, bound) {
  const seen = new Set([JSON.stringify(start)]);
  const open = [start];
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    if (status(position, rules) === 'won') return true;
    for (const move of legalMoves(position, rules)) {
      const after = apply(position, move, rules);
      // With unlimited passes the number of redeals grows for ever and means nothing.
      const key = JSON.stringify(rules.passes === 'unlimited' ? {...after, redeals: 0} : after);
      if (seen.has(key)) continue;
      if (seen.size >= bound) return null;
      seen.add(key);
      open.push(after);
    }
  }
  return false;
}

/** @param {Position} position @param {readonly string[]} moves @param {Rules} rules */
function assertWins(position, moves, rules) {
  for (const move of moves) {
    assert.notEqual(status(position, rules), 'won', 'a line ends with the win');
    position = apply(position, move, rules);
  }
  assert.equal(status(position, rules), 'won');
}

test('agrees with exhaustive search on small pyramids under random rules', () => {
  const chance = chooser(13);
  let [compared, won] = [0, 0];
  const met = new Set();
  while (compared < 600) {
    const rules = someRules(chance);
    const position = somePosition(chance, rules);
    const winnable = position === null ? null : exhaustively(position, rules, 3000);
    if (position === null || winnable === null) continue;
    compared++;
    const answer = solve(position, rules);
    assert.equal(answer.winnable, winnable, JSON.stringify({rules, position}));
    if (winnable) {
      won++;
      assertWins(position, answer.moves, rules);
    } else assert.deepEqual(answer.moves, []);
    for (const [name, value] of Object.entries(rules)) met.add(`${name}=${value}`);
  }
  assert.ok(won > 150 && won < 450, `both answers come up often: ${won} of ${compared} are won`);
  for (const [name, values] of Object.entries(FLAGS)) {
    for (const value of values) assert.ok(met.has(`${name}=${value}`), `${name}=${value} was compared`);
  }
});

test('hints followed one by one from a deal lead to a win', () => {
  const rules = ruleset({stock_top: 'playable', passes: 3}, spec);
  let position = newGame(dealNumber(2), rules);
  for (let made = 0; status(position, rules) === 'playing'; made++) {
    assert.ok(made < 200);
    const {winnable, moves} = solve(position, rules);
    assert.equal(winnable, true);
    position = apply(position, moves[0], rules);
  }
  assert.equal(status(position, rules), 'won');
});

test('a search that is stopped leaves the answer open', () => {
  const rules = ruleset({waste_piles: 3}, spec);
  let asked = 0;
  const answer = solve(newGame(dealNumber(5), rules), rules, () => ++asked > 0);
  assert.deepEqual([answer.winnable, answer.moves], [null, []]);
});

test('a won position needs no move, and a dead one has none', () => {
  const rules = ruleset({rows: 1}, spec);
  assert.deepEqual(solve(positionOf({pyramid: [null], stock: ['KC']}), rules), {winnable: true, moves: [], visited: 0});
  assert.equal(solve(positionOf({pyramid: ['2C'], stock: ['KC', '3D']}), rules).winnable, false);
});

test('the matchings of a class: what some of them hold, and what all of them do', () => {
  const [bothSides, first] = [0b0001_0001, 0b0001];
  assert.deepEqual(shareOf(bothSides, first, 0xffff), {pairs: 1, certain: 1, used: bothSides, must: bothSides});
  assert.equal(shareOf(0b0011, 0b0001, 0xffff), null, 'no partner is there');
  assert.equal(shareOf(0b0001_0011, 0b0011, 0xffff), null, 'two that have to leave want the one partner');
  assert.equal(shareOf(0b0001_0011, 0, 0xffff)?.certain, 0, 'nothing has to leave');
});

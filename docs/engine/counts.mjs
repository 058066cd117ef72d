#!/usr/bin/env node
/**
 * Counts for `python -m conformance.write_counts`: a list of jobs as JSON on standard input, a list of answers on
 * standard output. Lines: `{"rules": {…}, "deal": "1", "after": ["draw"], "depth": 5}` is answered by the number of
 * lines of 1, 2, … moves. Positions: `{"rules": {…}, "deal": "1", "most": 5000}` is answered by how many positions can
 * be reached, the deal's own among them, null where they are more than that.
 *
 * @module
 */

import {readFileSync} from 'node:fs';
import {perft} from './perft.mjs';
import {apply, dealNumber, legalMoves, newGame, ruleset} from './pyramid.mjs';

/** @import {Position, Rules} from './pyramid.mjs' */
/** @typedef {{rules: Record<string, any>, deal: string, after?: string[], depth?: number, most?: number}} Job */

/** What tells two positions apart: neither a pass nor a turn that the rules do not ask about. */
const key = (/** @type {Position} */ {pyramid, waste, stock, reserve, redeals, turned}, /** @type {Rules} */ rules) =>
  JSON.stringify([
    pyramid,
    waste,
    stock,
    reserve,
    rules.passes === 'unlimited' ? 0 : redeals,
    rules.waste_pair === 'turned' ? turned : [],
  ]);

/** How many positions can be reached from here; null where they are more than `most`.
 * @param {Position} start @param {Rules} rules @param {number} most @returns {number | null} */
function reachable(start, rules, most) {
  const seen = new Set([key(start, rules)]);
  const open = [start];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    for (const move of legalMoves(here, rules)) {
      const there = apply(here, move, rules);
      const name = key(there, rules);
      if (seen.has(name)) continue;
      if (seen.size === most) return null;
      seen.add(name);
      open.push(there);
    }
  }
  return seen.size;
}

const spec = JSON.parse(readFileSync(new URL('rules.json', import.meta.url), 'utf8'));

/** @param {Job} job */
function answer({rules: flags, deal, after = [], depth, most = 0}) {
  const rules = ruleset(flags, spec);
  const start = after.reduce(
    (position, move) => apply(position, move, rules),
    newGame(dealNumber(BigInt(deal)), rules),
  );
  if (depth === undefined) return reachable(start, rules, most);
  return Array.from({length: depth}, (_, index) => perft(start, index + 1, rules));
}

const jobs = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(jobs.map(answer)));

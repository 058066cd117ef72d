#!/usr/bin/env node
/**
 * Counts of legal sequences: `node perft.mjs --deal 1 --depth 4 --flags '{"passes": 3}'` prints one line a length,
 * the length and the count. A won position has no legal moves; nothing else stops a sequence.
 *
 * @module
 */

import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {apply, dealNumber, legalMoves, newGame, PyramidError, ruleset} from './pyramid.mjs';

/** @import {Position, Rules} from './pyramid.mjs' */

/**
 * How many sequences of exactly `depth` legal moves begin here?
 * @param {Position} position @param {number} depth @param {Rules} rules @returns {number}
 */
export function perft(position, depth, rules) {
  if (depth === 0) return 1;
  const moves = legalMoves(position, rules);
  if (depth === 1) return moves.length;
  return moves.reduce((count, move) => count + perft(apply(position, move, rules), depth - 1, rules), 0);
}

const OPTIONS = /** @type {const} */ ({
  deal: {type: 'string', default: '1'},
  depth: {type: 'string', default: '4'},
  flags: {type: 'string', default: '{}'},
});

/** @param {{deal: string, depth: string, flags: string}} options @returns {string} */
function report({deal, depth, flags}) {
  const spec = JSON.parse(readFileSync(new URL('rules.json', import.meta.url), 'utf8'));
  const rules = ruleset(JSON.parse(flags), spec);
  const start = newGame(dealNumber(BigInt(deal)), rules);
  const depths = Array.from({length: Number(BigInt(depth))}, (_, index) => index + 1);
  return depths.map((length) => `${length} ${perft(start, length, rules)}`).join('\n');
}

/**
 * Bad options, JSON, numbers or flags are the caller's fault; anything else is ours and keeps its trace.
 * @param {unknown} error
 */
const isBadInput = (error) =>
  error instanceof PyramidError ||
  error instanceof SyntaxError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(report(parseArgs({options: OPTIONS}).values));
  } catch (error) {
    if (!isBadInput(error)) throw error;
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

#!/usr/bin/env node
/**
 * What this engine makes of whole games, to be held against another engine: jobs as JSON on standard input, one a line,
 * each answered by one line on standard output (`agreement.py` asks, and makes the same lines by the reference engine).
 *
 * A game: `{"rules": {…}, "deck": ["7D", …], "words": ["draw", "KD", …]}` is answered by a list of texts: the position
 * at the start, then for each word the position that it leads to, or the clause that refuses it, `malformed` for what
 * is no move.
 *
 * Positions: `{"rules": {…}, "deck": […], "words": […], "all": true}` is answered by a list of texts, sorted: every
 * position that can be reached, and for each of the words the clause that refuses it there, or `-`.
 *
 * @module
 */

import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {apply, legalMoves, MalformedMove, newGame, ruleset, score, status, whyNot} from './pyramid.mjs';

/** @import {Card, Position, Rules} from './pyramid.mjs' */
/** @typedef {{rules: Record<string, unknown>, deck: readonly Card[], words: readonly string[], all?: boolean}} Job */

/** @param {readonly (readonly Card[])[]} piles */
const written = (piles) => piles.map((pile) => pile.join(' ')).join(',');

/**
 * The turned cards that the rules may still ask about: those with a card under them.
 * @param {Position} position @param {Rules} rules
 */
function turnedOnto({waste, turned}, rules) {
  if (rules.waste_pair !== 'turned') return '';
  return waste
    .flatMap((pile) => pile.slice(1).filter((card) => turned.includes(card)))
    .join(' ');
}

/** What tells two positions apart. @param {Position} position @param {Rules} rules */
const key = (position, rules) =>
  [
    position.pyramid.map((card) => card ?? '-').join(' '),
    written(position.waste),
    position.stock.join(' '),
    written(position.reserve),
    rules.passes === 'unlimited' ? 0 : position.redeals,
    turnedOnto(position, rules),
  ].join('; ');

/** A position with everything that the rules say of it. @param {Position} position @param {Rules} rules */
const told = (position, rules) =>
  [
    key(position, rules),
    legalMoves(position, rules).sort().join(' '),
    status(position, rules),
    score(position, rules) ?? '-',
  ].join('; ');

/** The clause that refuses a word, or null. @param {Position} position @param {string} word @param {Rules} rules */
function refusing(position, word, rules) {
  try {
    return whyNot(position, word, rules)?.clause ?? null;
  } catch (error) {
    if (error instanceof MalformedMove) return 'malformed';
    throw error;
  }
}

/** @param {Position} start @param {readonly string[]} words @param {Rules} rules */
function game(start, words, rules) {
  let position = start;
  const steps = words.map((word) => {
    const clause = refusing(position, word, rules);
    if (clause !== null) return clause;
    position = apply(position, word, rules);
    return told(position, rules);
  });
  return [told(start, rules), ...steps];
}

/** @param {Position} start @param {readonly string[]} words @param {Rules} rules */
function everywhere(start, words, rules) {
  const seen = new Set([key(start, rules)]);
  const open = [start];
  const lines = [];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const at = here;
    const refusals = words.map((word) => refusing(at, word, rules) ?? '-').join(' ');
    lines.push(`${told(here, rules)}; ${refusals}`);
    for (const move of legalMoves(here, rules)) {
      const there = apply(here, move, rules);
      const name = key(there, rules);
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(there);
    }
  }
  return lines.sort();
}

const spec = JSON.parse(readFileSync(new URL('rules.json', import.meta.url), 'utf8'));

/** @param {Job} job */
function answer({rules: flags, deck, words, all = false}) {
  const rules = ruleset(flags, spec);
  const start = newGame(deck, rules);
  return all ? everywhere(start, words, rules) : game(start, words, rules);
}

for await (const line of createInterface({input: process.stdin})) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}

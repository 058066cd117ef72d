#!/usr/bin/env node
/**
 * Replays vectors on the engine in docs/engine: node examples/replay_vectors.mjs giza.json ...
 *
 * To replay them on another engine, change what is marked as the engine's; docs/pages/authors/vectors.md says what each part means.
 */

import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import * as engine from '../docs/engine/pyramid.mjs';

const spec = JSON.parse(readFileSync(fileURLToPath(new URL('../docs/engine/rules.json', import.meta.url)), 'utf8'));

// -- the engine's: a game as it is dealt and played, and what can be seen of it ---------------------------------------

const deal = (deck, rules) => engine.newGame(deck, rules);
const play = (game, move, rules) => engine.apply(game, move, rules);
const legal = (game, rules) => engine.legalMoves(game, rules);

/** The clause that refuses a move; null where it is legal. Vectors hold words that are no moves at all, too. */
function refusedBy(game, move, rules) {
  try {
    return engine.whyNot(game, move, rules)?.clause ?? null;
  } catch (error) {
    if (error instanceof engine.MalformedMove) return 'PLAY-8';
    throw error;
  }
}

function state(game, rules) {
  const {pyramid, waste, stock, reserve} = game;
  const score = engine.score(game, rules);
  return {
    pyramid,
    waste,
    stock: stock.length,
    reserve,
    status: engine.status(game, rules),
    ...(rules.stock_top === 'playable' ? {stock_top: stock[0] ?? null} : {}),
    ...(score === null ? {} : {score}),
  };
}

// -- the replay -------------------------------------------------------------------------------------------------------

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const sorted = (moves) => [...moves].sort();

/** Every difference in one game, as sentences. That another clause refuses a word is none: several may. */
function* replay({id, deck, positions}, rules) {
  let game = deal(deck, rules);
  const played = [];
  for (const {move, state: expected, legal: moves, refused} of positions) {
    if (move !== null) {
      game = play(game, move, rules);
      played.push(move);
    }
    const where = `${id}, after ${played.length} moves (${played.slice(-3).join(' ') || 'the deal'})`;
    const shown = state(game, rules);
    for (const part of Object.keys(expected)) {
      if (!same(shown[part], expected[part])) {
        yield `${where}: ${part} is ${JSON.stringify(shown[part])}, expected ${JSON.stringify(expected[part])}`;
      }
    }
    if (!same(sorted(legal(game, rules)), sorted(moves))) {
      yield `${where}: legal are ${sorted(legal(game, rules))}, expected ${sorted(moves)}`;
    }
    for (const {move: word, clause, reason} of refused) {
      const by = refusedBy(game, word, rules);
      if (by === null) yield `${where}: ${word} is legal, expected a refusal by ${clause} (${reason})`;
      else if (by !== clause) otherClauses.set(`${by} for ${clause}`, (otherClauses.get(`${by} for ${clause}`) ?? 0) + 1);
    }
  }
}

const MOST_TOLD = 20;
/** How often another clause was given for a refusal. */
const otherClauses = new Map();
let wrong = 0;
for (const file of process.argv.slice(2)) {
  const vectors = JSON.parse(readFileSync(file, 'utf8'));
  const rules = engine.ruleset(vectors.rules.flags, spec);
  const before = wrong;
  for (const game of vectors.games) {
    for (const difference of replay(game, rules)) if (++wrong <= MOST_TOLD) console.log(difference);
  }
  const count = vectors.games.reduce((sum, {positions}) => sum + positions.length, 0);
  console.log(`${file}: ${vectors.games.length} games, ${count} positions, ${wrong - before} differences`);
}
for (const [clauses, times] of otherClauses) console.log(`refused by ${clauses}: ${times}`);
process.exitCode = wrong > 0 ? 1 : 0;

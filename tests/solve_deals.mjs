/** Tells which deals the browser's solver can win: `node solve_deals.mjs FLAGS COUNT`, an answer a deal as JSON. */

import {readFileSync} from 'node:fs';
import {dealNumber, newGame, ruleset} from '../docs/engine/pyramid.mjs';
import {solve} from '../docs/browser/solver.mjs';

const spec = JSON.parse(readFileSync(new URL('../docs/engine/rules.json', import.meta.url), 'utf8'));
const rules = ruleset(JSON.parse(process.argv[2]), spec);
const deals = Array.from({length: Number(process.argv[3])}, (_, index) => index + 1);
const answers = deals.map((deal) => {
  const {winnable, moves} = solve(newGame(dealNumber(deal), rules), rules);
  return {winnable, moves};
});
process.stdout.write(JSON.stringify(answers));

/**
 * The solver as a worker, so that the page stays quick while it searches.
 *
 * It answers one question after the other: `{line: {position, rules, seconds}}` with the solver's answer, and
 * `{deal: {rules, seconds}}` with `{deal, tried}` once a random deal is proven winnable; until then it sends
 * `{tried}` after each deal. `seconds` bounds the search of one position. To stop it, end the worker.
 *
 * @module
 */

import {dealNumber, newGame} from '../engine/pyramid.mjs';
import {randomDeal} from './random-deal.mjs';
import {solve} from './solver.mjs';

/** @import {Position, Rules} from '../engine/pyramid.mjs' */

/** @typedef {{position: Position, rules: Rules, seconds: number}} LineQuestion */
/** @typedef {{rules: Rules, seconds: number}} DealQuestion */

/** @param {Position} position @param {Rules} rules @param {number} seconds */
function within(position, rules, seconds) {
  const end = performance.now() + seconds * 1000;
  return solve(position, rules, () => performance.now() > end);
}

/** @param {DealQuestion} question */
function findDeal({rules, seconds}) {
  for (let tried = 1; ; tried++) {
    const deal = randomDeal();
    if (within(newGame(dealNumber(deal), rules), rules, seconds).winnable) return {deal, tried};
    postMessage({tried});
  }
}

/** @param {MessageEvent<{line?: LineQuestion, deal?: DealQuestion}>} message */
self.onmessage = ({data: {line, deal}}) => {
  if (line) postMessage(within(line.position, line.rules, line.seconds));
  if (deal) postMessage(findDeal(deal));
};

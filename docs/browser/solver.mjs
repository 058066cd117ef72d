/**
 * Whether a position can be won, and by which moves: exact under every ruleset and from every position.
 *
 * A depth-first search that never makes a removal later than it could. Where a turn moves one card and none turns by
 * itself, a legal removal may be made at once in any line that makes it later: its cards are in nobody's way and no
 * other removal of the line uses them. So a removal that is legal when the stock is turned is *declined* for good.
 * Elsewhere this holds for removals of table cards, and in the last pass for those with a waste card. By the same
 * argument an available king leaves at once, and so does a pair without which there is no win.
 *
 * A state that comes up again is only searched again where it now has more to hope for, and then with what both visits
 * declined.
 *
 *   solve(newGame(dealNumber(2), rules), rules);   // {winnable: true, moves: ['KC', 'draw', ...], visited: 61}
 *
 * @module
 */

import {formatMove, parseMove} from '../engine/pyramid.mjs';
import {Judge} from './solver-hope.mjs';
import {addPair, cardAt, cardOf, CARDS_OF, goesBeyond, hasCard, hasPair, Layout, noPairs, PAIRS_OF} from './solver-table.mjs';

/** @import {Position, Rules} from '../engine/pyramid.mjs' */
/** @import {Hope} from './solver-hope.mjs' */
/** @import {PairSet, Removal, State} from './solver-table.mjs' */

/**
 * `winnable` is null where the search was stopped first; `moves` is a line that wins, empty where there is none.
 * @typedef {{winnable: boolean | null, moves: string[], visited: number}} Answer
 */
/** The moves so far, last first. @typedef {{before: Trail, move: string | Removal} | null} Trail */
/** @typedef {{word: string, state: State}} Way */

const STEPS_BETWEEN_LOOKS = 32;
const FAR = 99;

/**
 * Searches until it knows, or until `isOver` says so; that is asked every few states.
 * @param {Position} position @param {Rules} rules @param {() => boolean} [isOver] @returns {Answer}
 */
export function solve(position, rules, isOver = () => false) {
  const layout = new Layout(position, rules);
  const judge = new Judge(layout);
  /** @type {Map<string, {pairs: PairSet, declined: PairSet}>} */
  const visited = new Map();
  /** @type {{state: State, declined: PairSet, trail: Trail}[]} */
  const agenda = [{state: layout.start, declined: noPairs(), trail: null}];
  for (let steps = 1; ; steps++) {
    const next = agenda.pop();
    if (next === undefined) return {winnable: false, moves: [], visited: visited.size};
    if (steps % STEPS_BETWEEN_LOOKS === 0 && isOver()) return {winnable: null, moves: [], visited: visited.size};
    const {trail} = next;
    let {state, declined} = next;
    if (layout.isWon(state)) return {winnable: true, moves: wordsOf(trail), visited: visited.size};
    const legal = layout.removals(state);
    /** @param {Removal} removal */
    const leave = (removal) =>
      agenda.push({state: layout.without(state, removal), declined, trail: {before: trail, move: removal}});
    const king = legal.find((removal) => removal.pair < 0 && mayDecline(removal, state, layout));
    if (king) {
      leave(king);
      continue;
    }
    let hope = judge.judge(state, declined);
    if (hope === null) continue;
    state = withoutDead(state, hope, layout);
    const key = keyOf(state, layout);
    const before = visited.get(key);
    if (before) {
      if (!goesBeyond(hope.pairs, before.pairs)) continue;
      if (goesBeyond(declined, before.declined)) {
        declined = declined.map((word, index) => word & before.declined[index]);
        hope = /** @type {Hope} */ (judge.judge(state, declined)); // there is more to hope for than before
      }
    }
    visited.set(key, {pairs: hope.pairs, declined});
    const {pairs, certain} = hope;
    const hoped = legal.filter(({pair}) => pair < 0 || hasPair(pairs, pair));
    const early = hoped.filter((removal) => removal.pair >= 0 && mayDecline(removal, state, layout));
    const sure = early.find(({pair}) => hasPair(certain, pair));
    if (sure) {
      leave(sure);
      continue;
    }
    const putOff = declined.slice();
    for (const {pair} of early) addPair(putOff, pair);
    for (const way of bestLast(layout.onward(state), state, pairs, layout)) {
      agenda.push({...turnedOn(way, trail, pairs, layout), declined: putOff});
    }
    for (const removal of hoped) leave(removal);
  }
}

/** Need a removal that is put off now never be made later? @param {Removal} removal @param {State} state @param {Layout} layout */
function mayDecline({cards}, state, layout) {
  if (layout.steady || cards.every((card) => hasCard(state.table.cards, card))) return true;
  if (layout.rules.auto_turn || !layout.isLastPass(state)) return false;
  return state.stock === '' || !cards.includes(cardAt(state.stock, 0));
}

/**
 * The state without waste cards that will never leave, where that changes nothing: more states become alike.
 * @param {State} state @param {Hope} hope @param {Layout} layout @returns {State}
 */
function withoutDead(state, {live}, layout) {
  const {rules} = layout;
  if (!layout.kept || rules.auto_turn || rules.goal === 'all' || !layout.isLastPass(state)) return state;
  const waste = state.waste.map((pile) => {
    let end = pile.length;
    while (end > 0 && hasCard(live, cardAt(pile, end - 1))) end--;
    return pile.slice(end);
  });
  return {...state, waste};
}

/**
 * One key for states that are alike; the order of piles means nothing where no redeal will gather them.
 * @param {State} state @param {Layout} layout
 */
function keyOf(state, layout) {
  const {table, waste, stock, redeals, turned} = state;
  const piles = layout.choosing && layout.isLastPass(state) ? waste.slice().sort() : waste;
  return `${table.id} ${piles.join('|')}/${stock}/${redeals}/${turned}`;
}

/**
 * The state once there is something to choose: turns on while no removal can be hoped for.
 * @param {Way} way @param {Trail} trail @param {PairSet} pairs @param {Layout} layout
 * @returns {{state: State, trail: Trail}}
 */
function turnedOn({word, state}, trail, pairs, layout) {
  /** @type {Trail} */
  let longer = {before: trail, move: word};
  const walked = new Set();
  for (;;) {
    const key = keyOf(state, layout);
    const offers = layout.removals(state).some(({pair}) => pair < 0 || hasPair(pairs, pair));
    if (offers || walked.has(key) || layout.isWon(state)) break;
    const ways = layout.onward(state);
    if (ways.length !== 1) break;
    walked.add(key);
    state = ways[0].state;
    longer = {before: longer, move: ways[0].word};
  }
  return {state, trail: longer};
}

/**
 * The turns in the order in which the agenda should hold them, needless ones left out. Only the order is a guess: a
 * card is best put on one that will be wanted later than itself, but as little later as may be.
 * @param {Way[]} ways @param {State} state @param {PairSet} pairs @param {Layout} layout
 */
function bestLast(ways, state, pairs, layout) {
  const {waste, stock} = state;
  if (ways.length < 2 || stock === '') return ways;
  const next = cardAt(stock, 0);
  if (layout.isLastPass(state)) {
    const empty = waste.indexOf('');
    const dead = !PAIRS_OF[next].some((pair) => hasPair(pairs, pair));
    // What will never leave buries nothing on an empty pile, and a pile of such cards is as good as empty.
    if (dead && empty >= 0 && layout.kept) return [ways[empty]];
    ways = ways.filter((_, pile) => waste.indexOf(waste[pile]) === pile);
  }
  /** How many table cards lie over a partner of the card, at the least. @param {number} card */
  const wait = (card) =>
    Math.min(
      FAR,
      ...PAIRS_OF[card]
        .filter((pair) => hasPair(pairs, pair))
        .map((pair) => layout.lyingOver(CARDS_OF[pair][0] + CARDS_OF[pair][1] - card, state.table)),
    );
  const mine = wait(next);
  /** @param {Way} way */
  const cost = ({word}) => {
    const pile = waste[Number(word.slice('draw@'.length)) - 1];
    if (pile === '') return 40;
    const theirs = wait(cardAt(pile, pile.length - 1));
    return theirs >= mine ? theirs - mine : 50 + mine - theirs;
  };
  const costs = new Map(ways.map((way) => [way, cost(way)]));
  return ways.sort((a, b) => Number(costs.get(b)) - Number(costs.get(a)));
}

/** @param {Trail} trail */
function wordsOf(trail) {
  const words = [];
  for (; trail !== null; trail = trail.before) {
    const {move} = trail;
    words.push(typeof move === 'string' ? move : formatMove(parseMove(move.cards.map(cardOf).join('+'))));
  }
  return words.reverse();
}

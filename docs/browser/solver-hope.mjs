/**
 * What a position leaves to hope for: which removals can still be part of a win.
 *
 * Pairs are struck out that no winning line contains, until a card that has to leave has none left (the position is
 * lost) or nothing more can be struck out. Three arguments strike pairs out:
 *
 * - *Matching.* Within a class the pairs of a winning line share no card and take every card that has to leave.
 * - *Burial*, in a last pass that keeps unused cards: what lies in the waste under a card that never leaves, never
 *   leaves; what lies on a card that has to leave, has to leave.
 * - *Order.* One pair comes before another where a card of the first lies on a card of the second, however deep, or
 *   above it in a pile of the last pass, or where a card that never leaves will bury it before the other is turned. Two
 *   pairs that come before each other, or share a card, clash; a pair that clashes with every pair in which some needed
 *   card could leave is struck out.
 *
 * @module
 */

import {
  addCard,
  addPair,
  addPile,
  cardAt,
  CARDS_OF,
  CLASSES,
  dropCard,
  hasCard,
  hasPair,
  KING,
  noCards,
  noPairs,
  PAIR_SET_OF,
  PAIRS,
  PAIRS_OF,
} from './solver-table.mjs';

/** @import {CardSet, Layout, PairSet, State} from './solver-table.mjs' */

/**
 * @typedef {object} Hope
 * @property {PairSet} pairs  not struck out
 * @property {PairSet} certain  in every winning line
 * @property {CardSet} live  cards that may still leave, kings included
 */

/**
 * What the matchings of one class have in common.
 * @typedef {{pairs: number, certain: number, used: number, must: number}} Share
 */

const DECK = 52;
const WORDS = 3;

/**
 * Tries every matching of a class that takes the needed cards; null: there is none.
 * @param {number} present  eight bits, as `needed` @param {number} needed @param {number} allowed  pairs, sixteen bits
 * @returns {Share | null}
 */
export function shareOf(present, needed, allowed) {
  let matchings = [0]; // cards taken in the low byte, pairs chosen above it
  for (let i = 0; i < 4; i++) {
    const partners = (present >> i) & 1 ? (allowed >> (4 * i)) & (present >> 4) : 0;
    const longer = (needed >> i) & 1 ? [] : matchings.slice();
    for (let j = 0; j < 4; j++) {
      if (!((partners >> j) & 1)) continue;
      const added = (1 << i) | (16 << j) | (256 << (4 * i + j));
      for (const matching of matchings) if (!(matching & (16 << j))) longer.push(matching | added);
    }
    matchings = longer;
  }
  const whole = matchings.filter((matching) => !(needed & ~matching));
  if (whole.length === 0) return null;
  const [some, all] = [whole.reduce((a, b) => a | b), whole.reduce((a, b) => a & b)];
  return {pairs: some >> 8, certain: all >> 8, used: some & 255, must: all & 255};
}

/** Judges the states of one layout. */
export class Judge {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    /** @type {Map<number, Share | null>} */
    this.shares = new Map();
    this.possible = possiblePairs(layout);
    /** The pairs that come before each pair, and after it, by what lies on what. */
    this.before = Array.from({length: PAIRS}, noPairs);
    this.after = Array.from({length: PAIRS}, noPairs);
    for (let pair = 0; pair < PAIRS; pair++) {
      if (!hasPair(this.possible, pair)) continue;
      for (const card of CARDS_OF[pair].flatMap((each) => layout.cones[each])) {
        for (const earlier of PAIRS_OF[card]) {
          if (earlier === pair || !hasPair(this.possible, earlier)) continue;
          addPair(this.before[pair], earlier);
          addPair(this.after[earlier], pair);
        }
      }
    }
    this.tableClashes = new Int32Array(PAIRS * WORDS);
    const nothing = new Int32Array(DECK * WORDS);
    for (let pair = 0; pair < PAIRS; pair++) this.setClashes(this.tableClashes, pair, nothing, nothing);
    this.clashes = new Int32Array(PAIRS * WORDS);
    this.earlier = new Int32Array(DECK * WORDS);
    this.later = new Int32Array(DECK * WORDS);
  }

  /**
   * What is left when some pairs will not leave; null: the state is lost.
   * @param {State} state @param {PairSet} declined @returns {Hope | null}
   */
  judge(state, declined) {
    const {layout} = this;
    const last = layout.isLastPass(state);
    const live = state.table.cards.slice();
    for (const pile of state.waste) addPile(live, pile);
    addPile(live, state.stock);
    const needed = layout.needed.map((byte, k) => byte & live[k]);
    const struck = declined.map((word, index) => word | ~this.possible[index]);
    const piles = last && layout.kept ? [...state.waste] : [];
    const row = last ? (layout.kept ? state.stock : state.waste[0] + state.stock) : '';
    const [used, must] = [noCards(), noCards()];
    for (;;) {
      const [pairs, certain] = [noPairs(), noPairs()];
      for (let k = 0; k < CLASSES; k++) {
        const [word, shift] = [k >> 1, (k & 1) << 4];
        const share = this.share(live[k], needed[k], ~(struck[word] >> shift) & 65535);
        if (share === null) return null;
        pairs[word] |= share.pairs << shift;
        certain[word] |= share.certain << shift;
        used[k] = share.used;
        must[k] = share.must | needed[k];
      }
      const buried = bury(piles, used, live);
      if (needed.some((byte, k) => byte & ~live[k])) return null;
      if (buried || demandAbove(piles, must, needed)) continue;
      const left = this.inOrder(pairs, needed, used, piles, row, last);
      if (left === null) return null;
      if (left.every((word, index) => word === pairs[index])) return {pairs, certain, live};
      left.forEach((word, index) => (struck[index] |= pairs[index] & ~word));
    }
  }

  /** @param {number} present @param {number} needed @param {number} allowed */
  share(present, needed, allowed) {
    const key = present + needed * 256 + allowed * 65536;
    let found = this.shares.get(key);
    if (found === undefined) this.shares.set(key, (found = shareOf(present, needed, allowed)));
    return found;
  }

  /**
   * The pairs that do not clash with all the pairs of a needed card; null: such a card has none.
   * @param {PairSet} pairs @param {CardSet} needed @param {CardSet} used @param {readonly string[]} piles
   * @param {string} row @param {boolean} last
   */
  inOrder(pairs, needed, used, piles, row, last) {
    const clashes = last ? this.looseClashes(pairs, used, piles, row) : this.tableClashes;
    const cards = [];
    for (let card = 0; card < KING; card++) if (hasCard(needed, card)) cards.push(card);
    const left = pairs.slice();
    for (let news = true; news; ) {
      news = false;
      for (const card of cards) {
        let [out0, out1, out2, any] = [left[0], left[1], left[2], false];
        for (const pair of PAIRS_OF[card]) {
          if (!hasPair(left, pair)) continue;
          any = true;
          out0 &= clashes[3 * pair];
          out1 &= clashes[3 * pair + 1];
          out2 &= clashes[3 * pair + 2];
        }
        if (!any) return null;
        if ((out0 | out1 | out2) === 0) continue;
        news = true;
        left[0] &= ~out0;
        left[1] &= ~out1;
        left[2] &= ~out2;
      }
    }
    return left;
  }

  /**
   * The clashes once waste and stock have their say, in the last pass.
   * @param {PairSet} pairs @param {CardSet} used @param {readonly string[]} piles @param {string} row
   */
  looseClashes(pairs, used, piles, row) {
    const {layout, clashes, earlier, later} = this;
    clashes.set(this.tableClashes);
    earlier.fill(0);
    later.fill(0);
    for (const pile of piles) {
      passAlong(pile, true, earlier);
      passAlong(pile, false, later);
    }
    if (layout.rules.waste_piles === 1) {
      // A card that never leaves parts the row in two; where each card is gone before the next one comes, every card does.
      const oneByOne = !layout.kept && !layout.playable;
      /** @param {number} card */
      const parts = (card) => oneByOne || (card < KING && !hasCard(used, card));
      const [pile = ''] = piles;
      partRow(row, pile, parts, earlier, later);
    }
    for (const cards of [...piles, row]) {
      for (let at = 0; at < cards.length; at++) {
        for (const pair of PAIRS_OF[cardAt(cards, at)]) {
          if (hasPair(pairs, pair)) this.setClashes(clashes, pair, earlier, later);
        }
      }
    }
    return clashes;
  }

  /** @param {Int32Array} clashes @param {number} pair @param {Int32Array} earlier @param {Int32Array} later */
  setClashes(clashes, pair, earlier, later) {
    const a = CARDS_OF[pair][0];
    const b = CARDS_OF[pair][1];
    const [before, after] = [this.before[pair], this.after[pair]];
    for (let word = 0; word < WORDS; word++) {
      const ofA = WORDS * a + word;
      const ofB = WORDS * b + word;
      const first = before[word] | earlier[ofA] | earlier[ofB];
      const then = after[word] | later[ofA] | later[ofB];
      clashes[WORDS * pair + word] = (first & then) | PAIR_SET_OF[a][word] | PAIR_SET_OF[b][word];
    }
    clashes[WORDS * pair + (pair >> 5)] &= ~(1 << (pair & 31));
  }
}

/**
 * The pairs that could ever leave together: neither card waits for the other, but for a last cover (PAIR-10).
 * @param {Layout} layout
 */
function possiblePairs(layout) {
  const {cones, rules, start, loose, inPyramid} = layout;
  const looseMeet =
    layout.playable || rules.waste_pair !== 'never' || (rules.waste_piles > 1 && rules.pile_pair);
  /** @param {number} under @param {number} over */
  const lastCover = (under, over) => rules.cover_pair && hasCard(inPyramid, under) && layout.covers[under].includes(over);
  const possible = noPairs();
  CARDS_OF.forEach(([a, b], pair) => {
    if (![a, b].every((card) => hasCard(start.table.cards, card) || hasCard(loose, card))) return;
    if (hasCard(loose, a) && hasCard(loose, b) && !looseMeet) return;
    if (cones[a].includes(b) && !lastCover(a, b)) return;
    if (cones[b].includes(a) && !lastCover(b, a)) return;
    addPair(possible, pair);
  });
  return possible;
}

/** Cuts each pile above its uppermost dead card; were there any? @param {string[]} piles @param {CardSet} used @param {CardSet} live */
function bury(piles, used, live) {
  let buried = false;
  piles.forEach((pile, index) => {
    let end = pile.length;
    while (end > 0 && (cardAt(pile, end - 1) >= KING || hasCard(used, cardAt(pile, end - 1)))) end--;
    if (end === 0) return;
    buried = true;
    for (let at = 0; at < end; at++) dropCard(live, cardAt(pile, at));
    piles[index] = pile.slice(end);
  });
  return buried;
}

/** What lies on a card that has to leave is needed; is any of it news? @param {readonly string[]} piles @param {CardSet} must @param {CardSet} needed */
function demandAbove(piles, must, needed) {
  let news = false;
  for (const pile of piles) {
    let demanded = false;
    for (let at = 0; at < pile.length; at++) {
      const card = cardAt(pile, at);
      if (demanded && card < KING && !hasCard(needed, card)) {
        addCard(needed, card);
        news = true;
      }
      demanded ||= hasCard(must, card) || hasCard(needed, card);
    }
  }
  return news;
}

/**
 * Gives each card of a pile the pairs of the cards on one side of it.
 * @param {string} pile @param {boolean} fromTop @param {Int32Array} sets
 */
function passAlong(pile, fromTop, sets) {
  const seen = noPairs();
  for (let step = 0; step < pile.length; step++) {
    const card = cardAt(pile, fromTop ? pile.length - 1 - step : step);
    addTo(sets, card, seen);
    addTo(seen, 0, PAIR_SET_OF[card]);
  }
}

/** @param {Int32Array} sets @param {number} index @param {PairSet} more */
function addTo(sets, index, more) {
  for (let word = 0; word < WORDS; word++) sets[WORDS * index + word] |= more[word];
}

/**
 * Along the row of cards to come, what lies before a card that parts it leaves before what lies beyond.
 * @param {string} row @param {string} pile  of the waste, which comes before the row
 * @param {(card: number) => boolean} parts @param {Int32Array} earlier @param {Int32Array} later
 */
function partRow(row, pile, parts, earlier, later) {
  const [past, gone] = [noPairs(), noPairs()];
  for (let at = 0; at < pile.length; at++) addTo(past, 0, PAIR_SET_OF[cardAt(pile, at)]);
  for (let at = 0; at < row.length; at++) {
    const card = cardAt(row, at);
    if (parts(card)) gone.set(past);
    addTo(earlier, card, gone);
    addTo(past, 0, PAIR_SET_OF[card]);
  }
  const [ahead, beyond] = [noPairs(), noPairs()];
  for (let at = row.length - 1; at >= 0; at--) {
    const card = cardAt(row, at);
    if (parts(card)) beyond.set(ahead);
    addTo(later, card, beyond);
    addTo(ahead, 0, PAIR_SET_OF[card]);
  }
  for (let at = 0; at < pile.length; at++) addTo(later, cardAt(pile, at), beyond);
}

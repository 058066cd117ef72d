/**
 * Positions as the solver holds them: card numbers, sets of cards and pairs as bits, piles as strings.
 *
 * *Class*: cards only ever leave with a card of one other rank, so the deck falls into six classes of two ranks, and the
 * kings. *Card number*: class k holds the four cards of value k+1 (8k to 8k+3) and the four of value 12-k (8k+4 to
 * 8k+7); kings are 48 to 51. *Card set*: seven bytes, one a class. *Pair number*: 16k+4i+j joins the i-th card of one
 * side of class k with the j-th of the other. *Pair set*: three words of 32 bits. *Pile*: a string, a character a card.
 * *Table*: pyramid and reserve together, as both are cards that lie under others. *Loose*: in waste or stock.
 *
 * @module
 */

import {CARDS, TARGET, valueOf} from '../engine/pyramid.mjs';

/** @import {Card, Position, Rules} from '../engine/pyramid.mjs' */
/** @typedef {Uint8Array} CardSet */
/** @typedef {Int32Array} PairSet */
/** @typedef {{cards: readonly number[], pair: number}} Removal  `pair` is -1 for a king */

/**
 * What lies on the table; one object for each set of cards.
 * @typedef {object} Table
 * @property {number} id
 * @property {CardSet} cards
 * @property {number} wanted  cards of the table that have to leave
 * @property {readonly number[]} exposed
 * @property {readonly Removal[]} removals  of table cards alone
 */

/**
 * @typedef {object} State
 * @property {Table} table
 * @property {readonly string[]} waste  piles, top last
 * @property {string} stock  next card first
 * @property {number} redeals  made so far; 0 where they have no limit
 * @property {string} turned  what the last turn put on the waste, where that matters
 */

export const CLASSES = 6;
export const PAIRS = 16 * CLASSES;
export const KING = 8 * CLASSES;
const WORDS = PAIRS / 32;
const FIRST_CHARACTER = 48;

/** @param {Card} card */
function numberOf(card) {
  const [value, suit] = [valueOf(card), 'CDHS'.indexOf(card[1])];
  if (value === TARGET) return KING + suit;
  return value <= CLASSES ? 8 * (value - 1) + suit : 8 * (TARGET - 1 - value) + 4 + suit;
}

/** @type {Card[]} */
const CARD_OF = [];
for (const card of CARDS) CARD_OF[numberOf(card)] = card;

/** The card of a number. @param {number} number */
export const cardOf = (number) => CARD_OF[number];

/** The number of the card at one place of a pile. @param {string} pile @param {number} at */
export const cardAt = (pile, at) => pile.charCodeAt(at) - FIRST_CHARACTER;

/** @param {readonly Card[]} cards */
const pileOf = (cards) => String.fromCharCode(...cards.map((card) => numberOf(card) + FIRST_CHARACTER));

/** @param {number} card */
const characterOf = (card) => String.fromCharCode(card + FIRST_CHARACTER);

/** @returns {CardSet} */
export const noCards = () => new Uint8Array(CLASSES + 1);

/** @param {CardSet} set @param {number} card */
export const hasCard = (set, card) => ((set[card >> 3] >> (card & 7)) & 1) === 1;

/** @param {CardSet} set @param {number} card */
export const addCard = (set, card) => void (set[card >> 3] |= 1 << (card & 7));

/** @param {CardSet} set @param {number} card */
export const dropCard = (set, card) => void (set[card >> 3] &= ~(1 << (card & 7)));

/** @param {CardSet} set @param {string} pile */
export function addPile(set, pile) {
  for (let at = 0; at < pile.length; at++) addCard(set, cardAt(pile, at));
}

/** @returns {PairSet} */
export const noPairs = () => new Int32Array(WORDS);

/** @param {PairSet} set @param {number} pair */
export const hasPair = (set, pair) => ((set[pair >> 5] >> (pair & 31)) & 1) === 1;

/** @param {PairSet} set @param {number} pair */
export const addPair = (set, pair) => void (set[pair >> 5] |= 1 << (pair & 31));

/** Does one set hold a pair that the other lacks? @param {PairSet} set @param {PairSet} other */
export const goesBeyond = (set, other) => set.some((word, index) => (word & ~other[index]) !== 0);

/** The two cards of each pair. @type {readonly (readonly [number, number])[]} */
export const CARDS_OF = Array.from({length: PAIRS}, (_, pair) => {
  const [side, other] = [(pair >> 2) & 3, pair & 3];
  return [8 * (pair >> 4) + side, 8 * (pair >> 4) + 4 + other];
});

/** The pairs of each card; none for a king. @type {readonly (readonly number[])[]} */
export const PAIRS_OF = CARD_OF.map((_, card) => [...CARDS_OF.keys()].filter((pair) => CARDS_OF[pair].includes(card)));

/** The same as sets. @type {readonly PairSet[]} */
export const PAIR_SET_OF = PAIRS_OF.map((pairs) => {
  const set = noPairs();
  for (const pair of pairs) addPair(set, pair);
  return set;
});

/** The pair of two cards, -1 where they are none. @param {number} a @param {number} b */
export function pairOf(a, b) {
  if (a >> 3 !== b >> 3 || a >= KING || ((a ^ b) & 4) === 0) return -1;
  return a < b ? 16 * (a >> 3) + 4 * (a & 3) + (b & 3) : 16 * (a >> 3) + 4 * (b & 3) + (a & 3);
}

/** The fixed side of a search from one position: what lies on what, what has to go, and how turns work. */
export class Layout {
  /** @param {Position} position @param {Rules} rules */
  constructor(position, rules) {
    this.rules = rules;
    this.kept = rules.unused_card === 'kept';
    this.playable = rules.stock_top === 'playable';
    /** Does the player choose the pile of a turn? */
    this.choosing = rules.waste_piles > 1 && rules.draw_to === 'chosen';
    /** Cards moved by one turn. */
    this.turn = rules.draw_to === 'each' ? rules.waste_piles : rules.draw;
    /** Does a removal never change what later turns bring, apart from the cards that have left? */
    this.steady = this.turn === 1 && !rules.auto_turn;

    const pyramid = position.pyramid.map((card) => (card === null ? -1 : numberOf(card)));
    const reserve = position.reserve.map((pile) => pile.map(numberOf));
    /** The cards that lie directly on each table card. @type {number[][]} */
    this.covers = Array.from({length: CARDS.length}, () => []);
    /** Is a table card in the pyramid? */
    this.inPyramid = noCards();
    let place = 0;
    for (let row = 0; row < rules.rows; row++) {
      for (let end = place + row; place <= end; place++) {
        if (pyramid[place] < 0) continue;
        addCard(this.inPyramid, pyramid[place]);
        this.covers[pyramid[place]] = [place + row + 1, place + row + 2].map((at) => pyramid[at] ?? -1).filter((n) => n >= 0);
      }
    }
    for (const pile of reserve) pile.slice(1).forEach((over, under) => (this.covers[pile[under]] = [over]));

    /** All the cards that have to leave before each table card is exposed. */
    this.cones = conesOf(this.covers);

    const table = noCards();
    for (const card of [...pyramid, ...reserve.flat()]) if (card >= 0) addCard(table, card);
    const loose = noCards();
    for (const pile of [...position.waste, position.stock]) addPile(loose, pileOf(pile));
    this.loose = loose;
    /** Cards that have to leave by removals; those set aside count as gone. @type {CardSet} */
    this.needed = Uint8Array.from(rules.goal === 'pyramid' ? this.inPyramid : table);
    if (rules.goal === 'all' && this.kept) loose.forEach((byte, k) => (this.needed[k] |= byte));

    /** @type {Map<number, Table>} */
    this.tables = new Map();
    const waste = position.waste.map(pileOf);
    /** @type {State} */
    this.start = {
      table: this.tableOf(table),
      waste,
      stock: pileOf(position.stock),
      redeals: rules.passes === 'unlimited' ? 0 : position.redeals,
      turned: rules.waste_pair === 'turned' ? pileOf(position.turned.filter((card) => position.waste.flat().includes(card))) : '',
    };
  }

  /** How many cards of a table have to leave before a card is exposed. @param {number} card @param {Table} table */
  lyingOver(card, {cards}) {
    return this.cones[card].filter((over) => hasCard(cards, over)).length;
  }

  /** @param {State} state */
  isLastPass({redeals}) {
    return this.rules.passes !== 'unlimited' && redeals + 1 >= this.rules.passes;
  }

  /** The table that holds some cards. @param {CardSet} cards @returns {Table} */
  tableOf(cards) {
    const key = cards.reduceRight((sum, byte) => sum * 256 + byte, 0);
    const known = this.tables.get(key);
    if (known) return known;
    const made = this.look(cards);
    this.tables.set(key, made);
    return made;
  }

  /** @param {CardSet} cards @returns {Table} */
  look(cards) {
    const numbers = CARD_OF.map((_, card) => card).filter((card) => hasCard(cards, card));
    const lying = numbers.map((card) => this.covers[card].filter((over) => hasCard(cards, over)));
    const exposed = numbers.filter((_, index) => lying[index].length === 0);
    /** @type {Removal[]} */
    const removals = exposed.filter((card) => card >= KING).map((card) => ({cards: [card], pair: -1}));
    exposed.forEach((a, index) => {
      for (const b of exposed.slice(index + 1)) if (pairOf(a, b) >= 0) removals.push({cards: [a, b], pair: pairOf(a, b)});
    });
    if (this.rules.cover_pair) {
      numbers.forEach((card, index) => {
        const [over] = lying[index];
        const alone = lying[index].length === 1 && hasCard(this.inPyramid, card) && exposed.includes(over);
        if (alone && pairOf(card, over) >= 0) removals.push({cards: [card, over], pair: pairOf(card, over)});
      });
    }
    const wanted = numbers.filter((card) => hasCard(this.needed, card)).length;
    return {id: this.tables.size, cards, wanted, exposed, removals};
  }

  /** @param {State} state */
  isWon({table, waste, stock}) {
    return table.wanted === 0 && (this.rules.goal !== 'all' || (stock === '' && waste.every((pile) => pile === '')));
  }

  /** Every removal that is legal. @param {State} state @returns {readonly Removal[]} */
  removals({table, waste, stock, turned}) {
    const {pile_pair, waste_pair} = this.rules;
    /** @type {number[]} */
    const loose = [];
    for (const pile of waste) if (pile !== '') loose.push(cardAt(pile, pile.length - 1));
    const tops = loose.length;
    if (this.playable && stock !== '') loose.push(cardAt(stock, 0));
    if (loose.length === 0) return table.removals;
    const found = table.removals.slice();
    /** @param {number} a @param {number} b */
    const tryPair = (a, b) => {
      const pair = pairOf(a, b);
      if (pair >= 0) found.push({cards: [a, b], pair});
    };
    loose.forEach((card, index) => {
      if (card >= KING) return void found.push({cards: [card], pair: -1});
      for (const other of table.exposed) tryPair(card, other);
      for (let before = 0; before < index; before++) if (pile_pair || index >= tops) tryPair(card, loose[before]);
    });
    if (waste_pair === 'never') return found;
    for (const pile of waste) {
      const may = pile.length > 1 && (waste_pair === 'top_two' || turned.includes(pile[pile.length - 1]));
      if (may) tryPair(cardAt(pile, pile.length - 1), cardAt(pile, pile.length - 2));
    }
    return found;
  }

  /** The state once some available cards have left. @param {State} state @param {Removal} removal @returns {State} */
  without(state, {cards}) {
    let {table, waste, stock, turned} = state;
    const onTable = cards.filter((card) => hasCard(table.cards, card));
    if (onTable.length > 0) {
      const left = table.cards.slice();
      for (const card of onTable) dropCard(left, card);
      table = this.tableOf(left);
    }
    if (onTable.length < cards.length) {
      const gone = cards.map(characterOf);
      if (gone.includes(stock[0])) stock = stock.slice(1);
      waste = waste.map((pile) => {
        let end = pile.length;
        while (end > 0 && gone.includes(pile[end - 1])) end--;
        return pile.slice(0, end);
      });
      turned = gone.reduce((rest, card) => rest.replace(card, ''), turned);
    }
    return this.filled({...state, table, waste, stock, turned});
  }

  /** The turns that may be made, or else the redeal. @param {State} state @returns {{word: string, state: State}[]} */
  onward(state) {
    const {waste, stock, redeals} = state;
    const turnable = [...waste.keys()].filter((pile) => stock !== '' || (!this.kept && waste[pile] !== ''));
    if (turnable.length > 0) {
      if (!this.choosing) return [{word: 'draw', state: this.turned(state, 0)}];
      return turnable.map((pile) => ({word: `draw@${pile + 1}`, state: this.turned(state, pile)}));
    }
    const gathered = waste.join('');
    if (gathered === '' || this.isLastPass(state)) return [];
    const made = this.rules.passes === 'unlimited' ? 0 : redeals + 1;
    const after = {...state, waste: waste.map(() => ''), stock: gathered, redeals: made, turned: ''};
    return [{word: 'redeal', state: this.filled(after)}];
  }

  /** @param {State} state @param {number} pile @returns {State} */
  turned(state, pile) {
    const moved = state.stock.slice(0, this.turn);
    const waste = state.waste.map((cards, index) => {
      if (this.rules.draw_to === 'each') return cards + moved.slice(index, index + 1);
      if (index !== pile) return cards;
      return this.kept ? cards + moved : moved;
    });
    const turned = this.rules.waste_pair === 'turned' ? moved : '';
    return this.filled({...state, waste, stock: state.stock.slice(this.turn), turned});
  }

  /** Empty piles fill themselves. @param {State} state @returns {State} */
  filled(state) {
    if (!this.rules.auto_turn || state.stock === '' || !state.waste.includes('')) return state;
    let {stock} = state;
    const waste = state.waste.map((pile) => {
      if (pile !== '') return pile;
      const next = stock.slice(0, 1);
      stock = stock.slice(1);
      return next;
    });
    return {...state, waste, stock, turned: ''}; // nothing lies under the cards that were turned
  }
}

/** @param {readonly (readonly number[])[]} covers @returns {readonly (readonly number[])[]} */
function conesOf(covers) {
  /** @param {number} card @returns {number[]} */
  const cone = (card) => [...new Set(covers[card].flatMap((over) => [over, ...cone(over)]))];
  return covers.map((_, card) => cone(card));
}

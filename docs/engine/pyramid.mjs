/**
 * Pyramid Solitaire, every ruleset of spec/pyramid.yaml, written from its clauses alone.
 *
 * One module without dependencies, for Node and browsers. Positions are frozen values and every function is pure, so
 * a refusal or a look changes nothing and the same moves lead to the same position (PLAY-2, PLAY-4, PLAY-5).
 *
 * Words: a *card* is `7H`; a *place* is a spot in the pyramid, 0 at the apex, row by row; a *move* is a word: `draw`,
 * `draw@2`, `redeal`, `KD`, `6H+7S`; a *ruleset* holds a value for every flag; `spec` is spec/pyramid.yaml as JSON.
 *
 *   const rules = ruleset({passes: 3}, spec);
 *   let position = newGame(dealNumber(1), rules);
 *   legalMoves(position, rules);                    // ['KC', 'KH', 'draw']
 *   position = apply(position, 'draw', rules);      // throws IllegalMove, carrying the clause that refuses the move
 *   whyNot(position, 'redeal', rules);              // {clause: 'REDEAL-3', reason: 'The stock still holds 23 cards.'}
 *
 * Errors: PyramidError
 *           MalformedMove   not a word of the language
 *           IllegalMove     a word that the rules refuse; has `clause` and `reason`
 *           BadRules        flags that make no game; has `reasons`
 *           BadDeck         not the 52 cards, or not a deal number
 *
 * @module
 */

/** @typedef {string} Card */
/** @typedef {{clause: string, reason: string}} Refusal */
/** @typedef {'playing' | 'won' | 'lost'} Status */
/** @typedef {string | number | boolean} FlagValue */

/**
 * A turn (onto pile 1..n, or null where none is named), a redeal, or the removal of one or two cards.
 * @typedef {{kind: 'draw', pile: number | null} | {kind: 'redeal'} | {kind: 'remove', cards: readonly Card[]}} Move
 */

/**
 * @typedef {object} Rules
 * @property {number | 'unlimited'} passes
 * @property {number} draw
 * @property {'hidden' | 'playable'} stock_top
 * @property {'never' | 'turned' | 'top_two'} waste_pair
 * @property {'kept' | 'discarded'} unused_card
 * @property {number} waste_piles
 * @property {'chosen' | 'each'} draw_to
 * @property {boolean} opening_draw
 * @property {boolean} auto_turn
 * @property {number} reserve_piles
 * @property {number} reserve_depth
 * @property {boolean} cover_pair
 * @property {boolean} pile_pair
 * @property {number} rows
 * @property {'pyramid' | 'pyramid_and_reserve' | 'all'} goal
 * @property {'none' | 'cards_left'} score
 */

/**
 * Everything on the table at one moment.
 * @typedef {object} Position
 * @property {readonly (Card | null)[]} pyramid  by place, null where the card has gone
 * @property {readonly (readonly Card[])[]} waste  piles, top last
 * @property {readonly Card[]} stock  next card first
 * @property {readonly (readonly Card[])[]} reserve  piles, top last
 * @property {number} redeals  made so far
 * @property {readonly Card[]} turned  what the last turn put on the waste
 */

/** @typedef {{min?: number, not?: FlagValue}} Bounds */
/** @typedef {FlagValue | readonly FlagValue[] | Bounds} Condition */
/** @typedef {{rows: string, piles: string, depth: string, at_most: number}} CardLimit */
/** @typedef {{id: string, reason: string, forbid?: Record<string, Condition>, cards?: CardLimit}} Constraint */
/**
 * @typedef {{type: string, default: FlagValue, from?: number, to?: number, also?: readonly string[],
 *   values?: readonly string[]}} Flag
 */
/**
 * The part of spec/pyramid.yaml that this module reads.
 * @typedef {{flags: Record<string, Flag>, constraints: readonly Constraint[]}} Spec
 */

export class PyramidError extends Error {
  get name() {
    return this.constructor.name;
  }
}

export class MalformedMove extends PyramidError {}

export class BadDeck extends PyramidError {}

export class IllegalMove extends PyramidError {
  /** @param {Refusal} refusal */
  constructor({clause, reason}) {
    super(`${clause}: ${reason}`);
    this.clause = clause;
    this.reason = reason;
  }
}

export class BadRules extends PyramidError {
  /** @param {readonly string[]} reasons */
  constructor(reasons) {
    super(reasons.join(' '));
    this.reasons = reasons;
  }
}

// -- cards and places -------------------------------------------------------------------------------------------------

const RANKS = [...'A23456789TJQK'];
const SUITS = [...'CDHS'];

/** What a removal totals. */
export const TARGET = 13;

/** The 52 cards, suit by suit, each from ace to king: where every numbered deal starts (DEAL-1). */
export const CARDS = Object.freeze(SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)));

/** Code of a rank's character -> value; looking a whole card up costs more than all the rest of finding pairs. */
const RANK_VALUE = new Uint8Array(128);
RANKS.forEach((rank, index) => (RANK_VALUE[rank.charCodeAt(0)] = index + 1));

/** 1 .. 13; the suit never matters (VALUE-1). @param {Card} card */
export const valueOf = (card) => RANK_VALUE[card.charCodeAt(0)];

const MOST_ROWS = 9;

/** Place -> the left one of the two places that cover it; the right one is the next (DEAL-2). */
const LEFT_COVER = Array.from({length: MOST_ROWS}, (_, row) => Array(row + 1).fill(row + 1))
  .flat()
  .map((step, place) => place + step);

/** Cards in a pyramid of so many rows. @param {number} rows */
export const pyramidSize = (rows) => (rows * (rows + 1)) / 2;

/** @param {Card} card */
const isKing = (card) => valueOf(card) === TARGET;

/** @param {Card} a @param {Card} b */
const makesTarget = (a, b) => valueOf(a) + valueOf(b) === TARGET;

/** @template T @param {readonly T[]} pile @returns {T} */
const top = (pile) => pile[pile.length - 1];

/** The places of the cards that lie on `place`. @param {Position['pyramid']} pyramid @param {number} place */
function coversOf(pyramid, place) {
  const left = LEFT_COVER[place];
  return left < pyramid.length ? [left, left + 1].filter((cover) => pyramid[cover] !== null) : [];
}

/** AVAIL-1, AVAIL-2. @param {Position['pyramid']} pyramid @param {number} place */
function isExposed(pyramid, place) {
  const left = LEFT_COVER[place];
  return pyramid[place] !== null && (left >= pyramid.length || (pyramid[left] === null && pyramid[left + 1] === null));
}

/**
 * The card that alone still covers `place`, where it is exposed itself (PAIR-10).
 * @param {Position['pyramid']} pyramid @param {number} place
 */
function lastCover(pyramid, place) {
  const covers = coversOf(pyramid, place);
  return covers.length === 1 && isExposed(pyramid, covers[0]) ? pyramid[covers[0]] : null;
}

// -- deals ------------------------------------------------------------------------------------------------------------

const WORD = 64;
const LARGEST = 2n ** 64n - 1n;

/** The outputs of SplitMix64. @param {bigint} state @returns {Generator<bigint, never>} */
function* splitMix64(state) {
  /** @param {bigint} value */
  const wrap = (value) => BigInt.asUintN(WORD, value);
  for (;;) {
    state = wrap(state + 0x9e3779b97f4a7c15n);
    let z = wrap((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = wrap((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    yield z ^ (z >> 31n);
  }
}

/**
 * The deck of a deal number from 0 to 2^64 - 1, the same in every language.
 * @param {number | bigint} number  a bigint from 2^53 on
 * @returns {readonly Card[]} in deal order
 */
export function dealNumber(number) {
  if (typeof number === 'number' && !Number.isSafeInteger(number)) {
    throw new BadDeck(`A deal number is a whole number, written as a bigint from 2^53 on, not ${number}.`);
  }
  const seed = BigInt(number);
  if (seed < 0n || seed > LARGEST) throw new BadDeck(`A deal number lies between 0 and ${LARGEST}, not at ${number}.`);
  const outputs = splitMix64(seed);
  /**
   * A whole number under `m`, each equally likely: outputs beyond the last full run of m are passed over.
   * @param {number} m
   */
  const below = (m) => {
    const limit = LARGEST - (LARGEST % BigInt(m));
    let output = outputs.next().value;
    while (output >= limit) output = outputs.next().value;
    return Number(output % BigInt(m));
  };
  const deck = [...CARDS];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return Object.freeze(deck);
}

// -- rulesets ---------------------------------------------------------------------------------------------------------

/** The default of every flag: the ruleset `pyramid`. @param {Spec} spec @returns {Rules} */
export function defaults(spec) {
  const flags = Object.entries(spec.flags).map(([name, flag]) => [name, flag.default]);
  return Object.freeze(Object.fromEntries(flags));
}

/** The greatest number of a flag whose range has no end in the rules file. */
export const LARGEST_COUNT = 999_999_999;

/** May the flag have this value? @param {Flag} flag @param {unknown} value */
export function takes(flag, value) {
  if (flag.type === 'switch') return typeof value === 'boolean';
  if (typeof value === 'string') return [...(flag.values ?? []), ...(flag.also ?? [])].includes(value);
  if (flag.type !== 'count' || typeof value !== 'number') return false;
  const {from = 0, to = LARGEST_COUNT} = flag;
  return Number.isSafeInteger(value) && from <= value && value <= to;
}

/**
 * Does a condition of the spec hold for a value? `unlimited` is above every number.
 * @param {Condition} condition @param {FlagValue} value
 */
export function holds(condition, value) {
  if (typeof condition !== 'object') return condition === value;
  if ('length' in condition) return condition.includes(value);
  const {min = -Infinity, not} = condition;
  return value !== not && (min === -Infinity || value === 'unlimited' || Number(value) >= min);
}

/** @param {Constraint} constraint @param {Record<string, FlagValue>} flags */
function isBroken({forbid, cards}, flags) {
  if (cards) {
    const [rows, piles, depth] = [cards.rows, cards.piles, cards.depth].map((name) => Number(flags[name]));
    return pyramidSize(rows) + piles * depth > cards.at_most;
  }
  return Object.entries(forbid ?? {}).every(([name, condition]) => holds(condition, flags[name]));
}

/**
 * Everything that is wrong with some flags, those left out having their defaults; empty: they make a game.
 * Combinations are judged only once every value is one that its flag may have.
 * @param {Readonly<Record<string, unknown>>} flags @param {Spec} spec @returns {string[]} sentences
 */
export function checkRules(flags, spec) {
  const faults = Object.entries(flags).flatMap(([name, value]) => {
    if (!Object.hasOwn(spec.flags, name)) return [`There is no flag ${name}.`];
    return takes(spec.flags[name], value) ? [] : [`The flag ${name} cannot be ${JSON.stringify(value)}.`];
  });
  if (faults.length > 0) return faults;
  return brokenConstraints(/** @type {Record<string, FlagValue>} */ (flags), spec).map(({reason}) => reason);
}

/**
 * The combinations among some flags that make no game, those left out having their defaults.
 * @param {Readonly<Record<string, FlagValue>>} flags  each with a value that it may have
 * @param {Spec} spec
 */
export function brokenConstraints(flags, spec) {
  const full = {...defaults(spec), ...flags};
  return spec.constraints.filter((constraint) => isBroken(constraint, full));
}

/**
 * The defaults changed by some flags. Throws BadRules with every reason where they make no game.
 * @param {Readonly<Record<string, unknown>>} flags @param {Spec} spec @returns {Rules}
 */
export function ruleset(flags, spec) {
  const reasons = checkRules(flags, spec);
  if (reasons.length > 0) throw new BadRules(reasons);
  return Object.freeze({...defaults(spec), ...flags});
}

/** Does the player name the pile of each turn? @param {Rules} rules */
const namesPile = (rules) => rules.waste_piles > 1 && rules.draw_to === 'chosen';

/** Is a card dealt to each of several piles? @param {Rules} rules */
const dealsToEach = (rules) => rules.waste_piles > 1 && rules.draw_to === 'each';

// -- positions --------------------------------------------------------------------------------------------------------

/** @param {Position} parts @returns {Position} */
function frozen(parts) {
  for (const piles of [parts.waste, parts.reserve]) Object.freeze(piles).forEach(Object.freeze);
  for (const cards of [parts.pyramid, parts.stock, parts.turned]) Object.freeze(cards);
  return Object.freeze(parts);
}

/**
 * A position from its parts, copied and frozen; what is left out is empty. For positions that were not dealt.
 * @param {Partial<Position>} parts @returns {Position}
 */
export function positionOf({pyramid = [], waste = [[]], stock = [], reserve = [], redeals = 0, turned = []}) {
  /** @param {readonly (readonly Card[])[]} piles */
  const copied = (piles) => piles.map((pile) => [...pile]);
  return frozen({
    pyramid: [...pyramid],
    waste: copied(waste),
    stock: [...stock],
    reserve: copied(reserve),
    redeals,
    turned: [...turned],
  });
}

/** DEAL-1. @param {readonly Card[]} deck */
function checkDeck(deck) {
  const different = new Set(deck.filter((card) => CARDS.includes(card)));
  if (deck.length !== CARDS.length || different.size !== CARDS.length) {
    const found = `${deck.length}, ${different.size} different ones among them`;
    throw new BadDeck(`A deck holds ${CARDS.length} different cards; this one holds ${found}.`);
  }
}

/**
 * The position from which play begins: pyramid, then reserve, then stock (DEAL-2 to DEAL-6, TURN-10).
 * @param {readonly Card[]} deck  52 cards in deal order, left as it is; BadDeck otherwise
 * @param {Rules} rules @returns {Position}
 */
export function newGame(deck, rules) {
  checkDeck(deck);
  const {reserve_piles: piles, reserve_depth: depth} = rules;
  const size = pyramidSize(rules.rows);
  const reserved = deck.slice(size, size + piles * depth);
  const dealt = positionOf({
    pyramid: deck.slice(0, size),
    reserve: Array.from({length: piles}, (_, pile) => reserved.filter((_, nth) => nth % piles === pile)),
    stock: deck.slice(size + piles * depth),
    waste: Array.from({length: rules.waste_piles}, () => []),
  });
  return fillEmptyPiles(rules.opening_draw ? turn(dealt, 0, rules) : dealt, rules);
}

// -- words ------------------------------------------------------------------------------------------------------------

const CARD = '[A23456789TJQK][CDHS]';
const REMOVAL = new RegExp(`^(${CARD})(?:\\+(${CARD}))?$`);
const DRAW = /^draw(?:@([1-9]\d?))?$/;

/**
 * The lower value first; between equals, which never leave together, the suit decides.
 * @param {Card} a @param {Card} b
 */
const inOrder = (a, b) => valueOf(a) - valueOf(b) || CARDS.indexOf(a) - CARDS.indexOf(b);

/** PAIR-5: a pair has one word, whichever card was named first. @param {Card} a @param {Card} b */
const pairWord = (a, b) => (inOrder(a, b) <= 0 ? `${a}+${b}` : `${b}+${a}`);

/**
 * A word as a move; throws MalformedMove where it is none. A pair is put in order.
 * @param {string} word @returns {Move}
 */
export function parseMove(word) {
  if (word === 'redeal') return {kind: 'redeal'};
  const removal = REMOVAL.exec(word);
  if (removal) return {kind: 'remove', cards: removal[2] ? [removal[1], removal[2]].sort(inOrder) : [removal[1]]};
  const draw = DRAW.exec(word);
  if (draw) return {kind: 'draw', pile: draw[1] === undefined ? null : Number(draw[1])};
  throw new MalformedMove(`${JSON.stringify(word)} is no move; moves read draw, draw@2, redeal, KD or 6H+7S.`);
}

/** A move as its word; the inverse of parseMove. @param {Move} move */
export function formatMove(move) {
  if (move.kind === 'remove') return move.cards.join('+');
  return move.kind === 'draw' && move.pile !== null ? `draw@${move.pile}` : move.kind;
}

// -- which removals are legal -----------------------------------------------------------------------------------------

/** AVAIL-3, AVAIL-7. @param {readonly (readonly Card[])[]} piles */
const tops = (piles) => piles.filter((pile) => pile.length > 0).map(top);

/** AVAIL-1. @param {Position['pyramid']} pyramid */
function exposedCards(pyramid) {
  const cards = [];
  for (let place = 0; place < pyramid.length; place++) {
    const card = pyramid[place];
    if (card !== null && isExposed(pyramid, place)) cards.push(card);
  }
  return cards;
}

/** AVAIL-5, AVAIL-6. @param {Position} position @param {Rules} rules */
const openStock = ({stock}, rules) => (rules.stock_top === 'playable' ? stock.slice(0, 1) : []);

/**
 * PAIR-1.
 * @param {Card} card @param {readonly Card[]} others @param {number} [from]  the first of the others that counts
 */
function pairsOf(card, others, from = 0) {
  const words = [];
  for (let i = from; i < others.length; i++) if (makesTarget(card, others[i])) words.push(pairWord(card, others[i]));
  return words;
}

/** PAIR-1. @param {readonly Card[]} cards */
const pairsWithin = (cards) => cards.flatMap((card, i) => pairsOf(card, cards, i + 1));

/**
 * PAIR-6 to PAIR-8: may the top of a pile leave with the card under it?
 * @param {Card} card @param {Position} position @param {Rules} rules
 */
function pairsDownward(card, {turned}, rules) {
  return rules.waste_pair === 'top_two' || (rules.waste_pair === 'turned' && turned.includes(card));
}

/** PAIR-7, PAIR-8. @param {Position} position @param {Rules} rules */
function wastePairs(position, rules) {
  return position.waste
    .filter((pile) => pile.length > 1 && pairsDownward(top(pile), position, rules))
    .flatMap((pile) => pairsOf(top(pile), pile.slice(-2, -1)));
}

/** PAIR-10. @param {Position} position @param {Rules} rules */
function coverPairs({pyramid}, rules) {
  if (!rules.cover_pair) return [];
  return pyramid.flatMap((card, place) => {
    const cover = lastCover(pyramid, place);
    return card === null || cover === null ? [] : pairsOf(card, [cover]);
  });
}

/**
 * SINGLE-1, PAIR-1 to PAIR-12: every legal removal.
 * @param {Position} position @param {Rules} rules @returns {string[]}
 */
function removals(position, rules) {
  const wasted = tops(position.waste);
  const others = [...exposedCards(position.pyramid), ...tops(position.reserve), ...openStock(position, rules)];
  return [
    ...others.filter(isKing),
    ...wasted.filter(isKing),
    ...pairsWithin(others),
    ...wasted.flatMap((card) => pairsOf(card, others)),
    ...(rules.pile_pair ? pairsWithin(wasted) : []), // PAIR-11, PAIR-12
    ...wastePairs(position, rules),
    ...coverPairs(position, rules),
  ];
}

/**
 * TURN-4, TURN-7, TURN-8: the turns that are legal.
 * @param {Position} position @param {Rules} rules @returns {string[]}
 */
function legalTurns(position, rules) {
  if (!namesPile(rules)) return refuseTurn(position, null, rules) ? [] : ['draw'];
  const piles = position.waste.map((_, index) => index + 1);
  return piles.filter((pile) => !refuseTurn(position, pile, rules)).map((pile) => `draw@${pile}`);
}

/** @param {Position} position @param {Rules} rules @returns {string[]} */
const legalRedeals = (position, rules) => (refuseRedeal(position, rules) ? [] : ['redeal']);

/**
 * Every legal move and no other (PLAY-7): removals, turns, redeal, none of them compulsory (PLAY-1). Empty once the
 * game is won (END-5).
 * @param {Position} position @param {Rules} rules @returns {string[]}
 */
export function legalMoves(position, rules) {
  if (isWon(position, rules)) return [];
  return [...removals(position, rules), ...legalTurns(position, rules), ...legalRedeals(position, rules)];
}

// -- what moves do ----------------------------------------------------------------------------------------------------

/**
 * TURN-1 to TURN-3, TURN-5, TURN-6, TURN-8, TURN-9.
 * @param {Position} position @param {number} pile  from 0; of no account where every pile is dealt a card
 * @param {Rules} rules @returns {Position}
 */
function turn(position, pile, rules) {
  const each = dealsToEach(rules);
  const turned = position.stock.slice(0, each ? rules.waste_piles : rules.draw);
  const waste = position.waste.map((cards, index) => {
    if (each) return [...cards, ...turned.slice(index, index + 1)];
    if (index !== pile) return cards;
    return rules.unused_card === 'discarded' ? turned : [...cards, ...turned];
  });
  return frozen({...position, waste, stock: position.stock.slice(turned.length), turned});
}

/** REDEAL-2, REDEAL-7 to REDEAL-9. @param {Position} position @returns {Position} */
function redeal(position) {
  const waste = position.waste.map(() => []);
  return frozen({...position, stock: position.waste.flat(), waste, redeals: position.redeals + 1, turned: []});
}

/** PLAY-3. @param {Position} position @param {readonly Card[]} cards @returns {Position} */
function remove(position, cards) {
  /** @param {Card | null} card */
  const stays = (card) => card === null || !cards.includes(card);
  /** @param {readonly Card[]} pile */
  const left = (pile) => (pile.every(stays) ? pile : pile.filter(stays));
  return frozen({
    ...position,
    pyramid: position.pyramid.map((card) => (stays(card) ? card : null)),
    waste: position.waste.map(left),
    stock: left(position.stock),
    reserve: position.reserve.map(left),
  });
}

/**
 * TURN-10, TURN-11: the game's own turns after the deal and after each move.
 * @param {Position} position @param {Rules} rules
 */
function fillEmptyPiles(position, rules) {
  const empty = rules.auto_turn ? position.waste.filter((pile) => pile.length === 0).length : 0;
  const turned = position.stock.slice(0, empty);
  if (turned.length === 0) return position;
  let filled = 0;
  const waste = position.waste.map((pile) => (pile.length > 0 || filled === turned.length ? pile : [turned[filled++]]));
  return frozen({...position, waste, stock: position.stock.slice(turned.length), turned});
}

/**
 * The position after a move. Throws MalformedMove, or IllegalMove with the clause that refuses it.
 * @param {Position} position @param {string} move @param {Rules} rules @returns {Position}
 */
export function apply(position, move, rules) {
  const refusal = whyNot(position, move, rules);
  if (refusal) throw new IllegalMove(refusal);
  return fillEmptyPiles(afterMove(position, parseMove(move), rules), rules);
}

/** @param {Position} position @param {Move} move @param {Rules} rules */
function afterMove(position, move, rules) {
  if (move.kind === 'remove') return remove(position, move.cards);
  return move.kind === 'redeal' ? redeal(position) : turn(position, (move.pile ?? 1) - 1, rules);
}

// -- why a move is refused --------------------------------------------------------------------------------------------

/** @typedef {{area: 'pyramid' | 'waste' | 'stock' | 'reserve', pile: number, at: number}} Spot */

/**
 * Where a card lies: its place in the pyramid, or how many cards of its pile come before it; null: it has left play.
 * @param {Position} position @param {Card} card @returns {Spot | null}
 */
function find({pyramid, waste, stock, reserve}, card) {
  if (pyramid.includes(card)) return {area: 'pyramid', pile: 0, at: pyramid.indexOf(card)};
  if (stock.includes(card)) return {area: 'stock', pile: 0, at: stock.indexOf(card)};
  for (const [area, piles] of /** @type {const} */ ([['waste', waste], ['reserve', reserve]])) {
    const pile = piles.findIndex((cards) => cards.includes(card));
    if (pile >= 0) return {area, pile, at: piles[pile].length - 1 - piles[pile].indexOf(card)};
  }
  return null;
}

/** @param {string} clause @param {string} reason @returns {Refusal} */
const refusal = (clause, reason) => ({clause, reason});

/** @param {number} count */
const cardsInWords = (count) => (count === 1 ? '1 card' : `${count} cards`);

/**
 * AVAIL-1 to AVAIL-9: null where the card is available.
 * @param {Position} position @param {Card} card @param {Rules} rules @returns {Refusal | null}
 */
export function refuseUse(position, card, rules) {
  const spot = find(position, card);
  if (spot === null) return refusal('AVAIL-9', `${card} has left play.`);
  switch (spot.area) {
    case 'pyramid': {
      const covers = coversOf(position.pyramid, spot.at).map((place) => position.pyramid[place]);
      return covers.length === 0 ? null : refusal('AVAIL-2', `${card} is covered by ${covers.join(' and ')}.`);
    }
    case 'stock':
      if (rules.stock_top === 'hidden') return refusal('AVAIL-5', `${card} is in the stock and has not been turned.`);
      return spot.at === 0 ? null : refusal('AVAIL-6', `${card} lies in the stock under ${position.stock[0]}.`);
    default: {
      if (spot.at === 0) return null;
      const clause = spot.area === 'waste' ? 'AVAIL-4' : 'AVAIL-8';
      return refusal(clause, `${card} is buried in the ${spot.area} under ${top(position[spot.area][spot.pile])}.`);
    }
  }
}

/** SINGLE-1, SINGLE-2. @param {Position} position @param {Card} card @param {Rules} rules */
function refuseSingle(position, card, rules) {
  if (isKing(card)) return refuseUse(position, card, rules);
  return refusal('SINGLE-2', `${card} is worth ${valueOf(card)}, and only a card worth ${TARGET} leaves alone.`);
}

/** PAIR-2 to PAIR-4: what the two cards are, wherever they lie. @param {Card} a @param {Card} b */
function refuseTotal(a, b) {
  if (a === b) return refusal('PAIR-4', `${a} cannot pair with itself.`);
  const king = [a, b].find(isKing);
  if (king) return refusal('PAIR-3', `${king} leaves alone, not with ${king === a ? b : a}.`);
  return makesTarget(a, b) ? null : refusal('PAIR-2', `${a} and ${b} total ${valueOf(a) + valueOf(b)}, not ${TARGET}.`);
}

/** Does `cover` lie on `card`? @param {Position} position @param {Card} card @param {Card} cover */
function isCoverOf({pyramid}, card, cover) {
  const [place, above] = [pyramid.indexOf(card), pyramid.indexOf(cover)];
  return place >= 0 && coversOf(pyramid, place).includes(above);
}

/** PAIR-9, PAIR-10. @param {Position} position @param {Card} card @param {Card} cover @param {Rules} rules */
function refuseCoverPair(position, card, cover, rules) {
  if (!rules.cover_pair) return refusal('PAIR-9', `${cover} lies on ${card}, and a card never pairs with its cover.`);
  const covers = coversOf(position.pyramid, position.pyramid.indexOf(card)).map((place) => position.pyramid[place]);
  if (covers.length > 1) {
    return refusal('PAIR-10', `${covers.join(' and ')} both lie on ${card}, so neither leaves with it.`);
  }
  if (isExposed(position.pyramid, position.pyramid.indexOf(cover))) return null;
  return refusal('PAIR-10', `${cover}, the last card on ${card}, is covered itself.`);
}

/**
 * PAIR-6 to PAIR-8.
 * @param {Position} position @param {readonly Card[]} pile @param {Card[]} pair @param {Rules} rules
 */
function refuseInPile(position, pile, pair, rules) {
  const [under, over] = pile.filter((card) => pair.includes(card));
  if (over !== top(pile)) return refuseUse(position, over, rules);
  if (under !== pile[pile.length - 2]) return refuseUse(position, under, rules);
  if (pairsDownward(over, position, rules)) return null;
  return rules.waste_pair === 'turned'
    ? refusal('PAIR-7', `${over} was not put on ${under} by the last turn.`)
    : refusal('PAIR-6', `${over} lies on ${under} in one waste pile, and two cards of a pile never pair.`);
}

/**
 * PAIR-11, PAIR-12, of two available cards.
 * @param {Position} position @param {Card} a @param {Card} b @param {Rules} rules
 */
function refuseTops({waste}, a, b, rules) {
  if (rules.pile_pair || ![a, b].every((card) => tops(waste).includes(card))) return null;
  return refusal('PAIR-12', `${a} and ${b} are the tops of two waste piles, which do not pair.`);
}

/**
 * PAIR-1 to PAIR-12.
 * @param {Position} position @param {Card} a @param {Card} b @param {Rules} rules @returns {Refusal | null}
 */
function refusePair(position, a, b, rules) {
  const faulty = refuseTotal(a, b);
  if (faulty) return faulty;
  if (isCoverOf(position, a, b)) return refuseCoverPair(position, a, b, rules);
  if (isCoverOf(position, b, a)) return refuseCoverPair(position, b, a, rules);
  const shared = position.waste.find((pile) => pile.includes(a) && pile.includes(b));
  if (shared) return refuseInPile(position, shared, [a, b], rules);
  return refuseUse(position, a, rules) ?? refuseUse(position, b, rules) ?? refuseTops(position, a, b, rules);
}

/**
 * TURN-4, TURN-7, TURN-8, TURN-12, TURN-13.
 * @param {Position} position @param {number | null} pile @param {Rules} rules @returns {Refusal | null}
 */
function refuseTurn({waste, stock}, pile, rules) {
  if (namesPile(rules)) {
    if (pile === null) return refusal('TURN-8', `A turn names its pile here, from draw@1 to draw@${waste.length}.`);
    if (pile > waste.length) return refusal('TURN-8', `There is no waste pile ${pile} here.`);
  } else if (pile !== null) {
    return dealsToEach(rules)
      ? refusal('TURN-13', `A turn deals a card to each pile, so pile ${pile} cannot be chosen.`)
      : refusal('TURN-12', `There is only one waste pile, so pile ${pile} is not named.`);
  }
  if (stock.length > 0) return null;
  if (rules.unused_card === 'kept') return refusal('TURN-4', 'The stock is empty.');
  const target = waste[(pile ?? 1) - 1];
  return target.length > 0 ? null : refusal('TURN-7', 'The stock is empty and the pile holds no card to set aside.');
}

/**
 * REDEAL-1 to REDEAL-6. A pass that is used up is told first: it will not come back.
 * @param {Position} position @param {Rules} rules @returns {Refusal | null}
 */
function refuseRedeal({waste, stock, redeals}, {passes}) {
  if (passes === 1) return refusal('REDEAL-1', 'There is one pass through the stock and no redeal.');
  if (passes !== 'unlimited' && redeals >= passes - 1) {
    return refusal('REDEAL-5', `The last of ${passes} passes has begun.`);
  }
  if (stock.length > 0) return refusal('REDEAL-3', `The stock still holds ${cardsInWords(stock.length)}.`);
  return waste.some((pile) => pile.length > 0) ? null : refusal('REDEAL-4', 'The waste holds no card to redeal.');
}

/**
 * The clause that refuses a move and one sentence that says why; null where the move is legal. Where several clauses
 * refuse it, the one that would refuse it longest: the game is over, the cards never go together, a card is gone or
 * out of reach. Throws MalformedMove where the word is no move.
 * @param {Position} position @param {string} move @param {Rules} rules @returns {Refusal | null}
 */
export function whyNot(position, move, rules) {
  const parsed = parseMove(move);
  if (isWon(position, rules)) return refusal('END-5', `The game is won, so ${formatMove(parsed)} comes too late.`);
  if (parsed.kind === 'draw') return refuseTurn(position, parsed.pile, rules);
  if (parsed.kind === 'redeal') return refuseRedeal(position, rules);
  const [a, b] = parsed.cards;
  return parsed.cards.length === 1 ? refuseSingle(position, a, rules) : refusePair(position, a, b, rules);
}

// -- win, loss and score ----------------------------------------------------------------------------------------------

/** @param {readonly (readonly Card[])[]} piles */
const allEmpty = (piles) => piles.every((pile) => pile.length === 0);

/** END-1 to END-4. @param {Position} position @param {Rules} rules */
function isWon({pyramid, reserve, stock, waste}, {goal}) {
  if (pyramid.some((card) => card !== null)) return false;
  if (goal === 'pyramid') return true;
  return allEmpty(reserve) && (goal === 'pyramid_and_reserve' || (stock.length === 0 && allEmpty(waste)));
}

/**
 * END-7: can turning and redealing alone bring up a removal? There is one way to go on from each position, so the walk
 * ends where a waste comes back with the stock empty; several piles reorder the cards on the way there (REDEAL-8).
 * @param {Position} position @param {Rules} rules
 */
function canComeUp(position, rules) {
  const seen = new Set();
  /** @param {Position} before */
  const goOn = (before) => fillEmptyPiles(before.stock.length > 0 ? turn(before, 0, rules) : redeal(before), rules);
  for (let next = position; ; next = goOn(next)) {
    if (removals(next, rules).length > 0) return true;
    if (next.stock.length > 0) continue;
    const waste = next.waste.join('|');
    if (allEmpty(next.waste) || seen.has(waste)) return false;
    seen.add(waste);
  }
}

/**
 * END-1 to END-9: a win is tested before a loss, and a removal at hand before both kinds of loss.
 * @param {Position} position @param {Rules} rules @returns {Status}
 */
export function status(position, rules) {
  if (isWon(position, rules)) return 'won';
  const goesOn = rules.passes === 'unlimited' ? canComeUp(position, rules) : legalMoves(position, rules).length > 0;
  return goesOn ? 'playing' : 'lost';
}

/**
 * SCORE-1, SCORE-2: pyramid cards left; null where no score is kept.
 * @param {Position} position @param {Rules} rules
 */
export function score({pyramid}, rules) {
  return rules.score === 'cards_left' ? pyramid.filter((card) => card !== null).length : null;
}

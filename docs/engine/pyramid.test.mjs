/** The engine against positions read off the clauses, known counts, and itself: its list of moves and its refusals. */

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, test} from 'node:test';
import {perft} from './perft.mjs';
import {
  apply,
  BadDeck,
  BadRules,
  CARDS,
  checkRules,
  dealNumber,
  defaults,
  formatMove,
  IllegalMove,
  legalMoves,
  MalformedMove,
  newGame,
  parseMove,
  positionOf,
  ruleset,
  score,
  status,
  TARGET,
  valueOf,
  whyNot,
} from './pyramid.mjs';

/** @import {Card, Position, Rules} from './pyramid.mjs' */
/** @typedef {Partial<Rules>} Flags */
/** @typedef {Omit<Partial<Position>, 'pyramid'> & {pyramid?: Record<number, Card>}} Parts */

const spec = JSON.parse(readFileSync(new URL('rules.json', import.meta.url), 'utf8'));

/** @param {Flags} [flags] */
const rulesOf = (flags = {}) => ruleset(flags, spec);

/** A hand-made position of 28 places, those not named being empty. @param {Parts} parts */
const at = ({pyramid = {}, ...rest}) =>
  positionOf({...rest, pyramid: Array.from({length: 28}, (_, place) => pyramid[place] ?? null)});

/** @param {Position} position @param {string} moves @param {Rules} rules */
const play = (position, moves, rules) => moves.split(' ').reduce((now, move) => apply(now, move, rules), position);

/** @param {Position} position */
const cardsOf = ({pyramid, waste, stock, reserve}) =>
  [...pyramid.filter((card) => card !== null), ...waste.flat(), ...stock, ...reserve.flat()];

/** @param {string} line */
const deckOf = (line) => line.split(' ');

const PRESETS = /** @type {Record<string, Flags>} */ ({
  pyramid: {},
  classic: {stock_top: 'playable', passes: 3, goal: 'all', opening_draw: true},
  giza: {reserve_piles: 8, reserve_depth: 3},
  apophis: {waste_piles: 3},
  'reserve-row': {reserve_piles: 7},
  'king-tut': {draw: 3, passes: 'unlimited'},
});

describe('deals', () => {
  test('deal 0 and deal 1 are the decks that every language deals', () => {
    assert.deepEqual(dealNumber(0).slice(0, 8), deckOf('8S JH 9C 2S 2D QD 6S TC'));
    assert.deepEqual(dealNumber(1).slice(0, 10), deckOf('7D 9C 4D 8H 8D 5S JD 6D 9S JC'));
  });

  test('outputs beyond the last full run of 52 are passed over', () => {
    // Found by running SplitMix64 backwards: the first output is the largest taken, the least passed over, the largest.
    assert.deepEqual(dealNumber(8612849474949488056n).slice(0, 8), deckOf('8C JD 5C JH 7S QH 8S 9D'));
    assert.deepEqual(dealNumber(9221024062816390653n).slice(0, 8), deckOf('7S 8D 7C 4H QS 2C 9D KS'));
    assert.deepEqual(dealNumber(3558559446808474027n).slice(0, 8), deckOf('QH 2S JS KC 4C 5H TH 2H'));
  });

  test('every deal number up to 2^64 - 1 deals the 52 cards, and others are refused', () => {
    for (const number of [0, 7, 2 ** 53 - 1, 2n ** 53n, 2n ** 64n - 1n]) {
      assert.deepEqual([...dealNumber(number)].sort(), [...CARDS].sort());
    }
    assert.deepEqual(dealNumber(5), dealNumber(5n));
    for (const number of [-1, -1n, 2n ** 64n, 0.5, NaN, 2 ** 53]) assert.throws(() => dealNumber(number), BadDeck);
  });

  test('VALUE-1: the values of cards and places agree with the rules file', () => {
    assert.equal(TARGET, spec.target);
    assert.equal(CARDS.length, Object.keys(spec.deck.suits).length * Object.keys(spec.deck.ranks).length);
    for (const card of CARDS) assert.equal(valueOf(card), spec.deck.ranks[card[0]]);
    assert.deepEqual(spec.layout.cover_offsets, [1, 2]);
  });

  test('DEAL-1: a deck of other than the 52 cards is refused', () => {
    for (const deck of [CARDS.slice(1), [...CARDS, 'AC'], ['XX', ...CARDS.slice(1)], ['KS', ...CARDS.slice(1)]]) {
      assert.throws(() => newGame(deck, rulesOf()), BadDeck);
    }
  });

  test('DEAL-2, DEAL-4, DEAL-5: pyramid, then stock, and an empty waste', () => {
    const game = newGame(CARDS, rulesOf());
    assert.deepEqual(game.pyramid, CARDS.slice(0, 28));
    assert.deepEqual(game.stock, CARDS.slice(28));
    assert.deepEqual([game.waste, game.reserve, game.redeals, game.turned], [[[]], [], 0, []]);
  });

  test('DEAL-3: the reserve is dealt round after round', () => {
    const game = newGame(CARDS, rulesOf({reserve_piles: 3, reserve_depth: 2, rows: 2}));
    assert.deepEqual(game.pyramid, CARDS.slice(0, 3));
    assert.deepEqual(game.reserve, [[CARDS[3], CARDS[6]], [CARDS[4], CARDS[7]], [CARDS[5], CARDS[8]]]);
    assert.deepEqual(game.stock, CARDS.slice(9));
  });

  test('DEAL-6: the first turn is part of the deal, and turns nothing where there is no stock', () => {
    /** @param {Flags} flags */
    const wasteOf = (flags) => newGame(CARDS, rulesOf({opening_draw: true, ...flags})).waste;
    const [a, b, c] = CARDS.slice(28);
    assert.deepEqual(wasteOf({}), [[a]]);
    assert.deepEqual(wasteOf({draw: 3}), [[a, b, c]]);
    assert.deepEqual(wasteOf({waste_piles: 3}), [[a], [], []]);
    assert.deepEqual(wasteOf({waste_piles: 3, draw_to: 'each'}), [[a], [b], [c]]);
    assert.deepEqual(wasteOf({reserve_piles: 8, reserve_depth: 3}), [[]]);
  });

  test('TURN-10: piles that fill themselves are filled at the deal', () => {
    const game = newGame(CARDS, rulesOf({auto_turn: true, waste_piles: 2}));
    assert.deepEqual(game.waste, [[CARDS[28]], [CARDS[29]]]);
    assert.equal(game.stock.length, 22);
  });
});

describe('rulesets', () => {
  test('the defaults make a game, and unknown flags and values do not', () => {
    assert.deepEqual(checkRules({}, spec), []);
    assert.deepEqual(checkRules(defaults(spec), spec), []);
    for (const passes of [1, 17, 'unlimited']) assert.deepEqual(checkRules({passes}, spec), []);
    const bad = {passes: 0, draw: 4, rows: 1.5, waste_piles: '2', goal: 'some', cover_pair: 1, pass: 2, toString: 1};
    assert.equal(checkRules(bad, spec).length, Object.keys(bad).length);
    for (const passes of ['never', true, null, [1], {}]) assert.equal(checkRules({passes}, spec).length, 1);
    assert.throws(() => ruleset({rows: 10}, spec), BadRules);
  });

  const broken = /** @type {Record<string, Flags>} */ ({
    'cards-in-deck': {rows: 9, reserve_piles: 8},
    'draw-one-per-pile': {draw: 2, waste_piles: 2},
    'each-needs-piles': {draw_to: 'each'},
    'pile-pair-needs-piles': {pile_pair: false},
    'unlimited-chosen-piles': {passes: 'unlimited', waste_piles: 2},
    'discarded-one-pass': {unused_card: 'discarded', passes: 'unlimited'},
    'discarded-one-card': {unused_card: 'discarded', draw: 2},
    'discarded-chosen-pile': {unused_card: 'discarded', draw_to: 'each', waste_piles: 2},
    'discarded-no-waste-pair': {unused_card: 'discarded', waste_pair: 'turned'},
    'auto-turn-one-card': {auto_turn: true, draw: 3},
    'auto-turn-chosen-pile': {auto_turn: true, draw_to: 'each', waste_piles: 3},
    'auto-turn-opens': {auto_turn: true, opening_draw: true},
  });

  for (const {id, reason} of spec.constraints) {
    test(`${id} is refused with its reason`, () => assert.deepEqual(checkRules(broken[id], spec), [reason]));
  }

  test('a condition is a value, a list, a least number or any other value, and unlimited is above every number', () => {
    /** @param {unknown} passes @param {unknown} condition */
    const forbids = (passes, condition) => {
      const constraint = {id: 'one', forbid: {passes: condition}, reason: 'No.'};
      return checkRules({passes}, {...spec, constraints: [constraint]}).length > 0;
    };
    const conditions = [2, [1, 'unlimited'], {min: 2}, {not: 2}, {min: 2, not: 'unlimited'}];
    const forbidden = [1, 2, 3, 'unlimited'].map((passes) => conditions.map((condition) => forbids(passes, condition)));
    assert.deepEqual(forbidden, [
      [false, true, false, true, false],
      [true, false, true, false, true],
      [false, false, true, true, true],
      [false, true, true, true, false],
    ]);
  });

  test('every broken combination is told at once, and legal neighbours are not', () => {
    assert.equal(checkRules({unused_card: 'discarded', passes: 2, draw: 3, waste_pair: 'turned'}, spec).length, 3);
    assert.equal(checkRules({draw_to: 'each', unused_card: 'discarded'}, spec).length, 2);
    assert.deepEqual(checkRules({passes: 'unlimited', draw_to: 'each', waste_piles: 3}, spec), []);
    assert.deepEqual(checkRules({rows: 9, reserve_piles: 7}, spec), []);
  });
});

describe('words', () => {
  test('parsing and writing a move are inverse, and the lower value is written first', () => {
    for (const word of ['draw', 'draw@2', 'draw@10', 'redeal', 'KD', '5C', '6H+7S', '6C+6D', '5C+5C']) {
      assert.equal(formatMove(parseMove(word)), word);
    }
    assert.deepEqual(parseMove('7S+6H'), parseMove('6H+7S'));
    assert.equal(formatMove(parseMove('6D+6C')), '6C+6D');
  });

  test('other words are malformed', () => {
    const words = ['', ' draw', 'draw\n', 'Draw', 'draw@', 'draw@-1', 'draw@0', 'draw@01', 'draw@100', 'redeal@1'];
    for (const word of [...words, 'kd', '10H', '1H', 'KX', '6H+', '6H 7S', '6H+7S+KD', 'constructor']) {
      assert.throws(() => parseMove(word), MalformedMove);
      assert.throws(() => whyNot(newGame(CARDS, rulesOf()), word, rulesOf()), MalformedMove);
      assert.throws(() => apply(newGame(CARDS, rulesOf()), word, rulesOf()), MalformedMove);
    }
  });
});

describe('legal moves', () => {
  /** Clause, flags, position, and exactly the moves that are legal there. @type {[string, Flags, Parts, string][]} */
  const cases = [
    ['AVAIL-1, PAIR-1', {}, {pyramid: {21: '5C', 22: '8D'}}, '5C+8D'],
    ['AVAIL-2: one cover is enough', {}, {pyramid: {15: 'KS', 22: '4D'}}, ''],
    ['AVAIL-2: in the mirror too', {}, {pyramid: {15: 'KS', 21: '4D'}}, ''],
    ['AVAIL-1: a card freed on both sides', {}, {pyramid: {15: 'KS', 23: '4D'}}, 'KS'],
    ['AVAIL-3: the last waste card', {}, {pyramid: {21: '8C'}, waste: [['5H']]}, '5H+8C'],
    ['AVAIL-4: a buried waste card', {}, {pyramid: {21: '8C'}, waste: [['5H', 'QS']]}, ''],
    ['AVAIL-5', {}, {pyramid: {21: '8C'}, stock: ['5H']}, 'draw'],
    ['AVAIL-6', {stock_top: 'playable'}, {pyramid: {21: '8C', 22: '9C'}, stock: ['5H', '4H']}, '5H+8C draw'],
    [
      'AVAIL-6: with the waste',
      {stock_top: 'playable'},
      {pyramid: {21: 'AC'}, waste: [['8S']], stock: ['5H']},
      '5H+8S draw',
    ],
    ['AVAIL-6: a king', {stock_top: 'playable'}, {pyramid: {21: 'AC'}, stock: ['KH']}, 'KH draw'],
    ['AVAIL-7', {reserve_piles: 3}, {pyramid: {21: '4H'}, reserve: [['3D'], ['9S'], ['TC']]}, '3D+TC 4H+9S'],
    ['AVAIL-8', {reserve_piles: 1, reserve_depth: 2}, {pyramid: {21: '4H'}, reserve: [['9S', '3D']]}, ''],
    [
      'AVAIL-8: not with its own top',
      {reserve_piles: 1, reserve_depth: 2},
      {pyramid: {21: 'AC'}, reserve: [['9S', '4D']]},
      '',
    ],
    ['SINGLE-1, PAIR-3', {}, {pyramid: {21: 'KC', 22: 'AC'}, waste: [['KS']]}, 'KC KS'],
    ['PAIR-6', {}, {pyramid: {21: 'AC'}, waste: [['6C', '7C']]}, ''],
    ['PAIR-7: turned', {waste_pair: 'turned'}, {pyramid: {21: 'AC'}, waste: [['6C', '7C']], turned: ['7C']}, '6C+7C'],
    ['PAIR-7: not turned', {waste_pair: 'turned'}, {pyramid: {21: 'AC'}, waste: [['6C', '7C']], turned: ['2C']}, ''],
    ['PAIR-8', {waste_pair: 'top_two'}, {pyramid: {21: 'AC'}, waste: [['7S', '6C', '7C']]}, '6C+7C'],
    ['PAIR-8: no deeper', {waste_pair: 'top_two'}, {pyramid: {21: 'AC'}, waste: [['6C', '2C', '7C']]}, ''],
    ['PAIR-9', {}, {pyramid: {15: '5C', 21: '8D'}}, ''],
    ['PAIR-10', {cover_pair: true}, {pyramid: {15: '5C', 21: '8D'}}, '5C+8D'],
    ['PAIR-10: both covers', {cover_pair: true}, {pyramid: {15: '5C', 21: '8D', 22: '8S'}}, ''],
    ['PAIR-10: a covered cover', {cover_pair: true}, {pyramid: {10: '5C', 15: '8D', 21: 'AS'}}, ''],
    ['PAIR-10: with no other card', {cover_pair: true}, {pyramid: {15: '5C', 21: 'AD', 23: '8S'}}, ''],
    ['PAIR-11', {waste_piles: 2}, {pyramid: {21: 'AC'}, waste: [['6C'], ['7C']]}, '6C+7C'],
    ['PAIR-12', {waste_piles: 2, pile_pair: false}, {pyramid: {21: '6D'}, waste: [['6C'], ['7C']]}, '6D+7C'],
    ['TURN-8', {waste_piles: 2}, {pyramid: {21: 'AC'}, waste: [[], []], stock: ['2C']}, 'draw@1 draw@2'],
    ['TURN-9', {waste_piles: 2, draw_to: 'each'}, {pyramid: {21: 'AC'}, waste: [[], []], stock: ['2C']}, 'draw'],
    ['TURN-7', {unused_card: 'discarded'}, {pyramid: {21: 'AC'}, waste: [['2C']]}, 'draw'],
    [
      'TURN-7: an empty pile',
      {unused_card: 'discarded', waste_piles: 2},
      {pyramid: {21: 'AC'}, waste: [[], ['2C']]},
      'draw@2',
    ],
    ['REDEAL-2', {passes: 2}, {pyramid: {21: 'AC'}, waste: [['2C']]}, 'redeal'],
    ['REDEAL-3', {passes: 2}, {pyramid: {21: 'AC'}, waste: [['2C']], stock: ['3C']}, 'draw'],
    ['REDEAL-4', {passes: 2}, {pyramid: {21: 'AC'}}, ''],
    ['REDEAL-5', {passes: 2}, {pyramid: {21: 'AC'}, waste: [['2C']], redeals: 1}, ''],
    ['REDEAL-6', {passes: 'unlimited'}, {pyramid: {21: 'AC'}, waste: [['2C']], redeals: 99}, 'redeal'],
    ['END-5', {passes: 2}, {waste: [['KC']], stock: ['3C']}, ''],
  ];

  for (const [name, flags, parts, moves] of cases) {
    test(name, () => {
      const expected = moves === '' ? [] : moves.split(' ');
      assert.deepEqual(legalMoves(at(parts), rulesOf(flags)).sort(), expected.sort());
    });
  }

  test('AVAIL-2: each of the 42 cover relations', () => {
    let relations = 0;
    for (let row = 0, place = 0; row < 6; row++) {
      for (let column = 0; column <= row; column++, place++) {
        for (let other = place + 1; other < 28; other++) {
          const covered = !legalMoves(at({pyramid: {[place]: 'KC', [other]: 'AD'}}), rulesOf()).includes('KC');
          assert.equal(covered, other === place + row + 1 || other === place + row + 2, `${other} on ${place}`);
          relations += covered ? 1 : 0;
        }
      }
    }
    assert.equal(relations, 42);
  });
});

describe('what moves do', () => {
  test('PAIR-5, PLAY-3: a pair named in either order takes just its cards', () => {
    const before = at({pyramid: {15: '2C', 21: '8C', 22: '3S'}, waste: [['QS', '5H']], stock: ['4C']});
    const after = at({pyramid: {15: '2C', 22: '3S'}, waste: [['QS']], stock: ['4C']});
    assert.deepEqual(apply(before, '5H+8C', rulesOf()), after);
    assert.deepEqual(apply(before, '8C+5H', rulesOf()), after);
  });

  test('AVAIL-6: a card taken from the stock bares the next', () => {
    const rules = rulesOf({stock_top: 'playable'});
    const after = apply(at({pyramid: {15: '2C', 21: '8C'}, stock: ['5H', 'KC']}), '5H+8C', rules);
    assert.deepEqual(after.stock, ['KC']);
    assert.deepEqual(legalMoves(after, rules), ['KC', 'draw']);
  });

  test('TURN-1 to TURN-5: a turn lays its cards on the waste, the last on top', () => {
    const before = at({pyramid: {0: 'AC'}, waste: [['9C']], stock: ['2C', '3C', '4C', '5C']});
    assert.deepEqual(apply(before, 'draw', rulesOf()).waste, [['9C', '2C']]);
    const three = rulesOf({draw: 3});
    assert.deepEqual(apply(before, 'draw', three).waste, [['9C', '2C', '3C', '4C']]);
    assert.deepEqual(play(before, 'draw draw', three), {
      ...before,
      waste: [['9C', '2C', '3C', '4C', '5C']],
      stock: [],
      turned: ['5C'],
    });
  });

  test('PAIR-7: each of three turned cards counts as turned', () => {
    const rules = rulesOf({draw: 3, waste_pair: 'turned'});
    const turned = apply(at({pyramid: {0: 'AC', 27: '3D'}, waste: [['9C']], stock: ['4C', '9D', 'TC']}), 'draw', rules);
    assert.deepEqual(legalMoves(turned, rules), ['3D+TC']);
    const bared = apply(turned, '3D+TC', rules);
    assert.deepEqual(legalMoves(bared, rules), ['4C+9D']);
    const lower = at({pyramid: {0: 'AC', 27: '4D'}, waste: [['9C']], stock: ['4C', '9D', '2C'], turned: []});
    assert.deepEqual(legalMoves(lower, rules), ['4D+9C', 'draw']);
  });

  test('PAIR-7: the last turn alone counts, an automatic one too', () => {
    const once = rulesOf({waste_pair: 'turned'});
    const baredAgain = play(at({pyramid: {0: 'AC'}, waste: [['6C']], stock: ['7C', 'KC']}), 'draw draw KC', once);
    assert.deepEqual(legalMoves(baredAgain, once), []);
    const auto = rulesOf({waste_pair: 'turned', auto_turn: true, waste_piles: 2});
    const before = at({pyramid: {0: 'AC'}, waste: [['6C'], ['KS']], stock: ['7C', '2D', '3D']});
    const turned = apply(before, 'draw@1', auto);
    assert.deepEqual(legalMoves(turned, auto), ['KS', '6C+7C', 'draw@1', 'draw@2']);
    const filled = apply(turned, 'KS', auto);
    assert.deepEqual([filled.waste, filled.turned], [[['6C', '7C'], ['2D']], ['2D']]);
    assert.equal(whyNot(filled, '6C+7C', auto)?.clause, 'PAIR-7');
  });

  test('TURN-6, TURN-7: an unused card is set aside for good', () => {
    const rules = rulesOf({unused_card: 'discarded'});
    const before = at({pyramid: {0: 'AC'}, waste: [['9C']], stock: ['2C']});
    const turned = apply(before, 'draw', rules);
    assert.deepEqual([turned.waste, turned.stock], [[['2C']], []]);
    assert.equal(whyNot(turned, '4C+9C', rules)?.clause, 'AVAIL-9');
    const emptied = apply(turned, 'draw', rules);
    assert.deepEqual(emptied.waste, [[]]);
    assert.equal(status(emptied, rules), 'lost');
  });

  test('TURN-8, TURN-9: onto the named pile, or a card to each from the left', () => {
    const before = at({pyramid: {0: 'AC'}, waste: [['9C'], [], []], stock: ['2C', '3C']});
    assert.deepEqual(apply(before, 'draw@2', rulesOf({waste_piles: 3})).waste, [['9C'], ['2C'], []]);
    const each = rulesOf({waste_piles: 3, draw_to: 'each'});
    assert.deepEqual(apply(before, 'draw', each).waste, [['9C', '2C'], ['3C'], []]);
  });

  test('TURN-10, TURN-11: an emptied pile refills from the left, or stays empty', () => {
    const before = at({pyramid: {0: 'AC'}, waste: [['6C'], ['7C'], ['2C']], stock: ['KC', '3C', '4C']});
    const auto = rulesOf({waste_piles: 3, auto_turn: true});
    assert.deepEqual(apply(before, '6C+7C', auto).waste, [['KC'], ['3C'], ['2C']]);
    assert.deepEqual(apply({...before, stock: ['KC']}, '6C+7C', auto).waste, [['KC'], [], ['2C']]);
    assert.deepEqual(apply(before, '6C+7C', rulesOf({waste_piles: 3})).waste, [[], [], ['2C']]);
    assert.deepEqual(play(before, '6C+7C KC', auto).waste, [['4C'], ['3C'], ['2C']]);
  });

  test('REDEAL-7 to REDEAL-9: a redeal gathers from the left, oldest first, and turns no card by itself', () => {
    const before = at({pyramid: {0: 'AC'}, waste: [['6C', '2C'], [], ['3C', '4C']]});
    const after = apply(before, 'redeal', rulesOf({waste_piles: 3, passes: 2}));
    assert.deepEqual(after, at({pyramid: {0: 'AC'}, waste: [[], [], []], stock: ['6C', '2C', '3C', '4C'], redeals: 1}));
    const auto = apply(before, 'redeal', rulesOf({waste_piles: 3, passes: 2, auto_turn: true}));
    assert.deepEqual([auto.waste, auto.stock], [[['6C'], ['2C'], ['3C']], ['4C']]);
  });

  test('REDEAL-5: three passes are two redeals', () => {
    const rules = rulesOf({passes: 3});
    const third = play(at({pyramid: {21: '4C'}, stock: ['3C']}), 'draw redeal draw redeal draw', rules);
    assert.throws(() => apply(third, 'redeal', rules), {name: 'IllegalMove', clause: 'REDEAL-5'});
    assert.equal(status(third, rules), 'lost');
  });

  test('PLAY-5: positions are frozen through and through, and the deck is left alone', () => {
    const deck = [...dealNumber(1)];
    const rules = rulesOf(PRESETS.classic);
    const game = play(newGame(deck, rules), 'draw', rules);
    assert.deepEqual(deck, dealNumber(1));
    const parts = [game, ...Object.values(game), ...game.waste, ...game.reserve];
    assert.ok(parts.every(Object.isFrozen));
    assert.ok(!Object.isFrozen(deck));
  });
});

describe('refusals', () => {
  /**
   * Clause, flags, position, refused word, and a word of the reason.
   * @type {[string, Flags, Parts, string, string][]}
   */
  const cases = [
    ['SINGLE-2', {}, {pyramid: {21: '5C'}}, '5C', '5C'],
    ['PAIR-2', {}, {pyramid: {21: '5C', 22: '9C'}}, '5C+9C', '14'],
    ['PAIR-3', {}, {pyramid: {21: 'KC', 22: 'AC'}}, 'AC+KC', 'KC'],
    ['PAIR-3', {}, {pyramid: {21: 'KC', 22: 'KD'}}, 'KC+KD', 'KD'],
    ['PAIR-4', {}, {pyramid: {21: 'KC'}}, 'KC+KC', 'KC'],
    ['AVAIL-2', {}, {pyramid: {15: 'KS', 22: '4D'}}, 'KS', '4D'],
    ['AVAIL-2', {}, {pyramid: {15: '5S', 21: '4D', 22: '3D'}, waste: [['8C']]}, '5S+8C', '3D'],
    ['AVAIL-4', {}, {pyramid: {21: '8C'}, waste: [['5H', 'QS']]}, '5H+8C', 'QS'],
    ['AVAIL-4', {waste_pair: 'turned'}, {pyramid: {21: 'AC'}, waste: [['6C', '2C', '7C']]}, '6C+7C', '6C'],
    ['AVAIL-5', {}, {pyramid: {21: '8C'}, stock: ['5H']}, '5H+8C', '5H'],
    ['AVAIL-6', {stock_top: 'playable'}, {pyramid: {21: '8C'}, stock: ['2C', '5H']}, '5H+8C', '2C'],
    ['AVAIL-8', {reserve_piles: 1, reserve_depth: 2}, {pyramid: {21: '4H'}, reserve: [['9S', '3D']]}, '4H+9S', '3D'],
    ['AVAIL-9', {}, {pyramid: {21: '5C'}}, '5C+8D', '8D'],
    ['AVAIL-9', {}, {pyramid: {21: '5C'}}, 'KC', 'KC'],
    ['PAIR-6', {}, {pyramid: {21: 'AC'}, waste: [['6C', '7C']]}, '6C+7C', '7C'],
    ['PAIR-7', {waste_pair: 'turned'}, {pyramid: {21: 'AC'}, waste: [['6C', '7C']]}, '6C+7C', '7C'],
    ['AVAIL-4', {waste_pair: 'top_two'}, {pyramid: {21: 'AC'}, waste: [['6C', '2C', '7C']]}, '6C+7C', '6C'],
    ['PAIR-9', {}, {pyramid: {15: '5C', 21: '8D'}}, '5C+8D', '8D'],
    ['PAIR-10', {cover_pair: true}, {pyramid: {15: '5C', 21: '8D', 22: '8S'}}, '5C+8D', '8S'],
    ['PAIR-10', {cover_pair: true}, {pyramid: {10: '5C', 15: '8D', 21: 'AS'}}, '5C+8D', '8D'],
    ['PAIR-12', {waste_piles: 2, pile_pair: false}, {pyramid: {21: 'AC'}, waste: [['6C'], ['7C']]}, '6C+7C', '7C'],
    ['TURN-4', {}, {pyramid: {21: 'AC'}}, 'draw', 'stock'],
    ['TURN-7', {unused_card: 'discarded'}, {pyramid: {21: 'AC'}}, 'draw', 'stock'],
    ['TURN-8', {waste_piles: 2}, {pyramid: {21: 'AC'}, waste: [[], []], stock: ['2C']}, 'draw', 'draw@2'],
    ['TURN-8', {waste_piles: 2}, {pyramid: {21: 'AC'}, waste: [[], []], stock: ['2C']}, 'draw@3', '3'],
    ['TURN-8', {waste_piles: 2}, {pyramid: {21: 'AC'}, waste: [[], []], stock: ['2C']}, 'draw@10', '10'],
    ['TURN-12', {}, {pyramid: {21: 'AC'}, stock: ['2C']}, 'draw@1', 'one'],
    [
      'TURN-13',
      {waste_piles: 2, draw_to: 'each'},
      {pyramid: {21: 'AC'}, waste: [[], []], stock: ['2C']},
      'draw@1',
      'each',
    ],
    ['REDEAL-1', {}, {pyramid: {21: 'AC'}, waste: [['2C']]}, 'redeal', 'one'],
    ['REDEAL-3', {passes: 2}, {pyramid: {21: 'AC'}, waste: [['2C']], stock: ['3C']}, 'redeal', '1 card'],
    ['REDEAL-4', {passes: 2}, {pyramid: {21: 'AC'}}, 'redeal', 'waste'],
    ['REDEAL-5', {passes: 2}, {pyramid: {21: 'AC'}, waste: [['2C']], redeals: 1}, 'redeal', '2'],
    ['REDEAL-5', {passes: 2}, {pyramid: {21: 'AC'}, waste: [['2C']], stock: ['3C'], redeals: 1}, 'redeal', '2'],
    ['END-5', {}, {waste: [['KC']], stock: ['2C']}, 'KC', 'KC'],
    ['END-5', {}, {waste: [['KC']], stock: ['2C']}, 'draw', 'draw'],
  ];

  for (const [clause, flags, parts, move, named] of cases) {
    test(`${clause} refuses ${move} and says why`, () => {
      const [position, rules] = [at(parts), rulesOf(flags)];
      const refusal = whyNot(position, move, rules);
      assert.equal(refusal?.clause, clause);
      assert.match(refusal?.reason ?? '', /^[^.]+\.$/);
      assert.ok(refusal?.reason.includes(named), refusal?.reason);
      assert.throws(() => apply(position, move, rules), IllegalMove);
    });
  }
});

describe('win and loss', () => {
  /** @type {[string, Flags, Parts, string][]} */
  const cases = [
    ['END-1', {}, {waste: [['2C']], stock: ['3C'], reserve: [['4C']]}, 'won'],
    ['END-2', {goal: 'pyramid_and_reserve', reserve_piles: 1}, {waste: [['2C']], stock: ['3C'], reserve: [[]]}, 'won'],
    ['END-4', {goal: 'pyramid_and_reserve', reserve_piles: 1}, {reserve: [['2C']], stock: ['3C']}, 'playing'],
    ['END-3', {goal: 'all'}, {}, 'won'],
    ['END-4: the waste', {goal: 'all'}, {waste: [['KC']]}, 'playing'],
    ['END-4: the stock', {goal: 'all'}, {stock: ['3C']}, 'playing'],
    ['END-6', {}, {pyramid: {21: '4C'}, waste: [['2D']]}, 'lost'],
    ['END-8: a turn', {}, {pyramid: {21: '4C'}, stock: ['2D']}, 'playing'],
    ['END-8: a redeal', {passes: 2}, {pyramid: {21: '4C'}, waste: [['2D']]}, 'playing'],
    ['END-8: a removal of no use', {}, {pyramid: {21: '4C'}, waste: [['KD']]}, 'playing'],
    ['END-8: setting aside', {unused_card: 'discarded'}, {pyramid: {21: '4C'}, waste: [['2D']]}, 'playing'],
    ['END-7: nothing to turn', {passes: 'unlimited'}, {pyramid: {21: '4C'}}, 'lost'],
    ['END-7: nothing that fits', {passes: 'unlimited'}, {pyramid: {21: '4C'}, stock: ['2D'], waste: [['3D']]}, 'lost'],
    ['END-8: in this pass', {passes: 'unlimited'}, {pyramid: {21: '4C'}, stock: ['2D', '9D']}, 'playing'],
    [
      'END-8: in the next pass',
      {passes: 'unlimited'},
      {pyramid: {21: '4C'}, stock: ['2D'], waste: [['9D', '3D']]},
      'playing',
    ],
    [
      'END-7: by threes, never on top',
      {passes: 'unlimited', draw: 3},
      {pyramid: {21: '4C'}, stock: ['9D', '2D', '3D']},
      'lost',
    ],
    [
      'END-8: a pair that only comes up turned, in the next pass',
      {passes: 'unlimited', waste_pair: 'turned'},
      {pyramid: {21: 'AC'}, waste: [['6D', '7D']]},
      'playing',
    ],
  ];

  for (const [name, flags, parts, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(status(at(parts), rulesOf(flags)), expected));
  }

  test('END-7: in a lost game of unlimited passes turns and redeals stay legal', () => {
    const rules = rulesOf({passes: 'unlimited'});
    const turnable = at({pyramid: {21: '4C'}, stock: ['2D']});
    assert.deepEqual([status(turnable, rules), legalMoves(turnable, rules)], ['lost', ['draw']]);
    const redealable = apply(turnable, 'draw', rules);
    assert.deepEqual([status(redealable, rules), legalMoves(redealable, rules)], ['lost', ['redeal']]);
  });

  test('END-7, END-8: dealt piles are reordered by redeals, so a removal may come passes later, or never', () => {
    const rules = rulesOf({passes: 'unlimited', waste_piles: 2, draw_to: 'each'});
    const waste = [[], []];
    // Two by two: 62 34 75, then 63 72 45, then 67.
    let position = at({pyramid: {21: 'AC'}, waste, stock: ['6D', '2D', '3D', '4D', '7D', '5D']});
    for (const move of 'draw draw draw redeal draw draw draw redeal draw'.split(' ')) {
      assert.deepEqual([status(position, rules), legalMoves(position, rules)], ['playing', [move]]);
      position = apply(position, move, rules);
    }
    assert.deepEqual(legalMoves(position, rules), ['6D+7D', 'draw']);
    // Two by two: 62 37, then 63 27, then 62 37 again.
    assert.equal(status(at({pyramid: {21: 'AC'}, waste, stock: ['6D', '2D', '3D', '7D']}), rules), 'lost');
  });

  test('PLAY-1: a turn and a redeal are legal beside a removal', () => {
    const rules = rulesOf({passes: 2});
    assert.deepEqual(legalMoves(at({pyramid: {21: 'KC'}, stock: ['2D']}), rules), ['KC', 'draw']);
    assert.deepEqual(legalMoves(at({pyramid: {21: 'KC'}, waste: [['2D']]}), rules), ['KC', 'redeal']);
  });

  test('END-5: the last card wins, be it a king or half of a pair', () => {
    const king = apply(at({pyramid: {0: 'KH'}, waste: [['2C']], stock: ['3D']}), 'KH', rulesOf());
    assert.deepEqual([status(king, rulesOf()), legalMoves(king, rulesOf())], ['won', []]);
    assert.equal(status(apply(at({pyramid: {0: '4H'}, waste: [['9S']]}), '4H+9S', rulesOf()), rulesOf()), 'won');
  });

  test('END-9: won although no move is left', () => {
    assert.equal(status(at({}), rulesOf({passes: 'unlimited', goal: 'all'})), 'won');
  });

  test('SCORE-1, SCORE-2: a point for each pyramid card left, or no score', () => {
    const position = at({pyramid: {0: '4H', 1: '5H'}, waste: [['9S']]});
    assert.equal(score(position, rulesOf()), null);
    assert.equal(score(position, rulesOf({score: 'cards_left'})), 2);
  });
});

describe('counts of legal sequences from deal 1', () => {
  const counts = /** @type {Record<string, number[]>} */ ({
    pyramid: [3, 7, 15, 29],
    classic: [3, 7, 16, 38],
    giza: [9, 71, 515, 3592],
    apophis: [5, 23, 101, 429],
    'reserve-row': [7, 42, 221, 1043],
    'king-tut': [3, 7, 16, 38],
  });

  for (const [preset, expected] of Object.entries(counts)) {
    test(preset, () => {
      const rules = rulesOf(PRESETS[preset]);
      const start = newGame(dealNumber(1), rules);
      assert.deepEqual([1, 2, 3, 4].map((depth) => perft(start, depth, rules)), expected);
    });
  }
});

describe('games at random, under rulesets at random', () => {
  const WORDS = [
    'redeal',
    'draw',
    ...[1, 2, 3, 4].map((pile) => `draw@${pile}`),
    ...CARDS,
    ...CARDS.flatMap((card, index) => CARDS.slice(index).map((other) => `${card}+${other}`)),
  ];

  /** @param {string} word */
  const canonical = (word) => formatMove(parseMove(word));

  /** Numbers from 0 to under `bound`, the same in every run. @param {number} seed */
  function randomly(seed) {
    let state = seed;
    return (/** @type {number} */ bound) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % bound;
    };
  }

  /**
   * A ruleset that makes a game: flags are changed one by one, where that is allowed.
   * @param {(bound: number) => number} below
   */
  function anyRules(below) {
    const choices = /** @type {Record<string, unknown[]>} */ ({
      passes: [1, 2, 3, 'unlimited'],
      draw: [1, 2, 3],
      waste_piles: [1, 2, 3],
      reserve_piles: [0, 3, 8],
      reserve_depth: [1, 2],
      rows: [7, 1, 3, 5],
    });
    /** @type {Record<string, unknown>} */
    let flags = {};
    const names = Object.keys(spec.flags).sort(() => below(2) - 0.5);
    for (const name of [...names, ...names]) {
      const values = choices[name] ?? spec.flags[name].values ?? [true, false];
      const changed = {...flags, [name]: values[below(values.length)]};
      if (checkRules(changed, spec).length === 0) flags = changed;
    }
    return ruleset(flags, spec);
  }

  /** END-7 by search: can draws and redeals lead to a removal? @param {Position} start @param {Rules} rules */
  function removalCanCome(start, rules) {
    const seen = new Set();
    for (const queue = [start]; queue.length > 0; ) {
      const position = /** @type {Position} */ (queue.pop());
      const key = JSON.stringify([position.waste, position.stock, position.turned]);
      if (seen.has(key)) continue;
      seen.add(key);
      const moves = legalMoves(position, rules);
      if (moves.some((move) => parseMove(move).kind === 'remove')) return true;
      queue.push(...moves.map((move) => apply(position, move, rules)));
    }
    return false;
  }

  /** @param {Position} position @param {Rules} rules */
  const goesOn = (position, rules) =>
    rules.passes === 'unlimited' ? removalCanCome(position, rules) : legalMoves(position, rules).length > 0;

  test('PLAY-7, AVAIL-9: list of moves and refusals agree on every word, and no card comes back', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const below = randomly(seed);
      const rules = anyRules(below);
      let position = newGame(dealNumber(seed), rules);
      for (let ply = 0; ply < 30; ply++) {
        const moves = legalMoves(position, rules);
        assert.equal(new Set(moves).size, moves.length);
        const allowed = WORDS.filter((word) => whyNot(position, word, rules) === null).map(canonical);
        assert.deepEqual(allowed.sort(), [...moves].sort(), JSON.stringify(rules));
        if (status(position, rules) !== 'playing') break;
        const before = new Set(cardsOf(position));
        assert.equal(before.size, cardsOf(position).length);
        position = apply(position, moves[below(moves.length)], rules);
        assert.ok(cardsOf(position).every((card) => before.has(card)));
      }
    }
  });

  test('END-6 to END-8: lost just when the search finds nothing to come', () => {
    const ended = {playing: 0, won: 0, lost: 0};
    for (let seed = 1; seed <= 120; seed++) {
      const below = randomly(seed);
      const rules = anyRules(below);
      let position = newGame(dealNumber(seed), rules);
      for (let ply = 0; ply < 60 && status(position, rules) === 'playing'; ply++) {
        const moves = legalMoves(position, rules);
        assert.ok(goesOn(position, rules), JSON.stringify(rules));
        position = apply(position, moves[below(moves.length)], rules);
      }
      const end = status(position, rules);
      ended[end] += 1;
      if (end === 'lost') assert.ok(!goesOn(position, rules), JSON.stringify(rules));
    }
    assert.ok(ended.lost > 20 && ended.won > 5, JSON.stringify(ended));
  });
});

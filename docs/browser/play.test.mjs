/** The parts of the play page that need no browser: what activating a card means, decks, records, words. */

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, test} from 'node:test';
import {CARDS, dealNumber, legalMoves, positionOf, ruleset, status} from '../engine/pyramid.mjs';
import {parseYaml, YamlFault} from './plain-yaml.mjs';
import {readDeck} from './play-deck.mjs';
import {activated, lastHope, movesMade, played, positionIn, replayed, startGame, wentTo} from './play-game.mjs';
import {gameOf, recordOf} from './play-record.mjs';
import {allowedBy, cardsInWords, cardsLeft, facts, moveTold} from './play-words.mjs';

/** @import {Rules} from '../engine/pyramid.mjs' */

const book = JSON.parse(readFileSync(new URL('../engine/rules.json', import.meta.url), 'utf8'));

/** @param {Partial<Rules>} [flags] */
const rulesOf = (flags = {}) => ruleset(flags, book);

/** @param {Partial<Rules>} [flags] @param {bigint} [deal] */
const gameAt = (flags = {}, deal = 32n) => startGame({rules: rulesOf(flags), deck: dealNumber(deal), deal});

describe('how a game stands', () => {
  const none = {rules: '', deals: 0, points: 0};
  /** @param {Partial<Rules>} flags */
  const told = (flags) => facts(positionIn(gameAt(flags)), gameAt(flags), none);

  test('the passes are those of the rules', () => {
    assert.deepEqual(told({}), ['28 in the pyramid', '1 pass', '0 moves']);
    assert.deepEqual(told({passes: 3}), ['28 in the pyramid', 'pass 1 of 3', '0 moves']);
    assert.deepEqual(told({passes: 'unlimited'}), ['28 in the pyramid', 'pass 1, as many as you like', '0 moves']);
  });
  test('without a stock there is nothing to pass through, whatever the rules say', () => {
    /** @type {Partial<Rules>} */
    const laidOut = {reserve_piles: 8, reserve_depth: 3};
    assert.deepEqual(told(laidOut), ['28 in the pyramid', 'no stock', '0 moves']);
    assert.deepEqual(told({...laidOut, passes: 'unlimited'}), told(laidOut));
  });
});

describe('activating a card', () => {
  // Two rows: 9C lies under 4D and KH.
  const position = positionOf({pyramid: ['9C', '4D', 'KH'], waste: [['9D', '8S']], stock: ['5C']});
  /** @param {string} card @param {string | null} [selected] @param {Partial<Rules>} [flags] */
  const meaning = (card, selected = null, flags = {}) => activated(card, selected, position, rulesOf({rows: 2, ...flags}));

  test('a king leaves at once, also while another card is selected', () => {
    assert.deepEqual(meaning('KH'), {move: 'KH'});
    assert.deepEqual(meaning('KH', '4D'), {move: 'KH'});
  });
  test('a first card is selected, the same card again dropped', () => {
    assert.deepEqual(meaning('4D'), {select: '4D'});
    assert.deepEqual(meaning('4D', '4D'), {select: null});
  });
  test('a partner leaves with it, in either order', () => {
    const other = positionOf({pyramid: [null, '4D', '9H'], waste: [[]]});
    for (const [first, second] of [['4D', '9H'], ['9H', '4D']]) {
      assert.deepEqual(activated(second, first, other, rulesOf({rows: 2})), {move: '4D+9H'});
    }
  });
  test('a wrong partner and a card out of reach are refused with their clauses', () => {
    const refused = (/** @type {any} */ found) => found.refusal?.clause;
    assert.equal(refused(meaning('8S', '4D')), 'PAIR-2');
    assert.equal(refused(meaning('9C')), 'AVAIL-2');
    assert.equal(refused(meaning('9D')), 'AVAIL-4');
    assert.equal(refused(meaning('5C')), 'AVAIL-5');
    assert.equal(refused(meaning('9C', '4D')), 'PAIR-9');
  });
  test('a card that is not available can be selected where it may leave with the one on it', () => {
    const last = positionOf({pyramid: ['9C', '4D', null], waste: [['6D', '7S']]});
    assert.deepEqual(activated('9C', null, last, rulesOf({rows: 2, cover_pair: true})), {select: '9C'});
    assert.deepEqual(activated('6D', null, last, rulesOf({rows: 2, waste_pair: 'top_two'})), {select: '6D'});
    assert.ok('refusal' in activated('9C', null, last, rulesOf({rows: 2})));
  });
  test('after a win every card is refused', () => {
    const won = positionOf({pyramid: [null], waste: [['4D']]});
    assert.equal(/** @type {any} */ (activated('4D', null, won, rulesOf({rows: 1}))).refusal.clause, 'END-5');
  });
});

test('undo and redo go through the moves, and a new move forgets those taken back', () => {
  let game = replayed(gameAt(), ['draw', 'draw', 'draw']).game;
  game = wentTo(game, 1);
  assert.deepEqual(movesMade(game), ['draw']);
  assert.equal(positionIn(game).stock.length, 23);
  assert.equal(positionIn(wentTo(game, 9)).stock.length, 21);
  const other = legalMoves(positionIn(game), game.rules).find((move) => move !== 'draw') ?? '';
  assert.deepEqual(played(game, other).moves, ['draw', other]);
});

test('moves are played up to the first that is refused', () => {
  const {game, fault} = replayed(gameAt(), ['draw', 'redeal', 'draw']);
  assert.equal(game.at, 1);
  assert.deepEqual([fault?.number, fault?.move, fault?.clause], [2, 'redeal', 'REDEAL-1']);
});

test('the last position that could be won is found among those before', async () => {
  const {game} = replayed(gameAt(), Array(9).fill('draw'));
  for (const hopeful of [0, 1, 4, 5, 9]) {
    const search = async (/** @type {any} */ position) => ({winnable: game.positions.indexOf(position) < hopeful});
    assert.equal(await lastHope(game, search), hopeful - 1);
  }
  assert.equal(await lastHope(game, async () => ({winnable: null})), null);
});

describe('pasted decks', () => {
  const deck = dealNumber(7);
  const spoiled = (/** @type {string} */ text) => readDeck(text).faults.join(' ');

  test('are read with any separators, in lower case, with 10 and suit signs, and without separators', () => {
    const signs = deck.map((card) => card.replace('C', '♣').replace('D', '♦️').replace('H', '♥').replace('S', '♠︎'));
    const tens = deck.map((card) => card.replace('T', '10'));
    const texts = [deck.join(' '), tens.join('').toLowerCase(), tens.join(', '), signs.join('\n'), JSON.stringify(deck)];
    for (const text of texts) assert.deepEqual(readDeck(text), {deck, faults: []}, text);
  });
  test('everything wrong is named at once', () => {
    const text = deck.join(' ').replace('7D', '7X').replace('KH', 'QS').replace('2C', 'joker');
    const joker = '“joker” \\(the game is played without jokers\\)';
    assert.match(spoiled(text), new RegExp(`^No cards: (“7X”, ${joker}|${joker}, “7X”)\\. More than once: QS\\. Missing: 2C 7D KH\\.$`));
    assert.match(spoiled(''), /No cards were found/);
    assert.match(spoiled('7D'), /^Missing: AC 2C/);
    assert.match(spoiled('7D,\nThree from Spades\n7'), /^No cards: “Three” in line 2 \(a card .*\), “from” in line 2, “Spades” .*, “7” in line 3/);
    assert.match(spoiled([...CARDS, '7D'].join(' ')), /^More than once: 7D\.$/);
  });
});

describe('records', () => {
  test('are read as they are written, in the middle of a game and with a deck of one’s own', () => {
    const {game} = replayed(gameAt({passes: 3, stock_top: 'playable', score: 'cards_left'}), ['draw', 'draw']);
    for (const each of [game, {...game, deal: null}, wentTo(game, 0)]) {
      const read = gameOf(recordOf(each, book), book);
      assert.deepEqual(read.faults, []);
      assert.deepEqual([read.game?.rules, read.game?.deck, read.game?.deal], [each.rules, each.deck, each.deal]);
      assert.deepEqual(read.game?.moves, movesMade(each));
    }
  });
  test('other ways of writing the same are read, too', () => {
    const text = '# mine\nrecord: 1\nrules: {version: "1.0", flags: {rows: 2}}\ndeal: 18446744073709551615\nmoves: >\n  draw\n  draw\nplayer: Ann # no\n';
    const {game} = gameOf(text, book);
    assert.deepEqual([game?.deal, game?.moves, game?.rules.rows], [2n ** 64n - 1n, ['draw', 'draw'], 2]);
    const block = `record: 1\nrules:\n  version: '1.0'\ndeck:\n${dealNumber(1).map((card) => `- ${card}\n`).join('')}moves: ''\n`;
    assert.deepEqual(gameOf(block, book).game?.deck, dealNumber(1));
    const json = {record: 1, rules: {version: '1.0', flags: {passes: 3}}, deck: dealNumber(5), moves: 'draw draw', player: 'Ann "A" O\'Hara'};
    for (const indent of [0, 2]) {
      const read = gameOf(JSON.stringify(json, null, indent), book);
      assert.deepEqual([read.game?.deck, read.game?.moves, read.game?.rules.passes], [dealNumber(5), ['draw', 'draw'], 3]);
    }
  });

  const good = "record: 1\nrules:\n  version: '1.0'\n  flags: {}\ndeal: 32\nmoves: draw\n";
  /** @type {[string, string, RegExp, string | null][]} */
  const faulty = [
    ['moves: draw', 'moves: draw redeal draw', /Move 2, redeal, is refused/, 'REDEAL-1'],
    ['moves: draw', 'moves: draw fly', /number 2: "fly" is no move/, 'PLAY-8'],
    ['moves: draw', 'moves: draw\nresult: won', /the game is playing, but the record says “won”/, null],
    ['moves: draw', 'moves: draw\nscore: 3', /keep none/, 'SCORE-1'],
    ['moves: draw', 'moves: draw\ndate: 2026-13-45', /date: found “2026-13-45”, expected a day/, null],
    ['moves: draw', "moves: draw\ndate: '2026-02-29'", /date: found “2026-02-29”, expected a day/, null],
    ['moves: draw', 'moves: draw\ndate: yesterday', /date: found “yesterday”, expected a day/, null],
    ['moves: draw', 'moves: draw\nmoved: draw', /no key “moved”/, null],
    ['moves: draw', '', /moves: found nothing/, null],
    ['deal: 32', 'deal: -1', /deal: found “-1”, expected a whole number from 0/, null],
    ['deal: 32', '', /once: by deal or by deck/, null],
    ['deal: 32', 'deck: 7D 8C', /deck: Missing: AC/, null],
    ['deal: 32', 'deck: 7D 10H 7D', /deck: No cards: “10H”\. More than once: 7D\. Missing: AC/, null],
    ['deal: 32', 'deck: 7', /deck: found “7”, expected the 52 cards/, null],
    ['deal: 32', `deal: ${'['.repeat(5000)}`, /Line 5: holds more than 40 levels of nesting/, null],
    ['flags: {}', 'flags: {pases: 2}', /no flag pases/, null],
    ['flags: {}', 'flags: {pile_pair: false}', /needs more than one waste pile/, null],
    ["'1.0'", "'2.0'", /these rules, 1\.0, can stand for: 1\.x\. Other rules may mean another game by it; a newer pyramid-ref can read it\./, null],
    ["'1.0'", "'0.9'", /an older pyramid-ref, with rules 0\.x, plays what it means\./, null],
    ["'1.0'", 'one', /found “one”, expected the version of the rules in quotes, such as "1\.0"\./, null],
    ['moves: draw', 'moves: draw\nscore: much', /score: found “much”, expected a whole number/, null],
    ['record: 1', 'record: 2', /found “2”, expected 1/, null],
    ['deal: 32', 'deal: 32\ndeal: 33', /Line 6: deal stands there twice/, null],
    ['deal: 32', 'deal: [1', /Line 5: found “”, expected , or \]/, null],
    ['deal: 32', 'deal: &a 1', /Line 5: “&a 1” cannot be read/, null],
  ];
  test('a fault is told with its clause where there is one', () => {
    assert.deepEqual(gameOf(good, book).faults, []);
    for (const date of ['2028-02-29', '"2026-05-31"', '2026-05-31 10:00:00']) {
      assert.deepEqual(gameOf(`${good}date: ${date}\n`, book).faults, [], date);
    }
    for (const [part, instead, message, clause] of faulty) {
      const {faults} = gameOf(good.replace(part, instead), book);
      assert.match(faults[0].message, message);
      assert.equal(faults[0].clause, clause, instead);
      assert.equal(faults.length, 1, instead);
    }
    for (const text of ['', 'hello', '- 1', '\tx', 'a: "b', '[', '{', '[1]', 'x'.repeat(400_001), `__proto__: {}\n${good}`]) {
      assert.equal(gameOf(text, book).faults.length, 1, text.slice(0, 20));
    }
  });
  test('all faults are told at once', () => {
    const text = "record: 2\nrules: {version: '2.0', flags: {rows: 0, more: 1}, ours: 1}\ndeal: -1\ndeck: 7D\nmoves: [draw]\nresult: maybe\nscore: x\ndate: 2026-06-31\nplaid: 1\n";
    const told = gameOf(text, book).faults.map(({message}) => message);
    const begins = ['A record has no key “plaid”', 'record: found “2”', 'rules: there is no key “ours”', 'rules, flags: ', 'rules, version: found “2.0”'];
    begins.push('A record names its cards once', 'deal: found “-1”', 'deck: Missing', 'moves: found a list', 'result: found “maybe”', 'score: found “x”', 'date: found “2026-06-31”');
    assert.deepEqual(told.map((message, index) => message.slice(0, begins[index]?.length)), begins);
    const words = gameOf(good.replace('moves: draw', 'moves: fly draw KD+ 7X'), book).faults;
    assert.deepEqual(words.map(({message}) => message.slice(0, 16)), ['moves: number 1:', 'moves: number 3:', 'moves: number 4:']);
  });
  test('newer rules are warned of, and explain a flag that is not known', () => {
    const newer = good.replace("'1.0'", "'1.7'");
    const [{warnings: none}, {game, warnings}] = [good, newer].map((text) => /** @type {any} */ (gameOf(text, book)));
    assert.deepEqual(none, []);
    assert.deepEqual(game.moves, ['draw']);
    assert.match(warnings.join(), /names version 1\.7 of the rules, these are 1\.0: all that it says is known here/);
    const told = gameOf(newer.replace('flags: {}', 'flags: {joker: 2}'), book).faults.map(({message}) => message).join(' ');
    assert.match(told, /no flag joker.* found “1\.7”, expected version 1\.0 or an earlier one: rules that are newer have what is not known here/);
  });
});

test('plain YAML: quotes, numbers beyond 2^53, nested values, remarks', () => {
  const text = `a: 'it''s # here' # gone\nb: "x\\ny"\nc: [1, 'two', 18446744073709551615]\nd:\n  e: {f: true, g: null}\n`;
  assert.deepEqual(parseYaml(text), {a: "it's # here", b: 'x\ny', c: [1, 'two', 18446744073709551615n], d: {e: {f: true, g: null}}});
  assert.throws(() => parseYaml('a: 1\n   b: 2\n c: 3\n'), YamlFault);
  assert.throws(() => parseYaml(Array.from({length: 50}, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')), /Line 41: holds more than 40 levels/);
  assert.deepEqual(parseYaml('{\n\n "a" : "1",\n b: [x\n  y]}'), {a: '1', b: ['x y']});
  assert.throws(() => parseYaml('{\n\n"a": "1",\n"a": 2}'), /Line 4: a stands there twice/);
});

describe('in words', () => {
  test('moves are allowed by the clause that speaks of them', () => {
    /** @type {[Partial<Rules>, Parameters<typeof positionOf>[0], string, string][]} */
    const cases = [
      [{}, {stock: ['5C']}, 'draw', 'TURN-1'],
      [{draw: 3}, {stock: ['5C']}, 'draw', 'TURN-2'],
      [{waste_piles: 2}, {stock: ['5C'], waste: [[], []]}, 'draw@2', 'TURN-8'],
      [{waste_piles: 2, draw_to: 'each'}, {stock: ['5C'], waste: [[], []]}, 'draw', 'TURN-9'],
      [{unused_card: 'discarded'}, {waste: [['5C']]}, 'draw', 'TURN-7'],
      [{passes: 2}, {waste: [['5C']]}, 'redeal', 'REDEAL-2'],
      [{}, {waste: [['KC']]}, 'KC', 'SINGLE-1'],
      [{rows: 2}, {pyramid: [null, '4D', '9H']}, '4D+9H', 'PAIR-1'],
      [{rows: 2, cover_pair: true}, {pyramid: ['4D', null, '9H']}, '4D+9H', 'PAIR-10'],
      [{waste_pair: 'turned'}, {waste: [['4D', '9H']], turned: ['9H']}, '4D+9H', 'PAIR-7'],
      [{waste_pair: 'top_two'}, {waste: [['4D', '9H']]}, '4D+9H', 'PAIR-8'],
      [{waste_piles: 2}, {waste: [['4D'], ['9H']]}, '4D+9H', 'PAIR-11'],
    ];
    for (const [flags, parts, move, clause] of cases) {
      const rules = rulesOf({rows: 2, ...flags});
      const position = positionOf({pyramid: ['QS', null, null], ...parts});
      assert.ok(legalMoves(position, rules).includes(move), move);
      assert.equal(allowedBy(move, position, rules), clause);
    }
  });
  test('sentences name cards in words', () => {
    assert.equal(cardsInWords('TH is covered by AS and KD.'), '10 of hearts is covered by ace of spades and king of diamonds.');
  });
  test('what a move did is told, a card that turns by itself as well', () => {
    const told = (/** @type {Partial<Rules>} */ flags, /** @type {readonly string[]} */ moves) => {
      const {game} = replayed(gameAt(flags), moves);
      return moveTold(moves[moves.length - 1], game.positions[game.at - 1], positionIn(game));
    };
    assert.match(told({}, ['draw']), /^Turned the ace of spades\. 23 left in the stock\.$/);
    const open = gameAt({auto_turn: true, unused_card: 'discarded'});
    const move = legalMoves(positionIn(open), open.rules).find((word) => word.includes(positionIn(open).waste[0][0]));
    if (move) assert.match(told({auto_turn: true, unused_card: 'discarded'}, [move]), /removed\. Turned the /);
  });
  test('what a lost game leaves is counted', () => {
    assert.equal(cardsLeft(positionOf({pyramid: ['4D', null, '9H']})), '2 cards of the pyramid are left');
    assert.equal(cardsLeft(positionOf({pyramid: [null], waste: [['4D']]})), 'the pyramid is gone, but 1 other card is left');
    assert.equal(status(positionOf({pyramid: ['4D']}), rulesOf({rows: 1})), 'lost');
  });
});

/** Links: what is written is read back, and what is wrong is told in words. */

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {CARDS, dealNumber} from '../engine/pyramid.mjs';
import {expected, formatLink, NOTHING, parseLink, tidyName} from './share.mjs';

const spec = JSON.parse(readFileSync(new URL('../engine/rules.json', import.meta.url), 'utf8'));

/** @param {string} hash */
const faultsOf = (hash) => parseLink(hash, spec).faults;

test('a link names the flags that differ, in the order of the rules, and nothing for the default rules', () => {
  assert.equal(formatLink({flags: {stock_top: 'playable', passes: 3, draw: 1}}, spec), '#passes=3&stock_top=playable');
  assert.equal(formatLink({flags: {passes: 1, cover_pair: false}}, spec), '');
  assert.deepEqual(parseLink('', spec), {...NOTHING, faults: [], refusals: []});
});

test('numbers, words and switches come back as what they are', () => {
  const {flags, faults} = parseLink('#passes=unlimited&draw=3&cover_pair=true&reserve_piles=2', spec);
  assert.deepEqual(flags, {passes: 'unlimited', draw: 3, cover_pair: true, reserve_piles: 2});
  assert.deepEqual(faults, []);
});

test('every value of every flag round-trips, and so do names, decks, deals and moves', () => {
  for (const [name, flag] of Object.entries(spec.flags)) {
    const {type, from, to = 30, values: words = [], also = []} = flag;
    const counts = type === 'count' ? Array.from({length: to - from + 1}, (_, i) => from + i) : [];
    const values = type === 'switch' ? [true, false] : [...counts, ...words, ...also];
    for (const value of values) {
      const link = parseLink(formatLink({flags: {[name]: value}}, spec), spec);
      assert.equal({[name]: flag.default, ...link.flags}[name], value);
      assert.deepEqual(link.faults, []);
    }
  }
  const names = ['Tom & Ann = 100% #1 + ü', '“quotes” \' " \\', '🂡 no: yes', 'x'.repeat(80), '🂡'.repeat(80)];
  for (const name of names) {
    assert.equal(parseLink(formatLink({name}, spec), spec).name, name);
    assert.deepEqual(faultsOf(formatLink({name}, spec)), []);
  }
  const moves = ['draw', 'KD', '6H+7S', 'draw@2', 'redeal'];
  const hash = formatLink({deal: 2n ** 64n - 1n, moves}, spec);
  assert.equal(hash, '#deal=18446744073709551615&moves=draw+KD+6H%2B7S+draw%402+redeal');
  assert.deepEqual(parseLink(hash, spec), {...NOTHING, deal: 2n ** 64n - 1n, moves, faults: [], refusals: []});
  const deck = dealNumber(1);
  assert.deepEqual(parseLink(formatLink({deck}, spec), spec).deck, deck);
});

test('a bad value is told with what was found and what was expected, and left out', () => {
  assert.deepEqual(faultsOf('passes=0'), ['passes: found “0”, expected a whole number from 1 to 999999999, or unlimited.']);
  assert.deepEqual(faultsOf('passes=03').length, 1);
  assert.deepEqual(faultsOf('draw=4'), ['draw: found “4”, expected a whole number from 1 to 3.']);
  assert.deepEqual(faultsOf('goal=al'), [
    'goal: found “al”, expected pyramid, pyramid_and_reserve or all. Did you mean all?',
  ]);
  assert.deepEqual(faultsOf('cover_pair=1'), ['cover_pair: found “1”, expected true or false.']);
  assert.deepEqual(faultsOf('pases=3'), ['“pases” is no flag of the rules. Did you mean passes?']);
  assert.deepEqual(faultsOf('nonsense'), ['“nonsense” is no flag of the rules.']);
  assert.deepEqual(faultsOf('toString=1&__proto__=2').length, 2);
  assert.deepEqual(parseLink('passes=2&passes=3', spec).flags, {passes: 2});
  assert.deepEqual(faultsOf('passes=2&passes=3'), ['passes stands in the link twice; the first one counts.']);
  assert.deepEqual(faultsOf('%E0%A4%A=%').length, 1);
});

test('bad deals, decks and moves are told', () => {
  const full = CARDS.join('');
  assert.deepEqual(faultsOf('deal=18446744073709551616'), [
    'deal: found “18446744073709551616”, expected a whole number from 0 to 18446744073709551615.',
  ]);
  assert.match(faultsOf('deal=-1')[0], /^deal: found “-1”/);
  assert.match(faultsOf('deal=')[0], /^deal: found “”/);
  assert.match(faultsOf(`deck=${full.slice(2)}`)[0], /^deck: found 51 cards, expected all 52/);
  assert.match(faultsOf(`deck=AC${full.slice(0, 102)}`)[0], /^deck: AC stands there twice/);
  assert.match(faultsOf(`deck=${full.replace('TC', '1C')}`)[0], /^deck: card 10 is “1C”/);
  assert.match(faultsOf('moves=draw+jump')[0], /^moves: number 2 is no move/);
  const both = parseLink(`deal=1&deck=${full}`, spec);
  assert.deepEqual([both.deal, both.deck?.length, both.faults.length], [null, 52, 1]);
});

test('combinations that make no game are told apart from values that cannot be read', () => {
  const link = parseLink('passes=unlimited&waste_piles=2&draw=2&goal=none', spec);
  assert.equal(link.faults.length, 1);
  assert.equal(link.refusals.length, 2);
  assert.deepEqual(link.flags, {passes: 'unlimited', waste_piles: 2, draw: 2});
});

test('names are made fit for a file', () => {
  assert.equal(tidyName('  two\nlines\u0000 '), 'two lines');
  assert.equal(tidyName('x'.repeat(90)).length, 80);
  assert.match(faultsOf('name=a%0Ab')[0], /^name: expected one line/);
  assert.equal(parseLink('name=a%0Ab', spec).name, 'a b');
});

test('the values of a flag are told in words', () => {
  assert.equal(expected(spec.flags.passes), 'a whole number from 1 to 999999999, or unlimited');
  assert.equal(expected(spec.flags.reserve_piles), 'a whole number from 0 to 8');
  assert.equal(expected(spec.flags.pile_pair), 'true or false');
});

/** Odds are told for exactly the rules that they were computed for, with what they rest on. */

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {oddsCommand, oddsFor, oddsInFull, oddsInShort, percent} from './odds.mjs';

/** @import {Row} from './odds.mjs' */
/** @import {Flags} from './rulebook.mjs' */

const book = JSON.parse(readFileSync(new URL('../engine/rules.json', import.meta.url), 'utf8'));

/** @param {string} kind @param {Flags} flags @param {Partial<Row>} [rest] @returns {Row} */
const row = (kind, flags, rest = {}) => {
  return {kind, flags, first: 1, deals: 1000, winnable: 250, open: 0, low: 0.2241, high: 0.2778, note: '', ...rest};
};

/** @param {readonly Row[]} rows */
const table = (...rows) => ({rules: '1.0', confidence: 0.95, rows});

test('only a row with the same flags counts, and the one with the most deals', () => {
  const [few, other] = [row('preset', {passes: 3}), row('preset', {draw: 3})];
  const many = row('flag', {passes: 3}, {deals: 5000});
  const player = row('player', {passes: 3}, {deals: 9000});
  const odds = table(other, few, many, player);
  assert.equal(oddsFor({passes: 3}, odds, book), many);
  assert.equal(oddsFor({passes: 3, draw: 3}, odds, book), null);
  assert.equal(oddsFor({}, odds, book), null);
});

test('the score and flags without effect change nothing of what can be won', () => {
  const plain = row('preset', {});
  assert.equal(oddsFor({score: 'cards_left', reserve_depth: 3}, table(plain), book), plain);
  assert.equal(oddsFor({reserve_piles: 1, reserve_depth: 3}, table(plain), book), null);
});

test('odds of another version of the rules are not told', () => {
  assert.equal(oddsFor({}, {...table(row('preset', {})), rules: '2.0'}, book), null);
});

test('the sentence has the deals, the wins, the interval and its confidence, and what is undecided', () => {
  const decided = row('preset', {});
  assert.equal(oddsInShort(decided), '25.0\u00a0% of deals winnable');
  assert.match(oddsInFull(decided, table()), /^Of the 1,000 deals 1 to 1,000, 250 can be won; with 95\u00a0% confidence/);
  assert.match(oddsInFull(decided, table()), /between 22\.4\u00a0% and 27\.8\u00a0%\./);
  const open = row('preset', {}, {open: 50, note: 'fewer deals'});
  assert.equal(oddsInShort(open), '25.0\u00a0% to 30.0\u00a0% of deals winnable');
  assert.match(oddsInFull(open, table()), /250 can be won and 50 are undecided;.* Note: fewer deals\./);
});

test('shares close to nothing or all keep two decimals', () => {
  assert.deepEqual([0, 0.004, 0.5, 0.9967, 1].map(percent), ['0.0', '0.40', '50.0', '99.67', '100.0'].map((number) => `${number}\u00a0%`));
});

test('the command names every flag that differs', () => {
  const command = 'pyramid-ref odds --flag passes=unlimited --flag cover_pair=true';
  assert.equal(oddsCommand({cover_pair: true, draw: 1, passes: 'unlimited'}, book), command);
});

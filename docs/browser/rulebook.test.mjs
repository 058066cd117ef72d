/** What holds under a ruleset, what differs from the default, and house rules as a file. */

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, test} from 'node:test';
import {houseFile} from './housefile.mjs';
import {compared, fullRules, idleFlags, inWords, presetWith} from './rulebook.mjs';
import {changesInWords, needsInWords} from './wording.mjs';

/** @import {Book, Flags} from './rulebook.mjs' */

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** @type {Book} */
const book = json('../engine/rules.json');
const wording = json('wording.json');

/** @param {Flags} flags */
const marks = (flags) => {
  const entries = compared(fullRules(flags, book), book).filter(({mark}) => mark !== 'same');
  return Object.fromEntries(entries.map(({clause, mark}) => [clause.id, mark]));
};

describe('clauses beside the default rules', () => {
  test('the default rules differ in nothing', () => assert.deepEqual(marks({}), {}));

  test('a pair with the last cover takes one clause away and brings one', () => {
    assert.deepEqual(marks({cover_pair: true}), {'PAIR-9': 'gone', 'PAIR-10': 'new'});
  });

  test('another number of rows rewords the clause of the deal, with both texts at hand', () => {
    assert.deepEqual(marks({rows: 5}), {'DEAL-2': 'reworded'});
    const entry = compared(fullRules({rows: 5}, book), book).find(({mark}) => mark === 'reworded');
    assert.match(entry?.text ?? '', /from the apex to row 5 /);
    assert.match(entry?.before ?? '', /from the apex to row 7 /);
  });

  test('three passes end the single pass and bring the redeal', () => {
    const redeals = {'REDEAL-2': 'new', 'REDEAL-3': 'new', 'REDEAL-4': 'new', 'REDEAL-5': 'new', 'REDEAL-7': 'new'};
    assert.deepEqual(marks({passes: 3}), {'REDEAL-1': 'gone', ...redeals, 'REDEAL-9': 'new'});
  });
});

test('a preset is known by its flags, whatever the order and whatever is said of defaults', () => {
  assert.equal(presetWith({}, book), 'pyramid');
  assert.equal(presetWith({goal: 'all', draw: 1, waste_pair: 'top_two'}, book), 'thirteen');
  assert.equal(presetWith({rows: 3}, book), null);
});

test('a flag without effect is told with what it needs', () => {
  const idle = idleFlags(fullRules({}, book), book);
  assert.deepEqual(
    ['draw_to', 'reserve_depth', 'pile_pair', 'passes', 'goal'].filter((name) => name in idle),
    ['draw_to', 'reserve_depth', 'pile_pair'],
  );
  assert.deepEqual(idle.reserve_depth, {reserve_piles: {min: 1}});
  assert.deepEqual(idleFlags(fullRules({reserve_piles: 1}, book), book).reserve_depth, undefined);
});

test('conditions read as a sentence', () => {
  assert.equal(inWords({min: 2, not: 'unlimited'}), '2 or more, not unlimited');
  assert.equal(inWords(['turned', 'top_two']), 'turned or top_two');
  assert.equal(inWords(false), 'false');
});

describe('house rules as a file', () => {
  test('name, version, the flags that differ and notes, each on its line', () => {
    const house = {name: 'Sunday rules', flags: {goal: 'all', passes: 3, draw: 1}, notes: 'Winner deals.'};
    const rest = 'flags:\n  passes: 3\n  goal: all\nnotes: "Winner deals."\n';
    const text = `name: "Sunday rules"\nrules: "${book.version}"\n${rest}`;
    assert.equal(houseFile(house, book), text);
    const schema = 'https://example.org/schema/house-editor.schema.json';
    assert.equal(houseFile(house, book, schema), `# yaml-language-server: $schema=${schema}\n${text}`);
  });

  test('control characters are left out of names and notes, line ends and tabs stay', () => {
    const every = Array.from({length: 0xa0}, (_, code) => String.fromCharCode(code)).join('');
    const text = houseFile({name: `a${every}b`, flags: {}, notes: `a${every}b`}, book);
    const notes = JSON.parse(/^notes: (.*)$/m.exec(text)?.[1] ?? '');
    assert.equal(notes, `a\t\n\n${every.slice(0x20, 0x7f)}b`);
    assert.doesNotMatch(JSON.parse(/^name: (.*)$/m.exec(text)?.[1] ?? ''), /[\x00-\x1f\x7f-\x9f]/);
  });

  test('without a name and notes only the rules', () => {
    assert.equal(houseFile({name: ' ', flags: {}}, book), `rules: "${book.version}"\nflags: {}\n`);
  });
});

test('every flag of the controls stands under one theme', () => {
  const placed = wording.themes.flatMap((/** @type {{flags: string[]}} */ {flags}) => flags);
  const lacking = Object.keys(book.flags).filter((flag) => !placed.includes(flag));
  assert.deepEqual(lacking, [], `docs/browser/wording.json lacks a theme for ${lacking}`);
  assert.deepEqual([...placed].sort(), Object.keys(book.flags).sort());
});

test('what changes is told in the words of the rules, a number as it is', () => {
  const told = changesInWords({passes: 3, goal: 'all'}, book).map(({title, value, standard}) => [title, value, standard]);
  assert.deepEqual(told, [
    ['Passes', '3', '1'],
    ['What a win takes', 'all 52 cards are gone', 'the pyramid is gone'],
  ]);
  assert.equal(needsInWords({goal: ['all', 'pyramid']}, book), '“What a win takes: all 52 cards are gone or the pyramid is gone”');
});

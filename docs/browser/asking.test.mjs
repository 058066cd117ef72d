/** Questions that lead to a preset. */

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {flagsSaid, nextQuestion, presetsLeft} from './asking.mjs';
import {fullRules} from './rulebook.mjs';

/** @import {Question, Reply} from './asking.mjs' */
/** @import {Book} from './rulebook.mjs' */

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** @type {Book} */
const book = json('../engine/rules.json');
/** @type {Question[]} */
const questions = json('questions.json');

/** The numbers of the answers that hold for a preset. @param {string} preset @param {Question} question */
function answersOf(preset, question) {
  const rules = fullRules(book.presets[preset].flags, book);
  const holding = question.answers.map(({flags}, index) => {
    return Object.entries(flags).every(([name, value]) => rules[name] === value) ? index : -1;
  });
  return holding.filter((index) => index >= 0);
}

/** Answer until nothing is asked any more. @param {string} preset @param {(id: string) => boolean} knows */
function interview(preset, knows = () => true) {
  /** @type {Reply[]} */
  const replies = [];
  for (;;) {
    const question = nextQuestion(replies, questions, book);
    if (question === null) return replies;
    replies.push({question, answer: knows(question.id) ? answersOf(preset, question)[0] : null});
  }
}

test('every question has exactly one answer for every preset', () => {
  for (const question of questions) {
    for (const preset of Object.keys(book.presets)) {
      assert.equal(answersOf(preset, question).length, 1, `${preset}: ${question.id}`);
    }
  }
});

test('its own answers lead to each preset alone, by few questions', () => {
  const lengths = Object.keys(book.presets).map((preset) => {
    const replies = interview(preset);
    const alike = presetsLeft(replies, book);
    assert.deepEqual(alike, [preset], `docs/browser/questions.json has no question that parts ${alike.join(' from ')}`);
    return replies.length;
  });
  const average = lengths.reduce((sum, length) => sum + length) / lengths.length;
  assert.ok(average < 4.5, `${average} questions on average`);
});

test('a question that nobody can answer leaves what it would have parted', () => {
  const left = presetsLeft(interview('relaxed', (id) => id !== 'stock-top'), book);
  assert.deepEqual(left, ['par-pyramid', 'relaxed']);
  assert.equal(presetsLeft(interview('pyramid', () => false), book).length, Object.keys(book.presets).length);
});

test('an answer that is not offered rules out every preset that gives one of those', () => {
  const passes = questions.find(({id}) => id === 'passes');
  assert.ok(passes);
  assert.deepEqual(presetsLeft([{question: passes, answer: 'other'}], book), []);
  assert.equal(nextQuestion([{question: passes, answer: 'other'}], questions, book), null);
});

test('what was said is kept as flags', () => {
  const rules = fullRules(book.presets['king-tut'].flags, book);
  const said = flagsSaid(interview('king-tut'));
  assert.ok(Object.keys(said).length > 0);
  for (const [name, value] of Object.entries(said)) assert.equal(rules[name], value);
});

/**
 * Which preset an app plays, by the fewest questions: each next one is the first of the questions that part the
 * presets still possible in the fewest steps on average, as if each of them were as likely.
 *
 * @module
 */

import {fullRules} from './rulebook.mjs';

/** @import {Book, Flags} from './rulebook.mjs' */

/** @typedef {{says: string, flags: Flags}} Answer */
/** @typedef {{id: string, ask: string, help: string, answers: readonly Answer[]}} Question */
/**
 * What was answered: the number of an answer; null: the reader does not know; 'other': none of those offered.
 * @typedef {{question: Question, answer: number | null | 'other'}} Reply
 */

/** Does a preset play as an answer says? @param {string} preset @param {Answer} answer @param {Book} book */
function fits(preset, {flags}, book) {
  const rules = fullRules(book.presets[preset].flags, book);
  return Object.entries(flags).every(([name, value]) => rules[name] === value);
}

/** The presets that all replies leave possible. @param {readonly Reply[]} replies @param {Book} book */
export const presetsLeft = (replies, book) =>
  Object.keys(book.presets).filter((preset) =>
    replies.every(({question, answer}) => {
      if (answer === null) return true;
      if (answer === 'other') return !question.answers.some((offered) => fits(preset, offered, book));
      return fits(preset, question.answers[answer], book);
    }),
  );

/** The flags that the replies settle. @param {readonly Reply[]} replies @returns {Flags} */
export function flagsSaid(replies) {
  const said = replies.map(({question, answer}) => (typeof answer === 'number' ? question.answers[answer].flags : {}));
  return Object.assign({}, ...said);
}

/**
 * The question to ask next, null where no other one parts the presets that are left.
 * @param {readonly Reply[]} replies @param {readonly Question[]} questions @param {Book} book
 * @returns {Question | null}
 */
export function nextQuestion(replies, questions, book) {
  const asked = new Set(replies.map(({question}) => question.id));
  const left = presetsLeft(replies, book);
  const open = questions
    .filter(({id}) => !asked.has(id))
    .map((question) => {
      return {question, fitting: question.answers.map((answer) => left.filter((preset) => fits(preset, answer, book)))};
    });
  return best(left, open, new Map()).question;
}

/** @typedef {{question: Question, fitting: readonly (readonly string[])[]}} Open  the presets that fit each answer */
/** @typedef {{question: Question | null, steps: number}} Choice  `steps`: questions to come, summed over the presets */

/**
 * @param {readonly string[]} presets @param {readonly Open[]} open
 * @param {Map<string, Choice>} known  choices by the presets left
 * @returns {Choice}
 */
function best(presets, open, known) {
  const key = presets.join(' ');
  const before = known.get(key);
  if (before) return before;
  /** @type {Choice} */
  let choice = {question: null, steps: 0};
  for (const {question, fitting} of open) {
    const parts = fitting.map((group) => presets.filter((preset) => group.includes(preset)));
    if (parts.filter((part) => part.length > 0).length < 2) continue;
    const steps = presets.length + parts.reduce((sum, part) => sum + best(part, open, known).steps, 0);
    // A question that parts is always better than none, however many more it leads to.
    if (choice.question === null || steps < choice.steps) choice = {question, steps};
  }
  known.set(key, choice);
  return choice;
}

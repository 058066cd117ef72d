/**
 * The page "Which game is my app playing?": one question after another, and the presets that the answers leave.
 *
 * @module
 */

import {flagsSaid, nextQuestion, presetsLeft} from './asking.mjs';
import {element, fill} from './element.mjs';
import {load} from './loading.mjs';
import {formatLink} from './share.mjs';
import {changesInWords, counted} from './wording.mjs';

/** @import {Question, Reply} from './asking.mjs' */
/** @import {Book, Flags} from './rulebook.mjs' */

const OTHER = 'None of these';
const UNKNOWN = 'I don’t know';

/**
 * Ask inside an element.
 * @param {HTMLElement} root @param {Book} book @param {readonly Question[]} questions
 */
function start(root, book, questions) {
  /** @type {readonly Reply[]} */
  let replies = [];
  const asking = element('section', {class: 'which-asking', 'aria-label': 'Question'});
  const left = element('section', {class: 'which-left', 'aria-labelledby': 'which-left'});
  const said = element('section', {class: 'which-said', 'aria-labelledby': 'which-said'});
  const status = element('p', {role: 'status', class: 'which-status'});

  /** @param {readonly Reply[]} now */
  function take(now) {
    replies = now;
    show();
    /** @type {HTMLElement | null} */ (asking.querySelector('[tabindex="-1"]'))?.focus();
  }

  function show() {
    const presets = presetsLeft(replies, book);
    const question = nextQuestion(replies, questions, book);
    const flags = flagsSaid(replies);
    status.textContent = presets.length === 0 ? 'No preset is left.' : `${counted(presets.length, 'preset')} left.`;
    fill(asking, ...(question ? askedNow(question) : concluded(presets, flags)));
    fill(left, ...leftNow(presets, question !== null));
    fill(said, ...saidNow());
    said.hidden = replies.length === 0;
  }

  /** @param {Question} question */
  function askedNow(question) {
    /** @param {string} words @param {Reply['answer']} answer */
    const choice = (words, answer) =>
      element(
        'button',
        {type: 'button', class: 'which-answer', onclick: () => take([...replies, {question, answer}])},
        words,
      );
    return [
      element('h2', {tabindex: -1}, question.ask),
      element('p', {class: 'which-help'}, question.help),
      element(
        'div',
        {class: 'which-answers', role: 'group', 'aria-label': question.ask},
        ...question.answers.map(({says}, index) => choice(says, index)),
        choice(OTHER, 'other'),
        choice(UNKNOWN, null),
      ),
    ];
  }

  /** @param {readonly string[]} presets @param {Flags} flags */
  function concluded(presets, flags) {
    if (presets.length === 1) {
      return [headline(`It looks like ${book.presets[presets[0]].name}`), ...preset(presets[0])];
    }
    if (presets.length > 1) {
      const why = 'What would tell them apart was answered with “I don’t know”. Each of these plays as you said.';
      return [headline('It is one of these'), element('p', {}, why)];
    }
    const page = `../house-rules/${formatLink({flags}, book)}`;
    return [
      headline('No preset plays like that'),
      element('p', {}, 'The page of house rules can: it starts from what you have answered so far.'),
      element('p', {}, element('a', {class: 'md-button', href: page}, 'Set the rest yourself')),
    ];
  }

  /** @param {string} words */
  const headline = (words) => element('h2', {tabindex: -1}, words);

  /** @param {string} name */
  function preset(name) {
    const {flags, notes = ''} = book.presets[name];
    const changes = changesInWords(flags, book).map(({title, value}) =>
      element('li', {}, `${title}: `, element('strong', {}, value)),
    );
    const hash = formatLink({flags}, book);
    return [
      element('p', {}, notes),
      changes.length > 0
        ? element('ul', {}, ...changes)
        : element('p', {}, 'These are the default rules, without a change.'),
      element('p', {}, 'Everything else is as by default. Compare it with your app before you rely on it.'),
      element(
        'p',
        {class: 'house-buttons'},
        element('a', {class: 'md-button md-button--primary', href: `../house-rules/${hash}`}, 'See its rules'),
        element('a', {class: 'md-button', href: `../play/${hash}`}, 'Play it'),
      ),
    ];
  }

  /** @param {readonly string[]} presets @param {boolean} asked  whether a question is open */
  function leftNow(presets, asked) {
    if (presets.length === 0 || (presets.length === 1 && !asked)) return [];
    const links = presets.map((name) => {
      const {name: title, flags} = book.presets[name];
      return element('li', {}, element('a', {href: `../house-rules/${formatLink({flags}, book)}`}, title));
    });
    return [element('h2', {id: 'which-left'}, `Still possible: ${presets.length}`), element('ul', {}, ...links)];
  }

  function saidNow() {
    const rows = replies.map(({question, answer}, index) => {
      const words = typeof answer === 'number' ? question.answers[answer].says : answer ? OTHER : UNKNOWN;
      const undo = element(
        'button',
        {
          type: 'button',
          class: 'house-small',
          'aria-label': `Take back: ${question.ask}`,
          onclick: () => take(replies.filter((_, other) => other !== index)),
        },
        'Take back',
      );
      return element('li', {}, `${question.ask} `, element('strong', {}, words), ' ', undo);
    });
    const again = element('button', {type: 'button', class: 'md-button', onclick: () => take([])}, 'Start again');
    return [element('h2', {id: 'which-said'}, 'Your answers'), element('ol', {}, ...rows), element('p', {}, again)];
  }

  fill(root, status, asking, said, left);
  show();
}

const root = document.getElementById('which');
if (root) {
  Promise.all(['rules.json', 'questions.json'].map(load)).then(
    ([book, questions]) => start(root, book, questions),
    (error) => root.prepend(element('p', {role: 'alert'}, `The questions could not be asked. ${error.message}`)),
  );
}

/**
 * A control for every flag: its title, its values in words, its reason, and what its choice does to the rules.
 *
 * @module
 */

import {LARGEST_COUNT} from '../engine/pyramid.mjs';
import {element, fill} from './element.mjs';
import {expected, parseValue, valueWord} from './share.mjs';
import {needsInWords, valueInWords} from './wording.mjs';
import {dealsStock} from './rulebook.mjs';

/** @import {Constraint, Flag, FlagValue} from '../engine/pyramid.mjs' */
/** @import {Book, Entry, Told} from './rulebook.mjs' */
/** @import {View} from './view.mjs' */
/** @import {Wording} from './wording.mjs' */

/** Counts with at most so many numbers are offered one by one; others are typed. */
const MOST_BUTTONS = 10;

const ROW = 'house-values house-values--row';

/** What each mark says. */
export const MARKS = Object.freeze({same: '', reworded: 'changed', new: 'new here', gone: 'no longer holds'});

/** @param {Constraint} constraint @returns {string[]} the flags that it speaks of */
export const flagsOf = ({forbid, cards}) =>
  forbid ? Object.keys(forbid) : cards ? [cards.rows, cards.piles, cards.depth] : [];

/**
 * The controls of all flags by theme.
 * @param {Book} book @param {Wording} wording
 * @param {{change: (name: string, value: FlagValue) => void, goTo: (clause: string) => void}} on
 */
export function makeControls(book, wording, on) {
  const controls = new Map(Object.keys(book.flags).map((name) => [name, makeControl(name, book, on)]));
  const themed = wording.themes.flatMap(({flags}) => flags);
  const others = Object.keys(book.flags).filter((name) => !themed.includes(name));
  const themes = [...wording.themes, ...(others.length > 0 ? [{title: 'More', flags: others}] : [])];
  const groups = themes.map(({title, flags}) =>
    element(
      'section',
      {class: 'house-theme'},
      element('h3', {}, title),
      ...flags.map((name) => /** @type {Control} */ (controls.get(name)).node),
    ),
  );
  return {
    nodes: groups,
    /** @param {View} view */
    show: (view) => controls.forEach((control) => control.show(view)),
    /** @param {string} name */
    focus: (name) => controls.get(name)?.focus(),
  };
}

/** @typedef {{node: HTMLElement, show: (view: View) => void, focus: () => void}} Control */

/**
 * @param {string} name @param {Book} book
 * @param {{change: (name: string, value: FlagValue) => void, goTo: (clause: string) => void}} on
 * @returns {Control}
 */
function makeControl(name, book, on) {
  const flag = book.flags[name];
  const badge = element('span', {class: 'house-badge', hidden: true}, 'changed');
  const effect = element('p', {class: 'house-effect'});
  const refused = element('ul', {class: 'house-refused', id: `refused-${name}`, hidden: true});
  const values = makeValues(name, flag, (value) => on.change(name, value));
  const node = element(
    'fieldset',
    {class: 'house-flag', id: `flag-${name}`, 'aria-describedby': `why-${name} refused-${name}`, 'data-flag': name},
    element('legend', {}, `${flag.title} `, badge),
    element('p', {class: 'house-why', id: `why-${name}`}, flag.why),
    values.node,
    refused,
    effect,
  );

  /** @param {View} view */
  function show({chosen, broken, idle, entries}) {
    values.show(chosen[name]);
    badge.hidden = chosen[name] === flag.default;
    node.classList.toggle('house-flag--changed', !badge.hidden);
    const reasons = broken.filter((constraint) => flagsOf(constraint).includes(name));
    node.classList.toggle('house-flag--refused', reasons.length > 0);
    refused.hidden = reasons.length === 0;
    fill(refused, ...reasons.map(({reason}) => element('li', {}, `Makes no game: ${reason}`)));
    fill(
      effect,
      name in idle ? `Has no effect here; it needs ${needsInWords(idle[name], book)}. ` : null,
      flag.needs === 'stock' && !dealsStock(chosen, book)
        ? 'Has no effect here; all cards are dealt, and there is no stock. '
        : null,
      ...(broken.length > 0 ? [] : clauseLinks(name, entries, on.goTo)),
    );
  }
  return {node, show, focus: values.focus};
}

/**
 * Links to the clauses that speak of a flag, with what its choice does to them.
 * @param {string} name @param {readonly Entry[]} entries @param {(clause: string) => void} goTo
 */
function clauseLinks(name, entries, goTo) {
  const about = entries.filter(({clause}) => name in (clause.when ?? {}) || clause.text.includes(`{${name}}`));
  const links = about.map(({clause, mark}) =>
    element(
      'span',
      {class: 'house-clause-link'},
      element(
        'a',
        {
          href: `../rules/#${clause.id}`,
          title: clause.title,
          onclick: (/** @type {MouseEvent} */ event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            goTo(clause.id);
          },
        },
        clause.id,
      ),
      MARKS[mark] ? ` ${MARKS[mark]}` : '',
    ),
  );
  if (links.length === 0) return [];
  return ['In the rules: ', ...links.flatMap((link, index) => (index > 0 ? [', ', link] : [link]))];
}

/**
 * The values of a flag to choose from.
 * @param {string} name @param {Flag & Told} flag @param {(value: FlagValue) => void} change
 */
function makeValues(name, flag, change) {
  const {type, from = 0, to = LARGEST_COUNT, values = [], also = []} = flag;
  if (type === 'switch') return radios([flag.default, !flag.default]);
  if (type === 'choice') return radios(values);
  return to - from < MOST_BUTTONS
    ? radios([...Array.from({length: to - from + 1}, (_, index) => from + index), ...also])
    : numberOrWord();

  /** @param {readonly FlagValue[]} offered */
  function radios(offered) {
    const inputs = offered.map((value) =>
      element('input', {type: 'radio', name, value: valueWord(value), onchange: () => change(value)}),
    );
    const labels = inputs.map((input, index) => {
      const usual = offered[index] === flag.default ? element('span', {class: 'house-default'}, ' (default)') : null;
      return element('label', {}, input, element('span', {}, valueInWords(offered[index], flag), usual));
    });
    return {
      node: element('div', {class: type === 'count' ? ROW : 'house-values'}, ...labels),
      /** @param {FlagValue} value */
      show: (value) => inputs.forEach((input) => (input.checked = input.value === valueWord(value))),
      focus: () => (inputs.find((input) => input.checked) ?? inputs[0]).focus(),
    };
  }

  /** A number to type, and a box for each word beside the numbers. */
  function numberOrWord() {
    const label = `${from} or more`;
    const number = element('input', {
      type: 'number',
      min: from,
      max: to,
      step: 1,
      inputmode: 'numeric',
      'aria-label': label,
      'aria-describedby': `bad-${name}`,
      oninput: () => read(number.value, false),
      onchange: () => read(number.value, true),
    });
    const bad = element('span', {class: 'house-bad', id: `bad-${name}`, role: 'status'});
    const boxes = also.map((word) => {
      const box = element('input', {
        type: 'checkbox',
        name,
        onchange: () => change(box.checked ? word : (parseValue(flag, number.value) ?? flag.default)),
      });
      return {word, box, label: element('label', {}, box, element('span', {}, valueInWords(word, flag)))};
    });
    /** @param {string} text @param {boolean} done  the reader has left the field */
    function read(text, done) {
      const value = parseValue(flag, text.trim());
      bad.textContent = value === undefined && done ? `Expected ${expected(flag)}; the last one stays.` : '';
      number.setAttribute('aria-invalid', String(value === undefined));
      if (value !== undefined) change(value);
    }
    const usual = element('span', {class: 'house-default'}, `(default ${valueWord(flag.default)})`);
    return {
      node: element('div', {class: ROW}, number, usual, ...boxes.map(({label}) => label), bad),
      /** @param {FlagValue} value */
      show(value) {
        const isWord = typeof value !== 'number';
        for (const {word, box} of boxes) box.checked = word === value;
        number.disabled = isWord;
        if (!isWord && parseValue(flag, number.value.trim()) !== value) number.value = valueWord(value);
        number.setAttribute('aria-invalid', 'false');
        bad.textContent = '';
      },
      focus: () => (number.disabled ? boxes[0].box : number).focus(),
    };
  }
}

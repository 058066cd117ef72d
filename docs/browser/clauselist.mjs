/**
 * The clauses of a ruleset by area, each marked in words where it differs from the default rules.
 *
 * @module
 */

import {MARKS} from './controls.mjs';
import {element, fill} from './element.mjs';
import {areaOf} from './rulebook.mjs';

/** @import {Book, Clause, Entry, Flags, Reading} from './rulebook.mjs' */
/** @import {View} from './view.mjs' */

/**
 * Every clause of the rules, shown or hidden as a ruleset has it; they stay the same elements, so that what a reader
 * has opened stays open and where they are in the page does not change.
 * @param {Book} book @param {(flags: Flags) => void} choose  takes the flags of a reading
 */
export function makeClauses(book, choose) {
  const clauses = new Map(book.clauses.map((clause) => [clause.id, makeClause(clause, choose)]));
  const areas = Object.entries(book.areas).map(([area, title]) => {
    const inside = book.clauses.filter((clause) => areaOf(clause) === area);
    const nodes = inside.map(({id}) => /** @type {Shown} */ (clauses.get(id)).node);
    return element('section', {class: 'house-area'}, element('h3', {}, title), ...nodes);
  });
  const changedOnly = element('input', {type: 'checkbox', onchange: filter});
  const nothing = element('p', {class: 'house-nothing'}, 'Nothing differs: these are the default rules.');

  /** Hide what does not hold, and what is the same where only the changes are asked for. */
  function filter() {
    for (const {node} of clauses.values()) {
      node.hidden = !node.dataset.mark || (changedOnly.checked && node.dataset.mark === 'same');
    }
    for (const area of areas) area.hidden = area.querySelector('article:not([hidden])') === null;
    nothing.hidden = areas.some((area) => !area.hidden);
  }

  return {
    node: element(
      'section',
      {class: 'house-rules', id: 'the-rules'},
      element('h2', {}, 'The rules'),
      element('label', {class: 'house-filter'}, changedOnly, ' Show only what differs from the default rules'),
      nothing,
      ...areas,
    ),
    /** @param {View} view */
    show({entries, rules}) {
      const shown = new Map(entries.map((entry) => [entry.clause.id, entry]));
      for (const [id, clause] of clauses) clause.show(shown.get(id) ?? null, rules);
      filter();
    },
    /** Bring a clause into view and the focus to it. @param {string} id */
    goTo(id) {
      changedOnly.checked = false;
      filter();
      const node = clauses.get(id)?.node;
      node?.focus({preventScroll: true});
      node?.scrollIntoView({block: 'center'});
    },
  };
}

/** @typedef {{node: HTMLElement, show: (entry: Entry | null, rules: Flags) => void}} Shown */

/** @param {Clause} clause @param {(flags: Flags) => void} choose @returns {Shown} */
function makeClause({id, title, readings = []}, choose) {
  const mark = element('strong', {class: 'house-mark'});
  const text = element('p', {class: 'house-text'});
  const before = element('p', {class: 'house-before'});
  const read = readings.map((reading) => makeReading(reading, choose));
  const node = element(
    'article',
    {class: 'house-clause', tabindex: -1, 'data-clause': id},
    element('h4', {}, element('a', {class: 'clause-id', href: `../rules/#${id}`}, id), ` ${title} `, mark),
    text,
    before,
    read.length === 0
      ? null
      : element(
          'details',
          {},
          element('summary', {}, `How other games read it (${read.length})`),
          element('ul', {}, ...read.map((each) => each.node)),
        ),
  );
  return {
    node,
    show(entry, rules) {
      node.dataset.mark = entry?.mark ?? '';
      if (entry === null) return;
      mark.textContent = MARKS[entry.mark];
      fill(text, ...(entry.mark === 'gone' ? [element('del', {}, ...withNorms(entry.text))] : withNorms(entry.text)));
      before.textContent = entry.mark === 'reworded' ? `By default: ${entry.before}` : '';
      before.hidden = entry.mark !== 'reworded';
      for (const each of read) each.show(rules);
    },
  };
}

/** A text with the words that make it a rule set apart. @param {string} text */
const withNorms = (text) =>
  text.split(/(MUST NOT|MUST|MAY)/).map((part, index) => (index % 2 ? element('em', {class: 'norm'}, part) : part));

/** @param {Reading} reading @param {(flags: Flags) => void} choose */
function makeReading({reads, flags}, choose) {
  const button = flags ? element('button', {type: 'button', class: 'house-small', onclick: () => choose(flags)}) : null;
  return {
    node: element('li', {}, reads, ' ', button),
    /** @param {Flags} rules */
    show(rules) {
      if (!flags || !button) return;
      const chosen = Object.entries(flags).every(([name, value]) => rules[name] === value);
      button.textContent = chosen ? 'read so here' : 'Read it so';
      button.setAttribute('aria-disabled', String(chosen));
    },
  };
}

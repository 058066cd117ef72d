/**
 * Presets to start from, and the name of the one that the flags make.
 *
 * @module
 */

import {element} from './element.mjs';

/** @import {Book, Flags} from './rulebook.mjs' */
/** @import {View} from './view.mjs' */

/** @param {Book} book @param {(flags: Flags) => void} choose */
export function makePresetChoice(book, choose) {
  /** @param {string} name */
  const changes = (name) => Object.keys(book.presets[name].flags).length;
  const names = Object.keys(book.presets).sort((a, b) => Math.min(changes(a), 1) - Math.min(changes(b), 1));
  const own = element('option', {value: ''}, 'Rules of your own');
  const notes = element('p', {class: 'house-why', id: 'house-preset-notes'});
  const select = element(
    'select',
    {
      id: 'house-preset',
      'aria-describedby': notes.id,
      onchange: () => select.value && choose(book.presets[select.value].flags),
    },
    own,
    ...names.map((name) => element('option', {value: name}, book.presets[name].name)),
  );
  return {
    nodes: [element('label', {for: select.id}, 'Start from a preset'), select, notes],
    /** @param {View} view */
    show({preset}) {
      select.value = preset ?? '';
      own.disabled = preset !== null;
      notes.textContent = preset ? (book.presets[preset].notes ?? '') : 'No preset has exactly these flags.';
    },
    focus: () => select.focus(),
  };
}

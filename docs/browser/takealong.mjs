/**
 * Taking the rules along: name and notes, a file, a printed page.
 *
 * @module
 */

import {element} from './element.mjs';
import {houseFile} from './housefile.mjs';
import {LONGEST_NAME, tidyName} from './share.mjs';
import {copyText, saveText} from './taking.mjs';

/** @import {Book} from './rulebook.mjs' */
/** @import {State, View} from './view.mjs' */

/**
 * The schema for editors as the site serves it, whose scripts stand in assets/pyramid/; none where the page was opened
 * from a disk, which others do not have.
 */
const SCHEMA = new URL('../../schema/house-editor.schema.json', import.meta.url);
const SCHEMA_ADDRESS = /^https?:$/.test(SCHEMA.protocol) ? SCHEMA.href : '';

/**
 * @param {Book} book
 * @param {{name: (text: string) => void, notes: (text: string) => void}} on
 */
export function makeTakeAlong(book, on) {
  let file = '';
  const name = element('input', {
    id: 'house-name',
    type: 'text',
    maxlength: LONGEST_NAME,
    autocomplete: 'off',
    oninput: () => on.name(name.value),
  });
  const notes = element('textarea', {id: 'house-notes', rows: 2, oninput: () => on.notes(notes.value)});
  const preview = element('pre', {tabindex: 0, 'aria-label': 'house.yaml'});
  const said = element('p', {role: 'status'});
  const byHand = element('textarea', {class: 'house-by-hand', 'aria-label': 'To copy', readonly: true, hidden: true});
  const buttons = [
    makeButton('Copy house.yaml', () => copy('house.yaml', file)),
    makeButton('Download house.yaml', () => saveText('house.yaml', file)),
    makeButton('Print one page', () => window.print()),
  ];

  /** Copy a text and tell that; where the browser does not let a page do it, show it for the reader to copy. */
  async function copy(/** @type {string} */ what, /** @type {string} */ text) {
    const done = await copyText(text);
    said.textContent = done ? `${what} copied.` : 'This browser does not let a page copy. Copy it from here:';
    byHand.hidden = done;
    byHand.value = text;
    if (!done) byHand.select();
  }

  return {
    copy,
    node: element(
      'section',
      {class: 'house-box'},
      element('h2', {}, 'Take it along'),
      element('label', {for: name.id}, 'Name of your rules'),
      name,
      element('label', {for: notes.id}, 'Notes, for the file and the printed page; not in the link'),
      notes,
      element('p', {class: 'house-buttons'}, ...buttons),
      said,
      byHand,
      element('details', {}, element('summary', {}, 'house.yaml'), preview),
    ),
    /** @param {View} view @param {State} state */
    show({flags, broken}, state) {
      file = houseFile({name: state.name, flags, notes: state.notes}, book, SCHEMA_ADDRESS);
      preview.textContent = file;
      for (const button of buttons) button.disabled = broken.length > 0;
      if (tidyName(name.value) !== state.name) name.value = state.name;
    },
  };
}

/** @param {string} words @param {() => void} act */
const makeButton = (words, act) => element('button', {type: 'button', class: 'md-button', onclick: act}, words);

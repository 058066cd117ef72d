/**
 * House rules as a file that `pyramid-ref check` accepts.
 *
 * @module
 */

import {changesOf, tidyName, valueWord} from './share.mjs';

/** @import {Book, Flags} from './rulebook.mjs' */

/** What stands in a file as `\u…`: line ends, and all that its readers take for unprintable. */
const ESCAPED = /[\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

/** What a file of house rules cannot hold in any spelling. */
const NO_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text in double quotes, where nothing that is in it can end it or mean anything. @param {string} text */
function quoted(text) {
  /** @param {string} character */
  const code = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(ESCAPED, code);
}

/**
 * The text of a house-rules file that stands by itself.
 * @param {{name: string, flags: Flags, notes?: string}} house  the name may be '', then the file has none
 * @param {Book} book
 * @param {string} [schema]  the address of the JSON Schema that editors read; '' for none
 */
export function houseFile({name, flags, notes = ''}, book, schema = '') {
  const changes = Object.entries(changesOf(flags, book)).map(([flag, value]) => `  ${flag}: ${valueWord(value)}\n`);
  const title = tidyName(name);
  const noted = notes.replace(/\r\n?/g, '\n').replace(NO_TEXT, '').trim();
  return [
    schema ? `# yaml-language-server: $schema=${schema}\n` : '',
    title ? `name: ${quoted(title)}\n` : '',
    `rules: "${book.version}"\n`,
    changes.length > 0 ? `flags:\n${changes.join('')}` : 'flags: {}\n',
    noted ? `notes: ${quoted(noted)}\n` : '',
  ].join('');
}

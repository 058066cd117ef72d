/**
 * What follows from the choice, beside the rules themselves: the difference to the default rules, and the odds.
 *
 * @module
 */

import {element, fill} from './element.mjs';
import {oddsCommand, oddsInFull, oddsInShort} from './odds.mjs';
import {changesInWords} from './wording.mjs';

/** @import {Odds} from './odds.mjs' */
/** @import {Book} from './rulebook.mjs' */
/** @import {View} from './view.mjs' */
/** @import {Change} from './wording.mjs' */

/**
 * The flags that differ from the default.
 * @param {Book} book @param {(flag: string) => void} setBack
 */
export function makeDifferences(book, setBack) {
  const list = element('div');
  /** @param {Change} change */
  const item = ({name, title, value, standard}) =>
    element(
      'li',
      {},
      `${title}: `,
      element('strong', {}, value),
      `; by default ${standard} `,
      element(
        'button',
        {type: 'button', class: 'house-small', 'aria-label': `Set “${title}” back`, onclick: () => setBack(name)},
        'Set back',
      ),
    );
  return {
    node: element('section', {class: 'house-box'}, element('h2', {}, 'What changed'), list),
    /** @param {View} view */
    show({flags}) {
      const items = changesInWords(flags, book).map(item);
      fill(list, items.length > 0 ? element('ul', {}, ...items) : 'Nothing: these are the default rules.');
    },
  };
}

/** How many deals can be won. @param {Book} book @param {Odds | null} odds */
export function makeOdds(book, odds) {
  const said = element('div');
  return {
    node: element('section', {class: 'house-box'}, element('h2', {}, 'Odds'), said),
    /** @param {View} view */
    show({flags, odds: row}) {
      if (odds && row) {
        const all = element('a', {href: '../odds/'}, 'All odds');
        fill(
          said,
          element('p', {class: 'house-share'}, `${oddsInShort(row)}.`),
          element('p', {}, oddsInFull(row, odds), ' ', all),
        );
      } else {
        fill(
          said,
          element('p', {}, 'Not computed for these rules. This command computes them:'),
          element('pre', {tabindex: 0, 'aria-label': 'The command'}, oddsCommand(flags, book)),
        );
      }
    },
  };
}

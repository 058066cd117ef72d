/**
 * The board of a failure, at the head of the page of a scenario: a report links there with the deck, the moves and the
 * rules of the game in which an engine failed (share.mjs), which need not be those that the page tells the scenario by.
 *
 * @module
 */

import {dealNumber, ruleset} from '../engine/pyramid.mjs';
import {boardSvg} from './board-svg.mjs';
import {element} from './element.mjs';
import {load} from './loading.mjs';
import {positionIn, replayed, startGame} from './play-game.mjs';
import {cardsInWords, counted} from './play-words.mjs';
import {presetWith} from './rulebook.mjs';
import {formatLink, parseLink, valueWord} from './share.mjs';

/** @import {Book} from './rulebook.mjs' */
/** @import {ReadLink} from './share.mjs' */

/** Where the pages of the site stand, seen from the page of a scenario. */
const SITE = '../../';

/** Shows it, or what is wrong with the link, before all else of the scenario. @param {Element} scenario */
export async function showFailure(scenario) {
  const book = await load('rules.json');
  const {hash} = location;
  scenario.querySelector('.failure')?.remove();
  scenario.prepend(section(parseLink(hash, book), book));
}

/** @param {ReadLink} link @param {Book} book */
function section({flags, deal, deck, moves, faults, refusals}, book) {
  const heading = element('h2', {id: 'failure'}, 'The board of the failure');
  const cards = deck ?? (deal === null ? null : dealNumber(deal));
  if (cards === null || refusals.length > 0) {
    const told = [...faults, ...refusals, 'So the board cannot be shown; the scenario stands below.'];
    return element('section', {class: 'failure'}, heading, element('div', {}, ...told.map((fault) => element('p', {}, fault))));
  }
  const {game, fault} = replayed(startGame({rules: ruleset(flags, book), deck: cards, deal}), moves);
  if (fault) faults = [...faults, `Move ${fault.number} of the link, ${fault.move}, is refused by ${fault.clause}: ${cardsInWords(fault.reason)} This is the board before it.`];
  const words = element(
    'div',
    {},
    element('p', {}, 'This is the board at which the engine failed, ', game.at > 0 ? `after ${counted(game.at, 'move')}` : 'as it is dealt', ', under ', ...rulesInWords(flags, book), '.'),
    ...faults.map((each) => element('p', {}, each)),
    element('p', {}, 'Below it stands the scenario, told with a deal of its own, and maybe under other rules.'),
  );
  const figure = element('figure');
  figure.innerHTML = boardSvg(positionIn(game), game.rules, 'The board of the failure');
  const play = `${SITE}play/${formatLink({flags, deal, deck, moves: game.moves}, book)}`;
  figure.append(element('figcaption', {}, element('a', {href: play, class: 'play-here'}, 'Play from here')));
  return element('section', {class: 'failure'}, heading, words, figure);
}

/** @param {ReadLink['flags']} flags @param {Book} book */
function rulesInWords(flags, book) {
  const changes = Object.entries(flags).map(([name, value]) => `${name}: ${valueWord(value)}`);
  if (changes.length === 0) return ['the default rules'];
  const preset = presetWith(flags, book);
  const link = element('a', {href: `${SITE}house-rules/${formatLink({flags}, book)}`}, element('code', {}, changes.join(', ')));
  return [preset ? `${book.presets[preset].name}: ` : '', link];
}

/**
 * The bar that stays in sight: what the rules are called, how far they are from the default, or why they make no game.
 *
 * @module
 */

import {element, fill} from './element.mjs';
import {oddsInShort} from './odds.mjs';
import {counted} from './wording.mjs';

/** @import {View} from './view.mjs' */

/** @param {{copyLink: () => void, back: () => void}} on */
export function makeBar(on) {
  const title = element('strong', {class: 'house-title'});
  const counts = element('span');
  const reasons = element('ul');
  const play = element('a', {class: 'md-button md-button--primary'}, 'Play');
  const copyLink = element('button', {type: 'button', class: 'md-button', onclick: on.copyLink}, 'Copy link');
  const read = element('a', {class: 'house-link', href: '#the-rules'}, 'Read them');
  const back = element('button', {type: 'button', class: 'house-link', onclick: on.back});
  const node = element(
    'section',
    {class: 'house-bar', 'aria-label': 'Your rules in short'},
    element('div', {class: 'house-bar-says', role: 'status'}, element('p', {}, title, ' ', counts), reasons),
    element('p', {class: 'house-bar-does'}, play, copyLink, read, back),
  );

  /** @param {View} view */
  function show(view) {
    const refused = view.broken.length > 0;
    title.textContent = refused ? 'These settings make no game.' : view.title;
    counts.textContent = refused ? '' : inShort(view);
    fill(reasons, ...view.broken.map(({reason}) => element('li', {}, reason)));
    reasons.hidden = !refused;
    node.classList.toggle('house-bar--refused', refused);
    play.href = `../play/${view.link}`;
    play.hidden = copyLink.hidden = read.hidden = refused;
    back.textContent =
      refused && view.stands ? 'Back to the last settings that made a game' : 'Back to the default rules';
    back.hidden = !refused && Object.keys(view.flags).length === 0;
  }
  return {node, show};
}

/** @param {View} view */
function inShort({flags, differing, odds}) {
  const changes = Object.keys(flags).length;
  const clauses = `${counted(differing, 'clause')} ${changes + differing === 1 ? 'differs' : 'differ'}`;
  const said = changes === 0 ? 'The default rules.' : `${counted(changes, 'flag')} and ${clauses} from the default.`;
  return odds ? `${said} ${oddsInShort(odds)}.` : said;
}

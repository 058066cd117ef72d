/**
 * The page of house rules: choose what each flag is, read the rules that follow, take them along.
 *
 * The address holds what is chosen (share.mjs). Settings that make no game are refused: the controls keep them and
 * tell every reason, while rules, odds and address stay those of the last settings that made a game.
 *
 * @module
 */

import {brokenConstraints} from '../engine/pyramid.mjs';
import {makeBar} from './bar.mjs';
import {makeDifferences, makeOdds} from './boxes.mjs';
import {makeClauses} from './clauselist.mjs';
import {makeControls} from './controls.mjs';
import {element, fill} from './element.mjs';
import {load} from './loading.mjs';
import {makePresetChoice} from './presetchoice.mjs';
import {changesOf, parseLink, tidyName} from './share.mjs';
import {makeTakeAlong} from './takealong.mjs';
import {viewOf} from './view.mjs';
import {changesInWords} from './wording.mjs';

/** @import {Odds} from './odds.mjs' */
/** @import {Book, Flags} from './rulebook.mjs' */
/** @import {State, View} from './view.mjs' */
/** @import {Wording} from './wording.mjs' */

/**
 * Put the page together inside an element and keep it and the address in step.
 * @param {HTMLElement} root @param {Book} book @param {Wording} wording @param {Odds | null} odds
 */
function start(root, book, wording, odds) {
  /** @type {State} */
  let state = {flags: {}, good: {}, name: '', notes: '', dealt: {deal: null, deck: null}};

  const bar = makeBar({
    copyLink: () => takeAlong.copy('Link', addressOf(viewOf(state, book, odds))),
    back: goBack,
  });
  const presets = makePresetChoice(book, choose);
  const controls = makeControls(book, wording, {
    change: (name, value) => choose({...state.flags, [name]: value}),
    goTo: (clause) => rules.goTo(clause),
  });
  const differences = makeDifferences(book, (flag) => {
    choose({...state.flags, [flag]: book.flags[flag].default});
    controls.focus(flag);
  });
  const takeAlong = makeTakeAlong(book, {
    name: (text) => {
      state = {...state, name: tidyName(text)};
      show();
      writeAddress('replaceState');
    },
    notes: (text) => {
      state = {...state, notes: text};
      show();
    },
  });
  const rules = makeClauses(book, (flags) => choose({...state.flags, ...flags}));
  const oddsBox = makeOdds(book, odds);
  const notice = makeNotice();
  const sheet = makeSheet(book);
  const stale = element('p', {class: 'house-stale'});
  const reading = element('div', {}, differences.node, oddsBox.node, takeAlong.node, rules.node);

  /** @param {Flags} flags */
  function choose(flags) {
    const changes = changesOf(flags, book);
    const makesGame = brokenConstraints(changes, book).length === 0;
    state = {...state, flags: changes, good: makesGame ? changes : state.good};
    show();
    if (makesGame) writeAddress('pushState');
  }

  function goBack() {
    choose(viewOf(state, book, odds).broken.length > 0 ? (state.good ?? {}) : {});
    presets.focus();
  }

  /** @param {'pushState' | 'replaceState'} how */
  function writeAddress(how) {
    const hash = viewOf(state, book, odds).link;
    if (hash !== location.hash) history[how](null, '', hash || location.pathname + location.search);
  }

  /** Take over what the address holds; one that names a part of the page, `#flag-passes`, leads there instead. */
  function readAddress() {
    const {hash} = location;
    const part = hash.includes('=') ? null : document.getElementById(hash.slice(1));
    if (part) {
      show();
      writeAddress('replaceState');
      part.scrollIntoView();
      return;
    }
    const {flags, name, deal, deck, moves, faults, refusals} = parseLink(hash, book);
    state = {...state, flags, good: refusals.length > 0 ? null : flags, name, dealt: {deal, deck}};
    notice.show([...faults, ...(moves.length > 0 ? ['The moves in the link belong to the play page.'] : [])]);
    show();
  }

  function show() {
    const view = viewOf(state, book, odds);
    for (const part of [bar, presets, controls, differences, oddsBox, rules]) part.show(view);
    takeAlong.show(view, state);
    sheet.show(view, state);
    document.title = view.stands ? `${view.title}, ${pageTitle}` : pageTitle;
    reading.hidden = !view.stands;
    stale.hidden = view.broken.length === 0;
    stale.textContent = view.stands
      ? 'What stands here is for the last settings that made a game.'
      : 'The rules stand here as soon as the settings make a game.';
  }

  const pageTitle = document.title;
  const ask = element('p', {}, element('a', {href: '../which-game/'}, 'Which game is my app playing?'));
  fill(
    root,
    notice.node,
    bar.node,
    element(
      'div',
      {class: 'house-columns'},
      element('div', {class: 'house-controls'}, element('h2', {}, 'Choose'), ...presets.nodes, ask, ...controls.nodes),
      element('div', {class: 'house-reading'}, sheet.node, stale, reading),
    ),
  );
  addEventListener('popstate', readAddress);
  readAddress();
}

/** The whole link to a view of this page. @param {View} view */
const addressOf = ({link}) => location.href.split('#')[0] + link;

/** The head of the printed page. @param {Book} book */
function makeSheet(book) {
  const title = element('p', {class: 'house-sheet-title'});
  const about = element('p');
  const notes = element('p', {class: 'house-sheet-notes'});
  return {
    node: element('header', {class: 'house-sheet'}, title, about, notes),
    /** @param {View} view @param {State} state */
    show(view, state) {
      const changes = changesInWords(view.flags, book).map(({title: flag, value}) => `${flag}: ${value}`);
      title.textContent = view.title;
      const differs = changes.join('; ') || 'The default rules';
      about.textContent = `Pyramid Solitaire, rules ${book.version}. ${differs}. ${addressOf(view)}`;
      notes.textContent = state.notes.trim();
    },
  };
}

/** What is wrong with the link that the reader came by. */
function makeNotice() {
  const list = element('ul');
  const said = 'Not all of the link could be used; the rest of it is shown.';
  const node = element('div', {class: 'house-notice', role: 'alert', hidden: true}, element('p', {}, said), list);
  return {
    node,
    /** @param {readonly string[]} faults */
    show(faults) {
      node.hidden = faults.length === 0;
      fill(list, ...faults.map((fault) => element('li', {}, fault)));
    },
  };
}

const root = document.getElementById('house');
if (root) {
  const {odds} = root.dataset;
  Promise.all([load('rules.json'), load('wording.json'), odds ? load(odds) : null]).then(
    ([book, wording, table]) => start(root, book, wording, table),
    (error) => root.prepend(element('p', {role: 'alert'}, `The controls could not be made. ${error.message}`)),
  );
}

/**
 * What the play page tells beside the card table: message, facts, rules, moves.
 *
 * @module
 */

import {status} from '../engine/pyramid.mjs';
import {element} from './element.mjs';
import {positionIn} from './play-game.mjs';
import {LAYOUT} from './play-layout.mjs';
import {cardsInWords, facts, moveName} from './play-words.mjs';
import {presetWith} from './rulebook.mjs';
import {changesOf, formatLink, valueWord} from './share.mjs';

/** @import {Rules} from '../engine/pyramid.mjs' */
/** @import {Game} from './play-game.mjs' */
/** @import {Settings, Tally} from './play-settings.mjs' */
/** @import {Book} from './rulebook.mjs' */

/** Where the pages of the site stand, seen from the play page. */
const SITE = '../';
/** @type {Record<string, string>} */
const LEADS = {refused: 'Not allowed. ', hint: 'Hint: '};

export class Display {
  /** @param {HTMLElement} root @param {Book} book */
  constructor(root, book) {
    this.root = root;
    this.book = book;
    root.innerHTML = LAYOUT;
    this.fillPresets();
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.root.querySelector(`[data-is="${name}"]`));
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.part(name));
  }

  fillPresets() {
    const presets = Object.entries(this.book.presets).sort(([, a], [, b]) => a.name.localeCompare(b.name));
    const options = presets.map(([id, {name}]) => new Option(name, id));
    this.part('presets').replaceChildren(...options, new Option('House rules', ''));
  }

  /** @param {string} sentence @param {string | null} [clause] @param {string} [kind] */
  say(sentence, clause = null, kind = '') {
    const message = this.part('message');
    message.dataset.kind = kind;
    const lead = LEADS[kind] ?? '';
    message.replaceChildren(element('p', {}, lead + cardsInWords(sentence)));
    if (clause) message.append(this.clauseLine(clause));
  }

  /** @param {string} id */
  clauseLink(id) {
    return element('a', {href: `${SITE}rules/#${id}`, class: 'clause-id'}, id);
  }

  /** A sentence whose clauses are links. @param {string} sentence */
  linked(sentence) {
    const known = this.book.clauses.map(({id}) => id);
    const parts = sentence.split(/\b([A-Z]+-\d+)\b/).map((part) => (known.includes(part) ? this.clauseLink(part) : part));
    return element('p', {}, ...parts);
  }

  /** @param {string} id */
  clauseLine(id) {
    const title = this.book.clauses.find((clause) => clause.id === id)?.title ?? '';
    return element('p', {class: 'play-clause'}, this.clauseLink(id), ` ${title}`);
  }

  /** @param {Game} game @param {string} name  of the rules @param {Settings} settings @param {Tally} tally */
  show(game, name, {fourColours}, tally) {
    const position = positionIn(game);
    const stands = status(position, game.rules);
    this.root.classList.toggle('four-colours', fourColours);
    this.root.dataset.status = stands;
    this.part('deal').textContent = game.deal === null ? 'own deck' : `deal ${game.deal}`;
    this.part('facts').replaceChildren(...facts(position, game, tally).map((fact) => element('li', {}, fact)));
    const idle = {undo: game.at === 0, redo: game.at === game.moves.length, hint: stands !== 'playing'};
    for (const [deed, off] of Object.entries(idle)) {
      this.root.querySelector(`[data-do="${deed}"]`)?.setAttribute('aria-disabled', String(off));
    }
    this.root.querySelector('[data-do="judge"]')?.toggleAttribute('hidden', stands !== 'lost');
    this.showRules(game.rules, name);
    this.showMoves(game);
  }

  /** @param {Rules} rules @param {string} name */
  showRules(rules, name) {
    const changes = changesOf({...rules}, this.book);
    const preset = presetWith(changes, this.book);
    this.part('rules').textContent = name || (preset ? this.book.presets[preset].name : 'House rules');
    this.field('presets').value = preset ?? '';
    const lines = Object.entries(changes).map(([flag, value]) => `${this.book.flags[flag].title}: ${valueWord(value).replaceAll('_', ' ')}`);
    this.part('changes').replaceChildren(...(lines.length > 0 ? lines : ['The default rules']).map((line) => element('li', {}, line)));
    /** @type {HTMLAnchorElement} */ (this.part('house')).href = `${SITE}house-rules/${formatLink({flags: changes, name}, this.book)}`;
  }

  /** @param {Game} game */
  showMoves({moves, at}) {
    this.part('made').textContent = `${at}`;
    const buttons = ['start', ...moves].map((move, index) => {
      const label = index > 0 ? `Move ${index}: ${moveName(move)}` : 'The deal';
      const current = index === at ? 'step' : null;
      const step = element('button', {type: 'button', 'data-at': index, 'aria-label': label, 'aria-current': current}, move);
      step.classList.toggle('undone', index > at);
      return step;
    });
    this.part('moves').replaceChildren(...buttons);
    const current = this.part('moves').children[at];
    const list = this.part('moves');
    if (current instanceof HTMLElement) list.scrollTop = current.offsetTop + current.offsetHeight - list.clientHeight + 4;
  }
}

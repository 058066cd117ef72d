/**
 * The play page: a game on the table, by mouse, touch or keyboard, under any ruleset.
 *
 * @module
 */

import {dealNumber, parseMove, ruleset, score, status, whyNot} from '../engine/pyramid.mjs';
import {element} from './element.mjs';
import {load} from './loading.mjs';
import {readDeck} from './play-deck.mjs';
import {activated, lastHope, movesMade, played, positionIn, replayed, startGame, wentTo} from './play-game.mjs';
import {Display} from './play-display.mjs';
import {gameOf, recordOf} from './play-record.mjs';
import {loadSettings, saveSettings} from './play-settings.mjs';
import {TableView} from './play-table.mjs';
import {allowedBy, cardsInWords, cardsLeft, counted, moveName, moveTold, wonBy} from './play-words.mjs';
import {randomDeal} from './random-deal.mjs';
import {NoWorker, Search} from './searching.mjs';
import {formatLink, parseLink} from './share.mjs';
import {copyText, saveText} from './taking.mjs';

/** @import {Card, Position, Rules} from '../engine/pyramid.mjs' */
/** @import {Game} from './play-game.mjs' */
/** @import {Book} from './rulebook.mjs' */

const SECONDS = 2;
const LONG_SEARCH = 5000;

/** @param {HTMLElement} root @param {Book} book */
export function startPage(root, book) {
  new Page(root, book);
}

class Page {
  /** @param {HTMLElement} root @param {Book} book */
  constructor(root, book) {
    this.root = root;
    this.book = book;
    this.display = new Display(root, book);
    this.settings = loadSettings();
    this.search = new Search();
    /** @type {Card | null} */
    this.selected = null;
    /** What a hint points at: cards, or the word of a turn. @type {readonly string[]} */
    this.hinted = [];
    this.lookingSince = 0;
    /** What the reader calls the rules. */
    this.name = '';
    this.table = new TableView(this.display.part('table'), {
      card: (card) => this.activate(card),
      draw: (pile) => this.draw(pile),
      redeal: () => this.tryMove('redeal'),
    });
    /** @type {Game} */
    this.game = startGame({rules: ruleset({}, book), deck: dealNumber(1), deal: 1n});
    this.listen();
    this.fromLink();
  }

  // -- what the player does -------------------------------------------------------------------------------------------

  listen() {
    /** @type {Record<string, () => void>} */
    const deeds = {
      undo: () => this.goTo(this.game.at - 1),
      redo: () => this.goTo(this.game.at + 1),
      hint: () => void this.hint(),
      judge: () => void this.judge(),
      new: () => void this.newDeal(),
      stop: () => this.stopLooking(),
      share: () => void this.copy(this.address(movesMade(this.game)), 'Link to this game'),
      'share-deal': () => void this.copy(this.address([]), 'Link to this deal'),
      copy: () => void this.copy(recordOf(this.game, this.book), 'Record'),
      download: () => this.download(),
    };
    this.root.addEventListener('click', (event) => {
      const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-do], [data-at]'));
      if (pressed?.dataset.do) deeds[pressed.dataset.do]();
      else if (pressed?.dataset.at) this.goTo(Number(pressed.dataset.at));
    });
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (this.root.querySelectorAll('[data-set]'))) {
      const name = /** @type {'fourColours' | 'winnableOnly' | 'letterKeys'} */ (box.dataset.set);
      box.checked = this.settings[name];
      box.addEventListener('change', () => {
        this.settings[name] = box.checked;
        saveSettings(this.settings);
        this.show();
      });
    }
    this.onSubmit('deal-form', () => this.dealTyped());
    this.onSubmit('deck-form', () => this.deckTyped());
    this.onSubmit('record-form', () => this.loadRecord(this.display.field('record').value));
    this.display.part('file').addEventListener('change', async () => {
      const file = this.display.field('file').files?.[0];
      if (file) this.loadRecord(await file.text());
      this.display.field('file').value = ''; // so that the same file can be chosen again
    });
    this.display.part('presets').addEventListener('change', () => this.choosePreset(this.display.field('presets').value));
    document.addEventListener('keydown', (event) => this.key(event));
    addEventListener('hashchange', () => this.fromLink());
  }

  /** @param {string} form @param {() => void} deed */
  onSubmit(form, deed) {
    this.display.part(form).addEventListener('submit', (event) => {
      event.preventDefault();
      deed();
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = /** @type {Element} */ (event.target);
    const elsewhere = at !== document.body && !this.root.contains(at);
    if (elsewhere || event.ctrlKey || event.altKey || event.metaKey || at.closest('input:not([type=checkbox]), textarea, select')) return;
    if (event.key === 'Escape') return this.escape();
    if (!this.settings.letterKeys) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      d: () => this.draw(null),
      1: () => this.draw(1),
      2: () => this.draw(2),
      3: () => this.draw(3),
      r: () => this.tryMove('redeal'),
      u: () => this.goTo(this.game.at - 1),
      y: () => this.goTo(this.game.at + 1),
      h: () => void this.hint(),
    };
    const deed = keys[event.key.toLowerCase()];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
  }

  escape() {
    this.stopLooking();
    this.selected = null;
    this.hinted = [];
    this.show();
  }

  /** @param {Card} card */
  activate(card) {
    const meaning = activated(card, this.selected, positionIn(this.game), this.game.rules);
    if ('move' in meaning) return this.make(meaning.move);
    this.hinted = [];
    this.selected = 'select' in meaning ? meaning.select : null;
    if ('refusal' in meaning) this.display.say(meaning.refusal.reason, meaning.refusal.clause, 'refused');
    else if (meaning.select) this.display.say(`${cardsInWords(card)} selected. Choose the card that leaves with it.`);
    else this.display.say(`${cardsInWords(card)} is no longer selected.`);
    this.show();
  }

  /** @param {number | null} pile */
  draw(pile) {
    const choosing = this.game.rules.waste_piles > 1 && this.game.rules.draw_to === 'chosen';
    if (choosing && pile === null) {
      this.selected = null;
      this.display.say(`A turn names its pile here: press 1 to ${this.game.rules.waste_piles}, or the button under a pile.`, 'TURN-8', 'refused');
      return this.show();
    }
    this.tryMove(pile === null ? 'draw' : `draw@${pile}`);
  }

  /** @param {string} move */
  tryMove(move) {
    const refusal = whyNot(positionIn(this.game), move, this.game.rules);
    if (!refusal) return this.make(move);
    this.selected = null;
    this.display.say(refusal.reason, refusal.clause, 'refused');
    this.show();
  }

  /** @param {string} move  a legal one */
  make(move) {
    const before = positionIn(this.game);
    this.game = played(this.game, move);
    this.changed(moveTold(move, before, positionIn(this.game)));
  }

  /** @param {number} at */
  goTo(at) {
    const {game} = this;
    this.game = wentTo(game, at);
    const steps = this.game.at - game.at;
    if (at === game.at) return;
    if (steps === 0) return this.display.say(at < 0 ? 'There is no move to take back.' : 'There is no move to make again.');
    const move = steps < 0 ? game.moves[this.game.at] : game.moves[this.game.at - 1];
    const what = Math.abs(steps) > 1 ? `${counted(Math.abs(steps), 'move')}` : moveName(move);
    this.changed(`${steps < 0 ? 'Taken back' : 'Made again'}: ${what}.`);
  }

  /** After anything that changed the position. @param {string} told */
  changed(told) {
    this.search.stop();
    this.selected = null;
    this.hinted = [];
    const {rules} = this.game;
    const position = positionIn(this.game);
    const stands = status(position, rules);
    if (stands === 'won') this.display.say(`Won in ${counted(this.game.at, 'move')}!`, wonBy(rules), 'won');
    else if (stands === 'lost') this.display.say(`${told} No moves left: ${cardsLeft(position)}.`, rules.passes === 'unlimited' ? 'END-7' : 'END-6', 'lost');
    else this.display.say(told);
    history.replaceState(null, '', this.hash(movesMade(this.game)) || location.pathname + location.search);
    this.show(true);
  }

  // -- deals, links and records ---------------------------------------------------------------------------------------

  /** @param {readonly string[]} moves */
  hash(moves) {
    const {rules, deal, deck} = this.game;
    const cards = deal === null ? {deck} : {deal};
    return formatLink({flags: {...rules}, name: this.name, ...cards, moves}, this.book);
  }

  /** @param {readonly string[]} moves */
  address(moves) {
    return location.href.replace(/#.*$/s, '') + this.hash(moves);
  }

  fromLink() {
    const {flags, name, deal, deck, moves, faults, refusals} = parseLink(location.hash, this.book);
    const told = [...faults];
    if (refusals.length > 0) told.push(`These rules make no game, so the default rules are played. ${refusals.join(' ')}`);
    const rules = ruleset(refusals.length > 0 ? {} : flags, this.book);
    this.name = refusals.length > 0 ? '' : name;
    if (deal === null && deck === null) {
      if (moves.length > 0) told.push('The moves were left out: they belong to a deal, and the link names none.');
      this.begin(startGame({rules, ...numbered(randomDeal())}), told);
      if (this.settings.winnableOnly) void this.newDeal();
      return;
    }
    const start = startGame({rules, ...(deck ? {deck} : numbered(/** @type {bigint} */ (deal)))});
    const {game, fault} = replayed(start, refusals.length > 0 ? [] : moves);
    if (fault) {
      told.push(`Move ${fault.number} of the link, ${fault.move}, is refused by ${fault.clause}: ${cardsInWords(fault.reason)} The table shows the position before it.`);
    }
    this.begin(game, told);
  }

  /** Puts another game on the table. @param {Game} game @param {readonly string[]} [faults] */
  begin(game, faults = []) {
    this.game = game;
    const box = this.display.part('faults');
    box.hidden = faults.length === 0;
    box.replaceChildren(...faults.map((fault) => this.display.linked(fault)));
    this.display.part('deal-fault').textContent = this.display.part('record-fault').textContent = '';
    this.changed(game.at > 0 ? `The game after ${counted(game.at, 'move')}.` : 'A new game. Select a card, then its partner; the two total 13.');
  }

  /** Counts the points of the game that ends here, where the rules keep score. */
  settleScore() {
    const {rules, at} = this.game;
    const points = score(positionIn(this.game), rules);
    if (points === null || at === 0) return;
    const tally = this.tally();
    this.settings.tally = {...tally, deals: tally.deals + 1, points: tally.points + points};
    saveSettings(this.settings);
  }

  /** The points so far under these rules. */
  tally() {
    const rules = formatLink({flags: {...this.game.rules}}, this.book);
    const {tally} = this.settings;
    return tally?.rules === rules ? tally : {rules, deals: 0, points: 0};
  }

  /** @param {Rules} [rules] */
  async newDeal(rules = this.game.rules) {
    if (!this.settings.winnableOnly) return this.replaceBy(startGame({rules, ...numbered(randomDeal())}));
    this.looking(0);
    try {
      const found = await this.search.deal(rules, SECONDS, (tried) => this.looking(tried));
      this.display.part('search').hidden = true;
      if (!found) return;
      this.replaceBy(startGame({rules, ...numbered(found.deal)}));
      this.display.say(`Deal ${found.deal} can be won; ${counted(found.tried, 'deal')} tried. Select a card, then its partner.`);
    } catch (error) {
      if (!(error instanceof NoWorker)) throw error;
      this.display.part('search').hidden = true;
      this.display.say('This browser does not run the search, so whether a deal can be won is not known.');
    }
  }

  /** @param {number} tried */
  looking(tried) {
    this.display.part('search').hidden = false;
    if (tried === 0) this.lookingSince = performance.now();
    const long = performance.now() - this.lookingSince > LONG_SEARCH ? ' Few deals can be won under these rules, so this may take long.' : '';
    this.display.part('tried').textContent = `Looking for a deal that can be won: ${counted(tried, 'deal')} tried.${long}`;
  }

  stopLooking() {
    this.search.stop();
    this.display.part('search').hidden = true;
  }

  /** @param {Game} game @param {readonly string[]} [warnings] */
  replaceBy(game, warnings = []) {
    this.settleScore();
    this.begin(game, warnings);
  }

  dealTyped() {
    const word = this.display.field('deal-number').value.trim();
    const {deal, faults} = parseLink(`deal=${encodeURIComponent(word)}`, this.book);
    if (deal === null) return void (this.display.part('deal-fault').textContent = faults.join(' '));
    this.replaceBy(startGame({rules: this.game.rules, ...numbered(deal)}));
  }

  deckTyped() {
    const {deck, faults} = readDeck(this.display.field('deck').value);
    if (deck === null) return void this.display.part('deal-fault').replaceChildren(...faults.map((fault) => element('p', {}, fault)));
    this.replaceBy(startGame({rules: this.game.rules, deck}));
  }

  /** @param {string} text */
  loadRecord(text) {
    const told = this.display.part('record-fault');
    told.replaceChildren();
    const read = gameOf(text, this.book);
    if (read.game === null) {
      told.append(...read.faults.map(({message, clause}) => element('p', {}, `${message} `, ...(clause ? [this.display.clauseLink(clause)] : []))));
      return;
    }
    this.name = '';
    this.replaceBy(read.game, read.warnings);
  }

  download() {
    saveText(`pyramid-${this.game.deal ?? 'deck'}.yaml`, recordOf(this.game, this.book));
  }

  /** @param {string} text @param {string} what */
  async copy(text, what) {
    if (await copyText(text)) return this.display.say(`${what} copied.`);
    this.display.field('record').value = text;
    /** @type {HTMLDetailsElement} */ (this.display.part('record-part')).open = true;
    this.display.field('record').select();
    this.display.say('The browser does not let this page copy. The text is marked under “Record”, to be copied from there.');
  }

  /** @param {string} id  '' for house rules, which are chosen on their own page */
  choosePreset(id) {
    if (id === '') return location.assign(/** @type {HTMLAnchorElement} */ (this.display.part('house')).href);
    this.name = '';
    this.settleScore();
    const {deal, deck} = this.game;
    this.begin(startGame({rules: ruleset(this.book.presets[id].flags, this.book), deal, deck}));
    if (this.settings.winnableOnly) void this.newDeal();
  }

  // -- hints ----------------------------------------------------------------------------------------------------------

  async hint() {
    const {game} = this;
    const position = positionIn(game);
    if (status(position, game.rules) !== 'playing') return this.display.say('The game is over; there is nothing to hint at. Undo goes back.');
    this.selected = null;
    this.display.say('Looking for a win…');
    const answer = await this.lineFrom(position);
    if (answer === null || game !== this.game) return;
    const {winnable, moves} = answer;
    if (winnable) return this.pointAt(moves[0], `This leads to a win in ${counted(moves.length, 'move')}.`);
    this.hinted = [];
    this.show();
    if (winnable === null) return this.display.say(`No win was found within ${SECONDS} seconds; there may be one.`);
    if (game.at === 0) return this.display.say('This deal cannot be won under these rules.');
    this.display.say('From here the game cannot be won any more.');
    const last = await lastHope(game, (earlier) => this.lineFrom(earlier));
    if (game !== this.game || last === null) return;
    const told = last < 0 ? 'Nor could it from the deal.' : `It could after move ${last}; the next one lost it: ${moveName(game.moves[last])}.`;
    this.display.say(`From here the game cannot be won any more. ${told}`);
  }

  /** @param {Position} position @returns {Promise<{winnable: boolean | null, moves: readonly string[]} | null>} */
  async lineFrom(position) {
    try {
      return await this.search.line(position, this.game.rules, SECONDS);
    } catch (error) {
      if (!(error instanceof NoWorker)) throw error;
      this.display.say('This browser does not run the search for a win.');
      return null;
    }
  }

  /** @param {string} move @param {string} why */
  pointAt(move, why) {
    const parsed = parseMove(move);
    this.hinted = parsed.kind === 'remove' ? parsed.cards : [move];
    const name = moveName(move);
    this.display.say(`${name[0].toUpperCase()}${name.slice(1)}. ${why}`, allowedBy(move, positionIn(this.game), this.game.rules), 'hint');
    this.show();
  }

  /** Could the deal have been won? */
  async judge() {
    const {game} = this;
    this.display.say('Looking for a win from the deal…');
    const answer = await this.lineFrom(game.positions[0]);
    if (answer === null || game !== this.game) return;
    if (answer.winnable === false) return this.display.say('No. This deal cannot be won under these rules.');
    if (answer.winnable === null) return this.display.say(`No win was found within ${SECONDS} seconds; there may be one.`);
    this.display.say(`Yes, in ${counted(answer.moves.length, 'move')}. Go back to where it can still be won and ask for a hint.`);
  }

  show(moving = false) {
    const {game, selected, hinted, settings} = this;
    const position = positionIn(game);
    this.table.show({position, rules: game.rules, selected, hinted}, moving);
    this.display.show(game, this.name, settings, this.tally());
  }
}

/** @param {bigint} deal */
const numbered = (deal) => ({deal, deck: dealNumber(deal)});

const root = document.getElementById('play');
if (root) startPage(root, await load('rules.json'));

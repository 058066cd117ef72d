#!/usr/bin/env node
/**
 * ClickGame behind the kit. What takes thought: a click says nothing, so the adapter looks whether the cards have gone;
 * a click leaves a card selected, so it deselects before and after; stock and redeal share one control, so a redeal that
 * would turn a card, and a turn that would redeal, have no way to be tried; nor has a king with a second card, since the
 * first click takes the king already.
 */

import {cardOf, columnOf, moveOf, rowOf, serve, Unsupported, wordOf} from '../pyramid_kit.mjs';
import {ClickGame} from './click_game.mjs';

/** @type {import('../pyramid_kit.mjs').Adapter & {game: ClickGame, click(word: string): void}} */
const adapter = {
  game: new ClickGame([], 1),

  about: () => ({name: 'click game', version: '1.0', rules: {passes: [3, 1, 2]}}),

  new_game(deck, rules) {
    this.game = new ClickGame(deck.map(cardOf), Number(rules.passes));
  },

  play(word) {
    const move = moveOf(word);
    if (move === null || (move.kind === 'draw' && move.pile !== null)) return false;
    if (move.kind !== 'remove') {
      const [stock, passesLeft] = [this.game.stock.length, this.game.passesLeft];
      if (move.kind === 'redeal' && stock > 0) throw new Unsupported('a click on the stock would turn a card');
      if (move.kind === 'draw' && stock === 0 && passesLeft > 0) throw new Unsupported('a click would redeal');
      this.game.clickStock();
      return this.game.stock.length !== stock || this.game.passesLeft !== passesLeft;
    }
    if (move.cards.length === 2 && move.cards.some((card) => cardOf(card).rank === 13)) {
      throw new Unsupported('a click takes a king by itself');
    }
    const before = this.state();
    const lies = (/** @type {string} */ card) => before.pyramid.includes(card) || before.waste.flat().includes(card);
    if (!move.cards.every(lies)) throw new Unsupported('there is no place to click');
    this.game.deselect();
    move.cards.forEach((card) => this.click(card));
    this.game.deselect();
    const after = this.state();
    return !move.cards.some((card) => after.pyramid.includes(card) || after.waste.flat().includes(card));
  },

  click(word) {
    const place = this.state().pyramid.indexOf(word);
    if (place >= 0) this.game.clickCard(rowOf(place), columnOf(place));
    else if (word === wordsOf(this.game.waste).at(-1)) this.game.clickWaste();
  },

  state() {
    const {rows, waste, stock, isWon, isStuck} = this.game;
    const pyramid = rows.flat().map((card) => card && wordOf(card.rank, card.suit));
    const status = isWon ? 'won' : isStuck ? 'lost' : 'playing';
    return {pyramid, waste: [wordsOf(waste)], stock: stock.length, reserve: [], status};
  },
};

/** @param {{rank: number, suit: number}[]} cards */
const wordsOf = (cards) => cards.map(({rank, suit}) => wordOf(rank, suit));

await serve(adapter);

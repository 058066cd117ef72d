/**
 * ClickGame behind the kit, in TypeScript: what adapter.mjs does, with its types written out. Only types that Node can
 * strip are used, so that it runs compiled and, where Node knows how, as it stands.
 */

import {cardOf, columnOf, moveOf, rowOf, serve, Unsupported, wordOf, type Adapter, type State} from '../pyramid_kit.mjs';
import {ClickGame} from './click_game.mjs';

type Card = {rank: number; suit: number};

class ClickAdapter implements Adapter {
  game = new ClickGame([], 1);

  about() {
    return {name: 'click game', version: '1.0', rules: {passes: [3, 1, 2]}};
  }

  new_game(deck: string[], rules: Record<string, string | number | boolean>): void {
    this.game = new ClickGame(deck.map(cardOf), Number(rules.passes));
  }

  play(word: string): boolean {
    const move = moveOf(word);
    if (move === null) return false;
    switch (move.kind) {
      case 'remove':
        return this.remove(move.cards);
      case 'redeal':
        if (this.game.stock.length > 0) throw new Unsupported('a click on the stock would turn a card');
        return this.clickStock();
      case 'draw':
        if (move.pile !== null) return false;
        if (this.game.stock.length === 0 && this.game.passesLeft > 0) throw new Unsupported('a click would redeal');
        return this.clickStock();
    }
  }

  state(): State {
    const {rows, waste, stock, isWon, isStuck} = this.game;
    const pyramid = rows.flat().map((card: Card | null) => card && wordOf(card.rank, card.suit));
    const status = isWon ? 'won' : isStuck ? 'lost' : 'playing';
    return {pyramid, waste: [wordsOf(waste)], stock: stock.length, reserve: [], status};
  }

  private clickStock(): boolean {
    const [stock, passesLeft] = [this.game.stock.length, this.game.passesLeft];
    this.game.clickStock();
    return this.game.stock.length !== stock || this.game.passesLeft !== passesLeft;
  }

  private remove(cards: string[]): boolean {
    if (cards.length === 2 && cards.some((card) => cardOf(card).rank === 13)) {
      throw new Unsupported('a click takes a king by itself');
    }
    if (!cards.every((card) => this.lies(card))) throw new Unsupported('there is no place to click');
    this.game.deselect();
    cards.forEach((card) => this.click(card));
    this.game.deselect();
    return !cards.some((card) => this.lies(card));
  }

  private click(word: string): void {
    const place = this.state().pyramid.indexOf(word);
    if (place >= 0) this.game.clickCard(rowOf(place), columnOf(place));
    else if (word === wordsOf(this.game.waste).at(-1)) this.game.clickWaste();
  }

  private lies(word: string): boolean {
    return this.state().pyramid.includes(word) || wordsOf(this.game.waste).includes(word);
  }
}

const wordsOf = (cards: Card[]): string[] => cards.map(({rank, suit}) => wordOf(rank, suit));

await serve(new ClickAdapter());

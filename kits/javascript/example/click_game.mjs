/**
 * A small engine in the manner of many web games: everything happens by clicks. A click on a card selects it, a click on
 * a second one removes both where they total 13 and otherwise selects the second; a click on a king removes it at once.
 * A click on the stock turns a card, or where the stock is empty turns the waste over while a pass is left.
 */

const KING = 13;

export class ClickGame {
  /**
   * @param {{rank: number, suit: number}[]} cards  in deal order
   * @param {number} passes
   */
  constructor(cards, passes) {
    /** @type {({rank: number, suit: number} | null)[][]} */
    this.rows = [];
    let dealt = 0;
    for (let row = 0; row < 7; row++) {
      this.rows.push(cards.slice(dealt, dealt + row + 1));
      dealt += row + 1;
    }
    this.stock = cards.slice(dealt).reverse(); // the next card is the last
    /** @type {{rank: number, suit: number}[]} */
    this.waste = [];
    this.passesLeft = passes - 1;
    /** @type {{rank: number, suit: number} | null} */
    this.selected = null;
  }

  get isWon() {
    return this.rows[0][0] === null;
  }

  /** Nothing can be removed, turned or redealt. */
  get isStuck() {
    const ranks = this.freeCards().map((card) => card.rank);
    const canRemove = ranks.some((rank) => rank === KING || ranks.includes(KING - rank));
    const canTurn = this.stock.length > 0 || (this.waste.length > 0 && this.passesLeft > 0);
    return !this.isWon && !canRemove && !canTurn;
  }

  /** @param {number} row @param {number} column */
  isFree(row, column) {
    const below = this.rows[row + 1];
    return this.rows[row][column] !== null && (!below || (below[column] === null && below[column + 1] === null));
  }

  freeCards() {
    const inPyramid = this.rows.flatMap((cards, row) => cards.filter((_, column) => this.isFree(row, column)));
    return [...inPyramid, ...this.waste.slice(-1)].filter((card) => card !== null);
  }

  clickStock() {
    if (this.isWon) return;
    this.selected = null;
    const next = this.stock.pop();
    if (next) {
      this.waste.push(next);
    } else if (this.passesLeft > 0 && this.waste.length > 0) {
      this.passesLeft -= 1;
      this.stock = this.waste.reverse();
      this.waste = [];
    }
  }

  /** @param {number} row @param {number} column */
  clickCard(row, column) {
    if (this.isFree(row, column)) this.choose(/** @type {{rank: number, suit: number}} */ (this.rows[row][column]));
  }

  clickWaste() {
    if (this.waste.length > 0) this.choose(this.waste[this.waste.length - 1]);
  }

  deselect() {
    this.selected = null;
  }

  /** @param {{rank: number, suit: number}} card */
  choose(card) {
    if (this.isWon) return;
    const other = this.selected;
    if (card.rank === KING) {
      this.take(card);
    } else if (other !== null && other !== card && other.rank + card.rank === KING) {
      this.take(other);
      this.take(card);
    } else {
      this.selected = card;
      return;
    }
    this.selected = null;
  }

  /** @param {{rank: number, suit: number}} card */
  take(card) {
    this.rows = this.rows.map((cards) => cards.map((each) => (each === card ? null : each)));
    this.waste = this.waste.filter((each) => each !== card);
  }
}

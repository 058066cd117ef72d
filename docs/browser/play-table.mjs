/**
 * The card table: every card a button, moved to where a position has it, one stop for the Tab key, arrows inside.
 *
 * @module
 */

import {TARGET, valueOf} from '../engine/pyramid.mjs';
import {isOpen} from './play-game.mjs';
import {cardName, counted, deckIsLaidOut, rowOf} from './play-words.mjs';

/** @import {Card, Position, Rules} from '../engine/pyramid.mjs' */
/** @typedef {{card: (card: Card) => void, draw: (pile: number | null) => void, redeal: () => void}} Actions */
/** @typedef {{position: Position, rules: Rules, selected: Card | null, hinted: readonly string[]}} Shown */

const SIGNS = {C: '♣', D: '♦', H: '♥', S: '♠'};
const FAN_OF_ONE = 7;
const FAN_OF_SEVERAL = 3;
const QUICK = 190;

/** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} name @param {string} [text] */
function made(tag, name, text = '') {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}

/** @param {string} name */
function button(name) {
  const element = made('button', name);
  element.type = 'button';
  return element;
}

/** Gives an element these children; those that stay in their order are not touched, so that they keep the focus. @param {Element} parent @param {readonly Element[]} children */
function settle(parent, children) {
  for (const child of [...parent.children]) if (!children.includes(child)) child.remove();
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

/** A card's face, as it is drawn. @param {Card} card */
function face(card) {
  const [rank, suit] = card;
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (suit)];
  const index = made('span', 'index', rank === 'T' ? '10' : rank);
  index.append(made('i', 'sign', sign));
  const middle = made('span', 'middle', 'JQK'.includes(rank) ? rank : sign);
  for (const part of [index, middle]) part.setAttribute('aria-hidden', 'true');
  return [index, middle];
}

export class TableView {
  /** @param {HTMLElement} root @param {Actions} actions */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    this.pyramid = made('div', 'pyramid');
    this.reserve = made('div', 'reserve');
    this.loose = made('div', 'loose');
    root.replaceChildren(this.pyramid, this.reserve, this.loose);
    /** @type {Map<Card, HTMLButtonElement>} */
    this.cards = new Map();
    this.stock = button('stock');
    this.stock.append(made('span', 'count'));
    this.stockPile = made('div', 'pile');
    this.turn = button('turn');
    /** @type {{column: HTMLElement, pile: HTMLElement, caption: HTMLElement, turn: HTMLButtonElement}[]} */
    this.piles = [];
    this.stockCaption = made('div', 'caption');
    this.stockColumn = made('div', 'column');
    this.stockColumn.append(this.stockCaption, this.stockPile, this.turn);
    /** @type {Position | null} */
    this.position = null;
    /** The one that the Tab key stops at. @type {HTMLElement | null} */
    this.stop = null;
    root.addEventListener('click', (event) => this.clicked(/** @type {Element} */ (event.target)));
    root.addEventListener('focusin', (event) => this.makeStop(/** @type {HTMLElement} */ (event.target)));
    root.addEventListener('keydown', (event) => this.arrow(event));
  }

  /** @param {Element} target */
  clicked(target) {
    const pressed = /** @type {HTMLElement | null} */ (target.closest('button'));
    if (!pressed) return;
    const {card, pile, does} = pressed.dataset;
    if (card) this.actions.card(card);
    else if (does === 'redeal') this.actions.redeal();
    else this.actions.draw(pile ? Number(pile) : null);
  }

  /** Shows a position; with `moving`, cards glide there. @param {Shown} shown @param {boolean} moving */
  show(shown, moving) {
    const {position, rules} = shown;
    const glide = moving && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const {activeElement} = document;
    const focused = activeElement instanceof HTMLElement && this.root.contains(activeElement) ? activeElement : null;
    const focusedAt = focused?.getBoundingClientRect();
    const before = glide ? this.rects() : null;
    const from = this.stockPile.getBoundingClientRect();
    this.position = position;
    this.root.style.setProperty('--rows', String(rules.rows));
    this.root.style.setProperty('--heights', String(cardHeights(rules)));
    this.root.style.setProperty('--columns', String(Math.max(7, rules.rows, rules.reserve_piles)));
    this.layPyramid(shown);
    this.layReserve(shown);
    this.layLoose(shown);
    const here = new Set(this.root.querySelectorAll('.card'));
    for (const [card, element] of this.cards) if (!here.has(element)) this.cards.delete(card);
    for (const [card, element] of this.cards) this.mark(element, card, shown);
    if (before) this.glide(before, from);
    if (focused && focusedAt && document.activeElement !== focused) {
      const next = focused.isConnected ? focused : this.nearestTo(focusedAt);
      next?.focus({preventScroll: true});
    }
    this.makeStop(this.stop?.isConnected && !this.stop.hidden ? this.stop : this.firstStop());
  }

  /** @param {Card} card */
  element(card) {
    const known = this.cards.get(card);
    if (known) return known;
    const element = button('card');
    element.dataset.card = card;
    element.dataset.suit = card[1];
    element.append(...face(card));
    this.cards.set(card, element);
    return element;
  }

  /** @param {Shown} shown */
  layPyramid({position}) {
    const elements = position.pyramid.flatMap((card, place) => {
      if (card === null) return [];
      const element = this.element(card);
      const row = rowOf(place);
      element.style.setProperty('--row', String(row));
      element.style.setProperty('--across', String(place - (row * (row + 1)) / 2 - row / 2));
      return [element];
    });
    settle(this.pyramid, elements);
  }

  /** @param {Shown} shown */
  layReserve({position, rules}) {
    this.reserve.hidden = position.reserve.length === 0;
    this.reserve.style.setProperty('--depth', String(rules.reserve_depth));
    while (this.reserve.children.length < position.reserve.length) this.reserve.append(made('div', 'pile'));
    while (this.reserve.children.length > position.reserve.length) this.reserve.lastElementChild?.remove();
    position.reserve.forEach((pile, index) => this.layPile(this.reserve.children[index], pile, pile.length));
  }

  /** @param {Element} parent @param {readonly Card[]} pile @param {number} most */
  layPile(parent, pile, most) {
    const elements = pile.slice(-most).map((card) => this.element(card));
    elements.forEach((element, index) => element.style.setProperty('--nth', String(index)));
    settle(parent, elements);
  }

  /** @param {Shown} shown */
  layLoose({position, rules, hinted}) {
    const {stock, waste, redeals} = position;
    this.loose.hidden = deckIsLaidOut(rules);
    const choosing = rules.waste_piles > 1 && rules.draw_to === 'chosen';
    const discards = rules.unused_card === 'discarded';
    const redealing = stock.length === 0 && !discards;
    const open = rules.stock_top === 'playable' && stock.length > 0;
    settle(this.stockPile, [open ? this.element(stock[0]) : this.stock]);
    this.stockPile.classList.toggle('deep', open && stock.length > 1);
    this.stockCaption.textContent = `Stock ${stock.length}`;
    this.stock.classList.toggle('empty', stock.length === 0);
    this.stock.firstElementChild?.replaceChildren(stock.length > 0 ? String(stock.length) : redealing && rules.passes !== 1 ? '↻' : '');
    const left = stock.length > 0 ? counted(stock.length, 'card') : 'empty';
    const action = redealing ? 'redeal' : choosing ? 'choose a waste pile to draw to' : stock.length > 0 ? 'draw' : 'set the card aside';
    this.stock.setAttribute('aria-label', `Stock, ${left}: ${action}`);
    this.stock.dataset.does = this.turn.dataset.does = redealing ? 'redeal' : 'draw';
    this.turn.hidden = choosing && !redealing;
    this.turn.textContent = redealing ? 'Redeal' : stock.length > 0 ? (rules.draw > 1 ? `Draw ${rules.draw}` : 'Draw') : 'Set aside';
    this.turn.classList.toggle('hinted', hinted.includes('draw') || hinted.includes('redeal'));
    this.turn.toggleAttribute('data-spent', redealing && (rules.passes === 1 || (rules.passes !== 'unlimited' && redeals + 1 >= rules.passes)));
    while (this.piles.length < waste.length) this.piles.push(this.newPile());
    waste.forEach((pile, index) => {
      const {pile: fan, caption, turn} = this.piles[index];
      const most = waste.length === 1 ? FAN_OF_ONE : FAN_OF_SEVERAL;
      this.layPile(fan, pile, most);
      fan.style.setProperty('--shown', String(Math.min(pile.length, most)));
      caption.textContent = waste.length === 1 ? `Waste ${pile.length}` : `Pile ${index + 1}: ${pile.length}`;
      turn.hidden = !choosing;
      turn.dataset.pile = String(index + 1);
      turn.textContent = stock.length > 0 || !discards ? `Draw ${index + 1}` : `Set aside ${index + 1}`;
      turn.setAttribute('aria-label', `${stock.length > 0 || !discards ? 'Draw' : 'Set aside'}, waste pile ${index + 1}`);
      turn.classList.toggle('hinted', hinted.includes(`draw@${index + 1}`));
    });
    settle(this.loose, [this.stockColumn, ...this.piles.slice(0, waste.length).map(({column}) => column)]);
    this.loose.classList.toggle('several', waste.length > 1);
  }

  newPile() {
    const [column, caption, pile, turn] = [made('div', 'column'), made('div', 'caption'), made('div', 'pile fan'), button('turn')];
    column.append(caption, pile, turn);
    return {column, caption, pile, turn};
  }

  /** What a card's button says and looks like. @param {HTMLElement} element @param {Card} card @param {Shown} shown */
  mark(element, card, {position, rules, selected, hinted}) {
    const open = isOpen(card, position, rules);
    element.classList.toggle('inert', !open);
    element.classList.toggle('hinted', hinted.includes(card));
    element.setAttribute('aria-disabled', String(!open));
    if (valueOf(card) === TARGET) element.removeAttribute('aria-pressed');
    else element.setAttribute('aria-pressed', String(card === selected));
    element.setAttribute('aria-label', `${cardName(card)}${whereabouts(card, position, open)}`);
  }

  rects() {
    return new Map([...this.cards].map(([card, element]) => [card, element.getBoundingClientRect()]));
  }

  /** @param {Map<Card, DOMRect>} before @param {DOMRect} stock */
  glide(before, stock) {
    const {left, top} = this.root.getBoundingClientRect();
    for (const [card, element] of this.cards) {
      const [was, is] = [before.get(card) ?? stock, element.getBoundingClientRect()];
      const [x, y] = [was.left - is.left, was.top - is.top];
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      element.animate([{transform: `translate(${x}px, ${y}px)`}, {transform: 'none'}], {duration: QUICK, easing: 'ease-out'});
    }
    for (const [card, was] of before) {
      if (this.cards.has(card) || this.position?.stock.includes(card)) continue;
      const ghost = made('span', 'card ghost');
      ghost.dataset.suit = card[1];
      ghost.setAttribute('aria-hidden', 'true');
      ghost.append(...face(card));
      ghost.style.left = `${was.left - left}px`;
      ghost.style.top = `${was.top - top}px`;
      this.root.append(ghost);
      const away = [{opacity: 1, transform: 'none'}, {opacity: 0, transform: 'translateY(-30%) scale(.9) rotate(4deg)'}];
      ghost.animate(away, {duration: QUICK * 1.4, easing: 'ease-in'}).onfinish = () => ghost.remove();
    }
  }

  /** @returns {HTMLElement[]} */
  stops() {
    return [...this.root.querySelectorAll('button')].filter((element) => !element.hidden && element.offsetParent !== null);
  }

  firstStop() {
    const stops = this.stops();
    return stops.find((element) => element.matches('.card:not(.inert)')) ?? stops[0] ?? null;
  }

  /** @param {HTMLElement | null} element */
  makeStop(element) {
    this.stop = element;
    for (const each of this.root.querySelectorAll('button')) each.tabIndex = each === element ? 0 : -1;
  }

  /** @param {DOMRect} rect */
  nearestTo(rect) {
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    /** @param {HTMLElement} element */
    const far = (element) => {
      const at = element.getBoundingClientRect();
      return Math.hypot(at.left + at.width / 2 - x, at.top + at.height / 2 - y);
    };
    const open = this.stops().filter((element) => !element.matches('.inert'));
    return open.sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  /** Moves the focus to the nearest button in the direction of an arrow key. @param {KeyboardEvent} event */
  arrow(event) {
    const directions = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    const [x, y] = directions[/** @type {keyof typeof directions} */ (event.key)] ?? [0, 0];
    if ((x === 0 && y === 0) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const from = /** @type {Element} */ (event.target).getBoundingClientRect();
    const ranked = this.stops().flatMap((element) => {
      const to = element.getBoundingClientRect();
      const [across, down] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
      const [along, aside] = [across * x + down * y, Math.abs(across * y) + Math.abs(down * x)];
      return along > 3 ? [{element, far: along + 2.5 * aside}] : [];
    });
    ranked.sort((a, b) => a.far - b.far)[0]?.element.focus();
  }
}

/** How many heights of a card pyramid, reserve and stock take one above the other; see play.css. @param {Rules} rules */
function cardHeights(rules) {
  const reserve = rules.reserve_piles > 0 ? 1 + (rules.reserve_depth - 1) * 0.34 : 0;
  return 1 + (rules.rows - 1) * 0.5 + reserve + (deckIsLaidOut(rules) ? 0 : 1);
}

/** @param {Card} card @param {Position} position @param {boolean} open */
function whereabouts(card, {pyramid, waste, stock, reserve}, open) {
  if (pyramid.includes(card)) return open ? '' : ', covered';
  if (stock.includes(card)) return ', next in the stock';
  const buried = open ? '' : ', buried';
  const pile = reserve.findIndex((cards) => cards.includes(card));
  if (pile >= 0) return `${buried}, reserve pile ${pile + 1}`;
  const number = waste.findIndex((cards) => cards.includes(card)) + 1;
  return waste.length > 1 ? `${buried}, waste pile ${number}` : `${buried}, waste`;
}

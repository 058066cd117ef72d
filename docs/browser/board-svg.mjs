/**
 * A board drawn as SVG, line for line as `conformance/boards_svg.py` draws it for the pages that are written beforehand.
 *
 * @module
 */

import {refuseUse} from '../engine/pyramid.mjs';
import {rowOf} from './play-words.mjs';

/** @import {Card, Position, Rules} from '../engine/pyramid.mjs' */
/** @typedef {{x: number, y: number}} Place */

const [WIDTH, HEIGHT] = [46, 58];
/** From a card to the next: beside it, in the row below, and lying over it. */
const [ACROSS, DOWN, FAN] = [54, 36, 34];
/** Cards of a waste pile that are drawn, from its top. */
const FAN_SHOWN = 7;
const MARGIN = 6;
const LABEL = 18;

/** The markup of a board. @param {Position} position @param {Rules} rules @param {string} title  plain words */
export function boardSvg(position, rules, title) {
  const {pyramid, reserve, waste, stock} = position;
  const usable = available(position, rules);
  /** @type {string[]} */
  const parts = [];
  const rows = rowsOf(pyramid);
  let width = MARGIN + ACROSS * Math.max(rows.length, 1);
  /** @param {Card | null} card @param {Place} at */
  const lay = (card, at) => {
    parts.push(card === null ? group('gone', outline(at)) : drawn(card, at, usable.includes(card)));
    width = Math.max(width, at.x + WIDTH);
  };

  for (const [place, card] of pyramid.entries()) {
    const row = rowOf(place);
    lay(card, {x: MARGIN + ACROSS * (place - (row * (row + 1)) / 2) + (ACROSS * (rows.length - 1 - row)) / 2, y: MARGIN + DOWN * row});
  }
  let y = MARGIN + (rows.length > 0 ? DOWN * (rows.length - 1) + HEIGHT : 0);
  if (reserve.length > 0) {
    y += LABEL + 10;
    parts.push(label('reserve', {x: MARGIN, y}));
    for (const [column, pile] of reserve.entries()) {
      for (const [depth, card] of orGone(pile).entries()) lay(card, {x: MARGIN + ACROSS * column, y: y + 6 + (FAN / 2) * depth});
    }
    width = Math.max(width, MARGIN + ACROSS * reserve.length);
    y += 6 + HEIGHT + (FAN / 2) * (Math.max(1, ...reserve.map((pile) => pile.length)) - 1);
  }
  y += LABEL + 10;
  parts.push(label('stock', {x: MARGIN, y}));
  const at = {x: MARGIN, y: y + 6};
  const [centre, open] = [MARGIN + WIDTH / 2, rules.stock_top === 'playable'];
  if (stock.length === 0 || open) lay(stock[0] ?? null, at);
  if (stock.length > 0 && open) parts.push(text(`1 of ${stock.length}`, {x: centre, y: at.y + 48}, 'small'));
  if (stock.length > 0 && !open) parts.push(group('back', outline(at) + text(String(stock.length), {x: centre, y: at.y + 36}, 'count')));
  const left = MARGIN + WIDTH + FAN;
  for (const [index, pile] of waste.entries()) {
    const name = waste.length === 1 ? 'waste' : `waste ${index + 1}`;
    const more = pile.length - FAN_SHOWN;
    parts.push(label(more > 0 ? `${name}, ${more} more below` : name, {x: left, y}));
    for (const [nth, card] of orGone(pile.slice(-FAN_SHOWN)).entries()) lay(card, {x: left + FAN * nth, y: y + 6});
    y += 6 + HEIGHT + (index + 1 < waste.length ? LABEL + 6 : 0);
  }
  const frame = `class="board" role="img" viewBox="0 0 ${width + MARGIN} ${y + MARGIN}" style="max-width:${width + MARGIN}px"`;
  const gone = (/** @type {string} */ part) => part.startsWith('<g class="gone"');
  // Outlines lie under the cards.
  const inside = [...parts.filter(gone), ...parts.filter((part) => !gone(part))].join('');
  return `<svg ${frame}><title>${title}</title><desc>${told(position, usable, open)}</desc>${inside}</svg>`;
}

/** The cards that may be used now, of the pyramid and of each pile the top. @param {Position} position @param {Rules} rules */
function available(position, rules) {
  const {pyramid, reserve, waste, stock} = position;
  const places = [...pyramid, ...[...reserve, ...waste].map((pile) => pile[pile.length - 1]), stock[0]];
  return /** @type {Card[]} */ (places.filter((card) => card && refuseUse(position, card, rules) === null));
}

/** @template T @param {readonly (T | null)[]} pyramid @returns {(T | null)[][]} */
function rowsOf(pyramid) {
  /** @type {(T | null)[][]} */
  const rows = [];
  for (const [place, card] of pyramid.entries()) (rows[rowOf(place)] ??= []).push(card);
  return rows;
}

/** @param {readonly Card[]} pile @returns {readonly (Card | null)[]} */
const orGone = (pile) => (pile.length > 0 ? pile : [null]);

/** @param {Card} card @param {Place} at @param {boolean} usable */
function drawn(card, at, usable) {
  const colour = 'DH'.includes(card[1]) ? 'red' : 'black';
  // The text stands where neither a card over the lower half nor one over the right side hides it.
  return group(`card ${colour}${usable ? ' usable' : ''}`, outline(at) + text(card, {x: at.x + 17, y: at.y + 22}));
}

/** @param {string} kind @param {string} inside */
const group = (kind, inside) => `<g class="${kind}">${inside}</g>`;

/** @param {Place} at */
const outline = ({x, y}) => `<rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="5"></rect>`;

/** @param {string} words @param {Place} at @param {string} [kind] */
const text = (words, {x, y}, kind) => `<text x="${x}" y="${y}"${kind ? ` class="${kind}"` : ''}>${words}</text>`;

/** @param {string} words @param {Place} at */
const label = (words, at) => text(words, at, 'label');

/** The board in words, for those who do not see it. @param {Position} position @param {readonly Card[]} usable @param {boolean} open */
function told({pyramid, reserve, waste, stock}, usable, open) {
  const rows = rowsOf(pyramid).map((row) => row.map((card) => card ?? 'gone').join(', '));
  /** @param {string} name @param {readonly (readonly Card[])[]} piles */
  const inPiles = (name, piles) =>
    piles.length > 0 ? `${name}, top last: ${piles.map((pile) => pile.join(', ') || 'empty').join(' / ')}.` : '';
  return [
    pyramid.some(Boolean) ? `Pyramid from the apex: ${rows.join(' / ')}.` : 'The pyramid has gone.',
    inPiles('Reserve', reserve),
    inPiles('Waste', waste),
    `Stock: ${stock.length} cards${open && stock.length > 0 ? `, ${stock[0]} on top` : ''}.`,
    `May be used now: ${usable.join(', ') || 'none'}.`,
  ].filter(Boolean).join(' ');
}

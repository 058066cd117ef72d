/**
 * A turn (onto a pile from 1, or null where none is named), a redeal, the removal of one or two cards.
 * @typedef {{kind: 'draw', pile: number | null} | {kind: 'redeal'} | {kind: 'remove', cards: string[]}} Move
 */
/** A word as a move, or null: a word that is no move has to be refused. @param {string} word @returns {Move | null} */
export function moveOf(word: string): Move | null;
/**
 * Where a card lies: its place in the pyramid; or its pile of the waste or reserve, and how many cards lie on it there.
 * Null: it has left play, or is in the stock.
 * @param {State} state  with whole piles of waste
 * @param {string} card
 * @returns {{area: 'pyramid', place: number} | {area: 'waste' | 'reserve', pile: number, above: number} | null}
 */
export function find(state: State, card: string): {
    area: "pyramid";
    place: number;
} | {
    area: "waste" | "reserve";
    pile: number;
    above: number;
} | null;
/**
 * What is answered to requests, one after the other; null to one that asks for no answer.
 * @param {Adapter} adapter
 * @param {readonly (new (...args: any[]) => Error)[]} refusals  errors by which `play` refuses; any other is a crash
 * @returns {(line: string) => string | null}
 */
export function answering(adapter: Adapter, refusals?: readonly (new (...args: any[]) => Error)[]): (line: string) => string | null;
/**
 * Answers the suite on standard input and output until it says stop. What `console.log` prints goes to standard error.
 * @param {Adapter} adapter
 * @param {readonly (new (...args: any[]) => Error)[]} refusals  errors by which `play` refuses; any other is a crash
 */
export function serve(adapter: Adapter, refusals?: readonly (new (...args: any[]) => Error)[]): Promise<void>;
/** The version of the protocol that is spoken here. */
export const PROTOCOL: 1;
export const RANKS: "A23456789TJQK";
export const SUITS: "CDHS";
/** @typedef {string | number | boolean} FlagValue */
/**
 * What an engine says of itself. `rules`: for each flag the values that it plays; a flag left out: its default alone.
 * @typedef {object} About
 * @property {string} name
 * @property {string} version
 * @property {Record<string, FlagValue[]>} rules
 * @property {number} [protocol]
 * @property {'exact' | 'never'} [won]
 * @property {'exact' | 'look_ahead' | 'no_legal_move' | 'at_stock_end' | 'never'} [lost]
 * @property {'closed' | 'open'} [after_win]
 * @property {'separate' | 'fused'} [redeal]
 */
/**
 * Everything on the table. Pyramid: a card or null for each place, row by row from the apex; piles have their top last.
 * @typedef {object} State
 * @property {(string | null)[]} pyramid
 * @property {string[][] | (string | null)[]} waste  piles, or their tops where `waste_tops_only`
 * @property {boolean} [waste_tops_only]
 * @property {number} stock
 * @property {string[][]} reserve
 * @property {'playing' | 'won' | 'lost' | null} status
 * @property {string | null} [stock_top]
 * @property {string[] | null} [removed]
 * @property {number | null} [score]
 */
/**
 * What the suite asks of an engine. `play`: whether the move was done; false: refused, and nothing has changed.
 * @typedef {object} Adapter
 * @property {() => About} about
 * @property {(deck: string[], rules: Record<string, FlagValue>) => void} new_game  52 words; a value for every flag
 * @property {(word: string) => boolean} play  may throw `Unsupported`
 * @property {() => State} state
 * @property {() => string[]} [legal_moves]
 * @property {() => boolean} [undo]
 */
/** Thrown by `play` where the engine has no way to try such a move: it counts as not tested. */
export class Unsupported extends Error {
}
export function cardOf(word: string): {
    rank: number;
    suit: number;
};
export function wordOf(rank: number, suit: number): string;
export function rowOf(place: number): number;
export function columnOf(place: number): number;
export function placeAt(row: number, column: number): number;
/**
 * A turn (onto a pile from 1, or null where none is named), a redeal, the removal of one or two cards.
 */
export type Move = {
    kind: "draw";
    pile: number | null;
} | {
    kind: "redeal";
} | {
    kind: "remove";
    cards: string[];
};
export type FlagValue = string | number | boolean;
/**
 * What an engine says of itself. `rules`: for each flag the values that it plays; a flag left out: its default alone.
 */
export type About = {
    name: string;
    version: string;
    rules: Record<string, FlagValue[]>;
    protocol?: number;
    won?: "exact" | "never";
    lost?: "exact" | "look_ahead" | "no_legal_move" | "at_stock_end" | "never";
    after_win?: "closed" | "open";
    redeal?: "separate" | "fused";
};
/**
 * Everything on the table. Pyramid: a card or null for each place, row by row from the apex; piles have their top last.
 */
export type State = {
    pyramid: (string | null)[];
    /**
     * piles, or their tops where `waste_tops_only`
     */
    waste: string[][] | (string | null)[];
    waste_tops_only?: boolean;
    stock: number;
    reserve: string[][];
    status: "playing" | "won" | "lost" | null;
    stock_top?: string | null;
    removed?: string[] | null;
    score?: number | null;
};
/**
 * What the suite asks of an engine. `play`: whether the move was done; false: refused, and nothing has changed.
 */
export type Adapter = {
    about: () => About;
    /**
     * 52 words; a value for every flag
     */
    new_game: (deck: string[], rules: Record<string, FlagValue>) => void;
    /**
     * may throw `Unsupported`
     */
    play: (word: string) => boolean;
    state: () => State;
    legal_moves?: () => string[];
    undo?: () => boolean;
};

/**
 * A game written down as a record, and a record read and checked.
 *
 * @module
 */

import {CARDS, checkRules, dealNumber, MalformedMove, parseMove, ruleset, score, status} from '../engine/pyramid.mjs';
import {parseYaml, YamlFault} from './plain-yaml.mjs';
import {deckFaults} from './play-deck.mjs';
import {movesMade, positionIn, replayed, startGame} from './play-game.mjs';
import {cardsInWords} from './play-words.mjs';
import {changesOf, valueWord} from './share.mjs';
import {insteadOf, isNewer} from './versions.mjs';

/** @import {FlagValue} from '../engine/pyramid.mjs' */
/** @import {Mapping, Value} from './plain-yaml.mjs' */
/** @import {Game} from './play-game.mjs' */
/** @import {Book} from './rulebook.mjs' */
/** @typedef {{message: string, clause: string | null}} Fault */
/** @typedef {(message: string, clause?: string | null) => void} Refuse  notes a fault */

const KEYS = ['record', 'rules', 'deal', 'deck', 'moves', 'result', 'score', 'site', 'date', 'player'];
const RESULTS = ['playing', 'won', 'lost'];
const LAST_DEAL = 2n ** 64n - 1n;

/** A game as the text of a record, up to where it stands. @param {Game} game @param {Book} book */
export function recordOf(game, book) {
  const position = positionIn(game);
  const flags = Object.entries(changesOf({...game.rules}, book)).map(([name, value]) => `${name}: ${valueWord(value)}`);
  const points = score(position, game.rules);
  return [
    'record: 1',
    'rules:',
    `  version: '${book.version}'`,
    `  flags: {${flags.join(', ')}}`,
    game.deal === null ? `deck: ${game.deck.join(' ')}` : `deal: ${game.deal}`,
    `moves: ${movesMade(game).join(' ') || "''"}`,
    `result: ${status(position, game.rules)}`,
    ...(points === null ? [] : [`score: ${points}`]),
    '',
  ].join('\n');
}

/**
 * The game that a record holds, played to its end, with what is to be said of it all the same; or all that is wrong.
 * Moves and end are judged once all else is sound.
 * @param {string} text @param {Book} book
 * @returns {{game: Game, warnings: readonly string[], faults: readonly []} | {game: null, faults: readonly Fault[]}}
 */
export function gameOf(text, book) {
  /** @type {Fault[]} */
  const faults = [];
  /** @type {Refuse} */
  const refuse = (message, clause = null) => void faults.push({message, clause});
  const record = recordIn(text, refuse);
  const game = record && gameIn(record, book, refuse);
  if (!game || faults.length > 0) return {game: null, faults};
  return {game, warnings: warningsOf(record, book), faults: []};
}

/** @param {string} text @param {Refuse} refuse */
function recordIn(text, refuse) {
  try {
    return asMapping(parseYaml(text), (found) => refuse(`Found ${found}, expected a record: keys and values, beginning with record: 1.`));
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    return refuse(error.message);
  }
}

/** @param {Value | undefined} value @param {(found: string) => void} refuse @returns {Mapping | undefined} */
function asMapping(value, refuse) {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return void refuse(shown(value));
}

/** @param {Value | undefined} value */
function shown(value) {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a mapping';
  const text = String(value);
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}

/** @param {Mapping} record @param {Book} book @param {Refuse} refuse @returns {Game | null} */
function gameIn(record, book, refuse) {
  for (const key of Object.keys(record)) {
    if (!KEYS.includes(key)) refuse(`A record has no key “${key}”; it may have ${KEYS.join(', ')}.`);
  }
  if (record.record !== 1) refuse(`record: found ${shown(record.record)}, expected 1, the version of this form of record.`);
  const rules = readRules(record.rules, book, refuse);
  const cards = readCards(record, refuse);
  const moves = readMoves(record.moves, refuse);
  const endIsSound = readEnd(record, refuse);
  checkDate(record.date, refuse);
  if (!rules || !cards || !moves || !endIsSound) return null;
  const {game, fault} = replayed(startGame({...cards, rules}), moves);
  if (fault) refuse(`Move ${fault.number}, ${fault.move}, is refused. ${cardsInWords(fault.reason)}`, fault.clause);
  else checkEnd(record, game, refuse);
  return game;
}

/** @param {Value | undefined} value @param {Book} book @param {Refuse} refuse */
function readRules(value, book, refuse) {
  const rules = asMapping(value, (found) => refuse(`rules: found ${found}, expected version and flags.`));
  if (!rules) return null;
  const {version, flags = {}, ...rest} = rules;
  for (const key of Object.keys(rest)) refuse(`rules: there is no key “${key}”; it has version and flags.`);
  const named = asMapping(flags, (found) => refuse(`rules, flags: found ${found}, expected flags and their values.`));
  const changes = /** @type {Record<string, FlagValue>} */ (named ?? {});
  const reasons = checkRules(changes, book);
  if (reasons.length > 0) refuse(`rules, flags: ${reasons.join(' ')}`);
  const wrong = insteadOf(version, book.version, reasons.length > 0);
  if (wrong) refuse(`rules, version: found ${shown(version)}, expected ${wrong}`);
  return named && reasons.length === 0 && !wrong ? ruleset(changes, book) : null;
}

/** @param {Mapping} record  a sound one @param {Book} book @returns {string[]} */
function warningsOf({rules}, book) {
  const version = String(/** @type {Mapping} */ (rules).version);
  if (!isNewer(version, book.version)) return [];
  return [`The record names version ${version} of the rules, these are ${book.version}: all that it says is known here, and means the same.`];
}

/** @param {Mapping} record @param {Refuse} refuse */
function readCards({deal, deck}, refuse) {
  if ((deal === undefined) === (deck === undefined)) refuse('A record names its cards once: by deal or by deck.');
  const numbered = deal === undefined ? null : readDeal(deal, refuse);
  const listed = deck === undefined ? null : readDeck(deck, refuse);
  return numbered ?? listed;
}

/** @param {Value} deal @param {Refuse} refuse */
function readDeal(deal, refuse) {
  const whole = typeof deal === 'number' || typeof deal === 'bigint';
  if (whole && deal >= 0 && deal <= LAST_DEAL) return {deal: BigInt(deal), deck: dealNumber(BigInt(deal))};
  refuse(`deal: found ${shown(deal)}, expected a whole number from 0 to ${LAST_DEAL}.`);
  return null;
}

/** @param {Value} deck @param {Refuse} refuse */
function readDeck(deck, refuse) {
  if (typeof deck !== 'string' && !Array.isArray(deck)) {
    refuse(`deck: found ${shown(deck)}, expected the 52 cards in deal order, as a line of words or a list.`);
    return null;
  }
  const words = Array.isArray(deck) ? deck.map(String) : deck.split(/\s+/).filter(Boolean);
  const strange = words.filter((word) => !CARDS.includes(word));
  const faults = deckFaults(words, strange.map(shown));
  if (faults.length > 0) refuse(`deck: ${faults.join(' ')}`);
  return faults.length > 0 ? null : {deal: null, deck: words};
}

/** @param {Value | undefined} line @param {Refuse} refuse */
function readMoves(line, refuse) {
  if (typeof line !== 'string') {
    refuse(`moves: found ${shown(line)}, expected a line of words, '' for none.`);
    return null;
  }
  const words = line.split(/\s+/).filter(Boolean);
  const malformed = words.map((word, index) => ({message: malformation(word), number: index + 1})).filter(({message}) => message !== null);
  for (const {message, number} of malformed) refuse(`moves: number ${number}: ${message}`, 'PLAY-8');
  return malformed.length > 0 ? null : words;
}

/** What keeps a word from being a move. @param {string} word */
function malformation(word) {
  try {
    parseMove(word);
    return null;
  } catch (error) {
    if (!(error instanceof MalformedMove)) throw error;
    return error.message;
  }
}

/** @param {Mapping} record @param {Refuse} refuse */
function readEnd({result, score: points}, refuse) {
  const known = result === undefined || RESULTS.includes(String(result));
  const whole = points === undefined || typeof points === 'number';
  if (!known) refuse(`result: found ${shown(result)}, expected playing, won or lost.`);
  if (!whole) refuse(`score: found ${shown(points)}, expected a whole number.`);
  return known && whole;
}

/** @param {Mapping} record @param {Game} game @param {Refuse} refuse */
function checkEnd({result, score: points}, game, refuse) {
  const position = positionIn(game);
  const stands = status(position, game.rules);
  if (result !== undefined && result !== stands) {
    refuse(`After the last move the game is ${stands}, but the record says ${shown(result)}.`);
  }
  const counts = score(position, game.rules);
  if (points === undefined || points === counts) return;
  if (counts === null) refuse('The record tells a score, but these rules keep none.', 'SCORE-1');
  else refuse(`The score is ${counts}, but the record says ${shown(points)}.`, 'SCORE-2');
}

/** @param {Value | undefined} date @param {Refuse} refuse */
function checkDate(date, refuse) {
  if (date === undefined) return;
  const day = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(String(date))?.[0];
  const at = new Date(`${day}T00:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(`${day}T`)) {
    refuse(`date: found ${shown(date)}, expected a day that the calendar has, such as 2026-05-31.`);
  }
}

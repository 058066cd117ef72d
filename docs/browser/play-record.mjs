/**
 * A game written down as a record, and a record read and checked.
 *
 * @module
 */

import {checkRules, dealNumber, MalformedMove, parseMove, ruleset, score, status} from '../engine/pyramid.mjs';
import {parseYaml, YamlFault} from './plain-yaml.mjs';
import {readDeck} from './play-deck.mjs';
import {movesMade, positionIn, replayed, startGame} from './play-game.mjs';
import {cardsInWords} from './play-words.mjs';
import {changesOf, valueWord} from './share.mjs';

/** @import {FlagValue} from '../engine/pyramid.mjs' */
/** @import {Mapping, Value} from './plain-yaml.mjs' */
/** @import {Game} from './play-game.mjs' */
/** @import {Book} from './rulebook.mjs' */
/** @typedef {{message: string, clause: string | null}} Fault */

const KEYS = ['record', 'rules', 'deal', 'deck', 'moves', 'result', 'score', 'site', 'date', 'player'];
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

/** @param {string} message @param {string | null} [clause] @returns {never} */
function refuse(message, clause = null) {
  throw Object.assign(new Error(message), {clause, isFault: true});
}

/**
 * The game that a record holds, played to its end; or the first thing that is wrong with it.
 * @param {string} text @param {Book} book @returns {{game: Game, fault: null} | {game: null, fault: Fault}}
 */
export function gameOf(text, book) {
  try {
    return {game: readGame(asMapping(parseYaml(text), 'a record'), book), fault: null};
  } catch (error) {
    if (error instanceof YamlFault) return {game: null, fault: {message: error.message, clause: null}};
    if (error instanceof Error && 'isFault' in error && 'clause' in error) {
      return {game: null, fault: {message: error.message, clause: /** @type {string | null} */ (error.clause)}};
    }
    throw error;
  }
}

/** @param {Value} value @param {string} what @returns {Mapping} */
function asMapping(value, what) {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return refuse(`Found ${shown(value)}, expected ${what}: keys and values, beginning with record: 1.`);
}

/** @param {Value | undefined} value */
function shown(value) {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a mapping';
  const text = String(value);
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}

/** @param {Mapping} record @param {Book} book @returns {Game} */
function readGame(record, book) {
  const strange = Object.keys(record).find((key) => !KEYS.includes(key));
  if (strange !== undefined) refuse(`A record has no key “${strange}”; it may have ${KEYS.join(', ')}.`);
  if (record.record !== 1) refuse(`record: found ${shown(record.record)}, expected 1, the version of this form of record.`);
  const start = startGame({...readCards(record), rules: readRules(record.rules, book)});
  const {game, fault} = replayed(start, readMoves(record.moves));
  if (fault) refuse(`Move ${fault.number}, ${fault.move}, is refused. ${cardsInWords(fault.reason)}`, fault.clause);
  checkEnd(record, game);
  return game;
}

/** @param {Value | undefined} rules @param {Book} book */
function readRules(rules, book) {
  const {version, flags = {}, ...rest} = asMapping(rules ?? null, 'rules with version and flags');
  const strange = Object.keys(rest)[0];
  if (strange !== undefined) refuse(`rules: there is no key “${strange}”; it has version and flags.`);
  const major = book.version.split('.')[0];
  if (typeof version !== 'string' || !new RegExp(`^${major}\\.\\d+$`).test(version)) {
    refuse(`rules, version: found ${shown(version)}, expected one that these rules can stand for, '${major}.x' in quotes.`);
  }
  const changes = /** @type {Record<string, FlagValue>} */ (asMapping(flags, 'flags and their values'));
  const reasons = checkRules(changes, book);
  if (reasons.length > 0) refuse(`rules, flags: ${reasons.join(' ')}`);
  return ruleset(changes, book);
}

/** @param {Mapping} record */
function readCards({deal, deck}) {
  if ((deal === undefined) === (deck === undefined)) refuse('A record names its cards once: by deal or by deck.');
  if (deck === undefined) {
    const whole = typeof deal === 'number' || typeof deal === 'bigint';
    if (!whole || deal < 0 || deal > LAST_DEAL) {
      refuse(`deal: found ${shown(deal)}, expected a whole number from 0 to ${LAST_DEAL}.`);
    }
    return {deal: BigInt(/** @type {number | bigint} */ (deal)), deck: dealNumber(BigInt(/** @type {bigint} */ (deal)))};
  }
  const {deck: cards, faults} = readDeck(Array.isArray(deck) ? deck.join(' ') : String(deck));
  return {deal: null, deck: cards ?? refuse(`deck: ${faults.join(' ')}`)};
}

/** @param {Value | undefined} line */
function readMoves(line) {
  if (typeof line !== 'string') return refuse(`moves: found ${shown(line)}, expected a line of words, '' for none.`);
  const words = line.split(/\s+/).filter(Boolean);
  for (const [index, word] of words.entries()) {
    try {
      parseMove(word);
    } catch (error) {
      if (!(error instanceof MalformedMove)) throw error;
      refuse(`moves: number ${index + 1}: ${error.message}`, 'PLAY-8');
    }
  }
  return words;
}

/** @param {Mapping} record @param {Game} game */
function checkEnd({result, score: points}, game) {
  const position = positionIn(game);
  const stands = status(position, game.rules);
  if (result !== undefined && result !== stands) {
    refuse(`After the last move the game is ${stands}, but the record says ${shown(result)}.`);
  }
  const counts = score(position, game.rules);
  if (points === undefined || points === counts) return;
  if (counts === null) refuse('The record tells a score, but these rules keep none.', 'SCORE-1');
  refuse(`The score is ${counts}, but the record says ${shown(points)}.`, 'SCORE-2');
}

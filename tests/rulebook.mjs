/** What the pages say, for tests/test_browser_rules.py: a job as JSON on standard input, the answer on standard output. */

import {readFileSync} from 'node:fs';
import {boardSvg} from '../docs/browser/board-svg.mjs';
import {houseFile} from '../docs/browser/housefile.mjs';
import {readDeck} from '../docs/browser/play-deck.mjs';
import {positionIn, replayed, startGame} from '../docs/browser/play-game.mjs';
import {clausesFor, dealsStock, fullRules, idleFlags, inWords, textFor} from '../docs/browser/rulebook.mjs';
import {brokenConstraints, ruleset} from '../docs/engine/pyramid.mjs';

const book = JSON.parse(readFileSync(new URL('../docs/engine/rules.json', import.meta.url), 'utf8'));

const JOBS = {
  /** Clauses with their texts, and flags without effect with what they need. */
  rules: (flags) => {
    const rules = fullRules(flags, book);
    const needs = (when) => Object.entries(when).map(([name, condition]) => [name, inWords(condition)]);
    return {
      clauses: clausesFor(rules, book).map((clause) => [clause.id, clause.title, textFor(clause, rules)]),
      idle: Object.entries(idleFlags(rules, book)).map(([name, when]) => [name, needs(when)]),
      stock: dealsStock(rules, book),
    };
  },
  broken: (flags) => brokenConstraints(flags, book).map(({id, reason}) => [id, reason]),
  file: (house) => houseFile(house, book),
  deck: readDeck,
  board: ({deck, flags, moves}) => {
    const rules = ruleset(flags, book);
    return boardSvg(positionIn(replayed(startGame({rules, deck}), moves).game), rules, 'Board');
  },
};

const {job, of} = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(of.map(JOBS[job])));

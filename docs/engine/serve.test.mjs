/** The engine behind its protocol, in process and as a program. */

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {describe, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {CARDS, dealNumber, defaults} from './pyramid.mjs';
import {answer, createEngine} from './serve.mjs';

const spec = JSON.parse(readFileSync(new URL('rules.json', import.meta.url), 'utf8'));
const rules = defaults(spec);

/** An engine, and a function that calls one of its methods through the protocol. */
function session() {
  const engine = createEngine(spec);
  /** @param {string} method @param {object} [params] */
  return (method, params) => {
    const line = JSON.stringify({jsonrpc: '2.0', id: 1, method, params});
    return JSON.parse(answer(line, engine) ?? '{}');
  };
}

describe('the protocol', () => {
  test('about lists every flag, the default first', () => {
    const {name, version, rules: claimed} = session()('about').result;
    assert.deepEqual([name, version], ['pyramid.mjs', spec.version]);
    assert.deepEqual(Object.keys(claimed), Object.keys(spec.flags));
    for (const [flag, {default: value}] of Object.entries(spec.flags)) assert.equal(claimed[flag][0], value);
    assert.deepEqual(claimed.passes.slice(-2), [9, 'unlimited']);
    assert.deepEqual(claimed.cover_pair, [false, true]);
  });

  test('about speaks version 1 to whoever speaks that or a later one, and ignores what it does not know', () => {
    for (const params of [undefined, {}, {protocol: 1}, {protocol: 7, compression: 'none'}]) {
      assert.equal(session()('about', params).result.protocol, 1);
    }
  });

  test('PLAY-2, PLAY-4, PLAY-6: refusals and reading change nothing, undo takes back one move', () => {
    const call = session();
    assert.deepEqual(call('new_game', {deck: dealNumber(1), rules}).result, null);
    assert.deepEqual(call('legal_moves').result, ['KC', 'KH', 'draw']);
    const start = call('state').result;
    const pyramid = dealNumber(1).slice(0, 28);
    assert.deepEqual(start, {pyramid, waste: [[]], stock: 24, reserve: [], status: 'playing'});
    for (const move of ['redeal', '7D', 'nonsense', 'draw@1']) assert.equal(call('play', {move}).result, false);
    assert.deepEqual(call('state').result, start);
    assert.equal(call('undo').result, false);
    assert.equal(call('play', {move: 'draw'}).result, true);
    assert.equal(call('state').result.stock, 23);
    assert.equal(call('undo').result, true);
    assert.deepEqual(call('state').result, start);
  });

  test('the state tells an open stock card and a score only where the rules have them', () => {
    const call = session();
    call('new_game', {deck: CARDS, rules: {...rules, stock_top: 'playable', score: 'cards_left'}});
    const {stock_top: top, score} = call('state').result;
    assert.deepEqual([top, score], [CARDS[28], 28]);
  });

  test('a refused new game keeps the one being played', () => {
    const call = session();
    call('new_game', {deck: CARDS, rules});
    call('play', {move: 'draw'});
    const before = call('state').result;
    const badRules = [undefined, [], {passes: 0}, {draw_to: 'each'}].map((wrong) => ({deck: CARDS, rules: wrong}));
    for (const params of [{deck: [], rules}, {rules}, ...badRules]) {
      assert.equal(call('new_game', params).error.code, -32602);
    }
    assert.deepEqual(call('state').result, before);
  });

  test('what is no proper call is an error of the protocol', () => {
    const engine = createEngine(spec);
    /** @param {string} line */
    const codeOf = (line) => JSON.parse(answer(line, engine) ?? '{}').error.code;
    assert.equal(codeOf('{'), -32700);
    for (const line of ['1', 'null', '[]', '{"id": 1, "method": "about"}', '{"jsonrpc": "2.0", "id": 1}']) {
      assert.equal(codeOf(line), -32600, line);
    }
    assert.equal(codeOf('{"jsonrpc": "2.0", "id": 1, "method": "toString"}'), -32601);
    assert.equal(codeOf('{"jsonrpc": "2.0", "id": 1, "method": "about", "params": [1]}'), -32602);
    assert.equal(codeOf('{"jsonrpc": "2.0", "id": 1, "method": "play", "params": {"move": 1}}'), -32602);
    assert.equal(codeOf('{"jsonrpc": "2.0", "id": 1, "method": "state"}'), -32003);
    assert.equal(codeOf('{"jsonrpc": "2.0", "id": 1, "method": "about", "params": {"protocol": 0}}'), -32602);
    assert.equal(answer('{"jsonrpc": "2.0", "method": "about"}', engine), null);
  });
});

/** @param {string} script @param {string[]} args @param {string} [input] */
function run(script, args, input = '') {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return spawnSync(process.execPath, [path, ...args], {input, encoding: 'utf8', timeout: 20_000});
}

describe('the programs', () => {
  test('serve answers a line with a line and stops when told', () => {
    const lines = ['about', 'stop', 'about'].map((method, id) => JSON.stringify({jsonrpc: '2.0', id, method}));
    const {stdout, stderr, status} = run('serve.mjs', [], `${lines.join('\n')}\n`);
    const replies = stdout.trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual([replies.map(({id}) => id), replies[1].result, stderr, status], [[0, 1], null, '', 0]);
  });

  test('perft prints a count a line, and refuses bad input with status 2', () => {
    const {stdout, status} = run('perft.mjs', ['--deal', '1', '--depth', '2', '--flags', '{"reserve_piles": 7}']);
    assert.deepEqual([stdout, status], ['1 7\n2 42\n', 0]);
    for (const option of ['--deal=x', '--deal=-1', '--depth=x', '--flags={"rows": 10}', '--flags={', '--deep']) {
      const bad = run('perft.mjs', [option]);
      assert.deepEqual([bad.stdout, bad.status], ['', 2], option);
      assert.ok(bad.stderr.trim().split('\n').length === 1, bad.stderr);
    }
  });
});

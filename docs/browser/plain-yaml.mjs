/**
 * The part of YAML in which records and house rules are written: mappings, lists, one-line and wrapped scalars; JSON.
 *
 * Anchors, tags and documents of several parts are refused: no record needs them.
 *
 * @module
 */

/** @typedef {string | number | bigint | boolean | null} Scalar */
/** @typedef {Scalar | Scalar[] | Mapping} Value */
/** @typedef {{[key: string]: Value}} Mapping */
/** @typedef {{indent: number, text: string, number: number}} Line */
/** @typedef {{lines: Line[], at: number, depth: number}} Reader */

export class YamlFault extends Error {
  /** @param {number} line  counted from 1 @param {string} reason */
  constructor(line, reason) {
    super(`Line ${line}: ${reason}`);
    this.line = line;
  }
}

const LARGEST = 400_000;
const DEEPEST = 40;

const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[A-Za-z_][\w-]*)\s*:(?:\s+(.*))?$/s;
const WHOLE = /^-?(?:0|[1-9]\d*)$/;

/**
 * The value that a text stands for; throws YamlFault at the first line that cannot be read.
 * @param {string} text @returns {Value}
 */
export function parseYaml(text) {
  if (text.length > LARGEST) throw new YamlFault(1, `begins more than ${LARGEST} characters, expected far fewer.`);
  const lines = linesOf(text);
  if (lines.length === 0) throw new YamlFault(1, 'found nothing.');
  if (/^[{[]/.test(lines[0].text)) return readFlow(together(lines), 1);
  const reader = {lines, at: 0, depth: 0};
  const value = readBlock(reader, lines[0].indent);
  if (reader.at < lines.length) throw new YamlFault(lines[reader.at].number, 'stands further left or right than what it belongs to.');
  return value;
}

/** @param {number} line */
const tooDeep = (line) => new YamlFault(line, `holds more than ${DEEPEST} levels of nesting, expected fewer.`);

/** @param {string} text @returns {Line[]} without blank ones and remarks */
function linesOf(text) {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/).map((whole, index) => {
    const bare = withoutRemark(whole).trimEnd();
    const indent = bare.length - bare.trimStart().length;
    if (/^\s*\t/.test(bare)) throw new YamlFault(index + 1, 'is set in with a tab, expected spaces.');
    return {indent, text: bare.trimStart(), number: index + 1};
  });
  return lines.filter(({text}, index) => text !== '' && !(text === '---' && lines.slice(0, index).every((line) => line.text === '')));
}

/** Quoted text, a remark at the end, or any other character. */
const PIECE = /(?<=^|[\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<=^|\s)(#.*)|./gsu;

/** @param {string} line */
const withoutRemark = (line) => line.replace(PIECE, (piece, remark) => (remark === undefined ? piece : ''));

/** What is written on several lines, with every line where it was. @param {Line[]} lines */
const together = (lines) => lines.map(({text, number}, index) => '\n'.repeat(number - (lines[index - 1]?.number ?? 1)) + text).join('');

/** @param {Reader} reader @param {number} indent @returns {Value} */
function readBlock(reader, indent) {
  const {text, number} = reader.lines[reader.at];
  if (++reader.depth > DEEPEST) throw tooDeep(number);
  const value = text === '-' || text.startsWith('- ') ? readList(reader, indent) : readMapping(reader, indent);
  reader.depth--;
  return value;
}

/** @param {Reader} reader @param {number} indent @returns {Scalar[]} */
function readList(reader, indent) {
  /** @type {Scalar[]} */
  const values = [];
  for (let line = reader.lines[reader.at]; line?.indent === indent && line.text.startsWith('- '); line = reader.lines[reader.at]) {
    reader.at++;
    values.push(asScalar(readFlow(line.text.slice(2).trim(), line.number), line.number));
  }
  return values;
}

/** @param {Reader} reader @param {number} indent @returns {Mapping} */
function readMapping(reader, indent) {
  /** @type {Map<string, Value>} */
  const values = new Map();
  for (let line = reader.lines[reader.at]; line?.indent === indent; line = reader.lines[reader.at]) {
    const [, written, rest = ''] = KEY.exec(line.text) ?? [];
    if (written === undefined) throw new YamlFault(line.number, `found “${line.text.slice(0, 40)}”, expected a key and a colon.`);
    const key = /^["']/.test(written) ? String(readFlow(written, line.number)) : written;
    if (values.has(key)) throw new YamlFault(line.number, `${key} stands there twice.`);
    reader.at++;
    values.set(key, rest === '' ? readNested(reader, indent) : readFlow(wrapped(reader, indent, rest), line.number));
  }
  return Object.fromEntries(values);
}

/** @param {Reader} reader @param {number} indent @returns {Value} */
function readNested(reader, indent) {
  const next = reader.lines[reader.at];
  if (next === undefined) return null;
  const listHere = next.indent === indent && next.text.startsWith('- ');
  return next.indent > indent || listHere ? readBlock(reader, next.indent) : null;
}

/** A value with the lines that go on with it. @param {Reader} reader @param {number} indent @param {string} text */
function wrapped(reader, indent, text) {
  const parts = /^[>|][+-]?$/.test(text) ? [] : [text];
  for (; (reader.lines[reader.at]?.indent ?? -1) > indent; reader.at++) parts.push(reader.lines[reader.at].text);
  const whole = parts.join(' ');
  return parts[0] === text ? whole : `'${whole.replaceAll("'", "''")}'`;
}

/** @param {Value} value @param {number} line @returns {Scalar} */
function asScalar(value, line) {
  if (typeof value !== 'object' || value === null) return value;
  throw new YamlFault(line, 'a list holds words and numbers here, nothing that has parts.');
}

/** @param {string} text */
const inOneLine = (text) => text.replace(/\s*\n\s*/g, ' ');

/** A value written like JSON, or a plain one. @param {string} text @param {number} line  its first one @returns {Value} */
function readFlow(text, line) {
  let at = 0;
  let depth = 0;
  /** Goes on, and counts the lines that begin on the way. @param {number} to */
  const pass = (to) => {
    const passed = text.slice(at, to);
    at = to;
    line += passed.split('\n').length - 1;
    return passed;
  };
  const skip = () => {
    for (; text[at] === ' ' || text[at] === '\n'; at++) if (text[at] === '\n') line++;
  };
  /** @param {string} ends @returns {Value} */
  const value = (ends) => {
    skip();
    if (text[at] === '{' || text[at] === '[') return nested();
    if (text[at] === '"' || text[at] === "'") return quotedText();
    let end = at;
    while (end < text.length && !ends.includes(text[end])) end++;
    return plain(inOneLine(pass(end)).trim(), line);
  };
  const nested = () => {
    if (++depth > DEEPEST) throw tooDeep(line);
    const found = text[at] === '{' ? mapping() : list();
    depth--;
    return found;
  };
  const quotedText = () => {
    const found = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(text.slice(at))?.[0];
    if (found === undefined) throw new YamlFault(line, 'a quote is opened and not closed.');
    const whole = inOneLine(pass(at + found.length));
    if (whole[0] === "'") return whole.slice(1, -1).replaceAll("''", "'");
    try {
      return String(JSON.parse(whole));
    } catch {
      throw new YamlFault(line, `${whole} holds a backslash that means nothing.`);
    }
  };
  /** @param {string} close */
  const more = (close) => {
    skip();
    if (text[at] === ',') at++;
    else if (text[at] !== close) throw new YamlFault(line, `found “${text.slice(at, at + 10)}”, expected , or ${close}.`);
    skip();
    return text[at] !== close;
  };
  const list = () => {
    at++;
    /** @type {Scalar[]} */
    const values = [];
    skip();
    for (let go = text[at] !== ']'; go; go = more(']')) values.push(asScalar(value(',]'), line));
    at++;
    return values;
  };
  const mapping = () => {
    at++;
    /** @type {Map<string, Value>} */
    const values = new Map();
    skip();
    for (let go = text[at] !== '}'; go; go = more('}')) {
      const key = String(value(':,}'));
      skip();
      if (text[at] !== ':') throw new YamlFault(line, `found “${key}”, expected a key and a colon.`);
      if (values.has(key)) throw new YamlFault(line, `${key} stands there twice.`);
      at++;
      values.set(key, value(',}'));
    }
    at++;
    return Object.fromEntries(values);
  };
  const found = value('');
  skip();
  if (at < text.length) throw new YamlFault(line, `found “${text.slice(at, at + 20)}” after the end of a value.`);
  return found;
}

/** @param {string} word @param {number} line @returns {Value} */
function plain(word, line) {
  if (/^[&*!%@`]/.test(word)) throw new YamlFault(line, `“${word.slice(0, 20)}” cannot be read here.`);
  if (/:(\s|$)/.test(word)) throw new YamlFault(line, `“${word.slice(0, 40)}” holds a colon, expected quotes around it.`);
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === '' || word === 'null' || word === '~') return null;
  if (!WHOLE.test(word)) return word;
  return Number.isSafeInteger(Number(word)) ? Number(word) : BigInt(word);
}

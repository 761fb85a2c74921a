// Shows what the worst input costs: for each call of the package it searches for the input that takes the most time for each byte or
// code unit, in every encoding, and measures that input at two lengths, the second twice the first, beside ordinary text.
//
// Usage: npm run bench -- worst [--only PATTERN] [--tries N] [--seed N] [--details]
// WHATWG_TRANSCODER_BACKEND=wasm in the environment measures the WebAssembly module.
// PATTERN is a regular expression on the name of a call. --details prints every encoding, not only the worst of each call.
//
// An input is a short pattern, repeated: what costs most in a decoder or an encoder is a step that it can be made to take again and
// again. The search draws patterns from the values that such machines tell apart, keeps the slowest, and changes them at random.
// `growth` is the cost of a byte at the greater length, divided by that at the smaller one: about 1 where time is linear.

import { parseArgs } from 'node:util';
import * as product from 'whatwg-transcoder';
import { detect } from 'whatwg-transcoder/detect';
import { encodingFor } from 'whatwg-transcoder/encodings';
import * as hooks from 'whatwg-transcoder/hooks';
import * as http from 'whatwg-transcoder/http';
import * as iconvLite from 'whatwg-transcoder/iconv-lite';
import { resolveLabel } from 'whatwg-transcoder/labels';
import { Random } from '../../harness/random-cases.mjs';
import { KB } from './corpora.mjs';
import { headingList, machine, say, table } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    tries: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    details: { type: 'boolean', default: false },
  },
});

// Lengths of the inputs, in bytes or code units.
const SEARCH = 2 * KB;
const SHORT = 128 * KB;

const LONGEST_PATTERN = 6;
const KEPT = 4;
const BATCHES = 5;
const LEAST_MILLISECONDS = { search: 0.3, measure: 20 };

// In nanoseconds: what a byte, a call of a function of the user, and a code unit that becomes several ASCII characters may cost.
const aims = { byte: 50, function: 300, escape: 250 };

const random = new Random(Number(options.seed), 0);
const below = (limit) => random.below(limit);
const oneOf = (list) => random.pick(list);

// Bytes that begin, continue or end something in one of the encodings, and their neighbours.
const bytes = Buffer.from(
  '000a0e0f1b20222426283039' +
    '3c404142494a5c7b7d7e7f808184' +
    '8e8f90959fa0a1a4b0c0c2c9d8dcdfe0e3edeff0f4f5f8fdfeff',
  'hex',
);
const someByte = () => (below(4) === 0 ? below(0x100) : oneOf(bytes));

// Characters of every kind that an encoder tells apart, and surrogates alone.
const characters = [
  ...'a~\\\x1b\x0e¥é¤ÿŁ€‾Ωжאعกあアｱ一仂龥丂㐀가힣、－\uE000\uE7C7\uF8F5\uFFFD𠂊𐐷😀\u0301&%',
  ...['\uD83D', '\uDE00'],
];
const someCharacter = () =>
  below(4) === 0 ? String.fromCharCode(below(0x10000)) : oneOf(characters);

const repeated = (pattern, length) =>
  typeof pattern === 'string'
    ? pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length)
    : Buffer.alloc(length, Buffer.from(pattern));

const newPattern = (some) => Array.from({ length: 1 + below(LONGEST_PATTERN) }, some);

function changed(pattern, some) {
  const next = [...pattern];
  const at = below(next.length);
  const change = below(3);
  if (change === 0) next[at] = some();
  else if (change === 1 && next.length < LONGEST_PATTERN) next.splice(at, 0, some());
  else if (next.length > 1) next.splice(at, 1);
  return next;
}

/** Returns a pattern of characters as a text. */
const joined = (pattern) => (typeof pattern[0] === 'string' ? pattern.join('') : pattern);

/** Returns the nanoseconds that `call(input)` takes: the least of a few batches. */
function timeOf(call, input, leastMilliseconds, batches = BATCHES) {
  let times = 1;
  const figures = [];
  for (let batch = 0; batch < batches; ) {
    const from = performance.now();
    for (let i = 0; i < times; i++) call(input);
    const took = performance.now() - from;
    if (took < leastMilliseconds / 2) {
      times *= 2;
      continue;
    }
    figures.push((took * 1e6) / times);
    batch++;
  }
  return Math.min(...figures);
}

/** Returns the pattern that costs `call` the most for each unit, after `tries` tries. */
function worstPattern(call, make, some, tries) {
  const seen = [];
  const tryOut = (pattern) => {
    const input = make(joined(pattern), SEARCH);
    seen.push({ pattern, cost: timeOf(call, input, LEAST_MILLISECONDS.search, 2) });
    seen.sort((a, b) => b.cost - a.cost);
    seen.length = Math.min(seen.length, KEPT);
  };
  for (let k = 0; k < tries / 2; k++) tryOut(newPattern(some));
  for (let k = 0; k < tries / 2; k++) tryOut(changed(oneOf(seen).pattern, some));
  return seen[0].pattern;
}

const standard = product.encodings.filter((name) => name !== 'replacement');
const others = 'hz-gb-2312 iso-2022-kr ibm437 eucjp-ms cp51932 johab UTF-32LE ibm1047'
  .split(' ')
  .map(encodingFor);
const texts = 'Ordinary text: обычный текст, 普通の文, 보통 글. ';

/** Returns a function that makes the cases of a call, one for each encoding of `labels`. `some` draws a value of its input. */
const casesOf =
  (some) =>
  (name, labels, call, aim = 'byte') =>
    labels.map((label) => ({ name, label, aim, call: (input) => call(input, label), some }));

const ofBytes = casesOf(someByte);
const ofText = casesOf(someCharacter);

/** Makes the case of a call that takes text made of the words of its grammar. */
const ofWords = (name, words, call, make = undefined) => [
  { name, label: '', aim: 'byte', call, some: () => oneOf(words), make },
];

const malformed = () => '?';
const unencodable = () => '?';
const quietly = (call) => (input, label) => {
  try {
    call(input, label);
  } catch (error) {
    // The errors that the package throws for such input are results here.
    if (typeof error.code !== 'string') throw error;
  }
};

const into = new Uint8Array(8 * SHORT);
const markup = '<meta charset=x>|<!--|-->|<|<a | a|=|"|\'|/|>|<meta |content=|;charset='.split('|');
const media = ['text/html', ';', 'charset=', '"', '\\', 'a', ' ', '=', ',', '\t'];
const asBody = (text, length) => [Buffer.from('<p>a'), `text/html${repeated(text, length)}`];
const page = (text, length) => [Buffer.from(repeated(text, length)), 'text/html'];
const prescanned = { prescanBytes: 2 * SHORT, allowUtf8Guess: false };
const form = ['a', '=', '&', '%', '%8', '%82', '+', '_charset_=', 'é', '%26%23'];
const formBody = (text, length) => Buffer.from(repeated(text, length).replaceAll('é', '%E9'));

const [html, replace] = ['html', 'replace'].map((mode) => ({ unencodable: mode }));
/** The calls of the package root: a title, a function, its options, what a unit may cost, and whether it throws. */
const calls = [
  ['decode', product.decode],
  ['decode, fatal', product.decode, { fatal: true }, 'byte', true],
  ['decode, malformed: a function', product.decode, { malformed }, 'function'],
  ['decodedLength', product.decodedLength],
  ['validate, 1,000 errors', product.validate, { maxErrors: 1000 }],
  ['encode, replace', product.encode, replace],
  ['encode, html', product.encode, html, 'escape'],
  ['encode, a function', product.encode, { unencodable }, 'function'],
  ['encode, fatal', product.encode, {}, 'byte', true],
  ['encodedLength, html', product.encodedLength, html, 'escape'],
  ['findUnencodable', product.findUnencodable],
].flatMap(([name, call, options, aim, isThrowing]) => {
  const withOptions = (input, label) => call(input, label, options);
  const make = /^(de|val)/.test(name) ? ofBytes : ofText;
  return make(name, standard, isThrowing ? quietly(withOptions) : withOptions, aim);
});

const cases = [
  ...calls,
  ...ofBytes('decode by a handle', others, product.decode),
  ...ofBytes('transcode to UTF-8', standard, (input, label) => product.transcode(input, label)),
  ...ofBytes(
    'transcode to windows-1252, html',
    standard,
    (input, label) => product.transcode(input, label, 'windows-1252', html),
    'escape',
  ),
  ...ofText(
    'encodeInto, html',
    standard,
    (input, label) => product.encodeInto(input, into, label, html),
    'escape',
  ),
  ...ofText(
    'percentEncodeAfterEncoding',
    ['utf-8', 'shift_jis', 'iso-2022-jp', 'windows-1252'],
    (input, label) => hooks.percentEncodeAfterEncoding(label, input, 'component'),
    'escape',
  ),
  ...ofBytes(
    'decode of /iconv-lite',
    ['shift_jis', 'gb18030', 'utf-7', 'utf-7-imap', 'cp437', 'utf-16'],
    iconvLite.decode,
  ),
  ...ofText(
    'encode of /iconv-lite',
    ['shift_jis', 'gb18030', 'utf-7', 'utf-7-imap', 'cp437', 'utf-16'],
    iconvLite.encode,
  ),
  ...ofBytes('detect', [''], (input) => detect(input)),
  ...ofText('getEncoding', [''], product.getEncoding),
  ...ofText('resolveLabel', [''], resolveLabel),
  ...ofWords(
    'sniffEncoding: prescan',
    markup,
    ([body, type]) => http.sniffEncoding(body, type, prescanned),
    page,
  ),
  ...ofWords(
    'sniffEncoding: media type',
    media,
    quietly(([body, type]) => http.sniffEncoding(body, type)),
    asBody,
  ),
  ...ofWords(
    'decodeBody with detect',
    markup,
    ([body, type]) => http.decodeBody(body, type, { detect: true }),
    page,
  ),
  ...ofWords(
    'parseForm',
    form,
    quietly((body) => http.parseForm(body)),
    formBody,
  ),
  ...ofWords(
    'parseUrlencoded, shift_jis',
    form,
    (body) => hooks.parseUrlencoded(body, 'shift_jis'),
    formBody,
  ),
];

/** Measures one case: the search, the worst pattern at two lengths, and ordinary text. */
function figuresOf({ name, label, aim, call, some, make = repeated }) {
  const pattern = worstPattern(call, make, some, Number(options.tries));
  const cost = (each, length) =>
    timeOf(call, make(each, length), LEAST_MILLISECONDS.measure, 3) / length;
  const worst = joined(pattern);
  const short = cost(worst, SHORT);
  const long = cost(worst, 2 * SHORT);
  const benign = cost(ordinary(label, some), SHORT);
  return { name, label, aim, worst, cost: long, growth: long / short, benign };
}

/** Ordinary input of a case: text, or text in the encoding as far as it has the characters. */
function ordinary(label, some) {
  if (some === someCharacter) return texts;
  if (some !== someByte) return '<p>Ordinary text. </p>';
  try {
    return [...product.encode(texts, label || 'utf-8', { unencodable: 'skip' })];
  } catch {
    return [...Buffer.from('Ordinary text. ')];
  }
}

const shown = (worst) =>
  typeof worst === 'string'
    ? JSON.stringify(worst)
    : Buffer.from(worst)
        .toString('hex')
        .replace(/..(?=.)/g, '$& ');

const row = ({ name, label, aim, worst, cost, growth, benign }) => [
  name,
  label,
  `\`${shown(worst)}\``,
  cost.toFixed(1),
  String(aims[aim]),
  growth.toFixed(2),
  benign.toFixed(2),
];

console.log(
  headingList([
    `${machine}, Node ${process.version}, backend ${product.backend}`,
    `nanoseconds for each byte or code unit of input, at ${(2 * SHORT) / KB} KB; seed ${options.seed}, ${options.tries} tries`,
    `aim: ${aims.byte} for each byte or code unit; ${aims.function} where a function is called for each; ${aims.escape} where one becomes several characters`,
  ]),
);

const byName = new Map();
for (const one of cases) {
  if (!new RegExp(options.only).test(one.name)) continue;
  if (!byName.has(one.name)) byName.set(one.name, []);
  byName.get(one.name).push(one);
}
const header = ['call', 'worst in', 'pattern', 'ns', 'aim', 'growth', 'ordinary text'];
const rows = [];
for (const [name, all] of byName) {
  const figures = all.map(figuresOf).sort((a, b) => b.cost - a.cost);
  rows.push(...(options.details ? figures : figures.slice(0, 1)).map(row));
  say(`${name}: ${all.length} searched`);
}
if (rows.length === 0) {
  say('no call matches');
  process.exit(1);
}
console.log(table(header, rows, [1, 2]));

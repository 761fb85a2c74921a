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
function timeOf(call, input, leastMilliseconds, batches) {
  const figures = [];
  for (let times = 1; figures.length < batches; ) {
    const from = performance.now();
    for (let i = 0; i < times; i++) call(input);
    const took = performance.now() - from;
    if (took < leastMilliseconds / 2) times *= 2;
    else figures.push((took * 1e6) / times);
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

/** Makes a call for which an error of the package is a result. */
const quietly =
  (call) =>
  (...args) => {
    try {
      call(...args);
    } catch (error) {
      if (typeof error.code !== 'string') throw error;
    }
  };

// What an input is made of: `some` draws a value of a pattern, and `make` makes an input of a pattern.
const ofBytes = { some: someByte, make: repeated };
const ofText = { some: someCharacter, make: repeated };
const ofWords = (words, make) => ({ some: () => oneOf(words), make });
const markup = '<meta charset=x>|<!--|-->|<|<a | a|=|"|\'|/|>|<meta |content=|;charset=';
const ofMarkup = ofWords(markup.split('|'), (text, length) => [
  Buffer.from(repeated(text, length)),
  'text/html',
]);
const media = ['text/html', ';', 'charset=', '"', '\\', 'a', ' ', '=', ',', '\t'];
const ofMedia = ofWords(media, (text, length) => [
  Buffer.from('<p>a'),
  `text/html${repeated(text, length)}`,
]);
const form = ['a', '=', '&', '%', '%8', '%82', '+', '_charset_=', 'é', '%26%23'];
const ofForm = ofWords(form, (text, length) =>
  Buffer.from(repeated(text, length).replaceAll('é', '%E9')),
);

const { decode, encode, transcode } = product;
const into = new Uint8Array(8 * SHORT);
const prescanned = { prescanBytes: 2 * SHORT, allowUtf8Guess: false };
const html = { unencodable: 'html' };
const substitute = () => '?';
const ofIconvLite = ['shift_jis', 'gb18030', 'utf-7', 'utf-7-imap', 'cp437', 'utf-16'];
const urlLabels = ['utf-8', 'shift_jis', 'iso-2022-jp', 'windows-1252'];
const none = [''];

const withOptions = (call, options) => (input, label) => call(input, label, options);

// The calls: a title, what the input is made of, the encodings, a function of the input and a label, and what a unit may cost.
const calls = [
  ['decode', ofBytes, standard, withOptions(decode)],
  ['decode, fatal', ofBytes, standard, quietly(withOptions(decode, { fatal: true }))],
  [
    'decode, malformed: a function',
    ofBytes,
    standard,
    withOptions(decode, { malformed: substitute }),
    'function',
  ],
  ['decodedLength', ofBytes, standard, withOptions(product.decodedLength)],
  ['validate, 1,000 errors', ofBytes, standard, withOptions(product.validate, { maxErrors: 1000 })],
  ['encode, replace', ofText, standard, withOptions(encode, { unencodable: 'replace' })],
  ['encode, html', ofText, standard, withOptions(encode, html), 'escape'],
  [
    'encode, a function',
    ofText,
    standard,
    withOptions(encode, { unencodable: substitute }),
    'function',
  ],
  ['encode, fatal', ofText, standard, quietly(withOptions(encode, {}))],
  ['encodedLength, html', ofText, standard, withOptions(product.encodedLength, html), 'escape'],
  ['findUnencodable', ofText, standard, withOptions(product.findUnencodable)],
  ['decode by a handle', ofBytes, others, withOptions(decode)],
  ['transcode to UTF-8', ofBytes, standard, withOptions(transcode)],
  [
    'transcode to windows-1252, html',
    ofBytes,
    standard,
    (input, label) => transcode(input, label, 'windows-1252', html),
    'escape',
  ],
  [
    'encodeInto, html',
    ofText,
    standard,
    (input, label) => product.encodeInto(input, into, label, html),
    'escape',
  ],
  [
    'percentEncodeAfterEncoding',
    ofText,
    urlLabels,
    (input, label) => hooks.percentEncodeAfterEncoding(label, input, 'component'),
    'escape',
  ],
  ['decode of /iconv-lite', ofBytes, ofIconvLite, withOptions(iconvLite.decode)],
  ['encode of /iconv-lite', ofText, ofIconvLite, withOptions(iconvLite.encode)],
  ['detect', ofBytes, none, (input) => detect(input)],
  ['getEncoding', ofText, none, (input) => product.getEncoding(input)],
  ['resolveLabel', ofText, none, (input) => resolveLabel(input)],
  [
    'sniffEncoding: prescan',
    ofMarkup,
    none,
    ([body, type]) => http.sniffEncoding(body, type, prescanned),
  ],
  [
    'sniffEncoding: media type',
    ofMedia,
    none,
    quietly(([body, type]) => http.sniffEncoding(body, type)),
  ],
  [
    'decodeBody with detect',
    ofMarkup,
    none,
    ([body, type]) => http.decodeBody(body, type, { detect: true }),
  ],
  ['parseForm', ofForm, none, quietly((body) => http.parseForm(body))],
  ['parseUrlencoded, shift_jis', ofForm, none, (body) => hooks.parseUrlencoded(body, 'shift_jis')],
];

/**
 * Measures a call with one encoding: the search, the worst pattern at two lengths, and ordinary text. Returns the row of the table,
 * and what a unit costs.
 */
function measure([name, { some, make }, , callWith, aim = 'byte'], label) {
  const call = (input) => callWith(input, label);
  const worst = joined(worstPattern(call, make, some, Number(options.tries)));
  const costOf = (pattern, length) =>
    timeOf(call, make(pattern, length), LEAST_MILLISECONDS.measure, 3) / length;
  const short = costOf(worst, SHORT);
  const cost = costOf(worst, 2 * SHORT);
  const benign = costOf(ordinary(label, some), SHORT);
  const [own, growth, usual] = [cost.toFixed(1), (cost / short).toFixed(2), benign.toFixed(2)];
  return { cost, row: [name, label, `\`${shown(worst)}\``, own, aims[aim], growth, usual] };
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

console.log(
  headingList([
    `${machine}, Node ${process.version}, backend ${product.backend}`,
    `nanoseconds for each byte or code unit of input, at ${(2 * SHORT) / KB} KB; seed ${options.seed}, ${options.tries} tries`,
    `aim: ${aims.byte} for each byte or code unit; ${aims.function} where a function is called for each; ${aims.escape} where one becomes several characters`,
  ]),
);

const rows = [];
for (const call of calls) {
  const [name, , labels] = call;
  if (!new RegExp(options.only).test(name)) continue;
  const all = labels.map((label) => measure(call, label)).sort((a, b) => b.cost - a.cost);
  rows.push(...all.slice(0, options.details ? Infinity : 1).map(({ row }) => row));
  say(`${name}: ${labels.length} searched`);
}
if (rows.length === 0) {
  say('no call matches');
  process.exit(1);
}
const header = ['call', 'worst in', 'pattern', 'ns', 'aim', 'growth', 'ordinary text'];
console.log(table(header, rows, [1, 2]));

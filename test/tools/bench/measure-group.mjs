// Measures the cells of one group, for bench.mjs. Each group runs in its own process, so that what it
// leaves behind, such as tables of peers and code that V8 has discarded, does not change the figures
// of the next group. All participants of a cell run in the same process.
//
// Its argument is JSON: `group`, `heap` (in MB, of the group `heap`), `left` and the options of bench.mjs.
// It sends { heading, settings, cells, left }. `left` lists participants that are too slow for large
// input, and is passed on to the next group.

import { cpus } from 'node:os';
import {
  corpora as allCorpora,
  Corpora,
  KB,
  MB,
  makeOracle,
  quickCorpora,
  readTexts,
} from './corpora.mjs';
import { cut, groups, ICONV_LITE } from './groups.mjs';
import { fillHeap } from './heap.mjs';
import { participantsOf } from './iconv-lite.mjs';
import { measure, measureAsync, measureProcessorTime, quick, thorough } from './measure.mjs';
import { exodusEncoder, Participants } from './participants.mjs';
import { cellTitle, judge, say } from './report.mjs';
import { loadPeers, peersRequire, versions } from './scratch.mjs';
import { streamParticipants } from './streams.mjs';

const options = JSON.parse(process.argv[2]);

if (options.busy) measureProcessorTime();

const { default: product } = await import('../../../lib/index.js');
const settings = { ...(options.quick ? quick : thorough) };
if (options.rounds !== undefined) settings.rounds = Number(options.rounds);

const require = peersRequire(say);
const peers = await loadPeers(require, say);
const exodus = peers['@exodus/bytes'];
const iconvLite = peers['iconv-lite'];
const isIconvLite = options.group === ICONV_LITE;
const { default: api } = isIconvLite ? await import('../../../lib/iconv-lite.js') : {};
const exact = exodus &&
  !isIconvLite && {
    decode: (label, bytes) => new exodus.encoding.TextDecoder(label).decode(bytes),
    encode: (label, text) => exodusEncoder(exodus, label)(text),
  };
const oracle = isIconvLite
  ? {
      decode: (label, bytes) => iconvLite.decode(bytes, label),
      encode: (label, text) => iconvLite.encode(text, label),
    }
  : makeOracle(exact, product.getEncoding);
const corpora = new Corpora(readTexts(options.corpora), isIconvLite ? api : product);
const participants = new Participants(product, peers);

const rightText = (label, input) =>
  oracle.decode(label, Array.isArray(input) ? Buffer.concat(input) : input);
const rightBytes = (label, input) => oracle.encode(label, [input].flat().join(''));
const transcoded = (label, input) => Buffer.from(rightText(label, input));
// For each operation: what kind of result its calls return, and which result is right.
const operations = {
  decode: { kind: 'string', right: rightText },
  construct: { kind: 'string', right: rightText },
  chunks: { kind: 'count', right: rightText },
  encode: { kind: 'bytes', right: rightBytes },
  encodeChunks: { kind: 'count', right: rightBytes },
  transcode: { kind: 'bytes', right: transcoded },
  decodeStream: { isAsync: true, right: rightText },
  encodeStream: { isAsync: true, right: rightBytes },
  transcodeStream: { isAsync: true, right: transcoded },
};

const equal = (made, right) =>
  typeof right === 'string' ? made === right : Buffer.compare(right, Buffer.from(made)) === 0;

/** Inputs that show whether a decoder is exact: every pair of bytes, and byte order marks. */
const probes = Array.from({ length: 256 }, (_, first) =>
  Buffer.from(Array.from({ length: 256 }, (_, second) => [first, second, 0x0a, 0x0a]).flat()),
).concat(Buffer.from('EFBBBF6162', 'hex'), Buffer.from('FFFE61006200', 'hex'));

const probed = new Map();

/** Returns whether a participant is right on every probe. Each operation and label is probed once. */
function isExact({ name, call, collect }, operation, label) {
  // Three kinds are not probed: a stream is as exact as the decoder inside it, encoders differ in which characters they refuse, and
  // in the group `iconv-lite` the table of lib/iconv-lite/README.md says where the two differ.
  if (exact === undefined || isIconvLite) return true;
  if (operation === 'encode' || operations[operation].isAsync) return true;
  const key = `${name} ${operation} ${label}`;
  if (!probed.has(key)) {
    const make = collect === undefined ? call : (bytes) => collect([bytes]);
    const isRight = (bytes) => {
      const text = exact.decode(label, bytes);
      return equal(make(bytes), operation === 'transcode' ? Buffer.from(text) : text);
    };
    try {
      probed.set(key, probes.every(isRight));
    } catch {
      probed.set(key, false);
    }
  }
  return probed.get(key);
}

/**
 * Returns 'right', or 'wrong' when the output for one of these inputs is wrong, or 'elsewhere' when it
 * is right for these inputs, but wrong for one of the probes.
 */
function verdictOf(participant, made, rights, operation, label) {
  if (!made.every((each, k) => equal(each, rights[k]))) return 'wrong';
  return isExact(participant, operation, label) ? 'right' : 'elsewhere';
}

// LONG is in milliseconds. A participant whose first call takes longer is called only once, if it is also
// SLOWER times as slow as the fastest peer.
const LONG = 200;
const SLOWER = 6;

// In bytes: a participant that is SLOWER times as slow as the best peer on TELLING bytes or more of a corpus
// is not tried on inputs of LARGE bytes and more of the same corpus. Slices of 16 KB may be a little
// shorter than that, so TELLING is smaller. Shorter inputs and other corpora do not count, since the
// cost of the call or of the text may make the difference there.
const TELLING = 8 * KB;
const LARGE = 64 * KB;
const left = new Set(options.left);

const keyOf = ({ name }, { operation }, corpus) => `${name} ${operation} ${corpus.name}`;

/** Returns the cells of the group that the command line asks for. */
function chosenCells() {
  const pattern = new RegExp(options.cells ?? '', 'i');
  const isWanted = ({ group, size, corpus }) =>
    corpora.has(corpus) &&
    size.has?.(corpus) !== false &&
    (!options.quick || options.cells !== undefined || quickCorpora.has(corpus.name)) &&
    pattern.test(cellTitle({ title: group.title, corpus, size: size.title }));
  return groups
    .filter(({ name, heap }) => name === options.group && heap === options.heap)
    .filter(({ operation }) => participantsIn(operation, 'utf-8').some(isOurs))
    .flatMap((group) => group.sizes.map((size) => ({ group, size })))
    .flatMap((cell) => (cell.group.corpora ?? allCorpora).map((corpus) => ({ ...cell, corpus })))
    .filter(isWanted);
}

const isOurs = ({ kind }) => kind === 'ours';

// The peers without native code of their own. For UTF-8 and UTF-16 they use that of the runtime.
const javaScriptPeers = ['@exodus/bytes', 'encoding-japanese', 'iconv-lite', 'text-encoding'];

/** Returns the participants that can do an operation with an encoding. */
function participantsIn(operation, label) {
  if (isIconvLite)
    return iconvLite === undefined ? [] : participantsOf(operation, label, api, iconvLite);
  const all = operations[operation].isAsync
    ? streamParticipants(operation, label, product, peers)
    : participants[operation](label);
  return options.backend === 'wasm' ? all.filter(isOursOrJavaScript) : all;
}

const isOursOrJavaScript = ({ name, kind }) =>
  kind !== 'peer' || javaScriptPeers.some((peer) => name.startsWith(peer));

/** Returns the inputs of a cell. A string for a stream or an encoder is cut anywhere, also between surrogates. */
function inputsOf({ group, size, corpus }) {
  const encoded = size.inputs(corpora, corpus);
  // iconv-lite makes strings of two bytes a code unit of UTF-16. Programs have ASCII as strings of one byte.
  const kept = (text) => (isIconvLite ? Buffer.from(text).toString() : text);
  const textOf = (bytes) => kept(oracle.decode(corpus.label, bytes));
  if (group.operation === 'encode') return { encoded, inputs: encoded.map(textOf) };
  if (!['encodeChunks', 'encodeStream'].includes(group.operation)) {
    return { encoded, inputs: encoded };
  }
  const text = textOf(Buffer.concat(encoded[0]));
  return { encoded, inputs: [cut(text, encoded[0][0].length)] };
}

/** Calls every participant of a cell once, so that it makes the tables that it keeps for an encoding. */
function makeTables({ group, size, corpus }) {
  const [input] = size.inputs(corpora, corpus);
  for (const { call } of participantsIn(group.operation, corpus.label)) {
    try {
      call(input);
    } catch {
      // It refuses this input; runCell() says so.
    }
  }
}

async function runCell(cell) {
  const { group, size, corpus } = cell;
  const { label } = corpus;
  const operation = operations[group.operation];
  const { encoded, inputs } = inputsOf(cell);
  const bytes = encoded[0].byteLength ?? Buffer.concat(encoded[0]).length;
  const rights = inputs.map((input) => operation.right(label, input));
  const rounds = size.rounds ?? settings.rounds;
  const own = {
    ...settings,
    rounds: Math.min(rounds, settings.rounds),
    mostTime: group.mostTime ?? settings.mostTime,
    middleCollection: group.middleCollection,
  };
  const results = [];
  const able = [];
  for (const participant of participantsIn(group.operation, label)) {
    const { name, kind } = participant;
    const result = { name, kind };
    results.push(result);
    if (kind !== 'ours' && left.has(keyOf(participant, group, corpus)) && bytes >= LARGE) {
      result.problem = 'left out: too slow on smaller input';
      continue;
    }
    try {
      const make = participant.collect ?? participant.call;
      const began = performance.now();
      const made = await Promise.all(inputs.map((input) => make(input)));
      result.first = (performance.now() - began) / inputs.length;
      result.verdict = verdictOf(participant, made, rights, group.operation, label);
      able.push(participant);
    } catch (error) {
      result.verdict = 'wrong';
      result.problem = String(error.message).split('\n')[0];
    }
  }
  // Only peers whose output is right count when the fastest is looked for.
  const counts = ({ kind, verdict }) => kind === 'peer' && verdict !== 'wrong';
  const least = (figures) => Math.min(...figures.filter((figure) => figure !== undefined));
  const bestFirst = least(results.filter(counts).map(({ first }) => first));
  const isHopeless = ({ kind, first }) =>
    kind !== 'ours' && first > LONG && first > SLOWER * bestFirst;
  const measured = able.flatMap((participant) => {
    const result = results.find(({ name }) => name === participant.name);
    return isHopeless(result) ? [] : [{ ...participant, counts: counts(result) }];
  });
  const figures = operation.isAsync
    ? await measureAsync(measured, inputs[0], bytes, own)
    : measure(measured, inputs, { kind: operation.kind, bytes }, own);
  for (const result of results) {
    const one = { median: result.first, best: result.first, rounds: 1 };
    const figure = figures.get(result.name) ?? (isHopeless(result) ? one : {});
    Object.assign(result, figure);
    delete result.first;
  }
  if (bytes >= TELLING && !operation.isAsync) {
    const best = least(results.filter(counts).map(({ median }) => median));
    for (const result of results) {
      if (result.median > SLOWER * best) left.add(keyOf(result, group, corpus));
    }
  }
  const described = {
    group: group.name,
    title: group.title,
    operation: group.operation,
    size: size.title,
    corpus,
    bytes,
    heap,
    results,
  };
  return { ...described, verdict: judge(results) };
}

const heading = [
  `${cpus()[0].model}, ${process.platform} ${process.arch}, Node ${process.version}`,
  `texts: ${options.corpora === undefined ? "the repository's own" : options.corpora}; ` +
    `${settings.rounds} rounds${options.busy ? ', processor time' : ''}; ` +
    new Date().toISOString().slice(0, 10),
  `peers: ${Object.keys(peers)
    .filter((name) => peers[name] !== undefined)
    .map((name) => `${name} ${versions[name]}`)
    .join(', ')}`,
];

// In the group `heap`, the participants first make the tables that they keep, and live objects then fill
// the heap up to its size.
let heap;
const cells = [];
const chosen = chosenCells();
if (options.heap !== undefined && chosen.length > 0) {
  for (const cell of chosen) makeTables(cell);
  heap = { megabytes: options.heap, used: fillHeap(options.heap * MB) / MB };
}
for (const cell of chosen) {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\x1b[K${cell.group.title} ${cell.corpus.name} `);
  cells.push(await runCell(cell));
}
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
process.send({ heading, settings, cells, left: [...left] });

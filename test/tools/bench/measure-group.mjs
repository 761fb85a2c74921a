// Measures the cells of one group, for bench.mjs. Each group runs in its own process, so that what it
// leaves behind, such as tables of peers and code that V8 has discarded, does not change the figures
// of the next group. All participants of a cell run in the same process.
//
// Its argument is JSON: `group`, `heap` (in MB, of the group `heap`) and the options of bench.mjs.
// It sends { heading, cells }.

import {
  corpora as allCorpora,
  Corpora,
  MB,
  makeOracle,
  quickCorpora,
  readTexts,
} from './corpora.mjs';
import { cut, groups, ICONV_LITE } from './groups.mjs';
import { fillHeap } from './heap.mjs';
import { measure, measureProcessorTime, quick, thorough } from './measure.mjs';
import { exodusEncoder, pairOf, participantsOf } from './participants.mjs';
import { cellTitle, judge, machine, say } from './report.mjs';
import { loadPeers, versions } from './scratch.mjs';

const options = JSON.parse(process.argv[2]);

if (options.busy) measureProcessorTime();

const { default: product } = await import('../../../lib/index.js');
const settings = { ...(options.quick ? quick : thorough) };
if (options.rounds !== undefined) settings.rounds = Number(options.rounds);

const peers = await loadPeers(say);
const { '@exodus/bytes': exodus, 'iconv-lite': iconvLite } = peers;
const isIconvLite = options.group === ICONV_LITE;
const { default: api } = isIconvLite ? await import('../../../lib/iconv-lite.js') : {};
const exact = exodus && {
  decode: (label, bytes) => new exodus.encoding.TextDecoder(label).decode(bytes),
  encode: (label, text) => exodusEncoder(exodus, label)(text),
};
// The package iconv-lite says what is right in its group: the texts have none of the characters for which the two differ on purpose
// (lib/iconv-lite/README.md).
const oracle = isIconvLite
  ? {
      decode: (label, bytes) => iconvLite.decode(bytes, label),
      encode: (label, text) => iconvLite.encode(text, label),
    }
  : makeOracle(exact, product.getEncoding);
const corpora = new Corpora(readTexts(options.corpora), isIconvLite ? api : product);

const rightText = (label, input) =>
  oracle.decode(label, Array.isArray(input) ? Buffer.concat(input) : input);
const rightBytes = (label, input) => oracle.encode(label, [input].flat().join(''));
const transcoded = (label, input) => Buffer.from(rightText(label, input));
// For each operation: what its calls return, as measure() takes it, and which result is right.
const operations = {
  decode: { kind: 'string', right: rightText },
  construct: { kind: 'string', right: rightText },
  chunks: { kind: 'count', right: rightText },
  encode: { kind: 'bytes', right: rightBytes },
  encodeChunks: { kind: 'count', right: rightBytes },
  transcode: { kind: 'bytes', right: transcoded },
  decodeStream: { kind: 'promise', right: rightText },
  encodeStream: { kind: 'promise', right: rightBytes },
  transcodeStream: { kind: 'promise', right: transcoded },
};

const equal = (made, right) =>
  typeof right === 'string' ? made === right : Buffer.compare(right, Buffer.from(made)) === 0;

/** Inputs that show whether a decoder is exact: every pair of bytes, and byte order marks. */
const probes = Array.from({ length: 256 }, (_, first) =>
  Buffer.from(Array.from({ length: 256 }, (_, second) => [first, second, 0x0a, 0x0a]).flat()),
).concat(Buffer.from('EFBBBF6162', 'hex'), Buffer.from('FFFE61006200', 'hex'));

const probed = new Map();

/** Returns whether a participant is right on every probe. Each operation and label is probed once. */
async function isExact({ name, call, collect }, operation, label) {
  // Three kinds are not probed: a stream is as exact as the decoder inside it, encoders differ in which characters they refuse, and
  // in the group `iconv-lite` the table of lib/iconv-lite/README.md says where the two differ.
  if (exact === undefined || isIconvLite) return true;
  if (operation === 'encode' || operations[operation].kind === 'promise') return true;
  const key = `${name} ${operation} ${label}`;
  if (!probed.has(key)) {
    const make = collect === undefined ? call : (bytes) => collect([bytes]);
    const isRight = async (bytes) => {
      const text = exact.decode(label, bytes);
      return equal(await make(bytes), operation === 'transcode' ? Buffer.from(text) : text);
    };
    const all = Promise.all(probes.map(isRight)).then(
      (verdicts) => !verdicts.includes(false),
      () => false,
    );
    probed.set(key, await all);
  }
  return probed.get(key);
}

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
    .flatMap((group) => group.sizes.map((size) => ({ group, size })))
    .flatMap((cell) => (cell.group.corpora ?? allCorpora).map((corpus) => ({ ...cell, corpus })))
    .filter(isWanted);
}

// The peers without native code of their own. For UTF-8 and UTF-16 they use that of the runtime.
const javaScript = /^(@exodus\/bytes|encoding-japanese|iconv-lite|text-encoding)/;

/** Returns the participants of a cell. */
function participantsIn({ group, size, corpus }) {
  if (isIconvLite) return pairOf(group.operation, corpus.label, api, iconvLite);
  return participantsOf(group.operation, corpus.label, product, peers)
    .filter(({ name }) => !size.without?.test(name))
    .filter(
      ({ name, kind }) => options.backend !== 'wasm' || kind !== 'peer' || javaScript.test(name),
    );
}

/** Returns the inputs of a cell. A string for a stream or an encoder is cut anywhere, also between surrogates. */
function inputsOf({ group, size, corpus }) {
  const encoded = size.inputs(corpora, corpus);
  // iconv-lite makes strings of two bytes a code unit of UTF-16. Programs have ASCII as strings of one byte.
  const kept = (text) => (isIconvLite ? Buffer.from(text).toString() : text);
  const textOf = (bytes) => kept(oracle.decode(corpus.label, bytes));
  if (!group.operation.startsWith('encode')) return { encoded, inputs: encoded };
  if (group.operation === 'encode') return { encoded, inputs: encoded.map(textOf) };
  const text = textOf(Buffer.concat(encoded[0]));
  return { encoded, inputs: [cut(text, encoded[0][0].length)] };
}

/** Calls every participant of a cell once, so that it makes the tables that it keeps for an encoding. */
function makeTables(cell) {
  const [input] = inputsOf(cell).inputs;
  for (const { call } of participantsIn(cell)) {
    try {
      call(input);
    } catch {
      // It refuses this input; runCell() says so.
    }
  }
}

/**
 * Measures a cell. The verdict on a participant is 'right', or 'wrong' when the output for one of these inputs is wrong, or
 * 'elsewhere' when it is right for these inputs, but wrong for one of the probes.
 */
async function runCell(cell) {
  const { group, size, corpus } = cell;
  const { label } = corpus;
  const { kind, right } = operations[group.operation];
  const { encoded, inputs } = inputsOf(cell);
  const bytes = encoded[0].byteLength ?? Buffer.concat(encoded[0]).length;
  const rights = inputs.map((input) => right(label, input));
  const results = [];
  const able = [];
  for (const participant of participantsIn(cell)) {
    const { name, call, collect = call } = participant;
    const result = { name, kind: participant.kind, verdict: 'wrong' };
    results.push(result);
    try {
      const made = await Promise.all(inputs.map((input) => collect(input)));
      if (made.every((each, k) => equal(each, rights[k]))) {
        const isRight = await isExact(participant, group.operation, label);
        result.verdict = isRight ? 'right' : 'elsewhere';
      }
      // Only peers whose output is right count when the fastest is looked for.
      able.push({ name, call, counts: result.kind === 'peer' && result.verdict !== 'wrong' });
    } catch (error) {
      result.problem = String(error.message).split('\n')[0];
    }
  }
  const rounds = Math.min(size.rounds ?? settings.rounds, settings.rounds);
  const own = { ...settings, ...group.settings, rounds };
  const figures = await measure(able, inputs, { kind, bytes }, own);
  for (const result of results) Object.assign(result, figures.get(result.name));
  const { name, row, title } = group;
  const described = { group: name, row, title, size: size.title, corpus, bytes, heap };
  return { ...described, results, verdict: judge(results) };
}

const heading = [
  `${machine}, Node ${process.version}`,
  `texts: ${options.corpora ?? "the repository's own"}; ` +
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
const chosen = isIconvLite && iconvLite === undefined ? [] : chosenCells();
if (options.heap !== undefined && chosen.length > 0) {
  for (const cell of chosen) makeTables(cell);
  heap = { megabytes: options.heap, used: fillHeap(options.heap * MB) / MB };
}
for (const cell of chosen) cells.push(await runCell(cell));
process.send({ heading, cells });

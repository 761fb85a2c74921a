'use strict';

// The sub-command `doctor`: compares the TextDecoder of the running runtime with this package, and reports for each encoding how
// many inputs it decodes wrongly. The inputs are every byte, every two bytes and the known defects.

const { REPLACEMENT } = require('../base/webidl.js');
const { codePointName } = require('../transcoding/errors.js');
const { backend } = require('../transcoding/codecs.js');
const { encodings, labels } = require('../labels/encodings.js');
const {
  Examinee,
  attempt,
  follows,
  knowsLabel,
  defectsOf,
  ways,
} = require('../polyfill/runtime-decoders.js');
const { interfaceDefects, labelDefects } = require('../polyfill/known-defects.js');
const { decode, validate } = require('../transcoding/decode.js');
const { status } = require('./errors.js');
const { toLine, writeOutput } = require('./work.js');

/** The name and the version of the running runtime. */
function runtimeOf({ versions: { bun, deno, node, icu } }) {
  if (bun !== undefined) return { runtime: 'Bun', version: bun };
  if (deno !== undefined) return { runtime: 'Deno', version: deno };
  return { runtime: 'Node', version: node, icu };
}

/** Every input for an encoding, with what it decodes to. The bytes of an input may change when the next one is taken. */
function* inputsOf(encoding) {
  const answer = (bytes) => {
    const text = decode(bytes, encoding);
    const isMalformed = text.includes(REPLACEMENT) && !validate(bytes, encoding).valid;
    return { bytes, text, isMalformed };
  };
  for (const length of [1, 2]) {
    const bytes = Buffer.alloc(length);
    for (let number = 0; number < 0x100 ** length; number++) {
      bytes.writeUIntBE(number, 0, length);
      yield answer(bytes);
    }
  }
  yield* defectsOf(encoding);
}

/** The better example of two deviations: text that is wrong, rather than a way to read or a decoder used before. */
const rankOf = ({ way, reused }) => ways.indexOf(way) + (reused ? ways.length : 0);

/** Examines one encoding of a class TextDecoder. */
function examineEncoding(Decoder, encoding) {
  const examinee = attempt(() => new Examinee(Decoder, encoding));
  const supported = examinee instanceof Examinee;
  const result = { type: 'encoding', encoding, supported, inputs: 0, wrong: 0 };
  if (!supported) return result;
  let example;
  for (const input of inputsOf(encoding)) {
    result.inputs += 1;
    const deviation = examinee.deviation(input);
    if (deviation === undefined) continue;
    result.wrong += 1;
    if (example === undefined || rankOf(deviation) < rankOf(example)) example = deviation;
  }
  if (example === undefined) return result;
  const bytes = Buffer.from(example.bytes).toString('hex');
  return { ...result, example: { ...example, bytes } };
}

/** Counts the tests, given as pairs of a name and a function that tells whether the runtime passes, that fail. */
function examineTests(type, tests) {
  const failed = tests.filter(([, passes]) => !passes()).map(([name]) => name);
  const wrong = failed.length;
  return { type, inputs: tests.length, wrong, failed: wrong === 0 ? undefined : failed };
}

/** Examines a class TextDecoder: the results for the encodings, the labels and the interface, one after the other. */
function* examine(Decoder) {
  for (const encoding of encodings) {
    if (encoding !== 'replacement') yield examineEncoding(Decoder, encoding);
  }
  const testOf = ([label, encoding]) => [
    label,
    () => knowsLabel(Decoder, label, encoding === 'replacement' ? null : encoding),
  ];
  yield examineTests('labels', [...Object.entries(labels), ...labelDefects].map(testOf));
  yield examineTests(
    'interface',
    interfaceDefects.map(([name, rule]) => [name, () => follows(Decoder, rule)]),
  );
}

/** A text that was decoded, or null, in words. */
function answerOf(text) {
  if (text === null) return 'an error';
  const points = Array.from(text, (character) => codePointName(character.codePointAt(0)));
  return points.join(' ') || 'nothing';
}

/** An example in words, such as `83 5C is U+FFFD U+005C, here U+F00E`. */
function describe({ bytes, way, expected, actual, reused }) {
  const spaced = bytes.toUpperCase().match(/../g).join(' ');
  const how = { whole: '', 'in pieces': ' in pieces', fatal: ' with fatal' }[way];
  const again = reused ? ', in a decoder that was used before' : '';
  return `${spaced}${how} is ${answerOf(expected)}, here ${answerOf(actual)}${again}`;
}

const count = (number) => number.toLocaleString('en');

/** Returns a label or a rule in quotes. Characters that are not ASCII are escaped. */
const quoted = (text) =>
  JSON.stringify(text).replace(
    /[^\0-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The line of a result in the report for people. */
function lineOf({ type, encoding, supported, inputs, wrong, example, failed }) {
  const title = (encoding ?? `(${type})`).padEnd(15);
  if (supported === false) return `${title} not supported`;
  if (wrong === 0) return `${title} right in all ${count(inputs)}`;
  const what = example === undefined ? failed.map(quoted).join(', ') : describe(example);
  return `${title} wrong in ${count(wrong)} of ${count(inputs)}: ${what}`;
}

/** Counts the encodings by what was found. */
function sumOf(results) {
  const own = results.filter(({ type }) => type === 'encoding');
  const missing = own.filter(({ supported }) => !supported).length;
  const wrong = own.filter((result) => result.wrong > 0).length;
  return { right: own.length - wrong - missing, wrong, missing };
}

/** Runs the sub-command; returns the exit status. */
function doctor({ json }) {
  // In fatal mode the decoders throw an error for every malformed input. To record where each was thrown takes about a sixth
  // of the time, no report shows it, and the process ends after the reports.
  Error.stackTraceLimit = 0;
  const about = { ...runtimeOf(process), package: require('./usage.js').packageVersion(), backend };
  const results = [];
  if (!json) {
    const icu = about.icu === undefined ? '' : ` (ICU ${about.icu})`;
    const own = `whatwg-transcoder ${about.package} (${backend})`;
    writeOutput(`TextDecoder of ${about.runtime} ${about.version}${icu}, compared with ${own}\n\n`);
  }
  for (const result of examine(globalThis.TextDecoder)) {
    results.push(result);
    writeOutput(json ? toLine(result) : `${lineOf(result)}\n`);
  }
  const sum = sumOf(results);
  writeOutput(
    json
      ? toLine({ type: 'summary', ...about, ...sum })
      : `\n${sum.right} encodings right, ${sum.wrong} wrong, ${sum.missing} not supported\n`,
  );
  const isRight = sum.missing === 0 && results.every(({ wrong }) => wrong === 0);
  return isRight ? status.done : status.failed;
}

module.exports = { doctor };

// Tests every function and stream that converts, with options and functions of all kinds, beside a slow transcoder made of the reference:
// text and bytes, errors, offsets, counts, lengths and limits, in any cut.

import { deepEqual, equal } from 'node:assert/strict';
import {
  canEncode,
  decode,
  decodedLength,
  encode,
  encodedLength,
  findUnencodable,
  Transcoder,
  transcode,
  validate,
} from 'whatwg-transcoder';
import { encodingFor } from 'whatwg-transcoder/encodings';
import { collect, decoders, encoders, fromBytes, utf8Encoders } from '../../harness/adapters.mjs';
import { toHex, toVisible } from '../../harness/decoders.mjs';
import { firstOf, decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { decodeWithOffsets, modelTranscode } from '../../harness/transcode-model.mjs';
import { names as namesOfOthers, namesOfSeveralBytes } from '../../reference/other-encodings.mjs';
import {
  cutBy,
  forModel,
  goOn,
  itemsOf,
  malformedBytes,
  malformedFunctions,
  sampleBytes,
  sampleText,
  toldOf,
  unencodableFunctions,
} from './samples.mjs';

/** The encodings without a label, of which those of several bytes come first. */
const others = [...new Set([...namesOfSeveralBytes, ...namesOfOthers])];
const words = ['fatal', 'html', 'replace', 'skip'];
const unencodables = [...words, ...words, ...Object.entries(unencodableFunctions)];
// The last function returns a text that is too long to be tried so often.
const malformed = [
  ...Object.entries(malformedFunctions).slice(0, -1),
  ['replace', 'replace'],
  ['skip', 'skip'],
];

/** Returns { options, told } at random; `told` says what they are. */
function optionsOf(random, turn) {
  const { length } = unencodables;
  const unencodable = unencodables[(turn + random(3)) % length];
  const own = random(2) === 0 ? malformed[random(malformed.length)] : undefined;
  const options = {
    fatal: own === undefined && random(2) === 0,
    ignoreBOM: random(2) === 0,
    addBOM: random(4) === 0,
    maxErrors: random(2) === 0 ? random(5) : undefined,
    unencodable: words.includes(unencodable) ? unencodable : unencodable[1],
    malformed: own?.[1],
  };
  return { options, told: JSON.stringify({ ...options, unencodable, malformed: own?.[0] }) };
}

/** Bytes of all kinds, of which some begin with a byte order mark. */
function bytesOf(random, name, turn, label = name) {
  const bytes =
    turn % 2 === 0 ? sampleBytes(random, name, label) : malformedBytes(random, random(24));
  return random(4) === 0 ? Buffer.concat([encode('', label, { addBOM: true }), bytes]) : bytes;
}

/** Bytes or a text whole, one by one, in two at some place, and in pieces of any size. */
function waysToCut(random, whole) {
  const at = random(whole.length + 1);
  return [
    [whole],
    cutBy(whole, () => 1),
    [whole.slice(0, at), whole.slice(at)],
    cutBy(whole, () => random(random(2) === 0 ? 3 : 12)),
  ];
}

/** What a model says of a call that ends with the first error. */
function toFirstError({ bytes, errors: [first], replacements }) {
  if (first === undefined) return { bytes, error: null, replacements };
  const { at, ...error } = first;
  return { bytes: bytes.subarray(0, at), error };
}

/** Checks the result of an adapter: `wanted` is { output, error, replacements }. */
function check({ output, error, replacements }, wanted, encodings, context) {
  deepEqual(error && toldOf(error, encodings), wanted.error, context);
  if (output !== null) deepEqual(output, wanted.output, context);
  if (error === null) equal(replacements ?? wanted.replacements, wanted.replacements, context);
}

/** Checks what a call returns, or its error. */
function checkLength(call, wanted, encodings, context) {
  let length;
  try {
    length = call();
  } catch (error) {
    deepEqual(toldOf(error, encodings), wanted.error, context);
    return;
  }
  deepEqual([length, null], [wanted.output.length, wanted.error], context);
}

/** Checks that a limit of `length` bytes changes nothing, and that a limit of one byte less is an error. */
async function checkLimit(run, length, wanted, context) {
  deepEqual((await run(length)).output, wanted.output, context);
  if (length === 0) return;
  const { code, limit } = (await run(length - 1)).error;
  deepEqual([code, limit], ['ERR_ENCODING_OUTPUT_TOO_LARGE', length - 1], context);
}

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const plain = { options: {}, told: 'every byte' };
const html = { unencodable: 'html' };

/** Labels, and handles of the encodings that have none, by the names of their encodings. */
const labels = {
  ...Object.fromEntries(names.map((name) => [name, name])),
  ...Object.fromEntries(firstOf(others, 7).map((name) => [name, encodingFor(name)])),
};

// The streams of Node convert 64 KB at once.
const timesOf = ({ length }) => Math.ceil(65_536 / length) + 1;

/** A text that begins and ends in ASCII, so that the text repeated has its bytes repeated. */
const blockOf = (random) => `a${sampleText(random, 60)}${sampleText(random, 60)}b`;

describe('Transcoder, every encoding to every other', () => {
  for (const from of names) {
    it(`${from}: bytes, errors, offsets and counts agree with the reference, in any cut`, async () => {
      const random = randomFrom(20260521 + from.length * 7 + from.charCodeAt(0));
      for (const [turn, to] of names.entries()) {
        for (let i = 0; i < 8; i += 1) {
          const input = bytesOf(random, from, i);
          const { options, told } = optionsOf(random, 3 * turn + 5 * i + from.length);
          const model = modelTranscode(from, to, decodeWithOffsets(from, input), {
            ...forModel(options),
            input,
          });
          const transcoder = new Transcoder(from, to, options);
          for (const chunks of waysToCut(random, input)) {
            const context = `${from} to ${to}, ${told}: ${chunks.map(toHex).join(' | ')}`;
            deepEqual(goOn(transcoder, chunks), model, context);
            transcoder.reset();
          }
          if (model.errors.length > 0) continue;
          const context = `${from} to ${to}, ${told}: ${toHex(input)}`;
          const run = (maxOutputBytes) =>
            fromBytes(collect([() => transcode(input, from, to, { ...options, maxOutputBytes })]));
          deepEqual(run(undefined).output, model.bytes, context);
          await checkLimit(run, model.bytes.length, { output: model.bytes }, context);
        }
      }
    });
  }
});

describe('Every way to decode', () => {
  const ofStandard = ['TextDecoder', 'TextDecoderStream'];

  for (const [name, label] of Object.entries(labels)) {
    const encodings = { from: name };
    const modelOf = (bytes, options) => {
      const items = decodeWithOffsets(name, bytes);
      const model = modelTranscode(name, 'UTF-8', items, { ...forModel(options), input: bytes });
      const { bytes: utf8, ...wanted } = toFirstError(model);
      return {
        ...wanted,
        output: utf8.toString(),
        errors: items.flatMap(({ error = [] }) => error),
      };
    };

    it(`${name}: agrees with the reference, in any cut`, async () => {
      const random = randomFrom(7 + name.length * 31 + name.charCodeAt(0));
      for (let i = 0; i < 40; i += 1) {
        const bytes = i === 0 ? everyByte : bytesOf(random, name, i, label);
        const { options, told } = i === 0 ? plain : optionsOf(random, i);
        const { fatal, ignoreBOM } = options;
        const own = {
          fatal,
          ignoreBOM,
          malformed: options.malformed,
          maxErrors: options.maxErrors,
        };
        const isOwn = (own.malformed ?? own.maxErrors) !== undefined;
        const wanted = modelOf(bytes, own);
        const [firstError = null] = wanted.errors;
        const replacements = wanted.errors.length;
        const validity = { valid: firstError === null, replacements, firstError };
        deepEqual(validate(bytes, label), validity);
        const { errors } = wanted;
        deepEqual(validate(bytes, label, { maxErrors: Infinity }), { ...validity, errors });
        const context = `${told}: ${toHex(bytes)}`;
        checkLength(() => decodedLength(bytes, label, own), wanted, encodings, context);
        for (const [way, run] of Object.entries(decoders)) {
          if (isOwn && ofStandard.includes(way)) continue;
          for (const chunks of waysToCut(random, bytes)) {
            check(await run(label, chunks, own), wanted, encodings, `${way}, ${context}`);
          }
          if (wanted.error !== null || ofStandard.includes(way)) continue;
          const { output } = wanted;
          const isUtf16 = way.endsWith('UTF-16LE');
          const length = isUtf16 ? 2 * output.length : Buffer.byteLength(output);
          const limited = (maxOutputBytes) => run(label, [bytes], { ...own, maxOutputBytes });
          await checkLimit(limited, length, wanted, `${way}, ${context}`);
        }
      }
    });

    it(`${name}: a chunk longer than one piece, with an error at its end`, async () => {
      const random = randomFrom(4 + name.length * 31 + name.charCodeAt(0));
      const block = encode(blockOf(random), label, { unencodable: 'skip' });
      const count = timesOf(block);
      const bytes = Buffer.concat([...Array(count).fill(block), Uint8Array.of(0xff, 0xff, 0xff)]);
      const { output } = modelOf(block, {});
      for (const fatal of [false, true]) {
        const tail = modelOf(bytes.subarray(count * block.length), { fatal });
        const wanted = { ...tail, output: output.repeat(count) + tail.output };
        if (tail.error) wanted.error.offset += count * block.length;
        for (const [way, run] of Object.entries(decoders)) {
          check(await run(label, [bytes], { fatal, ignoreBOM: true }), wanted, encodings, way);
        }
      }
    });
  }
});

/** The number of units of a character in which a way to encode counts places. */
const unitsOf = {
  'from UTF-8': (character) => Buffer.byteLength(character),
  'from UTF-16LE': (character) => 2 * character.length,
};

describe('Every way to encode', () => {
  for (const [name, label] of Object.entries(labels)) {
    const encodings = { to: name };
    const waysOf = ({ unencodable, addBOM, maxErrors }) =>
      Object.entries({ ...encoders, ...(name === 'UTF-8' && !addBOM ? utf8Encoders : {}) }).filter(
        ([way]) =>
          !way.startsWith('encodeInto') ||
          !(addBOM || maxErrors !== undefined || typeof unencodable === 'function'),
      );
    const modelOf = (text, options, way) => {
      const unit = Object.keys(unitsOf).find((end) => way.endsWith(end));
      const items = itemsOf(text, unitsOf[unit]);
      const model = modelTranscode('windows-1252', name, items, forModel(options));
      const { bytes, ...wanted } = toFirstError(model);
      return { ...wanted, output: bytes };
    };

    it(`${name}: agrees with the reference, in any cut`, async () => {
      const random = randomFrom(77 + name.length * 31 + name.charCodeAt(0));
      for (let i = 0; i < 60; i += 1) {
        const text = i === 0 ? decode(everyByte, label) : sampleText(random, 14);
        const { options, told } = i === 0 ? { ...plain, options: html } : optionsOf(random, i);
        const { unencodable, addBOM } = options;
        const maxErrors = unencodable === 'fatal' ? undefined : options.maxErrors;
        const own = { unencodable, addBOM, maxErrors };
        const context = `${told}: ${toVisible(text)}`;
        const wanted = modelOf(text, own, '');
        checkLength(() => encodedLength(text, label, own), wanted, encodings, context);
        const lone = text.search(/\p{Cs}/u);
        const { errors } = modelTranscode('windows-1252', name, itemsOf(text), {});
        const places = errors.map(({ offset: index, codePoint }) => ({ index, codePoint }));
        // encode() writes U+FFFD for a lone surrogate where the encoding contains that.
        if (lone !== -1) places.push({ index: lone, codePoint: 0xfffd });
        const [first = null] = places.sort((a, b) => a.index - b.index);
        deepEqual([findUnencodable(text, label), canEncode(text, label)], [first, first === null]);
        for (const [way, run] of waysOf(own)) {
          const ofWay = modelOf(text, own, way);
          for (const chunks of waysToCut(random, text)) {
            check(await run(label, chunks, own), ofWay, encodings, `${way}, ${context}`);
          }
          if (ofWay.error !== null || way in utf8Encoders || way.startsWith('encodeInto')) continue;
          const limited = (maxOutputBytes) => run(label, [text], { ...own, maxOutputBytes });
          await checkLimit(limited, ofWay.output.length, ofWay, `${way}, ${context}`);
        }
      }
    });

    it(`${name}: a chunk longer than one piece`, async () => {
      const block = blockOf(randomFrom(6 + name.length * 31 + name.charCodeAt(0)));
      const count = timesOf(block);
      for (const unencodable of ['html', (codePoint) => `<${codePoint}>`]) {
        const { output, error, replacements } = modelOf(block, { unencodable }, '');
        // The header of a text is written once.
        const header = name === 'iso-2022-kr' ? 4 : 0;
        const whole = Buffer.concat([
          output.subarray(0, header),
          ...Array(count).fill(output.subarray(header)),
        ]);
        const wanted = { output: whole, error, replacements: count * replacements };
        for (const [way, run] of waysOf({ unencodable })) {
          check(await run(label, [block.repeat(count)], { unencodable }), wanted, encodings, way);
        }
      }
    });
  }
});

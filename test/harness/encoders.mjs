// Runs rows of « text, bytes, first error » through the encoders in every way that must not change
// the result, and compares the result with the row and with the reference.

import { deepEqual } from 'node:assert/strict';
import { encode, encodeInto } from '../../lib/index.mjs';
import { encodingId } from '../../lib/labels/encodings.js';
import { EncoderStream } from '../../lib/transcoding/encode.js';
import { toEncodeOptions } from '../../lib/transcoding/options.js';
import { referenceEncode } from '../reference/reference.mjs';
import { toHex, toVisible, withoutStackTraces } from './decoders.mjs';

/**
 * The encoders that rows are about by default. Another api has the same members: `encode` and `encodeInto` of a name, the number
 * of its encoding, and `referenceEncode`.
 */
const standard = { encode, encodeInto, idOf: encodingId, referenceEncode };

/** Makes a new stream that encodes text, with the options of encode(). */
export function newStream(label, options, { idOf } = standard) {
  return new EncoderStream(idOf(label), toEncodeOptions(options));
}

/**
 * Encodes with the reference, and UTF-16 with Node. Returns { bytes, errors: [{ index, codePoint }]
 * }.
 */
export function expected(name, text, mode, { referenceEncode: encodeSlowly } = standard) {
  if (!name.startsWith('UTF-16')) return encodeSlowly(name, text, mode);
  const bytes = Buffer.from(text.toWellFormed(), 'utf16le');
  return { bytes: name === 'UTF-16BE' ? bytes.swap16() : bytes, errors: [] };
}

/**
 * Describes the result of several calls as a string: the bytes in hex digits, and the error that
 * ended the calls.
 */
export function transcribe(run) {
  const chunks = [];
  try {
    run((bytes) => chunks.push(bytes));
    return toHex(Buffer.concat(chunks));
  } catch (error) {
    const { name, code, encoding, index, codePoint, output = Buffer.alloc(0) } = error;
    if (code !== 'ERR_ENCODING_UNENCODABLE') throw error;
    const bytes = toHex(Buffer.concat([...chunks, output]));
    return `${bytes}!${name} ${encoding} ${index} ${codePoint.toString(16)}`;
  }
}

/** Describes the result of the reference in the same form as transcribe(). */
export function transcribeExpected(name, text, mode, api = standard) {
  const { bytes, errors } = expected(name, text, mode, api);
  if (mode !== 'fatal' || errors.length === 0) return toHex(bytes);
  const [{ index, codePoint }] = errors;
  return `${toHex(bytes)}!TypeError ${name.toLowerCase()} ${index} ${codePoint.toString(16)}`;
}

/** Runs the pieces of a text through a stream. */
export function runPieces(stream, pieces) {
  return transcribe((add) => {
    pieces.forEach((piece, i) => {
      add(stream.encode(piece, i === pieces.length - 1));
    });
  });
}

/**
 * The ways to cut a text: not at all, in two at every position, code unit by code unit, each with
 * and without empty chunks.
 */
function* waysToCut(text, padding) {
  yield [text];
  yield [text, ''];
  yield ['', text];
  for (let i = Math.max(0, padding - 1); i <= text.length; i += 1) {
    yield [text.slice(0, i), text.slice(i)];
    yield ['', text.slice(0, i), '', text.slice(i), ''];
  }
  yield [text.slice(0, padding), ...text.slice(padding).split('')];
  yield [text.slice(0, padding), ...text.slice(padding).split(''), ''];
}

/**
 * Encodes a text into buffers of `size` bytes, part by part. Each part must have the bytes that the
 * reference gives for that part alone. A part that does not fit at all gets a larger buffer.
 */
export function checkParts(name, text, size, mode, api = standard) {
  for (let [rest, room] = [text, size]; ; ) {
    const target = new Uint8Array(room + 2).fill(0xaa);
    const view = target.subarray(1, room + 1);
    const { read, written, codePoint } = api.encodeInto(rest, view, name, { unencodable: mode });
    // An encoder may write a header before it refuses the first code point.
    const [character = ''] = rest;
    const part = read === 0 && codePoint !== undefined ? character : rest.slice(0, read);
    const { bytes } = expected(name, part, mode, api);
    deepEqual(toHex(view.subarray(0, written)), toHex(bytes), toVisible(text));
    deepEqual([target[0], target[room + 1]], [0xaa, 0xaa]);
    rest = rest.slice(read);
    deepEqual(/[\uD800-\uDBFF]$/.test(part) && /^[\uDC00-\uDFFF]/.test(rest), false);
    if (codePoint !== undefined) {
      const [error] = expected(name, rest, mode, api).errors;
      deepEqual({ index: 0, codePoint }, error);
      rest = rest.slice(String.fromCodePoint(rest.codePointAt(0)).length);
    }
    if (rest === '') return;
    room = read === 0 && codePoint === undefined ? room + 1 : size;
    if (room > size + 32) throw new Error(`no room for ${toVisible(rest)}`);
  }
}

const paddingLengths = [0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 64];
const letters = (length) =>
  Array.from({ length }, (_, i) => String.fromCharCode(0x61 + (i % 26))).join('');

const reused = new Map();

/** A stream that earlier rows or cases have used, and that has ended or failed. */
export function reusedStream(label, mode, api = standard) {
  const key = `${api.idOf(label)} ${mode}`;
  if (!reused.has(key)) reused.set(key, newStream(label, { unencodable: mode }, api));
  return reused.get(key);
}

function checkText(name, text, padding, api) {
  for (const mode of ['fatal', 'html']) {
    const wanted = transcribeExpected(name, text, mode, api);
    const told = toVisible(text);
    for (const pieces of waysToCut(text, padding)) {
      const fresh = newStream(name, { unencodable: mode }, api);
      deepEqual(runPieces(fresh, pieces), wanted, told);
      deepEqual(runPieces(reusedStream(name, mode, api), pieces), wanted, told);
    }
    const whole = transcribe((add) => add(api.encode(text, name, { unencodable: mode })));
    deepEqual(whole.replace(/^.*!/, '!'), wanted.replace(/^.*!/, '!'), told);
    for (const size of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 20]) {
      checkParts(name, text, padding + size, mode, api);
    }
  }
}

/**
 * Checks rows [text, hex digits of the bytes (up to the first error), [index, code point] of the
 * first error] for each encoding: alone, after and before ASCII, in every cut and in buffers of
 * every size.
 */
export function checkEncoder(names, rows, api = standard) {
  withoutStackTraces(() => {
    for (const name of names) {
      for (const [text, digits, error = null] of rows) {
        const { bytes, errors } = expected(name, text, 'fatal', api);
        const first = errors[0] ? [errors[0].index, errors[0].codePoint] : null;
        deepEqual([toHex(bytes), first], [digits, error], `reference: ${toVisible(text)}`);
        for (const length of paddingLengths) checkText(name, letters(length) + text, length, api);
        checkText(name, `${text}z`, 0, api);
      }
    }
  });
}

/** Checks rows [text, bytes as a binary string] in html mode. */
export function checkHtml(name, rows) {
  for (const [text, binary] of rows) {
    deepEqual(encode(text, name, { unencodable: 'html' }).toString('latin1'), binary);
    checkText(name, text, 0, standard);
  }
}

// Inputs and functions of all kinds for the tests of this room, and a run of a Transcoder that goes on after each error.

import { equal, ok } from 'node:assert/strict';
import { encode } from 'whatwg-transcoder';
import { withoutStackTraces } from '../../harness/decoders.mjs';

const marked = [0x1b, 0x24, 0x28, 0x42, 0x4a, 0x30, 0x39, 0x80, 0x81, 0x84, 0x8e, 0x8f, 0xa1, 0xd8];
marked.push(0xdc, 0xe3, 0xf0, 0xff);

/** Bytes of which many are malformed in every multi-byte encoding. */
export function malformedBytes(random, size) {
  return Uint8Array.from({ length: size }, () => {
    const kind = random(4);
    if (kind === 0) return marked[random(marked.length)];
    return kind === 1 ? random(256) : 0x81 + random(126);
  });
}

/** Bytes that contain errors, and characters that `encodeSome()` gives, in an encoding. */
function mixedBytes(random, name, length, encodeSome) {
  const parts = Array.from({ length }, () => {
    const kind = random(8);
    if (kind === 0) return Buffer.from([random(256)]);
    if (kind === 1) return Buffer.from([0x81 + random(126), random(256)]);
    if (kind === 2 && name === 'Big5') {
      return Buffer.from([0x88, [0x62, 0x64, 0xa3, 0xa5][random(4)]]);
    }
    if (kind === 2) return Buffer.from([0x1b, [0x24, 0x28][random(2)], 0x40 + random(11)]);
    if (kind === 3) return Buffer.from([0x81, 0x30, 0x81 + random(126), 0x30 + random(11)]);
    return encodeSome();
  });
  return Buffer.concat(parts);
}

/** Cuts bytes or a text into pieces; `size()` says how long each is. */
export function cutBy(whole, size) {
  const chunks = [];
  for (let at = 0; at < whole.length; ) {
    const end = at + size();
    chunks.push(whole.slice(at, end));
    at = end;
  }
  return chunks;
}

/** What modelTranscode() says of the error of a call, whose encodings may be given; of the error of a function its place alone. */
export function toldOf(error, { from, to }) {
  const { name, code, encoding, length, reason, codePoint } = error;
  const offset = error.offset ?? error.index;
  const isOf = (wanted, coder) => {
    equal(name, wanted);
    equal(encoding, coder.toLowerCase());
  };
  switch (code) {
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      isOf('TypeError', from);
      return { offset, length, reason };
    case 'ERR_ENCODING_UNENCODABLE':
      isOf('TypeError', to);
      return { offset, codePoint };
    case 'ERR_ENCODING_TOO_MANY_ERRORS':
      equal(name, 'RangeError');
      return { offset, isTooMany: true };
    default:
      return { offset };
  }
}

/** Runs a whole stream and goes on after each error. Returns what modelTranscode() returns. */
export function goOn(transcoder, chunks) {
  const output = [];
  const errors = [];
  let at = 0;
  const add = (bytes) => {
    ok(Buffer.isBuffer(bytes));
    output.push(bytes);
    at += bytes.length;
  };
  const run = (call) => {
    try {
      add(call());
      return true;
    } catch (error) {
      add(error.output);
      errors.push({ at, ...toldOf(error, transcoder) });
      return false;
    }
  };
  withoutStackTraces(() => {
    for (const chunk of chunks) {
      // The input after an error waits for the next call. In some cases an empty chunk is that next call.
      if (!run(() => transcoder.write(chunk)) && chunk.length % 2 === 0) {
        while (!run(() => transcoder.write(new Uint8Array(0))));
      }
    }
    while (!run(() => transcoder.end()));
  });
  const { replacements, firstErrorOffset } = transcoder;
  return { bytes: Buffer.concat(output), errors, replacements, firstErrorOffset };
}

const characters = Array.from(
  'Az\\~\u0080\u00A5\u203E\u00E9\u00CA\u0304\u0416\u05D0\u0E01\u20AC\u2212\u2550\u3042\u30A2\uFF71\u65E5\u4E02\uAC00\uE000\uE5E5\uF780\uFEFF\uFFFD\u{1F4A9}\u{2008A}\u{10FFFF}\r\n\x0E\x1B',
);
const halves = ['\uD83D', '\uDCA9'];

/** A text of all kinds of characters and of any code units, some of them repeated. */
export function sampleText(random, maxCount) {
  const pick = [...characters, ...halves];
  const one = () =>
    random(8) === 0 ? String.fromCharCode(random(0x10000)) : pick[random(pick.length)];
  return Array.from({ length: random(maxCount) }, () =>
    one().repeat(random(6) === 0 ? random(9) : 1),
  ).join('');
}

/** The code points of a text and their places, as modelTranscode() needs them. */
export function itemsOf(text, sizeOf = ({ length }) => length) {
  let next = 0;
  return Array.from(text, (character) => {
    const offset = next;
    next += sizeOf(character);
    return { codePoint: character.toWellFormed().codePointAt(0), offset };
  });
}

/** Bytes in an encoding that contain errors, and code points of all kinds. */
export const sampleBytes = (random, name, label = name) =>
  mixedBytes(random, name, random(14), () => {
    const character = characters[random(characters.length)];
    return encode(character.repeat(1 + random(3)), label, { unencodable: 'replace' });
  });

/** Functions as `unencodable`, by name. */
export const unencodableFunctions = {
  nothing: () => '',
  ASCII: () => '?',
  number: (codePoint) => `<${codePoint}>`,
  place: (_, place) => `[${place}]`,
  'not ASCII': () => '\u00A5',
  Japanese: () => '\u3042\u30A2',
  unencodable: () => 'a\u{1F4A9}',
  'leading surrogate': () => '\uD83D',
  'trailing surrogate': () => '\uDCA9',
  'sometimes encodable': (codePoint) => (codePoint % 3 === 0 ? '\u0416' : '\u00A5!'),
  'very long': (codePoint) => (codePoint === 0x1f4a9 ? 'x\u{20}~'.repeat(40_000) : ''),
  control: () => '\x1B',
};

const malformedWords = { replace: undefined, skip: () => '' };

/** Options in the form that the model needs: functions as `unencodable` return well-formed text, and no word stands as `malformed`. */
export const forModel = ({ unencodable, malformed, ...others }) => ({
  ...others,
  unencodable:
    typeof unencodable === 'function'
      ? (codePoint, place) => unencodable(codePoint, place).toWellFormed()
      : unencodable,
  malformed: typeof malformed === 'string' ? malformedWords[malformed] : malformed,
});

/** Functions as `malformed`, by name. */
export const malformedFunctions = {
  nothing: () => '',
  ASCII: () => '?',
  'the bytes': (bytes) => `<${bytes.toString('hex')}>`,
  'the offset': (_, offset) => `[${offset}]`,
  'the reason': (_bytes, _offset, reason) => reason,
  'not ASCII': () => '\u00A5',
  Japanese: () => '\u3042\u30A2',
  'U+FFFD': () => '\uFFFD',
  'two characters': () => 'a\uFFFD',
  'beyond the BMP': () => 'x\u{1F4A9}y',
  'a surrogate': (_, offset) => (offset % 2 === 0 ? '\uD83D' : '\uDCA9'),
  'a byte order mark': () => '\uFEFF',
  control: () => '\x0E\x1B',
  'very long': (_, offset) => (offset < 4 ? '\u30A2x'.repeat(20_000) : ''),
};

/** What a function can do to the bytes that a call reads, which are of a resizable ArrayBuffer. */
export const harms = {
  detach: (bytes) => structuredClone(bytes.buffer, { transfer: [bytes.buffer] }),
  shorten: (bytes, length) => bytes.buffer.resize(length),
  clear: (bytes) => bytes.buffer.resize(0),
  write: (bytes) => bytes.fill(0x62),
};

// Tests encode() and encodeInto(): error modes, functions, byte order marks, callers' buffers.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { decode, encode, encodeInto, TextDecoder } from 'whatwg-transcoder';
import { toHex } from '../../harness/decoders.mjs';
import { newStream } from '../../harness/encoders.mjs';
import { wrongType } from '../../harness/errors.mjs';
import { decodableEncodings as names } from '../../harness/part.mjs';

const binary = (bytes) => Buffer.from(bytes).toString('latin1');
const poo = '\u{1F4A9}';

const unencodable = (encoding, index, codePoint) => ({
  name: 'TypeError',
  code: 'ERR_ENCODING_UNENCODABLE',
  encoding,
  index,
  codePoint,
});

describe('encode(text, label, options)', () => {
  it('returns a new Buffer, in UTF-8 by default', () => {
    const bytes = encode('h\u00E9');
    ok(Buffer.isBuffer(bytes));
    equal(toHex(bytes), '68 C3 A9');
    bytes.fill(0);
    equal(toHex(encode('h\u00E9')), '68 C3 A9');
    equal(encode('', 'gbk').length, 0);
  });

  it('throws for an unencodable code point by default', () => {
    throws(() => encode('ab\u00E9', 'big5'), unencodable('big5', 2, 0xe9));
    throws(() => encode(`a${poo}`, 'latin1'), {
      ...unencodable('windows-1252', 1, 0x1f4a9),
      message: 'windows-1252 does not contain U+1F4A9, at index 1',
    });
    throws(() => encode('\uD83D', 'big5', {}), unencodable('big5', 0, 0xfffd));
    const options = { unencodable: undefined };
    throws(() => encode('\x1B', 'csiso2022jp', options), unencodable('iso-2022-jp', 0, 0xfffd));
    throws(() => encode('a', 'big5', { unencodable: 'ignore' }), wrongType);
  });

  // The lengths are in code units. Texts of different lengths go through different code.
  const lengths = [1, 2, 15, 16, 17, 64, 255, 256, 257, 1023, 1024, 1025, 4096, 70_000];

  it('reports the first unencodable code point of a text of any length, at every place', () => {
    for (const label of ['windows-1252', 'shift_jis', 'x-user-defined']) {
      for (const length of lengths) {
        for (const at of [0, 1, length >> 1, length - 1]) {
          const text = `${'a'.repeat(at)}\u0E01${'a'.repeat(length - at)}`;
          throws(() => encode(text, label), unencodable(label, at, 0xe01));
          const replaced = binary(encode(text, label, { unencodable: 'replace' }));
          equal(replaced, text.replace('\u0E01', '?'));
        }
      }
    }
  });

  // In a string with two bytes per code unit, the lower bytes alone may look like ASCII.
  it('never reads only the lower byte of a code unit, at any place in a long text', () => {
    const length = 40_000;
    for (const filler of ['a', '\u0142a']) {
      const whole = filler.repeat(length / filler.length);
      // The same text as a sequential string, a concatenation, a slice, and a decoded string.
      const kept = (text) => [
        Buffer.from(text, 'utf16le').ucs2Slice(),
        text.slice(0, length >> 1) + text.slice(length >> 1),
        `\u3042${text}\u3042`.slice(1, -1),
        decode(encode(text, 'utf-16le'), 'utf-16le'),
      ];
      for (const at of [0, 1, 12, 13, 15, 16, 17, 4095, 4096, 9999, 20_001, length - 1]) {
        for (const put of ['', '\u0141', '\u00E9', '\uD83D\uDC41']) {
          const text = whole.slice(0, at) + put + whole.slice(at);
          for (const string of kept(text)) {
            ok(encode(string).equals(Buffer.from(text)), `${put} at ${at}`);
            const bigEndian = encode(string, 'utf-16be');
            ok(encode(string, 'utf-16le').equals(bigEndian.swap16()), `${put} at ${at}`);
            const polish = binary(encode(string, 'iso-8859-2', { unencodable: 'replace' }));
            const right = text.replaceAll('\u0142', '\u00B3').replace('\u0141', '\u00A3');
            equal(polish, right.replace('\uD83D\uDC41', '?'));
          }
        }
      }
    }
  });

  // V8 keeps one byte for each code unit of a text, or two. Node itself writes most texts of the first kind.
  it('writes a long text to the same bytes however the engine keeps it, in every encoding', () => {
    const latin1 = Buffer.from(Uint8Array.from({ length: 0x100 }, (_, byte) => byte)).latin1Slice();
    const words = 'Some words. '.repeat(1_000);
    const controls = latin1.slice(0, 0x80).repeat(100);
    const texts = [words, controls, latin1.repeat(50), latin1 + words, words + latin1 + words];
    for (const label of names) {
      for (const [at, text] of texts.entries()) {
        const inTwoBytes = `\u3042${text}`.slice(1);
        const bytes = encode(text, label, { unencodable: 'replace' });
        const right = encode(inTwoBytes, label, { unencodable: 'replace' });
        ok(bytes.equals(right), `${label}, text ${at}`);
        equal(bytes.buffer.byteLength, bytes.length);
      }
    }
  });
});

describe('encode() with a function', () => {
  it('does not count a byte order mark in the index', () => {
    const calls = [];
    const stream = newStream('utf-8', { addBOM: true, unencodable: () => '' });
    equal(toHex(stream.encode('a', true)), 'EF BB BF 61');
    encode('a\u00E9', 'big5', { addBOM: true, unencodable: (...args) => String(calls.push(args)) });
    deepEqual(calls, [[0xe9, 1]]);
  });
});

describe('a stream of text', () => {
  it('starts again after its end and after an error, with a byte order mark again', () => {
    const stream = newStream('utf-8', { addBOM: true });
    for (let i = 0; i < 2; i += 1) {
      equal(toHex(stream.encode('', false)), 'EF BB BF');
      equal(toHex(stream.encode('A\uD83D', false)), '41');
      equal(toHex(stream.encode('\uDCA9', true)), 'F0 9F 92 A9');
    }
    const japanese = newStream('iso-2022-jp', {});
    equal(binary(japanese.encode('\u3042', false)), '\x1B$B$"');
    throws(() => japanese.encode('\u3044\u00E9', false), {
      ...unencodable('iso-2022-jp', 2, 0xe9),
      output: Buffer.from('$$\x1B(B'),
    });
    equal(binary(japanese.encode('\u3042', true)), '\x1B$B$"\x1B(B');
    throws(() => japanese.encode('\u00E9', true), unencodable('iso-2022-jp', 0, 0xe9));
  });
});

describe('encodeInto(text, bytes, label, options)', () => {
  /** Returns how much of a text is read, and the bytes that are written. */
  const into = (text, size, label, options) => {
    const bytes = new Uint8Array(size);
    const { read, written } = encodeInto(text, bytes, label, options);
    ok(bytes.subarray(written).every((byte) => byte === 0));
    return [read, toHex(bytes.subarray(0, written))];
  };

  it('reads and writes what fits, and never a part of a character', () => {
    for (const [text, label, size, read, bytes] of [
      ['h\u00E9', 'utf-8', 2, 1, '68'],
      ['h\u00E9', 'utf-8', 3, 2, '68 C3 A9'],
      [`${poo}a`, 'utf-8', 3, 0, ''],
      [`${poo}a`, 'utf-8', 4, 2, 'F0 9F 92 A9'],
      ['\uD83Da', 'utf-8', 3, 1, 'EF BF BD'],
      ['\uD83D\uD83D\uDCA9', 'utf-16le', 3, 1, 'FD FF'],
      ['\u4E00a', 'big5', 1, 0, ''],
      ['\u0080', 'gb18030', 3, 0, ''],
      ['\u0080', 'gb18030', 4, 1, '81 30 81 30'],
      ['abc', 'latin1', 100, 3, '61 62 63'],
      ['abc', 'big5', 0, 0, ''],
      ['', 'big5', 0, 0, ''],
      // There is room for the escape sequence at the end.
      ['a\u00A5', 'iso-2022-jp', 6, 1, '61'],
      ['a\u00A5', 'iso-2022-jp', 8, 2, '61 1B 28 4A 5C 1B 28 42'],
      ['\u3042\u3044', 'iso-2022-jp', 7, 0, ''],
      ['\u3042\u3044', 'iso-2022-jp', 9, 1, '1B 24 42 24 22 1B 28 42'],
      ['\u3042\u3044', 'iso-2022-jp', 10, 2, '1B 24 42 24 22 24 24 1B 28 42'],
    ]) {
      deepEqual(into(text, size, label), [read, bytes], `${text} in ${label}, ${size}`);
    }
  });

  it('reads all that fits when a pair is written as one byte or as nothing', () => {
    deepEqual(into(poo.repeat(9), 4, 'big5', { unencodable: 'replace' }), [8, '3F 3F 3F 3F']);
    const skip = { unencodable: 'skip' };
    for (const count of [0, 1, 2, 3, 500, 100_001]) {
      deepEqual(into(`${poo.repeat(count)}ab`, 1, 'big5', skip), [2 * count + 1, '61']);
      deepEqual(into(poo.repeat(count), 0, 'big5', skip), [2 * count, '']);
    }
  });

  // Makes memory of each kind with at least `length` bytes.
  const kinds = {
    ArrayBuffer: (length) => new ArrayBuffer(length),
    SharedArrayBuffer: (length) => new SharedArrayBuffer(length),
    'a resizable ArrayBuffer': (length) => new ArrayBuffer(length, { maxByteLength: 2 * length }),
    'a growable SharedArrayBuffer': (length) =>
      new SharedArrayBuffer(length, { maxByteLength: 2 * length }),
    'memory of WebAssembly': () => new WebAssembly.Memory({ initial: 1 }).buffer,
    'shared memory of WebAssembly': () =>
      new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer,
  };
  // Bytes on each side of a buffer, more than the largest vector has.
  const MARGIN_BYTES = 80;
  const MAX_TEXT_LENGTH = 300; // UTF-16 code units

  // Text for each kind of kernel: ASCII, one-byte characters, pairs of bytes, and a mixture with
  // code points that most encodings do not contain.
  const textsOf = (length) => [
    'a'.repeat(length),
    `\u00E9${'a'.repeat(length)}`.slice(0, length),
    '\u0416'.repeat(length),
    '\u65E5\u672C'.repeat(length).slice(0, length),
    `a\u3042\u00E9${poo}`.repeat(length).slice(0, length),
  ];

  // Fails when encodeInto() changes a byte of `memory` outside its result, or writes a wrong byte.
  function checkExact(memory, text, room, label, options) {
    const target = memory.subarray(MARGIN_BYTES, MARGIN_BYTES + room);
    memory.fill(0xaa);
    const { read, written } = encodeInto(text, target, label, options);
    const what = () =>
      `${label} ${JSON.stringify(options)} room ${room} ${JSON.stringify(text.slice(0, 9))}… of ${text.length}`;
    ok(written <= room, what());
    const expected = Buffer.alloc(memory.length, 0xaa);
    expected.set(encode(text.slice(0, read), label, options), MARGIN_BYTES);
    equal(Buffer.compare(Buffer.from(memory), expected), 0, what());
  }

  for (const name of names) {
    it(`changes no byte after or before the bytes that it has written: ${name}`, () => {
      const memory = new Uint8Array(12 * MAX_TEXT_LENGTH + 2 * MARGIN_BYTES);
      for (let length = 0; length <= MAX_TEXT_LENGTH; length += 1) {
        for (const text of textsOf(length)) {
          for (const unencodable of ['fatal', 'replace']) {
            for (const room of [length, 4 * length + 16]) {
              checkExact(memory, text, room, name, { unencodable });
            }
          }
        }
      }
      for (let room = 0; room <= 70; room += 1) {
        for (const unencodable of ['fatal', 'html', 'replace', 'skip']) {
          for (const text of textsOf(64)) checkExact(memory, text, room, name, { unencodable });
        }
      }
    });
  }

  for (const [kind, make] of Object.entries(kinds)) {
    it(`changes no byte outside its result in ${kind}`, () => {
      const memory = new Uint8Array(make(4 * MAX_TEXT_LENGTH + 16 + 2 * MARGIN_BYTES));
      for (const name of names) {
        for (const length of [0, 1, 2, 7, 16, 31, 64, 100, MAX_TEXT_LENGTH]) {
          for (const text of textsOf(length)) {
            for (const room of [0, length >> 1, length, 4 * length + 16]) {
              checkExact(memory, text, room, name, { unencodable: 'skip' });
            }
          }
        }
      }
    });
  }

  it('is exact when a long result is made in several blocks', () => {
    const memory = new Uint8Array(100_000 + 2 * MARGIN_BYTES);
    for (const name of names) {
      for (const text of textsOf(30_000)) {
        for (const room of [8191, 8192, 8193, 16_384, 20_000, 60_001, 100_000]) {
          checkExact(memory, text, room, name, { unencodable: 'replace' });
        }
      }
    }
  });

  it('accepts only Uint8Arrays, and no function', () => {
    const others = [
      undefined,
      null,
      'a',
      [1],
      new ArrayBuffer(4),
      new DataView(new ArrayBuffer(4)),
    ];
    others.push(new Int8Array(4), new Uint8ClampedArray(4), new Uint16Array(4));
    for (const bytes of others) throws(() => encodeInto('a', bytes), wrongType);
    equal(encodeInto('a', Buffer.alloc(1)).written, 1);
    const options = { unencodable: () => '?' };
    throws(() => encodeInto('a', new Uint8Array(1), 'big5', options), wrongType);
  });

  it('encodes a long text through a small buffer, in linear time', () => {
    for (const label of ['utf-8', 'gb18030', 'iso-2022-jp', 'utf-16le']) {
      const part = `a\u3042\u65E5\u00A5${label === 'iso-2022-jp' ? '' : poo}`;
      const text = part.repeat(60_000);
      const target = new Uint8Array(64);
      const decoder = new TextDecoder(label);
      let restored = '';
      for (let at = 0; at < text.length; ) {
        const { read, written } = encodeInto(text.slice(at), target, label);
        ok(read > 0 && written <= 64);
        restored += decoder.decode(target.subarray(0, written));
        at += read;
      }
      equal(restored, text);
    }
  });
});

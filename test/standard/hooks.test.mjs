// Tests the hooks for standards.
// https://encoding.spec.whatwg.org/#specification-hooks

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import {
  BOMSniff,
  decode,
  encode,
  encodeOrFail,
  getEncoder,
  getEncoding,
  getOutputEncoding,
  UTF8Decode,
  UTF8DecodeWithoutBOM,
  UTF8DecodeWithoutBOMOrFail,
  UTF8Encode,
} from 'whatwg-transcoder/hooks';
import { hex, toHex } from '../harness/decoders.mjs';
import { notSupported, wrongType } from '../harness/errors.mjs';
import { randomFrom } from '../harness/random-cases.mjs';
import { endOfQueue, IOQueue } from '../reference/io-queue.mjs';
import { HandlerError, processAQueue } from '../reference/process.mjs';
import {
  encodableNames,
  encoderOf,
  encodingNames,
  referenceDecode,
  referenceEncode,
} from '../reference/reference.mjs';

describe('BOM sniff', () => {
  it('returns the encoding of the byte order mark that the bytes start with', () => {
    for (const [digits, encoding] of [
      ['EF BB BF', 'UTF-8'],
      ['EF BB BF 41', 'UTF-8'],
      ['FE FF', 'UTF-16BE'],
      ['FF FE', 'UTF-16LE'],
      ['FF FE 00 00', 'UTF-16LE'],
    ]) {
      equal(BOMSniff(hex(digits)), encoding);
    }
  });

  it('otherwise returns null', () => {
    for (const digits of ['', 'EF', 'EF BB', 'EF BB BE', 'FE', 'FF', 'FE FE', '00 00 FE FF']) {
      equal(BOMSniff(hex(digits)), null, digits);
    }
  });
});

describe('decode', () => {
  it('sets encoding to the encoding of a byte order mark, and does not decode the bytes of the mark', () => {
    for (const fallback of encodingNames) {
      equal(decode(hex('EF BB BF C3 A9'), fallback), '\u00E9');
      equal(decode(hex('FE FF 00 E9'), fallback), '\u00E9');
      equal(decode(hex('FF FE E9 00'), fallback), '\u00E9');
      equal(decode(hex('FF FE E9'), fallback), '\uFFFD');
    }
  });

  it('reads one byte order mark only', () => {
    equal(decode(hex('EF BB BF EF BB BF'), 'Shift_JIS'), '\uFEFF');
    equal(decode(hex('FE FF FE FF'), 'UTF-16LE'), '\uFEFF');
    equal(decode(hex('FF FE FE FF'), 'UTF-8'), '\uFFFE');
  });

  it('otherwise runs the decoder of the fallback encoding in error mode "replacement"', () => {
    const bytes = hex('41 81 5B 80 FF 1B 24 42 24 22 EF BB');
    for (const name of encodingNames) {
      equal(decode(bytes, name), referenceDecode(name, bytes).text, name);
    }
    equal(decode(hex('93 FA'), ' SJIS\n'), '日');
    equal(decode(hex('84 31 95 33'), 'gb18030'), '\uFEFF');
  });

  it('also runs the decoder of replacement: one U+FFFD, or nothing for no bytes', () => {
    for (const label of ['replacement', 'hz-gb-2312', 'iso-2022-kr']) {
      equal(decode(hex('41 42 43'), label), '\uFFFD');
      equal(decode(hex(''), label), '');
    }
  });

  it('refuses what is not an encoding', () => {
    throws(() => decode(hex('41'), 'utf-7'), notSupported);
    throws(() => decode(hex('FF FE'), undefined), notSupported);
  });
});

describe('UTF-8 decode, without BOM, or fail', () => {
  const rows = [
    // Columns: bytes, UTF-8 decode, UTF-8 decode without BOM, UTF-8 decode without BOM or fail.
    ['', '', '', ''],
    ['C3 A9', '\u00E9', '\u00E9', '\u00E9'],
    ['EF BB BF 41', 'A', '\uFEFFA', '\uFEFFA'],
    ['EF BB BF EF BB BF', '\uFEFF', '\uFEFF\uFEFF', '\uFEFF\uFEFF'],
    ['EF BB BF 41 FF', 'A\uFFFD', '\uFEFFA\uFFFD', null],
    ['EF BB', '\uFFFD', '\uFFFD', null],
    ['FE FF 00 41', '\uFFFD\uFFFD\0A', '\uFFFD\uFFFD\0A', null],
    ['ED A0 80', '\uFFFD\uFFFD\uFFFD', '\uFFFD\uFFFD\uFFFD', null],
    ['EF BF BD', '\uFFFD', '\uFFFD', '\uFFFD'],
  ];

  for (const [column, hook, does] of [
    [1, UTF8Decode, 'drops a byte order mark'],
    [2, UTF8DecodeWithoutBOM, 'keeps a byte order mark'],
    [3, UTF8DecodeWithoutBOMOrFail, 'returns failure, as null, for an error'],
  ]) {
    it(`${hook.name} ${does}`, () => {
      for (const row of rows) equal(hook(hex(row[0])), row[column], row[0]);
    });
  }
});

describe('encode and UTF-8 encode', () => {
  const text = 'A\u00A5\u3042\uD83D\uDCA9\u00E9\u000E\uFFFD\u20AC\uE5E5\uF780';

  it('processes the text with error mode "html"', () => {
    equal(encode('\u2603\u00E9', 'windows-1252').toString('latin1'), '&#9731;\u00E9');
    for (const name of encodableNames) {
      const expected = referenceEncode(name, text, 'html').bytes;
      equal(toHex(encode(text, name)), toHex(expected), name);
    }
  });

  it('encodes a lone surrogate as U+FFFD', () => {
    equal(toHex(UTF8Encode('\uD83D')), 'EF BF BD');
    equal(encode('\uDCA9', 'shift_jis').toString('latin1'), '&#65533;');
  });

  it('UTF-8 encode encodes with UTF-8, and adds no byte order mark', () => {
    equal(toHex(UTF8Encode('\uFEFF\u{1F4A9}')), 'EF BB BF F0 9F 92 A9');
    equal(UTF8Encode('').length, 0);
  });

  it('asserts that the encoding has an encoder', () => {
    for (const label of ['replacement', 'utf-16le', 'utf-16be', 'utf-16', 'iso-2022-kr', 'utf-7']) {
      throws(() => encode('', label), notSupported);
      throws(() => getEncoder(label), notSupported);
    }
  });
});

describe('get an encoding and get an output encoding', () => {
  it('return an encoding that can be passed to encode', () => {
    for (const name of encodingNames) {
      equal(getEncoding(name), name);
      equal(getOutputEncoding(name), encoderOf(name) === null ? 'UTF-8' : name);
      equal(encode('A', getOutputEncoding(name)).toString(), 'A');
    }
    equal(getEncoding('utf-7'), null);
    equal(getOutputEncoding('utf-7'), null);
  });
});

/**
 * Calls « encode or fail » of the reference until it returns null. Each result is the output in hex
 * digits, and a code point or null.
 */
function referenceCalls(name, text) {
  const encoder = encoderOf(name);
  const scalarValues = Array.from(text.toWellFormed(), (each) => each.codePointAt(0));
  const input = IOQueue.from(scalarValues);
  const calls = [];
  for (;;) {
    const output = IOQueue.from();
    const result = processAQueue(encoder, input, output, 'fatal');
    output.push([endOfQueue]);
    const codePoint = result instanceof HandlerError ? result.codePoint : null;
    calls.push([toHex(output.toList()), codePoint]);
    if (codePoint === null) return calls;
  }
}

/**
 * Calls the hook encodeOrFail in the same way as referenceCalls(), and checks `read` in each
 * result.
 */
function calls(encoder, text) {
  const made = [];
  for (let rest = text; ; ) {
    const { codePoint, read, output } = encodeOrFail(rest, encoder);
    made.push([toHex(output), codePoint]);
    if (codePoint === null) {
      equal(read, rest.length);
      return made;
    }
    ok(read > 0);
    rest = rest.slice(read);
  }
}

describe('encode or fail', () => {
  it('returns the code point of an error, and null at the end', () => {
    const encoder = getEncoder('windows-1252');
    for (const [text, codePoint, read, output] of [
      ['a\u00E9\u{1F4A9}b', 0x1f4a9, 4, 'a\xE9'],
      ['b', null, 1, 'b'],
      ['', null, 0, ''],
    ]) {
      const expected = { codePoint, read, output: Buffer.from(output, 'latin1') };
      deepEqual(encodeOrFail(text, encoder), expected);
    }
  });

  it('returns to the ASCII state at end-of-queue, also for an empty text', () => {
    const encoder = getEncoder('iso-2022-jp');
    deepEqual(encodeOrFail('\u00A5\u00E9', encoder).output, Buffer.from('\x1B(J\\'));
    deepEqual(encodeOrFail('', encoder).output, Buffer.from('\x1B(B'));
    deepEqual(encodeOrFail('', encoder).output, Buffer.alloc(0));
  });

  it('agrees with the reference call by call for every encoding', () => {
    const scalarValues = Array.from('A\u00A5\u3042\u{1F4A9}\u00E9~\u000E\u20AC\uE5E5\uFF9E\u2550');
    const random = randomFrom(1);
    for (const name of encodableNames) {
      const encoder = getEncoder(name);
      equal(encoder.encoding, name);
      for (let i = 0; i < 50; i++) {
        const text = Array.from({ length: random(12) }, () => scalarValues[random(11)]).join('');
        deepEqual(calls(encoder, text), referenceCalls(name, text), `${name} ${text}`);
      }
    }
  });

  it('agrees with the reference in long texts, wherever the errors are', () => {
    for (let padding = 250; padding < 262; padding++) {
      for (const filler of ['a', '\u3042', '\u00A5']) {
        for (const [errors, scalarValue] of [
          ['\u{1F4A9}', 0x1f4a9],
          ['\uD83D', 0xfffd],
          ['\u{1F4A9}\u00E9', 0x1f4a9],
        ]) {
          const text = filler.repeat(padding) + errors + filler.repeat(600) + errors;
          const expected = referenceCalls('ISO-2022-JP', text);
          equal(expected[0][1], scalarValue);
          deepEqual(calls(getEncoder('ISO-2022-JP'), text), expected);
        }
      }
    }
  });

  it('keeps the state of each instance separate', () => {
    const [one, other] = [getEncoder('iso-2022-jp'), getEncoder('iso-2022-jp')];
    encodeOrFail('\u00A5\u00E9', one);
    deepEqual(encodeOrFail('\\', other).output, Buffer.from('\\'));
    deepEqual(encodeOrFail('\\', one).output, Buffer.from('\x1B(B\\'));
  });

  it('refuses what is not an encoder', () => {
    for (const value of [undefined, null, 'utf-8', {}, Object.create(getEncoder('utf-8'))]) {
      throws(() => encodeOrFail('', value), wrongType);
    }
  });
});

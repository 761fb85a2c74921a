// Tests UTF-32BE and UTF-32LE of whatwg-transcoder/codepages: each rule in every cut and mode, every code point, random streams,
// byte order marks, and the whole public interface.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { Readable } from 'node:stream';
import * as standard from 'whatwg-transcoder';
import * as codepages from 'whatwg-transcoder/codepages';
import { hex, toHex } from '../../harness/decoders.mjs';
import * as reference from '../../reference/utf-32.mjs';
import { checkEncodeInto, checkMalformed, checkStreams, checksOf } from './faces.mjs';

const { TextDecoder, Transcoder, decode, encode, transcode } = codepages;
const { referenceEncode } = reference;
const { check: checkOne, checkCalls, checkRandomStreams } = checksOf(codepages, reference);

const R = '\uFFFD';
const lone = 'lone surrogate';
const stream = { stream: true };
const names = ['UTF-32BE', 'UTF-32LE'];

/** Changes the byte order of each four bytes. The last one to three bytes stay as they are. */
function swap(bytes) {
  const swapped = Uint8Array.from(bytes);
  for (let at = 0; at + 4 <= bytes.length; at += 4) swapped.subarray(at, at + 4).reverse();
  return swapped;
}

/** Bytes of an encoding from hexadecimal numbers of eight digits. */
const bytesIn = (name, digits) => (name === 'UTF-32BE' ? hex(digits) : swap(hex(digits)));

/** Bytes of an encoding from code points, or from other numbers of 32 bits. */
function bytesOf(name, numbers) {
  const bytes = new Uint8Array(4 * numbers.length);
  const view = new DataView(bytes.buffer);
  for (const [at, number] of numbers.entries()) {
    view.setUint32(4 * at, number, name === 'UTF-32LE');
  }
  return bytes;
}

/** Checks rows in both byte orders. The rows have the bytes of UTF-32BE. */
function check(rows, options) {
  checkOne(['utf-32be'], rows, options);
  const swapped = rows.map(([digits, ...rest]) => [toHex(swap(hex(digits))), ...rest]);
  checkOne(['utf-32le'], swapped, options);
}

describe('UTF-32 decoder', () => {
  it('decodes four bytes to a code point', () => {
    check([
      ['', ''],
      ['00000041', 'A'],
      ['00000000 0000D7FF 0000E000 0000FFFE 0000FFFF', '\0\uD7FF\uE000\uFFFE\uFFFF'],
      ['000065E5 0000672C 00010000 0001F4A9 0010FFFF', '日本\u{10000}\u{1F4A9}\u{10FFFF}'],
    ]);
  });

  it('returns one error for each surrogate, also for two that are a pair in UTF-16', () => {
    check([
      ['0000D800', R, [0, 4, lone]],
      ['0000DFFF 00000041', `${R}A`, [0, 4, lone]],
      ['00000041 0000D83D 0000DCA9', `A${R}${R}`, [4, 4, lone]],
    ]);
  });

  it('returns one error for each number above U+10FFFF', () => {
    check([
      ['00110000', R, [0, 4, 'unmapped']],
      ['00000041 00110000 00000042', `A${R}B`, [4, 4, 'unmapped']],
      ['7FFFFFFF 80000000 FFFFFFFF', `${R}${R}${R}`, [0, 4, 'unmapped']],
      ['01000041 80000041 00200041', `${R}${R}${R}`, [0, 4, 'unmapped']],
      ['0001D800 0010DFFF 0100D800', `\u{1D800}\u{10DFFF}${R}`, [8, 4, 'unmapped']],
    ]);
  });

  it('returns one error at end-of-queue, however many bytes are pending', () => {
    checkOne(
      ['utf-32be', 'utf-32le'],
      [
        ['00', R, [0, 1, 'truncated']],
        ['FF FE', R, [0, 2, 'truncated']],
        ['00 00 FE', R, [0, 3, 'truncated']],
        ['00 D8 00', R, [0, 3, 'truncated']],
      ],
    );
    checkOne(['utf-32le'], [['41 00 00 00 42 00 00', `A${R}`, [4, 3, 'truncated']]]);
    checkOne(['utf-32be'], [['00 00 00 41 00', `A${R}`, [4, 1, 'truncated']]]);
  });
});

describe('UTF-32 decoder and the reference', () => {
  for (const name of names) {
    it(`${name}: random streams in random chunks, call by call`, () => {
      const numbers = [0x41, 0x7ff, 0x4e00, 0xfeff, 0xffff, 0x1f600, 0xd800, 0x110000, 0xff000041];
      checkRandomStreams(name, 32, 10_000, (random) => {
        const chosen = Array.from({ length: random.below(14) }, () =>
          random.oneIn(6) ? random.below(0x120000) : random.pick(numbers),
        );
        const bytes = bytesOf(name, chosen);
        const end = random.oneIn(3) ? bytes.length - random.below(4) : bytes.length;
        return bytes.slice(0, Math.max(0, end));
      });
    });
  }
});

describe('serialize I/O queue, encodings UTF-32BE and UTF-32LE', () => {
  it('drops one U+FEFF BOM when ignore BOM and BOM seen are false', () => {
    check([
      ['0000FEFF', ''],
      ['0000FEFF 00000041', 'A'],
      ['0000FEFF 0000FEFF', '\uFEFF'],
      ['00000041 0000FEFF', 'A\uFEFF'],
      ['0000FEFF 0000DCA9', R, [4, 4, lone]],
      ['0000D800 0000FEFF', `${R}\uFEFF`, [0, 4, lone]],
    ]);
  });

  it('calls a BOM of the other byte order malformed', () => {
    check([['FFFE0000 00000041', `${R}A`, [0, 4, 'unmapped']]]);
  });

  it('keeps U+FEFF when ignore BOM is true', () => {
    check(
      [
        ['0000FEFF 00000041', '\uFEFFA'],
        ['0000FEFF 0000FEFF', '\uFEFF\uFEFF'],
      ],
      { ignoreBOM: true },
    );
  });

  it('sets BOM seen once per stream, and to false again for the next stream', () => {
    for (const fatal of [false, true]) {
      checkCalls('utf-32le', { fatal }, [
        ['FF', stream, ''],
        ['FE', stream, ''],
        ['', stream, ''],
        ['00', stream, ''],
        ['00 41 00', stream, ''],
        ['00 00 FF FE 00 00', stream, 'A\uFEFF'],
        [null, {}, ''],
        ['FF FE 00 00 42 00 00 00', {}, 'B'],
        ['42 00 00 00', stream, 'B'],
        ['FF FE 00 00', {}, '\uFEFF'],
        ['FF FE 00 00', {}, ''],
      ]);
    }
  });
});

describe('TextDecoder decode(input, options), UTF-32', () => {
  it('leaves the unread bytes in the I/O queue when it throws in a stream', () => {
    checkCalls('utf-32be', { fatal: true }, [
      ['00 00 00 41 00 00', stream, 'A'],
      ['D8 00 00 00 00 42 00', stream, [4, 4, lone]],
      ['00 00 43', stream, 'BC'],
      ['00 11', stream, ''],
      ['00', {}, [16, 3, 'truncated']],
      ['00 00 00 44', {}, 'D'],
    ]);
  });

  it('passes no bytes to the next stream', () => {
    for (const fatal of [false, true]) {
      checkCalls('utf-32le', { fatal }, [
        ['41 00 00', stream, ''],
        [null, {}, fatal ? [0, 3, 'truncated'] : R],
        ['41 00 00 00', {}, 'A'],
      ]);
    }
  });
});

/** Every scalar value, in order. */
const scalarValues = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint).filter(
  (codePoint) => codePoint < 0xd800 || codePoint > 0xdfff,
);
const everyScalarValue = Array.from({ length: 272 }, (_, part) =>
  String.fromCodePoint(...scalarValues.slice(part * 0x1000, (part + 1) * 0x1000)),
).join('');

describe('UTF-32: every code point', () => {
  for (const name of names) {
    it(`${name}: each scalar value, back and forth, and by way of UTF-8 and UTF-16`, () => {
      const bytes = Buffer.from(bytesOf(name, scalarValues));
      ok(encode(everyScalarValue, name).equals(bytes));
      ok(decode(bytes, name, { fatal: true, ignoreBOM: true }) === everyScalarValue);
      equal(codepages.decodedLength(bytes, name), everyScalarValue.length);
      equal(codepages.encodedLength(everyScalarValue, name), bytes.length);
      const utf8 = Buffer.from(everyScalarValue);
      ok(transcode(bytes, name, 'utf-8', { fatal: true }).equals(utf8));
      ok(transcode(utf8, 'utf-8', name).equals(bytes));
      const utf16 = Buffer.from(everyScalarValue, 'utf16le');
      ok(transcode(bytes, name, 'utf-16le').equals(utf16));
      ok(transcode(utf16, 'utf-16le', name).equals(bytes));
      const target = new Uint8Array(bytes.length);
      const { read, written } = codepages.encodeInto(everyScalarValue, target, name);
      deepEqual([read, written], [everyScalarValue.length, bytes.length]);
      ok(bytes.equals(target));
    });
  }
});

describe('UTF-32 encoder', () => {
  const text = 'A\u00E9日\u{1F600}\uFEFF\u{10FFFF}';

  for (const name of names) {
    it(`${name}: writes U+FFFD for a lone surrogate, at any place and in any cut`, () => {
      for (const lonely of ['\uD800', '\uDFFF', '\uDC00\uD800', '\uD800\uD83D\uDE00', '\uD800x']) {
        for (const length of [0, 1, 7, 30, 31, 32, 33, 63, 64]) {
          for (const after of ['', 'b', '\uDC00', 'c'.repeat(40)]) {
            const whole = 'a'.repeat(length) + lonely + after;
            const expected = Buffer.from(referenceEncode(name, whole).bytes);
            deepEqual(encode(whole, name), expected);
            equal(codepages.encodedLength(whole, name), expected.length);
            const target = new Uint8Array(expected.length);
            deepEqual(codepages.encodeInto(whole, target, name), {
              read: whole.length,
              written: expected.length,
            });
            ok(expected.equals(target));
          }
        }
      }
    });

    it(`${name}: contains all scalar values, and no lone surrogate`, () => {
      for (const each of [text, everyScalarValue]) {
        ok(codepages.canEncode(each, name));
        equal(codepages.findUnencodable(each, name), null);
      }
      ok(!codepages.canEncode('\uD800', name));
      const never = () => {
        throw new Error('not called');
      };
      for (const unencodable of ['fatal', 'html', 'replace', 'skip', never]) {
        deepEqual(encode(`${text}\uD800`, name, { unencodable }), encode(text + R, name));
        deepEqual(transcode(Buffer.from(text), 'utf-8', name, { unencodable }), encode(text, name));
      }
    });

    it(`${name}: addBOM writes one byte order mark`, () => {
      const bom = bytesIn(name, '0000FEFF');
      const expected = Buffer.concat([bom, encode(text, name)]);
      const addBOM = true;
      deepEqual(encode(text, name, { addBOM }), expected);
      deepEqual(encode('', name, { addBOM }), Buffer.from(bom));
      equal(codepages.encodedLength(text, name, { addBOM }), expected.length);
      deepEqual(transcode(Buffer.from(text), 'utf-8', name, { addBOM }), expected);
      const transcoder = new Transcoder('utf-8', name, { addBOM });
      const parts = Array.from(Buffer.from(text), (byte) => transcoder.write(Uint8Array.of(byte)));
      deepEqual(Buffer.concat([...parts, transcoder.end()]), expected);
      equal(decode(expected, name), text);
      equal(decode(expected, name, { ignoreBOM: true }), `\uFEFF${text}`);
    });

    it(`${name}: encodeInto writes whole code points only, and no other byte`, () => {
      checkEncodeInto(codepages, name, text);
    });
  }
});

describe('UTF-32: validate, malformed, start and end, limits', () => {
  for (const name of names) {
    const bytes = bytesOf(name, [0xfeff, 0x41, 0xd800, 0x1f600, 0x110000]);
    const cutBytes = Uint8Array.of(...bytes, 0, 0);

    it(`${name}: lists every malformed sequence`, () => {
      checkMalformed(codepages, reference, name, cutBytes);
      equal(codepages.validate(cutBytes, name, { start: 12, end: 16 }).valid, true);
    });

    it(`${name}: start and end choose a part; a limit counts bytes and code units`, () => {
      equal(decode(bytes, name, { start: 4, end: 8 }), 'A');
      equal(decode(bytes, name, { start: 0, end: 8 }), 'A');
      equal(decode(bytes, name, { start: 5, end: 7 }), R);
      equal(codepages.decodedLength(bytes, name, { start: 12, end: 16 }), 2);
      deepEqual(
        transcode(bytes, name, 'utf-16be', { start: 12, end: 16 }),
        Buffer.from('d83dde00', 'hex'),
      );
      const long = encode('a'.repeat(1000), name);
      const limits = (maxOutputBytes) => ({ maxOutputBytes });
      equal(encode('a'.repeat(1000), name, limits(4000)).length, 4000);
      equal(transcode(long, name, 'utf-8', limits(1000)).length, 1000);
      for (const call of [
        () => encode('a'.repeat(1000), name, limits(3999)),
        () => transcode(Buffer.alloc(1000), 'utf-8', name, limits(3999)),
        () => transcode(long, name, 'utf-8', limits(999)),
      ]) {
        throws(call, { code: 'ERR_ENCODING_OUTPUT_TOO_LARGE' });
      }
    });
  }
});

describe('UTF-32: Transcoder and streams', () => {
  const text = 'naïve 日本語 \u{1F600}\uFEFF '.repeat(500);

  for (const name of names) {
    it(`${name}: transcodes in every cut`, () => {
      const short = '\uFEFFé\u{1F600}\uD800b';
      const bytes = Buffer.concat([encode(short, name), bytesOf(name, [0xd800, 0x10ffff])]);
      for (const to of ['utf-8', 'utf-16be', 'gb18030', 'UTF-32BE', 'UTF-32LE', 'ibm037']) {
        const modes = { unencodable: 'skip' };
        const expected = transcode(bytes, name, to, modes);
        for (let at = 0; at <= bytes.length; at += 1) {
          for (let second = at; second <= bytes.length; second += 3) {
            const transcoder = new Transcoder(name, to, modes);
            const parts = [
              transcoder.write(bytes.subarray(0, at)),
              transcoder.write(bytes.subarray(at, second)),
              transcoder.end(bytes.subarray(second)),
            ];
            deepEqual(Buffer.concat(parts), expected);
          }
        }
      }
    });

    it(`${name}: gives the offset of what another encoding does not contain`, () => {
      const bytes = bytesOf(name, [0xfeff, 0x41, 0x1f600, 0x42]);
      throws(() => transcode(bytes, name, 'ibm437'), {
        code: 'ERR_ENCODING_UNENCODABLE',
        codePoint: 0x1f600,
        offset: 8,
      });
      const unencodable = (codePoint, offset) => `[${codePoint} ${offset}]`;
      equal(transcode(bytes, name, 'ibm437', { unencodable }).toString('latin1'), 'A[128512 8]B');
      const transcoder = new Transcoder(name, 'utf-8');
      transcoder.end(bytesOf(name, [0x41, 0xd800, 0xd801]));
      deepEqual([transcoder.replacements, transcoder.firstErrorOffset], [2, 4]);
      deepEqual([transcoder.from, transcoder.to], [name, 'UTF-8']);
    });

    it(`${name}: streams of Node and of the web`, async () => {
      await checkStreams(codepages, name, text);
      await checkStreams(codepages, name, text.slice(0, 40));
      // The second piece begins between two surrogates.
      const middle = text.indexOf('\u{1F600}') + 1;
      const encoding = Readable.from([text.slice(0, middle), text.slice(middle)])
        .pipe(new codepages.EncodeStream(name, { addBOM: true }))
        .toArray();
      deepEqual(Buffer.concat(await encoding), encode(text, name, { addBOM: true }));
    });
  }
});

describe('UTF-32: labels', () => {
  it('names both encodings by the labels of indexes/unicode/encodings.txt', () => {
    for (const name of names) {
      const own = Object.entries(codepages.labels).filter(([, each]) => each === name);
      ok(own.length > 5);
      for (const [label] of own) {
        equal(reference.getEncoding(label), name);
        equal(codepages.getEncoding(` ${label.toUpperCase()}\t`), name);
        equal(new TextDecoder(label).encoding, name.toLowerCase());
      }
    }
    equal(codepages.getEncoding('ucs-4le'), 'UTF-32LE');
    equal(codepages.getEncoding('utf32be'), 'UTF-32BE');
  });

  it('has no label without a byte order, and none that the package root knows', () => {
    for (const label of ['utf-32', 'utf32', 'ucs-4', 'ucs4', 'csucs4', 'iso-10646-ucs-4']) {
      equal(codepages.getEncoding(label), null);
    }
    for (const label of ['utf-32le', 'ucs-4be']) {
      equal(standard.getEncoding(label), null);
      throws(() => standard.decode(new Uint8Array(4), label), {
        name: 'RangeError',
        message: /whatwg-transcoder\/codepages supports it/,
      });
    }
  });
});

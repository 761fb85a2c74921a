// Tests what bounds a conversion: the list of errors of validate(), the limits `maxErrors` and `maxOutputBytes`, and the part
// of the bytes that `start` and `end` name.

import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DecodeStream,
  decode,
  decodedLength,
  EncodeStream,
  encode,
  encodedLength,
  encodeInto,
  TextDecoder,
  Transcoder,
  TranscodeStream,
  transcode,
  validate,
} from 'whatwg-transcoder';
import { hzGb2312, ibm875, utf32le } from 'whatwg-transcoder/encodings';
import binding from '../../../lib/backend/backend.js';
import { PIECE_UNITS as PIECE } from '../../../lib/transcoding/pieces.js';
import { hex, toHex } from '../../harness/decoders.mjs';
import { newStream } from '../../harness/encoders.mjs';
import { invalidData, thrownBy } from '../../harness/errors.mjs';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { itInNode } from '../../harness/runtimes-here.mjs';
import { decodeWithOffsets } from '../../harness/transcode-model.mjs';
import { assertLinear, workOf } from '../../harness/work.mjs';
import { malformedBytes } from './samples.mjs';

const tooLarge = (limit) => ({
  name: 'RangeError',
  code: 'ERR_ENCODING_OUTPUT_TOO_LARGE',
  message: `The output is longer than ${limit} bytes`,
  limit,
});

const propertiesOf = ({ name, message, ...own }) => ({ name, message, ...own });

describe('validate() with maxErrors', () => {
  it('has no list without the option', () => {
    for (const options of [undefined, null, {}, { maxErrors: undefined }, { maxErrors: null }]) {
      ok(!('errors' in validate(hex('FF'), 'utf-8', options)));
    }
  });

  it('looks for the list no further than its last error, and not at all in well-formed bytes', () => {
    const bytes = Buffer.alloc(1_000_000, 0x61);
    // The call that counts the errors of all bytes is not among those that workOf() sees.
    const work = () => workOf(binding, () => validate(bytes, 'utf-8', { maxErrors: 1 }));
    equal(work().calls, 0);
    bytes[100] = 0xff;
    bytes[900_000] = 0xff;
    const { calls, given } = work();
    equal(calls, 1);
    ok(given > 0 && given < 2 * PIECE, `${given}`);
  });

  it('reads shared memory, and accepts start and end: offsets count from the start of the bytes', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(6));
    shared.set(hex('FF 41 FF E3 81 42'));
    const errors = [
      { offset: 2, length: 1, reason: 'invalid byte' },
      { offset: 3, length: 1, reason: 'truncated' },
    ];
    deepEqual(validate(shared, 'utf-8', { maxErrors: 9, start: 1, end: 4 }), {
      valid: false,
      replacements: 2,
      firstError: errors[0],
      errors,
    });
    deepEqual(validate(shared, 'utf-8', { start: 5 }), {
      valid: true,
      replacements: 0,
      firstError: null,
    });
    equal(validate(shared, 'utf-8', { start: 3, end: 5 }).firstError.offset, 3);
  });
});

/** The malformed sequences of bytes with their lines and columns, by the reference. */
function locatedErrors(name, bytes) {
  const errors = [];
  const marks = ['UTF-8', 'UTF-16BE', 'UTF-16LE'];
  let line = 1;
  let column = 1;
  let last;
  for (const { error, codePoint } of decodeWithOffsets(name, bytes)) {
    const isMark = last === undefined && codePoint === 0xfeff && marks.includes(name);
    if (error) errors.push({ ...error, line, column });
    const endsLine = codePoint === 0x0d || (codePoint === 0x0a && last !== 0x0d);
    if (endsLine) {
      line += 1;
      column = 1;
    } else if (!isMark && codePoint !== 0x0a) column += 1;
    last = codePoint ?? 0xfffd;
  }
  return errors;
}

describe('validate() with lines', () => {
  for (const name of names) {
    it(`${name}: says the lines and columns of the reference`, () => {
      const random = randomFrom(29 + name.length);
      const pieces = ['\n', '\r', '\r\n', 'a', '\u{1F600}', '\u3042', '\uFEFF'].map((text) =>
        encode(text, name, { unencodable: 'skip' }),
      );
      const mixed = (count) =>
        Buffer.concat(
          Array.from({ length: count }, () =>
            random(3) === 0 ? malformedBytes(random, random(4)) : pieces[random(pieces.length)],
          ),
        );
      for (let i = 0; i < 100; i += 1) {
        const bytes = mixed(i < 99 ? random(24) : PIECE);
        const errors = locatedErrors(name, bytes);
        const plain = validate(bytes, name);
        deepEqual(validate(bytes, name, { lines: true }), plain);
        for (const maxErrors of [0, 2, Infinity]) {
          const located = errors.slice(0, maxErrors);
          const both = { ...plain, errors: located };
          deepEqual(validate(bytes, name, { lines: true, maxErrors }), both, toHex(bytes));
          const alone = located.map(({ line, column, ...error }) => error);
          deepEqual(validate(bytes, name, { maxErrors }), { ...plain, errors: alone });
        }
      }
    });
  }

  it('counts from `start`, and in code pages and historical encodings', () => {
    const options = { lines: true, maxErrors: 9 };
    const placesIn = ({ errors }) =>
      errors.map(({ offset, line, column }) => [offset, line, column]);
    const part = { ...options, start: 2, end: 6 };
    deepEqual(placesIn(validate(hex('0A 0A 0A 41 FF 41 FF'), 'utf-8', part)), [[4, 2, 2]]);
    const wide = hex('FF FE 00 00 0A 00 00 00 00 00 11 00');
    deepEqual(placesIn(validate(wide, utf32le, options)), [[8, 2, 1]]);
    // EBCDIC has its line feed at 25.
    deepEqual(placesIn(validate(hex('C1 25 C1 DC'), ibm875, options)), [[3, 2, 2]]);
    const old = validate(hex('41 0A 42 FF'), hzGb2312, options);
    deepEqual(placesIn(old), [[3, 2, 2]]);
  });

  itInNode('takes time in proportion to the input', () => {
    const script = `
      const { validate } = require('whatwg-transcoder');
      function run(part, length) {
        const bytes = Buffer.alloc(length, part, 'latin1');
        validate(bytes, 'utf-8', { maxErrors: Infinity, lines: true });
      }`;
    assertLinear(script, ['\xff', '\n\xff', '\r\nlong line \xff'], 50_000);
  });
});

describe('maxErrors', () => {
  it('is told by the error, which has the first one beyond it as its cause', () => {
    const encoding = 'utf-8';
    for (const call of [decode, decodedLength]) {
      const error = thrownBy(() => call(hex('FF 41 E3 81'), encoding, { maxErrors: 1 }));
      const { cause } = error;
      const { code } = invalidData;
      deepEqual({ ...cause }, { code, encoding, offset: 2, length: 2, reason: 'truncated' });
      deepEqual(propertiesOf(error), {
        name: 'RangeError',
        message: `There are more than 1 errors: ${cause.message}`,
        code: 'ERR_ENCODING_TOO_MANY_ERRORS',
        encoding,
        offset: 2,
        limit: 1,
      });
    }
    const options = { unencodable: 'html', maxErrors: 1 };
    for (const call of [encode, encodedLength]) {
      const { cause, limit, index, output } = thrownBy(() =>
        call('\u0416a\u0416', 'latin1', options),
      );
      deepEqual([cause.code, cause.index, index, limit], ['ERR_ENCODING_UNENCODABLE', 2, 2, 1]);
      equal(output?.toString(), call === encode ? '&#1046;a' : undefined);
    }
  });

  // model.test.mjs has the other functions.
  it('is without effect where encode() stops at the first error, and begins anew with each stream', () => {
    for (const maxErrors of [0, 1, 9]) {
      const unencodable = { code: 'ERR_ENCODING_UNENCODABLE', index: 1 };
      throws(() => encode('a\u0416', 'latin1', { maxErrors }), unencodable);
      throws(() => encode('a\uD800', 'latin1', { maxErrors }), /lone surrogate U\+D800/);
    }
    // Nor is a second code point left.
    const pair = new Transcoder('big5', 'koi8-r', { unencodable: 'skip', maxErrors: 0 });
    throws(() => pair.write(hex('88 62')));
    pair.reset();
    equal(pair.end(hex('41')).toString(), 'A');
    const stream = newStream('latin1', { unencodable: 'skip', maxErrors: 1 });
    for (let i = 0; i < 3; i += 1) equal(stream.encode('a\u0416', true).toString(), 'a');
  });
});

describe('maxOutputBytes', () => {
  const text = 'a\u00E9\u3042\u{1F4A9}\uFFFD\u0416'.repeat(3);

  it('encode() and encodedLength() tell the limit or an unencodable code point, whichever comes first', () => {
    for (const [string, name, length] of [
      ['aaaa\u00E9', 'shift_jis', 4],
      ['\u3042\u3042\u{1F600}', 'big5', 4],
      // The error comes after the escape sequence that leaves JIS X 0208.
      ['\u3042\u{1F600}', 'iso-2022-jp', 8],
      [`${'a'.repeat(200_000)}\u{1F600}`, 'euc-kr', 200_000],
    ]) {
      for (const addBOM of [false, true]) {
        for (const maxOutputBytes of [0, 1, length - 1, length, length + 1, 1e6]) {
          const code =
            maxOutputBytes < length ? 'ERR_ENCODING_OUTPUT_TOO_LARGE' : 'ERR_ENCODING_UNENCODABLE';
          for (const call of [encode, encodedLength]) {
            throws(() => call(string, name, { maxOutputBytes, addBOM }), { code }, name);
          }
        }
      }
    }
  });

  it('leaves a Transcoder as it was before the call', () => {
    const bytes = Buffer.from(text);
    for (const to of ['utf-16be', 'iso-2022-jp']) {
      const counter = new Transcoder('utf-8', to, { unencodable: 'html' });
      counter.end(bytes);
      for (const more of [
        {},
        { malformed: () => '?' },
        { unencodable: () => '?' },
        // Each error that a call counts in vain would be one too many.
        { maxErrors: counter.replacements },
        { maxErrors: counter.replacements, unencodable: () => '?' },
      ]) {
        const options = { unencodable: 'html', ...more };
        const whole = transcode(bytes, 'utf-8', to, options);
        const transcoder = new Transcoder('utf-8', to, {
          ...options,
          maxOutputBytes: whole.length,
        });
        const first = transcoder.write(bytes.subarray(0, 5));
        const { replacements, firstErrorOffset } = transcoder;
        const long = Buffer.concat([bytes.subarray(5), bytes]);
        for (const call of ['write', 'end', 'write']) {
          throws(() => transcoder[call](long), tooLarge(whole.length));
          equal(transcoder.replacements, replacements);
          equal(transcoder.firstErrorOffset, firstErrorOffset);
        }
        const rest = transcoder.end(bytes.subarray(5));
        equal(toHex(Buffer.concat([first, rest])), toHex(whole), `${to}`);
        // reset() begins another stream, and with it another count.
        transcoder.reset();
        equal(toHex(transcoder.end(bytes)), toHex(whole));
      }
    }
    // The bytes of a sequence that has begun are still there.
    const options = { malformed: toHex, maxOutputBytes: 9000 };
    const transcoder = new Transcoder('utf-8', 'utf-8', options);
    transcoder.write(hex('E3 81'));
    throws(() => transcoder.write(Buffer.alloc(10_000, 'a')), tooLarge(9000));
    equal(transcoder.end(Buffer.of(0x41)).toString(), 'E3 81A');
  });

  it('leaves a stream of text as it was before the call', () => {
    const stream = newStream('big5', { unencodable: 'html', maxOutputBytes: 9 });
    equal(stream.encode('\uD83D', false).length, 0);
    throws(() => stream.encode('x'.repeat(10), false), tooLarge(9));
    equal(stream.encode('\uDCA9', true).toString(), '&#128169;');
  });

  it('counts over a whole stream, and passes on no more than that', async () => {
    const long = text.repeat(20_000);
    const bytes = Buffer.from(long);
    const chunks = () => Readable.from([bytes.subarray(0, 100_001), bytes.subarray(100_001)]);
    const limit = 300_000;
    const options = { maxOutputBytes: limit };
    for (const stream of [
      new DecodeStream('utf-8', options),
      new DecodeStream('utf-8', { ...options, encoding: 'utf8' }),
      new DecodeStream('utf-8', { ...options, malformed: () => '?' }),
      new TranscodeStream('utf-8', 'big5', { ...options, unencodable: 'html' }),
      new EncodeStream('big5', { ...options, unencodable: 'html' }),
      new EncodeStream('big5', { ...options, unencodable: () => '?' }),
    ]) {
      const source = stream instanceof EncodeStream ? Readable.from([long]) : chunks();
      let length = 0;
      const run = pipeline(source, stream, async (parts) => {
        for await (const part of parts) length += Buffer.byteLength(part);
      });
      await rejects(run, tooLarge(limit));
      ok(length > limit / 4 && length <= limit, `${length}`);
    }
    const ample = chunks().pipe(new DecodeStream('utf-8', { maxOutputBytes: bytes.length }));
    ok(Buffer.concat(await ample.toArray()).equals(bytes));
  });

  it('ends a call soon after it is passed: not all of the input is converted', () => {
    const long = text.repeat(400_000);
    const bytes = Buffer.from(long);
    const maxOutputBytes = 10_000;
    const options = { maxOutputBytes, unencodable: 'html' };
    for (const call of [
      () => decode(bytes, 'utf-8', options),
      () => decode(bytes, 'utf-8', { maxOutputBytes, malformed: () => '' }),
      () => decode(bytes, 'utf-8', { maxOutputBytes, fatal: true }),
      () => decodedLength(bytes, 'utf-8', options),
      () => transcode(bytes, 'utf-8', 'big5', options),
      () => transcode(bytes, 'utf-8', 'utf-16le', options),
      () => new Transcoder('utf-8', 'utf-16le', options).write(bytes),
      () => encode(long, 'big5', options),
      () => encode(long, 'utf-8', options),
      () => encode(long, 'big5', { maxOutputBytes, unencodable: () => '?' }),
    ]) {
      const { given } = workOf(binding, () => throws(call, tooLarge(maxOutputBytes)));
      ok(given <= 300_000, `${call}: ${given}`);
    }
  });

  it('ends a call soon after it is passed by the text of a function', () => {
    const long = '\u3042'.repeat(10_000_000);
    const maxOutputBytes = 10_000;
    for (const call of [
      () => encode('\u0E01a', 'big5', { maxOutputBytes, unencodable: () => long }),
      () => transcode(hex('FF'), 'utf-8', 'big5', { maxOutputBytes, malformed: () => long }),
    ]) {
      const { given } = workOf(binding, () => throws(call, tooLarge(maxOutputBytes)));
      // The core is asked once whether the text can be encoded, and then encodes its first part.
      ok(given <= long.length + 300_000, `${given}`);
    }
  });
});

describe('start and end', () => {
  it('name the part of the bytes that is decoded, as subarray() does, and are cut at its length', () => {
    const bytes = Buffer.from('\uFEFFa\u3042b\u{1F4A9}c');
    for (let start = 0; start <= bytes.length + 2; start += 1) {
      for (let end = 0; end <= bytes.length + 2; end += 1) {
        const part = bytes.subarray(start, Math.max(start, end));
        const options = { start, end };
        equal(decode(bytes, 'utf-8', options), decode(part), `${start} ${end}`);
        equal(decodedLength(bytes, 'utf-8', options), decodedLength(part));
        ok(
          transcode(bytes, 'utf-8', 'utf-16be', options).equals(
            transcode(part, 'utf-8', 'utf-16be'),
          ),
        );
        equal(validate(bytes, 'utf-8', options).replacements, validate(part).replacements);
      }
      equal(decode(bytes, 'utf-8', { start }), decode(bytes.subarray(start)));
      equal(decode(bytes, 'utf-8', { end: start }), decode(bytes.subarray(0, start)));
    }
  });

  it('leave offsets as they are: from the start of the bytes', () => {
    const bytes = hex('41 42 43 FF D0 96 FF');
    const part = { start: 2, end: 7 };
    const fatal = { ...part, fatal: true };
    const invalid = { code: invalidData.code, offset: 3, message: /at offset 3$/ };
    const tooMany = { code: 'ERR_ENCODING_TOO_MANY_ERRORS', offset: 6 };
    const lacking = { code: 'ERR_ENCODING_UNENCODABLE', offset: 4 };
    for (const [call, to, own, expected] of [
      ...[decode, decodedLength].flatMap((call) => [
        [call, [], fatal, invalid],
        [call, [], { ...fatal, maxErrors: 1 }, invalid],
        [call, [], { ...part, maxErrors: 1 }, tooMany],
      ]),
      [transcode, ['gbk'], fatal, invalid],
      [transcode, ['latin1'], { ...part, malformed: () => '' }, lacking],
      [transcode, ['latin1'], { start: 4 }, { ...lacking, message: /from the bytes at offset 4$/ }],
    ]) {
      throws(() => call(bytes, 'utf-8', ...to, own), expected);
    }
    const calls = [];
    const options = {
      ...part,
      malformed: (_, offset) => String(calls.push(offset)),
      unencodable: (_, offset) => String(calls.push(offset)),
    };
    equal(transcode(bytes, 'utf-8', 'latin1', options).toString(), 'C123');
    equal(decode(bytes, 'utf-8', options), 'C4\u04165');
    deepEqual(calls, [3, 4, 6, 3, 6]);
  });
});

describe('options of limits', () => {
  it('are not options of the interfaces of the standard, nor of encodeInto()', () => {
    const options = { maxErrors: 0, maxOutputBytes: 0, malformed: () => '!', start: 1 };
    equal(new TextDecoder('utf-8', options).decode(hex('41 FF')), 'A\uFFFD');
    equal(encodeInto('a\u0416', Buffer.alloc(9), 'latin1', { unencodable: 'skip' }).written, 1);
  });
});

// Tests the option `malformed`, a function or a word: its arguments and what is made of the text that it returns, against the reference, and
// how much work it causes.

import { deepEqual, equal, fail, match, notDeepEqual, ok, throws } from 'node:assert/strict';
import { constants } from 'node:buffer';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { buffer, text as textOf } from 'node:stream/consumers';
import {
  DecodeStream,
  decode,
  decodedLength,
  encode,
  encodings,
  Transcoder,
  TranscodeStream,
  transcode,
  validate,
} from 'whatwg-transcoder';
import { hzGb2312 } from 'whatwg-transcoder/encodings';
import * as http from 'whatwg-transcoder/http';
import { hex, toHex, withoutStackTraces } from '../../harness/decoders.mjs';
import { wrongType } from '../../harness/errors.mjs';
import { encodingsOf, decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { decodeWithOffsets } from '../../harness/transcode-model.mjs';
import { workOf } from '../../harness/work.mjs';
import { cutBy, goOn, harms, malformedBytes, malformedFunctions } from './samples.mjs';

const require = createRequire(import.meta.url);
const binding = require('../../../lib/backend/backend.js');
const { PIECE_UNITS: PIECE } = require('../../../lib/transcoding/pieces.js');

/** The text that decode() must return, by the reference. */
function modelDecode(name, bytes, { malformed = () => '\uFFFD', ignoreBOM = false }) {
  const isUnicode = name === 'UTF-8' || name.startsWith('UTF-16');
  let text = '';
  let bomSeen = ignoreBOM || !isUnicode;
  for (const { error, codePoint } of decodeWithOffsets(name, bytes)) {
    if (error) {
      const { offset, length, reason } = error;
      const own = Buffer.from(bytes.subarray(offset, offset + length));
      text += malformed(own, offset, reason).toWellFormed();
    } else if (bomSeen || codePoint !== 0xfeff) {
      text += String.fromCodePoint(codePoint);
    }
    bomSeen = true;
  }
  return text;
}

/** Every way to cut bytes in two, and byte by byte. */
function waysToCut(bytes) {
  const ways = [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))];
  for (let at = 0; at <= bytes.length; at += 1)
    ways.push([bytes.subarray(0, at), bytes.subarray(at)]);
  return ways;
}

describe('a function as `malformed`', () => {
  for (const name of names) {
    it(`${name}: decode() and decodedLength() agree with the reference`, () => {
      const random = randomFrom(7 + name.length * 31 + name.charCodeAt(0));
      for (const [told, malformed] of Object.entries(malformedFunctions)) {
        for (let i = 0; i < 12; i += 1) {
          const bytes = malformedBytes(random, random(14));
          const ignoreBOM = random(2) === 0;
          const wanted = modelDecode(name, bytes, { malformed, ignoreBOM });
          const options = { malformed, ignoreBOM };
          equal(decode(bytes, name, options), wanted, `${told}: ${toHex(bytes)}`);
          equal(decodedLength(bytes, name, options), wanted.length);
        }
      }
    });

    it(`${name}: the function gets what validate() and fatal mode report, in any cut`, () => {
      const random = randomFrom(19 + name.length * 31 + name.charCodeAt(0));
      withoutStackTraces(() => {
        for (let i = 0; i < 60; i += 1) {
          const bytes = malformedBytes(random, random(12));
          const { errors } = validate(bytes, name, { maxErrors: Infinity });
          const wanted = errors.map(({ offset, length, reason }) => [
            toHex(bytes.subarray(offset, offset + length)),
            offset,
            reason,
          ]);
          const calls = [];
          const malformed = (own, ...rest) => String(calls.push([toHex(own), ...rest]));
          for (const chunks of waysToCut(bytes)) {
            const transcoder = new Transcoder(name, 'utf-8', { malformed });
            calls.length = 0;
            const output = chunks.map((chunk) => transcoder.write(chunk));
            output.push(transcoder.end());
            deepEqual(calls, wanted, `${toHex(bytes)} as ${chunks.map(toHex)}`);
            let number = 0;
            const text = modelDecode(name, bytes, { malformed: () => String(++number) });
            equal(Buffer.concat(output).toString(), text);
          }
          const fatal = goOn(new Transcoder(name, 'utf-8', { fatal: true }), [bytes]);
          deepEqual(
            fatal.errors.map(({ offset }) => offset),
            errors.map(({ offset }) => offset),
          );
        }
      });
    });
  }

  it('gets sequences of long input, wherever a piece ends', () => {
    const random = randomFrom(11);
    for (const name of ['UTF-8', 'gb18030', 'Big5', 'ISO-2022-JP', 'UTF-16LE', 'Shift_JIS']) {
      for (const shift of [0, 1, 2, 3]) {
        const bytes = malformedBytes(random, 3 * PIECE + shift);
        const malformed = (own, offset, reason) => `<${own.toString('hex')} ${offset} ${reason}>`;
        const wanted = modelDecode(name, bytes, { malformed });
        ok(decode(bytes, name, { malformed }) === wanted, name);
        ok(transcode(bytes, name, 'utf-16le', { malformed }).toString('utf16le') === wanted);
        const streams = new Transcoder(name, 'utf-8', { malformed });
        const chunks = cutBy(bytes, () => 1 + random(2 * PIECE));
        const output = chunks.map((chunk) => streams.write(chunk));
        ok(Buffer.concat([...output, streams.end()]).toString() === wanted, name);
      }
    }
  });

  it('is called in order, once for each sequence, without `this`, and before the call returns', () => {
    const seen = [];
    function malformed(...args) {
      seen.push([this, ...args.slice(1)]);
      return '';
    }
    equal(decode(hex('41 FF 42 FE'), 'utf-8', { malformed }), 'AB');
    deepEqual(seen, [
      [undefined, 1, 'invalid byte'],
      [undefined, 3, 'invalid byte'],
    ]);
  });

  it('gets a copy of the bytes: what it writes there changes nothing', () => {
    const bytes = hex('41 FF 42 E3 81');
    const kept = [];
    const malformed = (own) => {
      kept.push(Buffer.from(own));
      ok(Buffer.isBuffer(own));
      own.fill(0x5a);
      return '!';
    };
    equal(decode(bytes, 'utf-8', { malformed }), 'A!B!');
    equal(toHex(bytes), '41 FF 42 E3 81');
    deepEqual(kept.map(toHex), ['FF', 'E3 81']);
  });

  it('makes decode() throw where the text is longer than a string can be', () => {
    const long = 'x'.repeat(2 ** 28);
    const options = { malformed: () => long };
    const count = Math.ceil((constants.MAX_STRING_LENGTH + 1) / long.length);
    const bytes = Buffer.alloc(count, 0xff);
    throws(() => decode(bytes, 'utf-8', options), {
      name: 'Error',
      code: 'ERR_STRING_TOO_LONG',
    });
    equal(decodedLength(bytes, 'utf-8', options), count * long.length);
  });

  it('must be a function, return a string, and stand without `fatal`', () => {
    const bytes = hex('41 FF');
    const calls = [
      (options) => decode(bytes, 'utf-8', options),
      (options) => decodedLength(bytes, 'utf-8', options),
      (options) => transcode(bytes, 'utf-8', 'big5', options),
      (options) => new Transcoder('utf-8', 'big5', options).end(bytes),
    ];
    for (const call of calls) {
      for (const malformed of ['?', 1, {}, true]) {
        throws(() => call({ malformed }), {
          ...wrongType,
          message: /^options\.malformed must be 'replace', 'skip' or a function; received /,
        });
      }
      throws(() => call({ malformed: () => '', fatal: true }), {
        ...wrongType,
        message: /^options\.malformed must be left out when options\.fatal is true/,
      });
      for (const value of [undefined, null, 1, Buffer.of(0x41), Object('text')]) {
        throws(() => call({ malformed: () => value }), {
          ...wrongType,
          message: /^What options\.malformed returns must be a string; received /,
        });
      }
      for (const malformed of [undefined, null]) call({ malformed, unencodable: 'skip' });
    }
    throws(() => new DecodeStream('utf-8', { malformed: () => '', fatal: true }), wrongType);
  });

  it('is not called for well-formed input, nor for U+FFFD that the input contains', () => {
    const malformed = () => fail('there is nothing malformed');
    const text = 'a\uFFFDb\u3042'.repeat(PIECE);
    ok(decode(Buffer.from(text), 'utf-8', { malformed }) === text);
    const gb18030 = encode(text, 'gb18030');
    ok(decode(gb18030, 'gb18030', { malformed }) === text);
    const html = { malformed, unencodable: 'html' };
    const wanted = encode(text, 'shift_jis', html);
    ok(transcode(gb18030, 'gb18030', 'shift_jis', html).equals(wanted));
  });
});

describe('what a function as `malformed` throws', () => {
  const thrown = new Error('mine');

  it('is thrown by the call, whatever value it is', () => {
    for (const value of [thrown, null, 0, '', undefined, 'text', Object.freeze(new Error('x'))]) {
      const options = {
        malformed() {
          throw value;
        },
      };
      const bytes = hex('41 FF 42');
      for (const call of [
        () => decode(bytes, 'utf-8', options),
        () => decodedLength(bytes, 'utf-8', options),
        () => transcode(bytes, 'utf-8', 'koi8-r', options),
        () => new Transcoder('utf-8', 'utf-8', options).write(bytes),
      ]) {
        let caught = 'nothing';
        try {
          call();
        } catch (error) {
          caught = error;
        }
        equal(caught, value);
      }
    }
  });

  it('leaves a Transcoder behind the sequence: the next call reads the bytes that follow, in any cut', () => {
    const random = randomFrom(23);
    for (const from of ['UTF-8', 'gb18030', 'Shift_JIS', 'EUC-JP', 'ISO-2022-JP', 'UTF-16BE']) {
      for (const to of ['utf-8', 'latin1', 'iso-2022-jp']) {
        for (let i = 0; i < 30; i += 1) {
          const bytes = malformedBytes(random, random(14));
          for (const chunks of waysToCut(bytes)) {
            const calls = [];
            const malformed = (_, offset, reason) => {
              calls.push([offset, reason]);
              throw Object.assign(new Error('mine'), { offset });
            };
            const transcoder = new Transcoder(from, to, { malformed, unencodable: 'skip' });
            const { bytes: output } = goOn(transcoder, chunks);
            const { errors } = validate(bytes, from, { maxErrors: Infinity });
            const nothing = { malformed: () => '', unencodable: 'skip' };
            const context = `${from} to ${to}: ${toHex(bytes)} as ${chunks.map(toHex)}`;
            deepEqual(
              calls,
              errors.map(({ offset, reason }) => [offset, reason]),
              context,
            );
            equal(toHex(output), toHex(transcode(bytes, from, to, nothing)), context);
            // A sequence whose function has thrown has not been replaced.
            const counting = new Transcoder(from, to, nothing);
            counting.end(bytes);
            equal(transcoder.replacements, counting.replacements - errors.length, context);
          }
        }
      }
    }
  });

  it('is ERR_TRANSCODER_BUSY when the function uses the transcoder that has called it', () => {
    for (const use of [
      (transcoder) => transcoder.write(hex('41')),
      (transcoder) => transcoder.end(),
    ]) {
      const transcoder = new Transcoder('utf-8', 'utf-8', { malformed: () => use(transcoder) });
      throws(() => transcoder.write(hex('41 FF 42')), {
        name: 'Error',
        code: 'ERR_TRANSCODER_BUSY',
        message: /function `malformed`/,
      });
      equal(transcoder.end().toString(), 'B');
    }
  });

  it('does not disturb a function that itself decodes with a function', () => {
    const inner = { malformed: (bytes) => `(${bytes[0]})` };
    const outer = { malformed: (bytes) => decode(Buffer.of(0x78, bytes[0]), 'utf-8', inner) };
    const bytes = Buffer.from('a\xFF'.repeat(PIECE), 'latin1');
    ok(decode(bytes, 'utf-8', outer) === 'ax(255)'.repeat(PIECE));
  });

  it('is safe when the function detaches, shortens or overwrites the input at any call', () => {
    const length = 6 * PIECE;
    for (const [name, harm] of Object.entries(harms)) {
      for (const at of [0, 10, PIECE / 2, PIECE]) {
        for (const asText of [false, true]) {
          const memory = new ArrayBuffer(length, { maxByteLength: length });
          const bytes = new Uint8Array(memory);
          for (let i = 0; i < length; i += 1) bytes[i] = i % 2 === 0 ? 0x61 : 0xff;
          let calls = 0;
          const options = {
            malformed() {
              if (calls++ === at) harm(bytes, PIECE + 1);
              return '!';
            },
          };
          const output = asText
            ? decode(bytes, 'utf-8', options)
            : transcode(bytes, 'utf-8', 'shift_jis', options).toString();
          ok(output.startsWith(`${'a!'.repeat(at)}a`), `${name} ${at}`);
          ok(output.length <= length);
          match(output, /^[a!b]*$/);
        }
      }
    }
  });

  it('reads shared memory once: the function is told of the bytes that were decoded', () => {
    const bytes = new Uint8Array(new SharedArrayBuffer(8));
    bytes.set(hex('41 FF 42 FF 43 FF 44 FF'));
    const malformed = (own) => {
      bytes.fill(0x7a);
      return toHex(own);
    };
    equal(decode(bytes, 'utf-8', { malformed }), 'AFFBFFCFFDFF');
  });
});

describe('streams with a function as `malformed`', () => {
  const malformed = (bytes, offset) => `<${bytes.toString('hex')} ${offset}>`;

  it('make the same text as decode() and transcode(), as Buffers and as strings', async () => {
    const random = randomFrom(3);
    for (const label of ['utf-8', 'gb18030', 'iso-2022-jp']) {
      const bytes = malformedBytes(random, 200_000);
      const wanted = decode(bytes, label, { malformed });
      const chunks = () => Readable.from(cutBy(bytes, () => 1 + random(90_000)));
      const buffers = chunks().pipe(new DecodeStream(label, { malformed }));
      ok((await buffer(buffers)).toString() === wanted, label);
      const strings = new DecodeStream(label, { malformed, encoding: 'utf8' });
      ok((await textOf(chunks().pipe(strings))) === wanted, label);
      const options = { malformed, unencodable: 'html' };
      const legacy = chunks().pipe(new TranscodeStream(label, 'shift_jis', options));
      ok((await buffer(legacy)).equals(transcode(bytes, label, 'shift_jis', options)));
      equal(strings.replacements, validate(bytes, label).replacements);
    }
  });

  it('may be asked for strings at any time', async () => {
    const stream = new DecodeStream('utf-8', { malformed });
    const read = [];
    stream.on('data', (part) => read.push(part));
    stream.write(hex('41 FF E3'));
    await new Promise(setImmediate);
    stream.setEncoding('utf8');
    stream.end(hex('42 FE'));
    await new Promise((resolve) => stream.once('end', resolve));
    deepEqual(
      read.map((part) => [typeof part, String(part)]),
      [
        ['object', 'A<ff 1>'],
        ['string', '<e3 2>B<fe 4>'],
      ],
    );
  });
});

describe('a function as `malformed`: work', () => {
  const options = { malformed: () => '?' };
  const inputs = {
    dense: (n) => Buffer.alloc(n, 0xff),
    sparse: (n) => Buffer.from(`${'a'.repeat(4999)}\xFF`.repeat(n / 5000), 'latin1'),
  };
  const ways = {
    'decode()': (bytes) => decode(bytes, 'utf-8', options),
    'decodedLength()': (bytes) => decodedLength(bytes, 'utf-8', options),
    'transcode() to UTF-8': (bytes) => transcode(bytes, 'utf-8', 'utf-8', options),
    'transcode() to Shift_JIS': (bytes) => transcode(bytes, 'utf-8', 'shift_jis', options),
    'validate()': (bytes) => validate(bytes, 'utf-8', { maxErrors: bytes.length }),
  };
  for (const [way, run] of Object.entries(ways)) {
    for (const [kind, inputOf] of Object.entries(inputs)) {
      it(`${way} calls the core a few times for each piece, not for each sequence: ${kind}`, () => {
        const few = workOf(binding, () => run(inputOf(200_000)));
        const many = workOf(binding, () => run(inputOf(1_600_000)));
        const pieces = Math.ceil(1_600_000 / PIECE);
        ok(many.calls <= 7 * pieces + 50, `${many.calls}`);
        ok(many.given <= 6 * 1_600_000, `${many.given}`);
        ok(many.given <= 8.5 * few.given, `${few.given} and ${many.given}`);
      });
    }
  }
});

it('every encoding of the standard has been tested', () => {
  const decodable = encodings.filter((name) => name !== 'replacement');
  deepEqual([...names].sort(), encodingsOf(decodable).sort());
});

describe('malformed: words', () => {
  const bytes = Buffer.from('61ff62ff', 'hex');

  const results = {
    decode: (options) => decode(bytes, 'utf-8', options),
    decodedLength: (options) => decodedLength(bytes, 'utf-8', options),
    transcode: (options) => transcode(bytes, 'utf-8', 'utf-16be', options).toString('hex'),
    Transcoder: (options) => {
      const transcoder = new Transcoder('utf-8', 'utf-8', options);
      return Buffer.concat([transcoder.write(bytes), transcoder.end()]).toString('hex');
    },
    DecodeStream: (options) =>
      textOf(Readable.from([bytes]).pipe(new DecodeStream('utf-8', options))),
    TranscodeStream: async (options) => {
      const stream = new TranscodeStream('utf-8', 'gbk', { ...options, unencodable: 'html' });
      return (await buffer(Readable.from([bytes]).pipe(stream))).toString();
    },
    'decode, hz-gb-2312': (options) => decode(bytes, hzGb2312, options),
    decodeBody: (options) => http.decodeBody(bytes, 'text/plain;charset=utf-8', options).text,
  };

  for (const [name, of] of Object.entries(results)) {
    it(`'replace' is what happens without the option, 'skip' is a function that returns nothing: ${name}`, async () => {
      deepEqual(await of({ malformed: 'replace' }), await of({}));
      const skipped = await of({ malformed: 'skip' });
      deepEqual(skipped, await of({ malformed: () => '' }));
      notDeepEqual(skipped, await of({}));
    });
  }

  it('are refused with fatal, as is any other word', () => {
    for (const malformed of ['replace', 'skip']) {
      throws(() => decode(bytes, 'utf-8', { malformed, fatal: true }), wrongType);
    }
    for (const malformed of ['fatal', 'html', 'SKIP', '']) {
      throws(() => decode(bytes, 'utf-8', { malformed }), wrongType, malformed);
    }
  });
});

// Tests the option `malformed`, a function or a word, and what functions may do. model.test.mjs compares what is made of their texts with the
// reference.

import { deepEqual, equal, fail, match, ok, throws } from 'node:assert/strict';
import { constants } from 'node:buffer';
import { createRequire } from 'node:module';
import {
  decode,
  decodedLength,
  encode,
  encodedLength,
  encodings,
  Transcoder,
  transcode,
  validate,
} from 'whatwg-transcoder';
import { hex, toHex } from '../../harness/decoders.mjs';
import { thrownBy, wrongType } from '../../harness/errors.mjs';
import { encodingsOf, decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { goOn, harms, malformedBytes } from './samples.mjs';

const require = createRequire(import.meta.url);
const { PIECE_UNITS: PIECE } = require('../../../lib/transcoding/pieces.js');

/** Every way to cut bytes in two, and byte by byte. */
function waysToCut(bytes) {
  const ways = [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))];
  for (let at = 0; at <= bytes.length; at += 1)
    ways.push([bytes.subarray(0, at), bytes.subarray(at)]);
  return ways;
}

const bad = hex('41 FF');

/** For each option that takes a function: public calls whose input makes them call that function. */
const callers = {
  malformed: {
    decode: (options) => decode(bad, 'utf-8', options),
    decodedLength: (options) => decodedLength(bad, 'utf-8', options),
    transcode: (options) => transcode(bad, 'utf-8', 'big5', options),
    Transcoder: (options) => new Transcoder('utf-8', 'big5', options).end(bad),
  },
  unencodable: {
    encode: (options) => encode('A\u00E9', 'big5', options),
    encodedLength: (options) => encodedLength('A\u00E9', 'big5', options),
    transcode: (options) => transcode(Buffer.from('A\u00E9'), 'utf-8', 'big5', options),
    Transcoder: (options) => new Transcoder('utf-8', 'big5', options).end(Buffer.from('A\u00E9')),
  },
};

for (const [option, calls] of Object.entries(callers)) {
  for (const [name, call] of Object.entries(calls)) {
    const outputOf = /ength$/.test(name) || name === 'decode' ? undefined : 'A';

    it(`${name}() passes on, unchanged, any value that the function \`${option}\` throws`, () => {
      const mine = new RangeError('mine');
      for (const value of [mine, null, 0, '', undefined, Object.freeze(new Error('x'))]) {
        let caught = 'nothing';
        try {
          call({
            [option]() {
              throw value;
            },
          });
        } catch (error) {
          caught = error;
        }
        equal(caught, value);
      }
      equal(mine.output?.toString(), outputOf);
    });

    it(`${name}() throws TypeError when the function \`${option}\` does not return a string`, () => {
      for (const value of [
        undefined,
        null,
        1,
        ['?'],
        Buffer.of(0x41),
        Object('text'),
        Symbol('?'),
      ]) {
        const { output, ...own } = thrownBy(() => call({ [option]: () => value }));
        equal(own.code, wrongType.code);
        equal(output?.toString(), outputOf);
      }
      const message = new RegExp(`^What options\\.${option} returns must be a string; received `);
      throws(() => call({ [option]: () => 1 }), { ...wrongType, message });
    });
  }
}

describe('a function as `malformed`', () => {
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

  it('must be a function or a word, and stand without `fatal`', () => {
    for (const call of Object.values(callers.malformed)) {
      for (const malformed of ['?', 'fatal', 'html', 'SKIP', '', 1, {}, true]) {
        throws(() => call({ malformed }), {
          ...wrongType,
          message: /^options\.malformed must be 'replace', 'skip' or a function; received /,
        });
      }
      for (const malformed of ['replace', 'skip', () => '']) {
        throws(() => call({ malformed, fatal: true }), {
          ...wrongType,
          message: /^options\.malformed must be left out when options\.fatal is true/,
        });
      }
      for (const malformed of [undefined, null]) call({ malformed, unencodable: 'skip' });
    }
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

  it('counts the sequence alone when the other function fails for a part of its text', () => {
    const transcoder = new Transcoder('utf-8', 'latin1', {
      malformed: () => '\u0416\u0428',
      unencodable: (codePoint) => ['?'][codePoint - 0x416],
    });
    throws(() => transcoder.write(hex('FF')), wrongType);
    equal(transcoder.replacements, 1);
  });

  it('does not disturb a function that itself decodes with a function', () => {
    const inner = { malformed: (bytes) => `(${bytes[0]})` };
    const outer = { malformed: (bytes) => decode(Buffer.of(0x78, bytes[0]), 'utf-8', inner) };
    const bytes = Buffer.from('a\xFF'.repeat(PIECE), 'latin1');
    ok(decode(bytes, 'utf-8', outer) === 'ax(255)'.repeat(PIECE));
  });

  // The same bytes are malformed in one encoding, and unencodable code points in another.
  for (const [option, from] of [
    ['malformed', 'utf-8'],
    ['unencodable', 'latin1'],
  ]) {
    it(`is safe when the function \`${option}\` detaches, shortens or overwrites the input at any call`, () => {
      const length = 6 * PIECE;
      for (const [name, harm] of Object.entries(harms)) {
        for (const at of [0, 10, PIECE / 2, PIECE]) {
          for (const way of ['decode', 'transcode', 'write', 'write that fails']) {
            if (way === 'decode' && option !== 'malformed') continue;
            const input = new Uint8Array(new ArrayBuffer(length, { maxByteLength: length }));
            Buffer.from(input.buffer).fill('a\xFF', 'latin1');
            let calls = 0;
            const options = {
              [option](sequence) {
                if (option === 'malformed') equal(sequence[0], 0xff);
                if (calls++ === at) {
                  harm(input, PIECE + 1);
                  if (way === 'write that fails') throw new Error('mine');
                }
                return '!';
              },
            };
            const transcoder = new Transcoder(from, 'shift_jis', options);
            let output;
            try {
              if (way === 'decode') output = decode(input, from, options);
              else if (way === 'transcode') output = transcode(input, from, 'shift_jis', options);
              else output = transcoder.write(input);
            } catch (error) {
              equal(way, 'write that fails');
              output = Buffer.concat([error.output, transcoder.end()]);
            }
            // The current piece was read before the change, so it is written unchanged. The rest is
            // read after the change.
            const text = output.toString();
            ok(text.startsWith(`${'a!'.repeat(at)}a`), `${name} ${at} ${way}`);
            ok(text.length <= length);
            match(text, /^[a!b]*$/);
          }
        }
      }
    });
  }
});

it('every encoding of the standard has been tested', () => {
  const decodable = encodings.filter((name) => name !== 'replacement');
  deepEqual([...names].sort(), encodingsOf(decodable).sort());
});

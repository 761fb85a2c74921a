// Tests a function as `unencodable`: its arguments and the bytes written, against the reference,
// and how much work it causes.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import {
  decode,
  decodedLength,
  encode,
  encodedLength,
  Transcoder,
  transcode,
  validate,
} from 'whatwg-transcoder';
import { toHex } from '../../harness/decoders.mjs';
import { expected, newStream } from '../../harness/encoders.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { decodeWithOffsets, modelTranscode } from '../../harness/transcode-model.mjs';
import { workOf } from '../../harness/work.mjs';
import { cutBy, itemsOf, malformedBytes, sampleBytes } from './samples.mjs';

const require = createRequire(import.meta.url);
const binding = require('../../../lib/backend/backend.js');
const { PIECE_UNITS: PIECE } = require('../../../lib/transcoding/pieces.js');

const empty = new Uint8Array(0);
const poo = '\u{1F4A9}';

const thrown = Symbol('thrown by a function');

describe('encode() and EncoderStream with a function', () => {
  it('return what was encoded before the function throws', () => {
    for (const name of ['Shift_JIS', 'ISO-2022-JP', 'windows-1252', 'gb18030']) {
      for (let k = 0; k < 4; k += 1) {
        const substitute = name === 'windows-1252' ? '' : '\u3042';
        const calls = [];
        const options = {
          unencodable(codePoint, index) {
            if (calls.push([codePoint, index]) > k) throw thrown;
            return substitute;
          },
        };
        const lacking = name === 'gb18030' ? '\uE5E5' : '\u0E01';
        const stream = newStream(name, options);
        const { error, output } = stream.run([...'abcde'].join(lacking), true);
        equal(error, thrown);
        const before = [...'abcd'.slice(0, k + 1)].join(substitute);
        equal(toHex(output), toHex(newStream(name, {}).encode(before, false)), `${name} ${k}`);
        const wanted = Array.from({ length: k + 1 }, (_, i) => [lacking.charCodeAt(0), 2 * i + 1]);
        deepEqual(calls, wanted);
        equal(stream.replacements, k);
        // The stream starts again.
        equal(toHex(stream.encode('z', true)), '7A');
      }
    }
  });

  it('pass a function whole pairs, also at the end of a piece', () => {
    for (let before = PIECE - 3; before <= PIECE + 3; before += 1) {
      for (const halves of [poo, '\uD83D', '\uDCA9', `\uD83D${poo}`, `${poo}\uDCA9`]) {
        const text = 'a'.repeat(before) + halves + 'b'.repeat(PIECE) + halves;
        const calls = [];
        const options = { unencodable: (...args) => String(calls.push(args)) };
        encode(text, 'big5', options);
        const wanted = itemsOf(text).filter(({ codePoint }) => codePoint > 0x7f);
        deepEqual(
          calls,
          wanted.map(({ codePoint, offset }) => [codePoint, offset]),
        );
      }
    }
  });

  it('do not join two surrogates when the character between them is replaced by nothing', () => {
    const options = { unencodable: () => '' };
    const bytes = encode('\uD83D\uE5E5\uDCA9', 'gb18030', options);
    const right = toHex(expected('gb18030', '\uFFFD\uFFFD', 'fatal').bytes);
    equal(toHex(bytes), right);
    const unencodable = (_, index) => '\uD83D\uDCA9'[index];
    equal(toHex(encode('\uE5E5\uE5E5', 'gb18030', { unencodable })), right);
  });

  it('accept replacements that are longer than the text that is put together at once', () => {
    for (const length of [1, 100, PIECE, 8 * PIECE - 1, 8 * PIECE, 8 * PIECE + 1, 1 << 20]) {
      for (const unit of ['x', '\u3042']) {
        const substitute = unit.repeat(length);
        const bytes = encode(`\u3042a${poo}b${poo}\u3042`, 'iso-2022-jp', {
          unencodable: () => substitute,
        });
        const wanted = `\u3042a${substitute}b${substitute}\u3042`;
        ok(bytes.equals(encode(wanted, 'iso-2022-jp')), `${length}`);
      }
    }
  });

  it('call the function without `this`', () => {
    const seen = [];
    function unencodable() {
      seen.push(this);
      return '';
    }
    encode(poo, 'big5', { unencodable });
    transcode(Buffer.from(poo), 'utf-8', 'big5', { unencodable });
    deepEqual(seen, [undefined, undefined]);
  });

  it('accept a function that itself encodes with a function', () => {
    const inner = { unencodable: (codePoint) => `<${codePoint}>` };
    const text = `${poo}a`.repeat(PIECE);
    const outer = { unencodable: () => encode(`x${poo}y\u00E9`, 'big5', inner).toString() };
    const bytes = encode(text, 'big5', outer);
    ok(bytes.equals(Buffer.from('x<128169>y<233>a'.repeat(PIECE))));
  });
});

describe('transcode() and Transcoder with a function', () => {
  it('report offsets and malformed sequences in long input of every kind, wherever a piece ends', () => {
    const random = randomFrom(11);
    for (const from of ['UTF-8', 'gb18030', 'Big5', 'ISO-2022-JP', 'UTF-16LE', 'windows-1252']) {
      const wellFormed = Array.from({ length: 1800 }, () => sampleBytes(random, from));
      const inputs = [0, 1, 2, 3].map((shift) => malformedBytes(random, 2 * PIECE + 9 + shift));
      for (const [turn, input] of [Buffer.concat(wellFormed), ...inputs].entries()) {
        ok(input.length > 2 * PIECE);
        const to = ['Big5', 'ISO-2022-JP', 'UTF-16LE'][turn % 3];
        const calls = [];
        const options = {
          unencodable: (...args) => String(calls.push(args)),
          malformed: (bytes, ...args) => `<${calls.push([toHex(bytes), ...args])}>`,
        };
        const items = decodeWithOffsets(from, input);
        const wanted = modelTranscode(from, to, items, { ...options, input }).bytes;
        const ofModel = calls.splice(0);
        ok(transcode(input, from, to, options).equals(wanted), `${from} to ${to}`);
        deepEqual(calls.splice(0), ofModel);
        const transcoder = new Transcoder(from, to, options);
        const chunks = cutBy(input, () => 1 + random(2 * PIECE));
        const parts = chunks.map((chunk) => transcoder.write(chunk));
        ok(Buffer.concat([...parts, transcoder.end()]).equals(wanted), `${from} to ${to}`);
        deepEqual(calls, ofModel);
      }
    }
  });

  it('can be interrupted anywhere by a function that throws, and go on', () => {
    for (const from of ['UTF-8', 'gb18030', 'UTF-16LE', 'windows-1252']) {
      const bytes = encode(`ab\u00CA\u00E9cd`.repeat(2 * PIECE), from);
      const wanted = [];
      transcode(bytes, from, 'shift_jis', { unencodable: (_, at) => String(wanted.push(at)) });
      const stops = new Set([0, 1, 2, 7000, 7001, 8191, 8192, wanted.length - 1]);
      let calls = 0;
      const transcoder = new Transcoder(from, 'shift_jis', {
        unencodable(_, offset) {
          const call = calls++;
          equal(offset, wanted[call]);
          if (stops.has(call)) throw thrown;
          return '!';
        },
      });
      const output = [];
      for (let chunk = bytes; ; chunk = empty) {
        try {
          output.push(transcoder.write(chunk));
          break;
        } catch (error) {
          equal(error, thrown);
        }
      }
      output.push(transcoder.end());
      equal(calls, wanted.length);
      equal(transcoder.replacements, wanted.length - stops.size);
      // The output before an error is lost here, because the error is an object that accepts no
      // property. Only the end is checked.
      ok(Buffer.concat(output).toString().endsWith('cd'));
    }
  });
});

describe('a function for errors: work', () => {
  const unencodable = { unencodable: () => '?' };
  const malformed = { malformed: () => '?' };
  const texts = {
    dense: (n) => poo.repeat(n / 2),
    sparse: (n) => `${'a'.repeat(4998)}${poo}`.repeat(n / 5000),
  };
  const bytes = {
    dense: (n) => Buffer.alloc(n, 0xff),
    sparse: (n) => Buffer.from(`${'a'.repeat(4999)}\xFF`.repeat(n / 5000), 'latin1'),
  };
  const utf8 = {
    dense: (n) => Buffer.from(texts.dense(n)),
    sparse: (n) => Buffer.from(texts.sparse(n)),
  };
  const stream = newStream('latin1', unencodable);
  // How the core is called, with what, how often at most for each piece, and how much it is given at most for each code unit or byte.
  // UTF-8 is twice as long as the text, and each piece is passed with a state.
  for (const [way, run, inputs, calls, given] of [
    ['encode()', (text) => encode(text, 'shift_jis', unencodable), texts, 8, 9],
    ['encodedLength()', (text) => encodedLength(text, 'shift_jis', unencodable), texts, 8, 9],
    ['EncoderStream', (text) => stream.encode(text, true), texts, 8, 9],
    ['transcode()', (own) => transcode(own, 'utf-8', 'shift_jis', unencodable), utf8, 8, 9],
    ['decode()', (own) => decode(own, 'utf-8', malformed), bytes, 7, 6],
    ['decodedLength()', (own) => decodedLength(own, 'utf-8', malformed), bytes, 7, 6],
    ['transcode() to UTF-8', (own) => transcode(own, 'utf-8', 'utf-8', malformed), bytes, 7, 6],
    ['transcode() of bytes', (own) => transcode(own, 'utf-8', 'sjis', malformed), bytes, 7, 6],
    ['validate()', (own) => validate(own, 'utf-8', { maxErrors: own.length }), bytes, 7, 6],
  ]) {
    for (const [kind, inputOf] of Object.entries(inputs)) {
      it(`${way} calls the core a few times for each piece, not for each error: ${kind}`, () => {
        const length = 1_600_000;
        const few = workOf(binding, () => run(inputOf(length / 8)));
        const many = workOf(binding, () => run(inputOf(length)));
        ok(many.calls <= calls * Math.ceil(length / PIECE) + 50, `${many.calls}`);
        ok(many.given <= given * length, `${many.given}`);
        ok(many.given <= 8.5 * few.given, `${few.given} and ${many.given}`);
      });
    }
  }
});

// Tests a function as `unencodable`: its arguments and the bytes written, against the reference,
// and how much work it causes.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  canEncode,
  decode,
  EncodeStream,
  encode,
  encodedLength,
  Transcoder,
  TranscodeStream,
  transcode,
} from 'whatwg-transcoder';
import { hzGb2312, ibm864, iso2022Kr } from 'whatwg-transcoder/encodings';
import { toHex, toVisible, withoutStackTraces } from '../../harness/decoders.mjs';
import { expected, newStream } from '../../harness/encoders.mjs';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { decodeWithOffsets, modelTranscode } from '../../harness/transcode-model.mjs';
import { workOf } from '../../harness/work.mjs';
import {
  cutBy,
  forModel,
  harms,
  sampleBytes,
  sampleText,
  unencodableFunctions,
} from './samples.mjs';

const require = createRequire(import.meta.url);
const binding = require('../../../lib/backend/backend.js');
const { PIECE_UNITS: PIECE } = require('../../../lib/transcoding/pieces.js');

const empty = new Uint8Array(0);
const poo = '\u{1F4A9}';

const thrown = Symbol('thrown by a function');

/** The code points of a text and their indexes, as modelTranscode() needs them. */
function itemsOf(text) {
  const items = [];
  for (let index = 0; index < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(index));
    items.push({ codePoint: character.toWellFormed().codePointAt(0), offset: index });
    index += character.length;
  }
  return items;
}

const cut = (random, whole, maxSize) => cutBy(whole, () => random(maxSize));

/**
 * Runs until the first error. Returns the bytes and the properties of the error; `place` is its
 * index or offset.
 */
function runToError(call, chunks) {
  const output = [];
  try {
    for (const [i, chunk] of chunks.entries()) output.push(call(chunk, i === chunks.length - 1));
  } catch (error) {
    if (error === thrown) return { bytes: Buffer.concat(output), error: 'thrown' };
    output.push(error.output ?? empty);
    const { code, index, offset, codePoint } = error;
    return { bytes: Buffer.concat(output), error: { code, place: index ?? offset, codePoint } };
  }
  return { bytes: Buffer.concat(output), error: null };
}

/** What runToError() must return according to the model. */
function expectedToError({ bytes, errors }) {
  if (errors.length === 0) return { bytes, error: null };
  const [{ at, offset, codePoint }] = errors;
  const error = { code: 'ERR_ENCODING_UNENCODABLE', place: offset, codePoint };
  return { bytes: bytes.subarray(0, at), error };
}

describe('encode() and EncoderStream with a function', () => {
  for (const name of names) {
    it(`${name}: bytes, errors and indexes agree with the reference, in any cut`, () => {
      const random = randomFrom(77 + name.length * 31 + name.charCodeAt(0));
      withoutStackTraces(() => {
        for (const [told, unencodable] of [
          ...Object.entries(unencodableFunctions),
          ...['html', 'replace', 'skip', 'fatal'].map((word) => [word, word]),
        ]) {
          for (let i = 0; i < 6; i += 1) {
            const text = sampleText(random, 14);
            const model = modelTranscode('windows-1252', name, itemsOf(text), {
              unencodable: forModel(unencodable),
            });
            const wanted = expectedToError(model);
            const options = { unencodable };
            const context = `${told}: ${toVisible(text)}`;
            const stream = newStream(name, options);
            for (const chunks of [[text], [text, ''], cut(random, text, 4).concat('')]) {
              const made = runToError((chunk, end) => stream.encode(chunk, end), chunks);
              deepEqual(made, wanted, context);
              if (wanted.error === null) equal(stream.replacements, model.replacements);
            }
            const whole = runToError((chunk) => encode(chunk, name, options), [text]);
            // An error of encode() has `output` where a function is called.
            if (unencodable === 'fatal' && wanted.error !== null) wanted.bytes = empty;
            deepEqual(Buffer.from(whole.bytes), Buffer.from(wanted.bytes), context);
            deepEqual(whole.error, wanted.error, context);
            const length = runToError(
              (chunk) => Buffer.alloc(encodedLength(chunk, name, options)),
              wanted.error === null ? [text] : [],
            );
            if (wanted.error === null) equal(length.bytes.length, wanted.bytes.length);
          }
        }
      });
    });
  }

  it('return what was encoded before the function throws any value', () => {
    for (const name of ['Shift_JIS', 'ISO-2022-JP', 'windows-1252', 'gb18030']) {
      for (const value of [thrown, null, 0, '', undefined, new Error('mine')]) {
        for (let k = 0; k < 4; k += 1) {
          const calls = [];
          const options = {
            unencodable(codePoint, index) {
              if (calls.push([codePoint, index]) > k) throw value;
              return '\u3042'.repeat(name === 'windows-1252' ? 0 : 1);
            },
          };
          const text = 'a\uE5E5b\uE5E5c\uE5E5d\uE5E5e'.replaceAll('\uE5E5', (unit) =>
            name === 'gb18030' ? unit : '\u0E01',
          );
          const stream = newStream(name, options);
          const { error, output } = stream.run(text, true);
          equal(error, value);
          const before = Array.from({ length: k }, (_, i) => 'abcd'[i]).join(
            name === 'windows-1252' ? '' : '\u3042',
          );
          const inPlace = k === 0 ? '' : name === 'windows-1252' ? '' : '\u3042';
          const whole = newStream(name, {}).encode(`${before}${inPlace}${'abcd'[k]}`, false);
          equal(toHex(output), toHex(whole), `${name} ${k}`);
          deepEqual(
            calls,
            Array.from({ length: k + 1 }, (_, i) => [text.codePointAt(1), 2 * i + 1]),
          );
          equal(stream.replacements, k);
          // The stream starts again.
          equal(toHex(stream.encode('z', true)), '7A');
        }
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
    equal(toHex(bytes), toHex(expected('gb18030', '\uFFFD\uFFFD', 'fatal').bytes));
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

  it('write in historical encodings the same bytes as encode() for a text that contains the replacements', () => {
    const random = randomFrom(5);
    for (const label of [hzGb2312, iso2022Kr, ibm864]) {
      for (const put of ['', '?', '\uAC00', '\u3042', 'a~']) {
        if (!canEncode(put, label)) continue;
        for (let i = 0; i < 60; i += 1) {
          const text = sampleText(random, 14).toWellFormed();
          const replaced = Array.from(text, (character) =>
            canEncode(character, label) ? character : put,
          ).join('');
          const wanted = encode(replaced, label);
          const options = { unencodable: () => put };
          const bytes = encode(text, label, options);
          equal(toHex(bytes), toHex(wanted), `${label} ${toVisible(text)}`);
          const transcoder = new Transcoder('utf-8', label, {
            ...options,
            ignoreBOM: true,
          });
          const chunks = cut(random, Buffer.from(text), 5).map((chunk) => transcoder.write(chunk));
          equal(toHex(Buffer.concat([...chunks, transcoder.end()])), toHex(wanted));
        }
      }
    }
  });
});

describe('transcode() and Transcoder with a function', () => {
  it('report offsets in long input for every kind of sequence, wherever a piece ends', () => {
    const random = randomFrom(11);
    for (const from of ['UTF-8', 'gb18030', 'Big5', 'ISO-2022-JP', 'UTF-16LE', 'windows-1252']) {
      const bytes = Buffer.concat(Array.from({ length: 3000 }, () => sampleBytes(random, from)));
      ok(bytes.length > 2 * PIECE);
      const items = decodeWithOffsets(from, bytes);
      for (const to of ['Big5', 'ISO-2022-JP']) {
        const wanted = [];
        const model = modelTranscode(from, to, items, {
          unencodable: (...args) => String(wanted.push(args)),
        });
        const calls = [];
        const options = { unencodable: (...args) => String(calls.push(args)) };
        ok(transcode(bytes, from, to, options).equals(model.bytes), `${from} to ${to}`);
        deepEqual(calls, wanted);
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

  it('are safe when the function detaches, shortens or overwrites the input at any call', () => {
    const text = 'a\u00E9'.repeat(3 * PIECE);
    for (const [name, harm] of Object.entries(harms)) {
      for (const at of [0, 10, PIECE / 2, PIECE]) {
        for (const fails of [false, true]) {
          const memory = new ArrayBuffer(text.length, { maxByteLength: text.length });
          const bytes = new Uint8Array(memory);
          bytes.set(Buffer.from(text, 'latin1'));
          let calls = 0;
          const transcoder = new Transcoder('latin1', 'shift_jis', {
            unencodable() {
              if (calls++ === at) {
                harm(bytes, PIECE + 1);
                if (fails) throw new Error('mine');
              }
              return '!';
            },
          });
          let output;
          try {
            output = transcoder.write(bytes);
          } catch (error) {
            ok(fails);
            output = Buffer.concat([error.output, transcoder.end()]);
          }
          const kept = output.toString();
          // The current piece was read before the change, so it is written unchanged. The rest is
          // read after the change.
          const asBefore = `${'a!'.repeat(at)}a`;
          ok(kept.startsWith(asBefore), `${name} ${at}`);
          ok(kept.length <= text.length);
          match(kept, /^[a!b]*$/);
        }
      }
    }
  });
});

describe('a function as `unencodable`: work', () => {
  const options = { unencodable: () => '?' };
  const inputs = {
    dense: (n) => poo.repeat(n / 2),
    sparse: (n) => `${'a'.repeat(4998)}${poo}`.repeat(n / 5000),
  };
  const ways = {
    'encode()': (text) => () => encode(text, 'shift_jis', options),
    'encodedLength()': (text) => () => encodedLength(text, 'shift_jis', options),
    'transcode()': (text) => {
      const bytes = Buffer.from(text);
      return () => transcode(bytes, 'utf-8', 'shift_jis', options);
    },
    EncoderStream: (text) => {
      const stream = newStream('latin1', options);
      return () => stream.encode(text, true);
    },
  };
  for (const [way, make] of Object.entries(ways)) {
    for (const [kind, inputOf] of Object.entries(inputs)) {
      it(`${way} calls the core once per piece, not per code point, and passes each piece at most three times: ${kind}`, () => {
        const few = workOf(binding, make(inputOf(200_000)));
        const many = workOf(binding, make(inputOf(1_600_000)));
        const pieces = Math.ceil((2 * 1_600_000) / PIECE);
        ok(many.calls <= 4 * pieces + 50, `${many.calls}`);
        // UTF-8 is twice as long as the text, and each piece is passed with a state.
        ok(many.given <= 9 * 1_600_000, `${many.given}`);
        ok(many.given <= 8.5 * few.given, `${few.given} and ${many.given}`);
      });
    }
  }
});

describe('streams with a function', () => {
  it('write the same bytes as encode() and transcode()', async () => {
    const random = randomFrom(3);
    const text = Array.from({ length: 20_000 }, () => sampleText(random, 14)).join('');
    const options = { unencodable: (codePoint, place) => `<${codePoint} ${place}>` };
    for (const label of ['iso-2022-jp', 'windows-1252']) {
      const encoded = encode(text, label, options);
      const chunks = cut(random, text, 100_000);
      const made = await buffer(Readable.from(chunks).pipe(new EncodeStream(label, options)));
      ok(made.equals(encoded));
      const bytes = Buffer.from(text);
      const transcoded = transcode(bytes, 'utf-8', label, options);
      const parts = cut(random, bytes, 100_000);
      const through = new TranscodeStream('utf-8', label, options);
      ok((await buffer(Readable.from(parts).pipe(through))).equals(transcoded));
      ok(decode(encoded, label, { fatal: true }).length > 0);
    }
  });
});

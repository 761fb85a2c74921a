// The WebAssembly module gets its input in slices of 64 KB. These tests compare it with the addon where sequences, errors and
// the end of the output lie around the borders of slices. The other tests run on either backend (npm test runs both).

import { deepEqual, equal, throws } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { encodingsOf } from '../../harness/part.mjs';
import { runNode } from '../../harness/run-node.mjs';
import { itInNode } from '../../harness/runtimes-here.mjs';

const require = createRequire(import.meta.url);
const wasm = require('../../../lib/backend/wasm.js');
const addon = require('../../../lib/backend/addon.js').loadAddon([]);
const { description } = addon;
const { flags, unencodables } = description;
const encodings = description.encodings.map(([name]) => name);
const replacement = encodings.indexOf('replacement');
const ids = encodingsOf(encodings)
  .map((name) => encodings.indexOf(name))
  .filter((id) => id !== replacement);

const SLICE_BYTES = 65_536;
const descriptorOf = (id, callFlags = 0) => id | (callFlags << flags.flagsShift);

/** What a call returns or throws, with Buffers as hexadecimal digits. */
function outcomeOf(call) {
  const plain = (value) => (Buffer.isBuffer(value) ? value.toString('hex') : value);
  try {
    const value = call();
    if (typeof value !== 'object' || Buffer.isBuffer(value)) return plain(value);
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, plain(own)]));
  } catch ({ name, code }) {
    return { name, code };
  }
}

/** Asserts that a call of both backends has the same outcome. */
function same(call, what) {
  deepEqual(
    outcomeOf(() => call(wasm)),
    outcomeOf(() => call(addon)),
    what,
  );
}

/** Returns the numbers that a call answers with, or those of some names. */
function answered(call, names = Object.keys(description.answer)) {
  const numbers = new Float64Array(description.answer.fields);
  call(new Uint8Array(numbers.buffer));
  const { fields, ...places } = description.answer;
  return Object.fromEntries(
    names.filter((name) => name in places).map((name) => [name, numbers[places[name]]]),
  );
}

/** Returns what encodeInto() answers and writes. */
function intoTarget({ encodeInto }, descriptor, text, room) {
  const target = new Uint8Array(room).fill(7);
  const answer = answered(
    (numbers) => encodeInto(descriptor, text, target, numbers),
    ['read', 'written', 'outcome', 'codePoint'],
  );
  return { ...answer, bytes: Buffer.from(target) };
}

/** Returns what measureText() answers. */
const measuredText = ({ measureText }, descriptor, text) =>
  answered(
    (numbers) => measureText(descriptor, text, numbers),
    ['written', 'outcome', 'replacements', 'offset', 'codePoint'],
  );

/** Returns what measureBytes() answers. */
const measuredBytes = ({ measureBytes }, descriptor, bytes) =>
  answered(
    (numbers) => measureBytes(descriptor, bytes, numbers),
    ['written', 'replacements', 'offset', 'length', 'reason'],
  );

const text = '\uFEFFaé\u0416\u3042\uD55C\u4E2D\u{1F4A9}\uFF71';

/** Bytes in which text of an encoding lies across the end of a slice, with a malformed byte behind it. */
function bytesAround(id, shift) {
  const sample = addon.encode(descriptorOf(id, unencodables.skip), text.repeat(3));
  const filler = addon.encode(descriptorOf(id), ' '.repeat(SLICE_BYTES));
  const head = filler.subarray(0, (Math.floor((SLICE_BYTES - 8) / 2) * 2 - shift * 2) | 0);
  return Buffer.concat([head, sample, Buffer.of(0xff), sample, Buffer.of(0x81)]);
}

describe('The WebAssembly module', () => {
  it('has the same description as the addon, but for what depends on the machine', () => {
    const shared = ({ kernels, ...rest }) => rest;
    deepEqual(shared(wasm.description), shared(description));
    equal(wasm.description.kernels, 'simd128');
  });

  it('has every call of the addon that is not about memory of its own', () => {
    const callsOf = (backend) =>
      Object.keys(backend).filter((name) => typeof backend[name] === 'function');
    const ofAddon = [
      'configure',
      'encodeShort',
      'externalMemory',
      'freeMemory',
      'tick',
      'transcodeShort',
    ];
    deepEqual(
      callsOf(addon)
        .filter((name) => !ofAddon.includes(name))
        .sort(),
      callsOf(wasm).sort(),
    );
  });

  it('reads a whole text of ASCII as the addon does, also in encodings in which it is other text', () => {
    const every = Uint8Array.from({ length: 128 }, (_, byte) => byte);
    for (const length of [63, 64, 65, SLICE_BYTES - 1, SLICE_BYTES, SLICE_BYTES + 128]) {
      const ascii = Buffer.alloc(length, every);
      for (const bytes of [ascii, Buffer.concat([ascii, Buffer.of(0x80)])]) {
        for (let id = 0; id < description.asciiCompatible.length; id++) {
          same(({ decode }) => decode(descriptorOf(id), bytes), `encoding ${id}, ${length} bytes`);
        }
      }
    }
  });

  for (const id of ids) {
    it(`converts ${encodings[id]} around the border of a slice as the addon does`, () => {
      for (let shift = 0; shift < 12; shift++) {
        const bytes = bytesAround(id, shift);
        for (const flag of [0, flags.fatal, flags.ignoreBOM, flags.fatal | flags.keepText]) {
          const what = `${encodings[id]}, shift ${shift}, flags ${flag}`;
          same(({ decode }) => decode(descriptorOf(id, flag), bytes), what);
          same(
            (backend) => measuredBytes(backend, descriptorOf(id, flag & ~flags.keepText), bytes),
            what,
          );
        }
        const told = `${encodings[id]}, shift ${shift}`;
        const long = ' '.repeat(SLICE_BYTES / 2 - 12 + shift) + text.repeat(2);
        for (const mode of Object.values(unencodables)) {
          const descriptor = descriptorOf(id, mode);
          for (const to of [id, encodings.indexOf('UTF-8'), encodings.indexOf('ISO-2022-JP')]) {
            const both = descriptor | (to << flags.toShift);
            same(({ transcode }) => transcode(both, bytes), `${told} to ${encodings[to]}`);
          }
          same(({ encode }) => encode(descriptor, long), told);
          same((backend) => measuredText(backend, descriptor, long), told);
          for (const room of [0, 3, SLICE_BYTES / 2 - 3, SLICE_BYTES, 3 * SLICE_BYTES]) {
            const into = (backend) => intoTarget(backend, descriptor, long, room);
            same(into, `${told}, ${room} bytes`);
          }
        }
      }
    });
  }

  it('writes text with more bytes than the output of one call has', () => {
    const long = '\u{1F4A9}\uFFFF'.repeat(60_000);
    for (const name of ['Big5', 'ISO-2022-JP', 'windows-1252', 'gb18030']) {
      const descriptor = descriptorOf(encodings.indexOf(name), unencodables.html);
      same(({ encode }) => encode(descriptor, long), name);
      same((backend) => measuredText(backend, descriptor, long), name);
      for (const room of [131_000, 131_500, 400_000, 2_000_000]) {
        same((backend) => intoTarget(backend, descriptor, long, room), `${name}, ${room} bytes`);
      }
    }
  });

  // Bun has no such limit, and the functions of Deno's Buffer make all text in the heap.
  itInNode('decodes a text that is longer than the heap of the engine can be', () => {
    const script = `
      const { equal } = require('node:assert/strict');
      const { decode } = require('whatwg-transcoder');
      for (const [hex, label, text] of [
        ['93fa8141', 'shift_jis', '日、'],
        ['4142', 'utf-8', 'AB'],
        ['41e9', 'windows-1252', 'Aé'],
        ['4180', 'windows-1252', 'A€'],
      ]) {
        const bytes = Buffer.alloc(80_000_000, hex, 'hex');
        const decoded = decode(bytes, label);
        equal(decoded.length, (bytes.length / (hex.length / 2)) * 2);
        equal(decoded.slice(-2), text);
      }`;
    runNode(['--max-old-space-size=40', '-e', script], {
      cwd: new URL('.', import.meta.url),
      env: { ...process.env, WHATWG_TRANSCODER_BACKEND: 'wasm' },
    });
  });

  it('finds the bytes of code units and malformed sequences as the addon does, also of a sequence that an earlier chunk has begun', () => {
    const { decodeStateSize, maxPendingBytes, numbersPerEntry } = description;
    const found = (backend, callFlags, chunk, state, count, room) => {
      const list = new Uint32Array(numbersPerEntry * room);
      for (let unit = 0; unit < count; unit++) list[numbersPerEntry * unit] = unit;
      let all;
      const answer = answered((numbers) => {
        all = backend.transcodeOffsets(callFlags, chunk, state, list, count, numbers);
      });
      return [all, answer, [...list]];
    };
    for (const id of ids) {
      const bytes = Buffer.concat([
        addon.encode(descriptorOf(id, unencodables.skip), text),
        Buffer.from('81ff8e1b2442e3818f30dc00ed', 'hex'),
      ]);
      for (let at = 0; at <= bytes.length; at++) {
        for (const flag of [0, flags.fatal]) {
          const listed = (backend) => {
            const state = new Uint8Array(decodeStateSize);
            const results = [
              [bytes.subarray(0, at), flags.start | flags.stream],
              [bytes.subarray(at), 0],
            ].map(([chunk, callFlags]) => {
              const most = chunk.length + maxPendingBytes;
              const descriptor = descriptorOf(id, callFlags | flag);
              return found(backend, descriptor, chunk, state, flag === 0 ? at % 3 : most, most);
            });
            return { results };
          };
          same(listed, `${encodings[id]}, cut at ${at}, flags ${flag}`);
        }
      }
      same((backend) => {
        const state = new Uint8Array(decodeStateSize);
        const room = bytes.length + maxPendingBytes - 1;
        return found(backend, descriptorOf(id, flags.start), bytes, state, 1, room);
      });
    }
  });

  it('refuses an encoding and a state that do not exist, as the addon does', () => {
    const bytes = Buffer.alloc(4);
    same(({ decode }) => decode(descriptorOf(200), bytes));
    same(({ encode }) => encode(descriptorOf(255), 'a'));
    same(({ transcode }) => transcode(descriptorOf(0) | (200 << flags.toShift), bytes));
    same(({ decode }) => decode(descriptorOf(0), bytes, new Uint8Array(3)));
    same(({ progress }) => answered((numbers) => progress(new Uint8Array(3), numbers)));
    // An array for the answer that has the wrong size.
    const { fields } = description.answer;
    for (const size of [0, 1, 8 * fields - 8, 8 * fields + 8]) {
      const target = new Uint8Array(8).fill(7);
      const wrong = new Uint8Array(size).fill(7);
      throws(() => addon.encodeInto(descriptorOf(0), 'a', target, wrong));
      throws(() => addon.measureText(descriptorOf(0), 'a', wrong));
      throws(() => addon.measureBytes(descriptorOf(0), bytes, wrong));
      deepEqual(wrong, new Uint8Array(size).fill(7));
    }
  });
});

// Tests long strings, which use the core's memory, and short results, which share one block of
// memory.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { decode, encode, TextDecoder } from 'whatwg-transcoder';
import { itOfAddon } from '../../harness/of-the-addon.mjs';
import { evaluate } from '../../harness/run-node.mjs';

const binding = JSON.stringify(
  fileURLToPath(new URL('../../../lib/backend/backend.js', import.meta.url)),
);
const entry = JSON.stringify(fileURLToPath(new URL('../../../lib/index.js', import.meta.url)));

// Code for a script: memory() returns how many bytes outside its heap V8 holds, including those
// that V8 was not told of.
const memory = `const { externalMemory } = require(${binding});
  const memory = () => externalMemory().reduce((known, untold) => known + untold);`;

/** Runs a script that can use TextDecoder and decode(). Returns what it prints, parsed as JSON. */
const run = (script, ...flags) =>
  evaluate(`const { TextDecoder, decode } = require(${entry});\n${script}`, ...flags);

describe('long strings', () => {
  const sizes = [65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 300_000, 2_097_152];

  it('are right at every length, with one and with two bytes per code unit', () => {
    const alphabet = (length, byte, unit) => Array.from({ length }, (_, i) => [byte + i, unit + i]);
    const alphabets = [
      ['windows-1251', alphabet(64, 0xc0, 0x410)],
      ['windows-1252', alphabet(96, 0xa0, 0xa0)],
      ['windows-1252', alphabet(30, 0x41, 0x41)],
      ['iso-8859-2', [0xa0, 0x41, 0xa4].map((byte) => [byte, byte])],
    ];
    for (const [label, characters] of alphabets) {
      for (const size of sizes) {
        const bytes = Buffer.from(characters.map(([byte]) => byte));
        const text = String.fromCharCode(...characters.map(([, unit]) => unit));
        const input = Buffer.alloc(size, bytes);
        const expected = text.repeat(Math.ceil(size / text.length)).slice(0, size);
        ok(decode(input, label) === expected, `${label}, ${size} bytes`);
      }
    }
  });

  it('keep or drop the byte order mark', () => {
    for (const size of sizes) {
      const text = 'я'.repeat(size);
      const input = encode(`\uFEFF${text}`, 'utf-16le');
      ok(decode(input, 'utf-16le') === text, `${size}`);
      ok(decode(input, 'utf-16le', { ignoreBOM: true }) === `\uFEFF${text}`, `${size}`);
    }
  });

  it('are right for ASCII with one other byte at the end', () => {
    for (const size of sizes) {
      const input = Buffer.alloc(size, 'a');
      ok(decode(input, 'shift_jis') === 'a'.repeat(size), `${size}`);
      input[size - 1] = 0xb1;
      ok(decode(input, 'shift_jis') === `${'a'.repeat(size - 1)}\uFF71`, `${size}`);
      input[size - 1] = 0xff;
      throws(() => decode(input, 'shift_jis', { fatal: true }), { offset: size - 1 });
    }
  });

  it('are right for ASCII and then other bytes of windows-1252, which may equal their code points or not', () => {
    const others = { 233: '\u00E9', 157: '\u009D', 128: '\u20AC' };
    for (const size of sizes) {
      for (const at of [size >> 1, size - 1]) {
        for (const [byte, character] of Object.entries(others)) {
          const input = Buffer.alloc(size, 'a').fill(Number(byte), at, at + 1);
          const text = 'a'.repeat(at) + character + 'a'.repeat(size - at - 1);
          ok(decode(input, 'windows-1252') === text, `${size} bytes, ${byte} at ${at}`);
        }
      }
    }
  });

  it('are right in a stream whose chunks end inside a sequence', () => {
    const text = '日本語 text '.repeat(40_000);
    const input = encode(text, 'euc-jp');
    for (const chunk of [65_536, 65_537, 262_145]) {
      const decoder = new TextDecoder('euc-jp');
      let output = '';
      for (let at = 0; at < input.length; at += chunk) {
        output += decoder.decode(input.subarray(at, at + chunk), { stream: true });
      }
      ok(output + decoder.decode() === text, `chunks of ${chunk}`);
    }
  });

  itOfAddon('are reported to the garbage collector, and no longer after they are collected', () => {
    const [before, held, after] = run(
      `${memory}
      const input = Buffer.alloc(9_000_000, 0xe0);
      const latin = Buffer.alloc(9_000_000, 0x41);
      const readings = [memory()];
      (() => {
        const strings = [];
        for (let i = 0; i < 5; i += 1) {
          strings.push(decode(input, 'windows-1251'), decode(latin, 'windows-1251'));
        }
        readings.push(memory());
        if (strings.length !== 10) throw new Error('wrong length');
      })();
      gc();
      readings.push(memory());
      console.log(JSON.stringify(readings));`,
      '--expose-gc',
    );
    ok(held - before >= 5 * 27_000_000, `${held - before} bytes held`);
    ok(Math.abs(after - before) < 10_000, `${after - before} bytes left`);
  });

  itOfAddon(
    'are reported to the garbage collector except for up to 4 MB, and all of them from 192 MB on',
    () => {
      const [few, many] = run(`
      const { externalMemory } = require(${binding});
      const input = Buffer.alloc(300_000, 0xe0);
      const strings = [];
      const [known] = externalMemory();
      let held = 0;
      let few = 0;
      let many = 0;
      while (held < 250 * 2 ** 20) {
        strings.push(decode(input, 'windows-1251'));
        const [now, untold] = externalMemory();
        held = now - known + untold;
        if (held < 192 * 2 ** 20) few = Math.max(few, untold);
        else many = Math.max(many, untold);
      }
      if (held < strings.length * 600_000) throw new Error('too few bytes held');
      if (!strings.every((text) => text.length === input.length)) throw new Error('wrong length');
      console.log(JSON.stringify([few, many]));`);
      ok(few >= 600_000 && few < 4 * 2 ** 20, `${few} bytes not reported`);
      equal(many, 0);
    },
  );

  itOfAddon('use the memory of the engine in a large heap, unless they are very long', () => {
    const [first, others, large] = run(`
      ${memory}
      globalThis.heap = Array.from({ length: 1_500_000 }, (_, i) => [i, {}]);
      const bytesOf = (size, times) => {
        const input = Buffer.alloc(size, 0xe0);
        const before = memory();
        const strings = [];
        for (let i = 0; i < times; i += 1) strings.push(decode(input, 'windows-1251'));
        if (!strings.every((text) => text === 'а'.repeat(size))) throw new Error('wrong text');
        return memory() - before;
      };
      console.log(JSON.stringify([bytesOf(300_000, 1), bytesOf(300_000, 20), bytesOf(9_000_000, 1)]));`);
    // The first string is made before the package reads the size of the heap.
    ok(first < 1_000_000, `${first} bytes`);
    ok(others < 10_000, `${others} bytes`);
    ok(large >= 18_000_000, `${large} bytes`);
  });

  // Source text of a worker that makes long strings.
  const strings = `
    const { decode } = require(${entry.replaceAll('\\', '\\\\')});
    const input = Buffer.alloc(200_000, Buffer.from([0x93, 0xfa, 0x41]));`;

  it('outlive workers when only workers have loaded the addon', () => {
    const rounds = evaluate(`
      const { Worker } = require('node:worker_threads');
      const code = \`${strings}
        globalThis.held = Array.from({ length: 20 }, () => decode(input, 'shift_jis'));
        globalThis.latin = decode(Buffer.alloc(200_000, 0x41), 'shift_jis');\`;
      (async () => {
        let rounds = 0;
        for (; rounds < 40; rounds += 1) {
          await new Promise((resolve, reject) => {
            new Worker(code, { eval: true }).on('error', reject).on('exit', resolve);
          });
        }
        console.log(rounds);
      })();`);
    equal(rounds, 40);
  });

  it('outlive workers that are stopped while they make them', () => {
    const rounds = run(`
      const { Worker } = require('node:worker_threads');
      const code = \`${strings}
        require('node:worker_threads').parentPort.postMessage(0);
        for (;;) globalThis.held = [globalThis.held?.[0], decode(input, 'shift_jis')];\`;
      (async () => {
        let rounds = 0;
        for (; rounds < 20; rounds += 1) {
          const worker = new Worker(code, { eval: true });
          await new Promise((resolve) => worker.once('message', resolve));
          await new Promise((resolve) => setTimeout(resolve, 5));
          await worker.terminate();
        }
        console.log(rounds);
      })();`);
    equal(rounds, 20);
  });
});

describe('UTF-8 with only U+0000 to U+00FF, which becomes a string with one byte per code unit', () => {
  it('is right at every length, with another sequence or an error at every place', () => {
    const others = ['\u0100', '\uFEFF', '€', '😀', '\xC2', '\xC3', '\x80', '\xC1\xBF', '\xC3\x28'];
    for (let length = 1; length < 200; length += length < 70 ? 1 : 13) {
      const text = 'aé\x80ÿ Été'.repeat(30).slice(0, length);
      const bytes = Buffer.from(text);
      ok(decode(bytes) === text, `${length}`);
      ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes) === text);
      for (let at = 0; at <= length; at += 7) {
        for (const other of others) {
          const part = Buffer.from(other, /[^\0-\xff]/.test(other) ? 'utf8' : 'latin1');
          const halves = [Buffer.from(text.slice(0, at)), Buffer.from(text.slice(at))];
          const input = Buffer.concat([halves[0], part, halves[1]]);
          const expected = new globalThis.TextDecoder().decode(input);
          ok(decode(input) === expected, `${length}, ${at}, ${other}`);
          const decoder = new TextDecoder();
          const first = decoder.decode(input.subarray(0, at + 1), { stream: true });
          ok(first + decoder.decode(input.subarray(at + 1)) === expected, `${length}, ${at}`);
        }
      }
    }
  });
});

describe('UTF-16LE', () => {
  // The core checks the code units in steps of 1,024.
  const lengths = [1, 2, 31, 1023, 1024, 1025, 2047, 2048, 2049, 5000];

  function check(text, message) {
    const bytes = Buffer.from(text, 'utf16le');
    const moved = Buffer.concat([Buffer.of(0), bytes]).subarray(1);
    for (const input of [bytes, moved, new Uint8Array(bytes)]) {
      ok(decode(input, 'utf-16le') === text.toWellFormed(), message);
    }
    const decoder = new TextDecoder('utf-16le', { fatal: true });
    if (text.isWellFormed()) ok(decoder.decode(bytes) === text, message);
    else throws(() => decoder.decode(bytes), TypeError, message);
  }

  it('is right with pairs and lone surrogates at every place around a step', () => {
    for (const length of lengths) {
      for (const part of ['\u{1F600}', '\uD83D', '\uDE00', '\uDE00\uD83D', '\uD83D\uD83D\uDE00']) {
        const step = length & ~1023;
        for (const at of [0, 1, step - 3, step - 2, step - 1, step, step + 1, length - 1, length]) {
          if (at < 0 || at > length) continue;
          check(`${'я'.repeat(at)}${part}${'b'.repeat(length - at)}`, `${length}, ${at}`);
        }
      }
    }
  });

  it('loses only a byte order mark at the start, once per stream', () => {
    for (const length of lengths) {
      const text = `${'я'.repeat(length)}\uFEFF`;
      const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
      ok(decode(bytes, 'utf-16le') === text);
      ok(decode(bytes, 'utf-16le', { ignoreBOM: true }) === `\uFEFF${text}`);
      const decoder = new TextDecoder('utf-16le');
      const chunks = [bytes.subarray(2), bytes, bytes.subarray(0, 1), bytes.subarray(1)];
      const output = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
      ok(output + decoder.decode() === `${text}\uFEFF${text}\uFEFF${text}`);
    }
  });
});

describe('short results', () => {
  it('are right when the package is loaded twice with one addon', () => {
    const results = run(`
      const again = () => {
        for (const file of Object.keys(require.cache)) {
          if (file.endsWith('.js')) delete require.cache[file];
        }
        return require(${entry});
      };
      const packages = [again(), again()];
      let wrong = 0;
      for (let i = 0; i < 3_000; i += 1) {
        const text = '日本語のテキスト、日本語のテキスト ' + i;
        for (const { encode } of packages) {
          if (decode(encode(text, 'euc-jp'), 'euc-jp') !== text) wrong += 1;
          if (encode(text).toString() !== text) wrong += 1;
        }
      }
      console.log(JSON.stringify([wrong, packages[0] === packages[1]]));`);
    deepEqual(results, [0, false]);
  });

  it('are Buffers, also in a runtime without Buffer[Symbol.species]', () => {
    const results = run(`
      Object.defineProperty(Buffer, Symbol.species, { value: undefined });
      const { encode } = require(${entry});
      const bytes = ['\u3042', 'abc'.repeat(20)].map((text) => encode(text, 'gbk'));
      console.log(JSON.stringify(bytes.map((each) => [Buffer.isBuffer(each), each.toString('hex')])));`);
    deepEqual(results, [
      [true, 'a4a2'],
      [true, '616263'.repeat(20)],
    ]);
  });
});

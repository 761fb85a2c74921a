// Tests results of every length. Short and medium results share memory, long results do not.

import { equal, ok, throws } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { decode, encode, encodings, Transcoder, transcode } from 'whatwg-transcoder';
import { expected } from '../../harness/encoders.mjs';
import { itOfAddon } from '../../harness/of-the-addon.mjs';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { runNode } from '../../harness/run-node.mjs';

const html = { unencodable: 'html' };
const require = createRequire(import.meta.url);
const { isPlain } = require('../../../lib/backend/environment.js');
const pathOf = (name) =>
  JSON.stringify(fileURLToPath(new URL(`../../../lib/${name}`, import.meta.url)));
const indexFile = pathOf('index.js');

// Source text: makes the results of a process that do not share memory. The next short result makes the memory that is shared.
const beforeSlab = `
  for (let i = 0; i < 16; i++) encode('a');`;
const makeSlab = `
  ${beforeSlab}
  encode('a');
  if (encode('a').buffer.byteLength === 1 && !${isPlain}) throw new Error('no slab');`;

// In code units. Around the lengths at which texts and bytes are converted by different code.
const lengths = [17, 255, 256, 257, 1024, 1025, 4096, 4097, 16_383, 16_384, 16_385, 40_000];

describe('a result', () => {
  it('has the bytes of each code point, for texts of any length, however the engine stores them', () => {
    for (const name of names) {
      const bytesOf = (text) => Buffer.from(expected(name, text, 'html').bytes);
      for (const filler of ['a', '\u00E9']) {
        const each = bytesOf(filler);
        for (const put of ['', ...'\x0E\x1B\\~\x85\u00A4\u0103\u042F\u65E5', '\uD800', '\uDC00']) {
          const other = bytesOf(put);
          for (const length of lengths) {
            const half = length >> 1;
            const text = filler.repeat(half) + put + filler.repeat(length - half);
            const right = Buffer.concat([
              Buffer.alloc(half * each.length, each),
              other,
              Buffer.alloc((length - half) * each.length, each),
            ]);
            for (const kept of [text, `\u3042${text}`.slice(1)]) {
              ok(encode(kept, name, html).equals(right), `${name} ${filler}${put} ${length}`);
            }
          }
        }
      }
    }
  });

  it('is the same in mode fatal and in a stream', () => {
    for (const name of names) {
      for (const text of ['abc', 'a\u00E9', '\u042F\u65E5 ', '\u00E9\x85']) {
        if (expected(name, text, 'fatal').errors.length > 0) continue;
        for (const length of lengths) {
          const long = text.repeat(length / text.length);
          const right = encode(long, name, html);
          ok(encode(long, name).equals(right), `${name} ${text} ${length}`);
          const utf8 = Buffer.from(long);
          ok(transcode(utf8, 'utf-8', name).equals(right), `${name} ${text} ${length}`);
          ok(transcode(right, name).equals(Buffer.from(decode(right, name))));
          const transcoder = new Transcoder('utf-8', name);
          const pieces = [transcoder.write(utf8.subarray(0, utf8.length - 1))];
          pieces.push(transcoder.end(utf8.subarray(-1)));
          ok(Buffer.concat(pieces).equals(right), `${name} ${text} ${length}`);
        }
      }
    }
  });

  it('does not change when other results are made', () => {
    const made = [];
    const keep = (bytes) => made.push([bytes, Buffer.from(bytes).toString('latin1')]);
    for (let i = 0; i < 600; i++) {
      const length = (i * 7919) % 20_000;
      const text = ['a', '\u00E9', '\u65E5'][i % 3].repeat(length);
      keep(encode(text));
      keep(encode(text, 'gb18030'));
      keep(transcode(Buffer.from(text, 'utf16le'), 'utf-16le'));
      const transcoder = new Transcoder('utf-8', 'gbk', html);
      keep(transcoder.write(made.at(-1)[0]));
      keep(transcoder.end());
      const ascii = 'a'.repeat(length);
      throws(() => encode(`${ascii}\uF8FF`, 'shift_jis'), { index: length });
      const malformed = Buffer.from(`${ascii}\xFF`, 'latin1');
      const fatal = { fatal: true };
      throws(() => transcode(malformed, 'utf-8', 'gbk', fatal), { offset: length });
    }
    for (const [bytes, before] of made) equal(bytes.toString('latin1'), before);
  });

  it('of up to 4 KB shares memory, also when the result before did not fit; a longer one does not', () => {
    for (const name of ['utf-8', 'shift_jis', 'gb18030', 'iso-2022-jp']) {
      for (const length of [300, 1100, 1364, 2000, 2913, 4000, 16_000]) {
        const text = '\u65E5'.repeat(length);
        const bytes = encode(text, name);
        const owners = (make) =>
          Array.from({ length: 200 }, make).filter(
            (made) => made.buffer.byteLength === made.length,
          );
        for (const make of [() => encode(text, name), () => transcode(bytes, name, name)]) {
          const own = owners(make).length;
          const what = `${name} ${length}: ${own} of 200`;
          // One result for each slab does not fit in it.
          ok(bytes.length > 4096 || isPlain ? own === 200 : own <= 40, what);
        }
      }
    }
  });

  it('that is short keeps little other memory alive, whatever results were made at the same time', () => {
    for (const length of [2000, 10_000, 16_000, 40_000]) {
      for (const character of ['a', '\u00E9', '\u65E5']) {
        const beside = character.repeat(length);
        const besideBytes = Buffer.from(beside);
        const memory = new Set();
        for (let i = 0; i < 2000; i++) {
          memory.add(encode(`kept ${i}`).buffer);
          encode(beside, 'gb18030');
          memory.add(transcode(Buffer.from(`kept ${i}, \u00E9`), 'utf-8', 'utf-16le').buffer);
          transcode(besideBytes, 'utf-8', 'gb18030');
        }
        let total = 0;
        for (const { byteLength } of memory) total += byteLength;
        // 4,000 results of about 20 bytes are kept. The other results share the slab only when they
        // have at most 4 KB.
        const maxBytes = length > 4096 ? 4 * 128 * 1024 : 2000 * 4 * 4096;
        ok(total <= maxBytes, `${total} bytes beside ${length} times ${character}`);
      }
    }
  });

  it('of an empty text is a Buffer, also when the core must not use the slab', () => {
    const binding = require('../../../lib/backend/backend.js');
    for (const [id] of encodings.entries()) {
      if (encodings[id] === 'replacement') continue;
      const bytes = binding.encode(id, '');
      ok(Buffer.isBuffer(bytes), encodings[id]);
      equal(bytes.length, 0);
    }
  });

  // The first long conversion of a process starts a timer, of which hooks are told.
  const text = `'\u3042'.repeat(1200)`;
  // Shared memory of this length is copied into memory that starts the timer.
  const shared = (bytes, length = 3600) =>
    `Buffer.from(new SharedArrayBuffer(${length})).fill(${bytes})`;
  const malformed = `Buffer.concat([Buffer.from(${text}), Buffer.of(0xff)])`;
  const sjis = `Buffer.from('82a0'.repeat(1200), 'hex')`;
  for (const [outer, right] of [
    [`encode(${text}, 'shift_jis')`, sjis],
    [`transcode(${shared(text)}, 'utf-8', 'shift_jis')`, sjis],
    [`encodeInto(${text}, new Uint8Array(3000), 'shift_jis')`, '{ read: 1200, written: 2400 }'],
    [`encodedLength(${text}, 'shift_jis')`, '2400'],
    [`findUnencodable(${text} + '\u{1F4A9}', 'sjis')`, '{ index: 1200, codePoint: 0x1F4A9 }'],
    [`decodedLength(${shared(text)})`, '1200'],
    [
      `validate(${shared(malformed, 3601)}).firstError`,
      `{ offset: 3600, length: 1, reason: 'invalid byte' }`,
    ],
    [`detect(${shared(text)}).encoding`, `'UTF-8'`],
  ]) {
    itOfAddon(`is not written over by what a hook does before the call returns: ${outer}`, () => {
      const source = `
      const { canEncode, decodedLength, encode, encodeInto, encodedLength, findUnencodable, transcode, validate } = require(${indexFile});
      const { detect } = require(${pathOf('detect.js')});
      const { deepStrictEqual } = require('node:assert');
      let calls = 0;
      let inner;
      require('node:async_hooks').createHook({
        init(id, type) {
          if (type !== 'Timeout') return;
          calls += 1;
          ${beforeSlab}
          inner = [encode('\u3044'.repeat(300), 'shift_jis'), transcode(Buffer.from('yz'), 'utf-8', 'big5')];
          encodeInto('\u3044', new Uint8Array(9), 'shift_jis');
          encodedLength('ab');
          canEncode('\u3042', 'latin1');
          decodedLength(Buffer.from('abc'));
          validate(Buffer.of(0x41, 0xff, 0x42));
          detect(Buffer.from('\u043F\u0440\u0438\u0432\u0435\u0442 \u043C\u0438\u0440'));
        },
      }).enable();
      deepStrictEqual(${outer}, ${right});
      deepStrictEqual(calls, 1);
      deepStrictEqual(inner, [Buffer.from('82a2'.repeat(300), 'hex'), Buffer.from('yz')]);`;
      runNode(['--eval', source]);
    });
  }

  // Each way in which a program can take the memory of a result away. Newer versions of Node have transfer().
  const waysToDetach = {
    'structuredClone()': 'structuredClone(buffer, { transfer: [buffer] })',
    'postMessage()': 'void new MessageChannel().port1.postMessage(null, [buffer])',
    'ArrayBuffer.prototype.transfer()':
      'buffer.transfer?.() ?? structuredClone(buffer, { transfer: [buffer] })',
    'transfer() to another length':
      'buffer.transfer?.(9) ?? structuredClone(buffer, { transfer: [buffer] })',
  };

  for (const [way, detach] of Object.entries(waysToDetach)) {
    it(`is right when ${way} has detached the memory that short results share`, () => {
      // Without this function of the runtime nothing keeps the program from detaching it.
      const source = `
      require('node:worker_threads').markAsUntransferable = undefined;
      const { encode, transcode, Transcoder } = require(${indexFile});
      ${makeSlab}
      const text = '\u3042'.repeat(20);
      const bytes = Buffer.from(text, 'utf16le');
      const calls = [
        () => encode(text),
        () => transcode(bytes, 'utf-16le'),
        () => transcode(bytes, 'utf-16le', 'gbk'),
        () => new Transcoder('utf-16le', 'euc-kr').write(bytes),
      ];
      const right = calls.map((call) => call().toString('hex'));
      for (const detaching of calls) {
        for (const [i, call] of calls.entries()) {
          const { buffer } = detaching();
          const taken = ${detach};
          if (buffer.byteLength !== 0) throw new Error('not detached');
          const before = taken === undefined ? '' : Buffer.from(taken).toString('hex');
          for (let again = 0; again < 3; again += 1) {
            if (call().toString('hex') !== right[i]) throw new Error(call + ' after ' + detaching);
          }
          const after = taken === undefined ? '' : Buffer.from(taken).toString('hex');
          if (after !== before) throw new Error(call + ' has written to memory of another');
        }
      }
      process.exit();`;
      runNode(['--eval', source]);
    });
  }

  it('is right when the memory cannot be replaced, and when another slab is made at any time', () => {
    const binding = require('../../../lib/backend/backend.js');
    const right = encode('\u3042', 'shift_jis').toString('hex');
    const before = encode('before');
    for (let i = 0; i < 40; i++) {
      // Nobody marks this slab or looks at it, and the core holds it alone.
      const memory = binding.newSlab();
      if (i % 2 === 0) structuredClone(memory, { transfer: [memory] });
      else binding.slab.memory = memory;
      equal(encode('\u3042', 'shift_jis').toString('hex'), right);
    }
    equal(before.toString(), 'before');
  });

  it('is right when a program has written to all memory of another result', () => {
    for (const value of [0, 1, 0x7f, 0xff]) {
      new Uint8Array(encode('a').buffer).fill(value);
      equal(encode('\u3042', 'shift_jis').toString('hex'), '82a0');
      throws(() => encode('\u3042', 'windows-1252'), { index: 0 });
      equal(encode('\u3042', 'windows-1252', { unencodable: 'replace' }).toString(), '?');
    }
  });

  it('of short bytes is that of a stream of the same bytes', () => {
    const random = randomFrom(19);
    const marks = ['', 'EFBBBF', 'FEFF', 'FFFE', 'EFBBBFEFBBBF'].map((mark) =>
      Buffer.from(mark, 'hex'),
    );
    for (const from of names) {
      for (const to of ['UTF-8', 'UTF-16BE', 'gb18030', 'ISO-2022-JP', 'windows-1252']) {
        for (const size of [0, 1, 15, 16, 17, 100, 1023, 1024, 1025]) {
          for (const lowest of [0, 0x80]) {
            const mark = marks[random(marks.length)];
            const ascii = Buffer.alloc(size, 'Ascii text. ');
            const bytes = Buffer.concat([mark, ascii]).subarray(0, size);
            for (let i = mark.length; i < size; i += 1 + random(8))
              bytes[i] = lowest + random(256 - lowest);
            for (const input of [bytes, ascii]) {
              const options = {
                unencodable: ['html', 'skip'][random(2)],
                ignoreBOM: random(2) === 1,
              };
              const right = new Transcoder(from, to, options).end(input);
              const what = `${from} to ${to}: ${input.toString('hex')}`;
              ok(transcode(input, from, to, options).equals(right), what);
            }
          }
        }
      }
    }
  });

  it('keeps neither its text nor its label alive', () => {
    const source = `
      const { decode, encode, transcode } = require(${indexFile});
      const length = 5e7;
      const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
      // The engine frees the memory of Buffers some time after it has collected the Buffers.
      const memory = async () => {
        for (let i = 0; i < 3; i++) { await turn(); gc(); }
        const { heapUsed, external } = process.memoryUsage();
        return heapUsed + external;
      };
      const calls = [
        () => encode('\u00E9'.repeat(500) + '\u65E5' + 'a'.repeat(length), 'utf-8'),
        () => encode('a'.repeat(length), 'shift_jis'),
        () => encode('a', ' '.repeat(length) + 'utf-8'),
        () => decode(Buffer.alloc(length, 'a'), 'windows-1252'),
        () => transcode(Buffer.alloc(length, 'a'), 'latin1', 'utf-16le'),
      ];
      encode('a');
      (async () => {
        const before = await memory();
        for (const call of calls) {
          call();
          const more = (await memory()) - before;
          if (more > length / 2) throw new Error(call + ' keeps ' + more + ' bytes');
        }
      })();`;
    runNode(['--expose-gc', '--eval', source]);
  });
});

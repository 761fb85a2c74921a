// Tests the input of TextDecoder: its kinds, buffers that change, and worker threads.
// https://encoding.spec.whatwg.org/#dom-textdecoder-decode

import { deepEqual, equal, fail, ok, throws } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { TextDecoder } from '../../lib/index.mjs';
import { hex as bytes } from '../harness/decoders.mjs';
import { invalidData, wrongType } from '../harness/errors.mjs';

const stream = { stream: true };

const detach = (buffer) => structuredClone(buffer, { transfer: [buffer] });

describe('interface TextDecoder: decode(input, options), input', () => {
  const text = 'Aé€𝄞 0123456789abcdefghijk'; // 32 bytes in UTF-8: a multiple of every element size
  const source = new TextEncoder().encode(text);
  const expected = text;
  const decoder = new TextDecoder('utf-8', { fatal: true });

  const views = [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    BigInt64Array,
    BigUint64Array,
    Float32Array,
    Float64Array,
    ...(globalThis.Float16Array ? [globalThis.Float16Array] : []),
    DataView,
  ];

  for (const [kind, make] of [
    ['ArrayBuffer', (length) => new ArrayBuffer(length)],
    ['SharedArrayBuffer', (length) => new SharedArrayBuffer(length)],
    ['resizable ArrayBuffer', (length) => new ArrayBuffer(length, { maxByteLength: 4096 })],
    [
      'growable SharedArrayBuffer',
      (length) => new SharedArrayBuffer(length, { maxByteLength: 4096 }),
    ],
  ]) {
    it(`accepts ${kind}`, () => {
      const buffer = make(32);
      new Uint8Array(buffer).set(source);
      equal(decoder.decode(buffer), expected);
      equal(decoder.decode(make(0)), '');
      new Uint8Array(buffer).fill(0xb1);
      for (const [label, text] of [
        ['shift_jis', '\uFF71'],
        ['windows-1251', '\u00B1'],
        ['euc-kr', '\uAD47'],
      ]) {
        const length = label === 'euc-kr' ? 16 : 32;
        equal(new TextDecoder(label).decode(buffer), text.repeat(length));
      }
    });

    for (const View of views) {
      it(`accepts ${View.name} on ${kind}, at every offset and length`, () => {
        const size = View.BYTES_PER_ELEMENT ?? 1;
        const buffer = make(96);
        new Uint8Array(buffer).fill(0xff);
        for (let at = 0; at <= 64; at += size) {
          const part = new Uint8Array(buffer, at, 32);
          part.set(source);
          equal(decoder.decode(new View(buffer, at, 32 / size)), expected);
          equal(decoder.decode(new View(buffer, at, 0)), '');
          part.fill(0xff);
        }
        for (let length = 0; length <= 96; length += size) {
          const half = new Uint8Array(buffer);
          half.fill(0xff);
          half.fill(0x61, 0, length);
          equal(decoder.decode(new View(buffer, 0, length / size)), 'a'.repeat(length));
        }
        new Uint8Array(buffer).fill(0x62);
        equal(decoder.decode(new View(buffer)), 'b'.repeat(96));
      });
    }
  }

  it('accepts the memory of WebAssembly, shared or not', () => {
    for (const options of [
      { initial: 1, maximum: 2 },
      { initial: 1, maximum: 2, shared: true },
    ]) {
      const memory = new WebAssembly.Memory(options);
      new Uint8Array(memory.buffer).set(source, 100);
      const view = new Uint8Array(memory.buffer, 100, 32);
      equal(decoder.decode(view), expected);
      equal(decoder.decode(memory.buffer).length, 65536 - 32 + expected.length);
      memory.grow(1);
      equal(decoder.decode(view), options.shared ? expected : '');
    }
  });

  it('accepts buffers and views of other realms', () => {
    const context = vm.createContext({});
    for (const code of [
      'new Uint8Array([0x41, 0xC3, 0xA9])',
      'new Uint8Array([0x41, 0xC3, 0xA9]).buffer',
      'new DataView(new Uint8Array([0x41, 0xC3, 0xA9]).buffer)',
      'Object.setPrototypeOf(new Int8Array([0x41, 0xC3 - 256, 0xA9 - 256]), null)',
      'const s = new SharedArrayBuffer(3); new Uint8Array(s).set([0x41, 0xC3, 0xA9]); s',
      'new Uint8Array(s)',
    ]) {
      equal(decoder.decode(vm.runInContext(code, context)), 'Aé', code);
    }
  });

  it('accepts options of other realms', () => {
    const context = vm.createContext({});
    const other = new TextDecoder('utf-8', vm.runInContext('({ fatal: 1 })', context));
    equal(other.fatal, true);
    equal(other.decode(bytes('C3'), vm.runInContext('({ stream: 1 })', context)), '');
    equal(other.decode(bytes('A9')), 'é');
  });

  const lies = {
    length: { value: 1 },
    byteLength: { value: 1 },
    byteOffset: { value: 1 },
    buffer: { value: new ArrayBuffer(1) },
    constructor: { value: Array },
    [Symbol.toStringTag]: { value: 'Array' },
    [Symbol.iterator]: { value: () => [][Symbol.iterator]() },
    slice: { value: () => fail('not called') },
    subarray: { value: () => fail('not called') },
  };

  it('reads the internal slots of an object, not its properties or its prototype', () => {
    for (const length of [3, 15, 32, 96]) {
      const plain = () => new Uint8Array(length).fill(0x61);
      const buffer = new SharedArrayBuffer(length);
      const shared = new Uint8Array(buffer).fill(0x61);
      for (const view of [plain(), new DataView(plain().buffer), plain().buffer, shared]) {
        Object.defineProperties(view, lies);
        for (const prototype of [Object.getPrototypeOf(view), null, Array.prototype]) {
          equal(decoder.decode(Object.setPrototypeOf(view, prototype)), 'a'.repeat(length));
        }
      }
      Object.defineProperties(buffer, lies);
      Object.setPrototypeOf(buffer, null);
      equal(decoder.decode(buffer), 'a'.repeat(length));
    }
  });

  it('reads the internal slots of an object also when bytes stay unread in a stream', () => {
    const data = '41 FF 42 43';
    const shared = new Uint8Array(new SharedArrayBuffer(4));
    shared.set(bytes(data));
    for (const input of [bytes(data), shared, new DataView(bytes(data).buffer)]) {
      Object.defineProperties(Object.setPrototypeOf(input, null), lies);
      const other = new TextDecoder('utf-8', { fatal: true });
      throws(() => other.decode(input, stream), { ...invalidData, offset: 1, length: 1 });
      throws(() => other.decode(input, stream), { ...invalidData, offset: 5, length: 1 });
      equal(other.decode(bytes('44')), 'BCD');
    }
  });

  it('treats missing input as no bytes', () => {
    for (const args of [
      [],
      [undefined],
      [undefined, undefined],
      [undefined, {}],
      [undefined, null],
    ]) {
      equal(decoder.decode(...args), '');
    }
    const other = new TextDecoder();
    other.decode(bytes('C3'), stream);
    equal(other.decode(undefined, stream), '');
    equal(other.decode(bytes('A9'), stream), 'é');
    other.decode(bytes('C3'), stream);
    equal(other.decode(), '\ufffd');
  });

  for (const [number, input] of [
    null,
    'text',
    '',
    65,
    65n,
    false,
    Symbol('bytes'),
    () => {},
    {},
    [65],
    { length: 1, 0: 65 },
    new Proxy(new Uint8Array(1), {}),
    new Proxy(new ArrayBuffer(1), {}),
    Object.create(Uint8Array.prototype),
    Object.create(ArrayBuffer.prototype),
    Object.create(new Uint8Array(1)),
    { [Symbol.toStringTag]: 'Uint8Array' },
    { buffer: new ArrayBuffer(1), byteOffset: 0, byteLength: 1 },
    new Blob(['text']),
    new String('text'),
    Buffer.from('text').toJSON(),
  ].entries()) {
    it(`refuses what is no buffer and no view: ${typeof input}, ${number}`, () => {
      throws(() => decoder.decode(input), wrongType);
      throws(() => decoder.decode(input, stream), wrongType);
      equal(decoder.decode(bytes('41')), 'A');
    });
  }
});

describe('interface TextDecoder: buffers that change', () => {
  it('treats a detached buffer as no bytes also when bytes wait after a fatal error', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    throws(() => decoder.decode(Buffer.of(0x41, 0xff, 0x42), stream), TypeError);
    const view = new Uint8Array(4);
    detach(view.buffer);
    equal(decoder.decode(view, stream), 'B');
    equal(decoder.decode(), '');
  });

  /** Returns a function that decodes a buffer and views on it, and returns the lengths. */
  function lengthsOn(buffer) {
    const decoder = new TextDecoder();
    const tracking = [Uint8Array, Uint16Array, DataView].map((View) => new View(buffer, 4));
    const fixed = [Uint8Array, DataView].map((View) => new View(buffer, 2, 6));
    const inputs = [buffer, new Uint8Array(buffer), ...tracking, ...fixed];
    return () => inputs.map((input) => decoder.decode(input).length);
  }

  it('uses the current size of a resizable buffer: fixed, length-tracking and out-of-bounds views', () => {
    const buffer = new ArrayBuffer(8, { maxByteLength: 64 });
    const lengths = lengthsOn(buffer);
    deepEqual(lengths(), [8, 8, 4, 4, 4, 6, 6]);
    buffer.resize(13);
    deepEqual(lengths(), [13, 13, 9, 8, 9, 6, 6]);
    buffer.resize(64);
    deepEqual(lengths(), [64, 64, 60, 60, 60, 6, 6]);
    buffer.resize(7);
    deepEqual(lengths(), [7, 7, 3, 2, 3, 0, 0]);
    buffer.resize(4);
    deepEqual(lengths(), [4, 4, 0, 0, 0, 0, 0]);
    buffer.resize(1);
    deepEqual(lengths(), [1, 1, 0, 0, 0, 0, 0]);
    buffer.resize(0);
    deepEqual(lengths(), [0, 0, 0, 0, 0, 0, 0]);
    buffer.resize(8);
    deepEqual(lengths(), [8, 8, 4, 4, 4, 6, 6]);
    detach(buffer);
    deepEqual(lengths(), [0, 0, 0, 0, 0, 0, 0]);
  });

  it('uses the current size of a growable SharedArrayBuffer and of length-tracking views on it', () => {
    const buffer = new SharedArrayBuffer(8, { maxByteLength: 64 });
    const lengths = lengthsOn(buffer);
    deepEqual(lengths(), [8, 8, 4, 4, 4, 6, 6]);
    buffer.grow(64);
    deepEqual(lengths(), [64, 64, 60, 60, 60, 6, 6]);
  });

  const sizes = [4, 300, 200_000];

  for (const size of sizes) {
    it(`decodes ${size} bytes as they are after the getter « stream » has run`, () => {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      const make = () => new Uint8Array(size).fill(0x61);

      const rewritten = make();
      const rewriting = {
        get stream() {
          rewritten.fill(0x62);
          return false;
        },
      };
      equal(decoder.decode(rewritten, rewriting), 'b'.repeat(size));

      for (const pick of [(view) => view, (view) => view.buffer, (v) => new DataView(v.buffer)]) {
        const view = make();
        const input = pick(view);
        const options = {
          get stream() {
            new Uint8Array(detach(view.buffer)).fill(0xff);
            return false;
          },
        };
        equal(decoder.decode(input, options), '');
      }

      for (const track of [true, false]) {
        for (const target of [size * 2, size, 1, 0]) {
          const buffer = new ArrayBuffer(size, { maxByteLength: size * 2 });
          const view = track ? new Uint8Array(buffer) : new Uint8Array(buffer, 0, size);
          view.fill(0x61);
          const options = {
            get stream() {
              buffer.resize(target);
              new Uint8Array(buffer).fill(0x63);
              return false;
            },
          };
          const length = track ? target : target < size ? 0 : size;
          equal(decoder.decode(view, options), 'c'.repeat(length));
          equal(decoder.decode(buffer), 'c'.repeat(target));
        }
      }

      const shared = new SharedArrayBuffer(size, { maxByteLength: size * 2 });
      const growing = {
        get stream() {
          shared.grow(size * 2);
          new Uint8Array(shared).fill(0x64);
          return false;
        },
      };
      equal(decoder.decode(new Uint8Array(shared), growing), 'd'.repeat(size * 2));
    });
  }

  it('allows the getter « stream » to use the same decoder', () => {
    const decoder = new TextDecoder('shift_jis');
    const options = {
      get stream() {
        equal(decoder.decode(bytes('83'), { stream: true }), '');
        return true;
      },
    };
    equal(decoder.decode(bytes('41'), options), 'ア');
    equal(decoder.decode(), '');
  });

  it('« push a copy of input »: later changes do not change the bytes of an incomplete sequence', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const first = bytes('EF BB');
    equal(decoder.decode(first, stream), '');
    first.fill(0);
    equal(decoder.decode(bytes('BF')), '\ufeff');

    const fatal = new TextDecoder('utf-8', { fatal: true });
    const chunk = bytes('41 FF 42 43');
    throws(() => fatal.decode(chunk, stream), invalidData);
    chunk.fill(0x5a);
    detach(chunk.buffer);
    equal(fatal.decode(bytes('44')), 'BCD');
  });

  it('returns strings that do not change with the buffer', () => {
    const decoder = new TextDecoder('latin1');
    for (const size of [3, 20, 5000, 300_000]) {
      for (const fill of [0x61, 0xe9, 0x80]) {
        const input = new Uint8Array(size).fill(fill);
        const output = decoder.decode(input);
        input.fill(0x7a);
        const char = { 97: 'a', 233: 'é', 128: '€' }[fill];
        equal(output, char.repeat(size));
      }
    }
  });
});

describe('interface TextDecoder: worker threads', () => {
  const entry = JSON.stringify(fileURLToPath(new URL('../../lib/index.js', import.meta.url)));
  const inWorker = (code, workerData) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(
        `const { parentPort, workerData } = require('node:worker_threads');
        const { TextDecoder } = require(${entry});
        ${code}`,
        { eval: true, workerData },
      );
      let answer;
      worker.on('message', (message) => {
        answer = message;
      });
      worker.on('error', reject);
      worker.on('exit', (status) => {
        if (status === 0) resolve(answer);
        else reject(new Error(`exit status ${status}`));
      });
    });

  it('decodes in several workers and in the main thread at the same time', async () => {
    const code = `
      const decoder = new TextDecoder(workerData.label);
      const fatal = new TextDecoder(workerData.label, { fatal: true });
      let same = 0;
      for (let round = 0; round < 300; round += 1) {
        let output = '';
        for (let at = 0; at < workerData.input.length; at += 7) {
          output += decoder.decode(workerData.input.subarray(at, at + 7), { stream: true });
        }
        output += decoder.decode();
        if (output === workerData.text && fatal.decode(workerData.input) === output) same += 1;
      }
      parentPort.postMessage(same);`;
    const jobs = [
      ['shift_jis', '83 41 61', 'アa'],
      ['gb18030', '81 30 81 30 61', '\u0080a'],
      ['utf-8', 'E2 82 AC 61', '€a'],
      ['euc-kr', 'B0 A1 20', '가 '],
    ].map(([label, hex, text]) => ({
      label,
      input: bytes(`${hex} `.repeat(200)),
      text: text.repeat(200),
    }));
    const answers = Promise.all(jobs.map((job) => inWorker(code, job)));
    for (const { label, input, text } of jobs) {
      for (let round = 0; round < 100; round += 1) {
        equal(new TextDecoder(label, { fatal: true }).decode(input), text);
      }
    }
    deepEqual(await answers, [300, 300, 300, 300]);
  });

  it('reads shared memory that another thread rewrites', async () => {
    const shared = new SharedArrayBuffer(3000);
    const control = new SharedArrayBuffer(4);
    const state = new Int32Array(control);
    const writer = inWorker(
      `const view = new Uint8Array(workerData.shared);
      const state = new Int32Array(workerData.control);
      Atomics.store(state, 0, 1);
      Atomics.notify(state, 0);
      let round = 0;
      while (Atomics.load(state, 0) === 1) {
        round += 1;
        for (let at = 0; at < view.length; at += 3) {
          view[at] = round & 1 ? 0xe2 : 0x61;
          view[at + 1] = round & 1 ? 0x82 : 0xc3;
          view[at + 2] = round & 1 ? 0xac : 0xa9;
        }
      }
      parentPort.postMessage('stopped');`,
      { shared, control },
    );
    while (Atomics.load(state, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    for (const label of ['utf-8', 'shift_jis', 'windows-1251']) {
      const decoder = new TextDecoder(label);
      for (let round = 0; round < 300; round += 1) {
        const output = decoder.decode(round & 1 ? shared : new Uint8Array(shared));
        ok(output.length <= 3000);
        if (label === 'utf-8') ok(output.isWellFormed());
        if (label === 'windows-1251') equal(output.length, 3000);
      }
    }
    Atomics.store(state, 0, 2);
    equal(await writer, 'stopped');
  });
});

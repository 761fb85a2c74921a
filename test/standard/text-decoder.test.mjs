// Tests the interface TextDecoder.
// https://encoding.spec.whatwg.org/#interface-textdecoder, with the conversions of Web IDL

import assert from 'node:assert/strict';
import { constants } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { TextDecoder } from '../../lib/index.mjs';
import { hex as bytes } from '../harness/decoders.mjs';

const stream = { stream: true };
const detach = (buffer) => structuredClone(buffer, { transfer: [buffer] });
const wrongThis = { name: 'TypeError', code: 'ERR_INVALID_THIS' };
const wrongType = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
const invalidData = { name: 'TypeError', code: 'ERR_ENCODING_INVALID_ENCODED_DATA' };

/** The error that a function throws. Fails when the function throws none. */
function thrownBy(run) {
  let thrown;
  assert.throws(run, (error) => {
    thrown = error;
    return true;
  });
  return thrown;
}

describe('interface TextDecoder: the class', () => {
  const descriptor = (name) => Object.getOwnPropertyDescriptor(TextDecoder.prototype, name);

  it('has the name and the length of its interface', () => {
    assert.deepEqual(Object.getOwnPropertyDescriptor(TextDecoder, 'name'), {
      value: 'TextDecoder',
      writable: false,
      enumerable: false,
      configurable: true,
    });
    assert.deepEqual(Object.getOwnPropertyDescriptor(TextDecoder, 'length'), {
      value: 0,
      writable: false,
      enumerable: false,
      configurable: true,
    });
    assert.deepEqual(Reflect.ownKeys(TextDecoder).sort(), ['length', 'name', 'prototype']);
  });

  it('has a prototype that cannot be replaced', () => {
    const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(
      TextDecoder,
      'prototype',
    );
    assert.deepEqual([writable, enumerable, configurable], [false, false, false]);
    assert.equal(Object.getPrototypeOf(TextDecoder), Function.prototype);
    assert.equal(Object.getPrototypeOf(TextDecoder.prototype), Object.prototype);
  });

  it('has exactly the members of the interface on the prototype', () => {
    const names = Object.getOwnPropertyNames(TextDecoder.prototype).sort();
    assert.deepEqual(names, ['constructor', 'decode', 'encoding', 'fatal', 'ignoreBOM']);
    assert.deepEqual(Object.keys(TextDecoder.prototype).sort(), names.slice(1));
  });

  it('puts no properties on an instance', () => {
    const decoder = new TextDecoder('big5', { fatal: true });
    assert.deepEqual(Reflect.ownKeys(decoder), []);
    decoder.decode(bytes('A4 40 A4'), stream);
    assert.deepEqual(Reflect.ownKeys(decoder), []);
    assert.ok(Object.isExtensible(decoder));
    assert.equal(JSON.stringify(decoder), '{}');
  });

  for (const name of ['encoding', 'fatal', 'ignoreBOM']) {
    it(`has the read-only attribute ${name}`, () => {
      const { get, set, enumerable, configurable } = descriptor(name);
      assert.equal(typeof get, 'function');
      assert.equal(get.name, `get ${name}`);
      assert.equal(get.length, 0);
      assert.equal(set, undefined);
      assert.deepEqual([enumerable, configurable], [true, true]);
      assert.throws(() => Reflect.construct(get, []), TypeError);
      assert.throws(() => {
        new TextDecoder()[name] = 'other';
      }, TypeError);
    });
  }

  it('has the operation decode', () => {
    const { value, writable, enumerable, configurable } = descriptor('decode');
    assert.equal(value.name, 'decode');
    assert.equal(value.length, 0);
    assert.deepEqual([writable, enumerable, configurable], [true, true, true]);
    assert.ok(!Object.hasOwn(value, 'prototype'));
    assert.throws(() => Reflect.construct(value, []), TypeError);
  });

  it('has constructor and Symbol.toStringTag', () => {
    assert.deepEqual(descriptor('constructor'), {
      value: TextDecoder,
      writable: true,
      enumerable: false,
      configurable: true,
    });
    assert.deepEqual(descriptor(Symbol.toStringTag), {
      value: 'TextDecoder',
      writable: false,
      enumerable: false,
      configurable: true,
    });
    assert.equal(String(new TextDecoder()), '[object TextDecoder]');
  });

  it('throws without new', () => {
    assert.throws(() => TextDecoder(), TypeError);
    assert.throws(() => TextDecoder.call(new TextDecoder(), 'utf-8'), TypeError);
    assert.throws(() => Reflect.apply(TextDecoder, Object.create(TextDecoder.prototype), []), {
      name: 'TypeError',
    });
  });

  it('can be subclassed', () => {
    class Upper extends TextDecoder {
      constructor(label) {
        super(label, { fatal: true });
        this.calls = 0;
      }
      decode(...args) {
        this.calls += 1;
        return super.decode(...args).toUpperCase();
      }
    }
    const decoder = new Upper('shift_jis');
    assert.ok(decoder instanceof TextDecoder);
    assert.equal(decoder.encoding, 'shift_jis');
    assert.equal(decoder.fatal, true);
    assert.equal(decoder.decode(bytes('61 83'), stream), 'A');
    assert.equal(decoder.decode(bytes('41')), 'ア');
    assert.equal(decoder.calls, 2);
    assert.equal(Object.prototype.toString.call(decoder), '[object TextDecoder]');
  });

  it('has the prototype of new.target', () => {
    function Other() {}
    const decoder = Reflect.construct(TextDecoder, ['koi8-r'], Other);
    assert.equal(Object.getPrototypeOf(decoder), Other.prototype);
    assert.equal(TextDecoder.prototype.decode.call(decoder, bytes('C1')), 'а');
    assert.equal(descriptor('encoding').get.call(decoder), 'koi8-r');
  });

  it('keeps working when the prototype of an instance is removed', () => {
    const decoder = new TextDecoder('windows-1251');
    Object.setPrototypeOf(decoder, null);
    assert.equal(TextDecoder.prototype.decode.call(decoder, bytes('E0')), 'а');
  });

  it('works on a frozen instance', () => {
    const decoder = Object.freeze(new TextDecoder());
    assert.equal(decoder.decode(bytes('E2 82'), stream), '');
    assert.equal(decoder.decode(bytes('AC')), '€');
  });
});

describe('interface TextDecoder: brand checks', () => {
  const strangers = {
    undefined: undefined,
    null: null,
    'a string': 'utf-8',
    'an object': {},
    'the prototype': TextDecoder.prototype,
    'the class': TextDecoder,
    'an object with the prototype': Object.create(TextDecoder.prototype),
    'an object that inherits from an instance': Object.create(new TextDecoder()),
    'a Proxy of an instance': new Proxy(new TextDecoder(), {}),
    "the runtime's own decoder": new globalThis.TextDecoder(),
    'a look-alike': { encoding: 'utf-8', fatal: false, ignoreBOM: false, decode() {} },
  };
  for (const [what, stranger] of Object.entries(strangers)) {
    it(`refuses ${what} as this`, () => {
      for (const name of ['encoding', 'fatal', 'ignoreBOM']) {
        const { get } = Object.getOwnPropertyDescriptor(TextDecoder.prototype, name);
        assert.throws(() => get.call(stranger), wrongThis);
      }
      assert.throws(() => TextDecoder.prototype.decode.call(stranger, bytes('41')), wrongThis);
    });
  }

  it('checks this before it reads the arguments', () => {
    const options = {
      get stream() {
        throw new Error('must not be read');
      },
    };
    assert.throws(() => TextDecoder.prototype.decode.call({}, 'a string', options), wrongThis);
  });
});

describe('interface TextDecoder: constructor(label, options)', () => {
  it('has default values', () => {
    for (const args of [[], [undefined], [undefined, undefined], ['utf-8', null], ['utf-8', {}]]) {
      const decoder = new TextDecoder(...args);
      assert.equal(decoder.encoding, 'utf-8');
      assert.equal(decoder.fatal, false);
      assert.equal(decoder.ignoreBOM, false);
    }
  });

  for (const [text, value] of [
    ['true', true],
    ['1', 1],
    ['-1', -1],
    ["'false'", 'false'],
    ['{}', {}],
    ['[]', []],
    ['new Boolean(false)', new Boolean(false)],
    ['Symbol()', Symbol('true')],
    ['1n', 1n],
    ['Infinity', Number.POSITIVE_INFINITY],
  ]) {
    it(`treats ${text} as true`, () => {
      assert.equal(new TextDecoder('utf-8', { fatal: value }).fatal, true);
      assert.equal(new TextDecoder('utf-8', { fatal: value }).ignoreBOM, false);
      assert.equal(new TextDecoder('utf-8', { ignoreBOM: value }).ignoreBOM, true);
      assert.equal(new TextDecoder('utf-8', { ignoreBOM: value }).fatal, false);
      const decoder = new TextDecoder();
      assert.equal(decoder.decode(bytes('C3'), { stream: value }), '');
      assert.equal(decoder.decode(bytes('A9')), 'é');
    });
  }

  for (const [text, value] of [
    ['false', false],
    ['0', 0],
    ['-0', -0],
    ["''", ''],
    ['null', null],
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['0n', 0n],
  ]) {
    it(`treats ${text} as false`, () => {
      const decoder = new TextDecoder('utf-8', { fatal: value, ignoreBOM: value });
      assert.equal(decoder.fatal, false);
      assert.equal(decoder.ignoreBOM, false);
      assert.equal(decoder.decode(bytes('C3'), { stream: value }), '\ufffd');
      assert.equal(decoder.decode(bytes('A9')), '\ufffd');
    });
  }

  it('accepts any object as a dictionary, also functions and inherited members', () => {
    const options = Object.assign(() => {}, { fatal: true });
    assert.equal(new TextDecoder('utf-8', options).fatal, true);
    assert.equal(new TextDecoder('utf-8', Object.create({ ignoreBOM: true })).ignoreBOM, true);
    assert.equal(new TextDecoder('utf-8', Object.create(null)).fatal, false);
    assert.equal(new TextDecoder('utf-8', [1, 2, 3]).fatal, false);
    assert.equal(new TextDecoder('utf-8', new String('fatal')).fatal, false);
    assert.equal(new TextDecoder('utf-8', new TextDecoder('big5', { fatal: true })).fatal, true);
  });

  for (const options of [true, false, 0, 1, '', 'fatal', 1n, Symbol('fatal')]) {
    it(`refuses the ${typeof options} ${String(options)} as options`, () => {
      assert.throws(() => new TextDecoder('utf-8', options), wrongType);
      const decoder = new TextDecoder();
      assert.throws(() => decoder.decode(bytes('41'), options), wrongType);
    });
  }

  it('converts the label, fatal and ignoreBOM once, in order, and looks the label up after that', () => {
    for (const label of ['koi8-r', 'no such label']) {
      const log = [];
      const options = new Proxy(
        {},
        {
          get(_, name) {
            log.push(name);
            return true;
          },
          has: () => assert.fail('not asked'),
          ownKeys: () => assert.fail('not asked'),
          getOwnPropertyDescriptor: () => assert.fail('not asked'),
        },
      );
      const object = {
        toString() {
          log.push('label');
          return label;
        },
      };
      if (label === 'koi8-r') {
        const decoder = new TextDecoder(object, options);
        assert.deepEqual([decoder.fatal, decoder.ignoreBOM], [true, true]);
      } else {
        assert.throws(() => new TextDecoder(object, options), RangeError);
      }
      assert.deepEqual(log, ['label', 'fatal', 'ignoreBOM']);
    }
  });

  it('refuses wrong options before it looks the label up', () => {
    assert.throws(() => new TextDecoder('no such label', 1), wrongType);
    assert.throws(() => new TextDecoder('replacement', 'fatal'), wrongType);
  });

  it('converts the label before it refuses the options', () => {
    const thrown = new Error('label first');
    const label = {
      toString() {
        throw thrown;
      },
    };
    assert.throws(() => new TextDecoder(label, 1), thrown);
    assert.throws(
      () => new TextDecoder(Symbol('label'), 1),
      (error) => {
        assert.notEqual(error.code, 'ERR_INVALID_ARG_TYPE');
        return error instanceof TypeError;
      },
    );
  });

  it('throws what a getter throws, and reads no other member', () => {
    const thrown = new Error('mine');
    const options = {
      get fatal() {
        throw thrown;
      },
      get ignoreBOM() {
        return assert.fail('must not be read');
      },
    };
    assert.throws(() => new TextDecoder('utf-8', options), thrown);
    assert.throws(() => new TextDecoder('no such label', options), thrown);
  });

  it('ignores further arguments', () => {
    assert.equal(new TextDecoder('utf-8', {}, 'more').encoding, 'utf-8');
    assert.equal(new TextDecoder().decode(bytes('41'), {}, 'more'), 'A');
  });

  it('does not keep the options', () => {
    const options = { fatal: true, ignoreBOM: true };
    const decoder = new TextDecoder('utf-8', options);
    options.fatal = false;
    options.ignoreBOM = false;
    assert.deepEqual([decoder.fatal, decoder.ignoreBOM], [true, true]);
    assert.throws(() => decoder.decode(bytes('FF')), invalidData);
    assert.equal(decoder.decode(bytes('EF BB BF')), '\ufeff');
  });
});

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

  it('has 32 bytes in these tests', () => assert.equal(source.length, 32));

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
      assert.equal(decoder.decode(buffer), expected);
      assert.equal(decoder.decode(make(0)), '');
    });

    for (const View of views) {
      it(`accepts ${View.name} on ${kind}, at every offset and length`, () => {
        const size = View.BYTES_PER_ELEMENT ?? 1;
        const buffer = make(96);
        new Uint8Array(buffer).fill(0xff);
        for (let at = 0; at <= 64; at += size) {
          const part = new Uint8Array(buffer, at, 32);
          part.set(source);
          assert.equal(decoder.decode(new View(buffer, at, 32 / size)), expected);
          assert.equal(decoder.decode(new View(buffer, at, 0)), '');
          part.fill(0xff);
        }
        for (let length = 0; length <= 96; length += size) {
          const half = new Uint8Array(buffer);
          half.fill(0xff);
          half.fill(0x61, 0, length);
          assert.equal(decoder.decode(new View(buffer, 0, length / size)), 'a'.repeat(length));
        }
        new Uint8Array(buffer).fill(0x62);
        assert.equal(decoder.decode(new View(buffer)), 'b'.repeat(96));
      });
    }
  }

  it('accepts Buffer, from the pool and at an offset', () => {
    const pooled = Buffer.from(source);
    assert.equal(decoder.decode(pooled), expected);
    const wide = Buffer.concat([Buffer.alloc(7, 0xff), source, Buffer.alloc(9, 0xff)]);
    assert.equal(decoder.decode(wide.subarray(7, 39)), expected);
    assert.equal(decoder.decode(Buffer.alloc(0)), '');
  });

  it('accepts the memory of WebAssembly, shared or not', () => {
    for (const options of [
      { initial: 1, maximum: 2 },
      { initial: 1, maximum: 2, shared: true },
    ]) {
      const memory = new WebAssembly.Memory(options);
      new Uint8Array(memory.buffer).set(source, 100);
      const view = new Uint8Array(memory.buffer, 100, 32);
      assert.equal(decoder.decode(view), expected);
      assert.equal(decoder.decode(memory.buffer).length, 65536 - 32 + expected.length);
      memory.grow(1);
      assert.equal(decoder.decode(view), options.shared ? expected : '');
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
      assert.equal(decoder.decode(vm.runInContext(code, context)), 'Aé', code);
    }
  });

  it('accepts options of other realms', () => {
    const context = vm.createContext({});
    const other = new TextDecoder('utf-8', vm.runInContext('({ fatal: 1 })', context));
    assert.equal(other.fatal, true);
    assert.equal(other.decode(bytes('C3'), vm.runInContext('({ stream: 1 })', context)), '');
    assert.equal(other.decode(bytes('A9')), 'é');
  });

  it('reads the internal slots of an object, not its properties or its prototype', () => {
    const lies = {
      length: { value: 1 },
      byteLength: { value: 1 },
      byteOffset: { value: 1 },
      buffer: { value: new ArrayBuffer(1) },
      constructor: { value: Array },
      [Symbol.toStringTag]: { value: 'Array' },
      [Symbol.iterator]: { value: () => [][Symbol.iterator]() },
      slice: { value: () => assert.fail('not called') },
      subarray: { value: () => assert.fail('not called') },
    };
    for (const length of [3, 15, 32, 96]) {
      const plain = () => new Uint8Array(length).fill(0x61);
      const buffer = new SharedArrayBuffer(length);
      const shared = new Uint8Array(buffer).fill(0x61);
      for (const view of [plain(), new DataView(plain().buffer), plain().buffer, shared]) {
        Object.defineProperties(view, lies);
        assert.equal(decoder.decode(view), 'a'.repeat(length));
        Object.setPrototypeOf(view, null);
        assert.equal(decoder.decode(view), 'a'.repeat(length));
        Object.setPrototypeOf(view, Array.prototype);
        assert.equal(decoder.decode(view), 'a'.repeat(length));
      }
      Object.defineProperties(buffer, lies);
      Object.setPrototypeOf(buffer, null);
      assert.equal(decoder.decode(buffer), 'a'.repeat(length));
    }
  });

  it('reads the internal slots of an object also when bytes stay unread in a stream', () => {
    for (const shared of [false, true]) {
      const view = new Uint8Array(shared ? new SharedArrayBuffer(4) : 4);
      view.set(bytes('41 FF 42 43'));
      for (const name of ['length', 'byteLength', 'byteOffset']) {
        Object.defineProperty(view, name, { value: 1 });
      }
      Object.defineProperty(view, 'buffer', { value: new ArrayBuffer(1) });
      for (const input of [
        view,
        Object.setPrototypeOf(new DataView(bytes('41 FF 42 43').buffer), null),
      ]) {
        const other = new TextDecoder('utf-8', { fatal: true });
        assert.throws(() => other.decode(input, stream), { ...invalidData, offset: 1, length: 1 });
        assert.throws(() => other.decode(input, stream), { ...invalidData, offset: 5, length: 1 });
        assert.equal(other.decode(bytes('44')), 'BCD');
      }
    }
  });

  it('does not read the length of a view from a property', () => {
    for (const size of [3, 16, 17, 40]) {
      const view = Uint8Array.from({ length: size }, () => 0xb1);
      for (const name of ['length', 'byteLength', 'byteOffset', 'buffer']) {
        Object.defineProperty(view, name, {
          get() {
            throw new Error(`${name} was asked for`);
          },
        });
      }
      const decoder = new TextDecoder('shift_jis');
      assert.equal(decoder.decode(view), '\uFF71'.repeat(size));
      assert.equal(decoder.decode(view, stream), '\uFF71'.repeat(size));
    }
  });

  it('accepts an instance of a subclass of a view', () => {
    class Mine extends Uint8Array {
      get length() {
        return assert.fail('not asked');
      }
      get byteLength() {
        return assert.fail('not asked');
      }
    }
    assert.equal(decoder.decode(new Mine([0x41, 0x42])), 'AB');
    assert.equal(new TextDecoder('windows-1251').decode(new Mine([0xe0])), 'а');
  });

  it('treats missing input as no bytes', () => {
    for (const args of [
      [],
      [undefined],
      [undefined, undefined],
      [undefined, {}],
      [undefined, null],
    ]) {
      assert.equal(decoder.decode(...args), '');
    }
    const other = new TextDecoder();
    other.decode(bytes('C3'), stream);
    assert.equal(other.decode(undefined, stream), '');
    assert.equal(other.decode(bytes('A9'), stream), 'é');
    other.decode(bytes('C3'), stream);
    assert.equal(other.decode(), '\ufffd');
  });

  for (const [what, input] of Object.entries({
    null: null,
    'a string': 'text',
    'an empty string': '',
    'a number': 65,
    'a bigint': 65n,
    'a boolean': false,
    'a symbol': Symbol('bytes'),
    'a function': () => {},
    'an object': {},
    'an array': [65],
    'an array-like object': { length: 1, 0: 65 },
    'a Proxy of a view': new Proxy(new Uint8Array(1), {}),
    'a Proxy of a buffer': new Proxy(new ArrayBuffer(1), {}),
    'an object with the prototype of a view': Object.create(Uint8Array.prototype),
    'an object with the prototype of a buffer': Object.create(ArrayBuffer.prototype),
    'an object that inherits from a view': Object.create(new Uint8Array(1)),
    'an object with the tag of a view': { [Symbol.toStringTag]: 'Uint8Array' },
    'an object with the members of a view': {
      buffer: new ArrayBuffer(1),
      byteOffset: 0,
      byteLength: 1,
    },
    'a Blob': new Blob(['text']),
    'a String object': new String('text'),
    'the JSON form of a Buffer': Buffer.from('text').toJSON(),
  })) {
    it(`refuses ${what}`, () => {
      assert.throws(() => decoder.decode(input), wrongType);
      assert.throws(() => decoder.decode(input, stream), wrongType);
      assert.equal(decoder.decode(bytes('41')), 'A');
    });
  }
});

describe('interface TextDecoder: buffers that change', () => {
  it('treats a detached buffer and every view on it as no bytes', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for (const View of [Uint8Array, Int16Array, Float64Array, BigInt64Array, DataView]) {
      const buffer = new ArrayBuffer(64);
      const view = new View(buffer, 8, 2);
      detach(buffer);
      assert.equal(decoder.decode(buffer), '');
      assert.equal(decoder.decode(view), '');
      assert.equal(decoder.decode(view, stream), '');
      assert.equal(decoder.decode(), '');
    }
  });

  it('treats a detached buffer as no bytes also when bytes wait after a fatal error', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    assert.throws(() => decoder.decode(Buffer.of(0x41, 0xff, 0x42), stream), TypeError);
    const view = new Uint8Array(4);
    detach(view.buffer);
    assert.equal(decoder.decode(view, stream), 'B');
    assert.equal(decoder.decode(), '');
  });

  it('uses the current size of a resizable buffer: fixed, length-tracking and out-of-bounds views', () => {
    const decoder = new TextDecoder();
    const buffer = new ArrayBuffer(8, { maxByteLength: 64 });
    const all = new Uint8Array(buffer);
    all.fill(0x61);
    const tracking = new Uint8Array(buffer, 4);
    const trackingWide = new Uint16Array(buffer, 4);
    const trackingData = new DataView(buffer, 4);
    const fixed = new Uint8Array(buffer, 2, 6);
    const fixedData = new DataView(buffer, 2, 6);
    const lengths = () =>
      [buffer, all, tracking, trackingWide, trackingData, fixed, fixedData].map(
        (input) => decoder.decode(input).length,
      );
    assert.deepEqual(lengths(), [8, 8, 4, 4, 4, 6, 6]);
    buffer.resize(13);
    assert.deepEqual(lengths(), [13, 13, 9, 8, 9, 6, 6]);
    buffer.resize(64);
    assert.deepEqual(lengths(), [64, 64, 60, 60, 60, 6, 6]);
    buffer.resize(7);
    assert.deepEqual(lengths(), [7, 7, 3, 2, 3, 0, 0]);
    buffer.resize(4);
    assert.deepEqual(lengths(), [4, 4, 0, 0, 0, 0, 0]);
    buffer.resize(1);
    assert.deepEqual(lengths(), [1, 1, 0, 0, 0, 0, 0]);
    buffer.resize(0);
    assert.deepEqual(lengths(), [0, 0, 0, 0, 0, 0, 0]);
    buffer.resize(8);
    assert.deepEqual(lengths(), [8, 8, 4, 4, 4, 6, 6]);
    detach(buffer);
    assert.deepEqual(lengths(), [0, 0, 0, 0, 0, 0, 0]);
  });

  it('uses the current size of a growable SharedArrayBuffer and of length-tracking views on it', () => {
    const decoder = new TextDecoder();
    const buffer = new SharedArrayBuffer(8, { maxByteLength: 64 });
    const tracking = new Uint8Array(buffer, 4);
    const trackingData = new DataView(buffer, 4);
    const fixed = new Uint8Array(buffer, 4, 4);
    const lengths = () =>
      [buffer, tracking, trackingData, fixed].map((input) => decoder.decode(input).length);
    assert.deepEqual(lengths(), [8, 4, 4, 4]);
    buffer.grow(64);
    assert.deepEqual(lengths(), [64, 60, 60, 4]);
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
      assert.equal(decoder.decode(rewritten, rewriting), 'b'.repeat(size));

      for (const pick of [(view) => view, (view) => view.buffer, (v) => new DataView(v.buffer)]) {
        const view = make();
        const input = pick(view);
        const options = {
          get stream() {
            new Uint8Array(detach(view.buffer)).fill(0xff);
            return false;
          },
        };
        assert.equal(decoder.decode(input, options), '');
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
          assert.equal(decoder.decode(view, options), 'c'.repeat(length));
          assert.equal(decoder.decode(buffer), 'c'.repeat(target));
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
      assert.equal(decoder.decode(new Uint8Array(shared), growing), 'd'.repeat(size * 2));
    });
  }

  it('allows the getter « stream » to use the same decoder', () => {
    const decoder = new TextDecoder('shift_jis');
    const options = {
      get stream() {
        assert.equal(decoder.decode(bytes('83'), { stream: true }), '');
        return true;
      },
    };
    assert.equal(decoder.decode(bytes('41'), options), 'ア');
    assert.equal(decoder.decode(), '');
  });

  it('« push a copy of input »: later changes do not change the bytes of an incomplete sequence', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const first = bytes('EF BB');
    assert.equal(decoder.decode(first, stream), '');
    first.fill(0);
    assert.equal(decoder.decode(bytes('BF')), '\ufeff');

    const fatal = new TextDecoder('utf-8', { fatal: true });
    const chunk = bytes('41 FF 42 43');
    assert.throws(() => fatal.decode(chunk, stream), invalidData);
    chunk.fill(0x5a);
    detach(chunk.buffer);
    assert.equal(fatal.decode(bytes('44')), 'BCD');
  });

  it('returns strings that do not change with the buffer', () => {
    const decoder = new TextDecoder('latin1');
    for (const size of [3, 20, 5000, 300_000]) {
      for (const fill of [0x61, 0xe9, 0x80]) {
        const input = new Uint8Array(size).fill(fill);
        const output = decoder.decode(input);
        input.fill(0x7a);
        const char = { 97: 'a', 233: 'é', 128: '€' }[fill];
        assert.equal(output, char.repeat(size));
      }
    }
  });

  it('does not write to its input', () => {
    for (const label of ['utf-8', 'utf-16be', 'utf-16le', 'shift_jis', 'windows-1252']) {
      const input = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7 + (at >> 8)) & 0xff);
      const copy = input.slice();
      new TextDecoder(label).decode(input);
      assert.deepEqual(input, copy, label);
    }
  });
});

describe('interface TextDecoder: decode(input, options), options', () => {
  it('converts input first, then options, and reads « stream » once', () => {
    const decoder = new TextDecoder();
    const log = [];
    const options = new Proxy(
      {},
      {
        get(_, name) {
          log.push(name);
          return false;
        },
        has: () => assert.fail('not asked'),
        ownKeys: () => assert.fail('not asked'),
        getOwnPropertyDescriptor: () => assert.fail('not asked'),
      },
    );
    assert.throws(() => decoder.decode('a string', options), wrongType);
    assert.deepEqual(log, []);
    assert.equal(decoder.decode(bytes('41'), options), 'A');
    assert.deepEqual(log, ['stream']);
    assert.equal(decoder.decode(undefined, options), '');
    assert.deepEqual(log, ['stream', 'stream']);
    assert.throws(
      () => decoder.decode(null, 1),
      (error) => {
        assert.match(error.message, /input/);
        return error.code === 'ERR_INVALID_ARG_TYPE';
      },
    );
  });

  it('accepts null, undefined, objects and functions', () => {
    for (const options of [null, undefined, {}, [], () => {}, Object.create(null)]) {
      const decoder = new TextDecoder();
      assert.equal(decoder.decode(bytes('41 C3'), options), 'A\ufffd');
      assert.equal(decoder.decode(bytes('A9'), options), '\ufffd');
    }
    const decoder = new TextDecoder();
    assert.equal(
      decoder.decode(
        bytes('C3'),
        Object.assign(() => {}, stream),
      ),
      '',
    );
    assert.equal(decoder.decode(bytes('A9'), Object.create(stream)), 'é');
    assert.equal(decoder.decode(bytes('41')), 'A');
  });

  it('changes nothing when a conversion throws', () => {
    const thrown = new Error('mine');
    const throwing = {
      get stream() {
        throw thrown;
      },
    };
    for (const fatal of [false, true]) {
      const decoder = new TextDecoder('gb18030', { fatal });
      assert.equal(decoder.decode(bytes('41 81 30'), stream), 'A');
      assert.throws(() => decoder.decode(bytes('42 42 42'), throwing), thrown);
      assert.throws(() => decoder.decode('text', stream), wrongType);
      assert.throws(() => decoder.decode(null), wrongType);
      assert.throws(() => decoder.decode(bytes('42'), 'stream'), wrongType);
      assert.equal(decoder.decode(bytes('81 30 43'), stream), '\u0080C');
      assert.equal(decoder.decode(), '');
    }
  });
});

describe('interface TextDecoder: streams', () => {
  it('« do not flush »: keeps the state of the decoder between calls', () => {
    for (const [label, hex, text] of [
      ['utf-8', 'F0 9D 84 9E', '𝄞'],
      ['utf-16le', '34 D8 1E DD', '𝄞'],
      ['utf-16be', 'D8 34 DD 1E', '𝄞'],
      ['gb18030', '81 35 F4 37', '\ue7c7'],
      ['gbk', '81 30 81 30', '\u0080'],
      ['big5', '88 62', '\u00ca\u0304'],
      ['euc-jp', '8F B0 A1', '丂'],
      ['shift_jis', '83 41', 'ア'],
      ['euc-kr', 'B0 A1', '가'],
      ['iso-2022-jp', '1B 24 42 25 22 1B 28 42', 'ア'],
    ]) {
      const decoder = new TextDecoder(label, { fatal: true });
      let output = '';
      for (const byte of bytes(hex)) {
        output += decoder.decode(Uint8Array.of(byte), stream);
        output += decoder.decode(new Uint8Array(0), stream);
        output += decoder.decode(undefined, stream);
      }
      assert.equal(output, text, label);
      assert.equal(decoder.decode(), '', label);
    }
  });

  it('returns from each call all that could be decoded so far', () => {
    const decoder = new TextDecoder();
    assert.equal(decoder.decode(bytes('41 E2'), stream), 'A');
    assert.equal(decoder.decode(bytes('82'), stream), '');
    assert.equal(decoder.decode(bytes('AC 42 F0 9D'), stream), '€B');
    assert.equal(decoder.decode(bytes('41'), stream), '\ufffdA');
    assert.equal(decoder.decode(bytes('C3'), stream), '');
    assert.equal(decoder.decode(), '\ufffd');
  });

  it('reports the end of the queue in the last call only', () => {
    for (const [label, hex] of [
      ['utf-8', 'E2 82'],
      ['utf-16le', '41'],
      ['utf-16be', 'D8 34'],
      ['gb18030', '81 30 81'],
      ['big5', 'A4'],
      ['euc-jp', '8F B0'],
      ['shift_jis', '83'],
      ['euc-kr', 'B0'],
      ['iso-2022-jp', '1B 24 42 25'],
    ]) {
      const lenient = new TextDecoder(label);
      assert.equal(lenient.decode(bytes(hex), stream), '', label);
      assert.equal(lenient.decode(), '\ufffd', label);
      assert.equal(lenient.decode(), '', label);
      const fatal = new TextDecoder(label, { fatal: true });
      assert.equal(fatal.decode(bytes(hex), stream), '', label);
      assert.throws(() => fatal.decode(), { ...invalidData, reason: 'truncated' }, label);
      assert.equal(fatal.decode(), '', label);
    }
  });

  it('starts again after a normal end', () => {
    const decoder = new TextDecoder('iso-2022-jp');
    assert.equal(decoder.decode(bytes('1B 24 42 25 22'), stream), 'ア');
    assert.equal(decoder.decode(bytes('25 22')), 'ア');
    assert.equal(decoder.decode(bytes('25 22')), '%"');
    assert.equal(decoder.decode(bytes('1B 24 42 25 22')), 'ア');
    assert.equal(decoder.decode(bytes('25 22'), stream), '%"');
    assert.equal(decoder.decode(), '');
  });

  it('starts again after a call without stream, also when its input was incomplete', () => {
    for (const [label, hex] of [
      ['utf-8', '41 E2 82'],
      ['gb18030', '41 81 30 81'],
      ['euc-jp', '41 8F B0'],
      ['iso-2022-jp', '41 1B 24 42 25'],
    ]) {
      const decoder = new TextDecoder(label);
      for (let round = 0; round < 3; round += 1) {
        assert.equal(decoder.decode(bytes(hex)), 'A\ufffd', label);
        assert.equal(decoder.decode(bytes('42'), stream), 'B', label);
        assert.equal(decoder.decode(bytes('43')), 'C', label);
      }
    }
  });

  it('keeps the state of several decoders separate', () => {
    const all = ['utf-8', 'shift_jis', 'gb18030', 'euc-kr', 'utf-16le'].map(
      (label) => new TextDecoder(label),
    );
    const twice = [...all, ...all.map(({ encoding }) => new TextDecoder(encoding))];
    for (const decoder of twice) decoder.decode(bytes('E2'), stream);
    for (const decoder of twice) decoder.decode(bytes('82'), stream);
    const outputs = twice.map((decoder) => decoder.decode(bytes('AC 41')));
    assert.deepEqual(outputs.slice(0, 5), outputs.slice(5));
    assert.equal(outputs[0], '€A');
  });
});

describe('interface TextDecoder: « serialize I/O queue », the BOM', () => {
  const marks = [
    ['utf-8', 'EF BB BF', '41', 'C3'],
    ['utf-16le', 'FF FE', '41 00', '00'],
    ['utf-16be', 'FE FF', '00 41', '00'],
  ];

  for (const [label, mark, a] of marks) {
    const decodeChunks = (decoder, chunks) =>
      chunks.map((chunk) => decoder.decode(bytes(chunk), stream)).join('') + decoder.decode();
    const single = mark.split(' ');

    it(`${label}: drops one BOM at the start of a stream`, () => {
      for (const fatal of [false, true]) {
        const decoder = new TextDecoder(label, { fatal });
        assert.equal(decoder.decode(bytes(`${mark} ${a}`)), 'A');
        assert.equal(decoder.decode(bytes(mark)), '');
        assert.equal(decoder.decode(bytes(`${a} ${mark}`)), 'A\ufeff');
        assert.equal(decoder.decode(bytes(`${mark} ${mark} ${a}`)), '\ufeffA');
        assert.equal(decoder.decode(bytes(`${mark} ${a} ${mark}`)), 'A\ufeff');
      }
    });

    it(`${label}: keeps every BOM with ignoreBOM`, () => {
      const decoder = new TextDecoder(label, { ignoreBOM: true });
      assert.equal(decoder.decode(bytes(`${mark} ${a}`)), '\ufeffA');
      assert.equal(decoder.decode(bytes(mark)), '\ufeff');
      assert.equal(decoder.decode(bytes(`${mark} ${mark}`)), '\ufeff\ufeff');
      assert.equal(decodeChunks(decoder, [...single, a]), '\ufeffA');
      assert.equal(decodeChunks(decoder, [mark, mark, a]), '\ufeff\ufeffA');
    });

    it(`${label}: drops a BOM that is cut by chunks`, () => {
      for (const fatal of [false, true]) {
        const decoder = new TextDecoder(label, { fatal });
        assert.equal(decodeChunks(decoder, [...single, a]), 'A');
        assert.equal(decodeChunks(decoder, ['', ...single, '', a]), 'A');
        assert.equal(
          decodeChunks(
            decoder,
            single.flatMap((byte) => ['', byte, '']),
          ),
          '',
        );
        assert.equal(decodeChunks(decoder, [...single, ...single, a]), '\ufeffA');
        assert.equal(decodeChunks(decoder, [single[0], `${single.slice(1).join(' ')} ${a}`]), 'A');
      }
    });

    it(`${label}: keeps a second BOM, in any chunk`, () => {
      const decoder = new TextDecoder(label);
      assert.equal(decodeChunks(decoder, [mark, mark]), '\ufeff');
      assert.equal(decodeChunks(decoder, [`${mark} ${mark}`, mark]), '\ufeff\ufeff');
      assert.equal(decodeChunks(decoder, [a, mark]), 'A\ufeff');
      assert.equal(decodeChunks(decoder, ['', mark, '', mark, a]), '\ufeffA');
    });

    it(`${label}: drops one BOM in every stream of a reused decoder`, () => {
      const decoder = new TextDecoder(label);
      for (let round = 0; round < 3; round += 1) {
        assert.equal(decoder.decode(bytes(`${mark} ${a}`)), 'A');
        assert.equal(decoder.decode(bytes(mark), stream), '');
        assert.equal(decoder.decode(bytes(`${mark} ${a}`)), '\ufeffA');
        assert.equal(decoder.decode(bytes(`${a}`), stream), 'A');
        assert.equal(decoder.decode(bytes(mark)), '\ufeff');
      }
    });

    it(`${label}: empty calls do not set « BOM seen »`, () => {
      const decoder = new TextDecoder(label);
      assert.equal(decoder.decode(undefined, stream), '');
      assert.equal(decoder.decode(new Uint8Array(0), stream), '');
      assert.equal(decoder.decode(bytes(`${mark} ${a}`), stream), 'A');
      assert.equal(decoder.decode(bytes(mark)), '\ufeff');
    });
  }

  for (const [label, , , cut] of marks) {
    it(`${label}: an error counts as output, so a BOM after it stays`, () => {
      const [, mark] = marks.find(([name]) => name === label);
      const decoder = new TextDecoder(label);
      assert.equal(decoder.decode(bytes(`${cut}`), stream), '');
      assert.equal(decoder.decode(), '\ufffd');
      assert.equal(decoder.decode(bytes(mark)), '');
      const bad = { 'utf-8': 'FF', 'utf-16le': '00 DC', 'utf-16be': 'DC 00' }[label];
      assert.equal(decoder.decode(bytes(`${bad} ${mark}`)), '\ufffd\ufeff');
      assert.equal(decoder.decode(bytes(bad), stream), '\ufffd');
      assert.equal(decoder.decode(bytes(mark)), '\ufeff');
    });
  }

  it('keeps a BOM of another encoding', () => {
    assert.equal(new TextDecoder('utf-8').decode(bytes('FF FE 41')), '\ufffd\ufffdA');
    assert.equal(new TextDecoder('utf-16le').decode(bytes('FE FF 41 00')), '\ufffeA');
    assert.equal(new TextDecoder('utf-16be').decode(bytes('FF FE 00 41')), '\ufffeA');
    assert.equal(new TextDecoder('utf-16le').decode(bytes('EF BB BF 41')), '믯䆿');
  });

  it('drops no BOM in an encoding that is neither UTF-8 nor UTF-16', () => {
    for (const ignoreBOM of [false, true]) {
      const gb = new TextDecoder('gb18030', { ignoreBOM });
      assert.equal(gb.decode(bytes('84 31 95 33 41')), '\ufeffA');
      assert.equal(gb.decode(bytes('84 31 95'), stream), '');
      assert.equal(gb.decode(bytes('33 41')), '\ufeffA');
      const latin = new TextDecoder('windows-1252', { ignoreBOM });
      assert.equal(latin.decode(bytes('EF BB BF 41')), 'ï»¿A');
      assert.equal(latin.decode(bytes('FF FE 41')), 'ÿþA');
      const user = new TextDecoder('x-user-defined', { ignoreBOM });
      assert.equal(user.decode(bytes('EF BB BF 41')), '\uf7ef\uf7bb\uf7bfA');
    }
  });

  it('drops a BOM at any length of input', () => {
    for (const length of [0, 1, 5, 13, 16, 17, 60, 64, 1000, 70_000, 300_000]) {
      const input = new Uint8Array(length + 3).fill(0x61);
      input.set([0xef, 0xbb, 0xbf]);
      assert.equal(new TextDecoder().decode(input), 'a'.repeat(length));
      const last = new Uint8Array(length + 6).fill(0x61, 3);
      last.set([0xef, 0xbb, 0xbf]);
      last.set([0xef, 0xbb, 0xbf], length + 3);
      const decoder = new TextDecoder('utf-8', { fatal: true });
      assert.equal(decoder.decode(last), `${'a'.repeat(length)}\ufeff`);
      const wide = new Uint16Array(length + 1).fill(0x61);
      wide[0] = 0xfeff;
      assert.equal(new TextDecoder('utf-16le').decode(wide), 'a'.repeat(length));
    }
  });
});

describe('interface TextDecoder: fatal errors', () => {
  const cases = [
    ['utf-8', '41 FF', 1, 1, 'invalid byte'],
    ['utf-8', '41 42 E2 82 41', 2, 2, 'invalid trailing byte'],
    ['utf-8', '41 F0 9D 84', 1, 3, 'truncated'],
    ['utf-8', 'E0 80', 0, 1, 'invalid trailing byte'],
    ['utf-16le', '41 00 3D D8 41 00', 2, 2, 'lone surrogate'],
    ['utf-16le', '41 00 00 DC', 2, 2, 'lone surrogate'],
    ['utf-16be', '00 41 D8 3D 00 41', 2, 2, 'lone surrogate'],
    ['utf-16le', '3D D8 41', 0, 3, 'truncated'],
    ['utf-16le', '41', 0, 1, 'truncated'],
    ['gb18030', '41 81 30 81 41', 1, 1, 'invalid trailing byte'],
    ['gb18030', '41 81 30', 1, 2, 'truncated'],
    ['gb18030', '41 E3 32 9A 36', 1, 4, 'unmapped'],
    ['gb18030', '41 FF', 1, 1, 'invalid byte'],
    ['gbk', '41 81 7F', 1, 1, 'invalid trailing byte'],
    ['big5', '41 80', 1, 1, 'invalid byte'],
    ['big5', '41 A4', 1, 1, 'truncated'],
    ['euc-jp', '41 A4', 1, 1, 'truncated'],
    ['euc-jp', '41 8F A4 41', 1, 2, 'invalid trailing byte'],
    ['shift_jis', '41 83', 1, 1, 'truncated'],
    ['shift_jis', '41 A0', 1, 1, 'invalid byte'],
    ['shift_jis', '41 81 FD', 1, 2, 'invalid trailing byte'],
    ['euc-kr', '41 FF', 1, 1, 'invalid byte'],
    ['euc-kr', '41 B0', 1, 1, 'truncated'],
    ['iso-2022-jp', '41 80', 1, 1, 'invalid byte'],
    ['iso-2022-jp', '1B 24 42 25 1B', 3, 1, 'invalid trailing byte'],
    ['iso-2022-jp', '41 1B 28 42 1B 28 42', 4, 3, 'redundant escape sequence'],
    ['iso-2022-jp', '41 1B 28 8A', 1, 1, 'invalid escape sequence'],
    ['windows-1253', '41 AA', 1, 1, 'unmapped'],
    ['windows-874', '41 42 DB', 2, 1, 'unmapped'],
  ];
  for (const [label, hex, offset, length, reason] of cases) {
    it(`${label} ${hex}: offset ${offset}, length ${length}, ${reason}`, () => {
      const decoder = new TextDecoder(label, { fatal: true });
      const input = bytes(hex);
      const check = (run, shift = 0) => {
        const error = thrownBy(run);
        assert.ok(error instanceof TypeError);
        const { code, encoding } = error;
        assert.deepEqual(
          { code, encoding, offset: error.offset, length: error.length, reason: error.reason },
          {
            code: invalidData.code,
            encoding: decoder.encoding,
            offset: offset + shift,
            length,
            reason,
          },
        );
        assert.match(error.message, new RegExp(`\\b${decoder.encoding}\\b`, 'i'));
        assert.match(error.message, new RegExp(`\\b${offset + shift}\\b`));
        assert.match(error.message, new RegExp(reason));
        assert.equal(typeof error.stack, 'string');
      };
      check(() => decoder.decode(input));
      check(() => decoder.decode(input));
      for (let cut = 0; cut <= input.length; cut += 1) {
        check(() => {
          decoder.decode(input.subarray(0, cut), stream);
          decoder.decode(input.subarray(cut), stream);
          decoder.decode();
        });
        try {
          while (decoder.decode(undefined) !== '');
        } catch (error) {
          assert.equal(error.code, invalidData.code);
        }
        assert.equal(decoder.decode(), '');
      }
      const wide = label.startsWith('utf-16') ? 2 : 1;
      for (const shift of [wide, 14, 16, 62, 1000, 5002]) {
        const padded = new Uint8Array(shift + input.length);
        for (let at = 0; at < shift; at += wide) {
          padded[label === 'utf-16be' ? at + 1 : at] = 0x61;
        }
        padded.set(input, shift);
        check(() => decoder.decode(padded), shift);
        check(() => {
          decoder.decode(padded.subarray(0, shift), stream);
          decoder.decode(padded.subarray(shift));
        }, shift);
        try {
          decoder.decode();
        } catch (error) {
          assert.equal(error.code, invalidData.code);
        }
        assert.equal(decoder.decode(), '');
      }
    });
  }

  it('throws an ordinary Error object of this realm', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const error = thrownBy(() => decoder.decode(bytes('FF')));
    assert.equal(Object.getPrototypeOf(error), TypeError.prototype);
    assert.equal(error.name, 'TypeError');
    for (const name of ['code', 'encoding', 'offset', 'length', 'reason']) {
      assert.ok(Object.hasOwn(error, name), name);
    }
    assert.notEqual(
      error,
      thrownBy(() => decoder.decode(bytes('FF'))),
    );
  });

  it('counts the offset from the start of the stream, over many chunks', () => {
    const decoder = new TextDecoder('euc-kr', { fatal: true });
    for (let chunk = 0; chunk < 100; chunk += 1) {
      assert.equal(decoder.decode(bytes('61 B0 A1'), stream), 'a가');
    }
    assert.equal(decoder.decode(bytes('B0'), stream), '');
    assert.throws(() => decoder.decode(bytes('20 42'), stream), {
      ...invalidData,
      offset: 300,
      length: 1,
    });
  });

  it('counts from 0 again in the next stream', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    assert.equal(decoder.decode(bytes('61 62 63'), stream), 'abc');
    assert.throws(() => decoder.decode(bytes('64 FF')), { offset: 4 });
    assert.throws(() => decoder.decode(bytes('FF')), { offset: 0 });
    assert.equal(decoder.decode(bytes('61 62 63')), 'abc');
    assert.throws(() => decoder.decode(bytes('FF')), { offset: 0 });
    assert.equal(decoder.decode(bytes('61'), stream), 'a');
    assert.throws(() => decoder.decode(bytes('FF')), { offset: 1 });
  });

  it('counts a BOM that was dropped', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    assert.throws(() => decoder.decode(bytes('EF BB BF FF')), { offset: 3 });
    assert.throws(() => decoder.decode(bytes('EF BB FF')), { offset: 0, length: 2 });
  });

  it('reports the first of several errors', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    assert.throws(() => decoder.decode(bytes('41 FE 42 FF C3')), { offset: 1 });
  });

  it('starts again after an error in a call that was not a stream', () => {
    for (const [label, hex] of [
      ['utf-8', '41 FF 42 E2 82'],
      ['gb18030', '41 81 30 81 41'],
      ['shift_jis', '41 A0 83'],
      ['euc-jp', '8F B0 41'],
      ['iso-2022-jp', '1B 24 42 80 25'],
      ['utf-16le', '00 DC 41'],
    ]) {
      const decoder = new TextDecoder(label, { fatal: true });
      const wide = label === 'utf-16le';
      for (let round = 0; round < 3; round += 1) {
        assert.throws(() => decoder.decode(bytes(hex)), invalidData);
        assert.equal(decoder.decode(), '', label);
        assert.throws(() => decoder.decode(bytes(hex)), invalidData);
        assert.equal(decoder.decode(wide ? bytes('42 00') : bytes('42')), 'B', label);
        assert.throws(() => decoder.decode(bytes(hex)), invalidData);
        assert.equal(decoder.decode(wide ? bytes('43 00') : bytes('43'), stream), 'C', label);
        assert.equal(decoder.decode(), '', label);
      }
    }
  });

  it('starts again after the last call of a stream has failed', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    assert.equal(decoder.decode(bytes('41 E2 82'), stream), 'A');
    assert.throws(() => decoder.decode(bytes('42 43 44')), { offset: 1, length: 2 });
    assert.equal(decoder.decode(bytes('45')), 'E');
    assert.equal(decoder.decode(bytes('41 E2 82'), stream), 'A');
    assert.throws(() => decoder.decode(), { offset: 1, length: 2, reason: 'truncated' });
    assert.equal(decoder.decode(bytes('EF BB BF 45')), 'E');
  });
});

// The standard makes a new I/O queue only when « do not flush » is false. A call with stream: true
// that throws has set « do not flush » to true, and the bytes that it has not read are still in the
// queue.
describe('interface TextDecoder: after a fatal error in a stream', () => {
  /** Runs calls in order: [hex, stream?, text or { offset, length, reason }]. */
  function run(label, calls, options) {
    const decoder = new TextDecoder(label, { fatal: true, ...options });
    for (const [at, [hex, isStream, wanted]] of calls.entries()) {
      const input = hex === undefined ? undefined : bytes(hex);
      const call = () => decoder.decode(input, { stream: isStream });
      if (typeof wanted === 'string') {
        assert.equal(call(), wanted, `call ${at}`);
      } else {
        assert.throws(
          call,
          { ...invalidData, encoding: decoder.encoding, ...wanted },
          `call ${at}`,
        );
      }
    }
  }

  const rows = {
    'the unread bytes stay': [
      'utf-8',
      [
        ['41 FF 42 43', true, { offset: 1, length: 1, reason: 'invalid byte' }],
        ['44', false, 'BCD'],
        ['45', false, 'E'],
      ],
    ],
    'the unread bytes stay for another stream call': [
      'utf-8',
      [
        ['41 FF 42 43', true, { offset: 1 }],
        ['44', true, 'BCD'],
        ['45', true, 'E'],
        ['', false, ''],
      ],
    ],
    'the unread bytes are decoded without new input': [
      'utf-8',
      [
        ['41 FF 42 43', true, { offset: 1 }],
        [undefined, true, 'BC'],
        [undefined, false, ''],
      ],
    ],
    'an empty chunk also counts as input': [
      'utf-8',
      [
        ['41 FF 42 43', true, { offset: 1 }],
        ['', true, 'BC'],
        ['', false, ''],
      ],
    ],
    'nothing is left after an error at the end': [
      'utf-8',
      [
        ['41 FF', true, { offset: 1 }],
        ['', true, ''],
        ['42', false, 'B'],
      ],
    ],
    'several errors, one call each': [
      'utf-8',
      [
        ['61 FF 62 FE 63 FD 64', true, { offset: 1, length: 1 }],
        ['', true, { offset: 3, length: 1 }],
        ['', true, { offset: 5, length: 1 }],
        ['65', true, 'de'],
        ['', false, ''],
      ],
    ],
    'the output of a failing call is lost each time': [
      'utf-8',
      [
        ['61 62 63 FF 64 65 66 FF 67', true, { offset: 3 }],
        ['68', true, { offset: 7 }],
        ['69', false, 'ghi'],
      ],
    ],
    'only errors': [
      'utf-8',
      [
        ['FF FF FF', true, { offset: 0 }],
        ['FF', true, { offset: 1 }],
        ['', true, { offset: 2 }],
        ['', true, { offset: 3 }],
        ['41', false, 'A'],
      ],
    ],
    'several errors wait in the queue': [
      'utf-8',
      [
        ['FF FF', true, { offset: 0 }],
        ['FF FF', true, { offset: 1 }],
        ['FF FF', true, { offset: 2 }],
        ['41', true, { offset: 3 }],
        ['', true, { offset: 4 }],
        ['', true, { offset: 5 }],
        ['', true, 'A'],
        ['', false, ''],
      ],
    ],
    'the last call also reads the queue and may fail': [
      'utf-8',
      [
        ['41 FF 42 FE 43', true, { offset: 1 }],
        ['44', false, { offset: 3 }],
        ['45', false, 'E'],
        ['FF', false, { offset: 0 }],
      ],
    ],
    'the byte that broke a sequence is restored': [
      'utf-8',
      [
        ['E2 82', true, ''],
        ['41', true, { offset: 0, length: 2, reason: 'invalid trailing byte' }],
        ['', true, 'A'],
        ['E2', true, ''],
        ['82', true, ''],
        ['AC', true, '€'],
        ['', false, ''],
      ],
    ],
    'a restored byte may be an error itself': [
      'utf-8',
      [
        ['E2 82', true, ''],
        ['FF', true, { offset: 0, length: 2, reason: 'invalid trailing byte' }],
        ['', true, { offset: 2, length: 1, reason: 'invalid byte' }],
        ['41', false, 'A'],
      ],
    ],
    'a restored byte may begin a sequence that new input ends': [
      'utf-8',
      [
        ['E2 82', true, ''],
        ['C3', true, { offset: 0, length: 2 }],
        ['A9', true, 'é'],
        ['', false, ''],
      ],
    ],
    'unread bytes may end in the middle of a sequence': [
      'utf-8',
      [
        ['FF 41 E2 82', true, { offset: 0 }],
        ['AC 42', true, 'A€B'],
        ['', false, ''],
      ],
    ],
    'unread bytes may be truncated by the end': [
      'utf-8',
      [
        ['FF 41 E2 82', true, { offset: 0 }],
        ['', false, { offset: 2, length: 2, reason: 'truncated' }],
        ['42', false, 'B'],
      ],
    ],
    'a BOM that only a failing call has read does not set « BOM seen »': [
      'utf-8',
      [
        ['EF BB BF FF EF BB BF 41', true, { offset: 3 }],
        ['', true, 'A'],
        ['EF BB BF', true, '\ufeff'],
        ['', false, ''],
      ],
    ],
    'text that only a failing call has read does not set « BOM seen » either': [
      'utf-8',
      [
        ['41 42 FF', true, { offset: 2 }],
        ['EF BB BF 43', true, 'C'],
        ['EF BB BF', false, '\ufeff'],
      ],
    ],
    'a BOM after an error stays when text was returned before': [
      'utf-8',
      [
        ['41', true, 'A'],
        ['FF EF BB BF 42', true, { offset: 1 }],
        ['', false, '\ufeffB'],
      ],
    ],
    'a BOM after an error stays when a BOM was dropped before': [
      'utf-8',
      [
        ['EF BB BF', true, ''],
        ['FF EF BB BF 42', true, { offset: 3 }],
        ['', false, '\ufeffB'],
      ],
    ],
    'a BOM cut by the end of the failing chunk': [
      'utf-8',
      [
        ['FF EF BB', true, { offset: 0 }],
        ['BF 41', true, 'A'],
        ['EF BB BF', false, '\ufeff'],
      ],
    ],
    'a broken BOM': [
      'utf-8',
      [
        ['EF BB', true, ''],
        ['EF', true, { offset: 0, length: 2 }],
        ['BB BF 41', true, 'A'],
        ['', false, ''],
      ],
    ],
    'ignoreBOM also keeps a BOM after an error': [
      'utf-8',
      [
        ['EF BB BF FF EF BB BF 41', true, { offset: 3 }],
        ['', false, '\ufeffA'],
      ],
      { ignoreBOM: true },
    ],
    'the next stream drops its own BOM': [
      'utf-8',
      [
        ['FF 41', true, { offset: 0 }],
        ['', false, 'A'],
        ['EF BB BF 42', true, 'B'],
        ['', false, ''],
      ],
    ],
    'UTF-16LE: the code unit after a lone surrogate is restored': [
      'utf-16le',
      [
        ['3D D8', true, ''],
        ['41 00 42', true, { offset: 0, length: 2, reason: 'lone surrogate' }],
        ['', true, 'A'],
        ['00', true, 'B'],
        ['', false, ''],
      ],
    ],
    'UTF-16LE: a restored leading surrogate forms a pair with the next code unit': [
      'utf-16le',
      [
        ['3D D8 3D D8', true, { offset: 0, length: 2 }],
        ['A9 DC', true, '💩'],
        ['', false, ''],
      ],
    ],
    'UTF-16BE: a restored leading surrogate may be a lone surrogate too': [
      'utf-16be',
      [
        ['D8 3D D8 3D D8 3D', true, { offset: 0, length: 2 }],
        ['', true, { offset: 2, length: 2 }],
        ['', false, { offset: 4, length: 2, reason: 'truncated' }],
        ['00 41', false, 'A'],
      ],
    ],
    'UTF-16LE: BOM after an error': [
      'utf-16le',
      [
        ['00 DC FF FE 41 00', true, { offset: 0, length: 2 }],
        ['FF FE', false, 'A\ufeff'],
      ],
    ],
    'gb18030: « second, third, byte » are restored': [
      'gb18030',
      [
        ['81 30 81', true, ''],
        ['41', true, { offset: 0, length: 1, reason: 'invalid trailing byte' }],
        ['', true, '0\u4e04'],
        ['', false, ''],
      ],
    ],
    'gb18030: restored bytes in three chunks': [
      'gb18030',
      [
        ['81', true, ''],
        ['30', true, ''],
        ['81', true, ''],
        ['41 81', true, { offset: 0, length: 1 }],
        ['30 81 30', true, '0\u4e04\u0080'],
        ['', false, ''],
      ],
    ],
    'gb18030: restored bytes fail one after another': [
      'gb18030',
      [
        ['81 30 81 FF', true, { offset: 0, length: 1 }],
        ['', true, { offset: 2, length: 2, reason: 'invalid trailing byte' }],
        ['42', false, 'B'],
      ],
    ],
    'gb18030: « second, byte » are restored': [
      'gb18030',
      [
        ['81 30', true, ''],
        ['41', true, { offset: 0, length: 1, reason: 'invalid trailing byte' }],
        ['42', true, '0AB'],
        ['', false, ''],
      ],
    ],
    'gb18030: restored bytes are followed by the end of the queue': [
      'gb18030',
      [
        ['81 30 81', true, ''],
        ['81', true, { offset: 0, length: 1 }],
        ['', false, '0\u4e96'],
        ['81 30', false, { offset: 0, length: 2, reason: 'truncated' }],
      ],
    ],
    'Shift_JIS: an ASCII byte is restored': [
      'shift_jis',
      [
        ['83', true, ''],
        ['22 41', true, { offset: 0, length: 1, reason: 'invalid trailing byte' }],
        ['83', true, '"A'],
        ['41', true, 'ア'],
        ['', false, ''],
      ],
    ],
    'EUC-JP: the jis0212 flag is cleared by an error': [
      'euc-jp',
      [
        ['8F EE', true, ''],
        ['65 E6 EF', true, { offset: 0, length: 2 }],
        ['', false, 'e\u80ac'],
      ],
    ],
    'EUC-KR: an ASCII trailing byte is restored': [
      'euc-kr',
      [
        ['81 5B', true, { offset: 0, length: 1 }],
        ['B0', true, '['],
        ['A1', false, '가'],
      ],
    ],
    'Big5: an ASCII trailing byte is restored': [
      'big5',
      [
        ['83 5C', true, { offset: 0, length: 1 }],
        ['A4', true, '\\'],
        ['40', false, '一'],
      ],
    ],
    'ISO-2022-JP: the state is kept after an error': [
      'iso-2022-jp',
      [
        ['1B 24 42 25 22 80 25 22', true, { offset: 5, length: 1 }],
        ['25 22', true, 'アア'],
        ['1B 28 42 41', true, 'A'],
        ['', false, ''],
      ],
    ],
    'ISO-2022-JP: the bytes of a broken escape are restored': [
      'iso-2022-jp',
      [
        ['41 1B', true, 'A'],
        ['24', true, ''],
        ['41', true, { offset: 1, length: 1, reason: 'invalid escape sequence' }],
        ['', true, '$A'],
        ['', false, ''],
      ],
    ],
    'ISO-2022-JP: a repeated escape sequence has changed the state': [
      'iso-2022-jp',
      [
        ['1B 28 42 1B 24 42 25 22', true, { offset: 3, length: 3 }],
        ['25 22', true, 'アア'],
        ['', false, ''],
      ],
    ],
    'windows-1253: single bytes': [
      'windows-1253',
      [
        ['41 AA 42 D2 E1', true, { offset: 1, length: 1, reason: 'unmapped' }],
        ['E2', true, { offset: 3, length: 1, reason: 'unmapped' }],
        ['E3', false, 'αβγ'],
      ],
    ],
  };
  for (const [what, [label, calls, options]] of Object.entries(rows)) {
    it(what, () => {
      run(label, calls, options);
    });
    it(`${what}, while another decoder is in use`, () => {
      const other = new TextDecoder(label, { fatal: true });
      assert.equal(other.decode(label.startsWith('utf-16') ? bytes('41') : bytes(''), stream), '');
      run(label, calls, options);
      const rest = { 'utf-16le': '00', 'utf-16be': '42' }[label] ?? '41';
      assert.equal(other.decode(bytes(rest)), label === 'utf-16be' ? '\u4142' : 'A');
    });
  }

  it('reads a queue of several megabytes with an error in every chunk', function () {
    this.timeout(60_000);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const big = new Uint8Array(1_000_000).fill(0x61);
    big[10] = 0xff;
    assert.throws(() => decoder.decode(big, stream), { offset: 10 });
    big[20] = 0xff;
    assert.throws(() => decoder.decode(big, stream), { offset: 1_000_010 });
    assert.throws(() => decoder.decode(undefined, stream), { offset: 1_000_020 });
    assert.equal(decoder.decode(bytes('62')), `${'a'.repeat(1_000_000 - 21)}b`);
  });

  it('accepts 20,000 chunks of errors and throws the errors one at a time', function () {
    this.timeout(60_000);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const chunk = new Uint8Array(1024).fill(0xff);
    let offset = 0;
    for (; offset < 20_000; offset += 1) {
      const error = thrownBy(() => decoder.decode(chunk, stream));
      assert.equal(error.offset, offset);
    }
    for (; offset < 40_000; offset += 1) {
      const error = thrownBy(() => decoder.decode(undefined, stream));
      assert.equal(error.offset, offset);
    }
    assert.throws(() => decoder.decode(), { offset });
    assert.equal(decoder.decode(bytes('41')), 'A');
  });

  it('accepts 20,000 chunks of multi-byte errors whose bytes are restored', function () {
    this.timeout(60_000);
    const decoder = new TextDecoder('gb18030', { fatal: true });
    const chunk = new Uint8Array(1024);
    for (let at = 0; at < chunk.length; at += 4) chunk.set([0x81, 0x30, 0x81, 0xff], at);
    const offsets = [];
    for (let call = 0; call < 20_000; call += 1) {
      offsets.push(thrownBy(() => decoder.decode(chunk, stream)).offset);
    }
    assert.deepEqual(
      offsets,
      offsets.map((_, at) => (at % 2 ? 4 * (at >> 1) + 2 : 4 * (at >> 1))),
    );
  });
});

describe('interface TextDecoder: limits of the engine', () => {
  it('throws ERR_STRING_TOO_LONG for text that no string can hold, and goes on', function () {
    this.timeout(120_000);
    const limit = constants.MAX_STRING_LENGTH;
    const input = Buffer.alloc(limit + 24, 0x61);
    const tooLong = (error) => {
      assert.ok(error instanceof Error);
      assert.equal(error.code, 'ERR_STRING_TOO_LONG');
      return true;
    };
    for (const [label, fill] of [
      ['utf-8', 0x61],
      ['windows-1251', 0xe0],
    ]) {
      const decoder = new TextDecoder(label);
      if (input[0] !== fill) input.fill(fill);
      assert.throws(() => decoder.decode(input), tooLong, label);
      assert.equal(decoder.decode(bytes('41')), 'A');
      assert.equal(decoder.decode(bytes('42 E2 82'), stream).length, label === 'utf-8' ? 1 : 3);
      assert.throws(() => decoder.decode(input.subarray(0, limit + 1), stream), tooLong, label);
      assert.equal(decoder.decode(bytes('AC')), label === 'utf-8' ? '€' : '¬');
      assert.equal(decoder.decode(), '');
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

  it('decodes in several workers and in the main thread at the same time', async function () {
    this.timeout(60_000);
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
        assert.equal(new TextDecoder(label, { fatal: true }).decode(input), text);
      }
    }
    assert.deepEqual(await answers, [300, 300, 300, 300]);
  });

  it('can be loaded and unloaded again and again', async function () {
    this.timeout(60_000);
    const code = `
      const decoder = new TextDecoder('gb18030', { fatal: true });
      try {
        decoder.decode(Uint8Array.of(0x81, 0x30, 0x81, 0xff, 0x41), { stream: true });
      } catch (error) {
        parentPort.postMessage(error.offset + error.reason);
      }`;
    for (let round = 0; round < 12; round += 1) {
      assert.equal(await inWorker(code), '0invalid trailing byte');
    }
    assert.equal(new TextDecoder('gb18030').decode(bytes('81 30 81 30')), '\u0080');
  });

  it('still works after a worker was stopped in the middle of a stream', async function () {
    this.timeout(60_000);
    for (let round = 0; round < 4; round += 1) {
      const worker = new Worker(
        `const { parentPort } = require('node:worker_threads');
        const { TextDecoder } = require(${entry});
        const decoder = new TextDecoder('shift_jis');
        const input = new Uint8Array(100_001).fill(0x83);
        parentPort.postMessage('ready');
        for (;;) decoder.decode(input, { stream: true });`,
        { eval: true },
      );
      await new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
      await worker.terminate();
      assert.equal(new TextDecoder('shift_jis').decode(bytes('83 41')), 'ア');
    }
  });

  it('reads shared memory that another thread rewrites', async function () {
    this.timeout(60_000);
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
        assert.ok(output.length <= 3000);
        if (label === 'utf-8') assert.ok(output.isWellFormed());
        if (label === 'windows-1251') assert.equal(output.length, 3000);
      }
    }
    Atomics.store(state, 0, 2);
    assert.equal(await writer, 'stopped');
  });
});

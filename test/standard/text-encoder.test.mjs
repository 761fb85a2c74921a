// Tests the interface TextEncoder.
// https://encoding.spec.whatwg.org/#interface-textencoder

import { deepEqual, equal, fail, notEqual, throws } from 'node:assert/strict';
import { TextDecoder, TextEncoder } from 'whatwg-transcoder';
import { toHex } from '../harness/decoders.mjs';
import { wrongType } from '../harness/errors.mjs';
import { testInterface } from '../harness/interfaces.mjs';
import { referenceEncode } from '../reference/reference.mjs';

/** The bytes of a string by the reference, after the conversion to a scalar value string. */
const expectedBytes = (text) => referenceEncode('UTF-8', text).bytes;

const texts = [
  '',
  'a',
  '\0',
  '\x7f\x80',
  '\u07ff\u0800',
  'é€日本',
  '\ud7ff\ue000\uffff',
  '\u{10000}\u{1f4a9}\u{10ffff}',
  '\ud800',
  '\udfff',
  'a\ud83d',
  '\udca9b',
  '\udca9\ud83d',
  '\ud83d\ud83d\udca9\udca9',
  '\ufeffa\ufeff',
  'x'.repeat(1000) + '日'.repeat(1000) + '\u{1f4a9}'.repeat(1000),
];

testInterface('TextEncoder', TextEncoder, {
  attributes: ['encoding'],
  operations: { encode: 0, encodeInto: 2 },
  others: [new TextDecoder()],
});

describe('interface TextEncoder: encoding', () => {
  it('is « utf-8 », whatever the arguments are', () => {
    equal(new TextEncoder().encoding, 'utf-8');
    equal(new TextEncoder('big5', Symbol('none')).encoding, 'utf-8');
  });
});

describe('interface TextEncoder: encode(input)', () => {
  it('returns the bytes of the UTF-8 encoder for the scalar value string', () => {
    for (const text of texts) {
      equal(toHex(new TextEncoder().encode(text)), toHex(expectedBytes(text)));
    }
  });

  it('returns a new Uint8Array, not a Buffer, that owns its memory', () => {
    const encoder = new TextEncoder();
    for (const text of texts) {
      const bytes = encoder.encode(text);
      equal(Object.getPrototypeOf(bytes), Uint8Array.prototype);
      equal(Object.getPrototypeOf(bytes.buffer), ArrayBuffer.prototype);
      equal(bytes.byteOffset, 0);
      equal(bytes.buffer.byteLength, bytes.byteLength);
      notEqual(encoder.encode(text).buffer, bytes.buffer);
    }
  });

  it('uses « "" » when no input is given, and converts other values to a string', () => {
    const encode = (...input) => Buffer.from(new TextEncoder().encode(...input)).toString();
    equal(encode(), '');
    equal(encode(undefined), '');
    equal(encode(null), 'null');
    equal(encode(1.5), '1.5');
    equal(encode([1, 'é']), '1,é');
    equal(encode({ toString: () => 'text' }), 'text');
    throws(() => encode(Symbol('text')), TypeError);
    const thrown = new Error('mine');
    const throwing = {
      toString() {
        throw thrown;
      },
    };
    throws(() => encode(throwing), thrown);
  });

  it('keeps no state from one call to the next', () => {
    const encoder = new TextEncoder();
    equal(toHex(encoder.encode('\ud83d')), 'EF BF BD');
    equal(toHex(encoder.encode('\udca9')), 'EF BF BD');
  });

  it('agrees with the reference on every code unit before and after every kind', () => {
    const encoder = new TextEncoder();
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const character = String.fromCharCode(unit);
      const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
      const expected = isSurrogate ? 'EF BF BD' : toHex(Buffer.from(character));
      equal(toHex(encoder.encode(character)), expected);
    }
    for (const left of ['a', 'é', '日', '\ud83d', '\udca9', '\u{1f4a9}']) {
      for (const right of ['a', 'é', '日', '\ud83d', '\udca9', '\u{1f4a9}']) {
        const text = left + right;
        equal(toHex(encoder.encode(text)), toHex(expectedBytes(text)));
      }
    }
  });
});

describe('interface TextEncoder: encodeInto(source, destination)', () => {
  /** The steps of the standard, one by one. */
  function expectedProgress(source, room) {
    let [read, written] = [0, 0];
    const bytes = [];
    for (const character of source) {
      const result = expectedBytes(character);
      if (room - written < result.length) break;
      read += character.length;
      written += result.length;
      bytes.push(...result);
    }
    return { read, written, bytes };
  }

  const makers = {
    ArrayBuffer: (length) => new Uint8Array(length),
    SharedArrayBuffer: (length) => new Uint8Array(new SharedArrayBuffer(length)),
    'a view in the middle': (length) => new Uint8Array(new ArrayBuffer(length + 16), 7, length),
    Buffer: (length) => Buffer.alloc(length),
    'resizable ArrayBuffer': (length) =>
      new Uint8Array(new ArrayBuffer(length, { maxByteLength: length + 8 })),
    'growable SharedArrayBuffer': (length) =>
      new Uint8Array(new SharedArrayBuffer(length, { maxByteLength: length + 8 })),
  };
  for (const [name, make] of Object.entries(makers)) {
    it(`writes what fits and changes nothing else: ${name}`, () => {
      const encoder = new TextEncoder();
      for (const text of texts.slice(0, -1)) {
        for (let room = 0; room <= 16; room += 1) {
          const destination = make(room);
          const memory = new Uint8Array(destination.buffer).fill(0xaa);
          const { bytes, ...progress } = expectedProgress(text, room);
          deepEqual(encoder.encodeInto(text, destination), progress);
          const { byteOffset } = destination;
          const expected = new Uint8Array(memory.length).fill(0xaa);
          expected.set(bytes, byteOffset);
          deepEqual([...memory], [...expected]);
        }
      }
    });
  }

  it('returns a plain object with read before written', () => {
    const result = new TextEncoder().encodeInto('é', new Uint8Array(2));
    equal(Object.getPrototypeOf(result), Object.prototype);
    deepEqual(Object.getOwnPropertyDescriptors(result), {
      read: { value: 1, writable: true, enumerable: true, configurable: true },
      written: { value: 2, writable: true, enumerable: true, configurable: true },
    });
    deepEqual(Reflect.ownKeys(result), ['read', 'written']);
  });

  it('accepts only a Uint8Array, and checks it after the conversion of the source', () => {
    const encoder = new TextEncoder();
    const others = [
      undefined,
      null,
      1,
      'text',
      [],
      {},
      new ArrayBuffer(8),
      new SharedArrayBuffer(8),
      new DataView(new ArrayBuffer(8)),
      new Uint8ClampedArray(8),
      ...[Int8Array, Uint16Array, Int32Array, Float64Array, BigInt64Array].map((T) => new T(8)),
    ];
    for (const other of others) {
      let converted = 0;
      const source = {
        toString() {
          converted += 1;
          return 'a';
        },
      };
      throws(() => encoder.encodeInto(source, other), wrongType);
      equal(converted, 1);
    }
    throws(() => encoder.encodeInto(Symbol('text'), 1), TypeError);
  });

  it('counts its arguments before it reads them', () => {
    const encoder = new TextEncoder();
    const source = { toString: () => fail('was converted') };
    throws(() => encoder.encodeInto(source), TypeError);
    throws(() => encoder.encodeInto(), TypeError);
  });

  it('converts its source to a string', () => {
    const destination = new Uint8Array(4);
    const encoder = new TextEncoder();
    deepEqual(encoder.encodeInto(null, destination), { read: 4, written: 4 });
    equal(String.fromCharCode(...destination), 'null');
  });

  it('writes nothing into memory that is detached or out of bounds', () => {
    const encoder = new TextEncoder();
    const detached = new Uint8Array(8);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    deepEqual(encoder.encodeInto('a', detached), { read: 0, written: 0 });
    const resizable = new ArrayBuffer(8, { maxByteLength: 8 });
    const outOfBounds = new Uint8Array(resizable, 4, 4);
    resizable.resize(6);
    deepEqual(encoder.encodeInto('a', outOfBounds), { read: 0, written: 0 });
    const tracking = new Uint8Array(resizable, 4);
    deepEqual(encoder.encodeInto('abc', tracking), { read: 2, written: 2 });
  });

  it('uses the destination as it is after the conversion of the source', () => {
    const destination = new Uint8Array(8);
    const source = {
      toString() {
        structuredClone(destination.buffer, { transfer: [destination.buffer] });
        return 'a';
      },
    };
    deepEqual(new TextEncoder().encodeInto(source, destination), { read: 0, written: 0 });
  });
});

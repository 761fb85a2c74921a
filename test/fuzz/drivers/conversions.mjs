// The functions that convert, measure and check in one call: those of the package root, with any labels,
// handles, memory, options and functions.

import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  bytesFor,
  decodeNames,
  encodeNames,
  labelFor,
  optionsOf,
  textOrWrong,
  texts,
  withLabel,
} from '../arbitraries.mjs';

const malformedNames = [...decodeNames, 'start', 'end'];

/** Whether options have functions, whose calls differ from one call of the product to another. */
const isSimple = (options) =>
  options === null ||
  options === undefined ||
  (typeof options === 'object' &&
    Object.values(Object.getOwnPropertyDescriptors(options)).every(
      ({ get, value }) => get === undefined && typeof value !== 'function',
    ));

/** Memory of `size` bytes with a fence on both sides, which a call must leave as it is. */
function fenced(size) {
  const memory = new Uint8Array(size + 128).fill(0xa5);
  const inside = memory.subarray(64, 64 + size);
  const isWhole = () =>
    memory.subarray(0, 64).every((byte) => byte === 0xa5) &&
    memory.subarray(64 + size).every((byte) => byte === 0xa5);
  return { inside, isWhole };
}

export default [
  {
    name: 'decode',
    arbitrary: withLabel((label) => ({
      bytes: bytesFor(label),
      options: optionsOf(malformedNames),
    })),
    run(product, { api, label, bytes, options }) {
      const own = product[api];
      const text = own.decode(bytes, label, options);
      if (isSimple(options)) equal(own.decodedLength(bytes, label, options), text.length);
      return text;
    },
  },
  {
    name: 'decodedLength',
    arbitrary: withLabel((label) => ({
      bytes: bytesFor(label),
      options: optionsOf(malformedNames),
    })),
    run: (product, { api, label, bytes, options }) =>
      product[api].decodedLength(bytes, label, options),
  },
  {
    name: 'validate',
    arbitrary: withLabel((label) => ({
      bytes: bytesFor(label),
      options: optionsOf(['maxErrors', 'start', 'end']),
    })),
    run(product, { api, label, bytes, options }) {
      const result = product[api].validate(bytes, label, options);
      equal(result.valid, result.firstError === null);
      equal(result.valid, result.replacements === 0);
      if (result.errors?.length > 0) deepEqual(result.errors[0], result.firstError);
      return result;
    },
  },
  {
    name: 'encode',
    arbitrary: withLabel(() => ({ text: textOrWrong, options: optionsOf(encodeNames) })),
    run(product, { api, label, text, options }) {
      const own = product[api];
      const bytes = own.encode(text, label, options);
      if (isSimple(options)) equal(own.encodedLength(text, label, options), bytes.length);
      return bytes;
    },
  },
  {
    name: 'encodedLength',
    arbitrary: withLabel(() => ({ text: textOrWrong, options: optionsOf(encodeNames) })),
    run: (product, { api, label, text, options }) =>
      product[api].encodedLength(text, label, options),
  },
  {
    name: 'encodeInto',
    arbitrary: withLabel(() => ({
      text: textOrWrong,
      room: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 70_000 })),
      options: optionsOf(['unencodable']),
    })),
    run(product, { api, label, text, room, options }) {
      const { inside, isWhole } = fenced(room);
      const result = product[api].encodeInto(text, inside, label, options);
      ok(isWhole(), 'memory outside the destination has changed');
      ok(
        inside.subarray(result.written).every((byte) => byte === 0xa5),
        'memory behind what was written has changed',
      );
      return { ...result, bytes: inside };
    },
  },
  {
    name: 'findUnencodable',
    arbitrary: withLabel(() => ({ text: textOrWrong })),
    run(product, { api, label, text }) {
      const own = product[api];
      const found = own.findUnencodable(text, label);
      equal(own.canEncode(text, label), found === null);
      if (found === null && typeof text === 'string') {
        deepEqual(own.findUnencodable(text, label), null);
        own.encode(text, label);
      }
      return found;
    },
  },
  {
    name: 'transcode',
    arbitrary: withLabel((label, api) => ({
      bytes: bytesFor(label),
      to: fc.oneof(fc.constant('utf-8'), labelFor(api)),
      options: optionsOf([...malformedNames, 'unencodable', 'addBOM']),
    })),
    run: (product, { api, label, bytes, to, options }) =>
      product[api].transcode(bytes, label, to, options),
  },
  {
    name: 'back and forth',
    arbitrary: withLabel(() => ({ text: texts })),
    run(product, { api, label, text }) {
      const own = product[api];
      const bytes = own.encode(text, label, { unencodable: 'html' });
      const read = own.decode(bytes, label, { ignoreBOM: true, fatal: true });
      // What an encoder writes has one reading; encoding it again gives the same bytes.
      deepEqual(own.encode(read, label), bytes);
      return read;
    },
  },
];

// The functions that convert, measure and check in one call: those of the package root, with any labels,
// handles, memory, options and functions.

import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  bytesFor,
  decodeNames,
  encodeNames,
  labelFor,
  labelledCall,
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

/** Checks that a function of an API measures what another one has made. */
const isMeasuredBy = (name) => (own, made, input, label, options) => {
  if (isSimple(options)) equal(own[name](input, label, options), made.length);
};

/** Memory of `size` bytes with a fence on both sides, which a call must leave as it is. */
function fenced(size) {
  const memory = new Uint8Array(size + 128).fill(0xa5);
  const inside = memory.subarray(64, 64 + size);
  const isWhole = () =>
    memory.subarray(0, 64).every((byte) => byte === 0xa5) &&
    memory.subarray(64 + size).every((byte) => byte === 0xa5);
  return { inside, isWhole };
}

const toText = (label) => [bytesFor(label), optionsOf(malformedNames)];
const toBytes = () => [textOrWrong, optionsOf(encodeNames)];

export default [
  labelledCall('decode', toText, isMeasuredBy('decodedLength')),
  labelledCall('decodedLength', toText),
  labelledCall(
    'validate',
    (label) => [bytesFor(label), optionsOf(['maxErrors', 'start', 'end'])],
    (_own, { valid, firstError, replacements, errors }) => {
      equal(valid, firstError === null);
      equal(valid, replacements === 0);
      if (errors?.length > 0) deepEqual(errors[0], firstError);
    },
  ),
  labelledCall('encode', toBytes, isMeasuredBy('encodedLength')),
  labelledCall('encodedLength', toBytes),
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
  labelledCall(
    'findUnencodable',
    () => [textOrWrong],
    (own, found, text, label) => {
      equal(own.canEncode(text, label), found === null);
      if (found === null && typeof text === 'string') own.encode(text, label);
    },
  ),
  labelledCall('transcode', (label, api) => [
    bytesFor(label),
    fc.oneof(fc.constant('utf-8'), labelFor(api)),
    optionsOf([...malformedNames, 'unencodable', 'addBOM']),
  ]),
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

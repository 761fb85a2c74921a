'use strict';

// Conversions of JavaScript values, as Web IDL has them.
// https://webidl.spec.whatwg.org/#js-type-mapping

const { types } = require('node:util');
const { invalidArgument } = require('./errors.js');

const { isAnyArrayBuffer, isSharedArrayBuffer, isTypedArray, isUint8Array } = types;

const noBytes = new Uint8Array(0);

/** A getter as a function of its object: an own property of the same name cannot take its place. */
const getter = (prototype, name) =>
  Function.prototype.call.bind(Object.getOwnPropertyDescriptor(prototype, name).get);
const slots = (prototype) => ({
  buffer: getter(prototype, 'buffer'),
  byteOffset: getter(prototype, 'byteOffset'),
  byteLength: getter(prototype, 'byteLength'),
});
const ofTypedArray = slots(Object.getPrototypeOf(Uint8Array.prototype));
const ofDataView = slots(DataView.prototype);

/** https://webidl.spec.whatwg.org/#js-DOMString; a symbol throws TypeError. */
function toDOMString(value) {
  return typeof value === 'string' ? value : `${value}`;
}

/** https://webidl.spec.whatwg.org/#js-dictionary: an object, or undefined for no members at all. */
function toDictionary(value, name) {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' && typeof value !== 'function') {
    throw invalidArgument(name, 'an object', value);
  }
  return value;
}

/** https://webidl.spec.whatwg.org/#AllowSharedBufferSource; undefined stands for no bytes. */
function checkBufferSource(value, name) {
  if (typeof value === 'string') {
    const expected =
      'a buffer or a view, not a string: decode the bytes as they came, and remove setEncoding() from a stream';
    throw invalidArgument(name, expected, value);
  }
  if (value !== undefined && !ArrayBuffer.isView(value) && !isAnyArrayBuffer(value)) {
    throw invalidArgument(name, 'an ArrayBuffer, SharedArrayBuffer or a view on one', value);
  }
}

/**
 * The bytes that a buffer source holds now, as a Uint8Array on the same memory. A detached buffer and a
 * view out of bounds hold none.
 */
function bytesOf(source) {
  if (isUint8Array(source)) return source;
  if (source === undefined) return noBytes;
  try {
    if (!ArrayBuffer.isView(source)) return new Uint8Array(source);
    const { buffer, byteOffset, byteLength } = isTypedArray(source) ? ofTypedArray : ofDataView;
    return new Uint8Array(buffer(source), byteOffset(source), byteLength(source));
  } catch (error) {
    // Only a detached buffer or a view out of bounds refuses.
    if (error instanceof TypeError || error instanceof RangeError) return noBytes;
    throw error;
  }
}

/** Whether another thread can write to the bytes. */
function isShared(bytes) {
  return isSharedArrayBuffer(ofTypedArray.buffer(bytes));
}

/**
 * How many bytes a Uint8Array has, whatever its properties say. V8 asks without a call once a byte has been read, since it
 * knows then what kind of object it has before it; that runs nobody's code, as no property can stand in for a byte.
 */
function lengthOf(bytes) {
  return bytes[0] === undefined ? 0 : ofTypedArray.byteLength(bytes);
}

/**
 * A Buffer of the core's as a Uint8Array that owns its memory.
 * https://webidl.spec.whatwg.org/#arraybufferview-create
 */
function plainBytes({ buffer, byteOffset, length }) {
  return buffer.byteLength === length
    ? new Uint8Array(buffer)
    : new Uint8Array(buffer.slice(byteOffset, byteOffset + length));
}

/** copyBytes(target, source, at): set() of typed arrays, which later changes to the prototype do not reach. */
const copyBytes = Function.prototype.call.bind(Uint8Array.prototype.set);

/**
 * One Buffer with the bytes of several. Buffer.concat() would believe the `length` of Buffers, and in a program that has
 * tampered with that, Node 22 reads beyond their memory.
 */
function concatBytes(chunks) {
  let length = 0;
  for (let i = 0; i < chunks.length; i++) length += lengthOf(chunks[i]);
  const whole = Buffer.allocUnsafe(length);
  let at = 0;
  for (let i = 0; i < chunks.length; i++) {
    copyBytes(whole, chunks[i], at);
    at += lengthOf(chunks[i]);
  }
  return whole;
}

/** The bytes of a Uint8Array from `start` on, or `length` of them, as a plain Uint8Array on the same memory. */
function restOf(bytes, start, length = ofTypedArray.byteLength(bytes) - start) {
  return new Uint8Array(ofTypedArray.buffer(bytes), ofTypedArray.byteOffset(bytes) + start, length);
}

module.exports = {
  bytesOf,
  checkBufferSource,
  concatBytes,
  copyBytes,
  isShared,
  lengthOf,
  plainBytes,
  restOf,
  toDOMString,
  toDictionary,
};

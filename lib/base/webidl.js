'use strict';

// Converts and checks JavaScript values as Web IDL says, and reads options and bytes in a way that user code cannot change.
// https://webidl.spec.whatwg.org/#js-type-mapping

const { types } = require('node:util');
const { invalidArgument, memoryNotAllocated } = require('./errors.js');

// Reads the options of this package's own functions, so that properties which other code has added to Object.prototype
// cannot change a result. The members of the standard's dictionaries (`fatal`, `ignoreBOM`, `stream`) are not read here: Web
// IDL makes each of them a plain property access.

const { getPrototypeOf } = Reflect;
const { hasOwn } = Object;
const objectPrototype = Object.prototype;

// An Object.prototype of another realm, such as a vm context, is known by these methods, which it has itself.
const methods = ['constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'];

/** Tells whether an object is the Object.prototype of some realm. */
function isObjectPrototype(object) {
  if (object === objectPrototype) return true;
  return getPrototypeOf(object) === null && methods.every((name) => hasOwn(object, name));
}

/**
 * Returns an option: the value of the property of this name if `options`, or an object in its prototype chain before the
 * Object.prototype of any realm, has it, and otherwise undefined. So an option may be inherited from a class or from an object
 * of defaults. A getter runs once, and a getter on Object.prototype does not run. A value that is no object has no options.
 */
function optionOf(options, name) {
  if (options === null || (typeof options !== 'object' && typeof options !== 'function'))
    return undefined;
  if (!(name in options)) return undefined;
  for (let object = options; object !== null; object = getPrototypeOf(object)) {
    if (hasOwn(object, name)) return isObjectPrototype(object) ? undefined : options[name];
  }
  return undefined;
}

/**
 * Returns the options of these names as a new object without a prototype, which can be destructured, given default values,
 * and passed on. An option that is absent is undefined there.
 */
function optionsOf(options, names) {
  const result = { __proto__: null };
  for (const name of names) result[name] = optionOf(options, name);
  return result;
}

const { isAnyArrayBuffer, isSharedArrayBuffer, isTypedArray, isUint8Array } = types;

const noBytes = new Uint8Array(0);

const REPLACEMENT = '\uFFFD';

const isAsciiDigit = (unit) => unit >= 0x30 && unit <= 0x39;
const isAsciiLowercase = (unit) => unit >= 0x61 && unit <= 0x7a;
/** https://infra.spec.whatwg.org/#ascii-whitespace */
const isAsciiWhitespace = (unit) =>
  unit === 0x20 || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b);

const isLeadingSurrogate = (unit) => (unit & 0xfc00) === 0xd800;
const isTrailingSurrogate = (unit) => (unit & 0xfc00) === 0xdc00;

/** Whether a text has only code points of ASCII. */
function isAsciiText(text) {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}

/** Returns a getter as a function of its object, so that an own property of the same name cannot replace it. */
const getter = (prototype, name) =>
  Function.prototype.call.bind(Object.getOwnPropertyDescriptor(prototype, name).get);
const slots = (prototype) => ({
  buffer: getter(prototype, 'buffer'),
  byteOffset: getter(prototype, 'byteOffset'),
  byteLength: getter(prototype, 'byteLength'),
});
const ofTypedArray = slots(Object.getPrototypeOf(Uint8Array.prototype));
const ofDataView = slots(DataView.prototype);

/**
 * Converts a value to a string; throws TypeError for a symbol, in whose message the value has this name.
 * https://webidl.spec.whatwg.org/#js-DOMString
 */
function toDOMString(value, name = 'label') {
  if (typeof value === 'string') return value;
  if (typeof value === 'symbol') throw invalidArgument(name, 'a string', value);
  return `${value}`;
}

/** Returns an object, or undefined for undefined and null. https://webidl.spec.whatwg.org/#js-dictionary */
function toDictionary(value, name) {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' && typeof value !== 'function') {
    throw invalidArgument(name, 'an object', value);
  }
  return value;
}

// Throws TypeError unless a value is a buffer, a view or undefined.
// https://webidl.spec.whatwg.org/#AllowSharedBufferSource
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
 * Returns the bytes of a buffer or view, or of undefined, as a Uint8Array on the same memory. A detached buffer and a view
 * that is out of bounds contain no bytes.
 */
function bytesOf(source) {
  if (isUint8Array(source)) return source;
  if (source === undefined) return noBytes;
  try {
    if (!ArrayBuffer.isView(source)) return new Uint8Array(source);
    const { buffer, byteOffset, byteLength } = isTypedArray(source) ? ofTypedArray : ofDataView;
    return new Uint8Array(buffer(source), byteOffset(source), byteLength(source));
  } catch (error) {
    // Only a detached buffer or a view that is out of bounds throws these.
    if (error instanceof TypeError || error instanceof RangeError) return noBytes;
    throw error;
  }
}

/** Returns bytes to decode as a Uint8Array; throws TypeError, with advice for a string. */
function toBytes(value, name) {
  if (isUint8Array(value)) return value;
  if (value === undefined) throw invalidArgument(name, 'a buffer or a view on one', value);
  checkBufferSource(value, name);
  return bytesOf(value);
}

/** Returns text to encode; throws TypeError for a value that is not a string. */
function toText(value, name) {
  if (typeof value !== 'string') throw invalidArgument(name, 'a string', value);
  return value;
}

/** Tells whether another thread can write to the bytes. */
function isShared(bytes) {
  return isSharedArrayBuffer(ofTypedArray.buffer(bytes));
}

/** Returns a Buffer of `length` bytes, which are not set. Throws ERR_MEMORY_ALLOCATION_FAILED, also where no Buffer can be so long. */
function newBytes(length) {
  try {
    return Buffer.allocUnsafe(length);
  } catch (cause) {
    throw memoryNotAllocated(cause);
  }
}

/** Returns a copy of bytes as a Uint8Array. Throws ERR_MEMORY_ALLOCATION_FAILED. */
function copyOf(bytes) {
  try {
    return new Uint8Array(bytes);
  } catch (cause) {
    throw memoryNotAllocated(cause);
  }
}

/** Returns what Node's Buffers make of a text in an encoding of theirs. Throws ERR_MEMORY_ALLOCATION_FAILED. */
function bytesOfText(text, encoding) {
  try {
    return Buffer.from(text, encoding);
  } catch (cause) {
    throw memoryNotAllocated(cause);
  }
}

/** Returns bytes that no other thread can write to: the same ones, or a copy of shared memory. */
const stableBytes = (bytes) => (isShared(bytes) ? copyOf(bytes) : bytes);

/**
 * Returns how many bytes a Uint8Array contains, even if user code has given it a property with a false length. Reading a
 * byte first tells V8 the kind of the object, so that it needs no call for the length. No user code runs, because an index
 * of a Uint8Array cannot have a getter.
 */
function lengthOf(bytes) {
  return bytes[0] === undefined ? 0 : ofTypedArray.byteLength(bytes);
}

/**
 * Returns the bytes of a Buffer as a Uint8Array whose memory contains nothing else.
 * https://webidl.spec.whatwg.org/#arraybufferview-create
 */
function plainBytes(bytes) {
  const { buffer, length } = bytes;
  return buffer.byteLength === length ? new Uint8Array(buffer) : copyOf(bytes);
}

/** copyBytes(target, source, at) is TypedArray.prototype.set(), captured so that user code cannot replace it later. */
const copyBytes = Function.prototype.call.bind(Uint8Array.prototype.set);

/**
 * Returns one Buffer with the bytes of several, or the only one itself. Buffer.concat() is not used: it trusts the `length` of each Buffer, and
 * where user code has changed that property, Node 22 reads beyond the memory of the Buffer.
 */
function concatBytes(chunks) {
  if (chunks.length === 1) return chunks[0];
  let length = 0;
  for (let i = 0; i < chunks.length; i++) length += lengthOf(chunks[i]);
  const whole = newBytes(length);
  let at = 0;
  for (let i = 0; i < chunks.length; i++) {
    copyBytes(whole, chunks[i], at);
    at += lengthOf(chunks[i]);
  }
  return whole;
}

/**
 * Returns what a Map or a WeakMap has for a key; where it has nothing, what `make(key)` returns, which it keeps. A Map with `most` entries
 * begins anew.
 */
function getOrMake(map, key, make, most = Infinity) {
  const known = map.get(key);
  if (known !== undefined || map.has(key)) return known;
  const value = make(key);
  if (map.size >= most) map.clear();
  map.set(key, value);
  return value;
}

/** Whether bytes begin with others. */
function startsWith(bytes, start) {
  for (let at = 0; at < start.length; at++) if (bytes[at] !== start[at]) return false;
  return true;
}

/** Returns `length` bytes of a Uint8Array from `start` on, by default all, as a plain Uint8Array on the same memory. */
function restOf(bytes, start, length = ofTypedArray.byteLength(bytes) - start) {
  // A detached buffer, which contains no bytes, takes no views.
  if (length === 0) return noBytes;
  return new Uint8Array(ofTypedArray.buffer(bytes), ofTypedArray.byteOffset(bytes) + start, length);
}

/**
 * Gives the members of a class the attributes of an interface: they are enumerable, and the prototype has the name as
 * its tag. https://webidl.spec.whatwg.org/#interface-prototype-object
 */
function defineInterface(Interface) {
  const { name, prototype } = Interface;
  for (const member of Object.getOwnPropertyNames(prototype)) {
    if (member !== 'constructor')
      Object.defineProperty(prototype, member, { __proto__: null, enumerable: true });
  }
  Object.defineProperty(prototype, Symbol.toStringTag, {
    __proto__: null,
    value: name,
    configurable: true,
  });
}

/** Makes a TransformStream of the runtime. */
function newTransform(transformer, writableStrategy = undefined, readableStrategy = undefined) {
  // Loaded here because it takes milliseconds, and few programs need it.
  const { TransformStream } = require('node:stream/web');
  // No prototype: the runtime must not find methods on Object.prototype.
  const own = { __proto__: null, ...transformer };
  return new TransformStream(own, writableStrategy, readableStrategy);
}

/** Gives a class a getter for each name. The getter reads the property of that name from the object that `targetOf(object)` returns. */
function defineGetters(Class, names, targetOf) {
  for (const name of names) {
    const members = {
      get [name]() {
        return targetOf(this)[name];
      },
    };
    const { get } = Object.getOwnPropertyDescriptor(members, name);
    Object.defineProperty(Class.prototype, name, { __proto__: null, get, configurable: true });
  }
}

/**
 * Gives a class the members of GenericTransformStream, and its members the attributes of an interface. `transformOf` returns the
 * TransformStream of an object, and throws for another object.
 * https://streams.spec.whatwg.org/#other-specs-mixins
 */
function defineTransformStream(Interface, transformOf) {
  defineGetters(Interface, ['readable', 'writable'], transformOf);
  defineInterface(Interface);
}

module.exports = {
  REPLACEMENT,
  bytesOf,
  bytesOfText,
  checkBufferSource,
  concatBytes,
  copyBytes,
  copyOf,
  defineGetters,
  defineInterface,
  defineTransformStream,
  getOrMake,
  getter,
  isAsciiDigit,
  isAsciiLowercase,
  isAsciiText,
  isAsciiWhitespace,
  isLeadingSurrogate,
  isShared,
  isTrailingSurrogate,
  isUint8Array,
  lengthOf,
  newBytes,
  newTransform,
  noBytes,
  plainBytes,
  restOf,
  stableBytes,
  startsWith,
  toBytes,
  toDOMString,
  toDictionary,
  toText,
  optionOf,
  optionsOf,
};

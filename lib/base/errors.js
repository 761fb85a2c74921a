'use strict';

// The room base/ has the errors and the conversions of Web IDL that every room needs.
// May require no other room.
//
// Makes errors. Each has a `code`; lib/index.d.ts describes codes and properties. The errors that one room alone throws are in
// that room.

/** Gives an object properties of its own, whatever Object.prototype has. Returns the object. */
function define(object, properties) {
  for (const name of Object.keys(properties)) {
    Reflect.defineProperty(object, name, {
      __proto__: null,
      value: properties[name],
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return object;
}

/** `cause` is the error that led to this one, if there is one. */
function coded(ErrorType, code, message, properties = undefined, cause = undefined) {
  const options = cause === undefined ? undefined : { cause };
  return define(new ErrorType(message, options), { code, ...properties });
}

/**
 * Returns a text on one line. Characters that a terminal or a log reads as a command, as the end of a line or as a change of direction
 * become escapes. JSON stays JSON for the same value.
 */
function withoutControls(text) {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isControl = unit < 0x20 || (unit >= 0x7f && unit <= 0x9f);
    // U+2028 and U+2029 end lines; the others are those of Bidi_Control in Unicode.
    const isFormat =
      (unit >= 0x2028 && unit <= 0x202e) ||
      (unit >= 0x2066 && unit <= 0x2069) ||
      [0x61c, 0x200e, 0x200f].includes(unit);
    result += isControl || isFormat ? `\\u${unit.toString(16).padStart(4, '0')}` : text[at];
  }
  return result;
}

/** Puts a text in quotes, on one line and without control characters; cuts it after 80 UTF-16 code units. */
function quote(text) {
  const isLong = text.length > 80;
  const quoted = withoutControls(JSON.stringify(isLong ? text.slice(0, 80) : text));
  return isLong ? `${quoted}\u2026` : quoted;
}

/** Whether a value is an Array. A proxy that has been revoked is none: Array.isArray() throws for it. */
function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** Says in a few words what a value is. */
function describe(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return `the string ${quote(value)}`;
  if (typeof value === 'function') return 'a function';
  if (isArray(value)) return 'an Array';
  if (typeof value === 'object') return ArrayBuffer.isView(value) ? 'bytes' : 'an object';
  return `${typeof value} ${withoutControls(String(value).slice(0, 40))}`;
}

const invalidArgument = (name, expected, value) =>
  coded(
    TypeError,
    'ERR_INVALID_ARG_TYPE',
    `${name} must be ${expected}; received ${describe(value)}`,
  );

const invalidThis = (name) =>
  coded(TypeError, 'ERR_INVALID_THIS', `Value of "this" must be of type ${name}`);

const illegalConstructor = () => coded(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');

/** Returns a message with advice behind it, which is a sentence without a full stop, or undefined. */
const withAdvice = (message, advice) => (advice === undefined ? message : `${message}: ${advice}`);

const unsupportedEncoding = (label, advice = undefined) =>
  coded(
    RangeError,
    'ERR_ENCODING_NOT_SUPPORTED',
    withAdvice(`The ${quote(label)} encoding is not supported`, advice),
  );

/** `length` and the offsets are in bytes. That of the error counts from the start of the stream, which `origin` may be before. */
function invalidEncodedData(encoding, { offset: from, length, reason }, origin = 0) {
  const offset = origin + from;
  const message = `The encoded data was not valid for encoding ${encoding}: ${reason} at offset ${offset}`;
  const properties = { encoding, offset, length, reason };
  return coded(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', message, properties);
}

const stringTooLong = () =>
  coded(Error, 'ERR_STRING_TOO_LONG', 'The text is longer than a string can be');

const memoryNotAllocated = (cause) =>
  coded(Error, 'ERR_MEMORY_ALLOCATION_FAILED', 'Failed to allocate memory', undefined, cause);

// This is a function declaration, so that it exists from the start: in a release, where this file and the backends are joined into one, a
// backend that does not load calls it before the end of the joined file.
function addonNotLoaded(message, cause) {
  return coded(Error, 'ERR_NATIVE_ADDON_NOT_LOADED', message, undefined, cause);
}

module.exports = {
  addonNotLoaded,
  coded,
  define,
  illegalConstructor,
  invalidArgument,
  invalidEncodedData,
  invalidThis,
  isArray,
  memoryNotAllocated,
  quote,
  stringTooLong,
  unsupportedEncoding,
  withAdvice,
  withoutControls,
};

'use strict';

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
 * of defaults. A getter runs once, and a getter on Object.prototype does not run. `options` is an object, null or undefined.
 */
function optionOf(options, name) {
  if (options === undefined || options === null || !(name in options)) return undefined;
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

module.exports = { optionOf, optionsOf };

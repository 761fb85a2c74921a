// Prints what every export of the package is: names, lengths and property descriptors, in their order, of functions, classes and
// objects, and the values of other things. The tests compare the sources with the joined files. Each entry point has a process
// of its own.

'use strict';

const path = process.argv[2];
const known = new Map();

/** Describes a value. `depth` is how many steps it is away from the exports. */
function describe(value, depth) {
  if (typeof value === 'symbol') return String(value);
  if (typeof value === 'bigint' || Object(value) !== value) return `${typeof value} ${value}`;
  if (known.has(value)) return known.get(value);
  known.set(value, `the same as ${known.size}`);
  const prototype = Object.getPrototypeOf(value);
  if (typeof value === 'object' && prototype !== null && !isOwn(prototype) && depth > 3)
    return 'object';
  const own = {};
  for (const key of Reflect.ownKeys(value)) {
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    const described = { ...descriptor };
    for (const part of ['value', 'get', 'set']) {
      if (part in descriptor) described[part] = describe(descriptor[part], depth + 1);
    }
    own[String(key)] = described;
  }
  const kind = typeof value === 'function' ? /^(class|async)?/.exec(String(value))[0] : '';
  const extensible = Object.isExtensible(value);
  return [
    typeof value,
    kind,
    Object.prototype.toString.call(value),
    extensible,
    own,
    nameOf(prototype, depth),
  ];
}

const builtin = new Set(
  [Object, Function, Array, Map, Set, Error, TypeError, RangeError, Uint8Array, Buffer].map(
    (one) => one.prototype,
  ),
);
const isOwn = (prototype) => !builtin.has(prototype);

const nameOf = (prototype, depth) =>
  prototype === null || builtin.has(prototype)
    ? prototype?.constructor.name
    : describe(prototype, depth + 1);

console.log(JSON.stringify(describe(require(path), 0), null, 1));

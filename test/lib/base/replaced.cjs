'use strict';

// Replaces functions of built-in objects, and prints as JSON what that changes for the calls of entry-point-calls.cjs. A test runs this
// file in a process of its own. Usage: node replaced.cjs clean | before | after | throwing
//   clean: nothing is replaced. Prints the results of all calls.
//   before, after: before or after the package is loaded, each function is replaced by one that does the same, and the prototypes get a
//     function of a stranger that loops find. Prints the results of all calls.
//   throwing: after the package is loaded, one function after the other throws while the calls that return no promise are made.
//     Prints { calls, users, wrong, broken }: how many calls there are; the functions that calls need; calls with a result that is
//     neither the right one nor tells of the function; calls that give another result afterwards.

const { entryPoints, textOf } = require('./entry-point-calls.cjs');

const prototypeOf = Object.getPrototypeOf;
const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;

const TypedArray = prototypeOf(Uint8Array);
const owners = {
  ...{ Array, ArrayBuffer, Buffer, DataView, Error, Map, Number, Object, Promise, Set, String },
  ...{ Symbol, TypedArray, Uint8Array, WeakMap },
};
const objects = Object.entries({
  ...owners,
  ...Object.fromEntries(
    Object.entries({ ...owners, Function, RegExp }).map(([name, owner]) => [
      `${name}.prototype`,
      owner.prototype,
    ]),
  ),
  ...{ JSON, Math, Reflect },
  'the iterator of Array': prototypeOf([][Symbol.iterator]()),
  'the iterator of Map': prototypeOf(new Map()[Symbol.iterator]()),
  'the iterator of String': prototypeOf(''[Symbol.iterator]()),
});

/** Returns { name, owner, key, descriptor } of each function and each getter that can be replaced. */
function functions() {
  return objects.flatMap(([name, owner]) =>
    ownKeys(owner)
      .map((key) => ({
        name: `${name}.${String(key)}`,
        owner,
        key,
        descriptor: getOwnPropertyDescriptor(owner, key),
      }))
      .filter(({ key, descriptor: { configurable, get, value } }) => {
        const isFunction = get !== undefined || typeof value === 'function';
        return configurable && isFunction && key !== 'constructor';
      }),
  );
}

/** Puts another function, or a getter, into the place of one. */
function replace({ owner, key, descriptor }, by) {
  const change = descriptor.get === undefined ? { value: by } : { get: by };
  defineProperty(owner, key, { __proto__: null, ...descriptor, ...change });
}

/** Returns the calls of all entry points as { title, call }. */
function allCalls() {
  return entryPoints.flatMap(([entryPoint, callsOf]) =>
    Object.entries(callsOf(require(entryPoint))).map(([title, call]) => ({
      title: `${entryPoint} ${title}`,
      call,
    })),
  );
}

function outcomeOf(call) {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

/** Replaces each function by one that does the same. */
function replaceAll() {
  for (const each of functions()) {
    const original = each.descriptor.get ?? each.descriptor.value;
    const by = function (...args) {
      return new.target === undefined
        ? apply(original, this, args)
        : construct(original, args, new.target === by ? original : new.target);
    };
    replace(each, by);
  }
  for (const [, owner] of objects) owner.ofAStranger = function ofAStranger() {};
}

/** Returns the results of all calls as text. */
async function results(when) {
  if (when === 'before') replaceAll();
  const calls = allCalls();
  if (when === 'after') replaceAll();
  const texts = {};
  for (const { title, call } of calls) {
    let result = outcomeOf(call);
    if (result instanceof Promise) result = await result.catch((error) => error);
    texts[title] = textOf(result);
  }
  return texts;
}

function throwing() {
  const rows = allCalls().filter(({ call }) => {
    const result = outcomeOf(call);
    if (result instanceof Promise) result.catch(() => {});
    return !(result instanceof Promise);
  });
  for (const row of rows) row.expected = textOf(outcomeOf(row.call));
  const [users, wrong, broken] = [new Set(), [], []];
  const message = 'this function has been replaced';
  const fail = () => {
    throw new Error(message);
  };
  for (const each of functions()) {
    const { name, owner, key, descriptor } = each;
    const back = { __proto__: null, ...descriptor };
    for (const { title, call, expected } of rows) {
      let result;
      replace(each, fail);
      try {
        result = call();
      } catch (error) {
        result = error;
      }
      defineProperty(owner, key, back);
      const text = textOf(result);
      if (text === expected) continue;
      users.add(name);
      if (!text.includes(message)) wrong.push(`${name}: ${title}: ${text}`);
      if (textOf(outcomeOf(call)) !== expected) broken.push(`${name}: ${title}`);
    }
  }
  return { calls: rows.length, users: [...users], wrong, broken };
}

async function main() {
  const [, , mode] = process.argv;
  console.log(JSON.stringify(mode === 'throwing' ? throwing() : await results(mode)));
}

main();

// Tests what becomes of a call when code of the caller runs in the midst of it. Each argument of each call of each entry point is
// replaced by one that tells when it is read: objects and lists by a Proxy, functions by others, bytes by bytes whose memory can change,
// and, in a second round, texts by objects with toString(). At each such moment in turn, that code throws, takes the memory of the
// arguments away, changes its length, or calls the same function of the same object again.

import { deepEqual, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { inspect, types } from 'node:util';

const require = createRequire(import.meta.url);
const { entryPoints, otherEntryPoints } = require('../lib/base/entry-point-calls.cjs');

const FILL = 'Z';
const mine = new Error('of the caller');

// What the code of the caller does.
const harms = {
  'throws an Error': () => {
    throw mine;
  },
  'throws null': () => {
    throw null;
  },
  'takes the memory away': ({ buffers }) => {
    for (const buffer of buffers.filter(
      ({ detached, byteLength }) => !detached && byteLength > 0,
    )) {
      // What reads this memory all the same reads the letter.
      new Uint8Array(structuredClone(buffer, { transfer: [buffer] })).fill(FILL.charCodeAt(0));
    }
  },
  'makes the memory smaller': ({ buffers }) => {
    for (const buffer of buffers) buffer.resize(Math.min(buffer.byteLength, 1));
  },
  'makes the memory larger': ({ buffers }) => {
    for (const buffer of buffers) buffer.resize(buffer.maxByteLength);
  },
  'calls again': ({ again }) => {
    const result = again();
    if (result instanceof Promise) result.catch(() => {});
  },
};

/** Arguments that run a harm at the moment with the number `at`, and count the moments. */
class Arguments {
  moments = 0;
  isHarmed = false;
  buffers = [];
  again = () => {};

  constructor(at, harm, hasTexts) {
    Object.assign(this, { at, harm, hasTexts });
  }

  hit() {
    if (this.moments++ !== this.at || this.isHarmed) return;
    this.isHarmed = true;
    this.harm(this);
  }

  replace(value) {
    const hit = () => this.hit();
    const replace = (own) => this.replace(own);
    if (typeof value === 'string' && this.hasTexts) {
      return {
        toString() {
          hit();
          return value;
        },
      };
    }
    if (typeof value === 'function') {
      return function replaced(...args) {
        hit();
        return Reflect.apply(value, this, args);
      };
    }
    if (types.isUint8Array(value)) {
      const buffer = new ArrayBuffer(value.length, { maxByteLength: value.length + 64 });
      this.buffers.push(buffer);
      const bytes = new Uint8Array(buffer);
      bytes.set(value);
      return bytes;
    }
    const isPlain =
      Array.isArray(value) || Object.getPrototypeOf(Object(value)) === Object.prototype;
    if (typeof value !== 'object' || value === null || !isPlain) return value;
    return new Proxy(value, {
      get(target, key) {
        hit();
        const own = target[key];
        return Array.isArray(target) && typeof own === 'function' ? own : replace(own);
      },
    });
  }

  /** The same function, which gets other arguments. */
  wrap(call, self) {
    return (...args) => {
      const replaced = args.map((arg) => this.replace(arg));
      this.again = () => Reflect.apply(call, self, replaced);
      return Reflect.apply(call, self, replaced);
    };
  }

  /** The exports, with other functions and classes. `used` gets their names. */
  exportsOf(own, used) {
    const wrapped = (value) =>
      new Proxy(value, {
        apply: (target, self, args) => this.wrap(target, self)(...args),
        construct: (target, args) => {
          const object = this.wrap((...replaced) => new target(...replaced))(...args);
          // Streams call their own functions by their names.
          if ('readable' in object) return object;
          for (const name of Object.getOwnPropertyNames(target.prototype)) {
            const { value: method } = Object.getOwnPropertyDescriptor(target.prototype, name);
            if (typeof method !== 'function' || name === 'constructor') continue;
            Object.defineProperty(object, name, { value: this.wrap(method, object) });
          }
          return object;
        },
      });
    return new Proxy(
      {},
      {
        get: (_, name) => {
          used.add(name);
          return typeof own[name] === 'function' ? wrapped(own[name]) : own[name];
        },
      },
    );
  }
}

/** All that a call returns or throws, as a text, and each error in it. */
async function outcomeOf(call) {
  const errors = [];
  let result;
  try {
    result = await call();
  } catch (error) {
    result = ['thrown', error];
    if (!(error instanceof Error)) errors.push(error);
  }
  const plain = (value) => {
    if (value instanceof Error) {
      errors.push(value);
      return `${value.name} ${value.code}: ${value.message}`;
    }
    return Array.isArray(value) ? value.map(plain) : value;
  };
  const text = inspect(plain(result), { depth: 9, maxArrayLength: null, maxStringLength: null });
  return { text, errors };
}

const isMine = (error) =>
  error === mine ||
  error === null ||
  (error instanceof Error && 'cause' in error && (error.cause === mine || error.cause === null));
const isCoded = (error) => typeof error?.code === 'string';
// The text or the bytes that memory has after it was taken away.
const unreal = /ZZ|5a 5a|90, 90/;
// iconv-lite says that an encoding does not exist when an error comes from its name.
const losesErrors = (name) => name === 'encodingExists';
// The standard lets a getter of the options decode a chunk of the same stream, and one of ours may edit the same file.
const goesOn = (name) => name === 'TextDecoder in chunks' || /^(?:edit|update)\b/.test(name);

/** Runs a call with each harm at each moment. Returns what is wrong. */
async function faultsOf(own, calls, name, hasTexts, used) {
  const faults = [];
  const run = async (at, harm) => {
    const args = new Arguments(at, harm, hasTexts);
    return { args, ...(await outcomeOf(() => calls(args.exportsOf(own, used))[name]())) };
  };
  const right = await run(-1);
  for (const [what, harm] of Object.entries(harms)) {
    for (let at = 0; at < Math.min(right.args.moments, 60); at += 1) {
      const { args, text, errors } = await run(at, harm);
      if (!args.isHarmed) continue;
      const isRight = text === right.text;
      const isOfCaller = errors.some(isMine);
      const wrong = (why) =>
        faults.push(`${name}, ${what} at ${at}: ${why}: ${text.slice(0, 200)}`);
      if (what.startsWith('throws') && !isOfCaller && !losesErrors(name))
        wrong('the error of the caller is lost');
      if (!isRight && errors.some((error) => !isMine(error) && !isCoded(error)))
        wrong('an error without a code');
      if (unreal.test(text)) wrong('memory that was taken away');
      if (what === 'calls again' && !isRight && errors.length === 0 && !goesOn(name))
        wrong('another result');
    }
  }
  const after = await run(-1);
  if (after.text !== right.text) faults.push(`${name}: later calls are wrong: ${after.text}`);
  return { faults, moments: right.args.moments };
}

describe('code of the caller that runs in the midst of a call', () => {
  for (const [path, calls] of [...entryPoints, ...otherEntryPoints]) {
    it(`leaves ${path} whole`, async function test() {
      this.timeout(120_000);
      const own = require(path);
      const used = new Set();
      const faults = [];
      let moments = 0;
      for (const name of Object.keys(calls(own))) {
        for (const hasTexts of [false, true]) {
          const result = await faultsOf(own, calls, name, hasTexts, used);
          faults.push(...result.faults);
          moments += result.moments;
        }
      }
      deepEqual(faults, []);
      // Nothing in these two converts what it is given.
      ok(moments > 0 || /[/](labels|encodings)$/.test(path));
      const functions = Object.keys(own).filter((name) => typeof own[name] === 'function');
      deepEqual(
        functions.filter((name) => !used.has(name)),
        [],
      );
    });
  }
});

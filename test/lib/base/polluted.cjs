'use strict';

// Runs the calls of entry-point-calls.cjs while Object.prototype has another property, for each name and each kind of property,
// and prints as JSON which calls then have another result. A test runs this file in a process of its own, with a JSON array of
// names as standard input.

const { readFileSync } = require('node:fs');
const { Transform } = require('node:stream');
const { TransformStream } = require('node:stream/web');
const { entryPoints, textOf, through, throughWeb } = require('./entry-point-calls.cjs');

/** What a property of Object.prototype may be. */
const kinds = {
  number: { value: 1, writable: true },
  text: { value: 'replace', writable: true },
  function: { value: () => 'x', writable: true },
  getter: { get: () => 1 },
  setter: {
    get: () => undefined,
    set() {
      throw new Error('a setter of Object.prototype has run');
    },
  },
};

/** How many names are tried at once, before those that matter are searched. */
const GROUP = 64;

/** In turns of the event loop: a stream of the runtime may wait forever. */
const PATIENCE = 20;

const { setImmediate } = globalThis;

/** Returns what a promise is settled with after some turns of the event loop. */
async function settled(promise) {
  let result = 'still waiting';
  promise.then(
    (value) => {
      result = value;
    },
    (error) => {
      result = error;
    },
  );
  for (let turn = 0; turn < PATIENCE && result === 'still waiting'; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return result;
}

/**
 * Makes a call while Object.prototype has properties of some names; returns its result as text. They stay until the event
 * loop has turned once where the call returns a promise.
 */
async function outcomeOf(call, names, kind, isAsync) {
  const descriptor = { __proto__: null, configurable: true, ...kinds[kind] };
  const clean = () => {
    for (const name of names) delete Object.prototype[name];
  };
  let turned;
  if (isAsync) {
    turned = new Promise((resolve) => {
      setImmediate(() => {
        clean();
        resolve();
      });
    });
  }
  let result;
  for (const name of names) Object.defineProperty(Object.prototype, name, descriptor);
  try {
    result = call();
    if (isAsync) {
      await turned;
      result = await settled(result);
    }
  } catch (error) {
    result = error;
  } finally {
    clean();
  }
  return textOf(result);
}

/** Streams of the runtime that do what those of this package do: a property that changes these may change ours. */
const runtimeStreams = {
  node: () => {
    const transform = (chunk, _encoding, callback) => callback(null, chunk);
    return through(new Transform({ __proto__: null, transform }), [
      Buffer.from('a'),
      Buffer.from('b'),
    ]);
  },
  'node, with an error': () => {
    const transform = (_chunk, _encoding, callback) => callback(new Error('fails'));
    return through(new Transform({ __proto__: null, transform }), [Buffer.from('a')]);
  },
  web: () => {
    const transform = (chunk, controller) => controller.enqueue(chunk);
    return throughWeb(new TransformStream({ __proto__: null, transform }), ['a', 'b']);
  },
  'web, with an error': () => {
    const transform = () => {
      throw new Error('fails');
    };
    return throughWeb(new TransformStream({ __proto__: null, transform }), ['a', 'b']);
  },
};

/** Returns the names, out of a list, that change the result of a call. */
async function namesThatChange({ call, isAsync, expected }, names, kind) {
  const text = await outcomeOf(call, names, kind, isAsync);
  if (text === expected) return [];
  if (names.length === 1) return names;
  const middle = names.length >> 1;
  return [
    ...(await namesThatChange({ call, isAsync, expected }, names.slice(0, middle), kind)),
    ...(await namesThatChange({ call, isAsync, expected }, names.slice(middle), kind)),
  ];
}

async function prepared(calls) {
  const rows = [];
  for (const [title, call] of Object.entries(calls)) {
    let isAsync = false;
    const run = () => {
      const result = call();
      isAsync = result instanceof Promise;
      return result;
    };
    await Promise.resolve()
      .then(run)
      .catch(() => {});
    // A second time, because the first may load files.
    rows.push({ title, call, isAsync, expected: await outcomeOf(call, [], 'number', isAsync) });
  }
  return rows;
}

async function main() {
  // A stream of the runtime that has lost its handlers throws later.
  process.on('uncaughtException', () => {});
  const names = JSON.parse(readFileSync(0, 'utf8'));
  const controls = await prepared(runtimeStreams);
  const rows = [];
  for (const [entryPoint, callsOf] of entryPoints) {
    for (const row of await prepared(callsOf(require(entryPoint))))
      rows.push({ entryPoint, ...row });
  }
  const changes = [];
  const ofTheRuntime = [];
  for (const kind of Object.keys(kinds)) {
    const runtime = new Set();
    for (let at = 0; at < names.length; at += GROUP) {
      const group = names.slice(at, at + GROUP);
      for (const control of controls) {
        for (const name of await namesThatChange(control, group, kind)) runtime.add(name);
      }
    }
    ofTheRuntime.push(...[...runtime].map((name) => `${name} (${kind})`));
    for (let at = 0; at < names.length; at += GROUP) {
      const group = names.slice(at, at + GROUP);
      const forStreams = group.filter((name) => !runtime.has(name));
      for (const row of rows) {
        const tried = row.isAsync ? forStreams : group;
        if (tried.length === 0) continue;
        for (const name of await namesThatChange(row, tried, kind)) {
          changes.push(`${name} (${kind}): ${row.entryPoint} ${row.title}`);
        }
      }
    }
  }
  console.log(JSON.stringify({ calls: rows.length, changes, ofTheRuntime }));
}

main();

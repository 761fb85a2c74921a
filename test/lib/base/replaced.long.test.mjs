// Tests the package in a program that has replaced functions of built-in objects.

import { deepEqual, ok } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { runNode } from '../../harness/run-node.mjs';

const program = fileURLToPath(new URL('replaced.cjs', import.meta.url));
const run = (mode) => JSON.parse(runNode([program, mode], { maxBuffer: 1 << 28 }));

// What a call may need of each built-in object. The package calls these functions by their names, for it takes no copies of all that it
// calls: where one of them throws, a call that needs it throws that error. `Symbol.species`, `toString` and `valueOf` are called by the
// engine, and the `utf8Write` and `ucs2Slice` of Buffers by Node's own functions.
const needed = {
  Array: 'from isArray Symbol(Symbol.species)',
  ArrayBuffer: 'isView',
  Buffer: 'allocUnsafe allocUnsafeSlow byteLength from',
  Number: 'isInteger',
  Object: 'hasOwn isExtensible keys',
  String: 'fromCharCode',
  TypedArray: 'from',
  'Array.prototype':
    'at every filter find includes indexOf join map pop push reverse slice some sort Symbol(Symbol.iterator) toSorted toString',
  'ArrayBuffer.prototype': 'byteLength',
  'Buffer.prototype': 'latin1Slice latin1Write subarray ucs2Slice ucs2Write utf8Write',
  'Function.prototype': 'call',
  'Map.prototype': 'get has keys set size Symbol(Symbol.iterator)',
  'Number.prototype': 'toString',
  'Object.prototype': 'valueOf',
  'Set.prototype': 'add has size Symbol(Symbol.iterator)',
  'String.prototype':
    'charCodeAt codePointAt endsWith includes indexOf isWellFormed lastIndexOf normalize padStart slice startsWith ' +
    'Symbol(Symbol.iterator) toLowerCase toString toUpperCase toWellFormed',
  'TypedArray.prototype':
    'buffer byteLength byteOffset copyWithin fill length map set slice subarray Symbol(Symbol.iterator)',
  JSON: 'stringify',
  Math: 'floor max min',
  Reflect: 'defineProperty',
  'the iterator of Array': 'next',
  'the iterator of String': 'next',
  'the iterator of Map': 'next',
};

describe('functions of built-in objects', () => {
  it('change no result where others that do the same are in their place, from before or after the package loads', () => {
    const clean = run('clean');
    ok(Object.keys(clean).length > 240, `${Object.keys(clean).length}`);
    for (const mode of ['before', 'after']) deepEqual(run(mode), clean, mode);
  });

  it('that throw change no result, but that calls which need them throw their error; later calls are right', () => {
    const { calls, users, wrong, broken } = run('throwing');
    ok(calls > 200, `${calls}`);
    const all = Object.entries(needed).flatMap(([owner, names]) =>
      names.split(' ').map((name) => `${owner}.${name}`),
    );
    deepEqual(
      users.filter((name) => !all.includes(name)),
      [],
    );
    // Array.isArray() throws for a revoked Proxy, which is no array: the package takes its error for that.
    deepEqual(
      wrong.filter((each) => !each.startsWith('Array.isArray: ')),
      [],
    );
    deepEqual(broken, []);
  });
});

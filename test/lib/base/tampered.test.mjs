// Tests calls in a program that has changed built-in objects. Such a call may fail, but it must
// end.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { encode } from 'whatwg-transcoder';
import {
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
} from 'whatwg-transcoder/hooks';
import binding from '../../../lib/backend/backend.js';
import { runNode } from '../../harness/run-node.mjs';
import { workOf } from '../../harness/work.mjs';

// The calls run in a separate process, which is ended when a call takes too long. Streams of the runtime may wait forever.
const calls = `
  const text = '\\u00E9a\\u3042'.repeat(6000);
  const bytes = Buffer.from(text);
  const { entryPoints } = require('./entry-point-calls.cjs');
  const calls = entryPoints.slice(0, 2).flatMap(([path, callsOf]) =>
    Object.entries(callsOf(require(path))).filter(([name]) => !/Stream/.test(name)).map(([, call]) => call),
  );
  const { encode } = require('whatwg-transcoder');
  const { parseUrlencoded, percentEncodeAfterEncoding, serializeUrlencoded } = require('whatwg-transcoder/hooks');
  calls.push(
    () => parseUrlencoded(text, 'Shift_JIS'),
    () => parseUrlencoded(bytes, 'Shift_JIS'),
    () => serializeUrlencoded([['a', text]], 'Shift_JIS'),
    () => percentEncodeAfterEncoding('Shift_JIS', text, 'query'),
    () => encode(text, 'Shift_JIS', { unencodable: () => '?' }),
  );
`;

const ways = {
  'RegExp.prototype.exec finds a letter': `RegExp.prototype.exec = () => Object.assign(['a'], { index: 0 });`,
  'RegExp.prototype.exec finds the empty string everywhere': `RegExp.prototype.exec = () => Object.assign([''], { index: 0 });`,
  'String.prototype.matchAll never ends': `String.prototype.matchAll = function* () { for (;;) yield ['a']; };`,
  'the length of typed arrays is Infinity': `Object.defineProperty(TypedArray, 'length', { get: () => Infinity });`,
  'the length of typed arrays is 0': `Object.defineProperty(TypedArray, 'length', { get: () => 0 });`,
  'the byteLength of typed arrays is Infinity': `
    Object.defineProperty(TypedArray, 'length', { get: () => 1e9 });
    Object.defineProperty(TypedArray, 'byteLength', { get: () => Infinity });`,
  'the iterator of typed arrays never ends': `TypedArray[Symbol.iterator] = function* () { for (;;) yield 97; };`,
  'subarray() returns the whole array': `TypedArray.subarray = function () { return this; };`,
  'set() does nothing': `TypedArray.set = () => {};`,
  'String.prototype.slice returns an empty string': `String.prototype.slice = () => '';`,
  'String.prototype.charCodeAt returns a surrogate': `String.prototype.charCodeAt = () => 0xd800;`,
  'String.prototype.toWellFormed returns another text': `String.prototype.toWellFormed = () => '\\u00E9'.repeat(20000);`,
  'all objects inherit a property output': `Object.prototype.output = Buffer.from('x'); Object.prototype.read = 0;`,
  'all objects inherit a property codePoint': `Object.prototype.codePoint = 1;`,
};

describe('changed built-in objects', () => {
  for (const [way, tamper] of Object.entries(ways)) {
    it(`let every call end: ${way}`, () => {
      const source = `
        const TypedArray = Object.getPrototypeOf(Uint8Array.prototype);
        ${calls}
        // Each function is called once before the change, so that everything is loaded.
        for (const call of calls) try { call(); } catch {}
        ${tamper}
        for (const call of calls) try { call(); } catch {}
        process.reallyExit(0);
      `;
      runNode(['--max-old-space-size=200', '-e', source], {
        timeout: 20_000,
        cwd: new URL('.', import.meta.url),
      });
    });
  }

  it('do not mix up short results: the buffer of typed arrays throws while memory for results is renewed', () => {
    const texts = Array.from({ length: 200 }, (_, i) => `${i} `.repeat(500));
    const TypedArray = Object.getPrototypeOf(Uint8Array.prototype);
    const original = Object.getOwnPropertyDescriptor(TypedArray, 'buffer');
    const get = () => {
      throw new Error('no buffer');
    };
    Object.defineProperty(TypedArray, 'buffer', { ...original, get });
    let results;
    try {
      results = texts.map((text) => encode(text, 'Shift_JIS'));
    } finally {
      Object.defineProperty(TypedArray, 'buffer', original);
    }
    deepEqual(
      results.map((bytes) => bytes.toString('latin1')),
      texts,
    );
    for (const text of texts) equal(encode(text, 'Shift_JIS').toString('latin1'), text);
  });
});

describe('strings with many unencodable characters', () => {
  it('are encoded in pieces for forms and queries, not code point by code point', () => {
    const text = '\u00E9'.repeat(400_000);
    const runs = [
      () => serializeUrlencoded([['a', text]], 'Shift_JIS'),
      () => percentEncodeAfterEncoding('Shift_JIS', text, 'query'),
      () => parseUrlencoded(`a=${text}`, 'Shift_JIS'),
    ];
    for (const run of runs) {
      const { calls } = workOf(binding, run);
      ok(calls < 150, `${calls}`);
    }
  });
});

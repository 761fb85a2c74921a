// What a program does to the built-in objects before a call: it may fail then, but it ends.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { encode, encodedLength, transcode } from 'whatwg-transcoder';
import {
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
} from 'whatwg-transcoder/hooks';

const binding = createRequire(import.meta.url)('../../lib/native/backend.js');

// In a process of its own, which is ended when a call takes too long.
const calls = `
  const calls = {
    parseText: () => parseUrlencoded(text, 'Shift_JIS'),
    parseBytes: () => parseUrlencoded(bytes, 'Shift_JIS'),
    serialize: () => serializeUrlencoded([['a', text]], 'Shift_JIS'),
    percentEncode: () => percentEncodeAfterEncoding('Shift_JIS', text, 'query'),
    transcode: () => transcode(bytes, ' UTF-8', 'Shift_JIS', { unencodable: 'html' }),
    transcodeFatal: () => transcode(bytes, 'UTF-8', 'Shift_JIS'),
    transcodeWithFunction: () => transcode(bytes, 'UTF-8', 'Shift_JIS', { unencodable: () => '?' }),
    encodeWithFunction: () => encode(text, 'Shift_JIS', { unencodable: () => '?' }),
    encodedLength: () => encodedLength(text, 'Shift_JIS', { unencodable: () => '\\u3042' }),
  };
`;

const ways = {
  'RegExp.prototype.exec finds a letter': `RegExp.prototype.exec = () => Object.assign(['a'], { index: 0 });`,
  'RegExp.prototype.exec finds nothing, everywhere': `RegExp.prototype.exec = () => Object.assign([''], { index: 0 });`,
  'String.prototype.matchAll never ends': `String.prototype.matchAll = function* () { for (;;) yield ['a']; };`,
  'the length of typed arrays is Infinity': `Object.defineProperty(TypedArray, 'length', { get: () => Infinity });`,
  'the length of typed arrays is 0': `Object.defineProperty(TypedArray, 'length', { get: () => 0 });`,
  'the byteLength of typed arrays is Infinity': `
    Object.defineProperty(TypedArray, 'length', { get: () => 1e9 });
    Object.defineProperty(TypedArray, 'byteLength', { get: () => Infinity });`,
  'typed arrays have values without end': `TypedArray[Symbol.iterator] = function* () { for (;;) yield 97; };`,
  'subarray() takes no part': `TypedArray.subarray = function () { return this; };`,
  'set() sets nothing': `TypedArray.set = () => {};`,
  'String.prototype.slice gives no text': `String.prototype.slice = () => '';`,
  'String.prototype.charCodeAt gives a surrogate': `String.prototype.charCodeAt = () => 0xd800;`,
  'String.prototype.toWellFormed gives another text': `String.prototype.toWellFormed = () => '\\u00E9'.repeat(20000);`,
  'all objects have an output': `Object.prototype.output = Buffer.from('x'); Object.prototype.read = 0;`,
  'all objects have a codePoint': `Object.prototype.codePoint = 1;`,
};

describe('built-in objects that have been tampered with', () => {
  for (const [way, tamper] of Object.entries(ways)) {
    it(`make no call run for ever: ${way}`, () => {
      const source = `
        import { encode, encodedLength, transcode } from 'whatwg-transcoder';
        import { parseUrlencoded, percentEncodeAfterEncoding, serializeUrlencoded } from 'whatwg-transcoder/hooks';
        const text = '\\u00E9a\\u3042'.repeat(6000);
        const bytes = Buffer.from(text);
        const TypedArray = Object.getPrototypeOf(Uint8Array.prototype);
        ${calls}
        // What is loaded at the first call is loaded.
        for (const call of Object.values(calls)) try { call(); } catch {}
        ${tamper}
        for (const call of Object.values(calls)) try { call(); } catch {}
        process.reallyExit(0);
      `;
      const { status, signal, stderr } = spawnSync(
        process.execPath,
        ['--max-old-space-size=200', '--input-type=module', '-e', source],
        { encoding: 'utf8', timeout: 20_000, cwd: new URL('.', import.meta.url) },
      );
      assert.equal(signal, null, 'it did not end');
      assert.equal(status, 0, stderr.slice(0, 2000));
    });
  }

  it('do not learn from RegExp.$1 or RegExp.input what text was converted', () => {
    const text = 'secret \u00E9\u3042 text'.repeat(3000);
    const bytes = Buffer.from(text);
    const options = { unencodable: () => '?' };
    const runs = [
      () => parseUrlencoded(text, 'Shift_JIS'),
      () => parseUrlencoded(bytes, 'Shift_JIS'),
      () => serializeUrlencoded([[text, text]], 'Shift_JIS'),
      () => percentEncodeAfterEncoding('Shift_JIS', text, 'query'),
      () => encode(text, 'Shift_JIS', options),
      () => encodedLength(text, 'Shift_JIS', options),
      () => transcode(bytes, 'UTF-8', 'Shift_JIS', options),
    ];
    for (const run of runs) {
      /(m)ine/.exec('mine');
      run();
      assert.equal(RegExp.$1, 'm');
      assert.equal(RegExp.input, 'mine');
    }
  });
});

describe('strings with much that cannot be encoded', () => {
  /** How many calls of the core a run makes. */
  function callsOf(run) {
    const natives = Object.entries(binding).filter(([, value]) => typeof value === 'function');
    let count = 0;
    for (const [name, native] of natives) {
      binding[name] = (...args) => {
        count += 1;
        return native(...args);
      };
    }
    try {
      run();
    } finally {
      Object.assign(binding, Object.fromEntries(natives));
    }
    return count;
  }

  it('go through the core in pieces into forms and queries, not code point by code point', () => {
    const text = '\u00E9'.repeat(400_000);
    const runs = [
      () => serializeUrlencoded([['a', text]], 'Shift_JIS'),
      () => percentEncodeAfterEncoding('Shift_JIS', text, 'query'),
      () => parseUrlencoded(`a=${text}`, 'Shift_JIS'),
    ];
    for (const run of runs) assert.ok(callsOf(run) < 150, `${callsOf(run)}`);
  });
});

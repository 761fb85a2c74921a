// Tests that the package leaves no text in the engine's record of regular expressions. The engine
// keeps the subject of the last match alive: a long text would use memory, and a secret could be
// read.

import { deepEqual, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { inspect, isDeepStrictEqual } from 'node:util';
import * as root from 'whatwg-transcoder';
import { decodeResponse } from 'whatwg-transcoder/http';

const require = createRequire(import.meta.url);
const { entryPoints, otherEntryPoints } = require('./entry-point-calls.cjs');

const text = `a\u00e9\u65e5${'A'.repeat(40_000)}`;
const page = Buffer.from(
  `<meta http-equiv=content-type content="text/html; charset=sjis"><p>${text}`,
);

/** Texts of each length at which other code encodes them, of each kind in which the engine stores them. */
const encode = () => {
  for (const length of [20, 300, 1000, 5000, 20_000]) {
    for (const character of ['a', '\u00E9', '\u65E5']) {
      const each = `${'\u00E9'.repeat(10)}${character.repeat(length)}`;
      for (const label of ['utf-8', 'gb18030', 'windows-1252']) {
        root.encode(each, label, { unencodable: 'html' });
      }
      new root.TextEncoder().encode(each);
    }
  }
};

/** Makes a call, which may throw, or return a promise. */
const run = (call) => void (async () => call())().catch(() => {});

const record = () => [RegExp.$1, RegExp.lastMatch, RegExp.input];

describe('The record of the last regular expression', () => {
  for (const [path, callsOf] of [
    ...entryPoints,
    ...otherEntryPoints,
    ['whatwg-transcoder', () => ({ encode })],
  ]) {
    it(`is not changed by calls of ${path}, so no text of a user stays in it`, () => {
      for (const [name, call] of Object.entries(callsOf(require(path)))) {
        // The runtime looks so at headers, and at the names of types for its errors.
        if (/^decodeResponse$|File$/.test(name)) continue;
        // The runtime may load modules for the first call.
        run(call);
        ok(/(mar)k/.test('a mark!'));
        run(call);
        deepEqual(record(), ['mar', 'mark', 'a mark!'], name);
      }
    });
  }

  // Some versions of Node check the name of a header by a regular expression, so the name may be in the record.
  it('contains no more after http.decodeResponse than what the runtime leaves there for a header', async () => {
    const response = new Response(page, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-length': `${page.length}` },
    });
    const recordAfter = (call) => {
      ok(/(mar)k/.test('a mark!'));
      call();
      return record();
    };
    const read = ['content-encoding', 'content-length', 'content-type', 'transfer-encoding'];
    const possible = read.map((name) => recordAfter(() => response.headers.get(name)));
    let body;
    const actual = recordAfter(() => {
      body = decodeResponse(response);
    });
    ok(
      possible.some((expected) => isDeepStrictEqual(actual, expected)),
      inspect(actual),
    );
    ok((await body).text.includes(text));
    for (const kept of record()) ok(!text.includes(kept) || kept.length < 20);
  });
});

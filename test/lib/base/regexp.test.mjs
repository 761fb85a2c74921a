// Tests that the package leaves no text in the engine's record of regular expressions. The engine
// keeps the subject of the last match alive: a long text would use memory, and a secret could be
// read.

import { deepEqual, ok, throws } from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import * as root from 'whatwg-transcoder';
import { DetectDecodeStream, detect } from 'whatwg-transcoder/detect';
import { encodingFor, hzGb2312 } from 'whatwg-transcoder/encodings';
import * as hooks from 'whatwg-transcoder/hooks';
import * as http from 'whatwg-transcoder/http';
import * as iconvLite from 'whatwg-transcoder/iconv-lite';
import { resolveLabel } from 'whatwg-transcoder/labels';

const label = ' SHIFT_JIS ';
const text = `a\u00e9\u65e5${'A'.repeat(40_000)}`;
const latin1 = 'é'.repeat(40_000);
const bytes = Buffer.from(text);
const page = Buffer.from(
  `<meta http-equiv=content-type content="text/html; charset=sjis"><p>${text}`,
);
const html = { unencodable: 'html' };
const form = ' application/x-www-form-urlencoded ; charset="Shift_JIS" ';

const calls = {
  getEncoding: () => root.getEncoding(label),
  getOutputEncoding: () => root.getOutputEncoding(label),
  decode: () => root.decode(bytes, label),
  decodedLength: () => root.decodedLength(bytes, label),
  validate: () => root.validate(bytes, label),
  encode: () => [root.encode(text, label, html), root.encode(latin1), root.encode(text)],
  encodeInto: () => root.encodeInto(text, new Uint8Array(99_999), label, html),
  encodedLength: () => root.encodedLength(text, label, html),
  findUnencodable: () => root.findUnencodable(text, label),
  canEncode: () => root.canEncode(text, label),
  transcode: () => root.transcode(bytes, label, ' UTF-16LE '),
  Transcoder: () => new root.Transcoder(label, ' GBK ', html).end(bytes),
  TextDecoder: () => new root.TextDecoder(label).decode(bytes),
  TextEncoder: () => [new root.TextEncoder().encode(text), new root.TextEncoder().encode(latin1)],
  TextDecoderStream: () => new root.TextDecoderStream(label),
  TextEncoderStream: () => new root.TextEncoderStream(),
  DecodeStream: () => new root.DecodeStream(label, { encoding: 'UTF-8' }).end(bytes),
  EncodeStream: () => new root.EncodeStream(label, html).end(text),
  TranscodeStream: () =>
    new root.TranscodeStream(label, ' UTF-8 ', { encoding: 'Utf8' }).end(bytes),
  'decode, a handle': () => root.decode(bytes, hzGb2312),
  'encode, a handle': () => root.encode(text, hzGb2312, html),
  'encodings.encodingFor': () => [encodingFor(' HZ-GB-2312 '), encodingFor(text)],
  'iconvLite.decode': () => iconvLite.decode(bytes, label),
  'iconvLite.encode': () => iconvLite.encode(text, 'utf-7'),
  'iconvLite.Iconv': () => new iconvLite.Iconv(label, 'UTF-8//IGNORE').convert(bytes),
  'iconvLite.encodingExists': () => iconvLite.encodingExists(`${text}:1988`),
  'hooks.decode': () => hooks.decode(bytes, label),
  'hooks.encode': () => hooks.encode(text, label),
  'hooks.UTF8Encode': () => hooks.UTF8Encode(text),
  'hooks.encodeOrFail': () => hooks.encodeOrFail(text, hooks.getEncoder(label)),
  'hooks.percentEncodeAfterEncoding': () => hooks.percentEncodeAfterEncoding(label, text, 'query'),
  'hooks.serializeUrlencoded': () => hooks.serializeUrlencoded([[text, latin1]], label),
  'hooks.parseUrlencoded': () => hooks.parseUrlencoded(`${text}=%41+b`, label),
  'http.parseForm': () => http.parseForm(bytes, form, { encoding: label }),
  'http.FormStream': () => new http.FormStream(form, { encoding: label }).end(bytes),
  'http.urlencodedDecoder': () => http.urlencodedDecoder(label)(`${text}%41+`),
  'labels.resolveLabel': () => [
    resolveLabel(label),
    resolveLabel(' "EUC_JP" '),
    resolveLabel(text),
  ],
  'http.sniffEncoding': () => http.sniffEncoding(page, `text/html; charset="${label}x"`),
  'http.decodeBody': () => [
    http.decodeBody(page, 'text/html; x=y'),
    http.decodeBody(Buffer.from('<?xml encoding="sjis"?>'), 'text/xml'),
    http.decodeBody(Buffer.from('@charset "sjis";'), 'text/css; charset=bogus'),
  ],
  detect: () => [
    detect(bytes, { allow: [label], fallback: label, topLevelDomain: 'a.JP', language: 'ja, en' }),
    detect(Buffer.from(text)),
    new DetectDecodeStream({ fallback: label }).end(bytes),
    http.decodeBody(bytes, 'text/plain', { detect: true }),
  ],
  'http.DecodeBodyStream': () => new http.DecodeBodyStream('text/html').end(page),
  'http.DecodeBodyTransform': () => new http.DecodeBodyTransform('text/html'),
  'an unknown label': () => throws(() => root.decode(bytes, 'CP932')),
};

const record = () => [RegExp.$1, RegExp.lastMatch, RegExp.input];

describe('The record of the last regular expression', () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`is not changed by ${name}, so no text of a user stays in it`, () => {
      ok(/(mar)k/.test('a mark!'));
      call();
      deepEqual(record(), ['mar', 'mark', 'a mark!']);
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
    const possible = ['content-encoding', 'content-length', 'content-type'].map((name) =>
      recordAfter(() => response.headers.get(name)),
    );
    let body;
    const actual = recordAfter(() => {
      body = http.decodeResponse(response);
    });
    ok(
      possible.some((expected) => isDeepStrictEqual(actual, expected)),
      inspect(actual),
    );
    ok((await body).text.includes(text));
    for (const kept of record()) ok(!text.includes(kept) || kept.length < 20);
  });
});

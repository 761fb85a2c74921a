// Tests the messages of the errors.

import { deepEqual, equal, fail, match, ok, throws } from 'node:assert/strict';
import { once } from 'node:events';
import * as root from 'whatwg-transcoder';
import {
  decode,
  decodedLength,
  EncodeStream,
  encode,
  labels,
  TextDecoder,
  TextDecoderStream,
  Transcoder,
  transcode,
  validate,
} from 'whatwg-transcoder';
import { detect } from 'whatwg-transcoder/detect';
import * as others from 'whatwg-transcoder/encodings';
import * as hooks from 'whatwg-transcoder/hooks';
import * as http from 'whatwg-transcoder/http';
import { resolveLabel } from 'whatwg-transcoder/labels';
import { namesBySource } from '../../../lib/labels/other-names.js';
import { revokedProxy } from '../../harness/revoked-proxy.mjs';

const bytes = Buffer.of(0x41);
const messageOf = (call) => {
  try {
    call();
  } catch ({ name, code, message }) {
    return [name, code, message];
  }
  return fail('nothing was thrown');
};
/** Checks the name, code and message of what each call throws. */
function expectFrom(expected, ...calls) {
  for (const call of calls) deepEqual(messageOf(call), expected, String(call));
}

const type = (message) => ['TypeError', 'ERR_INVALID_ARG_TYPE', message];
const unsupported = (message) => ['RangeError', 'ERR_ENCODING_NOT_SUPPORTED', message];

describe('Messages of errors', () => {
  it('say that a label must be a string or a handle, and name the type of the value', () => {
    for (const [label, received] of [
      [{ fatal: true }, 'an object'],
      [932, 'number 932'],
      [null, 'null'],
      [['sjis'], 'an Array'],
      [revokedProxy(), 'an object'],
    ]) {
      expectFrom(
        type(
          `label must be a string, or a value of whatwg-transcoder/encodings in this copy of the package; received ${received}`,
        ),
        () => decode(bytes, label),
        () => encode('a', label),
        () => validate(bytes, label),
        () => new Transcoder(label),
      );
    }
    // No function converts a symbol, whose text is escaped.
    const symbol = Symbol('a\n\u001b[31m\u009b');
    const received = String.raw`symbol Symbol(a\u000a\u001b[31m\u009b)`;
    const ofSymbol = type(`label must be a string; received ${received}`);
    expectFrom(
      ofSymbol,
      () => new TextDecoder(symbol),
      () => new TextDecoderStream(symbol),
      () => root.getEncoding(symbol),
      () => hooks.getEncoder(symbol),
      () => hooks.decode(bytes, symbol),
    );
    const encoder = new root.TextEncoder();
    for (const encode of [encoder.encode, encoder.encodeInto]) {
      const [, code] = messageOf(() => encode.call(encoder, symbol, new Uint8Array(1)));
      equal(code, 'ERR_INVALID_ARG_TYPE');
    }
    // Web IDL converts these values to strings.
    equal(messageOf(() => new TextDecoder(932))[1], 'ERR_ENCODING_NOT_SUPPORTED');
    equal(messageOf(() => new TextDecoderStream(null))[1], 'ERR_ENCODING_NOT_SUPPORTED');
  });

  it('name the first argument when the two are swapped, and give advice for a string', () => {
    const advice =
      'must be a buffer or a view, not a string: decode the bytes as they came, and remove setEncoding() from a stream; ' +
      'received the string "sjis"';
    for (const call of [decode, decodedLength, validate, transcode]) {
      expectFrom(type(`bytes ${advice}`), () => call('sjis', bytes));
    }
    expectFrom(type(`input ${advice}`), () => new TextDecoder().decode('sjis'));
  });

  it('quote a label on one line without control characters, and cut it after 80 characters', () => {
    const [, , message] = messageOf(() => decode(bytes, 'a\n\u001b[31m\u009b\u2028"'));
    equal(message, String.raw`The "a\n\u001b[31m\u009b\u2028\"" encoding is not supported`);
    const [, , long] = messageOf(() => new TextDecoder('x'.repeat(81)));
    equal(long, `The "${'x'.repeat(80)}"… encoding is not supported`);
  });

  it('suggest the label of the standard for a name that other programs use', () => {
    for (const [name, label] of [
      ['CP932', 'windows-31j'],
      ['cp936', 'gbk'],
      ['uhc', 'windows-949'],
      ['cp950', 'big5'],
      ['eucJP', 'euc-jp'],
      ['utf16le', 'utf-16le'],
    ]) {
      ok(!Object.hasOwn(labels, name.toLowerCase()));
      ok(Object.hasOwn(labels, label));
      expectFrom(
        unsupported(`The "${name}" encoding is not supported: did you mean ${label}?`),
        () => decode(bytes, name),
        () => new TextDecoder(name),
      );
    }
  });

  it('suggest only labels that exist, and only for labels that do not exist', () => {
    const rows = Object.values(namesBySource).flatMap((namesByLabel) =>
      Object.entries(namesByLabel).flatMap(([label, names]) =>
        names.split(' ').map((name) => [name, label]),
      ),
    );
    ok(rows.length > 20);
    for (const [other, label] of rows) {
      const isStandard = Object.hasOwn(labels, label) && labels[label] !== 'replacement';
      ok(isStandard || others.labels[label], label);
      ok(!Object.hasOwn(labels, other), other);
      const [, , message] = messageOf(() => decode(bytes, other));
      // Some names only differ from another label of the encoding in separators.
      const [, meant] = /(?:pass|did you mean)(?: the value)? (\w[\w-]*)/.exec(message);
      const ofSubPath = `the value ${meant} of whatwg-transcoder/encodings`;
      const isTheirs = others.labels[other] !== undefined;
      const advice = isTheirs
        ? `pass ${ofSubPath}`
        : `did you mean ${isStandard ? meant : ofSubPath}?`;
      ok(message.endsWith(`: ${advice}`), message);
      // With the advice the call works.
      const { [meant]: found = meant } = isStandard ? {} : others;
      equal(isStandard ? root.getEncoding(found) : found.name, resolveLabel(other));
      equal(decode(encode('A', found), found), 'A');
    }
  });

  it('give the same advice wherever a label is taken', () => {
    const ofLabel = {
      'utf-9': 'did you mean utf-8?',
      'utf-7': 'whatwg-transcoder/iconv-lite supports it',
      'UTF-32': 'did you mean utf32le or utf32be of whatwg-transcoder/encodings?',
      ebcdic: 'did you mean ibm037, ibm500, ibm1047 or another one of whatwg-transcoder/encodings?',
      cp932: 'did you mean windows-31j?',
    };
    const anywhere = {
      decode: (label) => decode(bytes, label),
      encode: (label) => encode('a', label),
      TextDecoder: (label) => new TextDecoder(label),
      TextDecoderStream: (label) => new TextDecoderStream(label),
      EncodeStream: (label) => new EncodeStream(label),
      Transcoder: (label) => new Transcoder('utf-8', label),
      'hooks.encode': (label) => hooks.encode('a', label),
      'hooks.getEncoder': (label) => hooks.getEncoder(label),
      'hooks.serializeUrlencoded': (label) => hooks.serializeUrlencoded([['a', 'b']], label),
      'detect allow': (label) => detect(bytes, { allow: [label] }),
      'detect fallback': (label) => detect(bytes, { fallback: label }),
      decodeBody: (label) => http.decodeBody(bytes, `text/plain;charset=${label}`),
      parseForm: (label) =>
        http.parseForm(bytes, 'application/x-www-form-urlencoded', { encoding: label }),
      urlencodedDecoder: (label) => http.urlencodedDecoder(label),
    };
    for (const [label, advice] of Object.entries(ofLabel)) {
      const expected = `The "${label}" encoding is not supported: ${advice}`;
      for (const [name, call] of Object.entries(anywhere)) {
        const [, code, message] = messageOf(() => call(label));
        deepEqual([code, message], ['ERR_ENCODING_NOT_SUPPORTED', expected], name);
      }
      const ignoring = { unknownCharset: 'ignore' };
      const { unknownLabel, hint } = http.decodeBody(
        bytes,
        `text/plain;charset=${label}`,
        ignoring,
      );
      deepEqual([unknownLabel, hint], [label, advice]);
    }
  });

  it('point from hooks to encode()', () => {
    const other = 'the standard has no encoder for it; encode() of whatwg-transcoder writes it';
    for (const call of [() => hooks.getEncoder('utf-16be'), () => hooks.encode('a', 'utf-16')]) {
      equal(messageOf(call)[2].split(': ')[1], other);
    }
  });

  it('suggest the handle for labels of whatwg-transcoder/encodings', () => {
    for (const [label, value] of [
      ['cp437', 'ibm437'],
      ['IBM037', 'ibm037'],
      ['864', 'ibm864'],
      ['utf-32le', 'utf32le'],
      ['eucjpms', 'eucJpMs'],
      ['hz-gb-2312', 'hzGb2312'],
      ['csiso2022kr', 'iso2022Kr'],
    ]) {
      const advice = `pass the value ${value} of whatwg-transcoder/encodings`;
      expectFrom(
        unsupported(`The "${label}" encoding is not supported: ${advice}`),
        () => new TextDecoder(label),
        () => hooks.encode('a', label),
      );
    }
    match(messageOf(() => decode(bytes, 'iso-2022-cn'))[2], /label of the replacement encoding/);
  });

  it('suggest TextDecoder for chunks', () => {
    const expected =
      'options.stream must be left out: a TextDecoder decodes chunks; received boolean true';
    for (const call of [decode, decodedLength]) {
      expectFrom(type(expected), () => call(bytes, 'sjis', { stream: true }));
    }
  });

  it('report a lone surrogate, which counts as U+FFFD', () => {
    throws(() => encode('\ud800', 'sjis'), {
      message: 'shift_jis does not contain the lone surrogate U+D800, at index 0',
      codePoint: 0xfffd,
      index: 0,
    });
    match(messageOf(() => encode('a\udc00', 'big5'))[2], /the lone surrogate U\+DC00, at index 1$/);
    match(
      messageOf(() => encode('\ufffd', 'big5'))[2],
      /^big5 does not contain U\+FFFD, at index 0$/,
    );
  });

  it('report a lone surrogate in a stream, also at the end of the previous chunk', async () => {
    for (const chunks of [
      ['ab\ud83d'],
      ['ab\ud83dc'],
      ['ab\ud83d', 'c'],
      ['a', 'b\ud83d', '', 'c'],
    ]) {
      const stream = new EncodeStream('big5');
      const failed = once(stream, 'error');
      for (const chunk of chunks) stream.write(chunk);
      stream.resume().end();
      const [{ message, index }] = await failed;
      equal(
        message,
        'big5 does not contain the lone surrogate U+D83D, at index 2',
        JSON.stringify(chunks),
      );
      equal(index, 2);
    }
  });
});

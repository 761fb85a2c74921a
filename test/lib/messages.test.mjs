// Tests the messages of the errors.

import assert from 'node:assert/strict';
import { once } from 'node:events';
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
import { namesBySource } from '../../lib/transcoding/other-names.js';

const bytes = Buffer.of(0x41);
const messageOf = (call) => {
  try {
    call();
  } catch ({ name, code, message }) {
    return [name, code, message];
  }
  return assert.fail('nothing was thrown');
};
const type = (message) => ['TypeError', 'ERR_INVALID_ARG_TYPE', message];
const unsupported = (message) => ['RangeError', 'ERR_ENCODING_NOT_SUPPORTED', message];

describe('Messages of errors', () => {
  it('say that a label must be a string, and name the type of the value', () => {
    for (const [label, received] of [
      [{ fatal: true }, 'an object'],
      [932, 'number 932'],
      [null, 'null'],
      [['sjis'], 'an Array'],
    ]) {
      const expected = type(`label must be a string; received ${received}`);
      assert.deepEqual(
        messageOf(() => decode(bytes, label)),
        expected,
      );
      assert.deepEqual(
        messageOf(() => encode('a', label)),
        expected,
      );
      assert.deepEqual(
        messageOf(() => validate(bytes, label)),
        expected,
      );
      assert.deepEqual(
        messageOf(() => new Transcoder(label)),
        expected,
      );
    }
    // Web IDL converts these values to strings.
    assert.equal(messageOf(() => new TextDecoder(932))[1], 'ERR_ENCODING_NOT_SUPPORTED');
    assert.equal(messageOf(() => new TextDecoderStream(null))[1], 'ERR_ENCODING_NOT_SUPPORTED');
  });

  it('name the first argument when the two are swapped, and give advice for a string', () => {
    const advice =
      'must be a buffer or a view, not a string: decode the bytes as they came, and remove setEncoding() from a stream; ' +
      'received the string "sjis"';
    assert.deepEqual(
      messageOf(() => decode('sjis', bytes)),
      type(`bytes ${advice}`),
    );
    for (const call of [decodedLength, validate, transcode]) {
      assert.deepEqual(
        messageOf(() => call('sjis', bytes)),
        type(`bytes ${advice}`),
        call.name,
      );
    }
    assert.deepEqual(
      messageOf(() => new TextDecoder().decode('sjis')),
      type(`input ${advice}`),
    );
  });

  it('quote a label on one line without control characters, and cut it after 80 characters', () => {
    const [, , message] = messageOf(() => decode(bytes, 'a\n\u001b[31m\u009b\u2028"'));
    assert.equal(message, String.raw`The "a\n\u001b[31m\u009b\u2028\"" encoding is not supported`);
    const [, , long] = messageOf(() => new TextDecoder('x'.repeat(1000)));
    assert.equal(long, `The "${'x'.repeat(80)}"… encoding is not supported`);
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
      assert.ok(!Object.hasOwn(labels, name.toLowerCase()));
      assert.ok(Object.hasOwn(labels, label));
      const expected = `The "${name}" encoding is not supported: did you mean ${label}?`;
      assert.deepEqual(
        messageOf(() => decode(bytes, name)),
        unsupported(expected),
      );
      assert.deepEqual(
        messageOf(() => new TextDecoder(name)),
        unsupported(expected),
      );
    }
  });

  it('suggest only labels that exist, and only for labels that do not exist', () => {
    const rows = Object.values(namesBySource).flatMap((namesByLabel) =>
      Object.entries(namesByLabel).flatMap(([label, names]) => names.map((name) => [name, label])),
    );
    assert.ok(rows.length > 20);
    for (const [other, label] of rows) {
      assert.ok(Object.hasOwn(labels, label), label);
      assert.ok(!Object.hasOwn(labels, other), other);
      assert.match(
        messageOf(() => decode(bytes, other))[2],
        new RegExp(`did you mean ${label}\\?$`),
      );
    }
  });

  it('suggest the sub-path of code pages for its labels', () => {
    for (const label of ['cp437', 'IBM037', 'viscii', ' 1140 ']) {
      assert.match(
        messageOf(() => new TextDecoder(label))[2],
        /: whatwg-transcoder\/codepages supports it$/,
      );
    }
  });

  it('suggest the historical sub-path for its labels', () => {
    for (const label of ['hz-gb-2312', 'iso-2022-kr', 'csiso2022kr', 'ibm864']) {
      const expected = `The "${label}" encoding is not supported: whatwg-transcoder/historical supports it`;
      assert.deepEqual(
        messageOf(() => new TextDecoder(label)),
        unsupported(expected),
      );
    }
    assert.match(
      messageOf(() => decode(bytes, 'iso-2022-cn'))[2],
      /label of the replacement encoding/,
    );
  });

  it('suggest TextDecoder for chunks', () => {
    const expected =
      'options.stream must be left out: a TextDecoder decodes chunks; received boolean true';
    for (const call of [decode, decodedLength]) {
      assert.deepEqual(
        messageOf(() => call(bytes, 'sjis', { stream: true })),
        type(expected),
        call.name,
      );
    }
  });

  it('report a lone surrogate, which counts as U+FFFD', () => {
    const { message, codePoint, index } = (() => {
      try {
        return encode('\ud800', 'sjis');
      } catch (error) {
        return error;
      }
    })();
    assert.equal(message, 'shift_jis does not contain the lone surrogate U+D800, at index 0');
    assert.deepEqual([codePoint, index], [0xfffd, 0]);
    assert.match(
      messageOf(() => encode('a\udc00', 'big5'))[2],
      /the lone surrogate U\+DC00, at index 1$/,
    );
    assert.match(
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
      assert.equal(
        message,
        'big5 does not contain the lone surrogate U+D83D, at index 2',
        JSON.stringify(chunks),
      );
      assert.equal(index, 2);
    }
  });
});

// Tests that what is read is the memory of a view, whatever properties the view has.

import assert from 'node:assert/strict';
import * as library from 'whatwg-transcoder';
import { decodeBody, parseForm, sniffEncoding } from 'whatwg-transcoder/http';
import iconv from 'whatwg-transcoder/iconv-lite';

const spoofed = {
  byteLength: 1000,
  length: 1000,
  byteOffset: 1000,
  buffer: new ArrayBuffer(1000),
};

const iconvNames = ['gbk', 'utf8', 'latin1', 'utf-7', 'utf-16', 'utf-32', 'cesu8', 'cp864', 'hex'];

/** Calls that read bytes. */
const calls = {
  decode: (bytes) => library.decode(bytes, 'gbk'),
  TextDecoder: (bytes) => new library.TextDecoder('shift_jis').decode(bytes),
  validate: (bytes) => library.validate(bytes, 'big5'),
  transcode: (bytes) => library.transcode(bytes, 'gbk'),
  Transcoder: (bytes) => new library.Transcoder('gbk', 'utf-16le').end(bytes),
  decodedLength: (bytes) => library.decodedLength(bytes, 'gbk'),
  sniffEncoding: (bytes) => sniffEncoding(bytes, 'text/html'),
  decodeBody: (bytes) => decodeBody(bytes, 'text/plain; charset=gbk'),
  parseForm: (bytes) => parseForm(bytes),
};
for (const name of iconvNames) {
  calls[`iconv-lite, ${name}`] = (bytes) => iconv.decode(bytes, name);
  calls[`iconv-lite, ${name}, in chunks`] = (bytes) => {
    const decoder = iconv.getDecoder(name);
    return decoder.write(bytes) + (decoder.end() ?? '');
  };
}

describe('a view whose properties tell another length', () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`is read as its memory: ${name}`, () => {
      const expected = call(Uint8Array.of(0x61, 0x3d, 0x62, 0x63));
      for (const [property, value] of Object.entries(spoofed)) {
        const bytes = Uint8Array.of(0x61, 0x3d, 0x62, 0x63);
        Object.defineProperty(bytes, property, { value });
        assert.deepEqual(call(bytes), expected, property);
      }
    });
  }

  it('gets no byte behind its memory', () => {
    for (const [property, value] of Object.entries(spoofed)) {
      const memory = new Uint8Array(64).fill(7);
      const view = memory.subarray(8, 12);
      Object.defineProperty(view, property, { value });
      const text = 'x'.repeat(40);
      assert.deepEqual(library.encodeInto(text, view, 'gbk'), { read: 4, written: 4 }, property);
      const encoder = new library.TextEncoder();
      assert.deepEqual(encoder.encodeInto(text, view), { read: 4, written: 4 }, property);
      assert.ok(memory.every((byte, at) => byte === (at >= 8 && at < 12 ? 0x78 : 7)));
    }
  });
});

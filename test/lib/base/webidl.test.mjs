// Tests how the functions of each entry point take their arguments: memory of every kind, views whose properties lie, values of wrong
// types, and options. text-decoder-input.test.mjs and others in test/standard/ say what the standard's own interfaces do.

import assert from 'node:assert/strict';
import vm from 'node:vm';
import * as library from 'whatwg-transcoder';
import { Detector, detect } from 'whatwg-transcoder/detect';
import { EditableText } from 'whatwg-transcoder/edit';
import * as hooks from 'whatwg-transcoder/hooks';
import { decodeBody, parseForm, sniffEncoding } from 'whatwg-transcoder/http';
import iconv from 'whatwg-transcoder/iconv-lite';
import { wrongType } from '../../harness/errors.mjs';

const spoofed = {
  byteLength: 1000,
  length: 1000,
  byteOffset: 1000,
  buffer: new ArrayBuffer(1000),
};

const iconvNames = ['gbk', 'utf8', 'latin1', 'utf-7', 'utf-16', 'utf-32', 'cesu8', 'cp864', 'hex'];

/** Calls that read bytes, and take `options` if they have any. */
const withOptions = {
  decode: (bytes, options) => library.decode(bytes, 'gbk', options),
  decodedLength: (bytes, options) => library.decodedLength(bytes, 'gbk', options),
  validate: (bytes, options) => library.validate(bytes, 'big5', options),
  transcode: (bytes, options) => library.transcode(bytes, 'gbk', 'utf-8', options),
  Transcoder: (bytes, options) => new library.Transcoder('gbk', 'utf-16le', options).end(bytes),
  detect: (bytes, options) => detect(bytes, options),
};
const ofBytes = {
  ...withOptions,
  'Transcoder, write': (bytes) => new library.Transcoder('gbk', 'utf-16le').write(bytes),
  Detector: (bytes) => new Detector().write(bytes),
  EditableText: (bytes) => new EditableText(bytes, 'gbk').text,
  sniffEncoding: (bytes) => sniffEncoding(bytes, 'text/html'),
  decodeBody: (bytes) => decodeBody(bytes, 'text/plain; charset=gbk'),
  parseForm: (bytes) => parseForm(bytes),
  'hooks.BOMSniff': hooks.BOMSniff,
  'hooks.decode': (bytes) => hooks.decode(bytes, 'gbk'),
  'hooks.UTF8Decode': hooks.UTF8Decode,
  'hooks.UTF8DecodeWithoutBOM': hooks.UTF8DecodeWithoutBOM,
  'hooks.UTF8DecodeWithoutBOMOrFail': hooks.UTF8DecodeWithoutBOMOrFail,
};
/** Calls that take other values beside bytes, too. */
const calls = {
  ...ofBytes,
  TextDecoder: (bytes) => new library.TextDecoder('shift_jis').decode(bytes),
  'hooks.parseUrlencoded': (bytes) => hooks.parseUrlencoded(bytes, 'gbk'),
};
const ofIconv = Object.fromEntries(
  iconvNames.flatMap((name) => [
    [`iconv-lite, ${name}`, (bytes) => iconv.decode(bytes, name)],
    [
      `iconv-lite, ${name}, in chunks`,
      (bytes) => {
        const decoder = iconv.getDecoder(name);
        return decoder.write(bytes) + (decoder.end() ?? '');
      },
    ],
  ]),
);

const sample = [0x61, 0x3d, 0x80, 0xff];
const filled = (buffer, at = 0) => {
  new Uint8Array(buffer).set(sample, at);
  return buffer;
};

/** Memory of each kind with the bytes of the sample. */
const kinds = {
  ArrayBuffer: () => filled(new ArrayBuffer(4)),
  SharedArrayBuffer: () => filled(new SharedArrayBuffer(4)),
  'a view on shared memory': () => new Uint8Array(filled(new SharedArrayBuffer(9), 3), 3, 4),
  'a resizable ArrayBuffer': () => filled(new ArrayBuffer(4, { maxByteLength: 8 })),
  'a growable SharedArrayBuffer': () => filled(new SharedArrayBuffer(4, { maxByteLength: 8 })),
  'a view on memory that has grown': () => {
    const buffer = new ArrayBuffer(2, { maxByteLength: 8 });
    const view = new Uint8Array(buffer);
    buffer.resize(4);
    filled(buffer);
    return view;
  },
  DataView: () => new DataView(filled(new ArrayBuffer(7), 3), 3),
  'a DataView on shared memory': () => new DataView(filled(new SharedArrayBuffer(4))),
  Uint16Array: () => new Uint16Array(filled(new ArrayBuffer(6), 2), 2),
  Float32Array: () => new Float32Array(filled(new SharedArrayBuffer(4))),
  'a Uint8Array of another realm': () => vm.runInNewContext('new Uint8Array(sample)', { sample }),
};

/** Memory that contains no bytes any more. */
const gone = {
  'a detached ArrayBuffer': () => {
    const buffer = filled(new ArrayBuffer(4));
    structuredClone(buffer, { transfer: [buffer] });
    return buffer;
  },
  'a view on a detached ArrayBuffer': () => {
    const view = Uint8Array.from(sample);
    structuredClone(view.buffer, { transfer: [view.buffer] });
    return view;
  },
  'a view that is out of bounds': () => {
    const buffer = new ArrayBuffer(8, { maxByteLength: 8 });
    const view = new DataView(buffer, 4, 4);
    buffer.resize(6);
    return view;
  },
};

describe('bytes', () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`are read in memory of every kind: ${name}`, () => {
      const expected = call(Buffer.from(sample));
      for (const [kind, make] of Object.entries(kinds)) {
        assert.deepEqual(call(make()), expected, kind);
      }
      const none = call(new Uint8Array(0));
      for (const [kind, make] of Object.entries(gone)) assert.deepEqual(call(make()), none, kind);
    });
  }

  for (const [name, call] of Object.entries(ofBytes)) {
    it(`are nothing else: ${name}`, () => {
      for (const value of [undefined, null, 1, {}, [0x41], 'text', Symbol('a')]) {
        // The end of a Transcoder needs no bytes.
        if (name === 'Transcoder' && (value ?? null) === null) continue;
        assert.throws(() => call(value), wrongType, String(value));
      }
      assert.throws(
        () => call('text'),
        /must be a buffer or a view, not a string.*setEncoding\(\)/,
      );
    });
  }

  for (const [name, call] of Object.entries({ ...calls, ...ofIconv })) {
    it(`of a view whose properties tell another length are those of its memory: ${name}`, () => {
      const expected = call(Uint8Array.of(0x61, 0x3d, 0x62, 0x63));
      for (const [property, value] of Object.entries(spoofed)) {
        const bytes = Uint8Array.of(0x61, 0x3d, 0x62, 0x63);
        Object.defineProperty(bytes, property, { value });
        assert.deepEqual(call(bytes), expected, property);
      }
    });
  }

  it('are not written behind the memory of a view', () => {
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

/** Calls that encode, and take options. */
const encoding = {
  encode: (text, options) => library.encode(text, 'big5', options),
  encodedLength: (text, options) => library.encodedLength(text, 'big5', options),
  encodeInto: (text, options) => library.encodeInto(text, new Uint8Array(9), 'big5', options),
};
const ofText = {
  ...encoding,
  canEncode: (text) => library.canEncode(text, 'big5'),
  findUnencodable: (text) => library.findUnencodable(text, 'big5'),
  'hooks.encode': (text) => hooks.encode(text, 'big5'),
  'hooks.UTF8Encode': hooks.UTF8Encode,
  'hooks.encodeOrFail': (text) => hooks.encodeOrFail(text, hooks.getEncoder('big5')),
  percentEncodeAfterEncoding: (text) => hooks.percentEncodeAfterEncoding('big5', text, 'query'),
  edit: (text) => new EditableText(Buffer.from('a')).edit(0, 0, text),
  update: (text) => new EditableText(Buffer.from('a')).update(text),
};

describe('text', () => {
  for (const [name, call] of Object.entries(ofText)) {
    it(`is a string, and nothing else: ${name}`, () => {
      call('');
      for (const value of [undefined, null, 1, Buffer.from('a'), new String('a'), Symbol('a')]) {
        assert.throws(() => call(value), wrongType, String(value));
      }
    });
  }
});

const bytes = Buffer.from('A');
const { detect: _, ...decoding } = withOptions;
const { encodeInto, ...limitedEncoding } = encoding;
const { DecodeStream, EncodeStream, TranscodeStream } = library;
/** Calls that take options, which they are given alone. */
const ofInput = (table, input) =>
  Object.entries(table).map(([name, call]) => [name, (options) => call(input, options)]);
const encodes = [
  ...ofInput(encoding, 'A'),
  ['EncodeStream', (options) => new EncodeStream('big5', options)],
];
const both = [['TranscodeStream', (options) => new TranscodeStream('utf-8', 'gbk', options)]];
const limited = [
  ...ofInput(decoding, bytes),
  ['DecodeStream', (options) => new DecodeStream('utf-8', options)],
  ...both,
];

describe('options', () => {
  for (const [name, call] of [...limited, ...encodes]) {
    it(`are an object, a function, null or nothing: ${name}`, () => {
      for (const options of [null, undefined, {}, () => {}]) call(options);
      for (const options of [1, 'html', true, 1n, Symbol('html')]) {
        assert.throws(() => call(options), wrongType);
      }
    });
  }

  for (const [name, call] of [...limited, ...ofInput(limitedEncoding, 'A'), encodes.at(-1)]) {
    it(`that limit are integers from 0 on, or Infinity: ${name}`, () => {
      const limits = ['maxErrors', 'maxOutputBytes'].slice(0, name === 'validate' ? 1 : 2);
      for (const limit of limits) {
        for (const value of [-1, 1.5, -Infinity, Number.NaN, '1', true, {}, 1n, () => 1]) {
          const message = new RegExp(
            `^options\\.${limit} must be an integer from 0 on, or Infinity`,
          );
          assert.throws(() => call({ [limit]: value }), { ...wrongType, message });
        }
        for (const value of [undefined, null, Infinity, 9]) call({ [limit]: value });
      }
    });
  }

  for (const [name, call] of [...encodes, ...both]) {
    it(`that replace code points are a mode or a function: ${name}`, () => {
      for (const unencodable of ['', 'FATAL', 'ignore', 1, true, Symbol('html'), {}, []]) {
        assert.throws(() => call({ unencodable }), wrongType);
      }
      for (const unencodable of [undefined, null, 'fatal', 'html', 'replace', 'skip']) {
        call({ unencodable });
      }
    });
  }

  for (const [name, call] of Object.entries(withOptions)) {
    if (name === 'Transcoder') continue;
    it(`\`start\` and \`end\` are integers from 0 on: ${name}`, () => {
      for (const value of [-1, 1.5, Number.NaN, Infinity, '1', true, 1n]) {
        for (const place of ['start', 'end']) {
          const message = new RegExp(`^options\\.${place} must be an integer from 0 on; received `);
          assert.throws(() => call(bytes, { [place]: value }), { ...wrongType, message });
        }
      }
      const all = { start: undefined, end: null };
      assert.deepEqual(call(bytes, all), call(bytes, {}));
    });
  }

  it('are read in order', () => {
    const read = [];
    const names = ['addBOM', 'unencodable'];
    const getters = names.map((name) => [name, { get: () => void read.push(name) }]);
    library.encode('a', 'big5', Object.defineProperties({}, Object.fromEntries(getters)));
    assert.deepEqual(read, ['unencodable', 'addBOM']);
  });
});

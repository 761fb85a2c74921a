// Tests the streams of TextDecoder: chunks, byte order marks, fatal errors, and what follows a fatal error. The chapters of the
// encodings check their rows in every cut, in new and in used decoders; what they do not check is here.
// https://encoding.spec.whatwg.org/#dom-textdecoder-decode

import { deepEqual, equal, match, notEqual, ok, throws } from 'node:assert/strict';
import { TextDecoder } from '../../lib/index.mjs';
import { hex as bytes, checkCalls } from '../harness/decoders.mjs';
import { invalidData, thrownBy } from '../harness/errors.mjs';

const stream = { stream: true };
const invalid = 'invalid byte';
const trailing = 'invalid trailing byte';

describe('interface TextDecoder: streams', () => {
  it('keeps the state of several decoders separate', () => {
    const all = ['utf-8', 'shift_jis', 'gb18030', 'euc-kr', 'utf-16le'].map(
      (label) => new TextDecoder(label),
    );
    const twice = [...all, ...all.map(({ encoding }) => new TextDecoder(encoding))];
    for (const decoder of twice) decoder.decode(bytes('E2'), stream);
    for (const decoder of twice) decoder.decode(bytes('82'), stream);
    const outputs = twice.map((decoder) => decoder.decode(bytes('AC 41')));
    deepEqual(outputs.slice(0, 5), outputs.slice(5));
    equal(outputs[0], '€A');
  });
});

describe('interface TextDecoder: « serialize I/O queue », the BOM', () => {
  const marks = [
    ['utf-8', 'EF BB BF', 'C3', 'FF'],
    ['utf-16le', 'FF FE', '00', '00 DC'],
    ['utf-16be', 'FE FF', '00', 'DC 00'],
  ];

  for (const [label, mark, cut, bad] of marks) {
    it(`${label}: an error counts as output, so a BOM after it stays`, () => {
      const decoder = new TextDecoder(label);
      equal(decoder.decode(bytes(`${cut}`), stream), '');
      equal(decoder.decode(), '\ufffd');
      equal(decoder.decode(bytes(mark)), '');
      equal(decoder.decode(bytes(`${bad} ${mark}`)), '\ufffd\ufeff');
      equal(decoder.decode(bytes(bad), stream), '\ufffd');
      equal(decoder.decode(bytes(mark)), '\ufeff');
    });
  }

  it('drops a BOM at any length of input', () => {
    for (const length of [0, 1, 5, 13, 16, 17, 60, 64, 1000, 70_000, 300_000]) {
      const input = new Uint8Array(length + 3).fill(0x61);
      input.set([0xef, 0xbb, 0xbf]);
      equal(new TextDecoder().decode(input), 'a'.repeat(length));
      const last = new Uint8Array(length + 6).fill(0x61, 3);
      last.set([0xef, 0xbb, 0xbf]);
      last.set([0xef, 0xbb, 0xbf], length + 3);
      const decoder = new TextDecoder('utf-8', { fatal: true });
      equal(decoder.decode(last), `${'a'.repeat(length)}\ufeff`);
      const wide = new Uint16Array(length + 1).fill(0x61);
      wide[0] = 0xfeff;
      equal(new TextDecoder('utf-16le').decode(wide), 'a'.repeat(length));
    }
  });
});

describe('interface TextDecoder: fatal errors', () => {
  // The chapters of the encodings have the errors of each. These have a row for each reason.
  const cases = [
    ['utf-8', '41 FF', 1, 1, invalid],
    ['utf-8', '41 42 E2 82 41', 2, 2, trailing],
    ['utf-16le', '41 00 3D D8 41 00', 2, 2, 'lone surrogate'],
    ['gb18030', '41 81 30', 1, 2, 'truncated'],
    ['gb18030', '41 E3 32 9A 36', 1, 4, 'unmapped'],
    ['iso-2022-jp', '41 1B 28 42 1B 28 42', 4, 3, 'redundant escape sequence'],
    ['iso-2022-jp', '41 1B 28 8A', 1, 1, 'invalid escape sequence'],
  ];
  for (const [label, hex, offset, length, reason] of cases) {
    it(`${label} ${hex}: offset ${offset}, length ${length}, ${reason}`, () => {
      const decoder = new TextDecoder(label, { fatal: true });
      const { encoding } = decoder;
      const { code } = invalidData;
      const input = bytes(hex);
      const wide = label.startsWith('utf-16') ? 2 : 1;
      for (const shift of [0, wide, 14, 16, 62, 1000, 5002]) {
        const padded = new Uint8Array(shift + input.length);
        for (let at = 0; at < shift; at += wide) {
          padded[label === 'utf-16be' ? at + 1 : at] = 0x61;
        }
        padded.set(input, shift);
        const error = thrownBy(() => decoder.decode(padded));
        ok(error instanceof TypeError);
        deepEqual({ ...error }, { code, encoding, offset: offset + shift, length, reason });
        match(error.message, new RegExp(`\\b${encoding}\\b`, 'i'));
        match(error.message, new RegExp(`\\b${offset + shift}\\b`));
        match(error.message, new RegExp(reason));
      }
    });
  }

  it('throws an ordinary Error object of this realm', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const error = thrownBy(() => decoder.decode(bytes('FF')));
    equal(Object.getPrototypeOf(error), TypeError.prototype);
    equal(error.name, 'TypeError');
    for (const name of ['code', 'encoding', 'offset', 'length', 'reason']) {
      ok(Object.hasOwn(error, name), name);
    }
    notEqual(
      error,
      thrownBy(() => decoder.decode(bytes('FF'))),
    );
  });

  it('counts the offset from the start of the stream, over many chunks', () => {
    const decoder = new TextDecoder('euc-kr', { fatal: true });
    for (let chunk = 0; chunk < 100; chunk += 1) {
      equal(decoder.decode(bytes('61 B0 A1'), stream), 'a가');
    }
    equal(decoder.decode(bytes('B0'), stream), '');
    throws(() => decoder.decode(bytes('20 42'), stream), {
      ...invalidData,
      offset: 300,
      length: 1,
    });
  });

  it('starts again after an error in a call that was not a stream', () => {
    for (const [label, hex] of [
      ['utf-8', '41 FF 42 E2 82'],
      ['gb18030', '41 81 30 81 41'],
      ['iso-2022-jp', '1B 24 42 80 25'],
    ]) {
      const decoder = new TextDecoder(label, { fatal: true });
      for (const [input, options] of [[''], ['B'], ['C', stream]]) {
        throws(() => decoder.decode(bytes(hex)), invalidData);
        equal(decoder.decode(Buffer.from(input), options), input, label);
        equal(decoder.decode(), '', label);
      }
    }
  });
});

// test/reference/random.test.mjs compares random calls. The standard makes a new I/O queue only when « do not flush » is false. A call with stream: true
// that throws has set « do not flush » to true, and the bytes that it has not read are still in the
// queue.
describe('interface TextDecoder: after a fatal error in a stream', () => {
  const tables = {
    'utf-8': {
      'the unread bytes stay': [
        ['41 FF 42 43', stream, [1, 1, invalid]],
        ['44', {}, 'BCD'],
        ['45', {}, 'E'],
      ],
      'the unread bytes are decoded without new input': [
        ['41 FF 42 43', stream, [1, 1, invalid]],
        [null, stream, 'BC'],
        [null, {}, ''],
      ],
      'nothing is left after an error at the end': [
        ['41 FF', stream, [1, 1, invalid]],
        ['', stream, ''],
        ['42', {}, 'B'],
      ],
      'several errors wait in the queue': [
        ['FF FF', stream, [0, 1, invalid]],
        ['FF FF', stream, [1, 1, invalid]],
        ['FF FF', stream, [2, 1, invalid]],
        ['41', stream, [3, 1, invalid]],
        ['', stream, [4, 1, invalid]],
        ['', stream, [5, 1, invalid]],
        ['', stream, 'A'],
        ['', {}, ''],
      ],
      'the last call also reads the queue and may fail': [
        ['41 FF 42 FE 43', stream, [1, 1, invalid]],
        ['44', {}, [3, 1, invalid]],
        ['45', {}, 'E'],
        ['FF', {}, [0, 1, invalid]],
      ],
      'the byte that broke a sequence is restored': [
        ['E2 82', stream, ''],
        ['41', stream, [0, 2, trailing]],
        ['', stream, 'A'],
        ['E2', stream, ''],
        ['82', stream, ''],
        ['AC', stream, '€'],
        ['', {}, ''],
      ],
      'a restored byte may begin a sequence that new input ends': [
        ['E2 82', stream, ''],
        ['C3', stream, [0, 2, trailing]],
        ['A9', stream, 'é'],
        ['', {}, ''],
      ],
      'unread bytes may end in the middle of a sequence': [
        ['FF 41 E2 82', stream, [0, 1, invalid]],
        ['AC 42', stream, 'A€B'],
        ['', {}, ''],
      ],
      'a BOM that only a failing call has read does not set « BOM seen »': [
        ['EF BB BF FF EF BB BF 41', stream, [3, 1, invalid]],
        ['', stream, 'A'],
        ['EF BB BF', stream, '\ufeff'],
        ['', {}, ''],
      ],
      'text that only a failing call has read does not set « BOM seen » either': [
        ['41 42 FF', stream, [2, 1, invalid]],
        ['EF BB BF 43', stream, 'C'],
        ['EF BB BF', {}, '\ufeff'],
      ],
      'a BOM after an error stays when text was returned before': [
        ['41', stream, 'A'],
        ['FF EF BB BF 42', stream, [1, 1, invalid]],
        ['', {}, '\ufeffB'],
      ],
      'a BOM cut by the end of the failing chunk': [
        ['FF EF BB', stream, [0, 1, invalid]],
        ['BF 41', stream, 'A'],
        ['EF BB BF', {}, '\ufeff'],
      ],
      'the next stream drops its own BOM': [
        ['FF 41', stream, [0, 1, invalid]],
        ['', {}, 'A'],
        ['EF BB BF 42', stream, 'B'],
        ['', {}, ''],
      ],
    },
    'utf-8 ignoreBOM': {
      'ignoreBOM also keeps a BOM after an error': [
        ['EF BB BF FF EF BB BF 41', stream, [3, 1, invalid]],
        ['', {}, '\ufeffA'],
      ],
    },
  };

  for (const [key, table] of Object.entries(tables)) {
    const [label, ignoreBOM] = key.split(' ');
    const check = (calls) =>
      checkCalls(label, { fatal: true, ignoreBOM: ignoreBOM !== undefined }, calls);
    for (const [what, calls] of Object.entries(table)) {
      it(`${key}: ${what}`, () => check(calls));
    }
  }

  it('reads a queue of several megabytes with an error in every chunk', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const big = new Uint8Array(1_000_000).fill(0x61);
    big[10] = 0xff;
    throws(() => decoder.decode(big, stream), { offset: 10 });
    big[20] = 0xff;
    throws(() => decoder.decode(big, stream), { offset: 1_000_010 });
    throws(() => decoder.decode(undefined, stream), { offset: 1_000_020 });
    equal(decoder.decode(bytes('62')), `${'a'.repeat(1_000_000 - 21)}b`);
  });

  it('accepts 20,000 chunks of multi-byte errors whose bytes are restored, and throws the errors one at a time', () => {
    const decoder = new TextDecoder('gb18030', { fatal: true });
    const chunk = new Uint8Array(1024);
    for (let at = 0; at < chunk.length; at += 4) chunk.set([0x81, 0x30, 0x81, 0xff], at);
    for (let call = 0; call < 40_000; call += 1) {
      const input = call < 20_000 ? chunk : undefined;
      equal(thrownBy(() => decoder.decode(input, stream)).offset, 2 * call);
    }
    throws(() => decoder.decode(), { offset: 80_000 });
    equal(decoder.decode(bytes('41')), 'A');
  });
});

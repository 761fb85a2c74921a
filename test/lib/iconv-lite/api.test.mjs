// Tests whatwg-transcoder/iconv-lite: what programs expect of iconv-lite, the codecs that only this API has, and the class Iconv.

import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
import { backend, decode, encodings } from 'whatwg-transcoder';
import iconv, * as named from 'whatwg-transcoder/iconv-lite';
import { notSupported, wrongType } from '../../harness/errors.mjs';
import { revokedProxy } from '../../harness/revoked-proxy.mjs';
import { isDeno } from '../../harness/runtimes-here.mjs';

const require = createRequire(import.meta.url);

// The first codec fills the table `encodings`.
iconv.encodings.added = 'utf8';
const namesBefore = Object.keys(iconv.encodings);
iconv.getCodec('utf8');
const namesAfter = Object.keys(iconv.encodings).length;
delete iconv.encodings.added;

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const bytesOf = (text) => Buffer.from(text, 'hex');
const units = (text) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
const unknown = notSupported;

/** Decodes bytes in chunks of one size, which are overwritten after each write. */
function decodeInChunks(bytes, name, size, options) {
  const decoder = iconv.getDecoder(name, options);
  const memory = new Uint8Array(size);
  let text = '';
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    memory.set(chunk);
    text += decoder.write(memory.subarray(0, chunk.length));
    memory.fill(0xff);
  }
  return text + (decoder.end() ?? '');
}

function encodeInChunks(text, name, size, options) {
  const encoder = iconv.getEncoder(name, options);
  const chunks = [];
  for (let at = 0; at < text.length; at += size)
    chunks.push(encoder.write(text.slice(at, at + size)));
  chunks.push(encoder.end() ?? Buffer.alloc(0));
  return Buffer.concat(chunks);
}

const collect = (stream) =>
  new Promise((resolve, reject) => {
    stream.collect((error, result) => (error ? reject(error) : resolve(result)));
  });

describe('iconv-lite: names', () => {
  it('knows ISO-2022-JP, which iconv-lite does not have, whole and in chunks, with the state that it ends in', () => {
    for (const name of ['ISO-2022-JP', 'csISO2022JP', 'iso2022jp']) {
      equal(hex(iconv.encode('日a', name)), '1b2442467c1b284261', name);
      equal(iconv.decode(bytesOf('1b2442467c1b284261'), name), '日a', name);
      for (const size of [1, 2, 3]) {
        equal(hex(encodeInChunks('日a', name, size)), '1b2442467c1b284261', name);
        equal(decodeInChunks(bytesOf('1b2442467c1b284261'), name, size), '日a', name);
      }
    }
  });

  it('removes punctuation and a year at the end', () => {
    for (const [name, expected] of [
      ['ISO_8859-5:1988', 'iso88595'],
      ['ISO_8859-5:19888', 'iso8859519888'],
      [':1988', ''],
      ['  UTF-8 ', 'utf8'],
      [955, '955'],
      ['Shift_JIS', 'shiftjis'],
      ['\u212aoi8-r', 'koi8r'],
    ]) {
      equal(iconv._canonicalizeEncoding(name), expected);
    }
  });

  it('throws what callers match for an unknown name', () => {
    const message = "Encoding not recognized: 'X-none' (searched as: 'xnone')";
    const { decode: read, encode, ...others } = iconv;
    const calls = [() => read(Buffer.from('a'), 'X-none'), () => encode('a', 'X-none')];
    for (const name of ['getCodec', 'getDecoder', 'getEncoder', 'decodeStream', 'encodeStream']) {
      calls.push(() => others[name]('X-none'));
    }
    for (const call of calls) throws(call, { ...unknown, message });
    const none = ['__proto__', 'constructor', '', undefined, null, 'replacement', 'iso-2022-cn'];
    for (const name of none) equal(iconv.encodingExists(name), false, name);
    const isShort = ({ message: text }) => text.length < 300;
    throws(() => iconv.getCodec('x'.repeat(1e6)), isShort);
  });

  it('fills the table of names for the first codec, and keeps what a program has added before', () => {
    deepEqual(namesBefore, ['added']);
    equal(namesAfter, 427);
  });

  it('lets a program add names and tables', () => {
    iconv.encodings.mine = 'sjis';
    iconv.encodings.rot = { type: '_sbcs', chars: 'é'.padEnd(128, '\ufffd') };
    iconv.encodings.face = { type: '_sbcs', chars: '😀'.padEnd(128, '\ufffd') };
    iconv.encodings.circle = 'circle';
    iconv.encodings.bad = { type: '_sbcs', chars: 'abc' };
    try {
      equal(iconv.decode(bytesOf('82a0'), 'MINE'), 'あ');
      equal(iconv.decode(bytesOf('418081'), 'rot'), 'Aé\ufffd');
      equal(hex(iconv.encode('Aé😀', 'rot')), '41803f');
      equal(hex(iconv.encode('A😀', 'face')), '418081');
      throws(() => iconv.getCodec('circle'), unknown);
      throws(() => iconv.getCodec('bad'), {
        name: 'RangeError',
        message: /incorrect 'chars'/,
      });
    } finally {
      for (const name of ['mine', 'rot', 'face', 'circle', 'bad']) {
        delete iconv.encodings[name];
        delete iconv._codecDataCache[name];
      }
    }
  });
});

describe('iconv-lite: functions', () => {
  it('are the same by require() and import, without `this`', () => {
    equal(require('whatwg-transcoder/iconv-lite'), iconv);
    for (const name of Object.keys(iconv)) equal(named[name], iconv[name], name);
    const { decode: own, encode, encodingExists, getDecoder } = named;
    equal(own(bytesOf('e9'), 'latin1'), 'é');
    equal(hex(encode('é', 'latin1')), 'e9');
    equal(encodingExists('utf8'), true);
    equal(getDecoder('utf8').write(Buffer.from('a')), 'a');
    equal(iconv.fromEncoding, iconv.decode);
    equal(iconv.toEncoding, iconv.encode);
    equal(iconv.supportsStreams, true);
    equal(iconv.enableStreamingAPI(require('node:stream')), undefined);
  });

  // Under two of these names this package has iconv-lite's tables: that of RFC 2319, and Apple's without the euro sign. iconv-lite does
  // not know the last two.
  const others = ['replacement', 'KOI8-U', 'macintosh', 'x-mac-cyrillic', 'x-user-defined'];

  it('decode what decode() of the package does, whole and in chunks', () => {
    const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 89 + (at >> 3)) & 0xff));
    for (const encoding of encodings) {
      if (others.includes(encoding)) continue;
      const expected = decode(bytes, encoding);
      equal(iconv.decode(bytes, encoding), expected, encoding);
      for (const size of [1, 2, 3, 7, 64]) {
        equal(decodeInChunks(bytes, encoding, size), expected, `${encoding} ${size}`);
      }
    }
  });

  it('decode any chunk after end() as a new stream', () => {
    for (const [name, bytes, unfinished] of [
      ['sjis', '82a0', '82'],
      ['gb18030', '8139ee39', '8139'],
      ['utf8', 'efbbbfe38182', 'e3'],
      ['utf-16', 'feff3042', 'fe'],
      ['utf-16le', 'fffe4230', '42'],
      ['utf-32', '0000feff00003042', '00'],
      ['cesu8', 'efbbbfe38182', 'e3'],
      ['utf7', Buffer.from('+MEI-').toString('hex'), Buffer.from('+ME').toString('hex')],
    ]) {
      const decoder = iconv.getDecoder(name);
      const text = iconv.decode(bytesOf(bytes), name);
      for (let round = 0; round < 3; round++) {
        equal(decoder.write(bytesOf(bytes)) + (decoder.end() ?? ''), text, name);
        equal(decoder.write(bytesOf(unfinished)) + decoder.end(), '\ufffd', name);
        equal(decoder.end() ?? '', '', name);
      }
    }
  });

  it('encode what is not contained as « ? », or as a program says', () => {
    equal(hex(iconv.encode('aあ😀é', 'sjis')), '6182a03f3f');
    equal(iconv.encode('外国人', 'latin1').toString(), '???');
    equal(iconv.encode('é', 'ascii').toString(), '?');
    equal(hex(iconv.encode('\uFFED▓仝', 'cp950')), '3ff9fec969');
    for (const size of [1, 2]) {
      equal(encodeInChunks('a😀b\ud800', 'latin1', size).toString(), 'a?b?');
      equal(encodeInChunks('a😀b', 'win1251', size).toString(), 'a?b');
      equal(hex(encodeInChunks('a😀', 'gb18030', size)), '6194 39 fc 36'.replaceAll(' ', ''));
    }
    iconv.defaultCharSingleByte = '_';
    iconv.defaultCharUnicode = '*';
    iconv._codecDataCache = Object.create(null);
    try {
      equal(hex(iconv.encode('aあ😀é', 'sjis')), '6182a05f5f');
      equal(iconv.encode('a😀é€', 'latin1').toString('latin1'), 'a_é_');
      equal(iconv.decode(bytesOf('6182'), 'sjis'), 'a*');
      equal(decodeInChunks(bytesOf('6182a0ff82'), 'sjis', 1), 'aあ**');
      equal(iconv.decode(bytesOf('00110000'), 'utf-32be'), '*');
      iconv.defaultCharUnicode = 'xy';
      equal(decodeInChunks(bytesOf('00d80000410000004100'), 'utf-32le', 3), 'xAx');
      iconv.defaultCharUnicode = '*';
      equal(iconv.decode(bytesOf('ff'), 'utf8'), '\ufffd');
    } finally {
      iconv.defaultCharSingleByte = '?';
      iconv.defaultCharUnicode = '\ufffd';
      iconv._codecDataCache = Object.create(null);
    }
  });

  it('encode nothing more after a timeout of node:vm has cut them off', () => {
    const encoder = iconv.getEncoder('iso-2022-jp');
    const long = '\u3042a'.repeat(4e6);
    const write = () => encoder.write(long);
    throws(() => runInNewContext('write()', { write }, { timeout: 20 }), {
      code: 'ERR_SCRIPT_EXECUTION_TIMEOUT',
    });
    if (isDeno && backend === 'native') {
      // Deno cuts off JavaScript, but not the addon: the call may have ended before, and its result is lost.
      try {
        return equal(hex(encoder.write('aあ')), '611b24422422');
      } catch ({ code }) {
        return equal(code, 'ERR_ENCODER_ENDED');
      }
    }
    for (const use of [() => encoder.write('a'), () => encoder.end()]) {
      throws(use, { name: 'Error', code: 'ERR_ENCODER_ENDED' });
    }
  });

  it('keep every byte of latin1, iso-8859-1 and binary', () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    for (const name of ['latin1', 'iso-8859-1', 'binary', 'l1', 'cp819']) {
      deepEqual(units(iconv.decode(all, name)), [...all], name);
      deepEqual([...iconv.encode(iconv.decode(all, name), name)], [...all], name);
    }
  });

  it('take what iconv-lite takes for bytes and text', async () => {
    equal(iconv.decode([0xe9, 0x41], 'latin1'), 'éA');
    equal(iconv.decode(Uint8Array.of(0x82, 0xa0), 'sjis'), 'あ');
    equal(iconv.encode(undefined, 'latin1').length, 0);
    equal(iconv.encode(12, 'sjis').toString(), '12');
    equal(iconv.encode({ valueOf: () => 34, toString: () => 'no' }, 'sjis').toString(), '34');
    for (const value of [undefined, null, 5, {}]) {
      throws(() => iconv.decode(value, 'sjis'), wrongType);
      throws(() => iconv.getDecoder('utf7').write(value), wrongType);
      throws(() => iconv.getEncoder('sjis').write(value), wrongType);
    }
    throws(() => iconv.decode(revokedProxy(), 'sjis'), wrongType);
    iconv.skipDecodeWarning = false;
    const warned = new Promise((resolve) => process.once('warning', resolve));
    equal(iconv.decode('\x82\xa0', 'sjis'), 'あ');
    equal((await warned).name, 'DeprecationWarning');
    equal(iconv.skipDecodeWarning, true);
  });
});

describe('iconv-lite: options', () => {
  it('may be frozen, or have getters', async () => {
    const withGetter = {
      get addBOM() {
        return false;
      },
    };
    for (const options of [Object.freeze({ addBOM: false }), withGetter]) {
      equal(hex(iconv.encode('a', 'utf-16', options)), '6100');
      equal(hex(iconv.getEncoder('utf-32', options).write('a')), '61000000');
    }
    const stream = iconv.decodeStream('sjis', Object.freeze({ encoding: 'latin1' }));
    stream.end(Buffer.of(0x82, 0xa0));
    equal(await text(stream), 'あ');
  });

  it('are none where the value is no object', () => {
    for (const options of [true, false, 7, 7n, 'stripBOM', Symbol('a')]) {
      equal(iconv.decode(Buffer.from('\ufeffa'), 'utf8', options), 'a');
      equal(hex(iconv.encode('a', 'utf8', options)), '61');
    }
  });
});

describe('iconv-lite: a string as a chunk of bytes', () => {
  const text = 'aé日';
  const names = Object.keys(iconv.encodings).filter((name) => !name.startsWith('_'));

  it('stands for its bytes in UTF-8, in every codec', () => {
    for (const name of names) {
      const decoder = iconv.getDecoder(name);
      const found = decoder.write(text) + (decoder.end() ?? '');
      equal(found, iconv.decode(Buffer.from(text), name), name);
    }
  });

  // iconv-lite 0.7.3 gives these.
  for (const [name, expected] of Object.entries({
    utf8: 'aé日',
    ucs2: '\uc361\ue6a9\ua597',
    'utf-16': '\uc361\ue6a9\ua597',
    base64: 'YcOp5pel',
    hex: '61c3a9e697a5',
    binary: 'a\xc3\xa9\xe6\x97\xa5',
  })) {
    it(`has the result of iconv-lite: ${name}`, () => {
      const decoder = iconv.getDecoder(name);
      equal(decoder.write(text) + (decoder.end() ?? ''), expected);
    });
  }

  it('is joined with chunks of bytes', () => {
    const decoder = iconv.getDecoder('utf8');
    equal(decoder.write('aé') + decoder.write(bytesOf('c3')) + decoder.write('b'), 'aé\ufffdb');
  });

  it('is taken by streams in the encoding of write(), unless they are not to decode strings', async () => {
    const stream = iconv.decodeStream('gbk');
    const collected = collect(stream);
    stream.write('aé');
    stream.write('xOM=', 'base64');
    stream.end();
    equal(await collected, 'a茅你');
    const strict = iconv.decodeStream('gbk', { decodeStrings: false });
    const failed = collect(strict);
    strict.write('a');
    await rejects(failed, { ...wrongType, message: /needs buffers as its input/ });
  });
});

describe('iconv-lite: byte order marks', () => {
  const names = { utf8: 'efbbbf41', utf16le: 'fffe4100', ucs2: 'fffe4100', utf16be: 'feff0041' };
  Object.assign(names, {
    utf32le: 'fffe000041000000',
    utf32be: '0000feff00000041',
    cesu8: 'efbbbf41',
  });
  names.utf7 = Buffer.from('+/v8-A').toString('hex');
  names.utf7imap = Buffer.from('&,v8-A').toString('hex');

  it('are removed by default, and reported to a function', () => {
    for (const [name, bytes] of Object.entries(names)) {
      const input = bytesOf(bytes);
      for (const size of [1, 3, 100]) {
        equal(decodeInChunks(input, name, size), 'A', name);
        equal(decodeInChunks(input, name, size, { stripBOM: false }), '\ufeffA', name);
      }
      let count = 0;
      const stripBOM = () => count++;
      equal(iconv.decode(input, name, { stripBOM }), 'A', name);
      equal(iconv.decode(Buffer.from(iconv.encode('A', name)), name, { stripBOM }), 'A');
      equal(count, 1, name);
      equal(new (iconv.getCodec(name).decoder)().write(input), '\ufeffA', name);
      equal(iconv.decode(Buffer.concat([input, input]), name).length, 3, name);
    }
    equal(iconv.decode(bytesOf('8431953341'), 'gb18030'), '\ufeffA');
  });

  it('are added by addBOM, and by default to utf-16 and utf-32', () => {
    for (const [name, bytes] of Object.entries(names)) {
      const encoder = iconv.getEncoder(name, { addBOM: true });
      for (let round = 0; round < 2; round++) {
        equal(hex(encoder.write('A')) + hex(encoder.end() ?? ''), bytes, name);
      }
    }
    const options = Object.freeze({});
    equal(hex(iconv.encode('A', 'utf-16', options)), names.utf16le);
    equal(hex(iconv.encode('A', 'utf-32')), names.utf32le);
    equal(hex(iconv.encode('A', 'utf-32', { defaultEncoding: 'utf-32be' })), names.utf32be);
    equal(hex(iconv.encode('A', 'utf-32', { defaultEncoding: '' })), names.utf32le);
    for (const addBOM of [false, null, 0, '']) {
      equal(hex(iconv.encode('A', 'utf-16', { addBOM })), '4100');
      equal(hex(iconv.encode('A', 'utf-32', { addBOM })), '41000000');
    }
    equal(hex(iconv.encode('A', 'utf-16', { addBOM: undefined })), names.utf16le);
  });

  it('or else the first 100 units tell the byte order, however the bytes are cut', () => {
    const text = `あ${'い'.repeat(30)} and more`;
    for (const name of ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']) {
      const bytes = iconv.encode(text, name);
      for (const size of [1, 3, 16, 1000]) {
        equal(decodeInChunks(bytes, name.slice(0, 6), size), text, `${name} ${size}`);
      }
    }
    const bytes = bytesOf('3042');
    equal(iconv.decode(bytes, 'utf-16'), '\u4230');
    equal(iconv.decode(bytes, 'utf-16', { defaultEncoding: 'utf-16be' }), 'あ');
    equal(iconv.decode(bytes, 'utf-16', { defaultEncoding: '' }), '\u4230');
    const unit = iconv.getDecoder('utf-16').write(bytesOf('fffe4100'));
    equal(unit, 'A');
  });
});

describe('iconv-lite: codecs that the standard does not have', () => {
  /** Bytes from hexadecimal digits in lower case, or from other ASCII. */
  const codedOf = (text) => (/^[0-9a-f]+$/.test(text) ? bytesOf(text) : Buffer.from(text));

  for (const [name, text, given] of [
    ['utf7', 'A≢Α.', 'A+ImIDkQ-.'],
    ['utf7', 'Hi Mom -☺-!', 'Hi Mom -+Jjo--+ACE-'],
    ['utf7', '日本語', '+ZeVnLIqe-'],
    ['utf7', '1 + 1 +é+', '1 +- 1 +ACsA6QAr-'],
    ['utf7', '😀', '+2D3eAA-'],
    ['utf7imap', '~peter/mail/台北/日本語', '~peter/mail/&U,BTFw-/&ZeVnLIqe-'],
    ['utf7imap', 'a&b\n', 'a&-b&AAo-'],
    ['utf-32le', 'a😀', '6100000000f60100'],
    ['utf-32be', 'a😀', '000000610001f600'],
    ['cesu8', 'aéあ😀', '61c3a9e38182eda0bdedb880'],
    ['ucs2', 'a😀\ud800', '61003dd800de00d8'],
    ['cp808', 'Aё€', '41f1fd'],
    ['cp437', 'é', '82'],
    ['iso646jp', 'A¥‾', '415c7e'],
    ['iso646cn', 'A¥\\', '41245c'],
    ['macthai', 'Aก™', '41a1ee'],
    ['base64', 'SGVsbG8=', 'Hello'],
    ['hex', '48656c6c', 'Hell'],
    ['binary', 'é\x80', 'e980'],
  ]) {
    const bytes = codedOf(given);
    it(`${name}: « ${JSON.stringify(text)} », whole and in chunks`, () => {
      equal(hex(iconv.encode(text, name)), hex(bytes));
      equal(iconv.decode(bytes, name), text);
      for (const size of [1, 2, 3, 5]) {
        equal(hex(encodeInChunks(text, name, size)), hex(bytes));
        equal(decodeInChunks(bytes, name, size), text);
      }
    });
  }

  for (const [name, given, text] of [
    ['utf7', '+AGE-+AG', 'a\ufffd'],
    ['utf7', '+2D0-x', '\ufffdx'],
    ['utf7', '+2D0', '\ufffd'],
    ['utf7', '+3gA-x', '\ufffdx'],
    ['utf7', '+AG', '\ufffd'],
    ['utf7', '+AGF-', 'a\ufffd'],
    ['utf7', '+AA-', '\ufffd'],
    ['utf7', '41e9', 'A\ufffd'],
    ['utf7', '+', ''],
    ['utf7imap', '&AGE&-', 'a&'],
    ['utf-32le', '00d80000', '\ufffd'],
    ['utf-32be', '0011000000000041', '\ufffdA'],
    ['utf-32be', '0100004100000041', '\ufffdA'],
    ['utf-32be', '000041', '\ufffd'],
    ['cesu8', 'eda0bd41', '\ufffdA'],
    ['cesu8', 'eda0bdeda0bdedb880', '\ufffd😀'],
    ['cesu8', 'edb88041', '\ufffdA'],
    ['cesu8', 'f09f9880', '\ufffd'.repeat(4)],
    ['cesu8', 'c080c08141', '\0\ufffd\ufffdA'],
    ['cesu8', 'eda0bde3', '\ufffd\ufffd'],
    ['cesu8', 'eda0', '\ufffd'],
    ['cesu8', 'e0809fc08041', '\ufffd\ufffd\ufffd\0A'],
    ['cesu8', 'eda0bded41', '\ufffd\ufffdA'],
  ]) {
    const input = codedOf(given);
    it(`${name}: malformed ${hex(input)}, whole and in chunks`, () => {
      equal(iconv.decode(input, name), text);
      for (const size of [1, 2, 3, 4]) equal(decodeInChunks(input, name, size), text, size);
    });
  }

  it('write a lone surrogate as U+FFFD', () => {
    for (const name of ['utf7', 'utf-32le', 'cesu8', 'utf-16be']) {
      deepEqual(iconv.encode('\ud800a', name), iconv.encode('\ufffda', name), name);
      deepEqual(encodeInChunks('\ud800', name, 1), iconv.encode('\ufffd', name), name);
    }
  });

  for (const [name, cases] of Object.entries({
    base64: {
      'SGVs\r\nbG8g\nd29ybGQ=': '48656c6c6f20776f726c64',
      'TLS v^o38': '4cb4afa37f',
      'L^H9i': '2c7f62',
      日YWJj: '616263',
      'YW-_': '616fbf',
      'YWJjYQ==\n': '61626361',
      // Padding ends a group, and what follows is read.
      'YQ==YQ==': '6161',
      'YQ==\nYWI=': '616162',
      '=YWJj': '616263',
      '====': '',
      Y: '',
      '': '',
    },
    // What is no digit ends the bytes.
    hex: { c3a9e: 'c3a9', c3xa9: 'c3', c3a9xx00: 'c3a9', 一000: '', c3xxa9: 'c3' },
  })) {
    it(`read ${name} with any other characters in it, wherever it is cut`, () => {
      for (const [text, expected] of Object.entries(cases)) {
        equal(hex(iconv.encode(text, name)), expected, text);
        for (let size = 1; size <= text.length; size++) {
          equal(hex(encodeInChunks(text, name, size)), expected, `${text} ${size}`);
        }
      }
      const encoder = iconv.getEncoder(name);
      const [unfinished, before, after] =
        name === 'hex' ? ['xx', '', 'c3'] : ['YWJjY', '616263', 'YWJj'];
      equal(hex(encoder.write(unfinished)) + hex(encoder.end() ?? ''), before);
      equal(hex(encoder.write(after)), before || 'c3');
    });
  }

  it('read long base64 in lines as Node does', () => {
    const long = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 37) & 0xff));
    const lines = long.toString('base64').replace(/.{76}/g, '$&\r\n');
    for (const size of [1, 7, 76, 5000]) deepEqual(encodeInChunks(lines, 'base64', size), long);
  });

  it('have the results of the table of calls in the manual', () => {
    const utf7 = Buffer.from('+/v8-A');
    equal(iconv.decode(utf7, 'utf7', { stripBOM: false }), '\ufeffA');
    equal(iconv.decode(Buffer.from('A+/v8-B'), 'utf7'), 'A\ufeffB');
    equal(iconv.decode(new Uint16Array([65, 66]), 'utf8'), 'A\0B\0');
    equal(iconv.decode(new Uint16Array([65, 66]), 'utf16le'), 'AB');
    equal(iconv.decode(Uint8Array.of(65, 66).buffer, 'gbk'), 'AB');
    equal(hex(encodeInChunks('c3a9', 'hex', 1)), 'c3a9');
    equal(iconv.decode([65, 300], 'latin1'), 'A,');
  });

  it('take linear time and memory', () => {
    const bytes = Buffer.alloc(4e6, '+');
    for (const name of ['utf7', 'utf7imap', 'cesu8', 'utf-32', 'utf-16', 'base64', 'hex']) {
      ok(iconv.decode(bytes, name).length > 0, name);
    }
    for (const part of ['=', 'Y=', 'Y ', 'YQ==']) {
      ok(iconv.encode(part.repeat(1e6), 'base64').length >= 0, part);
    }
  });
});

describe('iconv-lite: streams', () => {
  it('decode and encode, and collect', async () => {
    const source = () => Readable.from([bytesOf('82'), bytesOf('a082'), bytesOf('a2')]);
    equal(await collect(source().pipe(iconv.decodeStream('sjis'))), 'あい');
    const encoded = collect(Readable.from(['あ', 'い']).pipe(iconv.encodeStream('sjis')));
    equal(hex(await encoded), '82a082a2');
  });

  it('push the text of a chunk although the stream never ends', () => {
    const stream = iconv.decodeStream('gbk');
    const texts = [];
    stream.on('data', (text) => texts.push(text));
    stream.write(bytesOf('c4'));
    stream.write(bytesOf('e3ba'));
    equal(stream.read(), null);
    return new Promise((resolve) => setImmediate(resolve)).then(() => {
      deepEqual(texts, ['你']);
    });
  });

  it('fail for chunks of another type with what callers match', async () => {
    const decoding = iconv.decodeStream('sjis', { objectMode: true });
    const failed = collect(decoding);
    decoding.write(5);
    await rejects(failed, { ...wrongType, message: /needs buffers as its input/ });
    const encoding = iconv.encodeStream('sjis');
    const alsoFailed = collect(encoding);
    encoding.write(Buffer.from('a'));
    await rejects(alsoFailed, { ...wrongType, message: /needs strings as its input/ });
  });

  it('are made of the classes that are exported', () => {
    ok(iconv.decodeStream('utf8') instanceof iconv.IconvLiteDecoderStream);
    ok(iconv.encodeStream('utf8') instanceof iconv.IconvLiteEncoderStream);
  });
});

describe('iconv-lite: Iconv', () => {
  const { Iconv } = iconv;

  it('converts in one call and as a stream', async () => {
    const converter = new Iconv('CP949', 'UTF-8//TRANSLIT//IGNORE');
    equal(converter.convert(bytesOf('b0a1ff')).toString(), '가\ufffd');
    equal(new Iconv('utf-8', 'sjis').convert('あ').toString('hex'), '82a0');
    equal(`${new Iconv('utf-8', 'latin1').convert('b2s=', 'base64')}`, 'ok');
    equal(new Iconv('utf-8', 'utf-16').convert('a').toString('hex'), 'fffe6100');
    for (const to of ['utf-16', 'utf-32']) equal(new Iconv('utf-8', to).convert('').length, 0, to);
    const chunks = [];
    converter.on('data', (chunk) => chunks.push(chunk));
    const ended = new Promise((resolve) => converter.on('end', resolve));
    converter.write(bytesOf('b0'));
    converter.write(bytesOf('a1'));
    converter.end();
    await ended;
    equal(Buffer.concat(chunks).toString(), '가');
  });

  it('writes similar text or « ? », leaves out, or throws, as the name says', () => {
    for (const [to, expected] of [
      ['latin1', ['é?', 'é']],
      ['ascii', ['e?', '']],
      ['ISO-8859-2', ['é?', 'é']],
      ['iso646-cn', ['e?', '']],
    ]) {
      const [translit, ignore] = expected;
      const input = Buffer.from('éあ');
      const convert = (suffix) => new Iconv('UTF-8', to + suffix).convert(input).toString('latin1');
      equal(convert('//TRANSLIT'), translit, to);
      equal(convert('//translit//ignore'), translit.slice(0, 1), to);
      equal(convert('//IGNORE'), ignore, to);
      throws(() => convert(''), { code: 'EILSEQ', message: /^Illegal character sequence/ });
    }
    throws(() => new Iconv('sjis', 'utf-8').convert(bytesOf('41ff')), { code: 'EILSEQ' });
    for (const [from, cut] of [
      ['utf-8', 'c3'],
      ['iso-2022-jp', '1b244024'],
      ['gb18030', '7851d9'],
    ]) {
      throws(() => new Iconv(from, 'utf-16le').convert(bytesOf(cut)), {
        code: 'EINVAL',
        message: /^Incomplete character sequence/,
      });
    }
    equal(`${new Iconv('sjis', 'utf-8//TRANSLIT').convert(bytesOf('41ff'))}`, 'A\ufffd');
    equal(new Iconv('utf-7', 'utf-8').convert(bytesOf('ff')).toString(), '\ufffd');
  });

  it('fails as a stream at malformed bytes, and for unknown names', async () => {
    const stream = new Iconv('sjis', 'utf-8').resume();
    const error = new Promise((resolve) => stream.once('error', resolve));
    stream.write(bytesOf('ff'));
    equal((await error).code, 'EILSEQ');
    throws(() => new Iconv('none', 'utf-8'), {
      code: 'EINVAL',
      message: 'Conversion from "none" to "utf-8" is not supported',
    });
    throws(() => new Iconv('utf-8', 'none//IGNORE'), { code: 'EINVAL' });
  });
});

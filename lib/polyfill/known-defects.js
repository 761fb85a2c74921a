'use strict';

// Inputs that decoders are known to get wrong, and what the standard says of each. An input comes from a defect that somebody has
// reported of some decoder (owner/repository#number), or from a rule that is easily overlooked (#fragment of the standard): a comment
// stands above those of each source.
// https://encoding.spec.whatwg.org/

/**
 * For each encoding, bytes in hex and the text that they decode to. The bytes are read whole, one by one as a stream, and in fatal mode,
 * where those with U+FFFD are an error. The encodings that runtimes most often decode wrongly come first, because the polyfill stops at
 * the first deviation.
 */
const byteDefects = {
  Shift_JIS: {
    // nodejs/node#61041
    '1a 1c 7f': '\x1A\x1C\x7F',
    80: '\x80',
    '81 3f': '\uFFFD?',
    'fc 4c': '\uFFFDL',
    // #shift_jis-decoder
    '5c 7e': '\\~',
    'f0 40': '\uE000',
    'ed 40': '\u7E8A',
    'fa 5c': '\u7E8A',
    a0: '\uFFFD',
    fd: '\uFFFD',
    81: '\uFFFD',
    // #index-jis0208
    '81 60': '\uFF5E',
  },
  Big5: {
    // nodejs/node#61041
    80: '\uFFFD',
    '83 5c': '\uFFFD\\',
    // #big5-decoder
    '81 40': '\uFFFD@',
    '88 62 88 64 88 a3 88 a5': '\xCA\u0304\xCA\u030C\xEA\u0304\xEA\u030C',
    ff: '\uFFFD',
    a4: '\uFFFD',
    // #index-big5
    '87 40': '\u43F0',
    'f9 fe': '\uFFED',
  },
  'EUC-JP': {
    // nodejs/node#61041
    80: '\uFFFD',
    '8f f3 a1': '\uFFFD',
    // #euc-jp-decoder
    '8f ee 65 e6 ef': '\uFFFDe\u80AC',
    '8e 41': '\uFFFDA',
    '8e e0': '\uFFFD',
    '5c 7e': '\\~',
    '8f a2': '\uFFFD',
    // #index-jis0212
    '8f a2 af': '\u02D8',
    // #index-jis0208
    'a1 c0': '\uFF3C',
    'ad a1': '\u2460',
  },
  'EUC-KR': {
    // nodejs/node#61041
    80: '\uFFFD',
    '81 5b': '\uFFFD[',
    // #index-euc-kr
    'c9 a1': '\uFFFD',
    'a2 e6': '\u20AC',
    '81 41': '\uAC02',
    // #euc-kr-decoder
    ff: '\uFFFD',
    b0: '\uFFFD',
  },
  'ISO-2022-JP': {
    // whatwg/encoding#115
    '1b 28 4a 1b 28 42 41': '\uFFFDA',
    // #iso-2022-jp-decoder
    '1b 24 41': '\uFFFD$A',
    '1b 28 8a': '\uFFFD(\uFFFD',
    '1b 24 42 1b 28': '\uFFFD\uFFFD',
    '1b 28 4a 5c 7e': '\xA5\u203E',
    '1b 28 49 31': '\uFF71',
    '1b 24 42 30 1b 28 42 41': '\uFFFDA',
    '1b 24 42 30 0a': '\uFFFD',
    '0e 0f': '\uFFFD\uFFFD',
    // nodejs/node#61041
    80: '\uFFFD',
  },
  gb18030: {
    // nodejs/node#61041
    'a0 30 2b': '\uFFFD0+',
    // #gb18030-decoder
    '81 30 81 41': '\uFFFD0\u4E04',
    '81 30': '\uFFFD',
    'a3 a0': '\u3000',
    'e3 32 9a 36': '\uFFFD',
    '80 ff': '\u20AC\uFFFD',
    // #index-gb18030-ranges
    '81 35 f4 37': '\uE7C7',
    // #index-gb18030
    'a6 d9': '\uFE10',
    // #concept-td-serialize
    '84 31 95 33': '\uFEFF',
  },
  GBK: {
    // nodejs/node#61041
    'a0 30 2b': '\uFFFD0+',
    // nodejs/node#61099
    '81 30 81 30': '\x80',
    // #gbk-decoder
    '81 30 81 41': '\uFFFD0\u4E04',
    // #gb18030-decoder
    80: '\u20AC',
    // #index-gb18030
    'a2 e3': '\u20AC',
    'a6 d9': '\uFE10',
  },
  'UTF-8': {
    // nodejs/node#25315
    'ef bb bf 41': 'A',
    // #concept-td-serialize
    'ef bb bf ef bb bf 41': '\uFEFFA',
    // nodejs/node#26115
    c3: '\uFFFD',
    // #utf-8-decoder
    'f0 9f 92': '\uFFFD',
    'f0 90 41': '\uFFFDA',
    'e0 80 80': '\uFFFD\uFFFD\uFFFD',
    'ed a0 80': '\uFFFD\uFFFD\uFFFD',
    'f4 90 80 80': '\uFFFD\uFFFD\uFFFD\uFFFD',
    'f0 9f 92 a9': '\u{1F4A9}',
  },
  'UTF-16LE': {
    // #shared-utf-16-decoder
    '3d d8 41': '\uFFFD',
    '3d d8 41 00': '\uFFFDA',
    '00 dc 41 00': '\uFFFDA',
    '3d d8 a9 dc': '\u{1F4A9}',
    // #concept-td-serialize
    'ff fe 41 00': 'A',
    'fe ff': '\uFFFE',
  },
  'UTF-16BE': {
    // #shared-utf-16-decoder
    'd8 3d 41': '\uFFFD',
    'd8 3d 00 41': '\uFFFDA',
    'dc 00 00 41': '\uFFFDA',
    'd8 3d dc a9': '\u{1F4A9}',
    // #concept-td-serialize
    'fe ff 00 41': 'A',
    'ff fe': '\uFFFE',
  },
  // nodejs/node#56542, #59515, #60888
  'windows-1252': { '80 81 8d 8f 90 9d 9f a0': '\u20AC\x81\x8D\x8F\x90\x9D\u0178\xA0' },
  // nodejs/node#61041
  IBM866: { '1a 1c 7f 80 b0 f2 ff': '\x1A\x1C\x7F\u0410\u2591\u0404\xA0' },
  // nodejs/node#61093
  'KOI8-U': { 'a4 ae b4 be 95 ff': '\u0454\u045E\u0404\u040E\u2219\u042A' },
  'windows-874': {
    // nodejs/node#61093
    '80 81 db dc dd de fc fd fe ff': '\u20AC\x81\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD',
  },
  'windows-1253': { '80 81 88 98 aa d2 ff': '\u20AC\x81\x88\x98\uFFFD\uFFFD\uFFFD' },
  'windows-1255': { '80 81 8a ca d9 fb ff': '\u20AC\x81\x8A\u05BA\uFFFD\uFFFD\uFFFD' },
  'ISO-8859-16': { 'a4 a5 d0 ff': '\u20AC\u201E\u0110\xFF' },
  'x-user-defined': { '7f 80 ff': '\x7F\uF780\uF7FF' },
  // pillarjs/iconv-lite#367
  'windows-1250': { '80 81 83 88 90 98 a5 ff': '\u20AC\x81\x83\x88\x90\x98\u0104\u02D9' },
  'windows-1251': { '80 88 98 a8 ff': '\u0402\u20AC\x98\u0401\u044F' },
  'windows-1254': { '80 81 8d 8e 9e d0 ff': '\u20AC\x81\x8D\x8E\x9E\u011E\xFF' },
  'windows-1257': { '80 81 8a a1 a5 ff': '\u20AC\x81\x8A\uFFFD\uFFFD\u02D9' },
  'windows-1258': { '80 81 8a d2 fe ff': '\u20AC\x81\x8A\u0309\u20AB\xFF' },
  macintosh: { '80 bd db f0 ff': '\xC4\u03A9\u20AC\uF8FF\u02C7' },
  // #single-byte-decoder
  'windows-1256': { '80 81 8a 90 9f ff': '\u20AC\u067E\u0679\u06AF\u06BA\u06D2' },
  'KOI8-R': { '95 9a a3 b3 ff': '\u2219\xA0\u0451\u0401\u042A' },
  'x-mac-cyrillic': { '80 a2 b6 ff': '\u0410\u0490\u0491\u20AC' },
  'ISO-8859-2': { '80 a1 a5 ff': '\x80\u0104\u013D\u02D9' },
  'ISO-8859-3': { '80 a1 a5 ae f0 ff': '\x80\u0126\uFFFD\uFFFD\uFFFD\u02D9' },
  'ISO-8859-4': { '80 a1 a2 bd ff': '\x80\u0104\u0138\u014A\u02D9' },
  'ISO-8859-5': { '80 a1 ad f0 ff': '\x80\u0401\xAD\u2116\u045F' },
  'ISO-8859-6': { '80 a1 a4 ac bf f3': '\x80\uFFFD\xA4\u060C\u061F\uFFFD' },
  'ISO-8859-7': { '80 a1 a4 a5 aa ae d2 ff': '\x80\u2018\u20AC\u20AF\u037A\uFFFD\uFFFD\uFFFD' },
  'ISO-8859-8': { '80 a1 aa df fb fd fe ff': '\x80\uFFFD\xD7\u2017\uFFFD\u200E\u200F\uFFFD' },
  'ISO-8859-10': { '80 a1 bd ff': '\x80\u0104\u2015\u0138' },
  'ISO-8859-13': { '80 a1 a5 b4 ff': '\x80\u201D\u201E\u201C\u2019' },
  'ISO-8859-14': { '80 a1 ac ff': '\x80\u1E02\u1EF2\xFF' },
  'ISO-8859-15': { '80 a4 a6 bc ff': '\x80\u20AC\u0160\u0152\xFF' },
  // inexorabletash/text-encoding 0.7.0
  'ISO-8859-8-I': { '80 a1 aa df fb fd fe ff': '\x80\uFFFD\xD7\u2017\uFFFD\u200E\u200F\uFFFD' },
};

/** Labels, each with the encoding that it names, or null if TextDecoder must refuse it. */
const labelDefects = Object.entries({
  // #names-and-labels
  'x-sjis': 'Shift_JIS',
  latin1: 'windows-1252',
  logical: 'ISO-8859-8-I',
  // oven-sh/bun#32837
  'iso-ir-58': 'GBK',
  'x-x-big5': 'Big5',
  csksc56011987: 'EUC-KR',
  'x-euc-jp': 'EUC-JP',
  'dos-874': 'windows-874',
  'x-unicode20utf8': 'UTF-8',
  unicodefeff: 'UTF-16LE',
  replacement: null,
  'iso-2022-kr': null,
  'utf-7': null,
  // #concept-encoding-get
  '\t\n\f\r KOI8-R ': 'KOI8-R',
  'koi8-r\v': null,
  'koi8-r\0': null,
  '\u212Aoi8-r': null,
  'shift jis': null,
});

const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x41, 0xc3, 0xa9);

const throwsTypeError = (call) => {
  try {
    call();
    return false;
  } catch (error) {
    return error instanceof TypeError;
  }
};

/** Rules of the interface: what is tested, and a function that tells whether a class follows the rule. */
const interfaceDefects = [
  // nodejs/node#61411
  [
    'decode(bytes, null) is no chunk of a stream',
    (Decoder) => new Decoder().decode(bytes.subarray(4, 5), null) === '\uFFFD',
  ],
  // #dom-textdecoder-decode
  [
    'a byte order mark is removed once in each stream',
    (Decoder) => {
      const decoder = new Decoder();
      return decoder.decode(bytes) === 'Aé' && decoder.decode(bytes) === 'Aé';
    },
  ],
  // nodejs/node#42779
  [
    'ignoreBOM keeps a byte order mark',
    (Decoder) => new Decoder('utf-8', { ignoreBOM: true }).decode(bytes) === '\uFEFFAé',
  ],
  // #dom-textdecoder-decode
  [
    'a new stream does not begin with bytes of the last one, which ended with a fatal error',
    (Decoder) => {
      const decoder = new Decoder('utf-8', { fatal: true });
      return (
        throwsTypeError(() => decoder.decode(bytes.subarray(0, 5))) &&
        decoder.decode(bytes) === 'Aé'
      );
    },
  ],
  // hsivonen/encoding_rs#126
  [
    'an empty chunk changes nothing',
    (Decoder) => {
      const decoder = new Decoder('euc-kr');
      const chunks = [[0xb0], [], [0xa1]];
      const texts = chunks.map((chunk) => decoder.decode(new Uint8Array(chunk), { stream: true }));
      return texts.join('') + decoder.decode() === '\uAC00';
    },
  ],
  // inexorabletash/text-encoding 0.7.0
  [
    'shared memory is read',
    (Decoder) => {
      const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
      shared.set(bytes);
      return new Decoder().decode(shared) === 'Aé' && new Decoder().decode(shared.buffer) === 'Aé';
    },
  ],
  // #dom-textdecoder-decode
  [
    'a DataView is read where it begins and ends',
    (Decoder) => new Decoder().decode(new DataView(bytes.buffer, 3, 1)) === 'A',
  ],
];

module.exports = { byteDefects, interfaceDefects, labelDefects };

'use strict';

// Inputs that decoders are known to get wrong, and what the standard says of each. A trap comes from a defect that somebody has
// reported of some decoder (owner/repository#number), or from a rule that is easily overlooked (#fragment of the standard).
// https://encoding.spec.whatwg.org/

/**
 * For each encoding, rows of bytes, the code points that they decode to, and the source. The bytes are read whole, one by one as
 * a stream, and in fatal mode, where those with U+FFFD are an error. The encodings that runtimes most often decode wrongly
 * come first, because the polyfill stops at the first deviation.
 */
const byteTraps = {
  Shift_JIS: [
    ['1A 1C 7F', '1A 1C 7F', 'nodejs/node#61041'],
    ['80', '80', 'nodejs/node#61041'],
    ['5C 7E', '5C 7E', '#shift_jis-decoder'],
    ['81 3F', 'FFFD 3F', 'nodejs/node#61041'],
    ['FC 4C', 'FFFD 4C', 'nodejs/node#61041'],
    ['F0 40', 'E000', '#shift_jis-decoder'],
    ['ED 40', '7E8A', '#shift_jis-decoder'],
    ['FA 5C', '7E8A', '#shift_jis-decoder'],
    ['81 60', 'FF5E', '#index-jis0208'],
    ['A0', 'FFFD', '#shift_jis-decoder'],
    ['FD', 'FFFD', '#shift_jis-decoder'],
    ['81', 'FFFD', '#shift_jis-decoder'],
  ],
  Big5: [
    ['80', 'FFFD', 'nodejs/node#61041'],
    ['83 5C', 'FFFD 5C', 'nodejs/node#61041'],
    ['81 40', 'FFFD 40', '#big5-decoder'],
    ['87 40', '43F0', '#index-big5'],
    ['88 62 88 64 88 A3 88 A5', 'CA 304 CA 30C EA 304 EA 30C', '#big5-decoder'],
    ['FF', 'FFFD', '#big5-decoder'],
    ['F9 FE', 'FFED', '#index-big5'],
    ['A4', 'FFFD', '#big5-decoder'],
  ],
  'EUC-JP': [
    ['80', 'FFFD', 'nodejs/node#61041'],
    ['8F F3 A1', 'FFFD', 'nodejs/node#61041'],
    ['8F EE 65 E6 EF', 'FFFD 65 80AC', '#euc-jp-decoder'],
    ['8E 41', 'FFFD 41', '#euc-jp-decoder'],
    ['8E E0', 'FFFD', '#euc-jp-decoder'],
    ['8F A2 AF', '2D8', '#index-jis0212'],
    ['A1 C0', 'FF3C', '#index-jis0208'],
    ['AD A1', '2460', '#index-jis0208'],
    ['5C 7E', '5C 7E', '#euc-jp-decoder'],
    ['8F A2', 'FFFD', '#euc-jp-decoder'],
  ],
  'EUC-KR': [
    ['80', 'FFFD', 'nodejs/node#61041'],
    ['81 5B', 'FFFD 5B', 'nodejs/node#61041'],
    ['C9 A1', 'FFFD', '#index-euc-kr'],
    ['A2 E6', '20AC', '#index-euc-kr'],
    ['81 41', 'AC02', '#index-euc-kr'],
    ['FF', 'FFFD', '#euc-kr-decoder'],
    ['B0', 'FFFD', '#euc-kr-decoder'],
  ],
  'ISO-2022-JP': [
    ['1B 28 4A 1B 28 42 41', 'FFFD 41', 'whatwg/encoding#115'],
    ['1B 24 41', 'FFFD 24 41', '#iso-2022-jp-decoder'],
    ['1B 28 8A', 'FFFD 28 FFFD', '#iso-2022-jp-decoder'],
    ['1B 24 42 1B 28', 'FFFD FFFD', '#iso-2022-jp-decoder'],
    ['1B 28 4A 5C 7E', 'A5 203E', '#iso-2022-jp-decoder'],
    ['1B 28 49 31', 'FF71', '#iso-2022-jp-decoder'],
    ['1B 24 42 30 1B 28 42 41', 'FFFD 41', '#iso-2022-jp-decoder'],
    ['1B 24 42 30 0A', 'FFFD', '#iso-2022-jp-decoder'],
    ['0E 0F', 'FFFD FFFD', '#iso-2022-jp-decoder'],
    ['80', 'FFFD', 'nodejs/node#61041'],
  ],
  gb18030: [
    ['A0 30 2B', 'FFFD 30 2B', 'nodejs/node#61041'],
    ['81 30 81 41', 'FFFD 30 4E04', '#gb18030-decoder'],
    ['81 30', 'FFFD', '#gb18030-decoder'],
    ['81 35 F4 37', 'E7C7', '#index-gb18030-ranges'],
    ['A3 A0', '3000', '#gb18030-decoder'],
    ['A6 D9', 'FE10', '#index-gb18030'],
    ['E3 32 9A 36', 'FFFD', '#gb18030-decoder'],
    ['84 31 95 33', 'FEFF', '#concept-td-serialize'],
    ['80 FF', '20AC FFFD', '#gb18030-decoder'],
  ],
  GBK: [
    ['A0 30 2B', 'FFFD 30 2B', 'nodejs/node#61041'],
    ['81 30 81 30', '80', 'nodejs/node#61099'],
    ['81 30 81 41', 'FFFD 30 4E04', '#gbk-decoder'],
    ['80', '20AC', '#gb18030-decoder'],
    ['A2 E3', '20AC', '#index-gb18030'],
    ['A6 D9', 'FE10', '#index-gb18030'],
  ],
  'UTF-8': [
    ['EF BB BF 41', '41', 'nodejs/node#25315'],
    ['EF BB BF EF BB BF 41', 'FEFF 41', '#concept-td-serialize'],
    ['C3', 'FFFD', 'nodejs/node#26115'],
    ['F0 9F 92', 'FFFD', '#utf-8-decoder'],
    ['F0 90 41', 'FFFD 41', '#utf-8-decoder'],
    ['E0 80 80', 'FFFD FFFD FFFD', '#utf-8-decoder'],
    ['ED A0 80', 'FFFD FFFD FFFD', '#utf-8-decoder'],
    ['F4 90 80 80', 'FFFD FFFD FFFD FFFD', '#utf-8-decoder'],
    ['F0 9F 92 A9', '1F4A9', '#utf-8-decoder'],
  ],
  'UTF-16LE': [
    ['3D D8 41', 'FFFD', '#shared-utf-16-decoder'],
    ['3D D8 41 00', 'FFFD 41', '#shared-utf-16-decoder'],
    ['00 DC 41 00', 'FFFD 41', '#shared-utf-16-decoder'],
    ['FF FE 41 00', '41', '#concept-td-serialize'],
    ['FE FF', 'FFFE', '#concept-td-serialize'],
    ['3D D8 A9 DC', '1F4A9', '#shared-utf-16-decoder'],
  ],
  'UTF-16BE': [
    ['D8 3D 41', 'FFFD', '#shared-utf-16-decoder'],
    ['D8 3D 00 41', 'FFFD 41', '#shared-utf-16-decoder'],
    ['DC 00 00 41', 'FFFD 41', '#shared-utf-16-decoder'],
    ['FE FF 00 41', '41', '#concept-td-serialize'],
    ['FF FE', 'FFFE', '#concept-td-serialize'],
    ['D8 3D DC A9', '1F4A9', '#shared-utf-16-decoder'],
  ],
  'windows-1252': [
    ['80 81 8D 8F 90 9D 9F A0', '20AC 81 8D 8F 90 9D 178 A0', 'nodejs/node#56542, #59515, #60888'],
  ],
  IBM866: [['1A 1C 7F 80 B0 F2 FF', '1A 1C 7F 410 2591 404 A0', 'nodejs/node#61041']],
  'KOI8-U': [['A4 AE B4 BE 95 FF', '454 45E 404 40E 2219 42A', 'nodejs/node#61093']],
  'windows-874': [
    [
      '80 81 DB DC DD DE FC FD FE FF',
      '20AC 81 FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD',
      'nodejs/node#61093',
    ],
  ],
  'windows-1253': [['80 81 88 98 AA D2 FF', '20AC 81 88 98 FFFD FFFD FFFD', 'nodejs/node#61093']],
  'windows-1255': [['80 81 8A CA D9 FB FF', '20AC 81 8A 5BA FFFD FFFD FFFD', 'nodejs/node#61093']],
  'ISO-8859-16': [['A4 A5 D0 FF', '20AC 201E 110 FF', 'nodejs/node#61093']],
  'x-user-defined': [['7F 80 FF', '7F F780 F7FF', 'nodejs/node#61093']],
  'windows-1250': [
    ['80 81 83 88 90 98 A5 FF', '20AC 81 83 88 90 98 104 2D9', 'pillarjs/iconv-lite#367'],
  ],
  'windows-1251': [['80 88 98 A8 FF', '402 20AC 98 401 44F', 'pillarjs/iconv-lite#367']],
  'windows-1254': [['80 81 8D 8E 9E D0 FF', '20AC 81 8D 8E 9E 11E FF', 'pillarjs/iconv-lite#367']],
  'windows-1256': [['80 81 8A 90 9F FF', '20AC 67E 679 6AF 6BA 6D2', '#single-byte-decoder']],
  'windows-1257': [['80 81 8A A1 A5 FF', '20AC 81 8A FFFD FFFD 2D9', 'pillarjs/iconv-lite#367']],
  'windows-1258': [['80 81 8A D2 FE FF', '20AC 81 8A 309 20AB FF', 'pillarjs/iconv-lite#367']],
  'KOI8-R': [['95 9A A3 B3 FF', '2219 A0 451 401 42A', '#single-byte-decoder']],
  macintosh: [['80 BD DB F0 FF', 'C4 3A9 20AC F8FF 2C7', 'pillarjs/iconv-lite#367']],
  'x-mac-cyrillic': [['80 A2 B6 FF', '410 490 491 20AC', '#single-byte-decoder']],
  'ISO-8859-2': [['80 A1 A5 FF', '80 104 13D 2D9', '#single-byte-decoder']],
  'ISO-8859-3': [['80 A1 A5 AE F0 FF', '80 126 FFFD FFFD FFFD 2D9', '#single-byte-decoder']],
  'ISO-8859-4': [['80 A1 A2 BD FF', '80 104 138 14A 2D9', '#single-byte-decoder']],
  'ISO-8859-5': [['80 A1 AD F0 FF', '80 401 AD 2116 45F', '#single-byte-decoder']],
  'ISO-8859-6': [['80 A1 A4 AC BF F3', '80 FFFD A4 60C 61F FFFD', '#single-byte-decoder']],
  'ISO-8859-7': [
    ['80 A1 A4 A5 AA AE D2 FF', '80 2018 20AC 20AF 37A FFFD FFFD FFFD', '#single-byte-decoder'],
  ],
  'ISO-8859-8': [
    ['80 A1 AA DF FB FD FE FF', '80 FFFD D7 2017 FFFD 200E 200F FFFD', '#single-byte-decoder'],
  ],
  'ISO-8859-8-I': [
    [
      '80 A1 AA DF FB FD FE FF',
      '80 FFFD D7 2017 FFFD 200E 200F FFFD',
      'inexorabletash/text-encoding 0.7.0',
    ],
  ],
  'ISO-8859-10': [['80 A1 BD FF', '80 104 2015 138', '#single-byte-decoder']],
  'ISO-8859-13': [['80 A1 A5 B4 FF', '80 201D 201E 201C 2019', '#single-byte-decoder']],
  'ISO-8859-14': [['80 A1 AC FF', '80 1E02 1EF2 FF', '#single-byte-decoder']],
  'ISO-8859-15': [['80 A4 A6 BC FF', '80 20AC 160 152 FF', '#single-byte-decoder']],
};

/** Labels, each with the encoding that it names, or null if TextDecoder must refuse it, and the source. */
const labelTraps = [
  ['x-sjis', 'Shift_JIS', '#names-and-labels'],
  ['iso-ir-58', 'GBK', 'oven-sh/bun#32837'],
  ['x-x-big5', 'Big5', 'oven-sh/bun#32837'],
  ['csksc56011987', 'EUC-KR', 'oven-sh/bun#32837'],
  ['x-euc-jp', 'EUC-JP', 'oven-sh/bun#32837'],
  ['dos-874', 'windows-874', 'oven-sh/bun#32837'],
  ['x-unicode20utf8', 'UTF-8', 'oven-sh/bun#32837'],
  ['unicodefeff', 'UTF-16LE', 'oven-sh/bun#32837'],
  ['latin1', 'windows-1252', '#names-and-labels'],
  ['logical', 'ISO-8859-8-I', '#names-and-labels'],
  ['\t\n\f\r KOI8-R ', 'KOI8-R', '#concept-encoding-get'],
  ['koi8-r\v', null, '#concept-encoding-get'],
  ['koi8-r\0', null, '#concept-encoding-get'],
  ['\u212Aoi8-r', null, '#concept-encoding-get'],
  ['shift jis', null, '#concept-encoding-get'],
  ['replacement', null, 'oven-sh/bun#32837'],
  ['iso-2022-kr', null, 'oven-sh/bun#32837'],
  ['utf-7', null, 'oven-sh/bun#32837'],
];

const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x41, 0xc3, 0xa9);

const throwsTypeError = (call) => {
  try {
    call();
    return false;
  } catch (error) {
    return error instanceof TypeError;
  }
};

/** Rules of the interface: what is tested, a function that tells whether a class follows the rule, and the source. */
const interfaceTraps = [
  [
    'decode(bytes, null) is no chunk of a stream',
    (Decoder) => new Decoder().decode(bytes.subarray(4, 5), null) === '\uFFFD',
    'nodejs/node#61411',
  ],
  [
    'a byte order mark is removed once in each stream',
    (Decoder) => {
      const decoder = new Decoder();
      return decoder.decode(bytes) === 'Aé' && decoder.decode(bytes) === 'Aé';
    },
    '#dom-textdecoder-decode',
  ],
  [
    'ignoreBOM keeps a byte order mark',
    (Decoder) => new Decoder('utf-8', { ignoreBOM: true }).decode(bytes) === '\uFEFFAé',
    'nodejs/node#42779',
  ],
  [
    'a new stream does not begin with bytes of the last one, which ended with a fatal error',
    (Decoder) => {
      const decoder = new Decoder('utf-8', { fatal: true });
      return (
        throwsTypeError(() => decoder.decode(bytes.subarray(0, 5))) &&
        decoder.decode(bytes) === 'Aé'
      );
    },
    '#dom-textdecoder-decode',
  ],
  [
    'an empty chunk changes nothing',
    (Decoder) => {
      const decoder = new Decoder('euc-kr');
      const chunks = [[0xb0], [], [0xa1]];
      const texts = chunks.map((chunk) => decoder.decode(Uint8Array.from(chunk), { stream: true }));
      return texts.join('') + decoder.decode() === '\uAC00';
    },
    'hsivonen/encoding_rs#126',
  ],
  [
    'shared memory is read',
    (Decoder) => {
      const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
      shared.set(bytes);
      return new Decoder().decode(shared) === 'Aé' && new Decoder().decode(shared.buffer) === 'Aé';
    },
    'inexorabletash/text-encoding 0.7.0',
  ],
  [
    'a DataView is read where it begins and ends',
    (Decoder) => new Decoder().decode(new DataView(bytes.buffer, 3, 1)) === 'A',
    '#dom-textdecoder-decode',
  ],
];

module.exports = { byteTraps, interfaceTraps, labelTraps };

'use strict';

// Inputs that decoders are known to get wrong, and what the standard says of each. A trap comes from a defect that somebody has
// reported of some decoder (owner/repository#number), or from a rule that is easily overlooked (#fragment of the standard).
// https://encoding.spec.whatwg.org/

/**
 * For each encoding, rows of bytes, the text that they decode to, and the source. The bytes are read whole, one by one as a stream,
 * and in fatal mode, where those with U+FFFD are an error. The encodings that runtimes most often decode wrongly come
 * first, because the polyfill stops at the first deviation.
 */
const byteTraps = {
  Shift_JIS: [
    [[0x1a, 0x1c, 0x7f], '\x1A\x1C\x7F', 'nodejs/node#61041'],
    [[0x80], '\x80', 'nodejs/node#61041'],
    [[0x5c, 0x7e], '\\~', '#shift_jis-decoder'],
    [[0x81, 0x3f], '\uFFFD?', 'nodejs/node#61041'],
    [[0xfc, 0x4c], '\uFFFDL', 'nodejs/node#61041'],
    [[0xf0, 0x40], '\uE000', '#shift_jis-decoder'],
    [[0xed, 0x40], '\u7E8A', '#shift_jis-decoder'],
    [[0xfa, 0x5c], '\u7E8A', '#shift_jis-decoder'],
    [[0x81, 0x60], '\uFF5E', '#index-jis0208'],
    [[0xa0], '\uFFFD', '#shift_jis-decoder'],
    [[0xfd], '\uFFFD', '#shift_jis-decoder'],
    [[0x81], '\uFFFD', '#shift_jis-decoder'],
  ],
  Big5: [
    [[0x80], '\uFFFD', 'nodejs/node#61041'],
    [[0x83, 0x5c], '\uFFFD\\', 'nodejs/node#61041'],
    [[0x81, 0x40], '\uFFFD@', '#big5-decoder'],
    [[0x87, 0x40], '\u43F0', '#index-big5'],
    [
      [0x88, 0x62, 0x88, 0x64, 0x88, 0xa3, 0x88, 0xa5],
      '\xCA\u0304\xCA\u030C\xEA\u0304\xEA\u030C',
      '#big5-decoder',
    ],
    [[0xff], '\uFFFD', '#big5-decoder'],
    [[0xf9, 0xfe], '\uFFED', '#index-big5'],
    [[0xa4], '\uFFFD', '#big5-decoder'],
  ],
  'EUC-JP': [
    [[0x80], '\uFFFD', 'nodejs/node#61041'],
    [[0x8f, 0xf3, 0xa1], '\uFFFD', 'nodejs/node#61041'],
    [[0x8f, 0xee, 0x65, 0xe6, 0xef], '\uFFFDe\u80AC', '#euc-jp-decoder'],
    [[0x8e, 0x41], '\uFFFDA', '#euc-jp-decoder'],
    [[0x8e, 0xe0], '\uFFFD', '#euc-jp-decoder'],
    [[0x8f, 0xa2, 0xaf], '\u02D8', '#index-jis0212'],
    [[0xa1, 0xc0], '\uFF3C', '#index-jis0208'],
    [[0xad, 0xa1], '\u2460', '#index-jis0208'],
    [[0x5c, 0x7e], '\\~', '#euc-jp-decoder'],
    [[0x8f, 0xa2], '\uFFFD', '#euc-jp-decoder'],
  ],
  'EUC-KR': [
    [[0x80], '\uFFFD', 'nodejs/node#61041'],
    [[0x81, 0x5b], '\uFFFD[', 'nodejs/node#61041'],
    [[0xc9, 0xa1], '\uFFFD', '#index-euc-kr'],
    [[0xa2, 0xe6], '\u20AC', '#index-euc-kr'],
    [[0x81, 0x41], '\uAC02', '#index-euc-kr'],
    [[0xff], '\uFFFD', '#euc-kr-decoder'],
    [[0xb0], '\uFFFD', '#euc-kr-decoder'],
  ],
  'ISO-2022-JP': [
    [[0x1b, 0x28, 0x4a, 0x1b, 0x28, 0x42, 0x41], '\uFFFDA', 'whatwg/encoding#115'],
    [[0x1b, 0x24, 0x41], '\uFFFD$A', '#iso-2022-jp-decoder'],
    [[0x1b, 0x28, 0x8a], '\uFFFD(\uFFFD', '#iso-2022-jp-decoder'],
    [[0x1b, 0x24, 0x42, 0x1b, 0x28], '\uFFFD\uFFFD', '#iso-2022-jp-decoder'],
    [[0x1b, 0x28, 0x4a, 0x5c, 0x7e], '\xA5\u203E', '#iso-2022-jp-decoder'],
    [[0x1b, 0x28, 0x49, 0x31], '\uFF71', '#iso-2022-jp-decoder'],
    [[0x1b, 0x24, 0x42, 0x30, 0x1b, 0x28, 0x42, 0x41], '\uFFFDA', '#iso-2022-jp-decoder'],
    [[0x1b, 0x24, 0x42, 0x30, 0x0a], '\uFFFD', '#iso-2022-jp-decoder'],
    [[0x0e, 0x0f], '\uFFFD\uFFFD', '#iso-2022-jp-decoder'],
    [[0x80], '\uFFFD', 'nodejs/node#61041'],
  ],
  gb18030: [
    [[0xa0, 0x30, 0x2b], '\uFFFD0+', 'nodejs/node#61041'],
    [[0x81, 0x30, 0x81, 0x41], '\uFFFD0\u4E04', '#gb18030-decoder'],
    [[0x81, 0x30], '\uFFFD', '#gb18030-decoder'],
    [[0x81, 0x35, 0xf4, 0x37], '\uE7C7', '#index-gb18030-ranges'],
    [[0xa3, 0xa0], '\u3000', '#gb18030-decoder'],
    [[0xa6, 0xd9], '\uFE10', '#index-gb18030'],
    [[0xe3, 0x32, 0x9a, 0x36], '\uFFFD', '#gb18030-decoder'],
    [[0x84, 0x31, 0x95, 0x33], '\uFEFF', '#concept-td-serialize'],
    [[0x80, 0xff], '\u20AC\uFFFD', '#gb18030-decoder'],
  ],
  GBK: [
    [[0xa0, 0x30, 0x2b], '\uFFFD0+', 'nodejs/node#61041'],
    [[0x81, 0x30, 0x81, 0x30], '\x80', 'nodejs/node#61099'],
    [[0x81, 0x30, 0x81, 0x41], '\uFFFD0\u4E04', '#gbk-decoder'],
    [[0x80], '\u20AC', '#gb18030-decoder'],
    [[0xa2, 0xe3], '\u20AC', '#index-gb18030'],
    [[0xa6, 0xd9], '\uFE10', '#index-gb18030'],
  ],
  'UTF-8': [
    [[0xef, 0xbb, 0xbf, 0x41], 'A', 'nodejs/node#25315'],
    [[0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x41], '\uFEFFA', '#concept-td-serialize'],
    [[0xc3], '\uFFFD', 'nodejs/node#26115'],
    [[0xf0, 0x9f, 0x92], '\uFFFD', '#utf-8-decoder'],
    [[0xf0, 0x90, 0x41], '\uFFFDA', '#utf-8-decoder'],
    [[0xe0, 0x80, 0x80], '\uFFFD\uFFFD\uFFFD', '#utf-8-decoder'],
    [[0xed, 0xa0, 0x80], '\uFFFD\uFFFD\uFFFD', '#utf-8-decoder'],
    [[0xf4, 0x90, 0x80, 0x80], '\uFFFD\uFFFD\uFFFD\uFFFD', '#utf-8-decoder'],
    [[0xf0, 0x9f, 0x92, 0xa9], '\u{1F4A9}', '#utf-8-decoder'],
  ],
  'UTF-16LE': [
    [[0x3d, 0xd8, 0x41], '\uFFFD', '#shared-utf-16-decoder'],
    [[0x3d, 0xd8, 0x41, 0x00], '\uFFFDA', '#shared-utf-16-decoder'],
    [[0x00, 0xdc, 0x41, 0x00], '\uFFFDA', '#shared-utf-16-decoder'],
    [[0xff, 0xfe, 0x41, 0x00], 'A', '#concept-td-serialize'],
    [[0xfe, 0xff], '\uFFFE', '#concept-td-serialize'],
    [[0x3d, 0xd8, 0xa9, 0xdc], '\u{1F4A9}', '#shared-utf-16-decoder'],
  ],
  'UTF-16BE': [
    [[0xd8, 0x3d, 0x41], '\uFFFD', '#shared-utf-16-decoder'],
    [[0xd8, 0x3d, 0x00, 0x41], '\uFFFDA', '#shared-utf-16-decoder'],
    [[0xdc, 0x00, 0x00, 0x41], '\uFFFDA', '#shared-utf-16-decoder'],
    [[0xfe, 0xff, 0x00, 0x41], 'A', '#concept-td-serialize'],
    [[0xff, 0xfe], '\uFFFE', '#concept-td-serialize'],
    [[0xd8, 0x3d, 0xdc, 0xa9], '\u{1F4A9}', '#shared-utf-16-decoder'],
  ],
  'windows-1252': [
    [
      [0x80, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x9f, 0xa0],
      '\u20AC\x81\x8D\x8F\x90\x9D\u0178\xA0',
      'nodejs/node#56542, #59515, #60888',
    ],
  ],
  IBM866: [
    [
      [0x1a, 0x1c, 0x7f, 0x80, 0xb0, 0xf2, 0xff],
      '\x1A\x1C\x7F\u0410\u2591\u0404\xA0',
      'nodejs/node#61041',
    ],
  ],
  'KOI8-U': [
    [
      [0xa4, 0xae, 0xb4, 0xbe, 0x95, 0xff],
      '\u0454\u045E\u0404\u040E\u2219\u042A',
      'nodejs/node#61093',
    ],
  ],
  'windows-874': [
    [
      [0x80, 0x81, 0xdb, 0xdc, 0xdd, 0xde, 0xfc, 0xfd, 0xfe, 0xff],
      '\u20AC\x81\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD',
      'nodejs/node#61093',
    ],
  ],
  'windows-1253': [
    [
      [0x80, 0x81, 0x88, 0x98, 0xaa, 0xd2, 0xff],
      '\u20AC\x81\x88\x98\uFFFD\uFFFD\uFFFD',
      'nodejs/node#61093',
    ],
  ],
  'windows-1255': [
    [
      [0x80, 0x81, 0x8a, 0xca, 0xd9, 0xfb, 0xff],
      '\u20AC\x81\x8A\u05BA\uFFFD\uFFFD\uFFFD',
      'nodejs/node#61093',
    ],
  ],
  'ISO-8859-16': [[[0xa4, 0xa5, 0xd0, 0xff], '\u20AC\u201E\u0110\xFF', 'nodejs/node#61093']],
  'x-user-defined': [[[0x7f, 0x80, 0xff], '\x7F\uF780\uF7FF', 'nodejs/node#61093']],
  'windows-1250': [
    [
      [0x80, 0x81, 0x83, 0x88, 0x90, 0x98, 0xa5, 0xff],
      '\u20AC\x81\x83\x88\x90\x98\u0104\u02D9',
      'pillarjs/iconv-lite#367',
    ],
  ],
  'windows-1251': [
    [[0x80, 0x88, 0x98, 0xa8, 0xff], '\u0402\u20AC\x98\u0401\u044F', 'pillarjs/iconv-lite#367'],
  ],
  'windows-1254': [
    [
      [0x80, 0x81, 0x8d, 0x8e, 0x9e, 0xd0, 0xff],
      '\u20AC\x81\x8D\x8E\x9E\u011E\xFF',
      'pillarjs/iconv-lite#367',
    ],
  ],
  'windows-1256': [
    [
      [0x80, 0x81, 0x8a, 0x90, 0x9f, 0xff],
      '\u20AC\u067E\u0679\u06AF\u06BA\u06D2',
      '#single-byte-decoder',
    ],
  ],
  'windows-1257': [
    [
      [0x80, 0x81, 0x8a, 0xa1, 0xa5, 0xff],
      '\u20AC\x81\x8A\uFFFD\uFFFD\u02D9',
      'pillarjs/iconv-lite#367',
    ],
  ],
  'windows-1258': [
    [
      [0x80, 0x81, 0x8a, 0xd2, 0xfe, 0xff],
      '\u20AC\x81\x8A\u0309\u20AB\xFF',
      'pillarjs/iconv-lite#367',
    ],
  ],
  'KOI8-R': [
    [[0x95, 0x9a, 0xa3, 0xb3, 0xff], '\u2219\xA0\u0451\u0401\u042A', '#single-byte-decoder'],
  ],
  macintosh: [
    [[0x80, 0xbd, 0xdb, 0xf0, 0xff], '\xC4\u03A9\u20AC\uF8FF\u02C7', 'pillarjs/iconv-lite#367'],
  ],
  'x-mac-cyrillic': [
    [[0x80, 0xa2, 0xb6, 0xff], '\u0410\u0490\u0491\u20AC', '#single-byte-decoder'],
  ],
  'ISO-8859-2': [[[0x80, 0xa1, 0xa5, 0xff], '\x80\u0104\u013D\u02D9', '#single-byte-decoder']],
  'ISO-8859-3': [
    [
      [0x80, 0xa1, 0xa5, 0xae, 0xf0, 0xff],
      '\x80\u0126\uFFFD\uFFFD\uFFFD\u02D9',
      '#single-byte-decoder',
    ],
  ],
  'ISO-8859-4': [
    [[0x80, 0xa1, 0xa2, 0xbd, 0xff], '\x80\u0104\u0138\u014A\u02D9', '#single-byte-decoder'],
  ],
  'ISO-8859-5': [
    [[0x80, 0xa1, 0xad, 0xf0, 0xff], '\x80\u0401\xAD\u2116\u045F', '#single-byte-decoder'],
  ],
  'ISO-8859-6': [
    [
      [0x80, 0xa1, 0xa4, 0xac, 0xbf, 0xf3],
      '\x80\uFFFD\xA4\u060C\u061F\uFFFD',
      '#single-byte-decoder',
    ],
  ],
  'ISO-8859-7': [
    [
      [0x80, 0xa1, 0xa4, 0xa5, 0xaa, 0xae, 0xd2, 0xff],
      '\x80\u2018\u20AC\u20AF\u037A\uFFFD\uFFFD\uFFFD',
      '#single-byte-decoder',
    ],
  ],
  'ISO-8859-8': [
    [
      [0x80, 0xa1, 0xaa, 0xdf, 0xfb, 0xfd, 0xfe, 0xff],
      '\x80\uFFFD\xD7\u2017\uFFFD\u200E\u200F\uFFFD',
      '#single-byte-decoder',
    ],
  ],
  'ISO-8859-8-I': [
    [
      [0x80, 0xa1, 0xaa, 0xdf, 0xfb, 0xfd, 0xfe, 0xff],
      '\x80\uFFFD\xD7\u2017\uFFFD\u200E\u200F\uFFFD',
      'inexorabletash/text-encoding 0.7.0',
    ],
  ],
  'ISO-8859-10': [[[0x80, 0xa1, 0xbd, 0xff], '\x80\u0104\u2015\u0138', '#single-byte-decoder']],
  'ISO-8859-13': [
    [[0x80, 0xa1, 0xa5, 0xb4, 0xff], '\x80\u201D\u201E\u201C\u2019', '#single-byte-decoder'],
  ],
  'ISO-8859-14': [[[0x80, 0xa1, 0xac, 0xff], '\x80\u1E02\u1EF2\xFF', '#single-byte-decoder']],
  'ISO-8859-15': [
    [[0x80, 0xa4, 0xa6, 0xbc, 0xff], '\x80\u20AC\u0160\u0152\xFF', '#single-byte-decoder'],
  ],
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
      const texts = chunks.map((chunk) => decoder.decode(new Uint8Array(chunk), { stream: true }));
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

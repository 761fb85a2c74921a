'use strict';

// Single-byte encodings of iconv-lite that neither the standard nor whatwg-transcoder/codepages has: all 256 characters of
// each, with U+FFFD for bytes without a character; and those that are a table of these with other characters for some bytes.

/** Returns the characters from one code point to another. */
const range = (first, last) =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

const ascii = range(0x00, 0x7f);
const nothing = '\uFFFD'.repeat(0x80);

/** Returns a text with other characters at some places. */
function withOthers(text, others) {
  const characters = Array.from(text);
  for (const [at, character] of others) characters[at] = character;
  return characters.join('');
}

const overline = [0x7e, '\u203E'];

// Apple's Thai, with Microsoft's code points for the raised and shifted forms of marks, as iconv-lite 0.7.3 has them.
const thaiForms =
  '\u00AB\u00BB\u2026\uF88C\uF88F\uF892\uF895\uF898\uF88B\uF88E\uF891\uF894\uF897\u201C\u201D\uF899' +
  '\uFFFD\u2022\uF884\uF889\uF885\uF886\uF887\uF888\uF88A\uF88D\uF890\uF893\uF896\u2018\u2019\uFFFD';

const chars = {
  // IBM866 with the euro sign.
  cp808:
    `${ascii}${range(0x410, 0x43f)}` +
    '\u2591\u2592\u2593\u2502\u2524\u2561\u2562\u2556\u2555\u2563\u2551\u2557\u255D\u255C\u255B\u2510' +
    '\u2514\u2534\u252C\u251C\u2500\u253C\u255E\u255F\u255A\u2554\u2569\u2566\u2560\u2550\u256C\u2567' +
    '\u2568\u2564\u2565\u2559\u2558\u2552\u2553\u256B\u256A\u2518\u250C\u2588\u2584\u258C\u2590\u2580' +
    `${range(0x440, 0x44f)}\u0401\u0451\u0404\u0454\u0407\u0457\u040E\u045E` +
    '\u00B0\u2219\u00B7\u221A\u2116\u20AC\u25A0\u00A0',
  // https://www.rfc-editor.org/rfc/rfc1345, GB_1988-80
  iso646cn: withOthers(ascii, [[0x24, '\u00A5'], overline]) + nothing,
  // https://www.rfc-editor.org/rfc/rfc1345, JIS_C6220-1969-ro
  iso646jp: withOthers(ascii, [[0x5c, '\u00A5'], overline]) + nothing,
  macthai:
    `${ascii}${thaiForms}\u00A0${range(0xe01, 0xe3a)}\uFEFF\u200B\u2013\u2014${range(0xe3f, 0xe4d)}` +
    `\u2122${range(0xe4f, 0xe59)}\u00AE\u00A9\uFFFD\uFFFD\uFFFD\uFFFD`,
};

// The controls U+0080 to U+009F, as ISO/IEC 8859 has them.
const controls = Array.from({ length: 0x20 }, (_, at) => [
  0x80 + at,
  String.fromCharCode(0x80 + at),
]);

const ohm = [0xbd, '\u2126'];
const currency = [0xdb, '\u00A4'];

// The character of `base` for a byte of `forms` is the same in another form, and is written as this byte, too; for a byte of
// `changes` it is another character, which the encoding does not contain. A character of `base` for a byte that has none in
// iconv-lite stays.
const changed = {
  cp864: { base: 'ibm864', forms: [[0x25, '\u066A']] },
  cp922: { base: 'ibm922', forms: [[0xaf, '\u203E']] },
  // IBM's code points of the private use area, and forms of letters.
  cp1046: {
    base: 'ibm1046',
    forms: [
      [0x83, '\uF8F6'],
      [0x84, '\uF8F5'],
      [0x85, '\uF8F4'],
      [0x86, '\uF8F7'],
      [0xa1, '\uF8FA'],
      [0xa2, '\uF8F9'],
      [0xa3, '\uF8F8'],
      [0xa5, '\uF8FB'],
      [0xd8, '\uFEC7'],
      [0xf6, '\uF8FC'],
    ],
  },
  cp1133: { base: 'ibm1133', changes: [[0xa0, '\u00A0']] },
  iso88599: { base: 'windows-1254', changes: controls },
  iso885911: { base: 'windows-874', changes: controls },
  // https://www.rfc-editor.org/rfc/rfc2319, in which the two letters of Belarusian are box drawings.
  koi8u: {
    base: 'koi8-u',
    changes: [
      [0xae, '\u255D'],
      [0xbe, '\u256C'],
    ],
  },
  // Apple's tables before Mac OS 8.5, which had no euro sign.
  maccroatian: { base: 'x-mac-croatian', forms: [ohm], changes: [currency] },
  maccyrillic: {
    base: 'x-mac-cyrillic',
    changes: [
      [0xa2, '\u00A2'],
      [0xb6, '\u2202'],
      [0xff, '\u00A4'],
    ],
  },
  macgreek: { base: 'x-mac-greek', forms: [[0xaf, '\u0387']], changes: [[0x9c, '\u00AD']] },
  maciceland: { base: 'x-mac-icelandic', forms: [ohm], changes: [currency] },
  macintosh: { base: 'macintosh', forms: [ohm], changes: [currency] },
  macromania: {
    base: 'x-mac-romanian',
    forms: [[0xaf, '\u015E'], ohm, [0xbf, '\u015F'], [0xde, '\u0162'], [0xdf, '\u0163']],
    changes: [currency],
  },
  macturkish: { base: 'x-mac-turkish', forms: [ohm] },
  macukraine: { base: 'x-mac-cyrillic', changes: [[0xff, '\u00A4']] },
};

module.exports = { changed, chars };

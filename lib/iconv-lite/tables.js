'use strict';

// Single-byte encodings of iconv-lite that neither the standard nor whatwg-transcoder/codepages has: all 256 characters of
// each, with U+FFFD for bytes without a character.

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

module.exports = {
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

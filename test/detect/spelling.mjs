// Spells texts as people wrote them in old encodings, which lack characters that writers use today.

import { encode } from 'whatwg-transcoder';
import { encodingFor } from 'whatwg-transcoder/encodings';

const TONES = /[\u0300\u0301\u0303\u0309\u0323]/;

/** Splits the letters of Vietnamese as windows-1258 has them: a letter, then its tone mark. */
const splitTones = (text) =>
  text.normalize('NFD').replace(/\P{M}\p{M}+/gu, (letter) => {
    const marks = [...letter.slice(1)];
    const tone = marks.filter((mark) => TONES.test(mark)).join('');
    return (letter[0] + marks.filter((mark) => !TONES.test(mark)).join('')).normalize('NFC') + tone;
  });

const inAscii = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\xA0': ' ',
  '•': '*',
  '‐': '-',
};

// Romanian letters with a comma stand as those with a cedilla in the old encodings, and Persian ye as Arabic ye.
const inOldEncodings = { Ș: 'Ş', ș: 'ş', Ț: 'Ţ', ț: 'ţ', ی: 'ي' };

const digitsOfPersian = /[۰-۹]/g;

/** Returns the text as people wrote it in an encoding, which may still lack characters of it. */
export function spelledFor(text, encoding) {
  if (encoding.startsWith('UTF-')) return text;
  const canEncode = encodableIn(encoding);
  const split = encoding === 'windows-1258' ? splitTones(text) : text;
  return split
    .replace(/[ȘșȚțی]/g, (letter) => inOldEncodings[letter])
    .replace(digitsOfPersian, (digit) => String(digit.codePointAt(0) - 0x6f0))
    .replace(/[“”„‘’–—…\u2010\u2011\u2212\xA0•]/g, (sign) =>
      canEncode(sign) ? sign : inAscii[sign],
    );
}

const encodable = new Map();

/** Returns a function that says whether an encoding has a character. */
function encodableIn(encoding) {
  if (!encodable.has(encoding)) {
    const known = new Map();
    encodable.set(encoding, (character) => {
      if (!known.has(character)) known.set(character, bytesOf(character, encoding) !== undefined);
      return known.get(character);
    });
  }
  return encodable.get(encoding);
}

export const isUtf16 = (encoding) => encoding.startsWith('UTF-16');

/** Encodes a text; undefined where the encoding lacks a character. */
export function bytesOf(text, encoding) {
  if (isUtf16(encoding)) {
    const bytes = Buffer.from(text, 'utf16le');
    return encoding === 'UTF-16LE' ? bytes : bytes.swap16();
  }
  try {
    return encode(text, encodingFor(encoding));
  } catch {
    return undefined;
  }
}

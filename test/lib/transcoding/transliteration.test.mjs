// Tests similar text for what an encoding does not contain: the mode `transliterate` of the option `unencodable`, and //TRANSLIT in the
// class Iconv of whatwg-transcoder/iconv-lite. cli/conversion.test.mjs tests the same text with the command.

import { deepEqual, equal, notDeepEqual, ok, throws } from 'node:assert/strict';
import {
  canEncode,
  decode,
  encode,
  encodedLength,
  encodeInto,
  Transcoder,
  transcode,
} from 'whatwg-transcoder';
import { encodingFor, viscii } from 'whatwg-transcoder/encodings';
import * as iconv from 'whatwg-transcoder/iconv-lite';
import { encoders } from '../../harness/adapters.mjs';
import { withoutStackTraces } from '../../harness/decoders.mjs';
import { newStream } from '../../harness/encoders.mjs';
import { decodableEncodings } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { cutBy, goOn } from './samples.mjs';

const options = { unencodable: 'transliterate' };

const convert = (text, to, suffix) =>
  withoutStackTraces(() => new iconv.Iconv('utf-8', to + suffix).convert(text));

/** Converts text, and decodes the result again. */
const transliterated = (text, to, suffix = '//TRANSLIT') =>
  iconv.decode(convert(text, to, suffix), to);

/** Converts text as a stream whose chunks have `size` bytes. */
async function streamed(text, to, size) {
  const stream = new iconv.Iconv('utf-8', `${to}//TRANSLIT`);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
  stream.end();
  return iconv.decode(Buffer.concat(await stream.toArray()), to);
}

// Rows of a text and what an encoding contains of it, for all ways. The encoding of the first rows has no label here.
const rowsOf = {
  ascii: {
    'Ünïcødé, “quotes” – ‘dashes’ — «x»': 'Unicode, "quotes" - \'dashes\' -- <<x>>',
    '5 € £ ¥ ₽': '5 EUR GBP JPY RUB',
    'Straße, STRAẞE, Æ æ Œ œ Ø ø Ł ł Đ đ Ð ð Þ þ ı':
      'Strasse, STRASSE, AE ae OE oe O o L l D d D d TH th i',
    '… • → ← ⇒ © ® ™ ≠ ≤ × ÷ °': '... * -> <- => (C) (R) (TM) != <= x / deg',
    'ﬁ ﬂ ㎏ № Ⅳ Ａ ｱ ① ²': 'fi fl kg No IV A ? 1 2',
    '3½ 2⅓': '3 1/2 2 1/3',
    'e\u0301 a\u0308\u0323': 'e a',
    'a\u20D7 \u0610\u06D6\u08CA.': 'a .',
    '\u05BF\u05C0\u05C1\u05C3\u05C7': '??',
    '5 μm ㎂': '5 um uA',
    'soft\u00ADhyphen a\u200Bb\uFEFF\u202E': 'softhyphen ab',
    'a\u00A0b\u2003c': 'a b c',
    '=\u0338 ≮': '=? ?',
    '日本 Я 😀 가': '?? ? ? ?',
    '\uFFFD': '?',
  },
  'iso646-cn': { '“é” $ ¥': '"e" ? ¥' },
  ibm037: { '“é” ł n\u0303': '"é" l ñ' },
  // Both ISO-8859-1, as iconv-lite has it, and windows-1252.
  latin1: {
    '«é» ế ł Ǖ': '«é» ê l Ü',
    'cafe\u0301 e\u0301\u0301 A\u030A\u0331': 'café é Å',
    'e\u0302\u0301 e\u0301\u0302 e\u0323\u0302 ạ\u0302': 'ê é ê â',
    '\u0301 \u0301e\u0301 \uFFFD\u0301 1\u0301\n\u0301': ' é ? 1\n',
  },
  'iso-8859-2': {
    'łódź ø ß é ñ': 'łódź o ß é n',
    'o\u0301 c\u030C n\u0303 c\u0327\u030C': 'ó č n ç',
  },
  'windows-1258': {
    'ế ậ ở': '\u00EA\u0301 \u00E2\u0323 \u01A1\u0309',
    'e\u0302\u0301 a\u0302\u0323 e\u0301 o\u031B\u0309': 'ê\u0301 â\u0323 e\u0301 ơ\u0309',
  },
  'windows-1255': {
    '\uFB33 \uFB2C \uFB1D': '\u05D3\u05BC \u05E9\u05BC\u05C1 \u05D9\u05B4',
  },
  viscii: {
    'Tie\u0302\u0301ng Vie\u0323\u0302t, ê\u0301, đ –': 'Tiếng Việt, ế, đ -',
  },
  'koi8-u': { 'Δ日1 \ud800': '??1 ?' },
  'koi8-r': { '© € ё è « е\u0308 и\u0306': '© EUR ё e << ё й' },
  'windows-1253': { 'α\u0301 ι\u0308\u0301 ᾴ': 'ά ΐ ά' },
  shift_jis: {
    'か\u3099 ハ\u309A ん\u3099 ㌀ ¢£¬ 〜‖—− © ⅷ': 'が パ ん゛ アパート ￠￡￢ ～∥―－ (C) ⅷ',
    '=\u0338 ヷ': '≠ ワ゛',
  },
  'iso-2022-jp': { '日 é 本 © は\u309Aか\u3099': '日 e 本 (C) ぱが' },
  'euc-kr': {
    '\u1112\u1161\u11AB\u1100\u1173\u11AF 하\u11AB': '한글 한',
    // Hangul without a last consonant is another syllable.
    '\u1112\u1119': '??',
  },
};

describe('transliteration', () => {
  for (const [to, rows] of Object.entries(rowsOf)) {
    it(`writes what ${to} contains`, async () => {
      for (const [text, expected] of Object.entries(rows)) {
        if (!['ascii', 'iso646-cn'].includes(to)) {
          const handle = encodingFor(to);
          equal(decode(encode(text, handle, options), handle), expected, text);
        }
        // iconv-lite does not know EBCDIC.
        if (to === 'ibm037') continue;
        equal(transliterated(text, to), expected, text);
        for (const size of [1, 2, 3, 7]) {
          equal(await streamed(text, to, size), expected, `${text}, ${size} bytes at once`);
        }
      }
    });
  }

  it('leaves out with //IGNORE what has no similar text, and never a malformed sequence', () => {
    equal(transliterated('ñ日ß', 'ascii', '//TRANSLIT//IGNORE'), 'nss');
    equal(transliterated('ñ日ß', 'iso-8859-2', '//IGNORE//TRANSLIT'), 'nß');
    equal(transliterated('日ñ', 'iso-8859-2', '//IGNORE'), '');
    const malformed = Buffer.from([0x41, 0xff, 0x42]);
    const converter = new iconv.Iconv('utf-8', 'iso-8859-2//TRANSLIT//IGNORE');
    equal(converter.convert(malformed).toString(), 'A?B');
  });

  it('changes nothing in an encoding of Unicode', () => {
    const text = '“é” 日\u0301 ½ 😀';
    for (const to of ['utf-8', 'utf-16le', 'utf-32be', 'utf-7', 'cesu8', 'gb18030']) {
      equal(transliterated(text, to), text, to);
    }
  });

  it('throws for no character, and leaves alone what the encoding contains', () => {
    for (const to of ['iso-8859-2', 'shift_jis', 'macthai']) {
      for (const from of [0, 0x1000, 0x2000, 0x3000, 0xf000, 0x1_d000, 0x1_f000]) {
        const points = Array.from({ length: 0x1000 }, (_, index) => from + index);
        const text = String.fromCodePoint(...points).toWellFormed();
        const bytes = convert(text, to, '//TRANSLIT');
        const characters = Array.from(text.replace('\n', ''));
        const back = iconv.decode(iconv.encode(characters.join('\n'), to), to).split('\n');
        const contained = characters.filter((each, at) => back[at] === each).join('');
        ok(bytes.length >= contained.length, to);
        equal(transliterated(contained, to), contained, to);
      }
    }
  });

  it('gives each unencodable character for itself, in a long text of many different ones', () => {
    const text = 'éßł“'.repeat(50_000) + String.fromCodePoint(...Array(5000).keys());
    ok(transliterated(text, 'ascii').startsWith('essl"essl"'));
  });
});

// Letters that take marks in some encodings, letters that do not, and marks.
const letters = Array.from('aeEoOuAφカはかウ日“€Ê=<1 \n\u1112\u1100가ếøﾊ\uFFFD\u{1F600}\u{20000}');
const marks = Array.from(
  '\u0300\u0301\u0302\u0303\u0304\u0308\u0323\u0331\u0338\u3099\u1161\u11AB\u200D\uFE0F\u{E0100}',
);

/** A text of letters with marks, of which there are sometimes many. */
function sampleText(random) {
  let text = '';
  for (let rest = random(12); rest > 0; rest--) {
    text += letters[random(letters.length)];
    const count = random(3) > 0 ? random(4) : random(20) > 0 ? 0 : random(80);
    for (let i = 0; i < count; i++) text += marks[random(marks.length)];
  }
  return text;
}

const others = 'viscii tcvn ibm037 x-mac-greek johab eucjp-ms hz-gb-2312 iso-2022-kr'.split(' ');

describe("unencodable: 'transliterate'", () => {
  // encodeInto() refuses this mode.
  const { 'encodeInto of encodedLength() bytes': _, ...ways } = encoders;

  for (const name of [...decodableEncodings, ...others]) {
    it(`${name}: has the same bytes in every function and stream, in every cut`, async () => {
      const handle = encodingFor(name);
      const random = randomFrom(name.length * 77 + name.charCodeAt(0));
      for (let i = 0; i < 20; i++) {
        const text = sampleText(random);
        const chunks = [...cutBy(text, () => random(4)), text, ''];
        const expected = encode(text + text, handle, options);
        equal(encodedLength(text + text, handle, options), expected.length);
        for (const [way, run] of Object.entries(ways)) {
          const { output } = await run(handle, chunks, options);
          deepEqual(output, expected, `${way}: ${text}`);
        }
      }
    });

    it(`${name}: counts the same errors in every cut, and loses nothing beside them`, () => {
      const handle = encodingFor(name);
      const random = randomFrom(name.length * 13 + name.charCodeAt(0));
      for (let i = 0; i < 30; i++) {
        const from = i % 4 < 2 ? 'utf-8' : 'utf-16le';
        const bytes = encode(sampleText(random), from);
        if (i % 2 === 1 && bytes.length > 0) bytes[random(bytes.length)] = random(256);
        for (const other of [
          {},
          { malformed: 'skip' },
          { malformed: () => 'e\u0301' },
          { fatal: true },
        ]) {
          const settings = { ...options, maxErrors: random(4), ...other };
          const run = (chunks) => {
            const transcoder = new Transcoder(from, handle, settings);
            const result = goOn(transcoder, chunks);
            return {
              bytes: result.bytes,
              offsets: result.errors.map(({ offset }) => offset),
              replacements: transcoder.replacements,
              first: transcoder.firstErrorOffset,
            };
          };
          const whole = run([bytes]);
          deepEqual(run(cutBy(bytes, () => 1)), whole);
          deepEqual(run(cutBy(bytes, () => random(7))), whole);
        }
      }
    });
  }

  it('has the same bytes across the pieces in which text is encoded', () => {
    for (const length of [8150, 8191, 8192, 8193, 65_535, 65_536]) {
      for (const tail of [
        'e\u0302\u0301“',
        `e${'\u0323'.repeat(40)}\u0301é`,
        '\u{1F600}\u{E0100}o\u0308',
      ]) {
        const before = 'a'.repeat(length);
        const expected = Buffer.concat([Buffer.from(before), encode(tail, 'iso-8859-2', options)]);
        const text = before + tail;
        deepEqual(encode(text, 'iso-8859-2', options), expected);
        deepEqual(transcode(Buffer.from(text), 'utf-8', 'iso-8859-2', options), expected);
      }
    }
  });

  it('composes a letter with up to 32 marks, and holds no more', () => {
    const composed = (count) => `a${'\u0331'.repeat(count)}\u0301`;
    equal(encode(composed(31), 'latin1', options).toString('latin1'), 'á');
    equal(encode(composed(32), 'latin1', options).toString('latin1'), 'a');
    deepEqual(encode('u\u031B\u0301\u0301', viscii, options), encode('\u1EE9', viscii));
    const stream = newStream('latin1', options);
    const lengths = Array.from(composed(40), (each) => stream.encode(each, false).length);
    deepEqual(lengths, [...Array(32).fill(0), 1, ...Array(9).fill(0)]);
  });

  it('passes on a line at once', () => {
    const transcoder = new Transcoder('utf-8', 'latin1', options);
    equal(transcoder.write(Buffer.from('e\u0301\n')).toString('latin1'), 'é\n');
    equal(transcoder.write(Buffer.from('e')).length, 0);
    equal(transcoder.end().toString(), 'e');
  });

  it('counts what is replaced, and not what is composed', () => {
    const transcoder = new Transcoder('utf-8', 'latin1', { ...options, maxErrors: 1 });
    equal(transcoder.write(Buffer.from('cafe\u0301 ł.')).toString('latin1'), 'café l.');
    equal(transcoder.replacements, 1);
    const text = Buffer.from('xa\u0323\u0308y');
    throws(
      () => transcoder.end(text),
      ({ code, cause, offset, output }) => {
        deepEqual([code, cause.codePoint, offset], ['ERR_ENCODING_TOO_MANY_ERRORS', 0x323, 12]);
        equal(output.toString('latin1'), 'xa');
        return true;
      },
    );
    // Behind an error the marks that follow stand alone.
    throws(() => transcoder.end(), { code: 'ERR_ENCODING_TOO_MANY_ERRORS', offset: 14 });
    equal(transcoder.end().toString(), 'y');
    throws(() => encode('e\u0301ł', 'latin1', { ...options, maxErrors: 0 }), {
      code: 'ERR_ENCODING_TOO_MANY_ERRORS',
      index: 2,
    });
    equal(encode('e\u0301', 'latin1', { ...options, maxErrors: 0 }).toString('hex'), 'e9');
  });

  it('keeps to maxOutputBytes, and a call that fails changes nothing', () => {
    const limited = { ...options, maxOutputBytes: 4 };
    equal(encode('e\u0301…', 'latin2', limited).toString('hex'), 'e92e2e2e');
    const tooLarge = { code: 'ERR_ENCODING_OUTPUT_TOO_LARGE' };
    throws(() => encode('e\u0301…a', 'latin2', limited), tooLarge);
    const transcoder = new Transcoder('utf-8', 'latin2', limited);
    equal(transcoder.write(Buffer.from('e')).length, 0);
    throws(() => transcoder.write(Buffer.from('\u0301…ab')), tooLarge);
    equal(transcoder.end(Buffer.from('\u0301…')).toString('hex'), 'e92e2e2e');
    transcoder.reset();
    transcoder.write(Buffer.from('e'));
    transcoder.reset();
    equal(transcoder.end(Buffer.from('\u0301')).length, 0);
  });

  it('writes what comes before an error, with the letter that waited', () => {
    const settings = { ...options, fatal: true };
    const output = Buffer.from('e');
    throws(() => transcode(Buffer.of(0x65, 0xff, 0x61), 'utf-8', 'latin1', settings), { output });
    const transcoder = new Transcoder('utf-8', 'latin1', settings);
    throws(() => transcoder.write(Buffer.of(0x65, 0xff, 0xcc)), { output });
    equal(transcoder.end(Buffer.of(0x81)).length, 0);
  });

  it('changes nothing in an encoding of Unicode, and nothing that the encoding contains', () => {
    const text = 'e\u0301 か\u3099 “日” \u1112\u1161';
    for (const name of ['utf-8', 'utf-16le', 'gb18030']) {
      equal(decode(encode(text, name, options), name), text);
      const settings = { ...options, maxErrors: 0, addBOM: true, malformed: 'skip' };
      equal(decode(transcode(Buffer.from(text), 'utf-8', name, settings), name), text);
    }
    ok(canEncode('e\u0301', 'windows-1258'));
    const bytes = encode('e\u0301', 'windows-1258', options);
    notDeepEqual(bytes, encode('é', 'windows-1258'));
    deepEqual(bytes, encode('e\u0301', 'windows-1258'));
  });

  it('is refused by encodeInto, with a message that says so', () => {
    throws(() => encodeInto('é', new Uint8Array(2), 'koi8-r', options), {
      code: 'ERR_INVALID_ARG_TYPE',
      message:
        'options.unencodable must be neither \'transliterate\' nor a function in encodeInto(); received the string "transliterate"',
    });
  });

  it('composes canonically equivalent text alike', () => {
    for (const name of ['windows-1252', 'iso-8859-2', 'koi8-u', 'shift_jis', 'euc-kr']) {
      for (let codePoint = 0xa0; codePoint < 0x1f00; codePoint++) {
        const character = String.fromCodePoint(codePoint);
        const decomposed = character.normalize('NFD');
        if (decomposed === character || character.normalize('NFC') !== character) continue;
        const bytes = encode(character, name, options);
        if (bytes.includes(0x3f)) continue;
        deepEqual(encode(decomposed, name, options), bytes, `${name} ${character}`);
      }
    }
  });
});

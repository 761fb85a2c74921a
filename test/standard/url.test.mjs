// Tests percent-encoding and forms in all encodings.
// https://url.spec.whatwg.org/#percent-encoded-bytes
// https://url.spec.whatwg.org/#application/x-www-form-urlencoded

import { deepEqual, equal, throws } from 'node:assert/strict';
import {
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
} from 'whatwg-transcoder/hooks';
import { notSupported, wrongType } from '../harness/errors.mjs';
import { randomFrom } from '../harness/random-cases.mjs';
import { revokedProxy } from '../harness/revoked-proxy.mjs';
import {
  encodableNames,
  encoderOf,
  referenceDecode,
  referenceEncode,
} from '../reference/reference.mjs';

const form = 'application/x-www-form-urlencoded';
const ascii = String.fromCharCode(...Array(128).keys());

const percentEncodeByte = (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

describe('percent-encode after encoding', () => {
  it('returns the results of the URL Standard', () => {
    for (const [encoding, input, set, output] of [
      ['Shift_JIS', ' ', 'special-query', '%20'],
      ['Shift_JIS', '\u2261', 'special-query', '%81%DF'],
      ['Shift_JIS', '\u203D', 'special-query', '%26%238253%3B'],
      ['ISO-2022-JP', '\u00A5', 'special-query', '%1B(J\\%1B(B'],
      ['Shift_JIS', '1+1 \u2261 2%20\u203D', form, '1%2B1+%81%DF+2%2520%26%238253%3B'],
      ['UTF-8', '\u2261', 'userinfo', '%E2%89%A1'],
      ['UTF-8', '\u203D', 'userinfo', '%E2%80%BD'],
      ['UTF-8', 'Say what\u203D', 'userinfo', 'Say%20what%E2%80%BD'],
    ]) {
      equal(percentEncodeAfterEncoding(encoding, input, set), output);
    }
  });

  it('encodes Shift_JIS U+00A5 as the byte 0x5C, which may be in the set or not', () => {
    equal(percentEncodeAfterEncoding('Shift_JIS', '\u00A5', 'userinfo'), '%5C');
    equal(percentEncodeAfterEncoding('Shift_JIS', '\u00A5', 'special-query'), '\\');
    equal(percentEncodeAfterEncoding('ISO-2022-JP', '\u00A5', 'userinfo'), '%1B(J%5C%1B(B');
  });

  // The code points below U+0080 that are not in each set, by the definition of the set.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const left = {
    'C0 control': `${letters} !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`,
    fragment: `${letters}!#$%&'()*+,-./:;=?@[\\]^_{|}~`,
    query: `${letters}!$%&'()*+,-./:;=?@[\\]^_\`{|}~`,
    'special-query': `${letters}!$%&()*+,-./:;=?@[\\]^_\`{|}~`,
    path: `${letters}!$%&'()*+,-./:;=@[\\]_|~`,
    userinfo: `${letters}!$%&'()*+,-._~`,
    component: `${letters}!'()*-._~`,
    [form]: `${letters}*-._`,
  };
  for (const [set, characters] of Object.entries(left)) {
    it(`has the ${set} percent-encode set`, () => {
      const expected = [...ascii].map((character) => {
        if (character === ' ' && set === form) return '+';
        return characters.includes(character)
          ? character
          : percentEncodeByte(character.charCodeAt(0));
      });
      equal(percentEncodeAfterEncoding('utf-8', ascii, set), expected.join(''));
      equal(percentEncodeAfterEncoding('windows-1252', '\u0081\u00FF', set), '%81%FF');
    });
  }

  it('returns the same as encodeURIComponent(), for UTF-8 and the component set', () => {
    const text = `${ascii}\u00E9\u3042\u{1F4A9}`;
    const output = percentEncodeAfterEncoding('UTF-8', text, 'component');
    equal(output, encodeURIComponent(text));
  });

  it('accepts a function as the set, and calls it for bytes up to 0x7F', () => {
    const asked = [];
    const set = (byte) => asked.push(byte) && byte === 0x61;
    const output = percentEncodeAfterEncoding('windows-1252', 'ab \u00E9', set);
    equal(output, '%61b %E9');
    equal(Math.max(...asked), 0x7f);
  });

  it('handles many errors and long texts', () => {
    for (const [text, output, count] of [
      ['\u00E9a', '%26%23233%3Ba', 5000],
      ['a ', 'a%20', 50_000],
    ]) {
      const made = percentEncodeAfterEncoding('big5', text.repeat(count), 'query');
      equal(made, output.repeat(count));
    }
  });

  // The core gets pieces of 8,192 code units.
  it('treats the end of a piece like any other place', () => {
    const inAscii = '%1B(B';
    for (let length = 8188; length <= 8196; length += 1) {
      const before = 'a'.repeat(length);
      for (const [encoding, input, output] of [
        ['Shift_JIS', '\u{1F4A9}', '%26%23128169%3B'],
        ['Shift_JIS', '\uD83D', '%26%2365533%3B'],
        ['UTF-8', '\u{1F4A9}', '%F0%9F%92%A9'],
        [
          'ISO-2022-JP',
          '\u3042\u{1F4A9}\u3042',
          `%1B$B$%22${inAscii}%26%23128169%3B%1B$B$%22${inAscii}`,
        ],
        ['ISO-2022-JP', '\u00A5\u203D\\', `%1B(J\\%26%238253%3B${inAscii}\\`],
      ]) {
        const made = percentEncodeAfterEncoding(encoding, before + input, 'special-query');
        equal(made.slice(0, length), before);
        equal(made.slice(length), output, `${encoding} ${length}`);
      }
    }
  });

  it('distinguishes an unencodable character from a text that looks like its reference', () => {
    const set = () => false;
    for (const encoding of ['big5', 'windows-1251', 'iso-2022-jp']) {
      const input = '&#233;\u00E9%26%23233%3B&\u00E9#;';
      const output = '&#233;%26%23233%3B%26%23233%3B&%26%23233%3B#;';
      equal(percentEncodeAfterEncoding(encoding, input, set), output);
    }
  });

  it('agrees with the reference in random texts of every encoding', () => {
    const letters = Array.from(`a\\~&#;\u00A5\u203E\u00E9\u3042\u30A2\u0416\u{1F4A9}\x0E\uE5E5`);
    const random = randomFrom(1);
    for (const name of encodableNames) {
      for (let i = 0; i < 30; i += 1) {
        const input = Array.from({ length: random(20) }, () => letters[random(letters.length)]);
        // One encoder encodes up to each error in turn:
        // https://url.spec.whatwg.org/#string-percent-encode-after-encoding
        const encoder = encoderOf(name);
        let expected = '';
        for (let rest = input.join(''); ; ) {
          const { bytes, errors } = referenceEncode(name, rest, 'fatal', encoder);
          expected += Array.from(bytes, (byte) =>
            left.component.includes(String.fromCharCode(byte))
              ? String.fromCharCode(byte)
              : percentEncodeByte(byte),
          ).join('');
          if (errors.length === 0) break;
          const [{ index, codePoint }] = errors;
          expected += `%26%23${codePoint}%3B`;
          rest = rest.slice(index + String.fromCodePoint(rest.codePointAt(index)).length);
        }
        const made = percentEncodeAfterEncoding(name, input.join(''), 'component');
        equal(made, expected, `${name}: ${JSON.stringify(input.join(''))}`);
      }
    }
  });

  it('refuses encodings without an encoder, and unknown sets', () => {
    for (const label of ['utf-16le', 'replacement', 'utf-7']) {
      throws(() => percentEncodeAfterEncoding(label, '', 'query'), notSupported);
    }
    for (const set of [undefined, null, 'host', 'toString', {}]) {
      throws(() => percentEncodeAfterEncoding('utf-8', '', set), wrongType);
    }
  });
});

describe('application/x-www-form-urlencoded serializing', () => {
  it('joins names and values, and percent-encodes them after encoding', () => {
    const tuples = [
      ['\u540D\u524D', '\u8868 & \u203D'],
      ['', ''],
      ['a=b', 'c+d'],
    ];
    equal(serializeUrlencoded(tuples, 'sjis'), '%96%BC%91O=%95%5C+%26+%26%238253%3B&=&a%3Db=c%2Bd');
    equal(serializeUrlencoded([], 'sjis'), '');
  });

  it('returns the same as URLSearchParams, for UTF-8', () => {
    const parameters = new URLSearchParams([
      [ascii, '\u00E9\u3042\u{1F4A9}'],
      ['', 'a b'],
    ]);
    equal(serializeUrlencoded(parameters), parameters.toString());
    equal(serializeUrlencoded(new Map([['a', '\u00E9']]), 'utf-8'), 'a=%C3%A9');
  });

  it('uses the output encoding', () => {
    for (const encoding of ['replacement', 'UTF-16BE', 'utf-16', 'UTF-8']) {
      equal(serializeUrlencoded([['a', '\u00E9']], encoding), 'a=%C3%A9');
    }
  });

  it('begins each name and value in the ASCII state of ISO-2022-JP', () => {
    const tuples = [['\u00A5\u203D', '\\']];
    const output = '%1B%28J%5C%26%238253%3B%1B%28B=%5C';
    equal(serializeUrlencoded(tuples, 'iso-2022-jp'), output);
  });

  it('refuses what is not tuples of strings, and what is not an encoding', () => {
    for (const tuples of [undefined, null, 'a=b', { a: 'b' }, ['ab'], [['a']], [['a', 'b', 'c']]]) {
      throws(() => serializeUrlencoded(tuples, 'utf-8'), wrongType);
    }
    throws(() => serializeUrlencoded([['a', 1]]), wrongType);
    throws(() => serializeUrlencoded([[null, 'a']]), wrongType);
    throws(() => serializeUrlencoded([revokedProxy()]), wrongType);
    throws(() => serializeUrlencoded([], 'utf-7'), notSupported);
  });
});

describe('application/x-www-form-urlencoded parsing', () => {
  it('splits on & and on the first =, and skips empty sequences', () => {
    for (const [input, tuples] of [
      ['', []],
      ['&&', []],
      ['a', [['a', '']]],
      ['=', [['', '']]],
      ['=&', [['', '']]],
      ['=a', [['', 'a']]],
      ['a=', [['a', '']]],
      ['a=b=c', [['a', 'b=c']]],
      ['&a=b&&', [['a', 'b']]],
    ]) {
      deepEqual(parseUrlencoded(input, 'shift_jis'), tuples, input);
      deepEqual(parseUrlencoded(Buffer.from(input)), tuples, input);
    }
  });

  it('replaces + with a space, and percent-decodes after that', () => {
    for (const [input, value] of [
      ['+%2B%2b+', ' ++ '],
      ['%25%s%1G', '%%s%1G'],
      ['%', '%'],
      ['%4', '%4'],
      ['%%41', '%A'],
      ['%3D%26', '=&'],
      ['%4&1=', '%4'],
    ]) {
      equal(parseUrlencoded(`a=${input}`, 'euc-kr')[0][1], value, input);
    }
    deepEqual(parseUrlencoded('%4&1=2'), [
      ['%4', ''],
      ['1', '2'],
    ]);
  });

  it('returns the same as URLSearchParams, for UTF-8', () => {
    for (const input of [
      `a=${ascii}&%F0%9F%92%A9=\u{1F4A9}\u00E9+%C3%A9&a=%E9`,
      '%EF%BB%BFa=\uFEFFb&a=%FE%FF&a=\uD800',
      'a=b&c=%zz%&=&&d&%=%&%a=%a',
    ]) {
      deepEqual(parseUrlencoded(input), [...new URLSearchParams(input)]);
      const bytes = Buffer.from(input);
      deepEqual(parseUrlencoded(bytes), [...new URLSearchParams(bytes.toString())]);
    }
  });

  it('decodes the percent-decoded bytes with the encoding, without byte order mark', () => {
    deepEqual(parseUrlencoded('%96%BC%91O=%95%5C', 'sjis'), [['\u540D\u524D', '\u8868']]);
    deepEqual(parseUrlencoded('%96%BC%91%4f=%95\\', 'sjis'), [['\u540D\u524D', '\u8868']]);
    deepEqual(parseUrlencoded('a=%FF%FEa%00', 'windows-1252'), [['a', '\u00FF\u00FEa\0']]);
    deepEqual(parseUrlencoded('a=%EF%BB%BF', 'utf-8'), [['a', '\uFEFF']]);
    deepEqual(parseUrlencoded('a=%81&b=%81', 'big5'), [
      ['a', '\uFFFD'],
      ['b', '\uFFFD'],
    ]);
    deepEqual(parseUrlencoded('a=%1B$B$%22&b=$%22', 'iso-2022-jp'), [
      ['a', '\u3042'],
      ['b', '$"'],
    ]);
    for (const encoding of ['replacement', 'UTF-16BE', 'utf-16']) {
      deepEqual(parseUrlencoded('a=%C3%A9', encoding), [['a', '\u00E9']]);
    }
  });

  it('agrees with the reference for all bytes and every encoding', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const body = `a=${Array.from(bytes, percentEncodeByte).join('')}`;
    for (const name of encodableNames) {
      const expected = [['a', referenceDecode(name, bytes).text]];
      deepEqual(parseUrlencoded(body, name), expected, name);
    }
  });

  it('reads non-ASCII code points of a string as their bytes in the encoding', () => {
    // In ISO-2022-JP, katakana are pairs of ASCII bytes, and the first byte of each pair is a
    // percent sign.
    for (const encoding of ['iso-2022-jp', 'shift_jis', 'euc-jp', 'gbk', 'gb18030', 'utf-8']) {
      const poo = encoding === 'gb18030' || encoding === 'utf-8' ? '\u{1F4A9}' : '&#128169;';
      const tuples = [['\u30A2', `\u30C3\u30D0\u30C5 ${poo}`]];
      const text = '\u30A2=\u30C3\u30D0\u30C5+\u{1F4A9}';
      deepEqual(parseUrlencoded(text, encoding), tuples, encoding);
    }
  });

  it('parses what was serialized, in every encoding', () => {
    for (const name of encodableNames) {
      const letters = ['\u00E9', '\u3042', '\u0416', '\u0E01', '\uAC00', '\uF7A0', '\u00A4'];
      const known = letters.filter((letter) => referenceEncode(name, letter).errors.length === 0);
      const tuples = [
        // Without the control characters that ISO-2022-JP refuses.
        [ascii.slice(0x1c), known.join('+&=%')],
        ['', known.reverse().join('')],
      ];
      deepEqual(parseUrlencoded(serializeUrlencoded(tuples, name), name), tuples, name);
    }
  });

  it('parses at most maxTuples tuples', () => {
    const tooMany = { name: 'RangeError', code: 'ERR_URLENCODED_TOO_MANY_TUPLES' };
    const parse = (input, maxTuples) => parseUrlencoded(input, 'utf-8', { maxTuples }).length;
    equal(parse('a&b&&', 2), 2);
    equal(parse('&&', 0), 0);
    equal(parse('a&b', undefined), 2);
    throws(() => parse('a&b&c', 2), tooMany);
    throws(() => parse('a', 0), tooMany);
    for (const maxTuples of [-1, NaN, '2', {}]) {
      throws(() => parse('a', maxTuples), wrongType);
    }
    equal(parseUrlencoded('a&b', 'utf-8', null).length, 2);
    throws(() => parseUrlencoded('a', 'utf-8', 2), wrongType);
  });

  it('refuses what is not a valid input and what is not an encoding', () => {
    for (const input of [undefined, null, 1, {}, ['a']]) {
      throws(() => parseUrlencoded(input, 'utf-8'), wrongType);
    }
    throws(() => parseUrlencoded('', 'utf-7'), notSupported);
  });
});

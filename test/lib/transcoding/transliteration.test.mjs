// Tests //TRANSLIT in the command and in the class Iconv of whatwg-transcoder/iconv-lite: similar text for what an encoding does
// not contain.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { decode } from 'whatwg-transcoder';
import * as codepages from 'whatwg-transcoder/codepages';
import * as iconv from 'whatwg-transcoder/iconv-lite';
import { command } from '../cli/command.mjs';

/** Converts text, and decodes the result again. */
function transliterated(text, to, suffix = '//TRANSLIT') {
  return iconv.decode(new iconv.Iconv('utf-8', to + suffix).convert(text), to);
}

/** Converts text as a stream whose chunks have `size` bytes. */
async function streamed(text, to, size) {
  const stream = new iconv.Iconv('utf-8', `${to}//TRANSLIT`);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
  stream.end();
  return iconv.decode(Buffer.concat(await stream.toArray()), to);
}

describe('transliteration', () => {
  for (const [to, rows] of Object.entries({
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
    'iso-8859-1': { '«é» ế “ ł Ǖ': '«é» ê " l Ü', 'e\u0301': 'e' },
    'iso-8859-2': { 'łódź ø € ß é ñ': 'łódź o EUR ß é n' },
    'windows-1258': { 'ế ậ ở': '\u00EA\u0301 \u00E2\u0323 \u01A1\u0309' },
    'koi8-r': { '© € ё è «': '© EUR ё e <<' },
    shift_jis: { 'か\u3099 ¢£¬ — © ⅷ': 'か゛ ￠￡￢ ― (C) ⅷ' },
    'iso-2022-jp': { '日 é 本 ©': '日 e 本 (C)' },
    'iso646-cn': { '“é” $ ¥': '"e" ? ¥' },
    cp037: { '“é” ł': '"é" l' },
  })) {
    it(`writes what ${to} contains`, async () => {
      for (const [text, expected] of Object.entries(rows)) {
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
        const bytes = new iconv.Iconv('utf-8', `${to}//TRANSLIT`).convert(text);
        const contained = Array.from(text)
          .filter((each) => iconv.decode(iconv.encode(each, to), to) === each)
          .join('');
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

describe('transliteration in the command', () => {
  /** Runs the command; returns its status, its output decoded, and what it says. */
  function run(input, to, ...args) {
    const { status, stdout, stderr } = command(['-t', to, ...args], { input });
    const [label] = to.split('//');
    const text = label === 'ibm037' ? codepages.decode(stdout, label) : decode(stdout, label);
    return [text, status, stderr];
  }

  it('writes similar text, and « ? » without any, with status 0', () => {
    deepEqual(run('“ł” € ñ 日', 'iso-8859-2//TRANSLIT'), ['"ł" EUR n ?', 0, '']);
    deepEqual(run('“ł” € ñ 日', 'ibm037//translit'), ['"l" EUR ñ ?', 0, '']);
    deepEqual(run('“ł” € 日', 'utf-16le//TRANSLIT'), ['“ł” € 日', 0, '']);
  });

  it('does with other characters what -c, //IGNORE and --unencodable say', () => {
    for (const args of [
      ['koi8-r//TRANSLIT//IGNORE'],
      ['koi8-r//IGNORE,TRANSLIT'],
      ['koi8-r//TRANSLIT', '-c'],
    ]) {
      const [text, status, message] = run('ñ日ß', ...args);
      deepEqual([text, status], ['nss', 1], args.join(' '));
      match(message, /omitted 1 /);
    }
    const html = run('ñ日ß', 'koi8-r//TRANSLIT', '--unencodable=html');
    deepEqual(html, ['n&#26085;ss', 0, '']);
    const [text, status, message] = run('ñ日ß', 'koi8-r//TRANSLIT', '--unencodable=fatal');
    deepEqual([text, status], ['n', 1]);
    match(message, /: at byte 2: KOI8-R does not contain U\+65E5/);
  });

  it('gives the same text however the input is cut', () => {
    // The command reads 64 KB at once.
    for (const before of [65_533, 65_534, 65_535, 65_536]) {
      const a = 'a'.repeat(before);
      equal(run(`${a}e\u0301“ß`, 'koi8-r//TRANSLIT')[0], `${a}e"ss`);
    }
  });
});

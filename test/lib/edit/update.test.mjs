// Tests update(): that small edits are found, that lines keep their bytes, and how lines end.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { decode, encode } from 'whatwg-transcoder';
import { EditableText } from 'whatwg-transcoder/edit';
import { hzGb2312 } from 'whatwg-transcoder/encodings';
import { randomFrom } from '../../harness/random-cases.mjs';

// Bytes that no encoder writes back: a duplicate of NEC, a user-defined character, and half a character.
const odd = Buffer.from('ed40f04082', 'hex');
const sjis = (...parts) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? encode(part, 'shift_jis') : part)));

describe('update()', () => {
  it('changes one line of a source in Shift_JIS, and keeps the odd bytes of that line and of all others', () => {
    const line = (number) => sjis(`x = ${number}; // 値`, odd, '\r\n');
    const lines = Array.from({ length: 300 }, (_, at) => line(at));
    const file = new EditableText(Buffer.concat(lines), 'shift_jis');
    const start = file.text.indexOf('x = 150;');
    const ranges = file.update(file.text.replace('x = 150;', 'total = 15;'));
    deepEqual(ranges, [
      { start, end: start + 5 },
      { start: start + 8, end: start + 10 },
    ]);
    lines[150] = sjis('total = 15; // 値', odd, '\r\n');
    deepEqual(file.toBytes(), Buffer.concat(lines));
  });

  it('changes one line of ISO-8859-1 with 1,000 accents', () => {
    const text = 'é à ü\n'.repeat(334);
    const file = new EditableText(encode(text, 'windows-1252'), 'iso-8859-1');
    const changed = `${text.slice(0, 600)}señor${text.slice(600)}`;
    file.update(changed);
    deepEqual(file.toBytes(), encode(changed, 'windows-1252'));
  });

  // What filters do with the text of a file whose lines have odd bytes.
  const lines = Array.from({ length: 200 }, (_, at) => [`${(at * 37) % 200} 漢`, `${at % 7} 字`]);
  const bytesOf = (list, end = '\r\n') =>
    Buffer.concat(list.map(([a, b]) => sjis(a, odd, b, odd, end)));
  const bySize = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0);
  for (const [name, filter, expected] of [
    [
      'sed on every line',
      (text) => text.replaceAll('漢', '<漢>'),
      bytesOf(lines.map(([a, b]) => [a.replace('漢', '<漢>'), b])),
    ],
    [
      'sort',
      (text) => `${text.split('\r\n').slice(0, -1).sort().join('\r\n')}\r\n`,
      bytesOf(lines.toSorted(bySize)),
    ],
    [
      'sort -r without a last end',
      (text) => text.split('\r\n').slice(0, -1).sort().reverse().join('\r\n'),
      bytesOf(lines.toSorted(bySize).reverse()).subarray(0, -2),
    ],
    ["tr -d '\\r'", (text) => text.replaceAll('\r', ''), bytesOf(lines, '\n')],
    [
      'uniq',
      (text) => `${text}${text.slice(0, text.indexOf('\n') + 1)}`,
      Buffer.concat([bytesOf(lines), bytesOf(lines.slice(0, 1))]),
    ],
    ['head', (text) => text.slice(0, 500), bytesOf(lines).subarray(0, 0)],
    [
      'grep -v',
      (text) =>
        text
          .split('\r\n')
          .filter((line) => !line.includes('3 字'))
          .join('\r\n'),
      bytesOf(lines.filter(([, b]) => b !== '3 字')),
    ],
  ]) {
    it(`splices what ${name} has changed`, () => {
      const file = new EditableText(bytesOf(lines), 'shift_jis');
      const wanted = filter(file.text);
      file.update(wanted);
      equal(file.text, wanted);
      if (name === 'head')
        ok(bytesOf(lines).subarray(0, file.toBytes().length).equals(file.toBytes()));
      else deepEqual(file.toBytes(), expected);
    });
  }

  // Each line has bytes that no encoder writes, in place of characters that the encoding contains.
  for (const [label, odd, other] of [
    ['utf-16le', '00d861000a00', '42000a00'],
    ['gb18030', '84318235610a', '420a'],
    ['utf-8', 'ff610a', '420a'],
    ['shift_jis', 'ed40610a', '420a'],
  ]) {
    it(`copies a line far away with its bytes: ${odd} of ${label}`, () => {
      const plain = other.repeat(40);
      const file = new EditableText(Buffer.from(odd + plain, 'hex'), label);
      const line = file.text.slice(0, 3);
      const plainText = file.text.slice(3);
      file.update(line + plainText + line);
      equal(file.toBytes().toString('hex'), odd + plain + odd);
      const last = plainText.slice(2) + line;
      const copied = new EditableText(Buffer.from(odd + plain, 'hex'), label);
      copied.update(line + last);
      equal(copied.toBytes().toString('hex'), odd + plain.slice(other.length) + odd);
      // A line that only ASCII is added to keeps its own bytes, also where another one has its new text.
      const longer = line.replace('a', 'ab');
      const a = label === 'utf-16le' ? '6100' : '61';
      const full = Buffer.from(encode(longer, label)).toString('hex');
      const changed = new EditableText(Buffer.from(odd + plain + full, 'hex'), label);
      changed.update(longer + plainText + longer);
      const own = odd.replace(a, a + a.replace('61', '62'));
      equal(changed.toBytes().toString('hex'), own + plain + full);
    });
  }

  it('moves lines of ISO-2022-JP with their bytes', () => {
    const lines = ['\x1b$@$"\x1b(J\n', 'abc\n', '\x1b$B$$\x1b(B\x1b(J\n'].map((line) =>
      Buffer.from(line),
    );
    const file = new EditableText(Buffer.concat([lines[0], lines[1]]), 'iso-2022-jp');
    const { text } = file;
    const [first, second] = text.split('\n');
    file.update(`${second}\n${first}\n`);
    equal(file.text, `${second}\n${first}\n`);
    const hz = new EditableText(Buffer.from('~{VP9z~}\nabc\n'), hzGb2312);
    hz.update('abc\n中国\n');
    equal(hz.toBytes().toString(), 'abc\n~{VP9z~}\n');
  });

  it('moves lines that are the same text with the bytes of each', () => {
    const [first, second] = ['81ca', 'eef9'].map((start) => `${start}${'82a0'.repeat(9000)}0a`);
    const rest = '780a790a7a0a';
    for (const old of [`${rest}${first}${second}`, `${first}${rest}${second}`]) {
      const file = new EditableText(Buffer.from(old, 'hex'), 'shift_jis');
      const line = /.{9,}/.exec(file.text);
      file.update(`${line}\n${line}\nx\ny\nz\n`);
      equal(file.toBytes().toString('hex'), `${first}${second}${rest}`);
    }
  });

  it('never splits a surrogate pair or a pair that is two code points', () => {
    const file = new EditableText(Buffer.from('a😀b'));
    file.update('a😁b');
    equal(file.text, 'a😁b');
    const big5 = new EditableText(Buffer.from('4188624142', 'hex'), 'big5');
    throws(() => big5.update(big5.text.replace('\u0304', '')), {
      code: 'ERR_ENCODING_UNENCODABLE',
    });
    big5.update(big5.text.replace('\u00CA\u0304', '一'));
    equal(big5.toBytes().toString('hex'), '41a4404142');
  });

  it('tells which character of the given text the encoding lacks, and changes nothing', () => {
    const file = new EditableText(sjis('あ\nい\n'), 'shift_jis');
    const text = 'あ\nx😀\n';
    throws(() => file.update(text), {
      code: 'ERR_ENCODING_UNENCODABLE',
      index: 3,
      codePoint: 0x1f600,
    });
    equal(file.text, 'あ\nい\n');
    file.update(text, { unencodable: 'html' });
    equal(file.text, 'あ\nx&#128512;\n');
  });

  // The old text, the given text, and the text with lineEnds: 'keep'.
  for (const [old, given, expected] of [
    ['a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
    ['中\r\n文\r\n', '中\n新\n文\n', '中\r\n新\r\n文\r\n'],
    ['a\r\nb\nc\r\n', 'x\ny\nz\n', 'x\r\ny\nz\r\n'],
    ['a\r\nb\nc\r\n', 'a\nb\nc\nd\n', 'a\r\nb\nc\r\nd\r\n'],
    ['a\r\nb\nc', 'a\nb\nc\nd\n', 'a\r\nb\nc\nd\n'],
    ['a\rb\r', 'a\nc\nb\n', 'a\rc\rb\r'],
    ['a\rb\n', 'a\rb\nc\n', 'a\rb\nc\n'],
    ['', 'a\nb\n', 'a\nb\n'],
    ['a\r\nb', 'c', 'c'],
    ['a\r\nb\r\n', 'b\na\n', 'b\r\na\r\n'],
    ['a\r\nb\r\n', 'a\r\nb\r\nc\r\n', 'a\r\nb\r\nc\r\n'],
    // A program has put a CR before some CR LF, of which the reader of the text has made LF.
    ['\r\na\r\r\n\r\r\nb\r\n', '\na\r\n\r\nc\n', '\r\na\r\r\n\r\r\nc\r\n'],
    ['a\r\r\nb\r\n', 'c\r\nd\nb\n', 'c\r\r\nd\r\nb\r\n'],
  ]) {
    it(`keeps the ends of lines: ${JSON.stringify(old)}, ${JSON.stringify(given)}`, () => {
      const file = new EditableText(encode(old, 'gbk'), 'gbk');
      file.update(given, { lineEnds: 'keep' });
      equal(file.text, expected);
      deepEqual(file.toBytes(), encode(expected, 'gbk'));
    });
  }

  it('returns the parts that were written, and none where nothing changes', () => {
    const file = new EditableText(Buffer.from('one\ntwo\nthree\n'));
    deepEqual(file.update(file.text), []);
    deepEqual(file.update('one\nTwo\nthree\n'), [{ start: 4, end: 7 }]);
    deepEqual(file.update('two\nthree\nfour\n').at(-1), { start: 10, end: 15 });
    // A character that is there twice is no anchor: the parts in common would be shorter.
    deepEqual(new EditableText(Buffer.from('甲乙丙丙丁')).update('戊乙丙丙己乙庚'), [
      { start: 0, end: 1 },
      { start: 4, end: 7 },
    ]);
  });

  it('makes any text of any other', () => {
    const random = randomFrom(5);
    const words = [
      'a',
      'b',
      'あ',
      '漢字',
      '\n',
      '\r\n',
      '\r',
      'x = 1;',
      '\n',
      ' ',
      '😀',
      'Ê\u0304',
    ];
    const make = (most) => {
      let text = '';
      for (let left = random(most); left > 0; left--) text += words[random(words.length)];
      return text;
    };
    for (let at = 0; at < 1500; at++) {
      const label = ['utf-8', 'gb18030', 'utf-16le'][at % 3];
      const old = make(at % 50 === 0 ? 3000 : 40);
      const file = new EditableText(encode(old, label), label);
      let wanted = make(40);
      if (random(2) === 0) {
        const start = random(old.length + 1);
        wanted = (old.slice(0, start) + wanted + old.slice(start + random(9))).toWellFormed();
      }
      if (wanted.startsWith('\uFEFF')) continue;
      const ranges = file.update(wanted);
      equal(file.text, wanted);
      equal(decode(file.toBytes(), label), wanted);
      for (const [i, { start, end }] of ranges.entries()) {
        ok(start <= end && end <= wanted.length && (i === 0 || start > ranges[i - 1].end));
      }
    }
  });
});

// Tests EditableText of text whose lines are in different encodings. What its bytes mean is read here line by line, without the detector.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { decode, encode } from 'whatwg-transcoder';
import { EditableText } from 'whatwg-transcoder/edit';
import { viscii } from 'whatwg-transcoder/encodings';
import { randomFrom } from '../../harness/random-cases.mjs';

const latin1 = (text) => Buffer.from(text, 'latin1');

/** Returns the text of bytes whose lines are in UTF-8 or in another encoding. */
function textOf(bytes, label) {
  const lines = bytes.toString('latin1').match(/[^\r\n]*[\r\n]|.+$/gs) ?? [];
  const text = lines.map((line, at) => {
    const own = latin1(line);
    return decode(own, isUtf8(own) ? 'utf-8' : label, { ignoreBOM: at > 0 });
  });
  return text.join('');
}

/** Bytes in which « text » stands for text in GBK, and the rest is UTF-8. */
const mixed = (text) =>
  Buffer.concat(text.split(/[«»]/).map((part, at) => encode(part, at % 2 === 0 ? 'utf-8' : 'gbk')));

const open = (bytes, options) =>
  EditableText.detect(bytes, { byLine: true, fallback: 'gbk', ...options });

// ASCII that fills chunks.
const far = 'x\n'.repeat(9000);

describe('Lines in different encodings', () => {
  // Bytes before, what is replaced and by what, and the bytes behind.
  for (const [title, before, [old, text], after] of [
    ['in its own encoding: GBK', 'é\n«中文»\n', ['文', '国!'], 'é\n«中国!»\n'],
    ['in its own encoding: UTF-8', 'é\n«中文»\n', ['é', 'é中'], 'é中\n«中文»\n'],
    [
      'in the encoding of the line before',
      'é\n«中文»\nplain\n',
      ['plain', '新'],
      'é\n«中文»\n«新»\n',
    ],
    ['in the encoding of a line behind', 'plain\n«中文»\né', ['plain', '新'], '«新»\n«中文»\né'],
    ['in the encoding far before', `«中»\n${far}z\n`, ['z', '新'], `«中»\n${far}«新»\n`],
    ['in the encoding far behind', `z\n${far}«中»\n`, ['z', '新'], `«新»\n${far}«中»\n`],
    [
      'as a new line in the encoding of that at its place',
      'é\n«中»\n',
      ['中', '新\n中'],
      'é\n«新\n中»\n',
    ],
    [
      'as a last line in the encoding of that before',
      'é\n«中»\n',
      ['中\n', '中\n新\n'],
      'é\n«中»\n«新»\n',
    ],
    ['in UTF-8 where the other encoding lacks it', '«中»\nx\n', ['x', 'ü😀'], '«中»\nü😀\n'],
    ['in UTF-8 as a whole line', '«中»\n«文»\n', ['文', '😀'], '«中»\n😀\n'],
    ['in UTF-8 behind a line that stays', '«中»\n«文»\n', ['中\n', '中\n😀\n'], '«中»\n😀\n«文»\n'],
    ['in UTF-8 where the other bytes would be UTF-8', '«中»\nx\n', ['x', '聳'], '«中»\n聳\n'],
    ['and joins a line of ASCII', '«中»\nx\né\n', ['\nx', 'x'], '«中x»\né\n'],
    ['and joins ASCII before', 'é\nx\n«中»\n', ['x\n', 'x'], 'é\nx«中»\n'],
    ['and deletes whole lines of both', 'a\né\n«中»\nb\n', ['é\n中\n', ''], 'a\nb\n'],
    ['and deletes from the end of a line', 'a\né\n«中»\nb\n', ['\né\n中', ''], 'a\nb\n'],
    ['behind a byte order mark', '\uFEFFa\n«中»\n', ['a', '新'], '\uFEFF新\n«中»\n'],
  ]) {
    it(`writes text ${title}`, () => {
      const file = open(mixed(before));
      const at = file.text.indexOf(old);
      const expected = file.text.replace(old, text);
      deepEqual(file.edit(at, at + old.length, text), { start: at, end: at + text.length });
      equal(file.text, expected);
      equal(file.toBytes().toString('hex'), mixed(after).toString('hex'));
      const other = open(mixed(before));
      other.update(expected);
      equal(textOf(other.toBytes(), 'gbk'), expected);
    });
  }

  const several = 'several encodings';
  for (const [title, before, [old, text], expected] of [
    [
      'joins lines of two encodings',
      'é\n«中»\n',
      ['\n', ''],
      { reason: several, offset: 2, length: 1 },
    ],
    [
      'writes what the encoding of the line lacks',
      '«中文»\n',
      ['文', '😀'],
      { codePoint: 0x1f600, index: 0 },
    ],
    [
      'writes what the encoding of the line lacks, behind another line',
      '«中文国»\n',
      ['文', 'x\n😀'],
      { codePoint: 0x1f600, index: 2 },
    ],
    [
      'writes another character than the text has',
      '«中文»\n',
      ['文', 'a\uE5E5'],
      { codePoint: 0xe5e5, index: 1 },
    ],
    [
      'leaves bytes that are UTF-8',
      '«聳中»\n',
      ['中', ''],
      { reason: several, offset: 2, length: 2 },
    ],
    [
      'puts GBK into the line with the mark',
      '\uFEFFa\n«中»\n',
      ['a\n', ''],
      { reason: several, offset: 3 },
    ],
    [
      'joins the line with the mark and GBK, which lacks the text',
      '\uFEFFa\n«中»\n',
      ['a\n', '😀'],
      { reason: several, offset: 3 },
    ],
    ['makes a mark', 'a\n', ['a', '\uFEFF'], { reason: 'byte order mark' }],
    ['makes UTF-16', 'a\n', ['a', 'a\0b\0c\0d\0'], { code: 'ERR_ENCODING_NOT_DETECTABLE' }],
  ]) {
    it(`refuse an edit that ${title}`, () => {
      const file = open(mixed(before));
      const { text: all } = file;
      const at = all.indexOf(old);
      throws(() => file.edit(at, at + old.length, text), expected);
      deepEqual(file.toBytes(), mixed(before));
      equal(file.text, all);
    });
  }

  it('keep odd bytes beside an edit, and those of lines that are moved', () => {
    const odd = Buffer.from('a2cc', 'hex'); // a second sequence for a character
    const lines = ['é 3\n', '«中 1»\n', 'plain 2\n'].map(mixed);
    lines[1] = Buffer.concat([odd, lines[1]]);
    const file = open(Buffer.concat(lines));
    const [first, second, third] = file.text.split('\n');
    file.update(`${second}\n${third}\n${first}\n`);
    deepEqual(file.toBytes(), Buffer.concat([lines[1], lines[2], lines[0]]));
    file.update(file.text.replaceAll('\n', '!\n'));
    equal(file.toBytes().subarray(0, 2).toString('hex'), 'a2cc');
    equal(textOf(file.toBytes(), 'gbk'), file.text);
  });

  it('are those that `detect` tells: by a vote, or by escape sequences', () => {
    const russian = encode('Вчера вечером мы долго гуляли по набережной.\n', 'windows-1251');
    const japanese = encode('昨日は友達と公園を散歩しました。\n', 'iso-2022-jp');
    const bytes = Buffer.concat([Buffer.from('é ✓\n'), russian, japanese, russian]);
    const file = EditableText.detect(bytes, { byLine: true });
    equal(file.encoding, null);
    equal(file.byteOrderMark, false);
    const texts = [decode(russian, 'windows-1251'), decode(japanese, 'iso-2022-jp')];
    equal(file.text, ['é ✓\n', ...texts, texts[0]].join(''));
    file.update(
      file.text
        .replace('Вчера', 'Сегодня')
        .replace('昨日は友達と公園を散歩しました。', '今日は家にいました。'),
    );
    deepEqual(
      file.toBytes(),
      Buffer.concat([
        Buffer.from('é ✓\n'),
        encode('Сегодня вечером мы долго гуляли по набережной.\n', 'windows-1251'),
        encode('今日は家にいました。\n', 'iso-2022-jp'),
        russian,
      ]),
    );
    const uncertain = latin1('\xe9\n');
    for (const [code, bytes, options] of [
      ['CERTAIN', uncertain, { fallback: undefined }],
      ['DETECTED', latin1('\x80\x81\xff\n'), { fallback: undefined, allow: ['utf-8'] }],
      ['DETECTABLE', uncertain, { fallback: 'utf-16le' }],
      ...['plain text\n', 'abc\n', 'a', '日本a\n'].flatMap((text) =>
        ['utf-16le', 'utf-16be'].map((label) => ['DETECTABLE', encode(text, label)]),
      ),
    ]) {
      throws(() => open(bytes, options), { code: `ERR_ENCODING_NOT_${code}` });
    }
    equal(open(Buffer.from('one\0\nand two\0\n')).text, 'one\0\nand two\0\n');
    for (const allow of [undefined, [viscii]]) {
      const vietnamese = open(Buffer.from('e\n'), { fallback: viscii, codePages: true, allow });
      vietnamese.edit(2, 2, 'ế');
      equal(vietnamese.text, 'e\nế');
      equal(vietnamese.toBytes().length, allow === undefined ? 5 : 3);
    }
  });

  it('have places in bytes and code units, both ways', () => {
    const file = open(mixed('\uFEFFé\n«中a文»\n😀\r\n«国»'));
    equal(file.text, 'é\n中a文\n😀\r\n国');
    equal(file.lineEnds, 'mixed');
    equal(file.byteOrderMark, true);
    const expected = [3, 5, 6, 8, 9, 11, 12, 12, 16, 17, 18, 20];
    deepEqual(
      expected.map((_, at) => file.byteOffsetAt(at)),
      expected,
    );
    for (const [at, byte] of expected.entries()) equal(file.indexAt(byte), at === 7 ? 6 : at);
  });

  it('of a long file are edited as those of a short one', () => {
    const lines = Array.from({ length: 3000 }, (_, at) =>
      mixed(at % 3 === 0 ? `é ${at}\n` : at % 3 === 1 ? `«中 ${at}»\n` : `plain ${at}\r\n`),
    );
    const file = open(Buffer.concat(lines));
    const changed = file.text.replaceAll(/(\d)7\b/g, '$1七');
    file.update(changed);
    equal(file.text, changed);
    equal(textOf(file.toBytes(), 'gbk'), changed);
    file.update(file.text.split('\n').sort().join('\n'));
    equal(textOf(file.toBytes(), 'gbk'), file.text);
    file.update('');
    equal(file.toBytes().length, 0);
  });

  it('give the text that was asked for, or change nothing, in random edits', () => {
    const random = randomFrom(5);
    const pick = (list) => list[random(list.length)];
    const pieces = [
      'é',
      'a',
      '😀',
      '«中»',
      '«聳»',
      '\n',
      '\n',
      '\r',
      '\r\n',
      'x y',
      '\x81',
      '\xa2\xcc',
      '\uFEFF',
    ];
    const counts = { done: 0, refused: 0 };
    for (let run = 0; run < 500; run++) {
      const most = run % 100 === 0 ? 4000 : 30;
      const parts = Array.from({ length: random(most) }, () => pick(pieces)).map((part) =>
        part.length < 3 && /[\x80-\xbf]/.test(part) ? latin1(part) : mixed(part),
      );
      const bytes = Buffer.concat(parts);
      // A mark of UTF-8 before a line in another encoding is text.
      const file = open(bytes);
      equal(file.text, textOf(bytes, 'gbk'));
      for (let edit = 0; edit < 4; edit++) {
        const { text } = file;
        const before = file.toBytes();
        const start = random(text.length + 1);
        const end = Math.min(text.length, start + random(4));
        const own = Array.from({ length: random(4) }, () =>
          pick(['中', 'é', 'a', '😀', '\n', '\r', '聳', '国']),
        ).join('');
        const [from, to] = [file.byteOffsetAt(start), file.byteOffsetAt(end)];
        try {
          file.edit(start, end, own);
          counts.done++;
        } catch (error) {
          ok(['ERR_EDIT_NOT_POSSIBLE', 'ERR_ENCODING_UNENCODABLE'].includes(error.code), error);
          counts.refused++;
          deepEqual(file.toBytes(), before);
          continue;
        }
        const after = file.toBytes();
        equal(file.text, text.slice(0, start) + own + text.slice(end));
        equal(textOf(after, 'gbk'), file.text);
        deepEqual(after.subarray(0, from), before.subarray(0, from));
        deepEqual(after.subarray(after.length - (before.length - to)), before.subarray(to));
      }
    }
    ok(counts.done > 700 && counts.refused > 70, JSON.stringify(counts));
  });
});

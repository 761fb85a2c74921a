// Tests EditableText: what edits write, what they refuse, and places.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { decode, encode } from 'whatwg-transcoder';
import { EditableText } from 'whatwg-transcoder/edit';
import * as others from 'whatwg-transcoder/encodings';
import { notSupported, wrongType } from '../../harness/errors.mjs';
import { revokedProxy } from '../../harness/revoked-proxy.mjs';

const bytesOf = (text) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const latin1 = (text) => Buffer.from(text, 'latin1');

/** Bytes of an escape sequence as ^, so that a row can be read. */
const shown = (bytes) =>
  bytes.toString('latin1').replaceAll('\x1b', '^').replaceAll('\x0e', '<').replaceAll('\x0f', '>');
const unshown = (text) =>
  latin1(text.replaceAll('^', '\x1b').replaceAll('<', '\x0e').replaceAll('>', '\x0f'));

describe('An edit', () => {
  // The bytes before, a label, the edit, and the bytes behind it.
  for (const [before, label, [start, end, text], after] of [
    // Duplicates of Shift_JIS, a user-defined character and a byte without a partner stay.
    ['61 ED40 F040 82 0A 62', 'shift_jis', [0, 1, 'あ'], '82A0 ED40 F040 82 0A 62'],
    ['61 ED40 F040 82 0A 62', 'shift_jis', [5, 6, 'ー'], '61 ED40 F040 82 0A 815B'],
    ['61 ED40 F040 82 0A 62', 'shift_jis', [1, 2, ''], '61 F040 82 0A 62'],
    ['A2CC', 'gbk', [0, 0, '中'], 'D6D0 A2CC'],
    ['81308130 41', 'gb18030', [1, 2, '😀'], '81308130 9439FC36'],
    ['8862 41', 'big5', [2, 3, '一'], '8862 A440'],
    ['8FA2AF 41', 'euc-jp', [1, 2, 'あ'], '8FA2AF A4A2'],
    ['C3 41 A9', 'utf-8', [1, 2, 'é'], 'C3 C3A9 A9'],
    ['EFBBBF 61', 'utf-8', [0, 1, 'b'], 'EFBBBF 62'],
    ['EFBBBF 61', 'utf-8', [0, 1, '\uFEFF'], 'EFBBBF EFBBBF'],
    ['FFFE 6100', 'utf-16le', [1, 1, '😀'], 'FFFE 6100 3DD800DE'],
    ['0061 00D8', 'utf-16be', [0, 1, 'é'], '00E9 00D8'],
    ['', 'utf-16be', [0, 0, 'é'], '00E9'],
    ['', 'shift_jis', [0, 0, ''], ''],
    ['C1 C2', others.ibm037, [1, 1, 'a'], 'C1 81 C2'],
    ['00000061', others.utf32be, [1, 1, '😀'], '00000061 0001F600'],
    ['80 FF', 'x-user-defined', [0, 1, '\uF7FF'], 'FF FF'],
    ['D0658B69', others.johab, [1, 2, 'a'], 'D065 61'],
  ]) {
    it(`of ${before || 'no bytes'} in ${label} writes ${after || 'none'}`, () => {
      const file = new EditableText(bytesOf(before), label);
      const expected = file.text.slice(0, start) + text + file.text.slice(end);
      deepEqual(file.edit(start, end, text), { start, end: start + text.length });
      equal(file.text, expected);
      equal(file.toBytes().toString('hex'), bytesOf(after).toString('hex'));
    });
  }

  // ^ is ESC, < is SO, > is SI.
  for (const [before, label, [start, end, text], after] of [
    ['^$B$"$$^(Bx', 'iso-2022-jp', [1, 1, 'う'], '^$B$"$&$$^(Bx'],
    ['^$B$"$$^(Bx', 'iso-2022-jp', [1, 1, 'a'], '^$B$"^(Ba^$B$$^(Bx'],
    ['^$B$"$$^(Bx', 'iso-2022-jp', [0, 2, ''], 'x'],
    ['^$B$"$$^(Bx', 'iso-2022-jp', [0, 2, 'y'], 'yx'],
    ['^$B$"$$^(Bx', 'iso-2022-jp', [1, 3, ''], '^$B$"^(B'],
    ['x^$@$"^(J\\y^(B', 'iso-2022-jp', [2, 3, '¥¥'], 'x^$@$"^(J\\\\y^(B'],
    ['x^$@$"^(J\\y^(B', 'iso-2022-jp', [1, 2, ''], 'x^(J\\y^(B'],
    ['x^(I12^(By', 'iso-2022-jp', [2, 2, 'あ'], 'x^(I1^$B$"^(I2^(By'],
    ['^$B$"', 'iso-2022-jp', [1, 1, 'い'], '^$B$"$$^(B'],
    ['^$B$"', 'iso-2022-jp', [0, 0, 'x'], 'x^$B$"'],
    ['a', 'iso-2022-jp', [1, 1, 'あ'], 'a^$B$"^(B'],
    ['a~{VP9z~}b', others.hzGb2312, [2, 2, '~'], 'a~{VP~}~~~{9z~}b'],
    ['a~{VP9z~}b', others.hzGb2312, [1, 3, ''], 'ab'],
    ['a~{VP~\n9z~}b', others.hzGb2312, [2, 3, '中'], 'a~{VP~\nVP~}b'],
    ['^$)Ca<<0!>b', others.iso2022Kr, [1, 1, '가'], '^$)Ca<0!0!>b'],
    ['^$)Ca<0!>b', others.iso2022Kr, [0, 3, ''], '^$)C'],
    ['', others.iso2022Kr, [0, 0, '가'], '^$)C<0!>'],
    ['a', others.iso2022Kr, [0, 0, '가'], '<0!>a'],
  ]) {
    it(`of ${JSON.stringify(before)} in ${label} writes ${JSON.stringify(after)}`, () => {
      const file = new EditableText(unshown(before), label);
      const expected = file.text.slice(0, start) + text + file.text.slice(end);
      file.edit(start, end, text);
      equal(file.text, expected);
      equal(decode(file.toBytes(), label), expected);
      equal(shown(file.toBytes()), after);
    });
  }

  const malformed = 'malformed bytes';
  const inside = 'inside a character';
  const mark = 'byte order mark';
  for (const [before, label, edit, reason, offset, length] of [
    // A malformed byte would take the first new one.
    ['82 0A', 'shift_jis', [1, 2, 'あ'], malformed, 1, 1],
    ['8130 41', 'gb18030', [1, 1, '😀'], malformed, 1, 0],
    ['6100 61', 'utf-16le', [2, 2, 'a'], malformed, 3, 0],
    ['1B2442 2422 1B', 'iso-2022-jp', [2, 2, '$B'], malformed, 6, 0],
    ['7E7B56', others.hzGb2312, [1, 1, 'P'], malformed, 3, 0],
    ['F09F9880', 'utf-8', [1, 2, 'a'], inside, 0, 4],
    ['3DD800DE', 'utf-16le', [0, 1, 'a'], inside, 0, 4],
    ['41 8862', 'big5', [2, 2, 'a'], inside, 1, 2],
    ['61', 'utf-8', [0, 1, '\uFEFF'], mark, 0, 3],
    ['61 EFBBBF', 'utf-8', [0, 1, ''], mark, 0, 3],
    ['0061', 'utf-16be', [0, 0, '\uFEFF'], mark, 0, 2],
    ['0061', 'utf-16be', [0, 0, '\uFFFE'], mark, 0, 2],
    ['61', 'windows-1252', [0, 0, 'ï»¿'], mark, 0, 3],
    ['61 FFFE', 'windows-1252', [0, 1, ''], mark, 0, 2],
    ['FFFE 6100', 'utf-16le', [0, 1, '\0'], mark, 0, 4],
  ]) {
    it(`of ${before} in ${label} is refused: ${reason}, ${offset}, ${length}`, () => {
      const bytes = bytesOf(before);
      const file = new EditableText(bytes, label);
      const { text } = file;
      const expected = { name: 'Error', code: 'ERR_EDIT_NOT_POSSIBLE', reason, offset, length };
      throws(() => file.edit(...edit), expected);
      throws(() => file.applyEdits([{ start: edit[0], end: edit[1], text: edit[2] }]), expected);
      deepEqual(file.toBytes(), bytes);
      equal(file.text, text);
    });
  }

  it('keeps a mark of another encoding that was there', () => {
    const file = new EditableText(bytesOf('EFBBBF61'), 'windows-1252');
    file.edit(4, 4, 'é');
    equal(file.toBytes().toString('hex'), 'efbbbf61e9');
    equal(file.byteOrderMark, false);
  });

  for (const [label, text, codePoint] of [
    ['shift_jis', '¥', 0xa5],
    ['euc-jp', '−', 0x2212],
    ['iso-2022-jp', 'ｱ', 0xff71],
    ['gbk', '\uE5E5', 0xe5e5],
    ['big5', '㐂', 0x3402],
    ['utf-8', '\uD800', 0xfffd],
    ['utf-16le', '\uDC00', 0xfffd],
    ['gb18030', '\uDC00', 0xfffd],
    [others.iso2022Kr, '\x0e', 0x0e],
    ['windows-1252', '\u0100', 0x100],
  ]) {
    it(`refuses U+${codePoint.toString(16)} in ${label}, whose encoder would not write it`, () => {
      const file = new EditableText(encode('ab', label), label);
      throws(() => file.edit(1, 1, `x${text}`), {
        code: 'ERR_ENCODING_UNENCODABLE',
        index: 1,
        codePoint,
      });
      equal(file.text, 'ab');
      deepEqual(file.edit(1, 1, `x${text}`, { unencodable: 'html' }), {
        start: 1,
        end: 5 + String(codePoint).length,
      });
      equal(file.text, `ax&#${codePoint};b`);
      file.edit(1, 2, text, { unencodable: 'replace' });
      file.edit(0, 0, text, { unencodable: 'skip' });
      equal(file.text, `a?&#${codePoint};b`);
    });
  }

  it('writes similar text where that is asked for', () => {
    const file = new EditableText(latin1('a'), 'iso-8859-2');
    deepEqual(file.edit(0, 1, 'e\u0301 ñ “x” 漢', { unencodable: 'transliterate' }), {
      start: 0,
      end: 9,
    });
    equal(file.text, 'é n "x" ?');
    // A lone surrogate is no mark.
    file.edit(0, 9, 'e\uDC00\u0301', { unencodable: 'transliterate' });
    equal(file.text, 'e?');
  });

  it('refuses every lossy character, and contains every other, of each encoding that has some', () => {
    for (const [label, count] of [
      ['shift_jis', 3],
      ['euc-jp', 3],
      ['iso-2022-jp', 64],
      ['gbk', 18],
      ['gb18030', 18],
    ]) {
      let lossy = 0;
      for (let unit = 0x80; unit < 0x10000; unit++) {
        if (unit >= 0xd800 && unit < 0xe000) continue;
        const character = String.fromCharCode(unit);
        let bytes;
        try {
          bytes = encode(character, label);
        } catch {
          continue;
        }
        if (decode(bytes, label) === character) continue;
        lossy++;
        throws(() => new EditableText(Buffer.from('a'), label).edit(0, 0, character), {
          code: 'ERR_ENCODING_UNENCODABLE',
        });
      }
      equal(lossy, count, label);
    }
  });
});

describe('applyEdits()', () => {
  const make = () => new EditableText(Buffer.from('abcdef'), 'shift_jis');
  for (const [title, edits, text, ranges] of [
    [
      'edits in any order',
      [
        [4, 5, 'Y'],
        [1, 2, 'XX'],
      ],
      'aXXcdYf',
      [
        [5, 6],
        [1, 3],
      ],
    ],
    [
      'texts at one place, as they come',
      [
        [3, 3, '1'],
        [3, 3, '2'],
      ],
      'abc12def',
      [
        [3, 4],
        [4, 5],
      ],
    ],
    [
      'an insertion before what is deleted',
      [
        [1, 3, ''],
        [1, 1, 'x'],
      ],
      'axdef',
      [
        [2, 2],
        [1, 2],
      ],
    ],
    [
      'edits that touch',
      [
        [0, 2, 'あ'],
        [2, 4, 'い'],
      ],
      'あいef',
      [
        [0, 1],
        [1, 2],
      ],
    ],
    ['no edits', [], 'abcdef', []],
    [
      'empty edits',
      [
        [2, 2, ''],
        [6, 6, ''],
      ],
      'abcdef',
      [
        [2, 2],
        [6, 6],
      ],
    ],
    ['all of the text', [[0, 6, '']], '', [[0, 0]]],
  ]) {
    it(`makes ${title}`, () => {
      const file = make();
      const made = file.applyEdits(edits.map(([start, end, own]) => ({ start, end, text: own })));
      equal(file.text, text);
      deepEqual(
        made.map(({ start, end }) => [start, end]),
        ranges,
      );
    });
  }

  it('makes all edits or none', () => {
    const file = make();
    for (const bad of [
      { start: 5, end: 6, text: '😀' },
      { start: 5, end: 7, text: '' },
      { start: 0, end: 2, text: '' },
    ]) {
      throws(() => file.applyEdits([{ start: 1, end: 2, text: 'x' }, bad]));
      equal(file.text, 'abcdef');
    }
  });

  it('joins edits that touch before it looks at the mark', () => {
    const file = new EditableText(Buffer.from('ab'));
    throws(() => file.edit(0, 1, '\uFEFF'), { reason: 'byte order mark' });
    file.applyEdits([
      { start: 0, end: 1, text: '\uFEFF' },
      { start: 0, end: 0, text: 'x' },
    ]);
    equal(file.text, 'x\uFEFFb');
  });
});

describe('Edits of a long file', () => {
  // A chunk of the file could end behind the 1,024th character, which is malformed only because of the byte behind it.
  const damaged = Buffer.concat([
    Buffer.alloc(1023, 'a'),
    bytesOf('81 0A'),
    Buffer.alloc(20_000, 'b'),
  ]);

  it('are not refused far from malformed bytes', () => {
    const file = new EditableText(damaged, 'shift_jis');
    file.edit(500, 501, 'x');
    damaged[500] = 0x78;
    deepEqual(file.toBytes(), damaged);
  });

  it('are refused where malformed bytes would be read together with them', () => {
    const file = new EditableText(damaged, 'shift_jis');
    throws(() => file.edit(1024, 1024, 'A'), { reason: 'malformed bytes', offset: 1024 });
    file.edit(1024, 1024, '1');
    equal(file.toBytes().toString('hex', 1022, 1027), '6181310a62');
  });
});

describe('Arguments of EditableText', () => {
  const file = new EditableText(Buffer.from('añb'), 'utf-8');
  const range = { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' };
  for (const place of [-1, 4, 0.5, Number.NaN, Infinity, -Infinity, 2 ** 53]) {
    it(`that are the place ${place} are out of range`, () => {
      throws(() => file.edit(place, 3, ''), range);
      throws(() => file.edit(0, place, ''), range);
      throws(() => file.applyEdits([{ start: place, end: 3, text: '' }]), range);
      throws(() => file.byteOffsetAt(place), range);
      throws(() => file.indexAt(place === 4 ? 5 : place), range);
    });
  }
  it('that are places in a wrong order, or edits that overlap, are out of range', () => {
    throws(() => file.edit(2, 1, ''), range);
    const overlap = [
      { start: 0, end: 2, text: '' },
      { start: 1, end: 3, text: '' },
    ];
    throws(() => file.applyEdits(overlap), range);
    throws(() => file.applyEdits([overlap[0], { start: 1, end: 1, text: 'x' }]), range);
  });
  for (const value of ['1', null, undefined, {}, 1n, true, Symbol('1'), revokedProxy()]) {
    it(`that are ${typeof value} in place of a number or an Array have a wrong type`, () => {
      throws(() => file.edit(value, 1, ''), wrongType);
      throws(() => file.edit(0, value, ''), wrongType);
      throws(() => file.byteOffsetAt(value), wrongType);
      throws(() => file.indexAt(value), wrongType);
      throws(() => file.applyEdits(value), wrongType);
    });
  }
  it('that are no text or no options have a wrong type', () => {
    for (const text of [1, null, undefined, Buffer.from('a')]) {
      throws(() => file.applyEdits([{ start: 0, end: 0, text }]), wrongType);
    }
    for (const options of [1, 'html', { unencodable: 'no' }, { unencodable: () => '' }]) {
      throws(() => file.edit(0, 0, 'a', options), wrongType);
      throws(() => file.applyEdits([], options), wrongType);
      throws(() => file.update('a', options), wrongType);
    }
    for (const edits of [[1], [null], ['a'], [undefined]])
      throws(() => file.applyEdits(edits), wrongType);
    throws(() => file.update('a', { lineEnds: 'lf' }), wrongType);
    throws(() => new EditableText(Buffer.alloc(0), 1), wrongType);
    for (const label of ['replacement', 'no']) {
      throws(() => new EditableText(Buffer.alloc(0), label), notSupported);
    }
    equal(file.text, 'añb');
  });

  it('are read once, before anything changes, also where they change the file', () => {
    const own = new EditableText(Buffer.from('abcdef'));
    let reads = 0;
    const edit = {
      get start() {
        reads++;
        own.edit(0, 4, '');
        return 1;
      },
      end: 2,
      text: 'x',
    };
    own.applyEdits([edit]);
    equal(own.text, 'ex');
    throws(() => own.applyEdits([edit]), RangeError);
    equal(reads, 2);
    const thrown = new Error('mine');
    const options = {
      get unencodable() {
        throw thrown;
      },
    };
    throws(() => own.edit(0, 0, 'x', options), thrown);
  });

  it('are bytes that are copied', () => {
    const bytes = Buffer.from('aaa');
    const own = new EditableText(bytes, 'shift_jis');
    bytes.fill(0x62);
    equal(own.text, 'aaa');
    const result = own.toBytes();
    ok(Buffer.isBuffer(result));
    result.fill(0x63);
    equal(own.text, 'aaa');
    own.edit(0, 0, 'x');
    own.toBytes().fill(0x63);
    equal(own.toBytes().toString(), 'xaaa');
  });
});

describe('Places of EditableText', () => {
  // The bytes, the byte of each code unit and of the end, and the code unit of each byte and of the end.
  for (const [bytes, label, offsets, indices] of [
    ['EFBBBF 61 C3A9 F09F9880', 'utf-8', [3, 4, 6, 6, 10], [0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 4]],
    ['61 1B2442 2422 1B2842 62', 'iso-2022-jp', [0, 4, 9, 10], [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3]],
    ['1B2442 2422 1B2842', 'iso-2022-jp', [3, 8], [0, 0, 0, 0, 0, 1, 1, 1, 1]],
    ['82A0 82 0A', 'shift_jis', [0, 2, 3, 4], [0, 0, 1, 2, 3]],
    ['8862 41', 'big5', [0, 0, 2, 3], [0, 0, 2, 3]],
    ['FFFE 6100 62', 'utf-16le', [2, 4, 5], [0, 0, 0, 0, 1, 2]],
    ['', 'gbk', [0], [0]],
  ]) {
    it(`in ${bytes || 'no bytes'} of ${label}`, () => {
      const file = new EditableText(bytesOf(bytes), label);
      deepEqual(
        Array.from({ length: file.text.length + 1 }, (_, at) => file.byteOffsetAt(at)),
        offsets,
      );
      const all = Array.from({ length: file.toBytes().length + 1 }, (_, at) => file.indexAt(at));
      deepEqual(all, indices);
    });
  }

  it('lead from what a search of the bytes has found to the text', () => {
    const bytes = encode(`${'漢字 '.repeat(5000)}needle${'あ'.repeat(5000)}`, 'shift_jis');
    const file = new EditableText(bytes, 'shift_jis');
    const at = file.indexAt(bytes.indexOf('needle'));
    equal(file.text.slice(at, at + 6), 'needle');
    file.edit(at, at + 6, '針');
    equal(file.byteOffsetAt(at), bytes.indexOf('needle'));
    equal(file.text.slice(at - 1, at + 2), ' 針あ');
  });
});

describe('EditableText.detect()', () => {
  const text = 'この文書は文字コードの判定を試すための日本語の文章です。\n'.repeat(4);
  it('finds the encoding, or throws where the answer is not reliable', () => {
    const file = EditableText.detect(encode(text, 'shift_jis'));
    equal(file.encoding, 'Shift_JIS');
    equal(file.text, text);
    throws(
      () => EditableText.detect(Buffer.of(0x41, 0xe9)),
      (error) => error.code === 'ERR_ENCODING_NOT_CERTAIN' && !error.detection.isReliable,
    );
    throws(() => EditableText.detect(Buffer.of(0x41, 0xe9), { fallback: 'latin1' }), {
      code: 'ERR_INVALID_ARG_TYPE',
      message: /^options\.fallback /,
    });
    throws(() => EditableText.detect('text'), { code: 'ERR_INVALID_ARG_TYPE' });
    throws(() => EditableText.detect(Buffer.alloc(0), 1), { code: 'ERR_INVALID_ARG_TYPE' });
    equal(EditableText.detect(bytesOf('EFBBBF61')).byteOrderMark, true);
  });
});

describe('lineEnds of EditableText', () => {
  for (const [text, expected] of [
    ['a\nb\n', '\n'],
    ['a\r\nb', '\r\n'],
    ['a\rb\r', '\r'],
    ['a\r\nb\n', 'mixed'],
    ['a\rb\n', '\n'],
    ['a', null],
    ['', null],
  ]) {
    it(`are ${JSON.stringify(expected)} in ${JSON.stringify(text)}`, () => {
      equal(new EditableText(Buffer.from(text)).lineEnds, expected);
    });
  }
});

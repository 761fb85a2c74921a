// Tests detect() on names and lists of Chinese, Japanese and Korean, and on encodings that few texts are in. An answer is right when
// decoding by it gives the text.

import { equal, notEqual } from 'node:assert/strict';
import { decode } from 'whatwg-transcoder';
import { detect } from 'whatwg-transcoder/detect';
import { bytesOf } from '../../detect/spelling.mjs';

const rows = (text) => text.replaceAll('\n', '\r\n');

// [kind, encodings, text]
const lists = [
  ['a name', ['Shift_JIS', 'EUC-JP'], '小野寺健太郎'],
  ['a name', ['GBK'], '欧阳修远'],
  ['a name', ['Big5'], '歐陽修遠'],
  ['a name', ['EUC-KR'], '남궁민수'],
  [
    'addresses with full-width digits',
    ['Shift_JIS', 'EUC-JP'],
    rows('山田一郎\t東京都港区芝１－２－３\n佐藤花子\t大阪府堺市北町４－５－６\n'),
  ],
  [
    'rows of a bank in half-width katakana',
    ['Shift_JIS', 'EUC-JP'],
    rows('0005,ﾐﾂﾋﾞｼ,015,ｽｽﾞｷ ｹﾝｲﾁ,1234567\n0009,ｽﾐﾄﾓ,221,ﾜﾀﾅﾍﾞ ﾖｼｺ,7654321\n'),
  ],
  ['an outline', ['Shift_JIS', 'EUC-JP'], rows('① 概要\n② 目的\n③ 対象範囲\n')],
  ['an outline', ['GBK'], rows('① 概述\n② 目的\n③ 适用范围\n')],
  ['an outline', ['Big5'], rows('■ 概述\n■ 目的\n■ 適用範圍\n')],
  ['an outline', ['EUC-KR'], rows('① 개요\n② 목적\n③ 적용 범위\n')],
  ['a table', ['Shift_JIS', 'EUC-JP'], rows('├────┼──┤\n│牛乳　　│２個│\n├────┼──┤\n')],
  ['a table', ['GBK'], rows('├────┼──┤\n│牛奶　　│２个│\n├────┼──┤\n')],
  ["IBM's extensions", ['Shift_JIS'], rows('髙橋健\n山﨑誠\n宮﨑弘\n')],
  ['hanja beside hangul', ['EUC-KR'], rows('김철수(金哲洙)\n이영희(李英姬)\n')],
  ['traditional characters', ['GBK'], '國際貿易與電腦軟體的發展，對臺灣經濟影響很大。'],
];

const sentences = [
  ['Welsh', ['ISO-8859-14'], "Mae'r dŵr yn oer heddiw, ac mae'r tŷ ar y bryn yn wag."],
  ['Maltese', ['ISO-8859-3'], 'Il-ħobż jinħema kmieni filgħodu, u mbagħad ibigħuh fil-ħanut.'],
  ['Esperanto', ['ISO-8859-3'], 'Ĉiuj homoj rajtas libere paroli, kaj ĝuste tio ŝanĝas la mondon.'],
  [
    'Romanian',
    ['ISO-8859-16'],
    '„Această țară își păstrează tradițiile”, a spus el, „și povestește despre ele”.',
  ],
];

/** Adds a test for each encoding of each case. */
function findAll(cases, options) {
  for (const [kind, encodings, text] of cases) {
    for (const encoding of encodings) {
      it(`${kind} (${encoding})`, () => {
        const bytes = bytesOf(text, encoding);
        const { encoding: answer, candidates } = detect(bytes, options);
        const found = answer === null ? null : decode(bytes, answer);
        equal(
          found,
          decode(bytes, encoding),
          `${answer}, ${JSON.stringify(candidates.slice(0, 3))}`,
        );
      });
    }
  }
}

describe('detect(): names and lists of Chinese, Japanese and Korean', () => {
  findAll(lists);

  it('answers a name as it answers the name of a file', () => {
    for (const [, encodings, text] of lists.slice(0, 4)) {
      for (const encoding of encodings) {
        const bytes = bytesOf(text, encoding);
        const bare = detect(bytes);
        const file = detect(Buffer.concat([bytes, Buffer.from('.mp3')]));
        equal(file.encoding, bare.encoding);
      }
    }
  });
});

describe('detect(): encodings that few texts are in', () => {
  findAll(sentences);

  it('finds Johab where code pages are asked for', () => {
    const bytes = bytesOf('우리는 어제 학교에서 공부한 뒤에 똠양꿍을 먹었다.', 'johab');
    equal(detect(bytes, { codePages: true }).encoding, 'johab');
    notEqual(detect(bytes).encoding, 'johab');
  });

  it('finds Western and Russian text in their own encodings where code pages are asked for', () => {
    for (const [text, encoding] of [
      [
        'Der Bär läuft über die Brücke, und es wäre schön, früher nach Hause zu kommen.',
        'windows-1252',
      ],
      ['L’été dernier, nous avons mangé près de la forêt.', 'windows-1252'],
      ['Вчера вечером мы долго гуляли по набережной.', 'KOI8-R'],
    ]) {
      equal(detect(bytesOf(text, encoding), { codePages: true }).encoding, encoding);
    }
  });
});

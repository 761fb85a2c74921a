// Lists the demo's forms: the text that is typed into the form of a legacy page, and the text that
// the server must read.

/** Browsers send a code point that the page's encoding does not contain as a numeric reference. */
const reference = (character) => `&#${character.codePointAt(0)};`;

export const forms = [
  {
    encoding: 'Shift_JIS',
    fields: [
      ['お名前', '高橋 ソ能'],
      ['ご用件', '切符 2枚 & 座布団 100% = 満足 🚢'],
    ],
    missing: ['🚢'],
  },
  {
    encoding: 'EUC-KR',
    fields: [
      ['이름', '똠 아저씨'],
      ['남길 말', '멸치 3+1 = 반값? 펲시도 주세요 ₩'],
    ],
    missing: ['₩'],
  },
  {
    encoding: 'ISO-2022-JP',
    fields: [
      ['件名', '臨港線の時刻について'],
      ['本文', '運賃は¥300、片仮名はｶﾅ。'],
    ],
    // ISO-2022-JP writes half-width katakana as full-width katakana.
    normalize: (text) => text.replaceAll('ｶﾅ', 'カナ'),
  },
  {
    encoding: 'gb18030',
    fields: [
      ['姓名', '𠮷田 㐀'],
      ['留言', '茶钱每碗三角，续水！🍵'],
    ],
  },
  {
    encoding: 'windows-1251',
    fields: [
      ['Имя', 'дежурный по станции'],
      ['Жалоба', 'кот спит на рельсах — № 7 ♫'],
    ],
    missing: ['♫'],
  },
];

/** The names and values that the server must read from a form. */
export function knownFields({ fields, missing = [], normalize = (text) => text }) {
  const known = (text) =>
    missing.reduce(
      (changed, character) => changed.replaceAll(character, reference(character)),
      normalize(text),
    );
  return fields.map((pair) => pair.map(known));
}

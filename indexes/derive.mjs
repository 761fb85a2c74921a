// Derives every file of this folder from an independent exact implementation that npm installs. An
// index comes from decoding the bytes of each pointer. The labels come from asking which of the
// known spellings name an encoding. Usage: npm run indexes -- derive
// https://encoding.spec.whatwg.org/#indexes

import { writeFileSync } from 'node:fs';
import { labelToName, TextDecoder } from '@exodus/bytes/encoding.js';
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { directory, singleByteIndexes } from './files.mjs';
import { eucJpBytes, indexesInRows, multiByteEncodings, shiftJisBytes } from './pointers.mjs';

// This list of spellings is not a public entry point of the package. Each spelling is therefore
// checked below with the package's public look-up.
const list = new URL(
  './fallback/encoding.labels.js',
  import.meta.resolve('@exodus/bytes/encoding.js'),
);
const { default: listed } = await import(list);
const spellings = new Set(Object.entries(listed).flat(2));

/** The single code point that `bytes` decode to, or null when they do not decode to exactly one. */
function codePointOf(decoder, bytes) {
  let text;
  try {
    text = decoder.decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
  const codePoints = [...text];
  return codePoints.length === 1 ? codePoints[0].codePointAt(0) : null;
}

function write(name, entries) {
  const width = String(entries.at(-1)[0]).length;
  const lines = entries.map(
    ([pointer, codePoint]) =>
      `${String(pointer).padStart(width)}\t0x${codePoint.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const head = `# index ${name}: pointer TAB code point. Derived by derive.mjs, never edited by hand.\n`;
  writeFileSync(new URL(`index-${name}.txt`, directory), `${head}${lines.join('\n')}\n`);
  console.log(`index-${name}.txt\t${entries.length} entries`);
}

/** The entries of an index with pointers 0 to `count` − 1, whose bytes `bytesOf` gives. */
function entriesOf(label, count, bytesOf) {
  const decoder = new TextDecoder(label, { fatal: true });
  const entries = [];
  for (let pointer = 0; pointer < count; pointer++) {
    const bytes = bytesOf(pointer);
    const codePoint = bytes === null ? null : codePointOf(decoder, bytes);
    if (codePoint !== null) entries.push([pointer, codePoint]);
  }
  return entries;
}

// Shift_JIS decodes these pointers by a rule, not with the index.
const isPrivateUse = (pointer) => pointer >= 8836 && pointer <= 10715;

const gb18030RangesBytes = (pointer) => [
  Math.floor(pointer / 12600) + 0x81,
  (Math.floor(pointer / 1260) % 10) + 0x30,
  (Math.floor(pointer / 10) % 126) + 0x81,
  (pointer % 10) + 0x30,
];

for (const name of singleByteIndexes) {
  write(
    name,
    entriesOf(name, 128, (pointer) => [pointer + 0x80]),
  );
}

for (const { name, pointers, bytesOf } of indexesInRows) {
  write(name, entriesOf(name, pointers, bytesOf));
}
write(
  'jis0208',
  entriesOf('shift_jis', 60 * 188, (pointer) =>
    isPrivateUse(pointer) ? null : shiftJisBytes(pointer),
  ),
);
write(
  'jis0212',
  entriesOf('euc-jp', 94 * 94, (pointer) => [0x8f, ...eucJpBytes(pointer)]),
);

{
  // A range begins at each pointer where the distance to the code point changes. Pointer 7457 is
  // not an entry: the ranges algorithm has a rule for it.
  const decoder = new TextDecoder('gb18030', { fatal: true });
  const ranges = [];
  let distance = null;
  for (let pointer = 0; pointer <= 1237575; pointer++) {
    if (pointer === 7457) continue;
    const codePoint = codePointOf(decoder, gb18030RangesBytes(pointer));
    if (codePoint === null) continue;
    if (codePoint - pointer !== distance) {
      distance = codePoint - pointer;
      ranges.push([pointer, codePoint]);
    }
  }
  write('gb18030-ranges', ranges);
}

{
  // This index is visible only in the encoder: U+FF61 + pointer is written as a pair of JIS X 0208.
  const encode = createMultibyteEncoder('iso-2022-jp');
  const decoder = new TextDecoder('iso-2022-jp', { fatal: true });
  const entries = [];
  for (let pointer = 0; pointer <= 0xff9f - 0xff61; pointer++) {
    const bytes = encode(String.fromCharCode(0xff61 + pointer));
    entries.push([pointer, codePointOf(decoder, bytes)]);
  }
  write('iso-2022-jp-katakana', entries);
}

{
  const order = [
    'UTF-8',
    ...singleByteIndexes.flatMap((name) =>
      name === 'iso-8859-8' ? ['ISO-8859-8', 'ISO-8859-8-I'] : [labelToName(name)],
    ),
    ...multiByteEncodings,
    ...['replacement', 'UTF-16BE', 'UTF-16LE', 'x-user-defined'],
  ];
  const labels = new Map(order.map((name) => [name, []]));
  for (const label of [...spellings].sort()) {
    const name = labelToName(label);
    if (name !== null) labels.get(name).push(label);
  }
  const lines = order.map((name) => [name, ...labels.get(name)].join('\t'));
  const count = [...labels.values()].flat().length;
  const head =
    '# encodings: name TAB labels, in the order of the standard. Derived by derive.mjs, never edited by hand.\n';
  writeFileSync(new URL('encodings.txt', directory), `${head}${lines.join('\n')}\n`);
  console.log(`encodings.txt\t${order.length} encodings, ${count} labels`);
}

// Derives index-eucjp-ms.txt and the files index-*-encode.txt, which say in what eucJP-ms and CP51932 differ from EUC-JP. Their
// sources are glibc's iconv (EUC-JP-MS, Debian's libc-bin) and PHP's mbstring (eucJP-win and CP51932, php-mbstring). glibc and
// PHP agree about eucJP-ms, except for the C1 controls, which only glibc has and this program leaves out; it fails at any other
// difference. johab needs no index: its syllables are computed, and the rest of it is KS X 1001, which index EUC-KR contains.
// Usage: npm run indexes -- derive multi-byte

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readIndex } from '../files.mjs';
import { eucJpBytes } from '../pointers.mjs';

function run(command, args, input) {
  const { error, status, stdout } = spawnSync(command, args, { input, maxBuffer: 2 ** 27 });
  if (error !== undefined || (status !== 0 && command !== 'iconv'))
    throw new Error(`${command} ${args.join(' ')} failed`, { cause: error });
  return stdout;
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Every sequence that can be a character in an encoding of this family, C1 controls left out. */
const sequences = [
  ...range(0x00, 0x7f).map((byte) => [byte]),
  ...[0x8e, ...range(0xa0, 0xff)].flatMap((a) => range(0xa0, 0xff).map((b) => [a, b])),
  ...range(0xa0, 0xff).flatMap((a) => range(0xa0, 0xff).map((b) => [0x8f, a, b])),
].filter((sequence) => sequence[0] !== 0x0a);

const scalarValues = range(0, 0xffff).filter((code) => (code & 0xf800) !== 0xd800 && code !== 10);

/** Runs a converter over items that line feeds separate; an item that it does not have gives an empty line. */
function lines(convert, items) {
  const input = items.flatMap((item) => [...item, 0x0a]);
  const output = convert(Buffer.from(input));
  const found = [];
  let from = 0;
  for (const [at, byte] of output.entries()) {
    if (byte !== 0x0a) continue;
    found.push(output.subarray(from, at));
    from = at + 1;
  }
  if (found.length !== items.length) throw new Error('the lines of the output do not match');
  return found;
}

const glibc = (from, to) => (input) => run('iconv', ['-c', '-f', from, '-t', to], input);
const php = (from, to) => (input) =>
  run(
    'php',
    [
      '-r',
      `mb_substitute_character("none"); foreach (explode("\\n", stream_get_contents(STDIN)) as $i => $line)
       echo $i === 0 ? "" : "\\n", mb_check_encoding($line, "${from}") ? mb_convert_encoding($line, "${to}", "${from}") : "";`,
    ],
    input,
  );

const key = (bytes) => Buffer.from(bytes).toString('hex');

/** Returns the code point of each sequence. */
function readDecoder(convert) {
  const decoded = lines(convert, sequences);
  const map = new Map();
  for (const [i, sequence] of sequences.entries()) {
    const text = decoded[i].toString('utf8');
    // With its option -c, iconv gives U+FFFD for some of what it refuses without.
    if ([...text].length === 1 && text !== '\uFFFD') map.set(key(sequence), text.codePointAt(0));
  }
  return map;
}

/** Returns the bytes of each code point. */
function readEncoder(convert) {
  const items = scalarValues.map((code) => Buffer.from(String.fromCodePoint(code), 'utf8'));
  const encoded = lines(convert, items);
  const map = new Map();
  for (const [i, code] of scalarValues.entries()) {
    if (encoded[i].length !== 0 && !(code >= 0x80 && code < 0xa0)) map.set(code, key(encoded[i]));
  }
  return map;
}

function mustBeEqual(name, ours, theirs) {
  for (const each of new Set([...ours.keys(), ...theirs.keys()])) {
    if (ours.get(each) !== theirs.get(each))
      throw new Error(`${name}, ${each}: ${ours.get(each)} and ${theirs.get(each)}`);
  }
}

/** The code point of each sequence in EUC-JP. */
function standard() {
  const map = new Map();
  for (const byte of range(0, 0x7f)) if (byte !== 0x0a) map.set(key([byte]), byte);
  for (const byte of range(0xa1, 0xdf)) map.set(key([0x8e, byte]), 0xff61 + byte - 0xa1);
  for (const [pointer, codePoint] of readIndex('jis0208')) {
    if (pointer < 94 * 94) map.set(key(eucJpBytes(pointer)), codePoint);
  }
  for (const [pointer, codePoint] of readIndex('jis0212')) {
    map.set(key([0x8f, ...eucJpBytes(pointer)]), codePoint);
  }
  return map;
}

/** What an encoder writes beside the first and shortest sequence that decodes to a code point. */
function encodeOnly(name, decoder, encoder) {
  const first = new Map();
  const order = (a, b) => a.length - b.length || (a < b ? -1 : 1);
  for (const sequence of [...decoder.keys()].sort(order)) {
    const codePoint = decoder.get(sequence);
    if (!first.has(codePoint)) first.set(codePoint, sequence);
  }
  for (const [codePoint, sequence] of first) {
    if (encoder.get(codePoint) !== sequence)
      throw new Error(`${name}: U+${codePoint.toString(16)} is ${encoder.get(codePoint)}`);
  }
  return [...encoder].filter(([codePoint]) => !first.has(codePoint));
}

const hex = (number) => `0x${number.toString(16).toUpperCase().padStart(4, '0')}`;

function write(name, head, rows) {
  const text = rows.map(
    ([number, codePoint]) => `${String(number).padStart(5)}\t${hex(codePoint)}`,
  );
  const comments = [`# index ${name}: ${head[0]}`, ...head.slice(1).map((line) => `# ${line}`)];
  comments.push('# Derived by derive.mjs, never edited by hand.');
  const file = new URL(`index-${name}.txt`, import.meta.url);
  writeFileSync(file, `${[...comments, ...text].join('\n')}\n`);
  console.log(`index-${name}.txt\t${rows.length} entries`);
}

const eucJp = standard();

const ms = readDecoder(glibc('EUC-JP-MS', 'UTF-8'));
mustBeEqual('eucJP-ms, decoder', ms, readDecoder(php('eucJP-win', 'UTF-8')));
const msEncoder = readEncoder(glibc('UTF-8', 'EUC-JP-MS'));
mustBeEqual('eucJP-ms, encoder', msEncoder, readEncoder(php('UTF-8', 'eucJP-win')));

const changed = [];
for (const sequence of sequences) {
  const [first, row, cell] = sequence;
  const codePoint = ms.get(key(sequence));
  const isUserDefined = (sequence.length === 3 ? row : first) >= 0xf5 && sequence.at(-1) >= 0xa1;
  const isLast = sequence.at(-1) === 0xff || (sequence.length === 3 ? row : first) === 0xff;
  if (isUserDefined && !isLast) {
    const expected =
      sequence.length === 3
        ? 0xe3ac + (row - 0xf5) * 94 + cell - 0xa1
        : 0xe000 + (first - 0xf5) * 94 + row - 0xa1;
    if (codePoint !== expected) throw new Error(`${key(sequence)} is not user-defined`);
    continue;
  }
  if (codePoint === eucJp.get(key(sequence))) continue;
  if (sequence.length !== 3 || codePoint === undefined)
    throw new Error(`${key(sequence)} is ${codePoint}, which is not expected`);
  changed.push([(row - 0xa1) * 94 + cell - 0xa1, codePoint]);
}
write(
  'eucjp-ms',
  [
    'pointer in JIS X 0212 TAB code point, where eucJP-ms has another code point than EUC-JP.',
    'The rows from F5 on, with and without 8F before them, are private use code points. Sources: glibc, PHP, which agree.',
  ],
  changed,
);

const asNumber = ([codePoint, bytes]) => [Number.parseInt(bytes, 16), codePoint];
const byCodePoint = ([, a], [, b]) => a - b;
write(
  'eucjp-ms-encode',
  [
    'bytes as one number TAB code point, where the encoder of eucJP-ms writes what is decoded to another code point.',
    'Sources: glibc, PHP, which agree.',
  ],
  encodeOnly('eucJP-ms', ms, msEncoder).map(asNumber).sort(byCodePoint),
);

const cp51932 = readDecoder(php('CP51932', 'UTF-8'));
mustBeEqual(
  'CP51932, decoder',
  cp51932,
  new Map([...eucJp].filter(([sequence]) => sequence.length < 6)),
);
write(
  'cp51932-encode',
  [
    'bytes as one number TAB code point, where the encoder of CP51932 writes what is decoded to another code point.',
    'Source: PHP, the only one. What CP51932 decodes is EUC-JP without the sequences of three bytes.',
  ],
  encodeOnly('CP51932', cp51932, readEncoder(php('UTF-8', 'CP51932')))
    .map(asNumber)
    .sort(byCodePoint),
);

// Finds the text that iconv-lite keeps and whatwg-transcoder/iconv-lite does not, for every name of iconv-lite, and makes the
// table in lib/iconv-lite/README.md of it. iconv-lite runs beside it.
//
// A scalar value is kept if what is written for it is read as the same scalar value. Whatever iconv-lite keeps is to be kept here,
// as bytes that iconv-lite reads as the same. Bytes that iconv-lite reads as text are to be read as the same text.

import iconvLite from 'iconv-lite';
import own from 'whatwg-transcoder/iconv-lite';
import { joinRows } from './page-table.mjs';

/** Why text is not kept or read otherwise: for each reason, the codecs of iconv-lite and what differs in each. */
const reasons = [
  {
    codecs: ['gb18030', 'gbk'],
    why:
      'GB18030-2022, as the standard has it: these bytes are code points of the private use area in iconv-lite, and the ' +
      'characters of these later code points have four bytes in it',
  },
];

const REPLACEMENT = 0xfffd;
const BLOCK = 4096;

/** All scalar values, in blocks. */
const blocks = Array.from({ length: 0x110000 / BLOCK }, (_, block) =>
  Array.from({ length: BLOCK }, (_, at) => block * BLOCK + at).filter(
    (point) => point < 0xd800 || point > 0xdfff,
  ),
).filter((points) => points.length > 0);

/** Returns the names of iconv-lite by the name of their codec. Names of one codec there that are two here are two rows. */
export function namesByCodec() {
  iconvLite.encodingExists('utf8');
  const { encodings } = iconvLite;
  const groups = new Map();
  for (const name of Object.keys(encodings)) {
    if (name.startsWith('_')) continue;
    let codec = name;
    while (typeof encodings[codec] === 'string') codec = encodings[codec];
    const [first = name] = groups.get(codec) ?? [];
    if (own.encodingExists(name) && own.getCodec(first) !== own.getCodec(name)) codec = name;
    groups.set(codec, [...(groups.get(codec) ?? []), name]);
  }
  return groups;
}

/** Whether iconv-lite reads what it writes for a character. */
export const isKeptByIconvLite = (text, name) =>
  iconvLite.decode(iconvLite.encode(text, name), name) === text;

/** Whether iconv-lite keeps a character under a name, and the api does not. */
export function isLost(text, name) {
  if (!isKeptByIconvLite(text, name)) return false;
  const bytes = own.encode(text, name);
  return iconvLite.decode(bytes, name) !== text || own.decode(bytes, name) !== text;
}

/** Adds the scalar values that are lost to `found`. Those that give equal bytes and text in both are not asked one by one. */
function addLost(name, points, found) {
  const text = String.fromCodePoint(...points);
  const bytes = iconvLite.encode(text, name);
  const read = iconvLite.decode(bytes, name);
  if (points.length > 1) {
    const asked = new Set(points);
    if (!Array.from(read).some((character) => asked.has(character.codePointAt(0)))) return;
    if (bytes.equals(own.encode(text, name)) && own.decode(bytes, name) === read) return;
    const half = points.length >> 1;
    addLost(name, points.slice(0, half), found);
    addLost(name, points.slice(half), found);
  } else if (isLost(text, name)) {
    found.push(points[0]);
  }
}

/** Returns the scalar values that iconv-lite keeps under a name, and that are not kept here. */
function lostUnder(name) {
  const found = [];
  for (const points of blocks) addLost(name, points, found);
  return found.filter((point) => point !== REPLACEMENT);
}

/** Whether a text is scalar values without U+FFFD. */
const isText = (text) => text !== '' && !text.includes('\ufffd') && text.isWellFormed();

/** Every sequence of `length` bytes that begins with `first`, one after another in the same memory. */
function* sequences(first, length) {
  const bytes = Buffer.from([...first, ...Array(length - first.length).fill(0)]);
  const most = 0x100 ** (length - first.length);
  for (let number = 0; number < most; number++) {
    for (let at = length - 1, rest = number; at >= first.length; at--, rest >>= 8) bytes[at] = rest;
    yield bytes;
  }
}

const isAssignedInGb18030 = (number) =>
  number <= 0x8431a439 || (number >= 0x90308130 && number <= 0xe3329a35);

/** The sequences of four bytes that GB18030 assigns, ten at a time, which differ in the last byte. */
function* tensOfGb18030() {
  const bytes = Buffer.alloc(40);
  for (let first = 0x81; first <= 0xe3; first++) {
    for (let second = 0x30; second <= 0x39; second++) {
      for (let third = 0x81; third <= 0xfe; third++) {
        for (let at = 0; at < 10; at++) bytes.set([first, second, third, 0x30 + at], 4 * at);
        if (isAssignedInGb18030(bytes.readUInt32BE(0))) yield bytes;
      }
    }
  }
}

/**
 * Returns the sequences of bytes, in hex, that iconv-lite reads as text under a name, and that are read otherwise here. All
 * sequences of one and of two bytes are tried, those of three after 8F in EUC-JP, and those of four that GB18030 assigns. In
 * the forms of Unicode longer ones are what iconv-lite writes for all scalar values, which `lostUnder` reads.
 */
function readOtherwiseUnder(name) {
  const found = [];
  const alone = new Set();
  const compare = (bytes) => {
    const text = iconvLite.decode(bytes, name);
    if (!isText(text)) return false;
    if (own.decode(bytes, name) !== text) found.push(bytes.toString('hex').toUpperCase());
    return true;
  };
  for (const bytes of sequences([], 1)) if (compare(bytes)) alone.add(bytes[0]);
  for (let first = 0; first < 0x100; first++) {
    if (alone.has(first)) continue;
    for (const bytes of sequences([first], 2)) compare(bytes);
  }
  if (name === 'eucjp') for (const bytes of sequences([0x8f], 3)) compare(bytes);
  if (name === 'gb18030') {
    for (const ten of tensOfGb18030()) {
      if (iconvLite.decode(ten, name) === own.decode(ten, name)) continue;
      for (let at = 0; at < 40; at += 4) compare(ten.subarray(at, at + 4));
    }
  }
  return found;
}

/** Returns sorted numbers as ranges: « U+FE10–U+FE19 U+FFE8 ». */
function rangesOf(numbers, format) {
  const ranges = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([first, last]) => (first === last ? format(first) : `${format(first)}–${format(last)}`))
    .join(' ');
}

const pointName = (point) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns the table, the figures and what is wrong with the reasons. */
export function compareAll() {
  const rows = [];
  const problems = [];
  const counts = { names: 0, lost: 0, readOtherwise: 0 };
  for (const [codec, names] of namesByCodec()) {
    counts.names += names.length;
    const reason = reasons.find(({ codecs }) => codecs.includes(codec));
    for (const name of names) {
      if (own.getCodec(name) !== own.getCodec(names[0])) problems.push(`${name}: another codec`);
    }
    const lost = lostUnder(codec);
    const otherwise = readOtherwiseUnder(codec);
    counts.lost += names.length * lost.length;
    counts.readOtherwise += names.length * otherwise.length;
    if (lost.length + otherwise.length === 0) {
      if (reason !== undefined) problems.push(`${codec}: has a reason, and nothing is lost`);
      continue;
    }
    if (reason === undefined) problems.push(`${codec}: has no reason`);
    const cells = [
      names.map((name) => `\`${name}\``).join(' '),
      `${lost.length}: ${rangesOf(lost, pointName)}`,
      `${otherwise.length}: ${otherwise.join(' ')}`,
      reason?.why,
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  const head = '| names | not kept | read otherwise | why |\n| --- | --- | --- | --- |';
  return { table: `${head}\n${joinRows(rows.sort()).join('\n')}`, counts, problems };
}

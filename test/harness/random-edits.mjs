// Random edits of random files, whose result is checked with the decoder alone: the bytes must decode to the text that was asked
// for, and every byte outside of the edit must be as it was. An edit that is refused must change nothing.

import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { canEncode, decode, encode, validate } from 'whatwg-transcoder';
import { EditableText } from 'whatwg-transcoder/edit';
import encodingNumbers from '../../lib/labels/encodings.js';
import { randomFrom } from './random-cases.mjs';

const { handleOf, hasEncoderState, isUnicode, names } = encodingNumbers;

/** The names of all encodings that can be edited. */
export const editableNames = names.filter(
  (name, id) => name !== 'replacement' && names.indexOf(name) === id,
);

const escapes = new Map([
  ['ISO-2022-JP', ['\x1b(B', '\x1b(J', '\x1b(I', '\x1b$B', '\x1b$@', '\x1b']],
  ['hz-gb-2312', ['~{', '~}', '~\n', '~~', '~']],
  ['iso-2022-kr', ['\x0e', '\x0f', '\x1b$)C', '\x1b$', '\x1b']],
]);

const ofUnicode = Array.from('aé¥あ漢😀\u{10FFFF}\uFEFF\uFFFD\uFFFE\uBFEF\uBBEF\u0000‾\u0304Ê').map(
  (one) => [one],
);

const isLeading = (bytes, handle) => validate(bytes, handle).firstError?.reason === 'truncated';

/** What an encoding is tried with: `sequences` of bytes that decode without an error, `characters` that it may contain. */
function materialOf(name) {
  const id = names.indexOf(name);
  const handle = handleOf(id);
  const sequences = [];
  const characters = new Set();
  const tryBytes = (bytes) => {
    const text = decode(bytes, handle);
    if (text === '' || text.includes('\uFFFD')) return false;
    sequences.push(bytes);
    if (characters.size < 20_000) for (const one of text) characters.add(one);
    return true;
  };
  const hasModes = hasEncoderState(id);
  const random = randomFrom(1);
  if (isUnicode(id)) {
    for (const [one] of ofUnicode) {
      sequences.push(encode(one, handle));
      characters.add(one);
    }
  } else {
    for (let a = 0; a < 0x100; a++) {
      const isOne = tryBytes(Buffer.of(a));
      // Only a leading byte is not malformed by itself.
      if (isOne || hasModes || !isLeading(Buffer.of(a), handle)) continue;
      for (let b = 0x30; b < 0x100; b++) tryBytes(Buffer.of(a, b));
      for (let i = 0; i < 150; i++) {
        tryBytes(Buffer.of(a, 0xa1 + random(94), 0xa1 + random(94)));
        tryBytes(Buffer.of(a, 0x30 + random(10), 0x81 + random(126), 0x30 + random(10)));
      }
    }
    if (hasModes) {
      const other = { 'ISO-2022-JP': 'euc-jp', 'hz-gb-2312': 'gbk', 'iso-2022-kr': 'euc-kr' }[name];
      for (let a = 0xa1; a < 0xff; a += 3) {
        for (let b = 0xa1; b < 0xff; b += 5) {
          const one = decode(Buffer.of(a, b), other);
          if (one.length === 1 && canEncode(one, handle)) characters.add(one);
        }
      }
    }
  }
  return { id, handle, hasModes, sequences, characters: [...characters], name };
}

const materials = new Map();
function materialFor(name) {
  if (!materials.has(name)) materials.set(name, materialOf(name));
  return materials.get(name);
}

const others = [...'¥‾−é😀\uFEFF\uFFFDｱ\n~\\\u3000', '\uD800', '\uDC00', 'ï»¿', 'þÿ', 'ÿþ', '\r\n'];

/** A text, most of whose characters the encoding contains. */
function textFrom(random, { characters }, most, isKept) {
  let text = '';
  for (let left = random(most + 1); left > 0; left--) {
    const kind = random(20);
    if (kind === 0 && !isKept) text += others[random(others.length)];
    else if (kind < 8) text += String.fromCharCode(0x20 + random(0x5f));
    else if (kind === 8) text += '\n';
    else text += characters[random(characters.length)];
  }
  return text;
}

/** Bytes of a kind: 0 and 1: well-formed; 2: damaged; 3: random. */
function bytesFrom(random, material, kind, most) {
  const { handle, hasModes, sequences, name } = material;
  const own = escapes.get(name) ?? [];
  if (kind === 3) {
    const bytes = [];
    for (let left = random(most); left > 0; left--) {
      if (own.length > 0 && random(6) === 0)
        bytes.push(...Buffer.from(own[random(own.length)], 'latin1'));
      else bytes.push(own.length > 0 ? random(0x90) : random(0x100));
    }
    return Buffer.from(bytes);
  }
  let bytes;
  if (hasModes || random(2) === 0) {
    const text = textFrom(random, material, most, true);
    bytes = encode(text, handle, { unencodable: 'skip' });
  } else {
    const parts = [];
    for (let left = random(most); left > 0; left--) parts.push(sequences[random(sequences.length)]);
    bytes = Buffer.concat(parts);
  }
  if (kind === 2 && bytes.length > 0) {
    for (let left = 1 + random(3); left > 0; left--) {
      const at = random(bytes.length);
      const change = random(3);
      if (change === 0) bytes[at] = random(0x100);
      else if (change === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
      else
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.of(random(0x100)),
          bytes.subarray(at),
        ]);
      if (bytes.length === 0) break;
    }
  }
  return Buffer.from(bytes);
}

const isWellFormed = (bytes, handle) => validate(bytes, handle).valid;

const kinds = ['well-formed', 'well-formed', 'damaged', 'random'];

/** An error of an edit that may occur, by its code or reason. */
function refusalOf(error) {
  if (error.code === 'ERR_ENCODING_UNENCODABLE') return 'unencodable';
  if (error.code === 'ERR_EDIT_NOT_POSSIBLE') {
    ok(Number.isInteger(error.offset) && error.offset >= 0 && error.length >= 0);
    return error.reason;
  }
  throw error;
}

/** How many bytes two buffers have in common at the start. */
function commonStart(a, b) {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}
const commonEnd = (a, b) => commonStart(Buffer.from(a).reverse(), Buffer.from(b).reverse());

/**
 * Makes `edits` random edits in files of one encoding, and checks each. `count(kind, outcome)` is called for each edit. `most` is the
 * longest file in characters.
 */
export function runRandomEdits(name, seed, edits, count, most = 24) {
  const random = randomFrom(seed);
  const material = materialFor(name);
  const { handle, hasModes } = material;
  for (let left = edits; left > 0; ) {
    const kind = random(4);
    const bytes = bytesFrom(random, material, kind, most);
    const file = new EditableText(bytes, handle);
    let before = file.toBytes();
    let { text } = file;
    deepEqual(before, bytes);
    equal(text, decode(bytes, handle));
    for (let more = 1 + random(4); more > 0 && left > 0; more--, left--) {
      const context = () => `${name} ${seed} ${before.toString('hex')}`;
      const isBatch = random(4) === 0;
      const made = [];
      for (let each = isBatch ? random(4) : 1; each > 0; each--) {
        const start = random(text.length + 1);
        const end = Math.min(text.length, start + (random(2) === 0 ? 0 : random(4)));
        made.push({ start, end, text: textFrom(random, material, 3, false) });
      }
      made.sort((a, b) => a.start - b.start);
      const wellFormed = isWellFormed(before, handle);
      let expected = '';
      let at = 0;
      for (const edit of made) {
        if (edit.start < at) edit.start = at;
        if (edit.end < edit.start) edit.end = edit.start;
        expected += text.slice(at, edit.start) + edit.text;
        at = edit.end;
      }
      expected += text.slice(at);
      const from = made.length === 0 ? before.length : file.byteOffsetAt(made[0].start);
      const to = made.length === 0 ? 0 : before.length - file.byteOffsetAt(made.at(-1).end);
      let outcome = 'done';
      try {
        const ranges = isBatch
          ? file.applyEdits(made)
          : [file.edit(made[0].start, made[0].end, made[0].text)];
        for (const [i, { start, end }] of ranges.entries()) {
          equal(expected.slice(start, end), made[i].text);
        }
      } catch (error) {
        outcome = refusalOf(error);
        deepEqual(file.toBytes(), before, context());
        equal(file.text, text, context());
        if (wellFormed && outcome === 'malformed bytes')
          throw new Error(context(), { cause: error });
        if (outcome === 'malformed bytes' && !hasModes && !isBatch) {
          // The bytes that the encoder makes give another text there.
          const parts = [before.subarray(0, from), encode(made[0].text, handle)];
          const spliced = Buffer.concat([...parts, before.subarray(before.length - to)]);
          notEqual(decode(spliced, handle), expected, context());
        }
      }
      count(kinds[kind], outcome);
      if (outcome !== 'done') continue;
      const after = file.toBytes();
      const changed = made.filter((edit) => edit.end > edit.start || edit.text !== '');
      equal(file.text, expected, context());
      equal(decode(after, handle), expected, context());
      if (changed.length > 0) {
        const slack = hasModes ? 4 : 0;
        ok(commonStart(before, after) >= Math.min(after.length, from) - slack, context());
        ok(commonEnd(before, after) >= Math.min(after.length, to), context());
      } else deepEqual(after, before);
      before = after;
      text = expected;
    }
  }
}

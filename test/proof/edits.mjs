// Proves the local check of edits: beside each state of a decoder, and before each byte that can follow, an edit is made if and only if
// the bytes that the encoder writes give the text that was asked for. Usage: node test/proof/edits.mjs [ENCODING]...

import { decode, encode, validate } from 'whatwg-transcoder';
import { EditableText } from 'whatwg-transcoder/edit';
import encodingNumbers from '../../lib/labels/encodings.js';
import placeFinders from '../../lib/transcoding/places.js';
import { editableNames } from '../harness/random-edits.mjs';

const { handleOf, hasEncoderState, isUnicode, names } = encodingNumbers;
const { PlaceFinder } = placeFinders;

// Encodings with very many states are proved with these bytes in the place of all: the borders of what is a leading or a trailing byte
// somewhere, of surrogates and of planes, and the bytes of escape sequences and of marks.
const marked = Buffer.from(
  '000a0e0f101b20212224282930393a404142434a5c5f607b7d7e7f808184888e8f90a0a1bbbfc2d8dcdfe0e1edeff0f4f5fcfdfeff',
  'hex',
);
const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const MAX_STATES = 700;
const MAX_MARKED_STATES = 6000; // UTF-32 has more, in all of which it holds a part of one character

// Bytes of escape sequences, and others; and how many inputs that lead to one state are compared.
const shifts = Buffer.from('0a0e0f1b415c7b7d7e', 'hex');
const MAX_INPUTS = 12;

/** The inputs that lead a decoder from the start to each of its states, as long as new bytes make new ones. */
function statesOf(finder, prefix, bytes, most) {
  const found = new Map();
  const keyOf = (input) => {
    finder.begin(finder.start);
    finder.decode(input, false);
    const { state, end } = finder;
    if (state !== null) return state;
    // The bytes that it holds, behind the state before them.
    const held = input.subarray(end).toString('hex');
    finder.begin(finder.start);
    finder.decode(input.subarray(0, end), false);
    return `${finder.state?.pair} ${held}`;
  };
  const inputs = [prefix];
  found.set(keyOf(prefix), prefix);
  for (let at = 0; at < inputs.length; at++) {
    for (const byte of bytes) {
      const input = Buffer.concat([inputs[at], Buffer.of(byte)]);
      const key = keyOf(input);
      if (found.has(key)) continue;
      if (found.size === most) return bytes === all ? null : inputs;
      found.set(key, input);
      inputs.push(input);
    }
  }
  return inputs;
}

const texts = ['', 'a', '1', '@', '~', '$', '\n', 'é', 'あ', '中', '한', '漢1'];
const behind = ['', '0', 'A', '\xa1A', '0\x810A', '\x80\x80\x80A'].map((text) =>
  Buffer.from(text, 'latin1'),
);

function prove(name) {
  const id = names.indexOf(name);
  const handle = handleOf(id);
  const hasModes = hasEncoderState(id);
  const finder = new PlaceFinder(id);
  const letters = encode('AB', handle);
  const unit = isUnicode(id) ? letters.length / 2 : 1;
  const lefts =
    statesOf(finder, letters, all, MAX_STATES) ??
    statesOf(finder, letters, marked, MAX_MARKED_STATES);
  const separator = letters.subarray(-unit);
  const written = texts.filter((text) => {
    try {
      return decode(encode(text, handle), handle) === text;
    } catch {
      return false;
    }
  });
  const counts = { states: lefts.length, made: 0, refused: 0 };
  const fail = (what, ...parts) => {
    throw new Error(`${name}: ${what}: ${parts.map((part) => part.toString('hex')).join(' | ')}`);
  };
  for (const left of lefts) {
    for (let byte = 0; byte < 0x100; byte++) {
      const right = Buffer.concat([Buffer.of(byte), behind[(byte + left.length) % behind.length]]);
      const before = Buffer.concat([left, separator, right]);
      const file = new EditableText(before, handle);
      const { text } = file;
      const at = file.indexAt(left.length);
      // The letter is a trailing byte here, or an escape sequence stands before it.
      if (text[at] !== 'B' || file.byteOffsetAt(at) !== left.length) continue;
      for (const own of written) {
        const edited = new EditableText(before, handle);
        const expected = text.slice(0, at) + own + text.slice(at + 1);
        let isMade = true;
        try {
          edited.edit(at, at + 1, own);
        } catch (error) {
          if (error.reason !== 'malformed bytes') throw error;
          isMade = false;
        }
        counts[isMade ? 'made' : 'refused'] += 1;
        const after = edited.toBytes();
        if (isMade && decode(after, handle) !== expected) fail('a wrong text', left, right, after);
        if (hasModes) {
          if (!isMade && validate(before, handle).valid) fail('refused', left, right);
          continue;
        }
        const spliced = Buffer.concat([left, encode(own, handle), right]);
        if (isMade && !after.equals(spliced)) fail('other bytes', left, right, after);
        if (!isMade && decode(spliced, handle) === expected) fail('refused', left, right, spliced);
      }
    }
  }
  if (hasModes) proveStates(name, finder, handle, lefts);
  console.log(
    `${name}: ${counts.states} states, ${counts.made} edits made, ${counts.refused} refused, all rightly`,
  );
}

// What comes behind an input: an escape sequence, each byte, and each byte at a border with one of an escape sequence behind it.
const followers = [
  Buffer.from('\x1b(B'),
  ...Array.from(all, (byte) => Buffer.of(byte)),
  ...Array.from(marked).flatMap((a) => Array.from(shifts, (b) => Buffer.of(a, b))),
].map((bytes) => Buffer.concat([bytes, Buffer.from('A\x1b(B', 'latin1')]));

/** Proves that two inputs which lead to one State are followed by the same text, whatever of `followers` comes. */
function proveStates(name, finder, handle, lefts) {
  const inputs = lefts.flatMap((left) => [
    left,
    ...Array.from(all, (byte) => Buffer.concat([left, Buffer.of(byte)])),
  ]);
  const byState = new Map();
  for (const input of inputs) {
    finder.begin(finder.start);
    const text = finder.decode(input, false);
    const { state } = finder;
    if (state === null) continue;
    const known = byState.get(state) ?? { seen: undefined, count: 0 };
    byState.set(state, known);
    if (known.count++ === MAX_INPUTS) continue;
    const more = followers.map((bytes) =>
      decode(Buffer.concat([input, bytes]), handle).slice(text.length),
    );
    const seen = more.join('|');
    known.seen ??= seen;
    if (known.seen !== seen)
      throw new Error(`${name}: two states are taken for one: ${input.toString('hex')}`);
  }
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : editableNames;
for (const name of chosen.filter((one) => editableNames.includes(one))) prove(name);

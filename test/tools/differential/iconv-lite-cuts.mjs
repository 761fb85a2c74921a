// Finds where the functions of whatwg-transcoder/iconv-lite have another result for text in parts than for the whole, or with
// options than iconv-lite has, in every codec of iconv-lite. The text is what iconv-lite keeps.

import iconvLite from 'iconv-lite';
import own from 'whatwg-transcoder/iconv-lite';
import { isKeptByIconvLite, isLost } from './iconv-lite-differences.mjs';

const SIZES = [1, 2, 3, 7];
const BLOCK = 0x800;
// All of the basic plane, some blocks above it, and the last.
const starts = [...Array(32).keys()].map((at) => at * BLOCK);
starts.push(0x1f000, 0x20000, 0x2a000, 0x100000, 0x110000 - BLOCK);

/** Returns the text of a block of scalar values that iconv-lite keeps under a name, and that is not lost here. */
function keptText(name, start) {
  const text = String.fromCodePoint(...Array.from({ length: BLOCK }, (_, at) => start + at));
  const scalars = Array.from(text).filter((each) => each.isWellFormed() && each !== '\ufffd');
  const read = new Set(iconvLite.decode(iconvLite.encode(scalars.join(''), name), name));
  return scalars
    .filter((each) => read.has(each) && isKeptByIconvLite(each, name) && !isLost(each, name))
    .join('');
}

function encodeInParts(text, name, size, options) {
  const encoder = own.getEncoder(name, options);
  const parts = [];
  for (let at = 0; at < text.length; at += size) {
    parts.push(encoder.write(text.slice(at, at + size)));
  }
  parts.push(encoder.end() ?? Buffer.alloc(0));
  return Buffer.concat(parts);
}

function decodeInParts(bytes, name, size, options) {
  const decoder = own.getDecoder(name, options);
  const memory = Buffer.alloc(size);
  let text = '';
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(memory, 0, at, at + size);
    text += decoder.write(memory.subarray(0, length));
    memory.fill(0xff);
  }
  return text + (decoder.end() ?? '');
}

/** Writes the parts of a text or of bytes to a stream, and returns all that it gives. */
function throughStream(stream, parts) {
  const result = new Promise((resolve, reject) => {
    stream.collect((error, all) => (error ? reject(error) : resolve(all)));
  });
  for (const part of parts) stream.write(part);
  stream.end();
  return result;
}

const encodeOptions = [undefined, { addBOM: true }, { addBOM: false }];
const decodeOptions = [undefined, { stripBOM: true }, { stripBOM: false }];

// The table of calls in lib/iconv-lite/README.md has what differs where a byte order is guessed, and where UTF-7 is to keep a
// byte order mark.
const isOther = (name, adds, strips) =>
  (['utf16', 'utf32'].includes(name) && adds?.addBOM === false) ||
  (['utf7', 'utf7imap'].includes(name) && adds?.addBOM === true && strips?.stripBOM === false);

/** Adds to `problems` what is wrong with one text under a name, in calls of functions. */
function checkCalls(name, text, problems) {
  const expect = (what, isRight) => {
    if (!isRight) problems.push(`${name}, U+${text.codePointAt(0).toString(16)}: ${what}`);
  };
  for (const adds of encodeOptions) {
    const bytes = own.encode(text, name, adds);
    const adding = `encode ${JSON.stringify(adds)}`;
    for (const size of SIZES) {
      const isSame = encodeInParts(text, name, size, adds).equals(bytes);
      expect(`${adding} in parts of ${size}`, isSame);
    }
    const theirs = iconvLite.encode(text, name, adds);
    for (const strips of decodeOptions) {
      const read = own.decode(bytes, name, strips);
      const stripping = `${adding}, decode ${JSON.stringify(strips)}`;
      for (const size of SIZES) {
        const isSame = decodeInParts(bytes, name, size, strips) === read;
        expect(`${stripping} in parts of ${size}`, isSame);
      }
      if (isOther(name, adds, strips)) continue;
      const readByThem = iconvLite.decode(theirs, name, strips);
      expect(
        `${stripping}, bytes that iconv-lite reads`,
        iconvLite.decode(bytes, name, strips) === readByThem,
      );
      expect(`${stripping}, as iconv-lite`, read === readByThem);
      expect(`${stripping}, bytes of iconv-lite`, own.decode(theirs, name, strips) === readByThem);
    }
  }
}

/** Returns up to 200 characters of a text, from all of it. */
function sampleOf(text) {
  const characters = Array.from(text);
  const step = Math.ceil(characters.length / 200);
  return characters.filter((_, at) => at % step === 0).join('');
}

/** Adds to `problems` what is wrong with one text under a name, in streams that get single code units and bytes. */
async function checkStreams(name, text, problems) {
  for (const adds of encodeOptions) {
    const bytes = own.encode(text, name, adds);
    const written = await throughStream(own.encodeStream(name, adds), text.split(''));
    if (!written.equals(bytes)) problems.push(`${name}: encodeStream ${JSON.stringify(adds)}`);
    for (const strips of decodeOptions) {
      const parts = Array.from(bytes, (byte) => Buffer.of(byte));
      const read = await throughStream(own.decodeStream(name, strips), parts);
      if (read !== own.decode(bytes, name, strips)) {
        problems.push(`${name}: decodeStream ${JSON.stringify(strips)}`);
      }
    }
  }
}

/** Returns what is wrong under a name, and how many characters were tried. */
export async function problemsOfParts(name) {
  const problems = [];
  // The forms of Unicode keep all blocks, of which some are tried.
  const isUnicode = isKeptByIconvLite('😀', name);
  const tried = starts.filter((_, at) => !isUnicode || at % 6 === 0);
  const texts = tried.map((start) => keptText(name, start)).filter((text) => text !== '');
  for (const text of texts) checkCalls(name, text, problems);
  const all = texts.join('');
  if (all !== '') await checkStreams(name, sampleOf(all), problems);
  return { problems, characters: Array.from(all).length };
}

/** Returns the first code points of the blocks of code points, surrogates among them, for which encode() under a name throws. */
export function refusedUnder(name) {
  const refused = [];
  for (const start of starts) {
    const text = String.fromCodePoint(...Array.from({ length: BLOCK }, (_, at) => start + at));
    try {
      own.encode(text, name);
      encodeInParts(text, name, 7);
    } catch {
      refused.push(start);
    }
  }
  return refused;
}

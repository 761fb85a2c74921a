// Makes the inputs on which decoders are compared, and records the result of each. This module runs
// both in Node and in a browser's page, so it imports nothing. A block gives the same inputs in
// both.

/**
 * A small generator of 32-bit numbers (the mixing function of "mulberry32"), seeded with a string.
 */
export function randomFrom(text) {
  let state = 0x811c9dc5;
  for (const char of text) state = Math.imul(state ^ char.codePointAt(0), 0x01000193);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000) * below);
  };
}

const isUtf16 = (encoding) => encoding.startsWith('utf-16');
// The names of all other encodings begin in one of these ways.
const isMultiByte = (encoding) => !/^(utf|ibm|iso-8859|koi8|mac|windows|x-)/.test(encoding);

const escapes = [
  [0x1b, 0x28, 0x42],
  [0x1b, 0x28, 0x4a],
  [0x1b, 0x28, 0x49],
  [0x1b, 0x24, 0x40],
  [0x1b, 0x24, 0x42],
];

// Each border of each row of the table of well-formed UTF-8, and its neighbours.
const utf8Borders = [
  0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec,
  0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
];

/** For each sweep its number of cases, and the bytes of one. `npm run test:differential -- reference` has the longer sequences. */
const sweeps = {
  'one byte': { size: 256, bytesAt: (at) => [at] },
  'two bytes': { size: 65536, bytesAt: (at) => [at >> 8, at & 0xff] },
};

const sweepBlock = 8192;
const randomBlock = 2000;

/** Every block of cases, in order: { kind, encoding, from, to, seed? }. */
export function listBlocks({ encodings, cases, seed }) {
  const blocks = [];
  const cut = (kind, encoding, size, step, more) => {
    for (let from = 0; from < size; from += step) {
      blocks.push({ kind, encoding, from, to: Math.min(size, from + step), ...more });
    }
  };
  for (const encoding of encodings) {
    for (const [kind, { size }] of Object.entries(sweeps)) {
      cut(kind, encoding, size, sweepBlock);
    }
    cut('random', encoding, cases, randomBlock, { seed });
  }
  return blocks;
}

/** A few random bytes of a kind that is interesting in the encoding. */
function token(encoding, random) {
  const any = () => random(256);
  if (encoding === 'utf-8') {
    const kind = random(10);
    if (kind === 0) return [0xef, 0xbb, 0xbf];
    if (kind < 3) return [random(128)];
    if (kind < 5) return [utf8Borders[random(utf8Borders.length)]];
    if (kind === 5) return [any()];
    const bits = [11, 16, 21, 21][kind - 6];
    const value = random(2 ** bits);
    const tail = (shift) => 0x80 | ((value >> shift) & 0x3f);
    const whole =
      bits === 11
        ? [0xc0 | (value >> 6), tail(0)]
        : bits === 16
          ? [0xe0 | (value >> 12), tail(6), tail(0)]
          : [0xf0 | (value >> 18), tail(12), tail(6), tail(0)];
    return random(3) === 0 ? whole.slice(0, 1 + random(whole.length)) : whole;
  }
  if (isUtf16(encoding)) {
    const kind = random(8);
    if (kind === 0) return [any()];
    const unit = [0xfeff, random(128), 0xd800 + random(1024), 0xdc00 + random(1024), random(65536)];
    const chosen = unit[Math.min(kind - 1, 4)];
    const order =
      encoding === 'utf-16be' ? [chosen >> 8, chosen & 0xff] : [chosen & 0xff, chosen >> 8];
    return order;
  }
  if (encoding === 'iso-2022-jp') {
    const kind = random(12);
    if (kind < 3) return escapes[random(escapes.length)];
    if (kind === 3) return escapes[random(escapes.length)].slice(0, 1 + random(2));
    if (kind === 4)
      return [[0x1b, 0x24, 0x28, 0x42, 0x4a, 0x49, 0x40, 0x0e, 0x0f, 0x0a][random(10)]];
    if (kind === 5) return [any()];
    if (kind < 8) return [0x21 + random(94)];
    return [0x21 + random(94), 0x21 + random(94)];
  }
  if (isMultiByte(encoding)) {
    const kind = random(12);
    if (kind < 2) return [random(128)];
    if (kind === 2) return [any()];
    if (kind === 3)
      return [[0x80, 0x81, 0x8e, 0x8f, 0xa0, 0xa1, 0xc8, 0xe0, 0xfc, 0xfd, 0xfe, 0xff][random(12)]];
    if (kind === 4) return [0x81 + random(126), 0x30 + random(10)];
    if (kind === 5) {
      return [0x81 + random(126), 0x30 + random(10), 0x81 + random(126), 0x30 + random(10)];
    }
    if (kind === 6) return [0x8f, 0xa1 + random(94), 0xa1 + random(94)];
    if (kind === 7) return [0x81 + random(126)];
    return [0x81 + random(126), 0x40 + random(192)];
  }
  return random(2) ? [any()] : [random(128)];
}

/** A random case: { bytes, chunks, ignoreBOM }, where chunks are the bytes cut at random. */
function randomCase({ encoding, seed }, at) {
  const random = randomFrom(`${seed} ${encoding} ${at}`);
  const list = [];
  if (random(3) === 0) {
    const mark = {
      'utf-8': [0xef, 0xbb, 0xbf],
      'utf-16le': [0xff, 0xfe],
      'utf-16be': [0xfe, 0xff],
    };
    if (random(2) && mark[encoding]) list.push(...mark[encoding]);
    const padding = random(random(8) === 0 ? 600 : 70);
    for (let unit = 0; unit < padding; unit += 1) {
      const byte = 0x20 + random(0x5f);
      if (encoding === 'utf-16be') list.push(0, byte);
      else if (encoding === 'utf-16le') list.push(byte, 0);
      else list.push(byte);
    }
  }
  for (let left = random(14); left > 0; left -= 1) list.push(...token(encoding, random));
  const bytes = Uint8Array.from(list);
  const rate = [0, 1, 5, 10][random(4)];
  const chunks = [];
  let start = 0;
  for (let end = 1; end < bytes.length; end += 1) {
    if (random(10) >= rate) continue;
    chunks.push(bytes.subarray(start, end));
    if (random(6) === 0) chunks.push(bytes.subarray(end, end));
    start = end;
  }
  chunks.push(bytes.subarray(start));
  return { bytes, chunks, ignoreBOM: random(4) === 0 };
}

/** The text of one call, or null when the decoder refused the bytes. Other errors are thrown on. */
function decodeOrNull(decoder, bytes, options) {
  try {
    return decoder.decode(bytes, options);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const stream = { stream: true };

/**
 * The results of one stream call per chunk and of a last call without input, up to a call that
 * throws.
 */
function decodeChunks(decoder, chunks) {
  const outputs = [];
  for (const chunk of chunks) {
    outputs.push(decodeOrNull(decoder, chunk, stream));
    if (outputs.at(-1) === null) return outputs;
  }
  outputs.push(decodeOrNull(decoder, undefined, undefined));
  return outputs;
}

/**
 * The decoders of a block. They are reused from case to case; with `fresh`, each case gets new
 * ones.
 */
function decodersOf(TextDecoder, encoding, fresh) {
  const kept = new Map();
  return (fatal, ignoreBOM) => {
    const key = `${fatal} ${ignoreBOM}`;
    if (fresh || !kept.has(key)) kept.set(key, new TextDecoder(encoding, { fatal, ignoreBOM }));
    return kept.get(key);
  };
}

/**
 * The results of a decoder for one case, by name. Decoders are reused wherever the standard says
 * that nothing remains of the last case, that is, after every call without `stream`.
 */
function outcome(TextDecoder, block, at, decoderFor) {
  if (block.kind !== 'random') {
    const bytes = Uint8Array.from(sweeps[block.kind].bytesAt(at));
    return {
      text: decoderFor(false, false).decode(bytes),
      fatal: decodeOrNull(decoderFor(true, false), bytes),
    };
  }
  const { bytes, chunks, ignoreBOM } = randomCase(block, at);
  return {
    text: decoderFor(false, ignoreBOM).decode(bytes),
    fatal: decodeOrNull(decoderFor(true, ignoreBOM), bytes),
    calls: decodeChunks(decoderFor(false, ignoreBOM), chunks),
    // This decoder is new: the state of a stream that has failed is the subject of other tests.
    fatalCalls: decodeChunks(new TextDecoder(block.encoding, { fatal: true, ignoreBOM }), chunks),
  };
}

function* outcomes(TextDecoder, block) {
  const decoderFor = decodersOf(TextDecoder, block.encoding, false);
  for (let at = block.from; at < block.to; at += 1)
    yield outcome(TextDecoder, block, at, decoderFor);
}

/** The hash of all results of a block. */
function hashBlock(TextDecoder, block) {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  const add = (value) => {
    low = Math.imul(low ^ value, 0x01000193);
    high = Math.imul((high ^ value) + (low >>> 7), 0x85ebca6b);
  };
  const addText = (text) => {
    if (text === null) {
      add(0x20000);
      return;
    }
    add(0x10000 + text.length);
    for (let at = 0; at < text.length; at += 1) add(text.charCodeAt(at));
  };
  for (const { text, fatal, calls, fatalCalls } of outcomes(TextDecoder, block)) {
    addText(text);
    addText(fatal);
    for (const output of calls ?? []) addText(output);
    for (const output of fatalCalls ?? []) addText(output);
  }
  return `${(low >>> 0).toString(16)}-${(high >>> 0).toString(16)}`;
}

/** The hashes of several blocks. */
export function hashBlocks(TextDecoder, blocks) {
  return blocks.map((block) => hashBlock(TextDecoder, block));
}

/**
 * A text as the hex digits of its code units, which no transport changes. Null means refused bytes.
 */
const written = (text) =>
  text === null
    ? null
    : Array.from(text.split(''), (unit) => unit.charCodeAt(0).toString(16)).join(' ');

const inWriting = ({ text, fatal, calls, fatalCalls }) => ({
  text: written(text),
  fatal: written(fatal),
  calls: calls?.map(written) ?? [],
  fatalCalls: fatalCalls?.map(written) ?? [],
});

/** All results of a block, in hex digits. */
export function listOutcomes(TextDecoder, block) {
  return Array.from(outcomes(TextDecoder, block), inWriting);
}

/** The results of some cases of a block, in hex digits, with new decoders for every case. */
export function listFreshOutcomes(TextDecoder, block, list) {
  const decoderFor = decodersOf(TextDecoder, block.encoding, true);
  return list.map((at) => inWriting(outcome(TextDecoder, block, at, decoderFor)));
}

/** The bytes of one case, and the chunks of a random one. */
export function caseOf(block, at) {
  if (block.kind === 'random') return randomCase(block, at);
  return { bytes: Uint8Array.from(sweeps[block.kind].bytesAt(at)) };
}

/**
 * The encoding name that a constructor gives for each label, or null where it throws RangeError.
 */
export function nameLabels(TextDecoder, labels) {
  return labels.map((label) => {
    try {
      return new TextDecoder(label).encoding;
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  });
}

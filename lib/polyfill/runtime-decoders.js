'use strict';

// The room polyfill/ knows what runtimes decode wrongly, and replaces their decoders.
// May require base/ and standard/.
//
// Compares a class TextDecoder, such as the running runtime's own, with what the standard says: the polyfill asks for the
// first deviation from the known defects, and the command `doctor` for every deviation. Replaces the decoders of the running runtime
// where they deviate; the core is loaded only in that case.

const { syncBuiltinESMExports } = require('node:module');
const util = require('node:util');
const { REPLACEMENT, getOrMake } = require('../base/webidl.js');
const { byteDefects, interfaceDefects, labelDefects } = require('./known-defects.js');

/** The known defects of an encoding: { bytes, text, isMalformed }. */
const defectsOf = (encoding) =>
  Object.entries(byteDefects[encoding]).map(([bytes, text]) => ({
    bytes: Uint8Array.from(bytes.split(' '), (byte) => Number.parseInt(byte, 16)),
    text,
    // No known defect has the bytes of U+FFFD itself.
    isMalformed: text.includes(REPLACEMENT),
  }));

const stream = { stream: true };

/** Returns what a call returns; undefined where it throws. */
const attempt = (call) => {
  try {
    return call();
  } catch {
    return undefined;
  }
};

// A chunk of one byte, whose memory is used again and again.
const chunk = new Uint8Array(1);

/** The text of bytes that come one by one. */
function decodeInPieces(decoder, bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at++) {
    chunk[0] = bytes[at];
    text += decoder.decode(chunk, stream);
  }
  return text + decoder.decode();
}

/** The ways to read bytes. */
const ways = ['whole', 'in pieces', 'fatal'];

/** Reads bytes with the decoders of one encoding. */
class Examinee {
  #Decoder;
  #label;
  #replacing;
  #fatal;

  /** Throws what the class throws for a label that it does not support. */
  constructor(Decoder, encoding) {
    this.#Decoder = Decoder;
    this.#label = encoding.toLowerCase();
    this.#renew();
  }

  #renew() {
    this.#replacing = new this.#Decoder(this.#label);
    this.#fatal = new this.#Decoder(this.#label, { fatal: true });
  }

  /** Does what compare() does, with fresh decoders; `reused` is true if only a used decoder deviated. */
  deviation(input) {
    const found = this.compare(input);
    if (found === undefined) return undefined;
    // The rest in the decoders must not be counted twice.
    this.#renew();
    const again = this.compare(input);
    this.#renew();
    return again ?? { ...found, reused: true };
  }

  /**
   * The deviation from what bytes decode to; undefined if there is none. `way` says how the bytes are read: 'whole',
   * 'in pieces' (one by one) or 'fatal'. A string is a text, and null an error, which `expected` is for malformed bytes in
   * fatal mode.
   */
  compare({ bytes, text, isMalformed }) {
    for (const way of ways) {
      const expected = way === 'fatal' && isMalformed ? null : text;
      const actual = this.#read(bytes, way);
      if (actual === expected) continue;
      return { bytes: new Uint8Array(bytes), way, expected, actual: actual ?? null };
    }
    return undefined;
  }

  // Returns the text of bytes; null where a TypeError is thrown, and undefined for another error and for what is no answer.
  #read(bytes, way) {
    try {
      if (way === 'in pieces') return decodeInPieces(this.#replacing, bytes);
      return (way === 'fatal' ? this.#fatal : this.#replacing).decode(bytes) ?? undefined;
    } catch (error) {
      return error?.name === 'TypeError' ? null : undefined;
    }
  }
}

/** Tells whether a class takes a label for the encoding that it names; `encoding` is null for a label to be refused. */
function knowsLabel(Decoder, label, encoding) {
  try {
    return new Decoder(label).encoding === (encoding?.toLowerCase() ?? null);
  } catch (error) {
    return encoding === null && error instanceof RangeError;
  }
}

/** Tells whether a class follows a rule of the interface. */
const follows = (Decoder, rule) => attempt(() => rule(Decoder)) === true;

/** Tells whether a class deviates from the standard for one of the known defects. */
function deviates(Decoder) {
  const isWrong = (encoding) => {
    const examinee = attempt(() => new Examinee(Decoder, encoding));
    return !examinee || defectsOf(encoding).some((defect) => examinee.compare(defect));
  };
  // The rules come before the labels: one of them finds the class that this polyfill has made in another environment of Jest, which
  // has node:util too. Behind the end of that environment, the error of a label would load a file, which Jest complains about.
  return (
    Object.keys(byteDefects).some(isWrong) ||
    !interfaceDefects.every(([, rule]) => follows(Decoder, rule)) ||
    !labelDefects.every(([label, encoding]) => knowsLabel(Decoder, label, encoding))
  );
}

/** Puts a class in the place of another, which stays enumerable or not. Returns false where the object does not allow that. */
const put = (holder, Class) =>
  Reflect.defineProperty(holder, Class.name, {
    __proto__: null,
    value: Class,
    writable: true,
    configurable: true,
  });

/**
 * Replaces each TextDecoder that deviates: the global one and that of node:util. If the second one, which is the runtime's
 * own, deviates, the runtime's TextDecoderStream does too, and is replaced where it is found: globally and in
 * node:stream/web. Returns the names of what was replaced. Throws the error of a package that cannot be loaded, and
 * then replaces nothing.
 */
function replaceWhatDeviates() {
  const verdicts = new Map();
  const isWrong = (Decoder) => getOrMake(verdicts, Decoder, deviates);
  const places = [
    ['TextDecoder', globalThis],
    ['util.TextDecoder', util],
  ].filter(([, holder]) => isWrong(holder.TextDecoder));
  if (places.length === 0) return [];

  const { TextDecoder, TextDecoderStream } = require('../standard/text-decoder.js');
  const replacements = places.map(([name, holder]) => [name, holder, TextDecoder]);
  if (isWrong(util.TextDecoder)) {
    const web = require('node:stream/web');
    const own = web.TextDecoderStream;
    for (const [name, holder] of [
      ['TextDecoderStream', globalThis],
      ['stream/web.TextDecoderStream', web],
    ]) {
      if (holder.TextDecoderStream === own) replacements.push([name, holder, TextDecoderStream]);
    }
  }
  const replaced = replacements.filter(([, holder, Class]) => put(holder, Class));
  // The names that ES modules import from the modules of the runtime follow.
  syncBuiltinESMExports?.();
  return replaced.map(([name]) => name);
}

module.exports = {
  Examinee,
  attempt,
  deviates,
  follows,
  knowsLabel,
  replaceWhatDeviates,
  defectsOf,
  ways,
};

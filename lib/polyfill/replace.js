'use strict';

// Replaces the decoders of the running runtime where they deviate from the standard. The core is loaded only in that case.

const { syncBuiltinESMExports } = require('node:module');
const util = require('node:util');
const { deviates } = require('./compare.js');

/** Puts a class in the place of another. Returns false where the object does not allow that. */
function put(holder, Class) {
  const { name } = Class;
  const { enumerable = false } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
  const descriptor = {
    __proto__: null,
    value: Class,
    writable: true,
    enumerable,
    configurable: true,
  };
  return Reflect.defineProperty(holder, name, descriptor);
}

/**
 * Replaces each TextDecoder that deviates: the global one and that of node:util. If the second one, which is the runtime's
 * own, deviates, the runtime's TextDecoderStream does too, and is replaced where it is found: globally and in
 * node:stream/web. Returns the names of what was replaced. Throws the error of a package that cannot be loaded, and
 * then replaces nothing.
 */
function replaceWhatDeviates() {
  const verdicts = new Map();
  const isWrong = (Decoder) => {
    if (!verdicts.has(Decoder)) verdicts.set(Decoder, deviates(Decoder));
    return verdicts.get(Decoder);
  };
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

module.exports = { replaceWhatDeviates };

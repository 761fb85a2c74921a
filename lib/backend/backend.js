'use strict';

// The room backend/ is the only one that knows the backends: it loads them, packs calls, reads answers, and owns memory for output.
// May require base/.
//
// The core. Everything else in lib/ reaches it through here. Two backends run the core: the native addon and a WebAssembly
// module. In an installed package `addon-or-wasm.js` chooses between them. A bundle has what its bundler finds for `#backend`,
// under `imports` in package.json: the WebAssembly module alone, unless the bundler was told that it can pack addons.
//
// Both have the same calls (src/node/*.h), and the same description of the core (src/protocol/description.cc): the names and
// labels of the encodings by their numbers, what can be said of each encoding, and the numbers that both sides know.
//
// The head, the first argument of most calls, is packed here: an encoding's number and flags in one number, because each
// argument takes time.

const { demandedBackend, isPlain } = require('./environment.js');
const { backendOf } = require('./memory.js');

// No require() names the file beside this one, because bundlers would follow it to the addon, which they cannot pack. `#backend`
// would not find the addon everywhere: the resolvers of Deno and of Yarn's Plug'n'Play do not know the condition `node-addons`.

/**
 * Loads the file beside this one by a function that `createRequire` makes. File tracers, as those of Next.js and Vercel, follow it by
 * this very name. It serves where a module has no function of its own.
 */
function requireByPath() {
  const module = require('node:module');
  const requireHere = module.createRequire(__filename);
  return requireHere('./addon-or-wasm.js');
}

/**
 * Loads the addon of a release from its place, which takes half the time that the file beside this one takes. Returns undefined
 * where the addon is not there, does not load, or is not wanted: the file beside this one then knows more.
 */
function loadPrebuilt(requireOwn) {
  if (!__dirname.includes('node_modules') || demandedBackend() === 'wasm') return undefined;
  const root = __dirname.slice(0, __dirname.lastIndexOf('lib'));
  const platform = `${process.platform}-${process.arch}`;
  try {
    const addon = requireOwn.call(module, `${root}prebuilds/${platform}/whatwg_transcoder.node`);
    return backendOf(addon);
  } catch {
    return undefined;
  }
}

/** Loads the backend: from the file beside this one, or from what a bundler has found where that file is not. */
function loadBackend() {
  // The function of this module. It takes less time than `createRequire`, and a bundle has none.
  const { require: requireOwn } = module;
  try {
    return typeof requireOwn === 'function'
      ? (loadPrebuilt(requireOwn) ?? requireOwn.call(module, './addon-or-wasm.js'))
      : requireByPath();
  } catch (error) {
    const isMissing =
      String(error.code).endsWith('MODULE_NOT_FOUND') || error instanceof ReferenceError;
    if (!isMissing) throw error;
    return require('#backend');
  }
}

const { description, ...calls } = loadBackend();

const { flagsShift, start, stream, toShift } = description.flags;

/** The head of a call for one encoding. */
const headOf = (id, callFlags) => id | (callFlags << flagsShift);

/** The head of a call that transcodes. */
const transcodeHeadOf = (from, to, callFlags) => headOf(from, callFlags) | (to << toShift);

/** The flags of a chunk's place in its stream. */
const placeFlags = (isFirst, isLast) => (isFirst ? start : 0) | (isLast ? 0 : stream);

/** The number of an encoding of the standard, by its name. */
const idOfName = (name) => description.encodings.findIndex(([own]) => own === name);

module.exports = {
  ...calls,
  ...description,
  headOf,
  idOfName,
  isPlain,
  placeFlags,
  transcodeHeadOf,
};

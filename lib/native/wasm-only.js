'use strict';

// The backend where the runtime or a bundler has no native addons: the WebAssembly module.

const { addonNotLoaded } = require('../base/errors.js');
const { demandedBackend } = require('./demanded-backend.js');

/**
 * Deno knows no condition for addons when a CommonJS module asks for the backend, so it comes to this file too. Returns the
 * backend that it can load, or undefined in a bundle. The file is not named by a require() that bundlers would follow,
 * because they cannot pack addons.
 */
function backendInDeno() {
  const { createRequire } = process.getBuiltinModule('node:module');
  const requireHere = createRequire(__filename);
  try {
    requireHere.resolve('./addon-or-wasm.js');
  } catch {
    return undefined;
  }
  return requireHere('./addon-or-wasm.js');
}

function load() {
  const inDeno = process.versions.deno === undefined ? undefined : backendInDeno();
  if (inDeno !== undefined) return inDeno;
  if (demandedBackend() !== 'native') return require('./wasm.js');
  const advice =
    process.permission === undefined
      ? 'Start Node.js without --no-addons, or give the bundler the condition "node-addons".'
      : 'Start Node.js with --allow-addons, which the permission model asks for.';
  throw addonNotLoaded(
    `WHATWG_TRANSCODER_BACKEND demands the native addon, but native addons are not allowed here. ${advice}`,
  );
}

module.exports = load();

'use strict';

// The backend where the runtime or a bundler has no native addons: the WebAssembly module.

const { addonNotLoaded } = require('../base/errors.js');
const { demandedBackend } = require('./demanded-backend.js');

if (demandedBackend() === 'native') {
  const advice =
    process.permission === undefined
      ? 'Start Node.js without --no-addons, or give the bundler the condition "node-addons".'
      : 'Start Node.js with --allow-addons, which the permission model asks for.';
  throw addonNotLoaded(
    `WHATWG_TRANSCODER_BACKEND demands the native addon, but native addons are not allowed here. ${advice}`,
  );
}

module.exports = require('./wasm.js');

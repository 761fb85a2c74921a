'use strict';

// The backend in a bundle, into which bundlers cannot pack native addons: the WebAssembly module.

const { addonNotLoaded } = require('../base/errors.js');
const { demandedBackend } = require('./environment.js');

function load() {
  if (demandedBackend() !== 'native') return require('./wasm.js');
  throw addonNotLoaded(
    'WHATWG_TRANSCODER_BACKEND demands the native addon, but this bundle has none. Leave whatwg-transcoder out of the bundle, ' +
      'or give the bundler the condition "node-addons".',
  );
}

module.exports = load();

'use strict';

// Chooses the backend in an installed package: the addon, and the WebAssembly module where no addon loads, or none is allowed.

const { loadAddon } = require('./addon.js');
const { demandedBackend } = require('./environment.js');

function load() {
  const demanded = demandedBackend();
  if (demanded === 'wasm') return require('./wasm.js');
  const failures = [];
  const addon = loadAddon(failures);
  if (addon !== undefined) return addon;
  if (demanded !== 'native') {
    try {
      return require('./wasm.js');
    } catch (error) {
      failures.push({ file: 'build/wasm/whatwg_transcoder.js', error: error.cause ?? error });
    }
  }
  throw require('./load-error.js').loadError(failures);
}

module.exports = load();

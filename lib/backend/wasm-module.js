'use strict';

// Finds and instantiates the WebAssembly module. The module is text in a file of JavaScript, so that bundlers pack it as they
// pack other files, and no file has to be read at run time in another way.

const { addonNotLoaded } = require('../base/errors.js');

/** Returns what a new instance exports. Throws where there is no WebAssembly or no module. */
function instantiate() {
  if (typeof WebAssembly === 'undefined') {
    throw addonNotLoaded(
      'whatwg-transcoder needs its native addon or WebAssembly, and this process has neither: the option --jitless of ' +
        'Node.js removes WebAssembly.',
    );
  }
  try {
    // The path is a literal, so that bundlers can follow it.
    const base64 = require('../../build/wasm/whatwg_transcoder.js');
    const wasm = new WebAssembly.Module(Buffer.from(base64, 'base64'));
    const { exports } = new WebAssembly.Instance(wasm);
    exports.__wasm_call_ctors();
    return exports;
  } catch (cause) {
    throw addonNotLoaded('whatwg-transcoder cannot load its WebAssembly module', cause);
  }
}

module.exports = { instantiate };

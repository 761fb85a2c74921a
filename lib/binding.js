'use strict';

// The native core. Everything else in lib/ reaches it through here.

const { constants } = require('node:buffer');

const file = '../build/Release/whatwg_transcoder.node';

function load() {
  try {
    return require('../build/Release/whatwg_transcoder.node');
  } catch (cause) {
    throw new Error(
      `whatwg-transcoder: cannot load the native addon for ${process.platform}-${process.arch} ` +
        `from ${require('node:path').resolve(__dirname, file)}. Run "npm run build" in a checkout.`,
      { cause },
    );
  }
}

const binding = load();
binding.configure(constants.MAX_STRING_LENGTH);

module.exports = binding;

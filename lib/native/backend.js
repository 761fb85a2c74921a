'use strict';

// The native core. Everything else in lib/ reaches it through here.

const { constants } = require('node:buffer');
const { memorySettings } = require('./memory.js');

const binding = require('./load.js');

// Who loads these files again, as test runners do, shares what the first loader has given to the core.
if (binding.call === undefined) {
  // What a call for short input is asked, its head and where to write, and then how many bytes it has written: in
  // memory, because each argument of a native call has its price.
  const call = Int32Array.of(0, 0, -1);
  binding.configure({
    maxStringLength: constants.MAX_STRING_LENGTH,
    call,
    ...memorySettings(binding.tick),
  });
  binding.call = call;
}

module.exports = binding;

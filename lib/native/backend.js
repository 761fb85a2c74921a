'use strict';

// The native core. Everything else in lib/ reaches it through here.

const { constants } = require('node:buffer');
const { memorySettings } = require('./memory.js');

const binding = require('./load.js');

// Only the first call in a thread has an effect: who loads these files again, as test runners do, shares what the first
// loader has given to the core.
binding.configure({
  maxStringLength: constants.MAX_STRING_LENGTH,
  ...memorySettings(binding.tick),
});

module.exports = binding;

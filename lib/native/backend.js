'use strict';

// The native core. Everything else in lib/ reaches it through here.

const { constants } = require('node:buffer');
const addon = require('./load.js');
const { memorySettings } = require('./memory.js');

// Only the first call in a thread has an effect: who loads these files again, as test runners do, shares what the first
// loader has given to the core.
addon.configure({
  maxStringLength: constants.MAX_STRING_LENGTH,
  ...memorySettings(addon.tick),
});

// The core knows one slab, whoever loads these files again: see slab.js.
addon.slab ??= { bytes: Buffer.alloc(0), memory: null, used: 0 };

// A copy: V8 finds the properties of the addon's own object, to which they were added one by one, by a hash table, which
// takes as long as a native call.
module.exports = { ...addon };

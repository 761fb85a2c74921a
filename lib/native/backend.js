'use strict';

// The native core. Everything else in lib/ reaches it through here.

const { constants } = require('node:buffer');
const addon = require('./load.js');
const { memorySettings } = require('./memory.js');

// Who loads these files again, as test runners do, shares what the first loader has given to the core.
if (addon.shortCall === undefined) {
  const shortCall = Uint32Array.of(0, 0);
  addon.configure({
    maxStringLength: constants.MAX_STRING_LENGTH,
    shortCall,
    ...memorySettings(addon.tick),
  });
  addon.shortCall = shortCall;
}

// The core knows one slab, which copies of these files that are loaded again share. slab.js says what the slab is.
addon.slab ??= { bytes: Buffer.alloc(0), memory: null };

// A copy: V8 finds the properties of the addon's own object, to which they were added one by one, by a hash table, which
// takes as long as a native call.
module.exports = { ...addon };

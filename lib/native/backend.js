'use strict';

// The core. Everything else in lib/ reaches it through here. Two backends run the core: the native addon and a WebAssembly
// module; package.json says under `imports` which file chooses between them in which runtime.
//
// Both have the same calls (src/node/*.h), and the same description of the core (src/protocol/description.cc): the names and
// labels of the encodings by their numbers, what can be said of each encoding, and the numbers that both sides know.

const { description, ...calls } = require('#backend');

module.exports = { ...calls, ...description };

#!/usr/bin/env node
'use strict';

// The command `whatwg-transcoder`. README.md in this folder is its manual.

let main;
try {
  ({ main } = require('./main.js'));
} catch (error) {
  // The message of the error that no backend can be loaded says what to do.
  console.error(`whatwg-transcoder: ${error.message}`);
  process.exitCode = 1;
}
main?.(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});

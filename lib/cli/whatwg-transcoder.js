#!/usr/bin/env node
'use strict';

// The command `whatwg-transcoder`. README.md in this folder is its manual.

const { writeSync } = require('node:fs');

const args = process.argv.slice(2);

/** The name of the text that an argument prints when it stands alone. */
const printedBy = { '--help': 'help', '-h': 'help', '--version': 'version', '-V': 'version' };

/** Prints help or the version, for which nothing else is loaded. Returns whether this is done; if not, main() reports why. */
function print() {
  const name = args.length === 1 && Object.hasOwn(printedBy, args[0]) ? printedBy[args[0]] : '';
  if (name === '') return false;
  try {
    writeSync(1, require('./usage.js')[name]());
    return true;
  } catch {
    return false;
  }
}

async function run() {
  let main;
  try {
    ({ main } = require('./main.js'));
  } catch (error) {
    // The message of the error that no backend can be loaded says what to do.
    console.error(`whatwg-transcoder: ${error.message}`);
    process.exitCode = 1;
    return;
  }
  process.exitCode = await main(args);
}

if (!print()) run();

#!/usr/bin/env node
'use strict';

// The command `whatwg-transcoder`. README.md in this folder is its manual.

const { writeSync } = require('node:fs');

const args = process.argv.slice(2);

/** Prints help or the version, for which nothing else is loaded. Returns whether this is done; if not, main() reports why. */
function print() {
  const isHelp = ['--help', '-h'].includes(args[0]);
  if (args.length !== 1 || !(isHelp || ['--version', '-V'].includes(args[0]))) return false;
  try {
    const { help, version } = require('./usage.js');
    writeSync(1, isHelp ? help() : version());
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

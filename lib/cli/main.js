'use strict';

// The room cli/ is the command.
// May require base/, labels/, transcoding/, iconv-lite/, detect/, files/, edit/ and polyfill/.
//
// Runs the command: reads its arguments, does what they say, and returns the exit status.

const { settingsOf } = require('./arguments.js');
const { withoutControls } = require('../base/errors.js');
const { CommandError, status } = require('./errors.js');
const { check, print } = require('./print.js');
const { Work, writeError, writeOutput } = require('./work.js');

// The ways to work on files. All but the most common are loaded when they are needed.
const actions = {
  check: () => check,
  detect: () => require('./detection.js').detectFiles,
  edit: () => require('./edit.js').edit,
  print: () => print,
  tree: () => require('./tree.js').writeTree,
  replace: () => require('./replacement.js').replace,
};

/** Does what the settings say; returns the exit status. */
async function run(settings) {
  const { action } = settings;
  if (action === 'doctor') return require('./doctor.js').doctor(settings);
  if (action === 'verify') return require('./verify.js').verify(settings);
  if (actions[action] === undefined) {
    writeOutput(require('./usage.js')[action](settings.json));
    return status.done;
  }
  const work = new Work(settings);
  try {
    await actions[action]()(work);
    work.end();
  } finally {
    work.report.end();
  }
  return work.exitStatus;
}

/** Runs the command with its arguments; returns the exit status. */
async function main(args) {
  try {
    return await run(settingsOf(args));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, exitStatus } = error;
    if (exitStatus !== status.brokenPipe) {
      const advice = exitStatus === status.usage ? '\nTry "whatwg-transcoder --help".' : '';
      writeError(`whatwg-transcoder: ${withoutControls(message)}${advice}\n`);
    }
    return exitStatus;
  }
}

module.exports = { main };

'use strict';

// The room cli/ is the command.
// May require base/, labels/, transcoding/, iconv-lite/, detect/, files/, edit/ and polyfill/.
//
// Runs the command: reads its arguments, does what they say, and returns the exit status.

const { settingsOf } = require('./arguments.js');
const { withoutControls } = require('../base/errors.js');
const { CommandError, OutputError, status } = require('./errors.js');
const { check, print } = require('./print.js');
const { Report, Work, writeError, writeOutput } = require('./work.js');

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
  const { action, json, silent, quiet } = settings;
  if (action === 'doctor') return require('./doctor.js').doctor(settings);
  if (action === 'verify') return require('./verify.js').verify(settings);
  if (actions[action] === undefined) {
    writeOutput(require('./usage.js')[action](json));
    return status.done;
  }
  const hasOutput = action === 'edit' || (action === 'print' && settings.output === '-');
  const work = new Work(settings, new Report({ json, silent, quiet, hasOutput }));
  try {
    await actions[action]()(work);
    work.end();
    work.report.flush();
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
    if (error instanceof CommandError) {
      const advice = error.exitStatus === status.usage ? '\nTry "whatwg-transcoder --help".' : '';
      writeError(`whatwg-transcoder: ${withoutControls(error.message)}${advice}\n`);
      return error.exitStatus;
    }
    if (!(error instanceof OutputError)) throw error;
    if (error.isBrokenPipe) return status.brokenPipe;
    writeError(`whatwg-transcoder: ${error.message}\n`);
    return status.failed;
  }
}

module.exports = { main };

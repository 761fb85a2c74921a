'use strict';

// Checks files: reports each malformed sequence, and each character that the output encoding does not contain.

const { Conversion } = require('./conversion.js');
const { closeInput, openInput } = require('./input.js');

async function checkFile(work, path) {
  const { from, to } = work.settings;
  const descriptor = openInput(path, '; -r reads the files in it');
  try {
    const onProblem = (problem) => work.report.problem(path, problem);
    const modes = { malformed: 'skip', unencodable: 'skip' };
    const conversion = new Conversion({ from, to, ...modes }, onProblem);
    const { omitted: problems } = await work.convert(path, descriptor, conversion, () => {});
    work.done(path, { status: problems === 0 ? 'valid' : 'invalid', problems });
  } finally {
    closeInput(descriptor);
  }
}

/** Reports each problem of each file. */
async function check(work) {
  for (const path of work.files()) {
    try {
      await checkFile(work, path);
    } catch (error) {
      work.fail(path, error);
    }
  }
}

module.exports = { check };

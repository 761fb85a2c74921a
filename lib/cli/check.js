'use strict';

// Checks files: reports each malformed sequence, and each character that the output encoding does not contain.

const { Conversion } = require('./conversion.js');
const { closeInput, openInput, readChunks } = require('./input.js');

function checkFile(work, path) {
  const { from, to } = work.settings;
  const descriptor = openInput(path, '; -r reads the files in it');
  try {
    const onProblem = (problem) => work.report.problem(path, problem);
    const modes = { malformed: 'skip', unencodable: 'skip' };
    const conversion = new Conversion({ from, to, ...modes }, onProblem);
    const forget = () => {};
    readChunks(descriptor, (bytes) => {
      conversion.convert(bytes, false, forget);
      work.report.read(path, bytes.length);
    });
    conversion.end(forget);
    const { omitted: problems } = conversion.counts;
    work.done(path, { status: problems === 0 ? 'valid' : 'invalid', problems });
  } finally {
    closeInput(descriptor);
  }
}

/** Reports each problem of each file. */
function check(work) {
  for (const path of work.files()) {
    try {
      checkFile(work, path);
    } catch (error) {
      work.fail(path, error);
    }
  }
}

module.exports = { check };

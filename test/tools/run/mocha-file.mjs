// Runs a test file with Mocha: the process that started this one names the file in a message, and gets { passed, failed, output }
// back. mocha.mjs starts it.

import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import SuiteReporter from './reporter.mjs';

const config = JSON.parse(readFileSync(new URL('../../../.mocharc.json', import.meta.url), 'utf8'));
const options = {
  timeout: config.timeout,
  forbidOnly: config['forbid-only'],
  forbidPending: config['forbid-pending'],
};
const chosen = JSON.parse(process.argv[2]);

/** Runs one file. A file that cannot be loaded counts as one failure. */
async function run(file) {
  let output = '';
  const print = (text) => {
    output += text;
  };
  Mocha.reporters.Base.consoleLog = (...values) => print(`${format(...values)}\n`);
  const mocha = new Mocha({
    ...options,
    ...chosen,
    reporter: SuiteReporter,
    reporterOptions: { print },
  });
  mocha.addFile(file);
  try {
    await mocha.loadFilesAsync();
  } catch (error) {
    return { passed: 0, failed: 1, output: `${file}: ${error.stack}\n` };
  }
  return new Promise((resolve) => {
    const runner = mocha.run((failed) => {
      mocha.dispose();
      resolve({ passed: runner.stats.passes, failed, output });
    });
  });
}

// Mocha listens to rejections that nobody handles, so that Node does not end, but fails no test for them.
process.on('unhandledRejection', (reason) => {
  throw reason;
});
process.on('message', async (file) => process.send(await run(file)));

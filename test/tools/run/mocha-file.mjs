// Runs a test file with Mocha: the process that started this one names the file in a message, and gets { passed, failed, output }
// back. The output is one line, so that thousands of generated tests stay readable, and all failures. mocha.mjs starts it.

import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { secondsSince } from './machine.mjs';

const config = JSON.parse(readFileSync(new URL('../../../.mocharc.json', import.meta.url), 'utf8'));
const options = {
  timeout: config.timeout,
  forbidOnly: config['forbid-only'],
  forbidPending: config['forbid-pending'],
};
const chosen = JSON.parse(process.argv[2]);

const { Base } = Mocha.reporters;

/** Lists the failures when all tests have run. */
class Failures extends Base {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      if (this.failures.length > 0) Base.list(this.failures);
    });
  }
}

/** Runs one file. A file that cannot be loaded counts as one failure. */
async function run(file) {
  let list = '';
  Base.consoleLog = (...values) => {
    list += `${format(...values)}\n`;
  };
  const mocha = new Mocha({ ...options, ...chosen, reporter: Failures });
  mocha.addFile(file);
  try {
    await mocha.loadFilesAsync();
  } catch (error) {
    return { passed: 0, failed: 1, output: `${file}: ${error.stack}\n` };
  }
  const start = performance.now();
  return new Promise((resolve) => {
    const runner = mocha.run((failed) => {
      const passed = runner.stats.passes;
      const mark = Base.symbols[failed === 0 ? 'ok' : 'err'];
      const line = `  ${mark} ${file}: ${passed} passed, ${failed} failed, ${secondsSince(start)} s\n`;
      mocha.dispose();
      resolve({ passed, failed, output: passed + failed === 0 ? '' : line + list });
    });
  });
}

// Mocha listens to rejections that nobody handles, so that Node does not end, but fails no test for them.
process.on('unhandledRejection', (reason) => {
  throw reason;
});
process.on('message', async (file) => process.send(await run(file)));

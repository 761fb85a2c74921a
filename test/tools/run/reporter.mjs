// A Mocha reporter with one line per top-level suite, so that thousands of generated tests stay
// readable. All failures are listed at the end. mocha-file.mjs gives it the function that prints, and counts itself.

import Mocha from 'mocha';

class SuiteReporter extends Mocha.reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    const { print } = options.reporterOptions ?? {};
    const write = print ?? ((text) => process.stdout.write(text));
    const live = print === undefined && process.stdout.isTTY === true;
    const { color, symbols } = Mocha.reporters.Base;
    let [passed, failed, start, drawn] = [0, 0, 0, 0];

    runner.on('suite', (suite) => {
      if (suite.parent?.root !== true) return;
      [passed, failed, start] = [0, 0, performance.now()];
    });
    runner.on('pass', () => passed++);
    runner.on('fail', (test) => {
      failed++;
      if (live) write('\r\x1b[K');
      write(`  ${color('fail', `${symbols.err} ${test.fullTitle()}`)}\n`);
    });
    runner.on('test', (test) => {
      if (!live || performance.now() - drawn < 100) return;
      drawn = performance.now();
      const title = `${test.titlePath()[0]}: ${passed + failed} tests`;
      write(`\r\x1b[K  … ${title.slice(0, (process.stdout.columns ?? 80) - 5)}`);
    });
    runner.on('suite end', (suite) => {
      if (suite.parent?.root !== true || passed + failed === 0) return;
      if (live) write('\r\x1b[K');
      const mark = failed === 0 ? color('bright pass', symbols.ok) : color('fail', symbols.err);
      const counts = `${passed} passed${failed === 0 ? '' : `, ${failed} failed`}`;
      const seconds = ((performance.now() - start) / 1000).toFixed(2);
      write(`  ${mark} ${suite.title}: ${color('light', `${counts}, ${seconds} s`)}\n`);
    });
    runner.once('end', () => {
      if (print === undefined) this.epilogue();
      else if (this.failures.length > 0) Mocha.reporters.Base.list(this.failures);
    });
  }
}

// Mocha only accepts a reporter that is a default export.
export { SuiteReporter as default };

// Runs CTest on the core, then Mocha on the package, and sums both up in its last line.
// Arguments go to Mocha.  Usage: npm test [-- --grep PATTERN]

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { build, root, runs, test } from './cmake.mjs';

const heading = (text) =>
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 74 - text.length))}\n`);

function core() {
  heading('C++ core: build');
  if (!build('build/cmake')) return { passed: 0, failed: 0, ok: false };
  heading('C++ core: tests (CTest)');
  return test('build/cmake');
}

function standard() {
  heading('JavaScript: tests (Mocha)');
  const output = 'build/mocha.json';
  mkdirSync(`${root}build`, { recursive: true });
  rmSync(`${root}${output}`, { force: true });
  const mocha = ['node_modules/mocha/bin/mocha.js', '--reporter-option', `output=${output}`];
  const passed = runs(process.execPath, [...mocha, ...process.argv.slice(2)]);
  let counts;
  try {
    counts = JSON.parse(readFileSync(`${root}${output}`, 'utf8'));
  } catch {
    console.error('Mocha ended before it had counted its tests');
    return { passed: 0, failed: 0, ok: false };
  }
  return { ...counts, ok: passed && counts.passed > 0 && counts.failed === 0 };
}

const halves = { 'C++ core': core(), JavaScript: standard() };

heading('sum');
let [passed, failed] = [0, 0];
for (const [name, half] of Object.entries(halves)) {
  // A half that did not build, crashed or ran nothing is a failure even though no test says so.
  const unseen = half.ok || half.failed > 0 ? 0 : 1;
  if (unseen > 0) console.log(`${name}: did not run to its end, or ran no test`);
  console.log(`${name}: ${half.passed} passed, ${half.failed} failed`);
  passed += half.passed;
  failed += half.failed + unseen;
}
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

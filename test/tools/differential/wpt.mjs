// Runs the web-platform-tests of the Encoding Standard from a checkout against this package.
// Usage: npm run test:differential -- wpt DIR [PATH…]   DIR: the checkout; PATH: a part of the files' paths
//
// Each test file runs in a thread, with the checkout's testharness.js, on the globals of Node and
// of this package. HTML tests get the small part of a browser in wpt/browser.mjs, whose documents,
// links and forms use this package's hooks.
//
// Exit code: 0 when every test passed except those listed as expected to fail, 1 otherwise, 2 for
// wrong arguments.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expectedFailures, notRunnable } from './wpt/exceptions.mjs';

// In milliseconds. The limits of the tests themselves are 10 and 60 seconds. These limits only end a test that never
// ends.
const timeLimits = { normal: 120_000, long: 600_000 };

const read = (file) => readFileSync(file, 'latin1');
const pick = (text, pattern) => [...text.matchAll(pattern)].map(([, value]) => value);

/**
 * Reads the description of a test from its file. Null when the file is not a test of
 * testharness.js.
 */
function describeTest(file) {
  const text = read(file);
  if (file.endsWith('.html')) {
    if (!/testharness\.js/.test(text)) return null;
    return {
      kind: 'page',
      scripts: [],
      variants: pick(text, /<meta name="?variant"? content="([^"]*)"/g),
      isLong: /<meta name="?timeout"? content="?long/.test(text),
    };
  }
  const meta = (key) => pick(text, new RegExp(`^// META: ${key}=(.*?)\\s*$`, 'gm'));
  return {
    kind: file.endsWith('.window.js') ? 'window' : 'any',
    scripts: meta('script'),
    variants: meta('variant'),
    isLong: meta('timeout').includes('long'),
  };
}

// Variants such as ?1-1000 cut the tests of a file into parts. Without a variant all tests run.
const isPart = (variant) => /^\?\d+-(\d+|last)$/.test(variant);

/** The files below a folder that may be tests, as paths in the checkout with slashes. */
function candidates(root) {
  return readdirSync(join(root, 'encoding'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.(any|window|worker)\.js$|\.x?html$/.test(path))
    .filter((path) => !path.includes('/resources/') && !/-ref\.x?html$/.test(path))
    .sort();
}

/** Runs one variant of a test in a thread. Returns its results, or the error that stopped it. */
function run(root, path, variant, test) {
  return new Promise((done) => {
    const worker = new Worker(new URL('./wpt/worker.mjs', import.meta.url), {
      workerData: { root, path, variant, kind: test.kind, scripts: test.scripts },
      stdout: true,
    });
    const end = (results) => {
      clearTimeout(timer);
      worker.terminate();
      done(results);
    };
    const limit = test.isLong ? timeLimits.long : timeLimits.normal;
    const timer = setTimeout(() => end({ error: 'timed out', tests: [] }), limit);
    worker.once('message', end);
    worker.once('error', (error) => end({ error: error?.stack ?? String(error), tests: [] }));
    worker.once('exit', () => end({ error: 'ended without results', tests: [] }));
  });
}

const isExpected = (path, name) =>
  expectedFailures.find((entry) => path.includes(entry.path) && entry.name.test(name));

/** Prints the failures of one run. Returns the counts. */
function report(title, path, { error, tests }) {
  const count = { passed: 0, failed: 0, expected: 0 };
  const lines = [];
  if (error !== null) lines.push(`    the whole file: ${error}`);
  if (tests.length === 0 && error === null) lines.push('    the whole file: it has no test');
  for (const { name, message } of tests) {
    const expected = isExpected(path, name);
    if (message === null && expected === undefined) {
      count.passed++;
    } else if (message !== null && expected !== undefined) {
      count.expected++;
    } else {
      lines.push(`    ${name}: ${message ?? 'passed, but is listed as expected to fail'}`);
    }
  }
  count.failed = lines.length;
  const extra = count.expected === 0 ? '' : `, ${count.expected} failed as expected`;
  const mark = count.failed === 0 ? '✓' : '✗';
  console.log(`${mark} ${title}: ${count.passed} passed, ${count.failed} failed${extra}`);
  for (const line of lines.slice(0, 20)) console.log(line);
  if (lines.length > 20) console.log(`    … and ${lines.length - 20} more`);
  return count;
}

async function main([directory, ...only]) {
  const root = resolve(process.env.INIT_CWD ?? '.', directory ?? '');
  const harness = 'resources/testharness.js';
  if (directory === undefined || !existsSync(join(root, harness))) {
    console.error(
      'Usage: npm run test:differential -- wpt DIR [PATH…]\nDIR is a checkout of web-platform-tests' +
        (directory === undefined ? '.' : `; there is no ${harness} in ${root}.`),
    );
    return 2;
  }

  const sum = { files: 0, filesPassed: 0, passed: 0, failed: 0, expected: 0 };
  const notRun = [];
  for (const path of candidates(root)) {
    if (only.length > 0 && !only.some((part) => path.includes(part))) continue;
    const reason = notRunnable.find((entry) => entry.path.test(path))?.reason;
    const test = reason === undefined ? describeTest(join(root, path)) : null;
    if (reason !== undefined) notRun.push(`${path}: ${reason}`);
    if (test === null) continue;
    const variants = new Set(test.variants.map((variant) => (isPart(variant) ? '' : variant)));
    if (variants.size === 0) variants.add('');
    let failed = 0;
    for (const variant of variants) {
      const counts = report(path + variant, path, await run(root, path, variant, test));
      for (const key of ['passed', 'failed', 'expected']) sum[key] += counts[key];
      failed += counts.failed;
    }
    sum.files++;
    if (failed === 0) sum.filesPassed++;
  }

  console.log(`\nNot run, ${notRun.length} files:`);
  for (const line of notRun) console.log(`  ${line}`);
  console.log(`\nExpected to fail, ${expectedFailures.length} entries:`);
  for (const { path, name, reason } of expectedFailures)
    console.log(`  ${path} ${name}: ${reason}`);
  console.log(
    `\n${sum.filesPassed} of ${sum.files} files passed; ` +
      `tests: ${sum.passed} passed, ${sum.failed} failed, ${sum.expected} failed as expected`,
  );
  return sum.failed === 0 && sum.files > 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));

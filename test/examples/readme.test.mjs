// Runs every ```js block of README.md and of the pages in lib/ as printed, in a separate process, and compares its output
// with its comments « // → … », in order. `npm run test:runtimes -- examples` runs those that need other packages.

import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runNode } from '../harness/run-node.mjs';
import { root } from '../tools/run/machine.mjs';
import { packages as versions } from './packages.mjs';
import { examplesOf, pages } from './pages.mjs';

// A folder inside the checkout, where the name of the package resolves to the checkout.
const folder = join(root, `build/readme-${process.pid}`);

/** The fragments by which links reach the headings of a page, as GitHub makes them. */
function fragmentsOf(markdown) {
  const headings = markdown.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Fails when a link of a page leads nowhere. */
function checkLinks(page) {
  const markdown = readFileSync(join(root, page), 'utf8');
  for (const [, target] of markdown.matchAll(/\]\(([^)]*)\)/g)) {
    if (/^https?:/.test(target)) continue;
    const [path, fragment] = target.split('#');
    const file = path === '' ? join(root, page) : join(root, dirname(page), path);
    ok(existsSync(file), target);
    if (fragment === undefined) continue;
    ok(fragmentsOf(readFileSync(file, 'utf8')).includes(fragment), target);
  }
}

/** The files that a page names by a path, whose first folder may be left out. */
const filesIn = (markdown) =>
  Array.from(markdown.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.[a-z]+)`/g), ([, path]) => path).filter(
    (path) => !/^node_modules\/|\bNAME\b/.test(path),
  );

describe('README', () => {
  it('has at most 250 lines and 16 KB', () => {
    const readme = readFileSync(join(root, 'README.md'));
    ok(readme.length <= 16 * 1024, `${readme.length} bytes`);
    ok(readme.toString().split('\n').length <= 251);
  });
});

describe('The page of exports', () => {
  it('has a row for every export of the package root, of the hooks, of the detector, for edits, for HTTP, of the labels and of the polyfill', () => {
    const page = readFileSync(join(root, 'lib/README.md'), 'utf8');
    const tables = page.match(/^\| Export \|.*\n(?:\|.*\n)+/gm);
    const paths = ['', '/hooks', '/detect', '/edit', '/http', '/labels', '/polyfill'].map(
      (path) => `whatwg-transcoder${path}`,
    );
    // In another process, because the polyfill changes the global object.
    const script = `console.log(JSON.stringify(${JSON.stringify(paths)}.map((path) => Object.keys(require(path)))))`;
    const exported = JSON.parse(runNode(['--eval', script], { cwd: root }));
    equal(tables.length, paths.length);
    for (const [at, path] of paths.entries()) {
      const cells = Array.from(tables[at].matchAll(/^\| (.*?) \|/gm), ([, cell]) => cell).slice(1);
      const named = cells.flatMap((cell) =>
        Array.from(cell.matchAll(/`(\w+)/g), ([, name]) => name),
      );
      deepEqual(named.sort(), exported[at].sort(), path);
    }
  });

  it('has a row for every code of an error that the types name', () => {
    const page = readFileSync(join(root, 'lib/README.md'), 'utf8');
    const table = /^\| `code` \|.*\n(?:\|.*\n)+/m.exec(page)[0];
    for (const file of readdirSync(join(root, 'lib')).filter((name) => name.endsWith('.d.ts'))) {
      const types = readFileSync(join(root, 'lib', file), 'utf8');
      for (const [code] of types.matchAll(/\bERR_\w+/g)) ok(table.includes(`\`${code}\``), code);
    }
  });
});

describe('All pages', () => {
  const inside = ['ARCHITECTURE.md', '.github/CONTRIBUTING.md', 'test/tools/bench/BENCHMARKS.md'];

  for (const page of [...pages, ...inside, 'CHANGELOG.md']) {
    it(`have links to what exists: ${page}`, () => checkLinks(page));
  }

  for (const page of inside) {
    it(`name files and scripts that exist: ${page}`, () => {
      const markdown = readFileSync(join(root, page), 'utf8');
      for (const path of filesIn(markdown)) {
        const found = ['', 'src/', 'lib/', 'test/'].some((folder) =>
          existsSync(join(root, folder, path)),
        );
        ok(found, path);
      }
      const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      const named = Array.from(markdown.matchAll(/npm run ([\w:-]+)/g), ([, script]) => script);
      ok(named.length > 0);
      for (const script of named) ok(Object.hasOwn(scripts, script), script);
    });
  }
});

describe('README and the pages in lib/', () => {
  before(() => mkdirSync(folder, { recursive: true }));
  after(() => rmSync(folder, { recursive: true }));

  it('have examples', () => {
    for (const page of [
      'README.md',
      'lib/README.md',
      'lib/http/README.md',
      'lib/transcoding/README.md',
    ]) {
      ok(pages.includes(page));
      ok(examplesOf(page).length > 0, page);
    }
  });

  for (const page of pages) {
    for (const { line, file, code, expected, packages } of examplesOf(page)) {
      if (packages.length > 0) {
        it(`need packages whose versions are known: ${page}, line ${line}`, () => {
          for (const name of packages) ok(Object.hasOwn(versions, name), name);
        });
        continue;
      }
      it(`run as printed: ${page}, line ${line}`, () => {
        const cwd = mkdtempSync(join(folder, 'example-'));
        writeFileSync(join(cwd, file), code);
        ok(expected.length > 0);
        deepEqual(runNode([file], { cwd }).trimEnd().split('\n'), expected);
      });
    }
  }
});

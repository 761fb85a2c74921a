// Tests the command on a tree of 20,000 files. These tests take long: npm run test:all runs them.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  countWork,
  expectRun,
  fastFolder,
  latin1,
  makeFolder,
  program,
  shell,
  withFolder,
} from './command.mjs';

describe('command: a tree of 20,000 files', () => {
  const FOLDERS = 20;
  const FILES = 1000;
  const numbers = Array.from({ length: FOLDERS * FILES }, (_, i) => i);
  // The contents are made once. The tests compare them with the files a few hundred thousand times.
  const olds = numbers.map((i) => latin1(`${i}: d\xe9j\xe0 vu, \x80 ${i}\n`));
  const news = numbers.map((i) => Buffer.from(`${i}: déjà vu, € ${i}\n`));
  const pathOf = (folder, i) => join(folder, String(i % FOLDERS), `${i}.txt`);

  function makeTree(folder) {
    for (let i = 0; i < FOLDERS; i++) makeFolder(folder, String(i));
    for (const i of numbers) writeFileSync(`${folder}/${i % FOLDERS}/${i}.txt`, olds[i]);
  }

  // Longer than every file.
  const content = Buffer.alloc(256);

  /** The bytes of a file, which are valid until the next call. readFileSync() would also ask how long the file is. */
  function contentOf(path) {
    const descriptor = openSync(path);
    try {
      return content.subarray(0, readSync(descriptor, content));
    } finally {
      closeSync(descriptor);
    }
  }

  /** Checks that every file is the old or the new one as a whole; returns how many are new. */
  function countConverted(folder) {
    let count = 0;
    for (const i of numbers) {
      const bytes = contentOf(`${folder}/${i % FOLDERS}/${i}.txt`);
      const isConverted = bytes.equals(news[i]);
      ok(isConverted || bytes.equals(olds[i]), isConverted ? '' : `${i}: ${bytes}`);
      if (isConverted) count += 1;
    }
    return count;
  }

  /** What the command prints on a terminal, and its status. */
  const onTerminal = (line, folder, kind = 'xterm') =>
    shell(
      `export TERM=${kind}; script -qec 'whatwg-transcoder ${line}; echo status $?' /dev/null`,
      folder,
      { input: '' },
    ).output;

  /** The names in the tree that are none of its files. */
  const leftOver = (folder) =>
    readdirSync(folder, { recursive: true }).filter((path) => path.includes('whatwg'));

  it('is converted in place with a fixed number of calls to the system for each file', async () => {
    await withFolder((folder) => {
      makeTree(folder);
      const { status, work } = countWork('-f windows-1252 --in-place -r .', folder);
      equal(status, 0);
      equal(countConverted(folder), FOLDERS * FILES);
      deepEqual(leftOver(folder), []);
      ok(work.files <= 16 * FOLDERS * FILES, JSON.stringify(work));
    }, fastFolder);
  });

  it('prints a line of progress on a terminal, one line elsewhere, and nothing with -s or -q', async () => {
    await withFolder((folder) => {
      makeTree(folder);
      const summary = 'whatwg-transcoder: 20000 files right, 0 wrong';
      expectRun(folder, '--check -f latin1 -r .', { says: summary.split(': ')[1] });
      const check = '--check -f latin1 -r .';
      equal(onTerminal(`-s ${check}`, folder), 'status 0\r\n');
      equal(onTerminal(`-q ${check}`, folder), 'status 0\r\n');
      equal(onTerminal(check, folder, 'dumb'), `${summary}\r\nstatus 0\r\n`);
      const output = onTerminal(check, folder);
      // Each line begins with a carriage return and ends with the sequence that clears the rest of the line.
      const lines = output.split('\r').filter((line) => line.endsWith('\x1b[K'));
      match(lines[0], /^\d+ files, \d+\.\d MB: \.\/\d+\/\d+\.txt/);
      // The last line is removed in the end.
      ok(output.endsWith(`\r\x1b[K${summary}\r\nstatus 0\r\n`), output.slice(-200));
    }, fastFolder);
  });

  for (const [signal, extra] of [
    ['SIGKILL', ['--in-place', '--skip-utf8']],
    ['SIGKILL', ['--in-place=.old']],
    ['SIGINT', ['--in-place', '--skip-utf8']],
    ['SIGTERM', ['--in-place=.old']],
  ]) {
    it(`survives ${signal} at any time with ${extra.join(' ')}: no file is lost or half-written, and running again finishes`, async () => {
      await withFolder(async (folder) => {
        makeTree(folder);
        const args = [program, '-f', 'windows-1252', ...extra, '-r', '.'];
        let before = 0;
        for (const watched of [0, 10, 13].map((i) => pathOf(folder, i))) {
          // Folders and files are converted in the order of their names: these are the first, and the first of the third
          // and of the sixth folder.
          const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
          const exit = once(child, 'exit');
          while (child.exitCode === null && !readFileSync(watched).includes(0xc3)) await sleep(1);
          child.kill(signal);
          const [, by] = await exit;
          equal(by, signal);
          const count = countConverted(folder);
          ok(count > before && count < FOLDERS * FILES, `${before}, ${count}`);
          before = count;
          ok(leftOver(folder).length <= (signal === 'SIGKILL' ? 3 : 0));
        }
        const left = FOLDERS * FILES - before;
        const says = `${left} files converted, ${before} left alone, 0 wrong`;
        expectRun(folder, args.slice(1), { says });
        equal(countConverted(folder), FOLDERS * FILES);
        if (!extra.includes('--in-place=.old')) return;
        for (let i = 0; i < FOLDERS * FILES; i++) {
          ok(contentOf(`${pathOf(folder, i)}.old`).equals(olds[i]), String(i));
        }
      }, fastFolder);
    });
  }
});

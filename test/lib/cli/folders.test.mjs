// Tests that the command reads and writes nothing outside the folders that were named, while another program swaps files and folders for
// symbolic links: before each single call to the system that the command makes.

import { equal, notEqual, ok } from 'node:assert/strict';
import { firstOf } from '../../harness/part.mjs';
import { runFaults } from './command.mjs';

const ofTree = ['folder', 'file', 'root', 'deepFolder', 'lastFile', 'pipe'];
const ofOutput = ['outFolder', 'outRoot', 'outDeepFolder', 'outFile'];
const backups = ['backup', 'backupFile'];

const named = ['FOLDER/tree/a.txt', 'FOLDER/tree/sub/x.txt', 'FOLDER/tree/z.txt'];
const inPlace = ['-f', 'latin1', '--in-place'];

// Each way to work on a tree, and what is swapped.
const ways = {
  '--in-place -r': [[...inPlace, '-r', 'FOLDER/tree'], ofTree],
  '--in-place=SUFFIX -r': [
    [...inPlace.slice(0, 2), '--in-place=.old', '-r', 'FOLDER/tree'],
    [...backups, ...ofTree],
  ],
  '--in-place': [[...inPlace, ...named], ofTree],
  '--in-place --follow-symlinks': [
    [...inPlace, '--follow-symlinks', ...named],
    ['loop', ...ofTree],
  ],
  '--restore -r': [['--restore=.old', '-r', 'FOLDER/tree'], [...backups, ...ofTree], 'kept'],
  '-o DIR/ -r': [
    ['-f', 'latin1', '-o', 'FOLDER/out/', '-r', 'FOLDER/tree'],
    [...ofOutput, ...ofTree],
  ],
  '-o DIR/': [
    ['-f', 'latin1', '-o', 'FOLDER/out/', ...named],
    ['outRoot', 'file', 'lastFile'],
  ],
  '--check -r': [['--check', '-r', 'FOLDER/tree'], ofTree],
  'detect -r': [['detect', '-r', 'FOLDER/tree'], ofTree],
};

const isOfSecret = (text) => /secret|at byte 10/.test(text);

describe('command: folders beside another program', () => {
  if (process.platform === 'win32') return;

  for (const mode of ['proc', 'noProc']) {
    for (const [title, [args, swaps, prepares]] of Object.entries(ways)) {
      it(`${title}, ${mode}: nothing outside is read or written, whatever is swapped before each call`, async () => {
        const cases = firstOf(swaps, 2).map((swap) => ({ args, swap, prepares }));
        const all = await runFaults('folder-faults.cjs', cases, mode);
        const [[{ calls, status, printed }]] = all;
        // All files of the tree are malformed UTF-8, and too short for the detector to be sure.
        equal(status, title.startsWith('--check') ? 1 : 0, printed);
        // A folder is listed when its turn comes, behind the files that come before it.
        if (/-r$/.test(title) && !title.startsWith('--restore')) {
          ok(calls.indexOf('readSync') < calls.lastIndexOf('readdirSync'), String(calls));
        }
        let failed = 0;
        const results = all.flatMap(([, ...own], i) => own.map((one) => [cases[i].swap, one]));
        for (const [swap, result] of results) {
          const where = JSON.stringify({ swap, ...result });
          equal(result.thrown, null, where);
          notEqual(result.acted, null, where);
          // The manual says so: without names of open folders, this moment remains between the last look and the renaming.
          const isKnown =
            mode === 'noProc' && title.startsWith('--restore') && result.acted === 'renameSync';
          ok(result.isUntouched || isKnown, where);
          ok(!isOfSecret(result.printed), where);
          const inside = Object.entries(result.files).filter(([name]) => !name.startsWith('other'));
          for (const [name, text] of inside) {
            ok(!isOfSecret(text), where);
            // Without names of open folders, a temporary file stays in a folder that is moved.
            ok(mode === 'noProc' || !name.includes('whatwg'), where);
            // A file comes out with no more permissions than it had.
            if (/^\d+ /.test(text)) ok(text.startsWith('640') || text.startsWith('600'), where);
          }
          ok(result.status === 0 || result.status === 1, where);
          failed += result.status;
        }
        ok(failed > 0);
      });
    }
  }
});

// Tests that --in-place loses nothing that another program puts under the name of a file, or of its backup, while the command
// converts the file: the other program acts before each single call to the system that the command makes.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { firstOf } from '../../harness/part.mjs';
import { runFaults } from './command.mjs';

/** Runs a case undisturbed, and with its action before each call to the system. Returns all results. */
async function runCase(one) {
  const [results] = await runFaults('in-place-faults.cjs', [one], one.noProc ? 'noProc' : 'proc');
  return results;
}

const kinds = {
  'without a backup': { suffix: '' },
  'without a backup and without /proc': { suffix: '', noProc: true },
  'a long file': { suffix: '', big: true },
  'with a backup': { suffix: '.old' },
  'with a backup that is a copy': { suffix: '.old', noLinks: true },
};

// What is left by an action that comes before the last look, and the message.
const beforeTheLook = {
  renameOver: [{ a: 'other' }, 'was replaced'],
  delete: [{ new: 'other' }, 'was deleted or moved'],
  move: [{ moved: 'old', new: 'other' }, 'was deleted or moved'],
  symlink: [{ a: '-> new', new: 'other' }, 'was replaced by a symbolic link'],
  hardLink: [{ a: 'other', new: 'other' }, 'was replaced'],
  write: [{ a: 'old and other', new: 'other' }, 'was changed'],
  writeAndSetTime: [{ a: 'x', new: 'other' }, 'was changed'],
  moveFolderAway: [{ a: 'other' }, 'was replaced'],
};

// What is left of the name and its content by an action that comes after the replacement.
const afterTheReplacement = {
  renameOver: { a: 'other' },
  delete: { new: 'other' },
  move: { moved: 'converted', new: 'other' },
  symlink: { a: '-> new', new: 'other' },
  hardLink: { a: 'other', new: 'other' },
  write: { a: 'converted and other', new: 'other' },
  writeAndSetTime: { a: 'x', new: 'other' },
  moveFolderAway: { a: 'other' },
};

describe('command: --in-place beside another program', () => {
  if (process.platform === 'win32') return;

  for (const [title, kind] of firstOf(Object.entries(kinds), 2)) {
    for (const action of Object.keys(beforeTheLook)) {
      it(`${title}: ${action} before each call to the system`, async () => {
        const [{ calls }, ...results] = await runCase({ ...kind, action });
        const rename = calls.indexOf('renameSync');
        ok(rename > 10, String(calls));
        // The moment between the last look and the renaming is the one that the manual names.
        equal(calls[rename - 1], 'lstatSync');
        const points = calls.map((_, at) => at).filter((at) => at !== rename);
        for (const at of points) {
          const { status, thrown, printed, acted, files, away } = results[at];
          const where = `${at} ${acted}: ${JSON.stringify(results[at])}`;
          equal(thrown, null, where);
          equal(acted, calls[at], where);
          // What is written before the command asks how long the file is, is converted with the rest.
          if (at === 0 && action.startsWith('write')) {
            equal(status, 0, where);
            equal(files.a, action === 'write' ? 'converted and other' : 'x', where);
            continue;
          }
          // Making the second name sets the time that shows such a write around this call. What was written is kept.
          const isAtLink = [at, at - 1].some((point) => calls[point] === 'linkSync');
          if (isAtLink && action === 'writeAndSetTime' && !kind.noLinks) {
            deepEqual(files, { a: 'converted', 'a.old': 'x', new: 'other' }, where);
            continue;
          }
          const [left, message] = beforeTheLook[action];
          if (at < rename) {
            equal(status, 1, where);
            const said = ` by another program meanwhile`;
            ok(
              printed.includes(`/a: ${message}${said}`) ||
                (action === 'moveFolderAway' && printed.includes(said)),
              where,
            );
            deepEqual(files, left, where);
          } else {
            equal(status, 0, where);
            const backup =
              kind.suffix === '' || action === 'moveFolderAway' ? {} : { 'a.old': 'old' };
            deepEqual(files, { ...afterTheReplacement[action], ...backup }, where);
          }
          // In a folder that was moved away the file is as it was, and the temporary file may remain.
          if (action === 'moveFolderAway') {
            equal(away.a, at < rename ? 'old' : 'converted', where);
          }
        }
      });
    }
  }

  for (const noLinks of [false, true]) {
    const title = noLinks ? 'a backup that is a copy' : 'a backup that is a second name';
    for (const action of ['deleteBackup', 'replaceBackup']) {
      it(`${title}: ${action} before each call to the system`, async () => {
        const [{ calls }, ...results] = await runCase({ suffix: '.old', noLinks, action });
        const rename = calls.indexOf('renameSync');
        // The last looks are at the backup, and at the file.
        const points = calls.map((_, at) => at).filter((at) => at < rename - 1 || at > rename);
        const isReplacing = action === 'replaceBackup';
        const seen = new Set();
        for (const at of points) {
          const { status, printed, thrown, files } = results[at];
          const where = `${at} ${calls[at]}: ${JSON.stringify(results[at])}`;
          equal(thrown, null, where);
          if (status === 0) {
            equal(files.a, 'converted', where);
            if (at < rename) equal(files['a.old'], 'old', where);
          } else {
            ok(at < rename, where);
            equal(files.a, 'old', where);
            match(printed, /(deleted or replaced|changed) by another program|exists/, where);
          }
          // What the other program has put under the name stays there, and nothing else is left.
          if (isReplacing) equal(files['a.old'], 'other', where);
          else equal(files.new, 'other', where);
          deepEqual(
            Object.keys(files).filter((name) => !['a', 'a.old', 'new'].includes(name)),
            [],
            where,
          );
          seen.add(status);
        }
        deepEqual([...seen].sort(), [0, 1]);
      });
    }
  }
});

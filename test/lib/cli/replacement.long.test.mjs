// Tests that --in-place loses nothing when another program acts on the file at random times.

import { deepEqual, equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../harness/random-cases.mjs';
import { fastFolder, makeFolder, program, readTree, withFolder } from './command.mjs';

describe('command: --in-place beside another program, at random times', () => {
  if (process.platform === 'win32') return;

  it('loses nothing that replaces, deletes, moves or links the file at random times', async () => {
    const random = randomFrom(30);
    await withFolder(async (parent) => {
      for (let round = 0; round < 40; round++) {
        const folder = makeFolder(parent, String(round));
        const path = join(folder, 'a');
        writeFileSync(path, Buffer.alloc(8e6, 0xe9));
        writeFileSync(join(folder, 'new'), 'new content');
        const links = { symlink: 'soft', hardLink: 'hard' };
        symlinkSync('new', join(folder, links.symlink));
        linkSync(join(folder, 'new'), join(folder, links.hardLink));
        const suffix = random(2) === 0 ? '' : '=.old';
        const args = [program, '-f', 'latin1', `--in-place${suffix}`, 'a'];
        const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
        const exit = once(child, 'exit');
        await sleep(40 + random(120));
        const action = ['rename', 'delete', 'move', 'symlink', 'hardLink'][random(5)];
        if (action === 'delete') unlinkSync(path);
        else if (action === 'move') renameSync(path, join(folder, 'moved'));
        else renameSync(join(folder, links[action] ?? 'new'), path);
        const [status] = await exit;
        const about = `${round}: ${action}${suffix}, status ${status}`;
        const isReplaced = !['delete', 'move'].includes(action);
        equal(existsSync(path), isReplaced, about);
        if (isReplaced) equal(readFileSync(path, 'utf8'), 'new content', about);
        if (action === 'symlink') equal(readlinkSync(path), 'new', about);
        if (action !== 'rename') {
          equal(readFileSync(join(folder, 'new'), 'utf8'), 'new content', about);
        }
        if (action === 'move') {
          const { size } = lstatSync(join(folder, 'moved'));
          equal(size, status === 0 ? 16e6 : 8e6, about);
        }
        if (existsSync(join(folder, 'a.old'))) {
          equal(status, 0, about);
          equal(lstatSync(join(folder, 'a.old')).size, 8e6, about);
        }
        const left = Object.keys(readTree(folder)).filter((name) => name.includes('whatwg'));
        deepEqual(left, [], about);
      }
    }, fastFolder);
  });
});

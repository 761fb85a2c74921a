// Tests what the command does when input or output fails.

import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { asAnyUser, command, program, runWith, shell, withFolder, writeFiles } from './command.mjs';

describe('command: input and output that fail', () => {
  it('a closed pipe ends it quietly, with the status that a shell shows for SIGPIPE', async () => {
    await withFolder((folder) => {
      const script = `yes | whatwg-transcoder -t utf-16be | head -c 5 | od -An -tx1; echo "\${PIPESTATUS[1]}"`;
      const { output } = shell(script, folder);
      equal(output, ' 00 79 00 0a 00\n141\n');
    });
  });

  it('a closed pipe ends --check and --list quietly too', async () => {
    await withFolder((folder) => {
      writeFileSync(join(folder, 'bad'), Buffer.alloc(3e6, 0xff));
      const script = `whatwg-transcoder --check bad | head -1; echo "\${PIPESTATUS[0]}"`;
      equal(shell(script, folder).output, 'bad:1:1: at byte 0: invalid byte\n141\n');
      equal(shell('(sleep 0.3; whatwg-transcoder -l; echo $? >&2) | true', folder).output, '141\n');
    });
  });

  it('a full disk is an error with a message, for standard output and for -o', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      const full = openSync('/dev/full', 'w');
      try {
        writeFileSync(join(folder, 'a'), 'x');
        const result = command('-t gbk a', {
          cwd: folder,
          stdio: ['ignore', full, 'pipe'],
        });
        equal(result.status, 1);
        equal(
          result.stderr,
          'whatwg-transcoder: cannot write standard output: no space left on device\n',
        );
      } finally {
        closeSync(full);
      }
      const named = command('-t gbk -o /dev/full a', { cwd: folder });
      equal(named.status, 1);
      equal(named.stderr, 'whatwg-transcoder: cannot write /dev/full: no space left on device\n');
    });
  });

  it('an output file that is an input is refused before anything is written', async () => {
    for (const args of [
      ['-o', 'b', 'a', 'b'],
      ['-o', './b', 'b'],
      ['-o', 'link', 'a', 'b'],
      ['-o', 'b', 'hard'],
    ]) {
      await withFolder((folder) => {
        writeFiles(folder, { a: 'a', b: 'bé' });
        symlinkSync('b', join(folder, 'link'));
        linkSync(join(folder, 'b'), join(folder, 'hard'));
        const { status, stderr } = command(['-t', 'latin1', ...args], { cwd: folder });
        equal(status, 1);
        match(stderr, /: is the input and the output; --in-place converts a file in its place\n$/);
        equal(readFileSync(join(folder, 'b'), 'utf8'), 'bé');
      });
    }
    await withFolder((folder) => {
      writeFiles(folder, { a: 'a', b: 'bé' });
      const { output } = shell(
        'whatwg-transcoder -t latin1 a b >> b; echo $?; cat b; whatwg-transcoder -t latin1 -o b < b; echo $?',
        folder,
      );
      equal(
        output,
        'whatwg-transcoder: b: is the input and the output; --in-place converts a file in its place\n1\nbéa' +
          'whatwg-transcoder: -: is the input and the output; --in-place converts a file in its place\n1\n',
      );
    });
  });

  it('-o leaves the file as it was if no input can be opened', async () => {
    const { status, files } = await runWith({ out: 'old' }, '-t gbk -o out missing');
    equal(status, 1);
    equal(Buffer.from(files.out, 'hex').toString(), 'old');
  });

  it('passes on what arrives, without waiting for more', async () => {
    const child = spawn(process.execPath, [program, '-f', 'shift_jis'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.write(Buffer.from([0x93, 0xfa, 0x96]));
    const [first] = await once(child.stdout, 'data');
    equal(String(first), '日');
    child.stdin.end(Buffer.from([0x7b]));
    const [second] = await once(child.stdout, 'data');
    equal(String(second), '本');
    const [status] = await once(child, 'close');
    equal(status, 0);
  });

  it('an unreadable file is an error, and the others are converted', async () => {
    await withFolder((folder) => {
      chmodSync(folder, 0o755);
      writeFiles(folder, { a: 'a', b: 'b' });
      chmodSync(join(folder, 'a'), 0);
      const { status, stdout, stderr } = asAnyUser('-t gbk a b', folder);
      deepEqual([status, String(stdout)], [1, 'b']);
      equal(stderr, 'whatwg-transcoder: a: cannot open: permission denied\n');
    });
  });
});

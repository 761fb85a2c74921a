// Tests what the command does when input or output fails.

import { deepEqual, equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, linkSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAnyUser, expectRun, program, shell, withFolder, writeFiles } from './command.mjs';

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
      const cannot = (name) => [1, '', `cannot write ${name}: no space left on device`];
      try {
        writeFileSync(join(folder, 'a'), 'x');
        expectRun(folder, '-t gbk a', cannot('standard output'), {
          stdio: ['ignore', full, 'pipe'],
        });
      } finally {
        closeSync(full);
      }
      expectRun(folder, '-t gbk -o /dev/full a', cannot('/dev/full'));
    });
  });

  it('an output file that is an input is refused before anything is written', () =>
    withFolder((folder) => {
      const advice = 'is the input and the output; --in-place converts a file in its place';
      const files = { a: 'a', b: 'bé' };
      writeFiles(folder, files);
      symlinkSync('b', join(folder, 'link'));
      linkSync(join(folder, 'b'), join(folder, 'hard'));
      for (const line of ['b a b', './b b', 'link a b', 'b hard']) {
        const says = `${line.endsWith('hard') ? 'hard' : 'b'}: ${advice}`;
        const wanted = { status: 1, says, files: { ...files, hard: 'bé' } };
        expectRun(folder, `-t latin1 -o ${line}`, wanted);
      }
      const { output } = shell(
        'whatwg-transcoder -t latin1 a b >> b; echo $?; cat b; whatwg-transcoder -t latin1 -o b < b; echo $?',
        folder,
      );
      const [first, second] = ['b', '-'].map(
        (name) => `whatwg-transcoder: ${name}: ${advice}\n1\n`,
      );
      equal(output, `${first}béa${second}`);
    }));

  it('-o leaves the file as it was if no input can be opened', () =>
    withFolder((folder) => {
      writeFiles(folder, { out: 'old' });
      expectRun(folder, '-t gbk -o out missing', {
        status: 1,
        says: 'missing: cannot open: no such file or directory',
        files: { out: 'old' },
      });
    }));

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

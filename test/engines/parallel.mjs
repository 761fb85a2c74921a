// GNU parallel sends blocks of one large file to two machines. One of them is lost while it converts. A machine is a program in the
// place of ssh, which runs its command here.  Usage: npm run test:runtimes -- engines parallel

import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'whatwg-transcoder';
import { blockOf, linesOf } from './page.mjs';
import { commandOf, killAll, processesWith, until, withPlace } from './processes.mjs';

export const packages = { parallel: 'parallel' };

const LINES = 300_000;

// Its arguments are those of ssh: the name of a machine, and a command. A machine that is lost has a file in the folder.
const ssh = `#!/bin/sh
export MACHINE="$1"
shift
[ "$1" = -- ] && shift
[ -e "\${0%/*}/lost-$MACHINE" ] && exit 255
exec sh -c "$*"
`;

export const losesOneMachine = () =>
  withPlace(async ({ folder, run }) => {
    const at = (file) => join(folder, file);
    writeFileSync(at('ssh'), ssh, { mode: 0o755 });
    writeFileSync(at('machines'), `1/${at('ssh')} one\n1/${at('ssh')} two\n`);
    const text = linesOf(LINES);
    writeFileSync(at('large.txt'), encode(text, 'shift_jis'));
    writeFileSync(at('parallel.sh'), blockOf('parallel.sh'));
    const work = run('sh', ['parallel.sh']);

    const written = () => statSync(at('large.utf8.txt')).size;
    const processes = () => processesWith('MACHINE=two');
    await until('the second machine converts', () => {
      const commands = processes().map(commandOf);
      return commands.some((command) => command.includes('whatwg-transcoder -f')) && written() > 0;
    });
    writeFileSync(at('lost-two'), '');
    killAll(processes);
    const before = written();
    assert.ok(before < Buffer.byteLength(text));
    await work;
    assert.ok(readFileSync(at('large.utf8.txt')).equals(Buffer.from(text)));
    return `one of two machines was lost when ${before} of ${Buffer.byteLength(text)} bytes were there`;
  });

// Tests input and output that fail, where the command has to wait or is run many times.

import { deepEqual, equal } from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { latin1, readTree, shell, withFolder } from './command.mjs';

describe('command: input and output that fail', () => {
  // Node opens /dev/null where one of the first three descriptors is closed, as the manual says.
  it('a closed standard stream changes no file, and stops nothing', async () => {
    await withFolder((folder) => {
      const restore = () => writeFileSync(join(folder, 'a'), latin1('caf\xe9\n'));
      restore();
      const run = (arguments_, streams) =>
        shell(`whatwg-transcoder -f latin1 ${arguments_} ${streams}; echo $?`, folder).output;
      for (const streams of ['>&-', '2>&-', '<&-', '<&- >&-', '<&- >&- 2>&-']) {
        const check = (line, printed, files) => {
          equal(run(line, streams), `${printed}0\n`, streams);
          deepEqual(readTree(folder), files, streams);
        };
        const [old, made] = ['636166e90a', '636166c3a90a'];
        check('a', /(^| )>&-/.test(streams) ? '' : 'café\n', { a: old });
        check('-o b a', '', { a: old, b: made });
        rmSync(join(folder, 'b'));
        check('--in-place=.old a', '', { a: made, 'a.old': old });
        rmSync(join(folder, 'a.old'));
        restore();
      }
      equal(run('missing', '2>&-'), '1\n');
    });
  });

  it('waits for a pipe in non-blocking mode that is empty or full', async () => {
    // A Node that opens its end of a pipe puts the pipe in this mode for every process that has it.
    await withFolder((folder) => {
      writeFileSync(join(folder, 'a'), latin1('\xe9'.repeat(600_000)));
      const script = `
        (sleep 1; printf '\\351') | {
          node -e 'process.stdin; setTimeout(() => {}, 2000)' <&0 & sleep 0.5
          whatwg-transcoder -f latin1; echo " $?"; wait
        }
        { node -e 'process.stdout; setTimeout(() => {}, 2000)' & sleep 0.5
          whatwg-transcoder -f latin1 a; echo "$?"; wait
        } | { sleep 1; wc -c; }`;
      equal(shell(script, folder).output, 'é 0\n1200002\n');
    });
  });
});

// Runs the programs of lib/cli/engines.md. Each of them loses one of two workers while it works, and has to end with the right bytes all
// the same. It needs Linux.
// Usage: npm run test:runtimes -- engines

import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { encode } from 'whatwg-transcoder';
import { root } from '../tools/run/cmake.mjs';
import { temporaryFolder } from '../tools/run/folders.mjs';
import { counts, heading, runAndKeep, sumUp, test } from '../tools/run/suites.mjs';

const folder = temporaryFolder('engines');
const at = (name) => join(folder, name);
mkdirSync(at('node_modules'));
symlinkSync(root, at('node_modules/whatwg-transcoder'));
mkdirSync(at('bin'));
symlinkSync(process.execPath, at('bin/node'));
symlinkSync(join(root, 'lib/cli/whatwg-transcoder.js'), at('bin/whatwg-transcoder'));
const PATH = `${at('bin')}:${process.env.PATH}`;

// The programs of the page are the blocks that have a name behind their language.
const page = readFileSync(join(root, 'lib/cli/engines.md'), 'utf8');
const programs = Array.from(page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms), ([, name, code]) => {
  writeFileSync(at(name), code);
  return name;
});

/** Returns a text of `count` different lines, numbered from `first` on. */
const linesOf = (count, first = 0) =>
  Array.from({ length: count }, (_, i) => `${first + i} 日本語の文字、ｶﾀｶﾅ、ソ表\n`).join('');

// A program in the place of ssh, whose arguments are the name of a machine and a command. It runs the command here. The connection to the
// machine "two" is lost in the middle of its second block.
const ssh = `#!/bin/sh
machine="$1"
shift
[ "$1" = -- ] && shift
[ "$machine" = one ] && exec sh -c "$*"
echo block >> blocks-of-two
case $(wc -l < blocks-of-two) in
  1) exec sh -c "$*" ;;
  2) sh -c "$*" | head -c 100000 ;;
esac
exit 255
`;

/** GNU parallel sends blocks of one large file to two machines. */
async function losesOneMachine() {
  writeFileSync(at('ssh'), ssh, { mode: 0o755 });
  writeFileSync(at('machines'), `1/${at('ssh')} one\n1/${at('ssh')} two\n`);
  const text = linesOf(300_000);
  writeFileSync(at('large.txt'), encode(text, 'shift_jis'));
  const env = { ...process.env, PATH, HOME: folder };
  const { status, output } = await runAndKeep(['sh', 'parallel.sh'], { cwd: folder, env });
  equal(status, 0, output);
  ok(readFileSync(at('large.utf8.txt')).equals(Buffer.from(text)));
  ok(readFileSync(at('blocks-of-two'), 'utf8').split('\n').length > 2);
}

/** Waits until a function returns true; throws when that takes longer than two minutes. */
async function until(look) {
  for (const end = Date.now() + 120_000; !look(); await wait(20)) ok(Date.now() < end, `${look}`);
}

const REQUESTS = 300;
const AT_ONCE = 12;

/** A server with two workers of node:cluster converts what clients send. */
async function losesOneWorker() {
  // Each worker writes down its id.
  const written = `import { appendFileSync } from 'node:fs';
    import cluster from 'node:cluster';
    if (cluster.isWorker) appendFileSync('workers', process.pid + '\\n');\n`;
  writeFileSync(at('write-id.mjs'), written);
  writeFileSync(at('workers'), '');
  const workers = () => readFileSync(at('workers'), 'utf8').split('\n').slice(0, -1);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  const env = { ...process.env, PORT: port };
  const args = ['--import', './write-id.mjs', 'server.mjs'];
  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: 'inherit' });
  try {
    await until(() => workers().length === 2);
    const { convert } = await import(pathToFileURL(at('client.mjs')));
    let [answers, failures] = [0, 0];
    const { fetch } = globalThis;
    globalThis.fetch = (...request) =>
      fetch(...request).catch((error) => {
        failures++;
        throw error;
      });
    const ask = async (first) => {
      for (let i = first; i < REQUESTS; i += AT_ONCE) {
        const text = linesOf(5000, i);
        const answer = await convert(`http://127.0.0.1:${port}/`, encode(text, 'shift_jis'), 8000);
        ok(answer.equals(Buffer.from(text)), `the answer to request ${i}`);
        answers++;
      }
    };
    const work = Promise.all(Array.from({ length: AT_ONCE }, (_, first) => ask(first)));
    await until(() => answers > AT_ONCE);
    // The worker stops, so that requests wait for it, and then it is lost.
    const [lost] = workers();
    process.kill(lost, 'SIGSTOP');
    await wait(500);
    process.kill(lost, 'SIGKILL');
    const before = answers;
    await work;
    globalThis.fetch = fetch;
    ok(before < REQUESTS && failures > 0, `${before} answers, ${failures} failures`);
    await until(() => workers().length === 3);
  } finally {
    server.kill('SIGKILL');
  }
}

heading('Engines');
await test('GNU parallel: one of two machines is lost', losesOneMachine);
await test('node:cluster: one of two workers is lost', losesOneWorker);
await test('every program of the page has been run', () =>
  deepEqual(programs, ['parallel.sh', 'server.mjs', 'client.mjs']));
sumUp({ engines: counts });

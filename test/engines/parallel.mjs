// GNU parallel sends blocks of one large file to two machines by SSH, each a server of OpenSSH on the loopback interface with a
// port and keys of its own. One of them is lost while it converts. Usage: npm run test:runtimes -- engines parallel

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'whatwg-transcoder';
import { blockOf, linesOf } from './page.mjs';
import {
  commandOf,
  freePort,
  isListening,
  killAll,
  path,
  processesWith,
  until,
  withPlace,
} from './processes.mjs';

export const packages = { sshd: 'openssh-server', ssh: 'openssh-client', parallel: 'parallel' };

const LINES = 300_000;

/** Starts a server of OpenSSH that lets this user in with the key `id`; returns { port, pid }. */
async function startMachine({ folder, start, run }, name) {
  const at = (file) => join(folder, file);
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(`${name}-host`)]);
  const port = await freePort();
  const settings = {
    ListenAddress: '127.0.0.1',
    Port: port,
    HostKey: at(`${name}-host`),
    PidFile: 'none',
    AuthorizedKeysFile: at('id.pub'),
    StrictModes: 'no', // the folder is below one that everyone may write to
    PasswordAuthentication: 'no',
    PermitRootLogin: 'prohibit-password',
    UsePAM: 'no',
    MaxStartups: 100,
    SetEnv: `PATH=${at('bin')}:${path} MACHINE=${name}`,
  };
  writeSettings(at(`${name}.conf`), settings);
  const pid = start(name, '/usr/sbin/sshd', ['-D', '-e', '-q', '-f', at(`${name}.conf`)]);
  await until(`sshd listens at ${port}`, () => isListening(port));
  return { name, port, pid };
}

const writeSettings = (file, settings) =>
  writeFileSync(
    file,
    Object.entries(settings)
      .map((pair) => `${pair.join(' ')}\n`)
      .join(''),
  );

/** The ids of the processes of a machine. */
const processesOn = ({ name, pid }) => processesWith(`MACHINE=${name}`, pid);

// sshd of root needs this empty folder, which Debian's service makes when it starts.
const privilegeSeparation = '/run/sshd';

export async function losesOneMachine() {
  const isOurs = process.getuid() === 0 && !existsSync(privilegeSeparation);
  if (isOurs) mkdirSync(privilegeSeparation, 0o755);
  try {
    return await withPlace(loseOneMachine);
  } finally {
    if (isOurs) rmdirSync(privilegeSeparation);
  }
}

async function loseOneMachine(place) {
  const { folder, run } = place;
  const at = (file) => join(folder, file);
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('id')]);
  const machines = [await startMachine(place, 'one'), await startMachine(place, 'two')];
  const ssh = [
    'ssh',
    '-i',
    at('id'),
    '-o',
    'StrictHostKeyChecking=no',
    '-o',
    `UserKnownHostsFile=${at('known')}`,
  ];
  const lines = machines.map(
    ({ port }) => `1/${[...ssh, '-q', '-p', port, '127.0.0.1'].join(' ')}\n`,
  );
  writeFileSync(at('machines'), lines.join(''));

  const text = linesOf(LINES);
  writeFileSync(at('large.txt'), encode(text, 'shift_jis'));
  writeFileSync(at('parallel.sh'), blockOf('parallel.sh'));
  const work = run('sh', ['parallel.sh']);

  const written = () => statSync(at('large.utf8.txt')).size;
  await until('the second machine converts', () => {
    const commands = processesOn(machines[1]).map(commandOf);
    return written() > 0 && commands.some((command) => command.includes('whatwg-transcoder -f'));
  });
  killAll(() => processesOn(machines[1]));
  const before = written();
  assert.ok(before < Buffer.byteLength(text));
  await work;
  assert.ok(readFileSync(at('large.utf8.txt')).equals(Buffer.from(text)));
  return `one of two machines was lost when ${before} of ${Buffer.byteLength(text)} bytes were there`;
}

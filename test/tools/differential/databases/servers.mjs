// Starts servers of MariaDB and PostgreSQL that keep their data in folders which are removed at the end. They listen on Unix
// sockets only, and do not run as root.

import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { missingFor, run, stepsOf } from '../../run/machine.mjs';

const postgresVersions = '/usr/lib/postgresql';
const findPostgres = () =>
  (existsSync(postgresVersions) ? readdirSync(postgresVersions) : [])
    .map((version) => join(postgresVersions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));

/** Installs Debian's packages of both servers where they are missing; `script` is the npm script that needs them. */
export function installServers(script) {
  stepsOf(script).installDebianPackages(
    () => [
      ...missingFor({ mariadbd: 'mariadb-server-core' }),
      ...(findPostgres() === undefined ? ['postgresql'] : []),
    ],
    'The databases need',
    'install MariaDB and PostgreSQL there.',
  );
}

/** Runs a command; throws with its output when it fails. */
function must(command, args, options) {
  const { status, output } = run(command, args, options);
  if (status !== 0) throw new Error(`${command}: ${output}`);
}

// What stops a server that runs. A script that is interrupted, or ends with an error that nobody caught, leaves no server behind.
const stops = new Set();
process.once('exit', () => {
  for (const stop of stops) stop();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Makes a folder for the data of a server, calls `use(folder, options)`, and removes the folder; `options` are for spawn(). */
async function withFolder(user, use) {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  try {
    const options = { cwd: folder };
    if (process.getuid?.() === 0) {
      const id = (flag) => Number(run('id', [flag, user]).stdout);
      Object.assign(options, { uid: id('-u'), gid: id('-g') });
      chownSync(folder, options.uid, options.gid);
    }
    return await use(folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts MariaDB, calls `use(socket)` with the path of its socket, and stops it. Everyone may log in as root. */
export const withMariaDb = (use) =>
  withFolder('nobody', async (folder, options) => {
    const socket = join(folder, 'socket');
    const data = join(folder, 'data');
    mkdirSync(data);
    if (options.uid !== undefined) chownSync(data, options.uid, options.gid);
    const args = ['--no-defaults', '--skip-networking', '--skip-grant-tables'];
    const server = spawn('mariadbd', [...args, `--datadir=${data}`, `--socket=${socket}`], {
      ...options,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => server.once('close', resolve));
    const stop = () => {
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    };
    stops.add(stop);
    try {
      for (let i = 0; i < 300 && !existsSync(socket) && server.exitCode === null; i++) {
        await setTimeout(100);
      }
      return await use(socket);
    } finally {
      server.kill();
      await ended;
      stops.delete(stop);
    }
  });

/** Starts PostgreSQL, calls `use(folder)` with the folder of its socket, and stops it. Its user is postgres. */
export const withPostgres = (encoding, use) =>
  withFolder('postgres', async (folder, options) => {
    const own = { ...options, stdio: ['ignore', 'pipe', 'pipe'] };
    const bin = findPostgres();
    const data = ['-D', join(folder, 'data')];
    const settings = [`--encoding=${encoding}`, '--locale=C', '--auth=trust'];
    must(join(bin, 'initdb'), [...data, '-U', 'postgres', ...settings], own);
    const control = join(bin, 'pg_ctl');
    const server = ['-o', `-k ${folder} -c listen_addresses=''`, '-l', join(folder, 'log')];
    must(control, [...data, '-w', 'start', ...server], { ...own, stdio: 'ignore' });
    const halt = () => must(control, [...data, '-m', 'immediate', 'stop'], own);
    const stop = () => {
      halt();
      rmSync(folder, { recursive: true, force: true });
    };
    stops.add(stop);
    try {
      return await use(folder);
    } finally {
      stops.delete(stop);
      halt();
    }
  });

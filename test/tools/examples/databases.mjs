// Runs the examples of lib/transcoding/README.md for databases, with servers of MariaDB and PostgreSQL that keep their
// data in folders which are removed at the end. They listen on Unix sockets only.

import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { run, stepsOf, succeeds } from '../machine.mjs';
import { heading } from '../suites.mjs';
import { examples, runExample, test } from './project.mjs';

const isRoot = process.getuid?.() === 0;

const postgresVersions = '/usr/lib/postgresql';
const findPostgres = () =>
  (existsSync(postgresVersions) ? readdirSync(postgresVersions) : [])
    .map((version) => join(postgresVersions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));

stepsOf('test:examples').installDebianPackages(
  () => [
    ...(succeeds('mariadbd', ['--version']) ? [] : ['mariadb-server-core']),
    ...(findPostgres() === undefined ? ['postgresql'] : []),
  ],
  'The examples for databases need',
  'install MariaDB and PostgreSQL there.',
);

/** Runs a command; throws with its output when it fails. */
function must(command, args, options) {
  const { status, output } = run(command, args, options);
  if (status !== 0) throw new Error(`${command}: ${output}`);
}

/** Makes a folder for the data of a server, calls `use(folder)`, and removes the folder. */
async function withFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const example = (name) => examples.find(({ packages }) => packages.includes(name));

heading('Databases');
await test('MariaDB with mysql2', () =>
  withFolder(async (folder) => {
    const socket = join(folder, 'socket');
    const data = join(folder, 'data');
    mkdirSync(data);
    const args = ['--no-defaults', '--skip-networking', '--skip-grant-tables'];
    if (isRoot) args.push('--user=root');
    const server = spawn('mariadbd', [...args, `--datadir=${data}`, `--socket=${socket}`], {
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => server.once('close', resolve));
    try {
      for (let i = 0; i < 300 && !existsSync(socket) && server.exitCode === null; i++) {
        await setTimeout(100);
      }
      await runExample(example('mysql2'), { MYSQL_SOCKET: socket });
    } finally {
      server.kill();
      await ended;
    }
  }));

await test('PostgreSQL with pg', () =>
  withFolder(async (folder) => {
    // PostgreSQL refuses to run as root.
    const id = (flag) => Number(run('id', [flag, 'postgres']).stdout);
    const user = isRoot ? { uid: id('-u'), gid: id('-g') } : {};
    if (isRoot) chownSync(folder, user.uid, user.gid);
    const options = { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] };
    const bin = findPostgres();
    const data = ['-D', join(folder, 'data')];
    must(
      join(bin, 'initdb'),
      [...data, '-U', 'postgres', '--encoding=SQL_ASCII', '--locale=C', '--auth=trust'],
      options,
    );
    const control = join(bin, 'pg_ctl');
    const settings = ['-o', `-k ${folder} -c listen_addresses=''`, '-l', join(folder, 'log')];
    must(control, [...data, '-w', 'start', ...settings], { ...options, stdio: 'ignore' });
    try {
      const env = { PGHOST: folder, PGUSER: 'postgres', PGDATABASE: 'postgres' };
      await runExample(example('pg'), env);
    } finally {
      must(control, [...data, '-m', 'immediate', 'stop'], options);
    }
  }));

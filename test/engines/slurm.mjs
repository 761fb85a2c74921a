// Slurm runs an array of jobs on two nodes, each of which converts the files of one list. The nodes are two daemons on this machine,
// with a controller and munge beside them, none of them the machine's own. One node is lost while it converts.
// Usage: npm run test:runtimes -- engines slurm

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { encode } from 'whatwg-transcoder';
import { blockOf, linesOf } from './page.mjs';
import { commandOf, freePort, killAll, processesWith, until, withPlace } from './processes.mjs';

export const packages = { slurmctld: 'slurm-wlm', munged: 'munge' };

const FILES = 3200;
const nameOf = (i) => `site/${i % 100}/${i}.txt`;

const writeSettings = (file, settings) =>
  writeFileSync(
    file,
    settings
      .map((line) =>
        Object.entries(line)
          .map((pair) => pair.join('='))
          .join(' '),
      )
      .join('\n'),
  );

/** Starts munge, the controller and two nodes; returns the environment of its commands. */
async function startCluster({ folder, start, run }) {
  const at = (file) => join(folder, file);
  const user = userInfo().username;
  const host = hostname().split('.')[0];
  chmodSync(folder, 0o711); // munge wants everyone to reach its socket
  writeFileSync(at('munge.key'), randomBytes(1024), { mode: 0o400 });
  const files = {
    'key-file': 'munge.key',
    'seed-file': 'munge.seed',
    'log-file': 'munge.log',
    'pid-file': 'munge.pid',
    socket: 'munge.socket',
  };
  start('munged', 'munged', [
    '--foreground',
    ...Object.entries(files).map(([flag, file]) => `--${flag}=${at(file)}`),
  ]);
  const [controller, one, two] = [await freePort(), await freePort(), await freePort()];
  mkdirSync(at('state'));
  const node = { NodeHostname: host, NodeAddr: '127.0.0.1', CPUs: 1, State: 'UNKNOWN' };
  writeSettings(at('slurm.conf'), [
    { ClusterName: 'test' },
    { SlurmctldHost: `${host}(127.0.0.1)` },
    { SlurmctldPort: controller },
    { SlurmUser: user },
    { SlurmdUser: user },
    // A job that is lost with its node waits for as many seconds before it starts again.
    { AuthInfo: `socket=${at('munge.socket')},cred_expire=6` },
    { SlurmdTimeout: 4 },
    { MessageTimeout: 3 },
    { SchedulerParameters: 'bf_interval=1,sched_interval=1' },
    { StateSaveLocation: at('state') },
    { SlurmdSpoolDir: at('spool-%n') },
    { SlurmctldPidFile: at('slurmctld.pid') },
    { SlurmdPidFile: at('slurmd-%n.pid') },
    { ProctrackType: 'proctrack/linuxproc' },
    { TaskPlugin: 'task/none' },
    { SelectType: 'select/linear' },
    { MpiDefault: 'none' },
    { ReturnToService: 2 },
    { NodeName: 'one', Port: one, ...node },
    { NodeName: 'two', Port: two, ...node },
    { PartitionName: 'all', Nodes: 'one,two', Default: 'YES', MaxTime: 'INFINITE', State: 'UP' },
  ]);
  const settings = { SLURM_CONF: at('slurm.conf') };
  start('slurmctld', 'slurmctld', ['-D'], settings);
  for (const name of ['one', 'two'])
    start(name, 'slurmd', ['-D', '-N', name], { ...settings, MACHINE: name });
  const states = async () =>
    (await run('sinfo', ['-h', '-N', '-o', '%t'], settings).catch(() => '')).split('\n');
  await until(
    'both nodes are idle',
    async () => (await states()).filter((state) => state === 'idle').length === 2,
  );
  return settings;
}

export function losesOneNode() {
  return withPlace(async (place) => {
    const { folder, run } = place;
    const at = (file) => join(folder, file);
    for (let i = 0; i < FILES; i++) {
      mkdirSync(dirname(at(nameOf(i))), { recursive: true });
      writeFileSync(at(nameOf(i)), encode(linesOf(3, i), 'shift_jis'));
    }
    writeFileSync(at('array.sh'), blockOf('array.sh'));
    writeFileSync(at('submit.sh'), blockOf('submit.sh'));

    const settings = await startCluster(place);
    const processes = () => processesWith('MACHINE=two');
    const work = run('sh', ['submit.sh'], settings);
    const lost = await until('the second node is in the midst of its files', () => {
      const command = processes()
        .map(commandOf)
        .find((line) => line.includes('--files0-from='));
      if (command === undefined) return false;
      const files = readFileSync(at(/--files0-from=(\S+)/.exec(command)[1]), 'latin1')
        .split('\0')
        .slice(0, -1);
      const isDone = (file) => existsSync(at(join('utf8', file)));
      return isDone(files[0]) && !isDone(files.at(-1)) && { files, isDone };
    });
    killAll(processes);
    const before = lost.files.filter(lost.isDone).length;
    assert.ok(before < lost.files.length);
    await work;
    for (let i = 0; i < FILES; i++) {
      assert.equal(readFileSync(at(`utf8/${nameOf(i)}`), 'utf8'), linesOf(3, i));
    }
    // The array has run one of its jobs once more.
    const jobs = await run('scontrol', ['show', 'job', '--oneliner'], settings);
    assert.deepEqual(
      Array.from(jobs.matchAll(/ Restarts=([1-9]\d*) /g), ([, count]) => count),
      ['1'],
    );
    return `one of two nodes was lost when ${before} of the ${lost.files.length} files of its job were there`;
  });
}

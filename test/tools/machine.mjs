// What the tools that make a machine ready share: commands, messages and Debian packages. Runs on Node
// alone, before node_modules exists. Messages go to stderr, so that the command after a tool owns stdout.

import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a command to its end; `status` is null when it could not be started. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
  });
  const { stdout, stderr } = result;
  return { status: result.status, stdout: stdout ?? '', output: `${stdout ?? ''}${stderr ?? ''}` };
}

export const succeeds = (command, args, options) => run(command, args, options).status === 0;

/** Runs npm, the one that runs this process if one does, with its output kept. */
export function runNpm(args, options = {}) {
  const cli = process.env.npm_execpath;
  return cli !== undefined && basename(cli) === 'npm-cli.js'
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, { ...options, shell: process.platform === 'win32' });
}

const compiler = process.env.CXX ?? 'c++';

/** Whether this machine's compiler accepts a C++20 source text. */
export const compiles = (source) =>
  succeeds(compiler, ['-std=gnu++20', '-fsyntax-only', '-x', 'c++', '-'], { input: source });

export const hasCxx20 = () =>
  compiles('#include <span>\nint main() { return std::span<int>{}.size() != 0; }\n');

/** What a tool called `name` says and does step by step. */
export function stepsOf(name) {
  const say = (line) => process.stderr.write(`${name}: ${line}\n`);

  function fail(message, output = '') {
    if (output !== '') process.stderr.write(`${output.trimEnd()}\n`);
    say(message);
    process.exit(1);
  }

  function timed(what, work) {
    const start = performance.now();
    say(`${what} …`);
    const result = work();
    say(`${what}: done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
    return result;
  }

  /** Runs npm quietly; on failure shows all it printed and ends with `hint`. */
  function npm(args, hint, options = {}) {
    const { status, stdout, output } = runNpm(args, options);
    if (status !== 0) fail(hint, output);
    return stdout;
  }

  /**
   * Installs what `findMissing()` lists as names of Debian packages, where this user may, and ends
   * with an error when something is still missing. `purpose` begins its sentence; `elsewhere` says
   * what other systems need.
   */
  function installDebianPackages(findMissing, purpose, elsewhere) {
    const missing = findMissing();
    if (missing.length === 0) return;
    const names = missing.join(' ');
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const mayInstall =
      succeeds('apt-get', ['--version']) &&
      (sudo.length === 0 || succeeds(sudo[0], [...sudo.slice(1), 'true']));
    if (mayInstall) {
      timed(`installing Debian packages ${names}`, () => {
        const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
        const aptGet = (...args) => {
          const [command, ...rest] = [...sudo, 'apt-get', '-q', '-y', ...args];
          return run(command, rest, { env });
        };
        aptGet('update');
        const { status, output } = aptGet('install', '--no-install-recommends', ...missing);
        if (status !== 0) fail(`apt-get could not install ${names}`, output);
      });
    }
    const still = findMissing();
    if (still.length === 0) return;
    fail(
      `${purpose} ${still.join(', ')} (names of Debian packages), which this machine lacks ` +
        `and this user may not install. As root: apt-get install ${still.join(' ')}; ` +
        `elsewhere: ${elsewhere}`,
    );
  }

  return { say, fail, timed, npm, installDebianPackages };
}

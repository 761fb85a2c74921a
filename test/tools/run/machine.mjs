// Code that the tools share which prepare a machine: commands, messages and Debian packages. It
// needs only Node, because it runs before node_modules exists. Messages go to stderr, so that
// stdout belongs to the command that runs after the tool.

import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The seconds since a moment of performance.now(), as text. */
export const secondsSince = (start, digits = 1) =>
  ((performance.now() - start) / 1000).toFixed(digits);

/** Runs a command until it ends. `status` is null when the command could not be started. */
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

/** Returns the Debian packages of the commands that this machine does not have. `packages` has the package of each command. */
export const missingFor = (packages) => [
  ...new Set(
    Object.keys(packages)
      .filter((command) => !succeeds(command, ['--version']))
      .map((command) => packages[command]),
  ),
];

/** Runs npm and keeps its output. When npm runs this process, the same npm is used. */
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

/** The messages and steps of a tool with this `name`. */
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
    say(`${what}: done in ${secondsSince(start)} s`);
    return result;
  }

  /** Runs npm without output. When it fails, shows the output and ends the process with `hint`. */
  function npm(args, hint, options = {}) {
    const { status, stdout, output } = runNpm(args, options);
    if (status !== 0) fail(hint, output);
    return stdout;
  }

  /**
   * Installs the Debian packages that `findMissing()` lists, if this user may do so. Ends the
   * process with an error when some are still missing. `purpose` begins the sentence of the error;
   * `elsewhere` says what other systems need.
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
      `${purpose} ${still.join(', ')} (names of Debian packages). This machine does not have them, ` +
        `and this user may not install them. As root: apt-get install ${still.join(' ')}. ` +
        `On other systems: ${elsewhere}`,
    );
  }

  return { say, fail, timed, npm, installDebianPackages };
}

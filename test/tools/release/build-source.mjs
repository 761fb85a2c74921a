// Builds the addon from these sources, and puts it where the package's loader looks. It replaces
// the prebuilt addon if there is one for this platform. It needs npm, which downloads node-addon-api and
// runs node-gyp, and the tools that the message below names.
// Usage: node node_modules/whatwg-transcoder/source/build.mjs

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./', import.meta.url));
const root = fileURLToPath(new URL('../', import.meta.url));
const addon = 'build/Release/whatwg_transcoder.node';

const cli = process.env.npm_execpath;
const [command, ...first] =
  cli !== undefined && basename(cli) === 'npm-cli.js' ? [process.execPath, cli] : ['npm'];

/** Runs npm with `args` in the folder of the sources, and ends this process if that fails. */
function npm(...args) {
  const { status, error } = spawnSync(command, [...first, ...args], {
    cwd: source,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(
    `whatwg-transcoder: the addon did not build${error === undefined ? '' : ` (${error.message})`}. It ` +
      'needs npm, Python 3, make and a C++20 compiler (on Debian: apt-get install g++ make python3; on ' +
      'macOS: the command line tools of Xcode; on Windows: Visual Studio 2022 with C++ and Clang).',
  );
  process.exit(1);
}

// Another npm may run this script: what it was told for its own project does not hold here.
npm(
  'install',
  '--location=project',
  '--ignore-scripts',
  '--no-package-lock',
  '--no-audit',
  '--no-fund',
);
npm('run', 'build');
mkdirSync(`${root}build/Release`, { recursive: true });
copyFileSync(`${source}${addon}`, `${root}${addon}`);
rmSync(`${root}prebuilds/${process.platform}-${process.arch}`, { recursive: true, force: true });
for (const path of ['build', 'node_modules']) {
  rmSync(`${source}${path}`, { recursive: true, force: true });
}
console.log(`whatwg-transcoder: built ${root}${addon}`);

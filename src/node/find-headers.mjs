// Prints the folder of node-addon-api's headers, for binding.gyp. `npm install FOLDER` links a checkout
// into another project and compiles it, but does not install what the checkout depends on. So this
// script does that, where the headers are missing.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../', import.meta.url));

function find() {
  try {
    return require('node-addon-api').include_dir;
  } catch {
    return undefined;
  }
}

function installDependencies() {
  const cli = process.env.npm_execpath;
  const [command, ...args] =
    cli !== undefined && basename(cli) === 'npm-cli.js' ? [process.execPath, cli] : ['npm'];
  args.push('install', '--location=project', '--omit=dev', '--ignore-scripts');
  args.push('--no-package-lock', '--no-audit', '--no-fund');
  // gyp reads the paths of the headers from the standard output, so npm's messages go to the standard error.
  const options = { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' };
  spawnSync(command, args, options);
}

let folder = find();
if (folder === undefined) {
  installDependencies();
  folder = find();
}
if (folder === undefined) {
  console.error(
    `whatwg-transcoder: node-addon-api is missing; run "npm install --ignore-scripts" in ${root}`,
  );
  process.exitCode = 1;
} else {
  console.log(folder);
}

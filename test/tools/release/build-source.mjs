// Builds the addon from these sources, and puts it where the package's loader looks. It replaces
// the prebuilt addon if there is one for this platform. It needs the tools that load-error.js names,
// and npm, which downloads node-addon-api and runs node-gyp.
// Usage: node node_modules/whatwg-transcoder/source/build.mjs

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const { tools } = createRequire(import.meta.url)('../lib/backend/load-error.js');
const source = fileURLToPath(new URL('./', import.meta.url));
const root = fileURLToPath(new URL('../', import.meta.url));
const addon = 'build/Release/whatwg_transcoder.node';

const cli = process.env.npm_execpath;
const [command, ...args] =
  cli !== undefined && basename(cli) === 'npm-cli.js' ? [process.execPath, cli] : ['npm'];
const { status, error } = spawnSync(command, [...args, 'run', 'build'], {
  cwd: source,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (status !== 0) {
  console.error(
    `whatwg-transcoder: the addon did not build${error === undefined ? '' : ` (${error.message})`}. It ` +
      `needs npm, ${tools}; on Debian: apt-get install g++ make python3.`,
  );
  process.exit(1);
}
mkdirSync(`${root}build/Release`, { recursive: true });
copyFileSync(`${source}${addon}`, `${root}${addon}`);
rmSync(`${root}prebuilds/${process.platform}-${process.arch}`, { recursive: true, force: true });
for (const path of ['build', 'node_modules']) {
  rmSync(`${source}${path}`, { recursive: true, force: true });
}
console.log(`whatwg-transcoder: built ${root}${addon}`);

// Shows that the same sources give the same binaries: builds each addon that a release builds on this machine twice, from copies of
// the sources in two folders whose paths have different lengths, and the WebAssembly module likewise, and compares the bytes.
// Usage: npm run release -- reproduce [PLATFORM]...
// Without arguments: linux-x64, linux-arm64, win32-x64 and wasm. It needs the compilers of `npm run release -- pack`.

import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobs, root, runs } from '../run/cmake.mjs';
import { wasmOptions } from '../run/wasm.mjs';
import { sha256 } from './bill-of-materials.mjs';
import { addon, binaries } from './targets.mjs';

const all = [
  ...binaries.map(({ platform, cmake }) => ({
    platform,
    options: ['-DADDON=ON', ...cmake],
    file: `build/${platform}/${addon}`,
  })),
  { platform: 'wasm', options: wasmOptions, file: 'build/wasm/whatwg_transcoder.wasm' },
];

/** Builds a platform from a copy of the sources in `folder`. Returns the SHA-256 of the binary, or undefined. */
function digestOf({ platform, options, file }, folder) {
  for (const path of ['src', 'indexes', 'CMakeLists.txt', 'package.json']) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  // The headers of Node-API are a package.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const build = join(folder, 'build', platform);
  // A cache of compiled files would hide a difference.
  const env = { CCACHE_DISABLE: '1' };
  const isBuilt =
    runs('cmake', ['-S', folder, '-B', build, '--log-level=WARNING', ...options], { env }) &&
    runs('cmake', ['--build', build, '--parallel', jobs], { env });
  return isBuilt ? sha256(join(folder, file)) : undefined;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.some(({ platform }) => platform === name));
if (unknown.length > 0) {
  console.error(`release -- reproduce: builds no ${unknown.join(', ')}`);
  process.exit(1);
}
let failed = 0;
const chosen = all.filter(({ platform }) => wanted.length === 0 || wanted.includes(platform));
for (const target of chosen) {
  const folders = ['a', 'a-folder-with-a-longer-name'].map((name) =>
    mkdtempSync(join(tmpdir(), `${name}-`)),
  );
  try {
    const [first, second] = folders.map((folder) => digestOf(target, folder));
    const isSame = first !== undefined && first === second;
    if (!isSame) failed++;
    console.log(`${target.platform}: ${isSame ? `the same twice, SHA-256 ${first}` : 'FAILED'}`);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

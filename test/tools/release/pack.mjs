// Makes the tarballs of a release from a clone: that of the package, and that of
// whatwg-transcoder-iconv-lite. It builds the addon for every target, inspects each binary, runs each one on its targets, and packs them only when all have given the right results.
// The last two lines of the output are the paths of the second package's tarball and of the package's.
// Usage: npm run release -- pack [--with FOLDER] [--for-publication] [--dry-run]
// It says first what it installs; with --dry-run, nothing else. It needs no root where the Debian packages are there already.
// For publication the manifest must say where the package comes from; the links of README.md lead there.
// With a FOLDER, the addons in FOLDER/PLATFORM/ are packed too. They are for platforms whose addon
// cannot be made here, and must have been tested on their own systems.

import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEncodings } from '../../../indexes/files.mjs';
import { hasCxx20, missingFor, root, stepsOf, succeeds } from '../run/machine.mjs';
import { buildWasm, missingForWasm } from '../run/wasm.mjs';
import { binariesOf, sha256 } from './bill-of-materials.mjs';
import { differences, expectedName, resultsFile, resultsOf } from './results.mjs';
import { missingAddresses, stage, stageSecond } from './stage.mjs';
import { addon, binaries, elsewhere, folder, targets } from './targets.mjs';

/** What the tarball may have at most, in bytes. */
const maxPackedBytes = 3_200_000;

const staged = `${root}${folder}/stage/node_modules/whatwg-transcoder`;
const stagedSecond = `${root}${folder}/stage/node_modules/whatwg-transcoder-iconv-lite`;
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const { say, fail, timed, npm, installDebianPackages } = stepsOf('release');
const { values: options } = parseArgs({
  options: {
    with: { type: 'string' },
    'for-publication': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
});
const isForPublication = options['for-publication'];
const given = options.with && resolve(process.env.INIT_CWD ?? '.', options.with);

/** The Debian packages that are needed to build and to run, and that this machine does not have. */
function missingPackages() {
  const missing = missingFor({
    cmake: 'cmake',
    make: 'make',
    python3: 'python3',
    'aarch64-linux-gnu-g++': 'g++-aarch64-linux-gnu',
    'x86_64-w64-mingw32-g++-posix': 'g++-mingw-w64-x86-64-posix',
    'qemu-aarch64': 'qemu-user',
    '/usr/lib/wine/wine64': 'wine64',
  });
  if (!hasCxx20()) missing.push('g++');
  if (!existsSync('/usr/aarch64-linux-gnu/lib/libstdc++.so.6')) {
    missing.push('libstdc++6-arm64-cross');
  }
  return [...new Set([...missing, ...missingForWasm()])];
}

/** Says what the release needs, before anything is installed. */
function sayPlan() {
  const missing = missingPackages();
  say('builds the addon for Linux and Windows and the WebAssembly module, and runs them all.');
  say('To use a clone on this machine alone, "npm install git+file:///path/to/clone" is enough.');
  say(
    missing.length === 0
      ? 'Every Debian package that it needs is here: nothing is installed in the system.'
      : `Debian packages that it installs in the system, as root, with what they need: ${missing.join(' ')}.`,
  );
  if (!existsSync(`${root}${folder}/runtimes`)) {
    const runtimes = targets.flatMap(({ npm: specifier = [] }) => specifier);
    say(`npm packages that it downloads into ${folder}: ${runtimes.join(' ')}.`);
    say('It also unpacks musl and its libraries there, from Debian packages.');
  }
  say(
    'With two processors it takes about 12 minutes the first time, and 3 when nothing has changed.',
  );
}

/** The reasons why a run does not show that the target works. Empty when the target works. */
function problemsOf(target, found, expected) {
  if (found === undefined) return ['did not run to its end'];
  const problems = [];
  if (found.backend !== 'native') problems.push(`ran the backend ${found.backend}`);
  const file = `${staged}/prebuilds/${target.platform}/${addon}`;
  if (found.addons.join() !== file) problems.push(`loaded ${found.addons.join(', ')}`);
  if (found.platform !== target.platform) problems.push(`ran on ${found.platform}`);
  if (found.libc !== target.libc) problems.push(`ran with the C library ${found.libc}`);
  const wrong = differences(found.results, expected.results);
  if (wrong.length > 0) problems.push(`has wrong results for ${wrong.join(', ')}`);
  return problems;
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  fail('a release can be made only on Linux with an x64 processor');
}
const absent = isForPublication ? missingAddresses(manifest) : [];
if (absent.length > 0) {
  fail(
    `nothing is packed for publication: package.json has no address (https) under ${absent.join(', ')}`,
  );
}
sayPlan();
if (options['dry-run']) process.exit(0);
installDebianPackages(
  missingPackages,
  'a release needs',
  'a release cannot be made there, because the runtimes for musl need Debian packages',
);
if (!succeeds(process.execPath, ['test/tools/run/setup.mjs'], { stdio: 'inherit' }))
  process.exit(1);
// These modules need packages that setup.mjs has installed.
const { build } = await import('../run/cmake.mjs');
const { inspect, machineOf } = await import('./inspect.mjs');
const { runtimeCommand } = await import('./runtimes.mjs');

if (existsSync(`${root}${folder}`)) {
  for (const file of readdirSync(`${root}${folder}`)) {
    if (file.endsWith('.tgz')) rmSync(`${root}${folder}/${file}`);
  }
}
const expected = resultsOf([process.execPath], root.slice(0, -1), say);
if (expected?.addons.join() !== `${root}build/Release/${addon}`) {
  fail('the addon of the developer build did not load, so there are no results to compare with');
}
const encodingCount = readEncodings().length;
if (Object.keys(expected.results).length !== encodingCount) {
  fail('the exercise has no result for some encodings');
}
copyFileSync(resultsFile, `${root}${folder}/${expectedName}`);

const prebuilt = {};
for (const { platform, machine, cmake } of binaries) {
  const path = `${folder}/${platform}`;
  const isBuilt = timed(`building ${platform}`, () => build(path, ['-DADDON=ON', ...cmake]));
  if (!isBuilt) fail(`${platform} did not build`);
  prebuilt[platform] = `${root}${path}/${addon}`;
  const { facts, problems } = inspect(prebuilt[platform], machine);
  for (const fact of facts) say(`${platform}: ${fact}`);
  if (problems.length > 0) fail(`${platform}: the binary ${problems.join('; ')}`);
}
buildWasm();
const elsewhereLines = elsewhere.map(({ platform, machine }) => {
  const file = given === undefined ? '' : join(given, platform, addon);
  if (!existsSync(file)) return `${platform}: not built, not packed`;
  const found = machineOf(readFileSync(file));
  if (found !== machine) fail(`${file} is for ${found}, not for ${machine}`);
  prebuilt[platform] = file;
  return `${platform}: built and run on its own system, packed`;
});
await stage(staged, prebuilt, { isForPublication });
stageSecond(stagedSecond, { isForPublication });

const lines = [];
for (const target of targets) {
  const name = `${target.platform} ${target.libc}`;
  const means = [target.npm ?? `this Node.js, ${process.version}`];
  if (target.through !== undefined) means.push(target.through);
  const command = runtimeCommand(target);
  const sets = new Set();
  for (const kernels of target.kernels ?? [undefined]) {
    const title = `running ${[name, kernels].join(' ').trim()} (${means.join(', ')})`;
    const found = timed(title, () => resultsOf(command, staged, say, kernels));
    const problems = problemsOf(target, found, expected);
    if (problems.length > 0) fail(`${name} ${problems.join('; ')}: nothing is packed`);
    if (kernels !== undefined && found.kernels !== kernels) {
      say(`this machine cannot run the kernels ${kernels}; it ran ${found.kernels} again`);
    }
    sets.add(found.kernels);
  }
  means.push(`kernels ${[...sets].join(', ')}`);
  lines.push(`${name}: built, run (${means.join('; ')}; ${encodingCount} encodings), packed`);
}

const withoutAddons = [process.execPath, '--no-addons'];
const found = timed('running the WebAssembly module (this Node.js with --no-addons)', () =>
  resultsOf(withoutAddons, staged, say),
);
if (found?.backend !== 'wasm') fail('the WebAssembly module did not run: nothing is packed');
const wrong = differences(found.results, expected.results);
if (wrong.length > 0) {
  fail(`the WebAssembly module has wrong results for ${wrong.join(', ')}: nothing is packed`);
}
lines.push(
  `wasm: built, run (this Node.js, ${process.version}, --no-addons; ${encodingCount} encodings), packed`,
);

/** Packs a folder of a package into another folder. Returns what npm says about the tarball. */
function packInto(destination, from) {
  const args = ['pack', from, '--pack-destination', destination, '--ignore-scripts', '--json'];
  const output = npm(args, `npm could not pack ${from} (its output is above)`);
  return Object.values(JSON.parse(output))[0];
}

const { filename, unpackedSize, files } = packInto(folder, staged);
const tarball = `${root}${folder}/${filename}`;
// It has a folder of its own, because tools look for one tarball in the folder of releases.
const secondFolder = `${folder}/iconv-lite`;
rmSync(`${root}${secondFolder}`, { recursive: true, force: true });
mkdirSync(`${root}${secondFolder}`);
const { filename: secondName } = packInto(secondFolder, stagedSecond);
// The tables of every cell, if the benchmarks were run here.
if (existsSync(`${root}build/bench`)) {
  cpSync(`${root}build/bench`, `${root}${folder}/bench`, { recursive: true });
}
for (const line of [...lines, ...elsewhereLines]) console.log(line);
for (const path of binariesOf(staged))
  console.log(`SHA-256 ${sha256(join(staged, path))}  ${path}`);
const { size } = statSync(tarball);
console.log(
  `version ${manifest.version}: ${files.length} files, ${size} bytes packed, ${unpackedSize} bytes unpacked`,
);
if (size > maxPackedBytes) fail(`the tarball has more than ${maxPackedBytes} bytes`);
console.log(`${root}${secondFolder}/${secondName}`);
console.log(tarball);

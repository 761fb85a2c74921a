// Installs the packed package into empty projects with each package manager and uses it there: as a
// CommonJS module, as an ES module and from strict TypeScript. In these projects the PATH has only
// Node, so there is no compiler. After that, with a compiler, it builds the sources in the tarball,
// and installs the last commit of this checkout from its repository and from a folder. At last it puts
// the second package in the place of iconv-lite, by npm. With --override it does only this, by every
// package manager, from the tarballs and from a registry on loopback. With --short it uses each package
// manager once, and compiles once.
// Usage: npm run release -- install [FILE.tgz] [--override | --short]

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { runtimePath } from '../../runtimes/runtimes.mjs';
import { root } from '../run/cmake.mjs';
import { temporaryFolder } from '../run/folders.mjs';
import { run as runNow, secondsSince } from '../run/machine.mjs';
import { heading, inLanes, runAndKeep, Suites, sumUp } from '../run/suites.mjs';
import { overrideProjects, runOverride, startRegistryOfBoth } from './install/override.mjs';
import { differences, expectedName } from './results.mjs';
import { findTarball, hashFiles, unpack } from './tarball.mjs';

const { devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const typePackages = ['typescript', '@types/node'].map(
  (name) => `${name}@${devDependencies[name]}`,
);

// npm sets these variables for this script. They would change how the package managers work in
// other projects.
const isOfThisRun = (name) =>
  /^(npm_(package|lifecycle)_|npm_(command|execpath|node_execpath|config_user_agent)$|INIT_CWD$)/.test(
    name,
  ) || /^npm_config_(global_|local_)?prefix$/.test(name);
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !isOfThisRun(name)),
);

const run = (command, { cwd, env = {} }) =>
  runAndKeep(command, { cwd, env: { ...environment, ...env }, timeout: 300_000 });

// Matches the lines in which package managers report scripts that they ran or blocked. Yarn 1
// confirms each `--ignore-scripts` in a sentence that is excepted here.
const isAboutScripts = (line) =>
  /\bscripts?\b|gyp|approve|\bbuil[dt]\b/i.test(line) &&
  line !== 'warning Ignored scripts due to flag.';

const { values, positionals } = parseArgs({
  options: {
    override: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const tarball = findTarball(positionals);
const scratch = temporaryFolder('install');

/**
 * The first line of a package manager's output that is about scripts, without paths, or undefined.
 */
const findScriptLine = (output) =>
  output.replaceAll(tarball, '').replaceAll(scratch, '').split('\n').find(isAboutScripts);

/** What exercise.cjs prints for a package that is right. */
const expected = JSON.parse(readFileSync(join(dirname(tarball), expectedName), 'utf8'));

/** Makes a project that contains the programs that check the package. Returns its folder. */
function makeProject(number) {
  const folder = join(scratch, `project-${number}`);
  mkdirSync(folder);
  for (const file of ['install/check.cjs', 'install/check.mjs', 'exercise.cjs']) {
    cpSync(`${root}test/tools/release/${file}`, join(folder, basename(file)));
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "project", "private": true }\n');
  return folder;
}

/** A folder that has only a Node, under the name `node`. */
function folderOfNode(name) {
  const folder = join(scratch, name);
  mkdirSync(folder, { recursive: true });
  symlinkSync(runtimePath(name), join(folder, 'node'));
  return folder;
}
const folders = { 'node-20': folderOfNode('node-20'), 'node-24': folderOfNode('node-24') };

// The ways in which TypeScript finds packages.
const typeSettings = [
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'preserve', moduleResolution: 'bundler' },
];

/** Compiles the consumers of test/types/ in a project, each setting a test. */
async function checkTypes(project, runNode, test) {
  const source = `${root}test/types`;
  const files = readdirSync(source).filter((file) => /\.[cm]ts$/.test(file));
  for (const file of files) cpSync(join(source, file), join(project, file));
  const { compilerOptions } = JSON.parse(readFileSync(join(source, 'tsconfig.json'), 'utf8'));
  for (const settings of typeSettings) {
    const config = { compilerOptions: { ...compilerOptions, ...settings }, files };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    const { status, output } = await runNode(['node_modules/typescript/bin/tsc', '-p', '.']);
    const title = `compiles as strict TypeScript, ${settings.moduleResolution}`;
    test(title, status === 0 && output === '', output);
  }
}

/** A clone of this checkout's last commit, in which nothing is built. */
function clone(name) {
  const folder = join(scratch, name);
  const { status, output } = runNow('git', ['clone', '--quiet', root, folder]);
  if (status !== 0) throw new Error(`cannot clone ${root}: ${output}`);
  return folder;
}

const repository = clone('repository');
const locked = [['install', '--package-lock', '--package-lock-only', tarball], ['ci']];

/** The projects of npm. A clone is compiled when `npm install` runs in it. */
function projectsOfNpm(manager, flags) {
  const folder = clone(`folder-${manager}`);
  const inFolder = [
    ['install', '--prefix', folder],
    ['install', folder],
  ];
  const fromRepository = [['install', ...flags, `git+file://${repository}`]];
  return [
    [manager, [['install', tarball]]],
    [`${manager} --ignore-scripts`, [['install', '--ignore-scripts', tarball]]],
    [`${manager} ci`, locked],
    [`${manager} TypeScript`, [['install', tarball, ...typePackages]], { types: true }],
    [`${manager}, from the repository`, fromRepository, { compiles: true }],
    [`${manager}, from a folder`, inFolder, { compiles: true }],
  ];
}

// The projects: a name, which begins with the package manager; its arguments, one list per run; and what else there is about it.
const add = `whatwg-transcoder@file:${tarball}`;
const linker = 'node-modules';
const withoutScripts = { linker, env: { YARN_ENABLE_SCRIPTS: '0' } };
const plugAndPlay = { linker: 'pnp', env: { YARN_PNP_ENABLE_ESM_LOADER: '1' } };
const projects = [
  ...projectsOfNpm('npm-11', []),
  // npm 12 compiles a package from a repository only when it is told that it may.
  ...projectsOfNpm('npm-12', ['--allow-git=root']),
  ['npm-11, sources of the tarball', [['install', tarball]], { compiles: true, builds: true }],
  ['pnpm', [['add', add]]],
  ['pnpm --ignore-scripts', [['add', '--ignore-scripts', add]]],
  ['pnpm TypeScript', [['add', add, ...typePackages]], { types: true }],
  ['yarn-1', [['add', add]]],
  ['yarn-1 --ignore-scripts', [['add', '--ignore-scripts', add]]],
  ['yarn-4', [['add', add]], { linker }],
  ['yarn-4 without scripts', [['add', add]], withoutScripts],
  ['yarn-4 plug and play', [['add', add]], plugAndPlay],
].map(([name, commands, more]) => ({ name, commands, ...more }));

const packed = unpack(tarball);
const packedFiles = hashFiles(packed);

/**
 * Compares an installed package with the tarball. A file that a script had compiled would be one
 * too many.
 */
async function checkFiles(runNode, test) {
  const resolved = await runNode(['-p', 'require.resolve("whatwg-transcoder/package.json")']);
  let files = {};
  if (resolved.status === 0) files = hashFiles(realpathSync(join(resolved.output.trim(), '..')));
  delete files['.ready']; // Yarn 4 writes this file into what it has unpacked.
  // pnpm makes these for the package's own command.
  for (const name of Object.keys(files)) {
    if (name.startsWith('node_modules/.bin/')) delete files[name];
  }
  const isSame = isDeepStrictEqual(files, packedFiles);
  test('has the files of the tarball and no other', isSame, Object.keys(files).join('\n'));
}

/** What the package managers share in their environment. Each project has caches of its own, but npm. */
const managerEnvironment = (project) => ({
  YARN_ENABLE_TELEMETRY: '0',
  YARN_ENABLE_IMMUTABLE_INSTALLS: '0',
  YARN_GLOBAL_FOLDER: join(project, '.yarn-global'),
  YARN_CACHE_FOLDER: join(project, '.yarn-cache'),
  XDG_DATA_HOME: join(project, '.pnpm'),
  XDG_CACHE_HOME: join(project, '.pnpm'),
});

/**
 * How a package manager and Node run in a project's folder, which gets what they need: `manage(args)` runs the package manager,
 * `runNode(args)` Node, and `options` are those of both.
 */
function commandsIn(folder, { manager, node, linker, path = folders[node], env }) {
  // Yarn 4 treats a folder with a lockfile as a project.
  if (manager === 'yarn-4') writeFileSync(join(folder, 'yarn.lock'), '');
  const options = { cwd: folder, env: { PATH: path, ...managerEnvironment(folder), ...env } };
  if (linker !== undefined) options.env.YARN_NODE_LINKER = linker;
  const script = ['node', runtimePath(manager)];
  const nodeCommand = linker === 'pnp' ? [...script, 'node'] : ['node'];
  return {
    options,
    script,
    manage: (args) => run([...script, ...args], options),
    runNode: (args) => run([...nodeCommand, ...args], options),
  };
}

const suites = new Suites();

/** Counts the tests of a project. `end()` removes the project, and prints the counts. */
function startCounting(name, project) {
  const start = performance.now();
  const failures = [];
  const test = (title, isRight, details = '') => {
    if (!suites.add(name, isRight)) failures.push(`  ✗ ${name}: ${title}\n${details}`.trimEnd());
  };
  function end() {
    rmSync(project, { recursive: true, force: true });
    const { passed, failed, ok } = suites.all[name];
    const counts = `${passed} passed, ${failed} failed, ${secondsSince(start)} s`;
    console.log([`${ok ? '✓' : '✗'} ${name}: ${counts}`, ...failures].join('\n'));
  }
  return { test, end };
}

/** Runs a project in which the second package takes the place of iconv-lite. */
async function runOverrideProject(settings, i) {
  const { name, source } = settings;
  const folder = join(scratch, `override-${i}`);
  const { test, end } = startCounting(name, folder);
  mkdirSync(folder);
  const ofRegistry = {
    npm_config_registry: registry?.url,
    pnpm_config_registry: registry?.url,
    YARN_REGISTRY: registry?.url,
    YARN_NPM_REGISTRY_SERVER: registry?.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
  };
  const { manage, runNode } = commandsIn(folder, {
    ...settings,
    env: {
      npm_config_cache: join(scratch, 'npm-cache'),
      ...(source === 'registry' ? ofRegistry : {}),
    },
  });
  await runOverride(settings, {
    folder,
    tarball,
    install: () => manage(['install']),
    runNode,
    test,
  });
  end();
}

/** Installs into one project and runs its tests. */
async function runProject(settings, i) {
  const { name, commands, linker, env, types, compiles = false, builds = false } = settings;
  const [manager] = name.split(/,? /);
  const node = manager === 'npm-12' ? 'node-24' : 'node-20';
  const project = makeProject(i);
  const { test, end } = startCounting(name, project);

  const { options, script, manage, runNode } = commandsIn(project, {
    manager,
    node,
    linker,
    path: compiles ? `${folders[node]}:${process.env.PATH}` : folders[node],
    // The addon does not need to be fast here. The compiler gets these options after those of
    // binding.gyp.
    env: compiles ? { CXXFLAGS: '-O0', JOBS: String(availableParallelism()) } : env,
  });
  let output = '';
  let installed = true;
  for (const command of commands) {
    const one = await manage(command);
    output += one.output;
    installed &&= one.status === 0;
  }
  test('installs', installed, output);
  if (!compiles) {
    const line = findScriptLine(output);
    test('prints nothing about scripts', line === undefined, line);
  }

  if (builds) {
    const folder = 'node_modules/whatwg-transcoder';
    const one = await runNode([`${folder}/source/build.mjs`]);
    const prebuilt = join(project, folder, `prebuilds/${process.platform}-${process.arch}`);
    test('builds the sources', one.status === 0 && !existsSync(prebuilt), one.output);
  }
  for (const [title, file] of [
    ['CommonJS', 'check.cjs'],
    ['ES module', 'check.mjs'],
  ]) {
    const { status, stdout, output } = await runNode([file]);
    const wrong = status === 0 && differences(JSON.parse(stdout), expected.results);
    test(
      `${title}: decodes and encodes in all encodings`,
      wrong.length === 0,
      `${wrong} ${output}`,
    );
  }

  const backend = await runNode(['-p', 'require("whatwg-transcoder").backend']);
  test('runs the addon', backend.output === 'native\n', backend.output);

  // The scripts in which some package managers wrap a command call programs of the system.
  const command =
    linker === 'pnp'
      ? [...script, 'run', 'whatwg-transcoder']
      : ['node_modules/.bin/whatwg-transcoder'];
  const systemPath = { ...options.env, PATH: `${options.env.PATH}:/usr/bin:/bin` };
  const version = await run([...command, '--version'], { ...options, env: systemPath });
  const isCommand = version.status === 0 && version.output.startsWith('whatwg-transcoder ');
  test('has the command', isCommand, version.output);

  if (!compiles) await checkFiles(runNode, test);
  if (types) await checkTypes(project, runNode, test);
  end();
}

heading(`installing ${relative(root, tarball)}`);
const registry = values.override
  ? await startRegistryOfBoth(
      tarball,
      JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')),
    )
  : undefined;
const overrides = overrideProjects(values.override);
// TypeScript tests the types beside what the other projects of its package manager test.
const shortPart = [
  'npm-11 TypeScript',
  'npm-12',
  'pnpm',
  'yarn-1',
  'yarn-4',
  'yarn-4 plug and play',
  'npm-11, from the repository',
];
const chosen = values.short ? projects.filter(({ name }) => shortPart.includes(name)) : projects;
if (values.short && chosen.length !== shortPart.length) throw new Error('a project is missing');
await inLanes(values.override ? overrides : [...chosen, ...overrides], async (project, i) => {
  const runOne = overrides.includes(project) ? runOverrideProject : runProject;
  await runOne(project, i);
});
sumUp(suites.all);

// Tests what a release's tarball and the package of a checkout contain, and what packing refuses.

import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../run/folders.mjs';
import { root } from '../run/machine.mjs';
import { billPath, sha256 } from './bill-of-materials.mjs';
import { layCertificates } from './certify.mjs';
import { inspect, machineOf } from './inspect.mjs';
import { alignedMoves, inspectPe } from './inspect-pe.mjs';
import { missingAddresses, secondPackage, stage, stageSecond } from './stage.mjs';
import { binaries, elsewhere } from './targets.mjs';

const addon = join(root, 'build/Release/whatwg_transcoder.node');
const read = (...path) => readFileSync(join(...path), 'utf8');
const readJson = (...path) => JSON.parse(read(...path));
/** Runs this Node. Returns { status, stdout, stderr }. */
const runNode = (args, options) =>
  spawnSync(process.execPath, args, { encoding: 'utf8', ...options });

const hashesOf = (file) => [{ alg: 'SHA-256', content: sha256(file) }];

describe('Release: what is run while it is made', () => {
  it('is a fixed version: the development dependencies, and the commits of the actions of the workflow', () => {
    const { dependencies, devDependencies } = readJson(root, 'package.json');
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      match(version, /^\d+[.]\d+[.]\d+$/, name);
    }
    const workflow = read(root, '.github/workflows/release.yml');
    const actions = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    ok(actions.length > 0);
    for (const action of actions)
      match(action, /^[\w-]+[/][\w-]+@[0-9a-f]{40} # v\d+[.]\d+[.]\d+$/);
  });
});

describe('Release: the tarball', () => {
  let folder;

  before(() => {
    folder = temporaryFolder('release');
    return stage(folder, Object.fromEntries(binaries.map(({ platform }) => [platform, addon])));
  });

  it('has nothing that npm would run or download when it is installed', () => {
    const manifest = readJson(folder, 'package.json');
    for (const key of ['scripts', 'dependencies', 'optionalDependencies', 'devDependencies']) {
      ok(!Object.hasOwn(manifest, key), key);
    }
    ok(!existsSync(join(folder, 'binding.gyp')));
  });

  it('has a list of what it is made of: each binary with its SHA-256, the code that is linked in, and the compilers', () => {
    const { bomFormat, specVersion, metadata, components } = readJson(folder, billPath);
    deepEqual([bomFormat, specVersion], ['CycloneDX', '1.6']);
    equal(metadata.component.version, readJson(root, 'package.json').version);
    ok(metadata.tools.components.some(({ description }) => description === 'builds linux-x64'));
    const files = components.filter(({ type }) => type === 'file');
    const expected = [
      ...binaries.map(({ platform }) => `prebuilds/${platform}/whatwg_transcoder.node`).sort(),
      'build/wasm/whatwg_transcoder.js',
    ];
    deepEqual(
      files.map(({ name }) => name),
      expected,
    );
    for (const { name, hashes } of files) {
      deepEqual(hashes, hashesOf(join(folder, name)), name);
    }
    const libraries = components.filter(({ type }) => type === 'library');
    for (const { name, version, purl } of libraries)
      ok(decodeURIComponent(purl).endsWith(`${name}@${version}`), name);
    ok(libraries.some(({ name }) => name === 'node-addon-api'));
  });

  it('has certificates of its files, which the list of its parts names, and takes none for other files', () => {
    const own = temporaryFolder('certified');
    cpSync(folder, own, { recursive: true });
    const certificates = temporaryFolder('certificates');
    const module = 'build/wasm/whatwg_transcoder.js';
    const certify = (name, files) =>
      writeFileSync(join(certificates, `${name}.json`), JSON.stringify({ files }));
    const hashes = (...paths) =>
      Object.fromEntries(paths.map((path) => [path, sha256(join(own, path))]));
    match(layCertificates(own, certificates), /^no certificates/);
    certify('javascript', hashes('lib/core.js', 'lib/index.js'));
    certify('wasm', hashes(module));
    for (const _ of [1, 2]) equal(layCertificates(own, certificates), undefined);
    const { metadata, components } = readJson(own, billPath);
    const found = [metadata.component, components.find(({ name }) => name === module)];
    const url = (name) => `docs/certificates/${name}.json`;
    deepEqual(
      found.map(({ externalReferences }) => externalReferences),
      ['javascript', 'wasm'].map((name) => [
        {
          type: 'evidence',
          url: url(name),
          hashes: hashesOf(join(certificates, `${name}.json`)),
        },
      ]),
    );
    ok(existsSync(join(own, url('wasm'))));
    certify('wasm', { [module]: '0'.repeat(64) });
    equal(layCertificates(own, certificates), `wasm.json is for another ${module}`);
  });

  it('has the same entry points and other fields as the checkout', () => {
    const { scripts, files, dependencies, devDependencies, ...rest } = readJson(
      root,
      'package.json',
    );
    deepEqual(readJson(folder, 'package.json'), rest);
  });

  it('has an addon for each platform, the WebAssembly module, the documents, and every file of lib/ but joined modules', () => {
    const names = ['README.md', 'LICENSE', 'CHANGELOG.md', 'build/wasm/whatwg_transcoder.js'];
    for (const { platform } of binaries) {
      names.push(`prebuilds/${platform}/whatwg_transcoder.node`);
    }
    for (const file of readdirSync(join(root, 'lib'), { recursive: true })) {
      const isModule = !/[.](ts|mts|mjs|md)$/.test(file);
      if (!isModule && !`lib/${file}`.startsWith(secondPackage)) names.push(`lib/${file}`);
    }
    for (const name of names) ok(existsSync(join(folder, name)), name);
    for (const name of ['lib/core.js', 'lib/core.js.map', 'lib/index.js', 'lib/index.mjs']) {
      ok(existsSync(join(folder, name)), name);
    }
    ok(!existsSync(join(folder, 'lib/base')));
    ok(!existsSync(join(folder, secondPackage)));
  });

  it('has pages whose relative links lead to files of the tarball', () => {
    const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.md'));
    for (const page of ['README.md', 'ARCHITECTURE.md', 'docs/index.md', 'lib/cli/README.md']) {
      ok(pages.includes(page), page);
    }
    const broken = [];
    let links = 0;
    for (const page of pages) {
      const text = read(folder, page);
      for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const [path] = target.split('#');
        if (/^[a-z]+:/.test(target) || path === '') continue;
        links += 1;
        if (!existsSync(join(folder, dirname(page), path))) broken.push(`${page}: ${target}`);
      }
    }
    deepEqual(broken, []);
    ok(links > 30);
    // A page that is not packed is named with the place where it is, and commands that need a clone say so.
    const readme = read(folder, 'README.md');
    ok(readme.includes('CONTRIBUTING (in the repository)'));
    for (const part of readme.split(/^## /m)) {
      if (/npm (run|test)/.test(part)) ok(/\bclone\b/.test(part), part);
    }
    for (const [page, link] of [
      ['README.md', 'lib/cli/README.md'],
      ['lib/labels/encodings.md', '../../source/indexes/codepages'],
    ]) {
      ok(read(folder, page).includes(`](${link})`), link);
    }
  });

  it('has the sources of the addon, and all that is needed to build them', () => {
    const gyp = read(folder, 'source/binding.gyp');
    const named = Array.from(gyp.matchAll(/'((?:src|indexes)\/[^']+)'/g), ([, name]) => name);
    const places = [root, join(folder, 'source')];
    const [own, packed] = places.map((cwd) => runNode(['src/node/find-sources.mjs'], { cwd }));
    ok(own.stdout.split('\n').length > 30);
    deepEqual([packed.status, packed.stdout], [0, own.stdout]);
    for (const name of [...named, 'build.mjs', 'indexes/index-big5.txt', 'src/queue/codec_set.h']) {
      ok(existsSync(join(folder, 'source', name)), name);
    }
    // The packed sources make the tables that those of the repository make.
    const made = places.map((cwd) => {
      const out = temporaryFolder('tables');
      equal(runNode(['indexes/generate.mjs', out], { cwd }).status, 0);
      const tables = join(out, 'whatwg_encoding_generated');
      return readdirSync(tables).map((name) => [
        name,
        read(tables, name).replace(/"[^"]*\/src\//g, '"src/'),
      ]);
    });
    equal(made[0].length, 5);
    deepEqual(made[1], made[0]);
    const { scripts, dependencies } = readJson(folder, 'source/package.json');
    deepEqual(Object.keys(scripts), ['build']);
    deepEqual(Object.keys(dependencies), ['node-addon-api']);
  });
});

describe('Release: the plan', () => {
  it('says first what is installed, how long it takes, and what is enough to use a clone', () => {
    const file = join(root, 'test/tools/release/pack.mjs');
    // Without programs in PATH every tool is missing.
    for (const [PATH, packages] of [
      [
        process.env.PATH,
        /^release: (Debian packages that it installs .* as root|Every Debian package)/m,
      ],
      [
        join(root, 'test'),
        /^release: Debian packages that it installs .* as root.*: .*g\+\+-aarch64/m,
      ],
    ]) {
      const { status, stderr, stdout } = runNode([file, '--dry-run'], {
        env: { ...process.env, PATH },
      });
      deepEqual([status, stdout], [0, '']);
      match(stderr, packages);
      match(stderr, /^release: To use a clone .*"npm install git\+file:/m);
      match(stderr, /^release: With two processors it takes about \d+ minutes .*\d+ when/m);
    }
  });
});

describe('Release: a tarball for publication', () => {
  const web = 'https://code.example/team/whatwg-transcoder';
  const manifest = {
    ...readJson(root, 'package.json'),
    repository: { type: 'git', url: `git+${web}.git` },
    homepage: `${web}#readme`,
    bugs: `${web}/issues`,
  };
  const options = { manifest, isForPublication: true };
  let folder;

  beforeEach(() => {
    folder = temporaryFolder('release');
  });

  const linksOf = (text) => [...text.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)];

  it('is refused, before anything is installed, without repository, homepage and bugs', () => {
    for (const path of [
      'test/tools/run',
      'test/tools/release',
      'lib/backend',
      'lib/base',
      'indexes/files.mjs',
      'indexes/main-program.mjs',
    ]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    const { repository, homepage, bugs, ...rest } = manifest;
    const pack = (fields) => {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...rest, ...fields }));
      const file = join(folder, 'test/tools/release/pack.mjs');
      const { status, stderr } = runNode([file, '--for-publication'], { cwd: folder });
      equal(status, 1);
      return stderr;
    };
    const refused =
      'release: nothing is packed for publication: package.json has no address (https) under';
    equal(pack({}), `${refused} repository, homepage, bugs\n`);
    equal(pack({ repository, homepage: '' }), `${refused} homepage, bugs\n`);
    equal(pack({ repository, homepage, bugs: { email: 'a@b.example' } }), `${refused} bugs\n`);
    deepEqual(missingAddresses(manifest), []);
  });

  it('has a README.md whose links and images are absolute, with the version in them', async () => {
    await stage(folder, {}, options);
    const before = linksOf(read(root, 'README.md'));
    const after = linksOf(read(folder, 'README.md'));
    equal(after.length, before.length);
    const base = (image) => `${web}/${image === '' ? 'blob' : 'raw'}/v${manifest.version}/`;
    let changed = 0;
    for (const [i, [, image, target]] of before.entries()) {
      const isRelative = !/^(#|https?:)/.test(target);
      if (isRelative) changed += 1;
      equal(after[i][2], isRelative ? base(image) + target : target);
    }
    ok(changed > 10);
    const { repository, homepage, bugs } = readJson(folder, 'package.json');
    deepEqual({ ...manifest, repository, homepage, bugs }, manifest);
    // The other pages stay readable in the tarball.
    ok(read(folder, 'lib/http/README.md').includes('](forms.md)'));
  });

  it('of the second package has the same addresses, and absolute links', () => {
    stageSecond(folder, options);
    const { repository, homepage, bugs, ...rest } = readJson(folder, 'package.json');
    deepEqual(rest, readJson(root, secondPackage, 'package.json'));
    deepEqual({ homepage, bugs }, { homepage: manifest.homepage, bugs: manifest.bugs });
    const { url } = manifest.repository;
    deepEqual(repository, { type: 'git', url, directory: secondPackage });
    const page = `${web}/blob/v${manifest.version}/lib/iconv-lite/README.md`;
    const targets = (path) => linksOf(read(path, 'README.md')).map(([, , target]) => target);
    deepEqual(targets(folder), [page]);
    stageSecond(folder);
    deepEqual(targets(folder), []);
  });
});

describe('Release: the inspection of a binary', () => {
  it('refuses a binary that needs libraries, versioned symbols or another processor', () => {
    const problems = inspect(addon, 'RISC-V').problems.join('\n');
    match(problems, /^is for .*, not for RISC-V$/m);
    match(problems, /^needs .*libc\.so\.6/m);
    match(problems, /^has the versioned symbol memcmp@/m);
    match(problems, /^needs _Znwm\w*@\S+, which a supported system may not have$/m);
  });

  it('finds the flag that keeps the addon loaded, also in the developer build', () => {
    doesNotMatch(inspect(addon, '').problems.join('\n'), /NODELETE/);
  });
});

describe('Release: the inspection of a binary for Windows', () => {
  it('finds moves of vectors that fault where the stack is not aligned', () => {
    const moves = [
      'vmovdqa %ymm6,0x20(%rsp)',
      'vmovaps 0x40(%rsp),%ymm0',
      'vmovdqa64 %zmm16,(%rsp){%k1}',
      'vmovdqa32 %zmm1,0x40(%rsp,%rax,8)',
      'vmovdqa (%rcx),%ymm1',
      'vmovntdq %ymm0,(%rbp)',
    ];
    const code = moves.map((move, i) => `   18000100${i}:\t${move}`).join('\n');
    deepEqual(
      alignedMoves(code).map((line) => line.replace(/^\w+: /, '')),
      moves,
    );
  });

  it('accepts other moves, and constants', () => {
    for (const move of [
      'vmovdqu %ymm6,0x20(%rsp)',
      'vmovdqu64 %zmm6,0x20(%rsp)',
      'vmovdqa %xmm6,0x20(%rsp)',
      'vmovdqa %ymm6,%ymm7',
      'vmovdqa 0x1234(%rip),%ymm0        # 0x180005000',
      'vpaddb 0x20(%rsp),%ymm0,%ymm1',
    ]) {
      deepEqual(alignedMoves(`   180001000:\t${move}`), [], move);
    }
  });

  it('refuses a binary that is not for Windows', () => {
    const problems = inspectPe(addon, 'pei-x86-64').problems.join('\n');
    match(problems, /^is for elf64-\S+, not for pei-x86-64$/m);
    match(problems, /^does not have the flags HIGH_ENTROPY_VA, DYNAMIC_BASE, NX_COMPAT$/m);
  });
});

describe('Release: an addon that was built elsewhere', () => {
  it('is known by the format of its file and the number of its processor', () => {
    const pe = Buffer.alloc(128);
    pe.write('MZ');
    pe.writeUInt32LE(100, 0x3c);
    pe.write('PE\0\0', 100);
    pe.writeUInt16LE(0xaa64, 104);
    equal(machineOf(pe), 'PE aa64');
    const machO = Buffer.alloc(128);
    machO.writeUInt32LE(0xfeedfacf, 0);
    machO.writeUInt32LE(0x0100000c, 4);
    equal(machineOf(machO), 'Mach-O 100000c');
    deepEqual(
      elsewhere.map(({ machine }) => machine),
      ['PE aa64', 'Mach-O 1000007', 'Mach-O 100000c'],
    );
  });

  it('is unknown when its file is cut short, or is for Linux', () => {
    const cut = Buffer.alloc(128);
    cut.write('MZ');
    cut.writeUInt32LE(0xffff, 0x3c);
    for (const bytes of [Buffer.alloc(0), Buffer.from('MZ'), cut, readFileSync(addon)]) {
      equal(machineOf(bytes), 'unknown');
    }
  });
});

describe('Release: the addon', () => {
  it('finds at run time on Windows exactly the functions of Node-API that it calls', () => {
    const source = read(root, 'src/node_values/node_api_windows.cc');
    const listed = Array.from(source.matchAll(/\bX\((napi_\w+)\)/g), ([, name]) => name);
    const { stdout } = spawnSync('readelf', ['--dyn-syms', '--wide', addon], { encoding: 'utf8' });
    const called = Array.from(stdout.matchAll(/ UND (napi_\w+)/g), ([, name]) => name);
    ok(called.length > 30);
    deepEqual(listed, called.sort());
  });

  it('has no assertions in the developer build', () => {
    ok(!readFileSync(addon).includes('__assert_fail'));
  });
});

describe('Release: packing a checkout', () => {
  const script = join(root, 'test/tools/release/prepare.mjs');
  const prepare = (file, command) =>
    runNode([file], { env: { ...process.env, npm_command: command } });

  it('packs the addon that was built there', () => {
    const { status, stderr } = prepare(script, 'pack');
    deepEqual([status, stderr], [0, '']);
    const { files, scripts } = readJson(root, 'package.json');
    ok(files.includes('build/Release/whatwg_transcoder.node'));
    equal(scripts.prepare, 'node test/tools/release/prepare.mjs');
  });

  it('refuses a checkout without an addon, and names the command that makes a release', () => {
    const folder = temporaryFolder('release');
    mkdirSync(join(folder, 'test/tools/release'), { recursive: true });
    const copy = join(folder, 'test/tools/release/prepare.mjs');
    copyFileSync(script, copy);
    const { status, stderr } = prepare(copy, 'pack');
    equal(status, 1);
    match(stderr, /has no addon to pack.*"npm run release -- pack"/);
  });

  it('refuses to publish', () => {
    const { status, stderr } = prepare(script, 'publish');
    equal(status, 1);
    match(stderr, /"npm run release -- pack"/);
  });
});

// Writes down what the tarball is made of, as CycloneDX 1.6 in JSON: each binary with its SHA-256, the code of others that is
// linked into the binaries, the tables, and the compilers. It has no time and no random number, so that the same tarball gives the
// same list.
// https://cyclonedx.org/docs/1.6/json/

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run, succeeds } from '../run/machine.mjs';
import { moduleText } from '../run/wasm.mjs';
import { addon, binaries } from './targets.mjs';

/** The path of the list in the tarball. */
export const billPath = 'docs/sbom.cdx.json';

const require = createRequire(import.meta.url);

/** Returns the SHA-256 of a file in hexadecimal digits. */
export const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Returns the paths of the binaries of a staged package, the WebAssembly module last. */
export function binariesOf(folder) {
  const prebuilds = join(folder, 'prebuilds');
  const platforms = existsSync(prebuilds) ? readdirSync(prebuilds).sort() : [];
  return [...platforms.map((platform) => `prebuilds/${platform}/${addon}`), moduleText];
}

/** The compilers of the binaries: the command, and what it builds. */
const compilers = [
  ...binaries.map(({ platform, cmake }) => {
    const option = cmake.find((text) => text.startsWith('-DCMAKE_CXX_COMPILER='));
    return { command: option?.split('=')[1] ?? process.env.CXX ?? 'c++', builds: platform };
  }),
  { command: 'clang++', builds: 'wasm' },
];

/**
 * The code of others in the binaries. A package of npm is found by `npm`; a package of Debian by `debian`, and is listed
 * where this machine has it.
 */
const linked = [
  { npm: 'node-addon-api', license: 'MIT', use: 'C++ headers of the addon' },
  { npm: 'node-api-headers', license: 'MIT', use: 'C headers of the addon' },
  {
    debian: 'libgcc-12-dev',
    license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    use: 'libgcc, linked into the addons for Linux',
  },
  {
    debian: 'gcc-mingw-w64-x86-64-posix',
    license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    use: 'libgcc, linked into the addon for Windows',
  },
  {
    debian: 'libc++-14-dev-wasm32',
    license: 'Apache-2.0 WITH LLVM-exception',
    use: 'headers and functions of libc++ in the WebAssembly module',
  },
  {
    debian: 'wasi-libc',
    license: 'Apache-2.0 WITH LLVM-exception',
    use: 'functions of the C library in the WebAssembly module',
  },
];

function componentOf({ npm, debian, license, use }) {
  const name = npm ?? debian;
  const version =
    npm === undefined
      ? run('dpkg-query', ['--show', debian]).stdout.trim().split('\t')[1]
      : require(`${npm}/package.json`).version;
  if (version === undefined) return undefined;
  const kind = npm === undefined ? 'deb/debian' : 'npm';
  const purl = `pkg:${kind}/${encodeURIComponent(name)}@${encodeURIComponent(version)}`;
  const licenses = [{ expression: license }];
  return { type: 'library', name, version, description: use, licenses, purl };
}

const hashesOf = (file) => [{ alg: 'SHA-256', content: sha256(file) }];

const writeList = (folder, bill) =>
  writeFileSync(join(folder, billPath), `${JSON.stringify(bill, null, 2)}\n`);

/** Writes the list of a staged package into it. */
export function writeBill(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const tools = compilers
    .filter(({ command }) => succeeds(command, ['--version']))
    .map(({ command, builds }) => {
      const [line] = run(command, ['--version']).stdout.split('\n');
      return { type: 'application', name: command, version: line, description: `builds ${builds}` };
    });
  const files = binariesOf(folder).map((path) => ({
    type: 'file',
    name: path,
    hashes: hashesOf(join(folder, path)),
  }));
  const tables = {
    type: 'data',
    name: 'indexes',
    description: 'the indexes and labels of the Encoding Standard, and the tables of code pages',
    externalReferences: [{ type: 'documentation', url: 'https://encoding.spec.whatwg.org/' }],
  };
  const main = {
    type: 'library',
    name,
    version,
    licenses: [{ license: { id: license } }],
    purl: `pkg:npm/${name}@${version}`,
  };
  writeList(folder, {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { tools: { components: tools }, component: main },
    components: [...files, tables, ...linked.map(componentOf).filter(Boolean)],
  });
}

/**
 * Names in the list of a package each certificate of its folder `place`: at the component of the file that it is for, or at the package
 * itself when it is for several files.
 */
export function nameCertificates(folder, place) {
  const bill = JSON.parse(readFileSync(join(folder, billPath), 'utf8'));
  for (const name of readdirSync(join(folder, place)).sort()) {
    const path = `${place}/${name}`;
    const { files } = JSON.parse(readFileSync(join(folder, path), 'utf8'));
    const [only, ...more] = Object.keys(files);
    const component =
      more.length > 0 ? bill.metadata.component : bill.components.find((one) => one.name === only);
    const hashes = hashesOf(join(folder, path));
    const others = component.externalReferences ?? [];
    component.externalReferences = [
      ...others.filter(({ url }) => url !== path),
      { type: 'evidence', url: path, hashes },
    ];
  }
  writeList(folder, bill);
}

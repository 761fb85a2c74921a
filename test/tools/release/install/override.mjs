// Puts whatwg-transcoder-iconv-lite in the place of iconv-lite, as lib/iconv-lite/README.md says: the lines are taken from that page.
// Each project first has iconv-lite itself, because package managers keep what their lock files
// name. npm's lock file is deleted then, as the page says.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../../run/cmake.mjs';
import { startRegistry } from './registry.mjs';

const second = 'whatwg-transcoder-iconv-lite';
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

// A package that depends on iconv-lite, and the version that the projects get before the lines are there.
const user = { 'raw-body': '3.0.1' };
const original = { 'iconv-lite': '0.7.0' };

/** The blocks of lines on the page, in this order, once for each source. */
const kinds = ['npm', 'yarn', 'pnpm', 'direct'];
const leads = [/npm/, /Yarn/, /pnpm/, /depends on iconv-lite itself/];
const sources = ['registry', 'tarballs'];

/** Returns the lines of the page by source and kind. Throws when the page does not have each of them. */
export function readLines() {
  const page = readFileSync(`${root}lib/iconv-lite/README.md`, 'utf8');
  const [, rest] = page.split('\n## In place of iconv-lite\n');
  const parts = rest.split('\n## ')[0].split(/```(?:json|yaml)\n([^`]*)```\n/);
  const lines = {};
  for (const [i, source] of sources.entries()) {
    lines[source] = {};
    for (const [j, kind] of kinds.entries()) {
      const at = 2 * (i * kinds.length + j);
      const lead = parts[at].trim().split('\n\n').at(-1);
      if (!leads[j].test(lead))
        throw new Error(`lines for ${kind}, ${source}, stand after: ${lead}`);
      lines[source][kind] = parts[at + 1];
    }
  }
  if (parts.length !== 2 * sources.length * kinds.length + 1) throw new Error('too many blocks');
  return lines;
}

/** The projects: one of npm's, or with `isWhole` every package manager with each kind of dependency and source. */
export function overrideProjects(isWhole) {
  const managers = [
    { manager: 'npm-11', kind: 'npm' },
    { manager: 'npm-12', kind: 'npm', node: 'node-24' },
    { manager: 'pnpm', kind: 'pnpm', node: 'node-24' },
    { manager: 'yarn-1', kind: 'yarn' },
    { manager: 'yarn-4', kind: 'yarn', linker: 'node-modules' },
    { manager: 'yarn-4', kind: 'yarn', linker: 'pnp' },
  ];
  const ofOne = (source, isDirect) => (settings) => {
    const { manager, linker = '' } = settings;
    const dependency = isDirect ? 'direct' : 'transitive';
    const name = `override: ${manager} ${linker}, ${dependency}, ${source}`.replace(' ,', ',');
    return { name, source, isDirect, node: 'node-20', ...settings };
  };
  const chosen = isWhole ? managers : managers.slice(0, 1);
  return (isWhole ? sources : ['tarballs']).flatMap((source) =>
    [false, true].flatMap((isDirect) => chosen.map(ofOne(source, isDirect))),
  );
}

/** The manifest with the objects of `lines` added to its own. */
function addLines(manifest, lines) {
  const added = { ...manifest };
  for (const [field, values] of Object.entries(JSON.parse(lines))) {
    added[field] = { ...added[field], ...values };
  }
  return added;
}

/** The tarballs of both packages. `npm run release -- pack` puts the second one into a folder beside the first. */
function bothTarballs(tarball) {
  const { version } = readJson(`${root}package.json`);
  return [tarball, join(dirname(tarball), 'iconv-lite', `${second}-${version}.tgz`)];
}

/** Starts a registry that has both packages. `manifest` is that of the packed package. */
export const startRegistryOfBoth = (tarball, manifest) => {
  const [first, other] = bothTarballs(tarball);
  return startRegistry([
    { manifest, tarball: first },
    { manifest: readJson(`${root}lib/iconv-lite/package/package.json`), tarball: other },
  ]);
};

/**
 * Installs one project with iconv-lite, and again with the lines of the page. `install()` and `runNode(args)` run in its `folder`,
 * and `test(title, passed, details)` takes the results.
 */
export async function runOverride(settings, { folder, tarball, install, runNode, test }) {
  const { kind, source, isDirect } = settings;
  const lines = readLines()[source];
  const manifest = {
    name: 'project',
    private: true,
    dependencies: isDirect ? { ...user, ...original } : user,
  };
  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const writeManifest = (value) => write('package.json', JSON.stringify(value));
  for (const file of bothTarballs(tarball)) copyFileSync(file, join(folder, basename(file)));
  copyFileSync(`${root}test/tools/release/install/override.cjs`, join(folder, 'override.cjs'));
  const users = [...Object.keys(user), ...(isDirect ? ['.'] : [])];

  /** Tests whether each user of iconv-lite gets the package `name`, with this backend. */
  async function expect(title, name, backend) {
    const { status, stdout, output } = await runNode(['override.cjs', ...users]);
    const wanted = users.map((one) => [one, name, backend, '日�"']);
    test(title, status === 0 && isDeepStrictEqual(JSON.parse(stdout), wanted), output);
  }

  writeManifest(manifest);
  const before = await install();
  test('installs iconv-lite', before.status === 0, before.output);
  await expect('has iconv-lite without the lines', 'iconv-lite', 'none');

  let changed = isDirect ? addLines(manifest, lines.direct) : manifest;
  if (kind === 'pnpm') write('pnpm-workspace.yaml', lines.pnpm);
  else changed = addLines(changed, lines[kind]);
  writeManifest(changed);
  if (kind === 'npm') {
    for (const path of ['package-lock.json', 'node_modules']) {
      rmSync(join(folder, path), { recursive: true });
    }
  }
  const after = await install();
  test('installs with the lines of the page', after.status === 0, after.output);
  await expect('has this package, and the addon, with the lines', second, 'native');
}

// Lays out the files of a release's tarball in a folder.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moduleText } from '../wasm.mjs';
import { addon } from './targets.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder of the package whatwg-transcoder-iconv-lite, which has a tarball of its own. */
export const secondPackage = 'lib/iconv-lite/package';

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * The manifest that users get. It has no scripts and no dependencies. So nothing runs, and nothing
 * else is downloaded, when the package is installed.
 */
function publishedManifest(manifest) {
  const { scripts, files, dependencies, devDependencies, ...published } = manifest;
  return published;
}

/** The manifest of the sources, for users who build the addon themselves. */
function sourceManifest({ name, version, license, engines, scripts, dependencies }) {
  return {
    name: `${name}-source`,
    version,
    private: true,
    license,
    engines,
    scripts: { build: scripts.build },
    dependencies,
  };
}

/** Where files of the checkout stand in the tarball, if that is another place. A folder ends with a slash. */
const moved = [
  ['.github/reference/', 'reference/'],
  ['indexes/', 'source/indexes/'],
  ['src/', 'source/src/'],
];

/** Returns the path of a file or folder of the checkout in the tarball. */
function stagedPath(path) {
  const found = moved.find(([from]) => path.startsWith(from));
  return found === undefined ? path : found[1] + path.slice(found[0].length);
}

/**
 * Changes the relative links of a page, which stood at `from` in the checkout and is at `to` in the tarball. A link to a file that
 * is not packed becomes its text, and an image that is not packed is left out.
 */
function rewriteLinks(folder, from, to) {
  const text = readFileSync(join(folder, to), 'utf8');
  const written = text.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, image, title, target) => {
    const [path, fragment] = target.split('#');
    if (/^[a-z]+:/.test(target) || path === '') return link;
    const place = stagedPath(relative(root, resolve(root, dirname(from), path)));
    if (!existsSync(join(folder, place))) return image === '' ? title : '';
    const href = relative(dirname(to), place).replaceAll('\\', '/');
    return `${image}[${title}](${href}${fragment === undefined ? '' : `#${fragment}`})`;
  });
  writeFileSync(join(folder, to), written);
}

/** Changes the links of all pages in the tarball. */
function rewriteAllLinks(folder) {
  for (const to of readdirSync(folder, { recursive: true })) {
    if (!to.endsWith('.md')) continue;
    const found = moved.find(([, place]) => to.startsWith(place));
    rewriteLinks(folder, found === undefined ? to : found[0] + to.slice(found[1].length), to);
  }
}

/**
 * Deletes `folder` and makes it again. `prebuilt` maps the name of a platform to the file of its
 * addon. The WebAssembly module must have been built.
 */
export function stage(folder, prebuilt) {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/source`, { recursive: true });
  for (const path of ['lib', 'README.md', 'LICENSE', 'CHANGELOG.md', 'ARCHITECTURE.md']) {
    cpSync(`${root}${path}`, `${folder}/${path}`, { recursive: true });
  }
  rmSync(`${folder}/${secondPackage}`, { recursive: true });
  cpSync(`${root}.github/reference`, `${folder}/reference`, { recursive: true });
  for (const path of ['src', 'indexes', 'binding.gyp', 'LICENSE']) {
    cpSync(`${root}${path}`, `${folder}/source/${path}`, { recursive: true });
  }
  cpSync(fileURLToPath(new URL('build-source.mjs', import.meta.url)), `${folder}/source/build.mjs`);
  writeJson(`${folder}/package.json`, publishedManifest(manifest));
  writeJson(`${folder}/source/package.json`, sourceManifest(manifest));
  for (const [platform, file] of Object.entries(prebuilt)) {
    mkdirSync(`${folder}/prebuilds/${platform}`, { recursive: true });
    cpSync(file, `${folder}/prebuilds/${platform}/${addon}`);
  }
  cpSync(`${root}${moduleText}`, `${folder}/${moduleText}`);
  rewriteAllLinks(folder);
}

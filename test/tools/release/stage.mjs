// Lays out the files of a release's tarball in a folder.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/**
 * Deletes `folder` and makes it again. `prebuilt` maps the name of a platform to the file of its
 * addon. The WebAssembly module must have been built.
 */
export function stage(folder, prebuilt) {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/source`, { recursive: true });
  for (const path of ['lib', 'README.md', 'LICENSE', 'CHANGELOG.md']) {
    cpSync(`${root}${path}`, `${folder}/${path}`, { recursive: true });
  }
  rmSync(`${folder}/${secondPackage}`, { recursive: true });
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
}

// Puts the joined files of lib/ in the place of its modules, in the folder of a package.

import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { joinModules } from './join.mjs';

/** The import of the CommonJS file in an entry point for ES modules: the text before its name, its name, and its path. */
const importOfCommonJs = /^import (\w+) from '([.][/][\w-]+[.]js)';$/m;

/** Where the entry point for bundlers stands. Bundlers do not follow `createRequire`. */
const forBundlers = (path) => path.replace(/[.]mjs$/, '.bundler.mjs');

/**
 * Returns the entry point for ES modules that loads the CommonJS file by require(): Node 20 reads a file that is imported a second
 * time, to find its names.
 */
function withRequire(text) {
  if (!importOfCommonJs.test(text)) throw new Error('an entry point imports no CommonJS file');
  return text.replace(
    importOfCommonJs,
    // Written so that file tracers, as those of Next.js and Vercel, follow it.
    `import module from 'node:module';

const require = module.createRequire(import.meta.url);
const $1 = require('$2');`,
  );
}

/** Returns the manifest of a package whose modules are joined. */
function joinedManifest(manifest) {
  const exports = structuredClone(manifest.exports);
  for (const conditions of Object.values(exports)) {
    const { types, default: path } = conditions.import ?? {};
    if (path !== undefined) conditions.import = { types, module: forBundlers(path), default: path };
  }
  return { ...manifest, exports };
}

/** Removes the folders below `folder` in which nothing is, and `folder` itself if nothing is in it then. */
function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/**
 * Joins the modules of lib/ in `folder`, which has a manifest already, and writes that manifest anew. Nothing is written if a
 * module cannot be joined.
 */
export function layJoined(folder) {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const { files, sources } = joinModules(folder, manifest);
  const entries = Object.values(manifest.exports).flatMap((one) => one.import?.default ?? []);
  const written = entries.flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return [
      { path, text: withRequire(text) },
      { path: forBundlers(path), text },
    ];
  });
  for (const { path, text, map } of files) {
    written.push({ path, text }, { path: `${path}.map`, text: map });
  }
  for (const path of sources) rmSync(join(folder, path));
  for (const { path, text } of written) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  removeEmptyFolders(join(folder, 'lib'));
  writeFileSync(file, `${JSON.stringify(joinedManifest(manifest), null, 2)}\n`);
}

/** Makes a package in `folder` of what a checkout has: its joined modules, its addon and its WebAssembly module. */
export function layCheckout(root, folder) {
  mkdirSync(folder, { recursive: true });
  for (const path of ['lib', 'package.json']) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  for (const path of ['build/Release/whatwg_transcoder.node', 'build/wasm/whatwg_transcoder.js']) {
    cpSync(join(root, path), join(folder, path));
  }
  layJoined(folder);
}

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
import { dirname, join, normalize } from 'node:path';
import { joinModules } from './join.mjs';

const needed =
  "'whatwg-transcoder needs Node.js 20.19, 22.3 or newer, and this is Node.js ' + process.version";

/**
 * Returns the text of a file that users load or run with a check of Node's version in its first line, so that all lines keep their
 * numbers. Node 16 can parse all that follows, and Node 12 the package root and the command.
 */
function withVersionCheck(text) {
  const directive = "'use strict';";
  if (!text.includes(directive)) throw new Error('an entry point has no directive');
  const isCommand = text.startsWith('#!');
  const refuse = isCommand
    ? `{ console.error(${needed}); process.exit(1); }`
    : `throw new Error(${needed});`;
  // The package calls process.getBuiltinModule(), which came with these versions of Node.
  return text.replace(directive, `${directive} if (!process.getBuiltinModule) ${refuse}`);
}

/**
 * Joins the modules of lib/ in `folder`, which has a manifest already. Nothing is written if a module cannot be joined.
 */
export async function layJoined(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { files, sources } = await joinModules(folder, manifest);
  const entries = Object.values(manifest.exports).flatMap((one) => one.require?.default ?? []);
  const first = new Set(
    [...entries, ...Object.values(manifest.bin)].map((path) => normalize(path)),
  );
  const written = files.flatMap(({ path, text, map }) => [
    { path, text: first.has(path) ? withVersionCheck(text) : text },
    { path: `${path}.map`, text: map },
  ]);
  for (const path of sources) rmSync(join(folder, path));
  for (const { path, text } of written) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  for (const path of new Set(sources.map((one) => join(folder, dirname(one))))) {
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
}

/** Makes a package in `folder` of what a checkout has: its joined modules, its addon and its WebAssembly module, each where a release has it. */
export async function layCheckout(root, folder) {
  mkdirSync(folder, { recursive: true });
  for (const path of ['lib', 'package.json']) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  const addon = 'whatwg_transcoder.node';
  const prebuilt = `prebuilds/${process.platform}-${process.arch}`;
  cpSync(join(root, 'build/Release', addon), join(folder, prebuilt, addon));
  const wasm = 'build/wasm/whatwg_transcoder.js';
  cpSync(join(root, wasm), join(folder, wasm));
  await layJoined(folder);
}

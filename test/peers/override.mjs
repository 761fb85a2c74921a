// Puts whatwg-transcoder-iconv-lite in the place of iconv-lite where packages are installed.

import { cpSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../tools/run/cmake.mjs';

/** Puts the second package in the place of every iconv-lite in a folder, as an override does. Returns how many there were. */
export function override(folder) {
  const installed = readdirSync(join(folder, 'node_modules'), { recursive: true })
    .filter((path) => basename(path) === 'iconv-lite')
    .map((path) => join(folder, 'node_modules', path));
  for (const path of installed) {
    rmSync(path, { recursive: true });
    cpSync(join(root, 'lib/iconv-lite/package'), path, { recursive: true });
    writeFileSync(
      join(path, 'package.json'),
      '{ "name": "whatwg-transcoder-iconv-lite", "version": "0.1.0", "main": "./lib/index.js" }',
    );
  }
  symlinkSync(root, join(folder, 'node_modules/whatwg-transcoder'), 'dir');
  return installed.length;
}

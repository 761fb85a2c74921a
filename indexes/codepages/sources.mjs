// Reads code pages from other programs: for each byte the code point, or null where a program has none.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const indexOf = Array.from(everyByte);

const run = (command, args, input) => spawnSync(command, args, { input });

function iconv(name) {
  const args = ['-f', name, '-t', 'UTF-16BE'];
  const table = [];
  // iconv stops at a byte that the encoding does not have. The next call starts behind it.
  while (table.length < 256) {
    const { error, status, stdout } = run('iconv', args, everyByte.subarray(table.length));
    if (error !== undefined) return null;
    for (let at = 0; at < stdout.length; at += 2) table.push(stdout.readUInt16BE(at));
    if (status !== 0) table.push(null);
    else if (table.length < 256) break;
  }
  if (table.length !== 256) return iconvByteByByte(args);
  return table.every((codePoint) => codePoint === null) ? null : table;
}

/** Reads a table of iconv where the decoder composes characters, so that it needs a call for each byte. */
function iconvByteByByte(args) {
  return indexOf.map((byte) => {
    const { status, stdout } = run('iconv', args, Uint8Array.of(byte));
    return status === 0 && stdout.length === 2 ? stdout.readUInt16BE() : null;
  });
}

function uconv(name) {
  const args = ['-f', name, '-t', 'UTF-16BE', '--from-callback', 'substitute'];
  const { error, status, stdout } = run('uconv', args, everyByte);
  if (error !== undefined || status !== 0 || stdout.length !== 512) return null;
  return indexOf
    .map((byte) => stdout.readUInt16BE(2 * byte))
    .map((unit) => (unit === 0xfffd ? null : unit));
}

const program = `
import json, sys
table = []
for byte in range(256):
    try:
        table.append(ord(bytes([byte]).decode(sys.argv[1])))
    except UnicodeDecodeError:
        table.append(None)
print(json.dumps(table))
`;

function python(name) {
  const { error, status, stdout } = run('python3', ['-c', program, name]);
  if (error !== undefined || status !== 0) return null;
  return JSON.parse(stdout).map((unit) => (unit === 0xfffd || unit === 0xfffe ? null : unit));
}

function iconvLite(name, folder) {
  if (folder === undefined) return null;
  const require = createRequire(resolve(folder, 'package.json'));
  const { chars } =
    {
      ...require('iconv-lite/encodings/sbcs-data.js'),
      ...require('iconv-lite/encodings/sbcs-data-generated.js'),
    }[name] ?? {};
  if (chars === undefined) return null;
  return indexOf.map((byte) => {
    const at = byte - (256 - chars.length);
    const unit = at < 0 ? byte : chars.charCodeAt(at);
    return unit === 0xfffd ? null : unit;
  });
}

const readers = { glibc: iconv, icu: uconv, python, 'iconv-lite': iconvLite };

/** Returns the tables of a code page by the names of the sources that have it on this machine. `folder` has iconv-lite. */
export function readSources({ sources }, folder) {
  const tables = new Map();
  for (const [source, read] of Object.entries(readers)) {
    const name = sources[source];
    const table = name === undefined ? null : read(name, folder && String(folder));
    if (table !== null) tables.set(source, table);
  }
  return tables;
}

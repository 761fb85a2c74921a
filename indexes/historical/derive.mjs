// Derives index-ibm864.txt from two independent tables: glibc's, read with `iconv` (Debian's
// libc-bin), and ICU's, read with `uconv` (Debian's icu-devtools). For some bytes the two differ,
// or neither has a character for a byte of the C1 range. Then the index of the 2012 edition
// decides, and the table below says what each source has and why. This program prints every such
// byte, and fails when a source has another value than the table says.
// Usage: npm run indexes -- derive historical

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * For each byte: [glibc's code point, ICU's, the 2012 edition's, the reason]. Null means no code
 * point.
 */
const decided = new Map([
  [0x1a, [0x001a, 0x001c, 0x001a, 'ICU follows IBM, whose PC code pages rotate 1A, 1C and 7F']],
  [0x1c, [0x001c, 0x007f, 0x001c, 'ICU follows IBM, whose PC code pages rotate 1A, 1C and 7F']],
  [0x25, [0x066a, 0x0025, 0x0025, 'glibc has ARABIC PERCENT SIGN; the standard keeps ASCII']],
  [0x7f, [0x007f, 0x001a, 0x007f, 'ICU follows IBM, whose PC code pages rotate 1A, 1C and 7F']],
  [0x9b, [null, null, 0x009b, 'unassigned; the C1 control of the same number, as in windows-125x']],
  [0x9c, [null, null, 0x009c, 'unassigned; the C1 control of the same number, as in windows-125x']],
  [0x9f, [null, 0x200b, 0x009f, 'ZERO WIDTH SPACE in ICU, unassigned in glibc; treated like 9B']],
  [0xd7, [0xfec1, 0xfec3, 0xfec1, 'TAH: its isolated form in glibc, its initial form in ICU']],
  [0xd8, [0xfec5, 0xfec7, 0xfec5, 'ZAH: its isolated form in glibc, its initial form in ICU']],
  [0xf1, [0x0651, 0xfe7c, 0x0651, 'SHADDA: the combining mark in glibc, its isolated form in ICU']],
]);

/**
 * The code point that a converter decodes from a byte, or null when the converter refuses the byte.
 */
function codePointOf(command, args, byte) {
  const { error, status, stdout } = spawnSync(command, args, { input: Uint8Array.of(byte) });
  if (error !== undefined) {
    throw new Error('install the Debian packages libc-bin and icu-devtools', { cause: error });
  }
  return status === 0 && stdout.length === 2 ? stdout.readUInt16BE() : null;
}

const glibc = (byte) => codePointOf('iconv', ['-f', 'IBM864', '-t', 'UTF-16BE'], byte);
const icu = (byte) =>
  codePointOf('uconv', ['-f', 'ibm-864', '-t', 'UTF-16BE', '--from-callback', 'stop'], byte);

const hex = (number, digits) => number.toString(16).toUpperCase().padStart(digits, '0');
const name = (codePoint) => (codePoint === null ? '-' : `U+${hex(codePoint, 4)}`);

const entries = [];
for (let byte = 0x00; byte <= 0xff; byte += 1) {
  const [left, right] = [glibc(byte), icu(byte)];
  const row = decided.get(byte);
  if (row === undefined ? left !== right : left !== row[0] || right !== row[1]) {
    throw new Error(
      `byte ${hex(byte, 2)}: glibc ${name(left)}, ICU ${name(right)}, which the table does not list`,
    );
  }
  const codePoint = row === undefined ? left : row[2];
  if (row !== undefined) {
    const sources = `glibc ${name(left)}\tICU ${name(right)}\t2012 ${name(codePoint)}`;
    console.log(`${hex(byte, 2)}\t${sources}\t${row[3]}`);
  }
  if (byte < 0x80) {
    if (codePoint !== byte) throw new Error(`byte ${hex(byte, 2)} does not stand for itself`);
  } else if (codePoint !== null) {
    entries.push([byte - 0x80, codePoint]);
  }
}

const head =
  '# index ibm864: pointer TAB code point. Derived by derive.mjs, never edited by hand.\n';
const lines = entries.map(
  ([pointer, codePoint]) => `${String(pointer).padStart(3)}\t0x${hex(codePoint, 4)}`,
);
writeFileSync(new URL('index-ibm864.txt', import.meta.url), `${head}${lines.join('\n')}\n`);
console.log(`index-ibm864.txt\t${entries.length} entries`);

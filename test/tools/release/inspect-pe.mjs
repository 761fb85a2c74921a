// Inspects a binary for Windows before it is packed. It may need only libraries that every Windows
// has, and its vectors may be at any address.

import { run } from '../run/machine.mjs';

// Windows 10 and newer have the C runtime under these names. Other libraries, such as those of
// MinGW-w64, are missing on the user's machine.
const isOfWindows = (library) =>
  library === 'KERNEL32.dll' || /^api-ms-win-crt-[a-z]+-l1-1-0\.dll$/.test(library);

const protections = ['HIGH_ENTROPY_VA', 'DYNAMIC_BASE', 'NX_COMPAT'];

function objdump(options, file) {
  const { status, stdout, output } = run('objdump', [...options, file]);
  if (status !== 0) throw new Error(`objdump ${options.join(' ')} ${file}: ${output}`);
  return stdout;
}

/**
 * The functions that a binary imports, in lists by library. `headers` is what `objdump -p` prints.
 */
function importsOf(headers) {
  const imports = {};
  let names = [];
  for (const [, library, name] of headers.matchAll(
    /^\tDLL Name: (\S+)$|^\t[0-9a-f]+\t *\d+ {2}(\S+)$/gm,
  )) {
    if (library === undefined) names.push(name);
    else names = imports[library] = [];
  }
  return imports;
}

/** The names that a binary exports. */
const exportsOf = (headers) =>
  Array.from(headers.matchAll(/^\t\[ *\d+\] (\S+)$/gm), ([, name]) => name);

/**
 * Lists the instructions that fault when the address of a vector of 32 or 64 bytes is not a multiple
 * of its size. Windows aligns the stack to 16 bytes, but g++ keeps such vectors there, and passes
 * their addresses to other functions (GCC bug 54412). Constants, which have an address relative to
 * %rip, are aligned. `code` is what `objdump -d --no-show-raw-insn` prints.
 */
export function alignedMoves(code) {
  return code
    .split('\n')
    .filter((line) => /\tvmov(ap[sd]|dqa(32|64)?|nt(dqa?|p[sd])) .*%[yz]mm/.test(line))
    .filter((line) => line.includes('(') && !line.includes('(%rip)'))
    .map((line) => line.trim().replaceAll(/\s+/g, ' '));
}

/**
 * Returns `facts`, lines to show, `problems`, which is empty for a binary that may be packed, and
 * `exports`, the names that the binary exports.
 */
export function inspectPe(file, machine) {
  const headers = objdump(['-p'], file);
  const problems = [];
  const [, found] = headers.match(/file format (\S+)/) ?? [];
  if (found !== machine) problems.push(`is for ${found}, not for ${machine}`);
  const missing = protections.filter((name) => !headers.includes(`\t${name}\n`));
  if (missing.length > 0) problems.push(`does not have the flags ${missing.join(', ')}`);

  const imports = importsOf(headers);
  for (const library of Object.keys(imports)) {
    if (!isOfWindows(library)) problems.push(`needs ${library}, which Windows does not have`);
  }
  if (!/^Entry d 0+ 0+ Delay Import/m.test(headers)) problems.push('has delayed imports');

  const code = objdump(['-d', '--no-show-raw-insn'], file);
  const moves = alignedMoves(code);
  if (moves.length > 0) {
    problems.push(`has ${moves.length} aligned moves of vectors, such as ${moves[0]}`);
  }
  const vectors = ['ymm', 'zmm'].map((name) => {
    const count = code.split('\n').filter((line) => line.includes(`%${name}`)).length;
    if (count === 0) problems.push(`has no kernels that use ${name} registers`);
    return `${count} with ${name}`;
  });

  const facts = [
    `machine: ${found}; flags that are missing: ${missing.join(', ') || 'none'}`,
    ...Object.entries(imports).map(([library, names]) => `from ${library}: ${names.join(' ')}`),
    `instructions: ${vectors.join(', ')}; aligned moves of such vectors: ${moves.length}`,
  ];
  return { facts, problems, exports: exportsOf(headers) };
}

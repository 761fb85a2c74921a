// Inspects a binary before it is packed. It must be for the right processor, export what a runtime
// looks for, and not be too large. A binary for Linux must also need no library, and import only
// functions that every supported runtime and C library has.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { run } from '../run/machine.mjs';
import { inspectPe } from './inspect-pe.mjs';

const { symbols } = createRequire(import.meta.url)('node-api-headers');

// The tables and three sets of kernels take about one million.
const maxBytes = 1_500_000;

// Functions that both glibc (2.17 and newer) and musl export, under names without a version.
const libc = new Set(
  (
    'abort calloc clock_gettime free getenv getpagesize getpid madvise malloc memchr memcmp memcpy memmove memset ' +
    'mmap mprotect mremap munmap posix_memalign pthread_mutex_lock pthread_mutex_unlock realloc sched_yield ' +
    'strcmp strlen strncmp syscall sysconf'
  ).split(' '),
);

// Every supported runtime has version 8 of Node-API. References to newer functions must be weak.
const nodeApi = new Set([...symbols.v8.js_native_api_symbols, ...symbols.v8.node_api_symbols]);

const exported = ['napi_register_module_v1', 'node_api_module_get_api_version_v1'];

function readelf(option, file) {
  const { status, stdout, output } = run('readelf', [option, '--wide', file]);
  if (status !== 0) throw new Error(`readelf ${option} ${file}: ${output}`);
  return stdout;
}

/**
 * The dynamic symbols of a file. `name` contains the version after an @ when the symbol has one.
 */
function dynamicSymbols(file) {
  return readelf('--dyn-syms', file)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => /^\d+:$/.test(fields[0]) && fields.length >= 8)
    .filter(([, , , , binding]) => binding !== 'LOCAL')
    .map(([, , , , binding, , section, name]) => ({
      name,
      isWeak: binding === 'WEAK',
      isDefined: section !== 'UND',
    }));
}

const isPe = (bytes) => bytes.length > 64 && bytes.subarray(0, 2).toString('latin1') === 'MZ';

/** What inspect() returns for a binary for Linux, and what the binary exports. */
function inspectElf(file, machine) {
  const problems = [];
  const [, found] = readelf('--file-header', file).match(/^\s*Machine:\s*(.*)$/m) ?? [];
  if (found !== machine) problems.push(`is for ${found}, not for ${machine}`);

  const dynamic = readelf('--dynamic', file);
  const needed = [...dynamic.matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(([, name]) => name);
  if (needed.length > 0) problems.push(`needs ${needed.join(', ')}`);
  const isNeverUnloaded = /\(FLAGS_1\).*\bNODELETE\b/.test(dynamic);
  if (!isNeverUnloaded) problems.push('does not have the flag NODELETE');

  const all = dynamicSymbols(file);
  const imports = all.filter(({ isDefined }) => !isDefined);
  const versioned = all.filter(({ name }) => name.includes('@'));
  for (const { name } of versioned) problems.push(`has the versioned symbol ${name}`);
  const fromLibc = [];
  const weak = [];
  for (const { name, isWeak } of imports) {
    if (nodeApi.has(name)) continue;
    (isWeak ? weak : fromLibc).push(name);
    const isKnown = isWeak ? /^(napi|node_api)_/.test(name) : libc.has(name);
    if (!isKnown) problems.push(`needs ${name}, which a supported system may not have`);
  }
  const facts = [
    `machine: ${found}; libraries needed: ${needed.join(', ') || 'none'}; ` +
      `flag NODELETE: ${isNeverUnloaded ? 'yes' : 'no'}; versioned symbols: ${versioned.length}`,
    `from Node-API: ${imports.length - fromLibc.length - weak.length} functions`,
    `from libc: ${fromLibc.join(' ') || 'none'}`,
    `used if present (weak): ${weak.join(' ') || 'none'}`,
  ];
  return {
    facts,
    problems,
    exports: all.filter(({ isDefined }) => isDefined).map(({ name }) => name),
  };
}

/**
 * The format of a binary that is not for Linux, and the number of its processor there in hexadecimal.
 * https://learn.microsoft.com/windows/win32/debug/pe-format, <mach-o/loader.h> and <mach/machine.h>
 */
export function machineOf(bytes) {
  if (bytes.length > 64 && bytes.readUInt32LE(0) === 0xfeedfacf) {
    return `Mach-O ${bytes.readUInt32LE(4).toString(16)}`;
  }
  const header = isPe(bytes) ? bytes.readUInt32LE(0x3c) : bytes.length;
  const hasHeader = bytes.subarray(header, header + 4).toString('latin1') === 'PE\0\0';
  return hasHeader ? `PE ${bytes.readUInt16LE(header + 4).toString(16)}` : 'unknown';
}

/**
 * Returns `facts`, lines to show, and `problems`, which is empty for a binary that may be packed.
 */
export function inspect(file, machine) {
  const bytes = readFileSync(file);
  const { facts, problems, exports } = (isPe(bytes) ? inspectPe : inspectElf)(file, machine);
  if (exports.sort().join() !== exported.join()) problems.push(`exports ${exports.join(', ')}`);
  if (bytes.length > maxBytes) problems.push(`has ${bytes.length} bytes, more than ${maxBytes}`);
  facts.push(`exported: ${exports.join(' ')}`, `size: ${bytes.length} bytes`);
  return { facts, problems };
}

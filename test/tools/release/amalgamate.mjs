// Writes the library for C++ and C as few files: whatwg_encoding.cc, which one call of a compiler builds, and the two headers.
// Usage: npm run release -- amalgamate FOLDER

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isMainProgram } from '../../../indexes/main-program.mjs';
import { root, run } from '../run/machine.mjs';

// The rooms of src/ from the bottom to the top.
const rooms = ['base', 'simd', 'core', 'codecs', 'queue', 'detect', 'calls', 'library'];
const headers = ['whatwg_encoding.h', 'whatwg_encoding_c.h'];

/** The licence as a comment. */
const notice = () =>
  readFileSync(join(root, 'LICENSE'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => `// ${line}`.trimEnd())
    .join('\n');

// The files of simd/ that stand in the text once for each set of kernels. Others stand in it once.
const isOfEachSet = (file) => /\/simd\/[^/]*-inl\.h$/.test(file);

// A set of kernels is in the text for some processors only. So the files of the sets come last in their room: the headers that all
// processors need then stand before them.
const isOfOneSet = (file) => /\/simd\/(avx2|avx512|neon|simd128|sse2)\.cc$/.test(file);

// Chooses a set of kernels where tools read one of those files alone.
const forTools = /^#if !defined\(ENCODING_SET_BEGIN\)\n(?:.*\n)*?#endif\n/gm;

/**
 * Returns the text of a file in which each included file of ours stands in the place of its `#include`. `done` has the files that
 * stand in the text already, and `ofSet` those that the present set of kernels has.
 */
function expand(file, tables, done, ofSet) {
  const had = isOfEachSet(file) ? ofSet : done;
  if (had.has(file)) return '';
  had.add(file);
  return readFileSync(file, 'utf8')
    .replace(forTools, '')
    .split('\n')
    .map((line) => {
      const included = /^#include "(.*)"/.exec(line)?.[1];
      if (included === undefined) return line === '#pragma once' ? '' : line;
      if (headers.includes(basename(included))) return '';
      const isTable = included.startsWith('whatwg_encoding_generated/');
      return expand(join(isTable ? tables : dirname(file), included), tables, done, ofSet);
    })
    .join('\n');
}

/**
 * Gives the core's namespace another name, because a type of the interface for C has its own, and puts it into an unnamed namespace: the
 * compiler then drops what nothing uses, such as the tables of encodings that are left out.
 */
const hideNamespace = (text) =>
  text
    .replace(/^( *)namespace whatwg_encoding\b/gm, '$1namespace { namespace whatwg_encoding_core')
    .replace(/^\}(?= {2}\/\/ namespace whatwg_encoding\b)/gm, '}}')
    .replace(/^(#define ENCODING_SET_END) /gm, '$1 }')
    .replace(/\bwhatwg_encoding(?=::)/g, 'whatwg_encoding_core')
    .replace(/::whatwg_encoding\b(?!_)/g, '::whatwg_encoding_core');

/** The text of whatwg_encoding.cc. */
function source(tables) {
  const done = new Set();
  const ofRooms = rooms.flatMap((room) =>
    readdirSync(join(root, 'src', room))
      .filter((name) => name.endsWith('.cc'))
      .map((name) => join(root, 'src', room, name))
      .sort((a, b) => isOfOneSet(a) - isOfOneSet(b) || (a < b ? -1 : 1)),
  );
  const ofTables = ['encodings.cc', 'indexes.cc', 'detect.cc'].map((name) =>
    join(tables, 'whatwg_encoding_generated', name),
  );
  const parts = [...ofTables, ...ofRooms].map((file) => {
    const text = hideNamespace(expand(file, tables, done, new Set()));
    // Each set of kernels defines what opens and closes its namespace.
    const definesSet = /^#define ENCODING_SET_BEGIN/m.test(text);
    return definesSet ? `${text}\n#undef ENCODING_SET_BEGIN\n#undef ENCODING_SET_END\n` : text;
  });
  return `// The WHATWG Encoding Standard for C++20 and C in one file: compile it with -std=c++20 -O3.
// whatwg_encoding.h and whatwg_encoding_c.h say what it has. \`npm run release -- amalgamate\` makes it.
//
// A macro leaves out encodings, and then the program has no code and no tables of them: see \`Encoding::is_included()\` in
// whatwg_encoding.h.
//
${notice()}

// g++ for Windows keeps vectors at addresses that are not aligned for them (GCC bug 54412). This option of the assembler makes that right.
#if defined(__MINGW32__) && !defined(__clang__) && !defined(WHATWG_ENCODING_UNALIGNED_MOVES)
#error "g++ for Windows: compile with -Wa,-muse-unaligned-vector-move -DWHATWG_ENCODING_UNALIGNED_MOVES"
#endif

// What only the encodings that are left out use, and what only other interfaces of the core use, is unused here.
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"

// Assertions, which end the process, are for tests of the library.
#if !defined(WHATWG_ENCODING_ASSERTIONS) && !defined(NDEBUG)
#define NDEBUG
#endif

#define WHATWG_ENCODING_BUILDING
${headers.map((name) => `#include "${name}"`).join('\n')}

${parts.join('\n').replace(/\n{3,}/g, '\n\n')}`;
}

/** Writes the files into `folder`. */
export function amalgamate(folder) {
  mkdirSync(folder, { recursive: true });
  const tables = mkdtempSync(join(tmpdir(), 'whatwg-encoding-tables-'));
  try {
    const generate = join(root, 'indexes/generate.mjs');
    const { status, output } = run(process.execPath, [generate, tables]);
    if (status !== 0) throw new Error(output);
    writeFileSync(join(folder, 'whatwg_encoding.cc'), source(tables));
  } finally {
    rmSync(tables, { recursive: true });
  }
  for (const name of headers) {
    const text = readFileSync(join(root, 'src/library', name), 'utf8');
    writeFileSync(join(folder, name), `${notice()}\n//\n${text}`);
  }
}

if (isMainProgram(import.meta.url)) {
  const folder = process.argv[2];
  if (folder === undefined) {
    console.error('Usage: npm run release -- amalgamate FOLDER');
    process.exit(2);
  }
  amalgamate(folder);
  console.log(`wrote whatwg_encoding.cc, ${headers.join(' and ')} into ${folder}`);
}

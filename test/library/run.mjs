// Tests the library for C++ and C as a stranger's project gets it: installed, for find_package() and for pkg-config, by
// add_subdirectory(), and as two files. The programs in this folder use it each way, and the symbols of the library are compared with
// what it promises.
// Usage: npm run test:core -- library [COMPILER]...
// COMPILER is gcc, clang, arm64 (under qemu), windows (MinGW-w64, under Wine), i686 or all; each builds a static and a shared library, and
// libraries that leave out encodings; gcc's two files also run under sanitizers, and are compared with test/reference/. Without arguments
// gcc builds the shared library and the two files, clang the static library. A compiler that is not installed is a failure. `sizes` as an
// argument prints how large a program is that only reads Shift_JIS.

import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { encodableNames } from '../reference/reference.mjs';
import { amalgamate } from '../tools/release/amalgamate.mjs';
import { wineCommand } from '../tools/release/runtimes.mjs';
import { jobs, joined, root, runs } from '../tools/run/cmake.mjs';
import { run } from '../tools/run/machine.mjs';
import { heading, runAndKeep, Suites, sumUp } from '../tools/run/suites.mjs';

/** The options of CMake for a compiler of another system. */
const system = (name, processor) => [
  `-DCMAKE_SYSTEM_NAME=${name}`,
  `-DCMAKE_SYSTEM_PROCESSOR=${processor}`,
];

const compilers = {
  gcc: { c: 'gcc', cpp: 'g++' },
  clang: { c: 'clang', cpp: 'clang++' },
  arm64: {
    c: 'aarch64-linux-gnu-gcc',
    cpp: 'aarch64-linux-gnu-g++',
    cmake: system('Linux', 'aarch64'),
    nm: 'aarch64-linux-gnu-nm',
    emulator: () => ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'],
  },
  windows: {
    c: 'x86_64-w64-mingw32-gcc-posix',
    cpp: 'x86_64-w64-mingw32-g++-posix',
    cmake: [...system('Windows', 'AMD64'), '-DCMAKE_SHARED_LINKER_FLAGS=-static'],
    emulator: wineCommand,
    suffix: '.exe',
    sourceFlags: ['-DWHATWG_ENCODING_UNALIGNED_MOVES', '-Wa,-muse-unaligned-vector-move'],
    linkFlags: ['-static'],
  },
  i686: {
    c: 'i686-linux-gnu-gcc',
    cpp: 'i686-linux-gnu-g++',
    cmake: system('Linux', 'i686'),
    nm: 'i686-linux-gnu-nm',
    // The loader and the libraries of the compiler: those of the system may be of another version.
    emulator: () => [
      '/usr/i686-linux-gnu/lib/ld-linux.so.2',
      '--library-path',
      '/usr/i686-linux-gnu/lib',
    ],
    linkFlags: ['-static-libgcc', '-static-libstdc++'],
  },
};

const warnings = ['-Wall', '-Wextra', '-Wconversion', '-Wpedantic', '-Werror'];

const suites = new Suites();

/** Records a check by hand, and says what is wrong. */
function check(name, faults) {
  for (const fault of faults) console.log(`${name}: ${fault}`);
  suites.add(name, faults.length === 0);
}

/** Runs a program that prints counts, and records them. */
function runProgram(name, compiler, file, ...programArgs) {
  const [command, ...args] = [...(compiler.emulator?.() ?? []), file, ...programArgs];
  suites.addPrinted(name, run(command, args));
}

const succeeded = (name, isDone) => isDone || suites.add(name, false);

/** Compiles a program by a command, and runs it with `programArgs`. */
function compileAndRun(name, compiler, [command, ...args], program, ...programArgs) {
  const isBuilt = runs(command, [...args, ...(compiler.linkFlags ?? []), '-o', program]);
  if (succeeded(name, isBuilt)) runProgram(name, compiler, program, ...programArgs);
  return isBuilt;
}

/** Configures and builds a CMake project. */
function cmake(compiler, source, folder, options) {
  const compilersOf = [`-DCMAKE_C_COMPILER=${compiler.c}`, `-DCMAKE_CXX_COMPILER=${compiler.cpp}`];
  const all = [...compilersOf, ...(compiler.cmake ?? []), ...options];
  return (
    runs('cmake', ['-S', source, '-B', folder, '--log-level=WARNING', ...all]) &&
    runs('cmake', ['--build', folder, '--parallel', jobs, '--', '--quiet'])
  );
}

/** The names of symbols of a binary; `args` chooses them. */
function symbols(compiler, file, ...args) {
  const { status, stdout, output } = run(compiler.nm ?? 'nm', ['-C', ...args, file]);
  if (status !== 0) throw new Error(output);
  return stdout
    .split('\n')
    .map((line) => /^(?:[0-9a-f]+)? +([A-Za-z]) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, kind, name]) => ({ kind, name: name.replace(/@.*$/, '') }));
}

// What the library may need of others: functions for memory and strings, guards of variables that are made on first use, and what
// compilers call by themselves. So there is no exception, no allocation, no stream, and nothing that ends the process.
const needed = new RegExp(
  '^(?:mem(?:chr|cmp|cpy|move|set)|bcmp|str(?:cmp|len)|__cxa_guard_(?:acquire|release)|__cpu_(?:model|indicator_init)|' +
    '__(?:popcount|ctz)[ds]i2|__u?divdi3|__u?moddi3|_GLOBAL_OFFSET_TABLE_|__x86[.]get_pc_thunk[.]\\w+|__cxa_finalize|__gmon_start__|' +
    '_ITM_\\w+|__stack_chk_fail\\w*|__mem(?:cpy|move|set)_chk)$',
);

const isOwn = (name) =>
  /^(?:\w+ for )*(?:non-virtual thunk to )?(?:whatwg_encoding::|whatwg::encoding::|whatwg_)/.test(
    name,
  );

/** The functions that the header for C declares. */
function declaredForC() {
  const header = readFileSync(`${root}src/library/whatwg_encoding_c.h`, 'utf8');
  const matches = header.matchAll(/^WHATWG_ENCODING_C_API\s[^(;]*?\b(whatwg_\w+)\(/gm);
  return [...matches].map(([, name]) => name);
}

/** Compares the symbols of an installed library with what is promised. */
function checkSymbols(name, compiler, file, isShared) {
  const undefinedOnes = symbols(compiler, file, '-u', ...(isShared ? ['-D'] : []))
    .map((symbol) => symbol.name)
    .filter((symbol) => !isOwn(symbol) && !needed.test(symbol));
  check(
    `${name}: what the library needs`,
    [...new Set(undefinedOnes)].map((symbol) => `needs ${symbol}`),
  );
  if (!isShared) {
    const atStart = symbols(compiler, file).filter((symbol) => /^_GLOBAL__sub_I/.test(symbol.name));
    check(
      `${name}: the library has no static initializers`,
      atStart.map((symbol) => symbol.name),
    );
    return;
  }
  const exported = symbols(compiler, file, '-D', '--defined-only').map((symbol) => symbol.name);
  const foreign = exported.filter((symbol) => !/^(?:whatwg::encoding::|whatwg_\w+$)/.test(symbol));
  const ofC = declaredForC();
  const hidden = ofC.filter((symbol) => !exported.includes(symbol));
  const isSmall = ofC.length < 30 || exported.length < ofC.length + 30;
  check(`${name}: what the library exports`, [
    ...foreign.map((symbol) => `exports ${symbol}`),
    ...hidden.map((symbol) => `does not export ${symbol}`),
    ...(isSmall ? [`exports only ${exported.length} symbols`] : []),
  ]);
}

/** Runs the programs of a build of this folder. */
function runPrograms(name, compiler, folder) {
  const suffix = compiler.suffix ?? '';
  const programs = readdirSync(join(root, folder))
    .filter((file) => /^use_\w+$/.test(file.slice(0, file.length - suffix.length)))
    .filter((file) => file.endsWith(suffix));
  if (programs.length === 0) suites.add(`${name}: programs`, false);
  for (const program of programs) {
    runProgram(`${name}: ${program}`, compiler, join(root, folder, program));
  }
}

/** Compiles a program by one call of the compiler, with the flags of pkg-config, and runs it. */
function byPkgConfig(name, compiler, prefix, folder, isShared) {
  const programs = [
    ['use_cpp.cc', [compiler.cpp, '-std=c++20', '-pthread']],
    ['use_c.c', [compiler.c, '-std=c11']],
  ];
  const flags = run('pkg-config', ['--cflags', '--libs', 'whatwg_encoding'], {
    env: { ...process.env, PKG_CONFIG_PATH: join(root, prefix, 'lib/pkgconfig') },
  });
  if (!succeeded(`${name}: pkg-config`, flags.status === 0)) return;
  for (const [source, command] of programs) {
    const all = [
      ...command,
      ...warnings,
      `test/library/${source}`,
      ...flags.stdout.trim().split(/\s+/),
      ...(isShared ? [`-Wl,-rpath,${join(root, prefix, 'lib')}`] : []),
    ];
    const program = join(root, folder, `pkg_config_${source.replace('.', '_')}`);
    compileAndRun(`${name}: ${source} by pkg-config`, compiler, all, program);
  }
}

/** The path of the library in an installation. */
function libraryFile(prefix, isShared) {
  const folder = join(root, prefix, 'lib');
  const suffix = isShared ? '.so' : '.a';
  return join(
    folder,
    readdirSync(folder).find(
      (file) => file.startsWith('libwhatwg_encoding') && file.endsWith(suffix),
    ),
  );
}

/** Uses an installation by a CMake project with find_package(). */
function byPackage(name, compiler, prefix, folder, way) {
  const isBuilt = cmake(compiler, 'test/library', folder, [
    `-DWAY=${way}`,
    `-Dwhatwg_encoding_DIR=${join(root, prefix, 'lib/cmake/whatwg_encoding')}`,
    ...(compiler.linkFlags ? [`-DCMAKE_EXE_LINKER_FLAGS=${compiler.linkFlags.join(' ')}`] : []),
  ]);
  if (!succeeded(`${name}: ${way}`, isBuilt)) return;
  // Windows finds a shared library in the folder of the program.
  const bin = join(root, prefix, 'bin');
  if (compiler.suffix === '.exe' && existsSync(bin)) {
    cpSync(bin, join(root, folder), { recursive: true, force: true });
  }
  runPrograms(`${name}: ${way}`, compiler, folder);
}

/** Installs the library and uses the installation. `more` are options of CMake. */
function installed(compilerName, isShared, more = []) {
  const compiler = compilers[compilerName];
  const name = `${compilerName}, ${isShared ? 'shared' : 'static'}`;
  heading(`${name}: installed`);
  const folder = `build/library/${compilerName}-${isShared ? 'shared' : 'static'}`;
  const prefix = `${folder}/prefix`;
  rmSync(join(root, prefix), { recursive: true, force: true });
  const options = [
    `-DBUILD_SHARED_LIBS=${isShared ? 'ON' : 'OFF'}`,
    `-DCMAKE_CXX_FLAGS=${warnings.join(' ')}`,
    '-DCMAKE_INSTALL_LIBDIR=lib',
    ...more,
  ];
  const isInstalled =
    cmake(compiler, '.', `${folder}/library`, options) &&
    run('cmake', ['--install', `${folder}/library`, '--prefix', prefix]).status === 0;
  if (!succeeded(`${name}: library`, isInstalled)) return;
  if (compilerName !== 'windows') {
    checkSymbols(name, compiler, libraryFile(prefix, isShared), isShared);
    byPkgConfig(name, compiler, prefix, folder, isShared);
  }
  byPackage(name, compiler, prefix, `${folder}/package`, 'package');
  byPackage(name, compiler, prefix, `${folder}/package-for-c`, 'package-for-c');
}

/** Uses the clone by add_subdirectory(), whole, or without the encodings that `leftOut` names. */
function subdirectory(compilerName, leftOut = []) {
  const way = leftOut.length === 0 ? 'subdirectory' : 'left-out';
  const name = `${compilerName}: ${way}`;
  heading(name);
  // A shell must not read the name of the folder.
  const folder = `build/library/${compilerName} (${way})`;
  const isBuilt = cmake(compilers[compilerName], 'test/library', folder, [
    `-DWAY=${way}`,
    `-DCLONE=${root}`,
    `-DWHATWG_ENCODING_LEAVE_OUT=${leftOut.join(';')}`,
    '-DCMAKE_BUILD_TYPE=Release',
    ...joined,
  ]);
  if (succeeded(name, isBuilt)) runPrograms(name, compilers[compilerName], folder);
}

/** Compares the two files, which are built already, with the reference. */
async function reference() {
  heading('reference');
  const folder = join(root, 'build/library/gcc-files');
  const program = join(folder, 'reference');
  const isBuilt = runs('g++', [
    '-std=c++20',
    '-O2',
    `-I${folder}`,
    'test/library/reference.cc',
    join(folder, 'whatwg_encoding.o'),
    '-o',
    program,
  ]);
  if (!succeeded('reference: program', isBuilt)) return;
  const decoded = join(folder, 'decoded');
  const tables = await Promise.all(
    [
      ['test/library/reference.mjs', decoded],
      ['test/proof/encoder-steps.mjs', ...encodableNames],
    ].map((args) => runAndKeep([process.execPath, ...args])),
  );
  const failed = tables.find(({ status }) => status !== 0);
  if (failed !== undefined) console.log(failed.output);
  if (!succeeded('reference: tables', failed === undefined)) return;
  const parts = Array.from({ length: availableParallelism() }, (_, part) => part);
  const runsOfParts = await Promise.all(
    parts.map((part) =>
      runAndKeep([program, decoded, 'build/proof', String(part), String(parts.length)]),
    ),
  );
  for (const [part, done] of runsOfParts.entries()) {
    suites.addPrinted(`reference: part ${part + 1} of ${parts.length}`, done);
  }
}

/** What a build can leave out: the ends of the names of the macros. */
const families =
  'SINGLE_BYTE CODE_PAGES GB18030 BIG5 EUC_JP ISO_2022_JP SHIFT_JIS EUC_KR DETECTOR'.split(' ');
const allButShiftJis = families.filter((name) => name !== 'SHIFT_JIS');
const macros = (names) => names.map((name) => `-DWHATWG_ENCODING_NO_${name}`);

// The tables that only encodings other than Shift_JIS need, and all of the detector.
const otherTables =
  /\bindex::k(?:Gb18030|EucKr|Big5|Jis0212|EucJpMs|Cp51932|SingleByte|CodePage|Iso2022Jp)\w*|\bdetect::/;

/** Builds the two files without some encodings, and runs the program that asks what is there. */
function leftOut(compilerName, names) {
  const compiler = compilers[compilerName];
  const name = `${compilerName}: two files without ${names.join(', ')}`;
  heading(name);
  const folder = join(root, `build/library/${compilerName}-left-out`);
  amalgamate(folder);
  const program = join(folder, `use_left_out${compiler.suffix ?? ''}`);
  const command = [
    compiler.cpp,
    '-std=c++20',
    '-O1',
    ...warnings,
    ...macros(names),
    `-I${folder}`,
    'test/library/use_left_out.cc',
    join(folder, 'whatwg_encoding.cc'),
    ...(compiler.sourceFlags ?? []),
  ];
  if (!compileAndRun(name, compiler, command, program)) return;
  if (names !== allButShiftJis || compilerName === 'windows') return;
  const tables = symbols(compiler, program).map((symbol) => symbol.name);
  check(`${name}: tables`, [
    ...tables.filter((table) => otherTables.test(table)).map((table) => `has ${table}`),
    ...(tables.some((table) => /\bindex::kJis0208$/.test(table)) ? [] : ['has no kJis0208']),
  ]);
}

/** Prints the sizes of a program that only reads Shift_JIS: the first example of the page, stripped. */
function sizes() {
  const folder = join(root, 'build/library/sizes');
  amalgamate(folder);
  const example = join(folder, 'example.cc');
  writeFileSync(example, examples()[0].program);
  const library = 'build/library/sizes/library';
  const isBuilt = cmake(compilers.gcc, '.', library, []);
  if (!isBuilt) throw new Error('the library did not build');
  const files = [`-I${folder}`, join(folder, 'whatwg_encoding.cc')];
  const cases = [
    ['an empty program', ['-xc++', '-'], 'int main() {}'],
    [
      'the static library of CMake',
      [example, `-I${folder}`, `${root}${library}/src/library/libwhatwg_encoding.a`],
    ],
    ['the one source file', [example, ...files]],
    [
      'the one source file without all other encodings and the detector',
      [example, ...files, ...macros(allButShiftJis)],
    ],
  ];
  for (const [name, args, input] of cases) {
    const program = join(folder, 'program');
    const sections = ['-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections'];
    const flags = ['-std=c++20', '-O3', '-s', ...sections, '-o', program];
    const { status, stderr } = spawnSync('g++', [...args, ...flags], { input, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    console.log(`${name}: ${Math.round(statSync(program).size / 1024)} KB`);
  }
}

/** The examples of the page, each a program in C++ or C with the lines that it prints. */
function examples() {
  const page = readFileSync(`${root}src/library/README.md`, 'utf8');
  return [...page.matchAll(/^```(cpp|c)\n([\s\S]*?)^```$/gm)].map(([, language, program]) => ({
    language,
    program,
    expected: [...program.matchAll(/\/\/ → (.*)/g)].map(([, line]) => line),
  }));
}

/** Compares the sizes of values that the page names with those of the header. */
function checkSizes() {
  const header = readFileSync(`${root}src/library/whatwg_encoding.h`, 'utf8');
  const page = readFileSync(`${root}src/library/README.md`, 'utf8');
  const [, named] = /are values of ([\d, and]+) bytes/.exec(page) ?? [];
  const sizes = [...header.matchAll(/\bstate_\[(\d+)\]/g)].map(([, size]) =>
    Number(size).toLocaleString('en'),
  );
  const isRight = named === sizes.join(', ').replace(/, (\S+)$/, ' and $1');
  check('sizes of values', isRight ? [] : [`the page has ${named}, the header ${sizes}`]);
}

/** What a program prints, as lines; a byte that is no UTF-8 stands there as `\\xE8`. */
function printedLines(bytes) {
  const shown = isUtf8(bytes)
    ? bytes.toString('utf8')
    : bytes
        .toString('latin1')
        .replace(/[\x80-\xff]/g, (unit) => `\\x${unit.charCodeAt(0).toString(16).toUpperCase()}`);
  return shown.trimEnd().split('\n');
}

/** Builds the two files by one call of the compiler, and the programs and examples with them. */
function amalgamated(compilerName) {
  const compiler = compilers[compilerName];
  const name = `${compilerName}: two files`;
  heading(name);
  const folder = join(root, `build/library/${compilerName}-files`);
  amalgamate(folder);
  const object = join(folder, 'whatwg_encoding.o');
  const strict = [...warnings, `-I${folder}`];
  const cpp = [compiler.cpp, '-std=c++20', ...strict];
  const compile = (command, ...args) => runs(command[0], [...command.slice(1), ...args]);
  const source = join(folder, 'whatwg_encoding.cc');
  // A program may compile the file with its own warnings, of which names that hide others are the most frequent.
  const flags = [
    '-O3',
    '-Wshadow',
    '-fno-exceptions',
    '-fno-rtti',
    ...(compiler.sourceFlags ?? []),
  ];
  if (!succeeded(name, compile(cpp, ...flags, '-c', source, '-o', object))) return;
  if (compilerName !== 'windows') checkSymbols(name, compiler, object, false);
  const c = [compiler.c, '-std=c11', ...strict];
  const programs = [
    ['use_cpp.cc', cpp, ['-pthread'], []],
    ['use_c.c', c, ['-lstdc++'], []],
    ['streams.cc', cpp, ['-O1'], [compiler.emulator === undefined ? '3000' : '300']],
    // A thread with a small stack can decode: no call takes more of it than the page says.
    ...(compiler.emulator === undefined ? [['stack.cc', cpp, ['-O1', '-pthread'], []]] : []),
  ];
  for (const [source, command, flags, args] of programs) {
    const program = join(folder, `${source.replace('.', '_')}${compiler.suffix ?? ''}`);
    const all = [...command, `test/library/${source}`, object, ...flags];
    compileAndRun(`${name}: ${source}`, compiler, all, program, ...args);
  }
  if (compiler.emulator !== undefined) return;
  // This is what examples read.
  const file = join(folder, 'shift_jis.txt');
  writeFileSync(file, Buffer.from('82b182f182c982bf82cd', 'hex'));
  for (const [number, { language, program, expected }] of examples().entries()) {
    const path = join(folder, `example_${number}`);
    const source = `${path}.${language}`;
    writeFileSync(source, program);
    const label = `${name}: example ${number + 1} of the page`;
    const command = language === 'c' ? c : cpp;
    if (!succeeded(label, compile(command, source, object, '-lstdc++', '-o', path))) continue;
    const printed = printedLines(spawnSync(path, [file]).stdout);
    const isRight = printed.join('\n') === expected.join('\n');
    check(label, isRight ? [] : [`prints ${JSON.stringify(printed)}`]);
  }
}

/** Runs the programs under sanitizers, with the two files. */
function sanitized(compilerName) {
  const compiler = compilers[compilerName];
  const folder = join(root, `build/library/${compilerName}-sanitized`);
  amalgamate(folder);
  const cases = [
    ['address,undefined', ['use_cpp.cc', 'use_c.c', 'streams.cc']],
    ['thread', ['use_cpp.cc']],
  ];
  for (const [sanitizers, programs] of cases) {
    const name = `${compilerName}: two files, -fsanitize=${sanitizers}`;
    heading(name);
    const object = join(folder, `${sanitizers}.o`);
    const flags = ['-O1', '-g1', `-I${folder}`, `-fsanitize=${sanitizers}`];
    const own = ['-fno-sanitize-recover=all', '-DWHATWG_ENCODING_ASSERTIONS'];
    const cpp = [...flags, '-std=c++20', ...own];
    const source = join(folder, 'whatwg_encoding.cc');
    if (!succeeded(name, runs(compiler.cpp, [...cpp, '-c', source, '-o', object]))) continue;
    for (const program of programs) {
      const path = join(folder, program.replace('.', '_'));
      const isC = program.endsWith('.c');
      const [command, ...first] = isC ? [compiler.c, '-std=c11', ...flags] : [compiler.cpp, ...cpp];
      const all = [command, ...first, `test/library/${program}`, object, '-lstdc++', '-pthread'];
      compileAndRun(`${name}: ${program}`, compiler, all, path, '1000');
    }
  }
}

const wanted = process.argv.slice(2);
if (wanted.includes('sizes')) {
  sizes();
  process.exit();
}
const unknown = wanted.filter((name) => name !== 'all' && !Object.hasOwn(compilers, name));
if (unknown.length > 0) {
  console.error(`test:core -- library: no compiler ${unknown.join(', ')}`);
  process.exit(1);
}
if (wanted.length === 0) {
  installed('gcc', true, joined);
  subdirectory('clang');
  amalgamated('gcc');
  leftOut('gcc', allButShiftJis);
  await reference();
} else {
  const chosen = wanted.includes('all') ? Object.keys(compilers) : wanted;
  for (const name of chosen) {
    for (const isShared of [false, true]) installed(name, isShared);
    subdirectory(name);
    amalgamated(name);
    leftOut(name, allButShiftJis);
    subdirectory(name, allButShiftJis);
    if (name !== 'gcc') continue;
    for (const family of families) leftOut(name, [family]);
    sanitized(name);
    await reference();
  }
}
checkSizes();
sumUp(suites.all);

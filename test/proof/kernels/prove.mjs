// Proves that kernels give what they have to give for every input of some sizes: clang translates them to LLVM's intermediate
// representation, run.mjs makes circuits of it, and z3 finds no input with which the results differ from statements.mjs.
// test/proof/README.md says what that shows.
// Usage: npm run test:proof -- kernels [--planted] [SET]... [KERNEL]...

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HandlerError } from '../../reference/process.mjs';
import { root } from '../../tools/run/cmake.mjs';
import { copySources, temporaryFolder } from '../../tools/run/folders.mjs';
import { run, secondsSince, stepsOf, succeeds } from '../../tools/run/machine.mjs';
import { Suites, sumUp } from '../../tools/run/suites.mjs';
import { decoderOf, names } from '../reference.mjs';
import * as c from './circuit.mjs';
import { readModule } from './ir.mjs';
import { constant, Machine } from './run.mjs';
import { outcome, statements } from './statements.mjs';

const SETS = { scalar: '7kScalarE', sse2: '5kSse2E', avx2: '5kAvx2E' };
const ACTIVE = '@_ZN15whatwg_encoding4simd14active_kernelsE';

const place = (object) => ({ object, offset: constant(64, 0) });
const pointerCells = (pointer) => Array.from({ length: 8 }, (_, part) => ({ pointer, part }));
const numberCells = (numbers, bytes) =>
  numbers.flatMap((number) =>
    Array.from({ length: bytes }, (_, at) => c.constant(8, BigInt(number >>> (8 * at)))),
  );

/** The code units of the 256 bytes of each encoding in which every byte is a character, those of ASCII the same ones. */
function singleByteTables() {
  const tables = new Map();
  for (const name of names.filter((one) => one !== 'replacement')) {
    const units = Array.from({ length: 256 }, (_, byte) => {
      const found = decoderOf(name).handler(undefined, byte);
      return found instanceof HandlerError ? 0 : found;
    });
    const isTable = units.every(
      (unit, byte) =>
        typeof unit === 'number' && (unit > 0 ? byte > 127 || unit === byte : byte === 0),
    );
    if (isTable) tables.set(name, units);
  }
  return tables;
}

/**
 * The kernels: the place in `struct Kernels`, the statement, sizes of input, bytes of each unit of output, whether it returns how many
 * units it has written, and `tables` by name, each of which makes the first argument. A kernel with `sets` is proved in these sets alone: the
 * circuits of the other sets do not fit into memory, or have instructions that run.mjs does not know.
 */
const kernels = {
  widen_ascii: { field: 1, statement: 'widenAscii', sizes: [33, 64], bytes: 2 },
  copy_ascii: { field: 2, statement: 'copyAscii', sizes: [33, 64], bytes: 1 },
  non_c1_prefix: { field: 5, statement: 'skipOthers', sizes: [33, 64], bytes: 0 },
  utf8_to_utf16: {
    field: 6,
    statement: 'utf8ToUtf16',
    sets: ['scalar', 'sse2'],
    sizes: [8],
    bytes: 2,
    counts: true,
  },
  copy_utf8: { field: 7, statement: 'copyUtf8', sizes: [32, 35], bytes: 1 },
  decode_single_byte: {
    field: 10,
    statement: 'singleByte',
    sets: ['avx2'],
    sizes: [96],
    bytes: 2,
    tables: singleByteTables,
  },
};

/** Compares a kernel of a set with the statement for input of a size. Returns what differs, or null. */
function compare(modules, set, { field, statement, bytes, counts, tables }, size, data) {
  c.clear();
  const machine = new Machine(modules);
  const input = Array.from({ length: size }, c.byteVariables);
  machine.objects.set('input', { cells: input, isConstant: true });
  machine.objects.set('output', {
    cells: Array.from({ length: size * Math.max(bytes, 1) + 64 }, () => c.variables(8)),
  });
  let table;
  if (Array.isArray(data)) {
    machine.objects.set('units', { cells: numberCells(data, 2), isConstant: true });
    machine.objects.set('table', {
      cells: [...pointerCells(place('units')), ...pointerCells(place('none'))],
    });
    const list = data.map((unit) => c.constant(16, BigInt(unit)));
    table = (byte) => c.select(list, byte);
  }
  const values = [
    ...(tables ? [place('table')] : []),
    place('input'),
    constant(64, size),
    ...(bytes ? [place('output')] : []),
  ];
  const kernelSet = machine.pointerTo(`@_ZN15whatwg_encoding4simd${SETS[set]}`, modules[0]);
  machine.objects.set(ACTIVE, { cells: pointerCells(kernelSet) });
  const found = machine.run(
    machine.objects.get(kernelSet.object).cells[8 * field].pointer,
    values,
    new Map(),
  );
  const { ends, units } = outcome(statements[statement], input, table);
  let queries = 0;
  const ask = (what, literal) => {
    if (literal === 0) return null;
    queries += 1;
    const model = c.solve(literal, join(folder, 'question.cnf'));
    if (model === null) return null;
    const is = c.evaluator(model);
    const text = input.map((byte) =>
      byte
        .reduce((sum, bit, at) => sum + (Number(is(bit)) << at), 0)
        .toString(16)
        .padStart(2, '0'),
    );
    return `${what} of ${text.join(' ')}`;
  };
  let result =
    ask('an access outside of memory', c.any(machine.outside)) ??
    ask('no end', c.not(c.any(found.map(({ path }) => path))));
  const byResult = new Map();
  for (const { read, written, path } of ends) {
    const key = counts ? `${read}, ${written}` : `${read}`;
    byResult.set(key, { path: c.or(byResult.get(key)?.path ?? 0, path), written });
  }
  for (const { path, values: list, memory } of found) {
    if (result !== null) break;
    const key = list.map(({ value }) => value).join(', ');
    const end = byResult.get(key);
    result = ask(`result ${key}`, c.and(path, c.not(end?.path ?? 0)));
    if (end === undefined || bytes === 0) continue;
    const text = units.slice(0, end.written).flat();
    const written = machine
      .cellsOf({ memory }, 'output')
      .slice(0, end.written * bytes)
      .flat();
    for (let at = 0; at < end.written && result === null; ++at) {
      const [a, b] = [text, written].map((bits) =>
        bits.slice(8 * bytes * at, 8 * bytes * (at + 1)),
      );
      result = ask(`unit ${at} with result ${key}`, c.and(path, c.not(c.equal(a, b))));
    }
  }
  return { result, ends: found.length, queries };
}

const { fail, installDebianPackages } = stepsOf('kernels');
installDebianPackages(
  () => ['clang', 'z3'].filter((name) => !succeeds(name, ['--version'])),
  'this proof needs',
  'clang and z3',
);
const folder = temporaryFolder('kernels');

/** The modules of src/simd in a copy of the sources. */
function translate(sources) {
  const files = readdirSync(join(sources, 'src/simd')).filter((name) =>
    /^(sse2|avx2|scalar.*)\.cc$/.test(name),
  );
  return files.map((name) => {
    const options = [
      '-std=c++20',
      '-O1',
      '-S',
      '-emit-llvm',
      '-fno-exceptions',
      '-fno-rtti',
      '--target=x86_64-linux-gnu',
    ];
    const { status, stdout, output } = run('clang++', [
      ...options,
      join(sources, 'src/simd', name),
      '-o',
      '-',
    ]);
    if (status !== 0) fail(`clang++ cannot translate ${name}`, output);
    return readModule(stdout);
  });
}

/** Mistakes, each in a line of a copy of the sources: { file, from, to, set, kernel }. */
const mistakes = [
  {
    file: 'vector-inl.h',
    from: 'V::Fill8(0xE0), V::Fill8(0x80)',
    to: 'V::Fill8(0xF0), V::Fill8(0x80)',
    set: 'avx2',
    name: 'non_c1_prefix',
  },
  // A second byte of 0x90 to 0x9F behind F4 makes code points above U+10FFFF.
  {
    file: 'unicode-inl.h',
    from: 'Nibbles(0x4, 0xF), Nibbles(0x9, 0xB)',
    to: 'Nibbles(0x4, 0xF), Nibbles(0xA, 0xB)',
    set: 'avx2',
    name: 'copy_utf8',
  },
];

/** Finds mistakes that are planted. */
function findPlanted() {
  for (const { file, from, to, set, name } of mistakes) {
    const sources = join(folder, name);
    copySources(sources);
    const path = join(sources, 'src/simd', file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) fail(`${file} has no ${from}`);
    writeFileSync(path, text.replace(from, to));
    const kernel = kernels[name];
    const { result } = compare(translate(sources), set, kernel, kernel.sizes[0]);
    suites.add('planted', result !== null);
    console.log(`${set}, ${name}, ${from} is ${to}: ${result ?? 'not found'}`);
  }
}

/** Proves the kernels of a set. */
function prove(modules, set, name) {
  const kernel = kernels[name];
  for (const [table, data] of kernel.tables?.() ?? [['', undefined]]) {
    for (const size of kernel.sizes) {
      const start = performance.now();
      const { result, ends, queries } = compare(modules, set, kernel, size, data);
      suites.add(`${set}, ${name}`, result === null);
      const seconds = secondsSince(start);
      const found = result ?? `proved, ${ends} results, ${queries} questions`;
      console.log(
        `${set}, ${name}${table && ` of ${table}`}, ${size} bytes, ${seconds} s: ${found}`,
      );
    }
  }
}

const chosen = process.argv.slice(2);
const named = (all) => {
  const some = all.filter((name) => chosen.includes(name));
  return some.length > 0 ? some : all;
};
const suites = new Suites();
if (chosen.includes('--planted')) {
  findPlanted();
} else {
  const modules = translate(root);
  for (const set of named(Object.keys(SETS))) {
    for (const name of named(Object.keys(kernels))) {
      if (kernels[name].sets?.includes(set) ?? true) prove(modules, set, name);
    }
  }
}
sumUp(suites.all);

// Measures the C++ core, and the library of src/library/ on it, beside encoding_rs in native code, ICU and iconv(3); and the detector
// beside uchardet and ICU.
//
// Usage: npm run bench -- core [--corpora DIR] [--cells PATTERN] [--rounds N] [--quick]
//   [--table FILE]
// It prints a summary. The tables of every cell go into --table.
// encoding_rs comes from Debian's package librust-encoding-rs-dev; cargo builds it for the processor of this machine. ICU is the package libicu-dev, uchardet libuchardet-dev.
// Exits with 1 when the core and encoding_rs disagree, or when there is nothing to measure.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { amalgamate } from '../release/amalgamate.mjs';
import { build, root } from '../run/cmake.mjs';
import { corpora as allCorpora, Corpora, readTexts } from './corpora.mjs';
import { buildEncodingRs } from './encoding-rs.mjs';
import {
  geomean,
  headingList,
  leastBy,
  machine,
  say,
  table,
  times,
  writeCells,
} from './report.mjs';
import { scratchFolder } from './scratch.mjs';

const { values: options } = parseArgs({
  options: {
    corpora: { type: 'string' },
    cells: { type: 'string', default: '' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    table: { type: 'string', default: 'build/bench/core-cells.md' },
  },
});

const BUILD = 'build/cmake-bench';
const bar = { floor: 1.8, geomean: 4 };
const rival = 'encoding_rs';

const twoFiles = scratchFolder('library');
amalgamate(twoFiles);
rmSync(join(twoFiles, 'whatwg_encoding.o'), { force: true });

/** Builds a program or a shared library of this folder with the library as two files. Returns its path, or null. */
function buildWithLibrary(source, ...flags) {
  const path = join(twoFiles, source.replace('.cc', ''));
  const object = join(twoFiles, 'whatwg_encoding.o');
  const compile = (output, ...args) =>
    spawnSync('c++', ['-std=c++20', '-O3', '-fPIC', `-I${twoFiles}`, ...args, '-o', output], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0;
  const isHere = existsSync(object) || compile(object, join(twoFiles, 'whatwg_encoding.cc'), '-c');
  const own = fileURLToPath(new URL(`core/${source}`, import.meta.url));
  return isHere && compile(path, own, object, ...flags) ? path : null;
}

// The names that iconv(3) has for the encodings of the standard.
const iconvNames = {
  shift_jis: 'CP932',
  'euc-jp': 'EUC-JP-MS',
  'iso-2022-jp': 'ISO-2022-JP-2',
  big5: 'BIG5-HKSCS',
  'euc-kr': 'CP949',
  'windows-1251': 'CP1251',
  'windows-1252': 'CP1252',
  'windows-874': 'CP874',
};

/** Writes the inputs into `folder`. Returns the manifest that core_bench reads. */
async function writeInputs(folder) {
  const { default: product } = await import('../../../lib/index.js');
  const corpora = new Corpora(readTexts(options.corpora), product);
  const pattern = new RegExp(options.cells, 'i');
  const lines = [];
  for (const corpus of allCorpora) {
    // ASCII text is measured in UTF-8 only, since all other encodings treat it in the same way.
    if (!corpora.has(corpus) || (corpus.ascii && corpus.label !== 'utf-8')) continue;
    for (const kind of corpus.ascii ? ['ascii'] : ['html', 'text']) {
      if (!pattern.test(`${corpus.name} ${kind}`)) continue;
      const bytes = kind === 'html' ? corpora.html(corpus) : corpora.bytes(corpus, 'text');
      const file = join(folder, `${lines.length}`);
      writeFileSync(file, bytes);
      const name = `${kind} ${corpus.language}`;
      lines.push([corpus.label, name, iconvNames[corpus.label] ?? corpus.label, file].join('\t'));
    }
  }
  return lines.join('\n');
}

/** Detects the encodings of the dense texts. Returns rows of a table, or null when a detector is not here. */
function detect(manifest) {
  const program = buildWithLibrary('detection.cc', '-luchardet', '-licui18n', '-licuuc');
  if (program === null) return null;
  const files = manifest
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, kind]) => kind.startsWith('text'));
  const { stdout } = spawnSync(program, ['9', ...files.map(([, , , file]) => file)], {
    encoding: 'utf8',
  });
  const results = stdout.split('\n').map((line) => line.split('\t'));
  return files.map(([label, kind, , file]) => [
    `${label} ${kind}`,
    ...results
      .filter(([of]) => of === file)
      .flatMap(([, , found, speedOf]) => [found || 'none', speedOf]),
  ]);
}

/** Returns the columns of a participant in the row of a cell: its speed and, for all but the core, its ratio to the core. */
function columnsOf({ bytes, results }, name) {
  const { core, [name]: result } = results;
  if (result === undefined) return ['–', '–'];
  const speed = (bytes / result.median).toFixed(2);
  if (name === 'core') return [speed];
  return [`${speed}${result.verdict === 'wrong' ? '!' : ''}`, times(result.median / core.median)];
}

/** Returns the row with the worst cell and the geometric mean against one rival, for HTML and dense text. */
function summarize(cells, operation, name) {
  const own = cells
    .filter((cell) => operation === 'all' || cell.operation === operation)
    .filter(({ kind, results }) => !/^ascii/.test(kind) && results[name] !== undefined)
    .map((cell) => ({ ...cell, ratio: cell.results[name].median / cell.results.core.median }));
  if (own.length === 0) return [];
  const worst = leastBy(own, ({ ratio }) => ratio);
  const mean = geomean(own.map(({ ratio }) => ratio));
  const under = own.filter(({ ratio }) => ratio < bar.floor).length;
  const verdict = under === 0 && mean >= bar.geomean ? 'reached' : 'NOT reached';
  const cell = `${worst.operation}, ${worst.label} ${worst.kind}`;
  const figures = [own.length, cell, times(worst.ratio), under, times(mean)];
  return [[operation, name, ...figures, name.startsWith(rival) ? verdict : '']];
}

say(`building the core into ${BUILD} …`);
const flags = ['-DCORE_BENCH=ON', '-DCMAKE_BUILD_TYPE=Release'];
if (!build(BUILD, [...flags, '-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG'])) {
  say('the core did not build');
  process.exit(1);
}
const forCargo = 'cargo and librust-encoding-rs-dev are';
const libraries = [];
for (const [name, needs, buildOne] of [
  [rival, forCargo, () => buildEncodingRs()],
  [`${rival} fast`, forCargo, () => buildEncodingRs(['fast'])],
  ['library', 'c++ is', () => buildWithLibrary('library.cc', '-shared')],
  ['icu', 'libicu-dev is', () => buildWithLibrary('icu.cc', '-shared', '-licuuc')],
]) {
  say(`building ${name} …`);
  const library = buildOne();
  if (library !== null) libraries.push(`${name}=${library}`);
  else say(`${name} is not here: ${needs} needed`);
}

const folder = mkdtempSync(join(scratchFolder('core'), 'inputs-'));
const manifest = await writeInputs(folder);
const rounds = options.rounds ?? (options.quick ? '7' : '15');
const batch = options.quick ? '2' : '6';
const { status, stdout, stderr } = spawnSync(
  `${root}${BUILD}/core_bench`,
  [rounds, batch, ...libraries],
  { input: manifest, encoding: 'utf8', maxBuffer: 1 << 28 },
);
const detected = detect(manifest);
rmSync(folder, { recursive: true });
const cells = (stdout ?? '')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
if (status !== 0 || cells.length === 0) {
  say(`nothing was measured: ${stderr}`);
  process.exit(1);
}
for (const cell of cells) {
  cell.results = Object.fromEntries(cell.results.map((result) => [result.name, result]));
}
const measured = new Set(cells.flatMap(({ results }) => Object.keys(results)));
const rivals = [...measured].filter((name) => name !== 'core' && name !== 'iconv').concat('iconv');

const heading = [
  machine,
  `texts: ${options.corpora ?? "the repository's own"}; ${rounds} rounds, processor time; ` +
    `${new Date().toISOString().slice(0, 10)}`,
  'speeds are GB/s of encoded bytes, read or written; ratios are ours to theirs; ' +
    '`!` other output than ours',
];
const list = headingList(heading);
console.log(list);
const header = ['input', 'core', ...rivals.flatMap((name) => [name, 'ratio'])];
const operations = [...new Set(cells.map(({ operation }) => operation))];
const sections = operations.map((operation) => {
  const rows = cells
    .filter((cell) => cell.operation === operation)
    .map((cell) => [
      `${cell.label} ${cell.kind}`,
      ...['core', ...rivals].flatMap((name) => columnsOf(cell, name)),
    ]);
  return `### ${operation}\n\n${table(header, rows)}\n`;
});
writeCells(options.table, [list, ...sections].join('\n'));
const summaryHeader = [
  'operation',
  'rival',
  'cells',
  'worst cell',
  'ratio',
  'under',
  'geomean',
  '',
];
const summary = [...operations, 'all'].flatMap((operation) =>
  rivals.flatMap((name) => summarize(cells, operation, name)),
);
console.log(
  `### Summary\n\nHTML and dense text; floor ${bar.floor}, geometric mean ${bar.geomean}.\n`,
);
console.log(table(summaryHeader, summary, [1, 3, 7]));
if (detected === null) {
  say('detection is not measured: libuchardet-dev and libicu-dev are needed');
} else {
  console.log('\n### Detection\n\nDense text; the encoding that each finds, and MB/s.\n');
  console.log(
    table(['input', 'library', 'MB/s', 'uchardet', 'MB/s', 'icu', 'MB/s'], detected, [1, 3, 5]),
  );
}

const disagreed = cells.filter(({ results }) =>
  Object.values(results).some(({ name, verdict }) => name.startsWith(rival) && verdict === 'wrong'),
);
for (const { operation, label, kind } of disagreed) {
  say(`the core and ${rival} disagree: ${operation}, ${label} ${kind}`);
}
if (disagreed.length > 0) process.exitCode = 1;

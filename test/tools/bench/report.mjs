// Makes tables, comparisons and summaries of the figures of a run.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { rowsOfSummary } from './groups.mjs';

export const geomean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/**
 * Compares the results of a cell: ours, the fastest peer whose output is right, a faster peer whose output is wrong, and the fastest
 * plain copy. Ratios are their time divided by ours. `results` are { name, kind, verdict, median, … }.
 */
export function judge(results) {
  const ours = results.find(({ kind }) => kind === 'ours');
  const fastest = (candidates) =>
    candidates.reduce(
      (best, candidate) => (best && best.median <= candidate.median ? best : candidate),
      null,
    );
  const measured = (wanted) =>
    results.filter(({ kind, median }) => kind === wanted && median !== undefined);
  const right = (wanted) => measured(wanted).filter(({ verdict }) => verdict !== 'wrong');
  const best = fastest(right('peer'));
  const any = fastest(measured('peer'));
  const plain = fastest(measured('plain'));
  const ratio = (other) => (other === null ? null : other.median / ours.median);
  return {
    ours,
    best,
    ratio: ratio(best),
    wrongButFaster: any !== null && any !== best ? any : null,
    ratioToAny: ratio(any),
    plain,
    ratioToPlain: ratio(plain),
  };
}

/** Writes a line to standard error: progress and warnings, which are not part of the report. */
export const say = (line) => process.stderr.write(`bench: ${line}\n`);

/** Returns the title of a cell, which no other cell has. */
export const cellTitle = ({ title, corpus, size }) => `${title} ${corpus.name} ${size}`;

/** Formats the milliseconds of a call: as a time for small inputs, as GB of input a second for large ones. */
export function figure(milliseconds, bytes) {
  if (bytes >= 64 * 1024) return `${(bytes / milliseconds / 1e6).toFixed(2)} GB/s`;
  if (milliseconds < 0.00995) return `${(milliseconds * 1e6).toFixed(0)} ns`;
  return `${(milliseconds * 1e3).toFixed(milliseconds < 0.1 ? 1 : 0)} µs`;
}

const times = (ratio) => (ratio === null ? '–' : `${ratio.toFixed(2)}×`);

// `!`: the output for this input is wrong. `~`: it is right here, but wrong for other input in this encoding.
const marks = { wrong: '!', elsewhere: '~', right: '' };

function named(result, bytes) {
  if (result === null) return '–';
  return `${result.name}${marks[result.verdict] ?? ''} ${figure(result.median, bytes)}`;
}

/**
 * Formats rows of strings as a Markdown table. The first column and those of `left` are aligned to the
 * left, all others to the right.
 */
export function table(header, rows, left = []) {
  const width = header.map((_, k) =>
    Math.max(...[header, ...rows].map((row) => [...row[k]].length)),
  );
  const isLeft = (k) => k === 0 || left.includes(k);
  const pad = (cell, k) => {
    const space = ' '.repeat(width[k] - [...cell].length);
    return isLeft(k) ? cell + space : space + cell;
  };
  const line = (row) => `| ${row.map(pad).join(' | ')} |`;
  const rule = width.map((n, k) => (isLeft(k) ? '-'.repeat(n) : `${'-'.repeat(n - 1)}:`));
  return [line(header), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

const cellHeader = [
  'cell',
  'ours',
  'best exact peer',
  'ratio',
  'faster but wrong',
  'ratio',
  'plain copy',
];

/** Returns the row of a cell. */
function cellRow({ corpus, size, bytes, verdict }) {
  const { ours, best, ratio, wrongButFaster, ratioToAny, plain, ratioToPlain } = verdict;
  return [
    `${corpus.name} ${size}`,
    figure(ours.median, bytes),
    named(best, bytes),
    times(ratio),
    wrongButFaster === null ? '' : named(wrongButFaster, bytes),
    wrongButFaster === null ? '' : times(ratioToAny),
    plain === null ? '' : `${named(plain, bytes)} ${times(ratioToPlain)}`,
  ];
}

const cellTable = (cells) => table(cellHeader, cells.map(cellRow), [2, 4, 6]);

/**
 * Writes the tables of every cell into a file, which a release has beside its tarball. What a command prints is shorter:
 * Markdown to be pasted into BENCHMARKS.md as it is.
 */
export function writeCells(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text.trimEnd()}\n`);
  say(`every cell: ${file}`);
}

/** Formats the lines that say on which machine and how something was measured, as a list. */
export const headingList = (lines) => `${lines.map((line) => `- ${line}`).join('\n')}\n`;

/** Returns one table for each group, under its heading. */
export function groupSections(cells) {
  const headingOf = ({ title, group }) => `### ${title} (${group})`;
  const sectionOf = (heading) =>
    `${heading}\n\n${cellTable(cells.filter((cell) => headingOf(cell) === heading))}\n`;
  return [...new Set(cells.map(headingOf))].map(sectionOf).join('\n');
}

/**
 * Returns the table of the group `heap`: one row for each page, one column for each size of heap, and the
 * geometric means, or with `isShort` only these. Returns an empty string when no cell is of that group.
 */
export function heapSection(cells, isShort = false) {
  const own = cells.filter(({ heap, verdict }) => heap !== undefined && verdict.ratio !== null);
  if (own.length === 0) return '';
  const inEach = (wanted, show) =>
    heapsOf(own).map((megabytes) => {
      const some = own.filter((cell) => cell.heap.megabytes === megabytes && wanted(cell));
      return some.length === 0 ? '–' : show(some);
    });
  const mean = (some) => times(geomean(some.map(({ verdict }) => verdict.ratio)));
  const distinct = (nameOf) => [...new Set(own.map(nameOf))];
  const pageOf = ({ corpus, size }) => `${corpus.name} ${size}`;
  const all = () => true;
  const rows = [
    [
      'live objects, MB',
      ...inEach(all, (some) => Math.max(...some.map(({ heap }) => heap.used)).toFixed(0)),
    ],
    ...(isShort ? [] : distinct(pageOf)).map((page) => [
      page,
      ...inEach((cell) => pageOf(cell) === page, mean),
    ]),
    ...distinct(({ size }) => size).map((size) => [
      `geometric mean, ${size}`,
      ...inEach((cell) => cell.size === size, mean),
    ]),
    ['geometric mean', ...inEach(all, mean)],
  ];
  const header = ['ratio in a heap of', ...heapsOf(own).map((megabytes) => `${megabytes} MB`)];
  return `### Decode by size of heap (heap)\n\n${table(header, rows)}\n`;
}

/**
 * Returns the table of a run with the WebAssembly module: the geometric mean of the ratios in each group, of input from
 * 1 KB on in legacy encodings, and beside it that of ASCII and that of UTF-8, UTF-16 and UTF-32.
 */
export function backendSection(cells) {
  const KB = 1024;
  const own = cells.filter(({ bytes, verdict }) => bytes >= 0.9 * KB && verdict.ratio !== null);
  const kinds = [
    (corpus) => !corpus.ascii && !corpus.label.startsWith('utf'),
    (corpus) => corpus.ascii,
    (corpus) => !corpus.ascii && corpus.label.startsWith('utf'),
  ];
  const meansOf = (some) =>
    kinds.map((isKind) => {
      const ratios = some
        .filter(({ corpus }) => isKind(corpus))
        .map(({ verdict }) => verdict.ratio);
      return ratios.length === 0 ? '–' : `${times(geomean(ratios))} (${ratios.length})`;
    });
  const groupNames = [...new Set(own.map(({ group }) => group))];
  const rows = groupNames.map((name) => [
    name,
    ...meansOf(own.filter(({ group }) => group === name)),
  ]);
  const header = [
    'group, from 1 KB on (cells)',
    'legacy encodings',
    'ASCII',
    'UTF-8, UTF-16 and UTF-32',
  ];
  return `### The WebAssembly module and the best exact peer in JavaScript\n\n${table(header, [...rows, ['all', ...meansOf(own)]])}\n`;
}

const heapsOf = (cells) =>
  [...new Set(cells.map(({ heap }) => heap.megabytes))].sort((a, b) => a - b);

/** Returns a table with all participants of some cells. */
export function detailTable(cells) {
  const rows = cells.flatMap((cell) =>
    cell.results.map((result) => [
      `${cell.corpus.name} ${cell.size}`,
      `${result.name}${marks[result.verdict] ?? ''}`,
      result.median === undefined ? result.problem : figure(result.median, cell.bytes),
      result.median === undefined ? '' : figure(result.best, cell.bytes),
      result.median === undefined ? '' : times(result.median / cell.verdict.ours.median),
    ]),
  );
  return table(['cell', 'participant', 'median', 'best', 'ratio'], rows, [1]);
}

/**
 * Returns one entry for each row of the summary that has cells: the worst cell, and the geometric mean of the ratios to the best
 * exact peer and to the best of all peers.
 */
export const summarize = (cells) =>
  rowsOfSummary.flatMap(({ title, has }) => {
    const own = cells.filter((cell) => has(cell) && cell.verdict.ratio !== null);
    if (own.length === 0) return [];
    const worst = own.reduce((a, b) => (a.verdict.ratio <= b.verdict.ratio ? a : b));
    return {
      title,
      cells: own.length,
      worst: { cell: cellTitle(worst), ratio: worst.verdict.ratio },
      slower: own.filter(({ verdict }) => verdict.ratio < 1).length,
      geomean: geomean(own.map(({ verdict }) => verdict.ratio)),
      geomeanToAny: geomean(own.map(({ verdict }) => verdict.ratioToAny)),
    };
  });

function summaryTable(summary) {
  const header = [
    'group',
    'cells',
    'worst cell',
    'ratio',
    'below 1',
    'geomean',
    'geomean with wrong peers',
  ];
  const rows = summary.map((row) => [
    row.title,
    String(row.cells),
    row.worst.cell,
    times(row.worst.ratio),
    String(row.slower),
    times(row.geomean),
    times(row.geomeanToAny),
  ]);
  return table(header, rows, [2]);
}

// The greatest number of cells in the list of cells in which a peer is faster.
const MAX_WORST_CELLS = 6;

/** Returns the table of the cells in which a peer is the most faster, or an empty string when there are none. */
export function worstSection(cells) {
  const slower = cells.filter(({ verdict }) => verdict.ratio !== null && verdict.ratio < 1);
  const rows = slower
    .sort((a, b) => a.verdict.ratio - b.verdict.ratio)
    .slice(0, MAX_WORST_CELLS)
    .map((cell) => [
      cellTitle(cell),
      times(cell.verdict.ratio),
      named(cell.verdict.best, cell.bytes),
    ]);
  if (rows.length === 0) return '';
  const header = ['cell', 'ratio', 'best exact peer'];
  const count =
    rows.length < slower.length ? `${rows.length} of ${slower.length}` : `${rows.length}`;
  return `### Cells in which a peer is faster (${count})\n\n${table(header, rows, [2])}\n`;
}

/** The summary that summarize() gives as a table, with a heading. BENCHMARKS.md says what the words and signs mean. */
export const summarySection = (summary) => `### Summary\n\n${summaryTable(summary)}\n`;

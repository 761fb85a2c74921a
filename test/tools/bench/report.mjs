// Makes tables, comparisons and summaries of the figures of a run.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';

export const geomean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns the least of some values by a number that belongs to each, or undefined when there is none. */
export const leastBy = (values, numberOf) =>
  [...values].sort((a, b) => numberOf(a) - numberOf(b))[0];

/**
 * Compares the results of a cell: ours, the fastest peer whose output is right, and the fastest of all peers.
 * Ratios are their time divided by ours. `results` are { name, kind, verdict, median, … }.
 */
export function judge(results) {
  const ours = results.find(({ kind }) => kind === 'ours');
  const peers = results.filter(({ kind, median }) => kind === 'peer' && median !== undefined);
  const fastest = (some) => leastBy(some, ({ median }) => median);
  const best = fastest(peers.filter(({ verdict }) => verdict !== 'wrong'));
  const ratio = (other) => (other === undefined ? null : other.median / ours.median);
  return { ours, best, ratio: ratio(best), ratioToAny: ratio(fastest(peers)) };
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

export const times = (ratio) => `${ratio.toFixed(2)}×`;

// `!`: the output for this input is wrong. `~`: it is right here, but wrong for other input in this encoding.
const marks = { wrong: '!', elsewhere: '~', right: '' };
const marked = ({ name, verdict }) => `${name}${marks[verdict]}`;

/**
 * Formats rows as a Markdown table. The first column and those of `left` are aligned to the
 * left, all others to the right.
 */
export function table(header, rows, left = []) {
  const lines = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, k) => Math.max(...lines.map((row) => [...row[k]].length)));
  const isLeft = (k) => k === 0 || left.includes(k);
  const pad = (cell, k) => {
    const space = ' '.repeat(widths[k] - [...cell].length);
    return isLeft(k) ? cell + space : space + cell;
  };
  const rule = widths.map((n, k) => (isLeft(k) ? '-'.repeat(n) : `${'-'.repeat(n - 1)}:`));
  lines.splice(1, 0, rule);
  return lines.map((row) => `| ${row.map(pad).join(' | ')} |`).join('\n');
}

/** The processor and the system of this machine. */
export const machine = `${cpus()[0].model.trim()}, ${process.platform} ${process.arch}`;

/** Formats the lines that say on which machine and how something was measured, as a list. */
export const headingList = (lines) => `${lines.map((line) => `- ${line}`).join('\n')}\n`;

/** Writes the tables of every cell into a file, which a release has beside its tarball. What a command prints is shorter. */
export function writeCells(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text.trimEnd()}\n`);
  say(`every cell: ${file}`);
}

/** Returns the different values of a property of the cells. */
const distinct = (cells, property) => [...new Set(cells.map(property))];
const compared = (cells) => cells.filter(({ verdict }) => verdict.ratio !== null);
const ratiosOf = (cells) => cells.map(({ verdict }) => verdict.ratio);

/** Returns one table for each group, under its heading, with all participants of its cells. */
export function groupSections(cells) {
  const headingOf = ({ title, group }) => `### ${title} (${group})`;
  const rowsOf = ({ corpus, size, bytes, results, verdict }) =>
    results.map((result) => [
      `${corpus.name} ${size}`,
      marked(result),
      ...(result.median === undefined
        ? [result.problem, '', '']
        : [
            figure(result.median, bytes),
            figure(result.best, bytes),
            times(result.median / verdict.ours.median),
          ]),
    ]);
  return distinct(cells, headingOf)
    .map((heading) => {
      const rows = cells.filter((cell) => headingOf(cell) === heading).flatMap(rowsOf);
      return `${heading}\n\n${table(['cell', 'participant', 'median', 'best', 'ratio'], rows, [1])}\n`;
    })
    .join('\n');
}

/**
 * Returns the table of the group `heap`: the geometric means, with one column for each size of heap. Returns an empty string
 * when no cell is of that group.
 */
export function heapSection(cells) {
  const own = compared(cells).filter(({ heap }) => heap !== undefined);
  if (own.length === 0) return '';
  const heaps = distinct(own, ({ heap }) => heap.megabytes).sort((a, b) => a - b);
  const inEach = (wanted, show) =>
    heaps.map((megabytes) => {
      const some = own.filter((cell) => cell.heap.megabytes === megabytes && wanted(cell));
      return some.length === 0 ? '–' : show(some);
    });
  const all = () => true;
  const mean = (some) => times(geomean(ratiosOf(some)));
  const rows = [
    [
      'live objects, MB',
      ...inEach(all, (some) => Math.max(...some.map(({ heap }) => heap.used)).toFixed(0)),
    ],
    ...distinct(own, ({ size }) => size).map((size) => [
      `geometric mean, ${size}`,
      ...inEach((cell) => cell.size === size, mean),
    ]),
    ['geometric mean', ...inEach(all, mean)],
  ];
  const header = ['ratio in a heap of', ...heaps.map((megabytes) => `${megabytes} MB`)];
  return `### Decode by size of heap (heap)\n\n${table(header, rows)}\n`;
}

/**
 * Returns the table of a run with the WebAssembly module: the geometric mean of the ratios in each group, of input from
 * 1 KB on in legacy encodings, and beside it that of ASCII and that of UTF-8, UTF-16 and UTF-32.
 */
export function backendSection(cells) {
  const own = compared(cells).filter(({ bytes }) => bytes >= 0.9 * 1024);
  const columns = ['legacy encodings', 'ASCII', 'UTF-8, UTF-16 and UTF-32'];
  const columnOf = ({ ascii, label }) => columns[ascii ? 1 : label.startsWith('utf') ? 2 : 0];
  const rowOf = (title, some) => [
    title,
    ...columns.map((column) => {
      const ratios = ratiosOf(some.filter(({ corpus }) => columnOf(corpus) === column));
      return ratios.length === 0 ? '–' : `${times(geomean(ratios))} (${ratios.length})`;
    }),
  ];
  const rows = distinct(own, ({ group }) => group).map((name) =>
    rowOf(
      name,
      own.filter(({ group }) => group === name),
    ),
  );
  const header = ['group, from 1 KB on (cells)', ...columns];
  return `### The WebAssembly module and the best exact peer in JavaScript\n\n${table(header, [...rows, rowOf('all', own)])}\n`;
}

/**
 * Returns one entry for each row of the summary that has cells: the worst cell, and the geometric mean of the ratios to the best
 * exact peer and to the best of all peers.
 */
export function summarize(cells) {
  const summaryOf = (title, has) => {
    const own = compared(cells).filter(has);
    if (own.length === 0) return [];
    const worst = leastBy(own, ({ verdict }) => verdict.ratio);
    return {
      title,
      cells: own.length,
      worst: { cell: cellTitle(worst), ratio: worst.verdict.ratio },
      slower: ratiosOf(own).filter((ratio) => ratio < 1).length,
      geomean: geomean(ratiosOf(own)),
      geomeanToAny: geomean(own.map(({ verdict }) => verdict.ratioToAny)),
    };
  };
  const isIconvLite = ({ group }) => group === 'iconv-lite';
  const rowsWith = (wanted) =>
    distinct(cells.filter(wanted), ({ row }) => row).flatMap((title) =>
      summaryOf(title, ({ row }) => row === title),
    );
  return [
    rowsWith((cell) => !isIconvLite(cell)),
    summaryOf('all', (cell) => !isIconvLite(cell)),
    rowsWith(isIconvLite),
    summaryOf('iconv-lite, all', isIconvLite),
  ].flat();
}

/** The summary that summarize() gives as a table, with a heading. BENCHMARKS.md says what the words and signs mean. */
export function summarySection(summary) {
  const header = [
    'group',
    'cells',
    'worst cell',
    'ratio',
    'below 1',
    'geomean',
    'geomean with wrong peers',
  ];
  const rows = summary.map(({ title, cells, worst, slower, ...means }) => [
    ...[title, cells, worst.cell, times(worst.ratio), slower],
    ...[times(means.geomean), times(means.geomeanToAny)],
  ]);
  return `### Summary\n\n${table(header, rows, [2])}\n`;
}

// The greatest number of cells in the list of cells in which a peer is faster.
const MAX_WORST_CELLS = 6;

/** Returns the table of the cells in which a peer is the most faster, or an empty string when there are none. */
export function worstSection(cells) {
  const slower = compared(cells)
    .filter(({ verdict }) => verdict.ratio < 1)
    .sort((a, b) => a.verdict.ratio - b.verdict.ratio);
  if (slower.length === 0) return '';
  const rows = slower.slice(0, MAX_WORST_CELLS).map((cell) => {
    const { best, ratio } = cell.verdict;
    return [cellTitle(cell), times(ratio), `${marked(best)} ${figure(best.median, cell.bytes)}`];
  });
  return `### Cells in which a peer is faster (${rows.length} of ${slower.length})\n\n${table(['cell', 'ratio', 'best exact peer'], rows, [2])}\n`;
}

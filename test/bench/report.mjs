// Makes tables, verdicts and summaries of the figures of a run.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { allCells, bars, NEWER_NODE, newerBar } from './groups.mjs';

export const isNewer = Number(process.versions.node.split('.')[0]) >= NEWER_NODE;

export const geomean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

// What a cell under its floor is. DEBT: we could be faster. OUT_OF_REACH: the limit (see limits.mjs) takes
// longer than the floor allows. PAST_LIMIT: we take less time than the limit already.
export const DEBT = 'DEBT';
export const OUT_OF_REACH = 'out of reach';
export const PAST_LIMIT = 'past the limit';

/** Returns one of these three, or null for a cell at its floor or above. All arguments but `floor` are times. */
function reachOf(ours, best, limit, floor) {
  if (best / ours >= floor) return null;
  if (best / limit >= floor) return DEBT;
  if (limit <= Math.min(ours, best)) return OUT_OF_REACH;
  // Where a peer is faster than the limit, the limit proves nothing, unless we are faster than the peer.
  return ours <= best ? PAST_LIMIT : DEBT;
}

/**
 * Returns the verdict on a cell: our result, the fastest peer whose output is right, a faster peer whose
 * output is wrong, the fastest plain copy and the fastest limit. Ratios are their time divided by ours.
 * `attainable` is the ratio of the fastest among the limit, us and the best peer. `results` are
 * { name, kind, verdict, median, … }.
 */
export function judge(results, floor) {
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
  const limit = fastest(right('limit'));
  const ratio = (other) => (other === null ? null : other.median / ours.median);
  const times = [ours.median, best?.median, limit?.median ?? 0];
  return {
    ours,
    best,
    ratio: ratio(best),
    wrongButFaster: any !== null && any !== best ? any : null,
    ratioToAny: ratio(any),
    plain,
    ratioToPlain: ratio(plain),
    floor,
    limit,
    attainable: best === null ? null : best.median / Math.min(...times),
    reach: best === null ? null : reachOf(...times, floor),
  };
}

/** Writes a line to standard error: progress and warnings, which are not part of the report. */
export const say = (line) => process.stderr.write(`bench: ${line}\n`);

/** Returns the title of a cell, which no other cell has. */
export const cellTitle = ({ title, corpus, size }) => `${title} ${corpus.name} ${size}`;

/**
 * Merges the cells of several runs. Each cell is taken whole from the run whose ratio is the median, or
 * the lower one in the middle of an even number. So all figures of a cell were measured in the same
 * process. `ratios` are those of all runs in which the cell had a peer, in ascending order.
 */
export function mergeRuns(runs) {
  const versions = new Map();
  for (const cell of runs.flat()) {
    const judged = { ...cell, verdict: judge(cell.results, floorOf(cell)) };
    const title = cellTitle(cell);
    versions.set(title, [...(versions.get(title) ?? []), judged]);
  }
  return [...versions.values()].map((cells) => {
    const rated = cells
      .filter(({ verdict }) => verdict.ratio !== null)
      .sort((a, b) => a.verdict.ratio - b.verdict.ratio);
    const ratios = rated.map(({ verdict }) => verdict.ratio);
    return { ...(rated[(rated.length - 1) >> 1] ?? cells[0]), ratios };
  });
}

/** Formats the milliseconds of a call: as a time for small inputs, as GB of input a second for large ones. */
export function figure(milliseconds, bytes) {
  if (bytes >= 64 * 1024) return `${(bytes / milliseconds / 1e6).toFixed(2)} GB/s`;
  if (milliseconds < 0.00995) return `${(milliseconds * 1e6).toFixed(0)} ns`;
  return `${(milliseconds * 1e3).toFixed(milliseconds < 0.1 ? 1 : 0)} µs`;
}

const times = (ratio) => (ratio === null ? '–' : `${ratio.toFixed(2)}×`);

/** Formats the lowest and the highest ratio of several runs. Returns an empty string for one run. */
const rangeOf = (ratios) =>
  ratios.length < 2 ? '' : ` (${ratios[0].toFixed(2)}–${ratios.at(-1).toFixed(2)})`;

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

export const barOf = (cell) => bars.find((bar) => bar.has(cell));

export function floorOf(cell) {
  const bar = barOf(cell);
  return isNewer && !bar.isForAllVersions ? newerBar.floor : bar.floor(cell);
}

const cellHeader = [
  'cell',
  'ours',
  'best exact peer',
  'ratio',
  'limit',
  'attainable',
  'under the floor',
  'faster but wrong',
  'ratio',
  'plain copy',
];

/** Says in words why a cell is under its floor. */
function reasonOf({ best, limit, floor, reach }) {
  if (reach === DEBT) return DEBT;
  const share = ((limit.median * floor) / best.median).toFixed(2);
  return reach === OUT_OF_REACH
    ? `${OUT_OF_REACH}: the limit alone is ${share} of the bar`
    : `${PAST_LIMIT}, which is ${share} of the bar`;
}

/** Returns the row of a cell. A ratio under its floor is marked, and the row says why. */
export function cellRow({ corpus, size, bytes, verdict, ratios = [] }) {
  const { ours, best, ratio, wrongButFaster, ratioToAny, plain, ratioToPlain } = verdict;
  const { limit, attainable, reach } = verdict;
  const isUnder = reach !== null;
  return [
    `${corpus.name} ${size}`,
    figure(ours.median, bytes),
    named(best, bytes),
    `${isUnder ? '< ' : ''}${times(ratio)}${rangeOf(ratios)}`,
    limit === null ? '–' : figure(limit.median, bytes),
    isUnder ? times(attainable) : '',
    isUnder ? reasonOf(verdict) : '',
    wrongButFaster === null ? '' : named(wrongButFaster, bytes),
    wrongButFaster === null ? '' : times(ratioToAny),
    plain === null ? '' : `${named(plain, bytes)} ${times(ratioToPlain)}`,
  ];
}

export const cellTable = (cells) => table(cellHeader, cells.map(cellRow), [2, 6, 7, 9]);

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
  const attainable = (some) => times(geomean(some.map(({ verdict }) => verdict.attainable)));
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
    ['attainable', ...inEach(all, attainable)],
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

// The state of a bar. REACHED: all cells reach their floors, and the mean reaches its bar. OUT_OF_REACH:
// only the limits prevent that. NOT_REACHED: something else does.
const REACHED = 'reached';
const NOT_REACHED = 'NOT reached';

/**
 * Returns one entry for each bar that has cells: the worst cell, the geometric mean, what is attainable,
 * and the state of the bar. On newer Node, where all groups have the same bar, the last entry is for
 * all cells.
 */
export function summarize(cells, newer = isNewer) {
  const summary = [];
  for (const bar of newer ? [...bars, allCells] : bars) {
    const isNewerBar = newer && !bar.isForAllVersions;
    const own = cells.filter((cell) => bar.has(cell) && cell.verdict.ratio !== null);
    if (own.length === 0) continue;
    const worst = own.reduce((a, b) => (a.verdict.ratio <= b.verdict.ratio ? a : b));
    const number = (wanted) => own.filter(({ verdict }) => verdict.reach === wanted).length;
    const mean = geomean(own.map(({ verdict }) => verdict.ratio));
    const attainable = geomean(own.map(({ verdict }) => verdict.attainable));
    const meanBar = isNewerBar ? newerBar.geomean : bar.geomean;
    const under = own.length - number(null);
    const isBeyond = number(DEBT) === 0 && (mean >= meanBar || attainable < meanBar);
    summary.push({
      title: bar.title,
      cells: own.length,
      floors: isNewerBar ? newerBar.floor.toFixed(1) : bar.floors,
      worst: {
        cell: cellTitle(worst),
        ratio: worst.verdict.ratio,
      },
      under,
      outOfReach: number(OUT_OF_REACH),
      pastLimit: number(PAST_LIMIT),
      debt: number(DEBT),
      geomean: mean,
      geomeanBar: meanBar,
      geomeanAttainable: attainable,
      geomeanToAny: geomean(own.map(({ verdict }) => verdict.ratioToAny)),
      state: under === 0 && mean >= meanBar ? REACHED : isBeyond ? OUT_OF_REACH : NOT_REACHED,
    });
  }
  return summary;
}

export function summaryTable(summary) {
  const header = [
    'bar',
    'cells',
    'worst cell',
    'ratio',
    'floor',
    'under it',
    OUT_OF_REACH,
    PAST_LIMIT,
    DEBT,
    'geomean',
    'bar',
    'attainable',
    'geomean with wrong peers',
    '',
  ];
  const rows = summary.map((row) => [
    row.title,
    String(row.cells),
    row.worst.cell,
    times(row.worst.ratio),
    row.floors,
    ...[row.under, row.outOfReach, row.pastLimit, row.debt].map(String),
    times(row.geomean),
    times(row.geomeanBar),
    times(row.geomeanAttainable),
    times(row.geomeanToAny),
    row.state,
  ]);
  return table(header, rows, [2, 4, 13]);
}

// A summary shows so many cells that are under their floors.
const MAX_WORST_CELLS = 6;

/** Returns the table of the cells that are the furthest under their floors, or an empty string when there are none. */
export function worstSection(cells) {
  const distance = ({ verdict }) => verdict.ratio / verdict.floor;
  const under = cells.filter(({ verdict }) => verdict.ratio !== null && verdict.reach !== null);
  const rows = under
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MAX_WORST_CELLS)
    .map((cell) => [
      cellTitle(cell),
      times(cell.verdict.ratio),
      times(cell.verdict.floor),
      times(cell.verdict.attainable),
      reasonOf(cell.verdict),
    ]);
  if (rows.length === 0) return '';
  const header = ['cell', 'ratio', 'floor', 'attainable', 'why it is under its floor'];
  const count = rows.length < under.length ? `${rows.length} of ${under.length}` : `${rows.length}`;
  return `### Cells under their floors (${count})\n\n${table(header, rows, [4])}\n`;
}

/** The summary that summarize() gives as a table, with a heading. BENCHMARKS.md says what the words and signs mean. */
export const summarySection = (summary) => `### Summary\n\n${summaryTable(summary)}\n`;

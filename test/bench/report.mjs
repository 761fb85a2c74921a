// What a run found, as text and as data.

import { bars, NEWER_NODE, newerBar } from './groups.mjs';

const isNewer = Number(process.versions.node.split('.')[0]) >= NEWER_NODE;

export const geomean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/**
 * A cell's verdict: our figure, the fastest peer whose output is right, the fastest of all, and
 * plain copies; ratios are theirs to ours. `results` are { name, kind, verdict, median, … }.
 */
export function judge(results) {
  const ours = results.find(({ kind }) => kind === 'ours');
  const fastest = (candidates) =>
    candidates.reduce(
      (best, candidate) => (best && best.median <= candidate.median ? best : candidate),
      null,
    );
  const measured = results.filter(({ median }) => median !== undefined);
  const peers = measured.filter(({ kind }) => kind === 'peer');
  const best = fastest(peers.filter(({ verdict }) => verdict !== 'wrong'));
  const any = fastest(peers);
  const plain = fastest(measured.filter(({ kind }) => kind === 'plain'));
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

/** Milliseconds a call, as a time for small inputs and as a speed of input bytes for large ones. */
export function figure(milliseconds, bytes) {
  if (bytes >= 64 * 1024) return `${(bytes / milliseconds / 1e6).toFixed(2)} GB/s`;
  if (milliseconds < 0.00995) return `${(milliseconds * 1e6).toFixed(0)} ns`;
  return `${(milliseconds * 1e3).toFixed(milliseconds < 0.1 ? 1 : 0)} µs`;
}

const times = (ratio) => (ratio === null ? '–' : `${ratio.toFixed(2)}×`);

// `!`: its output for this very input is wrong. `~`: right here, wrong elsewhere in this encoding.
const marks = { wrong: '!', elsewhere: '~', right: '' };

function named(result, bytes) {
  if (result === null) return '–';
  return `${result.name}${marks[result.verdict] ?? ''} ${figure(result.median, bytes)}`;
}

/**
 * Rows of strings as a Markdown table; all columns but the first and those of `left` to the
 * right.
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
  return isNewer ? newerBar.floor : barOf(cell).floor(cell);
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

/** One row a cell; a ratio under its floor is marked. */
export function cellRow(cell) {
  const { ours, best, ratio, wrongButFaster, ratioToAny, plain, ratioToPlain } = cell.verdict;
  const isUnder = ratio !== null && ratio < floorOf(cell);
  return [
    `${cell.corpus.name} ${cell.size}`,
    figure(ours.median, cell.bytes),
    named(best, cell.bytes),
    `${isUnder ? '< ' : ''}${times(ratio)}`,
    wrongButFaster === null ? '' : named(wrongButFaster, cell.bytes),
    wrongButFaster === null ? '' : times(ratioToAny),
    plain === null ? '' : `${named(plain, cell.bytes)} ${times(ratioToPlain)}`,
  ];
}

export const cellTable = (cells) => table(cellHeader, cells.map(cellRow), [2, 4, 6]);

/** All participants of some cells, for a close look. */
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
 * One entry a bar that has cells: the worst cell, the geometric mean, and whether both reach it.
 */
export function summarize(cells) {
  const summary = [];
  for (const bar of bars) {
    const own = cells.filter((cell) => bar.has(cell) && cell.verdict.ratio !== null);
    if (own.length === 0) continue;
    const ratios = own.map((cell) => cell.verdict.ratio);
    const worst = own.reduce((a, b) => (a.verdict.ratio <= b.verdict.ratio ? a : b));
    const under = own.filter((cell) => cell.verdict.ratio < floorOf(cell));
    const mean = geomean(ratios);
    const meanBar = isNewer ? newerBar.geomean : bar.geomean;
    summary.push({
      title: bar.title,
      cells: own.length,
      floors: isNewer ? newerBar.floor.toFixed(1) : bar.floors,
      worst: {
        cell: `${worst.title} ${worst.corpus.name} ${worst.size}`,
        ratio: worst.verdict.ratio,
      },
      under: under.length,
      geomean: mean,
      geomeanBar: meanBar,
      geomeanToAny: geomean(own.map((cell) => cell.verdict.ratioToAny)),
      reached: under.length === 0 && mean >= meanBar,
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
    'geomean',
    'bar',
    'geomean with wrong peers',
    '',
  ];
  const rows = summary.map((row) => [
    row.title,
    String(row.cells),
    row.worst.cell,
    times(row.worst.ratio),
    row.floors,
    String(row.under),
    times(row.geomean),
    times(row.geomeanBar),
    times(row.geomeanToAny),
    row.reached ? 'reached' : 'NOT reached',
  ]);
  return table(header, rows, [2, 4, 9]);
}

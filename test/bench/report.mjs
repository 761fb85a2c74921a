// What a run found, as text and as data.

import { allCells, bars, NEWER_NODE, newerBar } from './groups.mjs';

export const isNewer = Number(process.versions.node.split('.')[0]) >= NEWER_NODE;

export const geomean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

// What a cell under its floor is: ours to gain; beyond what the limit (see limits.mjs) leaves; or
// beyond that too, where we already take less than the limit.
export const DEBT = 'DEBT';
export const OUT_OF_REACH = 'out of reach';
export const PAST_LIMIT = 'past the limit';

/** Times a call; null for a cell that is not under its floor. */
function reachOf(ours, best, limit, floor) {
  if (best / ours >= floor) return null;
  if (best / limit >= floor) return DEBT;
  if (limit <= Math.min(ours, best)) return OUT_OF_REACH;
  // A limit that a peer undercuts excuses only who undercuts the peer.
  return ours <= best ? PAST_LIMIT : DEBT;
}

/**
 * A cell's verdict: our figure, the fastest peer whose output is right, the fastest of all, plain
 * copies, and the quickest limit; ratios are theirs to ours. `attainable` is the ratio of who takes as long
 * as the limit, or as the faster of us and the best peer where that is less. `results` are
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

/** Tells whoever waits for the benchmark something that is no figure. */
export const say = (line) => process.stderr.write(`bench: ${line}\n`);

/** What tells a cell from all others. */
export const cellTitle = ({ title, corpus, size }) => `${title} ${corpus.name} ${size}`;

/**
 * The cells of several runs as one: each as it was in the run whose ratio is the median, of an even number the
 * lower of the two in the middle. So all figures of a cell are of one process and its moments. `ratios` are
 * those of all its runs in which there was a peer, in ascending order.
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

/** Milliseconds a call, as a time for small inputs and as a speed of input bytes for large ones. */
export function figure(milliseconds, bytes) {
  if (bytes >= 64 * 1024) return `${(bytes / milliseconds / 1e6).toFixed(2)} GB/s`;
  if (milliseconds < 0.00995) return `${(milliseconds * 1e6).toFixed(0)} ns`;
  return `${(milliseconds * 1e3).toFixed(milliseconds < 0.1 ? 1 : 0)} µs`;
}

const times = (ratio) => (ratio === null ? '–' : `${ratio.toFixed(2)}×`);

/** From the least to the most of several runs' ratios; nothing for one run. */
const rangeOf = (ratios) =>
  ratios.length < 2 ? '' : ` (${ratios[0].toFixed(2)}–${ratios.at(-1).toFixed(2)})`;

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
  'limit',
  'attainable',
  'under the floor',
  'faster but wrong',
  'ratio',
  'plain copy',
];

/** Why a cell is under its floor, in words. */
function reasonOf({ best, limit, floor, reach }) {
  if (reach === DEBT) return DEBT;
  const share = ((limit.median * floor) / best.median).toFixed(2);
  return reach === OUT_OF_REACH
    ? `${OUT_OF_REACH}: the limit alone is ${share} of the bar`
    : `${PAST_LIMIT}, which is ${share} of the bar`;
}

/** One row a cell; a ratio under its floor is marked, and says why. */
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

// Everything that a command prints is Markdown, to be pasted into BENCHMARKS.md as it is. The long
// tables of single cells are folded there.
export const FOLD = '<details>\n<summary>Every cell</summary>\n';
export const END_OF_FOLD = '</details>\n';

/** Lines that say on what machine and how something was measured, as a list. */
export const headingList = (lines) => `${lines.map((line) => `- ${line}`).join('\n')}\n`;

/** Cells as a table for each group, under its heading. */
export function groupSections(cells) {
  const headingOf = ({ title, group }) => `### ${title} (${group})`;
  const sectionOf = (heading) =>
    `${heading}\n\n${cellTable(cells.filter((cell) => headingOf(cell) === heading))}\n`;
  return [...new Set(cells.map(headingOf))].map(sectionOf).join('\n');
}

/**
 * The ratios of the group `heap`, one row a page and one column a size of heap, and their geometric
 * means; an empty string when no cell is of that group.
 */
export function heapSection(cells) {
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
    ...distinct(pageOf).map((page) => [page, ...inEach((cell) => pageOf(cell) === page, mean)]),
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

const heapsOf = (cells) =>
  [...new Set(cells.map(({ heap }) => heap.megabytes))].sort((a, b) => a - b);

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

// What a bar is: its floor and its geometric mean are reached; or whatever is not is beyond the
// limits; or not even that.
const REACHED = 'reached';
const NOT_REACHED = 'NOT reached';

/**
 * One entry a bar that has cells: the worst cell, the geometric mean, what is attainable, and
 * whether both reach it. On newer Node, whose bars are the same for all, one for all cells as well.
 */
export function summarize(cells, newer = isNewer) {
  const summary = [];
  for (const bar of newer ? [...bars, allCells] : bars) {
    const own = cells.filter((cell) => bar.has(cell) && cell.verdict.ratio !== null);
    if (own.length === 0) continue;
    const worst = own.reduce((a, b) => (a.verdict.ratio <= b.verdict.ratio ? a : b));
    const number = (wanted) => own.filter(({ verdict }) => verdict.reach === wanted).length;
    const mean = geomean(own.map(({ verdict }) => verdict.ratio));
    const attainable = geomean(own.map(({ verdict }) => verdict.attainable));
    const meanBar = newer ? newerBar.geomean : bar.geomean;
    const under = own.length - number(null);
    const isBeyond = number(DEBT) === 0 && (mean >= meanBar || attainable < meanBar);
    summary.push({
      title: bar.title,
      cells: own.length,
      floors: newer ? newerBar.floor.toFixed(1) : bar.floors,
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

const legend =
  '`!` wrong output for this input; `~` right here, wrong elsewhere in this encoding; `<` under ' +
  'the floor.\n' +
  'limit: the result made by nothing but a copy in the runtime, or for 17 to 1,024 bytes by an addon ' +
  'where that is quicker, from memory that holds it; ' +
  "bar: the best exact peer's time by the floor. In brackets: the least and the most of several runs.\n" +
  'attainable: the ratio of the limit, or of us or the best peer where that is faster; ' +
  `${PAST_LIMIT}: we are faster than it; ${DEBT}: the limit does not say why.`;

/** What summarize() gives, under its heading, and what the tables' signs mean. */
export const summarySection = (summary) => `### Summary\n\n${summaryTable(summary)}\n\n${legend}`;

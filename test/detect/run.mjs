// Measures how often the detector is right, beside chardetng, jschardet, chardet and uchardet, on texts that it was not made from.
//
//   npm run test:detect -- [DIR] [--files DIR] [--seeds N] [--count N] [--kinds NAME,NAME…] [--quick] [--no-speed] [--only-ours]
//     [--corpora DIR] [--busy] [--wrong FILE]
//
// DIR has the test texts; without it the program says how to get them. --files has the test files of other detectors. It prints tables
// by kind of sample, by length, and by language and encoding, how far isReliable and the probabilities can be trusted, and how fast the
// detectors are. --kinds takes beginnings of names. --quick runs our detector alone, with one seed and a fifth of the prose, and leaves
// out the speed. --wrong writes our wrong answers as lines of JSON. --corpora has the texts of the pages for the speed, else they are the demo's. --busy measures the time of
// the processor, with node --single-threaded-gc. The exit code is 0 when every bar of bars.mjs is reached.

import { createWriteStream, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backend } from 'whatwg-transcoder';
import { Detector } from 'whatwg-transcoder/detect';
import { table } from '../tools/bench/report.mjs';
import { secondsSince } from '../tools/run/machine.mjs';
import { heading } from '../tools/run/suites.mjs';
import { compareRows, compareShares, compareSpeed, compareTrust } from './bars.mjs';
import {
  decodeBy,
  judgeOf,
  makeDetectors,
  OURS,
  uchardet,
  unknownAnswers,
  versions,
} from './detectors.mjs';
import { howToGetFiles, samplesOfFiles } from './files.mjs';
import { madeKinds, neededNames, readNames } from './made.mjs';
import { Cutter, makersOf } from './samples.mjs';
import { measureSpeed } from './speed.mjs';
import { Calibration, percent, Tally, toDigit } from './tally.mjs';
import { howToGet, neededTexts, readDeclaration, readTexts } from './texts.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string' },
    count: { type: 'string' },
    kinds: { type: 'string' },
    files: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'no-speed': { type: 'boolean', default: false },
    'only-ours': { type: 'boolean', default: false },
    busy: { type: 'boolean', default: false },
    corpora: { type: 'string' },
    wrong: { type: 'string' },
  },
});

const seeds = Number(options.seeds ?? (options.quick ? 1 : 5));
const samplesOfCell = Number(options.count ?? (options.quick ? 12 : 60));
const samplesOfKind = Number(options.count ?? 60);
const isOnlyOurs = options['only-ours'] || options.quick;

const say = (line) => process.stderr.write(`detect: ${line}\n`);
const at = (path) => resolve(process.env.INIT_CWD ?? '.', path);

const folder = positionals[0] === undefined ? undefined : at(positionals[0]);
// In bytes: where a stream asks the detector for the first time. Each further time it has twice as many.
const FIRST_LOOK = 64;

const missing =
  folder && [...neededTexts, ...neededNames].find((path) => !existsSync(join(folder, path)));
if (folder === undefined || missing !== undefined) {
  const what = missing && `${join(folder, missing)} is missing.`;
  console.error(`${what || 'Test texts are needed.'} To get the test texts, in an empty folder on Debian:

${howToGet}

The test files of other detectors, for --files FOLDER, are in these repositories:

${howToGetFiles}

Then: npm run test:detect -- FOLDER`);
  process.exit(1);
}

const texts = readTexts(folder);
const detectors = await makeDetectors(say, isOnlyOurs);
const names = detectors.map(({ name }) => name);
const faker = await readNames(folder);

const tally = new Tally();
const calibration = new Calibration();
// Answers whose candidates are not in the order of their probability.
let disordered = 0;
const settled = { all: 0, overturned: 0 };
const wrong = options.wrong === undefined ? undefined : createWriteStream(at(options.wrong));

/** Whether a stream settles on an encoding before the end of a sample: undefined, or whether that one is right. */
function isSettledRight(bytes, { codePages, allow }, isRightBy) {
  const detector = new Detector({ codePages, allow });
  for (let from = 0, end = FIRST_LOOK; end < bytes.length; from = end, end *= 2) {
    if (detector.write(bytes.subarray(from, end))) return isRightBy(detector.result.encoding);
  }
  return undefined;
}

function countOurs(sample, bytes, answer, isRight, isRightBy) {
  const { encoding, language, isReliable, candidates } = answer;
  if (candidates.length > 0) calibration.add(candidates[0].probability, isRight);
  const isLess = ({ probability }, k) => probability > candidates[Math.max(0, k - 1)].probability;
  disordered += Number(candidates.some(isLess));
  const isSettled = isSettledRight(bytes, sample, isRightBy);
  if (isSettled !== undefined) {
    settled.all++;
    // What the whole text gets wrong, too, is no fault of the stream.
    settled.overturned += Number(!isSettled && isRight);
  }
  if (!isRight && wrong !== undefined) {
    const list = candidates
      .slice(0, 4)
      .map((c) => `${c.encoding} ${c.language} ${c.probability.toFixed(4)}`);
    wrong.write(
      `${JSON.stringify({ ...sample, answer: encoding, language, isReliable, list, text: sample.enc === null ? '' : decodeBy(bytes, sample.enc).slice(0, 300) })}\n`,
    );
  }
}

/** Asks the detectors about some samples, and counts what is right. */
function count(samples, seed) {
  const isProse = samples[0]?.tld !== undefined;
  const asked = detectors.filter(
    ({ isSlow, isHinted }) => (!isSlow || seed === 1) && (!isHinted || isProse),
  );
  const all = samples.map((sample) => Buffer.from(sample.hex, 'hex'));
  const batch = asked.some(({ call }) => call === undefined) ? uchardet(all) : undefined;
  for (const [k, sample] of samples.entries()) {
    const isRightBy = judgeOf(sample, all[k]);
    for (const { name, call } of asked) {
      const answer = call === undefined ? batch[k] : call(all[k], sample);
      const isRight = isRightBy(answer.encoding);
      tally.add(sample, name, isRight, answer);
      if (name === OURS) countOurs(sample, all[k], answer, isRight, isRightBy);
    }
  }
}

const start = performance.now();
const chosen = options.kinds?.split(',');
const isChosen = (kind) => chosen === undefined || chosen.some((name) => kind.startsWith(name));
for (let seed = 1; seed <= seeds; seed++) {
  const world = {
    texts,
    names: faker,
    cutter: new Cutter(texts, seed),
    declaration: (name) => readDeclaration(folder, name),
  };
  const makers = {
    ...makersOf(texts, folder, seed, samplesOfCell, samplesOfKind),
    ...madeKinds(world, seed, samplesOfKind),
  };
  for (const [kind, make] of Object.entries(makers)) if (isChosen(kind)) count(make(), seed);
  if (seed === 1 && options.files !== undefined && isChosen('files')) {
    const samples = samplesOfFiles(at(options.files));
    count(samples, seed);
  }
  say(`seed ${seed} done after ${secondsSince(start, 0)} s`);
}
wrong?.end();

const figure = (share) => (Number.isNaN(share) ? '–' : toDigit(share));
const shares = (sum) => names.map((name) => figure(percent(sum?.[name])));
const amount = (sum) => String(sum[OURS][1]);

/** Prints the rows of some samples: percent right for each detector. */
function printRows(title, accepts, keyOf) {
  const sums = tally.sum(accepts, keyOf);
  if (sums.size === 0) return;
  heading(title);
  const rows = [...sums].map(([key, sum]) => [key, amount(sum), ...shares(sum)]);
  console.log(table(['', 'samples', ...names], rows));
}

const isText = ({ kind }) => kind === 'text';
const isWhole = ({ kind }) => kind === 'text' || kind === 'mac';
const pair = ({ lang, enc }) => `${lang} ${enc}`;
const hasLength = ({ len }) => typeof len === 'number';
if (!options.quick) {
  printRows('Running text by language and encoding, all lengths', isWhole, pair);
  printRows('Samples by kind and length', hasLength, ({ kind, len }) => `${kind}, ${len} B`);
}

heading(
  'All kinds of samples: our answers, percent right of all detectors, and how often they were sure and wrong',
);
const groupOf = ({ kind }) => kind.replace(/^(noise): .*/, '$1');
const byKind = tally.sum(() => true, groupOf);
const unhinted = detectors.filter(({ isHinted }) => !isHinted).map(({ name }) => name);
const cellOf = (name, counts) =>
  counts === undefined
    ? '–'
    : `${figure(percent(counts))}${/^j?s?chardet$/.test(name) ? ` (${counts[4]})` : ''}`;
console.log(
  table(
    ['', 'n', 'right', 'null', 'wrong', 'wrong and reliable', 'reliable %', ...unhinted],
    [...byKind].map(([kind, sum]) => {
      const [right, all, none, reliable, wrongly] = sum[OURS];
      const others = unhinted.map((name) => cellOf(name, sum[name]));
      return [
        kind,
        all,
        right,
        none,
        all - right - none,
        wrongly,
        ((100 * reliable) / all).toFixed(1),
        ...others,
      ].map(String);
    }),
  ),
);
const { bins } = calibration;
const binRows = bins.map(({ count, probability, right }, k) =>
  [
    k / 10,
    count,
    ...[probability, right].map((share) => (count === 0 ? '–' : share.toFixed(3))),
  ].map(String),
);
console.log(`\n${table(['probability from', 'answers', 'mean', 'right'], binRows)}`);
const { all, overturned } = settled;
console.log(`
answers whose candidates are out of order: ${disordered}
streams that settle: ${all}, of which the whole text overturns ${overturned}`);

const speed =
  options['no-speed'] || options.quick
    ? undefined
    : await measureSpeed(detectors, options.corpora && at(options.corpora), options.busy);
if (speed !== undefined) {
  heading('Speed: pages of 300 KB, and 64 bytes');
  const timed = Object.keys(speed.means);
  const cells = (figures) =>
    timed.map(
      (name) => `${figures[name].megabytes.toFixed(1)} MB/s, ${figures[name].micros.toFixed(1)} µs`,
    );
  const rows = speed.rows.map(({ corpus, figures }) => [corpus, ...cells(figures)]);
  console.log(table(['', ...timed], [...rows, ['geometric mean', ...cells(speed.means)]]));
  console.log(`\nour first call in a new process: ${speed.firstCall.toFixed(2)} ms`);
}

const bars = [
  ...compareShares(tally),
  ...compareTrust({
    byKind,
    ofProse: tally.sum(isText, ({ len }) => len),
    bins,
    disordered,
    settled,
  }),
  ...compareRows(tally.sum(isWhole, pair)),
  ...(speed === undefined ? [] : compareSpeed(speed)),
];
const missed = bars.filter(({ isMet }) => !isMet);
heading(`Bars: ${missed.length} of ${bars.length} are missed`);
console.log(
  table(
    ['', 'measured', 'bar'],
    missed.map(({ what, figure, bar }) => [what, figure.toFixed(2), bar]),
  ),
);
if (unknownAnswers.size > 0) {
  const list = [...unknownAnswers].map(([name, times]) => `${name} (${times})`);
  console.log(`\nAnswers of peers that nobody decodes: ${list.join(', ')}`);
}
const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
console.log(`\nNode ${process.versions.node}, ${backend}; ${seeds} seeds; ${peers.join(', ')}`);

process.exitCode = missed.length === 0 ? 0 : 1;

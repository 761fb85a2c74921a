// Measures how often the detector is right, beside chardetng, jschardet, chardet and uchardet, on texts that it was not made from.
//
//   npm run test:detect -- [DIR] [--seeds N] [--count N] [--kinds NAME,NAME…] [--no-speed] [--only-ours]
//     [--corpora DIR] [--busy] [--json FILE] [--svg FILE] [--wrong FILE]
//
// DIR has the test texts; without it the program says how to get them. It prints tables by length, by language and encoding, and by
// kind of sample, how far isReliable and the probabilities can be trusted, and how fast the detectors are. --wrong writes our wrong
// answers as lines of JSON. --corpora has the texts of the pages for the speed, else they are the demo's. --busy measures the time of
// the processor, with node --single-threaded-gc. The exit code is 0 when every bar of bars.mjs is reached.

import { createWriteStream, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backend } from 'whatwg-transcoder';
import { table } from '../bench/report.mjs';
import { heading } from '../run/suites.mjs';
import { compareShares, compareSpeed, compareTrust, LEAST_OF_ROW, weakRows } from './bars.mjs';
import { chart } from './chart.mjs';
import {
  judgeOf,
  makeDetectors,
  OURS,
  uchardet,
  unknownAnswers,
  versions,
  WITH_DOMAIN,
} from './detectors.mjs';
import { makersOf } from './samples.mjs';
import { measureSpeed } from './speed.mjs';
import { Calibration, percent, Tally, toDigit } from './tally.mjs';
import { howToGet, readTexts } from './texts.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '5' },
    count: { type: 'string', default: '60' },
    kinds: { type: 'string' },
    'no-speed': { type: 'boolean', default: false },
    'only-ours': { type: 'boolean', default: false },
    busy: { type: 'boolean', default: false },
    corpora: { type: 'string' },
    json: { type: 'string' },
    svg: { type: 'string' },
    wrong: { type: 'string' },
  },
});

const say = (line) => process.stderr.write(`detect: ${line}\n`);
const at = (path) => resolve(process.env.INIT_CWD ?? '.', path);

const folder = positionals[0] === undefined ? undefined : at(positionals[0]);
const texts = folder === undefined ? undefined : readTexts(folder);
if (texts === undefined) {
  console.log(`There are no test texts${folder === undefined ? '' : ` in ${folder}`}. To get them, in an empty folder on Debian:

${howToGet}

Then: npm run test:detect -- FOLDER`);
  process.exit(1);
}

const detectors = (await makeDetectors(say)).filter(
  ({ name }) => !options['only-ours'] || name.startsWith(OURS),
);
const names = detectors.map(({ name }) => name);

const tally = new Tally();
const calibrations = { best: new Calibration(), all: new Calibration() };
// [reliable answers, all], [right ones, reliable answers], [answers null, all] for each kind and length.
const trust = new Map();
const wrong = options.wrong === undefined ? undefined : createWriteStream(at(options.wrong));

function countTrust({ kind, len, enc }, { encoding, isReliable }, isRight) {
  for (const key of [`${kind}, ${len} B`, `${kind}, all`]) {
    if (!trust.has(key)) trust.set(key, { reliable: [0, 0], right: [0, 0], refused: [0, 0] });
    const { reliable, right, refused } = trust.get(key);
    reliable[1]++;
    refused[1]++;
    if (isReliable) {
      reliable[0]++;
      right[1]++;
      right[0] += Number(isRight);
    }
    if (encoding === null && enc !== null) refused[0]++;
  }
}

function countOurs(sample, answer, isRightBy) {
  const isRight = isRightBy(answer.encoding);
  countTrust(sample, answer, isRight);
  if (sample.enc !== null) {
    const { candidates } = answer;
    if (candidates.length > 0) calibrations.best.add(candidates[0].probability, isRight);
    for (const { encoding, probability } of candidates) {
      calibrations.all.add(probability, isRightBy(encoding));
    }
  }
  if (!isRight && wrong !== undefined) {
    const { encoding, language, isReliable } = answer;
    wrong.write(`${JSON.stringify({ ...sample, answer: encoding, language, isReliable })}\n`);
  }
}

/** Asks the detectors about some samples, and counts what is right. */
function count(samples, seed) {
  const asked = detectors.filter(({ isSlow }) => !isSlow || seed === 1);
  const all = samples.map((sample) => Buffer.from(sample.hex, 'hex'));
  const batch = asked.some(({ call }) => call === undefined) ? uchardet(all) : undefined;
  for (const [k, sample] of samples.entries()) {
    const isRightBy = judgeOf(sample, all[k]);
    for (const { name, call } of asked) {
      const answer = call === undefined ? batch[k] : call(all[k], sample);
      tally.add(sample, name, isRightBy(answer.encoding));
      if (name === OURS) countOurs(sample, answer, isRightBy);
    }
  }
}

const start = performance.now();
const chosen = options.kinds?.split(',');
for (let seed = 1; seed <= Number(options.seeds); seed++) {
  const makers = makersOf(texts, folder, seed, Number(options.count));
  for (const [kind, make] of Object.entries(makers)) {
    if (chosen === undefined || chosen.includes(kind)) count(make(), seed);
  }
  say(`seed ${seed} done after ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
wrong?.end();

const figure = (share) => (Number.isNaN(share) ? '–' : toDigit(share));
const shares = (sum) => names.map((name) => figure(percent(sum?.[name])));
const amount = (sum) => String(sum[OURS][1]);

const isText = ({ kind }) => kind === 'text';
const lengths = [
  ...new Set(
    tally
      .toJSON()
      .filter(isText)
      .map(({ len }) => len),
  ),
];
if (lengths.length > 0) {
  heading('Running text by length in bytes: percent right');
  const byLength = tally.sum(isText, ({ len }) => len);
  const all = tally.sum(isText).get('all');
  const rows = names.map((name) => [
    name,
    ...lengths.map((length) => figure(percent(byLength.get(length)[name]))),
    figure(percent(all[name])),
  ]);
  console.log(table(['', ...lengths.map(String), 'all'], rows));
}

/** Prints the rows of some samples: percent right for each detector. */
function printRows(title, accepts, keyOf) {
  const sums = tally.sum(accepts, keyOf);
  if (sums.size === 0) return;
  heading(title);
  const rows = [...sums].map(([key, sum]) => [key, amount(sum), ...shares(sum)]);
  console.log(table(['', 'samples', ...names], rows));
}

const isWhole = ({ kind }) => kind === 'text' || kind === 'mac';
const pair = ({ lang, enc }) => `${lang} ${enc}`;
printRows('Running text by language and encoding, all lengths', isWhole, pair);
printRows(
  'All samples by kind and length',
  () => true,
  ({ kind, len }) => `${kind}, ${len} B`,
);
printRows(
  'All samples by kind',
  () => true,
  ({ kind }) => kind,
);

heading('How far our answers can be trusted, without a hint');
console.log(
  table(
    ['', 'reliable', 'right of these', 'text that is refused'],
    [...trust]
      .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([key, { reliable, right, refused }]) => [
        key,
        percent(reliable).toFixed(2),
        Number.isNaN(percent(right)) ? '–' : percent(right).toFixed(2),
        percent(refused).toFixed(2),
      ]),
  ),
);
const calibrationRows = Object.entries(calibrations).flatMap(([name, { bins }]) =>
  bins.map(({ count, probability, right }, k) => [
    `${name === 'best' ? 'the answer' : 'all candidates'}, ${k / 10} to ${(k + 1) / 10}`,
    String(count),
    count === 0 ? '–' : probability.toFixed(3),
    count === 0 ? '–' : right.toFixed(3),
  ]),
);
console.log(`\n${table(['probability', 'answers', 'mean', 'right'], calibrationRows)}`);
const { best, all } = calibrations;
console.log(
  `\nmean calibration error: of the answer ${best.error.toFixed(4)}, of all candidates ${all.error.toFixed(4)}`,
);

const speed = options['no-speed']
  ? undefined
  : measureSpeed(detectors, options.corpora && at(options.corpora), options.busy);
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
  ...compareTrust(trust, best.error),
  ...(speed === undefined ? [] : compareSpeed(speed)),
];
heading('Bars');
console.log(
  table(
    ['', 'measured', 'bar', 'verdict'],
    bars.map(({ what, figure, bar, isMet }) => [
      what,
      figure.toFixed(2),
      bar,
      isMet ? '' : 'MISSED',
    ]),
  ),
);
const isLegacy = ({ kind, enc }) => enc !== null && !kind.startsWith('utf');
const weak = [
  ...weakRows(tally.sum(isWhole, pair), LEAST_OF_ROW),
  ...weakRows(tally.sum(isLegacy, ({ kind, len }) => `${kind}, ${len} B`)),
];
if (weak.length > 0) console.log(`\nWeak rows:\n${weak.map((row) => `- ${row}`).join('\n')}`);

if (unknownAnswers.size > 0) {
  const list = [...unknownAnswers].map(([name, times]) => `${name} (${times})`);
  console.log(`\nAnswers of peers that nobody decodes: ${list.join(', ')}`);
}
const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
const caption = `Node ${process.versions.node}, ${backend}; ${options.seeds} seeds; ${peers.join(', ')}`;
console.log(`\n${caption}`);

if (options.json !== undefined) {
  const result = { caption, bars, weak, cells: tally, trust: Object.fromEntries(trust), speed };
  const errors = { best: best.error, all: all.error };
  writeFileSync(at(options.json), `${JSON.stringify({ ...result, calibration: errors })}\n`);
}
if (options.svg !== undefined) {
  const byLength = tally.sum(isText, ({ len }) => len);
  const series = detectors
    .filter(({ name, isHinted }) => !isHinted || name.endsWith(WITH_DOMAIN))
    .map(({ name, isHinted }) => ({
      name,
      isHinted,
      shares: lengths.map((length) => percent(byLength.get(length)[name])),
    }));
  writeFileSync(at(options.svg), chart(series, lengths, caption));
}
process.exitCode = bars.every(({ isMet }) => isMet) ? 0 : 1;

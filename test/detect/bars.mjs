// What the detector must reach, and what is below it.

import { OURS, WITH_DOMAIN, WITH_LANGUAGE } from './detectors.mjs';
import { errorsBelow, percent } from './tally.mjs';

const hinted = OURS + WITH_DOMAIN;
const byLanguage = OURS + WITH_LANGUAGE;

// A bar: the kind of sample, the lengths that it sums up (all without them), and the least share without and with a hint.
const bars = [
  { kind: 'text', least: 99.2, hinted: 99.5 },
  { kind: 'text', lengths: [16], least: 98, hinted: 99.2 },
  { kind: 'text', lengths: [32], least: 99 },
  { kind: 'text', lengths: [64, 128, 256], least: 99.5 },
  { kind: 'text', lengths: [1024], least: 99.3 },
  { kind: 'short', lengths: [4], least: 88, hinted: 96 },
  { kind: 'short', lengths: [6], least: 94, hinted: 98 },
  { kind: 'short', lengths: [8], least: 97, hinted: 98.5 },
  { kind: 'short', lengths: [12], least: 97, hinted: 98.5 },
  { kind: 'capitals', least: 98.5, hinted: 99 },
  { kind: 'one letter', lengths: [16], least: 92, hinted: 95 },
  { kind: 'one letter', lengths: [32], least: 95, hinted: 98 },
  { kind: 'one letter', lengths: [64], least: 96, hinted: 99 },
  { kind: 'html', lengths: [16], least: 97 },
  { kind: 'html', lengths: [32], least: 98 },
  { kind: 'html', lengths: [64], least: 99 },
  { kind: 'html', lengths: [256], least: 99.5 },
  { kind: 'cut cjk', least: 99 },
  { kind: 'english', least: 99 },
  { kind: 'utf-8', least: 100 },
  { kind: 'utf-8 cut', least: 100 },
  { kind: 'noise', lengths: [64, 256, 4096, 65536], least: 99.5 },
  { kind: 'noise', lengths: [16], least: 95 },
  { kind: 'CJK lists', least: 98 },
  { kind: 'CJK names', least: 96 },
  { kind: 'damage', least: 99 },
  { kind: 'English quotes', least: 99.8 },
  { kind: 'Western quotes', least: 99 },
  { kind: 'symbols', least: 98.5 },
  { kind: 'few letters', least: 98.5 },
  { kind: 'code', least: 95 },
  { kind: 'subtitles', least: 99 },
  { kind: 'markup', least: 98 },
  { kind: 'NUL lists', least: 95 },
  { kind: 'controls', least: 99 },
  { kind: 'utf-16', least: 99 },
  { kind: 'UTF-16, UTF-32', least: 99 },
  { kind: 'UTF-32, default options', least: 99 },
  { kind: 'no model', least: 94 },
  { kind: 'rare encodings', least: 90 },
  { kind: 'code pages', least: 95 },
  { kind: 'one allowed', least: 99.5 },
  { kind: 'files: whole', least: 98.3 },
  { kind: 'files: 1 KB', least: 98.3 },
  { kind: 'files: first 100 B', least: 97.8 },
  { kind: 'files: 100 B beyond ASCII', least: 97 },
  { kind: 'files, code pages: whole', least: 96 },
  { kind: 'files, code pages: 1 KB', least: 96 },
  { kind: 'files, code pages: first 100 B', least: 95 },
  { kind: 'files, code pages: 100 B beyond ASCII', least: 95 },
];

// Of 1,000 reliable answers this many may be wrong, and of kinds whose languages or encodings have no model. Ten samples show nothing.
const [MOST_WRONG, MOST_WRONG_UNKNOWN] = [2, 10];
const isUnknown = (kind) => /^(?:no model|rare|files|code pages)/.test(kind);

// The share of prose that is answered reliably, by length.
const reliable = { 16: 87, 32: 92, 64: 94, 128: 96 };

const MOST_ERROR_OF_BIN = 0.03;

// No language and encoding may be below this share.
export const LEAST_OF_ROW = 93;

// A row with fewer samples proves nothing.
export const LEAST_SAMPLES = 60;

const isKind = (kind, name) => kind === name || kind.startsWith(`${name}: `);

const atLeast = (what, figure, least) => ({
  what,
  figure,
  bar: `at least ${least}`,
  isMet: figure >= least,
});
const atMost = (what, figure, most) => ({
  what,
  figure,
  bar: `at most ${most}`,
  isMet: figure <= most,
});

/** Returns the bars of right answers as { what, figure, bar, isMet }. */
export function compareShares(tally) {
  return bars.flatMap(({ kind, lengths, least, hinted: leastHinted }) => {
    const sum = tally
      .sum((cell) => isKind(cell.kind, kind) && (lengths?.includes(cell.len) ?? true))
      .get('all');
    if (sum === undefined) return [];
    const what = `${kind}, ${lengths === undefined ? 'all' : `${lengths.join(', ')} B`}`;
    const row = (name, suffix, bar) => atLeast(what + suffix, percent(sum[name]), bar);
    const rows = [row(OURS, '', least)];
    if (leastHinted === undefined || sum[hinted] === undefined) return rows;
    return [
      ...rows,
      row(hinted, WITH_DOMAIN, leastHinted),
      row(byLanguage, WITH_LANGUAGE, leastHinted),
    ];
  });
}

/**
 * Returns the bars of what an answer says about itself: `byKind` has the sums for each kind, `ofProse` those of prose by length, `bins`
 * the calibration of the answers.
 */
export function compareTrust({ byKind, ofProse, bins, disordered, settled }) {
  const promises = [...byKind].map(([kind, { [OURS]: sum }]) =>
    atMost(
      `${kind}: wrong in 1,000 reliable`,
      (1000 * sum[4]) / Math.max(1, sum[3]),
      isUnknown(kind) ? MOST_WRONG_UNKNOWN : MOST_WRONG,
    ),
  );
  const shares = Object.entries(reliable).flatMap(([length, least]) => {
    const sum = ofProse.get(Number(length))?.[OURS];
    return sum === undefined
      ? []
      : [atLeast(`text, ${length} B: reliable`, percent([sum[3], sum[1]]), least)];
  });
  const errors = bins.flatMap(({ count, probability, right }, k) =>
    count < LEAST_SAMPLES
      ? []
      : [
          atMost(
            `calibration, ${k / 10} to ${(k + 1) / 10}: error`,
            Math.abs(probability - right),
            MOST_ERROR_OF_BIN,
          ),
        ],
  );
  return [
    ...promises,
    ...shares,
    ...errors,
    atMost('candidates out of order', disordered, 0),
    atMost(
      'streams overturned in 1,000',
      (1000 * settled.overturned) / Math.max(1, settled.all),
      2,
    ),
  ];
}

/** Returns the bars of speed, beside chardetng. */
export function compareSpeed({ means, firstCall }) {
  const [own, peer] = [means[OURS], means.chardetng];
  const first = atMost('first call, ms', firstCall, 1);
  if (peer === undefined) return [first];
  return [
    atLeast('page of 300 KB, times chardetng', own.megabytes / peer.megabytes, 10),
    atLeast('64 B, times chardetng', peer.micros / own.micros, 1),
    first,
  ];
}

const peerOf = (name) => (name.endsWith(WITH_DOMAIN) ? `chardetng${WITH_DOMAIN}` : 'chardetng');

/** Returns sentences about the rows that are too low: below `least`, below chardetng, or lower with a hint than without. */
export function weakRows(sums, least = 0) {
  const weak = [];
  for (const [key, sum] of sums) {
    if (sum[OURS][1] < LEAST_SAMPLES) continue;
    const say = (name, why) =>
      weak.push(`${key}${name.slice(OURS.length)}: ${percent(sum[name]).toFixed(1)}, ${why}`);
    if (percent(sum[OURS]) < least) say(OURS, `below ${least}`);
    for (const name of [OURS, hinted]) {
      const peer = sum[peerOf(name)];
      if (peer !== undefined && percent(sum[name]) < percent(peer)) {
        say(name, `chardetng has ${percent(peer).toFixed(1)}`);
      }
    }
    for (const name of [hinted, byLanguage]) {
      if (sum[name] !== undefined && errorsBelow(sum[name], sum[OURS]) > 2)
        say(name, `without it ${percent(sum[OURS]).toFixed(1)}`);
    }
  }
  return weak;
}

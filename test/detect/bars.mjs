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
  { kind: 'noise', least: 99.5 },
  { kind: 'noise', lengths: [16], least: 98.5 },
];

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
    if (leastHinted === undefined) return rows;
    return [
      ...rows,
      row(hinted, WITH_DOMAIN, leastHinted),
      row(byLanguage, WITH_LANGUAGE, leastHinted),
    ];
  });
}

/**
 * Returns the bars of what an answer says about itself. `trust` has the counts for each kind and length, `error` is the mean
 * calibration error of the answers.
 */
export function compareTrust(trust, error) {
  const [short, all] = [trust.get('text, 16 B'), trust.get('text, all')];
  if (all === undefined) return [];
  return [
    atLeast('right when reliable', percent(all.right), 99.8),
    atLeast('reliable, 16 B', percent(short.reliable), 97),
    atLeast('reliable, all', percent(all.reliable), 99),
    atMost('text that is refused', percent(all.refused), 0.3),
    atMost('mean calibration error', error, 0.02),
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
      if (errorsBelow(sum[name], sum[OURS]) > 2)
        say(name, `without it ${percent(sum[OURS]).toFixed(1)}`);
    }
  }
  return weak;
}

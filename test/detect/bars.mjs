// What the detector must reach, and what is below it.

import { OURS, WITH_DOMAIN, WITH_LANGUAGE } from './detectors.mjs';
import { errorsBelow, percent } from './tally.mjs';

// Each bar: the kind of sample; the lengths that it sums up, or none for all; the least share of right answers; and
// that with a hint, where there is a bar for it.
const bars = `
text||99.7|99.5
text|16|98|99.2
text|32|99
text|64 128 256|99.5
text|1024|99.3
short|4|88|96
short|6|94|98
short|8|97|98.5
short|12|97|98.5
capitals||97.5|99
one letter|16|92|95
one letter|32|95|98
one letter|64|96|99
html|16|97
html|32|98
html|64|99
html|256|99.5
cut cjk||99
english||99
utf-8||100
utf-8 cut||100
noise|16|95
noise|64 256 4096 65536|99.5
noise, one allowed||98
CJK lists||98
CJK names||96
symbols||98.5
few letters||98.5
English quotes||99.8
Western quotes||99.5
code||80
subtitles||99.5
markup||98.5
damage||99
NUL lists||95
NUL lists, UTF-8||99
controls||98
utf-16||99
UTF-16, UTF-32||99
UTF-32, default options||99
no model||94
rare encodings||90
code pages: made||95
one allowed||99.5
files: whole||98.3
files: 1 KB||98.3
files: first 100 B||97.8
files: 100 B beyond ASCII||97
files, code pages: whole||96
files, code pages: 1 KB||96
files, code pages: first 100 B||95
files, code pages: 100 B beyond ASCII||95`
  .trim()
  .split('\n')
  .map((line) => line.split('|'));

/** Of 1,000 reliable answers of a kind this many may be wrong: more where a language or an encoding has no model. */
const mostWrong = (kind) => (/^(?:no model|rare|code pages|files)/.test(kind) ? 10 : 2);

// Of 1,000 samples in encodings that are no candidates this many may be answered reliably.
const MOST_FOREIGN = 16;

/** Whether the samples of a kind are in encodings that are no candidates. */
const isForeign = (kind) => /code pages.*default|files, default/.test(kind);

// The share of prose that is answered reliably, by length.
const reliable = { 16: 87, 32: 92, 64: 94, 128: 96 };

const MOST_ERROR_OF_BIN = 0.03;

// No language and encoding may be below this share. A row with fewer samples proves nothing.
const [LEAST_OF_ROW, LEAST_SAMPLES] = [93, 60];

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
  return bars.flatMap(([kind, lengths, ...least]) => {
    const isOf = ({ kind: each }) => each === kind || each.startsWith(`${kind}:`);
    const sum = tally
      .sum((cell) => isOf(cell) && (lengths === '' || lengths.split(' ').includes(`${cell.len}`)))
      .get('all');
    return ['', WITH_DOMAIN, WITH_LANGUAGE].flatMap((hint, k) => {
      const [counts, bar] = [sum?.[OURS + hint], least[Math.min(k, 1)]];
      if (counts === undefined || bar === undefined) return [];
      return [atLeast(`${kind} ${lengths}${hint}`, percent(counts), Number(bar))];
    });
  });
}

const inThousand = (count, all) => (1000 * count) / Math.max(1, all);

/**
 * Returns the bars of what an answer says about itself: `byKind` has the sums for each kind, `ofProse` those of prose by length, `bins`
 * the calibration of the answers.
 */
export function compareTrust({ byKind, ofProse, bins, disordered, settled }) {
  const promises = [...byKind].map(
    ([
      kind,
      {
        [OURS]: [, all, , sure, wrong],
      },
    ]) => {
      // Where no reliable answer can be right, the wrong ones are a share of the samples.
      if (isForeign(kind) || kind.startsWith('noise')) {
        const most = isForeign(kind) ? MOST_FOREIGN : mostWrong(kind);
        return atMost(`${kind}: wrong and reliable in 1,000`, inThousand(wrong, all), most);
      }
      return atMost(`${kind}: wrong in 1,000 reliable`, inThousand(wrong, sure), mostWrong(kind));
    },
  );
  const shares = Object.entries(reliable).flatMap(([length, least]) => {
    const [, all, , sure] = ofProse.get(Number(length))?.[OURS] ?? [];
    return all === undefined
      ? []
      : [atLeast(`text ${length}: reliable`, percent([sure, all]), least)];
  });
  const errors = bins.map(({ probability, right }, k) =>
    atMost(`calibration from ${k / 10}: error`, Math.abs(probability - right), MOST_ERROR_OF_BIN),
  );
  return [
    ...promises,
    ...shares,
    ...errors.filter((_, k) => bins[k].count >= LEAST_SAMPLES),
    atMost('candidates out of order', disordered, 0),
    atMost('streams overturned in 1,000', inThousand(settled.overturned, settled.all), 2),
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

/** Returns the bars that rows of languages and encodings miss: their share, and that a hint does no harm. */
export const compareRows = (sums) =>
  [...sums].flatMap(([key, sum]) => {
    if (sum[OURS][1] < LEAST_SAMPLES) return [];
    const harm = [WITH_DOMAIN, WITH_LANGUAGE].map((hint) =>
      atMost(
        `${key}${hint}: standard errors below none`,
        errorsBelow(sum[OURS + hint], sum[OURS]),
        2,
      ),
    );
    return [atLeast(key, percent(sum[OURS]), LEAST_OF_ROW), ...harm];
  });

// Counts right answers, and sums them up.

/** Counts for each detector how many samples of a group it gets right. A group is { kind, lang, enc, len }. */
export class Tally {
  #cells = new Map();

  add({ kind, lang, enc, len }, detector, isRight, { encoding, isReliable = false }) {
    const key = JSON.stringify([kind, lang, enc, len]);
    if (!this.#cells.has(key)) this.#cells.set(key, { kind, lang, enc, len, counts: {} });
    const { counts } = this.#cells.get(key);
    counts[detector] ??= [0, 0, 0, 0, 0];
    const found = [
      isRight,
      true,
      encoding === null && !isRight,
      isReliable,
      isReliable && !isRight,
    ];
    for (const [k, is] of found.entries()) counts[detector][k] += Number(is);
  }

  /**
   * Sums the groups that `accepts` takes by what `keyOf` returns for them. Returns a Map from keys to the sums: an object that has
   * [right, all, wrongly null, reliable, wrong and reliable] for each detector.
   */
  sum(accepts, keyOf = () => 'all') {
    const sums = new Map();
    for (const cell of this.#cells.values()) {
      if (!accepts(cell)) continue;
      const key = keyOf(cell);
      if (!sums.has(key)) sums.set(key, {});
      const sum = sums.get(key);
      for (const [detector, counts] of Object.entries(cell.counts)) {
        sum[detector] ??= [0, 0, 0, 0, 0];
        for (const [k, count] of counts.entries()) sum[detector][k] += count;
      }
    }
    return sums;
  }
}

export const percent = ([right, all] = [0, 0]) => (all === 0 ? Number.NaN : (100 * right) / all);

/** Writes a share with one digit. It is 100 only when nothing is missing. */
export const toDigit = (share) => (share < 100 ? Math.min(share, 99.9) : share).toFixed(1);

/** By how many standard errors of their difference the first share is below the second one. */
export function errorsBelow([right, all], [otherRight, otherAll]) {
  const [p, q] = [right / all, otherRight / otherAll];
  const variance = (p * (1 - p)) / all + (q * (1 - q)) / otherAll;
  return variance === 0 ? 0 : (q - p) / Math.sqrt(variance);
}

const BINS = 10;

/** Compares probabilities with how often they come true. */
export class Calibration {
  #bins = Array.from({ length: BINS }, () => ({ count: 0, probability: 0, right: 0 }));

  add(probability, isRight) {
    const bin = this.#bins[Math.min(BINS - 1, Math.floor(probability * BINS))];
    bin.count++;
    bin.probability += probability;
    bin.right += Number(isRight);
  }

  /** Each bin: how many answers it has, their mean probability, and the share of right ones. */
  get bins() {
    return this.#bins.map(({ count, probability, right }) => ({
      count,
      probability: probability / count,
      right: right / count,
    }));
  }
}

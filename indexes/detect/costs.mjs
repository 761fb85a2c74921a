// Numbers of the detector's tables: costs, which are negative logarithms of probabilities, and weights.

/** Costs are in steps of 0.8 nats, from 0 to `most`, in four bits. */
export const most = 15;
const step = 0.8;
export const quantize = (probability, limit = most) =>
  Math.max(0, Math.min(limit, Math.round(-Math.log(probability) / step)));

/** Priors and weights are in points. */
export const pointsOfStep = 16;
export const points = (nats) => Math.round((nats / step) * pointsOfStep);

/** Returns costs of four bits in bytes, the first of two in the low half. */
export function nibbles(costs) {
  const padded = costs.length % 2 === 0 ? costs : [...costs, most];
  const bytes = new Array(padded.length / 2).fill(0);
  for (const [at, cost] of padded.entries()) bytes[at >> 1] |= cost << (4 * (at & 1));
  return bytes;
}

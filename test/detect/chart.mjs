// Draws how many answers of each detector are right, by the length of the text. The scale is logarithmic in the share of wrong
// answers: from one grid line to the next it is halved or a little less. The colours are readable on white and on black.

import { escapeXml, INK, picture, tag, text, WIDTH } from '../bench/svg.mjs';
import { toDigit } from './tally.mjs';

const HEIGHT = 380;
const LEFT = 60;
const RIGHT = 210;
const TOP = 62;
const BOTTOM = 62;

// The shares that have a line, in percent.
const lines = [50, 70, 80, 90, 95, 98, 99, 99.5, 99.8, 99.9];
const [lowest, highest] = [lines[0], lines.at(-1)];

const colours = ['#2f8f6b', '#c2603a', '#8a6fc0', '#3f7fbf', '#b3883a'];

const depth = (share) => Math.log(100 - share);
const y = (share) => {
  const inside = Math.min(highest, Math.max(lowest, share));
  const part = (depth(inside) - depth(highest)) / (depth(lowest) - depth(highest));
  return Math.round(TOP + part * (HEIGHT - TOP - BOTTOM));
};

/**
 * Returns the chart. `series` are { name, isHinted, shares }: the share of right answers for each of `lengths`, in percent; those
 * with a hint have the colour of the one before them without it, and a dashed line. `caption` says how it was measured.
 */
export function chart(series, lengths, caption) {
  const title = 'How many answers are right, by the length of the text';
  const x = (k) => Math.round(LEFT + (k * (WIDTH - LEFT - RIGHT)) / (lengths.length - 1));
  const small = { 'font-size': 11 };
  const parts = [
    tag('title', {}, title),
    text(16, 24, title, { 'font-size': 16, 'font-weight': 'bold' }),
    text(16, 43, 'percent · dashed: the top-level domain is known, too', { 'font-size': 12 }),
  ];
  for (const share of lines) {
    parts.push(
      tag('line', {
        x1: LEFT,
        x2: x(lengths.length - 1),
        y1: y(share),
        y2: y(share),
        stroke: INK,
        'stroke-opacity': 0.25,
      }),
      text(LEFT - 8, y(share) + 4, `${share}`, { ...small, 'text-anchor': 'end' }),
    );
  }
  for (const [k, length] of lengths.entries()) {
    parts.push(
      text(x(k), HEIGHT - BOTTOM + 18, `${length} B`, { ...small, 'text-anchor': 'middle' }),
    );
  }
  let colour = -1;
  const labels = [];
  for (const { name, isHinted, shares } of series) {
    if (!isHinted) colour++;
    const points = shares.map((share, k) => `${x(k)},${y(share)}`).join(' ');
    const stroke = colours[colour % colours.length];
    const dashes = isHinted ? { 'stroke-dasharray': '5 4' } : {};
    parts.push(tag('polyline', { points, fill: 'none', stroke, 'stroke-width': 2.5, ...dashes }));
    labels.push({ name, share: shares.at(-1), at: y(shares.at(-1)), stroke });
  }
  // Labels stand beside the ends of their lines, and below each other.
  labels.sort((a, b) => a.at - b.at);
  let free = TOP - 14;
  for (const { name, share, at, stroke } of labels) {
    free = Math.max(free + 15, at + 4);
    const label = `${name} ${toDigit(share)}`;
    parts.push(text(x(lengths.length - 1) + 10, free, label, { 'font-size': 12, fill: stroke }));
  }
  parts.push(text(16, HEIGHT - 14, escapeXml(caption), small));
  return picture(HEIGHT, parts);
}

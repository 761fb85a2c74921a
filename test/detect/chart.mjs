// Draws how many answers of each detector are right, by kind of sample. The scale is logarithmic in the share of wrong answers: from
// one grid line to the next it is halved or a little less. The colours are readable on white and on black.

import { INK, picture, tag, text, WIDTH } from '../tools/bench/svg.mjs';

const [LEFT, RIGHT, TOP, ROW] = [250, 30, 88, 19];

// The shares that have a line, in percent.
const lines = [0, 50, 70, 80, 90, 95, 98, 99, 99.5, 99.9];
const [lowest, highest] = [lines[0], lines.at(-1)];
const colours = ['#2f8f6b', '#c2603a', '#8a6fc0', '#3f7fbf', '#b3883a'];

const depth = (share) => Math.log(100 - share);
const x = (share) => {
  const part = (depth(Math.min(highest, share)) - depth(lowest)) / (depth(highest) - depth(lowest));
  return Math.round(LEFT + part * (WIDTH - LEFT - RIGHT));
};

/**
 * Returns the chart. `rows` are { kind, shares }: the share of right answers of each detector of `names`, in percent; NaN has no
 * mark. `caption` says how it was measured.
 */
export function chart(rows, names, caption) {
  const title = 'How many answers are right, by kind of text';
  const bottom = TOP + rows.length * ROW;
  const small = { 'font-size': 11 };
  const parts = [
    tag('title', {}, title),
    text(16, 24, title, { 'font-size': 16, 'font-weight': 'bold' }),
    text(16, 43, 'percent; each line to the right halves the wrong answers, or nearly', {
      'font-size': 12,
    }),
    ...names.map((name, k) =>
      text(LEFT + 100 * k + (k > 0 ? 40 : 0), 62, `● ${name}`, {
        'font-size': 12,
        fill: colours[k],
      }),
    ),
    ...lines.flatMap((share) => [
      tag('line', {
        x1: x(share),
        x2: x(share),
        y1: TOP - 4,
        y2: bottom,
        stroke: INK,
        'stroke-opacity': 0.25,
      }),
      text(x(share), TOP - 8, `${share}`, { ...small, 'text-anchor': 'middle' }),
    ]),
  ];
  for (const [k, { kind, shares }] of rows.entries()) {
    const y = TOP + k * ROW + 10;
    parts.push(text(LEFT - 12, y + 4, kind, { 'font-size': 12, 'text-anchor': 'end' }));
    for (const [j, share] of [...shares.entries()].reverse()) {
      if (!Number.isNaN(share))
        parts.push(tag('circle', { cx: x(share), cy: y, r: j === 0 ? 6 : 4, fill: colours[j] }));
    }
  }
  parts.push(text(16, bottom + 26, caption, small));
  return picture(bottom + 42, parts);
}

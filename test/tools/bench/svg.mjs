// Draws the summary as a chart with one bar for each row. The length of a bar is its geometric mean on a
// logarithmic scale, and a line marks the worst cell. The colours are readable on white and on black.

export const WIDTH = 760;
const ROW = 34;
const LABELS = 230;
const RIGHT = 70;
const TOP = 58;
const BOTTOM = 44;
export const INK = '#7a828c';

export const escapeXml = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

export function tag(name, attributes, content = '') {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return content === ''
    ? `<${name}${list.join('')}/>`
    : `<${name}${list.join('')}>${content}</${name}>`;
}

export const text = (x, y, content, attributes = {}) =>
  tag('text', { x, y, fill: INK, ...attributes }, escapeXml(content));

/** Returns an SVG of this height with these elements. */
export const picture = (height, parts) =>
  `${tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      height,
      role: 'img',
      'font-family': 'system-ui, sans-serif',
    },
    `\n${parts.join('\n')}\n`,
  )}\n`;

/** Returns the chart of what summarize() in report.mjs returns. `caption` says where it was measured. */
export function chart(summary, caption) {
  const ratios = summary.flatMap(({ geomean, worst }) => [geomean, worst.ratio]);
  const least = Math.min(1, ...ratios);
  const most = Math.max(8, ...ratios);
  const low = 2 ** Math.floor(Math.log2(least));
  const high = 2 ** Math.ceil(Math.log2(most));
  const width = WIDTH - LABELS - RIGHT;
  const x = (ratio) =>
    Math.round(LABELS + (width * Math.log2(ratio / low)) / Math.log2(high / low));
  const height = TOP + summary.length * ROW + BOTTOM;
  const parts = [
    tag('title', {}, 'How many times faster than the fastest exact peer'),
    text(16, 24, 'How many times faster than the fastest exact peer', {
      'font-size': 16,
      'font-weight': 'bold',
    }),
    text(16, 43, 'bar: geometric mean of the cells · line: worst cell · logarithmic', {
      'font-size': 12,
    }),
  ];
  for (let ratio = low; ratio <= high; ratio *= 2) {
    const isOne = ratio === 1;
    parts.push(
      tag('line', {
        x1: x(ratio),
        x2: x(ratio),
        y1: TOP,
        y2: height - BOTTOM,
        stroke: INK,
        'stroke-width': isOne ? 2 : 1,
        'stroke-opacity': isOne ? 0.9 : 0.25,
      }),
      text(x(ratio), height - BOTTOM + 16, ratio < 1 ? `1/${1 / ratio}` : `${ratio}×`, {
        'font-size': 11,
        'text-anchor': 'middle',
      }),
    );
  }
  for (const [k, { title, geomean, worst }] of summary.entries()) {
    const y = TOP + k * ROW;
    const [from, to] = [x(1), x(geomean)].sort((a, b) => a - b);
    parts.push(
      text(LABELS - 12, y + 22, title, { 'font-size': 13, 'text-anchor': 'end' }),
      tag('rect', {
        x: from,
        y: y + 8,
        width: Math.max(1, to - from),
        height: ROW - 14,
        rx: 2,
        fill: geomean >= 1 ? '#2f8f6b' : '#c2603a',
      }),
      tag(
        'line',
        {
          x1: x(worst.ratio),
          x2: x(worst.ratio),
          y1: y + 4,
          y2: y + ROW - 2,
          stroke: '#d9a13b',
          'stroke-width': 3,
        },
        tag('title', {}, escapeXml(`${worst.cell}: ${worst.ratio.toFixed(2)}×`)),
      ),
      text(Math.max(to, x(worst.ratio)) + 8, y + 23, `${geomean.toFixed(1)}×`, {
        'font-size': 13,
        'font-weight': 'bold',
      }),
    );
  }
  parts.push(text(16, height - 8, caption, { 'font-size': 11 }));
  return picture(height, parts);
}

// Draws the rooms of lib/ and src/ from the tables that the linter checks: .dependency-cruiser.cjs, and `arrows` of layers.mjs. A room
// stands above all rooms that it uses.
// Usage: node test/tools/checks/picture.mjs, which writes .github/rooms.svg; `npm run lint -- --fix` runs it

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainProgram } from '../../../indexes/main-program.mjs';
import { arrows } from './layers.mjs';

const { forbidden } = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs');

/** For each room of lib/ the rooms that it uses. */
const rooms = Object.fromEntries(
  forbidden
    .filter(({ name }) => name.endsWith('-uses-only-its-rooms'))
    .map(({ to }) => /\((.*)\)/.exec(to.pathNot)[1].split('|'))
    .map(([room, ...used]) => [room, used]),
);

const purposes = {
  lib: {
    base: 'errors and the conversions of Web IDL',
    backend: 'the only room that knows the backends: loading, calls, results, memory',
    labels: 'names and labels, handles, numbers of code pages',
    transcoding: "what is our own: decode(), encode(), Transcoder, Node's streams",
    standard: 'its interfaces and hooks',
    detect: 'finds an encoding',
    files: 'reaches and replaces files',
    edit: 'edits a file',
    'iconv-lite': 'its functions',
    url: 'percent-encoding and forms',
    polyfill: 'known defects of runtimes',
    http: 'bodies and forms of HTTP',
    cli: 'the command',
  },
  src: {
    base: 'spans, loads, surrogates, writers of UTF-8',
    simd: 'kernels.h declares the kernels; scalar*.cc define what is right',
    core: 'the contract of a codec: names, results, sinks, sources, indexes, memory for output',
    codecs: 'a decoder and an encoder for each chapter of the standard',
    queue: 'runs codecs: error modes, offsets, marks',
    detect: 'the detector: candidates, models, ranking',
    calls: 'what each call means, once for both backends',
    library: 'the C++ and the C library',
    protocol: 'the numbers that both sides know',
    node_memory: "the addon's memory",
    wasm: 'the calls of the WebAssembly module',
    node_values: 'arguments and results of Node',
    node: 'the calls of the addon',
  },
};

const WIDTH = 760;
const HEIGHT = 30;
const GAP = 6;

/** The rooms of a table by level: those that use no other first. */
function levelsOf(table) {
  const level = (room) => 1 + Math.max(-1, ...table[room].map(level));
  const all = Object.keys(table);
  const count = 1 + Math.max(...all.map(level));
  return Array.from({ length: count }, (_, at) => all.filter((room) => level(room) === at));
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function box(side, room, x, y, width) {
  const purpose = purposes[side][room];
  if (purpose === undefined) throw new Error(`picture.mjs: no purpose of ${side}/${room}/`);
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${HEIGHT}" rx="4" class="${side}"/>` +
    `<text x="${x + 8}" y="${y + 19}"><tspan class="name">${room}</tspan> ${escaped(purpose)}</text>\n`
  );
}

/** The picture, as the text of an SVG file. */
export function picture() {
  let y = GAP;
  let body = '';
  for (const [side, table] of [
    ['lib', rooms],
    ['src', arrows],
  ]) {
    body += `<text x="0" y="${y + 14}" class="name">${side}/</text>\n`;
    y += 22;
    for (const level of levelsOf(table).reverse()) {
      const width = (WIDTH - GAP * (level.length - 1)) / level.length;
      level.forEach((room, at) => {
        body += box(side, room, Math.round(at * (width + GAP)), y, Math.round(width));
      });
      y += HEIGHT + GAP;
    }
    y += 10;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img">
<title>The rooms of lib/ and src/. A room uses only rooms below it.</title>
<style>text{font:12px sans-serif}.name{font-weight:bold}.lib{fill:#dbeafe}.src{fill:#dcfce7}</style>
<rect width="${WIDTH}" height="${y}" fill="#fff"/>
${body}</svg>
`;
}

/** Where the picture stands. */
export const file = new URL('../../../.github/rooms.svg', import.meta.url);

if (isMainProgram(import.meta.url)) writeFileSync(file, picture());

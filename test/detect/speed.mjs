// Measures how fast the detectors are: on pages of 300 KB, on 64 bytes, and in the first call of a process.

import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { encode, getEncoding } from 'whatwg-transcoder';
import { Corpora, corpora, readTexts } from '../tools/bench/corpora.mjs';
import { measure, measureProcessorTime, thorough } from '../tools/bench/measure.mjs';
import { geomean, median } from '../tools/bench/report.mjs';

const measured = corpora.filter(
  ({ label, ascii }) => !ascii && !/^(?:utf-16le|iso-2022-jp)$/.test(label),
);

const require = createRequire(import.meta.url);

const SHORT = 64;

// jschardet needs some hundred calls until it is warm, so batches are longer than those of the benchmark.
const settings = { ...thorough, batch: 50, warmUp: 400 };

const firstCall = `
  const bytes = Buffer.from('c0e1e2e3e4e52c20e7e8', 'hex');
  const { detect } = require(process.argv[1]);
  const processor = () => Object.values(process.cpuUsage()).reduce((sum, micros) => sum + micros / 1000, 0);
  const now = process.argv[2] === 'processor' ? processor : () => performance.now();
  const start = now();
  detect(bytes);
  console.log(now() - start);`;

/** The median of the time that the first call takes in a new process, in milliseconds. */
const firstCallOf = (clock) =>
  median(
    Array.from({ length: 11 }, () =>
      Number(
        execFileSync(
          process.execPath,
          ['-e', firstCall, require.resolve('whatwg-transcoder/detect'), clock],
          { encoding: 'utf8' },
        ),
      ),
    ),
  );

/**
 * Measures those of the detectors that are functions and know no hint. Returns for each: megabytes a second of pages in each
 * encoding, and microseconds for 64 bytes. `folder` has the texts of the pages; without it they are the demo's. On a
 * busy machine the time of the processor is measured.
 */
export async function measureSpeed(detectors, folder, isBusy) {
  if (isBusy) measureProcessorTime();
  const source = new Corpora(readTexts(folder), { encode });
  const participants = detectors
    .filter(({ call, isHinted }) => call !== undefined && !isHinted)
    .map(({ name, call }) => ({
      name,
      counts: true,
      call: (bytes) => call(bytes).encoding ?? ' ',
    }));
  const rows = [];
  for (const corpus of measured.filter((one) => source.has(one))) {
    const page = source.html(corpus);
    const short = source.slices(corpus, SHORT, 64);
    const outputOf = (bytes) => ({ kind: 'string', bytes });
    const long = await measure(participants, [page], outputOf(page.length), settings);
    const brief = await measure(participants, short, outputOf(SHORT), settings);
    const figures = participants.map(({ name }) => [
      name,
      {
        megabytes: page.length / long.get(name).median / 1000,
        micros: brief.get(name).median * 1000,
      },
    ]);
    rows.push({
      corpus: corpus.name,
      encoding: getEncoding(corpus.label),
      figures: Object.fromEntries(figures),
    });
  }
  const mean = (name, figure) => geomean(rows.map(({ figures }) => figures[name][figure]));
  const means = participants.map(({ name }) => [
    name,
    { megabytes: mean(name, 'megabytes'), micros: mean(name, 'micros') },
  ]);
  return {
    rows,
    means: Object.fromEntries(means),
    firstCall: firstCallOf(isBusy ? 'processor' : 'wall'),
  };
}

// Prints the demo's first table: fetches every legacy document, decodes it while it arrives, and
// compares the text.

import { TextDecoder } from '../../lib/index.mjs';
import { documents } from './documents.mjs';
import { served, start } from './server.mjs';
import { cell, colours, cut } from './table.mjs';

const RuntimeDecoder = globalThis.TextDecoder;
const maxChunkBytes = 1500;

/** A fixed sequence of lengths from 1 to `maxChunkBytes`. */
function* lengths() {
  let state = 1;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // a linear congruential generator
    yield 1 + ((state >>> 8) % maxChunkBytes);
  }
}

/**
 * Cuts the chunks that arrive into small pieces, as a bad network would do, also inside characters.
 */
async function* pieces(body) {
  const sizes = lengths();
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + sizes.next().value);
      at += piece.length;
      yield piece;
    }
  }
}

/** The number of lines of `text` that differ from `known`. */
function differingLines(text, known) {
  const [ours, theirs] = [text.split('\n'), known.split('\n')];
  let count = Math.abs(ours.length - theirs.length);
  for (let i = 0; i < Math.min(ours.length, theirs.length); i++) {
    if (ours[i] !== theirs[i]) count++;
  }
  return { count, of: theirs.length - 1 };
}

/** The result of the runtime's decoder for the same chunks, and then for all bytes in one call. */
function runtimeVerdict(label, chunks, known) {
  const wrong = (text) => {
    const { count, of } = differingLines(text, known);
    return `${Math.max(1, Math.round((100 * count) / of))} % of lines wrong`;
  };
  try {
    const decoder = new RuntimeDecoder(label);
    let text = '';
    for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    text += decoder.decode();
    if (text !== known) return wrong(text);
    text = new RuntimeDecoder(label).decode(Buffer.concat(chunks));
    return text === known ? 'same' : `${wrong(text)}*`;
  } catch (error) {
    return error instanceof RangeError ? 'unknown label' : 'throws';
  }
}

/** Fetches one document and decodes each chunk when it arrives. */
async function receive(url) {
  const response = await fetch(url);
  const label = /charset=(\S+)/.exec(response.headers.get('content-type'))[1];
  const decoder = new TextDecoder(label);
  const chunks = [];
  let [text, milliseconds, bytes] = ['', 0, 0];
  const decode = (...args) => {
    const begin = performance.now();
    const piece = decoder.decode(...args);
    milliseconds += performance.now() - begin;
    text += piece;
  };
  for await (const chunk of pieces(response.body)) {
    decode(chunk, { stream: true });
    chunks.push(chunk);
    bytes += chunk.length;
  }
  decode();
  return { label, chunks, text, milliseconds, bytes };
}

const firstWords = (text) =>
  text
    .split('\n')
    .find((line) => line !== '' && !/^[\w-]+: /.test(line))
    .trim();
const number = (value) => value.toLocaleString('en-US');

/** Prints the table. True when every document has the expected text. */
export async function show(out = process.stdout) {
  const { bold, dim, red, green, yellow } = colours(out);
  const line = (text = '') => out.write(`${text}\n`);
  const runtime = `Node ${process.versions.node}`;
  const columns = [
    ['encoding', 13],
    ['bytes', 10, true],
    ['characters', 10, true],
    ['MB/s', 6, true],
    ['first words', 26],
    ['', 1],
    [`${runtime} decoder`, 20],
  ];
  const row = (cells) => cells.map((text, i) => cell(text, ...columns[i].slice(1))).join('  ');

  line();
  line(bold('Legacy documents over HTTP, decoded while they arrive'));
  line(
    dim(
      `cut into chunks of 1 to ${maxChunkBytes} bytes, each text compared with the expected text`,
    ),
  );
  line();
  line(bold(row(columns.map(([title]) => title))));
  line(dim(columns.map(([, size]) => '─'.repeat(size)).join('──')));

  const { url, stop } = await start();
  let [exact, bytes, chunks] = [0, 0, 0];
  const verdicts = [];
  try {
    for (const document of documents) {
      const known = served(document).text;
      const got = await receive(new URL(document.file, url));
      const good = got.text === known;
      const theirs = runtimeVerdict(got.label, got.chunks, known);
      exact += good ? 1 : 0;
      verdicts.push(theirs);
      bytes += got.bytes;
      chunks += got.chunks.length;
      const speed = Math.round(got.bytes / 1000 / got.milliseconds);
      const texts = [
        document.encoding,
        number(got.bytes),
        number([...got.text].length),
        number(speed),
        cut(firstWords(got.text), columns[4][1]),
        good ? '✓' : '✗',
        theirs,
      ].map((text, i) => cell(text, ...columns[i].slice(1)));
      texts[5] = good ? green(texts[5]) : red(texts[5]);
      texts[6] = theirs === 'same' ? dim(texts[6]) : yellow(texts[6]);
      line(texts.join('  ').trimEnd());
      if (!good) {
        const { count, of } = differingLines(got.text, known);
        line(red(`  ${number(count)} of ${number(of)} lines differ from the expected text`));
      }
    }
  } finally {
    stop();
  }

  line();
  const all = exact === documents.length;
  const sum = `${exact} of ${documents.length} documents have the exact text`;
  line(
    `${all ? green(`✓ ${sum}`) : red(`✗ ${sum}`)}: ` +
      `${(bytes / 1e6).toFixed(1)} MB in ${number(chunks)} chunks. MB/s counts only the time of decoding.`,
  );
  const deviating = verdicts.filter((verdict) => verdict !== 'same').length;
  line(
    dim(
      `Last column: the same chunks, decoded by the decoder of ${runtime}. ` +
        `It differs in ${deviating} of ${documents.length} documents.`,
    ),
  );
  if (verdicts.some((verdict) => verdict.endsWith('*'))) {
    line(dim('* The text is right when decoded in chunks, but wrong when decoded in one call.'));
  }
  line();
  return all;
}

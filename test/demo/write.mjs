// Prints the second part of the demo: documents are transcoded into files, and forms are written in
// the encoding of their page.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serializeUrlencoded } from '../../lib/hooks.mjs';
import { TranscodeStream } from '../../lib/index.mjs';
import { documents } from './documents.mjs';
import { forms, knownFields } from './forms.mjs';
import { served, start } from './server.mjs';
import { cell, colours, cut } from './table.mjs';

// Shows control characters, such as the escape sequences of ISO-2022-JP, as visible symbols.
const visible = (text) =>
  text.replace(/\p{Cc}/gu, (control) =>
    control < ' ' ? String.fromCharCode(0x2400 + control.charCodeAt(0)) : '\uFFFD',
  );

const number = (value) => value.toLocaleString('en-US');

/**
 * Prints the head of a table, titles and a line, and returns a function that prints a row. The null
 * cell of a row shows the verdict, in colour.
 */
function table(out, columns) {
  const { bold, dim, red, green } = colours(out);
  const row = (cells) =>
    cells.map((text, i) => cell(cut(text, columns[i][1]), ...columns[i].slice(1)));
  out.write(`${bold(row(columns.map(([title]) => title)).join('  '))}\n`);
  out.write(`${dim(columns.map(([, size]) => '─'.repeat(size)).join('──'))}\n`);
  return (cells, good) => {
    const texts = row(cells.map((text) => text ?? (good ? '✓' : '✗')));
    const verdict = cells.indexOf(null);
    texts[verdict] = good ? green(texts[verdict]) : red(texts[verdict]);
    out.write(`${texts.join('  ').trimEnd()}\n`);
  };
}

/** Writes the body of each document to a file in UTF-8. Returns how many files are exact. */
async function showFiles(url, folder, out) {
  const addRow = table(out, [
    ['pipeline(response, new TranscodeStream(…), file)', 48],
    ['bytes in', 10, true],
    ['bytes out', 10, true],
    ['MB/s', 6, true],
    ['', 1],
  ]);
  let exact = 0;
  for (const document of documents) {
    const file = join(folder, `${document.file}.utf-8`);
    const [response] = await once(get(new URL(document.file, url)), 'response');
    const label = /charset=(\S+)/.exec(response.headers['content-type'])[1];
    const begin = performance.now();
    await pipeline(response, new TranscodeStream(label, 'utf-8'), createWriteStream(file));
    const milliseconds = performance.now() - begin;
    const { body, text } = served(document);
    const bytes = await readFile(file);
    const good = bytes.equals(Buffer.from(text));
    exact += good ? 1 : 0;
    const speed = number(Math.round(body.length / 1000 / milliseconds));
    const call = `new TranscodeStream('${label}', 'utf-8')`;
    addRow([call, number(body.length), number(bytes.length), speed, null], good);
  }
  return exact;
}

/** Posts each form. Returns how many forms the server has read correctly. */
async function showForms(url, out) {
  const addRow = table(out, [
    ['form in', 13],
    ['on the wire', 30],
    ['read back', 26],
    ['', 1],
    ['URLSearchParams reads', 24],
  ]);
  let exact = 0;
  for (const form of forms) {
    const body = serializeUrlencoded(form.fields, form.encoding);
    const response = await fetch(new URL(`form?encoding=${form.encoding}`, url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    });
    const read = await response.json();
    const good = JSON.stringify(read) === JSON.stringify(knownFields(form));
    exact += good ? 1 : 0;
    const naive = visible([...new URLSearchParams(body)][1][1]);
    addRow([form.encoding, body, visible(read[1]?.[1] ?? ''), null, naive], good);
  }
  return exact;
}

/** Shows the second part. True when every file and every form is correct. */
export async function showWriting(out = process.stdout) {
  const { bold, dim, red, green } = colours(out);
  const line = (text = '') => out.write(`${text}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'whatwg-transcoder-demo-'));
  const { url, stop } = await start();
  try {
    line(bold('The same documents transcoded into files, as UTF-8, without strings'));
    line(
      dim('each file compared with the expected text; MB/s includes loopback, decoding and disk'),
    );
    line();
    const files = await showFiles(url, folder, out);
    line();
    line(
      bold('Forms of legacy pages, posted in the encoding of the page and read back by the server'),
    );
    line(dim('a character that the encoding does not contain is sent as &#n;, as browsers do'));
    line();
    const posted = await showForms(url, out);
    line();
    const all = files === documents.length && posted === forms.length;
    const sum = [
      `${files} of ${documents.length} files`,
      `${posted} of ${forms.length} forms exact`,
    ];
    line(all ? green(`✓ ${sum.join(' and ')}`) : red(`✗ ${sum.join(' and ')}`));
    line();
    return all;
  } finally {
    stop();
    await rm(folder, { recursive: true });
  }
}

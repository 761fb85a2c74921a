// npm run demo: serves legacy documents over HTTP on loopback, decodes them while they arrive, writes them to files in UTF-8, and
// posts a form in the encoding of its page. It compares all of it with the expected text, and shows what Node's decoder makes of it.

import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMainProgram } from '../../indexes/main-program.mjs';
import { parseUrlencoded, serializeUrlencoded } from '../../lib/hooks.mjs';
import { decodeResponse } from '../../lib/http.mjs';
import { TextDecoder, TranscodeStream } from '../../lib/index.mjs';

/**
 * The documents: names in documents/, encodings, and the labels with which servers announce them. Each has bytes that the decoder of
 * Node reads otherwise than browsers do. Another program than this package has encoded them.
 */
export const documents = [
  ['minato-nippo', 'Shift_JIS', 'x-sjis'],
  ['laocheng-chaguan', 'GBK', 'gb2312'],
  ['gangkou-gongbao', 'Big5', 'x-x-big5'],
  ['hanggu-sosik', 'EUC-KR', 'ks_c_5601-1987'],
  ['gazette', 'windows-1252', 'iso-8859-1'],
].map(([name, encoding, label]) => {
  const read = (end) => readFileSync(new URL(`documents/${name}.${end}`, import.meta.url));
  return { name, encoding, label, bytes: read(encoding.toLowerCase()), text: `${read('utf-8')}` };
});

/** A form of a page in Shift_JIS. Browsers send a character that the encoding lacks as a reference. */
const form = [
  ['お名前', '高橋 ソ能'],
  ['ご用件', '切符 2枚 & 座布団 100% 🚢'],
];
const readForm = form.map((pair) => pair.map((text) => text.replace('🚢', '&#128674;')));

/** Serves the documents, and answers a form with the names and values that it reads, as JSON. */
async function answer(request, response) {
  const found = documents.find(({ name }) => request.url === `/${name}`);
  if (found !== undefined) {
    response.setHeader('Content-Type', `text/plain; charset=${found.label}`);
    // Two pieces, which meet inside a character as often as not.
    const middle = found.bytes.length >> 1;
    response.write(found.bytes.subarray(0, middle));
    return response.end(found.bytes.subarray(middle));
  }
  const chunks = await request.toArray();
  return response.end(JSON.stringify(parseUrlencoded(Buffer.concat(chunks), 'shift_jis')));
}

/** Returns how many lines of a document Node's own decoder reads otherwise. */
function wrongLines({ label, bytes, text }) {
  const lines = new globalThis.TextDecoder(label).decode(bytes).split('\n');
  const known = text.split('\n');
  return known.filter((line, at) => line !== lines[at]).length;
}

/** Runs the demo, and prints a line for each step. Returns whether all of it was exact. */
export async function demo(print = console.log) {
  const folder = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-demo-'));
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  let isExact = true;
  const report = (good, text) => {
    isExact &&= good;
    print(`${good ? '✓' : '✗'} ${text}`);
  };
  try {
    print(
      'Documents over HTTP: decodeResponse(await fetch(url)), and a stream into a file in UTF-8',
    );
    for (const document of documents) {
      const { name, encoding, label, text } = document;
      const decoded = await decodeResponse(await fetch(`${origin}/${name}`));
      const file = join(folder, name);
      const [response] = await once(get(`${origin}/${name}`), 'response');
      await pipeline(response, new TranscodeStream(label, 'utf-8'), createWriteStream(file));
      const good = decoded.text === text && readFileSync(file, 'utf8') === text;
      const wrong = wrongLines(document);
      const first = text.split('\n', 1)[0];
      const encodings = `${encoding.padEnd(12)} charset=${label.padEnd(14)}`;
      report(good, `${encodings} Node's decoder: ${wrong} lines wrong   ${first}`);
    }
    print("A form in the encoding of its page: serializeUrlencoded(fields, 'shift_jis')");
    const body = serializeUrlencoded(form, 'shift_jis');
    const posted = await fetch(`${origin}/form`, { method: 'POST', body });
    const isRead = JSON.stringify(await posted.json()) === JSON.stringify(readForm);
    report(isRead, `${body.slice(0, 60)}…   ${readForm[1][1]}`);
    const decoder = new TextDecoder('shift_jis', { fatal: true });
    report(decoder.decode(Buffer.from('8341', 'hex')) === 'ア', "new TextDecoder('shift_jis') ア");
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
  print(isExact ? 'All of it is exact.' : 'Something differs from the expected text.');
  return isExact;
}

if (isMainProgram(import.meta.url)) process.exitCode = (await demo()) ? 0 : 1;

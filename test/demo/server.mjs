// Runs an HTTP server on loopback that serves the legacy documents, each repeated to about 1 MB,
// and reads the forms that are posted to it.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseUrlencoded } from '../../lib/hooks.mjs';
import { documents, knownText } from './documents.mjs';

const minBodyBytes = 1_000_000;
const maxFormBytes = 100_000;

/**
 * The body and the text of a document. A byte order mark is repeated with the rest of the document.
 */
export function served(document) {
  const bytes = readFileSync(new URL(`documents/${document.file}`, import.meta.url));
  const copies = Math.ceil(minBodyBytes / bytes.length);
  // Only the first U+FEFF is a byte order mark. Every later one is a character of the text.
  const separator = document.byteOrderMark ? '\uFEFF' : '';
  return {
    body: Buffer.concat(Array(copies).fill(bytes)),
    text: Array(copies).fill(knownText(document)).join(separator),
  };
}

/**
 * Answers with the names and values of a form, as JSON. The URL contains the encoding of its page.
 */
async function readForm(request, response) {
  const encoding = new URL(request.url, 'http://localhost/').searchParams.get('encoding');
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxFormBytes) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  const tuples = parseUrlencoded(Buffer.concat(chunks), encoding, { maxTuples: 100 });
  const headers = { 'Content-Type': 'application/json' };
  return response.writeHead(200, headers).end(JSON.stringify(tuples));
}

/** Starts the server on a free port. Returns its base URL and a function that stops it. */
export async function start() {
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url.startsWith('/form?')) {
      return readForm(request, response).catch((error) => response.destroy(error));
    }
    const document = documents.find(({ file }) => request.url === `/${file}`);
    if (document === undefined) return response.writeHead(404).end();
    const headers = { 'Content-Type': `text/plain; charset=${document.charset}` };
    return response.writeHead(200, headers).end(served(document).body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, stop };
}

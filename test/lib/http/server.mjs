// The server on the loopback interface that the tests of decodeResponse() ask, and the clients that ask it.

import { once } from 'node:events';
import http from 'node:http';
import zlib from 'node:zlib';
import * as undici from 'undici';

/** For messages that a test has made, which have no marks of a client. */
export const inPlace = { isDecompressed: false };

/** The server of these tests: it answers with `answer`, a function (request, response). */
export const server = { origin: undefined, answer: undefined };

/** Answers with a body in one chunk, or each byte in a chunk. */
export function answerWith(body, headers, isWhole = true) {
  server.answer = (_request, response) => {
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    if (isWhole) response.end(body);
    else {
      for (const byte of body) response.write(Buffer.of(byte));
      response.end();
    }
  };
}

export const get = (options = {}) =>
  new Promise((resolve, reject) => {
    http.get(server.origin, options, resolve).on('error', reject);
  });

export const { bun, deno } = process.versions;

export const hasZstd = zlib.createZstdDecompress !== undefined;

// Bun has a module of its own in the place of undici, and in Deno undici waits for a connection that has ended.
export const isUndici = (bun ?? deno) === undefined;

export const clients = {
  fetch: () => fetch(server.origin),
  ...(isUndici && {
    'fetch of undici': () => undici.fetch(server.origin),
    'request of undici': () => undici.request(server.origin),
  }),
  'http.get': () => get(),
};

/** Starts the server before the tests of a file, and closes it behind them. */
export function useServer() {
  const listener = http.createServer((request, response) => server.answer(request, response));
  // It is closed behind the tests, which the runtime's own would not survive.
  const agent = isUndici ? new undici.Agent() : undefined;
  const agentBefore = isUndici ? undici.getGlobalDispatcher() : undefined;

  before(async () => {
    if (isUndici) undici.setGlobalDispatcher(agent);
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    server.origin = `http://127.0.0.1:${listener.address().port}`;
  });

  after(async () => {
    if (isUndici) {
      undici.setGlobalDispatcher(agentBefore);
      await agent.close();
    }
    http.globalAgent.destroy();
    listener.closeAllConnections();
    listener.close();
  });
}

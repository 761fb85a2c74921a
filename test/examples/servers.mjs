// Sends requests to servers on the loopback interface, for the tests of the examples.

import { createServer, request as httpRequest } from 'node:http';

/** The servers of a page with express.mjs, koa.mjs and fastify.mjs: functions that return a handler of requests. */
export const serversOf = (load) => ({
  'Express 5': async () => (await load('express.mjs')).app,
  Koa: async () => (await load('koa.mjs')).app.callback(),
  Fastify: async () => {
    const { app } = await load('fastify.mjs');
    await app.ready();
    return app.routing;
  },
});

/** Sends a body to a server; returns { status, body }, in which the body is parsed if it is JSON. */
export function post(port, path, contentType, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', method: 'POST', path, agent: false },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json');
          resolve({ status: response.statusCode, body: isJson ? JSON.parse(text) : text });
        });
      },
    );
    request.on('error', reject);
    if (contentType !== undefined) request.setHeader('content-type', contentType);
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    const bytes = Buffer.from(body, 'latin1');
    // In two chunks.
    request.write(bytes.subarray(0, bytes.length >> 1));
    request.end(bytes.subarray(bytes.length >> 1));
  });
}

/** Listens with a handler of requests, and calls `run(port)`. */
export async function withServer(handler, run) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(server.address().port);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

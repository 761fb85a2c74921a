// The packages that the examples of the pages in lib/ import, with their versions.

/** Each package with its version and, if it does not run in Node 20, the runtime of runtimes.mjs that runs the examples. */
export const packages = {
  busboy: { version: '1.6.0' },
  'csv-parse': { version: '7.0.3' },
  express: { version: '5.3.0' },
  fastify: { version: '5.12.8' },
  jschardet: { version: '4.0.0' },
  koa: { version: '3.3.0' },
  mailparser: { version: '3.14.2' },
  mysql2: { version: '3.24.6' },
  pg: { version: '8.23.1' },
  qs: { version: '6.17.1' },
  undici: { version: '8.12.4', runtime: 'node-24' },
};

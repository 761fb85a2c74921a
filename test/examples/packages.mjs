// The packages that the examples of the pages in lib/ import, with their versions.

/** Each package with its version and, if it does not run in Node 20, the runtime of runtimes.mjs that runs the examples. */
export const packages = {
  axios: { version: '1.21.1' },
  busboy: { version: '1.6.0' },
  'csv-parse': { version: '7.0.3' },
  'csv-stringify': { version: '6.9.0' },
  express: { version: '5.3.0' },
  fastify: { version: '5.12.8' },
  got: { version: '16.1.0', runtime: 'node-24' },
  jschardet: { version: '4.0.0' },
  jszip: { version: '3.10.2' },
  koa: { version: '3.3.0' },
  mailparser: { version: '3.14.2' },
  'make-fetch-happen': { version: '15.0.6' },
  mysql2: { version: '3.24.6' },
  needle: { version: '3.5.0' },
  'node-fetch': { version: '3.3.2' },
  'node-fetch-2': { version: 'npm:node-fetch@2.7.0' },
  pg: { version: '8.23.1' },
  'postal-mime': { version: '4.0.0' },
  qs: { version: '6.17.1' },
  superagent: { version: '10.4.2' },
  undici: { version: '8.12.4', runtime: 'node-24' },
  yauzl: { version: '3.4.0' },
};

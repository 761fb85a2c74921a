// Measures how long decoding keeps the event loop of a server from its next turn: while 200 responses of 300 KB arrive and are
// decoded at the same time, and while a response of 200 MB passes a stream that transcodes to UTF-8. The package is measured beside iconv-lite
// and the runtime's own decoder.
//
// Usage: npm run bench -- event-loop [--rounds N]
//
// This process is the server. Each measurement is in a process of its own, so that the work of the server does not count.
// `bytes alone` takes the same bytes and decodes nothing: it is what the runtime itself needs.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get, globalAgent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as product from 'whatwg-transcoder';
import { Corpora, corpora, KB, MB, readTexts } from './corpora.mjs';
import { headingList, machine, median, say, table } from './report.mjs';
import { peersRequire } from './scratch.mjs';

const RESPONSES = 200;
const STREAM_BYTES = 200 * MB;
const CHUNK_BYTES = 64 * KB;
const STREAM_PATH = '/stream';

// In milliseconds: how often the monitor of the event loop looks.
const RESOLUTION = 1;

const page = () =>
  new Corpora(readTexts(), product).html(corpora.find(({ label }) => label === 'shift_jis'));

const iconvLite = () => peersRequire(say)('iconv-lite');

// For each participant, what makes the function that decodes a whole body to a string, and what makes streams from Shift_JIS to UTF-8.
const participants = {
  'whatwg-transcoder': {
    responses: () => (bytes) => product.decode(bytes, 'shift_jis'),
    stream: () => [new product.TranscodeStream('shift_jis')],
  },
  'iconv-lite': {
    responses() {
      const { decode } = iconvLite();
      return (bytes) => decode(bytes, 'shift_jis');
    },
    stream: () => [iconvLite().decodeStream('shift_jis'), iconvLite().encodeStream('utf-8')],
  },
  TextDecoder: {
    responses: () => (bytes) => new TextDecoder('shift_jis').decode(bytes),
    stream() {
      const decoder = new TextDecoder('shift_jis');
      const transform = (chunk, _encoding, callback) =>
        callback(null, Buffer.from(decoder.decode(chunk, { stream: true })));
      return [new Transform({ transform })];
    },
  },
  'bytes alone': { responses: () => (bytes) => bytes, stream: () => [] },
};

async function bodyOf(port) {
  const [response] = await once(get({ port, host: '127.0.0.1' }), 'response');
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const works = {
  async responses(decode, port) {
    const bodies = Array.from({ length: RESPONSES }, async () => decode(await bodyOf(port)).length);
    await Promise.all(bodies);
  },
  async stream(adapters, port) {
    const [source] = await once(get({ port, host: '127.0.0.1', path: STREAM_PATH }), 'response');
    const destination = new Writable({ write: (_chunk, _encoding, callback) => callback() });
    await pipeline(source, ...adapters, destination);
  },
};

/** Does one piece of work once to warm up, and once measured; sends the time and the delays of the event loop in milliseconds. */
async function measureHere({ name, work, port }) {
  globalAgent.maxSockets = Number.POSITIVE_INFINITY;
  const run = () => works[work](participants[name][work](), port);
  await run();
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION });
  monitor.enable();
  const from = performance.now();
  await run();
  const total = performance.now() - from;
  monitor.disable();
  const delays = [monitor.percentile(50), monitor.percentile(99), monitor.max];
  process.send([total, ...delays.map((nanoseconds) => nanoseconds / 1e6)]);
  process.disconnect();
}

function makeServer() {
  const body = page();
  const chunk = body.subarray(0, CHUNK_BYTES);
  const longBody = function* () {
    for (let sent = 0; sent < STREAM_BYTES; sent += chunk.length) yield chunk;
  };
  return createServer(({ url }, response) => {
    if (url === STREAM_PATH) Readable.from(longBody()).pipe(response);
    else response.end(body);
  });
}

const script = fileURLToPath(import.meta.url);

/** Returns rows of the table. Each figure is the median of the figures that the processes have sent. */
async function measureAll(rounds) {
  iconvLite();
  const server = makeServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const titles = {
    responses: `${RESPONSES} responses of 300 KB at once`,
    stream: `${STREAM_BYTES / MB} MB through a stream`,
  };
  const all = Object.keys(works).flatMap((work) =>
    Object.keys(participants).map((name) => ({ work, name, samples: [] })),
  );
  for (let round = 0; round < rounds; round++) {
    for (const { work, name, samples } of all) {
      say(`${work}: ${name} …`);
      const child = fork(script, [JSON.stringify({ name, work, port })]);
      const [sample] = await once(child, 'message');
      samples.push(sample);
    }
  }
  server.close();
  const medianOf = (samples, k) => median(samples.map((sample) => sample[k])).toFixed(1);
  return all.map(({ work, name, samples }) => [
    ...[titles[work], name],
    ...samples[0].map((_, k) => medianOf(samples, k)),
  ]);
}

if (process.send !== undefined) await measureHere(JSON.parse(process.argv[2]));
else {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
  const rows = await measureAll(Number(values.rounds));
  console.log(
    headingList([
      `${machine}, Node ${process.version}`,
      `Shift_JIS; milliseconds, the median of ${values.rounds} processes; delays of the event loop with a resolution of ${RESOLUTION} ms`,
    ]),
  );
  console.log(table(['', '', 'time', 'delay: median', '99 %', 'longest'], rows, [0, 1]));
}

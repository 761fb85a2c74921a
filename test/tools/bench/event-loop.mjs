// Measures how long decoding keeps the event loop of a server from its next turn: while 200 responses of 300 KB arrive and are
// decoded at the same time, and while a response of 200 MB passes a stream that transcodes to UTF-8. The package is measured beside iconv-lite
// and the runtime's own decoder.
//
// Usage: npm run bench -- event-loop [--rounds N]
//
// The server is a process of its own, so that its work does not count. Each measurement is in a process of its own too.
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

/** Returns the functions that decode a whole body to a string. */
function decoders(iconvLite) {
  return {
    'whatwg-transcoder': (bytes) => product.decode(bytes, 'shift_jis'),
    'iconv-lite': (bytes) => iconvLite.decode(bytes, 'shift_jis'),
    TextDecoder: (bytes) => new TextDecoder('shift_jis').decode(bytes),
    'bytes alone': (bytes) => bytes,
  };
}

/** Returns the functions that make a stream from Shift_JIS to UTF-8. */
function streams(iconvLite) {
  return {
    'whatwg-transcoder': () => [new product.TranscodeStream('shift_jis')],
    'iconv-lite': () => [iconvLite.decodeStream('shift_jis'), iconvLite.encodeStream('utf-8')],
    TextDecoder: () => {
      const decoder = new TextDecoder('shift_jis');
      const transform = (chunk, _encoding, callback) =>
        callback(null, Buffer.from(decoder.decode(chunk, { stream: true })));
      return [new Transform({ transform })];
    },
    'bytes alone': () => [],
  };
}

async function bodyOf(port) {
  const [response] = await once(get({ port, host: '127.0.0.1' }), 'response');
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function decodeResponses(decode, port) {
  const bodies = Array.from({ length: RESPONSES }, async () => decode(await bodyOf(port)).length);
  await Promise.all(bodies);
}

async function transcodeStream(makeStreams, port) {
  const [source] = await once(get({ port, host: '127.0.0.1', path: STREAM_PATH }), 'response');
  const destination = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  await pipeline(source, ...makeStreams(), destination);
}

/** Does one piece of work once to warm up, and once measured; sends the delays of the event loop in milliseconds. */
async function measureHere({ name, work, port }) {
  const iconvLite = name === 'iconv-lite' ? peersRequire(say)('iconv-lite') : undefined;
  globalAgent.maxSockets = Number.POSITIVE_INFINITY;
  const run =
    work === 'responses'
      ? () => decodeResponses(decoders(iconvLite)[name], port)
      : () => transcodeStream(streams(iconvLite)[name], port);
  await run();
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION });
  monitor.enable();
  const from = performance.now();
  await run();
  const total = performance.now() - from;
  monitor.disable();
  const milliseconds = (nanoseconds) => nanoseconds / 1e6;
  process.send({
    total,
    median: milliseconds(monitor.percentile(50)),
    high: milliseconds(monitor.percentile(99)),
    max: milliseconds(monitor.max),
  });
  process.disconnect();
}

function serve() {
  const body = page();
  const chunk = body.subarray(0, CHUNK_BYTES);
  const longBody = function* () {
    for (let sent = 0; sent < STREAM_BYTES; sent += chunk.length) yield chunk;
  };
  const server = createServer(({ url }, response) => {
    if (url === STREAM_PATH) Readable.from(longBody()).pipe(response);
    else response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.once('disconnect', () => process.exit());
}

const script = fileURLToPath(import.meta.url);

async function measureAll(rounds) {
  peersRequire(say)('iconv-lite');
  const server = fork(script, ['serve']);
  const [port] = await once(server, 'message');
  const samples = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const work of ['responses', 'stream']) {
      for (const name of Object.keys(decoders())) {
        say(`${work}: ${name} …`);
        const child = fork(script, ['measure', JSON.stringify({ name, work, port })]);
        const [sample] = await once(child, 'message');
        const key = `${work} ${name}`;
        samples.set(key, [...(samples.get(key) ?? []), { work, name, ...sample }]);
      }
    }
  }
  server.disconnect();
  return [...samples.values()];
}

function report(all, rounds) {
  const titles = {
    responses: `${RESPONSES} responses of 300 KB at once`,
    stream: `${STREAM_BYTES / MB} MB through a stream`,
  };
  const rows = all.map((samples) => {
    const of = (key) => median(samples.map((sample) => sample[key])).toFixed(1);
    const [{ work, name }] = samples;
    return [titles[work], name, of('total'), of('median'), of('high'), of('max')];
  });
  console.log(
    headingList([
      `${machine}, Node ${process.version}`,
      `Shift_JIS; milliseconds, the median of ${rounds} processes; delays of the event loop with a resolution of ${RESOLUTION} ms`,
    ]),
  );
  console.log(table(['', '', 'time', 'delay: median', '99 %', 'longest'], rows, [0, 1]));
}

const [role, argument] = process.argv.slice(2);
if (role === 'serve') serve();
else if (role === 'measure') await measureHere(JSON.parse(argument));
else {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
  const rounds = Number(values.rounds);
  report(await measureAll(rounds), rounds);
}

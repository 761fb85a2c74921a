// Ends threads and processes while they load the backend, and in the middle of its calls. This happens
// in a child process, which must survive.
// Usage: npm run test:soak -- threads [--rounds 1000] [--exits 200] [--calls 40]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// A backslash would be lost in a text inside a text.
const entryPoint = (name) =>
  JSON.stringify(
    fileURLToPath(new URL(`../../lib/${name}.js`, import.meta.url)).replaceAll('\\', '/'),
  );
const entry = entryPoint('index');

const helpers = `
  const { Worker } = require('node:worker_threads');
  const { once } = require('node:events');
  const { setTimeout: sleep } = require('node:timers/promises');`;

/** Terminates `rounds` threads, each 0 to 11 ms after it has started to load the package. */
const whileLoading = (rounds) => `${helpers}
  (async () => {
    for (let i = 0; i < ${rounds}; i += 1) {
      const worker = new Worker('require(${JSON.stringify(entry).slice(1, -1)})', { eval: true });
      await once(worker, 'online');
      await sleep(i % 12);
      await worker.terminate();
    }
    process.exit(5);
  })();`;

/** Ends the process 0 to 19 ms after eight threads have started to load the package. */
const exitWhileLoading = (i) => `${helpers}
  const code = 'require(${JSON.stringify(entry).slice(1, -1)})';
  const workers = Array.from({ length: 8 }, () => new Worker(code, { eval: true }));
  once(workers[0], 'online').then(() => sleep(${i % 20})).then(() => process.exit(5));`;

// The code that a thread repeats without end. Most of the time it is in the middle of a native
// call.
const calls = {
  'decode of a long text': 'decode(bytes, "shift_jis")',
  'decode in a stream': 'decoder.decode(bytes, { stream: true })',
  'decode that fails': 'try { decode(malformed, "shift_jis", { fatal: true }) } catch {}',
  'encode of a long text': 'encode(text, "gb18030")',
  'encode with a function': 'encode(emoji, "shift_jis", { unencodable: () => "?" })',
  'transcode with a function': 'transcode(utf8, "utf-8", "shift_jis", { unencodable: () => "?" })',
  transcode: 'transcode(bytes, "shift_jis", "utf-8")',
  'encode of short texts':
    'for (let i = 0; i < 1000; i += 1) encode("日本語のテキスト、日本語", "euc-jp")',
  'measuring and searching': 'decodedLength(bytes, "shift_jis"); findUnencodable(emoji, "gbk")',
  encodeInto: 'encodeInto(text, target, "big5", { unencodable: "html" })',
  'a Transcoder with functions':
    'transcoder.write(utf8); transcoder.write(malformed); transcoder.end(); transcoder.reset()',
  detect: 'detect(bytes); detector.write(utf8); detector.result',
  'a form':
    'parseForm(form, undefined, { encoding: "shift_jis" }); serializeUrlencoded([[emoji, text]], "gbk")',
  'a body': 'decodeBody(bytes, "text/html; charset=shift_jis"); sniffEncoding(utf8, "text/html")',
  'the API of iconv-lite':
    'iconv.decode(bytes, "utf-7"); iconv.encode(text, "cesu8"); decoderOfIconv.write(bytes)',
  // The objects live as long as the thread: long strings, results in the slab, states of streams, and streams that are not read.
  'objects that are kept':
    'kept.push(decode(bytes, "shift_jis"), encode("日本語", "euc-jp"), new TextDecoder("big5").decode(bytes, { stream: true }), streamWith(bytes)); if (kept.length > 400) kept.length = 0',
  'loading again': 'again()',
};

// Calls that do not return. Only a thread that another one ends may make them.
const endlessCalls = {
  'a function that never returns': 'encode(emoji, "shift_jis", { unencodable() { for (;;); } })',
  'a getter that never returns': 'decode(bytes, "shift_jis", { get fatal() { for (;;); } })',
};

/** The code of a thread that has what the calls need. */
const preparations = `
  const { parentPort } = require('node:worker_threads');
  const { DecodeStream, TextDecoder, Transcoder, decode, decodedLength, encode, encodeInto, findUnencodable, transcode } = require(${entry});
  const { Detector, detect } = require(${entryPoint('detect')});
  const { decodeBody, parseForm, sniffEncoding } = require(${entryPoint('http')});
  const { serializeUrlencoded } = require(${entryPoint('hooks')});
  const iconv = require(${entryPoint('iconv-lite')});
  const bytes = Buffer.alloc(400_000, Buffer.from([0x93, 0xfa, 0x41]));
  const malformed = Buffer.concat([bytes, Buffer.of(0x93)]);
  const text = '日本語 abc '.repeat(40_000);
  const emoji = '日\u{1F600}'.repeat(20_000);
  const utf8 = Buffer.from(emoji);
  const form = Buffer.from('a=%82%A0&'.repeat(900) + 'b=%FF');
  const target = Buffer.alloc(1_000_000);
  const decoder = new TextDecoder('shift_jis');
  const detector = new Detector();
  const decoderOfIconv = iconv.getDecoder('utf-16');
  const transcoder = new Transcoder('utf-8', 'shift_jis', { unencodable: () => '?', malformed: () => '' });
  const kept = [];
  const streamWith = (chunk) => {
    const stream = new DecodeStream('shift_jis');
    stream.write(chunk);
    return stream;
  };
  const again = () => {
    for (const file of Object.keys(require.cache)) if (!file.endsWith('.node')) delete require.cache[file];
    require(${entry});
  };`;

/** The code of threads, each of which repeats a call. */
const codes = Object.values({ ...calls, ...endlessCalls }).map(
  (call) => `${preparations} parentPort.postMessage(0); for (;;) { ${call}; }`,
);

/** Terminates `rounds` threads in the middle of calls of each kind. */
const whileCalling = (rounds) => `${helpers}
  (async () => {
    for (const code of ${JSON.stringify(codes)}) {
      for (let i = 0; i < ${rounds}; i += 1) {
        const worker = new Worker(code, { eval: true });
        await once(worker, 'message');
        await sleep(i % 5);
        await worker.terminate();
      }
    }
    process.exit(5);
  })();`;

/** Ends the process, in which the objects of one kind of call live, while four threads are in the middle of calls of other kinds. */
const exitWhileCalling = (i) => `${helpers}
  ${preparations}
  const codes = ${JSON.stringify(codes)};
  const workers = [0, 1, 2, 3].map((at) => new Worker(codes[(${i} + at) % codes.length], { eval: true }));
  Promise.all(workers.map((worker) => once(worker, 'message'))).then(() => {
    setTimeout(() => process.exit(5), ${i % 7});
    setInterval(() => { ${Object.values(calls)[i % Object.keys(calls).length]}; }, 0);
  });`;

// In milliseconds. A process that takes longer than this hangs.
const LONGEST = 300_000;

/**
 * Runs a script in a separate process. Returns null when its exit code is 5, else a description.
 */
async function problem(what, script) {
  const child = spawn(process.execPath, ['--eval', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LONGEST,
    killSignal: 'SIGKILL',
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  const [status, signal] = await once(child, 'close');
  return status === 5 ? null : `${what}: ended with ${signal ?? status}\n${stderr.slice(0, 2000)}`;
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    exits: { type: 'string', default: '200' },
    calls: { type: 'string', default: '40' },
  },
});
const [rounds, exits, callRounds] = [values.rounds, values.exits, values.calls].map(Number);
const problems = [];
const run = async (what, script) => {
  const found = await problem(what, script);
  if (found !== null) problems.push(found);
};
if (rounds > 0) await run(`${rounds} threads ended while they were loading`, whileLoading(rounds));
for (let i = 0; i < exits; i += 1) {
  await run(`exit ${i} while threads were loading`, exitWhileLoading(i));
}
for (let i = 0; i < exits; i += 5) {
  await run(`exit ${i} in the middle of calls`, exitWhileCalling(i));
}
if (callRounds > 0)
  await run(`${callRounds} threads ended in the middle of each call`, whileCalling(callRounds));
for (const each of problems.slice(0, 5)) console.log(each);
console.log(
  `${process.version}: ${rounds} threads and ${exits} processes ended while loading, ${Math.ceil(exits / 5)} processes in calls, ${callRounds} threads in each of ` +
    `${codes.length} calls: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

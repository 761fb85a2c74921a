// A server with two workers of node:cluster converts what clients send. One worker is lost while requests wait for it, and the
// clients send them again. Usage: npm run test:runtimes -- engines cluster

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encode } from 'whatwg-transcoder';
import { root } from '../tools/run/cmake.mjs';
import { blockOf, linesOf } from './page.mjs';
import { freePort, isListening, killAll, processesWith, until, withPlace } from './processes.mjs';

export const packages = {};

const REQUESTS = 300;
const AT_ONCE = 12;
const LINES = 5000;

export const losesOneWorker = () =>
  withPlace(async ({ folder, start }) => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/whatwg-transcoder'));
    for (const name of ['server.mjs', 'client.mjs']) {
      writeFileSync(join(folder, name), blockOf(name));
    }
    const { convert } = await import(pathToFileURL(join(folder, 'client.mjs')));
    const port = await freePort();
    const server = start('server', process.execPath, ['server.mjs'], { PORT: port });
    // node:cluster gives each worker its number in its environment.
    const workers = () => processesWith(folder).filter((id) => id !== server);
    await until(
      'two workers run, and one listens',
      () => workers().length === 2 && isListening(port),
    );

    const waiting = new Map(); // how many answers had come when a request was sent, by its number
    let answers = 0;
    let failures = 0;
    const send = globalThis.fetch;
    globalThis.fetch = (...args) =>
      send(...args).catch((error) => {
        failures++;
        throw error;
      });
    const ask = async (first) => {
      for (let i = first; i < REQUESTS; i += AT_ONCE) {
        const text = linesOf(LINES, i);
        waiting.set(i, answers);
        const answer = await convert(`http://127.0.0.1:${port}/`, encode(text, 'shift_jis'), 8000);
        waiting.delete(i);
        answers++;
        assert.ok(answer.equals(Buffer.from(text)), `the answer to request ${i}`);
      }
    };
    const work = Promise.all(Array.from({ length: AT_ONCE }, (_, first) => ask(first)));
    await until('some answers have come', () => answers > AT_ONCE);

    // The worker stops, so that requests wait for it, and then it is lost.
    const [lost] = workers();
    process.kill(lost, 'SIGSTOP');
    const isWaiting = (since) => answers - since > 3 * AT_ONCE;
    await until('a request waits for the worker', () => [...waiting.values()].some(isWaiting));
    const before = answers;
    killAll(() => [lost]);
    await work;
    globalThis.fetch = send;
    assert.ok(before < REQUESTS && failures > 0);
    await until('another worker is in the place of the lost one', () => workers().length === 2);
    return `one of two workers was lost after ${before} of ${REQUESTS} answers; ${failures} requests had none`;
  });

// Starts a headless Chromium that runs the functions of one module. It is controlled over its
// debugging pipe (the Chrome DevTools Protocol: JSON messages that end with a zero byte).

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-pipe',
];

/**
 * Starts Chromium with an empty page, or with the one at `url`, and loads the module at `moduleUrl`
 * into it. Returns { version, call, close }: `call(name, ...args)` runs an exported function of the
 * module; its first argument is the page's TextDecoder, the others are JSON values.
 */
export async function startChromium(path, moduleUrl, url = 'about:blank') {
  const profile = mkdtempSync(join(tmpdir(), 'oracle-chromium-'));
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const waiting = new Map();
  const fail = (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const exited = new Promise((resolve) => {
    child.once('exit', (status, signal) => {
      fail(new Error(`Chromium ended (${signal ?? status})`));
      resolve();
    });
  });
  child.once('error', (error) => fail(new Error(`cannot start ${path}: ${error.message}`)));
  child.stdio[3].on('error', () => {}); // the event 'exit' reports that Chromium has ended

  let lastId = 0;
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      child.stdio[3].write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    });
  let pieces = [];
  const receive = (text) => {
    const { id, result, error } = JSON.parse(text);
    const call = waiting.get(id);
    if (call === undefined) return; // This message is an event, not an answer.
    waiting.delete(id);
    if (error) call.reject(new Error(error.message));
    else call.resolve(result);
  };
  child.stdio[4].on('data', (data) => {
    for (let rest = data; ; ) {
      const end = rest.indexOf(0);
      if (end === -1) {
        pieces.push(rest);
        return;
      }
      receive(Buffer.concat([...pieces, rest.subarray(0, end)]).toString('utf8'));
      pieces = [];
      rest = rest.subarray(end + 1);
    }
  });

  const close = async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      send('Browser.close').catch(() => {});
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await exited;
      clearTimeout(timer);
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };

  try {
    const { product } = await send('Browser.getVersion');
    const { targetId } = await send('Target.createTarget', { url });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const evaluate = async (expression) => {
      const { result, exceptionDetails } = await send(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true },
        sessionId,
      );
      if (exceptionDetails) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    };
    const here = `document.readyState === 'complete' && location.href === ${JSON.stringify(url)}`;
    while (!(await evaluate(here))) await wait(20);
    const source = readFileSync(moduleUrl).toString('base64');
    await evaluate(`Error.stackTraceLimit = 0;
      import('data:text/javascript;base64,${source}').then((module) => {
        globalThis.oracle = module;
      })`);
    const call = (name, ...args) => {
      const list = args.map((arg) => `, ${JSON.stringify(arg)}`).join('');
      return evaluate(`oracle.${name}(TextDecoder${list})`);
    };
    return { version: product, call, close };
  } catch (error) {
    await close();
    throw error;
  }
}

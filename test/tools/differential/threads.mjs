// Shares work between threads.

import { Worker } from 'node:worker_threads';

/**
 * Runs a module in one thread for each of some data, which it gets as `workerData`. Resolves with what each thread posts as `result`.
 * `onMessage` gets its other messages.
 */
export const inThreads = (url, allData, onMessage = () => {}) =>
  Promise.all(
    allData.map(
      (data) =>
        new Promise((resolve, reject) => {
          const worker = new Worker(new URL(url), { workerData: data });
          worker.on('error', reject);
          worker.on('message', (message) => {
            if (message.result) resolve(message.result);
            else onMessage(message);
          });
        }),
    ),
  );

/** Adds up counts by their names. */
export function sumOf(all) {
  const sum = {};
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  }
  return sum;
}

// Streams as participants: a source of chunks, an adapter, and a consumer of its results. Each function below takes a function that
// makes the adapter, and what turns its results into those of the operation. It returns a function that makes a participant's
// `pieces(chunks, take)`, or undefined where the adapter does not know the encoding.

import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Returns a Readable of existing chunks, which behaves like that of a file or a socket. */
function sourceOf(chunks) {
  let next = 0;
  return new Readable({
    objectMode: typeof chunks[0] === 'string',
    read() {
      this.push(next === chunks.length ? null : chunks[next++]);
    },
  });
}

const through =
  (send) =>
  (make, convert = (piece) => piece) =>
  () =>
    make() && ((chunks, take) => send(chunks, make(), (piece) => take(convert(piece))));

export const throughNode = through((chunks, adapter, take) => {
  const consumer = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, callback) {
      take(chunk);
      callback();
    },
  });
  return pipeline(sourceOf(chunks), adapter, consumer);
});

/** Sends chunks through an old kind of stream, which has `write` and `end` and emits events. */
export const throughEmitter = through(
  (chunks, emitter, take) =>
    new Promise((resolve, reject) => {
      emitter.on('data', take);
      emitter.on('end', resolve);
      emitter.on('error', reject);
      sourceOf(chunks).on('error', reject).pipe(emitter);
    }),
);

export const throughWeb = through(async (chunks, adapter, take) => {
  let next = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (next === chunks.length) controller.close();
      else controller.enqueue(chunks[next++]);
    },
  });
  const reader = source.pipeThrough(adapter).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    take(value);
  }
});

// The participants of the group `streams`: a source of chunks, an adapter, and a consumer of its results.

import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { firstItem, joined } from './participants.mjs';

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

export function throughNode(chunks, adapter, take) {
  const consumer = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, callback) {
      take(chunk);
      callback();
    },
  });
  return pipeline(sourceOf(chunks), adapter, consumer);
}

/** Sends chunks through an old kind of stream, which has `write` and `end` and emits events. */
function throughEmitter(chunks, emitter, take) {
  return new Promise((resolve, reject) => {
    emitter.on('data', take);
    emitter.on('end', resolve);
    emitter.on('error', reject);
    sourceOf(chunks).on('error', reject).pipe(emitter);
  });
}

async function throughWeb(chunks, adapter, take) {
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
}

/** Makes `call` and `collect` of a participant that sends all chunks through one stream. */
export const ofStream = (through) => ({
  async call(chunks) {
    let sum = 0;
    await through(chunks, (piece) => {
      sum += piece.length + firstItem(piece);
    });
    return sum;
  },
  async collect(chunks) {
    const pieces = [];
    await through(chunks, (piece) => pieces.push(piece));
    return joined(pieces);
  },
});

/** Returns whether a stream can be constructed. */
function can(make) {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the participants that can do an operation: 'decodeStream' (to strings), 'encodeStream' (from
 * strings) or 'transcodeStream' (to UTF-8 bytes).
 */
export function streamParticipants(operation, label, product, peers) {
  const { Iconv } = peers.iconv ?? {};
  const iconvLite = peers['iconv-lite'];
  const kindOfIconvLite = label === 'utf-16le' ? 'plain' : 'peer';
  const candidates = {
    decodeStream: [
      ['whatwg-transcoder', 'ours', () => new product.DecodeStream(label, { encoding: 'utf8' })],
      ['iconv-lite', kindOfIconvLite, () => iconvLite.decodeStream(label)],
      ['TextDecoderStream', 'peer', () => new TextDecoderStream(label), throughWeb],
      [
        'iconv',
        'peer',
        () => new Iconv(label, 'UTF-16LE'),
        (chunks, iconv, take) => throughEmitter(chunks, iconv, (units) => take(units.ucs2Slice())),
      ],
    ],
    encodeStream: [
      ['whatwg-transcoder', 'ours', () => new product.EncodeStream(label)],
      ['iconv-lite', kindOfIconvLite, () => iconvLite.encodeStream(label)],
      ['iconv', 'peer', () => new Iconv('UTF-8', label), throughEmitter],
      [
        'TextEncoderStream',
        'peer',
        () => {
          if (label !== 'utf-8') throw new Error('UTF-8 only');
          return new TextEncoderStream();
        },
        throughWeb,
      ],
    ],
    transcodeStream: [
      ['whatwg-transcoder', 'ours', () => new product.TranscodeStream(label)],
      [
        'iconv-lite',
        kindOfIconvLite,
        () => iconvLite.decodeStream(label),
        // The stream makes strings, which become bytes here.
        (chunks, stream, take) => throughNode(chunks, stream, (text) => take(Buffer.from(text))),
      ],
      ['iconv', 'peer', () => new Iconv(label, 'UTF-8'), throughEmitter],
      [
        'TextDecoderStream',
        'peer',
        () => new TextDecoderStream(label),
        (chunks, stream, take) => throughWeb(chunks, stream, (text) => take(Buffer.from(text))),
      ],
    ],
  };
  return candidates[operation]
    .filter(([, , make]) => can(make))
    .map(([name, kind, make, through = throughNode]) => ({
      name,
      kind,
      ...ofStream((chunks, take) => through(chunks, make(), take)),
    }));
}

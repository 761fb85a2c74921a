// The limits of a cell: participants that only make the result once more, by a plain copy of memory that
// holds it already. Everybody who makes results by the public functions of the runtime needs at least
// this time. The copy is made by the runtime's own functions and, for lengths where a native call is
// faster than JavaScript, also by an addon that does nothing else. The faster of the two counts.

import { Transform } from 'node:stream';
import { cut } from './groups.mjs';
import { ofPieces } from './participants.mjs';
import { ofStream, throughNode } from './streams.mjs';

/** Returns the characters of a text as bytes in memory: one byte for each code unit where that is enough. */
function memoryOf(text) {
  const isWide = /[\u0100-\uffff]/.test(text);
  return { memory: Buffer.from(text, isWide ? 'utf16le' : 'latin1'), isWide };
}

/** Makes a string in the fastest way: Node copies the bytes and does not look at them. */
const stringOf = ({ memory, isWide }) => (isWide ? memory.ucs2Slice() : memory.latin1Slice());

/** Makes a Buffer of bytes in the fastest way. */
function bufferOf(bytes) {
  const buffer = Buffer.allocUnsafe(bytes.length);
  buffer.set(bytes);
  return buffer;
}

/** Makes a Buffer of a string whose code units are the values of the bytes. */
function bufferOfUnits(units) {
  const buffer = Buffer.allocUnsafe(units.length);
  buffer.latin1Write(units);
  return buffer;
}

/** An object with the fields that every decoder has: its encoding and options, and the state of its stream. */
class Fields {
  constructor(head) {
    this.head = head;
    this.stream = null;
  }

  decode(ready) {
    return this.stream === null ? stringOf(ready) : '';
  }
}

/** Cuts a result into as many pieces as there are chunks, or fewer. */
function shares(right, chunks) {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return cut(right, Math.ceil((right.length * chunks[0].length) / length));
}

/** Returns a stream that makes the next result for each chunk, and does not look at the chunk. */
function streamOf(readies, make, options) {
  let next = 0;
  return new Transform({
    ...options,
    decodeStrings: false,
    transform(_chunk, _encoding, callback) {
      if (next < readies.length) this.push(make(readies[next++]), options?.encoding);
      callback();
    },
  });
}

const throughNodeOf = (readies, make, options) =>
  ofStream((chunks, take) => throughNode(chunks, streamOf(readies, make, options), take));

// Each function makes the fields of a participant from the inputs and their right results. The field
// `inputs` replaces the inputs of the cell.
const makers = {
  decode: (_inputs, rights) => ({ inputs: rights.map(memoryOf), call: stringOf }),
  construct: (_inputs, rights) => ({
    inputs: rights.map(memoryOf),
    call: (ready) => new Fields(1).decode(ready),
  }),
  chunks: (inputs, rights) => ({
    inputs: rights.map((right, k) => shares(right, inputs[k]).map(memoryOf)),
    ...ofPieces((readies, take) => {
      for (const ready of readies) take(stringOf(ready));
    }),
  }),
  encode: (_inputs, rights) => ({
    inputs: rights.map((bytes) => Buffer.from(bytes).latin1Slice()),
    call: bufferOfUnits,
  }),
  encodeChunks: (inputs, rights) => ({
    inputs: rights.map((right, k) => shares(right, inputs[k])),
    ...ofPieces((readies, take) => {
      for (const ready of readies) take(bufferOf(ready));
    }),
  }),
  transcode: (_inputs, rights) => ({ inputs: rights, call: bufferOf }),
  decodeStream: ([chunks], [text]) =>
    throughNodeOf(shares(text, chunks).map(memoryOf), stringOf, { encoding: 'utf8' }),
  encodeStream: ([chunks], [bytes]) => throughNodeOf(shares(bytes, chunks), bufferOf),
  transcodeStream: ([chunks], [bytes]) => throughNodeOf(shares(bytes, chunks), bufferOf),
};

// In bytes or code units. Up to the first length, JavaScript is faster than a native call. Above the second,
// the cost of the call is small beside that of the copy.
const LONGEST_IN_JAVASCRIPT = 16;
const LONGEST_CALL = 1024;

// These functions do the same by the functions of node_api.cc.
const nativeMakers = {
  decode: (inputs, rights, { stringOfBytes, stringOfUnits }) => ({
    ...makers.decode(inputs, rights),
    call: ({ memory, isWide }) => (isWide ? stringOfUnits(memory) : stringOfBytes(memory)),
  }),
  encode(inputs, rights, { bytesOf, useMemory }) {
    // Results share memory, as those of the product do. A Buffer with its own memory would cost more.
    const NodeBuffer = Buffer[Symbol.species];
    const size = 64 * 1024;
    let memory;
    let used = size;
    const call = (units) => {
      const { length } = units;
      if (used + length >= size) {
        const bytes = Buffer.allocUnsafeSlow(size);
        useMemory(bytes);
        memory = bytes.buffer;
        used = 0;
      }
      bytesOf(units);
      used += length;
      return new NodeBuffer(memory, used - length, length);
    };
    return { ...makers.encode(inputs, rights), call };
  },
};

/**
 * Returns the limits as participants. `rights` are the right results for `inputs`. `nodeApi` has the
 * functions of node_api.cc, or is undefined when that could not be compiled.
 */
export function limitsOf(operation, inputs, rights, nodeApi) {
  const limits = [{ ...makers[operation](inputs, rights), name: 'limit', kind: 'limit' }];
  const isCall = ({ length }) => length > LONGEST_IN_JAVASCRIPT && length <= LONGEST_CALL;
  if (nodeApi !== undefined && operation in nativeMakers && inputs.every(isCall)) {
    const native = nativeMakers[operation](inputs, rights, nodeApi);
    limits.push({ ...native, name: 'limit of Node-API', kind: 'limit' });
  }
  return limits;
}

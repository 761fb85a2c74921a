// The limits of a cell: what the runtime takes for the part of it that nobody is spared who goes
// through its public ways, with all other work done before. That is to make the very result once
// more, by a plain copy from memory that holds it ready: by the runtime's own functions, or, where
// JavaScript is slower than a native call, in an addon that does nothing else, whichever is quicker.

import { Transform } from 'node:stream';
import { cut } from './groups.mjs';
import { ofPieces } from './participants.mjs';
import { ofStream, throughNode } from './streams.mjs';

/** A text as memory that is a string's already: one byte a code unit where that will do. */
function memoryOf(text) {
  const isWide = /[\u0100-\uffff]/.test(text);
  return { memory: Buffer.from(text, isWide ? 'utf16le' : 'latin1'), isWide };
}

/** The cheapest way to a string: Node's two copies that look at nothing. */
const stringOf = ({ memory, isWide }) => (isWide ? memory.ucs2Slice() : memory.latin1Slice());

/** The cheapest way from bytes to a Buffer. */
function bufferOf(bytes) {
  const buffer = Buffer.allocUnsafe(bytes.length);
  buffer.set(bytes);
  return buffer;
}

/** And from a string: one whose code units are the very bytes. */
function bufferOfUnits(units) {
  const buffer = Buffer.allocUnsafe(units.length);
  buffer.latin1Write(units);
  return buffer;
}

/** An object with the fields of a decoder: which encoding and options, and whether a stream is open. */
class Fields {
  constructor(head) {
    this.head = head;
    this.stream = null;
  }

  decode(ready) {
    return this.stream === null ? stringOf(ready) : '';
  }
}

/** A result in as many pieces as its chunks, each with its share. */
function shares(right, chunks) {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return cut(right, Math.ceil((right.length * chunks[0].length) / length));
}

/** A stream that makes the next result for each chunk, and does not look at the chunk. */
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

// From inputs and what is right for them, what a participant has; its `inputs` are in their place.
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
  transcode: (_inputs, rights) => ({ inputs: rights, call: bufferOf }),
  decodeStream: ([chunks], [text]) =>
    throughNodeOf(shares(text, chunks).map(memoryOf), stringOf, { encoding: 'utf8' }),
  encodeStream: ([chunks], [bytes]) => throughNodeOf(shares(bytes, chunks), bufferOf),
  transcodeStream: ([chunks], [bytes]) => throughNodeOf(shares(bytes, chunks), bufferOf),
};

// In bytes or code units: up to so many JavaScript itself is faster than a native call; and beyond so many
// a call costs little beside the copy.
const LONGEST_IN_JAVASCRIPT = 16;
const LONGEST_CALL = 1024;

// The same as makers, with the functions of node_api.cc.
const nativeMakers = {
  decode: (inputs, rights, { stringOfBytes, stringOfUnits }) => ({
    ...makers.decode(inputs, rights),
    call: ({ memory, isWide }) => (isWide ? stringOfUnits(memory) : stringOfBytes(memory)),
  }),
  encode(inputs, rights, { bytesOf, useMemory }) {
    // Memory that Buffers share, as the product's do: one with memory of its own costs more.
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
 * The limits as participants; `rights` is what is right for `inputs`, and `nodeApi` has the functions of
 * node_api.cc, if it could be compiled.
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

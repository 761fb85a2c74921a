// Messages of HTTP, as fetch and node:http have them: headers, content codings and bodies, whole, damaged and cut.

import { equal } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { types } from 'node:util';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import {
  chunksOf,
  cuts,
  oneOf,
  optionsOf,
  orWrong,
  weighted,
  wrongValues,
} from '../arbitraries.mjs';
import { anyTypes, bodies, bodyNames, sniffValues } from './http.mjs';

const { isUint8Array } = types;

const compress = {
  gzip: zlib.gzipSync,
  'x-gzip': zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  ...(zlib.zstdCompressSync && { zstd: zlib.zstdCompressSync }),
  identity: (bytes) => bytes,
};
const codings = Object.keys(compress);

const changes = weighted(
  [6, fc.constant([])],
  [2, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 3 })],
);

/** The header that tells the codings: all of them, or another one. */
const codingHeader = weighted(
  [10, fc.constant(undefined)],
  [
    3,
    fc
      .array(fc.constantFrom(...codings, 'zstd', 'compress', ', ', '', '\t', 'GZIP', 'none'), {
        maxLength: 7,
      })
      .map((list) => list.join(',')),
  ],
  [1, wrongValues],
);

const messages = fc.record({
  body: bodies,
  list: fc.array(fc.constantFrom(...codings), { maxLength: 3 }),
  header: codingHeader,
  type: anyTypes,
  changes,
  kept: weighted([6, fc.constant(Infinity)], [1, fc.nat({ max: 60 })]),
  lengths: cuts,
  shape: oneOf('node:http node:http bytes ReadableStream fetch'),
});

/** The bytes of a body as they are sent. */
function sent({ body, list, changes: others, kept }) {
  let bytes = Buffer.from(isUint8Array(body) ? body : 'text');
  for (const coding of list) bytes = Buffer.from(compress[coding](bytes));
  for (const [at, byte] of others) if (bytes.length > 0) bytes[at % bytes.length] = byte;
  return bytes.subarray(0, kept);
}

/** A message in the shape that one kind of client gives. */
function messageOf(input) {
  const { list, header, type, lengths, shape } = input;
  const bytes = sent(input);
  const headers = {};
  if (type !== undefined) headers['content-type'] = type;
  const codingText = header === undefined ? list.join(', ') : header;
  if (codingText !== '') headers['content-encoding'] = codingText;
  const chunks = chunksOf(bytes, lengths).filter((chunk) => chunk.length > 0);
  switch (shape) {
    case 'bytes':
      return { headers, body: bytes };
    case 'ReadableStream':
      return { headers, body: ReadableStream.from(chunks) };
    case 'fetch': {
      const usable = Object.entries(headers).filter(
        ([, value]) => typeof value === 'string' && /^[\x20-\x7e]*$/.test(value),
      );
      return new Response(bytes, { headers: usable });
    }
    default: {
      const message = Readable.from(chunks, { objectMode: false });
      return Object.assign(message, {
        headers,
        rawHeaders: [],
        httpVersion: '1.1',
        statusCode: 200,
        complete: true,
      });
    }
  }
}

const names = [...bodyNames, 'isDecompressed'];
const options = optionsOf(names, { ...sniffValues, isDecompressed: orWrong(fc.boolean()) });

export default [
  {
    name: 'decodeResponse',
    arbitrary: fc.record({ message: messages, options }),
    run: ({ http }, { message, options: own }) => http.decodeResponse(messageOf(message), own),
  },
  {
    name: 'codings are undone',
    arbitrary: messages.map((message) => ({
      message: { ...message, header: undefined, changes: [], kept: Infinity },
    })),
    async run({ http }, { message }) {
      const type =
        typeof message.type === 'string' && message.shape !== 'fetch' ? message.type : 'text/plain';
      const plain = { ...message, type };
      const expected = http.decodeBody(sent({ ...plain, list: [] }), type, {
        unknownCharset: 'ignore',
      });
      const settings = { isDecompressed: false, unknownCharset: 'ignore' };
      const { text } = await http.decodeResponse(messageOf(plain), settings);
      equal(text, expected.text);
      return text;
    },
  },
  {
    name: 'what is no message',
    arbitrary: fc.record({
      message: fc.oneof(
        wrongValues,
        fc.record(
          { headers: wrongValues, body: wrongValues, data: wrongValues, config: wrongValues },
          { requiredKeys: [] },
        ),
      ),
    }),
    run: ({ http }, { message }) => http.decodeResponse(message),
  },
];

// Writes documents/ from documents.mjs with the encoders of @exodus/bytes, which share no code with
// this package. Run it only after a document has changed. Usage: node test/demo/encode.mjs

import { mkdirSync, writeFileSync } from 'node:fs';
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';
import { utf16fromString } from '@exodus/bytes/utf16.js';
import { multiByteEncodings } from '../../indexes/pointers.mjs';
import { documents } from './documents.mjs';

const multiByte = multiByteEncodings.map((name) => name.toLowerCase());

function encoderOf(encoding) {
  const name = encoding.toLowerCase();
  if (name === 'utf-16le') return (text) => utf16fromString(text, 'uint8-le');
  return multiByte.includes(name) ? createMultibyteEncoder(name) : createSinglebyteEncoder(name);
}

const folder = new URL('documents/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const { file, encoding, byteOrderMark, lines } of documents) {
  const encode = encoderOf(encoding);
  const pieces = lines.flatMap((line) => [...[line].flat(), '\n']);
  const bytes = pieces.map((piece) => {
    if (typeof piece !== 'string') return piece.bytes;
    try {
      return encode(piece);
    } catch (cause) {
      throw new Error(`${file}: cannot encode « ${piece} »`, { cause });
    }
  });
  if (byteOrderMark) bytes.unshift(encode('\uFEFF'));
  writeFileSync(new URL(file, folder), Buffer.concat(bytes));
  console.log(`${file}\t${Buffer.concat(bytes).length} bytes`);
}

// The group `iconv-lite` compares the functions of whatwg-transcoder/iconv-lite with those of the package iconv-lite, which have
// the same names. A cell has no other participants. iconv-lite says what is right: the texts have none of the characters for which
// the two differ on purpose (lib/iconv-lite/README.md).

import { compiled, ofPieces } from './participants.mjs';
import { ofStream, throughNode } from './streams.mjs';

// A function of one of the two packages for each operation.
const sources = {
  decode: '(bytes) => iconv.decode(bytes, name)',
  encode: '(text) => iconv.encode(text, name)',
  construct: `(bytes) => {
    const decoder = iconv.getDecoder(name);
    const text = decoder.write(bytes);
    const rest = decoder.end();
    return rest ? text + rest : text;
  }`,
  chunks: `(chunks, take) => {
    const decoder = iconv.getDecoder(name);
    for (const chunk of chunks) take(decoder.write(chunk));
    take(decoder.end() ?? '');
  }`,
  encodeChunks: `(chunks, take) => {
    const encoder = iconv.getEncoder(name);
    for (const chunk of chunks) take(encoder.write(chunk));
    const rest = encoder.end();
    if (rest !== undefined) take(rest);
  }`,
  decodeStream: '() => iconv.decodeStream(name)',
  encodeStream: '() => iconv.encodeStream(name)',
};

function made(operation, iconv, name) {
  const call = compiled(sources[operation], { iconv, name });
  if (operation.endsWith('Stream')) {
    return ofStream((chunks, take) => throughNode(chunks, call(), take));
  }
  return operation.toLowerCase().endsWith('chunks') ? ofPieces(call) : { call };
}

/** Returns the participants of an operation with the encoding that is called `name`. */
export function participantsOf(operation, name, api, iconvLite) {
  const ours = { name: 'whatwg-transcoder', kind: 'ours', ...made(operation, api, name) };
  return [ours, { name: 'iconv-lite', kind: 'peer', ...made(operation, iconvLite, name) }];
}

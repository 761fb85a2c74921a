// A CommonJS module that uses the types.

import transcoder = require('whatwg-transcoder');

namespace consumer {
  export type Decoder = transcoder.TextDecoder;
}

const decoder: transcoder.TextDecoder = new transcoder.TextDecoder('koi8-r', { fatal: true });
const text: string = decoder.decode(Buffer.from([0xc1]), { stream: true });
const name: transcoder.EncodingName | null = transcoder.getEncoding(text);
const first: transcoder.EncodingName | undefined = transcoder.encodings[0];
const windows: transcoder.EncodingName = transcoder.labels['x-cp1252'];

// @ts-expect-error there is no default export
const missing: unknown = transcoder.default;

const consumer = { decoder, first, missing, name, windows };

export = consumer;

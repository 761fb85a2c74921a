// The program that every bundler packs: it prints what the package does with each encoding, as one line of JSON.

import {
  backend,
  DecodeStream,
  decode,
  EncodeStream,
  encode,
  encodings,
  TextDecoder,
} from 'whatwg-transcoder';
import { DetectDecodeStream, detect } from 'whatwg-transcoder/detect';
import { getOutputEncoding } from 'whatwg-transcoder/hooks';
import { DecodeBodyStream, decodeBody, decodeResponse } from 'whatwg-transcoder/http';

const text = 'Aé\u0416\u3042\uD55C\u4E2D\u{1F4A9}';

async function collect(stream, input) {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject));
  stream.end(input);
  await ended;
  return typeof chunks[0] === 'string' ? chunks.join('') : Buffer.concat(chunks);
}

// A module of CommonJS, which some of the bundles are, has no `await` outside functions.
async function main() {
  const results = {};
  for (const name of encodings.filter((encoding) => encoding !== 'replacement')) {
    const bytes = encode(text, name, { unencodable: 'html' });
    const decoder = new DecodeStream(name);
    decoder.setEncoding('utf8');
    results[name] = [
      bytes.toString('hex'),
      decode(bytes, name),
      new TextDecoder(name).decode(bytes.subarray(0, 3)),
      await collect(decoder, bytes),
      (await collect(new EncodeStream(name, { unencodable: 'html' }), text)).toString('hex'),
      getOutputEncoding(name),
    ];
  }
  const page = encode('<meta charset=koi8-r>\u0416', 'koi8-r');
  results.http = [
    decodeBody(page, 'text/html'),
    await decodeResponse(new Response(page, { headers: { 'content-type': 'text/html' } })),
    (await collect(new DecodeBodyStream('text/html'), page)).toString(),
  ];
  results.detect = [
    detect(Buffer.from(text)).encoding,
    (await collect(new DetectDecodeStream(), Buffer.from(`\ufeff${text}`, 'utf16le'))).toString(),
  ];
  console.log(JSON.stringify({ backend, results }));
}

main();

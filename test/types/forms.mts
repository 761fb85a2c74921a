// A module that uses the types of forms in whatwg-transcoder/http: all that must compile, and all that the compiler must
// refuse.

import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type FormEncodingName,
  type FormEncodingSource,
  type FormError,
  FormStream,
  type FormStreamOptions,
  type ParsedForm,
  type ParseFormOptions,
  parseForm,
  type UrlencodedDecoderOptions,
  urlencodedDecoder,
} from 'whatwg-transcoder/http';

const variable: string = String(process.argv[2]);
const options: ParseFormOptions = {
  encoding: variable,
  charsetField: false,
  allow: ['utf-8', variable],
  fatal: true,
  maxBytes: Infinity,
  maxPairBytes: 1,
  maxPairs: 2,
};
const form: ParsedForm = parseForm(new Uint8Array(1), 'text', options);
const pairs: [string, string][] = parseForm(new ArrayBuffer(2)).pairs;
const parameters = new URLSearchParams(form.pairs);
const encoding: FormEncodingName = form.encoding;
const source: FormEncodingSource = parseForm(Buffer.alloc(1), null, null).source;
// @ts-expect-error no form is in UTF-16
form.encoding === 'UTF-16LE';
// @ts-expect-error a string is not bytes
parseForm('a=b');
// @ts-expect-error the number of a limit
parseForm(Buffer.alloc(1), 'text', { maxPairs: '2' });

const streamOptions: FormStreamOptions = {
  ...options,
  highWaterMark: 2,
  signal: new AbortController().signal,
};
const stream: Transform = new FormStream(variable, streamOptions);
const own = new FormStream(undefined, { encoding: 'windows-1251' });
const told: [FormEncodingName, FormEncodingSource] = [own.encoding, own.source];
await pipeline(process.stdin, own, async (rows: AsyncIterable<[string, string]>) => {
  for await (const [name, value] of rows) process.stdout.write(`${name}: ${value}\n`);
});
// @ts-expect-error the bytes are not objects
new FormStream(variable, { objectMode: true });

const decoderOptions: UrlencodedDecoderOptions = { fatal: true, binary: true };
// The type of the option `decoder` of qs.
const decoder: (
  text: string,
  defaultDecoder: unknown,
  charset: string,
  type: 'key' | 'value',
) => unknown = urlencodedDecoder('shift_jis', decoderOptions);
const text: string = urlencodedDecoder()('a%20b');
// @ts-expect-error it takes a string
urlencodedDecoder()(1);

function statusOf(error: FormError): [400 | 413 | 415, string] {
  if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return [error.status, `${error.offset} ${error.length} ${error.reason}`];
  }
  return [error.status, error.type === 'entity.too.large' ? String(error.limit) : error.message];
}

export { decoder, encoding, pairs, parameters, source, statusOf, stream, text, told };

// A module that uses the types of the hooks: all that must compile, and all that the compiler must
// refuse.

import type { EncodingName } from 'whatwg-transcoder';
import {
  BOMSniff,
  decode,
  type Encoder,
  encode,
  encodeOrFail,
  getEncoder,
  getEncoding,
  getOutputEncoding,
  type PercentEncodeSet,
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
  UTF8Decode,
  UTF8DecodeWithoutBOM,
  UTF8DecodeWithoutBOMOrFail,
  UTF8Encode,
} from 'whatwg-transcoder/hooks';

const bytes: Buffer = encode('text', 'Shift_JIS');
const variable: string = String(process.argv[2]);

// Decoding.
const sniffed: EncodingName | null = BOMSniff(new DataView(new ArrayBuffer(2)));
const texts: string[] = [
  decode(bytes, sniffed ?? 'replacement'),
  decode(new SharedArrayBuffer(2), variable),
  UTF8Decode(bytes),
  UTF8DecodeWithoutBOM(bytes),
];
const orFail: string | null = UTF8DecodeWithoutBOMOrFail(bytes);
// @ts-expect-error it may be null
const never: string = UTF8DecodeWithoutBOMOrFail(bytes);
// @ts-expect-error there is no default fallback
decode(bytes);
// @ts-expect-error a string is no bytes
BOMSniff('text');

// Encoding.
const utf8: Buffer = UTF8Encode('text');
const encoder: Encoder = getEncoder(getOutputEncoding('utf-16') ?? getEncoding('utf-8'));
const { codePoint, read, output } = encodeOrFail('text', encoder);
const result: [number | null, number, Buffer] = [codePoint, read, output];
const encodingOfIt: EncodingName = encoder.encoding;
// @ts-expect-error an encoding is needed
encode('text');
// @ts-expect-error it is no encoder
encodeOrFail('text', { encoding: 'Shift_JIS' });
// @ts-expect-error it never changes
encoder.encoding = 'Big5';

// URLs and forms.
const sets: PercentEncodeSet[] = ['special-query', (byte) => byte === 0x20];
const urls: string[] = sets.map((set) => percentEncodeAfterEncoding('sjis', 'text', set));
// @ts-expect-error there is no such set
percentEncodeAfterEncoding('sjis', 'text', 'host');
const form: string = serializeUrlencoded(new Map([['name', 'value']]), 'euc-kr');
serializeUrlencoded(new URLSearchParams('a=b'));
serializeUrlencoded([['name', 'value']] as const);
// @ts-expect-error a value is a string
serializeUrlencoded([['name', 1]]);
const tuples: [string, string][] = parseUrlencoded(form, 'euc-kr', { maxTuples: 100 });
parseUrlencoded(utf8);
parseUrlencoded(bytes, 'sjis', null);
// @ts-expect-error a limit is a number
parseUrlencoded(bytes, 'sjis', { maxTuples: '100' });

export { encodingOfIt, never, orFail, result, texts, tuples, urls };

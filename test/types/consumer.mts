// An ES module that uses the types: all that must compile, and all that the compiler must refuse.

import { Readable, type Transform } from 'node:stream';
import type { TextDecoder as NodeTextDecoder, TextEncoder as NodeTextEncoder } from 'node:util';
import {
  type BufferSource,
  canEncode,
  type DecoderLabel,
  DecodeStream,
  decode,
  decodedLength,
  EncodeStream,
  type EncodingLabel,
  type EncodingName,
  encode,
  encodedLength,
  encodeInto,
  encodings,
  findUnencodable,
  getEncoding,
  getOutputEncoding,
  type InvalidDataError,
  type InvalidDataReason,
  labels,
  type Malformed,
  type OutputTooLargeError,
  type TextDecodeOptions,
  TextDecoder,
  type TextDecoderOptions,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  type TooManyErrorsError,
  Transcoder,
  TranscodeStream,
  transcode,
  type UnencodableError,
  validate,
} from 'whatwg-transcoder';
import type commonJs from './consumer.cjs';

/** Compiles only when both types are the same. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const proof = <T extends true>(_: T): void => {};

// The constructor.
const decoder = new TextDecoder();
new TextDecoder('Shift_JIS');
new TextDecoder('utf-8', null);
new TextDecoder('utf-8', {});
new TextDecoder('utf-8', { fatal: true });
new TextDecoder('utf-8', { fatal: undefined, ignoreBOM: undefined });
new TextDecoder(undefined, { ignoreBOM: true } satisfies TextDecoderOptions);
const variable: string = String(process.argv[2]);
new TextDecoder(variable);
// @ts-expect-error a label is a string
new TextDecoder(866);
// @ts-expect-error options are an object
new TextDecoder('utf-8', true);
// @ts-expect-error there is no such option
new TextDecoder('utf-8', { stream: true });
// @ts-expect-error it is a class
TextDecoder('utf-8');

// The attributes.
const encoding: string = decoder.encoding;
proof<Same<typeof decoder.fatal, boolean>>(true);
proof<Same<typeof decoder.ignoreBOM, boolean>>(true);
proof<'shift_jis' extends typeof decoder.encoding ? true : false>(true);
proof<Same<Extract<typeof decoder.encoding, 'replacement' | 'Shift_JIS'>, never>>(true);
// @ts-expect-error attributes are read-only
decoder.fatal = true;

// decode.
decoder.decode();
decoder.decode(undefined, { stream: true });
decoder.decode(new Uint8Array(1), null);
decoder.decode(new Uint8Array(1), { stream: undefined } satisfies TextDecodeOptions);
for (const input of [
  new ArrayBuffer(8),
  new SharedArrayBuffer(8),
  new DataView(new ArrayBuffer(8)),
  new Uint16Array(new SharedArrayBuffer(8)),
  new BigInt64Array(1),
  new Float64Array(1),
  Buffer.alloc(8),
] satisfies BufferSource[]) {
  const text: string = decoder.decode(input);
  text.trim();
}
// @ts-expect-error null is no input
decoder.decode(null);
// @ts-expect-error a string has been decoded already
decoder.decode('text');
// @ts-expect-error an array is no buffer
decoder.decode([65]);
// @ts-expect-error options are an object
decoder.decode(new Uint8Array(1), true);

// Subclasses, and use as the type TextDecoder of Node.
class Counting extends TextDecoder {
  calls = 0;
  override decode(input?: BufferSource, options?: TextDecodeOptions | null): string {
    this.calls += 1;
    return super.decode(input, options);
  }
}
const own: TextDecoder = new Counting('big5');
const node: NodeTextDecoder = new TextDecoder('big5');
const Decoder: new (label?: string, options?: TextDecoderOptions) => NodeTextDecoder = TextDecoder;

// Errors.
function describeError(error: InvalidDataError): string {
  const asTypeError: TypeError = error;
  proof<Same<typeof error.code, 'ERR_ENCODING_INVALID_ENCODED_DATA'>>(true);
  const end: number = error.offset + error.length;
  const reason: InvalidDataReason = error.reason;
  switch (reason) {
    case 'truncated':
    case 'invalid byte':
    case 'invalid trailing byte':
    case 'unmapped':
    case 'lone surrogate':
    case 'invalid escape sequence':
    case 'redundant escape sequence':
    case 'replacement encoding':
      return `${asTypeError.message} ${error.encoding} ${end}`;
    default:
      return reason satisfies never;
  }
}

// Names and labels.
proof<Same<(typeof encodings)[number], EncodingName>>(true);
proof<Same<ReturnType<typeof getEncoding>, EncodingName | null>>(true);
const known: EncodingName = getEncoding('latin1');
const unknown: EncodingName | null = getEncoding(variable);
const label: EncodingLabel = 'csisolatinhebrew';
const named: EncodingName = labels[label];
const decodable: DecoderLabel = 'x-sjis';
// @ts-expect-error may be null
const sure: EncodingName = getEncoding(variable);
// @ts-expect-error no label of the standard
const wrong: EncodingLabel = 'utf-7';
// @ts-expect-error a label of replacement
const refused: DecoderLabel = 'iso-2022-kr';
// @ts-expect-error frozen
encodings.push('UTF-8');
// @ts-expect-error frozen
labels['utf-8'] = 'GBK';

// The functions that are not the standard's own.
const bytes: Buffer = encode('text', 'koi8-r', { unencodable: 'html', addBOM: true });
encode('text', variable, { unencodable: (codePoint, index) => `${codePoint} ${index}` });
// @ts-expect-error no such mode
encode('text', 'koi8-r', { unencodable: 'replacement' });
// @ts-expect-error a function gives a string
encode('text', 'koi8-r', { unencodable: () => 0x3f });
const { read, written, codePoint } = encodeInto('text', bytes, 'big5', { unencodable: 'skip' });
const stopped: number | undefined = codePoint;
encode('text', 'shift_jis', { unencodable: 'transliterate' });
// @ts-expect-error encodeInto does not transliterate
encodeInto('text', bytes, 'big5', { unencodable: 'transliterate' });
// @ts-expect-error encodeInto takes no function
encodeInto('text', bytes, 'big5', { unencodable: () => '?' });
const counts: number = read + written + encodedLength('text') + decodedLength(bytes, 'gbk', null);
const decoded: string = decode(bytes.buffer, 'gb18030', { fatal: true });
// @ts-expect-error bytes are needed
decode();
const { valid, replacements, firstError } = validate(bytes, 'euc-jp');
const where: number = valid ? replacements : (firstError?.offset ?? 0);
const absent: number | undefined = findUnencodable('text', 'big5')?.codePoint;
const listed = validate(bytes, 'euc-jp', { maxErrors: 10, start: 1, end: 9 });
const reasons: InvalidDataReason[] = listed.errors.map(({ reason }) => reason);
const located = validate(bytes, 'euc-jp', { maxErrors: 10, lines: true }).errors[0];
const placeOfError: number | undefined = located?.line ?? located?.column;
const lengthOfList: number | undefined = validate(bytes, undefined, { start: 1 }).errors?.length;
// @ts-expect-error without maxErrors there may be no list
validate(bytes, 'euc-jp').errors.length;
const malformed: Malformed = (own, offset, reason) => `${own.toString('hex')} ${offset} ${reason}`;
decode(bytes, 'big5', { malformed, maxErrors: 3, maxOutputBytes: 1e6, start: 2, end: 4 });
transcode(bytes, 'big5', 'gbk', { malformed, unencodable: 'html', maxErrors: 3, start: 2 });
encode('text', 'big5', { unencodable: 'skip', maxErrors: 3, maxOutputBytes: Infinity });
new Transcoder('big5', 'gbk', { malformed, maxOutputBytes: 9 });
new DecodeStream('big5', { malformed, maxErrors: 0, maxOutputBytes: 9, highWaterMark: 1 });
new TranscodeStream('big5', 'gbk', { malformed, maxErrors: 0 });
new EncodeStream('big5', { maxErrors: 0, maxOutputBytes: 9 });
// @ts-expect-error a function gives a string
decode(bytes, 'big5', { malformed: () => 0x3f });
// @ts-expect-error text has no malformed bytes
encode('text', 'big5', { malformed });
// @ts-expect-error only bytes have parts
encode('text', 'big5', { start: 1 });
// @ts-expect-error an interface of the standard has the standard's options only
new TextDecoder('big5', { maxErrors: 1 });
// @ts-expect-error encodeInto writes no more than the bytes have room for
encodeInto('text', bytes, 'big5', { maxOutputBytes: 1 });
function describeLimit(error: TooManyErrorsError | OutputTooLargeError): string {
  const asRangeError: RangeError = error;
  if (error.code === 'ERR_ENCODING_OUTPUT_TOO_LARGE') return `${error.limit} bytes`;
  return `${asRangeError.message} ${error.offset ?? error.index} ${error.cause.code}`;
}
const encodable: boolean = canEncode('text', 'big5');
const output: EncodingName = getOutputEncoding('utf-16le');
const transcoder = new Transcoder('big5', 'utf-8', { fatal: true, unencodable: 'skip' });
const pieces: Buffer[] = [transcoder.write(bytes), transcoder.end(), transcode(bytes, 'big5')];
const firstOffset: number | null = transcoder.firstErrorOffset;
transcoder.reset();
// @ts-expect-error a string has been decoded already
transcoder.write('text');
function describeUnencodable(error: UnencodableError): string {
  return `${error.code} ${error.encoding} ${error.codePoint} ${error.index ?? error.offset}`;
}

// TextEncoder and the web streams.
const encoder: NodeTextEncoder = new TextEncoder();
proof<Same<typeof encoder.encoding, string>>(true);
proof<Same<ReturnType<TextEncoder['encode']>, Uint8Array<ArrayBuffer>>>(true);
const progress: { read: number; written: number } = encoder.encodeInto('text', new Uint8Array(9));
// @ts-expect-error only a Uint8Array
new TextEncoder().encodeInto('text', new Int8Array(9));
// @ts-expect-error UTF-8 alone
new TextEncoder('big5');
const text: ReadableStream<string> = new ReadableStream<Uint8Array>()
  .pipeThrough(new TextDecoderStream('big5', { fatal: true }))
  .pipeThrough(new TextEncoderStream())
  .pipeThrough(new TextDecoderStream());
// @ts-expect-error no options
new TextEncoderStream({ fatal: true });

// The streams of Node.js.
const transform: Transform = new DecodeStream('big5', { fatal: true, encoding: 'utf8' });
new DecodeStream();
new EncodeStream('big5', { unencodable: 'html', addBOM: true, highWaterMark: 1024 });
// @ts-expect-error an encoder meets no malformed bytes
new EncodeStream('big5', { fatal: true });
// @ts-expect-error a label is needed
new TranscodeStream();
const streams = Readable.from([bytes]).pipe(new TranscodeStream('big5', 'gbk', { fatal: true }));
const replaced: number = streams.replacements + (streams.firstErrorOffset ?? 0);

// One set of types for both kinds of module.
proof<Same<commonJs.Decoder, TextDecoder>>(true);

export {
  absent,
  counts,
  Decoder,
  decodable,
  decoded,
  describeError,
  describeLimit,
  describeUnencodable,
  encodable,
  encoding,
  firstOffset,
  known,
  lengthOfList,
  named,
  node,
  output,
  own,
  pieces,
  placeOfError,
  progress,
  reasons,
  refused,
  replaced,
  stopped,
  sure,
  text,
  transform,
  unknown,
  where,
  wrong,
};

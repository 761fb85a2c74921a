// A module that uses the types of whatwg-transcoder/encodings, and passes handles to the package root.

import {
  type AnyEncodingName,
  decode,
  EncodeStream,
  type EncodingHandle,
  encode,
  encodeInto,
  type Label,
  TextDecoder,
  TextDecoderStream,
  Transcoder,
  TranscodeStream,
  transcode,
  validate,
} from 'whatwg-transcoder';
import {
  type EncodingHandle as AlsoHandle,
  encodingFor,
  eucJpMs,
  hzGb2312,
  ibm037,
  labels,
  type OtherEncodingName,
  utf32le,
} from 'whatwg-transcoder/encodings';

export const handle: EncodingHandle = ibm037 satisfies AlsoHandle;
export const name: AnyEncodingName = ibm037.name;
export const other: OtherEncodingName | undefined = labels.cp437;
export const label: Label[] = ['sjis', ibm037];
const decoder = new TextDecoder(utf32le, { fatal: true });
export const lower: Lowercase<AnyEncodingName> = decoder.encoding;
export const text: string = decode(encode('a', eucJpMs, { addBOM: true }), eucJpMs, { start: 1 });
export const written: number = encodeInto(text, new Uint8Array(4), hzGb2312).written;
export const bytes: Buffer = transcode(encode(text, ibm037), ibm037, utf32le);
export const { errors } = validate(bytes, utf32le, { maxErrors: 5 });
export const { from, to } = new Transcoder('sjis', hzGb2312);
new TextDecoderStream(ibm037);
new TranscodeStream(ibm037, 'utf-8').pipe(new EncodeStream(encodingFor('cp437') ?? 'utf-8'));

// @ts-expect-error it may be null
decode(bytes, encodingFor('cp437'));
// @ts-expect-error a name is no handle
export const wrong: EncodingHandle = 'ibm037';
// @ts-expect-error what has a name is no handle
decode(bytes, { name: 'ibm037' });
// @ts-expect-error the name never changes
ibm037.name = 'ibm437';
// @ts-expect-error the labels are frozen
labels.cp437 = 'ibm437';

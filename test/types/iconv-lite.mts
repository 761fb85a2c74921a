// A module that uses the types of whatwg-transcoder/iconv-lite.

import iconv, {
  type Codec,
  type Decoder,
  type DecoderStream,
  type EncoderStream,
  type Encoding,
  getDecoder,
  Iconv,
  type Options,
} from 'whatwg-transcoder/iconv-lite';

export const text: string = iconv.decode(Buffer.from('a'), 'cp932', { stripBOM: () => {} });
export const bytes: Buffer = iconv.encode(text, 'win1251', { addBOM: true });
export const decoder: Decoder = getDecoder('utf-16', { defaultEncoding: 'utf-16be' });
export const rest: string | undefined = decoder.end();
export const codec: Codec = iconv.getCodec('gbk');
export const known: boolean = iconv.encodingExists('x');
// The names of the types of iconv-lite, and what its types let a program assign.
export const name: Encoding = 'win1251';
export const options: Options = { stripBOM: false, addBOM: true, defaultEncoding: 'utf-16be' };
export const decoders: iconv.DecoderStream[] = [decoder satisfies DecoderStream];
export const encoder: EncoderStream = iconv.getEncoder(name, options);
iconv.encodings = { ...iconv.encodings };
iconv.decodeStream('utf-16', options);
iconv.encodeStream('utf-32', options);
iconv.decodeStream('gbk', { highWaterMark: 5 }).collect((_error, all) => all?.trim());
iconv.encodeStream('gbk').collect((_error, all) => all?.toString());
export const converted: Buffer = new Iconv('gbk', 'UTF-8//IGNORE').convert(bytes);
iconv.encodings.own = { type: '_sbcs', chars: text };

// @ts-expect-error text is not bytes
iconv.decode('a', 'gbk');
// @ts-expect-error a name is needed
iconv.encode('a');

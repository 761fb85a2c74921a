// A module that has the types of a browser and not those of Node.js.

import { TextDecoder, TextDecoderStream, TextEncoder, TextEncoderStream } from 'whatwg-transcoder';

const decoder: globalThis.TextDecoder = new TextDecoder('shift_jis', { fatal: true });
const text: string = decoder.decode(new Uint8Array([0x83, 0x41]), { stream: true });

const source: AllowSharedBufferSource = new SharedArrayBuffer(1);
const more: string = new TextDecoder().decode(source);

const Decoder: new (label?: string, options?: TextDecoderOptions) => globalThis.TextDecoder =
  TextDecoder;

const encoder: globalThis.TextEncoder = new TextEncoder();
const piped: ReadableStream<Uint8Array> = new Blob([])
  .stream()
  .pipeThrough(new TextDecoderStream('shift_jis'))
  .pipeThrough(new TextEncoderStream());

export { Decoder, encoder, more, piped, text };

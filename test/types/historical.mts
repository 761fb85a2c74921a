// A module that uses the types of whatwg-transcoder/historical.

import { labels as standardLabels } from 'whatwg-transcoder';
import * as historical from 'whatwg-transcoder/historical';

const decoder = new historical.TextDecoder('HZ-GB-2312', { fatal: true });
export const name: historical.EncodingName = decoder.encoding;
export const text: string = decoder.decode(Buffer.from('~{VPND~}'), { stream: true });
export const known: historical.EncodingName = historical.getEncoding('cp864');
export const perhaps: historical.EncodingName | null = historical.getEncoding(text);
export const bytes: Buffer = historical.encode(text, 'iso-2022-kr', { unencodable: 'html' });
export const written: number = historical.encodeInto(text, bytes, 'ibm864').written;
export const utf8: Buffer = historical.transcode(bytes, 'iso-2022-kr');
export const back: Buffer = historical.transcode(utf8, 'utf-8', 'hz-gb-2312', { fatal: true });
export const valid: boolean = historical.validate(bytes, 'csiso2022kr').valid;
export const { errors } = historical.validate(bytes, 'ibm864', { maxErrors: 5 });
historical.decode(bytes, 'ibm864', { malformed: (own) => own.toString('hex'), start: 1 });
export const { length } = new historical.Transcoder('ibm864', 'windows-1256').end(bytes);
export const names: readonly historical.EncodingName[] = historical.encodings;

// @ts-expect-error a label is needed
new historical.TextDecoder();
// @ts-expect-error a label is needed
historical.decode(bytes);
// @ts-expect-error the labels are frozen
historical.labels.cp864 = 'ibm864';
// @ts-expect-error the package root does not know it
standardLabels.cp864;

// A module that uses the types of whatwg-transcoder/codepages.

import { labels as standardLabels } from 'whatwg-transcoder';
import * as codepages from 'whatwg-transcoder/codepages';

const decoder = new codepages.TextDecoder('IBM037', { fatal: true });
export const name: Lowercase<codepages.EncodingName> = decoder.encoding;
export const text: string = decoder.decode(Buffer.from('c1', 'hex'), { stream: true });
export const known: codepages.EncodingName = codepages.getEncoding('cp437');
export const perhaps: codepages.EncodingName | null = codepages.getEncoding(text);
export const bytes: Buffer = codepages.encode(text, 'viscii', { unencodable: 'html' });
export const written: number = codepages.encodeInto(text, bytes, 'koi8-t').written;
export const utf8: Buffer = codepages.transcode(bytes, 'ibm1047');
export const back: Buffer = codepages.transcode(utf8, 'utf-8', 'ibm1140', { fatal: true });
export const valid: boolean = codepages.validate(bytes, 'cp850').valid;
export const { errors } = codepages.validate(bytes, 'cp850', { maxErrors: 5 });
codepages.decode(bytes, '437', { malformed: (own) => own.toString('hex'), start: 1 });
export const { length } = new codepages.Transcoder('ibm500', 'windows-1252').end(bytes);
export const names: readonly codepages.EncodingName[] = codepages.encodings;

export const utf32: 'UTF-32BE' | 'UTF-32LE' = 'UTF-32LE' satisfies codepages.EncodingName;
export const wide: Buffer = codepages.encode(text, 'utf-32le', { addBOM: true });
export const kept: string = codepages.decode(wide, 'ucs-4le', { ignoreBOM: true });

// @ts-expect-error a label is needed
new codepages.TextDecoder();
// @ts-expect-error a label is needed
codepages.decode(bytes);
// @ts-expect-error the labels are frozen
codepages.labels.cp437 = 'ibm437';
// @ts-expect-error the package root does not know it
standardLabels.cp437;

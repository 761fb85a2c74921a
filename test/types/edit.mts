// A module that uses the types of whatwg-transcoder/edit: all that must compile, and all that the compiler must refuse.

import type { AnyEncodingName } from 'whatwg-transcoder';
import {
  EditableText,
  type EditDetectOptions,
  type EditFileOptions,
  type EditNotPossibleError,
  type EditOptions,
  editFile,
  type NotCertainError,
  type OpenTextFileOptions,
  openTextFile,
  type TextEdit,
  type TextFile,
  type TextRange,
  type UpdateOptions,
} from 'whatwg-transcoder/edit';
import { ibm037 } from 'whatwg-transcoder/encodings';

const bytes = Buffer.from('text');
const file: EditableText = new EditableText(bytes, 'shift_jis');
new EditableText(new SharedArrayBuffer(1));
new EditableText(bytes, ibm037);
const found: EditableText = EditableText.detect(bytes, { language: 'ja', codePages: true });
EditableText.detect(bytes, null);
const byLine: EditDetectOptions = { byLine: true, fallback: 'gbk' };
EditableText.detect(bytes, byLine);

const encoding: AnyEncodingName | null = file.encoding;
const facts: [string, boolean, Buffer] = [file.text, file.byteOrderMark, file.toBytes()];
const ends: '\n' | '\r\n' | '\r' | 'mixed' | null = file.lineEnds;

const options: EditOptions = { unencodable: 'html' };
const range: TextRange = file.edit(0, 1, 'a', options);
file.edit(0, 0, 'a', null);
const edits: readonly TextEdit[] = [{ start: 0, end: 0, text: 'a' }];
const ranges: TextRange[] = file.applyEdits(edits, { unencodable: undefined });
const wanted: UpdateOptions = { lineEnds: 'keep', unencodable: 'transliterate' };
ranges.push(...file.update('text', wanted), ...file.update('text'));
const places: number[] = [file.byteOffsetAt(range.start), file.indexAt(range.end)];

const reasonOf = ({ code, reason, offset, length }: EditNotPossibleError): string =>
  `${code satisfies 'ERR_EDIT_NOT_POSSIBLE'} ${reason} ${offset + length}`;
const candidatesOf = (error: NotCertainError) => error.detection.candidates;

// Files.
const known: OpenTextFileOptions = { encoding: 'sjis', language: 'ja', byLine: false };
const opened: Promise<TextFile> = openTextFile(new URL('file:///a'), known);
const isSaved: Promise<boolean> = opened.then((own) => own.save());
const how: EditFileOptions = { encoding: ibm037, lineEnds: 'keep', unencodable: 'html' };
const results: Promise<boolean>[] = [
  editFile('a', (own) => own.trim(), how),
  editFile('a', async (own, { encoding: name }) => own + name),
  editFile('a', (_, own) => {
    own.edit(0, 0, 'x');
    return undefined;
  }),
];

// @ts-expect-error The text cannot be set.
file.text = 'a';
// @ts-expect-error A function is no word.
file.edit(0, 0, 'a', { unencodable: () => '' });
// @ts-expect-error Each edit has a text.
file.applyEdits([{ start: 0, end: 0 }]);
// @ts-expect-error There are two ways.
file.update('a', { lineEnds: 'lf' });
// @ts-expect-error A text is no bytes.
new EditableText('text');

export { candidatesOf, encoding, ends, facts, found, isSaved, places, ranges, reasonOf, results };

// Looks up code points, pointers and labels in the standard's indexes, straight from the files.
// https://encoding.spec.whatwg.org/#indexes

import { readEncodings, readIndex } from '../../indexes/files.mjs';

/** An ordered list of entries, with the two look-ups that every index has. */
export class Index {
  #codePoints;
  #firstPointers = new Map();
  #lastPointers = new Map();

  constructor(entries) {
    this.#codePoints = new Map(entries);
    for (const [pointer, codePoint] of entries) {
      if (!this.#firstPointers.has(codePoint)) this.#firstPointers.set(codePoint, pointer);
      this.#lastPointers.set(codePoint, pointer);
    }
  }

  codePoint(pointer) {
    return this.#codePoints.get(pointer) ?? null;
  }

  pointer(codePoint) {
    return this.#firstPointers.get(codePoint) ?? null;
  }

  lastPointer(codePoint) {
    return this.#lastPointers.get(codePoint) ?? null;
  }
}

const loaded = new Map();

/** Returns what `make` has returned for a key when it was called first. */
export function once(key, make) {
  if (!loaded.has(key)) loaded.set(key, make());
  return loaded.get(key);
}

/** The index with this name. */
const getIndex = (name) => once(name, () => new Index(readIndex(name)));

export const indexGb18030 = () => getIndex('gb18030');
export const indexBig5 = () => getIndex('big5');
export const indexJis0208 = () => getIndex('jis0208');
export const indexJis0212 = () => getIndex('jis0212');
export const indexEucKr = () => getIndex('euc-kr');
export const indexIso2022JpKatakana = () => getIndex('iso-2022-jp-katakana');

// The encodings whose indexes have other names.
const indexesOf = {
  GBK: ['gb18030'],
  gb18030: ['gb18030', 'gb18030-ranges'],
  'EUC-JP': ['jis0208', 'jis0212'],
  'ISO-2022-JP': ['jis0208'],
  Shift_JIS: ['jis0208'],
  'ISO-8859-8-I': ['iso-8859-8'],
};

/** The names of the indexes that an encoding has, the most important one first. */
export const indexNamesOf = (name) => indexesOf[name] ?? [name.toLowerCase()];

/** The single-byte index of the encoding with this name. */
export function indexSingleByte(name) {
  return getIndex(indexNamesOf(name)[0]);
}

const gb18030Ranges = () => once('ranges', () => readIndex('gb18030-ranges'));

/** https://encoding.spec.whatwg.org/#index-gb18030-ranges-code-point */
export function indexGb18030RangesCodePoint(pointer) {
  if ((pointer > 39419 && pointer < 189000) || pointer > 1237575) return null;
  if (pointer === 7457) return 0xe7c7;
  const [offset, codePointOffset] = gb18030Ranges().findLast(([start]) => start <= pointer);
  return codePointOffset + pointer - offset;
}

/** https://encoding.spec.whatwg.org/#index-gb18030-ranges-pointer */
export function indexGb18030RangesPointer(codePoint) {
  if (codePoint === 0xe7c7) return 7457;
  const [pointerOffset, offset] = gb18030Ranges().findLast(([, start]) => start <= codePoint);
  return pointerOffset + codePoint - offset;
}

/** https://encoding.spec.whatwg.org/#index-shift_jis-pointer */
export function indexShiftJisPointer(codePoint) {
  const excluded = ([pointer]) => pointer >= 8272 && pointer <= 8835;
  const index = once(
    'shift_jis',
    () => new Index(readIndex('jis0208').filter((entry) => !excluded(entry))),
  );
  return index.pointer(codePoint);
}

/** https://encoding.spec.whatwg.org/#index-big5-pointer */
export function indexBig5Pointer(codePoint) {
  const excluded = ([pointer]) => pointer < (0xa1 - 0x81) * 157;
  const index = once(
    'big5 pointers',
    () => new Index(readIndex('big5').filter((entry) => !excluded(entry))),
  );
  if ([0x2550, 0x255e, 0x2561, 0x256a, 0x5341, 0x5345].includes(codePoint)) {
    return index.lastPointer(codePoint);
  }
  return index.pointer(codePoint);
}

/**
 * Gets an encoding from a label: its name, or null for failure. The encodings are the standard's, or those of another folder.
 * https://encoding.spec.whatwg.org/#concept-encoding-get
 */
export function getEncoding(label, directory) {
  const trimmed = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
  const lowercased = trimmed.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const encodings = once(`encodings ${directory}`, () => readEncodings(directory));
  return encodings.find(({ labels }) => labels.includes(lowercased))?.name ?? null;
}

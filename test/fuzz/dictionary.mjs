// Reads the dictionary of bytes, which has the format of libFuzzer: a name and a text in quotes on a line, with bytes as \xNN.

import { readFileSync } from 'node:fs';

const dictionaryUrl = new URL('bytes.dict', import.meta.url);

/** The sequences of the dictionary, as arrays of bytes. */
export const byteSequences = Array.from(
  readFileSync(dictionaryUrl, 'latin1').matchAll(/^\w+="(.*)"$/gm),
  ([, text]) =>
    Array.from(text.matchAll(/\\x([0-9A-F]{2})|(.)/g), ([, digits, character]) =>
      digits === undefined ? character.charCodeAt(0) : Number.parseInt(digits, 16),
    ),
);

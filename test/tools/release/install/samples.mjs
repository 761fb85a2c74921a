// Makes the samples for the projects of install.mjs: for each encoding some bytes and the text that
// they decode to, and a text and the bytes that it encodes to. The results come from the reference
// in test/reference/.

import { readEncodings } from '../../../../indexes/files.mjs';
import { encoderOf, referenceDecode, referenceEncode } from '../../../reference/reference.mjs';

// The text is repeated, so that it is long enough for the vector kernels.
const text = `
Zażółć gęślą jaźń, Öl & naïve «ſ» “quotes” – € ‰ ǅ ş ţ ț ơ ư ầ
Привет, Україно, Ђура Ґ ѓ № ▒ Ελληνικά Ώ עברית שָׁ العربية ڤ پ ไทยกำ
日本語のテキスト ﾊﾝｶｸ ～ ― ㈱ ① 丂 한국어 뷁 中文简体 繁體 啲 㐀 𠀀 🚢 \u{f780} \u{10ffff}
`.repeat(12);

const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);

function encodeSample(name) {
  if (name === 'replacement') return null;
  if (name === 'UTF-16LE') return Buffer.from(text, 'utf16le');
  if (name === 'UTF-16BE') return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from(referenceEncode(name, text, 'html', encoderOf(name)).bytes);
}

/** An array of { encoding, bytes, decoded, text, encoded }, with all bytes as base64. */
export const makeSamples = () =>
  readEncodings().map(({ name: encoding }) => {
    const encoded = encodeSample(encoding);
    // The malformed sequences stand after well-formed text.
    const bytes = Buffer.concat([encoded ?? Buffer.from(text), allBytes, Buffer.from('A')]);
    return {
      encoding,
      bytes: bytes.toString('base64'),
      decoded: referenceDecode(encoding, bytes).text,
      text,
      encoded: encoded?.toString('base64') ?? null,
    };
  });

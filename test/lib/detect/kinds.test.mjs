// Tests detect() on what people have: each kind of kinds.mjs, damaged text, and a sentence in each language. An answer is right when
// decoding by it gives the text.

import { equal, notEqual, ok } from 'node:assert/strict';
import { encodings } from 'whatwg-transcoder';
import { detect } from 'whatwg-transcoder/detect';
import { decodeBy } from '../../detect/detectors.mjs';
import { languages } from '../../detect/languages.mjs';
import { bytesOf, spelledFor } from '../../detect/spelling.mjs';
import { cases, casesOutOfReach, damage } from './kinds.mjs';
import { sentences } from './sentences.mjs';

/** Decodes bytes. What the end of the bytes cuts does not count. */
const textOf = (bytes, encoding) => decodeBy(bytes, encoding).replace(/\uFFFD+$/, '');

/** Asserts that the answer decodes bytes as `encoding` does. */
function finds(bytes, encoding, options) {
  const { encoding: answer, candidates } = detect(bytes, options);
  const list = candidates.slice(0, 3).map((candidate) => Object.values(candidate).join(' '));
  ok(answer !== null, `null (${list.join(', ')})`);
  equal(textOf(bytes, answer), textOf(bytes, encoding), `${answer} (${list.join(', ')})`);
}

/** Asserts that an answer that is reliable decodes bytes as `encoding` does. */
function isNotWronglySure(bytes, encoding) {
  const { encoding: answer, isReliable } = detect(bytes);
  if (isReliable) equal(textOf(bytes, answer), textOf(bytes, encoding), answer);
}

describe('detect(): what people have', () => {
  for (const { kind, encoding, text, bytes, shortest, codePages } of cases) {
    it(`${kind}: ${JSON.stringify(text.slice(0, 40))} in ${encoding}`, () => {
      for (let end = shortest; end <= bytes.length; end++) {
        finds(bytes.subarray(0, end), encoding, { codePages });
      }
      if (encoding !== 'UTF-8') finds(bytes, encoding, { codePages, allow: [encoding] });
    });
  }

  it('answers a name as it answers the name of a file, and code pages only where they are asked for', () => {
    for (const { kind, encoding, bytes, codePages } of cases) {
      const bare = detect(bytes);
      if (codePages && !encodings.includes(encoding)) notEqual(bare.encoding, encoding);
      if (kind !== 'names') continue;
      equal(detect(Buffer.concat([bytes, Buffer.from('.mp3')])).encoding, bare.encoding);
    }
  });

  for (const { kind, encoding, text, bytes } of casesOutOfReach) {
    it(`is not sure of a wrong answer for ${kind}: ${JSON.stringify(text)} in ${encoding}`, () => {
      isNotWronglySure(bytes, encoding);
      if (kind.startsWith('letters')) notEqual(detect(bytes).encoding, null);
    });
  }

  it('does not take text in UTF-32 for anything by default', () => {
    for (const { encoding, bytes } of cases) {
      if (encoding !== 'UTF-32LE') continue;
      equal(detect(bytes).encoding, null);
      equal(detect(Buffer.concat([Buffer.from('fffe0000', 'hex'), bytes])).encoding, null);
    }
  });

  it('does not take ASCII with a NUL for UTF-16', () => {
    const text = `${'plain words, '.repeat(20)}\0${'and more of them. '.repeat(20)}`;
    ok(!detect(Buffer.from(text)).encoding?.startsWith('UTF-16'));
  });

  it('does not take noise for text', () => {
    for (const hex of [
      '89504e470d0a1a0a0000000d49484452',
      '89504e470d0a1a0a0000000d49484452000000c80000006408060000',
      '1f8b08000000000000034bcc4b4e4c4a4ecd2bb1e2e20200d8f5a59b0d000000',
    ])
      equal(detect(Buffer.from(hex, 'hex')).encoding, null);
  });

  it('is not sure of UTF-16 where a program has the bytes of a mark', () => {
    const program = Buffer.from(
      'feffffb001488d642408415c5bc3488da42418ffffff48897c24104889742408488914244883',
      'hex',
    );
    equal(detect(program).isReliable, false);
    equal(detect(Buffer.from('\ufeffབོད་སྐད་ནི་བོད་ཀྱི་སྐད་ཡིག་ཡིན།', 'utf16le')).isReliable, true);
  });

  for (const { encoding, bytes } of damage) {
    const middle = bytes.length >> 1;
    it(`damage of ${encoding} at ${bytes.subarray(middle, middle + 2).toString('hex')}`, () =>
      finds(bytes, encoding));
  }
});

const paragraph =
  '<p class="text">This paragraph is in English, and it has only letters of ASCII.</p>\n';
const head = `<!DOCTYPE html>\n<html>\n<head><title>A long page</title></head>\n<body>\n${paragraph.repeat(100)}`;

describe('detect(): a sentence in each language', () => {
  for (const { tag, encodings } of languages) {
    if (sentences[tag] === undefined) continue;
    for (const encoding of ['UTF-8', ...encodings]) {
      const text = spelledFor(sentences[tag], encoding);
      it(`${tag} in ${encoding}, alone`, () => finds(bytesOf(text, encoding), encoding));
      it(`${tag} in ${encoding}, late in a page`, () => {
        const page = `${head}<p>${text}</p>\n${paragraph.repeat(10)}</body>\n</html>\n`;
        finds(bytesOf(page, encoding), encoding);
      });
    }
  }
});

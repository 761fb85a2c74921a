// Makes values of a header Content-Type, and compares what this package and Node's Response read in them.

import { createRequire } from 'node:module';
import { randomFrom } from './random-cases.mjs';

const { extractMimeType } = createRequire(import.meta.url)('../../lib/http/media-type.js');

const types = [
  'text/html',
  'Text/HTML',
  'text/plain',
  '*/*',
  'x/y',
  'text',
  '',
  'a b/c',
  '/',
  'é/x',
];
const charsets = [
  'gbk',
  'GBK',
  'big5',
  '"gbk"',
  '"a,b"',
  '"a;b"',
  '"a\\"b"',
  '"',
  '""',
  '',
  'é',
  'g k',
  '"gbk',
];
const names = ['charset', 'CHARSET', 'charset ', ' charset', 'x', '', 'chars\u00e9t'];
const spaces = ['', '', '', ' ', '\t'];
const others = ['=', ';', '; ', ';x', ';x=",', ';x=","', ';x="', ';x=y', '"', '\\', ';charset'];

/** Returns a function that makes values: few types, so that the same one comes again. */
export function headersOf(seed) {
  const random = randomFrom(seed);
  const pick = (list) => list[random(list.length)];
  const some = (most, make) => Array.from({ length: random(most + 1) }, make).join('');
  const parameter = () =>
    random(6) === 0
      ? pick(others)
      : `${pick(spaces)};${pick(spaces)}${pick(names.slice(0, 1 + random(names.length)))}=${pick(charsets)}`;
  const value = (own) =>
    pick(spaces) + (random(8) === 0 ? pick(types) : pick(own)) + some(2, parameter);
  return () => {
    const own = [pick(types), pick(['text/html', '*/*', pick(types)])];
    const values = Array.from({ length: 1 + random(5) }, () => value(own));
    return values.join(pick([',', ', ', ' ,']));
  };
}

/** Returns the essence and the charset of a serialized MIME type. https://mimesniff.spec.whatwg.org/#serializing-a-mime-type */
function parsed(type) {
  if (type === '') return null;
  const [essence] = type.split(';', 1);
  let charset = null;
  for (const [, name, quoted, plain] of type
    .slice(essence.length)
    .matchAll(/;([^=]*)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gy)) {
    if (name === 'charset') charset ??= quoted?.replace(/\\(.)/g, '$1') ?? plain;
  }
  return { essence, charset };
}

/** A Blob has no type when that contains other characters. https://w3c.github.io/FileAPI/#constructorBlob */
const isForBlob = (text) => /^[\x20-\x7e]*$/.test(text);

/**
 * Returns what Node and this package read in a header, as { expected, actual }, or null for one that no Response takes, or of which
 * its Blob tells nothing.
 */
export async function readBoth(header) {
  let response;
  try {
    response = new Response('', { headers: { 'content-type': header } });
  } catch {
    return null;
  }
  if (!isForBlob(header)) return null;
  const expected = parsed((await response.blob()).type);
  const found = extractMimeType(response.headers.get('content-type'));
  const actual = found && { ...found, charset: found.charset?.toLowerCase() ?? null };
  return { expected, actual };
}

/**
 * Whether Node's answer is the one difference that is known. « Remove any trailing HTTP whitespace from parameterValue. If
 * parameterValue is the empty string, then continue. » undici keeps a value that is one space.
 * https://mimesniff.spec.whatwg.org/#parse-a-mime-type
 */
export const isKnownDifference = ({ expected }) => /^[ \t]+$/.test(expected?.charset ?? '');

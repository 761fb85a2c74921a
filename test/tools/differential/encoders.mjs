// Compares every encoder with two other implementations, for every scalar value and every lone
// surrogate: in fatal mode with @exodus/bytes; in html mode with Chromium, which encodes the
// queries of URLs in documents of legacy encodings and the forms that are submitted from such
// documents. oracles.mjs --encode runs this.

import { createServer } from 'node:http';
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';
import { multiByteEncodings } from '../../../indexes/pointers.mjs';
import { percentEncodeAfterEncoding } from '../../../lib/hooks.mjs';
import { canEncode, encode } from '../../../lib/index.mjs';
import { secondsSince } from '../run/machine.mjs';
import { startChromium } from './chromium.mjs';
import { blockCount, charactersOf, hash } from './encode-page.mjs';

const multiByte = multiByteEncodings.map((name) => name.toLowerCase());
const blocks = Array.from({ length: blockCount }, (_, block) => block);
const surrogates = blockCount - 1;
const shownDifferences = 5;

const named = (text) =>
  Array.from(text, (c) => `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join(
    ' ',
  );

/** Counts the differences, and shows the first few of each kind. */
class Verdict {
  count = 0;

  constructor(kind) {
    this.kind = kind;
  }

  add(text, ours, theirs) {
    this.count += 1;
    if (this.count > shownDifferences) return;
    console.log(`  ${this.kind} ${named(text)}: ours ${ours}, theirs ${theirs}`);
  }

  toString() {
    return `${this.kind} ${this.count} differ`;
  }
}

/**
 * The result of a call as hex digits, or null when the call throws an error that an encoder may
 * throw.
 */
function bytesOf(call) {
  try {
    return Buffer.from(call()).toString('hex');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

/**
 * Compares each character alone in fatal mode: its bytes, or that it is refused. A block whose
 * results agree as a whole is compared at once.
 */
function compareWithExodus(encoding) {
  const create = multiByte.includes(encoding) ? createMultibyteEncoder : createSinglebyteEncoder;
  const theirEncoder = create(encoding, { mode: 'fatal' });
  const verdict = new Verdict('@exodus/bytes');
  for (const block of blocks) {
    // @exodus/bytes refuses lone surrogates in every encoding, because such text is not
    // well-formed.
    if (block === surrogates) continue;
    const characters = charactersOf(block);
    const [encodable, refused] = [[], []];
    for (const c of characters) (canEncode(c, encoding) ? encodable : refused).push(c);
    const text = encodable.join('');
    const isEqual =
      bytesOf(() => theirEncoder(text)) === encode(text, encoding).toString('hex') &&
      refused.every((c) => bytesOf(() => theirEncoder(c)) === null);
    for (const c of isEqual ? [] : characters) {
      const ours = bytesOf(() => encode(c, encoding));
      const theirs = bytesOf(() => theirEncoder(c));
      if (ours !== theirs) verdict.add(c, ours, theirs);
    }
  }
  return verdict;
}

const percentEncoded = (isLeft) =>
  Array.from({ length: 0x100 }, (_, byte) =>
    isLeft(byte)
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  );
const isAlphanumeric = (byte) => /[0-9A-Za-z]/.test(String.fromCharCode(byte));

// https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set
const ofForms = percentEncoded(
  (byte) => isAlphanumeric(byte) || '*-._'.includes(String.fromCharCode(byte)),
);
ofForms[0x20] = '+';

// https://url.spec.whatwg.org/#special-query-percent-encode-set, and the & # ; of numeric
// references.
const ofQueries = percentEncoded(
  (byte) => byte > 0x20 && byte < 0x7f && !`"#<>'&;`.includes(String.fromCharCode(byte)),
);

/** The result of html mode, percent-encoded with a table. */
function htmlPercentEncoded(encoding, text, table) {
  let encoded = '';
  for (const byte of encode(text, encoding, { unencodable: 'html' })) encoded += table[byte];
  return encoded;
}

/**
 * The query that the URL parser makes of a text. It is the result of html mode wherever & and ;
 * come from numeric references only, and are not bytes of a character in ISO-2022-JP.
 */
function ourQuery(encoding, text) {
  return encoding === 'iso-2022-jp' || /[&;]/.test(text)
    ? percentEncodeAfterEncoding(encoding, text, 'special-query')
    : htmlPercentEncoded(encoding, text, ofQueries);
}

const ourForm = (encoding, text) => `v=${htmlPercentEncoded(encoding, text, ofForms)}`;

/**
 * Compares what both make of each block, and of its characters alone where that differs: `isSame` says whether the browser makes this of a
 * block, and `ask` returns what it makes of each of some texts.
 */
async function compareBlocks(kind, make, isSame, ask) {
  const verdict = new Verdict(kind);
  for (const block of blocks) {
    const characters = charactersOf(block);
    if (isSame(block, make(characters.join('')))) continue;
    const theirs = await ask(characters);
    const before = verdict.count;
    for (const [at, text] of characters.entries()) {
      if (make(text) !== theirs[at]) verdict.add(text, make(text), theirs[at]);
    }
    // A difference that appears only where two characters meet is a difference too.
    if (verdict.count === before) verdict.add(characters[0], 'the block', 'another');
  }
  return verdict;
}

async function compareQueries(chromium, encoding) {
  const hashes = await chromium.call('hashQueries', encoding, blocks);
  return compareBlocks(
    'queries',
    (text) => ourQuery(encoding, text),
    (block, query) => hashes[block] === hash(query),
    (texts) => chromium.call('queriesOf', encoding, texts),
  );
}

async function compareForms(chromium, encoding, bodies) {
  await chromium.call('submitBlocks', encoding, blocks);
  const verdict = await compareBlocks(
    'forms',
    (text) => ourForm(encoding, text),
    (block, form) => bodies.get(String(block)) === form,
    async (texts) => {
      for (const [at, text] of texts.entries()) {
        await chromium.call('submitText', encoding, `one${at}`, text);
      }
      return texts.map((_, at) => bodies.get(`one${at}`));
    },
  );
  bodies.clear();
  return verdict;
}

/**
 * A server on loopback. It serves documents in the encoding that their URL names, and keeps the
 * bodies of submitted forms.
 */
async function startServer() {
  const bodies = new Map();
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url, 'http://localhost');
    const name = search.slice(1);
    const charset = pathname === '/document' ? name : 'utf-8';
    if (pathname === '/submit') {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      bodies.set(name, Buffer.concat(chunks).toString('latin1'));
    }
    response.setHeader('Content-Type', `text/html; charset=${charset}`);
    response.end('<!doctype html><title>oracle</title><body>');
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { bodies, server, url: `http://127.0.0.1:${server.address().port}/` };
}

/**
 * Compares the encoders of the encodings, whose names are in lowercase. `chromium` is the path of
 * the browser, or null for none. Returns the number of differences.
 */
export async function compareEncoders(encodings, chromiumPath) {
  const started = performance.now();
  Error.stackTraceLimit = 0; // Most errors here are expected answers.
  const { bodies, server, url } = await startServer();
  const page = new URL('encode-page.mjs', import.meta.url);
  const chromium = chromiumPath === null ? null : await startChromium(chromiumPath, page, url);
  if (chromium !== null) console.log(chromium.version);
  let failures = 0;
  try {
    for (const encoding of encodings) {
      const before = performance.now();
      const verdicts = [];
      if (encoding !== 'utf-8') verdicts.push(compareWithExodus(encoding));
      if (chromium !== null) {
        const characterSet = await chromium.call('characterSetOf', encoding);
        if (characterSet.toLowerCase() !== encoding) {
          throw new Error(`the document in ${encoding} is in ${characterSet}`);
        }
        verdicts.push(await compareQueries(chromium, encoding));
        verdicts.push(await compareForms(chromium, encoding, bodies));
        await chromium.call('forget', encoding);
      }
      for (const verdict of verdicts) failures += verdict.count;
      const seconds = secondsSince(before);
      console.log(`${encoding.padEnd(15)} ${verdicts.join('; ')} (${seconds} s)`);
    }
  } finally {
    await chromium?.close();
    server.closeAllConnections();
    server.close();
  }
  const seconds = secondsSince(started, 0);
  console.log(`${failures} differences, ${seconds} s`);
  return failures;
}

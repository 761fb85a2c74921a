// What the tests of the encodings that the standard does not have share. A face is a module with the exports of the package root.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer, text as textFrom } from 'node:stream/consumers';
import {
  assertSameTranscript,
  check,
  checkCalls,
  toHex,
  transcribeCalls,
} from '../../harness/decoders.mjs';
import { invalidData, notSupported } from '../../harness/errors.mjs';
import { cut, Random } from '../../harness/random-cases.mjs';

/** The checks of test/harness for the decoders of a face and their reference. */
export function checksOf({ TextDecoder }, reference) {
  const own = { Implementation: TextDecoder, reference };
  const { ReferenceTextDecoder } = reference;
  return {
    check: (labels, rows, options) => check(labels, rows, { ...own, ...options }),
    checkCalls: (label, options, rows) => checkCalls(label, options, rows, own),

    /** Compares streams with the reference call by call. `bytesFrom` makes the bytes of each from random numbers. */
    checkRandomStreams(name, seed, count, bytesFrom) {
      const reused = [false, true].map((fatal) => new TextDecoder(name, { fatal }));
      for (let number = 0; number < count; number += 1) {
        const random = new Random(seed, number);
        const fatal = random.oneIn(2);
        const calls = cut(bytesFrom(random), random);
        const expected = transcribeCalls(new ReferenceTextDecoder(name, { fatal }), calls);
        const decoder = random.oneIn(2) ? reused[Number(fatal)] : new TextDecoder(name, { fatal });
        const actual = transcribeCalls(decoder, calls);
        assertSameTranscript(actual, expected, calls, `${name} ${number}, fatal ${fatal}`);
      }
    },
  };
}

/** Cuts bytes or a text into pieces whose sizes take turns. */
function piecesOf(whole, sizes) {
  const pieces = [];
  for (let at = 0; at < whole.length; ) {
    const size = sizes[pieces.length % sizes.length];
    pieces.push(whole.slice(at, at + size));
    at += size;
  }
  return pieces;
}

/** Converts chunks by a Transcoder. */
function transcodeChunks(transcoder, chunks) {
  const parts = chunks.map((chunk) => transcoder.write(chunk));
  return Buffer.concat([...parts, transcoder.end()]);
}

/** Sends a text and its bytes through each kind of stream, and through a Transcoder, in pieces cut anywhere. */
export async function checkStreams(face, name, text) {
  const bytes = face.encode(text, name);
  const utf16 = Buffer.from(text, 'utf16le');
  for (const sizes of [[bytes.length], [1, 2, 3, 5, 64, 1000, 4097, 65_537], [1]]) {
    if (sizes.length === 1 && bytes.length > 1000) continue;
    const chunks = piecesOf(bytes, sizes);
    const source = () => Readable.from(chunks);
    equal(String(await buffer(source().pipe(new face.DecodeStream(name)))), text);
    const strings = source().pipe(new face.DecodeStream(name)).setEncoding('utf8');
    equal((await strings.toArray()).join(''), text);
    const there = new face.TranscodeStream(name, 'utf-16le');
    const back = new face.TranscodeStream('utf-16le', name);
    ok((await buffer(source().pipe(there).pipe(back))).equals(bytes));
    const web = new face.TextDecoderStream(name, { fatal: true });
    equal(web.encoding, name.toLowerCase());
    equal(await textFrom(ReadableStream.from(chunks).pipeThrough(web)), text);
    ok(transcodeChunks(new face.Transcoder(name, 'utf-16le'), chunks).equals(utf16));
    const transcoder = new face.Transcoder('utf-16le', name);
    ok(transcodeChunks(transcoder, piecesOf(utf16, sizes)).equals(bytes));
    deepEqual([transcoder.from, transcoder.to], ['UTF-16LE', name]);
    const encoder = new face.EncodeStream(name);
    ok((await buffer(Readable.from(piecesOf(text, sizes)).pipe(encoder))).equals(bytes));
  }
}

/** Checks that encodeInto() writes as many whole characters as fit, and no byte beside them. The encoding has no state. */
export function checkEncodeInto({ encode, encodeInto }, name, text) {
  const characters = Array.from(text);
  const whole = encode(text, name);
  for (let size = 0; size <= whole.length + 3; size += 1) {
    const memory = new Uint8Array(whole.length + 20).fill(0xaa);
    const expected = memory.slice();
    let [read, written] = [0, 0];
    for (const character of characters) {
      const { length } = encode(character, name);
      if (written + length > size) break;
      read += character.length;
      written += length;
    }
    expected.set(whole.subarray(0, written), 5);
    deepEqual(encodeInto(text, memory.subarray(5, 5 + size), name), { read, written });
    deepEqual(memory, expected);
  }
}

/** Checks what validate(), a function as `malformed` and fatal mode say of malformed bytes. */
export function checkMalformed(face, { referenceDecode }, name, bytes) {
  const { errors } = referenceDecode(name, bytes);
  const { length } = errors;
  const [first] = errors;
  ok(length > 1);
  deepEqual(face.validate(bytes, name, { maxErrors: length + 1 }), {
    valid: false,
    replacements: length,
    firstError: first,
    errors,
  });
  deepEqual(face.validate(bytes, name, { maxErrors: 1 }).errors, [first]);
  const seen = [];
  const malformed = (own, offset, reason) => {
    seen.push({ offset, length: own.length, reason });
    equal(toHex(own), toHex(bytes.slice(offset, offset + own.length)));
    return `<${own.toString('hex')}>`;
  };
  const text = face.decode(bytes, name, { malformed });
  deepEqual(seen, errors);
  equal(face.transcode(bytes, name, 'utf-8', { malformed }).toString(), text);
  const plain = face.decode(bytes, name);
  equal(text.replace(/<.*?>/g, '\uFFFD'), plain);
  equal(face.decodedLength(bytes, name), plain.length);
  const error = { ...invalidData, encoding: name.toLowerCase(), ...first };
  throws(() => face.decode(bytes, name, { fatal: true }), error);
  throws(() => face.transcode(bytes, name, 'utf-8', { fatal: true }), error);
}

/** Checks that a face refuses a label everywhere; in a Transcoder only beside a label that it knows. */
export function checkRefused(face, label, known) {
  const bytes = new Uint8Array(4);
  for (const name of ['TextDecoder', 'TextDecoderStream', 'DecodeStream', 'EncodeStream']) {
    throws(() => new face[name](label), notSupported);
  }
  for (const name of ['decode', 'decodedLength', 'validate']) {
    throws(() => face[name](bytes, label), notSupported);
  }
  for (const name of ['encode', 'encodedLength', 'canEncode', 'findUnencodable']) {
    throws(() => face[name]('', label), notSupported);
  }
  throws(() => face.encodeInto('', bytes, label), notSupported);
  if (known === undefined) return;
  for (const names of [
    [label, known],
    [known, label],
  ]) {
    for (const name of ['Transcoder', 'TranscodeStream']) {
      throws(() => new face[name](...names), notSupported);
    }
    throws(() => face.transcode(bytes, ...names), notSupported);
  }
}

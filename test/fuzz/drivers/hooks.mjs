// The hooks for standards, percent-encoding and forms of URLs, with any arguments.

import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import {
  bytesFor,
  byteValuesFor,
  callOf,
  functions,
  joined,
  labelFor,
  labelled,
  oneOf,
  optionsOf,
  textOrWrong,
  texts,
  weighted,
  wrongValues,
} from '../arbitraries.mjs';
import { outcomeOf } from '../outcome.mjs';

const sets = weighted(
  [1, fc.constant('C0 control')],
  [
    5,
    oneOf('fragment query special-query path userinfo component application/x-www-form-urlencoded'),
  ],
  [1, functions],
  [1, wrongValues],
);

const urlencoded = joined(
  [oneOf('= & + % %8 %zz %83%5C %ff %E3%81%82 _charset_ &#169;'), texts],
  10,
);

const label = labelFor('index');

export default [
  {
    name: 'decode',
    arbitrary: labelled('index', (own) => ({ bytes: bytesFor(own) })),
    run: ({ hooks }, { bytes, label: own }) => hooks.decode(bytes, own),
  },
  ...['UTF8Decode', 'UTF8DecodeWithoutBOM', 'UTF8DecodeWithoutBOMOrFail', 'BOMSniff'].map((name) =>
    callOf('hooks', name, bytesFor('utf-8')),
  ),
  callOf('hooks', 'encode', textOrWrong, label),
  callOf('hooks', 'UTF8Encode', textOrWrong),
  {
    name: 'encodeOrFail',
    arbitrary: fc.record({ label, chunks: fc.array(textOrWrong, { maxLength: 5 }) }),
    async run({ hooks }, { label: own, chunks }) {
      const encoder = hooks.getEncoder(own);
      const results = [encoder.encoding];
      for (const chunk of chunks)
        results.push(await outcomeOf(() => hooks.encodeOrFail(chunk, encoder)));
      return results;
    },
  },
  callOf('hooks', 'percentEncodeAfterEncoding', label, textOrWrong, sets),
  callOf(
    'hooks',
    'serializeUrlencoded',
    weighted(
      [10, fc.array(fc.tuple(texts, texts), { maxLength: 5 })],
      [1, fc.array(fc.oneof(wrongValues, fc.array(wrongValues)))],
      [1, wrongValues],
    ),
    label,
  ),
  callOf(
    'hooks',
    'parseUrlencoded',
    fc.oneof(
      urlencoded,
      urlencoded.map((text) => Buffer.from(text, 'latin1')),
      bytesFor('utf-8'),
    ),
    label,
    optionsOf(['maxTuples'], { maxTuples: fc.oneof(fc.nat({ max: 4 }), wrongValues) }),
  ),
  {
    name: 'a form as bytes and as text',
    arbitrary: fc.record({
      text: urlencoded,
      pairs: fc.array(fc.tuple(texts, texts), { maxLength: 4 }),
    }),
    run({ hooks }, { text, pairs }) {
      // A text is read as its UTF-8, whatever the encoding of the form.
      deepEqual(
        hooks.parseUrlencoded(text, 'utf-8'),
        hooks.parseUrlencoded(Buffer.from(text), 'utf-8'),
      );
      const scalars = pairs.map((pair) => pair.map((each) => each.toWellFormed()));
      deepEqual(hooks.parseUrlencoded(hooks.serializeUrlencoded(pairs, 'utf-8'), 'utf-8'), scalars);
      return hooks.parseUrlencoded(text, 'shift_jis');
    },
  },
  {
    name: 'a byte order mark decides',
    arbitrary: fc.record({
      bytes: byteValuesFor('utf-8'),
      label: fc.constantFrom('shift_jis', 'utf-16le', 'utf-8', 'windows-1252'),
    }),
    run({ hooks, index }, { bytes, label: own }) {
      const input = Buffer.from(bytes);
      const name = hooks.BOMSniff(input);
      equal(hooks.decode(input, own), index.decode(input, name ?? own));
      return name;
    },
  },
];

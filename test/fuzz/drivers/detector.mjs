// The detector: any bytes, options and chunks. What it says must not depend on the cuts.

import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  bytesFor,
  byteValuesFor,
  callOf,
  chunksOf,
  cuts,
  labelsOf,
  oneOf,
  optionsOf,
  orWrong,
} from '../arbitraries.mjs';
import { outcomeOf } from '../outcome.mjs';

const words = fc.constantFrom(
  'Привет, мир. ',
  'Это простой текст. ',
  '日本語の文章です。',
  '漢字とカタカナ、',
  '这是一个测试。',
  '這是一個測試。',
  '한국어 문장입니다. ',
  'Ελληνικά κείμενα. ',
  'Übergröße für Mädchen. ',
  'Où êtes-vous déjà allé ? ',
  'Žluťoučký kůň. ',
  'שלום עולם. ',
  'مرحبا بالعالم. ',
  'ภาษาไทย ',
  'Tiếng Việt ',
  'Türkçe ığüşöç ',
  'plain words ',
);
const encodings =
  'utf-8 utf-16le utf-16be shift_jis euc-jp iso-2022-jp gbk gb18030 big5 euc-kr windows-1250 windows-1251 koi8-r koi8-u iso-8859-2 iso-8859-5 iso-8859-7 windows-1252 windows-1254 windows-1255 windows-1256 windows-874 windows-1258 ibm866 macintosh'.split(
    ' ',
  );
const label = fc.oneof(
  fc.constantFrom(...encodings),
  fc.constantFrom(...labelsOf.index),
  fc.constantFrom(...labelsOf.encodings),
);

export const detectValues = {
  topLevelDomain: orWrong(oneOf('jp ru DE www.example.cz xn--p1ai рф ..')),
  language: orWrong(fc.constantFrom('ja', 'de-DE,en', 'zh-Hant', 'x', 'sr-Latn', '')),
  allow: orWrong(fc.array(label, { maxLength: 5 })),
  codePages: orWrong(fc.boolean()),
  fallback: orWrong(label),
  isWhole: orWrong(fc.boolean()),
};
const names = Object.keys(detectValues);

/** Text of languages in an encoding, with a few other bytes, as an array of bytes. */
export const written = fc
  .constantFrom(...encodings)
  .chain((encoding) =>
    fc
      .tuple(fc.array(words, { maxLength: 12 }), byteValuesFor(encoding), fc.boolean())
      .map(([list, others, hasOthers]) => [encoding, list.join(''), hasOthers ? others : []]),
  );

const bytesOf = ({ index }, [encoding, text, others]) =>
  Buffer.concat([index.encode(text, encoding, { unencodable: 'skip' }), Buffer.from(others)]);

export default [
  callOf(
    'detect',
    'detect',
    bytesFor('utf-8'),
    optionsOf([...names, 'byLine', 'start', 'end'], { ...detectValues, byLine: fc.boolean() }),
  ),
  {
    name: 'detect text',
    arbitrary: fc.record({ text: written, options: optionsOf(names, detectValues) }),
    run(product, { text, options }) {
      const detection = product.detect.detect(bytesOf(product, text), options);
      for (const { probability } of detection.candidates) ok(probability >= 0 && probability <= 1);
      if (detection.isReliable) ok(detection.encoding !== null);
      return detection;
    },
  },
  {
    name: 'Detector',
    arbitrary: fc.record({
      options: optionsOf(names, detectValues),
      calls: fc.array(
        fc.tuple(fc.constantFrom('write', 'write', 'write', 'end'), bytesFor('utf-8')),
        { maxLength: 5 },
      ),
    }),
    async run({ detect }, { options, calls }) {
      const detector = new detect.Detector(options);
      const results = [];
      for (const [method, chunk] of calls) {
        results.push(await outcomeOf(() => detector[method](chunk)));
        results.push(await outcomeOf(() => detector.result));
      }
      return results;
    },
  },
  {
    name: 'cuts',
    arbitrary: fc.record({ text: written, lengths: cuts, isWhole: fc.boolean() }),
    run(product, { text, lengths, isWhole }) {
      const bytes = bytesOf(product, text);
      const detector = new product.detect.Detector({ isWhole });
      for (const chunk of chunksOf(bytes, lengths)) detector.write(chunk);
      const result = detector.end();
      deepEqual(result, product.detect.detect(bytes, { isWhole }));
      equal(result.isAscii, bytes.every((byte) => byte < 0x80) && result.isAscii);
      return result;
    },
  },
];

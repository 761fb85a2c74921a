// Edits of the text of any bytes. Whatever a call does or throws, the bytes decode to the text, and a call that throws changes nothing.

import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { bytesFor, oneOf, optionsOf, orWrong, texts, withLabel } from '../arbitraries.mjs';
import { outcomeOf } from '../outcome.mjs';
import { detectValues } from './detector.mjs';

const place = orWrong(fc.nat({ max: 60 }));
const text = orWrong(fc.oneof(texts, fc.string({ maxLength: 4 }), fc.constantFrom('', '\n', 'あ')));
const options = optionsOf(['unencodable', 'lineEnds'], {
  lineEnds: orWrong(fc.constantFrom('exact', 'keep')),
});

/** The name of a method, and its arguments. For `update` a function makes the text of the old one. */
const calls = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('edit'), place, place, text, options),
    fc.tuple(
      fc.constant('applyEdits'),
      orWrong(fc.array(orWrong(fc.record({ start: place, end: place, text })), { maxLength: 4 })),
      options,
    ),
    fc.tuple(fc.constant('update'), text, options),
    fc.tuple(fc.constantFrom('byteOffsetAt', 'indexAt'), place),
  ),
  { maxLength: 5 },
);

/** Makes the calls. `read(bytes)` is what the bytes decode to. Returns all outcomes. */
async function make(file, list, read, world) {
  world.isChanged = true;
  const results = [];
  for (const [method, ...values] of list) {
    const [before, old] = [file.toBytes(), file.text];
    const outcome = await outcomeOf(() => file[method](...values));
    if (outcome.throws !== undefined) {
      deepEqual(file.toBytes(), before);
      equal(file.text, old);
    } else if (method === 'update') {
      if (values[1]?.lineEnds !== 'keep' && values[1]?.unencodable == null)
        equal(file.text, `${values[0]}`);
    }
    equal(read(file.toBytes()), file.text);
    results.push([outcome, file.toBytes(), file.lineEnds]);
  }
  return results;
}

const line = fc
  .tuple(
    oneOf('utf-8 utf-8 gbk windows-1251 iso-2022-jp'),
    fc.constantFrom('這是 x', 'Привет', 'plain', 'é', '日本', '', '\uFEFF', 'a\0b'),
    fc.constantFrom('\n', '\r\n', '\r', ''),
  )
  .map(([label, own, end]) => [label, own + end]);

export default [
  {
    name: 'EditableText',
    arbitrary: withLabel((label) => ({ bytes: bytesFor(label), calls })),
    run({ edit, encodings, index }, { api, label, bytes, calls: list }, world) {
      const handle = api === 'index' ? label : (encodings.encodingFor(label) ?? label);
      const file = new edit.EditableText(bytes, handle);
      return make(file, list, (own) => index.decode(own, handle ?? 'utf-8'), world);
    },
  },
  {
    name: 'by line',
    arbitrary: fc.record({
      lines: fc.array(line, { maxLength: 12 }),
      options: optionsOf(['byLine', ...Object.keys(detectValues)], {
        ...detectValues,
        byLine: fc.constantFrom(true, true, true, false),
        fallback: fc.constantFrom('gbk', 'windows-1251', 'big5', 'iso-2022-jp', undefined),
      }),
      calls,
    }),
    run({ edit, index }, { lines, options: own, calls: list }, world) {
      const bytes = Buffer.concat(
        lines.map(([label, each]) => index.encode(each, label, { unencodable: 'skip' })),
      );
      const file = edit.EditableText.detect(bytes, own);
      // Without a fallback, other lines than before may win the vote.
      const read = (now) =>
        own?.byLine && own.fallback ? edit.EditableText.detect(now, own).text : file.text;
      return make(file, list, read, world);
    },
  },
];

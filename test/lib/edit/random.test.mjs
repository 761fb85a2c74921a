// Random edits of random files in every encoding; `npm run test:differential -- edits` makes millions of them.

import { ok } from 'node:assert/strict';
import { encodingsOf } from '../../harness/part.mjs';
import { editableNames, runRandomEdits } from '../../harness/random-edits.mjs';

describe('Random edits', () => {
  for (const name of [
    ...encodingsOf(editableNames.slice(0, 40)),
    'hz-gb-2312',
    'iso-2022-kr',
    'UTF-32BE',
    'IBM037',
    'johab',
  ].filter((one) => editableNames.includes(one))) {
    it(`of ${name} give the text that was asked for, or change nothing`, () => {
      const counts = {};
      const count = (kind, outcome) => {
        counts[`${kind}: ${outcome}`] = (counts[`${kind}: ${outcome}`] ?? 0) + 1;
      };
      runRandomEdits(name, 7, 300, count);
      runRandomEdits(name, 8, 12, count, 6000);
      ok(counts['well-formed: done'] > 50, JSON.stringify(counts));
      ok(counts['damaged: done'] > 25, JSON.stringify(counts));
    });
  }
});

// Tests the indexes of the code pages against the programs of this machine. This test takes long: npm run test:all runs it.

import { equal, ok } from 'node:assert/strict';
import { codePages } from '../../../indexes/codepages/list.mjs';
import { readSources } from '../../../indexes/codepages/sources.mjs';
import { readCodePage, readCodePages } from '../../../indexes/files.mjs';

describe('code pages: indexes and other programs', () => {
  it('the indexes have what the programs of this machine have, but for differences that their comments explain', () => {
    let compared = 0;
    for (const page of codePages) {
      const explained = new Set(
        readCodePages()
          .get(page.name)
          .map((row) => /^# ([0-9A-F]{2}): .* Reason: ./.exec(row)?.[1])
          .filter((byte) => byte !== undefined)
          .map((byte) => Number.parseInt(byte, 16)),
      );
      const index = readCodePage(page.name);
      for (const [source, table] of readSources(page)) {
        for (let byte = 0; byte < 256; byte += 1) {
          if (explained.has(byte)) continue;
          equal(table[byte] ?? undefined, index[byte], `${page.name} ${source} ${byte}`);
          compared += 1;
        }
      }
    }
    if (process.platform === 'linux') ok(compared > 0);
  });
});

// npm run test:differential -- encoding-rs [CASES] [SEED]
//
// Decodes random inputs of 16 to 4,096 bytes, half of them cut, with the core and with encoding_rs, the decoder of Firefox: 1,000,000
// inputs and seed 1 by default. It ends at the first difference. The program is the fuzz driver encoding_rs without its sanitizers, with
// which an input takes seven times as long. It needs Debian's packages cargo and librust-encoding-rs-dev.

import { buildEncodingRs } from '../bench/encoding-rs.mjs';
import { build, root, runs } from '../run/cmake.mjs';

const [cases = '1000000', seed = '1'] = process.argv.slice(2);
for (const value of [cases, seed]) {
  if (!/^\d+$/.test(value)) throw new RangeError(`not a number: ${value}`);
}
const library = buildEncodingRs();
const folder = 'build/cmake';
const isBuilt = build(folder, [], 'encoding_rs_cases');
const env = { ENCODING_RS: library, CASES: cases, SEED: seed };
const isSame =
  library !== null && isBuilt && runs(`${root}${folder}/encoding_rs_cases`, [], { env });
console.log(
  isSame
    ? `${cases} cases, seed ${seed}: 0 mismatches`
    : 'the core and encoding_rs differ, or a build failed',
);
process.exitCode = isSame ? 0 : 1;

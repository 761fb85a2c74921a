// Tests what the sub-command `doctor` says of a decoder, and of the running runtime.

import { deepEqual, equal, match, notEqual, ok, throws } from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backend, encodings, labels } from 'whatwg-transcoder';
import knownDefects from '../../../lib/polyfill/known-defects.js';
import { isBun, isDeno, isNode, itInNode, runHere } from '../../harness/runtimes-here.mjs';
import { ReferenceTextDecoder } from '../../reference/text-decoder.mjs';
import { program, reportsOf, root } from './command.mjs';

const { byteDefects, interfaceDefects, labelDefects } = knownDefects;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const decodable = encodings.filter((encoding) => encoding !== 'replacement');
// What a report says of labels counts each label, and each defect of a runtime.
const labelInputs = Object.keys(labels).length + labelDefects.length;

describe('doctor: the command', () => {
  let folder;
  before(() => {
    // A folder inside the checkout, where Deno knows the package's CommonJS modules as such.
    folder = fileURLToPath(new URL(`../../../build/doctor-${process.pid}`, import.meta.url));
    mkdirSync(folder, { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Runs `doctor` after a module with some lines, in which `Own` is the decoder of this package. */
  function doctor(args, lines) {
    const library = new URL('../../../lib/index.mjs', import.meta.url).href;
    const module = join(folder, 'module.mjs');
    writeFileSync(module, `import { TextDecoder as Own } from '${library}';\n${lines}\n`);
    return runHere(program, ['doctor', ...args], { preload: lines === '' ? [] : [module] });
  }

  it('reports a right decoder, and ends with 0', () => {
    const { status, stdout, stderr } = doctor(['--json'], 'globalThis.TextDecoder = Own;');
    deepEqual([status, stderr], [0, '']);
    const results = reportsOf(stdout);
    const summary = results.pop();
    deepEqual(results, [
      ...decodable.map((encoding) => {
        const inputs = 256 + 65536 + Object.keys(byteDefects[encoding]).length;
        return { type: 'encoding', encoding, supported: true, inputs, wrong: 0 };
      }),
      { type: 'labels', inputs: labelInputs, wrong: 0 },
      { type: 'interface', inputs: interfaceDefects.length, wrong: 0 },
    ]);
    const { bun, deno, node, icu } = process.versions;
    let about = { runtime: 'Node', version: node, ...(icu && { icu }) };
    if (isBun) about = { runtime: 'Bun', version: bun };
    if (isDeno) about = { runtime: 'Deno', version: deno };
    const counts = { right: decodable.length, wrong: 0, missing: 0 };
    deepEqual(summary, { type: 'summary', ...about, package: version, backend, ...counts });
  });

  it('counts what is wrong, gives an example, and ends with 1', () => {
    const lines = `globalThis.TextDecoder = class TextDecoder extends Own {
      constructor(label, options) {
        if (label === 'x-user-defined' || label === 'latin1') throw new RangeError(label);
        super(label, options);
      }
      decode(bytes, options) {
        const text = super.decode(bytes, options);
        return this.encoding === 'windows-1251' ? text.replaceAll('\\u0402', '\\u0403') : text;
      }
    };`;
    const { status, stdout, stderr } = doctor([], lines);
    deepEqual([status, stderr], [1, '']);
    const [head, empty, ...rest] = stdout.trimEnd().split('\n');
    match(head, /^TextDecoder of \w+ \S+(?: \(ICU [\d.]+\))?, compared with whatwg-transcoder /);
    ok(head.endsWith(` (${backend})`));
    equal(empty, '');
    // One byte, the 511 pairs that contain it, and one defect.
    deepEqual(
      rest.filter((line) => !line.includes(' right in all ')),
      [
        'windows-1251    wrong in 513 of 65,793: 80 is U+0402, here U+0403',
        'x-user-defined  not supported',
        `(labels)        wrong in 3 of ${labelInputs}: "latin1", "x-user-defined", "latin1"`,
        '',
        `${decodable.length - 2} encodings right, 1 wrong, 1 not supported`,
      ],
    );
    equal(rest.length, decodable.length + 2 + 2);
  });
});

describe('doctor: the command in the running runtime', () => {
  itInNode('finds nothing wrong after the polyfill', () => {
    const polyfill = fileURLToPath(new URL('../../../lib/polyfill.mjs', import.meta.url));
    const { stdout } = runHere(program, ['doctor'], { preload: [polyfill] });
    match(stdout, /\n39 encodings right, 0 wrong, 0 not supported\n$/);
  });

  it('gives examples that are right in the running runtime', () => {
    const { status, stdout } = runHere(program, ['doctor', '--json']);
    const results = reportsOf(stdout);
    const { right, wrong, missing } = results.pop();
    equal(right + wrong + missing, decodable.length);
    const encodingsHere = results.filter(({ type }) => type === 'encoding');
    equal(encodingsHere.filter((result) => result.wrong > 0).length, wrong);
    equal(status, results.some((result) => result.wrong > 0 || result.supported === false) ? 1 : 0);
    // Bun and Deno follow the standard, and Node does not.
    equal(wrong > 0, isNode);
    for (const { encoding, supported, example } of encodingsHere) {
      if (!supported) throws(() => new globalThis.TextDecoder(encoding));
      if (example === undefined) continue;
      const { way, expected, actual } = example;
      const decodeWith = (Decoder) => {
        const decoder = new Decoder(encoding, { fatal: way === 'fatal' });
        const bytes = Uint8Array.from(Buffer.from(example.bytes, 'hex'));
        try {
          if (way !== 'in pieces') return decoder.decode(bytes);
          const texts = Array.from(bytes, (byte) =>
            decoder.decode(Uint8Array.of(byte), { stream: true }),
          );
          return texts.join('') + decoder.decode();
        } catch {
          return null;
        }
      };
      equal(decodeWith(ReferenceTextDecoder), expected, encoding);
      equal(decodeWith(globalThis.TextDecoder), actual, encoding);
      notEqual(actual, expected);
    }
  });
});

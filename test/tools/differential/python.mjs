// Asks Python's codecs what bytes or texts become.

import { spawnSync } from 'node:child_process';

const program = `
import codecs, json, sys
direction, *names = sys.argv[1:]
inputs = [bytes.fromhex(line) for line in json.load(sys.stdin)]
def ask(codec, item):
    try:
        if direction == 'decode': return codec.decode(item)[0]
        return codec.encode(item.decode('utf-16-le'))[0].hex()
    except UnicodeError:
        return None
answers = {}
for name in names:
    try:
        codec = codecs.lookup(name)
        answers[name] = [ask(codec, item) for item in inputs]
    except LookupError:
        answers[name] = None
json.dump(answers, sys.stdout)
`;

/**
 * Returns, for each name of a codec, what each input becomes: a text, or with the direction `encode`, for inputs in UTF-16LE, bytes in
 * hexadecimal; null for what the codec refuses. A name that Python does not know has null.
 */
export function askPython(direction, names, inputs) {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program, direction, ...names], {
    input: JSON.stringify(inputs.map((bytes) => Buffer.from(bytes).toString('hex'))),
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr ?? 'python3 does not start');
  return JSON.parse(stdout);
}

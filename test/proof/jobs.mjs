// Divides encodings into jobs, each of which one process does.

import { encoderOf, FULL } from './reference.mjs';

// Encodings with so many states that each is a job of its own. They come first, because they take longest.
const large = ['UTF-16BE', 'UTF-16LE', 'gb18030', 'UTF-32BE', 'UTF-32LE', 'UTF-8', 'iso-2022-kr'];

/** The encoding that has the same decoder in the standard. Its steps are those of both. */
const decoderOwner = (name) => (name === 'GBK' ? 'gb18030' : name.replace(FULL, ''));

/** Encodings in a few lists, each of which one process proves. */
export function lists(all) {
  const [long, short] = [true, false].map((isLarge) =>
    all.filter((name) => large.includes(name) === isLarge),
  );
  long.sort((left, right) => large.indexOf(left) - large.indexOf(right));
  const size = Math.ceil(short.length / 4) || 1;
  const parts = Array.from({ length: 4 }, (_, at) => short.slice(at * size, (at + 1) * size));
  return [...long.map((name) => [name]), ...parts.filter((part) => part.length > 0)];
}

/**
 * The jobs that prove decoders and encoders of these encodings: each has a `kind`, the `owners` of the steps of the reference that are
 * written first, and the `arguments` of a program that takes them.
 */
export const jobsFor = (names) => [
  ...lists([...new Set(names.map(decoderOwner))]).map((owners) => ({
    kind: 'decoders',
    owners,
    arguments: names
      .filter((name) => owners.includes(decoderOwner(name)))
      .map((name) => (name === decoderOwner(name) ? name : `${name}=${decoderOwner(name)}`)),
  })),
  ...lists(names.filter((name) => encoderOf(name) !== null)).map((owners) => ({
    kind: 'encoders',
    owners,
    arguments: owners,
  })),
];

/** The script that writes the steps of a kind of codec, and its arguments before the names of encodings. */
export const stepsOf = (kind) => [process.execPath, `test/proof/${kind.slice(0, -1)}-steps.mjs`];

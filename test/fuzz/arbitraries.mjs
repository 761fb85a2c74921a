// Generators of what the drivers give to the product: labels, bytes in all kinds of memory, texts, options, functions that do what
// they should not, and values of wrong types.

import fc from 'fast-check';
import { byteSequences } from './dictionary.mjs';
import { products } from './products.mjs';
import { Recipe, Thrown } from './world.mjs';

const [{ index, encodings, labels }] = products;

/** One of several values, each [weight, generator]. */
export const weighted = (...pairs) =>
  fc.oneof(...pairs.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** One of some words. */
export const oneOf = (words) => fc.constantFrom(...words.split(' '));

/** The labels of each API, and the other names that resolveLabel() and the API of iconv-lite know. */
export const labelsOf = {
  index: Object.keys(index.labels),
  encodings: Object.keys(encodings.labels),
  others: labels.otherNames.map(({ name }) => name),
};

/** Encodings whose decoders or encoders have a state, or whose forms are special. They come up more often than others. */
const specialOf = {
  index: 'utf-8 utf-16le utf-16be iso-2022-jp gb18030 gbk big5 euc-jp shift_jis euc-kr'.split(' '),
  encodings: 'hz-gb-2312 iso-2022-kr utf-32le utf-32be eucjp-ms cp51932 johab ibm037'.split(' '),
};

const padding = fc.constantFrom('', '', '', ' ', '\t\n\f\r ', '\v', '\u00a0', '\0');

/** Changes the case of some letters of a text. */
const inAnyCase = (text) => fc.mixedCase(fc.constant(text));

/** Values of types that an argument should not have. */
export const wrongValues = fc.constantFrom(
  undefined,
  null,
  true,
  0,
  -1,
  NaN,
  '',
  7n,
  new Recipe('Symbol()', () => Symbol('fuzz')),
  new Recipe('{}', () => ({})),
  new Recipe('[]', () => []),
  new Recipe('() => {}', () => () => {}),
  new Recipe('Object.create(null)', () => Object.create(null)),
  new Recipe('a revoked proxy', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  }),
  new Recipe('{ toString() { throw } }', () => ({
    toString() {
      throw new Thrown('toString');
    },
  })),
  new Recipe('{ toString: () => "utf-8", valueOf: () => 1 }', () => ({
    toString: () => 'utf-8',
    valueOf: () => 1,
  })),
);

/** The entry points that convert, by their names in a product. */
export const apis = fc.constantFrom('index', 'encodings');

/** The names of the options of decoders and of encoders. */
export const decodeNames = ['fatal', 'ignoreBOM', 'malformed', 'maxErrors', 'maxOutputBytes'];
export const encodeNames = ['unencodable', 'addBOM', 'maxErrors', 'maxOutputBytes'];

/** Texts of one part after another. */
export const inOrder = (...parts) => fc.tuple(...parts).map((list) => list.join(''));

/** Labels for an API: mostly one of its own, sometimes in another case, with blanks, of another API, or no label at all. */
export const labelFor = (api) =>
  weighted(
    [8, fc.constantFrom(...specialOf[api])],
    [6, fc.constantFrom(...labelsOf[api])],
    [2, inOrder(padding, fc.constantFrom(...labelsOf[api]).chain(inAnyCase), padding)],
    [1, fc.constantFrom(...Object.values(labelsOf).flat())],
    [1, fc.string({ unit: 'binary', maxLength: 40 })],
    [1, wrongValues],
  );

const units = [
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0, max: 0xff }),
  fc.integer({ min: 0x300, max: 0x5ff }),
  fc.integer({ min: 0x3040, max: 0x30ff }),
  fc.integer({ min: 0x4e00, max: 0x4fff }),
  fc.integer({ min: 0xac00, max: 0xacff }),
  fc.integer({ min: 0xd800, max: 0xdfff }),
  fc.integer({ min: 0xe000, max: 0xf8ff }),
  fc.integer({ min: 0xff00, max: 0xffff }),
  fc.constantFrom(0xfeff, 0xfffd, 0xa5, 0x203e, 0x20ac, 0x2212, 0xffe2, 0x0e, 0x0f, 0x1b, 0x85),
];

/** Pieces of text that are repeated, so that texts cross the borders of pieces of 8,192 code units and of 64 KB. */
const repeats = weighted(
  [30, fc.integer({ min: 1, max: 3 })],
  [3, fc.integer({ min: 4, max: 200 })],
  [1, fc.constantFrom(1365, 2731, 4096, 8191, 21846)],
);

const astral = fc
  .integer({ min: 0x10000, max: 0x10ffff })
  .map((point) => String.fromCodePoint(point));
const piece = weighted(
  [
    8,
    fc
      .oneof(...units)
      .chain((first) => fc.array(fc.constant(first), { minLength: 1, maxLength: 2 }))
      .map((list) => String.fromCharCode(...list)),
  ],
  [2, astral],
  [3, fc.string({ maxLength: 40 })],
);

/** Texts of all kinds of code units, lone surrogates among them. */
export const texts = fc
  .array(fc.tuple(piece, repeats), { maxLength: 8 })
  .map((pieces) => pieces.map(([text, times]) => text.repeat(times)).join(''));

const bytePiece = weighted(
  [6, fc.constantFrom(...byteSequences)],
  [4, fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 6 })],
  [3, fc.array(fc.integer({ min: 0x20, max: 0x7e }), { maxLength: 40 })],
  [2, fc.array(fc.integer({ min: 0x81, max: 0xfe }), { maxLength: 8 })],
);

/** Bytes of all kinds, as an array. */
const anyBytes = fc
  .array(fc.tuple(bytePiece, repeats), { maxLength: 8 })
  .map((pieces) =>
    pieces.flatMap(([bytes, times]) => Array.from({ length: times }, () => bytes).flat()),
  );

/** Text that an encoding contains, as bytes of it, of which a few are changed. */
const textBytes = (label) =>
  fc
    .record({
      text: texts,
      changes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }),
    })
    .map(({ text, changes }) => {
      const api = encodings.labels[label] === undefined ? index : encodings;
      const bytes = [...api.encode(text, label, { unencodable: 'skip' })];
      for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
      return bytes;
    });

const hasEncoder = (label) =>
  encodings.labels[label] !== undefined || (index.labels[label] ?? 'replacement') !== 'replacement';

/** Bytes for a label, as an array: any bytes, and where the label is known, text in its encoding. */
export const byteValuesFor = (label) =>
  typeof label === 'string' && hasEncoder(label) ? fc.oneof(anyBytes, textBytes(label)) : anyBytes;

/** Memory of each kind that may contain bytes. Each function gets an array of bytes, and a function that makes a lent buffer of it. */
const memoryKinds = {
  Buffer: (_bytes, lent) => Buffer.from(lent()),
  'Buffer in the pool': (bytes) => Buffer.from(bytes),
  'Uint8Array with memory around it': (bytes, lent) =>
    new Uint8Array(lent(ArrayBuffer, 11, 5), 5, bytes.length),
  ArrayBuffer: (_bytes, lent) => lent(),
  SharedArrayBuffer: (_bytes, lent) => lent(SharedArrayBuffer),
  'Uint8Array of shared memory': (_bytes, lent) => new Uint8Array(lent(SharedArrayBuffer, 3, 3), 3),
  'resizable ArrayBuffer': (_bytes, lent) => lent(ArrayBuffer, 0, 0, 64),
  'Uint8Array that follows a resizable ArrayBuffer': (_bytes, lent) =>
    new Uint8Array(lent(ArrayBuffer, 0, 0, 64)),
  'Uint8Array of a fixed part of a resizable ArrayBuffer': (bytes, lent) =>
    new Uint8Array(lent(ArrayBuffer, 8, 4, 64), 4, bytes.length),
  'growable SharedArrayBuffer': (_bytes, lent) => lent(SharedArrayBuffer, 0, 0, 64),
  DataView: (_bytes, lent) => new DataView(lent(ArrayBuffer, 1, 1), 1),
  Int8Array: (_bytes, lent) => new Int8Array(lent()),
  Uint16Array: (bytes, lent) => new Uint16Array(lent(ArrayBuffer, -(bytes.length % 2))),
  Float64Array: (bytes, lent) => new Float64Array(lent(ArrayBuffer, -(bytes.length % 8))),
  'Uint8Array of detached memory': (bytes) => {
    const array = Uint8Array.from(bytes);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  },
};

/** Makes memory of a kind. A buffer that the product must not change has `more` bytes than are given, which stand at `at`. */
const makeMemory = (kind, bytes, world) =>
  memoryKinds[kind](bytes, (Memory = ArrayBuffer, more = 0, at = 0, growth = undefined) => {
    const size = bytes.length + more;
    const options = growth && { maxByteLength: bytes.length + growth };
    const buffer = new Memory(size, options);
    new Uint8Array(buffer).set(bytes.slice(0, size), at);
    return world.lend(buffer);
  });

const kinds = weighted(
  [4, fc.constantFrom('Buffer', 'Buffer in the pool')],
  [3, fc.constantFrom(...Object.keys(memoryKinds))],
);

/** A short text of bytes for the report of a failure. */
const shown = (bytes) =>
  `${Buffer.from(bytes.slice(0, 2000)).toString('hex')}${bytes.length > 2000 ? `… (${bytes.length} bytes)` : ''}`;

/** Bytes in memory of some kind. */
export const inMemory = (values) =>
  fc
    .tuple(values, kinds)
    .map(
      ([bytes, kind]) =>
        new Recipe(`${kind} ${shown(bytes)}`, (world) => makeMemory(kind, bytes, world)),
    );

/** Bytes for a label, in memory of some kind; sometimes a value that is no bytes. */
export const bytesFor = (label) => weighted([30, inMemory(byteValuesFor(label))], [1, wrongValues]);

/** Whether memory has been detached. The property `detached` is not in Node 20. */
export function isDetached(buffer) {
  try {
    return new Uint8Array(buffer).length < 0;
  } catch {
    return true;
  }
}

const usable = ({ memory }) =>
  memory.map(({ buffer }) => buffer).filter((buffer) => !isDetached(buffer));

/** What a function of a driver may do with the memory that the product is working on. */
const deeds = {
  'detach the input'(world) {
    for (const buffer of usable(world)) {
      if (buffer instanceof ArrayBuffer) structuredClone(buffer, { transfer: [buffer] });
    }
  },
  'resize the input to nothing'(world) {
    for (const buffer of usable(world)) if (buffer.resizable) buffer.resize(0);
  },
  'grow the input'(world) {
    for (const buffer of usable(world)) {
      if (buffer.resizable) buffer.resize(buffer.maxByteLength);
      if (buffer.growable) buffer.grow(buffer.maxByteLength);
    }
  },
  'overwrite the input'(world) {
    for (const buffer of usable(world)) new Uint8Array(buffer).fill(0x41);
  },
  'convert something else'({ product }) {
    product.index.decode(Buffer.from('\u3042'.repeat(3000)), 'utf-8');
    product.index.encode('\u3042\u{1F4A9}'.repeat(3000), 'shift_jis', { unencodable: 'html' });
    product.index.transcode(Buffer.from([0x82, 0xa0, 0xff]), 'shift_jis', 'utf-16le');
  },
  'use the converter that calls'({ converter }) {
    converter?.();
  },
  throw() {
    throw new Thrown('on purpose');
  },
};

const deedNames = weighted(
  [6, fc.constant('nothing')],
  [1, fc.constantFrom(...Object.keys(deeds))],
);

function act(name, world) {
  if (name === 'nothing') return;
  world.isChanged = true;
  if (world.depth > 3) return;
  world.depth += 1;
  try {
    deeds[name](world);
  } finally {
    world.depth -= 1;
  }
}

const answers = weighted(
  [8, fc.constantFrom('?', '', '&', '\u3042', '\u{1F4A9}', '\ud800', 'ab'.repeat(50))],
  [1, wrongValues],
);

/** A function whose calls do and return one thing after another, from the start again after the last. */
export const functions = fc
  .array(fc.tuple(deedNames, answers), { minLength: 1, maxLength: 3 })
  .map((steps) => {
    const text = `function ${fc.stringify(steps)}`;
    return new Recipe(text, (world) => {
      let calls = 0;
      return (...args) => {
        const [deed, answer] = steps[calls++ % steps.length];
        const list = args.map((arg) =>
          ArrayBuffer.isView(arg) ? Buffer.from(arg).toString('hex') : arg,
        );
        if (world.log.length < 1000) world.log.push(list);
        act(deed, world);
        return answer instanceof Recipe ? answer.make(world) : answer;
      };
    });
  });

/** The same options, or an object whose getters do something before they return them. */
const withGetters = (options) =>
  fc.tuple(options, fc.option(deedNames, { freq: 6, nil: 'nothing' })).map(([values, deed]) => {
    if (deed === 'nothing' || values === null) return values;
    const text = `getters that ${deed}, of ${fc.stringify(values)}`;
    return new Recipe(text, (world) => {
      const object = {};
      for (const [key, value] of Object.entries(values)) {
        const made = value instanceof Recipe ? value.make(world) : value;
        Object.defineProperty(object, key, {
          enumerable: true,
          get() {
            world.log.push(key);
            act(deed, world);
            return made;
          },
        });
      }
      return object;
    });
  });

/** A value, and now and then one of a wrong type. */
export const orWrong = (arbitrary, weight = 20) => weighted([weight, arbitrary], [1, wrongValues]);

const optionOrWrong = (arbitrary) => orWrong(arbitrary, 25);
const amounts = optionOrWrong(
  fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 70_000 }), fc.constant(Infinity)),
);

/** Generators of options by name. */
const optionValues = {
  fatal: optionOrWrong(fc.boolean()),
  ignoreBOM: optionOrWrong(fc.boolean()),
  addBOM: optionOrWrong(fc.boolean()),
  stream: optionOrWrong(fc.boolean()),
  malformed: optionOrWrong(fc.oneof(fc.constantFrom('replace', 'skip'), functions)),
  unencodable: optionOrWrong(fc.oneof(oneOf('fatal html replace skip html'), functions)),
  maxErrors: amounts,
  maxOutputBytes: amounts,
  start: amounts,
  end: amounts,
};

/** An object with some of the options of these names, and sometimes no object. `values` has generators beside those above. */
export const optionsOf = (names, values = {}) => {
  const all = { ...optionValues, ...values };
  const model = Object.fromEntries(names.map((name) => [name, all[name]]));
  const some = fc.record(model, { requiredKeys: [] });
  return weighted([3, fc.constant({})], [10, withGetters(some)], [1, orWrong(some, 2)]);
};

/** The lengths of chunks, which repeat; an empty list means one chunk. */
export const cuts = fc.array(fc.nat({ max: 9 }), { maxLength: 4 });

/** Cuts bytes or a text into chunks. Detached bytes stay as they are. */
export function chunksOf(whole, lengths) {
  if (typeof whole !== 'string' && isDetached(whole.buffer)) return [whole];
  const slice = (from, to) =>
    typeof whole === 'string' ? whole.slice(from, to) : whole.subarray(from, to);
  const chunks = [];
  let at = 0;
  if (lengths.some((length) => length > 0)) {
    for (let turn = 0; at < whole.length && chunks.length < 200; turn++) {
      const to = Math.min(whole.length, at + lengths[turn % lengths.length]);
      chunks.push(slice(at, to));
      at = to;
    }
  }
  chunks.push(slice(at, whole.length));
  return chunks;
}

export const textOrWrong = orWrong(texts, 30);

/** A label for an API with more: `parts` returns the generators of the rest of the input for a label. */
export const labelled = (api, parts) =>
  labelFor(api).chain((label) => fc.record({ label: fc.constant(label), ...parts(label) }));

/** Returns inputs as labelled() does, for each API; the name of the API is also a part of the input. */
export const withLabel = (parts) =>
  apis.chain((api) => labelled(api, (label) => ({ api: fc.constant(api), ...parts(label, api) })));

/** A property: a call of a function of an entry point, with an argument from each generator. */
export const callOf = (entryPoint, name, ...args) => ({
  name,
  arbitrary: fc.tuple(...args),
  run: (product, values) => product[entryPoint][name](...values),
});

/**
 * A property: a call of a function of an API with a label behind the first argument. `parts` returns the generators of the other
 * arguments, and `check` gets the API, the result and the arguments.
 */
export const labelledCall = (name, parts, check = () => {}) => ({
  name,
  arbitrary: withLabel((label, api) => ({ args: fc.tuple(...parts(label, api)) })),
  run(product, { api, label, args: [first, ...rest] }) {
    const own = product[api];
    const result = own[name](first, label, ...rest);
    check(own, result, first, label, ...rest);
    return result;
  },
});

/** Texts of parts, each of which is taken from a list or made. */
export const joined = (parts, maxLength = 12) =>
  fc.array(fc.oneof(...parts), { maxLength }).map((list) => list.join(''));

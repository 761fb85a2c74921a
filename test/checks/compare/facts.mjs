// Writes down what the package in the current folder's node_modules shows to its users: what the entry points export, and
// what calls with right and wrong arguments return or throw. compare.mjs runs it in a project that has the package, once for each
// backend.
// Usage: node facts.mjs OUTPUT.json

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { inspect } from 'node:util';

const require = createRequire(join(process.cwd(), 'program.js'));
const manifest = require('whatwg-transcoder/package.json');
/** Short facts by what they are about. */
const facts = {};

// What the entry points export.

const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Says what a value is, without what it contains. */
function kindOf(value) {
  if (typeof value === 'function') {
    const isClass = /^class\b/.test(Function.prototype.toString.call(value));
    const parent = Object.getPrototypeOf(value)?.name || 'Function.prototype';
    return `${isClass ? 'class' : 'function'} ${JSON.stringify(value.name)}, length ${value.length}, from ${parent}`;
  }
  if (!isObject(value)) return inspect(value);
  const parent = Object.getPrototypeOf(value);
  const state = Object.isFrozen(value) ? ', frozen' : '';
  return `object ${Object.prototype.toString.call(value)} from ${parent?.constructor?.name ?? 'null'}${state}`;
}

/** Whether the package has made an object. The objects of the runtime are left alone. */
const isBuiltIn = (value) =>
  typeof value === 'function' &&
  /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(value));

function describeProperties(path, object, seen) {
  if (seen.has(object) || isBuiltIn(object)) return;
  seen.add(object);
  for (const key of Reflect.ownKeys(object)) {
    // A symbol that only the package has is no part of what users reach.
    if (typeof key === 'symbol' && !/^Symbol\./.test(key.description)) continue;
    const { get, set, value, ...flags } = Object.getOwnPropertyDescriptor(object, key);
    const place = `${path}.${String(key)}`;
    const bits = Object.keys(flags).filter((name) => flags[name]);
    const what =
      get || set ? [get && `get ${kindOf(get)}`, set && `set ${kindOf(set)}`] : [kindOf(value)];
    facts[place] = [...what.filter(Boolean), ...bits].join('; ');
    if (isObject(value) && key !== 'constructor') describeProperties(place, value, seen);
  }
}

// What calls return and throw.

/** The properties of an error that its users read, and its cause. */
function describeError(error) {
  if (!(error instanceof Error)) return `throws ${inspect(error)}`;
  const own = Object.keys(error)
    .sort()
    .filter((key) => key !== 'code')
    .map((key) => `${key}: ${describeResult(error[key])}`);
  const cause = error.cause === undefined ? [] : [`cause: ${describeError(error.cause)}`];
  const parent = Object.getPrototypeOf(error).constructor.name;
  return [`throws ${parent} ${error.name} ${error.code}: ${error.message}`, ...own, ...cause].join(
    ' | ',
  );
}

/** Writes a result down. Of an instance of a class it tells the class and what the getters of the class return. */
function describeResult(value) {
  if (value instanceof Error) return describeError(value);
  if (value instanceof Uint8Array)
    return `${value.constructor.name} ${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value) || !isObject(value)) return inspect(value, { depth: 6 });
  if (typeof value === 'function') return kindOf(value);
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return inspect(value, { depth: 6 });
  const getters = Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([, { get }]) => get !== undefined)
    .map(([key]) => `${key}: ${kindOf(value[key])}`);
  return `${prototype.constructor.name} { ${getters.join(', ')} }`;
}

/** Resolves when nothing is left that could settle another promise. */
const idle = () =>
  new Promise((resolve) => {
    process.removeAllListeners('beforeExit');
    process.once('beforeExit', () => setImmediate(resolve, 'never settles'));
  });

async function call(title, work) {
  if (Object.hasOwn(facts, title)) throw new Error(`two calls have the title ${title}`);
  try {
    const result = work();
    facts[title] = describeResult(await Promise.race([result, idle()]));
  } catch (error) {
    facts[title] = describeError(error);
  }
}

const detached = new Uint8Array(4);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
const throws = () => {
  throw new RangeError('the function of the caller');
};
/** Wrong values, and values at the border of what is right. Each is made anew, because a call may change it. */
const values = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  '-1': () => -1,
  5: () => 5,
  0.5: () => 0.5,
  NaN: () => Number.NaN,
  Infinity: () => Number.POSITIVE_INFINITY,
  '1n': () => 1n,
  'a symbol': () => Symbol('symbol'),
  'the empty string': () => '',
  'a short string': () => 'x',
  'text with a lone surrogate': () => 'a\ud800\u3042\u{1f600}',
  '{}': () => ({}),
  'an object without a prototype': () => Object.create(null),
  'an object that throws': () => ({ toString: throws, [Symbol.iterator]: throws }),
  '[]': () => [],
  'an array of a label': () => ['sjis'],
  'a date': () => new Date(0),
  'a function': () => () => 'sjis',
  'a class': () => class Own {},
  'an ArrayBuffer': () => new ArrayBuffer(2),
  'a SharedArrayBuffer': () => new SharedArrayBuffer(2),
  'a DataView': () => new DataView(new ArrayBuffer(3), 1),
  'malformed bytes': () => Buffer.of(0x41, 0xff, 0x82, 0xf0, 0x9f),
  'a detached view': () => detached,
};

/** Names that are no labels, labels that some functions refuse, and names with characters that a message shows in another form. */
const names = [
  ...['cp932', 'latin-1', 'utf8mb4', 'unknown', ' UTF-8\t', 'replacement', 'utf-16be', 'utf-32'],
  ...['cp437', 'ibm437', 'iso-2022-kr', 'hz', 'euc-tw', 'x-user-defined', 'iso-8859-8-i', 'binary'],
  ...['base64', 'utf8\0', 'gbk\u2028', '\u212aoi8-r', 'eucjp-ms', 'johab', 'windows-936', 'UTF-7'],
  ...['l'.repeat(200), "it's", 'ISO-8859-1//TRANSLIT', 'big5-hkscs', 'unicode', '\ud800'],
];

/** Right arguments of the functions and classes, by their names. A stream's first chunk stands behind its arguments. */
let rightLabel;
const label = () => rightLabel;
const bytes = () => Buffer.of(0x41, 0x82, 0xa0, 0x42);
const text = () => 'a\u00b0b';
const rightArguments = {
  BOMSniff: [bytes],
  UTF8Decode: [bytes],
  UTF8DecodeWithoutBOM: [bytes],
  UTF8DecodeWithoutBOMOrFail: [bytes],
  UTF8Encode: [text],
  DecodeBodyStream: [() => 'text/html', () => ({})],
  DecodeBodyTransform: [() => 'text/html', () => ({})],
  DecodeStream: [label, () => ({})],
  DetectDecodeStream: [() => ({ fallback: 'shift_jis' })],
  DetectDecodeTransform: [() => ({ fallback: 'shift_jis' })],
  Detector: [() => ({})],
  EncodeStream: [label, () => ({})],
  FormStream: [() => 'application/x-www-form-urlencoded', () => ({})],
  Iconv: [label, () => 'utf-8'],
  IconvLiteDecoderStream: [() => ({ write: () => 'x', end: () => undefined }), () => ({})],
  IconvLiteEncoderStream: [() => ({ write: () => Buffer.of(1), end: () => undefined }), () => ({})],
  TextDecoder: [label, () => ({})],
  TextDecoderStream: [label, () => ({})],
  TextEncoder: [],
  TextEncoderStream: [],
  TranscodeStream: [label, () => 'utf-8', () => ({})],
  Transcoder: [label, () => 'utf-8', () => ({})],
  _canonicalizeEncoding: [label],
  canEncode: [text, label],
  decode: [bytes, label, () => ({})],
  decodeBody: [bytes, () => 'text/plain; charset=shift_jis', () => ({})],
  decodeResponse: [() => ({ headers: {}, body: Readable.from([bytes()]) }), () => ({})],
  decodeStream: [label, () => ({})],
  decodedLength: [bytes, label, () => ({})],
  detect: [bytes, () => ({})],
  encode: [text, label, () => ({})],
  encodeInto: [text, () => new Uint8Array(8), label, () => ({})],
  encodeOrFail: [text, () => require('whatwg-transcoder/hooks').getEncoder('shift_jis')],
  encodeStream: [label, () => ({})],
  encodedLength: [text, label, () => ({})],
  encodingExists: [label],
  findUnencodable: [text, label],
  fromEncoding: [bytes, label, () => ({})],
  getCodec: [label],
  getDecoder: [label, () => ({})],
  getEncoder: [label, () => ({})],
  getEncoding: [label],
  getOutputEncoding: [label],
  labelFromCodePage: [() => 932],
  parseForm: [() => Buffer.from('a=%82%a0'), () => 'application/x-www-form-urlencoded', () => ({})],
  parseUrlencoded: [() => Buffer.from('a=%82%a0&b'), label, () => ({})],
  percentEncodeAfterEncoding: [label, text, () => 'query'],
  resolveLabel: [() => 'cp932'],
  serializeUrlencoded: [() => [['a', '\u3042']], label],
  sniffEncoding: [bytes, () => 'text/html', () => ({})],
  toEncoding: [text, label, () => ({})],
  transcode: [bytes, label, () => 'utf-8', () => ({})],
  urlencodedDecoder: [label, () => ({})],
  validate: [bytes, label, () => ({})],
};

/** The options of the package. Each is given to every function that takes options. */
const optionNames = [
  ...['fatal', 'ignoreBOM', 'stream', 'addBOM', 'malformed', 'unencodable', 'maxErrors'],
  ...['maxOutputBytes', 'maxBytes', 'maxInputBytes', 'objectMode', 'prescanBytes', 'detect'],
  ...['allow', 'allowUtf8Guess', 'unknownCharset', 'default', 'isDecompressed', 'signal'],
  ...['codePages', 'fallback', 'isWhole', 'language', 'topLevelDomain'],
  ...['transform', 'encoding', 'stripBOM', 'defaultEncoding', 'maxTuples', 'maxFields', 'limit'],
];
const optionValues = {
  ...Object.fromEntries(
    ['null', 'true', '-1', '0.5', 'NaN', 'a short string', '{}', 'a function'].map((title) => [
      title,
      values[title],
    ]),
  ),
  0: () => 0,
  1: () => 1,
  'a function that throws': () => throws,
};

/** Input that has what the options are about: malformed bytes, or code points that no encoding has. */
const difficult = {
  bytes: () => Buffer.from([0x41, 0xff, 0x82, 0xf0, 0x9f, 0x42]),
  text: () => 'a\u0e01\ud800\u{1f600}\u3042',
};

/** Makes an instance of a class, or calls a function. What can be written to gets a chunk, and its output is the result. */
async function use(target, args, isDifficult = false) {
  const isClass = /^class\b/.test(Function.prototype.toString.call(target));
  const made = isClass ? new target(...args) : target(...args);
  if (typeof made === 'function') return made('%82%a0+%FF');
  const isEncoder = /encode/i.test(target.name) && !/Transcode|Form/.test(target.name);
  const source = isDifficult ? difficult : { bytes, text };
  const chunk = isEncoder ? source.text() : source.bytes();
  if (typeof made?.pipe === 'function') {
    made.end(/^Form/.test(target.name) ? Buffer.from('a=%ff&b') : chunk);
    // Reading ends with the error of the stream.
    return made.readableObjectMode ? made.toArray() : readText(made);
  }
  if (!isDifficult && isClass) return made;
  if (typeof made?.end === 'function') return [made.write(chunk), made.end()];
  return typeof made?.decode === 'function' ? made.decode(chunk) : made;
}

async function callWithWrongArguments(specifier, name, target) {
  const right = rightArguments[name];
  if (right === undefined) throw new Error(`facts.mjs has no arguments for ${specifier} ${name}`);
  const title = `${specifier} ${name}`;
  const make = () => right.map((value) => value());
  await call(`${title}()`, () => use(target, []));
  await call(`${title} with right arguments`, () => use(target, make()));
  await call(`${title} called without or with new`, () =>
    /^class\b/.test(Function.prototype.toString.call(target)) ? target() : new target(...make()),
  );
  for (const [index, value] of right.entries()) {
    for (const [what, wrong] of Object.entries(values)) {
      await call(`${title}, argument ${index + 1}: ${what}`, () =>
        use(target, make().with(index, wrong())),
      );
    }
    const isLabel = [label, rightArguments.resolveLabel[0]].includes(value);
    for (const other of isLabel ? names : []) {
      await call(`${title}, argument ${index + 1}: ${JSON.stringify(other)}`, () =>
        use(target, make().with(index, other)),
      );
    }
  }
  if (right.length < 2 || typeof right.at(-1)() !== 'object') return;
  for (const option of optionNames) {
    for (const [what, value] of Object.entries(optionValues)) {
      const args = make();
      args[args.length - 1] = { [option]: value() };
      if (right[0] === bytes) args[0] = difficult.bytes();
      if (right[0] === text) args[0] = difficult.text();
      await call(`${title}, option ${option}: ${what}`, () => use(target, args, true));
    }
  }
}

/** Calls whose arguments have to fit together. */
async function callSpecially(library, http, hooks) {
  const { Transcoder, TextDecoder, decode, encode, encodings, transcode, validate } = library;
  const input = Buffer.from(
    Array.from({ length: 512 }, (_, index) => (index * 37 + (index >> 3)) & 0xff),
  );
  for (const encoding of encodings) {
    await call(`decode all bytes: ${encoding}`, () => decode(input, encoding));
    await call(`decode all bytes, fatal: ${encoding}`, () =>
      decode(input, encoding, { fatal: true }),
    );
    await call(`validate all bytes: ${encoding}`, () =>
      validate(input, encoding, { maxErrors: 9 }),
    );
    await call(`encode: ${encoding}`, () => encode(difficult.text(), encoding));
    await call(`encode to HTML: ${encoding}`, () =>
      encode(difficult.text(), encoding, { unencodable: 'html' }),
    );
    await call(`transcode: ${encoding}`, () => transcode(input, encoding, 'gb18030'));
    await call(`getEncoder: ${encoding}`, () => hooks.getEncoder(encoding));
  }
  const ended = new Transcoder('sjis');
  ended.end();
  await call('a Transcoder that has ended', () => ended.write(bytes()));
  await call('a Transcoder that is busy', () => {
    const busy = new Transcoder('sjis', 'utf-8', { malformed: () => busy.reset() });
    return busy.write(difficult.bytes());
  });
  await call('a Transcoder after an error', () => {
    const transcoder = new Transcoder('sjis', 'utf-8', { fatal: true });
    const said = [];
    for (let round = 0; round < 3; round++) {
      try {
        said.push(transcoder.write(difficult.bytes()));
      } catch (error) {
        said.push(describeError(error));
      }
    }
    return [...said, transcoder.firstErrorOffset, transcoder.replacements];
  });
  await call('a decoder in fatal mode, in pieces', () => {
    const decoder = new TextDecoder('euc-jp', { fatal: true });
    return [
      decoder.decode(Buffer.of(0x8f, 0xa2), { stream: true }),
      decoder.decode(Buffer.of(0x41)),
    ];
  });
  for (const getter of ['encoding', 'fatal', 'ignoreBOM']) {
    const { get } = Object.getOwnPropertyDescriptor(TextDecoder.prototype, getter);
    await call(`${getter} of something else`, () => get.call({}));
  }
  await call('a response that has been read', () => {
    const body = Readable.from([bytes()]);
    body.resume();
    return http.decodeResponse({ headers: {}, body });
  });
  for (const coding of ['gzip', 'br', 'compress', 'gzip, gzip, gzip, gzip, gzip, gzip']) {
    for (const isDecompressed of [undefined, false, true]) {
      await call(`content coding ${coding}, isDecompressed: ${isDecompressed}`, () =>
        http.decodeResponse(
          { headers: { 'content-encoding': coding }, body: Readable.from([bytes()]) },
          { isDecompressed },
        ),
      );
    }
  }
  for (const type of ['text/html', 'text/plain', 'application/json', 'text/css', 'text/xml', 'a']) {
    for (const charset of ['', '; charset=unknown', '; charset=cp932', '; charset=hz-gb-2312']) {
      await call(`a body of ${type}${charset}`, () =>
        http.decodeBody(difficult.bytes(), `${type}${charset}`),
      );
    }
  }
}

// The polyfill changes the runtime, so it is loaded after all calls.
const keys = Object.keys(manifest.exports).filter((key) => key !== './package.json');
const polyfill = './polyfill';
const specifierOf = (key) => `whatwg-transcoder${key.slice(1)}`;
const loaded = new Map();
for (const key of keys.filter((name) => name !== polyfill)) {
  const library = require(specifierOf(key));
  loaded.set(key, library);
  facts[specifierOf(key)] = kindOf(library);
  describeProperties(specifierOf(key), library, new Set());
  const namespace = await import(specifierOf(key));
  for (const [name, value] of Object.entries(namespace)) {
    const isSame = value === (name === 'default' ? library : library[name]);
    facts[`import ${specifierOf(key)} ${name}`] = `${kindOf(value)}; as required: ${isSame}`;
  }
}
for (const [key, library] of loaded) {
  // Both sub-paths that have encodings of their own have this one.
  rightLabel = ['./historical', './codepages'].includes(key) ? 'ibm864' : 'shift_jis';
  for (const [name, value] of Object.entries(library)) {
    if (typeof value === 'function' && name !== 'enableStreamingAPI') {
      await callWithWrongArguments(specifierOf(key), name, value);
    }
  }
}
await callSpecially(loaded.get('.'), loaded.get('./http'), loaded.get('./hooks'));
if (keys.includes(polyfill)) {
  const library = require(specifierOf(polyfill));
  facts[specifierOf(polyfill)] = inspect(library);
  describeProperties(specifierOf(polyfill), library, new Set());
}
// Messages name files of the package.
const folder = JSON.stringify(process.cwd()).slice(1, -1);
const written = JSON.stringify(facts).replaceAll(folder, '.');
writeFileSync(process.argv[2], written);

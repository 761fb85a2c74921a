'use strict';

// What the tests of faults run: objects with a state, as a list of steps each, and the calls of entry-point-calls.cjs, which
// have one step. A step that fails for lack of memory or of stack must change nothing, so that the same step, made again, and
// all steps after it give the same results as without the fault.

const { caller, entryPoints, stand, substitute } = require('../lib/base/entry-point-calls.cjs');

const sjis = Buffer.of(0x41, 0x82, 0xa0, 0x81, 0x3f, 0xff, 0x42, 0xf0, 0x9f, 0x82);
const iso2022jp = Buffer.from('A\x1b$B$"$$\x1b(BB\x1b$B$', 'latin1');
const utf8 = Buffer.from('\uFEFFA\u00E9\u3042\u{1F4A9}B\uFFFD');
const text = 'A\u00E9\u3042\u{1F4A9}B\u3044\uD83D';
// Longer than a piece that is converted at once.
const long = `${'A'.repeat(8200)}\u00E9\u3042\u{1F4A9}`;
const longUtf8 = Buffer.concat([Buffer.from(long), Buffer.of(0xff, 0xe3), Buffer.from(long)]);
// Texts that become strings with memory outside the engine's heap: of one byte a code unit, of two, and ones that get other memory
// than that into which they are decoded.
const longest = {
  ASCII: ['utf-8', Buffer.alloc(300_000, 'A')],
  'Latin-1': ['koi8-r', Buffer.alloc(300_000, Buffer.of(0x41, 0xbf))],
  'two bytes a code unit': ['koi8-r', Buffer.alloc(300_000, Buffer.of(0x41, 0xc1))],
  'three bytes to a code unit': ['utf-8', Buffer.alloc(300_000, '\u3042')],
};

const substituteLong = (codePoint) => {
  caller.onCall();
  return codePoint > 0xffff ? '\u3042'.repeat(70_000) : '\u3042';
};

/** Returns options whose getters call a function of the caller. */
const withGetters = (options) =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(options).map(([name, value]) => [
        name,
        {
          enumerable: true,
          get() {
            caller.onCall();
            return value;
          },
        },
      ]),
    ),
  );

/** Cuts bytes or a text into chunks: of one, two, three, four and five bytes or code units, and the rest. */
function chunksOf(whole) {
  const chunks = [];
  let at = 0;
  for (let size = 1; size < 6; at += size, size++) chunks.push(whole.slice(at, at + size));
  return [...chunks, whole.slice(at), whole.slice(0, 3)];
}

/** The steps of a TextDecoder: chunks of a stream, its end, and another stream. */
function decoderSteps({ TextDecoder }, label, bytes, options) {
  let decoder;
  return [
    () => {
      decoder = new TextDecoder(label, options);
    },
    ...chunksOf(bytes).map((chunk) => () => decoder.decode(chunk, { stream: true })),
    () => decoder.decode(),
    () => decoder.decode(bytes),
    () => decoder.decode(bytes, { stream: true }),
    () => decoder.decode(),
    () => decoder.decode(),
  ];
}

function transcoderSteps({ Transcoder }, from, to, bytes, options) {
  let transcoder;
  return [
    () => {
      transcoder = new Transcoder(from, to, options);
    },
    ...chunksOf(bytes).map((chunk) => () => transcoder.write(chunk)),
    () => [transcoder.replacements, transcoder.firstErrorOffset],
    () => transcoder.end(bytes),
    () => [transcoder.replacements, transcoder.firstErrorOffset],
    () => transcoder.reset(),
    () => transcoder.write(bytes),
    () => transcoder.write(bytes),
    () => transcoder.end(),
  ];
}

/** The steps of a decoder or an encoder of iconv-lite, which `make()` makes. */
function converterSteps(make, input) {
  let converter;
  return [
    () => {
      converter = make();
    },
    ...chunksOf(input).map((chunk) => () => converter.write(chunk)),
    () => converter.end(),
    () => converter.write(input),
    () => converter.end(),
  ];
}

/** Calls a function while the api of iconv-lite has other texts for errors. */
function withDefaults(api, run) {
  const { defaultCharSingleByte, defaultCharUnicode } = api;
  Object.assign(api, { defaultCharSingleByte: '_', defaultCharUnicode: '*' });
  try {
    return run();
  } finally {
    Object.assign(api, { defaultCharSingleByte, defaultCharUnicode });
  }
}

/** Objects with a state, of an entry point: a name, and a function that makes the steps from the exports. */
const objects = {
  'whatwg-transcoder': {
    ...Object.fromEntries(
      [
        ['shift_jis', sjis],
        ['iso-2022-jp', iso2022jp],
        ['utf-8', utf8],
        ['utf-8', longUtf8],
      ].flatMap(([label, bytes], i) => [
        [`TextDecoder ${label} ${i}`, (own) => decoderSteps(own, label, bytes)],
        [
          `TextDecoder ${label} ${i}, fatal`,
          (own) => decoderSteps(own, label, bytes, { fatal: true }),
        ],
      ]),
    ),
    Transcoder: (own) => transcoderSteps(own, 'shift_jis', 'utf-8', sjis),
    'Transcoder fatal': (own) => transcoderSteps(own, 'shift_jis', 'utf-8', sjis, { fatal: true }),
    'Transcoder with a byte order mark': (own) =>
      transcoderSteps(own, 'shift_jis', 'utf-16le', sjis, { addBOM: true, maxOutputBytes: 1000 }),
    'Transcoder html': (own) =>
      transcoderSteps(own, 'utf-8', 'iso-2022-jp', utf8, { unencodable: 'html' }),
    'Transcoder to an encoding that lacks code points': (own) =>
      transcoderSteps(own, 'utf-8', 'iso-2022-jp', utf8),
    'Transcoder with functions': (own) =>
      transcoderSteps(own, 'utf-8', 'iso-2022-jp', utf8, {
        unencodable: substitute,
        malformed: stand,
      }),
    'Transcoder with functions, long': (own) =>
      transcoderSteps(own, 'utf-8', 'iso-2022-jp', longUtf8, {
        unencodable: substituteLong,
        malformed: stand,
      }),
    'options with getters': (own) => {
      const input = { start: 0, end: 9, maxErrors: 9, maxOutputBytes: 99, malformed: stand };
      const output = { addBOM: true, maxErrors: 9, maxOutputBytes: 99, unencodable: substitute };
      const label = 'shift_jis';
      let decoder;
      return [
        () => own.decode(sjis, label, withGetters(input)),
        () => own.decodedLength(sjis, label, withGetters(input)),
        () => own.validate(sjis, label, withGetters({ ignoreBOM: true, maxErrors: 1 })),
        () => own.encode(text, label, withGetters(output)),
        () => own.encodedLength(text, label, withGetters(output)),
        () => own.encodeInto(text, new Uint8Array(99), label, withGetters({ unencodable: 'html' })),
        () => own.transcode(utf8, 'utf-8', label, withGetters({ ...output, malformed: stand })),
        () => {
          decoder = new own.TextDecoder(label, withGetters({ fatal: true, ignoreBOM: true }));
        },
        () => decoder.decode(sjis.subarray(0, 2), withGetters({ stream: true })),
        () => decoder.decode(sjis.subarray(2, 3), withGetters({ stream: false })),
      ];
    },
    'Transcoder whose options have getters': (own) =>
      transcoderSteps(
        own,
        'utf-8',
        'iso-2022-jp',
        utf8,
        withGetters({ addBOM: true, maxErrors: 99, unencodable: substitute, malformed: stand }),
      ),
    'Transcoder with limits': (own) =>
      transcoderSteps(own, 'shift_jis', 'euc-jp', sjis, { maxErrors: 2, maxOutputBytes: 20 }),
    ...Object.fromEntries(
      Object.entries(longest).map(([title, [label, bytes]]) => [
        `long strings: ${title}`,
        ({ decode, TextDecoder }) => {
          const decoder = new TextDecoder(label);
          return [
            () => decode(bytes, label),
            () => decoder.decode(bytes, { stream: true }),
            () => decoder.decode(bytes),
          ];
        },
      ]),
    ),
    // More than fits into the memory that short results share.
    'many short results': ({ encode, transcode, TextEncoder }) => {
      const encoder = new TextEncoder();
      const texts = Array.from({ length: 90 }, (_, i) => `${i}`.repeat(400));
      return [
        () => texts.map((each) => encode(each)),
        () => texts.map((each) => encode(each, 'shift_jis')),
        () => texts.map((each) => transcode(Buffer.from(each), 'utf-8', 'euc-kr')),
        () => texts.map((each) => encoder.encode(each)),
      ];
    },
    TextEncoder: ({ TextEncoder }) => {
      const target = new Uint8Array(7);
      let encoder;
      return [
        () => {
          encoder = new TextEncoder();
        },
        () => encoder.encode(text),
        () => encoder.encode(long),
        () => [encoder.encodeInto(text, target), target],
      ];
    },
  },
  'whatwg-transcoder/hooks': {
    'an encoder': ({ encodeOrFail, getEncoder }) => {
      let encoder;
      return [
        () => {
          encoder = getEncoder('iso-2022-jp');
        },
        ...[text, '\u3042', long, '\u3042'.repeat(3000), 'A', ''].map(
          (each) => () => encodeOrFail(each, encoder),
        ),
      ];
    },
  },
  'whatwg-transcoder/detect': {
    Detector: ({ Detector }) => {
      let detector;
      return [
        () => {
          detector = new Detector();
        },
        ...chunksOf(longUtf8).map((chunk) => () => detector.write(chunk)),
        () => detector.result,
        () => detector.end(),
        () => detector.result,
      ];
    },
    'options with getters': ({ detect, Detector }) => {
      const options = { allow: ['sjis', 'utf-8'], fallback: 'latin1', topLevelDomain: 'jp' };
      return [
        () => detect(sjis, withGetters({ ...options, language: 'ja' })),
        () => new Detector(withGetters(options)).end(sjis),
      ];
    },
  },
  'whatwg-transcoder/edit': {
    EditableText: ({ EditableText }) => {
      let file;
      return [
        () => {
          file = new EditableText(longUtf8);
        },
        () => file.edit(1, 2, 'x'),
        () =>
          file.applyEdits([
            { start: 0, end: 0, text: 'y' },
            { start: 4, end: 5, text: '' },
          ]),
        () => file.update(`${file.text}z`),
        () => [file.byteOffsetAt(3), file.indexAt(3), file.toBytes()],
      ];
    },
    'options with getters': ({ EditableText }) => [
      () => new EditableText(sjis, 'sjis').edit(0, 0, 'a', withGetters({ unencodable: 'html' })),
      () =>
        new EditableText(sjis, 'sjis').applyEdits([withGetters({ start: 0, end: 0, text: 'a' })]),
    ],
  },
  'whatwg-transcoder/iconv-lite': {
    'decoder with another text for malformed sequences': (own) =>
      converterSteps(() => withDefaults(own, () => own.getDecoder('shift_jis')), sjis),
    'encoder with another text for unencodable code points': (own) =>
      converterSteps(() => withDefaults(own, () => own.getEncoder('iso-2022-jp')), text.repeat(9)),
    ...Object.fromEntries(
      'shift_jis utf-8 utf-16 utf-16be utf-32 utf-7 utf-7-imap cesu8 cp950 iso-2022-jp big5 latin1 ascii hex base64 ucs2 koi8-t'
        .split(' ')
        .flatMap((name) => [
          [
            `decoder of ${name}`,
            ({ encode, getDecoder }) =>
              converterSteps(
                () => getDecoder(name),
                encode(text.repeat(9), name, { addBOM: true }),
              ),
          ],
          [
            `encoder of ${name}`,
            ({ getEncoder }) => converterSteps(() => getEncoder(name), text.repeat(9)),
          ],
          [
            `encoder of ${name} with a byte order mark`,
            ({ getEncoder }) =>
              converterSteps(() => getEncoder(name, { addBOM: true }), text.repeat(9)),
          ],
        ]),
    ),
  },
};

/** Calls that return a promise, or catch errors themselves. */
const isOther = /Stream|Transform|^Transcoder/;

/**
 * Returns all scenarios of the package that `load(name)` loads the entry points of: { title, steps() }, which makes the functions
 * to be called in their order.
 */
function scenariosOf(load) {
  const scenarios = [];
  for (const [entryPoint, callsOf] of entryPoints) {
    for (const [title, call] of Object.entries(callsOf(load(entryPoint)))) {
      if (!isOther.test(title))
        scenarios.push({ title: `${entryPoint} ${title}`, steps: () => [call] });
    }
  }
  for (const [entryPoint, rows] of Object.entries(objects)) {
    for (const [title, stepsOf] of Object.entries(rows)) {
      scenarios.push({
        title: `${entryPoint} ${title}`,
        steps: () => stepsOf(load(entryPoint)),
      });
    }
  }
  return scenarios;
}

module.exports = { scenariosOf };

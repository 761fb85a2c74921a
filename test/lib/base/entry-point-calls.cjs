'use strict';

// Public calls of each entry point, whose results a test compares: what stands on Object.prototype must not change them. Each
// row is the name of an entry point, and a function that makes an object of calls from the exports. A call may return a promise.

const { Writable } = require('node:stream');
const { inspect } = require('node:util');

const sjis = Buffer.of(0x41, 0x82, 0xa0, 0x81, 0x3f, 0xff, 0x42, 0xf0, 0x9f);
const utf8 = Buffer.from('\uFEFFA\u00E9\u3042\u{1F4A9}B');
const text = 'A\u00E9\u3042\u{1F4A9}\uD800B';
const long = 'A\u00E9\u3042'.repeat(3000);
const longBytes = Buffer.from(long);
const longBroken = Buffer.concat([longBytes, Buffer.of(0xff), longBytes]);

/** What each function of the caller does first. A test may put something else there. */
const caller = { onCall() {} };

const substitute = (codePoint) => {
  caller.onCall();
  return `<${codePoint}>`;
};
const stand = (bytes, offset, reason) => {
  caller.onCall();
  return `<${bytes.length} ${offset} ${reason}>`;
};

/** Returns what a stream of Node.js makes of chunks, and the error that ended it. No event is awaited where none comes. */
const through = (stream, chunks) =>
  new Promise((resolve) => {
    const output = [];
    const { replacements } = stream;
    stream.on('error', (error) => resolve([output, error, replacements]));
    stream
      .pipe(
        new Writable({
          __proto__: null,
          objectMode: true,
          write(chunk, _encoding, callback) {
            output.push(chunk);
            callback();
          },
        }),
      )
      .on('finish', () => resolve([output, null, replacements]));
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
  });

/** Returns what a pair of web streams makes of chunks, and the error that ended it. */
async function throughWeb({ readable, writable }, chunks) {
  const output = [];
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const written = (async () => {
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })().catch(() => {});
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return [output, null];
      output.push(value);
    }
  } catch (error) {
    return [output, error];
  } finally {
    await written;
  }
}

const inChunks = (bytes) => [bytes.subarray(0, 2), bytes.subarray(2, 3), bytes.subarray(3)];

/** Calls of a function of the exports: `rows` has what comes behind some arguments. */
const callsOf = (own, name, args, rows) =>
  Object.fromEntries(
    Object.entries(rows).map(([title, more]) => {
      const all = [args, more].flat();
      return [`${name} ${title}`.trim(), () => own[name](...all)];
    }),
  );

/** The calls of the root with a label, or with a handle in its place. */
function conversions(own, label, bytes) {
  const none = [];
  const fatal = { fatal: true };
  const malformed = { malformed: stand };
  const html = { unencodable: 'html' };
  const unencodable = { unencodable: substitute };
  const calls = (name, args, rows) => callsOf(own, name, args, rows);
  return {
    ...calls('decode', [bytes, label], {
      '': none,
      null: null,
      '{}': {},
      fatal,
      malformed,
      maxErrors: { maxErrors: 0 },
      maxOutputBytes: { maxOutputBytes: 3 },
      part: { start: 1, end: 4 },
    }),
    ...calls('decode', [], { 'no bytes': ['', label] }),
    ...calls('decodedLength', [bytes, label], { '': none, malformed, fatal }),
    ...calls('validate', [bytes, label], { '': none, list: { maxErrors: 1 }, '{}': {} }),
    ...calls('encode', ['AB', label], { '': none, '{}': {}, BOM: { addBOM: true } }),
    ...calls('encode', [text, label], {
      fatal: none,
      html,
      skip: { unencodable: 'skip', maxErrors: 9 },
      function: unencodable,
      maxErrors: { ...html, maxErrors: 1 },
      'a wrong mode': { unencodable: 'no' },
    }),
    ...calls('encode', [long, label], {
      maxOutputBytes: { maxOutputBytes: 3 },
      long: unencodable,
    }),
    'encode no text': () => own.encode(1, label),
    encodeInto: () => own.encodeInto('AB', new Uint8Array(9), label),
    'encodeInto error': () => own.encodeInto(text, new Uint8Array(9), label),
    'encodeInto html': () => own.encodeInto(text, new Uint8Array(99), label, html),
    'encodeInto full': () => own.encodeInto('AB', new Uint8Array(1), label),
    ...calls('encodedLength', [], { '': ['AB', label] }),
    ...calls('encodedLength', [text, label], { error: none, html, function: unencodable }),
    ...calls('findUnencodable', [], { '': [text, label], none: ['AB', label] }),
    canEncode: () => [own.canEncode('AB', label), own.canEncode(text, label)],
    ...calls('transcode', [bytes, label], { '': none }),
    ...calls('transcode', [bytes, label, 'utf-8'], {
      fatal,
      BOM: { addBOM: true },
      malformed,
      maxErrors: { maxErrors: 1 },
      maxOutputBytes: { maxOutputBytes: 1 },
    }),
    ...calls('transcode', [utf8, 'utf-8', label], {
      back: none,
      'back html': html,
      'back function': unencodable,
    }),
    ...calls('transcode', [longBroken, 'utf-8', label], {
      'back long': { ...unencodable, ...malformed },
      'back long fatal': fatal,
    }),
    Transcoder: () => {
      const transcoder = new own.Transcoder(label);
      const parts = inChunks(bytes).map((chunk) => transcoder.write(chunk));
      parts.push(transcoder.end());
      const { replacements, firstErrorOffset } = transcoder;
      transcoder.reset();
      return [parts, replacements, firstErrorOffset, transcoder.write(bytes)];
    },
    'Transcoder fatal': () => {
      const transcoder = new own.Transcoder(label, 'utf-8', fatal);
      const outcomes = [];
      for (let i = 0; i < 4; i++) {
        try {
          outcomes.push(transcoder.write(i === 0 ? bytes : bytes.subarray(0, 1)));
        } catch (error) {
          outcomes.push(error);
        }
      }
      return outcomes;
    },
    'Transcoder with functions': () => {
      const options = { ...malformed, ...unencodable, maxErrors: 99 };
      const transcoder = new own.Transcoder('utf-8', label, options);
      return [transcoder.write(longBroken), transcoder.end(utf8), transcoder.replacements];
    },
    'Transcoder ended': () => {
      const transcoder = new own.Transcoder(label);
      transcoder.end();
      transcoder.write(bytes);
    },
    'an unknown label': () => own.decode(bytes, 'cp932x'),
    'a wrong option': () => own.decode(bytes, label, { maxErrors: -1 }),
    TextDecoder: () => new own.TextDecoder(label).decode(bytes),
    'TextDecoder fatal': () => new own.TextDecoder(label, fatal).decode(bytes),
    'TextDecoder in chunks': () => {
      const decoder = new own.TextDecoder(label);
      return (
        inChunks(bytes).map((chunk) => decoder.decode(chunk, { stream: true })) + decoder.decode()
      );
    },
    'TextDecoder called as a function': () => own.TextDecoder.prototype.decode.call({}),
    getEncoding: () => [own.getEncoding(label), own.getEncoding('no such label')],
    DecodeStream: () => through(new own.DecodeStream(label), inChunks(bytes)),
    'DecodeStream {}': () => through(new own.DecodeStream(label, {}), inChunks(bytes)),
    'DecodeStream fatal': () => through(new own.DecodeStream(label, fatal), inChunks(bytes)),
    'DecodeStream malformed': () =>
      through(new own.DecodeStream(label, malformed), inChunks(bytes)),
    EncodeStream: () => through(new own.EncodeStream(label), ['A', 'B']),
    'EncodeStream function': () => through(new own.EncodeStream(label, unencodable), [text]),
    'EncodeStream error': () => through(new own.EncodeStream(label), [text]),
    TranscodeStream: () => through(new own.TranscodeStream(label), inChunks(bytes)),
    'TranscodeStream back': () => through(new own.TranscodeStream('utf-8', label), [utf8]),
    TextDecoderStream: () => throughWeb(new own.TextDecoderStream(label), inChunks(bytes)),
    'TextDecoderStream fatal': () =>
      throughWeb(new own.TextDecoderStream(label, fatal), inChunks(bytes)),
  };
}

/** The entry points, and calls of each. A line for each one that joins them. */
const entryPoints = [
  [
    'whatwg-transcoder',
    (root) => ({
      ...conversions(root, ' SHIFT_JIS\n', sjis),
      'UTF-16': () => [
        root.encode(text, 'utf-16be', { addBOM: true }),
        root.decode(utf8, 'utf-16le'),
      ],
      'UTF-8': () => [root.encode(text), root.decode(utf8), root.transcode(longBroken, 'utf-8')],
      'a name of other programs': () => root.decode(sjis, 'cp932'),
      'a label of the replacement encoding': () => root.decode(sjis, 'iso-2022-cn'),
      TextEncoder: () => {
        const encoder = new root.TextEncoder();
        const into = new Uint8Array(5);
        return [encoder.encode(text), encoder.encodeInto(text, into), into];
      },
      TextEncoderStream: () => throughWeb(new root.TextEncoderStream(), ['A\uD83D', '\uDCA9B']),
      getOutputEncoding: () => root.getOutputEncoding('utf-16'),
    }),
  ],
  [
    'whatwg-transcoder/hooks',
    (hooks) => ({
      getEncoding: () => [hooks.getEncoding('sjis'), hooks.getOutputEncoding('utf-16')],
      BOMSniff: () => [hooks.BOMSniff(utf8), hooks.BOMSniff(sjis)],
      decode: () => [hooks.decode(utf8, 'shift_jis'), hooks.decode(sjis, 'shift_jis')],
      UTF8Decode: () => [hooks.UTF8Decode(utf8), hooks.UTF8DecodeWithoutBOM(utf8)],
      UTF8DecodeWithoutBOMOrFail: () => [
        hooks.UTF8DecodeWithoutBOMOrFail(utf8),
        hooks.UTF8DecodeWithoutBOMOrFail(sjis),
      ],
      encode: () => [hooks.UTF8Encode(text), hooks.encode(text, 'big5')],
      encodeOrFail: () => {
        const encoder = hooks.getEncoder('iso-2022-jp');
        return [hooks.encodeOrFail(text, encoder), hooks.encodeOrFail('\u3042', encoder)];
      },
      'encodeOrFail error': () => hooks.encodeOrFail(text, {}),
      percentEncodeAfterEncoding: () => [
        hooks.percentEncodeAfterEncoding('shift_jis', text, 'query'),
        hooks.percentEncodeAfterEncoding('shift_jis', text, (byte) => byte === 0x41),
      ],
      serializeUrlencoded: () =>
        hooks.serializeUrlencoded(
          [
            [text, 'b c'],
            ['d', ''],
          ],
          'euc-kr',
        ),
      'serializeUrlencoded error': () => hooks.serializeUrlencoded([{}], 'euc-kr'),
      parseUrlencoded: () => [
        hooks.parseUrlencoded('a=%82%A0+b&c=\u3042', 'shift_jis'),
        hooks.parseUrlencoded('a=b&c', 'utf-8', {}),
      ],
      'parseUrlencoded maxTuples': () => hooks.parseUrlencoded('a&b&c', 'utf-8', { maxTuples: 2 }),
      'an encoder for UTF-16': () => hooks.encode(text, 'utf-16'),
    }),
  ],
  [
    'whatwg-transcoder/encodings',
    ({ encodingFor, hzGb2312, ibm857 }) => {
      const root = require('whatwg-transcoder');
      const ofHz = conversions(root, hzGb2312, Buffer.from('A~{0A\x7f~}~B'));
      return {
        ...conversions(root, ibm857, Buffer.of(0x41, 0xd5, 0x80)),
        ...Object.fromEntries(Object.entries(ofHz).map(([name, call]) => [`${name}, HZ`, call])),
        encodingFor: () => [encodingFor('cp857'), encodingFor('sjis'), encodingFor('no such name')],
        'encodingFor error': () => encodingFor(1),
      };
    },
  ],
  [
    'whatwg-transcoder/detect',
    (own) => {
      const cut = utf8.subarray(3, 5);
      return {
        detect: () => [own.detect(utf8), own.detect(sjis, { allow: ['utf-8'] }), own.detect(cut)],
        'detect with options': () => {
          const options = {
            allow: ['sjis', 'utf-8'],
            fallback: 'latin1',
            topLevelDomain: 'a.JP',
            language: 'ja, en',
          };
          return [own.detect(cut, options), own.detect(sjis, { ...options, allow: ['utf-8'] })];
        },
        'detect ASCII': () => own.detect(Buffer.from('A'), { allow: ['koi8-r'] }),
        'detect {}': () => own.detect(longBytes, {}),
        'detect no bytes': () => own.detect('text'),
        'detect a wrong label': () => own.detect(cut, { allow: ['x-user-defined'] }),
        Detector: () => {
          const detector = new own.Detector();
          const settled = inChunks(utf8).map((chunk) => detector.write(chunk));
          return [settled, detector.result, detector.end()];
        },
        DetectDecodeStream: () => through(new own.DetectDecodeStream(), inChunks(utf8)),
        'DetectDecodeStream {}': () => through(new own.DetectDecodeStream({}), inChunks(longBytes)),
        'DetectDecodeStream error': () =>
          through(new own.DetectDecodeStream({ allow: ['utf-8'] }), inChunks(sjis)),
        'DetectDecodeTransform lines': () =>
          throughWeb(new own.DetectDecodeTransform({ lines: true }), inChunks(sjis)),
        'detect byLine': () => own.detect(sjis, { byLine: true }),
        DetectDecodeTransform: () => throughWeb(new own.DetectDecodeTransform(), inChunks(utf8)),
        'DetectDecodeTransform error': () =>
          throughWeb(new own.DetectDecodeTransform({ allow: ['utf-8'] }), inChunks(sjis)),
      };
    },
  ],
  [
    'whatwg-transcoder/edit',
    ({ EditableText, editFile, openTextFile }) => {
      const lines = Buffer.from('A\u3042\r\nB\u00E9\nC\r\n');
      const make = () => new EditableText(sjis, 'shift_jis');
      const made = (file, ...results) => [...results, file.text, file.toBytes()];
      return {
        EditableText: () => {
          const file = make();
          return made(file, file.encoding, file.byteOrderMark, file.lineEnds);
        },
        'EditableText null': () => made(new EditableText(utf8, 'utf-8')),
        'EditableText no bytes': () => new EditableText('text'),
        'EditableText a wrong label': () => new EditableText(utf8, 'no such label'),
        'EditableText.detect': () => made(EditableText.detect(utf8)),
        'EditableText.detect error': () => EditableText.detect(sjis.subarray(1, 3), {}),
        edit: () => {
          const file = make();
          return made(file, file.edit(0, 1, '\u3042'), file.edit(1, 2, '', {}));
        },
        'edit ISO-2022-JP': () => {
          const file = new EditableText(Buffer.from('A\x1B$B$"\x1B(B'), 'iso-2022-jp');
          return made(file, file.edit(2, 2, '\u3042\u00A5'), file.edit(1, 2, ''));
        },
        'edit unencodable': () => make().edit(0, 1, text),
        'edit html': () => {
          const file = make();
          return made(file, file.edit(0, 1, text, { unencodable: 'html' }));
        },
        'edit transliterate': () => {
          const file = make();
          return made(file, file.edit(0, 1, text, { unencodable: 'transliterate' }));
        },
        'edit outside': () => make().edit(0, 99, 'a'),
        'edit no place': () => make().edit('0', 1, 'a'),
        'edit beside malformed bytes': () => make().edit(6, 7, '\u3042'),
        'edit a mark': () => new EditableText(lines).edit(0, 0, '\uFEFF'),
        'edit half a pair': () => new EditableText(utf8).edit(4, 5, 'a'),
        applyEdits: () => {
          const file = new EditableText(longBytes);
          return made(
            file,
            file.applyEdits([
              { start: 8000, end: 8001, text: 'x' },
              { start: 1, end: 2, text: '' },
              { start: 1, end: 1, text: 'y' },
            ]),
          );
        },
        'applyEdits overlap': () =>
          make().applyEdits([
            { start: 0, end: 2, text: '' },
            { start: 1, end: 1, text: '' },
          ]),
        'applyEdits no edits': () => make().applyEdits({}),
        update: () => {
          const file = new EditableText(lines);
          return made(file, file.update('B\u00E9\nA\u3042!\nC\nnew', { lineEnds: 'keep' }));
        },
        'update {}': () => {
          const file = new EditableText(lines);
          return made(file, file.update('C\r\nA\u3042\r\nB\u00E9', {}));
        },
        'update no text': () => make().update(1),
        places: () => {
          const file = make();
          return [file.byteOffsetAt(2), file.indexAt(2), file.indexAt(0)];
        },
        'places outside': () => make().indexAt(-1),
        // Calls that read a file would take longer than tests wait.
        openTextFile: () => openTextFile(1, { encoding: 'utf-8' }),
        editFile: () => editFile(1, () => '', { encoding: 'utf-8' }),
      };
    },
  ],
  [
    'whatwg-transcoder/labels',
    (labels) => ({
      resolveLabel: () => [
        labels.resolveLabel('utf8mb4'),
        labels.resolveLabel(' "EUC_JP" '),
        labels.resolveLabel('no such name'),
      ],
      labelFromCodePage: () => [labels.labelFromCodePage(932), labels.labelFromCodePage(1)],
      'resolveLabel error': () => labels.resolveLabel(1),
    }),
  ],
];

const page = Buffer.from('<meta charset=shift_jis>\x93\xfa\x96\x7b\xff', 'latin1');
const form = Buffer.from('a=%93%FA&b=1&_charset_=shift_jis');
const html = { 'content-type': 'text/html' };
const formType = ' application/x-www-form-urlencoded ; charset="Shift_JIS" ';
const limits = { maxBytes: 999, maxErrors: 9, maxOutputBytes: 999 };

/** What a text is decoded and encoded to by an object of /iconv-lite that has write() and end(). */
const written = (own, chunk) => [own.write(chunk), own.end()];

/** Entry points whose calls take too long to be made with each name of a property, or ask for Object.prototype. */
const otherEntryPoints = [
  [
    'whatwg-transcoder/http',
    (http) => ({
      decodeBody: () => http.decodeBody(page, 'text/html', limits),
      'decodeBody with functions': () =>
        http.decodeBody(page, 'text/plain', { detect: () => 'shift_jis', malformed: () => '?' }),
      decodeResponse: () => http.decodeResponse(new Response(page, { headers: html }), limits),
      'decodeResponse of chunks': () =>
        http.decodeResponse({ headers: html, body: new Blob([page, page]).stream() }),
      sniffEncoding: () => [
        http.sniffEncoding(page, 'text/html', { topLevelDomain: 'jp', detect: true }),
        http.sniffEncoding(Buffer.from('<?xml encoding="sjis"?>'), 'text/xml; x=y'),
        http.sniffEncoding(Buffer.from('@charset "sjis";'), 'text/css; charset=" sjis x"', {
          unknownCharset: 'ignore',
        }),
      ],
      urlencodedDecoder: () => http.urlencodedDecoder('shift_jis', { fatal: true })('%93%FA'),
      parseForm: () => http.parseForm(form, formType, { ...limits, allow: ['shift_jis', 'utf-8'] }),
      FormStream: () => through(new http.FormStream(formType, { maxPairs: 9 }), [form]),
      DecodeBodyStream: () => through(new http.DecodeBodyStream('text/html', limits), [page]),
      DecodeBodyTransform: () =>
        throughWeb(new http.DecodeBodyTransform('text/html', limits), [page]),
    }),
  ],
  [
    'whatwg-transcoder/iconv-lite',
    (iconv) => ({
      decode: () => iconv.decode(page, 'sjis', { stripBOM: true }),
      encode: () => iconv.encode('A\u3042', 'utf16', { addBOM: true }),
      'encode base64': () => iconv.encode('QUI=', 'base64'),
      aliases: () => [iconv.fromEncoding(page, 'cp1251'), iconv.toEncoding('\u0416', 'cp1251')],
      encodingExists: () => [
        iconv.encodingExists('sjis'),
        iconv.encodingExists(`${long}:1988`),
        iconv._canonicalizeEncoding('UTF-8:1990'),
      ],
      getCodec: () => {
        const codec = iconv.getCodec('big5');
        return [
          written(new codec.decoder({}, codec), page),
          written(new codec.encoder({}, codec), 'A'),
        ];
      },
      getDecoder: () => written(iconv.getDecoder('utf7', { stripBOM: false }), page),
      getEncoder: () => written(iconv.getEncoder('utf7', { addBOM: true }), '\u3042'),
      decodeStream: () => through(iconv.decodeStream('euc-kr', { highWaterMark: 9 }), [page]),
      encodeStream: () => through(iconv.encodeStream('euc-kr', { addBOM: true }), ['A\u3042']),
      streams: () => [
        new iconv.IconvLiteDecoderStream(iconv.getDecoder('sjis'), { highWaterMark: 9 }).destroyed,
        new iconv.IconvLiteEncoderStream(iconv.getEncoder('sjis'), { highWaterMark: 9 }).destroyed,
      ],
      Iconv: () => through(new iconv.Iconv('sjis', 'utf-8'), [page]),
      enableStreamingAPI: () => iconv.enableStreamingAPI(),
    }),
  ],
];

/** Returns a result as text, with all properties, the class and the attributes of errors. */
function textOf(result) {
  const told = inspect(result, { depth: 9, maxArrayLength: null, maxStringLength: null });
  const lines = told.split('\n');
  return lines.filter((line) => !line.trimStart().startsWith('at ')).join('\n');
}

module.exports = {
  caller,
  conversions,
  entryPoints,
  otherEntryPoints,
  stand,
  substitute,
  textOf,
  through,
  throughWeb,
};

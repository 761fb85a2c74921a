// Tests what the streams of whatwg-transcoder/detect give while a program writes: ASCII at once, a vote of lines, how many bytes they hold,
// flush() and `idle`, and objects with the lines of a stream.

import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { decode, encode } from 'whatwg-transcoder';
import { DetectDecodeStream, DetectDecodeTransform, detect } from 'whatwg-transcoder/detect';
import { encodingFor, ibm037 } from 'whatwg-transcoder/encodings';
import { wrongType } from '../../harness/errors.mjs';
import { chunksOf } from '../http/rules.mjs';
import { sentences } from './sentences.mjs';

const latin1 = (text) => Buffer.from(text, 'latin1');
const notByLine = { name: 'RangeError', code: 'ERR_ENCODING_NOT_DETECTABLE' };

/**
 * Each stream behind one api: `write` returns when the stream has read the chunk, and `send` at once; `parts` has what the stream has
 * given.
 */
const apis = {
  DetectDecodeStream(options) {
    const stream = new DetectDecodeStream({ encoding: 'utf8', ...options });
    const parts = [];
    stream.on('data', (part) => parts.push(part));
    const ended = once(stream, 'end');
    ended.catch(() => {});
    return {
      stream,
      parts,
      send: (chunk) => void stream.write(chunk),
      async write(chunk) {
        stream.write(chunk);
        await setImmediate();
      },
      async end() {
        stream.end();
        await ended;
      },
    };
  },
  DetectDecodeTransform(options) {
    const stream = new DetectDecodeTransform(options);
    const parts = [];
    const reading = (async () => {
      for await (const part of stream.readable) parts.push(part);
    })();
    reading.catch(() => {});
    const writer = stream.writable.getWriter();
    return {
      stream,
      parts,
      send: (chunk) => void writer.write(chunk).catch(() => {}),
      async write(chunk) {
        await writer.write(chunk);
        await setImmediate();
      },
      async end() {
        await writer.close();
        await reading;
      },
    };
  },
};

/** What a stream makes of chunks: all that it gives, and what it says of the bytes. */
async function through(api, chunks, options) {
  const { stream, parts, write, end } = apis[api](options);
  for (const chunk of chunks) await write(chunk);
  await end();
  const { encoding, isReliable } = await stream.detected;
  const { replacements, firstErrorOffset } = stream;
  return {
    output: options?.lines ? parts : parts.join(''),
    detected: [encoding, isReliable, replacements, firstErrorOffset],
  };
}

const paragraph = (label, times = 4) => encode(`${sentences[label[1]]}\n`.repeat(times), label[0]);
const japanese = 'これは日本語のテストです。';
const iso2022jp = encode(`${japanese}\n`, 'iso-2022-jp');
const progress = latin1('\x1b[32mok\x1b[0m 10 %\r\x1b(B');
const legacy = [
  ['windows-1252', 'fr'],
  ['windows-1250', 'pl'],
  ['windows-1251', 'ru'],
  ['gbk', 'zh-Hans'],
  ['shift_jis', 'ja'],
  ['euc-kr', 'ko'],
];

for (const [api, open] of Object.entries(apis)) {
  describe(`${api} while a program writes`, () => {
    for (const [what, bytes] of [
      ['one byte', 'a'],
      ['a line', 'line\n'],
      ['colours', '\x1b[32mok\x1b[0m\r'],
      ['the reset ESC ( B', '\x1b(B ok'],
      ['a NUL in text', 'file one\0file two, which is longer'],
      ['control characters', '\x07\x08\x0f'],
    ]) {
      it(`gives ${what} at once`, async () => {
        const { parts, write, stream } = open();
        for (const _ of [1, 2, 3]) {
          parts.length = 0;
          await write(latin1(bytes));
          equal(parts.join(''), bytes);
        }
        stream.destroy?.();
      });
    }

    it('reads an encoding that follows 70 KB of ASCII', async () => {
      const head = latin1('plain text\n'.repeat(7_000));
      for (const label of legacy) {
        const text = paragraph(label);
        for (const options of [
          {},
          { allow: [label[0], 'utf-8', 'utf-16le'] },
          { codePages: true },
        ]) {
          const { output, detected } = await through(api, [head, text], options);
          equal(output, head + decode(text, label[0]));
          deepEqual(detected.slice(1), [true, 0, null]);
        }
      }
    });

    it('holds ASCII where it may be other text', async () => {
      for (const options of [
        { allow: ['utf-16le', 'utf-8'] },
        { codePages: true },
        { codePages: true, allow: [ibm037, 'utf-8'] },
      ]) {
        const { parts, write, stream } = open(options);
        await write(latin1('plain text\n'));
        deepEqual(parts, []);
        stream.destroy?.();
      }
      const text = encode(`${sentences.de}`, ibm037);
      const { output } = await through(api, chunksOf(text, 9), {
        codePages: true,
        allow: [ibm037, 'utf-8'],
      });
      equal(output, sentences.de);
      const allow = ['utf-16le', 'utf-8'];
      for (const isWhole of [false, true]) {
        const cut = through(api, [latin1('f\xc3')], { allow, fallback: 'latin1', isWhole });
        equal((await cut).detected[0], isWhole ? 'windows-1252' : 'UTF-8');
      }
    });

    it('gives what is no escape sequence in the end, and holds what may be one', async () => {
      for (const [text, held, options] of [
        ['a\x1b', 1],
        ['a\x1b$', 2],
        ['a\x1b(', 2],
        ['a\x1b(J plain', 9],
        ['a~{', 0],
        ['a~{', 2, { allow: ['utf-8', encodingFor('hz-gb-2312')], codePages: true }],
        ['a\x1b$)', 3, { allow: ['utf-8', encodingFor('iso-2022-kr')], codePages: true }],
      ]) {
        const { stream, parts, write, end } = open(options);
        await write(latin1(text));
        equal(parts.join(''), text.slice(0, text.length - held), JSON.stringify(text));
        await write(latin1(' plain\n'));
        equal(parts.join(''), `${text} plain\n`, JSON.stringify(text));
        if (options === undefined) {
          await write(paragraph(['gbk', 'zh-Hans']));
          equal((await stream.detected).encoding, 'GBK');
        }
        await end();
      }
    });

    it('reads UTF-16 without a mark, which NUL tells', async () => {
      for (const encoding of ['utf-16le', 'utf-16be']) {
        const text = `Windows Subsystem for Linux\r\n${sentences.de} ${japanese}\n`;
        const bytes = encode(text, encoding);
        for (const size of [1, 2, 7, 1e6]) {
          const { output, detected } = await through(api, chunksOf(bytes, size));
          equal(output, text);
          equal(detected[0].toLowerCase(), encoding);
        }
      }
      const lone = Buffer.concat([encode('Ubuntu', 'utf-16le'), latin1('\x00\xdc')]);
      await rejects(through(api, chunksOf(lone, 5), { fatal: true }), { offset: 12 });
      const mixed = Buffer.concat([latin1('> wsl --list\n'), encode('Ubuntu é\n', 'utf-16le')]);
      equal((await through(api, [mixed])).output, '> wsl --list\nUbuntu é\n');
    });

    it('decides by a vote of lines, which one line in another encoding does not win', async () => {
      const strays = [
        Buffer.from('Größe – 日本語 ✓ naïve\n'),
        latin1('Le café est très près, à côté\n'),
      ];
      for (const label of [...legacy.slice(2), ['utf-8', 'fr'], ['utf-8', 'ja']]) {
        const text = paragraph(label, 9);
        for (const stray of strays) {
          if (label[0] === 'utf-8' && stray === strays[0]) continue;
          const middle = text.indexOf(10) + 1;
          for (const at of [0, middle, text.length]) {
            const bytes = Buffer.concat([text.subarray(0, at), stray, text.subarray(at)]);
            const { output } = await through(api, chunksOf(bytes, 100));
            equal(output, decode(bytes, label[0]), `${label} ${at}`);
          }
        }
      }
    });

    it('is certain of UTF-8 after three lines', async () => {
      const { parts, write, stream } = open();
      for (const [line, given] of [
        ['✓ one\n', ''],
        ['✓ two\n', ''],
        ['✓ three\n', '✓ one\n✓ two\n✓ three\n'],
        ['✓ four', '✓ one\n✓ two\n✓ three\n✓ four'],
      ]) {
        await write(Buffer.from(line));
        equal(parts.join(''), given);
      }
      stream.destroy?.();
    });

    const cases = [
      ...legacy.map((label) => paragraph(label, 2)),
      Buffer.from(`plain\n${sentences.fr}\r\n${japanese}`),
      Buffer.from(`\uFEFF${japanese}`),
      encode(`\uFEFF${japanese}`, 'utf-16le'),
      encode('Zażółć', 'utf-16le'),
      encode('Windows Sub', 'utf-16be'),
      Buffer.concat([progress, iso2022jp, progress]),
      Buffer.concat([progress, paragraph(['gbk', 'zh-Hans'], 1), latin1('\x81 \xff')]),
      Buffer.concat([Buffer.from(`${sentences.fr}\n`), latin1('caf\xe9\n'), Buffer.from('é')]),
      latin1('\x1b$ \x1b( \x1b$)C ~{ \0 \0\0 \x1b(J'),
      latin1('a\0b\0\xe9\0'),
      latin1('plain\x1b$B'),
    ];

    it('gives the same text and answer however the stream is cut', async () => {
      for (const bytes of cases) {
        for (const maxBytes of [7, undefined]) {
          const whole = await through(api, [bytes], { maxBytes });
          const cut = async (chunks) =>
            deepEqual(await through(api, chunks, { maxBytes }), whole, bytes.toString('hex'));
          await cut(chunksOf(bytes, 1));
          await cut(chunksOf(bytes, 2).flatMap((chunk) => [chunk, Buffer.alloc(0)]));
          for (let at = 1; at < Math.min(bytes.length, 60); at++) {
            await cut([bytes.subarray(0, at), bytes.subarray(at)]);
          }
        }
      }
    });

    it('gives the same objects however the stream is cut', async () => {
      const line = Buffer.concat([
        ...cases.slice(0, 4),
        latin1('a\r\nb\r\r\n\n'),
        ...cases.slice(11),
      ]);
      for (const options of [{}, { fallback: 'gbk' }, { maxBytes: 9 }, { malformed: 'skip' }]) {
        const whole = await through(api, [line], { lines: true, ...options });
        for (const size of [1, 2, 3, 5, 64]) {
          const other = await through(api, chunksOf(line, size), { lines: true, ...options });
          deepEqual(other, whole, `${size} ${JSON.stringify(options)}`);
        }
      }
      // What a line is depends on the votes of those before it.
      const votes = ['да нет\n', `${sentences.ru}\r\n`, 'мир\r', 'да\n'].map((text) =>
        encode(text, 'windows-1251'),
      );
      const mixed = Buffer.concat([...votes, Buffer.from('é ✓\r\n'), iso2022jp, ...votes]);
      const whole = await through(api, [mixed], { lines: true });
      deepEqual(whole.output.at(-1), { text: 'да\n', encoding: 'windows-1251' });
      for (let at = 1; at < mixed.length; at++) {
        const chunks = [mixed.subarray(0, at), mixed.subarray(at)];
        deepEqual(await through(api, chunks, { lines: true }), whole, `${at}`);
      }
    });

    it('holds no ASCII, at most maxBytes until it is sure, and then one character', async () => {
      for (const label of [...legacy, ['utf-8', 'fr'], ['iso-2022-jp', 'ja']]) {
        const text = Buffer.concat([latin1('plain line\n'), paragraph(label, 9)]);
        const first = text.findIndex((byte) => byte > 0x7f || byte === 0x1b);
        const head = text.toString('latin1', 0, first);
        for (const maxBytes of [16, 100, undefined]) {
          const { stream, parts, write, end } = open({ maxBytes });
          let isKnown = false;
          stream.detected.then(() => {
            isKnown = true;
          });
          const decoder = new TextDecoder(label[0]);
          let expected = '';
          for (let at = 0; at < text.length; at++) {
            const byte = text.subarray(at, at + 1);
            await write(byte);
            expected += decoder.decode(byte, { stream: true });
            const given = parts.join('');
            // No more than a decoder holds that knows the encoding: a part of a character, or of an escape sequence.
            if (at < first || isKnown) equal(given, expected, `${label} ${at}`);
            else ok(given === head && at + 1 - first <= (maxBytes ?? 65_536), `${label} ${at}`);
          }
          await end();
          ok(isKnown);
        }
      }
    });

    it('`lines` holds one line, and no more than maxBytes of it', async () => {
      for (const byte of ['a', '\xe9']) {
        const { stream, parts, write } = open({ lines: true, fallback: 'latin1', maxBytes: 50 });
        for (let count = 1; count <= 120; count++) {
          await write(latin1(byte));
          const length = parts.reduce((sum, { text }) => sum + text.length, 0);
          equal(length, count - (count % 50));
        }
        await write(latin1('\n'));
        equal(parts.at(-1).text, `${byte.repeat(20)}\n`);
        stream.destroy?.();
      }
    });

    it('flush() gives what waits, and `idle` calls it', async () => {
      const prompt = encode('请输入您的名字和地址: ', 'gbk');
      for (const idle of [undefined, 5]) {
        for (const options of [{ idle }, { idle, lines: true }]) {
          const { stream, parts, write, end } = open(options);
          await write(prompt);
          deepEqual(parts, []);
          if (idle === undefined) stream.flush();
          while (parts.length === 0) await sleep(1);
          const [given] = parts;
          equal(given.text ?? given, '请输入您的名字和地址: ');
          await write(encode('是\n', 'gbk'));
          if (options.lines) {
            deepEqual(parts[1], { text: '是\n', encoding: 'GBK', isContinuation: true });
          } else equal(parts[1], '是\n');
          await end();
          stream.flush();
        }
      }
    });

    it('flush() gives what waits behind chunks that the stream has not read yet', async () => {
      const options = { lines: true, fallback: 'gbk' };
      const { stream, parts, send, end } = open(options);
      for (const text of ['中\n人', '大', '文\n的']) send(encode(text, 'gbk'));
      stream.flush();
      stream.flush();
      send(encode('是', 'gbk'));
      stream.flush();
      await end();
      const texts = ['中\n', '人大文\n', '的', '是'];
      deepEqual(
        parts.map(({ text }) => text),
        texts,
      );
    });

    it('flush() by the function `malformed` gives nothing twice', async () => {
      const malformed = () => {
        stream.flush();
        return '?';
      };
      const { stream, parts, write, end } = open({ lines: true, fallback: 'gbk', malformed });
      await write(latin1('\xff!'));
      stream.flush();
      await end();
      deepEqual(parts, [{ text: '?!', encoding: 'GBK' }]);
    });

    it('flush() decides nothing by ASCII, and gives no part of a character', async () => {
      const { stream, parts, write, end } = open();
      stream.flush();
      await write(latin1('a\x1b'));
      stream.flush();
      await setImmediate();
      equal(parts.join(''), 'a\x1b');
      await write(paragraph(['gbk', 'zh-Hans']));
      await end();
      equal((await stream.detected).encoding, 'GBK');
      for (const [text, bytes, encoding] of [
        ['é', Buffer.from('é'), 'UTF-8'],
        ['啊', encode('啊', 'gbk'), 'GBK'],
      ]) {
        const lines = open({ lines: true, fallback: 'gbk' });
        await lines.write(bytes.subarray(0, 1));
        lines.stream.flush();
        await setImmediate();
        deepEqual(lines.parts, []);
        await lines.write(bytes.subarray(1));
        lines.stream.flush();
        await setImmediate();
        deepEqual(lines.parts, [{ text, encoding }]);
        await lines.end();
        equal(lines.parts.length, 1);
      }
    });

    it('`lines` reads each line for itself', async () => {
      const gbk = encode('昨天我买了新鲜的苹果\n', 'gbk');
      const bytes = Buffer.concat([
        Buffer.from('é ✓\r\n'),
        gbk,
        latin1('a\rb\n\n'),
        iso2022jp,
        gbk,
      ]);
      const plain = { encoding: 'UTF-8' };
      const expected = [
        { text: 'é ✓\r', ...plain },
        { text: '\n', ...plain, isContinuation: true },
        { text: '昨天我买了新鲜的苹果\n', encoding: 'GBK' },
        { text: 'a\r', ...plain },
        { text: 'b\n', ...plain },
        { text: '\n', ...plain },
        { text: `${japanese}\n`, encoding: 'ISO-2022-JP' },
        { text: '昨天我买了新鲜的苹果\n', encoding: 'GBK' },
      ];
      const { output, detected } = await through(api, [bytes], { lines: true });
      deepEqual(output, expected);
      deepEqual(detected, ['GBK', true, 0, null]);
      const { output: other } = await through(api, [bytes], { lines: true, fallback: 'big5' });
      deepEqual(other[2], { text: decode(gbk, 'big5'), encoding: 'Big5' });
      const marked = Buffer.concat([gbk, Buffer.from('\uFEFFé\n')]);
      equal((await through(api, [marked], { lines: true })).output[1].text, '\uFEFFé\n');
    });

    it('`lines` reads a line by the vote of all lines so far', async () => {
      const lines = Array.from({ length: 20 }, () => paragraph(['windows-1251', 'ru'], 1));
      const short = encode('да\n', 'windows-1251');
      const { output } = await through(api, [...lines, short], { lines: true });
      deepEqual(output.at(-1), { text: 'да\n', encoding: 'windows-1251' });
    });

    it('the vote of a line counts for each encoding that gives the same text', async () => {
      // Both encodings have the same bytes for « ó » and « ł », and different bytes for « ą » and « ś ».
      const same = Array.from({ length: 9 }, () => 'podczas próby odczytu bloków z dysku\n');
      const other = ['błąd przy odczycie ścieżki są\n', 'też był błąd, ponieważ są inne ścieżki\n'];
      for (const label of ['iso-8859-2', 'windows-1250']) {
        for (const text of [
          [...same, ...other, ...same],
          [...other, ...same, ...other],
        ]) {
          const chunks = text.map((line) => encode(line, label));
          const { output, detected } = await through(api, chunks, { lines: true });
          deepEqual(
            output.map((line) => line.text),
            text,
          );
          deepEqual(detected.slice(0, 2), [output.at(-1).encoding, true]);
        }
      }
    });

    it('`lines` gives a line that is too long in parts', async () => {
      const text = 'é'.repeat(20);
      for (const [bytes, encoding] of [
        [Buffer.from(`${text}\n`), 'UTF-8'],
        [latin1(`${text}\n`), 'windows-1252'],
      ]) {
        const options = { lines: true, fallback: 'latin1', maxBytes: 9 };
        const { output } = await through(api, [bytes], options);
        equal(output.map((object) => object.text).join(''), `${text}\n`);
        ok(output.every((object) => object.encoding === encoding && object.text.length <= 9));
        deepEqual(
          output.map(({ isContinuation }) => isContinuation),
          output.map((_, at) => (at === 0 ? undefined : true)),
        );
      }
    });

    it('`lines` counts malformed sequences from the beginning of the stream', async () => {
      const bytes = latin1('plain\n\xb0\xa1\n\xc3\xa9\n\xff\n\xff\n');
      const options = { lines: true, fallback: 'gbk' };
      const { detected } = await through(api, [bytes], options);
      deepEqual(detected.slice(2), [2, 12]);
      const cut = await through(api, [latin1('aaa\xb0')], { ...options, maxBytes: 4 });
      deepEqual(cut.detected.slice(2), [1, 3]);
      const { stream, parts, write } = open({ ...options, fatal: true });
      stream.on?.('error', () => {});
      await write(bytes).catch(() => {});
      await rejects(stream.detected, { code: 'ERR_ENCODING_INVALID_ENCODED_DATA', offset: 12 });
      deepEqual(
        parts.map((part) => part.text),
        api === 'DetectDecodeStream' ? ['plain\n', '啊\n', 'é\n'] : parts.map((part) => part.text),
      );
      await rejects(through(api, [bytes], { ...options, maxOutputBytes: 9 }), {
        code: 'ERR_ENCODING_OUTPUT_TOO_LARGE',
      });
    });

    it('`lines` refuses UTF-16 and EBCDIC', async () => {
      for (const options of [
        { allow: ['utf-16le'] },
        { fallback: 'utf-16be' },
        { allow: [ibm037], codePages: true },
        { fallback: ibm037, codePages: true },
      ]) {
        throws(() => open({ lines: true, ...options }), notByLine);
        throws(() => detect(latin1('a'), { byLine: true, ...options }), notByLine);
      }
      for (const bytes of [
        ...['fffe', 'feff'].map((mark) => Buffer.from(`${mark}41004200`, 'hex')),
        encode('\nUbuntu\r\n', 'utf-16le'),
        Buffer.concat([Buffer.from('é\n'), encode('Zażółć plain', 'utf-16be')]),
      ]) {
        const { stream, write } = open({ lines: true });
        stream.on?.('error', () => {});
        await write(bytes).catch(() => {});
        stream.flush();
        await rejects(stream.detected, notByLine);
        throws(() => detect(bytes, { byLine: true }), notByLine);
      }
      open({ lines: true, codePages: true }).stream.destroy?.();
    });

    it('throws for wrong options', () => {
      throws(() => open({ idle: -1 }), wrongType);
      throws(() => open({ idle: 'soon' }), wrongType);
    });
  });
}

describe('streams of programs and odd consumers', () => {
  const gbk = paragraph(['gbk', 'zh-Hans'], 40);
  const text = decode(gbk, 'gbk');

  it('lines keep the order and stop while nobody reads', async () => {
    const stream = new DetectDecodeStream({ lines: true, highWaterMark: 4 });
    ok(!stream.write(Buffer.concat([gbk, gbk])));
    await setImmediate();
    ok(stream.readableLength <= 4);
    stream.flush();
    stream.end();
    stream.flush();
    let read = '';
    for await (const { text: line } of stream) read += line;
    equal(read, text + text);
  });

  it('is piped, and read as an async iterator', async () => {
    for (const options of [{}, { lines: true }]) {
      const parts = [];
      const stream = new DetectDecodeStream({ encoding: 'utf8', ...options });
      await pipeline(Readable.from(chunksOf(gbk, 50)), stream, async (source) => {
        for await (const part of source) parts.push(part.text ?? part);
      });
      equal(parts.join(''), text);
    }
    const stream = new DetectDecodeStream();
    const all = stream.pipe(new PassThrough({ encoding: 'utf8' })).toArray();
    stream.end(gbk);
    equal((await all).join(''), text);
  });

  it('lines refuse setEncoding() and options of object mode for bytes', () => {
    throws(() => new DetectDecodeStream({ lines: true }).setEncoding('utf8'), {
      code: 'ERR_METHOD_NOT_IMPLEMENTED',
    });
    throws(() => new DetectDecodeStream({ lines: true, objectMode: true }), wrongType);
    new DetectDecodeStream({ lines: true, readableObjectMode: true, encoding: 'utf8' }).destroy();
  });

  it('a stream that ends without data, or is destroyed in the middle, gives nothing more', async () => {
    for (const lines of [false, true]) {
      const empty = new DetectDecodeStream({ lines });
      empty.end();
      deepEqual(await empty.toArray(), []);
      deepEqual((await empty.detected).isAscii, true);
      const stream = new DetectDecodeStream({ lines, idle: 1 });
      const parts = [];
      stream.on('data', (part) => parts.push(part));
      stream.write(latin1('\xe9'));
      stream.destroy();
      stream.flush();
      await rejects(stream.detected, { code: 'ERR_STREAM_PREMATURE_CLOSE' });
      await sleep(10);
      deepEqual(parts, []);
    }
  });

  it('a pair of web streams that is cancelled or aborted gives nothing more', async () => {
    for (const lines of [false, true]) {
      for (const side of ['readable', 'writable']) {
        const pair = new DetectDecodeTransform({ lines, idle: 1 });
        const writer = pair.writable.getWriter();
        await writer.write(latin1('\xe9'));
        if (side === 'readable') await pair.readable.cancel(new Error('own'));
        else await writer.abort(new Error('own'));
        pair.flush();
        await sleep(10);
      }
    }
    throws(() => DetectDecodeTransform.prototype.flush.call({}), { code: 'ERR_INVALID_THIS' });
  });

  it('`idle` does not keep a process alive', () => {
    const entry = fileURLToPath(new URL('../../../lib/detect.js', import.meta.url));
    const code = `const { DetectDecodeStream } = require(${JSON.stringify(entry)});
      new DetectDecodeStream({ idle: 60_000 }).write(Buffer.from([0xe9]));`;
    const { status, signal } = spawnSync(process.execPath, ['-e', code], { timeout: 30_000 });
    deepEqual([status, signal], [0, null]);
  });
});

describe('detect() by line', () => {
  it('returns ranges of lines with their encodings', () => {
    const gbk = paragraph(['gbk', 'zh-Hans'], 3);
    const parts = [latin1('plain\r\n'), Buffer.from('é\n'), gbk, latin1('plain\n'), iso2022jp];
    const bytes = Buffer.concat([...parts, gbk]);
    const end = bytes.length;
    const third = end - gbk.length - iso2022jp.length;
    const expected = [
      { start: 0, end: 10, encoding: 'UTF-8', isReliable: true },
      { start: 10, end: third, encoding: 'GBK', isReliable: true },
      { start: third, end: end - gbk.length, encoding: 'ISO-2022-JP', isReliable: true },
      { start: end - gbk.length, end, encoding: 'GBK', isReliable: true },
    ];
    deepEqual(detect(bytes, { byLine: true }), expected);
    const part = detect(bytes, { byLine: true, start: 10, end: third });
    deepEqual(part, [expected[1]]);
    const fallback = detect(bytes, { byLine: true, fallback: 'big5' });
    deepEqual(fallback[1], { ...expected[1], encoding: 'Big5', isReliable: false });
    const marked = encode(`\nп»ї ${sentences.ru}\n`, 'windows-1251');
    equal(detect(marked, { byLine: true }).at(-1).encoding, 'windows-1251');
  });

  it('answers the encoding of ASCII, null, or nothing for no bytes', () => {
    deepEqual(detect(latin1(''), { byLine: true }), []);
    deepEqual(detect(latin1('plain'), { byLine: true, allow: ['koi8-r'] }), [
      { start: 0, end: 5, encoding: 'KOI8-R', isReliable: true },
    ]);
    const noise = Buffer.from(
      Array.from({ length: 500 }, (_, i) => ((i * i * 31 + i) & 0xff) | 0x80),
    );
    ok(detect(noise, { byLine: true }).every(({ isReliable }) => !isReliable));
  });
});

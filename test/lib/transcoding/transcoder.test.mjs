// Tests Transcoder and transcode().

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { createContext, runInContext } from 'node:vm';
import { Transcoder, transcode } from 'whatwg-transcoder';
import binding from '../../../lib/backend/backend.js';
import { hex, toHex, withoutStackTraces } from '../../harness/decoders.mjs';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { cutBy, goOn } from './samples.mjs';

const empty = new Uint8Array(0);
const binary = (bytes) => Buffer.from(bytes).toString('latin1');
const concat = (...chunks) => Buffer.concat(chunks);

describe('Transcoder with a function', () => {
  it('refuses a call by it to the same transcoder, and goes on', () => {
    const busy = { name: 'Error', code: 'ERR_TRANSCODER_BUSY' };
    const bytes = Buffer.from('a\u00E9b\u00E9c');
    let replacements = null;
    const transcoder = new Transcoder('utf-8', 'big5', {
      unencodable() {
        throws(() => transcoder.write(bytes), busy);
        throws(() => transcoder.write(empty), busy);
        throws(() => transcoder.end(), busy);
        ({ replacements } = transcoder);
        return new Transcoder('utf-8', 'big5', { unencodable: () => '!' }).end(bytes).toString();
      },
    });
    equal(transcoder.write(bytes).toString(), 'aa!b!cba!b!cc');
    equal(replacements, 1);
    equal(transcoder.replacements, 2);
    equal(transcoder.end(Buffer.from('d')).toString(), 'd');
    transcoder.reset();
  });

  it('can be cut off by a timeout of node:vm; reset() then begins a new stream', () => {
    for (const option of ['malformed', 'unencodable']) {
      let isEndless = true;
      let isReached = false;
      const transcoder = new Transcoder('utf-8', 'big5', {
        malformed: () => '-',
        unencodable: () => '-',
        [option]() {
          isReached = true;
          while (isEndless);
          return '!';
        },
      });
      const bytes = Buffer.from([0x61, ...(option === 'malformed' ? [0xff] : [0xc3, 0xa9]), 0x62]);
      const context = createContext({ transcoder, bytes });
      const run = () => runInContext('transcoder.write(bytes)', context, { timeout: 20 });
      // On a busy machine the time may be over before the function is called.
      for (let attempt = 0; attempt < 50 && !isReached; attempt++) {
        transcoder.reset();
        throws(run, { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
      }
      ok(isReached);
      isEndless = false;
      for (const use of [() => transcoder.write(bytes), () => transcoder.end()]) {
        throws(use, { code: 'ERR_TRANSCODER_BUSY', message: /call reset\(\)$/ });
      }
      transcoder.reset();
      equal(transcoder.replacements, 0);
      equal(transcoder.write(bytes).toString(), 'a!b');
      equal(transcoder.end(bytes).toString(), 'a!b');
    }
  });

  it('may reset the same transcoder, and use it: the call then ends with an error, and a new stream begins', () => {
    const random = randomFrom(30);
    const randomBytes = () => Buffer.from(Array.from({ length: random(60) }, () => random(256)));
    for (const [from, to] of [
      ['gb18030', 'koi8-r'],
      ['gb18030', 'iso-2022-jp'],
      ['utf-16le', 'shift_jis'],
    ]) {
      const replacing = { malformed: () => '?', unencodable: () => '?' };
      for (let round = 0; round < 200; round++) {
        let isFirst = true;
        const option = ['malformed', 'unencodable'][round % 2];
        const transcoder = new Transcoder(from, to, {
          ...replacing,
          [option]() {
            if (!isFirst) return '?';
            isFirst = false;
            transcoder.reset();
            if (round % 3 === 0) transcoder.write(randomBytes());
            if (round % 5 === 0) transcoder.end(randomBytes());
            return '?';
          },
        });
        const write = () => {
          while (isFirst) transcoder.write(randomBytes());
        };
        throws(write, { code: 'ERR_TRANSCODER_BUSY' });
        const bytes = randomBytes();
        const expected = new Transcoder(from, to, replacing).end(bytes);
        deepEqual(transcoder.end(bytes), expected);
      }
    }
  });

  it('ends the call when it uses the same transcoder and does not catch the error', () => {
    for (const [option, bad] of [
      ['malformed', '\xFF'],
      ['unencodable', '\xC3\xA9'],
    ]) {
      for (const method of ['write', 'end']) {
        const transcoder = new Transcoder('utf-8', 'big5', {
          [option]: () => String(transcoder[method](empty)),
        });
        throws(() => transcoder.write(Buffer.from(`a${bad}b`, 'latin1')), {
          name: 'Error',
          code: 'ERR_TRANSCODER_BUSY',
          message: new RegExp(`function \`${option}\``),
          output: Buffer.from('a'),
        });
        equal(transcoder.end(Buffer.from('c')).toString(), 'bc');
      }
    }
  });

  it('reads shared memory only once', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(5));
    shared.set(Buffer.from('\u00E9\u00E9z'));
    const transcoder = new Transcoder('utf-8', 'big5', {
      unencodable() {
        shared.fill(0x41);
        return '!';
      },
    });
    equal(transcoder.end(shared).toString(), '!!z');
  });
});

describe('Transcoder: errors', () => {
  it('are thrown one by one when one chunk has many of them', () => {
    const count = 20_000;
    const transcoder = new Transcoder('utf-8', 'big5');
    const chunk = Buffer.from('\u00E9'.repeat(count));
    withoutStackTraces(() => {
      for (let i = 0; i < count; i += 1) {
        let offset = null;
        try {
          transcoder.write(i === 0 ? chunk : empty);
        } catch (error) {
          offset = error.offset;
        }
        equal(offset, 2 * i);
      }
    });
    equal(transcoder.end().length, 0);
  });

  it('make the core read a bounded part of the waiting input, not all of it each time', () => {
    const bytes = Buffer.alloc(1 << 22, 'a');
    for (let at = 0; at < bytes.length; at += 1 << 16) bytes[at] = 0xe9;
    const { transcode: native } = binding;
    let given = 0;
    binding.transcode = (descriptor, input, ...others) => {
      given += input.length;
      return native(descriptor, input, ...others);
    };
    try {
      const transcoder = new Transcoder('latin1', 'big5');
      let errors = 0;
      let output = 0;
      for (let chunk = bytes; chunk !== null; ) {
        try {
          output += transcoder.write(chunk).length;
          chunk = null;
        } catch (error) {
          output += error.output.length;
          errors += 1;
          chunk = empty;
        }
      }
      equal(errors, 64);
      equal(output, bytes.length - 64);
      ok(given < 4 * bytes.length, `${given}`);
    } finally {
      binding.transcode = native;
    }
  });
});

describe('Transcoder: streams', () => {
  it('keeps no state from one stream to the next', () => {
    const transcoder = new Transcoder('iso-2022-jp', 'iso-2022-jp');
    equal(binary(transcoder.write(hex('1B 24 42 24 22'))), '\x1B$B$"');
    transcoder.reset();
    equal(binary(transcoder.end(hex('24 22'))), '$"');
    transcoder.reset();
    equal(transcoder.write(hex('1B 24')).length, 0);
    transcoder.reset();
    equal(binary(transcoder.end(hex('42'))), 'B');
    equal(transcoder.replacements, 0);
  });

  it('refuses input after end() until reset()', () => {
    const ended = { name: 'Error', code: 'ERR_TRANSCODER_ENDED' };
    const transcoder = new Transcoder('big5');
    equal(transcoder.end().length, 0);
    for (let i = 0; i < 2; i += 1) {
      throws(() => transcoder.write(empty), ended);
      throws(() => transcoder.end(), ended);
    }
    transcoder.reset();
    equal(transcoder.end(hex('A4 40')).toString(), '\u4E00');
  });

  it('forgets with reset() the input that waits after an error, and the counts', () => {
    const transcoder = new Transcoder('utf-8', 'big5', { unencodable: 'fatal' });
    throws(() => transcoder.write(hex('FF C3 A9 42')), { codePoint: 0xfffd, offset: 0 });
    equal(transcoder.replacements, 1);
    equal(transcoder.firstErrorOffset, 0);
    transcoder.reset();
    equal(transcoder.replacements, 0);
    equal(transcoder.firstErrorOffset, null);
    equal(transcoder.end().length, 0);
  });

  it('accepts end() again after an error at the end', () => {
    const transcoder = new Transcoder('shift_jis', 'utf-8', { fatal: true });
    throws(() => transcoder.end(hex('41 82')), {
      offset: 1,
      length: 1,
      reason: 'truncated',
      output: Buffer.from('A'),
    });
    equal(transcoder.end().length, 0);
    throws(() => transcoder.end(), { code: 'ERR_TRANSCODER_ENDED' });
  });

  it('changes nothing when the input is not bytes', () => {
    const transcoder = new Transcoder('shift_jis');
    transcoder.write(hex('82'));
    for (const value of [undefined, null, 1, {}, [0x82]]) {
      throws(() => transcoder.write(value), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    throws(() => transcoder.end('text'), {
      code: 'ERR_INVALID_ARG_TYPE',
      message: /setEncoding\(\)/,
    });
    equal(transcoder.end(hex('A0')).toString(), '\u3042');
  });

  it('has the names of its encodings', () => {
    const { from, to } = new Transcoder('sjis');
    deepEqual([from, to], ['Shift_JIS', 'UTF-8']);
    equal(new Transcoder('latin1', ' EUC-KR').to, 'EUC-KR');
  });

  it('converts long ASCII like short ASCII, anywhere in a stream', () => {
    const much = Buffer.alloc(10_000, 'The quick brown fox. ');
    const but = (at, byte) => {
      const bytes = Buffer.from(much);
      bytes[at] = byte;
      return bytes;
    };
    // The long ASCII stands after a byte that may begin a sequence, and before a byte order mark and
    // other bytes.
    const chunks = [hex('C4'), much, much, hex('EF BB BF'), but(0, 0xff), but(5000, 0x80)];
    chunks.push(but(9999, 0xe3), but(3000, 0xff), much, hex('FF 41'));
    for (const from of names) {
      for (const to of ['UTF-8', 'Shift_JIS', 'windows-1252', 'ISO-2022-JP', 'UTF-16LE']) {
        for (const first of [0, 1]) {
          const options = {
            fatal: first === 0,
            unencodable: 'html',
            ignoreBOM: from === 'UTF-8',
          };
          const transcoder = new Transcoder(from, to, options);
          const whole = goOn(transcoder, chunks.slice(first));
          transcoder.reset();
          const little = chunks.slice(first).flatMap((chunk) => cutBy(chunk, () => 1000));
          deepEqual(whole, goOn(transcoder, little), `${from} to ${to}`);
        }
      }
    }
  });

  it('drops no byte order mark after long ASCII', () => {
    const much = Buffer.alloc(10_000, 'a');
    const bytes = concat(much, hex('EF BB BF 41'));
    const transcoder = new Transcoder('utf-8', 'gb18030');
    ok(transcoder.write(much).equals(much));
    equal(toHex(transcoder.end(bytes.subarray(10_000))), '84 31 95 33 41');
    ok(transcode(bytes, 'utf-8').equals(bytes));
  });
});

// Tests mistakes of other implementations in the interface, not in one codec. Every title describes
// the mistake and names where it was reported. The expected results are those of the standard.

import { equal, notEqual, throws } from 'node:assert/strict';
import { multiByteEncodings, readEncodings } from '../../indexes/files.mjs';
import { getEncoding, TextDecoder } from '../../lib/index.mjs';
import { hex as bytes } from '../harness/decoders.mjs';
import { invalidData } from '../harness/errors.mjs';
import { referenceDecode } from '../reference/reference.mjs';

const stream = { stream: true };
const decodable = readEncodings().filter(({ name }) => name !== 'replacement');
const multiByte = multiByteEncodings().map((name) => name.toLowerCase());

/** The text of chunks that are decoded as one stream. */
function joined(decoder, chunks) {
  return chunks.map((chunk) => decoder.decode(bytes(chunk), stream)).join('') + decoder.decode();
}

describe('Mistakes: labels', () => {
  it('97 labels refused, among them single-byte ones (oven-sh/bun#32837, #11564)', () => {
    for (const { name, labels } of decodable) {
      for (const label of labels) {
        equal(new TextDecoder(label).encoding, name.toLowerCase());
      }
    }
  });

  it('replacement can be constructed (oven-sh/bun#32837)', () => {
    const { labels } = readEncodings().find(({ name }) => name === 'replacement');
    for (const label of labels) throws(() => new TextDecoder(label), RangeError);
  });

  it('a label that is not in the standard is accepted (oven-sh/bun#32837)', () => {
    for (const label of ['iso_8859-11', 'utf-16be-bom', 'utf-32le', 'utf-7', 'cp932', 'cp936']) {
      equal(getEncoding(label), null);
      throws(() => new TextDecoder(label), RangeError);
    }
  });

  it('an unknown label throws TypeError (oven-sh/bun#6084)', () => {
    throws(() => new TextDecoder('klingon'), {
      name: 'RangeError',
      code: 'ERR_ENCODING_NOT_SUPPORTED',
    });
  });

  it('characters other than letters and digits are dropped from a label (iconv-lite 0.7.3)', () => {
    for (const label of [
      'UTF_8',
      'shift jis',
      'win-1251',
      'koi 8-r',
      'utf.8',
      'euc_jp',
      'b-i-g-5',
    ]) {
      equal(getEncoding(label), null, label);
    }
  });

  it('latin1 and ascii throw or are ISO-8859-1 (nodejs/node#28190, #58890)', () => {
    for (const label of ['latin1', 'ascii', 'iso-8859-1', 'us-ascii', 'cp819', 'windows-1252']) {
      const decoder = new TextDecoder(label);
      equal(decoder.encoding, 'windows-1252');
      equal(decoder.decode(bytes('80 92 96')), '\u20ac\u2019\u2013');
    }
  });

  it('iso-8859-16 and x-user-defined are refused (nodejs/node#61093)', () => {
    equal(new TextDecoder('iso-8859-16').decode(bytes('A4 AA')), '€Ș');
    equal(new TextDecoder('x-user-defined').decode(bytes('41 80 FF')), 'A\uf780\uf7ff');
  });

  it('ISO-8859-8-I crashes (text-encoding 0.7.0) or is unknown (nodemailer/mailparser#426)', () => {
    for (const label of ['iso-8859-8-i', 'csiso88598i', 'logical']) {
      const decoder = new TextDecoder(label);
      equal(decoder.encoding, 'iso-8859-8-i');
      equal(decoder.decode(bytes('F9 EC E5 ED')), 'שלום');
    }
    equal(new TextDecoder('iso-8859-8').decode(bytes('F9 EC E5 ED')), 'שלום');
    equal(new TextDecoder('visual').encoding, 'iso-8859-8');
  });
});

describe('Mistakes: windows-1252 and other single bytes', () => {
  it('windows-1252 is decoded as Latin-1 (nodejs/node#55275, #56542, #59515, #60888)', () => {
    const c1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
    for (const length of [1, 3, 8, 16, 17, 32, 63, 64, 100, 1000, 200_000]) {
      for (let byte = 0; byte < 256; byte += length > 100 ? 37 : 1) {
        const char = byte >= 0x80 && byte < 0xa0 ? c1[byte - 0x80] : String.fromCharCode(byte);
        const text = new TextDecoder('windows-1252').decode(new Uint8Array(length).fill(byte));
        equal(text, char.repeat(length));
      }
    }
  });

  it('windows-1252 is right in one chunk and wrong after a first chunk (Node.js 20.20.2)', () => {
    for (const { name } of decodable.filter(({ name }) => /^(windows|iso-8859|koi8)/i.test(name))) {
      const all = Uint8Array.from({ length: 256 }, (_, at) => at);
      const whole = new TextDecoder(name).decode(all);
      const decoder = new TextDecoder(name);
      let chunked = '';
      for (const byte of all) chunked += decoder.decode(Uint8Array.of(byte), stream);
      equal(chunked + decoder.decode(), whole, name);
    }
  });

  it('ignoreBOM makes windows-1252 drop a byte (nodejs/node#61093, #60893)', () => {
    for (const fatal of [false, true]) {
      for (const ignoreBOM of [false, true]) {
        const decoder = new TextDecoder('latin1', { ignoreBOM, fatal });
        equal(decoder.decode(bytes('FF')), 'ÿ');
        equal(decoder.decode(bytes('FF FE')), 'ÿþ');
        equal(decoder.decode(bytes('EF BB BF')), 'ï»¿');
      }
    }
  });

  it('decoding returns a Buffer instead of a string (nodejs/node#56219)', () => {
    for (const { name } of decodable) {
      equal(typeof new TextDecoder(name).decode(bytes('41 42')), 'string');
      equal(typeof new TextDecoder(name).decode(), 'string');
    }
  });
});

describe('Mistakes: arguments', () => {
  it('null as options counts as stream: true (nodejs/node#61411)', () => {
    const decoder = new TextDecoder();
    equal(decoder.decode(bytes('F0 9F'), null), '\ufffd');
    equal(decoder.decode(bytes('92 A9'), null), '\ufffd\ufffd');
    equal(new TextDecoder('utf-8', null).decode(bytes('EF BB BF 41'), null), 'A');
  });

  it('SharedArrayBuffer is refused (nodejs/node#32199, chung-leong/zigar#523)', () => {
    const shared = new SharedArrayBuffer(4);
    new Uint8Array(shared).set(bytes('41 E2 82 AC'));
    for (const fatal of [false, true]) {
      const decoder = new TextDecoder('utf-8', { fatal });
      equal(decoder.decode(shared), 'A€');
      equal(decoder.decode(new Uint8Array(shared, 1)), '€');
      equal(decoder.decode(new SharedArrayBuffer(0)), '');
    }
  });

  it('SharedArrayBuffer decodes to an empty string (text-encoding 0.7.0)', () => {
    const shared = new SharedArrayBuffer(20);
    new Uint8Array(shared).fill(0xb0);
    for (const label of multiByte) {
      const plain = new TextDecoder(label).decode(new Uint8Array(20).fill(0xb0));
      equal(new TextDecoder(label).decode(shared), plain);
      notEqual(plain, '');
    }
  });

  it('a detached buffer throws (nodejs/node#44020)', () => {
    const buffer = new ArrayBuffer(1);
    structuredClone(buffer, { transfer: [buffer] });
    for (const { name } of decodable) {
      equal(new TextDecoder(name, { fatal: true }).decode(buffer), '');
    }
  });

  it('« stream » is read after the input was read (oven-sh/bun#30025)', () => {
    const input = new Uint8Array(300);
    for (let at = 0; at < 300; at += 3) input.set(bytes('E2 82 AC'), at);
    const options = {
      get stream() {
        new Uint8Array(structuredClone(input.buffer, { transfer: [input.buffer] })).fill(0x41);
        return false;
      },
    };
    equal(new TextDecoder().decode(input, options), '');
  });

  it('the elements of a view are read as bytes (common to many implementations)', () => {
    for (const View of [Uint16Array, Float64Array, BigUint64Array, DataView]) {
      const buffer = new ArrayBuffer(24);
      new Uint8Array(buffer).fill(0x61);
      new Uint8Array(buffer, 8, 8).set(bytes('E3 81 82 E3 81 84 41 42'));
      const view = new View(buffer, 8, View === DataView ? 8 : 8 / View.BYTES_PER_ELEMENT);
      equal(new TextDecoder().decode(view), 'あいAB');
      equal(new TextDecoder('utf-8', { fatal: true }).decode(view), 'あいAB');
    }
  });

  it('a string is decoded as if it were bytes (pillarjs/iconv-lite#44)', () => {
    for (const { name } of decodable) {
      throws(() => new TextDecoder(name).decode('text'), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });
});

describe('Mistakes: BOM', () => {
  it('a BOM stays in the output (nodejs/node#25315, boa-dev/boa#4613)', () => {
    equal(new TextDecoder().decode(bytes('EF BB BF')), '');
    equal(new TextDecoder('utf-16le').decode(bytes('FF FE')), '');
    equal(new TextDecoder('utf-16be').decode(bytes('FE FF')), '');
    const options = { ignoreBOM: true };
    equal(new TextDecoder('utf-8', options).decode(bytes('EF BB BF')), '\ufeff');
    equal(new TextDecoder('utf-16le', options).decode(bytes('FF FE')), '\ufeff');
    equal(new TextDecoder('utf-16be', options).decode(bytes('FE FF')), '\ufeff');
  });

  it('the BOM of another encoding is dropped (nodejs/node#30132, #42779)', () => {
    equal(new TextDecoder('utf-16le').decode(bytes('EF BB BF 41')), '\ubbef\u41bf');
    equal(new TextDecoder('utf-16be').decode(bytes('FF FE 00 41')), '\ufffeA');
    equal(new TextDecoder('utf-8').decode(bytes('FE FF 41')), '\ufffd\ufffdA');
  });

  it('a BOM changes the encoding (jsdom/whatwg-encoding#22, #23)', () => {
    const latin = new TextDecoder('windows-1252');
    equal(latin.decode(bytes('EF BB BF C3 A9')), 'ï»¿Ã©');
    equal(new TextDecoder('utf-8').decode(bytes('FF FE 41 00')), '\ufffd\ufffdA\0');
  });

  it('a BOM cut by chunks stays in the output, also after an empty chunk (denoland/deno#10846)', () => {
    equal(joined(new TextDecoder(), ['EF', 'BB', 'BF', '41']), 'A');
    equal(joined(new TextDecoder(), ['', 'EF BB BF', '41']), 'A');
    equal(joined(new TextDecoder(), ['EF', 'BB BF 41']), 'A'); // oven-sh/bun#32837
    equal(joined(new TextDecoder('utf-16le'), ['FF', 'FE 41', '00']), 'A');
    equal(joined(new TextDecoder('utf-16be'), ['', 'FE', '', 'FF 00', '41']), 'A');
  });

  it('the second use of a decoder forgets ignoreBOM (Mozilla bug 1574892)', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
    for (let round = 0; round < 4; round += 1) {
      equal(decoder.decode(bytes('EF BB BF 62 61 72')), '\ufeffbar');
    }
  });

  it('« BOM seen » is kept after the end of a stream', () => {
    const decoder = new TextDecoder();
    equal(joined(decoder, ['EF BB BF 41', '42']), 'AB');
    equal(joined(decoder, ['EF BB BF 41', '42']), 'AB');
    equal(decoder.decode(bytes('EF BB BF 41')), 'A');
    equal(decoder.decode(bytes('EF BB BF 41')), 'A');
  });

  it('the BOM stays in the output after a fatal error (Mozilla bug 2005419)', () => {
    for (const [label, mark, bad, a] of [
      ['utf-8', 'EF BB BF', 'FF', '41'],
      ['utf-16le', 'FF FE', '00 DC', '41 00'],
      ['utf-16be', 'FE FF', 'DC 00', '00 41'],
    ]) {
      const decoder = new TextDecoder(label, { fatal: true });
      for (let round = 0; round < 3; round += 1) {
        throws(() => decoder.decode(bytes(`${mark} ${bad}`)), invalidData);
        equal(decoder.decode(bytes(`${mark} ${a}`)), 'A', label);
        throws(() => decoder.decode(bytes(`${a} ${bad}`)), invalidData);
        equal(decoder.decode(bytes(`${mark} ${mark} ${a}`)), '\ufeffA', label);
      }
    }
  });

  it('every U+FEFF at the start of a chunk is dropped (oven-sh/bun#5550)', () => {
    equal(joined(new TextDecoder(), ['41', 'EF BB BF 42', 'EF BB BF']), 'A\ufeffB\ufeff');
  });
});

describe('Mistakes: streams', () => {
  it('replacement mode throws at the end of a stream (nodejs/node#26115)', () => {
    const decoder = new TextDecoder('utf-8', { fatal: false });
    equal(decoder.decode(bytes('E2'), stream), '');
    equal(decoder.decode(new Uint8Array(0), { stream: false }), '\ufffd');
  });

  it('replacement mode throws in a chunk (Node.js 26.10.0: GBK, gb18030, ISO-2022-JP)', () => {
    for (const label of ['gbk', 'gb18030']) {
      equal(joined(new TextDecoder(label), ['A0 30', '2B']), '\ufffd0+');
      equal(joined(new TextDecoder(label), ['81 30 81', 'FF', '41']), '\ufffd0\ufffdA');
    }
    equal(joined(new TextDecoder('iso-2022-jp'), ['1B 24', '41']), '\ufffd$A');
  });

  it('stream: true is not implemented (oven-sh/bun#5542)', () => {
    const decoder = new TextDecoder();
    equal(decoder.decode(bytes('E2 99'), stream), '');
    equal(decoder.decode(bytes('A5'), stream), '♥');
    equal(decoder.decode(), '');
  });

  it('the state of a multi-byte decoder is lost between chunks (oven-sh/bun#31438)', () => {
    equal(joined(new TextDecoder('big5'), ['A4', '40']), '一');
    equal(joined(new TextDecoder('gb18030'), ['81', '30', '81', '30']), '\u0080');
    equal(joined(new TextDecoder('iso-2022-jp'), ['1B', '24', '42', '25', '22']), 'ア');
    equal(joined(new TextDecoder('euc-jp'), ['8F', 'B0', 'A1']), '丂');
    equal(joined(new TextDecoder('utf-16le'), ['34', 'D8', '1E', 'DD']), '𝄞');
  });

  it('an empty chunk disturbs the state (hsivonen/encoding_rs#126, denoland/deno#31605)', () => {
    const all = [...multiByte, 'utf-8', 'utf-16le', 'utf-16be'];
    for (const label of all) {
      for (const hex of ['E3 81 82 41', '81 30 81 30', '8F B0 A1 41', 'B0 5B 41 42', '81 20']) {
        const single = hex.split(' ');
        const whole = new TextDecoder(label).decode(bytes(hex));
        const chunks = single.flatMap((byte) => ['', byte, '', '']);
        equal(joined(new TextDecoder(label), chunks), whole, `${label} ${hex}`);
        const decoder = new TextDecoder(label);
        let output = '';
        for (const byte of single) {
          output += decoder.decode(bytes(byte), stream);
          output += decoder.decode(undefined, stream);
          output += decoder.decode(new ArrayBuffer(0), stream);
        }
        equal(output + decoder.decode(), whole, `${label} ${hex}`);
      }
    }
  });

  it('the text depends on how chunks are cut (cloudflare/workerd#6193)', () => {
    const input = bytes(
      '41 81 30 81 41 8F EE 65 E6 EF 1B 24 42 25 22 1B 28 42 FE FF EF BB BF 80 A4',
    );
    for (const { name } of decodable) {
      const whole = new TextDecoder(name).decode(input);
      for (let first = 0; first <= input.length; first += 1) {
        for (let second = first; second <= input.length; second += 1) {
          const decoder = new TextDecoder(name);
          const output =
            decoder.decode(input.subarray(0, first), stream) +
            decoder.decode(input.subarray(first, second), stream) +
            decoder.decode(input.subarray(second));
          equal(output, whole, `${name}, cut at ${first} and ${second}`);
        }
      }
    }
  });

  it('a truncated sequence at a chunk end is an error (bnoordhuis/node-iconv#73)', () => {
    const decoder = new TextDecoder('euc-kr', { fatal: true });
    equal(decoder.decode(bytes('41 B0'), stream), 'A');
    equal(decoder.decode(bytes('A1 B0'), stream), '가');
    throws(() => decoder.decode(), { ...invalidData, reason: 'truncated', offset: 3 });
  });

  it('an odd last byte is dropped (iconv-lite 0.7.3, UTF-16)', () => {
    equal(new TextDecoder('utf-16le').decode(bytes('41 00 42')), 'A\ufffd');
    equal(new TextDecoder('utf-16be').decode(bytes('00 41 00')), 'A\ufffd');
    equal(joined(new TextDecoder('utf-16le'), ['41', '00 42']), 'A\ufffd');
  });

  it('lone surrogates stay in the output (iconv-lite 0.7.3, UTF-16)', () => {
    const decoder = new TextDecoder('utf-16le');
    equal(decoder.decode(bytes('3D D8 41 00 A9 DC')), '\ufffdA\ufffd');
    equal(joined(decoder, ['3D', 'D8 41', '00 A9', 'DC']), '\ufffdA\ufffd');
  });

  it('bytes of an incomplete sequence are read from the caller’s buffer later (whatwg/encoding#92)', () => {
    const first = bytes('EF BB');
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    equal(decoder.decode(first, stream), '');
    first[0] = 0x00;
    equal(decoder.decode(bytes('BF')), '\ufeff');
  });

  it('the last call without input is ignored (mozilla/vtt.js#310)', () => {
    for (const label of multiByte.filter((name) => name !== 'iso-2022-jp')) {
      const decoder = new TextDecoder(label);
      const isLeading = (byte) =>
        referenceDecode(getEncoding(label), [byte]).errors[0]?.reason === 'truncated';
      const leading = Array.from({ length: 0x80 }, (_, at) => 0x80 + at).find(isLeading);
      equal(decoder.decode(Uint8Array.of(leading), stream), '');
      equal(decoder.decode(), '\ufffd');
    }
  });
});

describe('Mistakes: reuse', () => {
  it('state is kept for the next call (WebKit/WebKit#62618, #62598)', () => {
    for (const [label, hex] of [
      ['euc-jp', '8F B0'],
      ['euc-jp', '8F'],
      ['iso-2022-jp', '1B 24 42'],
      ['iso-2022-jp', '1B 24'],
      ['iso-2022-jp', '1B 28 49 41'],
      ['gb18030', '81 30 81'],
      ['shift_jis', '83'],
      ['big5', '87'],
      ['euc-kr', 'B0'],
      ['utf-8', 'F0 9D 84'],
    ]) {
      for (const options of [{}, { fatal: true }]) {
        const decoder = new TextDecoder(label, options);
        for (let round = 0; round < 3; round += 1) {
          try {
            decoder.decode(bytes(hex));
          } catch (error) {
            equal(error.code, invalidData.code);
          }
          equal(decoder.decode(bytes('41 42 30 5C 7E')), 'AB0\\~', `${label} ${hex}`);
        }
      }
    }
  });

  it('a restored byte of a failed call appears in the next call (WebKit/WebKit#62598)', () => {
    for (const [label, hex] of [
      ['big5', '87 7F'],
      ['euc-kr', '81 5B'],
      ['shift_jis', '83 22'],
      ['euc-jp', 'A4 41'],
      ['gb18030', '81 30 81 41'],
      ['iso-2022-jp', '1B 24 41'],
    ]) {
      const decoder = new TextDecoder(label, { fatal: true });
      throws(() => decoder.decode(bytes(hex)), invalidData);
      equal(decoder.decode(bytes('43')), 'C', label);
      throws(() => decoder.decode(bytes(hex)), invalidData);
      equal(decoder.decode(), '', label);
    }
  });

  it('an error makes the next decode fail (Chromium issue 467624168, nodejs/node#32208)', () => {
    for (const label of ['utf-8', ...multiByte]) {
      const decoder = new TextDecoder(label, { fatal: true });
      for (let round = 0; round < 5; round += 1) {
        throws(() => decoder.decode(bytes('41 FF FF')), invalidData, label);
        equal(decoder.decode(bytes('41 42')), 'AB', label);
      }
    }
  });

  it('fatal is ignored (oven-sh/bun#3572)', () => {
    throws(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes('C3')), invalidData);
    equal(new TextDecoder('utf-8', { fatal: false }).decode(bytes('C3')), '\ufffd');
  });

  it('fatal does not work in streams, or gives other text (nodejs/node#61409, #61549)', () => {
    for (const length of [1, 20, 100, 5000]) {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      const input = new TextEncoder().encode('é'.repeat(length));
      const half = length | 1;
      const output = decoder.decode(input.subarray(0, half), stream);
      equal(output + decoder.decode(input.subarray(half)), 'é'.repeat(length));
      input[input.length - 1] = 0xff;
      throws(() => decoder.decode(input), { offset: 2 * length - 2, length: 1 });
    }
  });

  it('a call of another decoder changes this one', () => {
    const one = new TextDecoder('iso-2022-jp');
    const two = new TextDecoder('iso-2022-jp');
    equal(one.decode(bytes('1B 24 42'), stream), '');
    equal(two.decode(bytes('25 22')), '%"');
    equal(one.decode(bytes('25 22')), 'ア');
  });
});

describe('Mistakes: fatal verdicts', () => {
  it('an error swallows an ASCII byte (nodejs/node#40091)', () => {
    equal(new TextDecoder('big5').decode(bytes('83 5C')), '\ufffd\\');
    const fatal = new TextDecoder('big5', { fatal: true });
    throws(() => fatal.decode(bytes('83 5C')), { ...invalidData, offset: 0, length: 1 });
  });

  it('replacement mode and fatal mode disagree (nodejs/node#61041)', () => {
    for (const { name } of decodable) {
      const lenient = new TextDecoder(name, { ignoreBOM: true });
      const fatal = new TextDecoder(name, { fatal: true, ignoreBOM: true });
      for (let lead = 0; lead < 256; lead += 1) {
        for (const trail of [0x00, 0x30, 0x41, 0x5c, 0x7e, 0x80, 0xa1, 0xfd, 0xff]) {
          const input = Uint8Array.of(lead, trail);
          const text = lenient.decode(input);
          let verdict = true;
          try {
            equal(fatal.decode(input), text);
          } catch (error) {
            if (error.code !== invalidData.code) throw error;
            verdict = false;
          }
          const own = name.startsWith('UTF-16') && text === '\ufffd' && isReplacement(name, input);
          equal(verdict, own || !text.includes('\ufffd'), `${name} ${lead} ${trail}`);
        }
      }
    }
  });

  /** Whether two bytes stand for U+FFFD itself, which is not an error. */
  function isReplacement(name, [first, second]) {
    const unit = name === 'UTF-16BE' ? (first << 8) | second : (second << 8) | first;
    return unit === 0xfffd;
  }

  it('a repeated escape sequence gives no error, or two errors (whatwg/encoding#115)', () => {
    const hex = '1B 28 42 1B 28 42 41';
    equal(new TextDecoder('iso-2022-jp').decode(bytes(hex)), '\ufffdA');
    throws(() => new TextDecoder('iso-2022-jp', { fatal: true }).decode(bytes(hex)), {
      ...invalidData,
      offset: 3,
      length: 3,
      reason: 'redundant escape sequence',
    });
  });
});

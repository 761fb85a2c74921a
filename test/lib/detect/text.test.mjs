// Tests the detector on sentences whose encoding any model of their language tells: names, languages, hints, and limits. How often the
// answer is right in close cases is measured by `npm run test:detect`.

import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { decode, encode } from 'whatwg-transcoder';
import { DetectDecodeStream, detect } from 'whatwg-transcoder/detect';
import { encodingFor, ibm850, ibm855, labels } from 'whatwg-transcoder/encodings';
import { sentences } from './sentences.mjs';

// Encodings with a language of each.
const pairs =
  'windows-1250 pl,windows-1250 hu,windows-1251 ru,koi8-r ru,windows-1252 fr,windows-1252 de,windows-1253 el,windows-1254 tr,windows-1255 he,windows-1256 ar,windows-874 th,shift_jis ja,euc-jp ja,euc-kr ko,gbk zh-Hans,big5 zh-Hant';
const texts = pairs.split(',').map((pair) => [...pair.split(' '), sentences[pair.split(' ')[1]]]);

describe('detect() of sentences', () => {
  for (const [label, language, text] of texts) {
    const bytes = encode(text, label);

    it(`reads ${label}, ${language}`, () => {
      const result = detect(bytes);
      equal(decode(bytes, result.encoding), text);
      ok(result.isReliable && !result.isAscii);
      equal(result.language, language);
      const [best, ...others] = result.candidates;
      deepEqual([best.encoding, best.language], [result.encoding, language]);
      ok(best.probability > 0.95 && best.probability <= 1);
      for (const { probability } of others) ok(probability >= 0 && probability <= best.probability);
      const names = result.candidates.map(({ encoding }) => encoding);
      equal(new Set(names).size, names.length);
    });

    it(`reads ${label}, ${language}, with each right and wrong hint`, () => {
      for (const hint of [language, 'ja', 'ru', 'de', 'th', 'el', 'xx']) {
        for (const options of [
          { language: hint },
          { topLevelDomain: hint },
          { language: hint, topLevelDomain: `www.example.${hint.toUpperCase()}` },
        ]) {
          equal(decode(bytes, detect(bytes, options).encoding), text, JSON.stringify(options));
        }
      }
    });

    it(`answers one that is allowed for ${label}, ${language}`, () => {
      equal(decode(bytes, detect(bytes, { allow: ['utf-8', label] }).encoding), text);
      const { encoding } = detect(bytes, { allow: ['utf-8'] });
      equal(encoding, null);
      const other = detect(bytes, { allow: ['macintosh', 'utf-8'] }).encoding;
      ok(other === null || other === 'macintosh');
    });
  }

  it('takes gbk and gb18030 for the same candidate', () => {
    const text = '昨天我买了新鲜的苹果和黄色的奶酪，因为今天有客人要来我们家里吃饭。';
    for (const label of ['gbk', 'gb18030']) {
      const bytes = encode(text, label);
      for (const allow of [['gbk'], ['gb18030'], ['gb18030', 'gbk', 'utf-8']]) {
        equal(decode(bytes, detect(bytes, { allow }).encoding), text);
      }
    }
  });

  it('reads hints in each form in which users have them', () => {
    const bytes = Buffer.of(0xe9, 0xe8);
    const plain = detect(bytes);
    for (const [option, hint, ...same] of [
      ['topLevelDomain', 'ru', '.ru', 'RU', 'www.Example.RU', 'example.ru.'],
      ['topLevelDomain', 'xn--p1ai', 'рф', 'пример.рф', 'XN--P1AI'],
      ['topLevelDomain', 'jp', 'co.jp'],
      ['language', 'ru', 'RU', 'ru-RU', 'ru-Cyrl-RU', 'xx, ru', 'ru,xx', ' ru ', 'xx;, ,ru'],
      ['language', 'ja', 'ja-JP'],
    ]) {
      const expected = detect(bytes, { [option]: hint });
      notDeepEqual(expected, plain);
      for (const other of same) deepEqual(detect(bytes, { [option]: other }), expected, other);
    }
    deepEqual(detect(bytes, { topLevelDomain: 'xx', language: 'xx' }), plain);
    notDeepEqual(detect(bytes, { language: 'ja, ru' }), detect(bytes, { language: 'ja' }));
  });

  it('does not count a byte order mark of an encoding that is not allowed', () => {
    const bytes = Buffer.from('\uFEFFplain text');
    equal(detect(bytes).encoding, 'UTF-8');
    for (const allow of [['koi8-r'], ['koi8-r', 'windows-1252'], ['shift_jis']]) {
      const { encoding } = detect(bytes, { allow });
      ok(encoding === null || detect(Buffer.of(), { allow: [encoding] }).encoding === encoding);
      ok(encoding !== 'UTF-8');
    }
  });

  it('says that a byte or two are not reliable', () => {
    for (const bytes of [Buffer.of(0xe9), Buffer.of(0xc3), Buffer.of(0xb0, 0xa1)]) {
      const { isReliable, candidates } = detect(bytes);
      ok(!isReliable && candidates.length > 1);
      for (const { probability } of candidates) ok(probability < 0.99);
    }
  });

  it('answers code pages with `codePages` only', () => {
    const text =
      'Gestern habe ich frische Äpfel, gelben Käse und süße Sahne gekauft. Schöne Grüße, Jürgen Müller. '.repeat(
        2,
      );
    const bytes = encode(text, ibm850);
    const { encoding } = detect(bytes, { codePages: true });
    equal(decode(bytes, encodingFor(encoding)), text);
    const limited = detect(bytes, { codePages: true, allow: ['cp850', 'utf-8'] });
    deepEqual([limited.encoding, limited.language], ['ibm850', 'de']);
    ok(!Object.values(labels).includes(detect(bytes).encoding));
  });

  it('is not sure of a code page for a few letters in English', () => {
    for (const text of [
      '/* Nested tables by Andrea Potortì. */\n/* Tests by Andrea Potortì. */',
      '"The word naïve is encoded", "a naïve reader"',
      "['t|ü', 'baAzß']",
    ]) {
      const bytes = encode(text, 'windows-1252');
      const { isReliable, candidates } = detect(bytes, { codePages: true });
      ok(!isReliable && candidates.some(({ encoding }) => encoding === 'windows-1252'), text);
    }
  });

  it('does not take Catalan for a code page that hardly anybody used', () => {
    const text = "La instal·lació de l'aplicació";
    for (const options of [{}, { codePages: true }]) {
      const result = detect(encode(text, 'windows-1252'), options);
      deepEqual([result.encoding, result.isReliable], ['windows-1252', true]);
    }
  });

  for (const [page, language, text] of [
    ['ibm273', 'de', 'Gestern habe ich frische Äpfel, gelben Käse und süße Sahne gekauft.'],
    ['viscii', 'vi', 'Hôm qua tôi đi chợ mua cá tươi vì tối nay nhà có khách.'],
  ]) {
    it(`finds ${page}, ${language}, and UTF-8 beside it`, () => {
      const bytes = encode(text, encodingFor(page));
      const result = detect(bytes, { codePages: true });
      deepEqual([result.encoding, result.language, result.isAscii], [page, language, false]);
      equal(detect(Buffer.from(text), { codePages: true }).encoding, 'UTF-8');
      ok(!detect(bytes).candidates.some(({ encoding }) => encoding === page));
    });
  }

  it('decodes a stream by a code page', async () => {
    const text =
      'Вчера я купил свежие яблоки и сыр, потому что сегодня вечером к нам придут гости.';
    const bytes = encode(text, ibm855);
    const options = { encoding: 'utf8', codePages: true, allow: ['cp855', 'utf-8'] };
    const stream = new DetectDecodeStream(options);
    stream.end(bytes);
    equal((await stream.toArray()).join(''), text);
    equal((await stream.detected).encoding, 'ibm855');
  });
});

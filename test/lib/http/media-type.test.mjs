// Tests how the value of a header Content-Type is read: its media type, and its first charset.
// https://mimesniff.spec.whatwg.org/#parsing-a-mime-type

import { deepEqual, equal } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { headersOf, isKnownDifference, readBoth } from '../../harness/media-type-cases.mjs';
import { itInNode } from '../../harness/runtimes-here.mjs';
import { assertLinear } from '../../harness/work.mjs';

const mediaType = fileURLToPath(new URL('../../../lib/http/media-type.js', import.meta.url));
const { extractMimeType, mediaTypeOf, parseMimeType } = createRequire(import.meta.url)(mediaType);

const tokens = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const isToken = (character) => tokens.includes(character);
const isQuotedStringToken = (unit) =>
  unit === 0x09 || (unit >= 0x20 && unit <= 0x7e) || (unit >= 0x80 && unit <= 0xff);

/** Rows of a rule: an input, and the charset that it gives, or null. A bar stands for « text/html; », and a plus sign for that and « charset= ». */
const charsets = {
  '« Let type be the result of collecting … not U+002F (/) … in ASCII lowercase »': [
    ['+gbk', 'gbk'],
    ['TEXT/HTML;CHARSET=GBK', 'GBK'],
    [' \t\r\ntext/html;charset=gbk\r\n', 'gbk'],
  ],
  '« Remove any trailing HTTP whitespace from subtype »': [
    ['text/html ;charset=gbk', 'gbk'],
    ['text/html\t\n;charset=gbk', 'gbk'],
  ],
  '« Collect a sequence of code points that are HTTP whitespace »': [
    ['| charset=gbk', 'gbk'],
    ['| \t\n\rcharset=gbk', 'gbk'],
    ['|\u00a0charset=gbk', null],
    ['|\fcharset=gbk', null],
    ['|charset =gbk', null],
  ],
  '« If the code point at position is U+003B (;), then continue »': [
    ['|test;charset=gbk', 'gbk'],
    ['|;;;charset=gbk', 'gbk'],
    ['text/html ; ; charset=gbk', 'gbk'],
    ["|';charset=gbk", 'gbk'],
    ['|";charset=gbk', 'gbk'],
  ],
  '« If position is past the end of input, then break »': [
    ['|', null],
    ['|charset', null],
    ['+', null],
    ['+;charset=gbk', 'gbk'],
  ],
  '« collecting an HTTP quoted string … given position and true »': [
    ['+"gbk"', 'gbk'],
    ['+"gbk', 'gbk'],
    ['+" gbk"', ' gbk'],
    ['+"gbk "', 'gbk '],
    ['+"\\ gbk"', ' gbk'],
    ['+"\\g\\b\\k"', 'gbk'],
    ['+"g\\"k"', 'g"k'],
    ['+"gbk\\', 'gbk\\'],
    ['+"gbk;x=y"', 'gbk;x=y'],
    ['+""', ''],
  ],
  '« Given text/html;charset="shift_jis"iso-2022-jp you end up with shift_jis »': [
    ['+"shift_jis"iso-2022-jp', 'shift_jis'],
    ['+"gbk"x;charset=koi8-r', 'gbk'],
  ],
  '« collecting … not U+003B (;) … Remove any trailing HTTP whitespace from parameterValue »': [
    ['+ gbk', ' gbk'],
    ['+gbk \t\r\n', 'gbk'],
    ['+gbk ;x=y', 'gbk'],
    ["|charset='gbk'", "'gbk'"],
    ['+gbk"', 'gbk"'],
    ['+ "gbk"', ' "gbk"'],
    ['+gbk(', 'gbk('],
    ['+{gbk}', '{gbk}'],
  ],
  '« If parameterValue is the empty string, then continue »': [
    ['+ ;charset=gbk', 'gbk'],
    ['|test=;charset=gbk', 'gbk'],
  ],
  '« parameterValue solely contains HTTP quoted-string token code points »': [
    ['+"\u007f";charset=gbk', 'gbk'],
    ['+\u0100;charset=gbk', 'gbk'],
    ['+g\0k;charset=gbk', 'gbk'],
    ['+\u00ff;charset=gbk', '\u00ff'],
    ['|x=\ufffd;charset=gbk', 'gbk'],
  ],
  '« mimeType’s parameters[parameterName] does not exist »': [
    ['+gbk;charset=windows-1255', 'gbk'],
    ['+utf-8; charset=utf-7', 'utf-8'],
    ['+();charset=gbk', '()'],
    ['+"";charset=gbk', ''],
    ['|x=(;charset=gbk', 'gbk'],
  ],
};

const failures = [
  ['« If type is the empty string … return failure »', ['', ' ', '\t', '/', '/html']],
  [
    '« or does not solely contain HTTP token code points »',
    ['(/)', '{/}', '</>', '\u00ff/\u00ff', '\u0100/\u0100', 'text/html(;doesnot=matter', 'a b/c'],
  ],
  ['« If position is past the end of input, then return failure »', ['bogus', 'bogus;charset=gbk']],
  ['« If subtype is the empty string … »', ['bogus/', 'bogus/ ', 'bogus/;charset=gbk']],
  ['a slash is no token', ['bogus/bogus/;', 'text/html/x;charset=gbk']],
];

describe('Media type: parse a MIME type', () => {
  for (const [rule, rows] of Object.entries(charsets)) {
    it(rule, () => {
      for (const [row, charset] of rows) {
        const input = row.replace(/^[|+]/, (mark) => `text/html;${mark === '+' ? 'charset=' : ''}`);
        deepEqual(parseMimeType(input), { essence: 'text/html', charset }, input);
      }
    });
  }

  for (const [rule, inputs] of failures) {
    it(rule, () => {
      for (const input of inputs) equal(parseMimeType(input), null, input);
    });
  }

  it('takes each code point of a type, a subtype and a value as the standard does', () => {
    for (let unit = 0; unit <= 0xff; unit++) {
      const character = String.fromCharCode(unit);
      const lower = unit < 0x80 ? character.toLowerCase() : character;
      const isType = isToken(character);
      if (character !== '/') {
        equal(parseMimeType(`${character}/x`)?.essence, isType ? `${lower}/x` : undefined);
      }
      if (character !== ';') {
        equal(parseMimeType(`x/${character}`)?.essence, isType ? `x/${lower}` : undefined);
      }
      if ('\\";'.includes(character)) continue;
      const charset = isQuotedStringToken(unit) ? `${character}a` : null;
      equal(parseMimeType(`x/x;charset=${character}a`).charset, charset, `${unit}`);
      equal(parseMimeType(`x/x;charset="${character}a"`).charset, charset, `${unit}`);
    }
  });

  // Node's inspector counts the steps.
  itInNode('takes steps in proportion to the length of the header', () => {
    // Each header: what stands before the part that is repeated, the part, and what stands after it.
    const headers = [
      ['text/html', ' ', 'x'],
      ['text/html;charset=a', ' ', 'x'],
      ['text/html;charset="', '\\', ''],
      ['text/html', ';', ''],
      ['', 'a/b,', ''],
      ['', '"', ','],
    ];
    assertLinear(
      `const { extractMimeType } = require(${JSON.stringify(mediaType)});
      const run = ([before, part, after], length) =>
        extractMimeType(before + part.repeat(length / part.length) + after);`,
      headers,
    );
  });
});

describe('Media type: extract a MIME type', () => {
  // https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
  for (const [rule, rows] of Object.entries({
    '« For each value of values … Set mimeType to temporaryMimeType »': [
      ['text/plain;charset=gbk, text/html', 'text/html', null],
      ['text/html, text/html;charset=gbk', 'text/html', 'gbk'],
      ['text/plain;charset=gbk,text/plain;charset=koi8-r', 'text/plain', 'koi8-r'],
    ],
    '« Otherwise, if … charset is non-null, set mimeType’s parameters["charset"] to charset »': [
      ['text/html;charset=gbk, text/html', 'text/html', 'gbk'],
      ['text/html;charset=gbk, x/x, text/html;x=", text/html"', 'text/html', null],
      ['text/html;charset=gbk, text/html;x=y, text/html', 'text/html', 'gbk'],
      // « If mimeType's essence is not essence … set charset to mimeType's parameters["charset"] »: that of the first value of a type.
      ['text/html;charset=gbk, text/html;charset=big5, text/html', 'text/html', 'gbk'],
      ['text/html;charset=gbk, text/html;charset=big5', 'text/html', 'big5'],
      ['text/html, text/html;charset=gbk, text/html', 'text/html', null],
      ['text/html, text/html;charset=gbk, text/html;charset=big5, text/html', 'text/html', null],
      ['text/html;charset=gbk, x/x, text/html;charset=big5, text/html', 'text/html', 'big5'],
    ],
    '« If temporaryMimeType is failure or its essence is "*/*", then continue »': [
      ['text/html;charset=gbk, */*', 'text/html', 'gbk'],
      ['text/html;charset=gbk, */*;charset=koi8-r', 'text/html', 'gbk'],
      ['text/html;charset=gbk, bogus', 'text/html', 'gbk'],
      [',text/html;charset=gbk,', 'text/html', 'gbk'],
    ],
    'a comma in a quoted string separates nothing': [
      ['text/html;x=",text/plain";charset=gbk', 'text/html', 'gbk'],
      ['text/html;charset="a\\",b"', 'text/html', 'a",b'],
    ],
  })) {
    it(rule, () => {
      for (const [header, essence, charset] of rows) {
        deepEqual(extractMimeType(header), { essence, charset }, header);
      }
    });
  }

  it('« If mimeType is null, then return failure »', () => {
    for (const header of ['', ',', 'bogus', 'bogus,', '*/*', '*/*;charset=gbk', '*/*,', ', ,']) {
      equal(extractMimeType(header), null, header);
    }
  });
});

describe('Media type: beside Node', () => {
  itInNode('a Response reads 2,000 made headers in the same way', async () => {
    const makeHeader = headersOf(1);
    for (let compared = 0; compared < 2000; ) {
      const header = makeHeader();
      const both = await readBoth(header);
      if (both === null || isKnownDifference(both)) continue;
      deepEqual(both.actual, both.expected, header);
      compared++;
    }
  });
});

describe('Media type: groups', () => {
  // https://mimesniff.spec.whatwg.org/#mime-type-groups
  // The tests of HTML, of CSS and of types that are always UTF-8 stand in sniff.test.mjs.
  const groups = {
    xml: [
      ...['image/svg+xml', 'application/xhtml+xml', 'x/RSS+XML'],
      // « three media types … while defining text/xml and text/xml-external-parsed-entity as aliases »
      ...['application/xml', 'application/xml-external-parsed-entity', 'application/xml-dtd'],
      ...['text/xml', 'text/xml-external-parsed-entity'],
    ],
    javascript: [
      ...['application/', 'text/'].flatMap((type) =>
        ['ecmascript', 'javascript', 'x-ecmascript', 'x-javascript'].map((name) => type + name),
      ),
      ...[0, 1, 2, 3, 4, 5].map((minor) => `text/javascript1.${minor}`),
      'text/jscript',
      'text/livescript',
    ],
    other: ['', 'bogus', 'text/plain', 'image/png', 'text/xml-dtd', 'text/html5', '*/*'],
  };
  for (const [kind, headers] of Object.entries(groups)) {
    it(`${kind}: ${headers.length} media types`, () => {
      for (const header of headers) equal(mediaTypeOf(header).kind, kind, header);
    });
  }
});

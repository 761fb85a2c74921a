// HTTP bodies and forms: media types, the search for an encoding in a page, bodies, forms, and percent-decoding for parsers.

import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  bytesFor,
  callOf,
  functions,
  inOrder,
  joined,
  labelFor,
  labelsOf,
  oneOf,
  optionsOf,
  orWrong,
  texts,
  weighted,
  wrongValues,
} from '../arbitraries.mjs';
import { outcomeOf } from '../outcome.mjs';
import { Recipe } from '../world.mjs';

const label = fc.oneof(
  fc.constantFrom(...labelsOf.index),
  labelFor('index').filter((value) => typeof value === 'string'),
);

const pageParts = [
  fc.constantFrom(
    '<meta ',
    '<META\n',
    '<meta/',
    '<metax ',
    '<!--',
    '-->',
    '-->',
    '<!',
    '<?',
    '</',
    '<p ',
    '>',
    '/>',
    '"',
    "'",
    '=',
    ' ',
    '\t',
    '\f',
    'charset',
    'CHARSET=',
    'content=',
    'content="text/html; charset=',
    'http-equiv="content-type" ',
    'http-equiv=Content-Type ',
    'http-equiv=refresh ',
    '<?xml version="1.0" encoding="',
    "<?xml encoding='",
    '"?>',
    '?>',
    '@charset "',
    '";',
    '\xef\xbb\xbf',
    '\xfe\xff',
    '\xff\xfe',
    '<\0?\0x\0m\0l\0',
    '\0<\0?\0x',
  ),
  label,
  fc.string({ maxLength: 12 }),
  fc.constantFrom(400, 1020, 2000).map((length) => ' '.repeat(length)),
];

/** The bytes of texts of code points up to U+00FF. */
const asBytes = (made) =>
  made.map((text) => new Recipe(JSON.stringify(text), () => Buffer.from(text, 'latin1')));

const pages = asBytes(joined(pageParts, 20));
const bodies = weighted([5, pages], [2, label.chain((own) => bytesFor(own))]);

const typeParts = [
  fc.constantFrom(
    'text/html',
    'text/plain',
    'text/css',
    'application/xml',
    'image/svg+xml',
    'text/',
    '/',
    ';',
    '; ',
    ';charset',
    ';charset=',
    ';CHARSET="',
    '"',
    '\\',
    ' ',
    '\t',
    ',',
    '=',
    'x=y',
    '\u0100',
  ),
  label,
  fc.string({ maxLength: 8 }),
];

const anyTypes = weighted(
  [
    4,
    inOrder(
      fc.constantFrom('text/html', 'text/plain', 'application/xhtml+xml', 'text/css', ''),
      fc.constant(';charset='),
      label,
    ),
  ],
  [3, fc.constantFrom('text/html', 'text/plain', 'text/xml', 'text/css', '', undefined, null)],
  [4, joined(typeParts)],
  [1, wrongValues],
);

const limits = orWrong(fc.oneof(fc.nat({ max: 9 }), fc.nat({ max: 3000 }), fc.constant(Infinity)));
const sniffValues = {
  prescanBytes: limits,
  detect: orWrong(
    fc.oneof(
      fc.boolean(),
      functions,
      label.map((own) => new Recipe(`() => ${own}`, () => () => own)),
    ),
  ),
  allow: orWrong(fc.array(label, { maxLength: 4 })),
  allowUtf8Guess: orWrong(fc.boolean()),
  topLevelDomain: orWrong(
    fc.constantFrom('jp', 'ru', 'de', 'example.com', 'xn--p1ai', '\u0440\u0444'),
  ),
  language: orWrong(fc.constantFrom('ja', 'de-DE', 'zh-Hant', 'x')),
  unknownCharset: orWrong(fc.constantFrom('throw', 'ignore')),
  default: orWrong(label),
  maxBytes: limits,
};
const sniffNames = Object.keys(sniffValues).filter((name) => name !== 'maxBytes');
const bodyNames = [...sniffNames, 'maxBytes', 'fatal', 'malformed', 'maxErrors', 'maxOutputBytes'];

const formTypes = weighted(
  [
    6,
    fc.constantFrom('application/x-www-form-urlencoded', 'Application/X-WWW-Form-urlencoded; x=y'),
  ],
  [3, inOrder(fc.constant('application/x-www-form-urlencoded;charset='), label)],
  [1, anyTypes],
);
const formBodies = fc.oneof(
  asBytes(
    joined([
      oneOf(
        '= & + % %8 %83%5C %ff %E3%81%82 _charset_= _charset_ %5Fcharset%5F= &#169; isindex \xe9',
      ),
      label,
      fc.string({ maxLength: 6 }),
    ]),
  ),
  bytesFor('utf-8'),
);
export const formValues = {
  encoding: orWrong(label),
  charsetField: orWrong(fc.boolean()),
  allow: orWrong(fc.array(label, { maxLength: 4 })),
  maxBytes: limits,
  maxPairBytes: limits,
  maxPairs: limits,
};
const formOptions = optionsOf([...Object.keys(formValues), 'fatal'], formValues);

export { anyTypes, bodies, bodyNames, formBodies, formOptions, formTypes, sniffValues };

export default [
  callOf('http', 'sniffEncoding', bodies, anyTypes, optionsOf(sniffNames, sniffValues)),
  callOf('http', 'decodeBody', bodies, anyTypes, optionsOf(bodyNames, sniffValues)),
  {
    name: 'decodeBody decodes by what sniffEncoding tells',
    arbitrary: fc.record({
      body: pages,
      type: fc.constantFrom('text/html', 'text/xml', 'text/css', 'text/plain', undefined),
    }),
    run({ http, hooks }, { body, type }) {
      const { encoding, source, text } = http.decodeBody(body, type);
      equal(text, hooks.decode(body, encoding));
      if (source !== 'late-meta') deepEqual(http.sniffEncoding(body, type), { encoding, source });
      return text;
    },
  },
  callOf('http', 'parseForm', formBodies, formTypes, formOptions),
  {
    name: 'urlencodedDecoder',
    arbitrary: fc.record({
      label: labelFor('index'),
      options: optionsOf(['fatal', 'binary'], { binary: orWrong(fc.boolean()) }),
      values: fc.array(orWrong(fc.oneof(texts, joined([oneOf('% + %83%5C %E3 %ff a %C3%A9')]))), {
        maxLength: 5,
      }),
    }),
    async run({ http }, { label: own, options, values }) {
      const decode = http.urlencodedDecoder(own, options);
      ok(typeof decode === 'function');
      return Promise.all(values.map((value) => outcomeOf(() => decode(value))));
    },
  },
];

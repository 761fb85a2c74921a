// HTTP bodies and forms: media types, the search for an encoding in a page, bodies, forms, and percent-decoding for parsers.

import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  bytesFor,
  functions,
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

/** Joins parts of a text, of which each is taken from a list or made. */
const joined = (parts, maxLength = 12) =>
  fc.array(fc.oneof(...parts), { maxLength }).map((list) => list.join(''));

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

/** A page as bytes. */
const pages = joined(pageParts, 20).map(
  (text) => new Recipe(JSON.stringify(text), () => Buffer.from(text, 'latin1')),
);
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
    fc
      .tuple(
        fc.constantFrom('text/html', 'text/plain', 'application/xhtml+xml', 'text/css', ''),
        label,
      )
      .map(([type, own]) => `${type};charset=${own}`),
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
  [3, label.map((own) => `application/x-www-form-urlencoded;charset=${own}`)],
  [1, anyTypes],
);
const formBodies = fc.oneof(
  joined([
    fc.constantFrom(
      '=',
      '&',
      '+',
      '%',
      '%8',
      '%83%5C',
      '%ff',
      '%E3%81%82',
      '_charset_=',
      '_charset_',
      '%5Fcharset%5F=',
      '&#169;',
      'isindex',
      '\xe9',
    ),
    label,
    fc.string({ maxLength: 6 }),
  ]).map((text) => new Recipe(JSON.stringify(text), () => Buffer.from(text, 'latin1'))),
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
  {
    name: 'sniffEncoding',
    arbitrary: fc.record({
      body: bodies,
      type: anyTypes,
      options: optionsOf(sniffNames, sniffValues),
    }),
    run: ({ http }, { body, type, options }) => http.sniffEncoding(body, type, options),
  },
  {
    name: 'decodeBody',
    arbitrary: fc.record({
      body: bodies,
      type: anyTypes,
      options: optionsOf(bodyNames, sniffValues),
    }),
    run: ({ http }, { body, type, options }) => http.decodeBody(body, type, options),
  },
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
  {
    name: 'parseForm',
    arbitrary: fc.record({ body: formBodies, type: formTypes, options: formOptions }),
    run({ http }, { body, type, options }) {
      const form = http.parseForm(body, type, options);
      for (const pair of form.pairs) equal(pair.length, 2);
      return form;
    },
  },
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

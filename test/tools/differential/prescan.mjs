// Compares how lib/http finds the encoding of HTML with html-encoding-sniffer (from npm), and with the tests in a folder of
// checkouts of html5lib-tests and html-encoding-sniffer.
// Usage: npm run test:differential -- prescan DIR [SEED]
//
// Exit code: 0 when everything agreed except the known differences below, 1 otherwise, 2 for wrong arguments.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { sniffEncoding } from '../../../lib/http.mjs';
import { getEncoding } from '../../../lib/index.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { root } from '../run/cmake.mjs';
import { fetchPackage } from '../run/npm-package.mjs';

const SNIFFER = 'html-encoding-sniffer@7.0.0';
const RANDOM_PAGES = 500_000;

const HTML = 'text/html';

/**
 * Pages for which this package and html-encoding-sniffer differ, each with the sentence of a standard that this package follows.
 * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
const knownDifferences = [
  {
    page: '<meta charset=bogus http-equiv=content-type content="text/html; charset=koi8-r">',
    ours: 'windows-1252',
    theirs: 'KOI8-R',
    sentence:
      '« Let charset be the null value (which, for the purposes of this algorithm, is distinct from an unrecognized ' +
      'encoding or the empty string) »: after an unknown label, « if charset is still set to null » is false.',
  },
  {
    page: '</a title="><meta charset=koi8-r>"><meta charset=utf-8>',
    ours: 'UTF-8',
    theirs: 'KOI8-R',
    sentence:
      '« A sequence of bytes starting with a 0x3C byte (<), optionally a 0x2F byte (/), and finally a ' +
      'byte in the range 0x41-0x5A or 0x61-0x7A »: an end tag has attributes too.',
  },
  {
    page: Buffer.from('<?xml version="1.0"?><a/>', 'utf16le'),
    type: 'text/xml',
    charset: 'windows-1251',
    ours: 'UTF-16LE',
    theirs: 'windows-1251',
    sentence:
      'XML 1.0, 2.2: « Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | … »: no document contains the U+0000 ' +
      'that each second byte would be.',
  },
  {
    page: Buffer.from('<?x', 'utf16le'),
    type: 'text/xml',
    ours: 'UTF-16LE',
    theirs: 'UTF-8',
    sentence: 'html-encoding-sniffer waits for eight bytes, as WebKit does; no standard says so.',
  },
];

const counts = { agreed: 0, differed: 0 };

function compare(what, actual, expected, page) {
  if (actual === expected) {
    counts.agreed++;
    return;
  }
  counts.differed++;
  if (counts.differed > 20) return;
  console.log(`✗ ${what}: ${actual} instead of ${expected}`);
  console.log(`    ${JSON.stringify(page.toString('latin1').slice(0, 300))}`);
}

const sniffHtml = (page, options) => sniffEncoding(page, HTML, options).encoding;

/** The tests in a file of html5lib-tests: each is a page and the expected encoding. */
function* testsOf(file) {
  const text = readFileSync(file, 'latin1');
  for (const test of `\n${text}`.split('\n#data\n').slice(1)) {
    const [page, rest] = test.split('\n#encoding\n');
    yield { page: Buffer.from(page, 'latin1'), expected: getEncoding(rest.split('\n')[0]) };
  }
}

function compareWithHtml5lib(file) {
  // All tests but those in `preparsed` are for a whole parser, which finds a <meta> at any place.
  const options = file.includes('/preparsed/') ? {} : { prescanBytes: Infinity };
  for (const { page, expected } of testsOf(file)) {
    compare(file, sniffHtml(page, options), expected, page);
  }
}

/** The name of a page of html-encoding-sniffer ends with its encoding, except in the folder `utf`. */
function compareWithFixture(file) {
  const page = readFileSync(file);
  const expected = file.includes('/utf/') ? 'UTF-8' : basename(file, '.html').split('_').at(-1);
  compare(file, sniffHtml(page), expected, page);
}

const labels = ['utf-8', 'koi8-r', 'UTF-16', 'utf-16be', 'x-user-defined', ' gbk ', 'SJIS\n'];
const anyLabels = [...labels, 'bogus', 'hz-gb-2312', 'g\0k', '', 'caf\xe9'];
const spaces = ['', '', ' ', ' ', '\t', '\n', '\f', '\r', '\x0b', '/', ' / '];
const starts = ['<meta ', '<META/', '<meta\n', '<meta', '<p ', '<a', '<metax ', '<', '<!-- ', '<!'];
const otherStarts = ['<?', '<!-->', '<?xml ', '</ ', '</>'];
const ends = ['>', '>', '-->', '', '/>'];
const others = ['a', 'b=c', '=x', '"', 'title=">"', '=', 'name="charset"'];
const beforeLabel = [
  'x; charset=',
  'charset',
  'charset =',
  'charsetcharset=',
  "CHARSET= '",
  'charset\t="',
];
const afterLabel = ['', ';', ' ', "'", '"', 'x'];
const pragmas = ['content-type', 'Content-Type', 'refresh', 'content-type '];

/** In an end tag an attribute hides what html-encoding-sniffer sees. */
const hasEndTag = (page) => /<\/[a-z]/i.test(page.latin1Slice());

/** Whether the difference is the first of the known ones: the sniffer takes a `content` that the standard does not look at. */
function isKnown(sniffer, page, actual) {
  const without = Buffer.from(page.latin1Slice().replaceAll('content', 'c'), 'latin1');
  return actual === 'windows-1252' && sniffer(without) === actual;
}

/** Returns a function that makes random pages, in few of which an unknown `charset` stands before a `content`. */
function pagesOf(random) {
  const pick = (list) => list[random(list.length)];
  const some = (most, make) => Array.from({ length: random(most + 1) }, make).join('');
  const anyQuotes = (value) =>
    pick([`"${value}"`, `'${value}'`, value, `"${value}`, `'${value}`, `"${value}'`]);
  const assign = (name, value) =>
    `${name}${pick(spaces)}${pick(['=', '=', '=', '', '=='])}${value}`;
  const clean = (value) => {
    const quote = pick(['"', "'"]);
    return pick([`${quote}${value.replaceAll(quote, '')}${quote}`, value.replace(/[\s"']/g, '')]);
  };
  const content = () => pick(beforeLabel) + pick(anyLabels) + pick(afterLabel);
  // The attributes of three kinds of pages: with `content`; with `charset`, and quotes that do not match; and with both, where
  // each label is known.
  const kinds = [
    () =>
      pick([
        () => assign('content', pick(spaces) + clean(content())),
        () => assign('http-equiv', pick(spaces) + clean(pick(pragmas))),
      ])(),
    () => assign(pick(['charset', 'CHARSET']), pick(spaces) + anyQuotes(pick(anyLabels))),
    () =>
      pick([
        () => ` charset="${pick(labels)}" `,
        () => ` content='x; charset=${pick(labels)}' `,
        () => ` http-equiv=${pick(pragmas)} `,
      ])(),
  ];
  const tag = (kind) => () => {
    const other = () => (kind === kinds[1] ? pick(others) : pick(['a', 'b=c', '/', 'title=">"']));
    const attribute = () => ` ${pick(spaces)}${pick([kind, kind, other])()}${pick([' ', '\n'])}`;
    const start = pick([pick(starts), pick(starts), pick(otherStarts)]);
    return start + some(4, attribute) + pick(ends);
  };
  const declaration = () => {
    const name = pick(['encoding', 'xencoding', 'Encoding']);
    const version = pick([' version="1.0"', '', ' x']) + pick(spaces);
    return `<?xml${version}${assign(name, pick(spaces) + anyQuotes(pick(anyLabels)))}${pick(['?>', '>', ''])}`;
  };
  return () => {
    const start = random(3) === 0 ? declaration() : '';
    return Buffer.from(start + some(6, tag(pick(kinds))), 'latin1');
  };
}

function compareWithSniffer(sniffer, seed) {
  const makePage = pagesOf(randomFrom(2 * seed + 1));
  let named = 0;
  let known = 0;
  for (let i = 0; i < RANDOM_PAGES; i++) {
    const page = makePage();
    if (hasEndTag(page)) continue;
    const expected = sniffer(page);
    if (expected !== 'windows-1252') named++;
    const actual = sniffHtml(page);
    if (actual !== expected && isKnown(sniffer, page, actual)) known++;
    else compare('a random page', actual, expected, page);
    const ofXml = sniffEncoding(page, 'text/xml').encoding;
    compare('the same as XML', ofXml, sniffer(page, { xml: true }), page);
    const prescanBytes = i % 64;
    const ofLess = sniffer(page, { maxPrescanBytes: prescanBytes });
    compare('the same with fewer bytes', sniffHtml(page, { prescanBytes }), ofLess, page);
  }
  compare('at most one known difference in 10,000 pages', known < RANDOM_PAGES / 10_000, true, '');
  console.log(
    `${RANDOM_PAGES} random pages, seed ${seed}: ${named} name an encoding, ${known} differ as known`,
  );
}

function showKnownDifferences(sniffer) {
  for (const { page, type = HTML, charset, ours, theirs, sentence } of knownDifferences) {
    const bytes = Buffer.from(page);
    const contentType = charset === undefined ? type : `${type};charset=${charset}`;
    compare('a known difference', sniffEncoding(bytes, contentType).encoding, ours, bytes);
    const options = { xml: type !== HTML, transportLayerEncodingLabel: charset };
    compare('a known difference, theirs', sniffer(bytes, options), theirs, bytes);
    const shown = JSON.stringify(bytes.toString('latin1'));
    console.log(`known difference: ${ours}, not ${theirs}, for ${shown}\n    ${sentence}`);
  }
}

function main([directory, seed = '1']) {
  const folder = resolve(process.env.INIT_CWD ?? '.', directory ?? '');
  const isThere = directory !== undefined && existsSync(folder);
  const files = isThere ? readdirSync(folder, { recursive: true }) : [];
  const paths = files.map((file) => join(folder, file).replaceAll('\\', '/'));
  const dat = paths.filter((path) => /\/encoding\/(preparsed\/)?[^/]+\.dat$/.test(path));
  const pages = paths.filter((path) =>
    /\/test\/fixtures\/(bom|normal|no-result|utf)\/[^/]+\.html$/.test(path),
  );
  if (dat.length === 0) {
    console.error('Usage: npm run test:differential -- prescan DIR [SEED]');
    console.error(
      'DIR contains a checkout of html5lib-tests, and may contain one of html-encoding-sniffer.',
    );
    return 2;
  }
  const sniffer = createRequire(import.meta.url)(fetchPackage(`${root}build/prescan`, SNIFFER));
  for (const file of dat) compareWithHtml5lib(file);
  for (const file of pages) compareWithFixture(file);
  console.log(`${dat.length} files of html5lib-tests, ${pages.length} of html-encoding-sniffer`);
  compareWithSniffer(sniffer, Number(seed));
  showKnownDifferences(sniffer);
  console.log(`${counts.agreed} agreed, ${counts.differed} differed; ${SNIFFER}`);
  return counts.differed === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));

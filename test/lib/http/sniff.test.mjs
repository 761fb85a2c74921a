// Tests the rules by which the encoding of a body is found, each in the words of its standard. Each row goes through
// sniffEncoding(), decodeBody() and the streams, whole and in chunks.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { encode, getEncoding } from 'whatwg-transcoder';
import { decodeBody, decodeResponse, sniffEncoding } from 'whatwg-transcoder/http';
import { resolveLabel } from 'whatwg-transcoder/labels';
import { wrongType } from '../../harness/errors.mjs';
import { itInNode } from '../../harness/runtimes-here.mjs';
import { assertLinear } from '../../harness/work.mjs';
import { checkBody, throughNodeStream, throughWebStream } from './rules.mjs';

const http = fileURLToPath(new URL('../../../lib/http.js', import.meta.url));

const utf8BOM = '\xef\xbb\xbf';
const utf16leBOM = '\xff\xfe';
const utf16beBOM = '\xfe\xff';
const utf16 = (text, label) => encode(text, label).latin1Slice();
const js = 'text/javascript';

/** What fills the bytes that a stream searches for a <meta>. */
const filler = `<title>a</title><script>b</script><link c="d">`.repeat(30);

/** A row for a page in which only decodeBody() finds a <meta>. */
const late = (body, encoding, options = {}) => {
  const other = getEncoding(options.default ?? 'windows-1252');
  return [body, 'text/html', other, 'default', options, encoding];
};

/** For each media type and rule: rows of a body, a Content-Type, the encoding, the source, options, and the encoding that a late <meta> names. */
const rules = {
  HTML: {
    // https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
    '« If the result of BOM sniffing is an encoding, return that encoding »': [
      [`${utf8BOM}a`, 'text/html', 'UTF-8', 'bom'],
      [`${utf16leBOM}a\0`, 'text/html', 'UTF-16LE', 'bom'],
      [`${utf16beBOM}\0a`, 'text/html', 'UTF-16BE', 'bom'],
      [`${utf8BOM}<meta charset=koi8-r>`, 'text/html;charset=shift_jis', 'UTF-8', 'bom'],
      [`${utf16leBOM}`, 'text/html;charset=utf-8', 'UTF-16LE', 'bom'],
      // The beginning of a byte order mark is none.
      ['\xef\xbb', 'text/html', 'windows-1252', 'default'],
      ['\xef\xbbx', 'text/html;charset=koi8-r', 'KOI8-R', 'header'],
      ['\xff', 'text/html', 'windows-1252', 'default'],
      ['', 'text/html', 'windows-1252', 'default'],
    ],
    '« If the transport layer specifies a character encoding, and it is supported »': [
      ['<meta charset=koi8-r>', 'text/html;charset=shift_jis', 'Shift_JIS', 'header'],
      ['<?xml encoding="koi8-r"?>', 'text/html;charset=" GBK "', 'GBK', 'header'],
      ['a\0', 'text/html;charset=utf-16', 'UTF-16LE', 'header'],
      ['\xe9', 'text/html;charset=x-user-defined', 'x-user-defined', 'header'],
      ['<meta charset=koi8-r>', 'text/html;charset=bogus', 'KOI8-R', 'meta'],
      ['<meta charset=koi8-r>', 'text/html;charset=utf-7', 'KOI8-R', 'meta'],
      ['<meta charset=koi8-r>', 'text/html;charset=""', 'KOI8-R', 'meta'],
      ['<meta charset=koi8-r>', 'text/html;charset=bogus;charset=gbk', 'KOI8-R', 'meta'],
    ],
    'the labels of replacement, which hide what the bytes say': [
      ['<meta charset=koi8-r>', 'text/html;charset=hz-gb-2312', 'replacement', 'header'],
      ['<meta charset=iso-2022-kr>abc', 'text/html', 'replacement', 'meta'],
      ['', 'text/html;charset=iso-2022-cn', 'replacement', 'header'],
    ],
    '« Prescan for UTF-16 XML declarations »': [
      ['<\0?\0x\0', 'text/html', 'UTF-16LE', 'xml'],
      ['\0<\0?\0x', 'text/html', 'UTF-16BE', 'xml'],
      [
        utf16('<?xml version="1.0" encoding="koi8-r"?>\u65e5', 'utf-16le'),
        'text/html',
        'UTF-16LE',
        'xml',
      ],
      ['<\0?\0X\0', 'text/html', 'windows-1252', 'default'],
      ['<\0?\0x', 'text/html', 'windows-1252', 'default'],
      ['\0<\0?\0', 'text/html', 'windows-1252', 'default'],
      [' <\0?\0x\0', 'text/html', 'windows-1252', 'default'],
      ['<\0?\0x\0', 'text/html;charset=koi8-r', 'KOI8-R', 'header'],
    ],
    "« the first 0x3E byte which is preceded by two 0x2D bytes (i.e. at the end of an ASCII '-->' sequence) »":
      [
        ['<!-- <meta charset=gbk> --><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
        [
          '<!-- > -> <meta charset=gbk> --\n><meta charset=gbk>',
          'text/html',
          'windows-1252',
          'default',
        ],
        // « (The two 0x2D bytes can be the same as those in the '<!--' sequence.) »
        ['<!--><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
        ['<!---><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
        ['<!-><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
        ['<!--<meta charset=koi8-r>', 'text/html', 'windows-1252', 'default'],
      ],
    '« 0x3C, 0x4D or 0x6D, … and one of 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0x2F »': [
      ...['\t', '\n', '\f', '\r', ' ', '/'].map((byte) => [
        `<mEtA${byte}charset=koi8-r>`,
        'text/html',
        'KOI8-R',
        'meta',
      ]),
      ['<meta\vcharset=koi8-r>', 'text/html', 'windows-1252', 'default'],
      ['<metacharset=koi8-r>', 'text/html', 'windows-1252', 'default'],
      ['<metax charset=koi8-r>', 'text/html', 'windows-1252', 'default'],
      ['</meta charset=koi8-r>', 'text/html', 'windows-1252', 'default'],
    ],
    '« If the attribute’s name is already in attribute list, then return to the step labeled attributes »':
      [
        ['<meta charset=koi8-r charset=gbk>', 'text/html', 'KOI8-R', 'meta'],
        ['<meta charset=bogus charset=gbk>', 'text/html', 'windows-1252', 'default'],
        [
          '<meta http-equiv=x http-equiv=content-type content="charset=gbk">',
          'text/html',
          'windows-1252',
          'default',
        ],
        [
          '<meta content=x content="charset=gbk" http-equiv=content-type>',
          'text/html',
          'windows-1252',
          'default',
        ],
      ],
    '« If the attribute’s value is "content-type", then set got pragma to true »': [
      [
        '<meta http-equiv=Content-Type content="text/html; charset=koi8-r">',
        'text/html',
        'KOI8-R',
        'meta',
      ],
      [
        '<meta content="text/html; charset=koi8-r" http-equiv=CONTENT-TYPE>',
        'text/html',
        'KOI8-R',
        'meta',
      ],
      [
        '<meta http-equiv="content-type " content="charset=koi8-r">',
        'text/html',
        'windows-1252',
        'default',
      ],
      [
        '<meta http-equiv=refresh content="charset=koi8-r">',
        'text/html',
        'windows-1252',
        'default',
      ],
      // « If need pragma is true but got pragma is false, then jump to the step below labeled next byte. »
      ['<meta content="charset=koi8-r">', 'text/html', 'windows-1252', 'default'],
      ['<meta content="charset=koi8-r"><meta charset=gbk>', 'text/html', 'GBK', 'meta'],
    ],
    '« the null value (which, for the purposes of this algorithm, is distinct from an unrecognized encoding …) »':
      [
        [
          '<meta http-equiv=content-type charset=gbk content="charset=koi8-r">',
          'text/html',
          'GBK',
          'meta',
        ],
        [
          '<meta http-equiv=content-type content="charset=koi8-r" charset=gbk>',
          'text/html',
          'GBK',
          'meta',
        ],
        // « If charset is failure, then jump to the step below labeled next byte. »
        [
          '<meta http-equiv=content-type charset=bogus content="charset=koi8-r">',
          'text/html',
          'windows-1252',
          'default',
        ],
        [
          '<meta http-equiv=content-type content="charset=koi8-r" charset=bogus>',
          'text/html',
          'windows-1252',
          'default',
        ],
        [
          '<meta http-equiv=content-type content="charset=bogus"><meta charset=gbk>',
          'text/html',
          'GBK',
          'meta',
        ],
        ['<meta charset=bogus><meta charset=gbk>', 'text/html', 'GBK', 'meta'],
        ['<meta name=x><meta charset=gbk>', 'text/html', 'GBK', 'meta'],
      ],
    '« If charset is UTF-16BE/LE, then set charset to UTF-8. If charset is x-user-defined, then set charset to windows-1252. »':
      [
        ['<meta charset=utf-16>', 'text/html', 'UTF-8', 'meta'],
        ['<meta charset=utf-16be>', 'text/html', 'UTF-8', 'meta'],
        ['<meta http-equiv=content-type content="charset=utf-16le">', 'text/html', 'UTF-8', 'meta'],
        ['<meta charset=x-user-defined>', 'text/html', 'windows-1252', 'meta'],
      ],
    '« Repeatedly get an attribute until no further attributes can be found »': [
      ['<p title="><meta charset=gbk>"><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
      ["<p title='><meta charset=gbk>'><meta charset=koi8-r>", 'text/html', 'KOI8-R', 'meta'],
      ['</p title="><meta charset=gbk>"><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
      ['<p title=><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
      ['<p title="><meta charset=koi8-r>', 'text/html', 'windows-1252', 'default'],
      ['<p/<meta charset=koi8-r>', 'text/html', 'windows-1252', 'default'],
      ['<1 title="><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
    ],
    '« A sequence of bytes starting with: 0x3C 0x21, 0x3C 0x2F, 0x3C 0x3F … the first 0x3E byte »':
      [
        ['<!doctype html "><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
        ['<! <meta charset=gbk><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
        ['</ <meta charset=gbk><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
        ['<?php <meta charset=gbk><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
        ['</><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
      ],
    // https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing
    '« get an attribute »': [
      ['<meta / charset = koi8-r >', 'text/html', 'KOI8-R', 'meta'],
      ['<meta charset\n=\n"koi8-r"\n>', 'text/html', 'KOI8-R', 'meta'],
      ['<meta =charset=koi8-r>', 'text/html', 'windows-1252', 'default'],
      ['<meta a charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
      ['<meta a/charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
      ['<meta charset/=koi8-r>', 'text/html', 'windows-1252', 'default'],
      ['<meta " charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
      ["<meta charset='koi8-r'>", 'text/html', 'KOI8-R', 'meta'],
      ['<meta charset="koi8-r\'>', 'text/html', 'windows-1252', 'default'],
      ['<meta charset="KOI8-R\n">', 'text/html', 'KOI8-R', 'meta'],
      ['<meta charset=koi8-r/>', 'text/html', 'windows-1252', 'default'],
      ['<meta charset="koi8-r"/>', 'text/html', 'KOI8-R', 'meta'],
      ['<meta charset="\xe9"><meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta'],
      ['<meta charset=koi8-r', 'text/html', 'windows-1252', 'default'],
      ['<meta charset="koi8-r" ', 'text/html', 'windows-1252', 'default'],
      ['<meta charset=', 'text/html', 'windows-1252', 'default'],
      ['<meta', 'text/html', 'windows-1252', 'default'],
    ],
    // https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements
    '« extracting a character encoding from a meta element »': [
      ...[
        ['text/html; charset=koi8-r', 'KOI8-R'],
        ['charset=koi8-r', 'KOI8-R'],
        ['CharSet = koi8-r ', 'KOI8-R'],
        ['charset=koi8-r;x', 'KOI8-R'],
        ['charset=koi8-r x', 'KOI8-R'],
        ['xcharset=koi8-r', 'KOI8-R'],
        // « Otherwise, if the next character is not a U+003D, then move position … and jump back to the step labeled loop. »
        ['charset charset=koi8-r', 'KOI8-R'],
        ['charsetcharset=koi8-r', 'KOI8-R'],
        ['charset; charset=koi8-r', 'KOI8-R'],
        ['charset="koi8-r"', 'KOI8-R'],
        ['charset=" koi8-r "x', 'KOI8-R'],
        // « if there is no later » quotation mark, or « no next character: Return nothing. »
        ['charset="koi8-r', null],
        ['charset=', null],
        ['charset', null],
        ['charset=""', null],
        ['charset==koi8-r', null],
        ['charset=x;charset=koi8-r', null],
      ].map(([content, encoding]) => [
        `<meta http-equiv=content-type content='${content}'>`,
        'text/html',
        encoding ?? 'windows-1252',
        encoding === null ? 'default' : 'meta',
      ]),
      ['<meta http-equiv=content-type content="charset=\'gbk\'">', 'text/html', 'GBK', 'meta'],
      [
        '<meta http-equiv=content-type content="charset=\'gbk">\'',
        'text/html',
        'windows-1252',
        'default',
      ],
    ],
    // https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
    '« return the result get an XML encoding applied to the same bytes »': [
      ['<?xml version="1.0" encoding="koi8-r"?><p>', 'text/html', 'KOI8-R', 'xml'],
      ["<?xml encoding='koi8-r'>", 'text/html', 'KOI8-R', 'xml'],
      ['<?xmlencoding\0\x01 = \n"koi8-r">', 'text/html', 'KOI8-R', 'xml'],
      ['<?xml xencoding="koi8-r">', 'text/html', 'KOI8-R', 'xml'],
      ['<?xml encoding="utf-16be"?>', 'text/html', 'UTF-8', 'xml'],
      ['<?xml encoding="x-user-defined"?>', 'text/html', 'x-user-defined', 'xml'],
      ['<?xml encoding="koi8-r"?><meta charset=gbk>', 'text/html', 'GBK', 'meta'],
      ['<?xml encoding="bogus"?><meta charset=gbk>', 'text/html', 'GBK', 'meta'],
      [`<?xml encoding="koi8-r"${' '.repeat(2000)}?>`, 'text/html', 'KOI8-R', 'xml'],
      ...[
        '<?XML encoding="koi8-r"?>',
        ' <?xml encoding="koi8-r"?>',
        '<?xml Encoding="koi8-r"?>',
        '<?xml encoding="koi8-r"',
        '<?xml encoding="koi8-r?>"',
        '<?xml encoding=koi8-r?>',
        '<?xml encoding "koi8-r"?>',
        '<?xml encoding=" koi8-r"?>',
        '<?xml encoding="koi8-r "?>',
        '<?xml encoding="bogus"?>',
        '<?xml version="1.0"?><a encoding="koi8-r">',
        '<?xml?>aaaaaaa="koi8-r"',
        '<?xm',
      ].map((body) => [body, 'text/html', 'windows-1252', 'default']),
    ],
    '« the first 1024 bytes »': [
      [`${' '.repeat(1003)}<meta charset=koi8-r>`, 'text/html', 'KOI8-R', 'meta'],
      late(`${' '.repeat(1004)}<meta charset=koi8-r>`, 'KOI8-R'),
      [
        `${' '.repeat(1004)}<meta charset=koi8-r>`,
        'text/html',
        'KOI8-R',
        'meta',
        { prescanBytes: 1025 },
      ],
      [
        `${' '.repeat(9000)}<meta charset=koi8-r>`,
        'text/html',
        'KOI8-R',
        'meta',
        { prescanBytes: Infinity },
      ],
      late('<meta charset=koi8-r>', 'KOI8-R', { prescanBytes: 20 }),
      ['<meta charset=koi8-r>', 'text/html', 'KOI8-R', 'meta', { prescanBytes: 21 }],
      [`${utf8BOM}x`, 'text/html', 'UTF-8', 'bom', { prescanBytes: 0 }],
      late(`<!--${'x'.repeat(1100)}--><meta charset=koi8-r>`, 'KOI8-R'),
    ],
    // https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing
    '« the encoding sniffing algorithm described above failed to find a character encoding, or … found a character encoding that was not the actual encoding of the file »':
      [
        late(`${filler}<meta charset=koi8-r>`, 'KOI8-R'),
        late(`<head>${filler}<meta charset=koi8-r></head><p>\xc9`, 'KOI8-R'),
        late(
          `${filler}<meta content="text/html; charset=sjis" http-equiv=content-type>\x93\xfa`,
          'Shift_JIS',
        ),
        // « If the new encoding is UTF-16BE/LE, then change it to UTF-8. If the new encoding is x-user-defined, … windows-1252. »
        late(`${filler}<meta charset=utf-16>`, 'UTF-8'),
        late(`${filler}<meta charset=x-user-defined>`, 'windows-1252'),
        late(`${filler}<meta charset=bogus><meta charset=koi8-r>`, 'KOI8-R'),
        // The tag begins in the first 1,024 bytes.
        late(`${' '.repeat(1020)}<meta charset=koi8-r>`, 'KOI8-R'),
        ...[
          `${filler}<!-- <meta charset=koi8-r> -->`,
          `${filler}<p title="<meta charset=koi8-r>">`,
          `${filler}<meta charset=koi8-r`,
          `${filler}<meta charset=bogus>`,
          filler,
        ].map((body) => [body, 'text/html', 'windows-1252', 'default']),
        // Only HTML has a <meta>.
        [`${filler}<meta charset=koi8-r>`, 'text/xml', 'UTF-8', 'default'],
        [`${filler}<meta charset=koi8-r>`, 'text/plain', 'UTF-8', 'default'],
      ],
    'a <meta> behind the first 1,024 bytes is searched for when nothing else has told the encoding, and before a guess':
      [
        [`${utf8BOM}${filler}<meta charset=koi8-r>`, 'text/html', 'UTF-8', 'bom'],
        [`${filler}<meta charset=koi8-r>`, 'text/html;charset=gbk', 'GBK', 'header'],
        [`<meta charset=gbk>${filler}<meta charset=koi8-r>`, 'text/html', 'GBK', 'meta'],
        [`<?xml encoding="gbk"?>${filler}<meta charset=koi8-r>`, 'text/html', 'GBK', 'xml'],
        [
          `${utf16('<?xml?>', 'utf-16le')}${filler}<meta charset=koi8-r>`,
          'text/html',
          'UTF-16LE',
          'xml',
        ],
        late(`${filler}<meta charset=koi8-r>`, 'KOI8-R', { default: 'gbk' }),
      ],
    '… to the end of the head, « </head> » or « <body »': [
      ...[
        '</head>',
        '</HEAD\n>',
        '</head/>',
        '<body>',
        '<BODY class=a>',
        '<body\tclass=a>',
        '<body/>',
      ].flatMap((end) => [
        [`${filler}${end}<meta charset=koi8-r>`, 'text/html', 'windows-1252', 'default'],
        [`${end}${filler}<meta charset=koi8-r>`, 'text/html', 'windows-1252', 'default'],
        late(`${filler}<meta charset=koi8-r>${end}<meta charset=gbk>`, 'KOI8-R'),
        // The prescan of the first 1,024 bytes goes beyond the head, as the standard writes it.
        [`${end}<meta charset=koi8-r>`, 'text/html', 'KOI8-R', 'meta'],
      ]),
      // These end no head.
      ...[
        '<head>',
        '</headx>',
        '<head/>',
        '</header>',
        '<bodyx>',
        '</body>',
        '< body>',
        '<!-- </head><body> -->',
        '<a title="</head><body>">',
        '<!<body>',
      ].map((other) => late(`${other}${filler}${other}<meta charset=koi8-r>`, 'KOI8-R')),
    ],
    '… and at most 65,536 bytes': [
      late(`${' '.repeat(65_515)}<meta charset=koi8-r>`, 'KOI8-R'),
      [`${' '.repeat(65_516)}<meta charset=koi8-r>`, 'text/html', 'windows-1252', 'default'],
      [
        `${' '.repeat(65_516)}<meta charset=koi8-r>`,
        'text/html',
        'KOI8-R',
        'meta',
        { prescanBytes: 65_537 },
      ],
    ],
    '… unless prescanBytes is 0': [
      ['<meta charset=koi8-r>', 'text/html', 'windows-1252', 'default', { prescanBytes: 0 }],
      [
        `${filler}<meta charset=koi8-r>`,
        'text/html',
        'windows-1252',
        'default',
        { prescanBytes: 0 },
      ],
    ],
    '« Return an implementation-defined or user-specified default character encoding »': [
      ['\xe9', 'text/html', 'windows-1252', 'default'],
      ['\x93\xfa', 'text/html', 'Shift_JIS', 'default', { default: 'sjis' }],
      ['\xe9', 'text/html;charset=koi8-r', 'KOI8-R', 'header', { default: 'sjis' }],
    ],
  },
  XML: {
    // https://www.rfc-editor.org/rfc/rfc7303#section-3.2
    '« a BOM … is authoritative if it is present »': [
      [`${utf8BOM}<?xml encoding="koi8-r"?>`, 'text/xml;charset=gbk', 'UTF-8', 'bom'],
      [`${utf16beBOM}\0<\0a`, 'application/xml', 'UTF-16BE', 'bom'],
    ],
    '« Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | … », so `<?x` in UTF-16 is nothing else': [
      ['<\0?\0x\0m\0', 'text/xml', 'UTF-16LE', 'xml'],
      ['\0<\0?\0x', 'image/svg+xml', 'UTF-16BE', 'xml'],
      ['<\0?\0x\0m\0', 'text/xml;charset=windows-1251', 'UTF-16LE', 'xml'],
      ['<\0?\0', 'text/xml', 'UTF-8', 'default'],
    ],
    '« In the absence of a BOM … the charset parameter is authoritative if it is present »': [
      ['<?xml encoding="koi8-r"?>', 'text/xml;charset=gbk', 'GBK', 'header'],
      [
        '<?xml encoding="koi8-r"?>',
        'application/rss+xml;charset="Shift_JIS"',
        'Shift_JIS',
        'header',
      ],
      ['<?xml encoding="koi8-r"?>', 'text/xml;charset=bogus', 'KOI8-R', 'xml'],
    ],
    // https://www.w3.org/TR/xml/#charencoding
    "« [80] EncodingDecl ::= S 'encoding' Eq ('\"' EncName '\"' | \"'\" EncName \"'\" ) », wherever it ends":
      [
        ['<?xml version="1.0" encoding="koi8-r"?><a/>', 'text/xml', 'KOI8-R', 'xml'],
        [
          "<?xml version='1.0' encoding = 'koi8-r' standalone='no' ?><a/>",
          'x/y+xml',
          'KOI8-R',
          'xml',
        ],
        [
          `<?xml version="1.0"${' '.repeat(5000)}encoding="koi8-r"?><a/>`,
          'text/xml',
          'KOI8-R',
          'xml',
        ],
        [
          `<?xml version="1.0" encoding="koi8-r"${' '.repeat(60_000)}?><a/>`,
          'text/xml',
          'KOI8-R',
          'xml',
        ],
        [
          `<?xml version="1.0" encoding="koi8-r"${' '.repeat(70_000)}?><a/>`,
          'text/xml',
          'UTF-8',
          'default',
        ],
        ['<?xml version="1.0" encoding="koi8-r"', 'text/xml', 'UTF-8', 'default'],
        ['<?xml version="1.0" encoding="utf-16"?><a/>', 'text/xml', 'UTF-8', 'xml'],
        [' <?xml version="1.0" encoding="koi8-r"?><a/>', 'text/xml', 'UTF-8', 'default'],
      ],
    '« the default … UTF-8 », never HTML’s prescan and no other default': [
      ['<a/>', 'text/xml', 'UTF-8', 'default'],
      ['<meta charset="koi8-r"/>', 'application/xhtml+xml', 'UTF-8', 'default'],
      ['\xe9', 'text/xml', 'UTF-8', 'default', { default: 'koi8-r', detect: () => 'koi8-r' }],
      ['', 'text/xml', 'UTF-8', 'default'],
    ],
  },
  CSS: {
    // https://drafts.csswg.org/css-syntax/#input-byte-stream
    '« The decode algorithm gives precedence to a byte order mark (BOM) »': [
      [`${utf8BOM}@charset "koi8-r";`, 'text/css;charset=gbk', 'UTF-8', 'bom'],
    ],
    '« If HTTP or equivalent protocol provides an encoding label … If that does not return failure, return it »':
      [
        ['@charset "koi8-r";', 'text/css;charset=gbk', 'GBK', 'header'],
        ['@charset "koi8-r";', 'text/css;charset=bogus', 'KOI8-R', 'css'],
        ['a\0', 'text/css;charset=utf-16', 'UTF-16LE', 'header'],
      ],
    '« begin with the hex sequence 40 63 68 61 72 73 65 74 20 22 XX* 22 3B »': [
      ['@charset "koi8-r";', 'text/css', 'KOI8-R', 'css'],
      ['@charset " KOI8-R\t";a{}', 'text/css', 'KOI8-R', 'css'],
      ['@charset "hz-gb-2312";', 'text/css', 'replacement', 'css'],
      ['@charset "x-user-defined";', 'text/css', 'x-user-defined', 'css'],
      ...[
        '@charset "bogus";',
        '@charset "";',
        '@Charset "koi8-r";',
        ' @charset "koi8-r";',
        "@charset 'koi8-r';",
        '@charset  "koi8-r";',
        '@charset "koi8-r" ;',
        '@charset "koi8-r"',
        '@charset "koi8-r',
        '@charset "koi8-r\xe9";',
        '@charset',
      ].map((body) => [body, 'text/css', 'UTF-8', 'default']),
    ],
    '« If the return value was utf-16be or utf-16le, use utf-8 »': [
      ['@charset "utf-16";', 'text/css', 'UTF-8', 'css'],
      ['@charset "utf-16be";', 'text/css', 'UTF-8', 'css'],
    ],
    '« the first 1024 bytes »': [
      [`@charset "${' '.repeat(1009)}gbk";`, 'text/css', 'GBK', 'css'],
      [`@charset "${' '.repeat(1010)}gbk";`, 'text/css', 'UTF-8', 'default'],
      [`@charset "${' '.repeat(1010)}gbk";`, 'text/css', 'GBK', 'css', { prescanBytes: 1025 }],
    ],
    '« Otherwise, if an environment encoding is provided … Otherwise, return utf-8 »': [
      ['a{}\xe9', 'text/css', 'UTF-8', 'default'],
      ['a{}\xe9', 'text/css', 'KOI8-R', 'default', { default: 'koi8-r' }],
      ['<meta charset=koi8-r>', 'text/css', 'UTF-8', 'default', { detect: () => 'koi8-r' }],
    ],
  },
  JSON: {
    // https://www.rfc-editor.org/rfc/rfc8259#section-8.1
    '« JSON text … MUST be encoded using UTF-8 »; « No "charset" parameter is defined »': [
      ['"\xe9"', 'application/json', 'UTF-8', 'default'],
      ['"\xe9"', 'application/json;charset=windows-1252', 'UTF-8', 'default'],
      ['"\xe9"', 'text/json;charset=bogus', 'UTF-8', 'default'],
      [
        '{}',
        'application/ld+json',
        'UTF-8',
        'default',
        { default: 'koi8-r', detect: () => 'koi8-r' },
      ],
    ],
    'a byte order mark': [
      [`${utf8BOM}{}`, 'application/json', 'UTF-8', 'bom'],
      [`${utf16leBOM}{\0}\0`, 'application/json', 'UTF-16LE', 'bom'],
    ],
  },
  JavaScript: {
    // https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-classic-script
    '« legacy extracting an encoding given potentialMIMETypeForEncoding and encoding »': [
      ['"\xe9"', js, 'UTF-8', 'default'],
      ['"\xe9"', `${js};charset=koi8-r`, 'KOI8-R', 'header'],
      ['"\xe9"', `${js};charset=bogus`, 'UTF-8', 'default'],
      ['"\xe9"', 'application/x-javascript;charset=hz-gb-2312', 'replacement', 'header'],
      ['"\xe9"', js, 'KOI8-R', 'default', { default: 'koi8-r', detect: () => 'gbk' }],
      ['@charset "koi8-r";', js, 'UTF-8', 'default'],
    ],
    '« The decode algorithm overrides encoding if the file contains a BOM »': [
      [`${utf8BOM}1`, `${js};charset=koi8-r`, 'UTF-8', 'bom'],
    ],
  },
  'text/plain and the rest': {
    'a byte order mark, the header, else UTF-8': [
      [`${utf8BOM}a`, 'text/plain;charset=koi8-r', 'UTF-8', 'bom'],
      [`${utf8BOM}a`, 'text/plain;charset=bogus', 'UTF-8', 'bom'],
      [`${utf16beBOM}\0a`, null, 'UTF-16BE', 'bom'],
      ['\x93\xfa', 'text/csv; charset=Shift_JIS', 'Shift_JIS', 'header'],
      ['\x93\xfa', 'application/x-www-form-urlencoded;charset=sjis', 'Shift_JIS', 'header'],
      ['\xe9', 'text/plain', 'UTF-8', 'default'],
      ['\xe9', '', 'UTF-8', 'default'],
      ['\xe9', undefined, 'UTF-8', 'default'],
      ['<meta charset=koi8-r>', 'bogus', 'UTF-8', 'default'],
      ['<?xml encoding="koi8-r"?>', 'text/plain', 'UTF-8', 'default'],
      ['\xe9', 'text/plain', 'KOI8-R', 'default', { default: 'koi8-r' }],
    ],
  },
};

/** The bytes that a detector gets, as text. */
const textOf = (bytes) => Buffer.from(bytes).latin1Slice();

describe('HTTP bodies: the encoding', () => {
  for (const [kind, table] of Object.entries(rules)) {
    describe(kind, () => {
      for (const [rule, rows] of Object.entries(table)) {
        it(rule, async () => {
          for (const row of rows) await checkBody(...row);
        });
      }
    });
  }
});

describe('HTTP bodies: options of the encoding', () => {
  const html = 'text/html';
  const eAcute = 'caf\xe9';

  it('detect is asked last, for HTML, plain text and the rest', async () => {
    const detect = () => 'koi8-r';
    await checkBody(eAcute, html, 'KOI8-R', 'detected', { detect });
    await checkBody(eAcute, 'text/plain', 'KOI8-R', 'detected', { detect, default: 'gbk' });
    await checkBody(eAcute, undefined, 'KOI8-R', 'detected', { detect });
    await checkBody('', undefined, 'KOI8-R', 'detected', { detect });
    const never = () => assert.fail('detect was called');
    for (const [body, type] of [
      [`${utf8BOM}a`, html],
      ['a', `${html};charset=gbk`],
      ['<meta charset=gbk>', html],
      ['<?xml encoding="gbk"?>', html],
      ['a', 'text/xml'],
      ['a', 'text/css'],
      ['a', 'application/json'],
      ['a', 'text/javascript'],
    ]) {
      sniffEncoding(Buffer.from(body, 'latin1'), type, { detect: never });
    }
  });

  it('detect gets the bytes, the top-level domain and the header', () => {
    const seen = [];
    const detect = (bytes, context) => {
      seen.push([textOf(bytes), context]);
      return null;
    };
    const options = { detect, topLevelDomain: 'jp' };
    assert.equal(sniffEncoding(Buffer.from('abc'), html, options).source, 'default');
    sniffEncoding(Buffer.from('x'), undefined, { detect });
    assert.deepEqual(seen, [
      ['abc', { topLevelDomain: 'jp', contentType: html }],
      ['x', { topLevelDomain: undefined, contentType: '' }],
    ]);
  });

  it('detect gets all bytes of a body, and the first prescanBytes of a stream, however that is cut', async () => {
    const body = `${'x'.repeat(2000)}\xe9`;
    const seen = [];
    const detect = (bytes) => {
      seen.push(bytes.length);
      return 'koi8-r';
    };
    await checkBody(body, 'text/plain', 'KOI8-R', 'detected', { detect });
    assert.deepEqual(seen, [2001, 2001, ...Array(8).fill(1024)]);
    seen.length = 0;
    await checkBody(body, html, 'KOI8-R', 'detected', { detect, prescanBytes: 1500 });
    assert.deepEqual(seen, [2001, 2001, ...Array(8).fill(1500)]);
  });

  it('a <meta> behind the first 1,024 bytes comes before detect and allowUtf8Guess', async () => {
    const detect = () => 'gbk';
    const page = `${filler}<meta charset=koi8-r>${Buffer.from('日本').latin1Slice()}`;
    await checkBody(page, html, 'GBK', 'detected', { detect }, 'KOI8-R');
    const allowUtf8Guess = true;
    await checkBody(`\xc3\xa9${page}`, html, 'UTF-8', 'detected', { allowUtf8Guess }, 'KOI8-R');
    const never = () => assert.fail('detect was called');
    decodeBody(Buffer.from(page, 'latin1'), html, { detect: never });
  });

  it('decodeResponse finds a <meta> behind the first 1,024 bytes, however the body comes', async () => {
    const bytes = Buffer.from(`${filler}<meta charset=koi8-r>\xc9`, 'latin1');
    const headers = { 'content-type': html };
    for (const body of [bytes, ReadableStream.from([bytes.subarray(0, 7), bytes.subarray(7)])]) {
      const { text, encoding, source } = await decodeResponse(new Response(body, { headers }));
      assert.deepEqual([text.at(-1), encoding, source], ['и', 'KOI8-R', 'late-meta']);
    }
    const { source } = await decodeResponse(new Response(bytes, { headers }), { maxBytes: 5000 });
    assert.equal(source, 'late-meta');
  });

  it('detect may not answer ISO-2022-JP and UTF-16', async () => {
    for (const label of ['iso-2022-jp', 'ISO2022JP', 'utf-16', 'utf-16be', 'UTF16LE']) {
      const options = { detect: () => label, allow: undefined };
      await checkBody(eAcute, html, 'windows-1252', 'default', options);
    }
    for (const label of [null, undefined]) {
      await checkBody(eAcute, html, 'windows-1252', 'default', { detect: () => label });
    }
    const options = { detect: () => 'iso-2022-jp', allow: ['iso-2022-jp'] };
    await checkBody(eAcute, html, 'windows-1252', 'default', options);
  });

  it('detect may answer with the names of other programs, as resolveLabel() knows them', async () => {
    for (const [name, encoding] of [
      ['windows-949', 'EUC-KR'],
      ['x-windows-949', 'EUC-KR'],
      ['cp932', 'Shift_JIS'],
      ['CP932', 'Shift_JIS'],
      ['x-sjis', 'Shift_JIS'],
      ['GB2312', 'GBK'],
      ['utf8', 'UTF-8'],
      ['EUC_KR', 'EUC-KR'],
      ['MacCyrillic', 'x-mac-cyrillic'],
    ]) {
      assert.equal(resolveLabel(name), encoding);
      await checkBody(eAcute, 'text/plain', encoding, 'detected', { detect: () => name });
    }
    const options = { detect: () => 'cp932', allow: ['euc-jp'] };
    await checkBody(eAcute, html, 'windows-1252', 'default', options);
  });

  it('another name that detect answers with is an error with a status, never another encoding', async () => {
    for (const [name, advice] of [
      ['ISO-2022-CN', 'a label of the replacement encoding'],
      ['ISO-2022-KR', 'whatwg-transcoder/historical supports it'],
      ['replacement', 'a label of the replacement encoding'],
      ['EUC-TW', ''],
      ['bogus', ''],
      ['', ''],
    ]) {
      const options = { detect: () => name };
      const expected = {
        name: 'RangeError',
        code: 'ERR_ENCODING_NOT_SUPPORTED',
        status: 415,
        type: 'charset.unsupported',
        charset: name,
      };
      const check = (error) => {
        for (const [key, value] of Object.entries(expected)) assert.equal(error[key], value, name);
        assert.ok(error.message.includes(advice), error.message);
        return true;
      };
      const bytes = Buffer.from(eAcute, 'latin1');
      assert.throws(() => sniffEncoding(bytes, html, options), check);
      assert.throws(() => decodeBody(bytes, html, options), check);
      for (const run of [throughNodeStream, throughWebStream]) {
        await assert.rejects(run([bytes], html, options), check);
      }
    }
  });

  it('a charset of the header that is unknown stands in the result, with the advice that decode() gives', async () => {
    for (const [charset, hint] of [
      ['bogus', undefined],
      ['cp932', 'did you mean windows-31j?'],
      ['x-windows-949', 'did you mean windows-949?'],
      ['cp437', 'whatwg-transcoder/codepages supports it'],
    ]) {
      const contentType = `text/html; charset=${charset}`;
      const bytes = Buffer.from(eAcute, 'latin1');
      const expected = { encoding: 'windows-1252', source: 'default', unknownLabel: charset };
      if (hint !== undefined) expected.hint = hint;
      assert.deepEqual(sniffEncoding(bytes, contentType), expected);
      const { text, replacements, firstErrorOffset, ...rest } = decodeBody(bytes, contentType);
      assert.deepEqual([text, replacements, firstErrorOffset, rest], ['café', 0, null, expected]);
      for (const run of [throughNodeStream, throughWebStream]) {
        const { unknownLabel, hint: given } = await run([bytes], contentType);
        assert.deepEqual([unknownLabel, given], [charset, hint]);
      }
      const response = new Response(bytes, { headers: { 'content-type': contentType } });
      assert.equal((await decodeResponse(response)).unknownLabel, charset);
      // Where it is refused, the advice is in the message.
      assert.throws(
        () => decodeBody(bytes, `text/plain; charset=${charset}`),
        (error) => {
          assert.deepEqual([error.status, error.charset], [415, charset]);
          assert.ok(error.message.endsWith(hint ?? 'is not supported'), error.message);
          return true;
        },
      );
    }
    for (const header of [html, 'text/html; charset=sjis', 'text/html; charset=hz-gb-2312']) {
      assert.ok(!('unknownLabel' in sniffEncoding(Buffer.of(), header)));
    }
  });

  it('detect may answer only what allow contains', async () => {
    const detect = () => ' SJIS ';
    const allow = new Set(['shift_jis', 'EUC-JP']);
    await checkBody(eAcute, html, 'Shift_JIS', 'detected', { detect, allow });
    await checkBody(eAcute, html, 'windows-1252', 'default', { detect, allow: ['euc-jp'] });
    await checkBody(eAcute, html, 'windows-1252', 'default', { detect, allow: [] });
    await checkBody('<meta charset=sjis>', html, 'Shift_JIS', 'meta', { allow: ['euc-jp'] });
  });

  it('allowUtf8Guess: « bytes that are not ASCII and are well-formed UTF-8 are UTF-8 »', async () => {
    const allowUtf8Guess = true;
    const detect = () => 'koi8-r';
    const utf8 = Buffer.from('日本').latin1Slice();
    await checkBody(utf8, html, 'windows-1252', 'default');
    await checkBody(utf8, html, 'UTF-8', 'detected', { allowUtf8Guess });
    await checkBody(utf8, 'text/plain', 'UTF-8', 'detected', { allowUtf8Guess, default: 'gbk' });
    await checkBody(utf8, html, 'UTF-8', 'detected', { allowUtf8Guess, detect });
    await checkBody(`${utf8}\xff`, html, 'KOI8-R', 'detected', { allowUtf8Guess, detect });
    await checkBody('abc', html, 'windows-1252', 'default', { allowUtf8Guess });
    await checkBody('', html, 'windows-1252', 'default', { allowUtf8Guess });
    await checkBody('a', 'text/css', 'KOI8-R', 'default', { allowUtf8Guess, default: 'koi8-r' });
  });

  it('allowUtf8Guess: « a sequence cut at the end … does not count against it », nor for it', async () => {
    const allowUtf8Guess = true;
    const utf8 = Buffer.from('é日').latin1Slice();
    for (const cut of [1, 2]) {
      await checkBody(utf8.slice(0, -cut), html, 'UTF-8', 'detected', { allowUtf8Guess });
    }
    for (const body of ['caf\xe9', 'caf\xe6\x97', '\xf0\x9f\x92', '\xe3']) {
      await checkBody(body, html, 'windows-1252', 'default', { allowUtf8Guess });
    }
    await checkBody(`${utf8}\xe9a`, html, 'windows-1252', 'default', { allowUtf8Guess });
    // The end of a stream's window may cut a sequence at each place.
    for (const prescanBytes of [10, 11, 12, 13]) {
      const options = { allowUtf8Guess, prescanBytes };
      const body = Buffer.from('é日é日é日').latin1Slice();
      await checkBody(body, html, 'UTF-8', 'detected', options);
    }
  });

  it('unknownCharset: throw refuses an unknown charset for every media type, and replacement', () => {
    const bytes = Buffer.from('<meta charset=gbk>');
    for (const type of [
      'text/html',
      'text/xml',
      'text/css',
      'text/javascript',
      'application/json',
    ]) {
      assert.doesNotThrow(() => sniffEncoding(bytes, `${type};charset=bogus`));
      for (const charset of ['bogus', 'utf-7', 'hz-gb-2312', '""']) {
        const header = `${type};charset=${charset}`;
        const throwing = () => sniffEncoding(bytes, header, { unknownCharset: 'throw' });
        assert.throws(throwing, { status: 415, type: 'charset.unsupported' }, header);
      }
      sniffEncoding(bytes, `${type};charset=gbk`, { unknownCharset: 'throw' });
      sniffEncoding(bytes, type, { unknownCharset: 'throw' });
    }
  });

  it('unknownCharset: ignore goes on to the next rule for plain text and the rest', async () => {
    const unknownCharset = 'ignore';
    const header = 'text/plain;charset=bogus';
    assert.throws(() => sniffEncoding(Buffer.from('a'), header), {
      name: 'RangeError',
      code: 'ERR_ENCODING_NOT_SUPPORTED',
      message: 'The "bogus" encoding is not supported',
      charset: 'bogus',
      status: 415,
      statusCode: 415,
      expose: true,
      type: 'charset.unsupported',
    });
    await checkBody('a', header, 'UTF-8', 'default', { unknownCharset });
    await checkBody('a', header, 'KOI8-R', 'default', { unknownCharset, default: 'koi8-r' });
    await checkBody('a', header, 'GBK', 'detected', { unknownCharset, detect: () => 'gbk' });
    const old = 'text/plain;charset=iso-2022-kr';
    assert.throws(() => sniffEncoding(Buffer.from('a'), old), {
      status: 415,
      charset: 'iso-2022-kr',
    });
    await checkBody('a', old, 'replacement', 'header', { unknownCharset });
  });
});

describe('HTTP bodies: wrong arguments', () => {
  const bytes = Buffer.from('a');
  const wrong = wrongType;

  it('throw TypeError with a clear message', () => {
    for (const [args, message] of [
      [['text'], /^bytes must be a buffer or a view, not a string/],
      [[undefined], /^bytes must be/],
      [[bytes, 7], /^contentType must be a string, null or undefined; received number 7$/],
      [[bytes, {}], /^contentType must be/],
      [[bytes, '', 7], /^options must be an object/],
      [[bytes, '', { prescanBytes: -1 }], /^options\.prescanBytes must be an integer from 0 on/],
      [[bytes, '', { prescanBytes: Number.NaN }], /^options\.prescanBytes/],
      [[bytes, '', { prescanBytes: '1024' }], /^options\.prescanBytes/],
      [[bytes, '', { detect: 'gbk' }], /^options\.detect must be a function; received the string/],
      [[bytes, '', { allow: 'gbk' }], /^options\.allow must be a list of labels/],
      [[bytes, '', { allow: 7 }], /^options\.allow/],
      [[bytes, '', { allow: [7] }], /^label must be a string/],
      [[bytes, '', { allowUtf8Guess: 1 }], /^options\.allowUtf8Guess must be a boolean/],
      [[bytes, '', { topLevelDomain: 7 }], /^options\.topLevelDomain must be a string/],
      [
        [bytes, '', { unknownCharset: 'no' }],
        /^options\.unknownCharset must be 'throw' or 'ignore'/,
      ],
      [[bytes, '', { default: 7 }], /^label must be a string/],
      [[bytes, '', { default: null }], /^label must be a string/],
    ]) {
      assert.throws(() => sniffEncoding(...args), { ...wrong, message });
    }
  });

  it('throw RangeError without a status for labels that the program has chosen', () => {
    for (const options of [{ default: 'bogus' }, { default: 'hz-gb-2312' }, { allow: ['bogus'] }]) {
      assert.throws(
        () => sniffEncoding(bytes, '', options),
        (error) => {
          assert.equal(error.code, 'ERR_ENCODING_NOT_SUPPORTED');
          assert.ok(error instanceof RangeError && !('status' in error));
          return true;
        },
      );
    }
  });

  it('throw TypeError when detect returns something else than a label, and what it throws', () => {
    for (const answer of [{ encoding: 'gbk' }, 7, Promise.resolve('gbk'), true]) {
      const message = /^options\.detect must be a function that returns a label or null; received/;
      assert.throws(() => sniffEncoding(bytes, '', { detect: () => answer }), {
        ...wrong,
        message,
      });
    }
    const own = new SyntaxError('own');
    const detect = () => {
      throw own;
    };
    assert.throws(() => sniffEncoding(bytes, '', { detect }), own);
  });

  it('null stands for no options and no header', () => {
    assert.deepEqual(sniffEncoding(bytes, null, null), { encoding: 'UTF-8', source: 'default' });
    const { buffer } = Uint8Array.of(0xef, 0xbb, 0xbf);
    assert.equal(sniffEncoding(buffer).source, 'bom');
    assert.equal(sniffEncoding(new DataView(buffer)).source, 'bom');
    const { length } = buffer.transfer?.() ?? structuredClone(buffer, { transfer: [buffer] });
    assert.equal(length, undefined);
    assert.equal(sniffEncoding(buffer).source, 'default');
  });
});

describe('HTTP bodies: hostile bytes', () => {
  const parts = [
    '<',
    '<!--',
    '<!-- -',
    '<meta ',
    '<meta content="charset=',
    "<meta content=charset='>",
    '<meta content="charset ">',
    '<meta charset="x">',
    '<a a=',
    '<a "',
    '<a =',
    '</',
    '<?',
    'charset=',
    '<meta a b c d e f g h content=charsetcharset>',
  ];

  // Node's inspector counts the steps.
  itInNode('take steps in proportion to their length, up to 2 MB', () => {
    assertLinear(
      `const { sniffEncoding } = require(${JSON.stringify(http)});
      const options = { prescanBytes: Infinity };
      const run = (part, length) => {
        const bytes = Buffer.from(part.repeat(length / part.length), 'latin1');
        for (const type of ['text/html', 'text/xml', 'text/css']) {
          sniffEncoding(bytes, type, options);
          sniffEncoding(Buffer.concat([Buffer.from('<?xml encoding='), bytes]), type, options);
          sniffEncoding(Buffer.concat([Buffer.from('@charset "'), bytes]), type, options);
        }
      };`,
      parts,
    );
  });

  itInNode('take steps in proportion to their length in the head of a whole page', () => {
    assertLinear(
      `const { decodeBody } = require(${JSON.stringify(http)});
      const run = (part, length) => {
        const bytes = Buffer.from(part.repeat(length / part.length), 'latin1');
        decodeBody(bytes, 'text/html', { prescanBytes: 1 });
      };`,
      [...parts, '</head', '<body', '<!-- </head> '],
      8000, // eight times as much is about the 65,536 bytes of the search
    );
  });
});

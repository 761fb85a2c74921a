// Tests the rules by which the encoding of a body is found, each in the words of its standard. Each row goes through
// sniffEncoding(), decodeBody() and the streams, whole and in chunks.

import { encode, getEncoding } from 'whatwg-transcoder';
import { checkBody, filler, utf8BOM } from './rules.mjs';

const utf16leBOM = '\xff\xfe';

const utf16beBOM = '\xfe\xff';

const utf16 = (text, label) => encode(text, label).latin1Slice();

const koi8 = '<?xml encoding="koi8-r"?>';
const rule = '@charset "koi8-r";';
const longRule = (length) => `@charset "${' '.repeat(length)}gbk";`;
const spaces = [' ', '\n', '\r\n', '\t \n', '\n'.repeat(5000)];
const inKoi8 = '<meta charset=koi8-r>';
const inGbk = '<meta charset=gbk>';
const pragma = '<meta http-equiv=content-type';
const detect = () => 'koi8-r';
const guessing = { default: 'koi8-r', detect };

// Rows for pages: with a <meta>, with an XML declaration, and with nothing that tells the encoding. The encoding is KOI8-R unless it is given.
const meta = (body, encoding = 'KOI8-R', ...options) => [
  body,
  'text/html',
  encoding,
  'meta',
  ...options,
];
const xml = (body, encoding = 'KOI8-R') => [body, 'text/html', encoding, 'xml'];
const none = (body, ...options) => [body, 'text/html', 'windows-1252', 'default', ...options];

/** A row for a page in which only decodeBody() finds a <meta>. */
const late = (body, encoding = 'KOI8-R', options = {}) => {
  const other = getEncoding(options.default ?? 'windows-1252');
  return [body, 'text/html', other, 'default', options, encoding];
};

/**
 * For each media type and rule: rows of a body, a Content-Type, the encoding, the source, options, and the encoding that a late <meta>
 * names; or a table as rowsOf() takes it.
 */
const rules = {
  HTML: {
    // https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
    '« If the result of BOM sniffing is an encoding, return that encoding »': [
      [`${utf8BOM}a`, 'text/html', 'UTF-8', 'bom'],
      [`${utf16leBOM}a\0`, 'text/html', 'UTF-16LE', 'bom'],
      [`${utf16beBOM}\0a`, 'text/html', 'UTF-16BE', 'bom'],
      [`${utf8BOM}${inKoi8}`, 'text/html;charset=shift_jis', 'UTF-8', 'bom'],
      [`${utf16leBOM}`, 'text/html;charset=utf-8', 'UTF-16LE', 'bom'],
      // The beginning of a byte order mark is none.
      none('\xef\xbb'),
      ['\xef\xbbx', 'text/html;charset=koi8-r', 'KOI8-R', 'header'],
      none('\xff'),
      none(''),
    ],
    '« If the transport layer specifies a character encoding, and it is supported »': [
      [inKoi8, 'text/html;charset=shift_jis', 'Shift_JIS', 'header'],
      ['<?xml encoding="koi8-r"?>', 'text/html;charset=" GBK "', 'GBK', 'header'],
      ['a\0', 'text/html;charset=utf-16', 'UTF-16LE', 'header'],
      ['\xe9', 'text/html;charset=x-user-defined', 'x-user-defined', 'header'],
      [inKoi8, 'text/html;charset=bogus', 'KOI8-R', 'meta'],
      [inKoi8, 'text/html;charset=utf-7', 'KOI8-R', 'meta'],
      [inKoi8, 'text/html;charset=""', 'KOI8-R', 'meta'],
      [inKoi8, 'text/html;charset=bogus;charset=gbk', 'KOI8-R', 'meta'],
    ],
    'the labels of replacement, which hide what the bytes say': [
      [inKoi8, 'text/html;charset=hz-gb-2312', 'replacement', 'header'],
      meta('<meta charset=iso-2022-kr>abc', 'replacement'),
      ['', 'text/html;charset=iso-2022-cn', 'replacement', 'header'],
    ],
    '« Prescan for UTF-16 XML declarations »': [
      xml('<\0?\0x\0', 'UTF-16LE'),
      xml('\0<\0?\0x', 'UTF-16BE'),
      xml(utf16('<?xml version="1.0" encoding="koi8-r"?>\u65e5', 'utf-16le'), 'UTF-16LE'),
      none('<\0?\0X\0'),
      none('<\0?\0x'),
      none('\0<\0?\0'),
      none(' <\0?\0x\0'),
      ['<\0?\0x\0', 'text/html;charset=koi8-r', 'KOI8-R', 'header'],
    ],
    "« the first 0x3E byte which is preceded by two 0x2D bytes (i.e. at the end of an ASCII '-->' sequence) »":
      [
        meta(`<!-- ${inGbk} -->${inKoi8}`),
        none(`<!-- > -> ${inGbk} --\n>${inGbk}`),
        // « (The two 0x2D bytes can be the same as those in the '<!--' sequence.) »
        meta(`<!-->${inKoi8}`),
        meta(`<!--->${inKoi8}`),
        meta(`<!->${inKoi8}`),
        none(`<!--${inKoi8}`),
      ],
    '« 0x3C, 0x4D or 0x6D, … and one of 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0x2F »': [
      ...['\t', '\n', '\f', '\r', ' ', '/'].map((byte) => meta(`<mEtA${byte}charset=koi8-r>`)),
      none('<meta\vcharset=koi8-r>'),
      none('<metacharset=koi8-r>'),
      none('<metax charset=koi8-r>'),
      none('</meta charset=koi8-r>'),
    ],
    '« If the attribute’s name is already in attribute list, then return to the step labeled attributes »':
      [
        meta('<meta charset=koi8-r charset=gbk>'),
        none('<meta charset=bogus charset=gbk>'),
        none(`<meta http-equiv=x http-equiv=content-type content="charset=gbk">`),
        none(`<meta content=x content="charset=gbk" http-equiv=content-type>`),
      ],
    '« If the attribute’s value is "content-type", then set got pragma to true »': [
      meta('<meta http-equiv=Content-Type content="text/html; charset=koi8-r">'),
      meta('<meta content="text/html; charset=koi8-r" http-equiv=CONTENT-TYPE>'),
      none('<meta http-equiv="content-type " content="charset=koi8-r">'),
      none('<meta http-equiv=refresh content="charset=koi8-r">'),
      // « If need pragma is true but got pragma is false, then jump to the step below labeled next byte. »
      none('<meta content="charset=koi8-r">'),
      meta(`<meta content="charset=koi8-r">${inGbk}`, 'GBK'),
    ],
    '« the null value (which, for the purposes of this algorithm, is distinct from an unrecognized encoding …) »':
      [
        meta(`${pragma} charset=gbk content="charset=koi8-r">`, 'GBK'),
        meta(`${pragma} content="charset=koi8-r" charset=gbk>`, 'GBK'),
        // « If charset is failure, then jump to the step below labeled next byte. »
        none(`${pragma} charset=bogus content="charset=koi8-r">`),
        none(`${pragma} content="charset=koi8-r" charset=bogus>`),
        meta(`${pragma} content="charset=bogus">${inGbk}`, 'GBK'),
        meta(`<meta charset=bogus>${inGbk}`, 'GBK'),
        meta(`<meta name=x>${inGbk}`, 'GBK'),
      ],
    '« If charset is UTF-16BE/LE, then set charset to UTF-8. If charset is x-user-defined, then set charset to windows-1252. »':
      [
        meta('<meta charset=utf-16>', 'UTF-8'),
        meta('<meta charset=utf-16be>', 'UTF-8'),
        meta(`${pragma} content="charset=utf-16le">`, 'UTF-8'),
        meta('<meta charset=x-user-defined>', 'windows-1252'),
      ],
    '« Repeatedly get an attribute until no further attributes can be found »': [
      meta(`<p title=">${inGbk}">${inKoi8}`),
      meta("<p title='><meta charset=gbk>'><meta charset=koi8-r>"),
      meta(`</p title=">${inGbk}">${inKoi8}`),
      meta(`<p title=>${inKoi8}`),
      none(`<p title=">${inKoi8}`),
      none(`<p/${inKoi8}`),
      meta(`<1 title=">${inKoi8}`),
    ],
    '« A sequence of bytes starting with: 0x3C 0x21, 0x3C 0x2F, 0x3C 0x3F … the first 0x3E byte »':
      [
        meta(`<!doctype html ">${inKoi8}`),
        meta(`<! ${inGbk}${inKoi8}`),
        meta(`</ ${inGbk}${inKoi8}`),
        meta(`<?php ${inGbk}${inKoi8}`),
        meta(`</>${inKoi8}`),
      ],
    // https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing
    '« get an attribute »': [
      // « 0x3D (=), and the attribute name is longer than the empty string »
      meta('<meta ==">" charset=gbk>', 'GBK'),
      meta('<meta / charset = koi8-r >'),
      meta('<meta charset\n=\n"koi8-r"\n>'),
      none('<meta =charset=koi8-r>'),
      meta('<meta a charset=koi8-r>'),
      meta('<meta a/charset=koi8-r>'),
      none('<meta charset/=koi8-r>'),
      meta('<meta " charset=koi8-r>'),
      meta("<meta charset='koi8-r'>"),
      none('<meta charset="koi8-r\'>'),
      meta('<meta charset="KOI8-R\n">'),
      none('<meta charset=koi8-r/>'),
      meta('<meta charset="koi8-r"/>'),
      meta(`<meta charset="\xe9">${inKoi8}`),
      none('<meta charset=koi8-r'),
      none('<meta charset="koi8-r" '),
      none('<meta charset='),
      none('<meta'),
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
        `${pragma} content='${content}'>`,
        'text/html',
        encoding ?? 'windows-1252',
        encoding === null ? 'default' : 'meta',
      ]),
      meta(`${pragma} content="charset='gbk'">`, 'GBK'),
      none(`${pragma} content="charset='gbk">'`),
    ],
    // https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
    '« return the result get an XML encoding applied to the same bytes »': [
      xml('<?xml version="1.0" encoding="koi8-r"?><p>'),
      xml("<?xml encoding='koi8-r'>"),
      xml('<?xmlencoding\0\x01 = \n"koi8-r">'),
      xml('<?xml xencoding="koi8-r">'),
      xml('<?xml encoding="utf-16be"?>', 'UTF-8'),
      xml('<?xml encoding="x-user-defined"?>', 'x-user-defined'),
      meta(`<?xml encoding="koi8-r"?>${inGbk}`, 'GBK'),
      meta(`<?xml encoding="bogus"?>${inGbk}`, 'GBK'),
      xml(`<?xml encoding="koi8-r"${' '.repeat(2000)}?>`),
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
      ].map((body) => none(body)),
    ],
    '« the first 1024 bytes »': [
      meta(`${' '.repeat(1003)}${inKoi8}`),
      late(`${' '.repeat(1004)}${inKoi8}`),
      meta(`${' '.repeat(1004)}${inKoi8}`, 'KOI8-R', { prescanBytes: 1025 }),
      meta(`${' '.repeat(9000)}${inKoi8}`, 'KOI8-R', { prescanBytes: Infinity }),
      late(inKoi8, 'KOI8-R', { prescanBytes: 20 }),
      meta(inKoi8, 'KOI8-R', { prescanBytes: 21 }),
      [`${utf8BOM}x`, 'text/html', 'UTF-8', 'bom', { prescanBytes: 0 }],
      late(`<!--${'x'.repeat(1100)}-->${inKoi8}`),
    ],
    // https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing
    '« the encoding sniffing algorithm described above failed to find a character encoding, or … found a character encoding that was not the actual encoding of the file »':
      [
        late(`${filler}${inKoi8}`),
        late(`<head>${filler}${inKoi8}</head><p>\xc9`),
        late(
          `${filler}<meta content="text/html; charset=sjis" http-equiv=content-type>\x93\xfa`,
          'Shift_JIS',
        ),
        // « If the new encoding is UTF-16BE/LE, then change it to UTF-8. If the new encoding is x-user-defined, … windows-1252. »
        late(`${filler}<meta charset=utf-16>`, 'UTF-8'),
        late(`${filler}<meta charset=x-user-defined>`, 'windows-1252'),
        late(`${filler}<meta charset=bogus>${inKoi8}`),
        // The tag begins in the first 1,024 bytes.
        late(`${' '.repeat(1020)}${inKoi8}`),
        ...[
          `${filler}<!-- ${inKoi8} -->`,
          `${filler}<p title="${inKoi8}">`,
          `${filler}<meta charset=koi8-r`,
          `${filler}<meta charset=bogus>`,
          filler,
        ].map((body) => none(body)),
        // Only HTML has a <meta>.
        [`${filler}${inKoi8}`, 'text/xml', 'UTF-8', 'default'],
        [`${filler}${inKoi8}`, 'text/plain', 'UTF-8', 'default'],
      ],
    'a <meta> behind the first 1,024 bytes is searched for when nothing else has told the encoding, and before a guess':
      [
        [`${utf8BOM}${filler}${inKoi8}`, 'text/html', 'UTF-8', 'bom'],
        [`${filler}${inKoi8}`, 'text/html;charset=gbk', 'GBK', 'header'],
        meta(`${inGbk}${filler}${inKoi8}`, 'GBK'),
        xml(`<?xml encoding="gbk"?>${filler}${inKoi8}`, 'GBK'),
        xml(`${utf16('<?xml?>', 'utf-16le')}${filler}${inKoi8}`, 'UTF-16LE'),
        late(`${filler}${inKoi8}`, 'KOI8-R', { default: 'gbk' }),
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
        none(`${filler}${end}${inKoi8}`),
        none(`${end}${filler}${inKoi8}`),
        late(`${filler}${inKoi8}${end}${inGbk}`),
        // The prescan of the first 1,024 bytes goes beyond the head, as the standard writes it.
        meta(`${end}${inKoi8}`),
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
      ].map((other) => late(`${other}${filler}${other}${inKoi8}`)),
    ],
    '« Follow the generic raw text element parsing algorithm »: the text of an element has no tags':
      [
        ...['script', 'STYLE', 'title', 'textarea', 'noscript'].flatMap((name) => [
          ...[
            inGbk,
            '</head>',
            "s='<body class=\"a'; if (i<n) <p",
            `</${name}x>${inGbk}`,
            '<!--',
          ].map((text) => late(`${filler}<${name} class=a>${text}</${name}>${inKoi8}`)),
          late(`${filler}<${name}/></head></${name}\n>${inKoi8}`),
          none(`${filler}<${name}>${inKoi8}</${name}>`),
          none(`${filler}<${name}>${inKoi8}`),
          none(`${filler}<${name} ${inKoi8}`),
          // The prescan of the first 1,024 bytes knows no elements, as the standard writes it.
          meta(`<${name}>${inKoi8}</${name}>`),
        ]),
        late(`${filler}<scripts>${inKoi8}</scripts>`),
        late(`${filler}</script>${inKoi8}`),
        late(`<script>${' '.repeat(1024)}${inGbk}</script>${inKoi8}`),
      ],
    '… and at most 65,536 bytes': [
      late(`${' '.repeat(65_515)}${inKoi8}`),
      none(`${' '.repeat(65_516)}${inKoi8}`),
      meta(`${' '.repeat(65_516)}${inKoi8}`, 'KOI8-R', { prescanBytes: 65_537 }),
    ],
    '… unless prescanBytes is 0': [
      none(inKoi8, { prescanBytes: 0 }),
      none(`${filler}${inKoi8}`, { prescanBytes: 0 }),
    ],
    '« Return an implementation-defined or user-specified default character encoding »': [
      none('\xe9'),
      ['\x93\xfa', 'text/html', 'Shift_JIS', 'default', { default: 'sjis' }],
      ['\xe9', 'text/html;charset=koi8-r', 'KOI8-R', 'header', { default: 'sjis' }],
    ],
  },
  XML: {
    // https://www.rfc-editor.org/rfc/rfc7303#section-3.2
    '« a BOM … is authoritative if it is present »': {
      'text/xml;charset=gbk UTF-8 bom': [`${utf8BOM}${koi8}`],
      'application/xml UTF-16BE bom': [`${utf16beBOM}\0<\0a`],
    },
    '« Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | … », so `<?x` in UTF-16 is nothing else': {
      'text/xml UTF-16LE xml': ['<\0?\0x\0m\0'],
      'image/svg+xml UTF-16BE xml': ['\0<\0?\0x'],
      'text/xml;charset=windows-1251 UTF-16LE xml': ['<\0?\0x\0m\0'],
      'text/xml UTF-8 default': ['<\0?\0'],
    },
    '« In the absence of a BOM … the charset parameter is authoritative if it is present »': {
      'text/xml;charset=gbk GBK header': [koi8],
      'application/rss+xml;charset="Shift_JIS" Shift_JIS header': [koi8],
      'text/xml;charset=bogus KOI8-R xml': [koi8],
    },
    // « S ::= (#x20 | #x9 | #xD | #xA)+ » No well-formed document has it there, but feeds do. https://www.w3.org/TR/xml/#NT-S
    'white space before the XML declaration does not hide it': {
      'text/xml KOI8-R xml': [...spaces, ' '.repeat(65_500)].map((space) => `${space}${koi8}<a/>`),
      'x/rss+xml UTF-16LE xml': spaces.map((space) =>
        utf16(`${space}<?xml version="1.0"?>`, 'utf-16le'),
      ),
      'x/rss+xml UTF-16BE xml': spaces.map((space) =>
        utf16(`${space}<?xml version="1.0"?>`, 'utf-16be'),
      ),
      'text/xml;charset=gbk UTF-16LE xml': spaces.map((space) =>
        utf16(`${space}<?xml?>`, 'utf-16le'),
      ),
      'text/xml;charset=gbk GBK header': [`\n${koi8}`, '\n'],
      'text/xml UTF-8 default': [
        '\n \n',
        `\n<a/>${koi8}`,
        `x${koi8}`,
        `${' '.repeat(65_530)}${koi8}`,
      ],
      // HTML looks for it at the start alone, as its standard says.
      'text/html windows-1252 default': [`\n${koi8}`],
    },
    // https://www.w3.org/TR/xml/#charencoding
    "« [80] EncodingDecl ::= S 'encoding' Eq ('\"' EncName '\"' | \"'\" EncName \"'\" ) », wherever it ends":
      {
        'text/xml KOI8-R xml': [
          '<?xml version="1.0" encoding="koi8-r"?><a/>',
          `<?xml version="1.0"${' '.repeat(5000)}encoding="koi8-r"?><a/>`,
          `<?xml version="1.0" encoding="koi8-r"${' '.repeat(60_000)}?><a/>`,
        ],
        'x/y+xml KOI8-R xml': ["<?xml version='1.0' encoding = 'koi8-r' standalone='no' ?><a/>"],
        'text/xml UTF-8 default': [
          `<?xml version="1.0" encoding="koi8-r"${' '.repeat(70_000)}?><a/>`,
          '<?xml version="1.0" encoding="koi8-r"',
        ],
        'text/xml UTF-8 xml': ['<?xml version="1.0" encoding="utf-16"?><a/>'],
      },
    '« the default … UTF-8 », never HTML’s prescan and no other default': {
      'text/xml UTF-8 default': ['<a/>', '', ['\xe9', guessing]],
      'application/xhtml+xml UTF-8 default': ['<meta charset="koi8-r"/>'],
    },
  },
  CSS: {
    // https://drafts.csswg.org/css-syntax/#input-byte-stream
    '« The decode algorithm gives precedence to a byte order mark (BOM) »': {
      'text/css;charset=gbk UTF-8 bom': [`${utf8BOM}${rule}`],
    },
    '« If HTTP or equivalent protocol provides an encoding label … If that does not return failure, return it »':
      {
        'text/css;charset=gbk GBK header': [rule],
        'text/css;charset=bogus KOI8-R css': [rule],
        'text/css;charset=utf-16 UTF-16LE header': ['a\0'],
      },
    '« begin with the hex sequence 40 63 68 61 72 73 65 74 20 22 XX* 22 3B »': {
      'text/css KOI8-R css': [rule, '@charset " KOI8-R\t";a{}'],
      'text/css replacement css': ['@charset "hz-gb-2312";'],
      'text/css x-user-defined css': ['@charset "x-user-defined";'],
      'text/css UTF-8 default': [
        '@charset "bogus";',
        '@charset "";',
        '@Charset "koi8-r";',
        ` ${rule}`,
        "@charset 'koi8-r';",
        '@charset  "koi8-r";',
        '@charset "koi8-r" ;',
        '@charset "koi8-r"',
        '@charset "koi8-r',
        '@charset "koi8-r\xe9";',
        '@charset',
      ],
    },
    '« If the return value was utf-16be or utf-16le, use utf-8 »': {
      'text/css UTF-8 css': ['@charset "utf-16";', '@charset "utf-16be";'],
    },
    '« the first 1024 bytes »': {
      'text/css GBK css': [longRule(1009), [longRule(1010), { prescanBytes: 1025 }]],
      'text/css UTF-8 default': [longRule(1010)],
    },
    '« Otherwise, if an environment encoding is provided … Otherwise, return utf-8 »': {
      'text/css UTF-8 default': ['a{}\xe9', [inKoi8, { detect }]],
      'text/css KOI8-R default': [['a{}\xe9', { default: 'koi8-r' }]],
    },
  },
  JSON: {
    // https://www.rfc-editor.org/rfc/rfc8259#section-8.1
    '« JSON text … MUST be encoded using UTF-8 »; « No "charset" parameter is defined »': {
      'application/json UTF-8 default': ['"\xe9"'],
      'application/json;charset=windows-1252 UTF-8 default': ['"\xe9"'],
      'text/json;charset=bogus UTF-8 default': ['"\xe9"'],
      'application/ld+json UTF-8 default': [['{}', guessing]],
    },
    'a byte order mark': {
      'application/json UTF-8 bom': [`${utf8BOM}{}`],
      'application/json UTF-16LE bom': [`${utf16leBOM}{\0}\0`],
    },
  },
  'types that are always UTF-8': {
    'the standard of each type says so, whatever the header says': Object.fromEntries(
      [
        ...['text/event-stream', 'text/vtt', 'application/json-seq', 'application/geo+json-seq'],
        ...['ndjson', 'jsonl', 'jsonlines'].flatMap((name) =>
          ['application/', 'application/x-', 'text/', 'text/x-'].map((before) => before + name),
        ),
      ].flatMap((type) => [
        [`${type} UTF-8 default`, ['\xe9', ['\xe9', guessing]]],
        [`${type};charset=windows-1252 UTF-8 default`, ['data: \xe9']],
        [`${type.toUpperCase()};charset=bogus UTF-8 default`, ['\xe9']],
        [`${type};charset=gbk UTF-8 bom`, [`${utf8BOM}a`]],
      ]),
    ),
  },
  JavaScript: {
    // https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-classic-script
    '« legacy extracting an encoding given potentialMIMETypeForEncoding and encoding »': {
      'text/javascript UTF-8 default': ['"\xe9"', rule],
      'text/javascript;charset=koi8-r KOI8-R header': ['"\xe9"'],
      'text/javascript;charset=bogus UTF-8 default': ['"\xe9"'],
      'application/x-javascript;charset=hz-gb-2312 replacement header': ['"\xe9"'],
      'text/javascript KOI8-R default': [['"\xe9"', { default: 'koi8-r', detect: () => 'gbk' }]],
    },
    '« The decode algorithm overrides encoding if the file contains a BOM »': {
      'text/javascript;charset=koi8-r UTF-8 bom': [`${utf8BOM}1`],
    },
  },
  'text/plain and the rest': {
    'a byte order mark, the header, else UTF-8': {
      'text/plain;charset=koi8-r UTF-8 bom': [`${utf8BOM}a`],
      'text/plain;charset=bogus UTF-8 bom': [`${utf8BOM}a`],
      'null UTF-16BE bom': [`${utf16beBOM}\0a`],
      'text/csv;charset=Shift_JIS Shift_JIS header': ['\x93\xfa'],
      'application/x-www-form-urlencoded;charset=sjis Shift_JIS header': ['\x93\xfa'],
      'text/plain UTF-8 default': ['\xe9', koi8],
      ' UTF-8 default': ['\xe9'],
      'undefined UTF-8 default': ['\xe9'],
      'bogus UTF-8 default': [inKoi8],
      'text/plain KOI8-R default': [['\xe9', { default: 'koi8-r' }]],
    },
  },
};

/** The rows of a table { « type encoding source »: [body or [body, options], …] }. */
function* rowsOf(table) {
  if (Array.isArray(table)) yield* table;
  else {
    for (const [key, bodies] of Object.entries(table)) {
      const [type, encoding, source] = key.split(' ');
      const contentType = new Map([
        ['null', null],
        ['undefined', undefined],
      ]);
      for (const body of bodies) {
        const [bytes, options] = [body].flat();
        yield [
          bytes,
          contentType.has(type) ? contentType.get(type) : type,
          encoding,
          source,
          options,
        ];
      }
    }
  }
}

describe('HTTP bodies: the encoding', () => {
  for (const [kind, table] of Object.entries(rules)) {
    describe(kind, () => {
      for (const [rule, rows] of Object.entries(table)) {
        it(rule, async () => {
          for (const row of rowsOf(rows)) await checkBody(...row);
        });
      }
    });
  }
});

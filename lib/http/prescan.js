'use strict';

// Finds the encoding that bytes declare themselves: byte order marks, the <meta> elements of HTML, XML declarations and the @charset
// of CSS. Declarations are ASCII, so they are read as text in Latin-1. Each function reads a byte a bounded number of times, and none
// uses a regular expression.

const { constants } = require('node:buffer');
const { isAsciiLowercase, isAsciiWhitespace, lengthOf, startsWith } = require('../base/webidl.js');
const { byteOrderMarks, encodingId, encodings, utf8 } = require('../labels/encodings.js');

const utf16be = encodings.indexOf('UTF-16BE');
const utf16le = encodings.indexOf('UTF-16LE');
const windows1252 = encodings.indexOf('windows-1252');
const xUserDefined = encodings.indexOf('x-user-defined');

const QUOTATION_MARK = 0x22;
const SEMICOLON = 0x3b;
const GREATER_THAN = 0x3e;

/** The answer of a function that would have to see more bytes. */
const MORE = Symbol('more bytes');

const latin1Slice = Function.prototype.call.bind(Buffer.prototype.latin1Slice);

/** Returns bytes as a text in which each byte is a code unit. */
const toLatin1 = (bytes) =>
  latin1Slice(bytes, 0, Math.min(lengthOf(bytes), constants.MAX_STRING_LENGTH));

/** Returns the first place in a text from `start` on whose code unit `isSkipped()` does not skip, or its length. */
function skip(text, start, isSkipped) {
  let at = start;
  while (at < text.length && isSkipped(text.charCodeAt(at))) at++;
  return at;
}

/** What ends the names and values of a tag: kinds of code units, which are bits. */
const SPACE = 1;
const SLASH = 2;
const EQUALS = 4;
const TAG_END = 8;
const kindOf = Uint8Array.from({ length: 256 }, (_, unit) => (isAsciiWhitespace(unit) ? SPACE : 0));
kindOf['/'.charCodeAt(0)] = SLASH;
kindOf['='.charCodeAt(0)] = EQUALS;
kindOf['>'.charCodeAt(0)] = TAG_END;

const isLetter = (unit) => isAsciiLowercase(unit | 0x20);

/** Replaces UTF-16, because the bytes that name the encoding are ASCII. */
const withoutUtf16 = (id) => (id === utf16be || id === utf16le ? utf8 : id);

/** Returns MORE where more bytes may become the bytes `start`, and otherwise undefined. */
const moreFor = (bytes, start) => (startsWith(start, bytes) ? MORE : undefined);

/** Returns the number of the encoding in the first row of a table with whose bytes the bytes begin; or MORE, or undefined. */
function encodingByStart(table, bytes) {
  let answer;
  for (const [start, id] of table) {
    if (startsWith(bytes, start)) return id;
    answer ??= moreFor(bytes, start);
  }
  return answer;
}

const marks = byteOrderMarks
  .map(([name, mark]) => [mark, encodings.indexOf(name)])
  .filter(([, id]) => id !== -1);

/**
 * Returns the number of the encoding whose byte order mark the bytes begin with; or MORE, or undefined.
 * https://encoding.spec.whatwg.org/#bom-sniff
 */
const byteOrderMark = (bytes) => encodingByStart(marks, bytes);

// `<?x` in UTF-16.
const utf16Signatures = [
  [[0x3c, 0x00, 0x3f, 0x00, 0x78, 0x00], utf16le],
  [[0x00, 0x3c, 0x00, 0x3f, 0x00, 0x78], utf16be],
];

/**
 * Returns UTF-16LE or UTF-16BE for bytes that begin with `<?x` in that encoding; or MORE, or undefined.
 * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
const utf16XmlDeclaration = (bytes) => encodingByStart(utf16Signatures, bytes);

/**
 * The names of elements that contain text alone.
 * https://html.spec.whatwg.org/multipage/parsing.html#generic-raw-text-element-parsing-algorithm
 */
const textElements = 'script style title textarea noscript noframes iframe noembed xmp'.split(' ');

/**
 * Returns the number of the encoding that the value of an attribute `content`, in lowercase, names, or undefined.
 * https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements
 */
function encodingOfContent(value) {
  for (let at = value.indexOf('charset'); at !== -1; at = value.indexOf('charset', at)) {
    at = skip(value, at + 'charset'.length, isAsciiWhitespace);
    if (value[at] !== '=') continue;
    at = skip(value, at + 1, isAsciiWhitespace);
    const first = value[at];
    if (first === '"' || first === "'") {
      const end = value.indexOf(first, at + 1);
      return end === -1 ? undefined : encodingId(value.slice(at + 1, end));
    }
    const isPart = (unit) => !isAsciiWhitespace(unit) && unit !== SEMICOLON;
    return encodingId(value.slice(at, skip(value, at, isPart)));
  }
  return undefined;
}

/** Reads the tags of HTML, and stops where the bytes end. */
class TagReader {
  #text;
  #at = 0;

  constructor(bytes) {
    this.#text = toLatin1(bytes);
  }

  /**
   * Returns the number of the encoding that the first `<meta>` with an encoding names, or undefined. With `isHead` it stops at the
   * end of the head, `</head>` or `<body`, and sees no tags in the text of a script, as a parser does.
   * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
   */
  findEncoding(isHead) {
    const text = this.#text;
    for (;;) {
      this.#skipTo(text.indexOf('<', this.#at));
      if (this.#at === text.length) return undefined;
      const start = this.#at + 1;
      const next = text[start];
      if (this.#isTag('meta')) {
        // The standard takes `<meta>` for any other tag; it has no attributes.
        this.#at += '<meta'.length;
        const id = this.#encodingOfMeta();
        if (id !== undefined) return id;
      } else if (isLetter(text.charCodeAt(next === '/' ? start + 1 : start))) {
        this.#at = start + 1;
        this.#skipUntil(SPACE | SLASH | TAG_END);
        const name = isHead ? text.slice(start, this.#at).toLowerCase() : '';
        if (name === 'body' || name === '/head') return undefined;
        this.#skipUntil(SPACE | TAG_END);
        while (this.#readAttribute(null));
        if (textElements.includes(name)) this.#skipTextUntil(`/${name}`);
      } else if (text.startsWith('!--', start)) {
        // « The two 0x2D bytes can be the same as those in the '<!--' sequence. »
        const end = text.indexOf('-->', start + 1);
        this.#skipTo(end);
      } else if (next === '!' || next === '/' || next === '?') {
        this.#skipTo(text.indexOf('>', start));
      }
      this.#at++;
    }
  }

  /** Tells whether a tag of this name begins here. The name of an end tag has its slash. */
  #isTag(name) {
    const start = this.#at + 1;
    const end = start + name.length;
    const isEnd = (kindOf[this.#text.charCodeAt(end)] & (SPACE | SLASH | TAG_END)) !== 0;
    return isEnd && this.#text.slice(start, end).toLowerCase() === name;
  }

  /** Moves to an index in the text; -1 stands for its end. */
  #skipTo(index) {
    this.#at = index === -1 ? this.#text.length : index;
  }

  /** Moves to the next code unit of one of these kinds. */
  #skipUntil(kinds) {
    const text = this.#text;
    let at = this.#at;
    while (at < text.length && (kindOf[text.charCodeAt(at)] & kinds) === 0) at++;
    this.#at = at;
  }

  /** Moves to the next code unit of none of these kinds. */
  #skipAll(kinds) {
    const text = this.#text;
    let at = this.#at;
    while ((kindOf[text.charCodeAt(at)] & kinds) !== 0) at++;
    this.#at = at;
  }

  /** Moves to the next end tag of this name. */
  #skipTextUntil(endTag) {
    const text = this.#text;
    while (this.#at < text.length && !this.#isTag(endTag)) {
      this.#skipTo(text.indexOf('<', this.#at + 1));
    }
  }

  // Reads the attributes of a <meta>; returns the number of the encoding that they name, or undefined. In the standard, too, an attribute
  // `charset` counts more than `content`, in whatever order they stand.
  #encodingOfMeta() {
    const values = new Map();
    while (this.#readAttribute(values));
    if (this.#at === this.#text.length) return undefined;
    const isPragma = values.get('http-equiv') === 'content-type';
    const content = isPragma ? (values.get('content') ?? '') : '';
    const label = values.get('charset');
    const id = label === undefined ? encodingOfContent(content) : encodingId(label);
    return id === xUserDefined ? windows1252 : withoutUtf16(id);
  }

  // Reads an attribute, and adds its value in lowercase to a Map, or null, unless the Map has one of that name. Returns false at the end of the tag or
  // of the text.
  // https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing
  #readAttribute(values) {
    const text = this.#text;
    this.#skipAll(SPACE | SLASH);
    const nameStart = this.#at;
    if (nameStart === text.length || text[nameStart] === '>') return false;
    this.#at++;
    this.#skipUntil(SPACE | SLASH | EQUALS | TAG_END);
    const nameEnd = this.#at;
    this.#skipAll(SPACE);
    let valueStart = this.#at;
    let quote = '';
    if (text[this.#at] === '=') {
      this.#at++;
      this.#skipAll(SPACE);
      const first = text[this.#at];
      if (first === '"' || first === "'") {
        quote = first;
        this.#at++;
      }
      valueStart = this.#at;
      if (quote === '') this.#skipUntil(SPACE | TAG_END);
      else this.#skipTo(text.indexOf(quote, valueStart));
    }
    if (this.#at === text.length) return false;
    if (values !== null) {
      const name = text.slice(nameStart, nameEnd).toLowerCase();
      if (!values.has(name)) values.set(name, text.slice(valueStart, this.#at).toLowerCase());
    }
    this.#at += quote.length;
    return true;
  }
}

/**
 * Returns the number of the encoding that the first `<meta>` with an encoding names. Otherwise returns MORE, because the
 * standard goes on until it runs out of bytes.
 */
const metaEncoding = (bytes) => new TagReader(bytes).findEncoding(false) ?? MORE;

/** Returns the number of the encoding that the first `<meta>` with an encoding in the head of a page names, or undefined. */
const metaEncodingInHead = (bytes) => new TagReader(bytes).findEncoding(true);

const XML_DECLARATION = Buffer.from('<?xml');

/**
 * Returns the number of the encoding that an XML declaration names; or MORE, or undefined. Only the bytes up to the first `>`
 * count.
 * https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
 */
function xmlDeclaration(bytes) {
  if (!startsWith(bytes, XML_DECLARATION)) return moreFor(bytes, XML_DECLARATION);
  const end = bytes.indexOf(GREATER_THAN);
  if (end === -1) return MORE;
  // « While the byte at encodingPosition is less than or equal to 0x20 »
  const isSpace = (unit) => unit <= 0x20;
  const text = toLatin1(bytes.subarray(0, end));
  let at = text.indexOf('encoding');
  if (at === -1) return undefined;
  at = skip(text, at + 'encoding'.length, isSpace);
  if (text[at] !== '=') return undefined;
  at = skip(text, at + 1, isSpace);
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return undefined;
  const labelEnd = skip(text, at + 1, (unit) => unit !== quote.charCodeAt(0) && !isSpace(unit));
  if (text[labelEnd] !== quote) return undefined;
  return withoutUtf16(encodingId(text.slice(at + 1, labelEnd)));
}

/**
 * Returns a document of XML without the white space before its declaration, as in feeds that begin with a line end. In UTF-16, where
 * a half of each code unit is zero, `unitBytes` is 2.
 */
function withoutSpace(bytes, unitBytes) {
  let start = 0;
  while (bytes[start] === 0 || isAsciiWhitespace(bytes[start])) start++;
  // At the end of the bytes, a half of a code unit may be all that there is of white space.
  if (start < lengthOf(bytes)) start -= start % unitBytes;
  return bytes.subarray(start);
}

const CHARSET_RULE = Buffer.from('@charset "');

/**
 * Returns the number of the encoding that the @charset of a style sheet names; or MORE, or undefined.
 * https://drafts.csswg.org/css-syntax/#determine-the-fallback-encoding
 */
function cssCharset(bytes) {
  if (!startsWith(bytes, CHARSET_RULE)) return moreFor(bytes, CHARSET_RULE);
  const text = toLatin1(bytes);
  const start = CHARSET_RULE.length;
  const end = skip(text, start, (unit) => unit <= 0x7f && unit !== QUOTATION_MARK);
  if (end + 1 >= text.length) return MORE;
  return text.startsWith('";', end) ? withoutUtf16(encodingId(text.slice(start, end))) : undefined;
}

module.exports = {
  MORE,
  byteOrderMark,
  cssCharset,
  metaEncoding,
  metaEncodingInHead,
  toLatin1,
  utf16XmlDeclaration,
  withoutSpace,
  xmlDeclaration,
};

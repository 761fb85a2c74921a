'use strict';

// Finds the encoding that bytes declare themselves: byte order marks, the <meta> elements of HTML, XML declarations and the @charset
// of CSS. Each function reads a byte a bounded number of times, and none uses a regular expression.

const { isAsciiLowercase, isAsciiWhitespace } = require('../base/webidl.js');
const { byteOrderMarks, encodingId, encodings, utf8 } = require('../labels/encodings.js');

const utf16be = encodings.indexOf('UTF-16BE');
const utf16le = encodings.indexOf('UTF-16LE');
const windows1252 = encodings.indexOf('windows-1252');
const xUserDefined = encodings.indexOf('x-user-defined');

const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const SLASH = 0x2f;
const QUOTATION_MARK = 0x22;
const APOSTROPHE = 0x27;
const SEMICOLON = 0x3b;
const HYPHEN = 0x2d;
const EXCLAMATION_MARK = 0x21;
const QUESTION_MARK = 0x3f;

function toLowercase(byte) {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

const isLetter = (byte) => isAsciiLowercase(toLowercase(byte));

/** The answer of a function that would have to see more bytes. */
const MORE = Symbol('more bytes');

/** Tells whether bytes contain others from `at` on: true, false, or MORE if the bytes end before that is certain. */
function containsAt(bytes, at, expected) {
  for (let i = 0; i < expected.length; i++) {
    if (at + i >= bytes.length) return MORE;
    if (bytes[at + i] !== expected[i]) return false;
  }
  return true;
}

/** Tells whether bytes contain a word from `at` on; ASCII letters of the word are in lowercase, and match both cases. */
function hasWordAt(bytes, at, word) {
  for (let i = 0; i < word.length; i++) {
    if (toLowercase(bytes[at + i]) !== word[i]) return false;
  }
  return true;
}

/** Tells whether the bytes from `start` to `end` are a word, as hasWordAt() does. */
const isWord = (bytes, start, end, word) =>
  end - start === word.length && hasWordAt(bytes, start, word);

/** Returns the first place from `start` on whose byte `isSkipped()` does not skip, or `end`. */
function skip(bytes, start, end, isSkipped) {
  let at = start;
  while (at < end && isSkipped(bytes[at])) at++;
  return at;
}

const ascii = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Returns the number of the encoding that the bytes from `start` to `end` name as a label, or undefined. */
function encodingOf(bytes, start, end) {
  const { buffer, byteOffset } = bytes;
  return encodingId(Buffer.from(buffer, byteOffset + start, end - start).latin1Slice());
}

/** Replaces UTF-16, because the bytes that name the encoding are ASCII. */
const withoutUtf16 = (id) => (id === utf16be || id === utf16le ? utf8 : id);

/** Returns the number of the encoding in the first row of a table with whose bytes the bytes begin; or MORE, or undefined. */
function encodingByStart(table, bytes) {
  let answer;
  for (const [start, id] of table) {
    const begins = containsAt(bytes, 0, start);
    if (begins === true) return id;
    if (begins === MORE) answer = MORE;
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

const COMMENT = ascii('<!--');
const META = ascii('meta');
const BODY = ascii('body');
const HEAD_END = ascii('/head');
const CHARSET = ascii('charset');
const CONTENT = ascii('content');
const CONTENT_TYPE = ascii('content-type');
const HTTP_EQUIV = ascii('http-equiv');

/**
 * The names of elements that contain text alone, and of their end tags.
 * https://html.spec.whatwg.org/multipage/parsing.html#generic-raw-text-element-parsing-algorithm
 */
const textElements = 'script style title textarea noscript noframes iframe noembed xmp'
  .split(' ')
  .map((name) => [ascii(name), ascii(`/${name}`)]);

/**
 * Returns the number of the encoding that the value of an attribute `content` names, or undefined. The value is in the bytes
 * from `start` to `end`.
 * https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements
 */
function encodingOfContent(bytes, start, end) {
  for (let at = start; at + CHARSET.length <= end; ) {
    if (!hasWordAt(bytes, at, CHARSET)) {
      at++;
      continue;
    }
    at = skip(bytes, at + CHARSET.length, end, isAsciiWhitespace);
    if (at >= end || bytes[at] !== EQUALS) continue;
    at = skip(bytes, at + 1, end, isAsciiWhitespace);
    if (at >= end) return undefined;
    const first = bytes[at];
    if (first === QUOTATION_MARK || first === APOSTROPHE) {
      const close = skip(bytes, at + 1, end, (byte) => byte !== first);
      return close === end ? undefined : encodingOf(bytes, at + 1, close);
    }
    const isPart = (byte) => !isAsciiWhitespace(byte) && byte !== SEMICOLON;
    return encodingOf(bytes, at, skip(bytes, at, end, isPart));
  }
  return undefined;
}

/** Reads the tags of HTML, and stops where the bytes end. */
class TagReader {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  /**
   * Returns the number of the encoding that the first `<meta>` with an encoding names, or undefined. With `isHead` it stops at the
   * end of the head, `</head>` or `<body`, and sees no tags in the text of a script, as a parser does.
   * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
   */
  findEncoding(isHead) {
    const bytes = this.#bytes;
    for (;;) {
      this.#at = bytes.indexOf(LESS_THAN, this.#at);
      if (this.#at === -1) return undefined;
      const next = bytes[this.#at + 1];
      const letter = next === SLASH ? bytes[this.#at + 2] : next;
      if (containsAt(bytes, this.#at, COMMENT) === true) {
        this.#skipComment();
      } else if (this.#isTag(META)) {
        // The standard takes `<meta>` for any other tag; it has no attributes.
        this.#at += 1 + META.length;
        const id = this.#encodingOfMeta();
        if (id !== undefined) return id;
      } else if (isHead && (this.#isTag(BODY) || this.#isTag(HEAD_END))) {
        return undefined;
      } else if (isLetter(letter)) {
        const element = isHead ? textElements.find(([name]) => this.#isTag(name)) : undefined;
        while (this.#at < bytes.length && !this.#isAtSpaceOrEnd()) this.#at++;
        while (this.#readAttribute() !== null);
        if (element !== undefined) this.#skipTextUntil(element[1]);
      } else if (next === EXCLAMATION_MARK || next === SLASH || next === QUESTION_MARK) {
        this.#skipTo(bytes.indexOf(GREATER_THAN, this.#at));
      }
      if (this.#at >= bytes.length) return undefined;
      this.#at++;
    }
  }

  /** Tells whether a tag of this name begins here. The name of an end tag has its slash. */
  #isTag(name) {
    if (!hasWordAt(this.#bytes, this.#at + 1, name)) return false;
    const after = this.#bytes[this.#at + 1 + name.length];
    return isAsciiWhitespace(after) || after === SLASH || after === GREATER_THAN;
  }

  #isAtSpaceOrEnd() {
    const byte = this.#bytes[this.#at];
    return isAsciiWhitespace(byte) || byte === GREATER_THAN;
  }

  /** Moves to an index in the bytes; -1 stands for their end. */
  #skipTo(index) {
    this.#at = index === -1 ? this.#bytes.length : index;
  }

  /** Moves to the next end tag of this name. */
  #skipTextUntil(endTag) {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && !this.#isTag(endTag)) {
      this.#skipTo(bytes.indexOf(LESS_THAN, this.#at + 1));
    }
  }

  // « The two 0x2D bytes can be the same as those in the '<!--' sequence. »
  #skipComment() {
    const bytes = this.#bytes;
    let end = bytes.indexOf(GREATER_THAN, this.#at + 4);
    while (end !== -1 && !(bytes[end - 1] === HYPHEN && bytes[end - 2] === HYPHEN)) {
      end = bytes.indexOf(GREATER_THAN, end + 1);
    }
    this.#skipTo(end);
  }

  // Reads the attributes of a <meta>; returns the number of the encoding that they name, or undefined.
  #encodingOfMeta() {
    const bytes = this.#bytes;
    const seen = new Set();
    let gotPragma = false;
    let needPragma = null;
    let id = null; // undefined stands for the standard's failure
    for (;;) {
      const attribute = this.#readAttribute();
      if (attribute === null) break;
      const { name, nameEnd, value, valueEnd } = attribute;
      const which = [HTTP_EQUIV, CONTENT, CHARSET].find((w) => isWord(bytes, name, nameEnd, w));
      if (which === undefined || seen.has(which)) continue;
      seen.add(which);
      if (which === HTTP_EQUIV) {
        gotPragma = isWord(bytes, value, valueEnd, CONTENT_TYPE);
      } else if (which === CHARSET) {
        id = encodingOf(bytes, value, valueEnd);
        needPragma = false;
      } else if (id === null) {
        id = encodingOfContent(bytes, value, valueEnd) ?? null;
        if (id !== null) needPragma = true;
      }
    }
    if (this.#at >= bytes.length || needPragma === null) return undefined;
    if (needPragma && !gotPragma) return undefined;
    return id === xUserDefined ? windows1252 : withoutUtf16(id);
  }

  // Returns the places of an attribute's name and value, or null at the end of the tag or of the bytes.
  // https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing
  #readAttribute() {
    const bytes = this.#bytes;
    const { length } = bytes;
    while (isAsciiWhitespace(bytes[this.#at]) || bytes[this.#at] === SLASH) this.#at++;
    if (this.#at >= length || bytes[this.#at] === GREATER_THAN) return null;
    const name = this.#at;
    const withoutValue = (nameEnd) => ({ name, nameEnd, value: nameEnd, valueEnd: nameEnd });
    for (; ; this.#at++) {
      if (this.#at >= length) return null;
      const byte = bytes[this.#at];
      if (byte === EQUALS && this.#at > name) break;
      if (byte === SLASH || byte === GREATER_THAN) return withoutValue(this.#at);
      if (isAsciiWhitespace(byte)) break;
    }
    const nameEnd = this.#at;
    this.#skipSpaces();
    if (bytes[this.#at] !== EQUALS) return this.#at >= length ? null : withoutValue(nameEnd);
    this.#at++;
    this.#skipSpaces();
    const first = bytes[this.#at];
    if (first === GREATER_THAN) return withoutValue(nameEnd);
    if (first === QUOTATION_MARK || first === APOSTROPHE) {
      const value = this.#at + 1;
      const valueEnd = bytes.indexOf(first, value);
      this.#skipTo(valueEnd === -1 ? -1 : valueEnd + 1);
      return valueEnd === -1 ? null : { name, nameEnd, value, valueEnd };
    }
    const value = this.#at;
    while (this.#at < length && !this.#isAtSpaceOrEnd()) this.#at++;
    return this.#at >= length ? null : { name, nameEnd, value, valueEnd: this.#at };
  }

  #skipSpaces() {
    while (isAsciiWhitespace(this.#bytes[this.#at])) this.#at++;
  }
}

/**
 * Returns the number of the encoding that the first `<meta>` with an encoding names. Otherwise returns MORE, because the
 * standard goes on until it runs out of bytes.
 */
const metaEncoding = (bytes) => new TagReader(bytes).findEncoding(false) ?? MORE;

/** Returns the number of the encoding that the first `<meta>` with an encoding in the head of a page names, or undefined. */
const metaEncodingInHead = (bytes) => new TagReader(bytes).findEncoding(true);

const XML_DECLARATION = ascii('<?xml');
const ENCODING = ascii('encoding');

/**
 * Returns the number of the encoding that an XML declaration names; or MORE, or undefined. Only the bytes up to the first `>`
 * count.
 * https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
 */
function xmlDeclaration(bytes) {
  const begins = containsAt(bytes, 0, XML_DECLARATION);
  if (begins !== true) return begins || undefined;
  const end = bytes.indexOf(GREATER_THAN);
  if (end === -1) return MORE;
  // « While the byte at encodingPosition is less than or equal to 0x20 »
  const isSpace = (byte) => byte <= 0x20;
  let at = 0;
  while (at < end && containsAt(bytes, at, ENCODING) !== true) at++;
  if (at === end) return undefined;
  at = skip(bytes, at + ENCODING.length, end, isSpace);
  if (bytes[at] !== EQUALS) return undefined;
  at = skip(bytes, at + 1, end, isSpace);
  const quote = bytes[at];
  if (quote !== QUOTATION_MARK && quote !== APOSTROPHE) return undefined;
  const start = at + 1;
  at = skip(bytes, start, end, (byte) => byte !== quote && !isSpace(byte));
  return at < end && bytes[at] === quote ? withoutUtf16(encodingOf(bytes, start, at)) : undefined;
}

/**
 * Returns a document of XML without the white space before its declaration, as in feeds that begin with a line end. In UTF-16, where
 * a half of each code unit is zero, `unitBytes` is 2.
 */
function withoutSpace(bytes, unitBytes) {
  const start = skip(bytes, 0, bytes.length, (byte) => byte === 0 || isAsciiWhitespace(byte));
  return bytes.subarray(start - (start % unitBytes));
}

const CHARSET_RULE = ascii('@charset "');

/**
 * Returns the number of the encoding that the @charset of a style sheet names; or MORE, or undefined.
 * https://drafts.csswg.org/css-syntax/#determine-the-fallback-encoding
 */
function cssCharset(bytes) {
  const begins = containsAt(bytes, 0, CHARSET_RULE);
  if (begins !== true) return begins || undefined;
  const start = CHARSET_RULE.length;
  const isPart = (byte) => byte <= 0x7f && byte !== QUOTATION_MARK;
  const end = skip(bytes, start, bytes.length, isPart);
  if (end + 1 >= bytes.length) return MORE;
  const isRule = bytes[end] === QUOTATION_MARK && bytes[end + 1] === SEMICOLON;
  return isRule ? withoutUtf16(encodingOf(bytes, start, end)) : undefined;
}

module.exports = {
  MORE,
  ascii,
  byteOrderMark,
  cssCharset,
  isWord,
  metaEncoding,
  metaEncodingInHead,
  utf16XmlDeclaration,
  withoutSpace,
  xmlDeclaration,
};

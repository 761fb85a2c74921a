'use strict';

// The media type of a body, from the value of its header Content-Type: what kind of content it is, and its first charset.
// https://mimesniff.spec.whatwg.org/#parsing-a-mime-type

const { isAsciiDigit } = require('../base/webidl.js');

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** Which code units are HTTP token code points. https://mimesniff.spec.whatwg.org/#http-token-code-point */
const isToken = new Uint8Array(128);
for (let unit = 0; unit < isToken.length; unit++) {
  const character = String.fromCharCode(unit);
  const isLetter = character.toLowerCase() !== character.toUpperCase();
  if (isLetter || isAsciiDigit(unit) || "!#$%&'*+-.^_`|~".includes(character)) isToken[unit] = 1;
}

// https://fetch.spec.whatwg.org/#http-whitespace
function isHttpWhitespace(unit) {
  return unit === SPACE || unit === TAB || unit === LINE_FEED || unit === CARRIAGE_RETURN;
}

// https://mimesniff.spec.whatwg.org/#http-quoted-string-token-code-point
function isQuotedStringToken(unit) {
  return unit === TAB || (unit >= SPACE && unit <= 0x7e) || (unit >= 0x80 && unit <= 0xff);
}

function everyUnit(text, isRight) {
  for (let i = 0; i < text.length; i++) {
    if (!isRight(text.charCodeAt(i))) return false;
  }
  return true;
}

const isSolelyTokens = (text) => text !== '' && everyUnit(text, (unit) => isToken[unit] === 1);

function withoutTrailingWhitespace(text) {
  let end = text.length;
  while (end > 0 && isHttpWhitespace(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

function withoutWhitespaceAround(text) {
  let start = 0;
  while (start < text.length && isHttpWhitespace(text.charCodeAt(start))) start++;
  return withoutTrailingWhitespace(text.slice(start));
}

/** A text that is read from its start to its end. */
class Reader {
  #text;
  #at = 0;

  constructor(text) {
    this.#text = text;
  }

  get isAtEnd() {
    return this.#at >= this.#text.length;
  }

  /** The next character, or '' at the end. */
  get next() {
    return this.#text.charAt(this.#at);
  }

  skip() {
    this.#at++;
  }

  skipWhitespace() {
    while (isHttpWhitespace(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  /** Reads up to the first of one or two characters, or to the end. */
  until(first, second = first) {
    const start = this.#at;
    while (!this.isAtEnd && this.next !== first && this.next !== second) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /**
   * Reads a quoted string, which begins with a quotation mark; returns what it means.
   * https://fetch.spec.whatwg.org/#collect-an-http-quoted-string
   */
  quotedString() {
    const parts = [];
    this.skip();
    for (;;) {
      parts.push(this.until('"', '\\'));
      if (this.isAtEnd) break;
      const mark = this.next;
      this.skip();
      if (mark === '"') break;
      // After a backslash the next character stands for itself; at the end the backslash does.
      parts.push(this.isAtEnd ? '\\' : this.next);
      this.skip();
    }
    return parts.join('');
  }

  /** Reads up to a comma that is not in a quoted string, or to the end. */
  untilComma() {
    const start = this.#at;
    for (;;) {
      this.until('"', ',');
      if (this.next !== '"') break;
      this.quotedString();
    }
    return this.#text.slice(start, this.#at);
  }
}

/**
 * Returns { essence, charset } of a media type, or null for a text that is no media type. `charset` is null if there is none.
 * https://mimesniff.spec.whatwg.org/#parse-a-mime-type
 */
function parseMimeType(input) {
  const reader = new Reader(withoutWhitespaceAround(input));
  const type = reader.until('/');
  if (!isSolelyTokens(type) || reader.isAtEnd) return null;
  reader.skip();
  const subtype = withoutTrailingWhitespace(reader.until(';'));
  if (!isSolelyTokens(subtype)) return null;
  const essence = `${type}/${subtype}`.toLowerCase();
  while (!reader.isAtEnd) {
    reader.skip();
    reader.skipWhitespace();
    const name = reader.until(';', '=');
    if (reader.next === ';') continue;
    reader.skip();
    if (reader.isAtEnd) break;
    const isQuoted = reader.next === '"';
    const quoted = isQuoted ? reader.quotedString() : '';
    const plain = withoutTrailingWhitespace(reader.until(';'));
    if (name.length !== 'charset'.length || name.toLowerCase() !== 'charset') continue;
    if (!isQuoted && plain === '') continue;
    const charset = isQuoted ? quoted : plain;
    if (everyUnit(charset, isQuotedStringToken)) return { essence, charset };
  }
  return { essence, charset: null };
}

/**
 * Returns what parseMimeType() returns for a header, which may have several values with commas between them: the last media type
 * counts. Where it has no charset, it gets that of the first of the values of the same type before it.
 * https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
 */
function extractMimeType(header) {
  const reader = new Reader(header);
  let essence = null;
  let charset = null;
  let found = null;
  for (;;) {
    const value = parseMimeType(reader.untilComma());
    if (value !== null && value.essence !== '*/*') {
      if (value.essence !== essence) ({ essence, charset } = value);
      found = { essence, charset: value.charset ?? charset };
    }
    if (reader.isAtEnd) return found;
    reader.skip();
  }
}

// https://mimesniff.spec.whatwg.org/#javascript-mime-type
const javaScriptTypes = new Set([
  ...['application', 'text'].flatMap((type) =>
    ['ecmascript', 'javascript', 'x-ecmascript', 'x-javascript'].map((sub) => `${type}/${sub}`),
  ),
  ...['1.0', '1.1', '1.2', '1.3', '1.4', '1.5'].map((version) => `text/javascript${version}`),
  'text/jscript',
  'text/livescript',
]);

/** The media types of XML, beside those whose names end with `+xml`. https://www.rfc-editor.org/rfc/rfc7303#section-9 */
const xmlTypes = new Set([
  'application/xml-dtd',
  ...['xml', 'xml-external-parsed-entity'].flatMap((sub) => [`application/${sub}`, `text/${sub}`]),
]);

/** The media types that are always UTF-8, as their standards say, beside those whose names end with `+json` or `+json-seq`. */
const utf8Types = new Set([
  // https://www.rfc-editor.org/rfc/rfc8259#section-8.1
  'application/json',
  'text/json',
  // https://www.rfc-editor.org/rfc/rfc7464#section-2
  'application/json-seq',
  // https://github.com/ndjson/ndjson-spec#31-serialization, https://jsonlines.org
  ...['ndjson', 'jsonl', 'jsonlines'].flatMap((name) =>
    ['application/', 'application/x-', 'text/', 'text/x-'].map((before) => before + name),
  ),
  // https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
  'text/event-stream',
  // https://www.w3.org/TR/webvtt1/#text-vtt
  'text/vtt',
]);

/**
 * Returns which rules tell the encoding of a media type: 'html', 'xml', 'css', 'utf8', 'javascript' or 'other'.
 * https://mimesniff.spec.whatwg.org/#mime-type-groups
 */
function kindOf(essence) {
  if (essence === 'text/html') return 'html';
  if (xmlTypes.has(essence) || essence.endsWith('+xml')) return 'xml';
  if (essence === 'text/css') return 'css';
  if (utf8Types.has(essence) || essence.endsWith('+json') || essence.endsWith('+json-seq')) {
    return 'utf8';
  }
  return javaScriptTypes.has(essence) ? 'javascript' : 'other';
}

/** Returns { kind, charset } for the value of a header Content-Type, which may be the empty string. */
function mediaTypeOf(header) {
  const { essence, charset } = extractMimeType(header) ?? { essence: '', charset: null };
  return { kind: kindOf(essence), charset };
}

module.exports = { extractMimeType, mediaTypeOf, parseMimeType };

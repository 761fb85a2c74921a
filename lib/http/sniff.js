'use strict';

// Which encoding a body has: rules for each kind of media type, of which the first that has an answer decides.

const { invalidArgument } = require('../base/errors.js');
const { unsupportedCharset } = require('./errors.js');
const { lengthOf, noBytes } = require('../base/webidl.js');
const { IGNORE_BOM, measureBytes } = require('../transcoding/codecs.js');
const { decodableId, encodingId, encodings, isUnicode, utf8 } = require('../labels/encodings.js');
const {
  MORE,
  byteOrderMark,
  cssCharset,
  metaEncoding,
  metaEncodingInHead,
  utf16XmlDeclaration,
  withoutSpace,
  xmlDeclaration,
} = require('./prescan.js');

const iso2022jp = encodings.indexOf('ISO-2022-JP');
const windows1252 = encodings.indexOf('windows-1252');

/**
 * In bytes: how much of a document is searched for the end of its XML declaration. No standard sets a limit, but a stream
 * must not wait for that end forever.
 */
const MAX_XML_DECLARATION_BYTES = 64 * 1024;

/** In bytes: how much of a page that is there as a whole is searched for a `<meta>` in its head. No standard sets a limit. */
const MAX_HEAD_BYTES = 64 * 1024;

// Each rule has the source of its answer, and `look(body)`, where a body is { bytes, isWhole, isWholePage, kind, charset, contentType,
// settings }. That returns the number of an encoding, or undefined when the rule has no answer, or MORE when its answer depends on bytes
// that may still come.

/** Returns what a function of prescan.js finds in the first `size` bytes, which returns MORE where these bytes end too early. */
function lookInto({ bytes }, size, look) {
  if (lengthOf(bytes) < size) return look(bytes);
  const answer = look(bytes.subarray(0, size));
  return answer === MORE ? undefined : answer;
}

/**
 * Tells whether the charset of a header, or null, is refused: it is not known, or names `replacement`, and the settings say so. As in
 * browsers, the kinds of content that have rules of their own go on to the next rule.
 */
function refusesCharset({ charset, kind }, settings) {
  const { unknownCharset = kind === 'other' ? 'throw' : 'ignore' } = settings;
  if (charset === null || unknownCharset === 'ignore') return false;
  return decodableId(charset) === undefined;
}

/** Returns the advice that decode() gives for a label, or undefined. */
const adviceOn = (label) => require('../labels/label-advice.js').adviceFor(label);

/** Returns the error for a charset that is refused. */
const refusal = (charset) => unsupportedCharset(charset, adviceOn(charset));

/**
 * Returns { unknownLabel, hint } for a charset of the header that is not a label of the standard, without `hint` where there is
 * none; otherwise an empty object.
 */
function unknownLabelOf({ charset }) {
  if (charset === null || encodingId(charset) !== undefined) return {};
  const hint = adviceOn(charset);
  return hint === undefined ? { unknownLabel: charset } : { unknownLabel: charset, hint };
}

const bom = { source: 'bom', look: ({ bytes }) => byteOrderMark(bytes) };

/** A type that is always UTF-8 has no charset. https://www.rfc-editor.org/rfc/rfc8259#section-11 */
const header = {
  source: 'header',
  look(body) {
    const { charset, kind, settings } = body;
    if (refusesCharset(body, settings)) throw refusal(charset);
    return charset === null || kind === 'utf8' ? undefined : encodingId(charset);
  },
};

const utf16Xml = { source: 'xml', look: ({ bytes }) => utf16XmlDeclaration(bytes) };

const meta = {
  source: 'meta',
  look: (body) => lookInto(body, body.settings.prescanBytes, metaEncoding),
};

/** Returns the rule for an XML declaration that a function of prescan.js finds. */
const xmlBy = (look) => ({
  source: 'xml',
  look: (body) => lookInto(body, MAX_XML_DECLARATION_BYTES, look),
});

/**
 * The rule for a `<meta>` in the head that comes after the first `prescanBytes` bytes, in a page that is there as a whole. A parser of
 * HTML changes the encoding when it comes to such a `<meta>`. Where `prescanBytes` is 0, nothing is searched.
 * https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing
 */
const lateMeta = {
  source: 'late-meta',
  look(body) {
    const { prescanBytes } = body.settings;
    const isLonger = prescanBytes > 0 && lengthOf(body.bytes) > prescanBytes;
    return body.isWholePage && isLonger
      ? lookInto(body, MAX_HEAD_BYTES, metaEncodingInHead)
      : undefined;
  },
};

const css = {
  source: 'css',
  look: (body) => lookInto(body, body.settings.prescanBytes, cssCharset),
};

/**
 * Tells whether bytes are UTF-8 with a character beyond ASCII. The end of the bytes may cut a sequence, which counts neither
 * for nor against that.
 */
function isUtf8BeyondAscii(bytes) {
  const { length, replacements, firstError } = measureBytes(utf8, IGNORE_BOM, bytes);
  const isCut = replacements === 1 && firstError.reason === 'truncated';
  if (replacements > 0 && !isCut) return false;
  const cutBytes = isCut ? firstError.length : 0;
  return length - replacements < lengthOf(bytes) - cutBytes;
}

/** Returns the number of the encoding for a name that a detector has for it, as resolveLabel() finds it. Throws for other names. */
function idOfName(name) {
  const { resolveLabel } = require('../labels/other-names.js');
  const id = decodableId(name) ?? decodableId(resolveLabel(name) ?? '');
  if (id === undefined) throw refusal(name);
  return id;
}

/** Whether a detector never names an encoding: a filter before the decoder may have read such bytes as another text. */
const isRisky = (id) => id === iso2022jp || (id !== utf8 && isUnicode(id));

/**
 * Returns what detectAmong() returns, with `id` undefined for UTF-8 where that may not be answered. UTF-8 is always a candidate, so
 * that it is never taken for another encoding.
 */
function detectByCore(bytes, { allow, language, topLevelDomain, mayDetectUtf8 }) {
  const { detectAmong } = require('../detect/detect.js');
  const isAllowed = (id) => allow === null || allow.has(id);
  const isCandidate = (id) => id === utf8 || (!isRisky(id) && isAllowed(id));
  const answer = detectAmong(bytes, isCandidate, { language, topLevelDomain });
  return answer.id === utf8 && !(mayDetectUtf8 && isAllowed(utf8)) ? { id: undefined } : answer;
}

/** Returns the number of the encoding that the caller's detector names, or undefined if it may not be that encoding. */
function detectByCaller(bytes, contentType, { detect: detector, allow, topLevelDomain }) {
  const label = detector(bytes, { topLevelDomain, contentType });
  if (label === null || label === undefined) return undefined;
  if (typeof label !== 'string') {
    throw invalidArgument('options.detect', 'a function that returns a label or null', label);
  }
  const id = idOfName(label);
  return isRisky(id) || (allow !== null && !allow.has(id)) ? undefined : id;
}

/** The rule for the bytes themselves; it sees the first `guessBytes` of them. */
const guess = {
  source: 'detected',
  look(body) {
    const { contentType, isWhole, settings } = body;
    const { allowUtf8Guess, detect, guessBytes } = settings;
    if (!allowUtf8Guess && detect === null) return undefined;
    return lookInto(body, guessBytes, (bytes) => {
      if (!isWhole && lengthOf(bytes) < guessBytes) return MORE;
      if (allowUtf8Guess && isUtf8BeyondAscii(bytes)) return utf8;
      if (detect === null) return undefined;
      if (detect !== true) return detectByCaller(bytes, contentType, settings);
      const answer = detectByCore(bytes, settings);
      if (answer.id !== undefined) body.isReliable = answer.isReliable;
      return answer.id;
    });
  },
};

const alwaysUtf8 = { source: 'default', look: () => utf8 };
const defaultTo = (id) => ({
  source: 'default',
  look: ({ settings }) => settings.defaultId ?? id,
});

const rules = {
  // https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
  html: [
    bom,
    header,
    utf16Xml,
    meta,
    xmlBy(xmlDeclaration),
    lateMeta,
    guess,
    defaultTo(windows1252),
  ],
  // https://www.rfc-editor.org/rfc/rfc7303#section-3.2
  xml: [
    bom,
    xmlBy((bytes) => utf16XmlDeclaration(withoutSpace(bytes, 2))),
    header,
    xmlBy((bytes) => xmlDeclaration(withoutSpace(bytes, 1))),
    alwaysUtf8,
  ],
  // https://drafts.csswg.org/css-syntax/#input-byte-stream
  css: [bom, header, css, defaultTo(utf8)],
  // The standards stand with utf8Types in media-type.js.
  utf8: [bom, header, alwaysUtf8],
  // https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-classic-script
  javascript: [bom, header, defaultTo(utf8)],
  other: [bom, header, guess, defaultTo(utf8)],
};

/**
 * Returns { id, source } by the first rule that has an answer for the first bytes of a body, with `isReliable` where the detector of this
 * package has found it; or null if more bytes may change that, which is never so with `isWhole`. `type` is { kind, charset, contentType }.
 * With `isWholePage` the bytes are all that there are of a page.
 */
function sniff(given, isWhole, type, settings, isWholePage = false) {
  const { kind, charset, contentType } = type;
  // A detached buffer, which contains no bytes, cannot be searched.
  const bytes = lengthOf(given) === 0 ? noBytes : given;
  const body = { bytes, isWhole, isWholePage, kind, charset, contentType, settings };
  for (const { source, look } of rules[kind]) {
    const id = look(body);
    if (id === MORE && !isWhole) return null;
    if (id === MORE || id === undefined) continue;
    const { isReliable } = body;
    return isReliable === undefined ? { id, source } : { id, source, isReliable };
  }
}

module.exports = { MAX_XML_DECLARATION_BYTES, refusal, refusesCharset, sniff, unknownLabelOf };

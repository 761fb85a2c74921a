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

/** In bytes: the length of the longest byte order mark. */
const MAX_BOM_BYTES = 3;

/** In bytes: the length of `<?x` in UTF-16. */
const MAX_UTF16_XML_BYTES = 6;

/**
 * In bytes: how much of a document is searched for the end of its XML declaration. No standard sets a limit, but a stream
 * must not wait for that end forever.
 */
const MAX_XML_DECLARATION_BYTES = 64 * 1024;

/** In bytes: how much of a page that is there as a whole is searched for a `<meta>` in its head. No standard sets a limit. */
const MAX_HEAD_BYTES = 64 * 1024;

/** The kinds of content that go on to the next rule when they do not know the charset of the header, as browsers do. */
const documents = new Set(['html', 'xml', 'css', 'javascript', 'utf8']);

// Each rule gets a body: { bytes, isWhole, isWholePage, kind, charset, contentType, settings }. It returns { id, source }, to which that for the
// detector of this package adds `isReliable`; or undefined when it has no answer; or MORE when its answer depends on bytes that are
// still to come.

const found = (id, source) => (id === undefined ? undefined : { id, source });

/**
 * Returns the answer of a rule that looks for something in the first `size` bytes: `look` is a function of prescan.js, which
 * returns MORE where these bytes end too early.
 */
function lookInto({ bytes, isWhole }, size, look, source) {
  const length = lengthOf(bytes);
  const isCut = length >= size;
  // A detached buffer, which contains no bytes, cannot be searched.
  const input = length === 0 ? noBytes : bytes;
  const answer = look(isCut ? input.subarray(0, size) : input);
  if (answer !== MORE) return found(answer, source);
  return isWhole || isCut ? undefined : MORE;
}

const bomRule = (body) => lookInto(body, MAX_BOM_BYTES, byteOrderMark, 'bom');

/** Tells whether the charset of a header, or null, is refused: it is not known, or names `replacement`, and the settings say so. */
function refusesCharset({ charset, kind }, settings) {
  const { unknownCharset = documents.has(kind) ? 'ignore' : 'throw' } = settings;
  if (charset === null || unknownCharset === 'ignore') return false;
  return decodableId(charset) === undefined;
}

/** Returns the advice that decode() gives for a label, or undefined. */
const adviceOn = (label) => require('../labels/label-advice.js').adviceFor(label);

/** Returns the error for a charset that is refused. */
const refusal = (charset) => unsupportedCharset(charset, adviceOn(charset));

function checkCharset(body) {
  if (refusesCharset(body, body.settings)) throw refusal(body.charset);
}

/**
 * Returns { unknownLabel, hint } for a charset of the header that is not a label of the standard, without `hint` where there is
 * none; otherwise an empty object.
 */
function unknownLabelOf({ charset }) {
  if (charset === null || encodingId(charset) !== undefined) return {};
  const hint = adviceOn(charset);
  return hint === undefined ? { unknownLabel: charset } : { unknownLabel: charset, hint };
}

function headerRule(body) {
  if (body.charset === null) return undefined;
  checkCharset(body);
  return found(encodingId(body.charset), 'header');
}

/**
 * The rule for the header of a type that is always UTF-8, which has no charset.
 * https://www.rfc-editor.org/rfc/rfc8259#section-11
 */
function utf8HeaderRule(body) {
  checkCharset(body);
  return undefined;
}

const utf16XmlRule = (body) => lookInto(body, MAX_UTF16_XML_BYTES, utf16XmlDeclaration, 'xml');

const metaRule = (body) => lookInto(body, body.settings.prescanBytes, metaEncoding, 'meta');

/** Returns the rule for an XML declaration that `look` finds. */
const xmlRule = (look) => (body) => lookInto(body, MAX_XML_DECLARATION_BYTES, look, 'xml');

/**
 * The rule for a `<meta>` in the head that comes after the first `prescanBytes` bytes, in a page that is there as a whole. A parser of
 * HTML changes the encoding when it comes to such a `<meta>`. Where `prescanBytes` is 0, nothing is searched.
 * https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing
 */
function lateMetaRule(body) {
  const { prescanBytes } = body.settings;
  if (!body.isWholePage || prescanBytes === 0 || lengthOf(body.bytes) <= prescanBytes)
    return undefined;
  return lookInto(body, MAX_HEAD_BYTES, metaEncodingInHead, 'late-meta');
}

const cssRule = (body) => lookInto(body, body.settings.prescanBytes, cssCharset, 'css');

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
function guessRule(body) {
  const { contentType, settings } = body;
  const { allowUtf8Guess, guessBytes } = settings;
  if (!allowUtf8Guess && settings.detect === null) return undefined;
  let isReliable;
  const guess = (bytes) => {
    if (!body.isWhole && lengthOf(bytes) < guessBytes) return MORE;
    if (allowUtf8Guess && isUtf8BeyondAscii(bytes)) return utf8;
    if (settings.detect === null) return undefined;
    if (settings.detect !== true) return detectByCaller(bytes, contentType, settings);
    const answer = detectByCore(bytes, settings);
    isReliable = answer.isReliable;
    return answer.id;
  };
  const answer = lookInto(body, guessBytes, guess, 'detected');
  return answer === undefined || isReliable === undefined ? answer : { ...answer, isReliable };
}

const defaultRule = (id) => (body) => found(body.settings.defaultId ?? id, 'default');
const utf8Rule = () => found(utf8, 'default');

const rules = {
  // https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
  html: [
    bomRule,
    headerRule,
    utf16XmlRule,
    metaRule,
    xmlRule(xmlDeclaration),
    lateMetaRule,
    guessRule,
    defaultRule(windows1252),
  ],
  // https://www.rfc-editor.org/rfc/rfc7303#section-3.2
  xml: [
    bomRule,
    xmlRule((bytes) => utf16XmlDeclaration(withoutSpace(bytes, 2))),
    headerRule,
    xmlRule((bytes) => xmlDeclaration(withoutSpace(bytes, 1))),
    utf8Rule,
  ],
  // https://drafts.csswg.org/css-syntax/#input-byte-stream
  css: [bomRule, headerRule, cssRule, defaultRule(utf8)],
  // The standards stand with utf8Types in media-type.js.
  utf8: [bomRule, utf8HeaderRule, utf8Rule],
  // https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-classic-script
  javascript: [bomRule, headerRule, defaultRule(utf8)],
  other: [bomRule, headerRule, guessRule, defaultRule(utf8)],
};

/**
 * Returns the answer of a rule for the first bytes of a body, or null if more bytes may change that, which is never so with
 * `isWhole`. `type` is { kind, charset, contentType }. With `isWholePage` the bytes are all that there are of a page.
 */
function sniff(bytes, isWhole, type, settings, isWholePage = false) {
  const { kind, charset, contentType } = type;
  const body = { bytes, isWhole, isWholePage, kind, charset, contentType, settings };
  for (const rule of rules[kind]) {
    const answer = rule(body);
    if (answer === MORE) return null;
    if (answer !== undefined) return answer;
  }
}

module.exports = { MAX_XML_DECLARATION_BYTES, refusal, refusesCharset, sniff, unknownLabelOf };

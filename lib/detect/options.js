'use strict';

// Checks the options of the detector.

const { invalidArgument } = require('../base/errors.js');
const { isAsciiText, optionsOf, toDictionary } = require('../base/webidl.js');
const {
  decodableId,
  encodings,
  idOfHandle,
  isAsciiCompatible,
  names,
  normalize,
  utf8,
} = require('../labels/encodings.js');
const {
  detectable,
  detectableCodePages,
  newDetectOptions,
} = require('../transcoding/detection.js');
const { toAllowedIds } = require('../transcoding/options.js');
const { notByLine, notDetectable } = require('./errors.js');

const iso2022jp = encodings.indexOf('ISO-2022-JP');

const iso2022kr = names.indexOf('iso-2022-kr');
const hz = names.indexOf('hz-gb-2312');

// In UTF-16 code units: no name of a domain is longer, and longer lists of languages are no hint.
const MAX_HINT_UNITS = 255;

const optionNames = [
  'allow',
  'byLine',
  'codePages',
  'fallback',
  'isWhole',
  'language',
  'topLevelDomain',
  'start',
  'end',
];

/** Returns the number of the encoding beside the standard that a label names, or undefined. */
function otherId(label) {
  const { otherLabels } = require('../labels/other-labels.js');
  const id = names.indexOf(otherLabels[normalize(label)]);
  return id === -1 ? undefined : id;
}

/**
 * Returns the number of the encoding that a label names, or of a handle; throws for a value that is neither of an encoding that is
 * decoded.
 */
function toId(label, name, codePages) {
  const known = idOfHandle(label);
  if (known === undefined && typeof label !== 'string') {
    throw invalidArgument(
      `options.${name}`,
      'a label or a value of whatwg-transcoder/encodings',
      label,
    );
  }
  const id = known ?? decodableId(label) ?? otherId(label);
  if (id === undefined) {
    const { unsupportedLabel } = require('../labels/label-advice.js');
    throw unsupportedLabel(label);
  }
  if (id < encodings.length || codePages) return id;
  throw notDetectable(label, 'set the option `codePages`, which code pages need');
}

/** Returns the numbers of the encodings that a list of labels names, in its order; throws for one that is never detected. */
function toAllowed(value, codePages) {
  return toAllowedIds(value, (label) => {
    const id = toId(label, 'allow', codePages);
    if (detectable.includes(id) || detectableCodePages.includes(id)) return id;
    throw notDetectable(label);
  });
}

/** Returns a text that is a hint, or the empty string for undefined and null, and for a text that is no hint. */
function toHint(value, name) {
  const hint = value ?? '';
  if (typeof hint !== 'string') throw invalidArgument(`options.${name}`, 'a string', hint);
  return hint.length <= MAX_HINT_UNITS ? hint : '';
}

/** Returns the last label of a host name in ASCII lowercase. */
function toDomain(value) {
  const hint = toHint(value, 'topLevelDomain');
  const host = hint.endsWith('.') ? hint.slice(0, -1) : hint;
  const last = host.slice(host.lastIndexOf('.') + 1);
  return isAsciiText(last) ? last.toLowerCase() : require('node:url').domainToASCII(last);
}

/** Returns tags of BCP 47 with commas between them. */
function toTags(value) {
  const tags = toHint(value, 'language');
  return isAsciiText(tags) ? tags : '';
}

const allIds = [...detectable, ...detectableCodePages];

/** The encoding of ASCII: UTF-8, or the first in a list in which ASCII bytes may be text, or undefined. */
function asciiIdIn(ids) {
  return ids.includes(utf8) ? utf8 : ids.find((id) => isAsciiCompatible(id) || id === iso2022jp);
}

// The options for the same hints are used again, because most programs give the same ones, or none.
const last = { codePages: undefined, domain: '', tags: '', options: undefined };

/** Returns the options of the core where the caller does not limit the encodings. */
function sharedOptions(codePages, domain, tags) {
  if (codePages !== last.codePages || domain !== last.domain || tags !== last.tags) {
    const options = newDetectOptions(codePages ? allIds : detectable, domain, tags);
    Object.assign(last, { codePages, domain, tags, options });
  }
  return last.options;
}

// What toDetectSettings() returns where there are no options. It is made when it is first needed.
let defaultSettings;

/** Whether text in an encoding, by its number, may be other than ASCII from its first byte on although all bytes are ASCII. */
const hidesText = (id) => !isAsciiCompatible(id) && ![iso2022jp, iso2022kr, hz].includes(id);

/** The encodings beside those with ASCII whose lines can be read alone. */
const idsByLine = [iso2022jp, hz, names.indexOf('tcvn'), names.indexOf('viscii')];

/** Whether the lines of text in an encoding, by its number, can be read alone. */
const isReadByLine = (id) => isAsciiCompatible(id) || idsByLine.includes(id);

/** Returns those of the numbers whose text can be read line by line; throws for another one that the caller has named. */
function readByLine(ids, given, fallbackId) {
  const named = [...(given ?? []), fallbackId];
  const wrong = named.find((id) => id !== undefined && !isReadByLine(id));
  if (wrong !== undefined) throw notByLine(names[wrong]);
  return ids.filter(isReadByLine);
}

/**
 * Returns { core, ids, holdsAscii, asciiId, fallbackId, isWhole, part } for options: `core` is what the core takes, `ids` are the numbers
 * of the encodings that may be found, `holdsAscii` says that the caller allows one of them in which ASCII bytes may be other text,
 * `isByLine` that each line is looked at alone, as `hasLines` does, and `part` has the options `start` and `end`, which are not checked
 * here.
 */
function toDetectSettings(options, hasLines = false) {
  if (options === undefined && !hasLines) {
    defaultSettings ??= toDetectSettings(null);
    return defaultSettings;
  }
  const own = optionsOf(toDictionary(options, 'options'), optionNames);
  const { allow = null, fallback = null, start, end } = own;
  const isByLine = hasLines || Boolean(own.byLine);
  const codePages = Boolean(own.codePages);
  const domain = toDomain(own.topLevelDomain);
  const tags = toTags(own.language);
  const given = allow === null ? null : toAllowed(allow, codePages);
  const fallbackId = fallback === null ? undefined : toId(fallback, 'fallback', codePages);
  const all = given ?? (codePages ? allIds : detectable);
  const ids = isByLine ? readByLine(all, given, fallbackId) : all;
  const isShared = given === null && !isByLine;
  return {
    core: isShared ? sharedOptions(codePages, domain, tags) : newDetectOptions(ids, domain, tags),
    ids,
    holdsAscii: (given !== null || codePages) && ids.some(hidesText),
    isByLine,
    asciiId: given === null ? utf8 : asciiIdIn(ids),
    fallbackId,
    isWhole: Boolean(own.isWhole),
    part: { start, end },
  };
}

/** Returns the options of the core for the encodings of the standard for which `isCandidate` holds. */
const toCoreOptions = (isCandidate, { language, topLevelDomain }) =>
  newDetectOptions(detectable.filter(isCandidate), toDomain(topLevelDomain), toTags(language));

module.exports = { hz, isReadByLine, iso2022jp, iso2022kr, toCoreOptions, toDetectSettings };

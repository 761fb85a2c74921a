'use strict';

// Says which label to use instead of one that is not supported. It is loaded when a program first uses such a label.

const binding = require('../native/backend.js');
const { encodingId, encodings, normalize } = require('../native/encodings.js');

// Each label of the standard with names of its encoding in mail, in databases and in Windows that are not labels.
const namesByLabel = {
  'windows-31j': ['cp932', 'windows-932', 'x-ms-cp932', 'ms_932'],
  shift_jis: ['s-jis', 'shiftjis', 'x-shift-jis'],
  gbk: ['cp936', 'ms936', 'windows-936', 'euc-cn'],
  gb18030: ['gb-18030', 'cp54936', 'windows-54936'],
  'windows-949': ['cp949', 'ms949', 'uhc', 'x-windows-949'],
  'euc-kr': ['euckr'],
  big5: ['cp950', 'ms950', 'windows-950', 'big-5'],
  'euc-jp': ['eucjp', 'ujis'],
  'iso-2022-jp': ['iso2022jp'],
  'koi8-r': ['koi8r'],
  'koi8-u': ['koi8u'],
  'utf-16': ['utf16'],
  'utf-16le': ['utf16le', 'ucs2'],
  'utf-16be': ['utf16be'],
  'utf-8': ['utf8mb4', 'cp65001'],
  'windows-874': ['cp874'],
  latin1: ['latin-1'],
};

const historicalLabels = new Set(binding.historicalEncodings.flatMap(([, ...own]) => own));

/** Returns advice for an error about a label that is not supported, or undefined when there is none. */
function adviceFor(label) {
  const normal = normalize(label);
  if (historicalLabels.has(normal)) return 'whatwg-transcoder/historical supports it';
  if (encodings[encodingId(normal)] === 'replacement') {
    return 'it is a label of the replacement encoding, which exists so that content is refused';
  }
  const other = Object.keys(namesByLabel).find((known) => namesByLabel[known].includes(normal));
  return other === undefined ? undefined : `did you mean ${other}?`;
}

module.exports = { adviceFor, namesByLabel };

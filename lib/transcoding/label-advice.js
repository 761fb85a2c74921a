'use strict';

// Says which label to use instead of one that is not supported. It is loaded when a program first uses such a label.

const binding = require('../native/backend.js');
const { encodingId, encodings, normalize } = require('../native/encodings.js');

// Names of encodings in mail, in databases and in Windows that are not labels of the standard, each with the label to use.
const otherNames = new Map([
  ['cp932', 'windows-31j'],
  ['windows-932', 'windows-31j'],
  ['x-ms-cp932', 'windows-31j'],
  ['ms_932', 'windows-31j'],
  ['s-jis', 'shift_jis'],
  ['shiftjis', 'shift_jis'],
  ['x-shift-jis', 'shift_jis'],
  ['cp936', 'gbk'],
  ['ms936', 'gbk'],
  ['windows-936', 'gbk'],
  ['euc-cn', 'gbk'],
  ['gb-18030', 'gb18030'],
  ['cp54936', 'gb18030'],
  ['windows-54936', 'gb18030'],
  ['cp949', 'windows-949'],
  ['ms949', 'windows-949'],
  ['uhc', 'windows-949'],
  ['x-windows-949', 'windows-949'],
  ['euckr', 'euc-kr'],
  ['cp950', 'big5'],
  ['ms950', 'big5'],
  ['windows-950', 'big5'],
  ['big-5', 'big5'],
  ['eucjp', 'euc-jp'],
  ['ujis', 'euc-jp'],
  ['iso2022jp', 'iso-2022-jp'],
  ['koi8r', 'koi8-r'],
  ['koi8u', 'koi8-u'],
  ['utf16', 'utf-16'],
  ['utf16le', 'utf-16le'],
  ['ucs2', 'utf-16le'],
  ['utf16be', 'utf-16be'],
  ['utf8mb4', 'utf-8'],
  ['cp65001', 'utf-8'],
  ['cp874', 'windows-874'],
  ['latin-1', 'latin1'],
]);

const historicalLabels = new Set(binding.historicalEncodings.flatMap(([, ...own]) => own));

/** Returns advice for an error about a label that is not supported, or undefined when there is none. */
function adviceFor(label) {
  const normal = normalize(label);
  if (historicalLabels.has(normal)) return 'whatwg-transcoder/historical supports it';
  if (encodings[encodingId(normal)] === 'replacement') {
    return 'it is a label of the replacement encoding, which exists so that content is refused';
  }
  const other = otherNames.get(normal);
  return other === undefined ? undefined : `did you mean ${other}?`;
}

module.exports = { adviceFor };

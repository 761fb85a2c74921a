// The languages that the detector knows: their scripts, the codes of translations to learn them from, the encodings in which they were
// written with prior log-probabilities in nats, and the top-level domains where they are at home.

const western = {
  'windows-1252': 0,
  'iso-8859-15': -2,
  macintosh: -2,
};
const central = { 'windows-1250': 0, 'iso-8859-2': -1.5 };
// Encodings of other languages, which have all letters of these.
const southeastern = { ...central, 'iso-8859-16': -8 };
const baltic = { 'windows-1257': 0, 'iso-8859-13': -2, 'iso-8859-4': -2.5, 'iso-8859-10': -7 };
const celtic = { ...western, 'iso-8859-14': -4 };
const sami = { 'iso-8859-10': -1, 'iso-8859-4': -2 };
const nordic = { ...western, 'iso-8859-10': -6 };
const southern = { 'iso-8859-3': -1, 'windows-1252': -3 };
// How probable a language is that few write.
const small = -2;
const turkic = { 'windows-1254': -0.5 };
const cyrillic = {
  'windows-1251': 0,
  'koi8-r': -1,
  'koi8-u': -1.5,
  ibm866: -1.5,
  'iso-8859-5': -2,
  'x-mac-cyrillic': -2.5,
};

/**
 * `codes` are those of packages with translations. Where there are none, `words` is the code of a package with words, or `treebank`
 * the name of a treebank with sentences. A language with `lacksLetters` is written in encodings that do not have all of its letters, too.
 */
const row = (tag, script, encodings, prior, domains, codes = [tag], rest = {}) => ({
  tag,
  script,
  codes,
  encodings,
  prior,
  domains,
  ...rest,
});
const latin = (tag, ...rest) => row(tag, 'latin', ...rest);

export const languages = [
  latin('en', western, 0, 'uk us au nz ie za in sg gov edu mil', ['en-us', 'en-gb', 'en-za']),
  latin('de', western, 0, 'de at ch li lu'),
  latin('fr', western, 0, 'fr be ch ca lu mc sn ci ma dz tn'),
  latin('es', western, 0, 'es mx ar cl co pe ve uy ec bo py cu do gt cr pa hn sv ni cat', [
    'es',
    'es-es',
  ]),
  latin('pt', western, 0, 'pt br ao mz cv', ['pt', 'pt-br']),
  latin('it', western, 0, 'it ch sm va'),
  latin('nl', western, 0, 'nl be sr aw cw'),
  latin('ca', western, -1, 'cat es ad'),
  latin('gl', western, -1, 'gal es'),
  latin('eu', western, -1, 'eus es'),
  latin('da', western, 0, 'dk fo gl'),
  latin('sv', western, 0, 'se fi ax', ['sv', 'sv-se']),
  latin('nb', western, -0.3, 'no sj', ['nb', 'nb-no']),
  latin('nn', western, -1, 'no', ['nn', 'nn-no']),
  latin('is', nordic, -0.5, 'is'),
  latin('fi', western, 0, 'fi'),
  latin('id', western, -0.5, 'id'),
  latin('ms', western, -1, 'my sg bn'),
  latin('af', western, -1, 'za na'),
  latin('ga', celtic, -1, 'ie', ['ga', 'ga-ie']),
  latin('sq', { ...western, 'windows-1250': -1, 'iso-8859-2': -2.5 }, -1, 'al xk'),
  latin('et', { ...western, 'windows-1252': -1, ...baltic }, -0.5, 'ee'),
  latin('lv', baltic, -0.5, 'lv'),
  latin('lt', baltic, -0.5, 'lt'),
  latin('pl', { ...southeastern, 'iso-8859-13': -7 }, 0, 'pl'),
  latin('cs', central, 0, 'cz'),
  latin('sk', central, 0, 'sk'),
  latin('hu', southeastern, 0, 'hu'),
  latin('sl', { ...southeastern, 'iso-8859-13': -7 }, 0, 'si'),
  latin('hr', southeastern, 0, 'hr ba'),
  latin('bs', southeastern, -1, 'ba'),
  latin('sr-Latn', southeastern, -0.5, 'rs me ba', ['sr-latn']),
  latin('ro', { ...central, 'iso-8859-16': -8 }, 0, 'ro md'),
  latin('tr', { ...turkic, 'iso-8859-3': -6 }, 0, 'tr cy'),
  latin('az', turkic, -1, 'az'),
  latin('cy', { ...celtic, 'iso-8859-14': 1 }, small, 'wales cymru', ['cy'], {
    lacksLetters: true,
    beside: 'ŷ',
  }),
  latin('br', celtic, small, 'bzh'),
  latin('gd', celtic, small, 'scot'),
  latin('oc', western, small, ''),
  latin('rm', western, small, ''),
  latin('fur', western, small, ''),
  latin('sc', western, small, ''),
  latin('ast', western, small, ''),
  latin('lb', western, 2 * small, 'lu', [], { words: 'ltz' }),
  latin('fy', western, small, 'frl', ['fy-nl']),
  latin('fo', nordic, small, 'fo', [], { words: 'fao' }),
  latin('co', western, small, 'corsica', [], { words: 'cos' }),
  latin('ht', western, small, 'ht', [], { words: 'hat' }),
  latin('fil', western, small, 'ph', ['tl']),
  latin('sw', western, small, 'ke tz', [], { words: 'swa' }),
  latin('qu', western, small, '', [], { words: 'que' }),
  latin('mi', western, small, '', [], { words: 'mri', lacksLetters: true }),
  latin('wo', western, small, '', ['wo']),
  latin('hsb', central, small, '', ['hsb', 'dsb']),
  latin('ku', { ...turkic, 'windows-1252': -3 }, small, '', ['kmr'], { lacksLetters: true }),
  latin('eo', southern, small, '', ['eo'], { lacksLetters: true }),
  latin('mt', southern, small, 'mt', [], { words: 'mlt', lacksLetters: true }),
  latin('se', sami, small, '', [], { treebank: 'UD_North_Sami-Giella' }),
  latin('vi', { 'windows-1258': -1.5 }, 0, 'vn'),
  row('ru', 'cyrillic', cyrillic, 0, 'ru su by kz kg uz tm tj am ge md xn--p1ai'),
  row('uk', 'cyrillic', { ...cyrillic, 'koi8-u': -0.5, 'koi8-r': -3 }, 0, 'ua xn--j1amh'),
  row('be', 'cyrillic', cyrillic, -1, 'by xn--90ais'),
  row('bg', 'cyrillic', cyrillic, 0, 'bg xn--90ae'),
  row('mk', 'cyrillic', cyrillic, -1, 'mk xn--d1alf'),
  row('sr', 'cyrillic', cyrillic, -0.5, 'rs me ba xn--90a3ac'),
  row('kk', 'cyrillic', {}, -0.5, 'kz xn--80ao21a'),
  row('tg', 'cyrillic', {}, -0.5, 'tj'),
  row('el', 'greek', { 'windows-1253': 0, 'iso-8859-7': -1 }, 0, 'gr cy xn--qxam'),
  row('he', 'hebrew', { 'windows-1255': 0, 'iso-8859-8': -1 }, 0, 'il xn--4dbrk0ce'),
  row('ar', 'arabic', { 'windows-1256': 0, 'iso-8859-6': -2 }, 0, arabDomains()),
  row('fa', 'arabic', { 'windows-1256': 0 }, -0.5, 'ir af xn--mgba3a4f16a'),
  row('ur', 'arabic', { 'windows-1256': -1 }, -1, 'pk xn--mgbai9azgqp6j'),
  row('th', 'thai', { 'windows-874': 0 }, 0, 'th xn--o3cw4h'),
  row('ka', 'georgian', {}, -0.5, 'ge xn--node'),
  row('ja', 'cjk', { shift_jis: 0, 'euc-jp': -0.5, 'iso-2022-jp': 0 }, 0, 'jp'),
  row('zh-Hans', 'cjk', { gbk: 0, gb18030: 0 }, 0, 'cn sg xn--fiqs8s', ['zh-cn']),
  row('zh-Hant', 'cjk', { big5: 0 }, 0, 'tw hk mo xn--kpry57d xn--j6w193g', ['zh-tw']),
  row('ko', 'cjk', { 'euc-kr': 0 }, 0, 'kr kp xn--3e0b707e'),
];

function arabDomains() {
  return 'sa ae eg iq sy jo lb kw qa bh om ye ly sd dz ma tn ps mr xn--mgberp4a5d4ar xn--wgbh1c xn--mgbaam7a8h';
}

/** Folds the case of a letter as the model of a language does. */
export function fold(character, tag) {
  if (tag === 'tr' || tag === 'az') {
    if (character === 'I') return 'ı';
    if (character === 'İ') return 'i';
  }
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower : character;
}

const scripts = {
  latin: /^\p{Script=Latin}$/u,
  cyrillic: /^\p{Script=Cyrillic}$/u,
  greek: /^\p{Script=Greek}$/u,
  hebrew: /^\p{Script=Hebrew}$/u,
  arabic: /^(?:\p{Script=Arabic}|[\u064b-\u0652])$/u,
  thai: /^\p{Script=Thai}$/u,
  georgian: /^\p{Script=Georgian}$/u,
};
const tones = new Set(['\u0300', '\u0301', '\u0303', '\u0309', '\u0323']);

const known = new Map();

/** The script of a letter, or undefined for what is no letter. ª and º are none. */
export function scriptOf(character) {
  if (!known.has(character)) known.set(character, findScript(character));
  return known.get(character);
}

function findScript(character) {
  if (tones.has(character)) return 'latin';
  if (/[ªº\u0e3f\u060c\u061b\u061f٠-٩۰-۹\u0e50-\u0e59\u066a-\u066d]/u.test(character))
    return undefined;
  if (!/^[\p{L}\p{M}]$/u.test(character)) return undefined;
  return Object.keys(scripts).find((each) => scripts[each].test(character)) ?? 'other';
}

/**
 * The class of a character: ASCII, its letters, punctuation, hiragana, katakana, half width, hangul, ideograph, full width, box
 * drawing, a number or a unit in one character, symbol.
 */
export function cjkClass(code) {
  if (code < 0x80) return /[A-Za-z]/.test(String.fromCodePoint(code)) ? 'l' : 'a';
  if (code >= 0x3041 && code <= 0x309f) return 'h';
  if (code >= 0x30a0 && code <= 0x30ff && code !== 0x30fb) return 'k';
  if (code >= 0xff61 && code <= 0xff9f) return 'w';
  if (code >= 0xac00 && code <= 0xd7a3) return 'g';
  if ((code >= 0x4e00 && code <= 0x9fff) || code === 0x3005) return 'i';
  if (
    /[\u3001\u3002\u300c-\u3011\u2018-\u201d\u2026\u00b7\u30fb\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\u3000\u300a\u300b\u2014\u2015]/.test(
      String.fromCodePoint(code),
    )
  )
    return 'p';
  if (code >= 0xff01 && code <= 0xff5e) return 'f';
  if (code >= 0x2500 && code <= 0x257f) return 'b';
  if ((code >= 0x2160 && code <= 0x217f) || (code >= 0x2460 && code <= 0x24ff)) return 'n';
  if (code === 0x2116 || code === 0x2121 || (code >= 0x3200 && code <= 0x33ff)) return 'n';
  return 's';
}

// The models of the detector as tables, which indexes/detect/tables.mjs makes of counts.
//
// Costs are negative logarithms of probabilities. In the tables they are numbers of four bits in
// steps of 0.8 nats, the first of two in the low half of a byte. One step is kStep points. A Code
// says what a byte is in the script of an encoding; indexes/detect/alphabets.mjs has its values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/short_text.h"
#include "../core/encoding.h"
#include "../core/index.h"
#include "whatwg_encoding_generated/detect.h"

namespace whatwg_encoding {

// The languages that the detector knows, by their numbers, as tags of BCP 47.
using LanguageTag = ShortText<7>;
extern const LanguageTag kLanguageTags[kLanguageCount];

namespace detect {

// Costs are in points; a nat is this many of them.
inline constexpr int kNat = 20;

// A domain with several languages has a row for each. Rows are sorted by domain.
struct Domain {
  ShortText<17> domain;
  uint8_t language;
};
extern const Domain kDomains[kDomainCount];

struct Script {
  uint8_t first_language;
  uint8_t language_count;
  uint8_t first_capital;
  uint8_t bucket_bits;
  uint8_t row_size;       // bytes of a row of kTripleCosts: a number for each language
  uint16_t first_bucket;  // in kTripleBuckets
  uint16_t first_print;   // in kTriplePrints
  uint32_t first_cost;    // in kTripleCosts
};
extern const Script kScripts[kScriptCount];

struct Language {
  uint16_t first_cost;   // in kPairCosts
  uint16_t first_class;  // in kClasses
  uint8_t row_size;      // bytes of a row: a number for each class that follows
  int8_t prior;          // in points, of the language alone
};
extern const Language kLanguages[kAlphabetLanguageCount];

// An encoding of single bytes; those of the Latin script come first. Its pairs with languages are
// in one run of kPairs.
struct Candidate {
  EncodingId encoding;
  uint8_t script;
  uint16_t first_pair;
  uint8_t pair_count;
  // A code page in which there is much text. Where the caller allows the encodings of the standard
  // and no others, it is a rival of the answer.
  bool is_rival;
};
extern const Candidate kCandidates[kCandidateCount];

// The code points of the 256 bytes of such an encoding.
inline const uint16_t* CodePointsOf(EncodingId encoding) {
  const auto id = static_cast<size_t>(encoding);
  return IsCodePage(encoding) ? index::kCodePages + (id - kFirstCodePage) * 256
                              : index::kSingleByte + index::kSingleByteOf[id] * size_t{256};
}

// A code page of EBCDIC, and the codes of its bytes in a script. kInvalid stands for control
// characters that no text has, too.
struct EbcdicPage {
  EncodingId encoding;
  uint8_t script;
  uint8_t codes[256];
};
extern const EbcdicPage kEbcdicPages[kEbcdicPageCount];

struct Pair {
  uint8_t candidate;
  uint8_t language;
  int16_t prior;  // in points
};
extern const Pair kPairs[kPairCount];

extern const uint8_t kCodes[kCandidateCount][256];  // for each candidate and byte
// For each script and code, the code of the small letter.
extern const uint8_t kFolded[kScriptCount][256];
extern const uint8_t kClasses[];  // for each language, the classes of the codes of its script
// For each language, the codes of the small letters beyond ASCII that are frequent in it, as 256
// bits, and of those that are not very rare.
extern const uint64_t kUsualLetters[];
extern const uint8_t kPairCosts[];  // for each language, a class after a class

// The costs of pairs of letters of ASCII: kAsciiLetterCount times as many rows, each with four bits
// for each language of the Latin script.
// The letters are a boundary, "a" to "z", and "I", which is the capital of another letter in some.
// kAsciiPlaces has the place of each code of that script, or kAsciiLetterCount.
inline constexpr size_t kAsciiLetterCount = 28;
inline constexpr size_t kLatinRowSize = (kLatinLanguageCount + 1) / 2;
extern const uint8_t kAsciiPairCosts[];
extern const uint8_t kAsciiPlaces[];

// Triples of letters, as three numbers of seven bits (0 is a boundary), in a hash of buckets. Each
// has a cost for each language of the script; kMostCost means that pairs say as much.
extern const uint16_t kTripleBuckets[];
extern const uint16_t kTriplePrints[];
extern const uint8_t kTripleCosts[];

// The costs of a class of characters behind another in Chinese, Japanese and Korean, in points: for
// each language kCjkClassCount rows.
enum CjkClass : uint8_t {
  kCjkAscii,
  kCjkLatin,  // a letter of ASCII
  kCjkPunctuation,
  kHiragana,
  kKatakana,
  kHalfWidth,
  kHangul,
  kIdeograph,
  kFullWidth,
  kBoxDrawing,
  kCjkNumber,  // a number or a unit in one character
  kCjkSymbol,
  kCjkClassCount,
};
extern const uint8_t kCjkClassCosts[];

// The costs of characters in their class.
extern const uint8_t kJapaneseCosts[];     // by pointer of JIS X 0208, rows of 94
extern const uint8_t kSimplifiedCosts[];   // rows of 94 from 0xA1A1 on
extern const uint8_t kTraditionalCosts[];  // rows of 157 from 0xA140 on
extern const uint8_t kKoreanCosts[];       // rows of 94 from 0xA1A1 on
// Half-width katakana: rows of 64 from U+FF60 on, which stands for any other character; a row for
// each character before.
extern const uint8_t kHalfWidthCosts[];
// By pointer of gb18030, two bits for each: the place of a cost in kExtensionSteps. This serves the
// characters that GB 2312 does not have.
extern const uint8_t kExtensionCosts[];
extern const uint8_t kExtensionSteps[4];

}  // namespace detect
}  // namespace whatwg_encoding

// Which encodings and languages the detector knows, and what its caller knows of the bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "../core/encoding.h"
#include "bit_set.h"
#include "tables.h"

namespace whatwg_encoding {

using CandidateSet = BitSet<kAllEncodingCount, EncodingId>;
using LanguageSet = BitSet<kLanguageCount>;

// In the place of the number of a language: none is known.
inline constexpr uint8_t kNoLanguage = 0xFF;

// The languages that are written under a top-level domain, which is given in ASCII lowercase, such
// as "jp" or "xn--p1ai". An unknown domain has none.
LanguageSet LanguagesOfDomain(std::string_view top_level_domain);

// The language of a tag of BCP 47, whatever the case of its letters. An unknown tag has none.
LanguageSet LanguagesOfTag(std::string_view tag);

// Whether an encoding of the standard is a candidate unless the caller excludes it.
bool IsDetectable(EncodingId encoding);

// Whether an encoding is a candidate only where the caller asks for code pages.
bool IsDetectableCodePage(EncodingId encoding);

// All encodings for which IsDetectable() holds.
CandidateSet StandardCandidates();

// The options of the detector.
struct DetectOptions {
  CandidateSet allowed = StandardCandidates();
  LanguageSet hinted;  // the languages that are likely; none: no hint
};

}  // namespace whatwg_encoding

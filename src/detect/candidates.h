// Which encodings and languages the detector knows, and what its caller knows of the bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../core/encoding.h"

namespace whatwg_encoding {

// A set of encodings, by their numbers, as bits.
struct CandidateSet {
  constexpr bool Has(EncodingId encoding) const {
    const auto id = static_cast<size_t>(encoding);
    return (words[id / 64] >> id % 64 & 1) != 0;
  }
  constexpr void Add(EncodingId encoding) {
    const auto id = static_cast<size_t>(encoding);
    words[id / 64] |= uint64_t{1} << id % 64;
  }
  constexpr bool operator==(const CandidateSet&) const = default;

  std::array<uint64_t, (kAllEncodingCount + 63) / 64> words{};
};

// In the place of the number of a language: none is known.
inline constexpr uint8_t kNoLanguage = 0xFF;

// A set of languages, by their numbers, as bits.
struct LanguageSet {
  constexpr bool Has(size_t language) const {
    return (words[language / 64] >> language % 64 & 1) != 0;
  }
  constexpr bool IsEmpty() const { return (words[0] | words[1]) == 0; }
  constexpr void Add(size_t language) { words[language / 64] |= uint64_t{1} << language % 64; }
  constexpr void Add(const LanguageSet& others) {
    for (size_t i = 0; i < words.size(); ++i) words[i] |= others.words[i];
  }

  std::array<uint64_t, 2> words{};
};

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

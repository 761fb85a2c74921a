// Finds the encoding that bytes without a label are in, and says how sure that is.
//
// The Encoding Standard has no such step: only those who ask for it get a guess. The candidates are
// pairs of an encoding and a language. What a decoder cannot read excludes its encoding.
//
// May include base/, simd/, core/, codecs/ and detect/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../base/bytes.h"
#include "../codecs/iso_2022_jp.h"
#include "../codecs/utf_8.h"
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

  std::array<uint64_t, (kAllEncodingCount + 63) / 64> words{};
};

inline constexpr size_t kLanguageCount = 1;

// In the place of the number of a language: none is known.
inline constexpr uint8_t kNoLanguage = 0xFF;

// The languages that the detector knows, by their numbers, as tags of BCP 47.
extern const std::string_view kLanguageTags[kLanguageCount];

// A set of languages, by their numbers, as bits.
struct LanguageSet {
  constexpr bool Has(size_t language) const {
    return (words[language / 64] >> language % 64 & 1) != 0;
  }
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

// What the caller of the detector knows.
struct DetectOptions {
  CandidateSet allowed = StandardCandidates();
  LanguageSet hinted;  // the languages that are likely; none: no hint
};

// An encoding, the language in which it explains the bytes best, and the probability of both.
struct DetectedCandidate {
  EncodingId encoding = EncodingId::kUtf8;
  uint8_t language = kNoLanguage;
  float probability = 0;
};

// What the bytes so far are.
struct Detection {
  bool has_encoding = false;  // false: nothing explains them
  bool is_reliable = false;
  bool is_ascii = false;  // all bytes are ASCII, and stand for ASCII
  EncodingId encoding = EncodingId::kUtf8;
  // Best first: one entry for each encoding, at most this many.
  uint8_t count = 0;
  std::array<DetectedCandidate, 16> candidates;
};

// Reads a stream of bytes. It is a value: a copy of it is a copy of its place in the stream. The
// result does not depend on how the stream is cut into chunks.
class Detector {
 public:
  explicit Detector(const DetectOptions& options) : options_(options) {}

  void Feed(Bytes chunk);

  // What the bytes so far are. A character that their end cuts counts neither for nor against an
  // encoding, unless `is_whole` says that nothing follows.
  Detection Result(bool is_whole) const;

  // Whether the result is so certain that a stream can be decoded from here on.
  bool IsSettled() const;

 private:
  EncodingId ByteOrderMark() const;

  DetectOptions options_;
  Utf8Decoder utf8_;
  Iso2022JpDecoder iso_2022_jp_;
  uint64_t size_ = 0;
  uint64_t even_zeros_ = 0;
  uint64_t odd_zeros_ = 0;
  std::array<uint8_t, 4> first_{};
  bool is_ascii_ = true;
  bool is_utf8_ = true;
  bool is_iso_2022_jp_ = true;
  bool has_escape_ = false;
  bool has_control_ = false;
};

}  // namespace whatwg_encoding

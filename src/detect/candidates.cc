// Says which encodings are candidates, and what speaks for and against each besides its words.
//
// May include base/, core/, codecs/ and detect/.
#include <algorithm>
#include <iterator>

#include "detector.h"
#include "weights.h"

namespace whatwg_encoding {

namespace {

using detect::Candidate;
using detect::kAlphabetLanguageCount;
using detect::kCandidateCount;
using detect::kCandidates;
using detect::kMultiByteEncodings;
using detect::kNat;
using detect::kStandardCandidateCount;

constexpr int kMostAsciiCost = 7 * kNat;
// A word of ASCII beside one of other letters, in languages of other scripts than Latin.
constexpr int kSwitchCost = 5 * kNat;
constexpr int kCjkSwitchCost = 2 * kNat;
constexpr int kHintCost = 10 * kNat;

}  // namespace

bool IsDetectable(EncodingId encoding) {
  if (encoding == EncodingId::kUtf8 || encoding == EncodingId::kIso2022Jp || IsUtf16(encoding) ||
      encoding == EncodingId::kGb18030 || encoding == EncodingId::kIso8859_8I) {
    return true;
  }
  const auto is_it = [&](EncodingId each) { return each == encoding; };
  return std::any_of(std::begin(kMultiByteEncodings), std::end(kMultiByteEncodings), is_it) ||
         std::any_of(kCandidates, kCandidates + kStandardCandidateCount,
                     [&](const Candidate& each) { return each.encoding == encoding; });
}

bool IsDetectableCodePage(EncodingId encoding) {
  return IsUtf32(encoding) || detect::IsEbcdic(encoding) ||
         std::any_of(kCandidates + kStandardCandidateCount, kCandidates + kCandidateCount,
                     [&](const Candidate& each) { return each.encoding == encoding; });
}

CandidateSet StandardCandidates() {
  CandidateSet candidates;
  for (size_t id = 0; id < kEncodingCount; ++id) {
    const auto encoding = static_cast<EncodingId>(id);
    if (IsDetectable(encoding)) candidates.Add(encoding);
  }
  return candidates;
}

bool Detector::IsAllowed(size_t candidate) const {
  const EncodingId encoding = kCandidates[candidate].encoding;
  return options_.allowed.Has(encoding) ||
         (encoding == EncodingId::kIso8859_8 && options_.allowed.Has(EncodingId::kIso8859_8I));
}

int32_t Detector::BestAsciiCost() const {
  return *std::min_element(ascii_costs_.begin(), ascii_costs_.end());
}

int32_t Detector::AsciiCost(size_t language, int32_t best) const {
  const int32_t own = language < kAlphabetLanguageCount ? ascii_costs_[language] : 0;
  const int32_t cost = language < detect::kLatinLanguageCount ? 0
                       : language < kAlphabetLanguageCount    ? kSwitchCost
                                                              : kCjkSwitchCost;
  return std::min(own - best, kMostAsciiCost) + switches_ * cost;
}

int32_t Detector::HintCost(size_t language) const {
  const bool has_hint = options_.hinted.words[0] != 0 || options_.hinted.words[1] != 0;
  return has_hint && !options_.hinted.Has(language) ? kHintCost : 0;
}

// Whether an encoding does not have a byte that has come.
bool Detector::IsExcluded(size_t candidate) const {
  const uint64_t* invalid = detect::kInvalidBytes + candidate * 2;
  return ((invalid[0] & known_[0]) | (invalid[1] & known_[1])) != 0;
}

// Whether a letter of the script has come, which in the Latin script may be one of ASCII.
bool Detector::HasLetters(size_t candidate) const {
  if (kCandidates[candidate].script == 0) return true;
  for (size_t byte = 0; byte < 128; ++byte) {
    const bool is_known = (known_[byte / 64] >> byte % 64 & 1) != 0;
    if (is_known && detect::kLetters[candidate * 128 + byte] > detect::kAscii) return true;
  }
  return false;
}

}  // namespace whatwg_encoding

// Says what the bytes so far are, how sure that is, and how probable each candidate is.
//
// May include base/, core/, codecs/ and detect/.
#include <algorithm>
#include <bit>

#include "../core/sinks.h"
#include "detector.h"
#include "weights.h"

namespace whatwg_encoding {

namespace {

using detect::Candidate;
using detect::kCandidateCount;
using detect::kCandidates;
using detect::kEnoughBytes;
using detect::kMultiByteEncodings;
using detect::kMultiByteLanguages;
using detect::kNat;
using detect::kNeverCost;
using detect::kPairs;
using detect::MultiByte;

constexpr int kNoLetterCost = 5 * kNat;  // of another script than Latin, where none has come
constexpr int kUtf8RareCharacterCost = 8 * kNat;  // more than that
constexpr int kUtf8CharacterCost = 5 * kNat / 2;
constexpr int kCutAfterLatinCost = 9 * kNat;
constexpr int kCutCharacterCost = 5 * kNat;    // of an encoding of several bytes, at the end
constexpr int kLengthBitCost = 7 * kNat / 10;  // for each binary digit of the length in bytes
constexpr float kMostNatsPerByte = 4.4f;
constexpr float kMostNatsBeside = 10;
constexpr float kSpread = 1.5f * kNat;  // of probabilities, in points
constexpr uint32_t kFewBytes = 4;
constexpr int kShortMargin = 6 * kNat;  // for fewer bytes than that
constexpr int kReliableMargin = 3 * kNat;

// What a character of UTF-8 costs of which no more than the first byte is known.
constexpr int Utf8LeadCost(uint8_t lead) {
  if (InRange(lead, 0xC3, 0xC5) || InRange(lead, 0xCE, 0xD1) || lead == 0xE2) return 3 * kNat;
  return lead == 0xC2 ? 5 * kNat : 12 * kNat;
}

// e to the power of `x`, with an error of less than a thousandth. std::exp() is not there: the
// addon for release is linked without libraries. Beyond ±80 the answer is that for ±80.
float Exponential(float x) {
  constexpr float kLog2OfE = 1.442695F;
  constexpr float kLogOf2 = 0.6931472F;
  const float binary = std::clamp(x, -80.0F, 80.0F) * kLog2OfE;
  const int whole = static_cast<int>(binary < 0 ? binary - 0.5F : binary + 0.5F);
  // The rest is from −0.35 to 0.35, for which five terms of the power series are enough.
  const float rest = (binary - static_cast<float>(whole)) * kLogOf2;
  const float series = 1 + rest * (1 + rest / 2 * (1 + rest / 3 * (1 + rest / 4)));
  // The exponent of a float, in bits 23 to 30, is a power of two.
  return series * std::bit_cast<float>((whole + 127) << 23);
}

// How probable the best candidate is that is so far before the first one that decodes the bytes
// differently.
float ProbabilityOf(int32_t margin) {
  return 1 / (1 + Exponential(-static_cast<float>(margin) / kSpread));
}

}  // namespace

// The encoding of a byte order mark, or windows-1252 where there is none.
EncodingId Detector::ByteOrderMark() const {
  for (const auto& [encoding, size, bytes] : kByteOrderMarks) {
    if (size_ >= size && options_.allowed.Has(encoding) &&
        std::equal(bytes.begin(), bytes.begin() + size, first_.begin())) {
      return encoding;
    }
  }
  return EncodingId::kWindows1252;
}

Detection Detector::Result(bool is_whole) const {
  Detector ended = *this;
  ended.EndToken(is_whole, 0);
  return ended.Rank(is_whole);
}

// This function is apart from Result(), so that its memory on the stack is not in use while the last
// word is scored.
[[gnu::noinline]] Detection Detector::Rank(bool is_whole) const {
  Detection result;
  const auto found = [&](EncodingId encoding, uint8_t language) {
    result.has_encoding = true;
    result.is_reliable = true;
    result.encoding = encoding;
    result.count = 1;
    result.candidates[0] = {encoding, language, 1};
    return result;
  };
  const EncodingId marked = ByteOrderMark();
  if (marked != EncodingId::kWindows1252) return found(marked, kNoLanguage);
  const bool is_ascii = (known_[0] | known_[1]) == 0;
  if (is_ascii && has_escape_ && is_iso_2022_jp_ && (!is_whole || iso_2022_jp_.pending() == 0)) {
    return found(EncodingId::kIso2022Jp, detect::kJapanese);
  }
  if (has_control_ && (!is_whole || size_ % 2 == 0)) {
    const int big = utf16_.BigEndianText();
    const int little = utf16_.LittleEndianText();
    const auto encoding = big > little ? EncodingId::kUtf16be : EncodingId::kUtf16le;
    if (big != little && options_.allowed.Has(encoding)) return found(encoding, kNoLanguage);
  }
  // Control characters of ASCII leave nothing but EBCDIC.
  if (has_control_ && ebcdic_.is_empty()) return result;
  struct Entry {
    int32_t cost;
    EncodingId encoding;
    uint8_t language;
    uint8_t letters;  // the number of a single-byte candidate
    int32_t beside;   // what of the cost is no cost of these bytes: hints, other words
    bool is_scored;   // false: it was dropped, that far behind the best one
  };
  constexpr uint8_t kNoLetters = 0xFF;
  constexpr size_t kOtherPageCount = kFirstCodePage + kCodePageCount - kFirstOtherCodePage;
  std::array<Entry, kCandidateCount + kMultiByteCount + 1 + kOtherPageCount> entries;
  size_t count = 0;
  // What the first bytes cost in EBCDIC, for as many bytes as the others have scored.
  const double scale = std::max(1.0, static_cast<double>(std::min<uint64_t>(size_, kEnoughBytes)) /
                                         static_cast<double>(std::max<size_t>(1, ebcdic_.size())));
  for (size_t i = 0; i < kOtherPageCount && !ebcdic_.is_empty(); ++i) {
    const auto page = static_cast<EncodingId>(kFirstOtherCodePage + i);
    if (!options_.allowed.Has(page) || !detect::IsEbcdic(page) || !ebcdic_.IsIn(page)) continue;
    const detect::EbcdicText::Costs costs = ebcdic_.CostsIn(page);
    Entry entry{kNeverCost, page, 0, kNoLetters, 0, true};
    for (size_t place = 0; place < costs.language_count; ++place) {
      const auto language = static_cast<uint8_t>(costs.first_language + place);
      const auto own = static_cast<int32_t>(costs.costs[place] * scale);
      const int32_t beside = HintCost(language);
      if (own + beside >= entry.cost) continue;
      entry.cost = own + beside;
      entry.beside = beside;
      entry.language = language;
    }
    entries[count++] = entry;
  }
  // All bytes are ASCII in Hebrew, too.
  const bool is_ebcdic =
      has_control_ ||
      (is_ascii && ebcdic_.HasSpaces() &&
       std::any_of(
           entries.begin(), entries.begin() + static_cast<ptrdiff_t>(count), [&](auto& each) {
             return each.cost <=
                    static_cast<int32_t>(std::min<uint64_t>(size_, kEnoughBytes)) * kNat * 3 / 4;
           }));
  if (is_ascii && !is_ebcdic) {
    for (size_t id = 0; id < kAllEncodingCount && !result.has_encoding; ++id) {
      const auto encoding = static_cast<EncodingId>(id);
      if (!options_.allowed.Has(encoding) || IsUnicode(encoding)) continue;
      if (IsAsciiCompatible(encoding) || (encoding == EncodingId::kIso2022Jp && is_iso_2022_jp_)) {
        found(encoding, kNoLanguage);
      }
    }
    if (options_.allowed.Has(EncodingId::kUtf8)) found(EncodingId::kUtf8, kNoLanguage);
    result.is_ascii = result.has_encoding;
    return result;
  }

  const int32_t ascii = BestAsciiCost();
  for (size_t candidate = 0; candidate < kCandidateCount && !is_ebcdic; ++candidate) {
    const Candidate& own = kCandidates[candidate];
    EncodingId encoding = own.encoding;
    if (encoding == EncodingId::kIso8859_8 && options_.allowed.Has(EncodingId::kIso8859_8I)) {
      encoding = EncodingId::kIso8859_8I;
    }
    if (!options_.allowed.Has(encoding) || IsExcluded(candidate)) continue;
    const int32_t letters = HasLetters(candidate) ? 0 : kNoLetterCost;
    Entry entry{kNeverCost, encoding, 0, static_cast<uint8_t>(candidate), 0, false};
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      const uint8_t language = kPairs[pair].language;
      const bool is_scored = IsScored(pair);
      if (entry.is_scored && !is_scored) continue;
      const int32_t beside =
          is_scored ? AsciiCost(language, ascii) + HintCost(language) + letters : 0;
      const int32_t cost = costs_[pair] + beside;
      if (cost < entry.cost || (is_scored && !entry.is_scored)) {
        entry.is_scored = is_scored;
        entry.beside = beside;
        entry.cost = cost;
        entry.language = language;
      }
    }
    entries[count++] = entry;
  }
  // A longer text is less likely to end within the first of its characters of several bytes: the
  // costs are in proportion to the logarithm of its length.
  const bool is_first_cut = std::popcount(known_[0]) + std::popcount(known_[1]) == 1;
  const auto first_cut = static_cast<int32_t>(std::bit_width(size_)) * kLengthBitCost;
  for (size_t i = 0; i < kMultiByteCount; ++i) {
    const bool is_excluded = is_whole && IsCut(static_cast<MultiByte>(i));
    if (is_ebcdic || cjk_[i].is_out() || is_excluded) continue;
    const uint8_t language = kMultiByteLanguages[i];
    EncodingId encoding = kMultiByteEncodings[i];
    if (i == 0 && options_.allowed.Has(EncodingId::kGb18030) &&
        (cjk_[0].has_four_bytes() || !options_.allowed.Has(EncodingId::kGbk))) {
      encoding = EncodingId::kGb18030;
    }
    int32_t cut = 0;
    if (cjk_[i].is_within_character()) {
      cut = cjk_[i].is_after_latin() ? kCutAfterLatinCost : kCutCharacterCost;
      if (is_first_cut) cut += first_cut;
    }
    const int32_t beside = AsciiCost(language, ascii) + HintCost(language);
    const detect::CjkScore& score = cjk_[i];
    entries[count++] = {score.cost() + cut + beside, encoding, language, kNoLetters,
                        beside + score.ascii_cost(), true};
  }
  if (is_utf8_ && !is_ebcdic && (!is_whole || utf8_.pending() == 0)) {
    const auto characters = static_cast<int32_t>(std::min(utf8_characters_, 1u << 24));
    const auto rare = static_cast<int32_t>(std::min(utf8_rare_characters_, 1u << 20));
    entries[count++] = {characters * kUtf8CharacterCost + rare * kUtf8RareCharacterCost,
                        EncodingId::kUtf8,
                        kNoLanguage,
                        kNoLetters,
                        0,
                        true};
  }
  if (count == 0) return result;
  if (is_utf8_ && utf8_characters_ == 1 && utf8_.pending() != 0) {
    // The only character is cut. What follows such a lead byte in most texts tells whether it is
    // one.
    for (size_t i = 0; i < count; ++i) {
      if (entries[i].encoding == EncodingId::kUtf8) {
        entries[i].cost = Utf8LeadCost(last_lead_);
      }
    }
  }
  int32_t least = kNeverCost;
  for (size_t i = 0; i < count; ++i) {
    if (entries[i].is_scored) least = std::min(least, entries[i].cost);
  }
  for (size_t i = 0; i < count && least != kNeverCost; ++i) {
    if (!entries[i].is_scored) entries[i].cost += least;
  }
  // Only the entries that are shown have to be in order. This loop is much less code than
  // std::sort(), and WebAssembly compiles code when it first runs.
  const size_t shown = std::min(count, result.candidates.size());
  for (size_t i = 0; i < shown; ++i) {
    for (size_t other = i + 1; other < count; ++other) {
      const Entry& a = entries[other];
      const Entry& b = entries[i];
      const bool is_better = a.cost != b.cost ? a.cost < b.cost : a.encoding < b.encoding;
      if (is_better) std::swap(entries[i], entries[other]);
    }
  }
  const Entry& best = entries[0];

  // Whether another encoding decodes what has come as the best one does.
  const auto is_same = [&](const Entry& other) {
    if (detect::IsEbcdic(best.encoding) && detect::IsEbcdic(other.encoding)) {
      return ebcdic_.IsSame(best.encoding, other.encoding);
    }
    if (best.letters == kNoLetters || other.letters == kNoLetters) return false;
    const uint16_t* a = detect::CodePointsOf(best.encoding);
    const uint16_t* b = detect::CodePointsOf(other.encoding);
    for (size_t byte = 0x80; byte < 0x100; ++byte) {
      if ((known_[byte >> 6 & 1] >> (byte & 63) & 1) != 0 && a[byte] != b[byte]) return false;
    }
    return true;
  };
  int32_t margin = 100 * kNat;
  for (size_t i = 1; i < count; ++i) {
    if (entries[i].cost - best.cost >= margin || is_same(entries[i])) continue;
    margin = entries[i].cost - best.cost;
    if (i < shown) break;
  }
  const float nats = static_cast<float>(best.cost - best.beside) / kNat;
  const auto scored = detect::IsEbcdic(best.encoding)
                          ? static_cast<float>(std::min<uint64_t>(size_, kEnoughBytes))
                          : static_cast<float>(scored_bytes_);
  if (nats > kMostNatsPerByte * scored + kMostNatsBeside) {
    return result;
  }
  result.has_encoding = true;
  result.encoding = best.encoding;
  const bool is_cut =
      best.encoding == EncodingId::kUtf8 && utf8_characters_ == 1 && utf8_.pending() != 0;
  const bool is_short = size_ < kFewBytes;
  result.is_reliable = !is_cut && margin >= (is_short ? kShortMargin : kReliableMargin);
  result.count = static_cast<uint8_t>(shown);
  const float probability = ProbabilityOf(margin);
  for (size_t i = 0; i < result.count; ++i) {
    // An encoding that decodes the bytes as the best one does is as probable. The others share the
    // rest.
    const bool is_equal = i == 0 || is_same(entries[i]);
    const int32_t behind = entries[i].cost - best.cost - margin;
    result.candidates[i] = {
        entries[i].encoding, entries[i].language,
        is_equal ? probability
                 : (1 - probability) * Exponential(-static_cast<float>(behind) / kSpread)};
  }
  return result;
}

bool Detector::IsSettled() const {
  if (ByteOrderMark() != EncodingId::kWindows1252) return true;
  if (scored_bytes_ < 64) return false;
  const Detection result = Result(false);
  return result.is_reliable && result.candidates[0].probability > 0.999f;
}

}  // namespace whatwg_encoding

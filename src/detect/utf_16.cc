// Scores how well bytes read as UTF-16 and UTF-32.
#include "utf_16.h"

#include <algorithm>
#include <optional>

#include "cjk.h"
#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr size_t kMostBytes = 1024;  // the first bytes, which are scored

constexpr int kPriorCost = 5 * kNat;
constexpr int kNoTextCost = 30 * kNat;       // of a control character, or for private use
constexpr int kLetterCost = 7 * kNat / 2;    // of a script with an alphabet
constexpr int kOtherLetterCost = 12 * kNat;  // of a script that few write
constexpr int kKanaCost = kNat;  // of kana, less what encodings with ASCII do not pay for its digit
constexpr int kPunctuationUnitCost = 5 * kNat;  // beyond ASCII
constexpr int kRareSyllableCost = 14 * kNat;    // one that KS X 1001 does not have
constexpr int kIdeographCost = 10 * kNat;       // one of 20,992
constexpr int kRareCost = 20 * kNat;
constexpr int kRepeatedUnitCost = 12 * kNat;
constexpr int kAsciiPairCost = 5 * kNat;  // of those beyond half of the code units
constexpr int kLineEndCost = 2 * kNat;
constexpr int kFirstBlockCost = 3 * kNat;   // of the first letter
constexpr int kOtherBlockCost = 10 * kNat;  // of a letter of another script than the last one
constexpr int kMostTextCost = 12 * kNat;    // of a code unit of text, on average

// The costs are for two bytes, and there is no frequency of characters in them, so a text may cost
// more than one in an encoding whose characters have frequencies.
constexpr float kLengthFactor = 1.15F;

constexpr EncodingId kEncodings[] = {EncodingId::kUtf16be, EncodingId::kUtf16le,
                                     EncodingId::kUtf32be, EncodingId::kUtf32le};

enum Block : uint16_t { kNone, kHangulBlock, kHan, kAlphabets };

// The cost of a code point, and the block of a letter, which stands beside others of its kind.
struct Kind {
  int cost;
  uint16_t block;
};

constexpr bool IsPrintable(uint32_t byte) { return byte >= 0x20 && byte < 0x7F; }

Kind KindOf(uint32_t code_point) {
  // Two letters of ASCII make most of these.
  if (code_point >= 0x4E00 && code_point < 0xA000) return {kIdeographCost, kHan};
  if (code_point < 0x80) {
    const bool is_line_end = code_point == 0x09 || code_point == 0x0A || code_point == 0x0D;
    if (is_line_end) return {kLineEndCost, kNone};
    return {code_point >= 0x20 && code_point < 0x7F ? 0 : kNoTextCost, kNone};
  }
  if (code_point < 0xA0) return {kNoTextCost, kNone};
  if (code_point < 0x100) return {code_point < 0xC0 ? kPunctuationUnitCost : kLetterCost, kNone};
  if (code_point < 0x250) return {code_point < 0x180 ? kPunctuationUnitCost : kRareCost, kNone};
  if (code_point < 0x2000) {
    // Scripts with an alphabet or syllables. Some blocks of 256 are in use, as bits.
    constexpr uint32_t kUsed = 0x7F << 8 | 0x78 | 1 << 0x10 | 3 << 0x12 | 1 << 0x17 | 3u << 0x1E;
    const uint32_t block = code_point >> 8;
    const bool is_used = (kUsed >> block & 1) != 0;
    return {is_used ? kLetterCost : kOtherLetterCost, static_cast<uint16_t>(kAlphabets + block)};
  }
  if (code_point >= 0x2010 && code_point < 0x2040) return {kPunctuationUnitCost, kNone};
  // A letter of one byte and a space make these, which are rare or not assigned.
  if (code_point >= 0x2070 && code_point < 0x2100 && code_point != 0x20AC) {
    return {code_point < 0x20C2 ? kRareCost : kNoTextCost, kNone};
  }
  if (code_point < 0x2C00) return {kSymbolCost, kNone};
  if (code_point >= 0x3000 && code_point < 0x3040) return {kPunctuationUnitCost, kHan};
  if (code_point >= 0x3040 && code_point < 0x3100) {
    const bool is_pair = IsPrintable(code_point & 0xFF);
    return {is_pair ? kKanaCost - kAsciiLetterCost : kKanaCost, kHan};
  }
  if (code_point >= 0xAC00 && code_point < 0xD7A4) {
    const std::optional<int> steps = CostOfSyllable(static_cast<char16_t>(code_point));
    return {steps.has_value() ? *steps * kStep : kRareSyllableCost, kHangulBlock};
  }
  if (code_point > 0xFF00 && code_point < 0xFFF0) return {kPunctuationUnitCost, kHan};
  if (code_point >= 0xE000 && code_point < 0xF900) return {kNoTextCost, kNone};
  if (code_point >= 0xFFF0 && code_point < 0x10000) return {kNoTextCost, kNone};
  return {code_point < 0x110000 ? kRareCost : kNoTextCost, kNone};
}

}  // namespace

void Utf16Model::Score::Feed(uint32_t unit) {
  const bool is_trail = (unit & 0xFFFFFC00) == 0xDC00;
  const bool is_lead = (unit & 0xFFFFFC00) == 0xD800;
  cost += is_trail != has_lead ? kNoTextCost : is_trail ? kRareCost : 0;
  has_lead = is_lead;
  if (is_trail || is_lead) return;
  const Kind kind = KindOf(unit);
  // Pictures and tables of numbers have the same unit again and again.
  const bool is_repeated = unit == last && kind.block >= kAlphabets;
  cost += is_repeated ? std::max(kind.cost, kRepeatedUnitCost) : kind.cost;
  last = unit;
  if (kind.block == kNone) return;
  if (block != kind.block) cost += block == kNone ? kFirstBlockCost : kOtherBlockCost;
  block = kind.block;
}

void Utf16Model::Feed(Bytes chunk, bool is_utf32_allowed) {
  for (const uint8_t byte : chunk.first(std::min(chunk.size(), kMostBytes - size_))) {
    held_ = held_ << 8 | byte;
    ++size_;
    const uint32_t two = held_ & 0xFFFF;
    if (size_ % 2 == 0) {
      if (size_ == 2) first_ = static_cast<uint16_t>(two);
      const bool is_pair = IsPrintable(two >> 8) && IsPrintable(two & 0xFF);
      // The digit 0 is in all kana.
      if (is_pair && two >> 8 != '0' && (two & 0xFF) != '0') ++ascii_pairs_;
      has_others_ = has_others_ || two != first_;
      scores_[0].Feed(two);
      scores_[1].Feed((two << 8 & 0xFF00) | two >> 8);
    }
    if (is_utf32_allowed && size_ % 4 == 0) {
      const uint32_t low = held_ >> 24 | (held_ >> 8 & 0xFF00);
      scores_[2].Feed(held_);
      scores_[3].Feed(low | (held_ & 0xFF00) << 8 | held_ << 24);
    }
  }
}

bool Utf16Model::IsText(EncodingId encoding) const {
  for (size_t i = 0; i < scores_.size(); ++i) {
    const int units = size_ / (i < 2 ? 2 : 4);
    if (kEncodings[i] == encoding) return scores_[i].cost <= (units + 2) * kMostTextCost;
  }
  return true;
}

void Utf16Model::Rank(const CandidateSet& allowed, uint64_t size, uint64_t scored, bool is_whole,
                      Ranking& ranking) const {
  // In UTF-16, one ideograph in four is two bytes of ASCII. In text in ASCII with a NUL, most are.
  const int ascii_cost = std::max(0, ascii_pairs_ - size_ / 4) * kAsciiPairCost;
  const double scale = static_cast<double>(scored) / std::max<double>(1, size_);
  for (size_t i = 0; i < scores_.size(); ++i) {
    const size_t width = i < 2 ? 2 : 4;
    const bool is_cut = is_whole && size % width != 0;
    if (!allowed.Has(kEncodings[i]) || size_ < width || (is_cut && size < kMostBytes)) continue;
    // One code unit that is repeated, such as U+4E00 or "N", tells nothing about the order of its
    // bytes.
    const int32_t own =
        has_others_ || i > 1 ? scores_[i].cost : std::max(scores_[0].cost, scores_[1].cost);
    ranking.Add(
        {.cost = kPriorCost + static_cast<int32_t>(std::min(1e8, (own + ascii_cost) * scale)),
         .encoding = kEncodings[i],
         .malformed = is_cut ? 1u : 0u,
         .length = static_cast<float>(scored) * kLengthFactor});
  }
}

}  // namespace whatwg_encoding::detect

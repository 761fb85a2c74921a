// Scores how well bytes read as Chinese, Japanese or Korean.
// May include base/, core/, codecs/ and detect/.
#include "cjk.h"

#include "../codecs/left_out.h"
#include "../core/index.h"
#include "tables.h"

namespace whatwg_encoding::detect {

namespace {

// The costs, in steps, of characters that no table has.
constexpr int kHalfWidthCost = 5;    // one of 63
constexpr int kAfterLatinCost = 4;   // directly behind a letter of ASCII
constexpr int kBeforeLatinCost = 3;  // directly before one
constexpr int kExtensionCost = 20;   // a character outside of the standard part of an encoding
constexpr int kPrivateCost = 30;     // one that is for private use
constexpr int kLoneSymbolCost = 8;   // a lone byte that is a symbol

constexpr size_t kLanguageOf[] = {kSimplified, kTraditional, kJapanese, kJapanese, kKorean};

uint8_t ClassOf(char32_t code_point) {
  if (code_point >= 0x3041 && code_point <= 0x309F) return kHiragana;
  if (code_point >= 0x30A0 && code_point <= 0x30FF && code_point != 0x30FB) return kKatakana;
  if (code_point >= 0xAC00 && code_point <= 0xD7A3) return kHangul;
  if ((code_point >= 0x4E00 && code_point <= 0x9FFF) || code_point == 0x3005) return kIdeograph;
  switch (code_point) {
    case 0x3000:
    case 0x3001:
    case 0x3002:
    case 0x300A:
    case 0x300B:
    case 0x30FB:
    case 0xFF01:
    case 0xFF08:
    case 0xFF09:
    case 0xFF0C:
    case 0xFF1A:
    case 0xFF1B:
    case 0xFF1F:
    case 0x2014:
    case 0x2015:
    case 0x2026:
    case 0x00B7:
      return kCjkPunctuation;
    default:
      break;
  }
  if ((code_point >= 0x300C && code_point <= 0x3011) ||
      (code_point >= 0x2018 && code_point <= 0x201D)) {
    return kCjkPunctuation;
  }
  if (code_point >= 0xFF10 && code_point <= 0xFF5A) return kFullWidth;
  return kCjkSymbol;
}

constexpr bool IsPrivate(char32_t code_point) {
  return code_point >= 0xE000 && code_point <= 0xF8FF;
}

int CostAt(const uint8_t* costs, size_t at) { return costs[at / 2] >> (at % 2 * 4) & 15; }

}  // namespace

void CjkScore::Charge(MultiByte encoding, uint8_t cjk_class, int cost) {
  const size_t table = kLanguageOf[static_cast<size_t>(encoding)] - kAlphabetLanguageCount;
  if (previous_ == kCjkLatin && cjk_class > kCjkLatin) cost += kAfterLatinCost;
  if (previous_ > kCjkLatin && cjk_class == kCjkLatin) cost += kBeforeLatinCost;
  cost_ += kCjkClassCosts[(table * kCjkClassCount + previous_) * kCjkClassCount + cjk_class] +
           cost * kStep;
  previous_ = cjk_class;
}

bool CjkScore::is_after_latin() const { return previous_ == kCjkLatin; }

void CjkScore::StartAfterAscii(MultiByte encoding) {
  if (previous_ > kCjkLatin && !is_out_) {
    const int32_t before = cost_;
    Charge(encoding, kCjkAscii, 0);
    ascii_cost_ += cost_ - before;
  }
  previous_ = kCjkAscii;
}

void CjkScore::Hold(uint8_t byte, bool is_valid) {
  if (!is_valid) return Drop();
  held_[held_count_++] = byte;
}

void CjkScore::Read(MultiByte encoding, uint8_t byte) {
  if (is_out_) return;
  if (held_count_ == 0 && IsAsciiByte(byte)) {
    Charge(encoding, IsAsciiLetter(byte) ? kCjkLatin : kCjkAscii, 0);
    return;
  }
  switch (encoding) {
    case MultiByte::kGbk:
      if constexpr (IsIncluded<Gb18030Decoder>()) return ReadGbk(byte);
      break;
    case MultiByte::kBig5:
      if constexpr (IsIncluded<Big5Decoder>()) return ReadBig5(byte);
      break;
    case MultiByte::kEucJp:
      if constexpr (IsIncluded<EucJpDecoder>()) return ReadEucJp(byte);
      break;
    case MultiByte::kShiftJis:
      if constexpr (IsIncluded<ShiftJisDecoder>()) return ReadShiftJis(byte);
      break;
    default:
      if constexpr (IsIncluded<EucKrDecoder>()) return ReadEucKr(byte);
      break;
  }
  // The build has no such decoder.
  Drop();
}

void CjkScore::ReadGbk(uint8_t byte) {
  constexpr auto kGbk = MultiByte::kGbk;
  if (held_count_ == 0 && byte == 0x80) return Charge(kGbk, kCjkSymbol, kLoneSymbolCost);
  // The first and the third byte are in one range, the second and the fourth digits.
  if (held_count_ % 2 == 0) return Hold(byte, InRange(byte, 0x81, 0xFE));
  if (held_count_ == 3) {
    const uint32_t pointer =
        ((held_[0] - 0x81u) * 10 + held_[1] - '0') * 1260 + (held_[2] - 0x81u) * 10 + byte - '0';
    if (!IsAsciiDigit(byte) || index::Gb18030RangesCodePoint(pointer) == 0) return Drop();
    held_count_ = 0;
    has_four_bytes_ = true;
    return Charge(kGbk, kCjkSymbol, kExtensionCost);
  }
  if (IsAsciiDigit(byte)) return Hold(byte, true);
  const uint8_t leading = held_[0];
  held_count_ = 0;
  if (byte < 0x40) return Drop();
  const char32_t code_point = index::kGb18030[index::RowsAt(leading, byte)];
  if (code_point == 0) return Drop();
  const uint8_t own = ClassOf(code_point);
  if (IsPrivate(code_point)) return Charge(kGbk, own, kPrivateCost);
  if (leading < 0xA1 || leading > 0xF7 || byte < 0xA1) return Charge(kGbk, own, kExtensionCost);
  Charge(kGbk, own, CostAt(kSimplifiedCosts, size_t{leading} * 94 + byte - (0xA1 * 94 + 0xA1)));
}

void CjkScore::ReadBig5(uint8_t byte) {
  constexpr auto kBig5 = MultiByte::kBig5;
  if (held_count_ == 0) return Hold(byte, InRange(byte, 0x81, 0xFE));
  const uint8_t leading = held_[0];
  held_count_ = 0;
  if (byte < 0x40) return Drop();
  const size_t at = index::RowsAt(leading, byte);
  const bool is_pair =
      leading == 0x88 && (byte == 0x62 || byte == 0x64 || byte == 0xA3 || byte == 0xA5);
  // No character of plane 2 has the number 0 in the index.
  const bool is_plane_2 = (index::kBig5Plane2[at / 8] >> at % 8 & 1) != 0;
  if (index::kBig5[at] == 0 && !is_pair) return Drop();
  const uint8_t own = is_plane_2 ? uint8_t{kIdeograph} : ClassOf(index::kBig5[at]);
  if (InRange(leading, 0xC9, 0xF9)) return Charge(kBig5, own, kMostCost);
  if (!InRange(leading, 0xA1, 0xC6)) return Charge(kBig5, own, kExtensionCost + 2);
  const size_t offset = byte < 0x7F ? byte - 0x40u : byte - 0x62u;
  Charge(kBig5, own, CostAt(kTraditionalCosts, (leading - size_t{0xA1}) * 157 + offset));
}

void CjkScore::ReadEucJp(uint8_t byte) {
  constexpr auto kEucJp = MultiByte::kEucJp;
  const bool is_in_row = InRange(byte, 0xA1, 0xFE);
  if (held_count_ == 0) return Hold(byte, is_in_row || byte == 0x8E || byte == 0x8F);
  if (held_count_ == 1 && held_[0] == 0x8F) return Hold(byte, is_in_row);
  const bool is_0212 = held_count_ == 2;
  const uint8_t leading = held_[held_count_ - 1];
  held_count_ = 0;
  if (!is_in_row) return Drop();
  if (leading == 0x8E) {
    return byte <= 0xDF ? Charge(kEucJp, kHalfWidth, kHalfWidthCost) : Drop();
  }
  const size_t pointer = (leading - 0xA1u) * 94u + byte - 0xA1u;
  if (is_0212) {
    if (index::kJis0212[pointer] == 0) return Drop();
    return Charge(kEucJp, kIdeograph, kExtensionCost + 2);
  }
  const char32_t code_point = index::kJis0208[pointer];
  if (code_point == 0) return Drop();
  const uint8_t own = ClassOf(code_point);
  Charge(kEucJp, own, CostAt(kJapaneseCosts, pointer));
}

void CjkScore::ReadShiftJis(uint8_t byte) {
  constexpr auto kShiftJis = MultiByte::kShiftJis;
  if (held_count_ == 0) {
    if (byte == 0x80) return Charge(kShiftJis, kCjkSymbol, kPrivateCost);
    if (InRange(byte, 0xA1, 0xDF)) return Charge(kShiftJis, kHalfWidth, kHalfWidthCost);
    return Hold(byte, InRange(byte, 0x81, 0x9F) || InRange(byte, 0xE0, 0xFC));
  }
  const uint8_t leading = held_[0];
  held_count_ = 0;
  if (byte < 0x40 || byte == 0x7F || byte > 0xFC) return Drop();
  if (InRange(leading, 0xF0, 0xF9)) return Charge(kShiftJis, kCjkSymbol, kPrivateCost);
  const size_t pointer =
      (leading - (leading < 0xA0 ? 0x81u : 0xC1u)) * 188u + byte - (byte < 0x7F ? 0x40u : 0x41u);
  const char32_t code_point = index::kJis0208[pointer];
  if (code_point == 0) return Drop();
  const uint8_t own = ClassOf(code_point);
  if (pointer >= size_t{94} * 94) return Charge(kShiftJis, own, kExtensionCost);
  Charge(kShiftJis, own, CostAt(kJapaneseCosts, pointer));
}

void CjkScore::ReadEucKr(uint8_t byte) {
  constexpr auto kEucKr = MultiByte::kEucKr;
  if (held_count_ == 0) return Hold(byte, InRange(byte, 0x81, 0xFE));
  const uint8_t leading = held_[0];
  held_count_ = 0;
  if (byte < 0x41) return Drop();
  const char32_t code_point = index::kEucKr[index::RowsAt(leading, byte)];
  if (code_point == 0) return Drop();
  const uint8_t own = ClassOf(code_point);
  if (leading < 0xA1 || byte < 0xA1) return Charge(kEucKr, own, kExtensionCost);
  Charge(kEucKr, own, CostAt(kKoreanCosts, (leading - 0xA1u) * 94u + byte - 0xA1u));
}

}  // namespace whatwg_encoding::detect

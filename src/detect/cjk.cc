// Scores how well bytes read as Chinese, Japanese or Korean.
#include "cjk.h"

#include <algorithm>

#include "../codecs/left_out.h"
#include "../core/index.h"
#include "letters.h"
#include "tables.h"

namespace whatwg_encoding::detect {

namespace {

// The costs, in steps, of characters that no table has.
constexpr int kAfterLatinCost = 4;      // directly behind a letter of ASCII
constexpr int kBeforeLatinCost = 3;     // directly before one
constexpr int kExtensionCost = 20;      // a character outside of the standard part of an encoding
constexpr int kPrivateCost = 30;        // one that is for private use
constexpr int kLoneSymbolCost = 8;      // a lone byte that is a symbol
constexpr int kBadCost = 9 * kNat;      // of a character that is rare where it stands
constexpr uint8_t kMostBad = 4;         // such characters behind one another
constexpr int kVendorCost = 11;         // a number or a line in an extension
constexpr int kRepeatedSymbolCost = 1;  // a symbol after itself
// An ideograph after itself, once. Chinese doubles words; Japanese writes U+3005 for the second
// one.
constexpr int kDoubledCost[] = {6, 6, 10, 10, 10, 10};

// The pointers of Shift_JIS where IBM's kanji begin, and where the same ones in NEC's rows do.
constexpr size_t kIbmKanji = 10744;
constexpr size_t kNecKanji = 8272;

constexpr size_t kLanguageOf[] = {kSimplified, kTraditional, kJapanese,
                                  kJapanese,   kKorean,      kKorean};

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
  if (code_point >= 0xFF01 && code_point <= 0xFF5E) return kFullWidth;
  if (code_point >= 0x2500 && code_point <= 0x257F) return kBoxDrawing;
  const bool is_number = (code_point >= 0x2160 && code_point <= 0x217F) ||
                         (code_point >= 0x2460 && code_point <= 0x24FF) ||
                         (code_point >= 0x3200 && code_point <= 0x33FF) || code_point == 0x2116 ||
                         code_point == 0x2121;
  return is_number ? kCjkNumber : kCjkSymbol;
}

constexpr bool IsPrivate(char32_t code_point) {
  return code_point >= 0xE000 && code_point <= 0xF8FF;
}

int CostAt(const uint8_t* costs, size_t at) { return costs[at / 2] >> (at % 2 * 4) & 15; }

}  // namespace

int CostOfSyllable(size_t place) { return CostAt(kKoreanCosts, place) * kStep; }

size_t PlaceOfSyllable(char16_t syllable) {
  // The syllables begin in row 16, in the order of Unicode.
  constexpr size_t kFirst = size_t{15} * 94;
  constexpr size_t kEnd = kFirst + 2350;
  const auto at = [](size_t place) {
    return index::kEucKr[index::RowsAt(static_cast<uint8_t>(0xA1 + place / 94),
                                       static_cast<uint8_t>(0xA1 + place % 94))];
  };
  size_t low = kFirst;
  size_t high = kEnd;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (at(middle) < syllable) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < kEnd && at(low) == syllable ? low : 0;
}

void CjkScore::Charge(MultiByte encoding, uint8_t cjk_class, int cost, uint16_t character) {
  const bool is_repeated = character != 0 && character == character_;
  character_ = character;
  const bool is_third = is_repeated && is_doubled_;
  is_doubled_ = is_repeated;
  if (cjk_class != kHalfWidth) half_width_ = 0;
  if (cjk_class > kCjkLatin) ++characters_;
  if (is_repeated && cjk_class == kIdeograph) {
    cost = is_third ? int{kMostCost} : kDoubledCost[static_cast<size_t>(encoding)];
  } else if (is_repeated && !is_shifted_) {
    cost_ += kRepeatedSymbolCost * kStep;
    return;
  }
  const int32_t before = cost_;
  const size_t table = kLanguageOf[static_cast<size_t>(encoding)] - kAlphabetLanguageCount;
  if (previous_ == kCjkLatin && cjk_class > kCjkLatin) cost += kAfterLatinCost;
  if (previous_ > kCjkLatin && cjk_class == kCjkLatin) cost += kBeforeLatinCost;
  cost_ += kCjkClassCosts[(table * kCjkClassCount + previous_) * kCjkClassCount + cjk_class] +
           cost * kStep;
  previous_ = cjk_class;
  const bool is_letter = cjk_class == kIdeograph || cjk_class == kHangul;
  const bool is_rare = cost_ - before >= kBadCost;
  const bool is_bad = is_letter && is_rare;
  // A rare symbol may stand among rare letters.
  bad_run_ = static_cast<uint8_t>(is_bad ? bad_run_ + 1 : is_rare ? bad_run_ : 0);
  if (is_letter && !is_bad) is_shifted_ = false;
  if (!is_bad && since_damage_ < kGoodBefore) ++since_damage_;
}

void CjkScore::ChargeCharacter(MultiByte encoding, char32_t code_point, int cost) {
  const uint8_t own = ClassOf(code_point);
  const bool is_symbol = own >= kBoxDrawing || own == kCjkPunctuation;
  Charge(encoding, own, cost,
         is_symbol || own == kIdeograph ? static_cast<uint16_t>(code_point) : uint16_t{0});
}

void CjkScore::ChargeHalfWidth(MultiByte encoding, uint8_t byte) {
  const size_t before = half_width_;
  half_width_ = static_cast<uint8_t>(byte - 0xA0);
  Charge(encoding, kHalfWidth, CostAt(kHalfWidthCosts, before * 64 + half_width_));
}

bool CjkScore::is_after_latin() const { return previous_ == kCjkLatin; }

void CjkScore::StartAfterAscii(MultiByte encoding, uint8_t byte) {
  if (previous_ > kCjkLatin && !is_out_ && byte != '.') {
    const int32_t before = cost_;
    Charge(encoding, kCjkAscii, 0);
    ascii_cost_ += cost_ - before;
  }
  previous_ = kCjkAscii;
}

void CjkScore::Hold(MultiByte encoding, uint8_t byte, bool is_valid) {
  if (!is_valid) return Fail(encoding, byte);
  held_[held_count_++] = byte;
}

void CjkScore::Fail(MultiByte encoding, uint8_t byte) {
  held_count_ = 0;
  previous_ = kCjkAscii;
  const auto bad = static_cast<uint8_t>(bad_run_ + 1);
  ChargeMalformed(1, characters_);
  if (IsAsciiByte(byte)) {
    Charge(encoding, IsAsciiLetter(byte) ? kCjkLatin : kCjkAscii, 0);
  } else {
    bad_run_ = bad;
  }
}

void CjkScore::ChargeMalformed(uint32_t count, uint64_t characters) {
  if (count > 1 || damages_ == 0 || since_damage_ == kGoodBefore) damages_ += count;
  since_damage_ = 0;
  malformed_ += count;
  cost_ += static_cast<int32_t>(std::min(count, 64u)) * kMalformedCost;
  characters_ = static_cast<uint32_t>(std::min<uint64_t>(characters, UINT32_MAX / 2));
  // A score that is out reads no more, so this limit is lower than that of is_plausible().
  if (damages_ > 3 && characters_ < damages_ * (kGoodForEach / 4)) Drop();
}

void CjkScore::Read(MultiByte encoding, uint8_t byte) {
  if (is_out_) return;
  if (held_count_ == 0 && bad_run_ >= kMostBad && !IsAsciiByte(byte)) {
    // Behind a lost byte, all pairs of bytes are shifted up to the next byte of ASCII.
    bad_run_ = 0;
    is_shifted_ = true;
    cost_ += kMalformedCost;
    return;
  }
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
    case MultiByte::kEucKr:
      if constexpr (IsIncluded<EucKrDecoder>()) return ReadEucKr(byte);
      break;
    default:
      if constexpr (IsIncluded<JohabDecoder>()) return ReadJohab(byte);
      break;
  }
  // The build has no such decoder.
  Drop();
}

void CjkScore::ReadGbk(uint8_t byte) {
  constexpr auto kGbk = MultiByte::kGbk;
  if (held_count_ == 0 && byte == 0x80) return Charge(kGbk, kCjkSymbol, kLoneSymbolCost);
  // The first and the third byte are in one range, the second and the fourth digits.
  if (held_count_ % 2 == 0) return Hold(kGbk, byte, InRange(byte, 0x81, 0xFE));
  if (held_count_ == 3) {
    const uint32_t pointer =
        ((held_[0] - 0x81u) * 10 + held_[1] - '0') * 1260 + (held_[2] - 0x81u) * 10 + byte - '0';
    if (!IsAsciiDigit(byte) || index::Gb18030RangesCodePoint(pointer) == 0) return Fail(kGbk, byte);
    held_count_ = 0;
    has_four_bytes_ = true;
    return Charge(kGbk, kCjkSymbol, kExtensionCost);
  }
  if (IsAsciiDigit(byte)) return Hold(kGbk, byte, true);
  const uint8_t leading = held_[0];
  held_count_ = 0;
  if (byte < 0x40) return Fail(kGbk, byte);
  const char32_t code_point = index::kGb18030[index::RowsAt(leading, byte)];
  if (code_point == 0) return Fail(kGbk, byte);
  if (IsPrivate(code_point)) return Charge(kGbk, kCjkSymbol, kPrivateCost);
  if (leading < 0xA1 || leading > 0xF7 || byte < 0xA1) {
    const size_t pointer = (leading - size_t{0x81}) * 190 + byte - (byte < 0x7F ? 0x40 : 0x41);
    const int level = kExtensionCosts[pointer / 4] >> pointer % 4 * 2 & 3;
    return ChargeCharacter(kGbk, code_point, kExtensionSteps[level]);
  }
  ChargeCharacter(kGbk, code_point,
                  CostAt(kSimplifiedCosts, size_t{leading} * 94 + byte - (0xA1 * 94 + 0xA1)));
}

void CjkScore::ReadBig5(uint8_t byte) {
  constexpr auto kBig5 = MultiByte::kBig5;
  if (held_count_ == 0) return Hold(kBig5, byte, InRange(byte, 0x81, 0xFE));
  const uint8_t leading = held_[0];
  held_count_ = 0;
  if (byte < 0x40) return Fail(kBig5, byte);
  const size_t at = index::RowsAt(leading, byte);
  const bool is_pair =
      leading == 0x88 && (byte == 0x62 || byte == 0x64 || byte == 0xA3 || byte == 0xA5);
  // No character of plane 2 has the number 0 in the index.
  const bool is_plane_2 = (index::kBig5Plane2[at / 8] >> at % 8 & 1) != 0;
  if (index::kBig5[at] == 0 && !is_pair) return Fail(kBig5, byte);
  if (is_plane_2) return Charge(kBig5, kIdeograph, kExtensionCost + 2);
  const char32_t code_point = index::kBig5[at];
  if (InRange(leading, 0xA1, 0xC6)) {
    const size_t offset = byte < 0x7F ? byte - 0x40u : byte - 0x62u;
    return ChargeCharacter(kBig5, code_point,
                           CostAt(kTraditionalCosts, (leading - size_t{0xA1}) * 157 + offset));
  }
  if (ClassOf(code_point) == kBoxDrawing) {
    return ChargeCharacter(kBig5, code_point, kVendorCost / 2);
  }
  const bool is_level_2 = InRange(leading, 0xC9, 0xF9);
  ChargeCharacter(kBig5, code_point, is_level_2 ? int{kMostCost} : kExtensionCost + 2);
}

void CjkScore::ReadEucJp(uint8_t byte) {
  constexpr auto kEucJp = MultiByte::kEucJp;
  const bool is_in_row = InRange(byte, 0xA1, 0xFE);
  if (held_count_ == 0) return Hold(kEucJp, byte, is_in_row || byte == 0x8E || byte == 0x8F);
  if (held_count_ == 1 && held_[0] == 0x8F) return Hold(kEucJp, byte, is_in_row);
  const bool is_0212 = held_count_ == 2;
  const uint8_t leading = held_[held_count_ - 1];
  held_count_ = 0;
  if (!is_in_row) return Fail(kEucJp, byte);
  if (leading == 0x8E) {
    return byte <= 0xDF ? ChargeHalfWidth(kEucJp, byte) : Fail(kEucJp, byte);
  }
  const size_t pointer = (leading - 0xA1u) * 94u + byte - 0xA1u;
  if (is_0212) {
    if (index::kJis0212[pointer] == 0) return Fail(kEucJp, byte);
    return Charge(kEucJp, kIdeograph, kExtensionCost + 2);
  }
  const char32_t code_point = index::kJis0208[pointer];
  if (code_point == 0) return Fail(kEucJp, byte);
  ChargeCharacter(kEucJp, code_point, CostAt(kJapaneseCosts, pointer));
}

void CjkScore::ReadShiftJis(uint8_t byte) {
  constexpr auto kShiftJis = MultiByte::kShiftJis;
  if (held_count_ == 0) {
    if (byte == 0x80) return Charge(kShiftJis, kCjkSymbol, kPrivateCost);
    if (InRange(byte, 0xA1, 0xDF)) return ChargeHalfWidth(kShiftJis, byte);
    return Hold(kShiftJis, byte, InRange(byte, 0x81, 0x9F) || InRange(byte, 0xE0, 0xFC));
  }
  const uint8_t leading = held_[0];
  held_count_ = 0;
  if (byte < 0x40 || byte == 0x7F || byte > 0xFC) return Fail(kShiftJis, byte);
  if (InRange(leading, 0xF0, 0xF9)) return Charge(kShiftJis, kCjkSymbol, kPrivateCost);
  size_t pointer =
      (leading - (leading < 0xA0 ? 0x81u : 0xC1u)) * 188u + byte - (byte < 0x7F ? 0x40u : 0x41u);
  const char32_t code_point = index::kJis0208[pointer];
  if (code_point == 0) return Fail(kShiftJis, byte);
  if (pointer >= kIbmKanji) pointer = pointer - kIbmKanji + kNecKanji;
  const bool has_cost = pointer < size_t{94} * 94;
  ChargeCharacter(kShiftJis, code_point, has_cost ? CostAt(kJapaneseCosts, pointer) : kVendorCost);
}

void CjkScore::ReadEucKr(uint8_t byte) {
  constexpr auto kEucKr = MultiByte::kEucKr;
  if (held_count_ == 0) return Hold(kEucKr, byte, InRange(byte, 0x81, 0xFE));
  const uint8_t leading = held_[0];
  held_count_ = 0;
  if (byte < 0x41) return Fail(kEucKr, byte);
  const char32_t code_point = index::kEucKr[index::RowsAt(leading, byte)];
  if (code_point == 0) return Fail(kEucKr, byte);
  const bool is_extension = leading < 0xA1 || byte < 0xA1;
  ChargeCharacter(
      kEucKr, code_point,
      is_extension ? kExtensionCost : CostAt(kKoreanCosts, (leading - 0xA1u) * 94u + byte - 0xA1u));
}

void CjkScore::ReadJohab(uint8_t byte) {
  constexpr auto kJohab = MultiByte::kJohab;
  if (held_count_ == 0) return Hold(kJohab, byte, InRange(byte, 0x84, 0xF9));
  const uint8_t leading = held_[0];
  held_count_ = 0;
  const char16_t code_point = JohabCodePoint(leading, byte);
  if (code_point == 0) return Fail(kJohab, byte);
  const size_t place = PlaceOfSyllable(code_point);
  ChargeCharacter(kJohab, code_point, place == 0 ? int{kMostCost} : CostAt(kKoreanCosts, place));
}

}  // namespace whatwg_encoding::detect

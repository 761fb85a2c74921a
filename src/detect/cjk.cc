// Scores how well bytes read as Chinese, Japanese or Korean.
#include "cjk.h"

#include "../codecs/left_out.h"
#include "../core/index.h"
#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

// The costs, in steps, of characters that no table has.
constexpr int kAfterLatinCost = 4;           // directly behind a letter of ASCII
constexpr int kHalfWidthAfterLatinCost = 5;  // half-width katakana there, more than that
constexpr int kBeforeLatinCost = 3;          // directly before one
constexpr int kExtensionCost = 20;      // a character outside of the standard part of an encoding
constexpr int kPrivateCost = 30;        // one that is for private use
constexpr int kLoneSymbolCost = 8;      // a lone byte that is a symbol
constexpr int kBadCost = 9 * kNat;      // of a character that is rare where it stands
constexpr uint8_t kMostBad = 4;         // such characters behind one another
constexpr int kVendorCost = 11;         // a number or a line in an extension
constexpr int kRepeatedSymbolCost = 1;  // a symbol after itself

// The pointers of Shift_JIS where IBM's kanji begin, and where the same ones in NEC's rows do.
constexpr size_t kIbmKanji = 10744;
constexpr size_t kNecKanji = 8272;

// The class of a code point is that of the first of these ranges that has it.
struct ClassRange {
  char16_t first;
  char16_t last;
  CjkClass cjk_class;
};
constexpr ClassRange kClassRanges[] = {
    {0x4E00, 0x9FFF, kIdeograph},      {0x3041, 0x309F, kHiragana},
    {0x30FB, 0x30FB, kCjkPunctuation}, {0x30A0, 0x30FF, kKatakana},
    {0xAC00, 0xD7A3, kHangul},         {0x3000, 0x3002, kCjkPunctuation},
    {0xFF08, 0xFF09, kCjkPunctuation}, {0xFF0C, 0xFF0C, kCjkPunctuation},
    {0xFF01, 0xFF01, kCjkPunctuation}, {0xFF1A, 0xFF1B, kCjkPunctuation},
    {0xFF1F, 0xFF1F, kCjkPunctuation}, {0xFF01, 0xFF5E, kFullWidth},
    {0x300A, 0x3011, kCjkPunctuation}, {0x3005, 0x3005, kIdeograph},
    {0x2018, 0x201D, kCjkPunctuation}, {0x2014, 0x2015, kCjkPunctuation},
    {0x2026, 0x2026, kCjkPunctuation}, {0x00B7, 0x00B7, kCjkPunctuation},
    {0x2500, 0x257F, kBoxDrawing},     {0x2160, 0x217F, kCjkNumber},
    {0x2460, 0x24FF, kCjkNumber},      {0x3200, 0x33FF, kCjkNumber},
    {0x2116, 0x2116, kCjkNumber},      {0x2121, 0x2121, kCjkNumber},
};

CjkClass ClassOf(char16_t code_point) {
  for (const auto& [first, last, cjk_class] : kClassRanges) {
    if (code_point >= first && code_point <= last) return cjk_class;
  }
  return kCjkSymbol;
}

int CostAt(const uint8_t* costs, size_t at) { return costs[at / 2] >> (at % 2 * 4) & 15; }

// In the place of the class of a character.
constexpr CjkCharacter kMalformed{kCjkClassCount};
constexpr CjkCharacter kBegun{kCjkClassCount + 1};

constexpr CjkCharacter BegunIf(bool is_valid) { return is_valid ? kBegun : kMalformed; }

// A character of an index, in which 0 stands for none.
CjkCharacter CharacterOf(char16_t code_point, int cost) {
  if (code_point == 0) return kMalformed;
  const CjkClass own = ClassOf(code_point);
  const bool is_told_apart = own >= kBoxDrawing || own == kCjkPunctuation || own == kIdeograph;
  return {own, cost, static_cast<uint16_t>(is_told_apart ? code_point : 0)};
}

// Each of the following functions says what the bytes of one encoding are, of which all but the
// last one are a character that is begun.

CjkCharacter ReadGbk(Bytes bytes) {
  const uint8_t byte = bytes.back();
  if (bytes.size() == 1 && byte == 0x80) return {kCjkSymbol, kLoneSymbolCost};
  // The first and the third byte are in one range, the second and the fourth digits.
  if (bytes.size() % 2 != 0) return BegunIf(InRange(byte, 0x81, 0xFE));
  const uint8_t leading = bytes[0];
  if (bytes.size() == 4) {
    const uint32_t pointer =
        ((leading - 0x81u) * 10 + bytes[1] - '0') * 1260 + (bytes[2] - 0x81u) * 10 + byte - '0';
    const bool is_valid = IsAsciiDigit(byte) && index::Gb18030RangesCodePoint(pointer) != 0;
    return is_valid ? CjkCharacter{kCjkSymbol, kExtensionCost} : kMalformed;
  }
  if (byte < 0x40) return BegunIf(IsAsciiDigit(byte));
  const char16_t code_point = index::kGb18030[index::RowsAt(leading, byte)];
  if (code_point == 0) return kMalformed;
  if (code_point >= 0xE000 && code_point <= 0xF8FF) return {kCjkSymbol, kPrivateCost};
  if (leading < 0xA1 || leading > 0xF7 || byte < 0xA1) {
    const size_t pointer = (leading - size_t{0x81}) * 190 + byte - (byte < 0x7F ? 0x40 : 0x41);
    return CharacterOf(code_point,
                       kExtensionSteps[kExtensionCosts[pointer / 4] >> pointer % 4 * 2 & 3]);
  }
  return CharacterOf(code_point,
                     CostAt(kSimplifiedCosts, size_t{leading} * 94 + byte - (0xA1 * 94 + 0xA1)));
}

CjkCharacter ReadBig5(Bytes bytes) {
  const uint8_t byte = bytes.back();
  if (bytes.size() == 1) return BegunIf(InRange(byte, 0x81, 0xFE));
  const uint8_t leading = bytes[0];
  if (byte < 0x40) return kMalformed;
  const size_t at = index::RowsAt(leading, byte);
  const char16_t code_point = index::kBig5[at];
  const bool is_pair =
      leading == 0x88 && (byte == 0x62 || byte == 0x64 || byte == 0xA3 || byte == 0xA5);
  if (is_pair) return {kCjkSymbol, kExtensionCost + 2};
  // No character of plane 2 has the number 0 in the index.
  if (code_point == 0) return kMalformed;
  const bool is_plane_2 = (index::kBig5Plane2[at / 8] >> at % 8 & 1) != 0;
  if (is_plane_2) return {kIdeograph, kExtensionCost + 2};
  if (InRange(leading, 0xA1, 0xC6)) {
    const size_t offset = byte < 0x7F ? byte - 0x40u : byte - 0x62u;
    return CharacterOf(code_point,
                       CostAt(kTraditionalCosts, (leading - size_t{0xA1}) * 157 + offset));
  }
  if (ClassOf(code_point) == kBoxDrawing) return CharacterOf(code_point, kVendorCost / 2);
  const bool is_level_2 = InRange(leading, 0xC9, 0xF9);
  return CharacterOf(code_point, is_level_2 ? int{kMostCost} : kExtensionCost + 2);
}

CjkCharacter ReadEucJp(Bytes bytes) {
  const uint8_t byte = bytes.back();
  const bool is_in_row = InRange(byte, 0xA1, 0xFE);
  if (bytes.size() == 1) return BegunIf(is_in_row || byte == 0x8E || byte == 0x8F);
  if (!is_in_row) return kMalformed;
  if (bytes.size() == 2 && bytes[0] == 0x8F) return kBegun;
  const uint8_t leading = bytes[bytes.size() - 2];
  if (leading == 0x8E) return byte <= 0xDF ? CjkCharacter{kHalfWidth} : kMalformed;
  const size_t pointer = (leading - 0xA1u) * 94u + byte - 0xA1u;
  if (bytes.size() == 2) {
    return CharacterOf(index::kJis0208[pointer], CostAt(kJapaneseCosts, pointer));
  }
  return index::kJis0212[pointer] == 0 ? kMalformed : CjkCharacter{kIdeograph, kExtensionCost + 2};
}

CjkCharacter ReadShiftJis(Bytes bytes) {
  const uint8_t byte = bytes.back();
  if (bytes.size() == 1) {
    if (byte == 0x80) return {kCjkSymbol, kPrivateCost};
    if (InRange(byte, 0xA1, 0xDF)) return {kHalfWidth};
    return BegunIf(InRange(byte, 0x81, 0x9F) || InRange(byte, 0xE0, 0xFC));
  }
  const uint8_t leading = bytes[0];
  if (byte < 0x40 || byte == 0x7F || byte > 0xFC) return kMalformed;
  if (InRange(leading, 0xF0, 0xF9)) return {kCjkSymbol, kPrivateCost};
  const size_t pointer =
      (leading - (leading < 0xA0 ? 0x81u : 0xC1u)) * 188u + byte - (byte < 0x7F ? 0x40u : 0x41u);
  const size_t in_rows = pointer >= kIbmKanji ? pointer - kIbmKanji + kNecKanji : pointer;
  return CharacterOf(index::kJis0208[pointer],
                     in_rows < size_t{94} * 94 ? CostAt(kJapaneseCosts, in_rows) : kVendorCost);
}

CjkCharacter ReadEucKr(Bytes bytes) {
  const uint8_t byte = bytes.back();
  if (bytes.size() == 1) return BegunIf(InRange(byte, 0x81, 0xFE));
  const uint8_t leading = bytes[0];
  if (byte < 0x41) return kMalformed;
  const char16_t code_point = index::kEucKr[index::RowsAt(leading, byte)];
  if (code_point == 0) return kMalformed;
  const bool is_extension = leading < 0xA1 || byte < 0xA1;
  return CharacterOf(
      code_point,
      is_extension ? kExtensionCost : CostAt(kKoreanCosts, (leading - 0xA1u) * 94u + byte - 0xA1u));
}

CjkCharacter ReadJohab(Bytes bytes) {
  const uint8_t byte = bytes.back();
  if (bytes.size() == 1) return BegunIf(InRange(byte, 0x84, 0xF9));
  const char16_t code_point = JohabCodePoint(bytes[0], byte);
  return CharacterOf(code_point, CostOfSyllable(code_point).value_or(kMostCost));
}

// What bytes are in an encoding. Nothing is read in one whose decoder the build does not have.
CjkCharacter ReadIn(MultiByte encoding, Bytes bytes) {
  switch (encoding) {
    case MultiByte::kGbk:
      if constexpr (IsIncluded<Gb18030Decoder>()) return ReadGbk(bytes);
      break;
    case MultiByte::kBig5:
      if constexpr (IsIncluded<Big5Decoder>()) return ReadBig5(bytes);
      break;
    case MultiByte::kEucJp:
      if constexpr (IsIncluded<EucJpDecoder>()) return ReadEucJp(bytes);
      break;
    case MultiByte::kShiftJis:
      if constexpr (IsIncluded<ShiftJisDecoder>()) return ReadShiftJis(bytes);
      break;
    case MultiByte::kEucKr:
      if constexpr (IsIncluded<EucKrDecoder>()) return ReadEucKr(bytes);
      break;
    default:
      if constexpr (IsIncluded<JohabDecoder>()) return ReadJohab(bytes);
      break;
  }
  return kMalformed;
}

}  // namespace

std::optional<int> CostOfSyllable(char16_t syllable) {
  const auto syllable_at = [](size_t place) {
    return index::kEucKr[index::RowsAt(static_cast<uint8_t>(0xA1 + place / 94),
                                       static_cast<uint8_t>(0xA1 + place % 94))];
  };
  // The 2,350 syllables begin in row 16, in the order of Unicode.
  size_t low = size_t{15} * 94;
  for (size_t count = 2350; count != 0;) {
    const size_t half = count / 2;
    const bool is_behind = syllable_at(low + half) < syllable;
    low += is_behind ? half + 1 : 0;
    count = is_behind ? count - half - 1 : half;
  }
  // Behind the last syllable, the row has no character.
  if (syllable_at(low) != syllable) return std::nullopt;
  return CostAt(kKoreanCosts, low);
}

// The same symbol again costs next to nothing.
void CjkScore::Charge(CjkCharacter character) {
  auto [cjk_class, cost, value] = character;
  const bool is_repeated = value != 0 && value == last_value_;
  const bool is_third = is_repeated && is_doubled_;
  last_value_ = value;
  is_doubled_ = is_repeated;
  if (cjk_class != kHalfWidth) half_width_ = 0;
  if (cjk_class > kCjkLatin) ++characters_;
  if (is_repeated && cjk_class == kIdeograph) {
    cost = is_third ? int{kMostCost} : traits().doubled_cost;
  } else if (is_repeated && !is_shifted_) {
    cost_ += kRepeatedSymbolCost * kStep;
    return;
  }
  const size_t table = traits().language - kAlphabetLanguageCount;
  if (previous_ == kCjkLatin && cjk_class > kCjkLatin) {
    cost += kAfterLatinCost + (cjk_class == kHalfWidth ? kHalfWidthAfterLatinCost : 0);
  }
  if (previous_ > kCjkLatin && cjk_class == kCjkLatin) cost += kBeforeLatinCost;
  const int32_t own =
      kCjkClassCosts[(table * kCjkClassCount + previous_) * kCjkClassCount + cjk_class] +
      cost * kStep;
  cost_ += own;
  previous_ = cjk_class;
  const bool is_letter = cjk_class == kIdeograph || cjk_class == kHangul;
  const bool is_rare = own >= kBadCost;
  const bool is_bad = is_letter && is_rare;
  // A rare symbol may stand among rare letters.
  bad_run_ = static_cast<uint8_t>(is_bad ? bad_run_ + 1 : is_rare ? bad_run_ : 0);
  if (is_letter && !is_bad) is_shifted_ = false;
  if (!is_bad && since_damage_ < kGoodBefore) ++since_damage_;
}

void CjkScore::ChargeAscii(uint8_t byte) { Charge({IsAsciiLetter(byte) ? kCjkLatin : kCjkAscii}); }

void CjkScore::StartAfterAscii(uint8_t byte) {
  if (previous_ > kCjkLatin && !is_out_ && byte != '.') {
    const int32_t before = cost_;
    Charge({kCjkAscii});
    ascii_cost_ += cost_ - before;
  }
  previous_ = kCjkAscii;
}

void CjkScore::ChargeMalformed(uint32_t count) {
  const uint32_t before = std::min(malformed_, kMostCharged);
  malformed_ += count;
  cost_ += static_cast<int32_t>(std::min(malformed_, kMostCharged) - before) * kMalformedCost;
}

void CjkScore::ChargeDecoded(uint32_t count, uint64_t characters) {
  ChargeMalformed(count);
  damages_ += count;
  characters_ = static_cast<uint32_t>(
      std::max<uint64_t>(characters_, std::min<uint64_t>(characters, UINT32_MAX / 2)));
}

void CjkScore::DropIfDamaged() {
  // A score that is out reads no more, so this limit is lower than that of is_plausible().
  if (damages_ > 3 && characters_ < damages_ * (kGoodForEach / 4)) Drop();
}

void CjkScore::Read(uint8_t byte) {
  if (is_out_) return;
  if (held_count_ == 0) {
    if (IsAsciiByte(byte)) return ChargeAscii(byte);
    if (bad_run_ >= kMostBad) {
      // Behind a lost byte, all pairs of bytes are shifted up to the next byte of ASCII.
      bad_run_ = 0;
      is_shifted_ = true;
      cost_ += kMalformedCost;
      return;
    }
  }
  held_[held_count_++] = byte;
  CjkCharacter character = ReadIn(encoding_, held());
  if (character.cjk_class == kBegun.cjk_class) return;
  const bool is_long = held_count_ == sizeof(held_);
  held_count_ = 0;
  if (character.cjk_class == kMalformed.cjk_class) {
    previous_ = kCjkAscii;
    ++bad_run_;
    ChargeMalformed(1);
    if (damages_ == 0 || since_damage_ == kGoodBefore) ++damages_;
    since_damage_ = 0;
    DropIfDamaged();
    // A byte of ASCII that ends a malformed sequence is read again, as the standard says.
    if (IsAsciiByte(byte)) ChargeAscii(byte);
    return;
  }
  has_four_bytes_ = has_four_bytes_ || is_long;
  if (character.cjk_class == kHalfWidth) {
    const size_t before = half_width_;
    half_width_ = static_cast<uint8_t>(byte - 0xA0);
    character.cost = CostAt(kHalfWidthCosts, before * 64 + half_width_);
  }
  Charge(character);
}

}  // namespace whatwg_encoding::detect

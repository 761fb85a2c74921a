// https://www.unicode.org/Public/MAPPINGS/OBSOLETE/EASTASIA/KSC/JOHAB.TXT
// Decodes and encodes Johab. Its syllables are computed; its other characters are those of KS X
// 1001, which index EUC-KR contains in another order.
#include "johab.h"

#include "../core/index.h"
#include "double_byte-inl.h"

namespace whatwg_encoding {

namespace {

// A pair with a leading byte from 0x84 to 0xD3 is one bit and three numbers of five bits: of the
// initial consonant, of the vowel and of the final consonants. These tables have for each number
// its place in a syllable of Unicode, in which final consonants count from 1.
constexpr int16_t kNone = -1;     // the letter is missing
constexpr int16_t kInvalid = -2;  // the number has no meaning
constexpr int16_t xx = kInvalid;
constexpr int16_t kInitials[32] = {xx, kNone, 0,  1,  2,  3,  4,  5,  6,  7,  8,
                                   9,  10,    11, 12, 13, 14, 15, 16, 17, 18, xx,
                                   xx, xx,    xx, xx, xx, xx, xx, xx, xx, xx};
constexpr int16_t kVowels[32] = {xx, xx, kNone, 0,  1,  2,  3,  4,  xx, xx, 5,  6,  7,  8,  9,  10,
                                 xx, xx, 11,    12, 13, 14, 15, 16, xx, xx, 17, 18, 19, 20, xx, xx};
constexpr int16_t kFinals[32] = {xx, kNone, 1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
                                 15, 16,    xx, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, xx, xx};

// The letters alone, which are U+3131 to U+314E for consonants.
constexpr char16_t kInitialLetters[] = u"ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
constexpr char16_t kFinalLetters[] = u"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

}  // namespace

struct Johab {
  static bool IsLeading(uint8_t byte) {
    return InRange(byte, 0x84, 0xD3) || InRange(byte, 0xD9, 0xDE) || InRange(byte, 0xE0, 0xF9);
  }

  static bool IsTrailing(uint8_t leading, uint8_t byte) {
    return leading <= 0xD3 ? InRange(byte, 0x41, 0x7E) || InRange(byte, 0x81, 0xFE)
                           : InRange(byte, 0x31, 0x7E) || InRange(byte, 0x91, 0xFE);
  }

  // The code point of a pair of three letters; 0 for null.
  static char16_t Syllable(unsigned pair) {
    // A leading byte up to 0xD3 has the number of an initial consonant in any case.
    const int initial = kInitials[pair >> 10 & 31];
    const int vowel = kVowels[pair >> 5 & 31];
    const int final = kFinals[pair & 31];
    if (vowel == kInvalid || final == kInvalid) return 0;
    if (initial != kNone && vowel != kNone) {
      const int last = final == kNone ? 0 : final;
      return static_cast<char16_t>(0xAC00 + (initial * 21 + vowel) * 28 + last);
    }
    if (initial == kNone && vowel == kNone) {
      return final == kNone ? char16_t{0x3000} : kFinalLetters[final - 1];
    }
    if (final != kNone) return 0;
    return initial != kNone ? kInitialLetters[initial] : static_cast<char16_t>(0x314F + vowel);
  }

  // The code point of a character of KS X 1001: each leading byte has two of its rows. 0 for null.
  static char16_t OfKsX1001(uint8_t leading, uint8_t trailing) {
    const unsigned column = trailing - (trailing < 0x91 ? 0x31u : 0x43u);
    const unsigned first_row =
        leading < 0xE0 ? 0xA1 + 2 * (leading - 0xD9u) : 0xCA + 2 * (leading - 0xE0u);
    const auto row = static_cast<uint8_t>(first_row + column / 94);
    const auto cell = static_cast<uint8_t>(0xA1 + column % 94);
    // The letters, which have pairs of their own above.
    if (row == 0xA4 && cell <= 0xD3) return 0;
    // KS X 1001 of 2002, which index EUC-KR does not contain.
    if (row == 0xA2 && cell == 0xE8) return 0x327E;
    return index::kEucKr[index::RowsAt(row, cell)];
  }

  static char16_t CodePoint(uint8_t leading, uint8_t trailing) {
    const unsigned pair = unsigned{leading} << 8 | trailing;
    return leading <= 0xD3 ? Syllable(pair) : OfKsX1001(leading, trailing);
  }

  // A consonant alone has a pair as an initial, and some as a final. The encoder writes the pair of
  // the initial, and the space of KS X 1001 rather than the pair of no letters: leading byte 0x84
  // comes last.
  static PairBytesTable MakeBytes() {
    PairBytesTable table = MakeAsciiTable();
    AddPairs(PairsOf<Johab>(), 0x85, 0xF9, table);
    AddPairs(PairsOf<Johab>(), 0x84, 0x84, table);
    return table;
  }
};

char16_t JohabCodePoint(uint8_t leading, uint8_t trailing) {
  const bool is_pair = Johab::IsLeading(leading) && Johab::IsTrailing(leading, trailing);
  return is_pair ? Johab::CodePoint(leading, trailing) : char16_t{0};
}

ENCODING_INSTANTIATE_DECODER(JohabDecoder);
template class DoubleByteEncoder<Johab>;

}  // namespace whatwg_encoding

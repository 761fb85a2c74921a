// Scores how well bytes read as Chinese, Japanese or Korean in an encoding of several bytes.
//
// A malformed sequence costs, and too many of them drop a score. Scores need the compact indexes
// only: the decoders make a table of 128 KB each when they first decode, which takes longer than a
// short text.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../base/bytes.h"
#include "../core/encoding.h"
#include "tables.h"

namespace whatwg_encoding::detect {

// The encodings of several bytes.
// Only the last one is no encoding of the standard.
enum class MultiByte : uint8_t { kGbk, kBig5, kEucJp, kShiftJis, kEucKr, kJohab, kCount };

// By MultiByte: the encoding, its language, and the cost of its prior in points.
inline constexpr EncodingId kMultiByteEncodings[] = {EncodingId::kGbk,   EncodingId::kBig5,
                                                     EncodingId::kEucJp, EncodingId::kShiftJis,
                                                     EncodingId::kEucKr, EncodingId::kJohab};
inline constexpr uint8_t kMultiByteLanguages[] = {kSimplified, kTraditional, kJapanese,
                                                  kJapanese,   kKorean,      kKorean};
inline constexpr int kMultiBytePriors[] = {0, 0, 2, 0, 6, 40};

// The place of a Hangul syllable in kKoreanCosts; 0 if KS X 1001 does not have it.
size_t PlaceOfSyllable(char16_t syllable);
// The cost of the syllable of a place, in points.
int CostOfSyllable(size_t place);

class CjkScore {
 public:
  // Reads one byte of a stream in this encoding.
  void Read(MultiByte encoding, uint8_t byte);

  // The bytes before are ASCII, of which `byte` is the first one, and the next one stands after a
  // space. A full stop may begin the extension of a file name, and says nothing about the language.
  void StartAfterAscii(MultiByte encoding, uint8_t byte);

  // The bytes are not to be read in this encoding, or have too many malformed sequences, and the
  // score is void.
  bool is_out() const { return is_out_; }
  void Drop() {
    is_out_ = true;
    held_count_ = 0;
  }

  // Charges malformed sequences that a decoder has found, in a stream of at least `characters`.
  void ChargeMalformed(uint32_t count, uint64_t characters);
  uint32_t malformed() const { return malformed_; }
  // The most malformed sequences that a stream with a number of characters may have.
  static constexpr uint64_t MostMalformed(uint64_t characters) {
    return std::max<uint64_t>(3, characters / (kGoodForEach / 4));
  }
  // Whether there are so many characters for each malformed sequence that the stream may be damaged
  // text.
  bool is_plausible() const {
    return damages_ == 0 || characters_ >= kGoodBefore + (damages_ - 1) * kGoodForEach;
  }

  // Nothing is read from here on, and the score stays.
  void Freeze() { held_count_ = 0; }

  bool is_within_character() const { return held_count_ != 0; }
  // The bytes of the character that is begun.
  Bytes held() const { return {held_, held_count_}; }
  // The character that is begun, or the next one, stands behind a letter of ASCII.
  bool is_after_latin() const;
  bool has_four_bytes() const { return has_four_bytes_; }
  int32_t cost() const { return cost_; }
  // The part of cost() that ASCII between words has caused.
  int32_t ascii_cost() const { return ascii_cost_; }
  void set_cost(int32_t cost) { cost_ = cost; }

 private:
  static constexpr uint32_t kGoodBefore = 8;    // characters for the first malformed sequence
  static constexpr uint32_t kGoodForEach = 64;  // and for each further one

  // Adds the cost of a malformed sequence, which the byte ends. A byte of ASCII that ends it is
  // read again, as the standard says.
  void Fail(MultiByte encoding, uint8_t byte);
  // Adds the cost of a character. `character` is its code point if it is a symbol or an ideograph:
  // the same symbol again costs next to nothing.
  void Charge(MultiByte encoding, uint8_t cjk_class, int cost, uint16_t character = 0);
  // Adds the cost of a character of the index, which is `code_point`.
  void ChargeCharacter(MultiByte encoding, char32_t code_point, int cost);
  void ChargeHalfWidth(MultiByte encoding, uint8_t byte);
  // Holds a byte of a character that goes on, if such a byte is valid there.
  void Hold(MultiByte encoding, uint8_t byte, bool is_valid);
  void ReadGbk(uint8_t byte);
  void ReadBig5(uint8_t byte);
  void ReadEucJp(uint8_t byte);
  void ReadShiftJis(uint8_t byte);
  void ReadEucKr(uint8_t byte);
  void ReadJohab(uint8_t byte);

  int32_t cost_ = 0;  // in points
  int32_t ascii_cost_ = 0;
  uint32_t characters_ = 0;
  uint32_t malformed_ = 0;
  // Places with malformed sequences, which are near to one another in one place.
  uint32_t damages_ = 0;
  uint8_t since_damage_ = 0;  // characters, up to kGoodBefore
  uint8_t bad_run_ = 0;       // malformed sequences and rare characters behind one another
  uint16_t character_ = 0;    // the last character, if it is a symbol or an ideograph
  uint8_t half_width_ = 0;    // the last character from U+FF60 on, if it is half-width katakana
  uint8_t previous_ = 0;
  uint8_t held_count_ = 0;
  uint8_t held_[3] = {};
  bool is_doubled_ = false;  // the last character was the same as the one before
  bool is_shifted_ = false;  // no letter has come since a byte was dropped
  bool has_four_bytes_ = false;
  bool is_out_ = false;
};

}  // namespace whatwg_encoding::detect

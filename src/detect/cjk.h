// Scores how well bytes read as Chinese, Japanese or Korean in an encoding of several bytes.
//
// A malformed sequence costs, and too many of them drop a score. Scores need the compact indexes
// only: the decoders make a table of 128 KB each when they first decode, which takes longer than a
// short text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../base/bytes.h"
#include "../core/encoding.h"
#include "tables.h"

namespace whatwg_encoding::detect {

// The encodings of several bytes.
// Only the last one is no encoding of the standard.
enum class MultiByte : uint8_t { kGbk, kBig5, kEucJp, kShiftJis, kEucKr, kJohab, kCount };
inline constexpr size_t kMultiByteCount = static_cast<size_t>(MultiByte::kCount);

struct MultiByteTraits {
  EncodingId encoding;
  uint8_t language;
  int prior_cost;  // in points
  // Of an ideograph after itself, once, in steps. Chinese doubles words; Japanese writes U+3005
  // for the second one.
  int doubled_cost;
};
inline constexpr MultiByteTraits kMultiByteTraits[kMultiByteCount] = {
    {EncodingId::kGbk, kSimplified, 0, 6},  {EncodingId::kBig5, kTraditional, 0, 6},
    {EncodingId::kEucJp, kJapanese, 2, 10}, {EncodingId::kShiftJis, kJapanese, 0, 10},
    {EncodingId::kEucKr, kKorean, 6, 10},   {EncodingId::kJohab, kKorean, 40, 10}};

// The cost of a Hangul syllable, in steps, or nothing if KS X 1001 does not have it.
std::optional<int> CostOfSyllable(char16_t syllable);

// What a sequence of bytes is.
struct CjkCharacter {
  uint8_t cjk_class;   // CjkClass
  int cost = 0;        // in steps, in its class
  uint16_t value = 0;  // the code point of a symbol or an ideograph that is told apart from others
};

class CjkScore {
 public:
  CjkScore() : CjkScore(MultiByte::kGbk) {}
  explicit CjkScore(MultiByte encoding) : encoding_(encoding), cost_(traits().prior_cost) {}

  // Reads one byte of a stream.
  void Read(uint8_t byte);

  // The bytes before are ASCII, of which `byte` is the first one, and the next one stands after a
  // space. A full stop may begin the extension of a file name, and says nothing about the language.
  void StartAfterAscii(uint8_t byte);

  // The bytes are not to be read in this encoding, or have too many malformed sequences, and the
  // score is void.
  bool is_out() const { return is_out_; }
  void Drop() {
    is_out_ = true;
    held_count_ = 0;
  }

  // Charges malformed sequences that a decoder has found. The stream has at least `characters`.
  void ChargeDecoded(uint32_t count, uint64_t characters);
  uint32_t malformed() const { return malformed_; }
  // Drops the score when there are too many malformed sequences for damaged text.
  void DropIfDamaged();
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
  bool is_after_latin() const { return previous_ == kCjkLatin; }
  bool has_four_bytes() const { return has_four_bytes_; }
  const MultiByteTraits& traits() const { return kMultiByteTraits[static_cast<size_t>(encoding_)]; }
  int32_t cost() const { return cost_; }
  // The part of cost() that ASCII between words has caused.
  int32_t ascii_cost() const { return ascii_cost_; }
  void set_cost(int32_t cost) { cost_ = cost; }

 private:
  static constexpr uint32_t kGoodBefore = 8;    // characters for the first malformed sequence
  static constexpr uint32_t kGoodForEach = 64;  // and for each further one
  static constexpr uint32_t kMostCharged = 64;  // malformed sequences that cost

  void ChargeMalformed(uint32_t count);
  void Charge(CjkCharacter character);
  void ChargeAscii(uint8_t byte);

  MultiByte encoding_;
  int32_t cost_;  // in points
  int32_t ascii_cost_ = 0;
  uint32_t characters_ = 0;
  uint32_t malformed_ = 0;
  // Places with malformed sequences, which are near to one another in one place.
  uint32_t damages_ = 0;
  uint8_t since_damage_ = 0;  // characters, up to kGoodBefore
  uint8_t bad_run_ = 0;       // malformed sequences and rare characters behind one another
  uint16_t last_value_ = 0;   // CjkCharacter::value of the last character
  uint8_t half_width_ = 0;    // the last character from U+FF60 on, if it is half-width katakana
  uint8_t previous_ = 0;
  uint8_t held_count_ = 0;
  uint8_t held_[4] = {};
  bool is_doubled_ = false;  // the last character was the same as the one before
  bool is_shifted_ = false;  // no letter has come since a byte was dropped
  bool has_four_bytes_ = false;
  bool is_out_ = false;
};

}  // namespace whatwg_encoding::detect

// Recognises tables of letters, such as "abcåäö" or "'à' => 'a'" in source code: no word is in
// them, and they have all letters of a language that are not ASCII.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../base/bytes.h"
#include "bit_set.h"
#include "letters.h"
#include "tables.h"

namespace whatwg_encoding::detect {

// The letters of a text in which each word is one letter, but for a few words of letters of which
// none comes twice.
class LetterTable {
 public:
  // Reads a word that is not ASCII.
  void Feed(Bytes word) {
    if (!is_table_) return;
    size_t before = 0;
    while (before < word.size() && IsAsciiByte(word[before])) ++before;
    const Bytes letters = word.subspan(before);
    BitSet<256> own;
    for (const uint8_t byte : letters) {
      if (IsAsciiByte(byte) || own.Has(byte)) is_table_ = false;
      own.Add(byte);
      Add(byte);
    }
    if (letters.size() > 1 && ++runs_ > kMostRuns) is_table_ = false;
    if (before != 0 && letters.size() < kFewest) is_table_ = false;
  }

  // Whether a word of a text that is no table is a row of letters: its bytes from 0x80 on stand in
  // the order of their numbers. Programs and dictionaries have such rows, which say little about
  // the text beside them.
  bool IsRowInText(Bytes word) const {
    if (is_table_) return false;
    int steps = 0;
    int others = 0;
    for (size_t i = 1; i < word.size(); ++i) {
      if (IsAsciiByte(word[i - 1])) continue;
      ++(IsStep(word[i - 1], word[i]) ? steps : others);
    }
    return steps >= kFewestSteps && steps >= 3 * others;
  }

  bool is_table() const { return is_table_ && count_ >= kFewest; }

  // Whether each word is one letter, as in a title with spaces between its letters. Noise has no
  // such words, or others too.
  bool HasSpacesBetween() const { return is_table_ && runs_ == 0; }

  // Whether the letters of a table stand in the order of their numbers. Then they may be the
  // alphabet of any language.
  bool IsInOrder() const {
    int steps = 0;
    for (size_t i = 1; i < count_; ++i) {
      if (IsStep(bytes_[i - 1], bytes_[i])) ++steps;
    }
    return is_table() && steps * 4 >= 3 * (count_ - 1);
  }

  // The cost of these being the letters of a language in an encoding, in points. Tables are in
  // the order of the alphabet, most of the time, and have all letters.
  int32_t CostIn(size_t candidate, size_t language) const {
    const uint8_t* const folded = kFolded[kCandidates[candidate].script];
    const uint64_t* const usual = kUsualLetters + language * 8;
    std::array<uint64_t, 4> found{};
    int others = 0;
    int steps_back = 0;
    uint8_t last = 0;
    for (size_t i = 0; i < count_; ++i) {
      const uint8_t code = folded[kCodes[candidate][0x80 | bytes_[i]]];
      const uint64_t bit = uint64_t{1} << code % 64;
      if ((usual[4 + code / 64] & bit) == 0) {
        ++others;
      } else if ((found[code / 64] & bit) == 0) {
        found[code / 64] |= bit;
        if (code < last) ++steps_back;
        last = code;
      }
    }
    int missing = 0;
    for (size_t part = 0; part < found.size(); ++part) {
      missing += std::popcount(usual[part] & ~found[part]);
    }
    const int flaws = others * kOtherCost + missing * kMissingCost + steps_back * kStepBackCost;
    // People type a row such as "éèàçù" to try an encoding. It has half of the letters or more.
    const bool is_row = runs_ <= 1 && others == 0 && language < kLatinLanguageCount &&
                        static_cast<size_t>(missing) <= count_;
    if (is_row) return kRowCost + count_ * kEachCost + flaws / 2;
    if (static_cast<size_t>(others + missing) * kShare > count_) return kNeverCost / 2;
    return kTableCost + count_ * kEachCost + flaws;
  }

 private:
  static constexpr size_t kFewest = 3;
  static constexpr int kFewestSteps = 4;  // from a letter of a row to the next one
  static constexpr int kLongestStep = 3;
  static constexpr uint8_t kMostRuns = 4;  // of several letters
  static constexpr size_t kShare = 3;      // the letters of a table for each missing or foreign one
  static constexpr int kTableCost = 9 * kNat;
  static constexpr int kRowCost = 7 * kNat;
  static constexpr int kEachCost = kNat / 3;
  static constexpr int kOtherCost = 5 * kNat;
  static constexpr int kMissingCost = 3 * kNat;
  static constexpr int kStepBackCost = 3 * kNat;

  // Whether a letter of a row stands near behind another one.
  static bool IsStep(uint8_t before, uint8_t byte) {
    return byte > before && byte - before <= kLongestStep;
  }

  void Add(uint8_t byte) {
    const auto end = bytes_.begin() + count_;
    if (std::find(bytes_.begin(), end, byte & 0x7F) != end) return;
    if (count_ == bytes_.size()) {
      is_table_ = false;
    } else {
      bytes_[count_++] = byte & 0x7F;
    }
  }

  std::array<uint8_t, 80> bytes_{};  // less 0x80, in their order
  uint8_t count_ = 0;
  uint8_t runs_ = 0;
  bool is_table_ = true;
};

}  // namespace whatwg_encoding::detect

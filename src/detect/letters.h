// The costs of the words of a text in an encoding of single bytes, by the codes of their letters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../base/bytes.h"
#include "tables.h"
#include "words.h"

namespace whatwg_encoding::detect {

inline constexpr int kMixedCost = 25 * kNat;      // a letter of ASCII beside one of another script
inline constexpr int kMalformedCost = 25 * kNat;  // a byte or a sequence that is malformed
inline constexpr int kForeignCost = 10 * kNat;
inline constexpr int kRareLetterCost = 3 * kNat;
inline constexpr int kTypographicCost = 9 * kNat / 2;
inline constexpr int kSymbolCost = 8 * kNat;  // after a space, a digit or punctuation
inline constexpr int kAsciiLetterCost =
    26 * kNat / 10;  // what a letter of ASCII costs in any encoding

// Costs of a letter after another by their case: after what is no letter, after a small letter,
// after a capital that begins a word, after a later capital.
inline constexpr int kCapitalFirstCost = kNat;
inline constexpr int kCapitalAfterSmallCost = 6 * kNat;
inline constexpr int kCapitalAfterFirstCost = 2 * kNat;
inline constexpr int kSmallAfterCapitalsCost = 4 * kNat;

inline constexpr size_t kEnglish = 0;
inline constexpr int kNeverCost = 1'000'000'000;
inline constexpr int kMostAsciiWordCost = 5 * kNat / 2;  // more than in English

// The codes of a word, with two before it and one behind it.
using Codes = std::array<uint8_t, kMostWordBytes + 3>;

constexpr bool IsBoundaryCode(uint8_t code) { return code < kForeign; }

inline constexpr uint32_t kNoTriple = UINT32_MAX;

// Where the costs of a triple of codes in the languages of a script begin in kTripleCosts, or
// kNoTriple where pairs say as much.
inline uint32_t FindTriple(size_t script_number, uint8_t a, uint8_t b, uint8_t c) {
  const Script& script = kScripts[script_number];
  const auto key = [&](uint8_t code) -> int {
    if (code >= kFirstLetter) return kFolded[script_number][code] - kFirstLetter + 1;
    return IsBoundaryCode(code) ? 0 : -1;
  };
  const int first = key(a);
  const int second = key(b);
  const int third = key(c);
  if (first < 0 || second <= 0 || third < 0) return kNoTriple;
  const auto number = static_cast<uint32_t>(first << 14 | second << 7 | third);
  const auto mixed = static_cast<uint32_t>(uint64_t{number} * 0x9E3B5 % 0x200000);
  const int shift = 21 - script.bucket_bits;
  const uint32_t print = mixed & ((1u << shift) - 1);
  const uint16_t* bucket = kTripleBuckets + script.first_bucket + (mixed >> shift);
  for (size_t at = bucket[0]; at < bucket[1]; ++at) {
    if (kTriplePrints[script.first_print + at] == print) {
      return static_cast<uint32_t>(script.first_cost + at * script.row_size);
    }
  }
  return kNoTriple;
}

// A number for each language of the script that has the most of them, in the order of languages.
using OfPlaces = std::array<int16_t, kLatinRowSize * 2>;

// Sums of costs for the languages of a script, in steps of the tables. A row of a table is read as
// two blocks of one size, which overlap, so that compilers make vectors of them.
class Sums {
 public:
  void AddRow(const uint8_t* triple, const uint8_t* pairs) {
    for (const size_t block : {size_t{0}, kSecondBlock}) {
      uint16_t* const low_sums = block == 0 ? sums_.data() : sums_.data() + kBlock;
      uint16_t* const high_sums = low_sums + 2 * kBlock;
      for (size_t i = 0; i < kBlock; ++i) {
        const uint8_t low = triple[block + i] & 15;
        const uint8_t high = triple[block + i] >> 4;
        const uint8_t pair = pairs[block + i];
        low_sums[i] = static_cast<uint16_t>(low_sums[i] + (low == 15 ? pair & 15 : low));
        high_sums[i] = static_cast<uint16_t>(high_sums[i] + (high == 15 ? pair >> 4 : high));
      }
    }
  }
  void AddRow(const uint8_t* pairs) {
    for (const size_t block : {size_t{0}, kSecondBlock}) {
      uint16_t* const low_sums = block == 0 ? sums_.data() : sums_.data() + kBlock;
      uint16_t* const high_sums = low_sums + 2 * kBlock;
      for (size_t i = 0; i < kBlock; ++i) {
        low_sums[i] = static_cast<uint16_t>(low_sums[i] + (pairs[block + i] & 15));
        high_sums[i] = static_cast<uint16_t>(high_sums[i] + (pairs[block + i] >> 4));
      }
    }
  }
  // The sums in points.
  OfPlaces Points() const {
    OfPlaces points;
    for (const size_t block : {kSecondBlock, size_t{0}}) {
      const uint16_t* const sums = block == 0 ? sums_.data() : sums_.data() + kBlock;
      for (size_t i = 0; i < kBlock; ++i) {
        points[2 * (block + i)] = static_cast<int16_t>(sums[i] * kStep);
        points[2 * (block + i) + 1] = static_cast<int16_t>(sums[i + 2 * kBlock] * kStep);
      }
    }
    return points;
  }

 private:
  static constexpr size_t kBlock = 16;
  static constexpr size_t kSecondBlock = kLatinRowSize - kBlock;
  static_assert(kBlock <= kLatinRowSize && kLatinRowSize <= 2 * kBlock);
  // The low halves of both blocks, and the high ones.
  std::array<uint16_t, 4 * kBlock> sums_{};
};

// What the letters of words cost in each language of a script.
class LetterCosts {
 public:
  // Begins with the first word.
  void Start(size_t script) {
    script_ = script;
    sums_ = {};
    step_count_ = 0;
  }

  // Adds a letter, or the end of a word, that stands behind two others.
  void Add(uint8_t a, uint8_t b, uint8_t c) {
    const uint32_t triple = FindTriple(script_, a, b, c);
    if (script_ == 0) {
      const size_t first = kAsciiPlaces[b];
      const size_t second = kAsciiPlaces[c];
      if (first < kAsciiLetterCount && second < kAsciiLetterCount) {
        const uint8_t* row = kAsciiPairCosts + (first * kAsciiLetterCount + second) * kLatinRowSize;
        return triple == kNoTriple ? sums_.AddRow(row) : sums_.AddRow(kTripleCosts + triple, row);
      }
    }
    steps_[step_count_++] = {b, c, triple};
  }

  // Adds the codes from one place up to another, as a word.
  void AddWord(const uint8_t* codes, size_t first, size_t last) {
    uint8_t a = kBoundary;
    uint8_t b = kBoundary;
    for (size_t i = first; i < last; ++i) {
      const uint8_t c = IsBoundaryCode(codes[i]) ? uint8_t{kBoundary} : codes[i];
      Add(a, b, c);
      a = b;
      b = c;
    }
  }

  // The costs of pairs of letters of ASCII, in points.
  OfPlaces AsciiCosts() const { return sums_.Points(); }

  // The cost of the other letters in the language of a place, in points.
  int OtherCost(size_t place) const {
    const Language& own = kLanguages[kScripts[script_].first_language + place];
    const uint8_t* const classes = kClasses + own.first_class;
    const uint8_t* const pairs = kPairCosts + own.first_cost;
    int sum = 0;
    for (const auto& [previous, code, triple] : std::span(steps_).first(step_count_)) {
      int cost = kMostCost;
      if (triple != kNoTriple) cost = kTripleCosts[triple + place / 2] >> place % 2 * 4 & 15;
      if (cost == kMostCost) {
        const uint8_t letter = classes[code];
        cost = pairs[size_t{classes[previous]} * own.row_size + letter / 2u] >> letter % 2 * 4 & 15;
      }
      sum += cost;
    }
    return sum * kStep;
  }

 private:
  // Two letters behind one another, and what FindTriple() returns for the triple that they end. A
  // pointer would take twice as much of the stack.
  struct Step {
    uint8_t previous;
    uint8_t code;
    uint32_t triple;
  };

  size_t script_;
  Sums sums_;
  std::array<Step, kMostWordBytes + 8> steps_;
  size_t step_count_;
};

// The cost of the case and the kinds of the letters of a word in any language.
// `is_escape` says that the first letter is the end of an escape such as "\n".
inline int CostOfCase(const Script& script, const uint8_t* codes, size_t first, size_t last,
                      bool is_escape = false) {
  enum { kNone, kSmall, kFirstCapital, kCapitals } state = kNone;
  const uint8_t before = codes[first - 1];
  if (!IsBoundaryCode(before)) state = before >= script.first_capital ? kCapitals : kSmall;
  int cost = 0;
  for (size_t i = first; i < last; ++i) {
    const uint8_t code = codes[i];
    const bool is_ascii = code == kAscii;
    if (i > first + (is_escape ? 1 : 0)) {
      if (is_ascii != (codes[i - 1] == kAscii)) cost += kMixedCost;
      if ((code == kForeign) != (codes[i - 1] == kForeign)) cost += kMixedCost - kForeignCost;
    }
    if (code == kForeign) cost += kForeignCost;
    if (code == kRare || code == kRareCapital) cost += kRareLetterCost;
    if (code >= script.first_capital || code == kRareCapital) {
      if (state == kNone) cost += kCapitalFirstCost;
      if (state == kSmall) cost += kCapitalAfterSmallCost;
      if (state == kFirstCapital) cost += kCapitalAfterFirstCost;
      state = state == kNone ? kFirstCapital : kCapitals;
    } else {
      if (state == kCapitals) cost += kSmallAfterCapitalsCost;
      state = kSmall;
    }
  }
  return cost;
}

}  // namespace whatwg_encoding::detect

// The costs of the words of a text in an encoding of single bytes, by the codes of their letters.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../base/bytes.h"
#include "tables.h"
#include "words.h"

namespace whatwg_encoding::detect {

// Weights in points; one nat is kNat of them.
inline constexpr int kNat = 20;
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
inline constexpr int kCapitalFirstCost = 1 * kNat;
inline constexpr int kCapitalAfterSmallCost = 6 * kNat;
inline constexpr int kCapitalAfterFirstCost = 2 * kNat;
inline constexpr int kSmallAfterCapitalsCost = 4 * kNat;

inline constexpr size_t kEnglish = 0;
inline constexpr int kNeverCost = 1'000'000'000;
inline constexpr int kMostAsciiWordCost = 5 * kNat / 2;  // more than in English

// The codes of a word, with two before it and one behind it.
using Codes = std::array<uint8_t, kMostWordBytes + 3>;

// Two consecutive codes, and the costs of the trigram that they end.
struct LetterStep {
  static constexpr uint16_t kNoTriple = 0xFFFF;

  const uint8_t* triple(const Script& script) const {
    return row == kNoTriple ? nullptr
                            : kTripleCosts + script.first_cost + size_t{row} * script.row_size;
  }

  uint8_t previous;
  uint8_t code;
  uint16_t row;  // of the costs of the script in kTripleCosts, or kNoTriple
};

constexpr bool IsBoundaryCode(uint8_t code) { return code < kForeign; }

// The row of the costs of a triple of codes for the languages of a script, or kNoTriple.
inline uint16_t FindTriple(const Script& script, const uint8_t* folded, uint8_t a, uint8_t b,
                           uint8_t c) {
  const auto key = [&](uint8_t code) -> int {
    return code >= kFirstLetter ? folded[code] - kFirstLetter + 1 : IsBoundaryCode(code) ? 0 : -1;
  };
  const int first = key(a);
  const int second = key(b);
  const int third = key(c);
  if (first < 0 || second <= 0 || third < 0) return LetterStep::kNoTriple;
  const auto number = static_cast<uint32_t>(first << 14 | second << 7 | third);
  const auto mixed = static_cast<uint32_t>(uint64_t{number} * 0x9E3B5 % 0x200000);
  const int shift = 21 - script.bucket_bits;
  const uint32_t print = mixed & ((1u << shift) - 1);
  const uint16_t* bucket = kTripleBuckets + script.first_bucket + (mixed >> shift);
  for (size_t at = bucket[0]; at < bucket[1]; ++at) {
    if (kTriplePrints[script.first_print + at] == print) {
      return static_cast<uint16_t>(at);
    }
  }
  return LetterStep::kNoTriple;
}

// The place of a letter of the Latin script in kAsciiPairCosts, or kAsciiLetterCount.
inline size_t AsciiPlace(const Script& latin, uint8_t code) {
  if (IsBoundaryCode(code)) return 0;
  if (InRange(code, kFirstLetter, kFirstLetter + 25)) {
    return code - kFirstLetter + size_t{1};
  }
  if (!InRange(code, latin.first_capital, static_cast<uint8_t>(latin.first_capital + 25))) {
    return kAsciiLetterCount;
  }
  const size_t letter = code - size_t{latin.first_capital};
  return letter == 'I' - 'A' ? kAsciiLetterCount - 1 : letter + 1;
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
  uint16_t& operator[](size_t place) {
    const size_t half = place / 2;
    return sums_[place % 2 * 2 * kBlock + half + (half < kBlock ? 0 : kBlock - kSecondBlock)];
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

// Adds what a step costs in all languages, if the tables have it for all of them at once. Returns
// whether they do.
inline bool AddRow(const LetterStep& step, const Script& script, Sums& sums) {
  if (script.first_language != 0) return false;
  const size_t first = AsciiPlace(script, step.previous);
  const size_t second = AsciiPlace(script, step.code);
  if (first >= kAsciiLetterCount || second >= kAsciiLetterCount) return false;
  const uint8_t* row = kAsciiPairCosts + (first * kAsciiLetterCount + second) * kLatinRowSize;
  if (const uint8_t* const triple = step.triple(script); triple != nullptr) {
    sums.AddRow(triple, row);
  } else {
    sums.AddRow(row);
  }
  return true;
}

// The cost of steps in the language of a place, in steps of the tables.
inline int SumOf(std::span<const LetterStep> steps, const Script& script, size_t place) {
  const Language& own = kLanguages[script.first_language + place];
  const uint8_t* const classes = kClasses + own.first_class;
  const uint8_t* const pairs = kPairCosts + own.first_cost;
  int sum = 0;
  for (const LetterStep& step : steps) {
    int cost = kMostCost;
    if (const uint8_t* const triple = step.triple(script); triple != nullptr) {
      cost = triple[place / 2] >> place % 2 * 4 & 15;
    }
    if (cost == kMostCost) {
      const uint8_t letter = classes[step.code];
      const size_t at = size_t{classes[step.previous]} * own.row_size + letter / 2u;
      cost = pairs[at] >> letter % 2 * 4 & 15;
    }
    sum += cost;
  }
  return sum;
}

// Adds what steps cost in those languages of a script whose bits are set in `places`.
inline void AddCosts(std::span<const LetterStep> steps, const Script& script, uint64_t places,
                     Sums& sums) {
  for (const LetterStep& step : steps) {
    if (AddRow(step, script, sums)) continue;
    for (uint64_t left = places; left != 0; left &= left - 1) {
      const auto place = static_cast<size_t>(std::countr_zero(left));
      sums[place] = static_cast<uint16_t>(sums[place] + SumOf({&step, 1}, script, place));
    }
  }
}

// The steps of codes, of which the first two are what stands before.
struct Steps {
  void Add(const Script& script, const uint8_t* folded, uint8_t a, uint8_t b, uint8_t c) {
    steps[count++] = {b, c, FindTriple(script, folded, a, b, c)};
  }
  std::span<const LetterStep> all() const { return {steps.data(), count}; }

  std::array<LetterStep, kMostWordBytes + 8> steps;
  size_t count = 0;
};

// The steps of the codes from one place up to another, as a word.
inline Steps StepsOf(const Script& script, const uint8_t* folded, const Codes& codes, size_t first,
                     size_t last) {
  Steps steps;
  uint8_t a = kBoundary;
  uint8_t b = kBoundary;
  for (size_t i = first; i < last; ++i) {
    const uint8_t c = IsBoundaryCode(codes[i]) ? uint8_t{kBoundary} : codes[i];
    steps.Add(script, folded, a, b, c);
    a = b;
    b = c;
  }
  return steps;
}

// The cost of the case and the kinds of the letters of a word in any language.
// `is_escape` says that the first letter is the end of an escape such as "\n".
inline int CostOfCase(const Script& script, const Codes& codes, size_t first, size_t last,
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

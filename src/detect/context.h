// Scores languages by what stands around the words of other letters: words of ASCII, and the hints
// of the caller.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../base/bytes.h"
#include "candidates.h"
#include "tables.h"
#include "words.h"

namespace whatwg_encoding::detect {

class Context {
 public:
  explicit Context(const LanguageSet& hinted) : hinted_(hinted) {}

  // Whether a word of ASCII is scored in the languages whose bits are set in `languages`: as long
  // as there are not too many such words.
  bool ScoresAscii(uint64_t languages) const {
    return ascii_words_left_ != 0 && std::popcount(languages) > 1;
  }
  // Reads a word of ASCII. ScoresAscii() must hold.
  void FeedAscii(const Word& word, uint64_t languages);

  // Reads a word that is not ASCII. The words of ASCII near to it count, so that markup and text in
  // English elsewhere say nothing.
  void FeedOther();

  // Reads which kind of word stands where, and the byte behind a word.
  void FeedKind(const Word& word);
  void FeedBetween(uint8_t byte) {
    if (byte != ' ' && byte != ',' && byte != '\n' && byte != '\r') last_kind_ = Kind::kNone;
  }

  // The cost of a language, in points. `best` is BestAsciiCost().
  int32_t Cost(size_t language, int32_t best) const {
    return AsciiCost(language, best) + HintCost(language);
  }
  int32_t HintCost(size_t language) const;
  // The costs of the languages with an alphabet, by their numbers.
  using Costs = std::array<int32_t, kAlphabetLanguageCount>;
  Costs AlphabetCosts() const;

  // The cost of ASCII words in the language that they fit best, against their cost in English.
  int32_t BestAsciiCost() const;

 private:
  // Words of ASCII are scored as long as there are some left; a word that is not ASCII adds some.
  static constexpr uint16_t kAsciiWords = 48;

  int32_t AsciiCost(size_t language, int32_t best) const;
  void Add(std::span<const int16_t> costs);

  LanguageSet hinted_;
  // By language: the cost of its ASCII words minus their cost in English, in points.
  std::array<int16_t, kAlphabetLanguageCount> ascii_costs_{};
  // The costs of the last ASCII words, while it is unknown whether a word of other letters is near.
  std::array<int16_t, kAlphabetLanguageCount> pending_costs_{};
  uint16_t ascii_words_left_ = kAsciiWords;
  uint8_t near_words_left_ = 0;
  bool has_pending_ = false;
  // How often a word of ASCII stands beside one of other letters, and the kind of the last word.
  enum class Kind : uint8_t { kNone, kAscii, kOther };
  Kind last_kind_ = Kind::kNone;  // kNone: more than a space stands behind it
  uint8_t switches_ = 0;
};

}  // namespace whatwg_encoding::detect

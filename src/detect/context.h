// Scores languages by what stands around the words of other letters: words of ASCII, and the hints
// of the caller.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "candidates.h"
#include "tables.h"
#include "words.h"

namespace whatwg_encoding::detect {

// A cost for each language, in points.
using LanguageCosts = std::array<int32_t, kLanguageCount>;
inline constexpr LanguageCosts kNoLanguageCosts{};

class Context {
 public:
  explicit Context(const LanguageSet& hinted) : hinted_(hinted) {}

  // Whether a word of ASCII is scored: as long as there are not too many such words.
  bool ScoresAscii() const { return ascii_words_left_ != 0; }
  // Reads a word of ASCII. ScoresAscii() must hold.
  void FeedAscii(const Word& word);

  // Reads a word that is not ASCII. The words of ASCII near to it count, so that markup and text in
  // English elsewhere say nothing.
  void FeedOther();

  // Reads which kind of word stands where, and the byte behind a word.
  void FeedKind(const Word& word);
  void FeedBetween(uint8_t byte) {
    if (byte != ' ' && byte != ',' && byte != '\n' && byte != '\r') last_kind_ = Kind::kNone;
  }

  int32_t HintCost(size_t language) const {
    return !hinted_.IsEmpty() && !hinted_.Has(language) ? kHintCost : 0;
  }
  LanguageCosts Costs() const;

 private:
  static constexpr int32_t kHintCost = 10 * kNat;
  // Words of ASCII are scored as long as there are some left; a word that is not ASCII adds some.
  static constexpr uint16_t kAsciiWords = 48;

  // For each language of the Latin script, the cost of words of ASCII minus their cost in English.
  using AsciiCosts = std::array<int32_t, kLatinLanguageCount>;

  LanguageSet hinted_;
  AsciiCosts ascii_costs_{};
  // The costs of the last words, while it is unknown whether a word of other letters is near.
  AsciiCosts pending_costs_{};
  uint16_t ascii_words_left_ = kAsciiWords;
  uint8_t near_words_left_ = 0;
  // How often a word of ASCII stands beside one of other letters, and the kind of the last word.
  enum class Kind : uint8_t { kNone, kAscii, kOther };
  Kind last_kind_ = Kind::kNone;  // kNone: more than a space stands behind it
  uint8_t switches_ = 0;
};

}  // namespace whatwg_encoding::detect

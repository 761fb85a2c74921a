// Scores languages by words of ASCII and by hints.
#include "context.h"

#include <algorithm>

#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr int kMostAsciiCost = 10 * kNat;
// English has words of all languages, but not between words that are not English.
constexpr int kMostEnglishCost = 20 * kNat;
// A word of ASCII beside one of other letters, in languages of other scripts than Latin.
constexpr int kSwitchCost = 5 * kNat;
constexpr int kCjkSwitchCost = 2 * kNat;
constexpr int kMostSwitches = 3;
constexpr int kHintCost = 10 * kNat;
constexpr uint16_t kAsciiWordsPerWord = 4;
constexpr uint8_t kNearWords = 4;  // behind a word that is not ASCII

}  // namespace

// For each language, adds the word's cost minus its cost in English.
void Context::FeedAscii(const Word& word, uint64_t languages) {
  --ascii_words_left_;
  const Script& latin = kScripts[0];
  Codes codes;
  for (size_t i = 0; i < word.bytes.size(); ++i) codes[i] = kAsciiLetters[word.bytes[i]];
  codes[word.bytes.size()] = kBoundary;
  Sums sums;
  AddCosts(StepsOf(latin, kFolded, codes, 0, word.bytes.size() + 1).all(), latin, languages, sums);
  OfPlaces costs = sums.Points();
  const int16_t english = costs[kEnglish];
  for (int16_t& cost : costs) {
    cost = std::min(static_cast<int16_t>(cost - english), int16_t{kMostAsciiWordCost});
  }
  if (near_words_left_ != 0) {
    --near_words_left_;
    Add(std::span(costs).subspan(1, kLatinLanguageCount - 1));
    return;
  }
  has_pending_ = true;
  for (size_t language = 1; language < kLatinLanguageCount; ++language) {
    pending_costs_[language] =
        static_cast<int16_t>(pending_costs_[language] * 3 / 4 + costs[language]);
  }
}

void Context::FeedOther() {
  if (has_pending_) {
    Add(std::span(pending_costs_).subspan(1, kLatinLanguageCount - 1));
    pending_costs_.fill(0);
    has_pending_ = false;
  }
  near_words_left_ = kNearWords;
  if (ascii_words_left_ < kAsciiWords) ascii_words_left_ += kAsciiWordsPerWord;
}

void Context::FeedKind(const Word& word) {
  const auto has_ascii = [&] {
    return std::any_of(word.bytes.begin(), word.bytes.end(), IsAsciiByte);
  };
  const Kind kind = word.is_ascii ? Kind::kAscii : has_ascii() ? Kind::kNone : Kind::kOther;
  if (kind != Kind::kNone && last_kind_ != Kind::kNone && kind != last_kind_ &&
      switches_ < kMostSwitches) {
    ++switches_;
  }
  last_kind_ = kind;
}

// Adds costs to those of the languages from the second one on.
void Context::Add(std::span<const int16_t> costs) {
  for (size_t i = 0; i < costs.size(); ++i) {
    ascii_costs_[i + 1] =
        static_cast<int16_t>(std::clamp(ascii_costs_[i + 1] + costs[i], -30000, 30000));
  }
}

int32_t Context::BestAsciiCost() const {
  return *std::min_element(ascii_costs_.begin(), ascii_costs_.end());
}

int32_t Context::AsciiCost(size_t language, int32_t best) const {
  const int32_t own = language < kAlphabetLanguageCount ? ascii_costs_[language] : 0;
  const int32_t cost = language < kLatinLanguageCount      ? 0
                       : language < kAlphabetLanguageCount ? kSwitchCost
                                                           : kCjkSwitchCost;
  const int32_t most = language == kEnglish ? kMostEnglishCost : kMostAsciiCost;
  return std::min(own - best, most) + switches_ * cost;
}

Context::Costs Context::AlphabetCosts() const {
  const int32_t best = BestAsciiCost();
  Costs costs;
  for (size_t language = 0; language < costs.size(); ++language) {
    costs[language] = Cost(language, best);
  }
  return costs;
}

int32_t Context::HintCost(size_t language) const {
  return !hinted_.IsEmpty() && !hinted_.Has(language) ? kHintCost : 0;
}

}  // namespace whatwg_encoding::detect

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
constexpr uint16_t kAsciiWordsPerWord = 4;
constexpr uint8_t kNearWords = 4;  // behind a word that is not ASCII

}  // namespace

void Context::FeedAscii(const Word& word) {
  --ascii_words_left_;
  Codes codes;
  for (size_t i = 0; i < word.bytes.size(); ++i) codes[i] = kCodes[0][word.bytes[i]];
  codes[word.bytes.size()] = kBoundary;
  LetterCosts letters;
  letters.Start(0);
  letters.AddWord(codes.data(), 0, word.bytes.size() + 1);
  const OfPlaces costs = letters.AsciiCosts();
  const bool is_near = near_words_left_ != 0;
  if (is_near) --near_words_left_;
  AsciiCosts& sums = is_near ? ascii_costs_ : pending_costs_;
  for (size_t language = 0; language < sums.size(); ++language) {
    const int32_t before = is_near ? sums[language] : sums[language] * 3 / 4;
    sums[language] = before + std::min(costs[language] - costs[kEnglish], kMostAsciiWordCost);
  }
}

void Context::FeedOther() {
  for (size_t language = 0; language < ascii_costs_.size(); ++language) {
    ascii_costs_[language] += pending_costs_[language];
  }
  pending_costs_.fill(0);
  near_words_left_ = kNearWords;
  if (ascii_words_left_ < kAsciiWords) ascii_words_left_ += kAsciiWordsPerWord;
}

void Context::FeedKind(const Word& word) {
  const bool has_ascii = std::any_of(word.bytes.begin(), word.bytes.end(), IsAsciiByte);
  const Kind kind = word.is_ascii ? Kind::kAscii : has_ascii ? Kind::kNone : Kind::kOther;
  if (kind != Kind::kNone && last_kind_ != Kind::kNone && kind != last_kind_ &&
      switches_ < kMostSwitches) {
    ++switches_;
  }
  last_kind_ = kind;
}

LanguageCosts Context::Costs() const {
  const int32_t best = *std::min_element(ascii_costs_.begin(), ascii_costs_.end());
  LanguageCosts costs;
  const int32_t other = std::min(-best, kMostAsciiCost);
  const auto alphabets = costs.begin() + kLatinLanguageCount;
  const auto cjk = costs.begin() + kAlphabetLanguageCount;
  std::transform(ascii_costs_.begin(), ascii_costs_.end(), costs.begin(),
                 [&](int32_t cost) { return std::min(cost - best, kMostAsciiCost); });
  costs[kEnglish] = std::min(ascii_costs_[kEnglish] - best, kMostEnglishCost);
  std::fill(alphabets, cjk, other + switches_ * kSwitchCost);
  std::fill(cjk, costs.end(), other + switches_ * kCjkSwitchCost);
  if (hinted_.IsEmpty()) return costs;
  for (size_t language = 0; language < costs.size(); ++language) {
    costs[language] += HintCost(language);
  }
  return costs;
}

}  // namespace whatwg_encoding::detect

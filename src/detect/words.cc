// Scores words by their letters, in each encoding of single bytes and each language.
//
// ASCII between words costs nothing in any candidate. A word of ASCII costs what it costs more than
// in English, within bounds. Every other word costs what its letters cost in a language.
//
// May include base/, core/, codecs/ and detect/.
#include "words.h"

#include <algorithm>
#include <bit>

#include "detector.h"
#include "weights.h"

namespace whatwg_encoding {

namespace {

using detect::AddCosts;
using detect::Candidate;
using detect::CostOfCase;
using detect::IsBoundaryCode;
using detect::kAsciiLetterCost;
using detect::kCandidates;
using detect::kEnglish;
using detect::kMixedCost;
using detect::kNat;
using detect::kNeverCost;
using detect::kPairs;
using detect::kScripts;
using detect::kSymbolCost;
using detect::kTypographicCost;
using detect::Steps;
using detect::StepsOf;
using detect::Sums;

constexpr int kSymbolByLetterCost = 6 * kNat;  // more than that, at each side
constexpr int kOpeningCost = 4 * kNat;         // an apostrophe or an ellipsis where a word begins
constexpr int kLoneQuoteCost = 2 * kNat;       // between spaces
constexpr int kQuoteWithinCost = 7 * kNat;     // between two letters
constexpr int kJoinerWithinCost = 3 * kNat;
constexpr int kByDigitCost = 3 * kNat;  // a letter beside a digit
constexpr int kMostAsciiWordCost = 5 * kNat / 2;
// The letters of ASCII in a word that is not ASCII cost no less than in any encoding, less this.
constexpr int kMostAsciiGain = 12 * kNat;

// A word that costs more than this in any language is not read letter by letter, unless it may
// still be better than what an encoding of several bytes makes of it.
constexpr int kHopelessCost = 50 * kNat;
// No word of the Latin script has more letters in a row that are not ASCII.
constexpr int kMostOtherLetters = 5;
constexpr int kHopelessByteCost = 2 * kNat;

// A word that English has borrowed costs this much more than in the language that it comes from.
constexpr int kBorrowedWordCost = 3 * kNat;

// The code of a byte in an encoding.
uint8_t CodeOf(size_t candidate, uint8_t byte) {
  return IsAsciiByte(byte) ? detect::kAsciiLetters[kCandidates[candidate].script * 128 + byte]
                           : detect::kLetters[candidate * 128 + byte - 0x80];
}

// What a token is in an encoding, and what it costs in the languages of the script.
struct Reading {
  uint8_t script = 0xFF;
  bool is_valid = true;
  bool has_costs = false;
  int base = 0;                                          // in points, in any language
  int least_cost = 0;                                    // of the letters in a language
  size_t ascii_count = 0;                                // words of ASCII
  std::array<uint8_t, 67> codes;                         // of the token, behind two before it
  std::array<uint8_t, 67> ascii_starts;                  // the first code of each word of ASCII,
  std::array<uint8_t, 67> ascii_ends;                    // and the one behind its last
  Steps steps;                                           // of the other words
  std::array<int32_t, detect::kLatinRowSize * 2> costs;  // in languages that are scored
};

}  // namespace

// Adds what a word costs in each language more than in English. Only words near to one that is not
// ASCII count, so that markup and text in English elsewhere say nothing.
void Detector::ScoreAsciiWord() {
  const detect::Script& latin = kScripts[0];
  std::array<uint8_t, 67> codes;
  for (size_t i = 0; i < token_size_; ++i) codes[i] = detect::kAsciiLetters[token_[i]];
  codes[token_size_] = detect::kBoundary;
  Sums sums;
  AddCosts(StepsOf(latin, detect::kFolded, codes, 0, token_size_ + size_t{1}).all(), latin,
           live_languages_, sums);
  const int english = sums[kEnglish];
  for (size_t language = 1; language < latin.language_count; ++language) {
    const int cost = std::min((sums[language] - english) * detect::kStep, kMostAsciiWordCost);
    if (near_words_left_ != 0) {
      AddAscii(language, cost);
    } else {
      ascii_before_[language] = static_cast<int16_t>(ascii_before_[language] * 3 / 4 + cost);
    }
  }
  if (near_words_left_ != 0) --near_words_left_;
}

// Scores the words of the token in all candidates. Encodings in which it is the same letters share
// the work.
void Detector::ScoreWords(bool is_ended, uint8_t after) {
  constexpr size_t kReadings = 6;
  std::array<Reading, kReadings> readings;
  size_t used = 0;
  const size_t end = token_size_ + size_t{2};
  // What the bytes cost at best in an encoding of several bytes; 0 if none of these can read them.
  int32_t best_cjk = 0;
  for (const detect::CjkScore& each : cjk_) {
    if (!each.is_out() && (best_cjk == 0 || each.cost() < best_cjk)) best_cjk = each.cost();
  }
  for (size_t word = 0; word < live_.size(); ++word) {
    for (uint64_t left = live_[word]; left != 0; left &= left - 1) {
      const size_t candidate = word * 64 + static_cast<size_t>(std::countr_zero(left));
      const Candidate& own = kCandidates[candidate];
      std::array<uint8_t, 67> codes;
      codes[0] = token_goes_on_ ? CodeOf(candidate, before_token_[0]) : uint8_t{detect::kBoundary};
      codes[1] = token_goes_on_ ? CodeOf(candidate, before_token_[1]) : uint8_t{detect::kBoundary};
      for (size_t i = 0; i < token_size_; ++i) codes[i + 2] = CodeOf(candidate, token_[i]);
      codes[end] = detect::kBoundary;
      Reading* reading = nullptr;
      for (size_t i = 0; i < std::min(used, kReadings); ++i) {
        Reading& each = readings[i];
        if (each.script == own.script &&
            std::equal(codes.begin(), codes.begin() + static_cast<ptrdiff_t>(end),
                       each.codes.begin())) {
          reading = &each;
          break;
        }
      }
      if (reading == nullptr) {
        reading = &readings[used++ % kReadings];
        reading->script = own.script;
        std::copy(codes.begin(), codes.begin() + static_cast<ptrdiff_t>(end) + 1,
                  reading->codes.begin());
        Read(*reading, is_ended, after);
      }
      if (!reading->is_valid) continue;
      const int32_t least = reading->base + kHopelessByteCost * token_size_;
      int32_t borrowed = kNeverCost;
      // From the last pair to the first one, which may be that of English.
      for (size_t i = own.pair_count; i-- != 0;) {
        const size_t pair = own.first_pair + i;
        if (!IsScored(pair)) continue;
        const size_t language = kPairs[pair].language;
        if (reading->base > kHopelessCost && costs_[pair] + least >= best_cjk) {
          costs_[pair] += least;
          continue;
        }
        if (!reading->has_costs) AddLanguages(*reading);
        int32_t cost = reading->costs[language - kScripts[own.script].first_language];
        if (language == kEnglish) cost = std::min(cost, borrowed + kBorrowedWordCost);
        borrowed = std::min(borrowed, cost);
        costs_[pair] += reading->base + cost;
      }
    }
  }
}

// Adds up what a reading costs in each language.
template <typename R>
void Detector::AddLanguages(R& reading) const {
  const detect::Script& script = kScripts[reading.script];
  const uint8_t* folded = detect::kFolded + reading.script * size_t{256};
  const uint64_t places =
      live_languages_ >> script.first_language & ((uint64_t{1} << script.language_count) - 1);
  Sums sums;
  AddCosts(reading.steps.all(), script, places, sums);
  for (size_t at = 0; at < reading.ascii_count; ++at) {
    Sums word;
    const Steps steps =
        StepsOf(script, folded, reading.codes, reading.ascii_starts[at], reading.ascii_ends[at]);
    AddCosts(steps.all(), script, places | 1, word);
    const int most = word[kEnglish] + kMostAsciiWordCost / detect::kStep;
    for (size_t place = 0; place < script.language_count; ++place) {
      sums[place] = static_cast<uint16_t>(sums[place] + std::min<int>(word[place], most));
    }
  }
  for (size_t place = 0; place < script.language_count; ++place) {
    reading.costs[place] = std::max(sums[place] * detect::kStep, reading.least_cost);
  }
  reading.has_costs = true;
}

// Finds the words of a token, and what their letters cost in any language.
template <typename R>
void Detector::Read(R& reading, bool is_ended, uint8_t after) const {
  const detect::Script& script = kScripts[reading.script];
  const uint8_t* folded = detect::kFolded + reading.script * size_t{256};
  const auto& codes = reading.codes;
  const size_t end = token_size_ + size_t{2};
  const bool is_latin = reading.script == 0;
  reading.is_valid = true;
  reading.steps.count = 0;
  reading.ascii_count = 0;
  reading.has_costs = false;
  int base = 0;
  int all_ascii_letters = 0;
  size_t at = 2;
  while (at < end) {
    const uint8_t code = codes[at];
    if (code == detect::kInvalid) {
      reading.is_valid = false;
      return;
    }
    if (IsBoundaryCode(code)) {
      base += CostBetweenWords(reading.codes, at, after);
      ++at;
      continue;
    }
    // A word begins here, unless the token goes on within one.
    size_t word_end = at;
    int ascii_letters = 0;
    int others = 0;  // letters behind one another that are not ASCII
    while (word_end < end && !IsBoundaryCode(codes[word_end])) {
      const bool is_other = !IsAsciiByte(token_[word_end - 2]);
      if (!is_other) ++ascii_letters;
      others = is_other ? others + 1 : 0;
      if (is_latin && others == kMostOtherLetters) base += kHopelessCost;
      ++word_end;
    }
    const bool has_boundary = word_end < end || is_ended;
    const bool is_ascii = is_latin && ascii_letters == static_cast<int>(word_end - at) &&
                          !(at == 2 && token_goes_on_);
    const size_t last = has_boundary ? word_end + 1 : word_end;
    if (is_latin) all_ascii_letters += ascii_letters;
    if (is_ascii) {
      reading.ascii_starts[reading.ascii_count] = static_cast<uint8_t>(at);
      reading.ascii_ends[reading.ascii_count++] = static_cast<uint8_t>(last);
    } else {
      for (size_t i = at; i < last; ++i) {
        const uint8_t c = i == word_end ? uint8_t{detect::kBoundary} : codes[i];
        if (codes[i - 1] == detect::kAscii && (c == detect::kAscii || c == detect::kBoundary)) {
          continue;
        }
        reading.steps.Add(script, folded, codes[i - 2], codes[i - 1], c);
      }
      if (at == 2 && IsAsciiDigit(before_) && !IsAsciiByte(token_[0])) base += kByDigitCost;
      if (word_end == end && IsAsciiDigit(after) && !IsAsciiByte(token_[end - 3])) {
        base += kByDigitCost;
      }
      base += CostOfCase(script, codes, at, word_end);
    }
    at = word_end;
  }
  reading.base = base - all_ascii_letters * kAsciiLetterCost;
  reading.least_cost = all_ascii_letters * kAsciiLetterCost - kMostAsciiGain;
}

// What a quote, a dash or a symbol costs between words.
int Detector::CostBetweenWords(const std::array<uint8_t, 67>& codes, size_t at,
                               uint8_t after) const {
  const size_t end = token_size_ + size_t{2};
  const bool is_by_ascii = codes[at - 1] == detect::kAscii || codes[at + 1] == detect::kAscii;
  const bool is_after_letter = !IsBoundaryCode(codes[at - 1]);
  const bool is_before_letter = !IsBoundaryCode(codes[at + 1]);
  const bool is_within = is_after_letter && is_before_letter;
  switch (codes[at]) {
    case detect::kApostrophe:
      return kTypographicCost + (is_before_letter && !is_after_letter ? kOpeningCost : 0);
    case detect::kEllipsis:
      return kTypographicCost + (is_within          ? kQuoteWithinCost
                                 : is_before_letter ? kOpeningCost
                                                    : 0);
    case detect::kJoiner:
      return kTypographicCost + (is_within ? kJoinerWithinCost : 0) +
             (is_by_ascii ? kMixedCost / 2 : 0);
    case detect::kQuote:
      return kTypographicCost + (is_within ? kQuoteWithinCost : 0) +
             (token_size_ == 1 && !token_goes_on_ ? kLoneQuoteCost : 0);
    case detect::kSymbol:
    case detect::kSign: {
      const bool is_by_digit =
          (at == 2 && IsAsciiDigit(before_)) || (at + 1 == end && IsAsciiDigit(after));
      if (is_by_digit) return kSymbolCost - kByDigitCost;
      const uint8_t before = at == 2 ? before_token_[1] : token_[at - 3];
      const bool is_sign = codes[at] == detect::kSign && is_after_letter != is_before_letter &&
                           IsAsciiByte(is_after_letter ? before : token_[at - 1]);
      if (is_sign && !is_by_ascii) return kSymbolCost;
      return kSymbolCost + (is_after_letter ? kSymbolByLetterCost : 0) +
             (is_before_letter ? kSymbolByLetterCost : 0) + (is_by_ascii ? kMixedCost : 0);
    }
    default:
      return 0;
  }
}

}  // namespace whatwg_encoding

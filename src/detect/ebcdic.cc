// Scores how well bytes read as text in a code page of EBCDIC.
#include "ebcdic.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr uint8_t kSpace = 0x40;
constexpr int kLongestWord = 16;                         // on average
constexpr size_t kMostLetters = 60;                      // of a part of a word
constexpr std::u16string_view kUsual = u".,-'\":()/?!";  // punctuation of most texts

constexpr int kLatinLetterCost = 34 * kNat / 10;  // in a page of another script
constexpr int kLatinWordCost = 4 * kNat;
constexpr int kDigitCost = 3 * kNat;
constexpr int kUsualPunctuationCost = 5 * kNat / 2;
constexpr int kRarePunctuationCost = 6 * kNat;    // of ASCII
constexpr int kPunctuationWithinCost = 3 * kNat;  // between two letters

// The cost of a character that stands between words.
int CostBetween(char16_t code_point, uint8_t code) {
  if (code_point <= ' ' || code_point == 0x85) return 0;
  if (code_point >= 0x80) return InRange(code, kSymbol, kMark) ? kSymbolCost : kTypographicCost;
  if (code_point >= '0' && code_point <= '9') return kDigitCost;
  return kUsual.find(code_point) != kUsual.npos ? kUsualPunctuationCost : kRarePunctuationCost;
}

}  // namespace

bool IsEbcdic(EncodingId encoding) {
  return IsCodePage(encoding) && CodePointsOf(encoding)[kSpace] == ' ';
}

EbcdicText::EbcdicText(const CandidateSet& allowed)
    : is_allowed_(std::any_of(std::begin(kEbcdicPages), std::end(kEbcdicPages),
                              [&](const auto& page) { return allowed.Has(page.encoding); })) {}

void EbcdicText::Feed(Bytes chunk) {
  if (!is_allowed_) return;
  const size_t count = std::min(chunk.size(), kSize - size_);
  std::copy_n(chunk.begin(), count, bytes_.begin() + size_);
  size_ = static_cast<uint16_t>(size_ + count);
  for (const uint8_t byte : chunk) seen_.Add(byte);
}

void EbcdicText::Rank(const CandidateSet& allowed, const Context& context, uint32_t scored,
                      Ranking& ranking) const {
  if (is_empty()) return;
  const double scale = std::max(1.0, static_cast<double>(scored) / static_cast<double>(size_));
  for (const EbcdicPage& page : kEbcdicPages) {
    const auto is_invalid = [&](size_t byte) { return page.codes[byte] == kInvalid; };
    if (!allowed.Has(page.encoding) || seen_.Any(is_invalid)) continue;
    const auto costs = CostsIn(page);
    Entry entry{.cost = kNeverCost,
                .encoding = page.encoding,
                .page = CodePointsOf(page.encoding),
                .length = static_cast<float>(scored)};
    const Script& script = kScripts[page.script];
    for (size_t place = 0; place < script.language_count; ++place) {
      const auto language = static_cast<uint8_t>(script.first_language + place);
      const int32_t hint = context.HintCost(language);
      const int32_t cost = static_cast<int32_t>(costs[place] * scale) + hint;
      if (cost >= entry.cost) continue;
      entry.cost = cost;
      entry.context_cost = hint;
      entry.language = language;
    }
    ranking.Add(entry);
  }
}

bool EbcdicText::HasSpaces() const {
  const auto spaces = std::count(bytes_.begin(), bytes_.begin() + size_, kSpace);
  return spaces >= 2 && spaces * kLongestWord >= size_;
}

std::array<int32_t, kLatinLanguageCount> EbcdicText::CostsIn(const EbcdicPage& page) const {
  const uint16_t* code_points = CodePointsOf(page.encoding);
  const Script& script = kScripts[page.script];
  const size_t end = size_ + size_t{2};
  std::array<uint8_t, kSize + 3> codes;
  codes[0] = codes[1] = codes[end] = kBoundary;
  for (size_t i = 0; i < size_; ++i) codes[i + 2] = page.codes[bytes_[i]];
  std::array<int32_t, kLatinLanguageCount> costs{};
  // Candidates that contain ASCII are not charged for its letters.
  const auto ascii_letters = std::count_if(bytes_.begin(), bytes_.begin() + size_, IsAsciiLetter);
  int base = -static_cast<int>(ascii_letters) * kAsciiLetterCost;
  for (size_t at = 2; at < end;) {
    const size_t first = at;
    if (IsBoundaryCode(codes[at])) {
      const char16_t code_point = code_points[bytes_[at - 2]];
      base += CostBetween(code_point, codes[at]);
      const bool is_within = !IsBoundaryCode(codes[at - 1]) && !IsBoundaryCode(codes[at + 1]);
      if (is_within && code_point > ' ' && code_point != '-' && code_point != '\'') {
        base += kPunctuationWithinCost;
      }
      ++at;
      continue;
    }
    // A word, or a part of a long one.
    while (at < end && at - first < kMostLetters && !IsBoundaryCode(codes[at])) ++at;
    const auto ascii = std::count(codes.begin() + first, codes.begin() + at, kAscii);
    if (ascii != 0) base += kLatinWordCost + static_cast<int>(ascii) * kLatinLetterCost;
    base += CostOfCase(script, codes.data(), first, at);
    LetterCosts letters;
    letters.Start(page.script);
    letters.AddWord(codes.data(), first, at < end && IsBoundaryCode(codes[at]) ? at + 1 : at);
    const OfPlaces of_ascii = letters.AsciiCosts();
    for (size_t place = 0; place < script.language_count; ++place) {
      costs[place] += of_ascii[place] + letters.OtherCost(place);
    }
  }
  for (size_t place = 0; place < script.language_count; ++place) {
    costs[place] += base - kLanguages[script.first_language + place].prior;
  }
  return costs;
}

}  // namespace whatwg_encoding::detect

// Scores how well bytes read as text in a code page of EBCDIC.
//
// The codes of letters come from the tables of the encodings of the standard, by their code points.
#include "ebcdic.h"

#include <algorithm>

#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr size_t kLatinScript = 0;
constexpr char16_t kAlpha = 0x03B1;
constexpr char16_t kAlef = 0x05D0;
constexpr char16_t kNextLine = 0x0085;
constexpr uint8_t kSpace = 0x40;
constexpr int kLongestWord = 16;  // on average

constexpr int kLatinLetterCost = 34 * kNat / 10;  // in a page of another script
constexpr int kLatinWordCost = 4 * kNat;
constexpr int kDigitCost = 3 * kNat;
constexpr int kUsualPunctuationCost = 5 * kNat / 2;  // of ASCII, that stands in most texts
constexpr int kRarePunctuationCost = 6 * kNat;       // of ASCII
constexpr int kPunctuationWithinCost = 3 * kNat;     // between two letters

constexpr bool IsText(char16_t code_point) {
  return (code_point >= 0x20 && code_point < 0x7F) || code_point >= 0xA0 ||
         InRange(static_cast<uint8_t>(code_point), 0x09, 0x0D) || code_point == 0x1A ||
         code_point == kNextLine;
}

bool IsUsualPunctuation(char16_t code_point) {
  switch (code_point) {
    case '.':
    case ',':
    case '-':
    case '\'':
    case '"':
    case ':':
    case '(':
    case ')':
    case '/':
    case '?':
    case '!':
      return true;
    default:
      return false;
  }
}

bool HasCodePoint(const uint16_t* page, char16_t code_point) {
  return std::find(page, page + 256, code_point) != page + 256;
}

// The number of the script of a page: Latin, unless it has letters that no page of Latin has.
size_t ScriptOf(const uint16_t* page) {
  for (const char16_t letter : {kAlpha, kAlef}) {
    if (!HasCodePoint(page, letter)) continue;
    for (size_t candidate = 0; candidate < kStandardCandidateCount; ++candidate) {
      const Candidate& own = kCandidates[candidate];
      if (HasCodePoint(CodePointsOf(own.encoding), letter)) return own.script;
    }
  }
  return kLatinScript;
}

// The codes of code points in a script.
class ScriptCodes {
 public:
  explicit ScriptCodes(size_t script) : script_(script) {
    codes_.fill(kSymbol);
    for (size_t candidate = 0; candidate < kStandardCandidateCount; ++candidate) {
      if (kCandidates[candidate].script != script) continue;
      const uint16_t* page = CodePointsOf(kCandidates[candidate].encoding);
      for (size_t byte = 0x80; byte < 0x100; ++byte) {
        const uint8_t code = kLetters[candidate * 128 + byte - 0x80];
        if (page[byte] < codes_.size() && code != kInvalid) codes_[page[byte]] = code;
      }
    }
  }

  uint8_t Of(char16_t code_point) const {
    if (code_point < 0x80) return kAsciiLetters[script_ * 128 + code_point];
    if (code_point < 0xA0) return kBoundary;
    return code_point < codes_.size() ? codes_[code_point] : uint8_t{kSymbol};
  }

 private:
  size_t script_;
  std::array<uint8_t, 0x600> codes_;
};

// The cost of a character that stands between words.
int CostBetween(char16_t code_point, uint8_t code) {
  if (code_point <= 0x20 || code_point == kNextLine) return 0;
  if (code_point >= 0x80) return InRange(code, kSymbol, kMark) ? kSymbolCost : kTypographicCost;
  if (code_point >= '0' && code_point <= '9') return kDigitCost;
  return IsUsualPunctuation(code_point) ? kUsualPunctuationCost : kRarePunctuationCost;
}

}  // namespace

bool IsEbcdic(EncodingId encoding) {
  return IsCodePage(encoding) && CodePointsOf(encoding)[kSpace] == ' ';
}

void EbcdicText::Read(Bytes chunk) {
  const size_t count = std::min(chunk.size(), kSize - size_);
  std::copy(chunk.begin(), chunk.begin() + static_cast<ptrdiff_t>(count), bytes_.begin() + size_);
  size_ = static_cast<uint16_t>(size_ + count);
  for (const uint8_t byte : chunk) seen_[byte >> 6] |= uint64_t{1} << (byte & 63);
}

bool EbcdicText::IsIn(EncodingId page) const {
  const uint16_t* code_points = CodePointsOf(page);
  for (size_t byte = 0; byte < 0x100; ++byte) {
    const bool has = (seen_[byte >> 6] >> (byte & 63) & 1) != 0;
    if (has && (!IsText(code_points[byte]) || code_points[byte] == 0xFFFD)) return false;
  }
  return true;
}

void EbcdicText::Rank(const CandidateSet& allowed, const Context& context, uint32_t scored,
                      Ranking& ranking) const {
  if (is_empty()) return;
  const double scale = std::max(1.0, static_cast<double>(scored) / static_cast<double>(size_));
  for (size_t id = kFirstOtherCodePage; id < kFirstCodePage + kCodePageCount; ++id) {
    const auto page = static_cast<EncodingId>(id);
    if (!allowed.Has(page) || !IsEbcdic(page) || !IsIn(page)) continue;
    const Costs costs = CostsIn(page);
    Entry entry{.cost = kNeverCost,
                .encoding = page,
                .page = CodePointsOf(page),
                .length = static_cast<float>(scored)};
    for (size_t place = 0; place < costs.language_count; ++place) {
      const auto language = static_cast<uint8_t>(costs.first_language + place);
      const int32_t hint = context.HintCost(language);
      const int32_t cost = static_cast<int32_t>(costs.costs[place] * scale) + hint;
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

EbcdicText::Costs EbcdicText::CostsIn(EncodingId page) const {
  const uint16_t* code_points = CodePointsOf(page);
  const size_t number = ScriptOf(code_points);
  const Script& script = kScripts[number];
  const uint8_t* folded = kFolded + number * size_t{256};
  const ScriptCodes codes(number);
  const uint64_t places = (uint64_t{1} << script.language_count) - 1;
  Costs result{script.first_language, script.language_count, {}};
  // Candidates that contain ASCII are not charged for its letters.
  const auto ascii_letters = std::count_if(bytes_.begin(), bytes_.begin() + size_, IsAsciiLetter);
  int base = -static_cast<int>(ascii_letters) * kAsciiLetterCost;
  size_t at = 0;
  bool is_after_letter = false;
  while (at < size_) {
    const char16_t code_point = code_points[bytes_[at]];
    const uint8_t code = codes.Of(code_point);
    if (IsBoundaryCode(code)) {
      base += CostBetween(code_point, code);
      ++at;
      const bool is_before_letter =
          at < size_ && !IsBoundaryCode(codes.Of(code_points[bytes_[at]]));
      if (is_after_letter && is_before_letter && code_point > 0x20 && code_point != '-' &&
          code_point != '\'') {
        base += kPunctuationWithinCost;
      }
      is_after_letter = false;
      continue;
    }
    // A word, or a part of a long one.
    Codes word;
    word[0] = word[1] = kBoundary;
    size_t end = 2;
    size_t letters_of_ascii = 0;
    while (at < size_ && end < 62) {
      const uint8_t next = codes.Of(code_points[bytes_[at]]);
      if (IsBoundaryCode(next)) break;
      if (next == kAscii) ++letters_of_ascii;
      word[end++] = next;
      ++at;
    }
    is_after_letter = true;
    if (number != kLatinScript && letters_of_ascii != 0) {
      base += kLatinWordCost + static_cast<int>(letters_of_ascii) * kLatinLetterCost;
    }
    base += CostOfCase(script, word, 2, end);
    size_t last = end;
    if (at < size_ && end < 62) word[last++] = kBoundary;
    Sums sums;
    AddCosts(StepsOf(script, folded, word, 2, last).all(), script, places, sums);
    for (size_t place = 0; place < script.language_count; ++place) {
      result.costs[place] += sums[place] * kStep;
    }
  }
  for (size_t place = 0; place < script.language_count; ++place) {
    result.costs[place] += base - kLanguages[script.first_language + place].prior;
  }
  return result;
}

}  // namespace whatwg_encoding::detect

// Scores words by their letters, in each encoding of single bytes and each language.
//
// ASCII between words costs nothing in any candidate. A word of ASCII costs what it costs more than
// in English, within bounds. Every other word costs what its letters cost in a language.
#include "single_byte.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <string_view>

#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr int kPruneBehind = 25 * kNat;
// More than that, and than all that other words may cost less.
constexpr int kSurelyBehind = kPruneBehind + 40 * kNat;
constexpr int kNoLetterCost =
    9 * kNat;  // added for another script than Latin while none of its letters occurred
constexpr int kSymbolByLetterCost = 8 * kNat;  // more than that, at each side
constexpr int kSymbolByAsciiCost = 10 * kNat;  // of another script
constexpr int kJoinerByAsciiCost = 5 * kNat;
constexpr int kMarkByDigitCost = 3 * kNat;
// Behind the symbol of a unit, as in °C, and behind an apostrophe, as in "isn't" and "'s".
constexpr size_t kMostShortLetters = 2;
constexpr int kRepeatedMarkCost = kNat / 4;  // of a mark behind the same one
constexpr int kOpeningCost = 4 * kNat;       // an apostrophe or an ellipsis where a word begins
constexpr int kLoneQuoteCost = 2 * kNat;     // between spaces
constexpr int kQuoteWithinCost = 7 * kNat;   // between two letters
constexpr int kJoinerWithinCost = 5 * kNat;
constexpr int kByDigitCost = 3 * kNat;    // a letter beside a digit
constexpr int kPointCost = 5 * kNat / 2;  // a vowel or another point of Hebrew at its letter
// The letters of ASCII in a word that is not ASCII cost no less than in any encoding, less this.
constexpr int kMostAsciiGain = 12 * kNat;

// A word that costs more than this in any language is not read letter by letter, unless it may
// still be better than what an encoding of several bytes makes of it.
constexpr int kHopelessCost = 50 * kNat;
// No word of the Latin script has more letters in a row that are not ASCII.
constexpr int kMostOtherLetters = 5;
constexpr int kHopelessByteCost = 9 * kNat / 2;

// A word that English has borrowed costs this much more than in the language that it comes from.
constexpr int kBorrowedWordCost = 3 * kNat / 2;

// Copies a word of windows-1255 without the points that stand behind letters, at most three behind
// each. Returns how many bytes the rest has.
size_t CopyWithoutPoints(Bytes word, uint8_t* to) {
  constexpr int kMostPoints = 3;
  size_t size = 0;
  int points_left = 0;
  for (const uint8_t byte : word) {
    const bool is_point = InRange(byte, 0xC0, 0xCD) || InRange(byte, 0xD1, 0xD2);
    if (is_point && points_left != 0) {
      --points_left;
    } else {
      points_left = InRange(byte, 0xE0, 0xFA) ? kMostPoints : 0;
      to[size++] = byte;
    }
  }
  return size;
}

// The codes of a word, and of the two bytes before it if it goes on, in one candidate after
// another.
class WordCodes {
 public:
  explicit WordCodes(const Word& word) : end_(word.bytes.size() + 2) {
    std::copy(word.bytes.begin(), word.bytes.end(), bytes_.begin() + 2);
    for (size_t i = 0; i < 2; ++i) bytes_[i] = word.goes_on ? word.bytes_before[i] : uint8_t{' '};
    for (size_t i = 0; i < end_; ++i) {
      if (IsAsciiByte(bytes_[i])) continue;
      others_[other_count_] = static_cast<uint8_t>(i);
      other_bytes_[other_count_++] = bytes_[i] & 0x7F;
    }
  }

  // The codes in a candidate, which are good until the next call.
  const Codes& Of(size_t candidate) {
    const uint8_t script = kCandidates[candidate].script;
    if (script != script_) {
      // The codes of ASCII are those of the script.
      script_ = script;
      const uint8_t* const ascii = kAsciiLetters + script * size_t{128};
      for (size_t i = 0, end = end_; i < end; ++i) codes_[i] = ascii[bytes_[i] & 0x7F];
      codes_[end_] = kBoundary;
    }
    const uint8_t* const letters = kLetters + candidate * 128;
    for (size_t i = 0, count = other_count_; i < count; ++i) {
      codes_[others_[i]] = letters[other_bytes_[i]];
    }
    return codes_;
  }

 private:
  size_t end_;
  size_t other_count_ = 0;
  uint8_t script_ = 0xFF;
  Codes bytes_;
  Codes codes_;
  // The places of bytes that are not ASCII, and these bytes less 0x80.
  Codes others_;
  Codes other_bytes_;
};

// The bit of the language of a pair of a candidate among those of its script.
uint64_t PlaceBit(const Candidate& candidate, size_t pair) {
  return uint64_t{1} << (kPairs[pair].language - kScripts[candidate.script].first_language);
}

// The code pages in which there is most text. Where the caller allows the encodings of the standard
// and no others, these are rivals of the answer.
constexpr CandidateSet kRivals = [] {
  CandidateSet rivals;
  for (const EncodingId encoding :
       {EncodingId::kIbm737, EncodingId::kIbm775, EncodingId::kIbm850, EncodingId::kIbm852,
        EncodingId::kIbm855, EncodingId::kIbm857, EncodingId::kIbm862, EncodingId::kIbm869,
        EncodingId::kIbm1125, EncodingId::kMik, EncodingId::kXMacCe, EncodingId::kXMacGreek,
        EncodingId::kXMacTurkish}) {
    rivals.Add(encoding);
  }
  return rivals;
}();

// Whether a letter of the script has occurred, which in the Latin script may be one of ASCII.
bool HasLetters(size_t candidate, const HighBytes& seen) {
  if (kCandidates[candidate].script == 0) return true;
  return seen.FindByte([&](size_t byte) { return kLetters[candidate * 128 + byte] > kAscii; });
}

// How many letters stand directly behind a place.
size_t LettersBehind(const Codes& codes, size_t at) {
  size_t count = 0;
  while (!IsBoundaryCode(codes[at + 1 + count])) ++count;
  return count;
}

// The cost of a quote, a dash or a symbol.
int CostBetweenWords(const Word& word, const Codes& codes, size_t at) {
  const size_t end = word.bytes.size() + 2;
  const uint8_t code = codes[at];
  const uint8_t byte = word.bytes[at - 2];
  const uint8_t byte_before = at == 2 ? word.bytes_before[1] : word.bytes[at - 3];
  const bool is_after_letter = !IsBoundaryCode(codes[at - 1]);
  const bool is_before_letter = !IsBoundaryCode(codes[at + 1]);
  // A line of dashes or of dots says no more than one of them.
  const bool is_repeated = byte == byte_before && !IsAsciiByte(byte) && (at > 2 || word.goes_on);
  if (is_repeated && !is_before_letter) return kRepeatedMarkCost;
  const bool is_within = is_after_letter && is_before_letter;
  const bool is_by_ascii = codes[at - 1] == kAscii || codes[at + 1] == kAscii;
  const bool is_by_digit =
      (at == 2 && IsAsciiDigit(word.before)) || (at + 1 == end && IsAsciiDigit(word.after));
  switch (code) {
    case kApostrophe:
      return kTypographicCost +
             (!is_after_letter && LettersBehind(codes, at) > kMostShortLetters ? kOpeningCost : 0);
    case kEllipsis:
      return kTypographicCost + (is_within          ? kQuoteWithinCost
                                 : is_before_letter ? kOpeningCost
                                                    : 0);
    case kJoiner:
      return kTypographicCost + (is_within ? kJoinerWithinCost : 0) +
             (is_by_ascii ? kJoinerByAsciiCost : 0);
    case kQuote:
      return kTypographicCost + (is_within ? kQuoteWithinCost : 0) +
             (word.bytes.size() == 1 && !word.goes_on ? kLoneQuoteCost : 0);
    case kUnit: {
      const size_t letters = LettersBehind(codes, at);
      if (letters <= kMostShortLetters && (!is_after_letter || letters == 0)) {
        return kTypographicCost;
      }
      break;
    }
    case kSuffix:
      if (is_before_letter) break;
      if (is_after_letter ? IsAsciiByte(byte_before) : is_by_digit) return kTypographicCost;
      break;
    case kMark:
      if (!is_after_letter && !is_before_letter) {
        return is_by_digit ? kMarkByDigitCost : kTypographicCost;
      }
      break;
    case kInvalid:
      // Damage is rarer than text in another encoding, which has such bytes.
      return kMalformedCost * 5 / 2;
    case kSymbol:
      break;
    default:
      return 0;
  }
  if (is_by_digit && !is_after_letter && !is_before_letter) return kSymbolCost - kByDigitCost;
  return kSymbolCost + (is_after_letter ? kSymbolByLetterCost : 0) +
         (is_before_letter ? kSymbolByLetterCost : 0) + (is_by_ascii ? kSymbolByAsciiCost : 0);
}

// Whether a quote between two letters stands where languages have an apostrophe: near to the end of
// the word, as in "isn't"; before a vowel or a capital, as in "d'or"; or behind the letters of
// "dell'" and "qu'".
bool IsElision(const Codes& codes, size_t at) {
  size_t before = 0;
  while (before < at && !IsBoundaryCode(codes[at - 1 - before])) ++before;
  const int last = codes[at - 1] - kFirstLetter + 'a';
  const int next = codes[at + 1] - kFirstLetter + 'a';
  const bool is_vowel = next > 'z' || std::string_view("aehiouy").find(static_cast<char>(next)) !=
                                          std::string_view::npos;
  return (before <= 2 && is_vowel) || LettersBehind(codes, at) <= kMostShortLetters ||
         last == 'l' || last == 'u';
}

// Whether the bytes from 0x80 on are quotes at the edges of words and apostrophes, where the
// encodings of Windows have them. Beside these, words of ASCII are as frequent as elsewhere.
bool HasQuotesAlone(const Word& word, const Codes& codes) {
  constexpr uint8_t kApostropheByte = 0x92;
  for (size_t i = 0; i < word.bytes.size(); ++i) {
    const uint8_t byte = word.bytes[i];
    if (IsAsciiByte(byte)) continue;
    if (!InRange(byte, 0x91, 0x94) || !IsBoundaryCode(codes[i + 2])) return false;
    const bool is_opening = byte % 2 != 0;
    const uint8_t inside = codes[is_opening ? i + 1 : i + 3];
    if (IsBoundaryCode(inside)) continue;
    if (byte != kApostropheByte || !IsElision(codes, i + 2)) return false;
  }
  return true;
}

}  // namespace

// A word in an encoding, and what it costs in the languages of the script.
struct SingleByteModel::Reading {
  uint8_t script = 0xFF;
  bool has_steps = false;
  bool is_cut = false;     // not read to the end
  int base = 0;            // in points, in any language
  int least_cost = 0;      // of the letters in a language
  Codes codes;             // codes[0..1]: the two codes before the word; codes[2..]: the word
  size_t ascii_count = 0;  // words of ASCII
  std::array<uint8_t, kMostWordBytes> ascii_starts;  // where each word of ASCII begins
  std::array<uint8_t, kMostWordBytes> ascii_ends;    // where it ends (exclusive)
  size_t step_count = 0;
  std::array<uint8_t, kMostWordBytes + 8> step_ends;  // where each step of the other words ends
  Steps steps;                                        // those that are not in `costs` yet
  uint64_t known = 0;  // the places of languages whose costs are whole
  OfPlaces costs;

  // Reads no further where the cost has reached `most`.
  void Read(const Word& word, int most);
};

// Finds the words of a token, and what their letters cost in any language.
void SingleByteModel::Reading::Read(const Word& word, int most) {
  const Script& letters = kScripts[script];
  const size_t end = word.bytes.size() + 2;
  const bool is_latin = script == 0;
  step_count = 0;
  ascii_count = 0;
  has_steps = false;
  known = 0;
  int cost = 0;
  int all_ascii_letters = 0;
  size_t at = 2;
  while (at < end && cost < most) {
    const uint8_t code = codes[at];
    if (IsBoundaryCode(code)) {
      cost += CostBetweenWords(word, codes, at);
      ++at;
      continue;
    }
    // A word begins here, unless the token goes on within one.
    size_t word_end = at;
    int ascii_letters = 0;
    int others = 0;  // letters behind one another that are not ASCII
    while (word_end < end && !IsBoundaryCode(codes[word_end])) {
      const bool is_other = !IsAsciiByte(word.bytes[word_end - 2]);
      if (!is_other) ++ascii_letters;
      others = is_other ? others + 1 : 0;
      if (is_latin && others == kMostOtherLetters) cost += kHopelessCost;
      ++word_end;
    }
    const bool has_boundary = word_end < end || word.is_ended;
    const bool is_ascii =
        is_latin && ascii_letters == static_cast<int>(word_end - at) && !(at == 2 && word.goes_on);
    const size_t last = has_boundary ? word_end + 1 : word_end;
    if (is_latin) all_ascii_letters += ascii_letters;
    if (is_ascii) {
      ascii_starts[ascii_count] = static_cast<uint8_t>(at);
      ascii_ends[ascii_count++] = static_cast<uint8_t>(last);
    } else {
      cost += CostOfCase(letters, codes, at, word_end, at == 2 && word.before == '\\');
      if (cost >= most) break;
      for (size_t i = at; i < last; ++i) {
        const uint8_t c = i == word_end ? uint8_t{kBoundary} : codes[i];
        if (codes[i - 1] == kAscii && (c == kAscii || c == kBoundary)) {
          continue;
        }
        step_ends[step_count++] = static_cast<uint8_t>(i);
      }
      if (at == 2 && IsAsciiDigit(word.before) && !IsAsciiByte(word.bytes[0])) cost += kByDigitCost;
      if (word_end == end && IsAsciiDigit(word.after) && !IsAsciiByte(word.bytes[end - 3])) {
        cost += kByDigitCost;
      }
    }
    at = word_end;
  }
  if (is_latin && ascii_count != 0 && !word.goes_on && HasQuotesAlone(word, codes)) {
    ascii_count = 0;
    all_ascii_letters = 0;
  }
  is_cut = cost >= most;
  base = cost - all_ascii_letters * kAsciiLetterCost;
  least_cost = all_ascii_letters == 0 ? 0 : all_ascii_letters * kAsciiLetterCost - kMostAsciiGain;
}

SingleByteModel::SingleByteModel(const DetectOptions& options) : allowed_(options.allowed) {
  const bool has_rivals = options.allowed == StandardCandidates();
  for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
    const Candidate& own = kCandidates[candidate];
    const bool is_allowed =
        allowed_.Has(own.encoding) || (has_rivals && kRivals.Has(own.encoding)) ||
        (own.encoding == EncodingId::kIso8859_8 && allowed_.Has(EncodingId::kIso8859_8I));
    if (!is_allowed) continue;
    read_[candidate / 64] |= uint64_t{1} << candidate % 64;
    uint64_t places = 0;
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      costs_[pair] = -kPairs[pair].prior;
      scored_[pair / 64] |= uint64_t{1} << pair % 64;
      places |= PlaceBit(own, pair);
    }
    live_places_[own.script] |= places;
  }
  live_ = read_;
}

// The cost of the words of a token, in any language, from which on nothing depends on it: UTF-8 or
// another encoding of several bytes makes so much more of them.
int SingleByteModel::MostCost(const Word& word, int32_t best) const {
  if (best == kNeverCost) return kNeverCost;
  const auto ascii = std::count_if(word.bytes.begin(), word.bytes.end(), IsAsciiByte);
  const int32_t least =
      best + kSurelyBehind - least_cost_ - kHopelessByteCost * static_cast<int>(word.bytes.size());
  return std::max(least, kHopelessCost + 1) + static_cast<int>(ascii) * kAsciiLetterCost;
}

// Scores the words of the token in all candidates. Encodings in which it is the same letters share
// the work.
void SingleByteModel::Feed(const Word& word, int32_t best_cjk, int32_t best_utf8) {
  constexpr size_t kReadings = 5;
  std::array<Reading, kReadings> readings;
  size_t used = 0;
  const int most = MostCost(word, best_cjk == 0 ? best_utf8 : std::min(best_cjk, best_utf8));
  WordCodes word_codes(word);
  std::array<uint8_t, kMostWordBytes> letters;
  Word bare = word;
  std::optional<WordCodes> bare_codes;
  for (size_t part = 0; part < live_.size(); ++part) {
    for (uint64_t left = live_[part]; left != 0; left &= left - 1) {
      const size_t candidate = part * 64 + static_cast<size_t>(std::countr_zero(left));
      const Candidate& own = kCandidates[candidate];
      int points = 0;
      // No language has counts of letters with points, so Hebrew is scored without them.
      if (own.encoding == EncodingId::kWindows1255) {
        bare.bytes = {letters.data(), CopyWithoutPoints(word.bytes, letters.data())};
        points = static_cast<int>(word.bytes.size() - bare.bytes.size());
        if (points != 0) bare_codes.emplace(bare);
      }
      const Word& own_word = points != 0 ? bare : word;
      const Codes& codes = (points != 0 ? *bare_codes : word_codes).Of(candidate);
      const size_t end = own_word.bytes.size() + 2;
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
        reading->Read(own_word, most);
        reading->base += points * kPointCost;
      }
      const int32_t least = reading->base + kHopelessByteCost * static_cast<int>(word.bytes.size());
      const auto is_hopeless = [&](size_t pair) {
        return reading->is_cut ||
               (reading->base > kHopelessCost && costs_[pair] + least >= best_cjk);
      };
      uint64_t places = 0;
      for (size_t pair = own.first_pair; pair < size_t{own.first_pair} + own.pair_count; ++pair) {
        if (IsScored(pair) && !is_hopeless(pair)) places |= PlaceBit(own, pair);
      }
      if ((places & ~reading->known) != 0) AddLanguages(*reading, places & ~reading->known);
      int32_t borrowed = kNeverCost;
      // From the last pair to the first one, which may be that of English.
      for (size_t i = own.pair_count; i-- != 0;) {
        const size_t pair = own.first_pair + i;
        if (!IsScored(pair)) continue;
        const size_t language = kPairs[pair].language;
        if (is_hopeless(pair)) {
          costs_[pair] += least;
          continue;
        }
        int32_t cost = reading->costs[language - kScripts[own.script].first_language];
        if (language == kEnglish) cost = std::min(cost, borrowed + kBorrowedWordCost);
        borrowed = std::min(borrowed, cost);
        costs_[pair] += reading->base + cost;
      }
    }
  }
}

// Adds up what a reading costs in the languages of some places, which are not known yet.
void SingleByteModel::AddLanguages(Reading& reading, uint64_t places) {
  const Script& script = kScripts[reading.script];
  if (!reading.has_steps) AddRows(reading);
  for (uint64_t left = places; left != 0; left &= left - 1) {
    const auto place = static_cast<size_t>(std::countr_zero(left));
    const int sum = SumOf(reading.steps.all(), script, place);
    reading.costs[place] =
        static_cast<int16_t>(std::max(reading.costs[place] + sum * kStep, reading.least_cost));
  }
  reading.known |= places;
}

// Adds up what the tables have for all languages at once: pairs of letters of ASCII.
void SingleByteModel::AddRows(Reading& reading) {
  const Script& script = kScripts[reading.script];
  const uint8_t* folded = kFolded + reading.script * size_t{256};
  const Codes& codes = reading.codes;
  Sums sums;
  reading.steps.count = 0;
  for (size_t i = 0; i < reading.step_count; ++i) {
    const size_t at = reading.step_ends[i];
    const uint8_t code = IsBoundaryCode(codes[at]) ? uint8_t{kBoundary} : codes[at];
    reading.steps.Add(script, folded, codes[at - 2], codes[at - 1], code);
    if (AddRow(reading.steps.steps[reading.steps.count - 1], script, sums)) --reading.steps.count;
  }
  if (reading.script == 0) {
    reading.costs = sums.Points();
  } else {
    reading.costs.fill(0);
  }
  for (size_t at = 0; at < reading.ascii_count; ++at) {
    Sums word;
    const Steps steps =
        StepsOf(script, folded, codes, reading.ascii_starts[at], reading.ascii_ends[at]);
    AddCosts(steps.all(), script, 0, word);
    const OfPlaces points = word.Points();
    const auto most = static_cast<int16_t>(points[kEnglish] + kMostAsciiWordCost);
    for (size_t place = 0; place < points.size(); ++place) {
      reading.costs[place] =
          static_cast<int16_t>(reading.costs[place] + std::min(points[place], most));
    }
  }
  reading.has_steps = true;
}

// Ends the scoring of candidates that are far behind or excluded. What was dropped gets another
// chance when nothing else is left.
void SingleByteModel::Prune(const Context& context, int32_t best) {
  const Context::Costs languages = context.AlphabetCosts();
  const auto cost_of = [&](size_t pair) { return costs_[pair] + languages[kPairs[pair].language]; };
  const int32_t best_other = best;
  ForEachScored([&](size_t pair) { best = std::min(best, cost_of(pair)); });
  live_.fill(0);
  live_places_.fill(0);
  least_cost_ = kNeverCost;
  ForEachScored([&](size_t pair) {
    const size_t candidate = kPairs[pair].candidate;
    const int32_t cost = cost_of(pair);
    if (cost <= best + kPruneBehind) {
      live_[candidate / 64] |= uint64_t{1} << candidate % 64;
      live_places_[kCandidates[candidate].script] |= PlaceBit(kCandidates[candidate], pair);
      least_cost_ = std::min(least_cost_, costs_[pair]);
    } else {
      scored_[pair / 64] &= ~(uint64_t{1} << pair % 64);
      costs_[pair] = cost - best;
    }
  });
  int languages_left = 0;
  for (const uint64_t places : live_places_) languages_left += std::popcount(places);
  has_one_language_ = languages_left == 1 && best_other > best + kPruneBehind;
}

// Calls `call` with each pair that is scored.
template <typename Call>
void SingleByteModel::ForEachScored(Call call) const {
  for (size_t part = 0; part < scored_.size(); ++part) {
    for (uint64_t left = scored_[part]; left != 0; left &= left - 1) {
      call(part * 64 + static_cast<size_t>(std::countr_zero(left)));
    }
  }
}

void SingleByteModel::Rank(const Context& context, const HighBytes& seen, const LetterTable& table,
                           Ranking& ranking) const {
  const Context::Costs languages = context.AlphabetCosts();
  for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
    if ((read_[candidate / 64] >> candidate % 64 & 1) == 0) continue;
    const Candidate& own = kCandidates[candidate];
    EncodingId encoding = own.encoding;
    if (encoding == EncodingId::kIso8859_8 && allowed_.Has(EncodingId::kIso8859_8I)) {
      encoding = EncodingId::kIso8859_8I;
    }
    const int32_t letters = HasLetters(candidate, seen) ? 0 : kNoLetterCost;
    Entry entry{.cost = kNeverCost,
                .encoding = encoding,
                .is_scored = false,
                .page = CodePointsOf(own.encoding),
                .is_silent = !allowed_.Has(encoding)};
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      const uint8_t language = kPairs[pair].language;
      const bool is_scored = IsScored(pair) || table.is_table();
      if (entry.is_scored && !is_scored) continue;
      const int32_t context_cost = is_scored ? languages[language] + letters : 0;
      int32_t cost = (IsScored(pair) || !is_scored ? costs_[pair] : kNeverCost / 2) + context_cost;
      if (table.is_table()) {
        const int32_t prior = kPairs[pair].prior;
        cost = std::min(cost, table.CostIn(candidate, language) - prior + context_cost);
      }
      if (cost < entry.cost || (is_scored && !entry.is_scored)) {
        entry.is_scored = is_scored;
        entry.context_cost = context_cost;
        entry.cost = cost;
        entry.language = language;
      }
    }
    ranking.Add(entry);
  }
}

}  // namespace whatwg_encoding::detect

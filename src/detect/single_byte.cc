// Scores words by their letters, in each encoding of single bytes and each language.
//
// ASCII between words costs nothing in any candidate. A word of ASCII costs what it costs more than
// in English, within bounds. Every other word costs what its letters cost in a language.
#include "single_byte.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr int kPruneBehind = 40 * kNat;
// More than that, and than all that other words may cost less.
constexpr int kSurelyBehind = kPruneBehind + 40 * kNat;
constexpr int kNoLetterCost =
    9 * kNat;  // added for another script than Latin while none of its letters occurred
constexpr int kSymbolByLetterCost = 8 * kNat;  // more than that, at each side
constexpr int kSymbolByAsciiCost = 10 * kNat;  // of another script
constexpr int kJoinerByAsciiCost = 5 * kNat;
constexpr int kMarkByDigitCost = 3 * kNat;
// Behind the symbol of a unit, as in °C, and behind an apostrophe, as in "'s".
constexpr size_t kMostShortLetters = 2;
constexpr int kExponentBehindWordCost = 4 * kNat;  // behind a word that is no unit
constexpr int kRepeatedMarkCost = kNat / 4;        // of a mark behind the same one
constexpr int kOpeningCost = 4 * kNat;      // an apostrophe or an ellipsis where a word begins
constexpr int kLoneQuoteCost = 2 * kNat;    // between spaces
constexpr int kQuoteWithinCost = 7 * kNat;  // between two letters
constexpr int kJoinerWithinCost = 5 * kNat;
constexpr int kByDigitCost = 3 * kNat;    // a letter beside a digit
constexpr int kPieceCost = 20 * kNat;     // of two letters that are one in UTF-8
constexpr int kPointCost = 5 * kNat / 2;  // a point of Hebrew or tatweel of Arabic at its letter
// The letters of ASCII in a word that is not ASCII cost no less than in any encoding, less this.
constexpr int kMostAsciiGain = 12 * kNat;

// A word that costs more than this in any language is not read letter by letter, unless it may
// still be better than what an encoding of several bytes makes of it.
constexpr int kHopelessCost = 50 * kNat;
// No word of the Latin script has more letters in a row that are not ASCII, but a table of letters
// may.
constexpr int kMostOtherLetters = 5;
constexpr int kTableCost = 26 * kNat;
constexpr int kHopelessByteCost = 9 * kNat / 2;

// A word that English has borrowed costs this much more than in the language that it comes from,
// and three times as much in an allowed code page of DOS or Macintosh that is not of the West.
constexpr int kBorrowedWordCost = 3 * kNat / 2;

struct ByteRange {
  uint8_t first;
  uint8_t last;
};

// The bytes of an encoding that stand behind letters without being letters: the vowels and other
// points of Hebrew, and tatweel, which makes a word in Arabic longer.
std::span<const ByteRange> PointsOf(EncodingId encoding) {
  static constexpr ByteRange kHebrew[] = {{0xC0, 0xCD}, {0xD1, 0xD2}};
  static constexpr ByteRange kWindowsArabic[] = {{0xDC, 0xDC}};
  static constexpr ByteRange kIsoArabic[] = {{0xE0, 0xE0}};
  switch (encoding) {
    case EncodingId::kWindows1255:
      return kHebrew;
    case EncodingId::kWindows1256:
      return kWindowsArabic;
    case EncodingId::kIso8859_6:
      return kIsoArabic;
    default:
      return {};
  }
}

// Copies a word without the points that stand behind letters, at most three behind each, or the
// same one as often as it comes. Returns how many bytes the rest has.
size_t CopyWithoutPoints(std::span<const ByteRange> points, size_t candidate, Bytes word,
                         uint8_t* to) {
  constexpr int kMostPoints = 3;
  size_t size = 0;
  int points_left = 0;
  uint8_t last = 0;  // the last point
  for (const uint8_t byte : word) {
    const bool is_point = std::any_of(points.begin(), points.end(), [&](const ByteRange& range) {
      return InRange(byte, range.first, range.last);
    });
    if (is_point && (points_left != 0 || byte == last)) {
      if (byte != last) --points_left;
      last = byte;
    } else {
      last = 0;
      points_left = !is_point && kCodes[candidate][byte] > kAscii ? kMostPoints : 0;
      to[size++] = byte;
    }
  }
  return size;
}

// The codes of a word, and of the two bytes before it if it goes on, in a candidate.
Codes CodesIn(size_t candidate, const Word& word) {
  const uint8_t* const code_of = kCodes[candidate];
  Codes codes;
  for (size_t i = 0; i < 2; ++i) codes[i] = code_of[word.goes_on ? word.bytes_before[i] : ' '];
  for (size_t i = 0; i < word.bytes.size(); ++i) codes[i + 2] = code_of[word.bytes[i]];
  codes[word.bytes.size() + 2] = kBoundary;
  return codes;
}

// Whether a letter of the script has occurred, which in the Latin script may be one of ASCII.
bool HasLetters(size_t candidate, const HighBytes& seen) {
  if (kCandidates[candidate].script == 0) return true;
  return seen.bytes.Any([&](size_t byte) { return kCodes[candidate][byte] > kAscii; });
}

// Whether two bytes are a letter in UTF-8 that ISO-8859-15 and -16 read as two: "ü" is "ÃŒ" there.
// Texts have such pieces where UTF-8 has come into an older encoding.
bool IsPieceOfUtf8(uint8_t first, uint8_t second) {
  if (first != 0xC2 && first != 0xC3) return false;
  return second == 0xA4 || second == 0xA6 || second == 0xA8 || second == 0xB4 || second == 0xB8 ||
         InRange(second, 0xBC, 0xBE);
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
    case kUnit:
      if (LettersBehind(codes, at) <= kMostShortLetters && !is_within) return kTypographicCost;
      break;
    case kSuffix:
    case kExponent: {
      if (is_before_letter || !(is_after_letter ? IsAsciiByte(byte_before) : is_by_digit)) break;
      // A unit is short, as in "cm²". Behind a word another encoding has a letter there.
      const bool is_behind_word = is_after_letter && !IsBoundaryCode(codes[at - 2]) &&
                                  (at == 2 || !IsBoundaryCode(codes[at - 3]));
      return kTypographicCost + (code == kExponent && is_behind_word ? kExponentBehindWordCost : 0);
    }
    case kMark:
      // Catalan has a middle dot between two of l, as in "col·lecció".
      if (byte == 0xB7 && is_within && (byte_before | 0x20) == 'l' &&
          (word.bytes[at - 1] | 0x20) == 'l') {
        return kNat;
      }
      if (!is_after_letter && !is_before_letter) {
        return is_by_digit ? kMarkByDigitCost : kTypographicCost;
      }
      break;
    case kOpening:
      if (!is_after_letter && is_before_letter) return kTypographicCost;
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
  const bool is_near_begin = IsBoundaryCode(codes[at - 1]) || IsBoundaryCode(codes[at - 2]) ||
                             IsBoundaryCode(codes[at - 3]);
  const int last = codes[at - 1] - kFirstLetter + 'a';
  const int next = codes[at + 1] - kFirstLetter + 'a';
  const bool is_before_vowel = next > 'z' || std::string_view("aehiouy").find(
                                                 static_cast<char>(next)) != std::string_view::npos;
  return (is_near_begin && is_before_vowel) || LettersBehind(codes, at) <= kMostShortLetters ||
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
  // Finds the words of a token, and what their letters cost in any language. It reads no further
  // where the cost has reached `most`.
  void Read(size_t script, const Codes& codes, const Word& word, int most);

  // The cost of the letters in the language of a place.
  int CostIn(size_t place) {
    if (!known.Has(place)) {
      if (known.IsEmpty()) AddLetters();
      known.Add(place);
      costs[place] =
          static_cast<int16_t>(std::max(costs[place] + letters.OtherCost(place), least_cost));
    }
    return costs[place];
  }

  // Adds up what the letters of words that are not ASCII cost, which few readings need.
  void AddLetters();

  size_t script;
  int points;           // that the word has had behind letters
  bool is_cut;          // not read to the end
  bool is_table;        // no word, but perhaps a table of letters
  int base;             // in points, in any language
  int least_cost;       // of the letters in a language
  Codes codes;          // codes[0..1]: the two codes before the word; codes[2..]: the word
  LetterCosts letters;  // of the words that are not ASCII
  size_t step_count;
  std::array<uint8_t, kMostWordBytes + 8> step_ends;  // where each letter of these words stands
  BitSet<64> known;  // the places of languages whose costs are whole
  OfPlaces costs;
};

void SingleByteModel::Reading::Read(size_t own_script, const Codes& own_codes, const Word& word,
                                    int most) {
  script = own_script;
  codes = own_codes;
  step_count = 0;
  known = {};
  costs = {};
  base = 0;
  is_table = false;
  const size_t end = word.bytes.size() + 2;
  const bool is_latin = script == 0;
  const bool has_quotes_alone = is_latin && !word.goes_on && HasQuotesAlone(word, codes);
  int all_ascii_letters = 0;
  size_t at = 2;
  while (at < end && base < most) {
    if (IsBoundaryCode(codes[at])) {
      base += CostBetweenWords(word, codes, at++);
      continue;
    }
    // A word begins here, unless the token goes on within one.
    const size_t first = at;
    size_t ascii_letters = 0;
    int others = 0;  // letters behind one another that are not ASCII
    for (; at < end && !IsBoundaryCode(codes[at]); ++at) {
      const bool is_other = !IsAsciiByte(word.bytes[at - 2]);
      if (!is_other) ++ascii_letters;
      others = is_other ? others + 1 : 0;
      if (is_latin && others > 1 && IsPieceOfUtf8(word.bytes[at - 3], word.bytes[at - 2])) {
        base += kPieceCost;
      }
      if (is_latin && others == kMostOtherLetters && !is_table) {
        is_table = true;
        base += kTableCost;
      }
    }
    const bool goes_on = first == 2 && word.goes_on;
    const bool is_ascii = is_latin && ascii_letters == at - first && !goes_on;
    if (is_ascii && has_quotes_alone) continue;
    if (is_latin) all_ascii_letters += static_cast<int>(ascii_letters);
    const size_t last = at < end || word.is_ended ? at + 1 : at;
    if (is_ascii) {
      LetterCosts own;
      own.Start(script);
      own.AddWord(codes.data(), first, last);
      const OfPlaces ascii = own.AsciiCosts();
      const auto most_ascii = static_cast<int16_t>(ascii[kEnglish] + kMostAsciiWordCost);
      for (size_t place = 0; place < ascii.size(); ++place) {
        costs[place] = static_cast<int16_t>(costs[place] + std::min(ascii[place], most_ascii));
      }
      continue;
    }
    base +=
        CostOfCase(kScripts[script], codes.data(), first, at, first == 2 && word.before == '\\');
    if (base >= most) break;
    for (size_t i = first; i < last; ++i) {
      const uint8_t code = i == at ? uint8_t{kBoundary} : codes[i];
      if (codes[i - 1] == kAscii && (code == kAscii || code == kBoundary)) continue;
      step_ends[step_count++] = static_cast<uint8_t>(i);
    }
    const bool begins_by_digit = first == 2 && IsAsciiDigit(word.before);
    const bool ends_by_digit = at == end && IsAsciiDigit(word.after);
    if (begins_by_digit && !IsAsciiByte(word.bytes.front())) base += kByDigitCost;
    if (ends_by_digit && !IsAsciiByte(word.bytes.back())) base += kByDigitCost;
  }
  is_cut = base >= most;
  base -= all_ascii_letters * kAsciiLetterCost;
  least_cost = all_ascii_letters == 0 ? 0 : all_ascii_letters * kAsciiLetterCost - kMostAsciiGain;
}

void SingleByteModel::Reading::AddLetters() {
  letters.Start(script);
  for (size_t i = 0; i < step_count; ++i) {
    const size_t at = step_ends[i];
    const uint8_t code = IsBoundaryCode(codes[at]) ? uint8_t{kBoundary} : codes[at];
    letters.Add(codes[at - 2], codes[at - 1], code);
  }
  if (script != 0) return;
  const OfPlaces ascii = letters.AsciiCosts();
  for (size_t place = 0; place < costs.size(); ++place) {
    costs[place] = static_cast<int16_t>(costs[place] + ascii[place]);
  }
}

// What a word is in one candidate after another. Encodings in which it is the same letters share
// the work.
class SingleByteModel::Readings {
 public:
  Readings(const Word& word, int most) : word_(word), most_(most) {}

  // The reading in a candidate, which is good until the next call.
  Reading& Of(size_t candidate) {
    // No language has counts of letters with points, so words are scored without them.
    const std::span<const ByteRange> points = PointsOf(kCandidates[candidate].encoding);
    if (!points.empty()) {
      std::array<uint8_t, kMostWordBytes> letters;
      Word bare = word_;
      bare.bytes = {letters.data(),
                    CopyWithoutPoints(points, candidate, word_.bytes, letters.data())};
      return Of(candidate, bare, static_cast<int>(word_.bytes.size() - bare.bytes.size()));
    }
    return Of(candidate, word_, 0);
  }

 private:
  static constexpr size_t kReadings = 5;

  // The reading of a word from which `points` have been taken.
  Reading& Of(size_t candidate, const Word& word, int points) {
    const size_t script = kCandidates[candidate].script;
    const Codes codes = CodesIn(candidate, word);
    const auto size = static_cast<ptrdiff_t>(word.bytes.size() + 3);  // with the boundary behind it
    for (size_t i = 0; i < std::min(used_, kReadings); ++i) {
      Reading& each = readings_[i];
      if (each.script == script && each.points == points &&
          std::equal(codes.begin(), codes.begin() + size, each.codes.begin())) {
        return each;
      }
    }
    Reading& reading = readings_[used_++ % kReadings];
    reading.Read(script, codes, word, most_);
    reading.points = points;
    reading.base += points * kPointCost;
    return reading;
  }

  const Word& word_;
  int most_;
  std::array<Reading, kReadings> readings_;
  size_t used_ = 0;
};

SingleByteModel::SingleByteModel(const DetectOptions& options) : allowed_(options.allowed) {
  const bool has_rivals = allowed_ == StandardCandidates();
  for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
    const Candidate& own = kCandidates[candidate];
    const bool is_read =
        allowed_.Has(own.encoding) || (has_rivals && own.is_rival) ||
        (own.encoding == EncodingId::kIso8859_8 && allowed_.Has(EncodingId::kIso8859_8I));
    if (!is_read) continue;
    read_.Add(candidate);
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      costs_[pair] = -kPairs[pair].prior;
      scored_.Add(pair);
    }
  }
  FindLive(true);
}

// The cost of the words of a token, in any language, from which on nothing depends on it: UTF-8 or
// another encoding of several bytes makes so much more of them. The token has `ascii` letters of
// ASCII and `others`.
int SingleByteModel::MostCost(int ascii, int others, int32_t best) const {
  if (best == kNeverCost) return kNeverCost;
  const int32_t least = best + kSurelyBehind - least_cost_ - kHopelessByteCost * (ascii + others);
  return std::max(least, kHopelessCost + 1) + ascii * kAsciiLetterCost;
}

void SingleByteModel::Feed(const Word& word, int32_t best_cjk, int32_t best_utf8) {
  const auto ascii =
      static_cast<int>(std::count_if(word.bytes.begin(), word.bytes.end(), IsAsciiByte));
  const int others = static_cast<int>(word.bytes.size()) - ascii;
  Readings readings(word, MostCost(ascii, others, std::min(best_cjk, best_utf8)));
  live_.ForEach([&](size_t candidate) {
    const Candidate& own = kCandidates[candidate];
    Reading& reading = readings.Of(candidate);
    const int size = reading.is_table ? others : ascii + others;
    const int32_t least = reading.base + kHopelessByteCost * size;
    int32_t borrowed = kNeverCost;
    const bool is_regional =
        own.is_rival && own.encoding != EncodingId::kIbm850 && allowed_.Has(own.encoding);
    const int borrowed_cost = kBorrowedWordCost * (is_regional ? 3 : 1);
    // From the last pair to the first one, which may be that of English.
    for (size_t pair = size_t{own.first_pair} + own.pair_count; pair-- != own.first_pair;) {
      if (!scored_.Has(pair)) continue;
      const bool is_hopeless = reading.is_cut || reading.is_table ||
                               (reading.base > kHopelessCost &&
                                (best_cjk == kNeverCost || costs_[pair] + least >= best_cjk));
      if (is_hopeless) {
        costs_[pair] += least;
        continue;
      }
      const size_t language = kPairs[pair].language;
      int32_t cost = reading.CostIn(language - kScripts[own.script].first_language);
      if (language == kEnglish) cost = std::min(cost, borrowed + borrowed_cost);
      borrowed = std::min(borrowed, cost);
      costs_[pair] += reading.base + cost;
    }
  });
}

// Ends the scoring of candidates that are far behind or excluded.
void SingleByteModel::Prune(const LanguageCosts& languages, int32_t best_cjk, int32_t best_utf8) {
  const auto cost_of = [&](size_t pair) { return costs_[pair] + languages[kPairs[pair].language]; };
  const int32_t best_other = std::min(best_cjk, best_utf8);
  int32_t best = best_other;
  scored_.ForEach([&](size_t pair) { best = std::min(best, cost_of(pair)); });
  least_cost_ = kNeverCost;
  scored_.ForEach([&](size_t pair) {
    const int32_t cost = cost_of(pair);
    if (cost <= best + kPruneBehind) {
      least_cost_ = std::min(least_cost_, costs_[pair]);
    } else {
      scored_.Remove(pair);
      costs_[pair] = cost - best;
      cost_at_pruning_ = best;
      is_behind_utf8_ = best_utf8 < best_cjk;
    }
  });
  FindLive(best_other <= best + kPruneBehind);
}

void SingleByteModel::Revive(bool has_cjk) {
  if (!scored_.IsEmpty() || (has_cjk && !is_behind_utf8_)) return;
  is_revived_ = true;
  read_.ForEach([&](size_t candidate) {
    const Candidate& own = kCandidates[candidate];
    for (size_t i = 0; i < own.pair_count; ++i) {
      costs_[own.first_pair + i] += cost_at_pruning_;
      scored_.Add(own.first_pair + i);
    }
  });
  FindLive(true);
}

// Finds the candidates and the languages of the pairs that are scored. One language that has no
// rival needs no words of ASCII, and those of other scripts than Latin have none.
void SingleByteModel::FindLive(bool has_rival) {
  LanguageSet languages;
  live_ = {};
  scored_.ForEach([&](size_t pair) {
    live_.Add(kPairs[pair].candidate);
    languages.Add(kPairs[pair].language);
  });
  const bool has_latin = languages.Any(
      [](size_t language) { return language != kEnglish && language < kLatinLanguageCount; });
  needs_ascii_ = has_latin && (has_rival || languages.count() > 1);
}

void SingleByteModel::Rank(const LanguageCosts& languages, const HighBytes& seen,
                           const LetterTable& table, Ranking& ranking) const {
  read_.ForEach([&](size_t candidate) {
    const Candidate& own = kCandidates[candidate];
    EncodingId encoding = own.encoding;
    if (encoding == EncodingId::kIso8859_8 && allowed_.Has(EncodingId::kIso8859_8I)) {
      encoding = EncodingId::kIso8859_8I;
    }
    std::optional<int32_t> letters;
    Entry entry{.cost = kNeverCost,
                .encoding = encoding,
                .is_scored = false,
                .is_revived = is_revived_,
                .page = CodePointsOf(own.encoding),
                .is_silent = !allowed_.Has(encoding)};
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      const uint8_t language = kPairs[pair].language;
      const bool is_scored = scored_.Has(pair) || table.is_table();
      if (entry.is_scored && !is_scored) continue;
      if (is_scored && !letters) letters = HasLetters(candidate, seen) ? 0 : kNoLetterCost;
      const int32_t context_cost = is_scored ? languages[language] + *letters : 0;
      int32_t cost = costs_[pair];
      if (table.is_table()) {
        const int32_t of_table = table.CostIn(candidate, language) - kPairs[pair].prior;
        cost = scored_.Has(pair) ? std::min(cost, of_table) : of_table;
      }
      cost += context_cost;
      if (cost < entry.cost || (is_scored && !entry.is_scored)) {
        entry.is_scored = is_scored;
        entry.context_cost = context_cost;
        entry.cost = cost;
        entry.language = language;
      }
    }
    ranking.Add(entry);
  });
}

}  // namespace whatwg_encoding::detect

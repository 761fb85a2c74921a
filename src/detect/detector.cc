// Finds an encoding by the costs of candidates, which are pairs of an encoding and a language, on
// one scale of logarithms of probabilities.
//
// ASCII between words costs nothing in any candidate. A word of ASCII costs what it costs more than
// in English, within bounds. Every other word costs what its letters cost in a language.
//
// May include base/, core/, codecs/ and detect/.
#include "detector.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "../core/sinks.h"
#include "words.h"

namespace whatwg_encoding {

namespace {

using detect::AddCosts;
using detect::Candidate;
using detect::CostOfCase;
using detect::IsBoundaryCode;
using detect::kAlphabetLanguageCount;
using detect::kAsciiLetterCost;
using detect::kCandidateCount;
using detect::kCandidates;
using detect::kMixedCost;
using detect::kNat;
using detect::kPairs;
using detect::kScripts;
using detect::kStandardCandidateCount;
using detect::kSymbolCost;
using detect::kTypographicCost;
using detect::MultiByte;
using detect::Steps;
using detect::StepsOf;
using detect::Sums;

constexpr uint8_t kEscape = 0x1B;
constexpr size_t kEnglish = 0;
constexpr size_t kUtf16KindCount = 10;

// Weights in points.
constexpr int kSymbolByLetterCost = 6 * kNat;  // more than that, at each side
constexpr int kOpeningCost = 4 * kNat;         // an apostrophe or an ellipsis where a word begins
constexpr int kLoneQuoteCost = 2 * kNat;       // between spaces
constexpr int kQuoteWithinCost = 7 * kNat;     // between two letters
constexpr int kJoinerWithinCost = 3 * kNat;
constexpr int kByDigitCost = 3 * kNat;  // a letter beside a digit
constexpr int kMostAsciiWordCost = 5 * kNat / 2;
// The letters of ASCII in a word that is not ASCII cost no less than in any encoding, less this.
constexpr int kMostAsciiGain = 12 * kNat;
constexpr int kMostAsciiCost = 7 * kNat;
// A word of ASCII beside one of other letters, in languages of other scripts than Latin.
constexpr int kSwitchCost = 5 * kNat;
constexpr int kCjkSwitchCost = 2 * kNat;
constexpr int kMostSwitches = 3;
constexpr int kNoLetterCost = 5 * kNat;  // of another script than Latin, where none has come
constexpr int kHintCost = 10 * kNat;
constexpr int kPruneBehind = 25 * kNat;
// A word that costs more than this in any language is not read letter by letter.
constexpr int kHopelessCost = 50 * kNat;
// No word of the Latin script has more letters in a row that are not ASCII.
constexpr int kMostOtherLetters = 5;
constexpr int kHopelessByteCost = 2 * kNat;
constexpr uint32_t kPruneEvery = 8;               // bytes
constexpr int kUtf8RareCharacterCost = 8 * kNat;  // more than that
constexpr int kUtf8CharacterCost = 5 * kNat / 2;
constexpr int kCutAfterLatinCost = 9 * kNat;
constexpr int kCutCharacterCost = 5 * kNat;  // of an encoding of several bytes, at the end
constexpr int kNeverCost = 1'000'000'000;
constexpr float kMostNatsPerByte = 4.4f;
constexpr float kMostNatsBeside = 10;
constexpr float kSpread = 1.5f * kNat;  // of probabilities, in points
constexpr uint32_t kFewBytes = 4;
constexpr int kShortMargin = 6 * kNat;  // for fewer bytes than that
constexpr int kReliableMargin = 3 * kNat;
// Words of ASCII are scored as long as there are some left; a word that is not ASCII adds some.
constexpr uint16_t kAsciiWords = 48;
constexpr uint16_t kAsciiWordsPerWord = 4;
constexpr uint8_t kNearWords = 4;  // behind a word that is not ASCII
// Behind "<", ASCII words up to ">" do not count, but no more bytes than this.
constexpr uint16_t kLongestTag = 256;
constexpr uint32_t kUtf16Bytes = 1024;  // the first bytes that are counted to find UTF-16
// After this many bytes of words, only words with a byte that has not come before are scored.
constexpr uint32_t kEnoughBytes = 2048;

constexpr EncodingId kMultiByteEncodings[] = {EncodingId::kGbk, EncodingId::kBig5,
                                              EncodingId::kEucJp, EncodingId::kShiftJis,
                                              EncodingId::kEucKr};
constexpr uint8_t kMultiByteLanguages[] = {detect::kSimplified, detect::kTraditional,
                                           detect::kJapanese, detect::kJapanese, detect::kKorean};
constexpr int kMultiBytePriors[] = {0, 0, kNat / 2, 0, 0};

// The control characters that stand in texts.
constexpr bool IsTextControl(uint8_t byte) {
  return InRange(byte, 0x09, 0x0D) || byte == 0x1A || byte == kEscape;
}

constexpr bool IsDigit(uint8_t byte) { return InRange(byte, '0', '9'); }

constexpr bool IsAsciiLetter(uint8_t byte) {
  return InRange(static_cast<uint8_t>(byte | 0x20), 'a', 'z');
}

// What a byte is for the search for words.
enum Kind : uint8_t { kBetween = 0, kLetter = 1, kOther = 2 };
constexpr auto kKinds = [] {
  std::array<uint8_t, 256> kinds{};
  for (size_t byte = 0; byte < kinds.size(); ++byte) {
    kinds[byte] = byte >= 0x80                                ? kOther
                  : IsAsciiLetter(static_cast<uint8_t>(byte)) ? kLetter
                                                              : kBetween;
  }
  return kinds;
}();

// Reads a chunk with a decoder. Returns whether it is well-formed so far.
template <typename Decoder>
bool Reads(Decoder& decoder, Bytes chunk) {
  CountingSink sink;
  return decoder.Decode(chunk, sink, false).outcome == Outcome::kFinished;
}

// Whether a byte begins characters of the scripts that have an encoding besides UTF-8, in UTF-8.
constexpr bool IsUsualLead(uint8_t lead) {
  return InRange(lead, 0xC2, 0xC6) || InRange(lead, 0xCE, 0xD2) || InRange(lead, 0xD7, 0xDB) ||
         InRange(lead, 0xE0, 0xF0);
}

// What a character of UTF-8 costs of which no more than the first byte is known.
constexpr int Utf8LeadCost(uint8_t lead) {
  if (InRange(lead, 0xC3, 0xC5) || InRange(lead, 0xCE, 0xD1) || lead == 0xE2) return 3 * kNat;
  return lead == 0xC2 ? 5 * kNat : 12 * kNat;
}

// What a code unit of UTF-16 is. All but the first stand in texts.
enum UnitKind : uint8_t {
  kNoText,
  kPlain,    // ASCII
  kNeutral,  // other Latin letters, punctuation, surrogates
  kGreek,
  kCyrillic,
  kHebrew,
  kArabic,
  kThai,
  kIdeographs,
  kKana,  // and punctuation of East Asia
};

UnitKind KindOfUnit(uint8_t high, uint8_t low) {
  switch (high) {
    case 0x00:
      if (InRange(low, 0x20, 0x7E) || InRange(low, 0x09, 0x0D)) return kPlain;
      return low >= 0xA0 ? kNeutral : kNoText;
    case 0x03:
      return low >= 0x70 ? kGreek : kNeutral;
    case 0x04:
      return kCyrillic;
    case 0x05:
      return low >= 0x90 ? kHebrew : kNoText;
    case 0x06:
      return kArabic;
    case 0x0E:
      return InRange(low, 0x01, 0x5B) ? kThai : kNoText;
    case 0x30:
      return kKana;
    case 0x01:
    case 0x02:
    case 0x1E:
    case 0x20:
    case 0x21:
    case 0x22:
      return kNeutral;
    default:
      if (InRange(high, 0xD8, 0xDF)) return kNeutral;
      return InRange(high, 0x4E, 0x9F) || InRange(high, 0xAC, 0xD7) || high == 0xFF ? kIdeographs
                                                                                    : kNoText;
  }
}

// How many code units stand for ASCII or for one script of a text, if all of them are a text. 0: no
// text.
int TextOfUtf16(const std::array<uint16_t, kUtf16KindCount>& counts) {
  const int text = counts[kPlain] + counts[kNeutral];
  const int east_asian = counts[kIdeographs] + counts[kKana];
  int letters = east_asian;
  int all = text + east_asian;
  for (size_t kind = kGreek; kind <= kThai; ++kind) {
    letters = std::max<int>(letters, counts[kind]);
    all += counts[kind];
  }
  if (counts[kNoText] != 0 || all < 2 || text + letters != all) return 0;
  if (letters == east_asian && east_asian != 0 && 8 * (counts[kPlain] + counts[kKana]) < all) {
    return 0;
  }
  if (letters != 0 ? all < 4 : 2 * counts[kPlain] < all) return 0;
  return counts[kPlain] + letters;
}

// e to the power of `x`, with an error of less than a thousandth. std::exp() is not there: the
// addon for release is linked without libraries. Beyond ±80 the answer is that for ±80.
float Exponential(float x) {
  constexpr float kLog2OfE = 1.442695F;
  constexpr float kLogOf2 = 0.6931472F;
  const float binary = std::clamp(x, -80.0F, 80.0F) * kLog2OfE;
  const int whole = static_cast<int>(binary < 0 ? binary - 0.5F : binary + 0.5F);
  // The rest is from −0.35 to 0.35, for which five terms of the power series are enough.
  const float rest = (binary - static_cast<float>(whole)) * kLogOf2;
  const float series = 1 + rest * (1 + rest / 2 * (1 + rest / 3 * (1 + rest / 4)));
  // The exponent of a float, in bits 23 to 30, is a power of two.
  return series * std::bit_cast<float>((whole + 127) << 23);
}

// How probable the best candidate is that is so far before the first one that decodes the bytes
// differently.
float ProbabilityOf(int32_t margin) {
  return 1 / (1 + Exponential(-static_cast<float>(margin) / kSpread));
}

// The code of a byte in an encoding.
uint8_t CodeOf(size_t candidate, uint8_t byte) {
  return IsAsciiByte(byte) ? detect::kAsciiLetters[kCandidates[candidate].script * 128 + byte]
                           : detect::kLetters[candidate * 128 + byte - 0x80];
}

}  // namespace

bool IsDetectable(EncodingId encoding) {
  if (encoding == EncodingId::kUtf8 || encoding == EncodingId::kIso2022Jp || IsUtf16(encoding) ||
      encoding == EncodingId::kGb18030 || encoding == EncodingId::kIso8859_8I) {
    return true;
  }
  const auto is_it = [&](EncodingId each) { return each == encoding; };
  return std::any_of(std::begin(kMultiByteEncodings), std::end(kMultiByteEncodings), is_it) ||
         std::any_of(kCandidates, kCandidates + kStandardCandidateCount,
                     [&](const Candidate& each) { return each.encoding == encoding; });
}

bool IsDetectableCodePage(EncodingId encoding) {
  return IsUtf32(encoding) || detect::IsEbcdic(encoding) ||
         std::any_of(kCandidates + kStandardCandidateCount, kCandidates + kCandidateCount,
                     [&](const Candidate& each) { return each.encoding == encoding; });
}

CandidateSet StandardCandidates() {
  CandidateSet candidates;
  for (size_t id = 0; id < kEncodingCount; ++id) {
    const auto encoding = static_cast<EncodingId>(id);
    if (IsDetectable(encoding)) candidates.Add(encoding);
  }
  return candidates;
}

Detector::Detector(const DetectOptions& options) : options_(options) {
  for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
    const Candidate& own = kCandidates[candidate];
    const bool is_allowed = IsAllowed(candidate);
    if (is_allowed) live_[candidate / 64] |= uint64_t{1} << candidate % 64;
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      costs_[pair] = -kPairs[pair].prior;
      if (is_allowed) scored_[pair / 64] |= uint64_t{1} << pair % 64;
    }
  }
  for (size_t i = 0; i < kMultiByteCount; ++i) {
    is_cjk_scored_[i] = options.allowed.Has(kMultiByteEncodings[i]) ||
                        (i == 0 && options.allowed.Has(EncodingId::kGb18030));
    is_malformed_[i] = !is_cjk_scored_[i];
    cjk_[i].set_cost(kMultiBytePriors[i]);
  }
  for (size_t id = kFirstOtherCodePage; id < kFirstCodePage + kCodePageCount; ++id) {
    const auto page = static_cast<EncodingId>(id);
    if (options.allowed.Has(page) && detect::IsEbcdic(page)) is_ebcdic_allowed_ = true;
  }
  is_utf8_ = options.allowed.Has(EncodingId::kUtf8);
  is_iso_2022_jp_ = options.allowed.Has(EncodingId::kIso2022Jp);
  ascii_words_left_ = kAsciiWords;
  live_languages_ = ~uint64_t{0};
}

bool Detector::IsAllowed(size_t candidate) const {
  const EncodingId encoding = kCandidates[candidate].encoding;
  return options_.allowed.Has(encoding) ||
         (encoding == EncodingId::kIso8859_8 && options_.allowed.Has(EncodingId::kIso8859_8I));
}

void Detector::Feed(Bytes chunk) {
  for (size_t at = 0; at < chunk.size() && size_ + at < first_.size(); ++at) {
    first_[static_cast<size_t>(size_) + at] = chunk[at];
  }
  Tokenize(chunk);
  Validate(chunk);
  CountUtf16(chunk);
  if (is_ebcdic_allowed_) ebcdic_.Read(chunk);
  size_ += chunk.size();
}

// Counts the kinds of the first code units, in both orders of their bytes.
void Detector::CountUtf16(Bytes chunk) {
  for (size_t at = 0; at < chunk.size() && size_ + at < kUtf16Bytes; ++at) {
    const uint8_t byte = chunk[at];
    if ((size_ + at) % 2 != 0) {
      ++utf16_[0][KindOfUnit(last_byte_, byte)];
      ++utf16_[1][KindOfUnit(byte, last_byte_)];
    }
    last_byte_ = byte;
  }
}

void Detector::Validate(Bytes chunk) {
  is_utf8_ = is_utf8_ && Reads(utf8_, chunk);
  is_iso_2022_jp_ = is_iso_2022_jp_ && Reads(iso_2022_jp_, chunk);
  // A decoder makes its table when it first decodes: it does so neither for ASCII nor for what the
  // scores exclude.
  const bool is_ascii = std::all_of(chunk.begin(), chunk.end(), IsAsciiByte);
  const auto check = [&](MultiByte encoding, auto& decoder) {
    const auto at = static_cast<size_t>(encoding);
    if (is_malformed_[at] || (is_ascii && decoder.pending() == 0)) return;
    is_malformed_[at] = cjk_[at].is_out() || !Reads(decoder, chunk);
  };
  check(MultiByte::kGbk, gb18030_);
  check(MultiByte::kBig5, big5_);
  check(MultiByte::kEucJp, euc_jp_);
  check(MultiByte::kShiftJis, shift_jis_);
  check(MultiByte::kEucKr, euc_kr_);
}

// Cuts the bytes into words, and the spaces, digits and punctuation of ASCII between them.
void Detector::Tokenize(Bytes chunk) {
  const uint8_t* at = chunk.data();
  const uint8_t* const end = at + chunk.size();
  while (at != end) {
    const uint8_t* const start = at;
    const uint8_t* const last =
        at + std::min<size_t>(static_cast<size_t>(end - at), kTokenSize - size_t{token_size_});
    uint8_t kinds = kBetween;
    while (at != last && kKinds[*at] != kBetween) kinds |= kKinds[*at++];
    const auto size = static_cast<size_t>(at - start);
    if (size != 0) {
      if (before_ == '<' && token_size_ == 0 && !token_goes_on_) tag_left_ = kLongestTag;
      tag_left_ = static_cast<uint16_t>(tag_left_ - std::min<size_t>(tag_left_, size));
      std::copy(start, at, token_.begin() + token_size_);
      token_size_ = static_cast<uint8_t>(token_size_ + size);
      if ((kinds & kOther) != 0) token_is_ascii_ = false;
    }
    if (at == end) return;
    if (kKinds[*at] != kBetween) {
      EndToken(false, 0);
      continue;
    }
    const uint8_t byte = *at++;
    if (tag_left_ != 0) --tag_left_;
    if (byte < 0x20) {
      has_control_ = has_control_ || !IsTextControl(byte);
      has_escape_ = has_escape_ || byte == kEscape;
    }
    if (byte == '>') tag_left_ = 0;
    if (before_ == '<' && (byte == '/' || byte == '!') && token_size_ == 0) tag_left_ = kLongestTag;
    EndToken(true, byte);
    if (byte != ' ' && byte != ',' && byte != '\n' && byte != '\r') last_word_ = Word::kNone;
    if (!is_cjk_after_ascii_) ReadCjkAscii(byte);
  }
}

// Gives a byte of ASCII between words to the encodings of several bytes.
void Detector::ReadCjkAscii(uint8_t byte) {
  is_cjk_after_ascii_ = true;
  for (size_t i = 0; i < kMultiByteCount; ++i) {
    const auto encoding = static_cast<MultiByte>(i);
    if (cjk_[i].is_within_character()) {
      cjk_[i].Read(encoding, byte);
      is_cjk_after_ascii_ = false;
    } else {
      cjk_[i].StartAfterAscii(encoding);
    }
  }
}

// Scores the word that is held. `is_ended` says that it ends before the byte `after`, which is no
// part of it.
void Detector::EndToken(bool is_ended, uint8_t after) {
  if (token_size_ != 0) {
    bool is_text = !token_is_ascii_;
    if (!is_cjk_after_ascii_) {
      for (const detect::CjkScore& each : cjk_) is_text = is_text || each.is_within_character();
    }
    if (is_text) {
      ScoreToken(is_ended, after);
    } else if (ascii_words_left_ > 0 && tag_left_ == 0 && std::popcount(live_languages_) > 1) {
      --ascii_words_left_;
      ScoreAsciiWord();
    }
    const bool is_other = std::none_of(token_.begin(), token_.begin() + token_size_, IsAsciiByte);
    const Word word = token_is_ascii_ ? Word::kAscii : is_other ? Word::kOther : Word::kNone;
    if (word != Word::kNone && last_word_ != Word::kNone && word != last_word_ &&
        switches_ < kMostSwitches) {
      ++switches_;
    }
    last_word_ = word;
    before_token_ = {token_size_ > 1 ? token_[token_size_ - 2u] : before_token_[1],
                     token_[token_size_ - 1u]};
    token_size_ = 0;
    token_is_ascii_ = true;
  }
  token_goes_on_ = !is_ended;
  before_ = after;
}

void Detector::AddAscii(size_t language, int cost) {
  ascii_costs_[language] =
      static_cast<int16_t>(std::clamp(ascii_costs_[language] + cost, -30000, 30000));
}

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

void Detector::ScoreToken(bool is_ended, uint8_t after) {
  std::array<uint64_t, 2> bytes{};
  for (size_t at = 0; at < token_size_; ++at) {
    if (!IsAsciiByte(token_[at])) bytes[token_[at] >> 6 & 1] |= uint64_t{1} << (token_[at] & 63);
  }
  const bool has_new = ((bytes[0] & ~known_[0]) | (bytes[1] & ~known_[1])) != 0;
  known_[0] |= bytes[0];
  known_[1] |= bytes[1];
  if (scored_bytes_ >= kEnoughBytes) {
    if (!has_new) return;
    for (detect::CjkScore& each : cjk_) each.Freeze();
  } else {
    is_cjk_after_ascii_ = false;
    for (size_t i = 0; i < kMultiByteCount; ++i) {
      if (!is_cjk_scored_[i]) continue;
      for (size_t at = 0; at < token_size_; ++at) {
        cjk_[i].Read(static_cast<MultiByte>(i), token_[at]);
      }
    }
    for (size_t at = 0; at < token_size_; ++at) {
      if (token_[at] >= 0xC0) {
        ++utf8_characters_;
        last_lead_ = token_[at];
        if (!IsUsualLead(last_lead_)) ++utf8_rare_characters_;
      }
    }
    scored_bytes_ += token_size_;
  }
  for (size_t language = 1; language < ascii_before_.size(); ++language) {
    AddAscii(language, ascii_before_[language]);
  }
  ascii_before_.fill(0);
  near_words_left_ = kNearWords;
  ScoreWords(is_ended, after);
  if (ascii_words_left_ < kAsciiWords) ascii_words_left_ += kAsciiWordsPerWord;
  if (scored_bytes_ - pruned_at_ >= kPruneEvery) {
    pruned_at_ = scored_bytes_;
    Prune();
  }
}

namespace {

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

// Scores the words of the token in all candidates. Encodings in which it is the same letters share
// the work.
void Detector::ScoreWords(bool is_ended, uint8_t after) {
  constexpr size_t kReadings = 6;
  std::array<Reading, kReadings> readings;
  size_t used = 0;
  const size_t end = token_size_ + size_t{2};
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
      for (size_t i = 0; i < own.pair_count; ++i) {
        const size_t pair = own.first_pair + i;
        if (!IsScored(pair)) continue;
        const size_t place = kPairs[pair].language - size_t{kScripts[own.script].first_language};
        if (reading->base > kHopelessCost) {
          costs_[pair] += reading->base + kHopelessByteCost * token_size_;
          continue;
        }
        if (!reading->has_costs) AddLanguages(*reading);
        costs_[pair] += reading->base + reading->costs[place];
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
      if (at == 2 && IsDigit(before_) && !IsAsciiByte(token_[0])) base += kByDigitCost;
      if (word_end == end && IsDigit(after) && !IsAsciiByte(token_[end - 3])) base += kByDigitCost;
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
    case detect::kSymbol: {
      const bool is_by_digit = (at == 2 && IsDigit(before_)) || (at + 1 == end && IsDigit(after));
      if (is_by_digit) return kSymbolCost - kByDigitCost;
      return kSymbolCost + (is_after_letter ? kSymbolByLetterCost : 0) +
             (is_before_letter ? kSymbolByLetterCost : 0) + (is_by_ascii ? kMixedCost : 0);
    }
    default:
      return 0;
  }
}

int32_t Detector::BestAsciiCost() const {
  return *std::min_element(ascii_costs_.begin(), ascii_costs_.end());
}

int32_t Detector::AsciiCost(size_t language, int32_t best) const {
  const int32_t own = language < kAlphabetLanguageCount ? ascii_costs_[language] : 0;
  const int32_t cost = language < detect::kLatinLanguageCount ? 0
                       : language < kAlphabetLanguageCount    ? kSwitchCost
                                                              : kCjkSwitchCost;
  return std::min(own - best, kMostAsciiCost) + switches_ * cost;
}

int32_t Detector::HintCost(size_t language) const {
  const bool has_hint = options_.hinted.words[0] != 0 || options_.hinted.words[1] != 0;
  return has_hint && !options_.hinted.Has(language) ? kHintCost : 0;
}

// Whether an encoding does not have a byte that has come.
bool Detector::IsExcluded(size_t candidate) const {
  const uint64_t* invalid = detect::kInvalidBytes + candidate * 2;
  return ((invalid[0] & known_[0]) | (invalid[1] & known_[1])) != 0;
}

// Whether a letter of the script has come, which in the Latin script may be one of ASCII.
bool Detector::HasLetters(size_t candidate) const {
  if (kCandidates[candidate].script == 0) return true;
  for (size_t byte = 0; byte < 128; ++byte) {
    const bool is_known = (known_[byte / 64] >> byte % 64 & 1) != 0;
    if (is_known && detect::kLetters[candidate * 128 + byte] > detect::kAscii) return true;
  }
  return false;
}

bool Detector::IsMalformed(MultiByte encoding, bool is_whole) const {
  if (is_malformed_[static_cast<size_t>(encoding)]) return true;
  if (!is_whole) return false;
  switch (encoding) {
    case MultiByte::kGbk:
      return gb18030_.pending() != 0;
    case MultiByte::kBig5:
      return big5_.pending() != 0;
    case MultiByte::kEucJp:
      return euc_jp_.pending() != 0;
    case MultiByte::kShiftJis:
      return shift_jis_.pending() != 0;
    default:
      return euc_kr_.pending() != 0;
  }
}

// Ends the scoring of candidates that are far behind or excluded. What was dropped gets another
// chance when nothing else is left.
void Detector::Prune() {
  const int32_t ascii = BestAsciiCost();
  int32_t best = kNeverCost;
  for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
    if (!IsLive(candidate)) continue;
    if (IsExcluded(candidate)) {
      live_[candidate / 64] &= ~(uint64_t{1} << candidate % 64);
      continue;
    }
    const Candidate& own = kCandidates[candidate];
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      if (!IsScored(pair)) continue;
      const size_t language = kPairs[pair].language;
      best = std::min(best, costs_[pair] + AsciiCost(language, ascii) + HintCost(language));
    }
  }
  for (size_t i = 0; i < kMultiByteCount; ++i) {
    if (!is_cjk_scored_[i] || cjk_[i].is_out()) continue;
    const size_t language = kMultiByteLanguages[i];
    best = std::min(best, cjk_[i].cost() + AsciiCost(language, ascii) + HintCost(language));
  }
  if (best == kNeverCost) {
    for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
      if (!IsAllowed(candidate) || IsExcluded(candidate)) continue;
      live_[candidate / 64] |= uint64_t{1} << candidate % 64;
      const Candidate& own = kCandidates[candidate];
      for (size_t i = 0; i < own.pair_count; ++i) {
        const size_t pair = own.first_pair + i;
        if (!IsScored(pair)) costs_[pair] += last_best_;
        scored_[pair / 64] |= uint64_t{1} << pair % 64;
        live_languages_ |= uint64_t{1} << kPairs[pair].language;
      }
    }
    return;
  }
  last_best_ = best;
  live_languages_ = 0;
  for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
    if (!IsLive(candidate)) continue;
    const Candidate& own = kCandidates[candidate];
    bool is_live = false;
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      if (!IsScored(pair)) continue;
      const size_t language = kPairs[pair].language;
      const int32_t cost = costs_[pair] + AsciiCost(language, ascii) + HintCost(language);
      if (cost <= best + kPruneBehind) {
        is_live = true;
        live_languages_ |= uint64_t{1} << language;
      } else {
        scored_[pair / 64] &= ~(uint64_t{1} << pair % 64);
        costs_[pair] = cost - best;
      }
    }
    if (!is_live) live_[candidate / 64] &= ~(uint64_t{1} << candidate % 64);
  }
}

// The encoding of a byte order mark, or windows-1252 where there is none.
EncodingId Detector::ByteOrderMark() const {
  for (const auto& [encoding, size, bytes] : kByteOrderMarks) {
    if (size_ >= size && options_.allowed.Has(encoding) &&
        std::equal(bytes.begin(), bytes.begin() + size, first_.begin())) {
      return encoding;
    }
  }
  return EncodingId::kWindows1252;
}

Detection Detector::Result(bool is_whole) const {
  Detection result;
  const auto found = [&](EncodingId encoding, uint8_t language) {
    result.has_encoding = true;
    result.is_reliable = true;
    result.encoding = encoding;
    result.count = 1;
    result.candidates[0] = {encoding, language, 1};
    return result;
  };
  const EncodingId marked = ByteOrderMark();
  if (marked != EncodingId::kWindows1252) return found(marked, kNoLanguage);
  const bool is_ascii = (known_[0] | known_[1]) == 0 && token_is_ascii_;
  if (is_ascii && has_escape_ && is_iso_2022_jp_ && (!is_whole || iso_2022_jp_.pending() == 0)) {
    return found(EncodingId::kIso2022Jp, detect::kJapanese);
  }
  if (has_control_ && (!is_whole || size_ % 2 == 0)) {
    const int big = TextOfUtf16(utf16_[0]);
    const int little = TextOfUtf16(utf16_[1]);
    const auto encoding = big > little ? EncodingId::kUtf16be : EncodingId::kUtf16le;
    if (big != little && options_.allowed.Has(encoding)) return found(encoding, kNoLanguage);
  }
  // Control characters of ASCII leave nothing but EBCDIC.
  if (has_control_ && ebcdic_.is_empty()) return result;
  struct Entry {
    int32_t cost;
    EncodingId encoding;
    uint8_t language;
    uint8_t letters;  // the number of a single-byte candidate
    int32_t beside;   // what of the cost is no cost of these bytes: hints, other words
    bool is_scored;   // false: it was dropped, that far behind the best one
  };
  constexpr uint8_t kNoLetters = 0xFF;
  constexpr size_t kOtherPageCount = kFirstCodePage + kCodePageCount - kFirstOtherCodePage;
  std::array<Entry, kCandidateCount + kMultiByteCount + 1 + kOtherPageCount> entries;
  size_t count = 0;
  // What the first bytes cost in EBCDIC, for as many bytes as the others have scored.
  const double scale = std::max(1.0, static_cast<double>(std::min<uint64_t>(size_, kEnoughBytes)) /
                                         static_cast<double>(std::max<size_t>(1, ebcdic_.size())));
  for (size_t i = 0; i < kOtherPageCount && !ebcdic_.is_empty(); ++i) {
    const auto page = static_cast<EncodingId>(kFirstOtherCodePage + i);
    if (!options_.allowed.Has(page) || !detect::IsEbcdic(page) || !ebcdic_.IsIn(page)) continue;
    const detect::EbcdicText::Costs costs = ebcdic_.CostsIn(page);
    Entry entry{kNeverCost, page, 0, kNoLetters, 0, true};
    for (size_t place = 0; place < costs.language_count; ++place) {
      const auto language = static_cast<uint8_t>(costs.first_language + place);
      const auto own = static_cast<int32_t>(costs.costs[place] * scale);
      const int32_t beside = HintCost(language);
      if (own + beside >= entry.cost) continue;
      entry.cost = own + beside;
      entry.beside = beside;
      entry.language = language;
    }
    entries[count++] = entry;
  }
  // All bytes are ASCII in Hebrew, too.
  const bool is_ebcdic =
      has_control_ ||
      (is_ascii && ebcdic_.HasSpaces() &&
       std::any_of(
           entries.begin(), entries.begin() + static_cast<ptrdiff_t>(count), [&](auto& each) {
             return each.cost <=
                    static_cast<int32_t>(std::min<uint64_t>(size_, kEnoughBytes)) * kNat * 3 / 4;
           }));
  if (is_ascii && !is_ebcdic) {
    for (size_t id = 0; id < kAllEncodingCount && !result.has_encoding; ++id) {
      const auto encoding = static_cast<EncodingId>(id);
      if (!options_.allowed.Has(encoding) || IsUnicode(encoding)) continue;
      if (IsAsciiCompatible(encoding) || (encoding == EncodingId::kIso2022Jp && is_iso_2022_jp_)) {
        found(encoding, kNoLanguage);
      }
    }
    if (options_.allowed.Has(EncodingId::kUtf8)) found(EncodingId::kUtf8, kNoLanguage);
    result.is_ascii = result.has_encoding;
    return result;
  }

  Detector ended = *this;
  ended.EndToken(is_whole, 0);
  const int32_t ascii = ended.BestAsciiCost();
  for (size_t candidate = 0; candidate < kCandidateCount && !is_ebcdic; ++candidate) {
    const Candidate& own = kCandidates[candidate];
    EncodingId encoding = own.encoding;
    if (encoding == EncodingId::kIso8859_8 && options_.allowed.Has(EncodingId::kIso8859_8I)) {
      encoding = EncodingId::kIso8859_8I;
    }
    if (!options_.allowed.Has(encoding) || ended.IsExcluded(candidate)) continue;
    const int32_t letters = ended.HasLetters(candidate) ? 0 : kNoLetterCost;
    Entry entry{kNeverCost, encoding, 0, static_cast<uint8_t>(candidate), 0, false};
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      const uint8_t language = kPairs[pair].language;
      const bool is_scored = ended.IsScored(pair);
      if (entry.is_scored && !is_scored) continue;
      const int32_t beside =
          is_scored ? ended.AsciiCost(language, ascii) + HintCost(language) + letters : 0;
      const int32_t cost = ended.costs_[pair] + beside;
      if (cost < entry.cost || (is_scored && !entry.is_scored)) {
        entry.is_scored = is_scored;
        entry.beside = beside;
        entry.cost = cost;
        entry.language = language;
      }
    }
    entries[count++] = entry;
  }
  for (size_t i = 0; i < kMultiByteCount; ++i) {
    if (is_ebcdic || ended.cjk_[i].is_out() || IsMalformed(static_cast<MultiByte>(i), is_whole)) {
      continue;
    }
    const uint8_t language = kMultiByteLanguages[i];
    EncodingId encoding = kMultiByteEncodings[i];
    if (i == 0 && options_.allowed.Has(EncodingId::kGb18030) &&
        (ended.cjk_[0].has_four_bytes() || !options_.allowed.Has(EncodingId::kGbk))) {
      encoding = EncodingId::kGb18030;
    }
    const int32_t cut = !ended.cjk_[i].is_within_character() ? 0
                        : ended.cjk_[i].is_after_latin()     ? kCutAfterLatinCost
                                                             : kCutCharacterCost;
    const int32_t beside = ended.AsciiCost(language, ascii) + HintCost(language);
    entries[count++] = {
        ended.cjk_[i].cost() + cut + beside, encoding, language, kNoLetters, beside, true};
  }
  if (is_utf8_ && !is_ebcdic && (!is_whole || utf8_.pending() == 0)) {
    const auto characters = static_cast<int32_t>(std::min(ended.utf8_characters_, 1u << 24));
    const auto rare = static_cast<int32_t>(std::min(ended.utf8_rare_characters_, 1u << 20));
    entries[count++] = {characters * kUtf8CharacterCost + rare * kUtf8RareCharacterCost,
                        EncodingId::kUtf8,
                        kNoLanguage,
                        kNoLetters,
                        0,
                        true};
  }
  if (count == 0) return result;
  if (is_utf8_ && ended.utf8_characters_ == 1 && utf8_.pending() != 0) {
    // The only character is cut. What follows such a lead byte in most texts tells whether it is
    // one.
    for (size_t i = 0; i < count; ++i) {
      if (entries[i].encoding == EncodingId::kUtf8) {
        entries[i].cost = Utf8LeadCost(ended.last_lead_);
      }
    }
  }
  int32_t least = kNeverCost;
  for (size_t i = 0; i < count; ++i) {
    if (entries[i].is_scored) least = std::min(least, entries[i].cost);
  }
  for (size_t i = 0; i < count && least != kNeverCost; ++i) {
    if (!entries[i].is_scored) entries[i].cost += least;
  }
  std::sort(entries.begin(), entries.begin() + static_cast<ptrdiff_t>(count),
            [](const Entry& a, const Entry& b) {
              return a.cost != b.cost ? a.cost < b.cost : a.encoding < b.encoding;
            });
  const Entry& best = entries[0];

  // Whether another encoding decodes what has come as the best one does.
  const auto is_same = [&](const Entry& other) {
    if (detect::IsEbcdic(best.encoding) && detect::IsEbcdic(other.encoding)) {
      return ebcdic_.IsSame(best.encoding, other.encoding);
    }
    if (best.letters == kNoLetters || other.letters == kNoLetters) return false;
    const uint16_t* a = detect::CodePointsOf(best.encoding);
    const uint16_t* b = detect::CodePointsOf(other.encoding);
    for (size_t byte = 0x80; byte < 0x100; ++byte) {
      if ((ended.known_[byte >> 6 & 1] >> (byte & 63) & 1) != 0 && a[byte] != b[byte]) return false;
    }
    return true;
  };
  int32_t margin = 100 * kNat;
  for (size_t i = 1; i < count; ++i) {
    if (is_same(entries[i])) continue;
    margin = std::min(margin, entries[i].cost - best.cost);
    break;
  }
  const float nats = static_cast<float>(best.cost - best.beside) / kNat;
  const auto scored = detect::IsEbcdic(best.encoding)
                          ? static_cast<float>(std::min<uint64_t>(size_, kEnoughBytes))
                          : static_cast<float>(ended.scored_bytes_);
  if (nats > kMostNatsPerByte * scored + kMostNatsBeside) {
    return result;
  }
  result.has_encoding = true;
  result.encoding = best.encoding;
  const bool is_cut =
      best.encoding == EncodingId::kUtf8 && ended.utf8_characters_ == 1 && utf8_.pending() != 0;
  const bool is_short = size_ < kFewBytes;
  result.is_reliable = !is_cut && margin >= (is_short ? kShortMargin : kReliableMargin);
  result.count = static_cast<uint8_t>(std::min(count, result.candidates.size()));
  const float probability = ProbabilityOf(margin);
  for (size_t i = 0; i < result.count; ++i) {
    // An encoding that decodes the bytes as the best one does is as probable. The others share the
    // rest.
    const bool is_equal = i == 0 || is_same(entries[i]);
    const int32_t behind = entries[i].cost - best.cost - margin;
    result.candidates[i] = {
        entries[i].encoding, entries[i].language,
        is_equal ? probability
                 : (1 - probability) * Exponential(-static_cast<float>(behind) / kSpread)};
  }
  return result;
}

bool Detector::IsSettled() const {
  if (ByteOrderMark() != EncodingId::kWindows1252) return true;
  if (scored_bytes_ < 64) return false;
  const Detection result = Result(false);
  return result.is_reliable && result.candidates[0].probability > 0.999f;
}

}  // namespace whatwg_encoding

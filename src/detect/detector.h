// Finds the encoding that bytes without a label are in, and says how sure that is.
//
// The Encoding Standard has no such step: only those who ask for it get a guess. The candidates are
// pairs of an encoding and a language. What a decoder cannot read excludes its encoding.
//
// May include base/, core/, codecs/ and detect/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../base/bytes.h"
#include "../codecs/big5.h"
#include "../codecs/euc_jp.h"
#include "../codecs/euc_kr.h"
#include "../codecs/gb18030.h"
#include "../codecs/iso_2022_jp.h"
#include "../codecs/shift_jis.h"
#include "../codecs/utf_8.h"
#include "../core/encoding.h"
#include "cjk.h"
#include "ebcdic.h"
#include "tables.h"
#include "utf_16.h"

namespace whatwg_encoding {

// A set of encodings, by their numbers, as bits.
struct CandidateSet {
  constexpr bool Has(EncodingId encoding) const {
    const auto id = static_cast<size_t>(encoding);
    return (words[id / 64] >> id % 64 & 1) != 0;
  }
  constexpr void Add(EncodingId encoding) {
    const auto id = static_cast<size_t>(encoding);
    words[id / 64] |= uint64_t{1} << id % 64;
  }

  std::array<uint64_t, (kAllEncodingCount + 63) / 64> words{};
};

// In the place of the number of a language: none is known.
inline constexpr uint8_t kNoLanguage = 0xFF;

// A set of languages, by their numbers, as bits.
struct LanguageSet {
  constexpr bool Has(size_t language) const {
    return (words[language / 64] >> language % 64 & 1) != 0;
  }
  constexpr void Add(size_t language) { words[language / 64] |= uint64_t{1} << language % 64; }
  constexpr void Add(const LanguageSet& others) {
    for (size_t i = 0; i < words.size(); ++i) words[i] |= others.words[i];
  }

  std::array<uint64_t, 2> words{};
};

// The languages that are written under a top-level domain, which is given in ASCII lowercase, such
// as "jp" or "xn--p1ai". An unknown domain has none.
LanguageSet LanguagesOfDomain(std::string_view top_level_domain);

// The language of a tag of BCP 47, whatever the case of its letters. An unknown tag has none.
LanguageSet LanguagesOfTag(std::string_view tag);

// Whether an encoding of the standard is a candidate unless the caller excludes it.
bool IsDetectable(EncodingId encoding);

// Whether an encoding is a candidate only where the caller asks for code pages.
bool IsDetectableCodePage(EncodingId encoding);

// All encodings for which IsDetectable() holds.
CandidateSet StandardCandidates();

// What the caller of the detector knows.
struct DetectOptions {
  CandidateSet allowed = StandardCandidates();
  LanguageSet hinted;  // the languages that are likely; none: no hint
};

// An encoding, the language in which it explains the bytes best, and the probability of both.
struct DetectedCandidate {
  EncodingId encoding = EncodingId::kUtf8;
  uint8_t language = kNoLanguage;
  float probability = 0;
};

// What the bytes so far are.
struct Detection {
  bool has_encoding = false;  // false: nothing explains them
  bool is_reliable = false;
  bool is_ascii = false;  // all bytes are ASCII, and stand for ASCII
  EncodingId encoding = EncodingId::kUtf8;
  // Best first: one entry for each encoding, at most this many.
  uint8_t count = 0;
  std::array<DetectedCandidate, 16> candidates;
};

// Reads a stream of bytes. It is a value: a copy of it is a copy of its place in the stream. The
// result does not depend on how the stream is cut into chunks.
class Detector {
 public:
  explicit Detector(const DetectOptions& options);

  void Feed(Bytes chunk);

  // What the bytes so far are. A character that their end cuts counts neither for nor against an
  // encoding, unless `is_whole` says that nothing follows.
  Detection Result(bool is_whole) const;

  // Whether the result is so certain that a stream can be decoded from here on.
  bool IsSettled() const;

 private:
  static constexpr size_t kMultiByteCount = static_cast<size_t>(detect::MultiByte::kCount);
  static constexpr size_t kTokenSize = 64;
  // Words of ASCII are scored as long as there are some left; a word that is not ASCII adds some.
  static constexpr uint16_t kAsciiWords = 48;

  Detection Rank(bool is_whole) const;
  EncodingId ByteOrderMark() const;
  template <typename Self, typename Call>
  static void ForEachDecoder(Self& self, Call call);
  void StartDecoding();
  void Validate(Bytes part);
  size_t Tokenize(Bytes chunk);
  void ReadCjkAscii(uint8_t byte);
  void EndToken(bool is_ended, uint8_t after);
  void AddAscii(size_t language, int cost);
  void ScoreAsciiWord();
  void ScoreToken(bool is_ended, uint8_t after);
  void ScoreWords(bool is_ended, uint8_t after);
  template <typename R>
  void AddLanguages(R& reading) const;
  template <typename R>
  void Read(R& reading, bool is_ended, uint8_t after) const;
  int CostBetweenWords(const std::array<uint8_t, kTokenSize + 3>& codes, size_t at,
                       uint8_t after) const;
  void Prune();
  bool IsAllowed(size_t candidate) const;
  bool IsExcluded(size_t candidate) const;
  bool HasLetters(size_t candidate) const;
  bool IsCut(detect::MultiByte encoding) const;
  int32_t AsciiCost(size_t language, int32_t best) const;
  int32_t BestAsciiCost() const;
  int32_t HintCost(size_t language) const;

  bool IsLive(size_t candidate) const { return (live_[candidate / 64] >> candidate % 64 & 1) != 0; }
  bool IsScored(size_t pair) const { return (scored_[pair / 64] >> pair % 64 & 1) != 0; }

  DetectOptions options_;
  uint64_t size_ = 0;

  // The decoders of the encodings of several bytes read on where their scores end: a score is out
  // when it or its decoder has found a malformed sequence.
  Utf8Decoder utf8_;
  Iso2022JpDecoder iso_2022_jp_;
  Gb18030Decoder gb18030_;
  Big5Decoder big5_;
  EucJpDecoder euc_jp_{EucJpKind::kStandard};
  ShiftJisDecoder shift_jis_;
  EucKrDecoder euc_kr_;
  bool is_utf8_ = true;
  bool is_iso_2022_jp_ = true;
  bool is_decoding_ = false;

  detect::Utf16Text utf16_;
  std::array<uint8_t, 4> first_{};
  bool has_control_ = false;
  bool has_escape_ = false;
  detect::EbcdicText ebcdic_;  // empty where no code page of EBCDIC is allowed
  bool is_ebcdic_allowed_ = false;
  // The bytes from 0x80 on that have come in words that have ended, as bits.
  std::array<uint64_t, 2> known_{};

  // The bytes of a word, which are letters of ASCII and all other bytes than ASCII, or of a part of
  // a long one. The two bytes before it are those of the part before.
  std::array<uint8_t, kTokenSize> token_{};
  uint8_t token_size_ = 0;
  uint8_t before_ = 0;  // the byte before the word
  bool token_is_ascii_ = true;
  bool token_goes_on_ = false;
  std::array<uint8_t, 2> before_token_{};

  // Costs in points: of pairs, of the ASCII words of a language against English, of encodings of
  // several bytes. Only the pairs whose bit is set are scored.
  std::array<int32_t, detect::kPairCount> costs_{};
  std::array<uint64_t, (detect::kPairCount + 63) / 64> scored_{};
  std::array<uint64_t, (detect::kCandidateCount + 63) / 64> live_{};  // candidates with such a pair
  uint64_t live_languages_ = ~uint64_t{0};
  std::array<int16_t, detect::kAlphabetLanguageCount> ascii_costs_{};
  std::array<detect::CjkScore, kMultiByteCount> cjk_{};
  // What the last ASCII words cost, while it is unknown whether a word of other letters is near.
  std::array<int16_t, detect::kAlphabetLanguageCount> ascii_before_{};
  uint8_t near_words_left_ = 0;
  // How often a word of ASCII stands beside one of other letters, and what the last word is.
  enum class Word : uint8_t { kNone, kAscii, kOther };
  Word last_word_ = Word::kNone;  // kNone: more than a space stands behind it
  uint8_t switches_ = 0;
  int32_t last_best_ = 0;  // the cost of the best candidate when the others were last dropped
  uint32_t utf8_characters_ = 0;
  uint32_t utf8_rare_characters_ = 0;
  uint32_t scored_bytes_ = 0;  // other bytes than ASCII in words that were scored
  uint32_t pruned_at_ = 0;
  uint16_t ascii_words_left_ = kAsciiWords;
  uint16_t tag_left_ = 0;  // bytes up to which a tag of markup may go on
  uint8_t last_lead_ = 0;  // the last byte that begins a character of UTF-8
  bool is_cjk_after_ascii_ = true;
};

static_assert(sizeof(Detector) <= 4096);

}  // namespace whatwg_encoding

// Gives the parts of a stream to the models, and asks them for their candidates.
#include "detector.h"

#include <algorithm>
#include <numeric>

#include "letters.h"

namespace whatwg_encoding {

namespace {

using detect::kEnoughBytes;
using detect::Word;

constexpr uint32_t kPruneEvery = 8;  // bytes
constexpr uint16_t kMostRepeated = 2;
// In bytes. This many bytes of words that are not scored end the scoring, too: such words take as
// long to read as the others.
constexpr uint32_t kEnoughUnscoredBytes = 4 * kEnoughBytes;

// NUL stands between the strings of a list, or by damage. Other control characters stand in the
// output of terminals and in records: BEL, BS, and those from ESC on.
enum Control { kNul, kTextControl, kOtherControl };
// A text has at least this many bytes for each control character of a kind.
constexpr uint64_t kBytesForControl[] = {4, 8, 50};
// In bytes. Noise of the first length has a control character; longer noise has one more in less
// than the second length.
constexpr uint64_t kBytesWithoutControl = 80;
constexpr uint64_t kBytesForFewControls = 256;
constexpr int32_t kTextControlCost = 5 * detect::kNat;
constexpr int32_t kControlCost = 12 * detect::kNat;
constexpr uint32_t kFewTextControls = 3;     // that cost: a text with more of them is a list
constexpr uint32_t kMostCounted = 1u << 16;  // control characters, for their cost

// An answer that leaves no doubt.
Detection Found(EncodingId encoding, uint8_t language) {
  Detection detection;
  detection.has_encoding = detection.is_reliable = true;
  detection.encoding = encoding;
  detection.count = 1;
  detection.candidates[0] = {encoding, language, 1};
  return detection;
}

// Whether a code point is a symbol that nobody writes in rows, as ± is: no letter, and no shade.
bool IsNoFrame(uint16_t code_point) {
  const bool is_shade = code_point >= 0x2500 && code_point < 0x25A0;
  return code_point < 0xC0 || (code_point >= 0x2000 && !is_shade);
}

// How many bytes are unmapped in an encoding of single bytes.
uint32_t CountUnmapped(const uint16_t* page, const detect::HighBytes& seen) {
  constexpr uint16_t kUnmapped = 0;  // as in all tables of indexes/generate.mjs
  uint32_t count = 0;
  seen.bytes.ForEach([&](size_t byte) {
    if (page[byte] == kUnmapped) count += seen.counts[byte & 0x7F];
  });
  return count;
}

}  // namespace

Detector::Detector(const DetectOptions& options)
    : allowed_(options.allowed),
      context_(options.hinted),
      single_byte_(options),
      multi_byte_(options),
      utf8_(options.allowed.Has(EncodingId::kUtf8)),
      escapes_(options.allowed),
      ebcdic_(options.allowed) {}

void Detector::Feed(Bytes chunk) {
  for (size_t at = 0; at < chunk.size() && size_ + at < first_.size(); ++at) {
    first_[static_cast<size_t>(size_) + at] = chunk[at];
  }
  utf8_.Feed(chunk);
  escapes_.Feed(chunk);
  decoded_ = 0;
  words_.Feed(chunk, *this);
  multi_byte_.Validate(chunk.subspan(static_cast<size_t>(decoded_)));
  utf16_.Feed(chunk, allowed_.Has(EncodingId::kUtf32be) || allowed_.Has(EncodingId::kUtf32le));
  ebcdic_.Feed(chunk);
  size_ += chunk.size();
}

void Detector::FeedWord(const Word& word, size_t place) {
  if (!word.is_ascii || multi_byte_.IsWithinCharacter()) {
    FeedOther(word, place);
  } else if (!words_.is_in_tag() && single_byte_.needs_ascii() && context_.ScoresAscii() &&
             !IsRepeated(word)) {
    context_.FeedAscii(word);
  }
  context_.FeedKind(word);
}

// Whether a word has come twice before. What a word says twice it does not say more often.
bool Detector::IsRepeated(const Word& word) {
  constexpr uint32_t kPrime = 0x01000193;  // of the hash FNV-1a
  constexpr uint16_t kCount = 3;           // the bits of a number; the others tell words apart
  uint32_t hash = 0x811C9DC5;
  for (const uint8_t byte : word.bytes) hash = (hash ^ byte) * kPrime;
  uint16_t& entry = words_seen_[hash >> 26];
  const auto print = static_cast<uint16_t>(hash & ~uint32_t{kCount});
  if ((entry & ~kCount) != print) entry = print;
  if ((entry & kCount) == kMostRepeated) return true;
  ++entry;
  return false;
}

// Scores a word that is not ASCII.
void Detector::FeedOther(const Word& word, size_t place) {
  const bool has_new = seen_.Add(word.bytes);
  table_.Feed(word.bytes);
  if (has_enough_) {
    if (!has_new) return;
  } else {
    const bool is_unscored = IsRepeated(word) || table_.IsRowInText(word.bytes);
    (is_unscored ? unscored_bytes_ : scored_bytes_) += static_cast<uint32_t>(word.bytes.size());
    if (is_unscored) {
      multi_byte_.FeedUnscored(word.bytes);
    } else {
      multi_byte_.Feed(word.bytes);
      utf8_.FeedWord(word.bytes);
    }
    has_enough_ = scored_bytes_ >= kEnoughBytes || unscored_bytes_ >= kEnoughUnscoredBytes;
    if (has_enough_) {
      multi_byte_.StartDecoding();
      decoded_ = place;
      enough_at_ = size_ + place;
    }
    if (is_unscored) return;
  }
  context_.FeedOther();
  const int32_t utf8 = allowed_.Has(EncodingId::kUtf8) ? utf8_.WordsCost() : detect::kNeverCost;
  const int32_t cjk = multi_byte_.ScoredCost();
  single_byte_.Feed(word, cjk, utf8);
  if (scored_bytes_ - pruned_at_ >= kPruneEvery) {
    pruned_at_ = scored_bytes_;
    if (!MayBeUtf8()) single_byte_.Revive(cjk != detect::kNeverCost);
    const detect::LanguageCosts languages = context_.Costs();
    single_byte_.Prune(languages, multi_byte_.BestCost(languages), utf8);
    multi_byte_.Prune(single_byte_.least_cost());
  }
}

void Detector::FeedBetween(uint8_t byte) {
  const bool is_text = InRange(byte, 0x09, 0x0D) || byte == 0x1A || byte == kEscapeByte;
  if (byte < 0x20 && !is_text) {
    const bool is_text_control = InRange(byte, 0x07, 0x08) || byte > kEscapeByte;
    ++controls_[byte == 0 ? kNul : is_text_control ? kTextControl : kOtherControl];
  }
  context_.FeedBetween(byte);
  multi_byte_.FeedBetween(byte);
}

// The encoding of a byte order mark, or windows-1252 where there is none.
EncodingId Detector::ByteOrderMark() const {
  for (const auto& [encoding, size, bytes] : kByteOrderMarks) {
    if (size_ < size || !std::equal(bytes.begin(), bytes.begin() + size, first_.begin())) continue;
    if (allowed_.Has(encoding)) return encoding;
    // The mark of UTF-32LE begins with that of UTF-16LE, in which no text begins with a NUL.
    if (IsUtf32(encoding)) break;
  }
  return EncodingId::kWindows1252;
}

bool Detector::HasTooManyControls() const {
  for (size_t kind = 0; kind < controls_.size(); ++kind) {
    if (controls_[kind] * kBytesForControl[kind] > size_) return true;
  }
  return false;
}

// Whether control characters are so rare that the bytes are no noise, in which every ninth byte is
// one.
bool Detector::HasFewControls() const {
  const uint64_t count = std::accumulate(controls_.begin(), controls_.end(), uint64_t{0});
  return size_ >= kBytesWithoutControl + count * kBytesForFewControls;
}

int32_t Detector::ControlCost() const {
  const uint32_t few = std::min(controls_[kNul] + controls_[kTextControl], kFewTextControls);
  const uint32_t others = std::min(controls_[kOtherControl], kMostCounted);
  return static_cast<int32_t>(few) * kTextControlCost + static_cast<int32_t>(others) * kControlCost;
}

// The answer for bytes that are ASCII: UTF-8, or the first encoding that has ASCII.
Detection Detector::AsciiResult() const {
  Detection detection;
  const auto has_ascii = [&](EncodingId encoding) {
    return encoding == EncodingId::kIso2022Jp ? escapes_.CanBeIso2022Jp()
                                              : IsAsciiCompatible(encoding);
  };
  allowed_.Any([&](EncodingId encoding) {
    if (!has_ascii(encoding)) return false;
    detection = Found(encoding, kNoLanguage);
    detection.is_ascii = true;
    return true;
  });
  return detection;
}

Detection Detector::Result(bool is_whole) const {
  Detector ended = *this;
  return ended.Finish(is_whole);
}

Detection Detector::Finish(bool is_whole) {
  words_.End(is_whole, 0, 0, *this);
  return Rank(is_whole);
}

// This function is apart from Result(), so that its memory on the stack is not in use while the
// last word is scored.
[[gnu::noinline]] Detection Detector::Rank(bool is_whole) const {
  const EncodingId marked = ByteOrderMark();
  if (marked != EncodingId::kWindows1252) {
    Detection detection = Found(marked, kNoLanguage);
    // A program may contain the bytes of a mark by chance.
    detection.is_reliable = utf16_.IsText(marked);
    if (marked == EncodingId::kUtf8) detection.malformed = utf8_.malformed();
    return detection;
  }
  const bool is_ascii = seen_.bytes.IsEmpty();
  const DetectedCandidate escaped = escapes_.Find(is_whole);
  if (is_ascii && escaped.language != kNoLanguage) {
    return Found(escaped.encoding, escaped.language);
  }
  const bool is_binary = HasTooManyControls();
  if (is_ascii && !is_binary && ebcdic_.is_empty()) return AsciiResult();
  detect::Ranking ranking;
  const auto enough = static_cast<uint32_t>(std::min<uint64_t>(size_, kEnoughBytes));
  ebcdic_.Rank(allowed_, context_, enough, ranking);
  // EBCDIC Hebrew has its letters below 0x80, so bytes that are ASCII may be EBCDIC.
  const bool is_ebcdic = is_ascii && ebcdic_.HasSpaces() &&
                         ranking.HasBelow(static_cast<int32_t>(enough) * detect::kNat * 3 / 4);
  if (is_ascii && !is_binary && !is_ebcdic) return AsciiResult();
  utf16_.Rank(allowed_, size_, has_enough_ ? enough_at_ : size_, is_whole, ranking);
  if (!is_binary && !is_ebcdic) {
    const detect::LanguageCosts languages = context_.Costs();
    single_byte_.Rank(languages, seen_, table_, ranking);
    multi_byte_.Rank(languages, size_, seen_.bytes.count() == 1, is_whole, ranking);
    utf8_.Rank(is_whole, ranking);
  }
  detect::ByteSet seen = ebcdic_.seen();
  seen.Add(seen_.bytes);
  const bool is_no_noise = HasFewControls() || table_.HasSpacesBetween();
  Detection detection = ranking.Answer(scored_bytes_, ControlCost(), is_no_noise, seen);
  if (detection.has_encoding && ranking.page() != nullptr) {
    detection.malformed = CountUnmapped(ranking.page(), seen_);
  }
  const bool is_little = utf8_.is_only_cut() || utf8_.is_lone_letter();
  if (detection.encoding == EncodingId::kUtf8 && is_little) detection.is_reliable = false;
  // The first letters of an alphabet may be those of another one.
  const bool is_latin = detection.candidates[0].language < detect::kLatinLanguageCount;
  if (ranking.page() != nullptr && !is_latin && table_.IsInOrder()) detection.is_reliable = false;
  // Rows of ± are frames in a code page of DOS.
  const bool has_frame = ranking.page() != nullptr && seen_.shade != 0;
  if (has_frame && IsNoFrame(ranking.page()[seen_.shade])) detection.is_reliable = false;
  return detection;
}

bool Detector::IsSettled() const {
  if (ByteOrderMark() != EncodingId::kWindows1252) return true;
  if (scored_bytes_ < 64) return false;
  const Detection result = Result(false);
  // Encodings of one script give the same text up to a letter that is still to come.
  const bool has_twins =
      result.candidates[0].language < detect::kAlphabetLanguageCount && scored_bytes_ < 128;
  return result.is_reliable && !has_twins && result.candidates[0].probability > 0.9995f;
}

}  // namespace whatwg_encoding

// Finds the encoding that bytes without a label are in, and says how sure that is.
//
// The Encoding Standard has no such step: only those who ask for it get a guess. There is one model
// for each kind of candidate. Each reads the stream and gives its candidates a cost, which is a
// negative logarithm of a probability, so that all costs stand on one scale. A ranking of them is
// the answer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../base/bytes.h"
#include "../core/encoding.h"
#include "candidates.h"
#include "context.h"
#include "ebcdic.h"
#include "escapes.h"
#include "letter_table.h"
#include "multi_byte.h"
#include "ranking.h"
#include "single_byte.h"
#include "utf_16.h"
#include "utf_8.h"
#include "words.h"

namespace whatwg_encoding {

// Reads a stream of bytes. It is a value: a copy of it is a copy of its place in the stream. The
// result does not depend on how the stream is cut into chunks.
class Detector {
 public:
  explicit Detector(const DetectOptions& options);

  void Feed(Bytes chunk);

  // The answer for the bytes so far. A character that their end cuts counts neither for nor against
  // an encoding, unless `is_whole` says that nothing follows.
  Detection Result(bool is_whole) const;
  // Returns what Result() returns, without copying the detector. Nothing may use the detector
  // afterwards.
  Detection Finish(bool is_whole);

  // Whether the result is so certain that a stream can be decoded from here on.
  bool IsSettled() const;

 private:
  friend detect::WordCutter;

  void FeedWord(const detect::Word& word, size_t place);
  void FeedOther(const detect::Word& word, size_t place);
  void FeedBetween(uint8_t byte);
  bool IsRepeated(const detect::Word& word);

  EncodingId ByteOrderMark() const;
  bool MayBeUtf8() const { return allowed_.Has(EncodingId::kUtf8) && utf8_.HasPossibleWords(); }
  bool HasTooManyControls() const;
  bool HasFewControls() const;
  int32_t ControlCost() const;
  Detection AsciiResult() const;
  Detection Rank(bool is_whole) const;

  CandidateSet allowed_;
  uint64_t size_ = 0;
  std::array<uint8_t, 4> first_{};
  detect::WordCutter words_;
  detect::HighBytes seen_;                 // in words that have ended
  std::array<uint16_t, 64> words_seen_{};  // hashes of words, and how often each has come
  uint32_t scored_bytes_ = 0;              // of words that are not ASCII
  uint32_t unscored_bytes_ = 0;            // of words that are read but not scored
  uint32_t pruned_at_ = 0;
  uint64_t enough_at_ = 0;  // where in the stream enough bytes were scored
  uint64_t decoded_ = 0;  // the place in a chunk where the decoders of several bytes begin to read
  // How many control characters there are: NUL, those that some texts have, and others.
  std::array<uint32_t, 3> controls_{};

  detect::LetterTable table_;
  detect::Context context_;
  detect::SingleByteModel single_byte_;
  detect::MultiByteModel multi_byte_;
  detect::Utf8Model utf8_;
  detect::Utf16Model utf16_;
  detect::EscapesModel escapes_;
  detect::EbcdicText ebcdic_;
  bool has_enough_ = false;  // no more words are scored
};

static_assert(sizeof(Detector) <= 6144);

}  // namespace whatwg_encoding

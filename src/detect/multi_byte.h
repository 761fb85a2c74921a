// Scores how well bytes read in the encodings of several bytes, as long as scores are made, and
// finds malformed sequences behind that.
#pragma once

#include <array>
#include <cstdint>

#include "../base/bytes.h"
#include "../codecs/big5.h"
#include "../codecs/euc_jp.h"
#include "../codecs/euc_kr.h"
#include "../codecs/gb18030.h"
#include "../codecs/johab.h"
#include "../codecs/shift_jis.h"
#include "candidates.h"
#include "cjk.h"
#include "context.h"
#include "ranking.h"

namespace whatwg_encoding::detect {

class MultiByteModel {
 public:
  explicit MultiByteModel(const DetectOptions& options);

  // Reads a word, and a byte of ASCII between words.
  void Feed(Bytes word);
  // Reads a word whose characters cost nothing.
  void FeedUnscored(Bytes word);
  void FeedBetween(uint8_t byte) {
    if (!is_after_ascii_) ReadAscii(byte);
  }

  // Ends the scores that are far behind. `best` is the least cost of the other candidates.
  void Prune(int32_t best);
  // Ends all scores. From here on, all bytes are given to Validate().
  void StartDecoding();
  // Charges the malformed sequences that decoders find in a part of the stream.
  void Validate(Bytes part);

  // Whether a character that is begun may go on with a byte of ASCII.
  bool IsWithinCharacter() const;

  // The least cost of an encoding, with the costs of languages, or kNeverCost if none can read the
  // bytes.
  int32_t BestCost(const LanguageCosts& languages = kNoLanguageCosts) const;
  // Returns the least cost of the words that were scored. What the decoders have found behind these
  // words does not count.
  int32_t ScoredCost() const { return is_decoding_ ? scored_cost_ : BestCost(); }

  // Adds each encoding that can read the bytes to a ranking. `size` is that of the stream;
  // `is_first` says that no more than one byte from 0x80 on has occurred; `is_whole` says that a
  // character that the end cuts is malformed.
  void Rank(const LanguageCosts& languages, uint64_t size, bool is_first, bool is_whole,
            Ranking& ranking) const;

 private:
  template <typename Call>
  void ForEachDecoder(Call call);
  void ReadAscii(uint8_t byte);

  CandidateSet allowed_;
  std::array<CjkScore, kMultiByteCount> scores_;
  // The decoders read on where the scores end: a score is out when it or its decoder has found
  // too many malformed sequences.
  Gb18030Decoder gb18030_;
  Big5Decoder big5_;
  EucJpDecoder euc_jp_{EucJpKind::kStandard};
  ShiftJisDecoder shift_jis_;
  EucKrDecoder euc_kr_;
  JohabDecoder johab_;
  BitSet<kMultiByteCount> cut_;  // whose decoders are within a character
  uint64_t decoded_bytes_ = 0;   // those from 0x80 on
  uint32_t block_bytes_ = 0;     // of the block that is being decoded
  int32_t scored_cost_ = 0;
  bool is_decoding_ = false;
  bool is_after_ascii_ = true;
  bool is_unscored_ = false;  // the last word cost nothing
};

}  // namespace whatwg_encoding::detect

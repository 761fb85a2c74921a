// Finds encodings of seven bits, in which escape sequences choose the characters.
#pragma once

#include <array>
#include <cstdint>

#include "../base/bytes.h"
#include "../codecs/hz_gb_2312.h"
#include "../codecs/iso_2022_jp.h"
#include "../codecs/iso_2022_kr.h"
#include "candidates.h"
#include "ranking.h"

namespace whatwg_encoding::detect {

class EscapesModel {
 public:
  explicit EscapesModel(const CandidateSet& allowed) : allowed_(allowed) {}

  void Feed(Bytes chunk);

  // Whether bytes that are ASCII can be read as ISO-2022-JP.
  bool CanBeIso2022Jp() const { return is_iso_2022_jp_ && allowed_.Has(EncodingId::kIso2022Jp); }

  // The encoding whose sequences stand in bytes that are ASCII, or UTF-8 where there are none.
  // Sequences of a terminal, such as a color or a reset, choose no characters.
  DetectedCandidate Find(bool is_whole) const;

 private:
  CandidateSet allowed_;
  Iso2022JpDecoder iso_2022_jp_;
  Iso2022KrDecoder iso_2022_kr_;
  HzGb2312Decoder hz_gb_2312_;
  std::array<uint8_t, 3> last_{};  // the last bytes
  bool is_iso_2022_jp_ = true;     // without malformed sequences so far
  bool is_iso_2022_kr_ = true;
  bool is_hz_gb_2312_ = true;
  // Whether a sequence chose Japanese, Korean or Chinese characters.
  bool has_japanese_ = false;
  bool has_korean_ = false;
  bool has_chinese_ = false;
};

}  // namespace whatwg_encoding::detect

// Finds encodings of seven bits, in which escape sequences choose the characters.
#pragma once

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
  explicit EscapesModel(const CandidateSet& allowed)
      : japanese_{allowed.Has(EncodingId::kIso2022Jp)},
        korean_{allowed.Has(EncodingId::kIso2022Kr)},
        chinese_{allowed.Has(EncodingId::kHzGb2312)} {}

  void Feed(Bytes chunk);

  // Whether bytes that are ASCII can be read as ISO-2022-JP.
  bool CanBeIso2022Jp() const { return japanese_.is_possible; }

  // The encoding whose sequences stand in bytes that are ASCII, or UTF-8 where there are none.
  // Sequences of a terminal, such as a color or a reset, choose no characters.
  DetectedCandidate Find(bool is_whole) const;

 private:
  template <typename Decoder>
  struct Reader {
    void Feed(Bytes chunk);
    bool IsFound(bool is_whole) const {
      return is_possible && has_sequence && (!is_whole || decoder.pending() == 0);
    }

    bool is_possible;           // allowed, and without malformed sequences so far
    bool has_sequence = false;  // a sequence chose other characters than those of ASCII
    Decoder decoder{};
  };

  Reader<Iso2022JpDecoder> japanese_;
  Reader<Iso2022KrDecoder> korean_;
  Reader<HzGb2312Decoder> chinese_;
  uint32_t last_ = 0;  // the last bytes, the last one in the lowest bits
};

}  // namespace whatwg_encoding::detect

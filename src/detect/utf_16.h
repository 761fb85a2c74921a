// Scores how well bytes read as UTF-16 and UTF-32 without a byte order mark.
#pragma once

#include <array>
#include <cstdint>

#include "../base/bytes.h"
#include "candidates.h"
#include "ranking.h"

namespace whatwg_encoding::detect {

// Scores the first code units of a stream, in both orders of their bytes. Code units of ASCII cost
// nothing, as in the other encodings.
class Utf16Model {
 public:
  // UTF-32 is scored only where it is allowed.
  void Feed(Bytes chunk, bool is_utf32_allowed);

  // Whether the bytes look like text in an encoding, if it is UTF-16 or a UTF-32 that is scored.
  bool IsText(EncodingId encoding) const;

  // Adds the allowed ones of UTF-16 and UTF-32 to a ranking. `size` is that of the stream, and the
  // other models have scored the words in its first `scored` bytes. `is_whole` says that a code
  // unit that the end cuts is malformed.
  void Rank(const CandidateSet& allowed, uint64_t size, uint64_t scored, bool is_whole,
            Ranking& ranking) const;

 private:
  // The score of one encoding: its cost in points, the last code unit and the kind of it.
  struct Score {
    void Feed(uint32_t unit);

    int32_t cost = 0;
    uint32_t last = 0;
    uint16_t block = 0;
    bool has_lead = false;  // the last code unit is a leading surrogate
  };

  std::array<Score, 4> scores_{};  // UTF-16BE, UTF-16LE, UTF-32BE, UTF-32LE
  uint32_t held_ = 0;              // the last bytes, the last one in the lowest bits
  uint16_t size_ = 0;
  uint16_t ascii_pairs_ = 0;  // code units whose bytes both are characters of ASCII
  uint16_t first_ = 0;        // the first code unit of UTF-16BE
  bool has_others_ = false;   // whether another code unit follows it
};

}  // namespace whatwg_encoding::detect

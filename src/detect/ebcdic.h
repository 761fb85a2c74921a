// Scores how well bytes read as text in a code page of EBCDIC, in which the letters, the spaces and
// the digits stand elsewhere than in ASCII.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../base/bytes.h"
#include "candidates.h"
#include "context.h"
#include "ranking.h"
#include "tables.h"

namespace whatwg_encoding::detect {

// Whether an encoding is a code page in which a space is 0x40.
bool IsEbcdic(EncodingId encoding);

// The first bytes of a stream, and which bytes it has. Nothing is read where no such code page is
// allowed.
class EbcdicText {
 public:
  explicit EbcdicText(const CandidateSet& allowed);

  void Feed(Bytes chunk);

  // Adds each allowed page that can read the bytes to a ranking. Costs are scaled to `scored`
  // bytes, which the other models have scored.
  void Rank(const CandidateSet& allowed, const Context& context, uint32_t scored,
            Ranking& ranking) const;

  // Whether spaces of EBCDIC are as frequent as in texts.
  bool HasSpaces() const;

  bool is_empty() const { return size_ == 0; }
  const ByteSet& seen() const { return seen_; }

 private:
  static constexpr size_t kSize = 256;

  // The costs of the first bytes, in points, on the scale of encodings in which ASCII costs
  // nothing; in each language of the script of a page.
  std::array<int32_t, kLatinLanguageCount> CostsIn(const EbcdicPage& page) const;

  std::array<uint8_t, kSize> bytes_{};
  uint16_t size_ = 0;
  bool is_allowed_;
  ByteSet seen_;
};

}  // namespace whatwg_encoding::detect

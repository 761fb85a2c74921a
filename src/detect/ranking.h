// Ranks the candidates by their costs, and says what the bytes are and how sure that is.
//
// May include base/, core/ and detect/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "../core/encoding.h"
#include "candidates.h"
#include "cjk.h"
#include "tables.h"

namespace whatwg_encoding {

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
  uint32_t malformed = 0;  // sequences that are malformed in the encoding
  // Best first: one entry for each encoding, at most this many.
  uint8_t count = 0;
  std::array<DetectedCandidate, 16> candidates;
};

namespace detect {

// A candidate with its cost.
struct Entry {
  int32_t cost = 0;  // in points
  // The part of `cost` that comes from hints and neighbouring words.
  int32_t context_cost = 0;
  EncodingId encoding = EncodingId::kUtf8;
  uint8_t language = kNoLanguage;
  // False: pruned earlier; `cost` is then its distance behind the best one at that time.
  bool is_scored = true;
  uint32_t malformed = 0;  // sequences, as far as counted
  const uint16_t* page = nullptr;  // the code points of an encoding of single bytes
};

// A set of bytes, as bits.
using ByteSet = std::array<uint64_t, 4>;

class Ranking {
 public:
  void Add(const Entry& entry) { entries_[count_++] = entry; }
  bool is_empty() const { return count_ == 0; }
  // Whether an entry costs no more than this.
  bool HasBelow(int32_t cost) const;

  // Orders the entries, and returns the answer for a stream of `size` bytes, of which `scored` were
  // scored; in EBCDIC `scored_ebcdic`. `seen` has the bytes that occurred.
  Detection Answer(uint64_t size, uint32_t scored, uint32_t scored_ebcdic, const ByteSet& seen);

 private:
  static constexpr size_t kOtherPageCount = kFirstCodePage + kCodePageCount - kFirstOtherCodePage;

  void Order();
  bool IsSame(const Entry& other) const;
  int32_t Margin() const;
  void Fill(int32_t margin, Detection& detection) const;

  std::array<Entry, kCandidateCount + static_cast<size_t>(MultiByte::kCount) + 1 + kOtherPageCount>
      entries_;
  size_t count_ = 0;
  ByteSet seen_{};
};

}  // namespace detect
}  // namespace whatwg_encoding

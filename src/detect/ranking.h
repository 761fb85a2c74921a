// Ranks the candidates by their costs, and says what the bytes are and how sure that is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

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

// The answer for the bytes so far.
struct Detection {
  bool has_encoding = false;  // false: nothing explains them
  bool is_reliable = false;
  bool is_ascii = false;  // all bytes are ASCII, and stand for ASCII
  EncodingId encoding = EncodingId::kUtf8;
  uint32_t malformed = 0;  // sequences that are malformed in the encoding
  // Best first: one entry for each text that the bytes may stand for, at most this many.
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
  bool is_revived = false;         // pruned for another one that turned out to be impossible
  uint32_t malformed = 0;          // sequences, as far as counted
  const uint16_t* page = nullptr;  // the code points of an encoding of single bytes
  // True: a rival that the caller did not allow. It is never answered, but it makes an answer less
  // reliable that it explains better or nearly as well.
  bool is_silent = false;
  float length = 0;  // how many bytes were scored; 0: those of words that are not ASCII
};

using ByteSet = BitSet<256>;

class Ranking {
 public:
  void Add(const Entry& entry) { entries_[count_++] = entry; }
  // Whether an entry costs no more than this.
  bool HasBelow(int32_t cost) const;

  // Orders the entries, and returns the answer for a stream with `scored` bytes of words that are
  // not ASCII. `seen` has the bytes that occurred. Control characters have cost
  // `controls` points in the encodings that contain ASCII. `is_no_noise` says that the bytes are
  // no noise, whatever they cost.
  Detection Answer(uint32_t scored, int32_t controls, bool is_no_noise, const ByteSet& seen);
  // The code points of the encoding that is answered, if it is one of single bytes.
  const uint16_t* page() const { return answerable_ == 0 ? nullptr : entries_[0].page; }

 private:
  static constexpr size_t kUnicodeCount = 5;  // UTF-8, UTF-16, UTF-32

  void Order();
  void PreferFrequent();
  bool IsSame(const Entry& a, const Entry& b) const;
  int32_t Lead() const;
  int32_t Margin() const;
  int32_t ReliableMargin() const;
  float Strangeness(float from, float to) const;
  void Fill(float probability, Detection& detection) const;

  std::array<Entry, kCandidateCount + kMultiByteCount + kUnicodeCount + kEbcdicPageCount> entries_;
  size_t count_ = 0;  // of entries; Order() puts the silent ones behind the `answerable_` others
  size_t answerable_ = 0;
  size_t listed_ = 0;  // the answerable ones that are in their order
  ByteSet seen_;
  float nats_ = 0;    // the cost of the bytes of the best entry, without what stands beside them
  float length_ = 1;  // how many these are
};

}  // namespace detect
}  // namespace whatwg_encoding

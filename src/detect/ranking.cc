// Ranks the candidates by their costs.
//
// May include base/, core/ and detect/.
#include "ranking.h"

#include <algorithm>
#include <bit>

#include "ebcdic.h"
#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr float kMostNatsPerByte = 4.4f;
constexpr float kMostNatsBeside = 10;
constexpr float kSpread = 1.5f * kNat;  // of probabilities, in points
constexpr uint32_t kFewBytes = 4;
constexpr int kShortMargin = 6 * kNat;  // for fewer bytes than that
constexpr int kReliableMargin = 3 * kNat;

// e to the power of `x`, with an error of less than a thousandth. std::exp() is not there: the
// addon for release is linked without libraries. Beyond ±80 the answer is that for ±80.
float Exponential(float x) {
  constexpr float kLog2OfE = 1.442695F;
  constexpr float kLogOf2 = 0.6931472F;
  const float binary = std::clamp(x, -80.0F, 80.0F) * kLog2OfE;
  const int whole = static_cast<int>(binary < 0 ? binary - 0.5F : binary + 0.5F);
  // The rest is from −0.35 to 0.35, for which five terms of the power series are enough.
  const float rest = (binary - static_cast<float>(whole)) * kLogOf2;
  const float series = 1 + rest * (1 + rest / 2 * (1 + rest / 3 * (1 + rest / 4)));
  // The exponent of a float, in bits 23 to 30, is a power of two.
  return series * std::bit_cast<float>((whole + 127) << 23);
}

// The probability of the best candidate, given its lead over the first one that decodes the bytes
// differently.
float ProbabilityOf(int32_t margin) {
  return 1 / (1 + Exponential(-static_cast<float>(margin) / kSpread));
}

}  // namespace

bool Ranking::HasBelow(int32_t cost) const {
  return std::any_of(entries_.begin(), entries_.begin() + static_cast<ptrdiff_t>(count_),
                     [&](const Entry& each) { return each.cost <= cost; });
}

// Only the entries that are shown have to be in order. This loop is much less code than
// std::sort(), and WebAssembly compiles code when it first runs.
void Ranking::Order() {
  int32_t least = kNeverCost;
  for (size_t i = 0; i < count_; ++i) {
    if (entries_[i].is_scored) least = std::min(least, entries_[i].cost);
  }
  for (size_t i = 0; i < count_ && least != kNeverCost; ++i) {
    if (!entries_[i].is_scored) entries_[i].cost += least;
  }
  const size_t shown = std::min(count_, std::tuple_size_v<decltype(Detection::candidates)>);
  for (size_t i = 0; i < shown; ++i) {
    for (size_t other = i + 1; other < count_; ++other) {
      const Entry& a = entries_[other];
      const Entry& b = entries_[i];
      const bool is_better = a.cost != b.cost ? a.cost < b.cost : a.encoding < b.encoding;
      if (is_better) std::swap(entries_[i], entries_[other]);
    }
  }
}

// Whether an encoding decodes the bytes that occurred as the best one does.
bool Ranking::IsSame(const Entry& other) const {
  const Entry& best = entries_[0];
  if (best.page == nullptr || other.page == nullptr ||
      IsEbcdic(best.encoding) != IsEbcdic(other.encoding)) {
    return false;
  }
  // All encodings but EBCDIC have the same characters for the bytes of ASCII.
  for (size_t byte = IsEbcdic(best.encoding) ? 0 : 0x80; byte < 0x100; ++byte) {
    const bool has = (seen_[byte / 64] >> byte % 64 & 1) != 0;
    if (has && best.page[byte] != other.page[byte]) return false;
  }
  return true;
}

// The lead of the best candidate over the first one that decodes the bytes differently.
int32_t Ranking::Margin() const {
  int32_t margin = 100 * kNat;
  for (size_t i = 1; i < count_; ++i) {
    const int32_t behind = entries_[i].cost - entries_[0].cost;
    if (behind < margin && !IsSame(entries_[i])) margin = behind;
  }
  return margin;
}

// An encoding that decodes the bytes as the best one does is as probable. The others share the
// rest.
void Ranking::Fill(int32_t margin, Detection& detection) const {
  const size_t shown = std::min(count_, detection.candidates.size());
  detection.count = static_cast<uint8_t>(shown);
  const float probability = ProbabilityOf(margin);
  for (size_t i = 0; i < shown; ++i) {
    const int32_t behind = entries_[i].cost - entries_[0].cost - margin;
    const bool is_equal = i == 0 || IsSame(entries_[i]);
    detection.candidates[i] = {
        entries_[i].encoding, entries_[i].language,
        is_equal ? probability
                 : (1 - probability) * Exponential(-static_cast<float>(behind) / kSpread)};
  }
}

Detection Ranking::Answer(uint64_t size, uint32_t scored, uint32_t scored_ebcdic,
                          const ByteSet& seen) {
  Detection detection;
  if (count_ == 0) return detection;
  seen_ = seen;
  Order();
  const Entry& best = entries_[0];
  const auto length = static_cast<float>(IsEbcdic(best.encoding) ? scored_ebcdic : scored);
  const float nats = static_cast<float>(best.cost - best.context_cost) / kNat;
  if (nats > kMostNatsPerByte * length + kMostNatsBeside) return detection;
  const int32_t margin = Margin();
  detection.has_encoding = true;
  detection.encoding = best.encoding;
  detection.malformed = best.malformed;
  detection.is_reliable = margin >= (size < kFewBytes ? kShortMargin : kReliableMargin);
  Fill(margin, detection);
  return detection;
}

}  // namespace whatwg_encoding::detect

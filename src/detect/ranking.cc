// Ranks the candidates by their costs.
#include "ranking.h"

#include <algorithm>
#include <utility>

#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr float kMostNatsPerByte = 4.4f;
constexpr float kMostNatsPerCjkByte = 5;
constexpr float kMostNatsBeside = 16;
constexpr float kMostNatsBesideCjk = 12;
constexpr float kMostNatsBesideUnits = 10;  // in encodings whose cost is that of code units
constexpr float kSpread = 1.5f * kNat;      // of the probabilities of other candidates, in points
constexpr uint32_t kBytesOfText = 8;        // so many are a text, whatever stands between its words
constexpr int32_t kSameCost = 2 * kNat;     // so near, the more frequent of two encodings is named
constexpr int32_t kFarthestListed = 40 * kNat;  // candidates further behind are not listed
constexpr int kReliableMargin = 13 * kNat / 2;
// The cost of a byte where all bytes are equally probable, for each byte of Entry::length.
constexpr float kNatsOfNoise = 4.8F;
constexpr float kMostStrangeTimes = 3.5F;  // the lead of a reliable answer where bytes are strange
constexpr int kUsualContextCost = 3 * kNat;  // of words of ASCII in the language of the others
// Text in a language that no candidate has costs more for each byte than the texts of its own. From
// the first of these costs on, in nats, a lead tells less; from the second one on, so much of it.
constexpr float kFamiliar = 3.4F;
constexpr float kStrange = 4.1F;
constexpr float kStrangeShare = 0.35F;
constexpr int32_t kRivalCost = 2 * kNat;  // of a silent rival, which is rare
constexpr float kBeaten = -2;  // the lead, in nats, of an answer that a silent rival beats
constexpr int32_t kGuessMargin = -3 * kNat;  // the lead of a guess, which is as a beaten one

// e to the power of `x`, which is between −100 and 100, as the limit of (1 + x / n)ⁿ. std::exp() is
// not there: the addon for release is linked without libraries.
float Exponential(float x) {
  constexpr int kSquares = 24;
  double power = 1 + static_cast<double>(x) / (1 << kSquares);
  for (int i = 0; i < kSquares; ++i) power *= power;
  return static_cast<float>(power);
}

// The probability of the best candidate, given its lead over the first one that decodes the bytes
// differently. The logarithm of its odds grows fast with a small lead, and slower beyond; a silent
// rival that is better leaves a chance.
float ProbabilityOf(int32_t margin) {
  const float lead = static_cast<float>(margin) / kNat;
  const float odds = std::min(1.35F * lead + 0.05F, 0.57F * lead + 1.0F);
  return 1 / (1 + Exponential(-std::max(odds, lead < kBeaten ? -2.2F : 0.3F)));
}

// A number that is lower for the encodings that are more frequent than others.
int PlaceOf(EncodingId encoding) {
  if (encoding == EncodingId::kWindows1252) return 0;
  if (encoding == EncodingId::kWindows1251) return 1;
  if (encoding >= EncodingId::kWindows1250 && encoding <= EncodingId::kWindows1258) return 2;
  const bool is_next = encoding == EncodingId::kWindows874 || encoding == EncodingId::kIbm850 ||
                       encoding == EncodingId::kIbm852;
  return is_next ? 3 : 4;
}

bool IsMoreFrequent(const Entry& a, const Entry& b) {
  return std::pair(PlaceOf(a.encoding), a.encoding) < std::pair(PlaceOf(b.encoding), b.encoding);
}

// Whether code units cost as much as those of noise do.
bool IsNoiseInUnits(const Entry& own) {
  const float nats = static_cast<float>(own.cost) / kNat;
  return own.length != 0 && nats > kMostNatsPerByte * own.length + kMostNatsBesideUnits;
}

}  // namespace

bool Ranking::HasBelow(int32_t cost) const {
  return std::any_of(entries_.begin(), entries_.begin() + static_cast<ptrdiff_t>(count_),
                     [&](const Entry& each) { return each.cost <= cost; });
}

// Puts the entries that may be answered and are not far behind in the order of their costs, and the
// silent ones last. This loop is much less code than std::sort(), and WebAssembly compiles code
// when it first runs.
void Ranking::Order() {
  int32_t least = kNeverCost;
  for (size_t i = 0; i < count_; ++i) {
    const Entry& own = entries_[i];
    if (own.is_scored && !IsNoiseInUnits(own)) least = std::min(least, own.cost);
  }
  answerable_ = 0;
  for (size_t i = 0; i < count_; ++i) {
    if (!entries_[i].is_scored) entries_[i].cost += least == kNeverCost ? 0 : least;
    if (!entries_[i].is_silent) std::swap(entries_[answerable_++], entries_[i]);
  }
  for (listed_ = 0; listed_ < answerable_; ++listed_) {
    size_t best = listed_;
    for (size_t other = listed_ + 1; other < answerable_; ++other) {
      const Entry& a = entries_[other];
      const Entry& b = entries_[best];
      const bool is_better = a.cost != b.cost ? a.cost < b.cost : IsMoreFrequent(a, b);
      if (is_better) best = other;
    }
    if (listed_ != 0 && entries_[best].cost - entries_[0].cost > kFarthestListed) return;
    if (best != listed_) std::swap(entries_[listed_], entries_[best]);
  }
}

// Names the more frequent one of two encodings that give the same text at nearly the same cost.
void Ranking::PreferFrequent() {
  for (size_t i = 1; i < listed_; ++i) {
    if (entries_[i].cost - entries_[0].cost > kSameCost) break;
    if (IsMoreFrequent(entries_[i], entries_[0]) && IsSame(entries_[i], entries_[0])) {
      std::swap(entries_[i], entries_[0]);
    }
  }
}

// Whether two encodings give the same text for the bytes that occurred.
bool Ranking::IsSame(const Entry& a, const Entry& b) const {
  constexpr size_t kSpace = 0x40;  // in EBCDIC
  if (a.page == nullptr || b.page == nullptr || a.page[kSpace] != b.page[kSpace]) return false;
  // All encodings but EBCDIC have the same characters for the bytes of ASCII.
  const size_t first = a.page[kSpace] == ' ' ? 0 : 0x80;
  return !seen_.Any([&](size_t byte) { return byte >= first && a.page[byte] != b.page[byte]; });
}

// The lead of the best candidate over the first one that gives another text, in points. It is below
// zero where a silent rival is better.
int32_t Ranking::Lead() const {
  int32_t lead = 100 * kNat;
  for (size_t i = 1; i < count_; ++i) {
    const int32_t rival = entries_[i].is_silent ? kRivalCost : 0;
    const int32_t behind = entries_[i].cost + rival - entries_[0].cost;
    if (behind < lead && !IsSame(entries_[i], entries_[0])) lead = behind;
  }
  return lead;
}

// How far the cost of a byte is on the way from one number of nats to another, from 0 to 1.
float Ranking::Strangeness(float from, float to) const {
  return std::clamp((nats_ / std::max(length_, 1.0F) - from) / (to - from), 0.0F, 1.0F);
}

// The lead, less of it where the bytes are strange to all candidates.
int32_t Ranking::Margin() const {
  int32_t margin = Lead();
  // Noise is a rival of encodings whose cost is that of code units, which decode most of it.
  if (entries_[0].length != 0) {
    const float lead = std::clamp(kNatsOfNoise * length_ - nats_, 0.0F, 100.0F);
    margin = std::min(margin, static_cast<int32_t>(lead * kNat));
  }
  if (margin < 0) return margin;
  const float share = 1 - Strangeness(kFamiliar, kStrange) * (1 - kStrangeShare);
  return static_cast<int32_t>(static_cast<float>(margin) * share);
}

// The margin from which on a program can go on alone. It is larger where the bytes are strange, and
// where the words of ASCII beside them are in another language: that of the bytes may be none of
// those that are known.
int32_t Ranking::ReliableMargin() const {
  const Entry& best = entries_[0];
  const float strange = Strangeness(kStrange - 0.3F, kStrange + 0.3F);
  const int least = static_cast<int>(kReliableMargin * (1 + strange * (kMostStrangeTimes - 1)));
  const bool has_doubt =
      best.page != nullptr && best.length == 0 && best.language < kLatinLanguageCount;
  return least + (has_doubt ? std::max(0, best.context_cost - kUsualContextCost) : 0);
}

// Lists one candidate for each text. The others share what the best one leaves, and none of them is
// more probable than it.
void Ranking::Fill(float probability, Detection& detection) const {
  float sum = 0;
  size_t count = 0;
  for (size_t i = 0; i < listed_ && count < detection.candidates.size(); ++i) {
    const Entry& own = entries_[i];
    const auto is_same = [&](const Entry& other) { return IsSame(other, own); };
    if (std::any_of(entries_.begin(), entries_.begin() + i, is_same)) continue;
    const auto behind = static_cast<float>(own.cost - entries_[0].cost);
    const float weight = count == 0 ? probability : Exponential(-behind / kSpread);
    if (count != 0) sum += weight;
    detection.candidates[count++] = {own.encoding, own.language, weight};
  }
  detection.count = static_cast<uint8_t>(count);
  for (size_t i = 1; i < count; ++i) {
    float& own = detection.candidates[i].probability;
    own = std::min(probability, (1 - probability) * own / sum);
  }
}

Detection Ranking::Answer(uint32_t scored, int32_t controls, bool is_no_noise,
                          const ByteSet& seen) {
  Detection detection;
  seen_ = seen;
  for (size_t i = 0; i < count_; ++i) {
    Entry& own = entries_[i];
    if (own.length == 0) own.cost += controls;
    if (is_no_noise && IsNoiseInUnits(own)) own.is_scored = false;
  }
  Order();
  if (answerable_ == 0) return detection;
  PreferFrequent();
  const Entry& best = entries_[0];
  length_ = best.length != 0 ? best.length : static_cast<float>(scored);
  // Control characters make no text strange. Without some bytes of text they make a text
  // improbable.
  const bool has_text = best.length == 0 && scored >= kBytesOfText;
  const int32_t beside_text = best.context_cost + (has_text ? controls : 0);
  nats_ = static_cast<float>(best.cost - beside_text) / kNat;
  const bool is_cjk = best.length == 0 && best.page == nullptr;
  const float beside = best.length != 0 ? kMostNatsBesideUnits
                       : is_cjk         ? kMostNatsBesideCjk
                                        : kMostNatsBeside;
  const float per_byte = is_cjk ? kMostNatsPerCjkByte : kMostNatsPerByte;
  const bool is_noise = nats_ > per_byte * length_ + beside;
  if (is_noise && !(is_no_noise && best.length == 0)) return detection;
  // What costs as much as noise, or was not read to the end, is only a guess.
  const bool is_guess = is_noise || !best.is_scored || best.is_revived;
  const int32_t margin = is_guess ? std::min(Margin(), kGuessMargin) : Margin();
  detection.has_encoding = true;
  detection.encoding = best.encoding;
  detection.malformed = best.malformed;
  detection.is_reliable = margin >= ReliableMargin();
  Fill(ProbabilityOf(margin), detection);
  return detection;
}

}  // namespace whatwg_encoding::detect

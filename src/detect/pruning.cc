// Drops candidates that are far behind, so that the others are scored faster.
//
// May include base/, core/, codecs/ and detect/.
#include <algorithm>

#include "detector.h"
#include "weights.h"

namespace whatwg_encoding {

namespace {

using detect::Candidate;
using detect::kCandidateCount;
using detect::kCandidates;
using detect::kMultiByteLanguages;
using detect::kNat;
using detect::kNeverCost;
using detect::kPairs;

constexpr int kPruneBehind = 25 * kNat;

}  // namespace

// Ends the scoring of candidates that are far behind or excluded. What was dropped gets another
// chance when nothing else is left.
void Detector::Prune() {
  const int32_t ascii = BestAsciiCost();
  int32_t best = kNeverCost;
  for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
    if (!IsLive(candidate)) continue;
    if (IsExcluded(candidate)) {
      live_[candidate / 64] &= ~(uint64_t{1} << candidate % 64);
      continue;
    }
    const Candidate& own = kCandidates[candidate];
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      if (!IsScored(pair)) continue;
      const size_t language = kPairs[pair].language;
      best = std::min(best, costs_[pair] + AsciiCost(language, ascii) + HintCost(language));
    }
  }
  for (size_t i = 0; i < kMultiByteCount; ++i) {
    if (cjk_[i].is_out()) continue;
    const size_t language = kMultiByteLanguages[i];
    best = std::min(best, cjk_[i].cost() + AsciiCost(language, ascii) + HintCost(language));
  }
  if (best == kNeverCost) {
    for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
      if (!IsAllowed(candidate) || IsExcluded(candidate)) continue;
      live_[candidate / 64] |= uint64_t{1} << candidate % 64;
      const Candidate& own = kCandidates[candidate];
      for (size_t i = 0; i < own.pair_count; ++i) {
        const size_t pair = own.first_pair + i;
        if (!IsScored(pair)) costs_[pair] += last_best_;
        scored_[pair / 64] |= uint64_t{1} << pair % 64;
        live_languages_ |= uint64_t{1} << kPairs[pair].language;
      }
    }
    return;
  }
  last_best_ = best;
  live_languages_ = 0;
  for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
    if (!IsLive(candidate)) continue;
    const Candidate& own = kCandidates[candidate];
    bool is_live = false;
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      if (!IsScored(pair)) continue;
      const size_t language = kPairs[pair].language;
      const int32_t cost = costs_[pair] + AsciiCost(language, ascii) + HintCost(language);
      if (cost <= best + kPruneBehind) {
        is_live = true;
        live_languages_ |= uint64_t{1} << language;
      } else {
        scored_[pair / 64] &= ~(uint64_t{1} << pair % 64);
        costs_[pair] = cost - best;
      }
    }
    if (!is_live) live_[candidate / 64] &= ~(uint64_t{1} << candidate % 64);
  }
}

}  // namespace whatwg_encoding

// Scores how well bytes read as words of a language in an encoding of single bytes: each pair of an
// encoding and a language that is written in it.
#pragma once

#include <array>
#include <cstdint>

#include "candidates.h"
#include "context.h"
#include "letter_table.h"
#include "ranking.h"
#include "tables.h"
#include "words.h"

namespace whatwg_encoding::detect {

class SingleByteModel {
 public:
  explicit SingleByteModel(const DetectOptions& options);

  // Reads a word that is not ASCII. `best_cjk` is the least cost of an encoding of several bytes,
  // and `best_utf8` that of UTF-8; each may be kNeverCost.
  void Feed(const Word& word, int32_t best_cjk, int32_t best_utf8);

  // Ends the scoring of pairs that are far behind each other or the other candidates, whose least
  // costs are `best_cjk` and `best_utf8`.
  void Prune(const LanguageCosts& languages, int32_t best_cjk, int32_t best_utf8);
  // Scores again what was dropped, if nothing is scored and the bytes are no UTF-8 after all. With
  // `has_cjk`, an encoding of several bytes can read them, for which pairs may have been dropped.
  void Revive(bool has_cjk);

  // Adds each encoding that can read the bytes to a ranking.
  void Rank(const LanguageCosts& languages, const HighBytes& seen, const LetterTable& table,
            Ranking& ranking) const;

  // Whether words of ASCII tell apart the languages in pairs that are scored.
  bool needs_ascii() const { return needs_ascii_; }

  // The least cost of a pair when pairs were pruned.
  int32_t least_cost() const { return least_cost_; }

 private:
  struct Reading;
  class Readings;

  int MostCost(int ascii, int others, int32_t best) const;
  void FindLive(bool has_rival);

  std::array<int32_t, kPairCount> costs_{};  // by pair, in points
  CandidateSet allowed_;
  BitSet<kCandidateCount> read_;  // the candidates that are allowed or rivals
  BitSet<kPairCount> scored_;
  BitSet<kCandidateCount> live_;  // the candidates with a pair that is scored
  int32_t least_cost_ = 0;
  bool is_revived_ = false;
  bool is_behind_utf8_ = false;  // the last pairs were dropped for UTF-8
  int32_t cost_at_pruning_ = 0;  // of the best candidate when the last ones were dropped
  bool needs_ascii_ = false;
};

}  // namespace whatwg_encoding::detect

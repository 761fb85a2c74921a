// Scores how well bytes read as words of a language in an encoding of single bytes: each pair of an
// encoding and a language that is written in it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../base/bytes.h"
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
  // or 0 if none of these can read the bytes; `best_utf8` is that of UTF-8, or kNeverCost.
  void Feed(const Word& word, int32_t best_cjk, int32_t best_utf8);

  // Ends the scoring of pairs that are far behind. `best` is the least cost of the
  // other candidates.
  void Prune(const Context& context, int32_t best);

  // Adds each encoding that can read the bytes to a ranking.
  void Rank(const Context& context, const HighBytes& seen, const LetterTable& table,
            Ranking& ranking) const;

  // English and the languages of the Latin script in pairs that are scored, as bits; none where one
  // language alone is left.
  uint64_t live_latin() const {
    return has_one_language_ ? 0 : live_places_[0] | uint64_t{1} << kEnglish;
  }

  // The least cost of a pair when pairs were pruned.
  int32_t least_cost() const { return least_cost_; }

 private:
  struct Reading;

  int MostCost(const Word& word, int32_t best) const;
  static void AddLanguages(Reading& reading, uint64_t places);
  static void AddRows(Reading& reading);
  template <typename Call>
  void ForEachScored(Call call) const;
  bool IsScored(size_t pair) const { return (scored_[pair / 64] >> pair % 64 & 1) != 0; }

  std::array<int32_t, kPairCount> costs_{};  // by pair, in points
  CandidateSet allowed_;
  // One bit for each candidate that is allowed or a rival, for each pair that is scored, and for
  // each candidate with such a pair.
  std::array<uint64_t, (kCandidateCount + 63) / 64> read_{};
  std::array<uint64_t, (kPairCount + 63) / 64> scored_{};
  std::array<uint64_t, (kCandidateCount + 63) / 64> live_{};
  int32_t least_cost_ = 0;
  // For each script, the languages of pairs that are scored: one bit for each of its languages.
  std::array<uint64_t, kScriptCount> live_places_{};
  bool has_one_language_ = false;
};

}  // namespace whatwg_encoding::detect

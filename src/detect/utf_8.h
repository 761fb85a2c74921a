// Scores how well bytes read as UTF-8.
#pragma once

#include <cstdint>

#include "../base/bytes.h"
#include "../codecs/utf_8.h"
#include "ranking.h"

namespace whatwg_encoding::detect {

class Utf8Model {
 public:
  explicit Utf8Model(bool is_allowed) : is_utf8_(is_allowed) {}

  // Reads a chunk of the stream.
  void Feed(Bytes chunk);
  // Scores a word.
  void FeedWord(Bytes word);

  // The only character that is not ASCII is cut by the end.
  bool is_only_cut() const { return characters_ == 1 && decoder_.pending() != 0; }
  // One character of three bytes or more tells little, unless it is a quote, a dash or a symbol.
  bool is_lone_letter() const {
    return characters_ == 1 && last_lead_ >= 0xE0 && last_lead_ != 0xE2;
  }

  // How many sequences are malformed, as far as they have been counted.
  uint32_t malformed() const { return malformed_; }

  // The cost of the words so far, or kNeverCost if they are malformed. It does not depend on what
  // follows in the chunk.
  int32_t WordsCost() const;
  // Whether the words so far may be damaged text in UTF-8. It does not depend on what follows in
  // the chunk either.
  bool HasPossibleWords() const { return characters_ >= malformed_words_ * kCharactersForEach; }

  // Adds UTF-8 to a ranking if it can read the bytes.
  void Rank(bool is_whole, Ranking& ranking) const;

 private:
  // UTF-8 has at least this many characters for each malformed sequence.
  static constexpr uint32_t kCharactersForEach = 2;

  int32_t CharactersCost() const;
  // Whether the malformed sequences so far are so few that the stream may be UTF-8.
  bool MayBeUtf8() const;

  Utf8Decoder decoder_;
  uint64_t size_ = 0;
  uint32_t malformed_ = 0;
  uint32_t malformed_words_ = 0;
  uint32_t characters_ = 0;
  uint32_t rare_characters_ = 0;
  uint32_t odd_characters_ = 0;
  bool is_utf8_;
  uint8_t last_lead_ = 0;  // the last byte that begins a character of several bytes
};

}  // namespace whatwg_encoding::detect

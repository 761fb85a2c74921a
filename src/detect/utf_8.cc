// Scores how well bytes read as UTF-8.
#include "utf_8.h"

#include <algorithm>

#include "decoders.h"
#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr uint64_t kBytesForEach = 32;
constexpr int kCharacterCost = 5 * kNat / 2;
constexpr int kOddCharacterCost = 6 * kNat;   // beside a letter of another script
constexpr int kRareCharacterCost = 8 * kNat;  // in addition to kCharacterCost

// Whether a byte begins characters of the scripts that have an encoding besides UTF-8.
constexpr bool IsUsualLead(uint8_t lead) {
  return InRange(lead, 0xC2, 0xC6) || InRange(lead, 0xCE, 0xD1) || InRange(lead, 0xD7, 0xDB) ||
         InRange(lead, 0xE0, 0xF0);
}

// The script of the letters that a byte begins, or 0. Armenian and Hebrew count as one.
constexpr uint8_t kLatinLead = 0xC3;
constexpr uint8_t ScriptOf(uint8_t lead) {
  if (InRange(lead, kLatinLead, 0xC9)) return kLatinLead;
  if (InRange(lead, 0xCD, 0xDB)) return lead < 0xD0 ? 0xCD : lead & 0xFC;
  return lead == 0xE0 ? lead : uint8_t{0};
}

// The cost of a character that the end cuts, and that is the only one: it tells how often the byte
// that begins it does so.
constexpr int LeadCost(uint8_t lead) {
  if (InRange(lead, 0xC3, 0xC5) || InRange(lead, 0xCE, 0xD1) || lead == 0xE2) return 3 * kNat;
  return lead == 0xC2 ? 5 * kNat : 12 * kNat;
}

}  // namespace

void Utf8Model::Feed(Bytes chunk) {
  // The decoder reads the stream in blocks. The first block shows that a long stream is no UTF-8,
  // and the answer does not depend on how the stream is cut.
  constexpr size_t kBlock = 4096;
  while (is_utf8_ && !chunk.empty()) {
    const Bytes block =
        chunk.first(std::min(kBlock - static_cast<size_t>(size_ % kBlock), chunk.size()));
    chunk = chunk.subspan(block.size());
    size_ += block.size();
    malformed_ += CountMalformed(decoder_, block, kMostMalformed);
    if (size_ % kBlock == 0) is_utf8_ = MayBeUtf8();
  }
}

bool Utf8Model::MayBeUtf8() const {
  return malformed_ <= std::clamp<uint64_t>(size_ / kBytesForEach, 16, kMostMalformed);
}

void Utf8Model::FeedWord(Bytes word) {
  uint8_t last_script = 0;
  const bool is_bare = std::none_of(word.begin(), word.end(), IsAsciiByte);
  int trailing = 0;
  bool is_malformed = false;
  for (size_t i = 0; i < word.size(); ++i) {
    const uint8_t byte = word[i];
    const bool is_trailing = InRange(byte, 0x80, 0xBF);
    if (is_trailing != (trailing > 0)) is_malformed = true;
    trailing = is_trailing ? trailing - 1 : byte < 0xC0 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    if (IsAsciiByte(byte)) last_script = kLatinLead;
    if (byte < 0xC0) continue;
    const bool is_last = i + 1 == word.size();
    if (!is_last && !InRange(word[i + 1], 0x80, 0xBF)) continue;
    ++characters_;
    last_lead_ = byte;
    // No character from U+40000 on is in use.
    const uint8_t least = byte == 0xE0 ? 0xA4 : byte == 0xEA ? 0xB0 : 0x80;
    const bool is_usual = IsUsualLead(byte) && (is_last || word[i + 1] >= least);
    rare_characters_ += byte > 0xF0 ? 3 : is_usual ? 0 : 1;
    const uint8_t script = ScriptOf(byte);
    if (script == 0) continue;
    // Letters of two scripts in a word, or a word of accented letters alone.
    const bool is_odd =
        last_script != 0 && (last_script != script || (is_bare && script == kLatinLead));
    if (is_odd) ++odd_characters_;
    last_script = script;
  }
  if (is_malformed) ++malformed_words_;
}

int32_t Utf8Model::CharactersCost() const {
  // The characters of a few thousand bytes are counted.
  return static_cast<int32_t>(characters_) * kCharacterCost +
         static_cast<int32_t>(rare_characters_) * kRareCharacterCost +
         static_cast<int32_t>(odd_characters_) * kOddCharacterCost;
}

int32_t Utf8Model::WordsCost() const {
  return malformed_words_ != 0 ? kNeverCost : CharactersCost();
}

void Utf8Model::Rank(bool is_whole, Ranking& ranking) const {
  if (!is_utf8_ || !MayBeUtf8() || (is_whole && decoder_.pending() != 0)) return;
  if (characters_ < malformed_ * kCharactersForEach) return;
  ranking.Add({.cost = static_cast<int32_t>(malformed_) * kMalformedCost +
                       (is_only_cut() ? LeadCost(last_lead_) : CharactersCost()) +
                       (is_lone_letter() ? kRareCharacterCost : 0),
               .encoding = EncodingId::kUtf8,
               .malformed = malformed_});
}

}  // namespace whatwg_encoding::detect

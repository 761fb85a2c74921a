// Scores the encodings of several bytes.
#include "multi_byte.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "decoders.h"
#include "letters.h"
#include "words.h"

namespace whatwg_encoding::detect {

namespace {

constexpr int kCutAfterLatinCost = 9 * kNat;
constexpr int kCutCharacterCost = 5 * kNat;    // of an encoding of several bytes, at the end
constexpr int kLengthBitCost = 7 * kNat / 10;  // for each binary digit of the length in bytes

constexpr int32_t kFarBehind = 100 * kNat;

}  // namespace

MultiByteModel::MultiByteModel(const DetectOptions& options) : allowed_(options.allowed) {
  for (size_t i = 0; i < scores_.size(); ++i) {
    scores_[i] = CjkScore(static_cast<MultiByte>(i));
    const EncodingId encoding = scores_[i].traits().encoding;
    const bool is_gbk = encoding == EncodingId::kGbk;
    const bool is_allowed =
        allowed_.Has(encoding) || (is_gbk && allowed_.Has(EncodingId::kGb18030));
    if (!is_allowed) scores_[i].Drop();
  }
}

void MultiByteModel::Feed(Bytes word) {
  is_after_ascii_ = false;
  is_unscored_ = false;
  for (CjkScore& score : scores_) {
    for (const uint8_t byte : word) score.Read(byte);
  }
}

void MultiByteModel::FeedUnscored(Bytes word) {
  const std::array<CjkScore, kMultiByteCount> before = scores_;
  Feed(word);
  is_unscored_ = true;
  for (size_t i = 0; i < scores_.size(); ++i) scores_[i].set_cost(before[i].cost());
}

void MultiByteModel::ReadAscii(uint8_t byte) {
  is_after_ascii_ = true;
  for (CjkScore& score : scores_) {
    const int32_t cost = score.cost();
    if (score.is_within_character()) {
      score.Read(byte);
      is_after_ascii_ = false;
    } else {
      score.StartAfterAscii(byte);
    }
    // A character that a word without a cost has begun costs nothing either.
    if (is_unscored_) score.set_cost(cost);
  }
}

// Calls `call` with each decoder and the number of its encoding.
template <typename Call>
void MultiByteModel::ForEachDecoder(Call call) {
  size_t encoding = 0;
  const auto call_all = [&](auto&... decoders) { (call(encoding++, decoders), ...); };
  call_all(gb18030_, big5_, euc_jp_, shift_jis_, euc_kr_, johab_);
}

void MultiByteModel::Prune(int32_t best) {
  best = std::min(best, BestCost());
  for (CjkScore& score : scores_) {
    if (score.cost() > best + kFarBehind) score.Drop();
  }
}

// The decoders go on where the scores stand, within a character or not.
void MultiByteModel::StartDecoding() {
  scored_cost_ = BestCost();
  is_decoding_ = true;
  ForEachDecoder([&](size_t encoding, auto& decoder) {
    CjkScore& score = scores_[encoding];
    if (score.is_within_character()) {
      CountMalformed(decoder, score.held(), 0);
      cut_.Add(encoding);
    }
    score.Freeze();
  });
}

void MultiByteModel::Validate(Bytes part) {
  // The decoders read the bytes in blocks. The first block shows what a long part is not, and the
  // answer does not depend on how the stream is cut.
  constexpr uint32_t kBlock = 1u << 16;
  while (is_decoding_ && !part.empty()) {
    const Bytes block = part.first(std::min<size_t>(kBlock - block_bytes_, part.size()));
    part = part.subspan(block.size());
    block_bytes_ = (block_bytes_ + static_cast<uint32_t>(block.size())) % kBlock;
    const auto high_bytes = std::count_if(block.begin(), block.end(), std::not_fn(IsAsciiByte));
    const bool is_ascii = high_bytes == 0;
    decoded_bytes_ += static_cast<uint64_t>(high_bytes);
    const uint64_t characters = (kEnoughBytes + decoded_bytes_) / 2;
    ForEachDecoder([&](size_t encoding, auto& decoder) {
      CjkScore& score = scores_[encoding];
      if (score.is_out()) return;
      uint32_t malformed = 0;
      if (!is_ascii || cut_.Has(encoding)) {
        malformed = CountMalformed(decoder, block, kMostMalformed);
        cut_.Remove(encoding);
        if (decoder.pending() != 0) cut_.Add(encoding);
      }
      score.ChargeDecoded(malformed, characters);
      if (block_bytes_ == 0) score.DropIfDamaged();
    });
  }
}

bool MultiByteModel::IsWithinCharacter() const {
  return !is_after_ascii_ && std::any_of(scores_.begin(), scores_.end(), [](const CjkScore& each) {
    return each.is_within_character();
  });
}

int32_t MultiByteModel::BestCost(const LanguageCosts& languages) const {
  int32_t best = kNeverCost;
  for (const CjkScore& each : scores_) {
    if (!each.is_out()) best = std::min(best, each.cost() + languages[each.traits().language]);
  }
  return best;
}

// A longer text is less likely to end within the first of its characters of several bytes: the
// costs are in proportion to the logarithm of its length.
void MultiByteModel::Rank(const LanguageCosts& languages, uint64_t size, bool is_first,
                          bool is_whole, Ranking& ranking) const {
  const int32_t first_cut =
      is_first ? static_cast<int32_t>(std::bit_width(size)) * kLengthBitCost : 0;
  for (size_t i = 0; i < scores_.size(); ++i) {
    const CjkScore& score = scores_[i];
    const bool is_cut = score.is_within_character() || cut_.Has(i);
    if (score.is_out() || !score.is_plausible() || (is_whole && is_cut)) continue;
    const auto& [encoding, language, prior_cost, doubled_cost] = score.traits();
    const bool is_gb18030 = encoding == EncodingId::kGbk && allowed_.Has(EncodingId::kGb18030) &&
                            (score.has_four_bytes() || !allowed_.Has(EncodingId::kGbk));
    const int32_t cut_cost =
        score.is_within_character()
            ? first_cut + (score.is_after_latin() ? kCutAfterLatinCost : kCutCharacterCost)
            : 0;
    ranking.Add({.cost = score.cost() + languages[language] + cut_cost,
                 .context_cost = score.ascii_cost() + languages[language],
                 .encoding = is_gb18030 ? EncodingId::kGb18030 : encoding,
                 .language = language,
                 .malformed = score.malformed()});
  }
}

}  // namespace whatwg_encoding::detect

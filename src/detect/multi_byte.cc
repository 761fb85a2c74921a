// Scores the encodings of several bytes.
#include "multi_byte.h"

#include <bit>

#include "../simd/ascii.h"
#include "decoders.h"
#include "letters.h"

namespace whatwg_encoding::detect {

namespace {

constexpr int kCutAfterLatinCost = 9 * kNat;
constexpr int kCutCharacterCost = 5 * kNat;    // of an encoding of several bytes, at the end
constexpr int kLengthBitCost = 7 * kNat / 10;  // for each binary digit of the length in bytes

constexpr int32_t kFarBehind = 100 * kNat;

}  // namespace

MultiByteModel::MultiByteModel(const DetectOptions& options) : allowed_(options.allowed) {
  for (size_t i = 0; i < kCount; ++i) {
    scores_[i].set_cost(kMultiBytePriors[i]);
    const bool is_allowed =
        allowed_.Has(kMultiByteEncodings[i]) || (i == 0 && allowed_.Has(EncodingId::kGb18030));
    if (!is_allowed) scores_[i].Drop();
  }
}

void MultiByteModel::Feed(Bytes word) {
  is_after_ascii_ = false;
  is_unscored_ = false;
  for (size_t i = 0; i < kCount; ++i) {
    for (const uint8_t byte : word) scores_[i].Read(static_cast<MultiByte>(i), byte);
  }
}

void MultiByteModel::FeedUnscored(Bytes word) {
  if (is_decoding_) return;
  std::array<int32_t, kCount> costs;
  for (size_t i = 0; i < kCount; ++i) costs[i] = scores_[i].cost();
  Feed(word);
  is_unscored_ = true;
  for (size_t i = 0; i < kCount; ++i) scores_[i].set_cost(costs[i]);
}

void MultiByteModel::ReadAscii(uint8_t byte) {
  is_after_ascii_ = true;
  for (size_t i = 0; i < kCount; ++i) {
    const auto encoding = static_cast<MultiByte>(i);
    const int32_t cost = scores_[i].cost();
    if (scores_[i].is_within_character()) {
      scores_[i].Read(encoding, byte);
      is_after_ascii_ = false;
    } else {
      scores_[i].StartAfterAscii(encoding, byte);
    }
    // A character that a word without a cost has begun costs nothing either.
    if (is_unscored_) scores_[i].set_cost(cost);
  }
}

template <typename Self, typename Call>
void MultiByteModel::ForEachDecoder(Self& self, Call call) {
  call(static_cast<size_t>(MultiByte::kGbk), self.gb18030_);
  call(static_cast<size_t>(MultiByte::kBig5), self.big5_);
  call(static_cast<size_t>(MultiByte::kEucJp), self.euc_jp_);
  call(static_cast<size_t>(MultiByte::kShiftJis), self.shift_jis_);
  call(static_cast<size_t>(MultiByte::kEucKr), self.euc_kr_);
  call(static_cast<size_t>(MultiByte::kJohab), self.johab_);
}

void MultiByteModel::Prune(int32_t best) {
  const int32_t own = BestCost();
  for (CjkScore& score : scores_) {
    if (score.cost() > (own == 0 ? best : std::min(own, best)) + kFarBehind) score.Drop();
  }
}

// The decoders go on where the scores stand, within a character or not.
void MultiByteModel::StartDecoding() {
  is_decoding_ = true;
  ForEachDecoder(*this, [&](size_t encoding, auto& decoder) {
    CjkScore& score = scores_[encoding];
    if (score.is_within_character()) CountMalformed(decoder, score.held(), 0);
    score.Freeze();
  });
}

void MultiByteModel::Validate(Bytes part) {
  if (!is_decoding_) return;
  decoded_bytes_ += part.size();
  const bool is_ascii = simd::AsciiPrefix(part.data(), part.size()) == part.size();
  const uint64_t characters = (kEnoughBytes + decoded_bytes_) / 2;
  ForEachDecoder(*this, [&](size_t encoding, auto& decoder) {
    CjkScore& score = scores_[encoding];
    if (score.is_out() || (is_ascii && decoder.pending() == 0)) return;
    const auto most = std::min<uint64_t>(kMostMalformed, CjkScore::MostMalformed(characters));
    const uint32_t malformed = CountMalformed(decoder, part, static_cast<uint32_t>(most));
    if (malformed != 0) score.ChargeMalformed(malformed, characters);
  });
}

bool MultiByteModel::IsAnyWithin() const {
  return std::any_of(scores_.begin(), scores_.end(),
                     [](const CjkScore& each) { return each.is_within_character(); });
}

bool MultiByteModel::IsCut(size_t encoding) const {
  bool is_cut = scores_[encoding].is_within_character();
  ForEachDecoder(*this, [&](size_t each, const auto& decoder) {
    if (each == encoding && decoder.pending() != 0) is_cut = true;
  });
  return is_cut;
}

int32_t MultiByteModel::BestCost() const {
  int32_t best = 0;
  for (const CjkScore& each : scores_) {
    if (!each.is_out() && (best == 0 || each.cost() < best)) best = each.cost();
  }
  return best;
}

int32_t MultiByteModel::BestCost(const Context& context) const {
  const int32_t ascii = context.BestAsciiCost();
  int32_t best = kNeverCost;
  for (size_t i = 0; i < kCount; ++i) {
    if (scores_[i].is_out()) continue;
    best = std::min(best, scores_[i].cost() + context.Cost(kMultiByteLanguages[i], ascii));
  }
  return best;
}

// A longer text is less likely to end within the first of its characters of several bytes: the
// costs are in proportion to the logarithm of its length.
void MultiByteModel::Rank(const Context& context, uint64_t size, bool is_first, bool is_whole,
                          Ranking& ranking) const {
  const int32_t ascii = context.BestAsciiCost();
  const int32_t first_cut =
      is_first ? static_cast<int32_t>(std::bit_width(size)) * kLengthBitCost : 0;
  for (size_t i = 0; i < kCount; ++i) {
    const CjkScore& score = scores_[i];
    if (score.is_out() || !score.is_plausible() || (is_whole && IsCut(i))) continue;
    Entry entry{.encoding = kMultiByteEncodings[i],
                .language = kMultiByteLanguages[i],
                .malformed = score.malformed()};
    if (i == 0 && allowed_.Has(EncodingId::kGb18030) &&
        (score.has_four_bytes() || !allowed_.Has(EncodingId::kGbk))) {
      entry.encoding = EncodingId::kGb18030;
    }
    const int32_t language_cost = context.Cost(entry.language, ascii);
    entry.context_cost = language_cost + score.ascii_cost();
    entry.cost = score.cost() + language_cost;
    if (score.is_within_character()) {
      entry.cost += first_cut + (score.is_after_latin() ? kCutAfterLatinCost : kCutCharacterCost);
    }
    ranking.Add(entry);
  }
}

}  // namespace whatwg_encoding::detect

// Finds an encoding by the costs of candidates, which are pairs of an encoding and a language, on
// one scale of logarithms of probabilities.
//
// May include base/, core/, codecs/ and detect/.
#include "detector.h"

#include <algorithm>

#include "../codecs/left_out.h"
#include "../core/sinks.h"
#include "weights.h"

namespace whatwg_encoding {

namespace {

using detect::Candidate;
using detect::kCandidateCount;
using detect::kCandidates;
using detect::kMultiByteEncodings;
using detect::kMultiBytePriors;
using detect::kPairs;
using detect::MultiByte;

// Reads a chunk with a decoder. Returns whether it is well-formed so far.
template <typename Decoder>
bool Reads(Decoder& decoder, Bytes chunk) {
  if constexpr (IsIncluded<Decoder>()) {
    CountingSink sink;
    return decoder.Decode(chunk, sink, false).outcome == Outcome::kFinished;
  } else {
    return false;
  }
}

}  // namespace

Detector::Detector(const DetectOptions& options) : options_(options) {
  for (size_t candidate = 0; candidate < kCandidateCount; ++candidate) {
    const Candidate& own = kCandidates[candidate];
    const bool is_allowed = IsAllowed(candidate);
    if (is_allowed) live_[candidate / 64] |= uint64_t{1} << candidate % 64;
    for (size_t i = 0; i < own.pair_count; ++i) {
      const size_t pair = own.first_pair + i;
      costs_[pair] = -kPairs[pair].prior;
      if (is_allowed) scored_[pair / 64] |= uint64_t{1} << pair % 64;
    }
  }
  for (size_t i = 0; i < kMultiByteCount; ++i) {
    is_cjk_scored_[i] = options.allowed.Has(kMultiByteEncodings[i]) ||
                        (i == 0 && options.allowed.Has(EncodingId::kGb18030));
    is_malformed_[i] = !is_cjk_scored_[i];
    cjk_[i].set_cost(kMultiBytePriors[i]);
  }
  for (size_t id = kFirstOtherCodePage; id < kFirstCodePage + kCodePageCount; ++id) {
    const auto page = static_cast<EncodingId>(id);
    if (options.allowed.Has(page) && detect::IsEbcdic(page)) is_ebcdic_allowed_ = true;
  }
  is_utf8_ = options.allowed.Has(EncodingId::kUtf8);
  is_iso_2022_jp_ = options.allowed.Has(EncodingId::kIso2022Jp);
}

void Detector::Feed(Bytes chunk) {
  for (size_t at = 0; at < chunk.size() && size_ + at < first_.size(); ++at) {
    first_[static_cast<size_t>(size_) + at] = chunk[at];
  }
  Tokenize(chunk);
  Validate(chunk);
  utf16_.Read(chunk);
  if (is_ebcdic_allowed_) ebcdic_.Read(chunk);
  size_ += chunk.size();
}

void Detector::Validate(Bytes chunk) {
  is_utf8_ = is_utf8_ && Reads(utf8_, chunk);
  is_iso_2022_jp_ = is_iso_2022_jp_ && Reads(iso_2022_jp_, chunk);
  // A decoder makes its table when it first decodes: it does so neither for ASCII nor for what the
  // scores exclude.
  const bool is_ascii = std::all_of(chunk.begin(), chunk.end(), IsAsciiByte);
  const auto check = [&](MultiByte encoding, auto& decoder) {
    const auto at = static_cast<size_t>(encoding);
    if (is_malformed_[at] || (is_ascii && decoder.pending() == 0)) return;
    is_malformed_[at] = cjk_[at].is_out() || !Reads(decoder, chunk);
  };
  check(MultiByte::kGbk, gb18030_);
  check(MultiByte::kBig5, big5_);
  check(MultiByte::kEucJp, euc_jp_);
  check(MultiByte::kShiftJis, shift_jis_);
  check(MultiByte::kEucKr, euc_kr_);
}

}  // namespace whatwg_encoding

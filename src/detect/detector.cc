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
    cjk_[i].set_cost(kMultiBytePriors[i]);
    const bool is_allowed = options.allowed.Has(kMultiByteEncodings[i]) ||
                            (i == 0 && options.allowed.Has(EncodingId::kGb18030));
    if (!is_allowed) cjk_[i].Drop();
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
  is_utf8_ = is_utf8_ && Reads(utf8_, chunk);
  is_iso_2022_jp_ = is_iso_2022_jp_ && Reads(iso_2022_jp_, chunk);
  Validate(chunk.subspan(Tokenize(chunk)));
  utf16_.Read(chunk);
  if (is_ebcdic_allowed_) ebcdic_.Read(chunk);
  size_ += chunk.size();
}

template <typename Self, typename Call>
void Detector::ForEachDecoder(Self& self, Call call) {
  call(MultiByte::kGbk, self.gb18030_);
  call(MultiByte::kBig5, self.big5_);
  call(MultiByte::kEucJp, self.euc_jp_);
  call(MultiByte::kShiftJis, self.shift_jis_);
  call(MultiByte::kEucKr, self.euc_kr_);
}

// Lets the decoders go on where the scores stand, within a character or not.
void Detector::StartDecoding() {
  is_decoding_ = true;
  ForEachDecoder(*this, [&](MultiByte encoding, auto& decoder) {
    detect::CjkScore& score = cjk_[static_cast<size_t>(encoding)];
    if (score.is_within_character()) Reads(decoder, score.held());
    score.Freeze();
  });
}

// Excludes the encodings of several bytes whose decoders cannot read a part of the stream.
void Detector::Validate(Bytes part) {
  if (!is_decoding_) return;
  const bool is_ascii = std::all_of(part.begin(), part.end(), IsAsciiByte);
  ForEachDecoder(*this, [&](MultiByte encoding, auto& decoder) {
    detect::CjkScore& score = cjk_[static_cast<size_t>(encoding)];
    if (score.is_out() || (is_ascii && decoder.pending() == 0)) return;
    if (!Reads(decoder, part)) score.Drop();
  });
}

// Whether the last character is cut in an encoding of several bytes.
bool Detector::IsCut(MultiByte encoding) const {
  bool is_cut = cjk_[static_cast<size_t>(encoding)].is_within_character();
  ForEachDecoder(*this, [&](MultiByte each, const auto& decoder) {
    if (each == encoding && decoder.pending() != 0) is_cut = true;
  });
  return is_cut;
}

}  // namespace whatwg_encoding

// The definitions of the codecs of double_byte.h, for the files that define one of them.
// An ASCII trailing byte of an invalid pair is restored.
#pragma once

#include "../core/codec.h"
#include "../core/sinks.h"
#include "double_byte.h"
#include "pairs.h"

namespace whatwg_encoding {

// A Codec has these functions:
//   IsLeading(byte)
//   IsTrailing(leading, byte)
//   CodePoint(leading, trailing)   the code point below U+10000 of such a pair, or 0
// It may also have these:
//   kSingles, Single(byte)         the bytes from 0x80 on that stand alone, and their code points
//   AppendOther(leading, trailing, sink)   decodes a pair that CodePoint() cannot; returns whether
//                                          the pair stands for anything
// For DoubleByteEncoder it has MakeBytes(), which makes the table of all that is encoded.

// Makes the table of the pairs of a Codec.
template <typename Codec>
PairTable MakePairs() {
  const auto code_point = [](uint8_t leading, uint8_t trailing) {
    const bool is_pair = Codec::IsLeading(leading) && Codec::IsTrailing(leading, trailing);
    return is_pair ? Codec::CodePoint(leading, trailing) : char16_t{0};
  };
  if constexpr (requires { Codec::kSingles; }) {
    return MakePairTable(code_point, Codec::kSingles, Codec::Single);
  } else {
    return MakePairTable(code_point);
  }
}

template <typename Codec>
static const PairTable& PairsOf() {
  return Once<MakePairs<Codec>>();
}

// Decodes a pair, or returns why it is malformed.
template <typename Codec, Sink S>
Reason DecodePair(uint8_t leading, uint8_t trailing, S& out) {
  if (!Codec::IsTrailing(leading, trailing)) return Reason::kInvalidTrailingByte;
  if (const char16_t code_point = PairsOf<Codec>().units[leading | trailing << 8]) {
    out.AppendBmp(code_point);
    return Reason::kNone;
  }
  if constexpr (requires { Codec::AppendOther(leading, trailing, out); }) {
    if (Codec::AppendOther(leading, trailing, out)) return Reason::kNone;
  }
  return Reason::kUnmapped;
}

template <typename Codec>
template <Sink S>
DecodeResult DoubleByteDecoder<Codec>::Decode(Bytes in, S& out, bool flush) {
  size_t at = 0;
  for (;;) {
    if (leading_ == 0x00) {
      at += out.TakePairs(PairsOf<Codec>(), in.data() + at, in.size() - at);
      if (at == in.size()) return Finished(at);
      const uint8_t byte = in[at++];
      if (Codec::IsLeading(byte)) {
        leading_ = byte;
        continue;
      }
      char16_t code_point = 0;
      if constexpr (requires { Codec::kSingles; }) code_point = Codec::Single(byte);
      if (code_point == 0) return Malformed(Reason::kInvalidByte, 1, at);
      out.AppendBmp(code_point);
      continue;
    }
    if (at == in.size()) break;
    const uint8_t leading = leading_;
    leading_ = 0x00;
    const Reason reason = DecodePair<Codec>(leading, in[at], out);
    const unsigned restored = reason != Reason::kNone && IsAsciiByte(in[at]) ? 1 : 0;
    at += 1 - restored;
    if (reason != Reason::kNone) return Malformed(reason, 2 - restored, at);
  }
  if (!flush) return Finished(at);
  leading_ = 0x00;
  return Malformed(Reason::kTruncated, 1, at);
}

template <typename Codec>
EncodeResult DoubleByteEncoder<Codec>::Encode(Units in, ByteSink& out, bool) {
  return EncodePairs(Once<Codec::MakeBytes>(), in, out);
}

}  // namespace whatwg_encoding

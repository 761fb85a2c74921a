// The decoder's loop that Big5, EUC-KR and Shift_JIS share: ASCII bytes stand for themselves, a
// leading byte and a trailing byte form a pair, and an ASCII trailing byte of an invalid pair is
// restored.
// May include base/, simd/, core/ and codecs/.
#pragma once

#include "../base/bytes.h"
#include "../core/result.h"
#include "../core/sink.h"
#include "pairs.h"

namespace whatwg_encoding {

// A Codec tells which bytes lead, and decodes single bytes and pairs. Single() and Pair() append to
// the sink, or append nothing and return the reason of the error. Pairs() is the table of the pairs
// that stand for one code point below U+10000.
template <typename Codec, Sink S>
DecodeResult DecodeDoubleByte(uint8_t& pending, Bytes in, S& out, bool flush) {
  const uint8_t* const bytes = in.data();
  const size_t size = in.size();
  size_t at = 0;

  // Reports the pair whose trailing byte is at `at`.
  const auto malformed_pair = [&](Reason reason) {
    const unsigned restored = IsAsciiByte(bytes[at]) ? 1 : 0;
    return Malformed(reason, 2 - restored, at + 1 - restored);
  };

  if (pending != 0x00 && size != 0) {
    const uint8_t leading = pending;
    pending = 0x00;
    const Reason reason = Codec::Pair(leading, bytes[0], out);
    if (reason != Reason::kNone) return malformed_pair(reason);
    at = 1;
  }
  const PairTable& pairs = Codec::Pairs();
  while ((at += out.TakePairs(pairs, bytes + at, size - at)) < size) {
    const uint8_t byte = bytes[at];
    if (Codec::IsLeading(byte)) {
      if (++at == size) {
        pending = byte;
        break;
      }
      const Reason reason = Codec::Pair(byte, bytes[at], out);
      if (reason != Reason::kNone) return malformed_pair(reason);
      ++at;
    } else {
      ++at;
      const Reason reason = Codec::Single(byte, out);
      if (reason != Reason::kNone) return Malformed(reason, 1, at);
    }
  }
  if (flush && pending != 0x00) {
    pending = 0x00;
    return Malformed(Reason::kTruncated, 1, size);
  }
  return Finished(size);
}

}  // namespace whatwg_encoding

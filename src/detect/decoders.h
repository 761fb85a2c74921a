// Reads chunks with the decoders of the standard, to find out whether they are well-formed.
//
// May include base/, core/, codecs/ and detect/.
#pragma once

#include "../base/bytes.h"
#include "../codecs/left_out.h"
#include "../core/sinks.h"

namespace whatwg_encoding::detect {

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

}  // namespace whatwg_encoding::detect

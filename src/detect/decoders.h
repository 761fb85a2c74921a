// Reads chunks with the decoders of the standard, to find out whether they are well-formed.
#pragma once

#include <cstdint>

#include "../base/bytes.h"
#include "../codecs/left_out.h"
#include "../core/result.h"
#include "../core/sinks.h"

namespace whatwg_encoding::detect {

// One block has fewer malformed sequences than this, so that all of them are counted. A stream with
// more is not UTF-8.
inline constexpr uint32_t kMostMalformed = 100'000;

// Reads a chunk with a decoder. Returns how many malformed sequences it has, but not many more than
// `most`.
template <typename Decoder>
uint32_t CountMalformed(Decoder& decoder, Bytes chunk, uint32_t most) {
  if constexpr (IsIncluded<Decoder>()) {
    CountingSink sink;
    uint32_t count = 0;
    for (;;) {
      const DecodeResult result = decoder.Decode(chunk, sink, false);
      if (result.outcome == Outcome::kFinished || ++count > most) return count;
      chunk = chunk.subspan(result.read);
    }
  } else {
    return most + 1;
  }
}

}  // namespace whatwg_encoding::detect

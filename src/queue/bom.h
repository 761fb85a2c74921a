// The byte order mark.
#pragma once

#include "queue/decode_queue.h"

namespace encoding {

// How many code units at the start of a stream's output are a byte order mark to be dropped: 1 for
// the U+FEFF that is the first scalar value of a stream in UTF-8 or UTF-16, else 0.
// https://encoding.spec.whatwg.org/#concept-td-serialize
inline size_t BomSize(EncodingId encoding, bool ignore_bom, const char16_t* output,
                      size_t written) {
  return written != 0 && output[0] == 0xFEFF && !ignore_bom && IsUnicode(encoding) ? 1 : 0;
}

// The same for output in UTF-8, in bytes.
inline size_t BomSize(EncodingId encoding, bool ignore_bom, const uint8_t* output, size_t written) {
  const bool begins_with_bom =
      written >= 3 && output[0] == 0xEF && output[1] == 0xBB && output[2] == 0xBF;
  return begins_with_bom && !ignore_bom && IsUnicode(encoding) ? 3 : 0;
}

// The same for a chunk's output in either. Sets "BOM seen" once there is output.
template <typename Unit>
size_t TakeBom(DecodeState& state, bool ignore_bom, const Unit* output, size_t written) {
  if (ignore_bom || state.bom_seen || written == 0 || !IsUnicode(state.encoding)) return 0;
  state.bom_seen = true;
  return BomSize(state.encoding, ignore_bom, output, written);
}

}  // namespace encoding

// Finds a byte order mark at the start of decoded text, so that the caller can drop it.
// May include base/, simd/, core/, codecs/ and queue/.
#pragma once

#include "decode_queue.h"

namespace whatwg_encoding {

// Returns how many code units at the start of the output of a whole stream are a byte order mark
// that is to be dropped: 1 for a leading U+FEFF in UTF-8, UTF-16 or UTF-32, else 0.
// https://encoding.spec.whatwg.org/#concept-td-serialize
inline size_t BomSize(EncodingId encoding, bool ignore_bom, const char16_t* output,
                      size_t written) {
  return written != 0 && output[0] == 0xFEFF && !ignore_bom && IsUnicode(encoding) ? 1 : 0;
}

// Returns how many bytes at the start of UTF-8 output are a byte order mark that is to be dropped:
// 3 or 0.
inline size_t BomSize(EncodingId encoding, bool ignore_bom, const uint8_t* output, size_t written) {
  const bool begins_with_bom =
      written >= 3 && output[0] == 0xEF && output[1] == 0xBB && output[2] == 0xBF;
  return begins_with_bom && !ignore_bom && IsUnicode(encoding) ? 3 : 0;
}

// Returns how many places at the start of the output of one chunk are a byte order mark that is to
// be dropped. Sets "BOM seen" as soon as there is output.
template <typename Unit>
size_t TakeBom(DecodeState& state, bool ignore_bom, const Unit* output, size_t written) {
  if (ignore_bom || state.bom_seen || written == 0 || !IsUnicode(state.encoding)) return 0;
  state.bom_seen = true;
  return BomSize(state.encoding, ignore_bom, output, written);
}

}  // namespace whatwg_encoding

// Finds a byte order mark at the start of decoded text, so that the caller can drop it.
// https://encoding.spec.whatwg.org/#concept-td-serialize
#pragma once

#include "../base/bom.h"
#include "decode_queue.h"

namespace whatwg_encoding {

// Whether what the stream decodes to next may be a byte order mark that is to be dropped.
inline bool MayHaveBom(const DecodeState& state, bool ignore_bom) {
  return !ignore_bom && !state.bom_seen && IsUnicode(state.encoding);
}

// Returns how many places at the start of the output of one chunk are a byte order mark that is to
// be dropped. Sets "BOM seen" as soon as there is output.
template <typename Unit>
size_t TakeBom(DecodeState& state, bool ignore_bom, const Unit* output, size_t written) {
  if (written == 0 || !MayHaveBom(state, ignore_bom)) return 0;
  state.bom_seen = true;
  return BomAtStart(output, written);
}

}  // namespace whatwg_encoding

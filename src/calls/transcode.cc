// Finds the bytes of code points.
#include "transcode.h"

namespace whatwg_encoding {

FoundOffsets FindOffsets(DecodeState& state, Bytes input, std::span<uint32_t> list,
                         const DecodeOptions& options) {
  const uint64_t begin = SequenceStart(state);
  Retrace retrace(state, input, options.ignore_bom, options.flush);
  for (size_t at = 0; at + kNumbersPerEntry <= list.size(); at += kNumbersPerEntry) {
    list[at + 2] = static_cast<uint32_t>(retrace.Find(list[at]) - begin);
  }
  return {begin, retrace.read(), retrace.made()};
}

}  // namespace whatwg_encoding

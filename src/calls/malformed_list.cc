// Lists the malformed sequences of a chunk for JavaScript.
#include "malformed_list.h"

#include <cassert>

#include "../core/sinks.h"
#include "../queue/bom.h"

namespace whatwg_encoding {

size_t ListMalformed(DecodeState& state, Bytes input, bool ignore_bom, bool flush,
                     std::span<uint32_t> list) {
  assert(list.size() >= MalformedListSize(input.size()));
  const uint64_t begin = SequenceStart(state);
  const bool may_have_bom = MayHaveBom(state, ignore_bom);
  CountingSink sink;
  size_t count = 0;
  for (;;) {
    const DecodeQueueResult result = DecodeQueue(state, input, sink, ErrorMode::kFatal, flush);
    input = input.subspan(result.read);
    const DecodeError& error = result.error;
    if (error.reason == Reason::kNone) break;
    const size_t bom = may_have_bom && sink.begins_with_bom() ? 1 : 0;
    const std::span<uint32_t> numbers = list.subspan(count * kNumbersPerEntry, kNumbersPerEntry);
    numbers[0] = static_cast<uint32_t>(sink.utf16_units() - bom);
    numbers[1] = static_cast<uint32_t>(error.offset - begin);
    numbers[2] = error.length | static_cast<uint32_t>(error.reason) << kReasonShift;
    sink.AppendBmp(0xFFFD);
    ++state.replacements;
    ++count;
  }
  if (may_have_bom && sink.utf16_units() != 0) state.bom_seen = true;
  list[count * kNumbersPerEntry] = kNoMore;
  return count;
}

}  // namespace whatwg_encoding

// Encodes text around errors, into the caller's memory, and into none.
#include "encode.h"

#include <algorithm>

#include "../base/surrogates.h"

namespace whatwg_encoding {

EncodeQueueResult EncodeAround(EncodeState& state, Units input, WritableAhead output, bool flush,
                               UnencodableList& list, uint64_t begin, size_t written) {
  EncodeQueueResult all;
  for (;;) {
    const EncodeQueueResult part = EncodeQueue(
        state, input.subspan(all.read), output.After(all.written), Unencodables::kFatal, flush);
    all.read += part.read;
    all.written += part.written;
    all.full = part.full;
    if (!part.failed) return all;
    list.Add(static_cast<size_t>(part.offset - begin), part.code_point, written + all.written);
  }
}

void FindUnencodables(EncodeState& state, Units input, bool flush, UnencodableList& list) {
  EncodeQueueResult part{.full = true};
  while ((part.full || part.failed) && !list.is_full()) {
    uint8_t bytes[4096];
    part = EncodeQueue(state, input, WritableAhead(bytes), Unencodables::kFatal, flush);
    input = input.subspan(part.read);
    const auto index = static_cast<size_t>(part.offset);
    if (part.failed) list.Add(index, part.code_point, index);
  }
}

EncodeQueueResult EncodeInto(EncodeState& state, Units input, Foreign target, Unencodables mode,
                             bool is_part) {
  if (is_part && !input.empty() && IsLeadingSurrogate(input.back())) {
    input = input.first(input.size() - 1);
  }
  uint8_t block[8 * 1024];
  EncodeQueueResult all;
  EncodeQueueResult part;
  size_t room;
  // A block that is full says nothing of the target, which may have room for more.
  do {
    room = std::min(target.size() - all.written, sizeof block);
    part =
        EncodeQueue(state, input.subspan(all.read), WritableAhead({block, room}), mode, !is_part);
    target.Copy(block, part.written, all.written);
    part.read = all.read += part.read;
    part.written = all.written += part.written;
  } while (part.full && room == sizeof block);
  if (part.full || part.failed) {
    room = std::min(target.size() - part.written, sizeof block);
    const size_t end = FinishEncoding(state, WritableAhead({block, room}));
    target.Copy(block, end, part.written);
    part.written += end;
  }
  if (part.failed) part.read -= CodeUnits(part.code_point);
  return part;
}

EncodeQueueResult MeasureText(EncodeState& state, Units input, Unencodables mode, bool flush) {
  EncodeQueueResult all;
  EncodeQueueResult part;
  do {
    uint8_t bytes[4096];
    part = EncodeQueue(state, input.subspan(all.read), WritableAhead(bytes), mode, flush);
    part.read = all.read += part.read;
    part.written = all.written += part.written;
  } while (part.full);
  return part;
}

}  // namespace whatwg_encoding

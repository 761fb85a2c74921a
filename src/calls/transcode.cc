// Finds the bytes of code points, and malformed sequences.
#include "transcode.h"

#include <algorithm>
#include <cassert>

#include "../core/sinks.h"
#include "../queue/bom.h"

namespace whatwg_encoding {

namespace {

// Adds the malformed sequences of a chunk to the `own` entries of a list, in the order of the text.
// The entry of a U+FFFD that stands for one becomes its description. A byte order mark that is
// dropped is not counted. Returns how many entries there are. The state is left at the end of the
// chunk.
size_t AddMalformed(DecodeState& state, Bytes input, std::span<ListEntry> list, size_t own,
                    const DecodeOptions& options) {
  const uint64_t begin = SequenceStart(state);
  const bool may_have_bom = MayHaveBom(state, options.ignore_bom);
  CountingSink sink;
  size_t count = own;
  for (size_t at = 0;;) {
    const DecodeQueueResult result =
        DecodeQueue(state, input, sink, ErrorMode::kFatal, options.flush);
    input = input.subspan(result.read);
    const DecodeError& error = result.error;
    if (error.reason == Reason::kNone) break;
    const size_t bom = may_have_bom && sink.begins_with_bom() ? 1 : 0;
    const auto index = static_cast<uint32_t>(sink.utf16_units() - bom);
    while (at < own && list[at].index < index) ++at;
    const bool is_listed = at < own && list[at].index == index;
    assert(is_listed || count < list.size());
    list[is_listed ? at : count++] = {
        index, error.length | static_cast<uint32_t>(error.reason) << kReasonShift,
        static_cast<uint32_t>(error.offset - begin)};
    sink.AppendBmp(0xFFFD);
    ++state.replacements;
  }
  if (may_have_bom && sink.utf16_units() != 0) state.bom_seen = true;
  if (own != 0 && count != own) {
    std::sort(list.data(), list.data() + count,
              [](const ListEntry& a, const ListEntry& b) { return a.index < b.index; });
  }
  return count;
}

}  // namespace

FoundOffsets FindOffsets(DecodeState& state, Bytes input, std::span<ListEntry> list, size_t count,
                         const DecodeOptions& options) {
  FoundOffsets found{.begin = SequenceStart(state), .count = count};
  const bool adds_malformed = options.malformed != ErrorMode::kFatal;
  if (adds_malformed) {
    DecodeState end = state;
    found.count = AddMalformed(end, input, list, count, options);
    if (count == 0) {
      state = end;
      return found;
    }
  }
  Retrace retrace(state, input, options.ignore_bom, options.flush);
  for (ListEntry& entry : list.first(found.count)) {
    if (adds_malformed && entry.code_point >> kReasonShift != 0) continue;
    entry.place = static_cast<uint32_t>(retrace.Find(entry.index) - found.begin);
  }
  found.read = retrace.read();
  found.made = retrace.made();
  found.mode = ModeOf(state);
  found.is_settled = retrace.is_settled();
  return found;
}

}  // namespace whatwg_encoding

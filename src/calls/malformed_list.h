// Lists the malformed sequences of a chunk for JavaScript.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../base/bytes.h"
#include "../queue/decode_queue.h"
#include "lists.h"

namespace whatwg_encoding {

// How many numbers ListMalformed() needs for a chunk of this size in bytes. Each malformed sequence
// makes a code unit, and one more entry ends the list.
constexpr size_t MalformedListSize(size_t bytes) {
  return kNumbersPerEntry * (MaxUtf16Units(bytes) + 1);
}

// Decodes a chunk without making text, and lists its malformed sequences in order: the index of the
// U+FFFD in the text that the same chunk decodes to in replacement mode; the offset of the
// sequence, counted from SequenceStart() of the state before the call; and its length in bytes plus
// its reason shifted by kReasonShift. A byte order mark that is dropped is not counted. An index of
// kNoMore stands behind the last entry. Returns how many sequences there are. `flush` says that
// end-of-queue follows the chunk.
size_t ListMalformed(DecodeState& state, Bytes input, bool ignore_bom, bool flush,
                     std::span<uint32_t> list);

}  // namespace whatwg_encoding

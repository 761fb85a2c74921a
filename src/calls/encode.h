// The calls that read text: encoding into memory that cannot grow, measuring, and finding the code
// points that an encoding does not contain. EncodeQueue() encodes into memory that can.
#pragma once

#include <cstddef>

#include "../base/bytes.h"
#include "../core/output.h"
#include "../queue/encode_queue.h"
#include "lists.h"

namespace whatwg_encoding {

// Encodes a chunk in fatal mode, but goes on behind each unencodable code point and writes nothing
// for it. Adds these code points to the list: the index counts from `begin`, an offset in the
// stream, and the place is `written` and how many bytes this call writes before the code point. The
// list must have room for one code point for each code unit. Returns as EncodeQueue() does, but
// never `failed`.
EncodeQueueResult EncodeAround(EncodeState& state, Units input, WritableAhead output, bool flush,
                               UnencodableList& list, uint64_t begin, size_t written);

// Adds the unencodable code points of a chunk to the list, until that is full. The place of each is
// its index, which counts from the start of the stream. Only in the full encoder of Big5 does what
// comes before a code point decide whether it can be encoded; the state of the stream knows it.
void FindUnencodables(EncodeState& state, Units input, bool flush, UnencodableList& list);

// Encodes as much of a text as fits into the caller's memory, from its start, and ends the stream
// there: the bytes written are complete by themselves, and no other byte of the memory changes. No
// surrogate pair is split. When `is_part` is true, more text follows, and the stream is ended only
// when the target is full or an error is fatal. In fatal mode an unencodable code point is not
// read, so that what comes next begins with it.
EncodeQueueResult EncodeInto(EncodeState& state, Units input, Foreign target, Unencodables mode,
                             bool is_part);

// Measures what a chunk is encoded to. Returns as EncodeQueue() does, with `written` as the number
// of bytes, which are not written. It is never `full`.
EncodeQueueResult MeasureText(EncodeState& state, Units input, Unencodables mode, bool flush);

}  // namespace whatwg_encoding

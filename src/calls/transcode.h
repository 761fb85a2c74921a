// The calls that follow a stream of bytes, beside TranscodeQueue(): where the bytes of code points
// are, and how many errors the stream has had.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../base/bytes.h"
#include "../queue/transcode.h"
#include "decode.h"
#include "lists.h"

namespace whatwg_encoding {

// The result of FindOffsets(): the offset in the stream from which the places count; how many
// entries the list has; how many bytes of the chunk have been read up to the end of the last code
// point of the list, and how many code units of the text they have made; and the ModeOf() the
// decoder there, and whether these bytes alone would lead to it.
struct FoundOffsets {
  uint64_t begin = 0;
  size_t count = 0;
  size_t read = 0;
  size_t made = 0;
  size_t mode = 0;
  bool is_settled = true;
};

// Sets the place of each of the first `count` code points of a list to the offset of its first
// byte. The text that they are in is what DecodeToUtf16() makes of the same bytes and options.
// `state` is the decoder's state from before that call. Unless malformed sequences are fatal, all
// of them are added to the list, in the order of the text, and `state` is left behind the last code
// point that stands for none, or without any of those at the end of the chunk. The list must have
// room for each code unit of the text.
FoundOffsets FindOffsets(DecodeState& state, Bytes input, std::span<ListEntry> list, size_t count,
                         const DecodeOptions& options);

// The errors of a stream so far. The reason of `first_malformed` is kNone while there is none.
struct StreamProgress {
  uint64_t replacements = 0;
  DecodeError first_malformed;
};

inline StreamProgress ProgressOf(const TranscodeState& state) {
  return {state.decode.replacements + state.encode.replacements, state.decode.first_error};
}
inline StreamProgress ProgressOf(const EncodeState& state) { return {state.replacements, {}}; }

}  // namespace whatwg_encoding

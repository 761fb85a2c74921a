// The calls that turn bytes in one encoding into bytes in another.
#pragma once

#include <napi.h>

#include <cstddef>

#include "../queue/transcode.h"

namespace whatwg_encoding::node {

// transcode(descriptor, bytes, state?): a Buffer; or with kInSlab, when the result is short and
// there is room, its place in the slab, as a number. After a fatal error { offset, length, reason,
// read, output } of a malformed sequence or { offset, codePoint, read, output } of an unencodable
// code point, with a Buffer of the bytes that came before it. `state` is a Uint8Array of
// transcodeStateSize bytes, which carries a stream from call to call; a call without it transcodes
// a whole stream.
napi_value Transcode(napi_env env, napi_callback_info info);

// transcodeShort(bytes): transcodes a whole stream of up to maxShortUnits bytes in replacement
// mode. The descriptor is in the first bytes of the slab, where the place of the result is written.
// Nothing is written where the slab lacks room or has been detached, where the descriptor says that
// malformed bytes are fatal, or where the encoding does not contain a code point: then transcode()
// does the work.
napi_value TranscodeShort(napi_env env, napi_callback_info info);

// The state begins with that of the decoder: decode() and transcodeOffsets() go on in the first
// decodeStateSize bytes of it.
static_assert(offsetof(TranscodeState, decode) == 0);

// transcodeOffsets(descriptor, bytes, state, list, count, answer): for the first `count` code
// points in a list, sets the place of each to where its bytes begin, counted from `offset` of the
// answer. Unless the descriptor says that malformed sequences are fatal, it adds these to the list.
// Returns how many entries there are. The text is what decode() makes of the same bytes; `state` is
// the decoder's from before that call. calls/transcode.h says where it is left; the answer also has
// as `read` and `written` how many of the bytes have been read up to there, and how many code units
// of the text they have made, and as `mode` and `settled` the mode of the decoder there. The list
// has room for an entry for each byte of the chunk and for five more.
napi_value TranscodeOffsets(napi_env env, napi_callback_info info);

// progress(state, answer): answers with the number of replacements of a stream that encode() or
// transcode() carries, and with its first error.
napi_value Progress(napi_env env, napi_callback_info info);

}  // namespace whatwg_encoding::node

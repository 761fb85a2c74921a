// The calls that turn strings into bytes.
#pragma once

#include <napi.h>

namespace whatwg_encoding::node {

// encode(descriptor, text, state?): a Buffer; or with kInSlab, when the result is short and there
// is room, its place in the slab, as a number. When a code point cannot be encoded and that is
// fatal, { index, codePoint, read, output }, with a Buffer of the bytes that came before it.
// `state` is a Uint8Array of encodeStateSize bytes, which carries a stream from call to call; a
// call without it encodes a whole text.
napi_value Encode(napi_env env, napi_callback_info info);

// encodeShort(text): encodes a whole text of up to maxShortUnits code units. The descriptor is in
// the first bytes of the slab, where the place of the result is written. Nothing is written where
// the slab lacks room or has been detached, or where the encoding does not contain a code point:
// then encode() does the work.
napi_value EncodeShort(napi_env env, napi_callback_info info);

// encodeAround(descriptor, text, state, list): encodes a chunk of a stream as encode() does in
// fatal mode, but goes on behind each unencodable code point and writes nothing for it. Fills the
// list with these code points; the place of each is how many bytes come before it. A code point of
// kNoMore stands behind the last. The list has room for one code point more than there are code
// units in the text, which must not end inside a surrogate pair.
napi_value EncodeAround(napi_env env, napi_callback_info info);

// findUnencodables(descriptor, text, list): fills the list with the first unencodable code points
// of a text, in order, as many as it has room for; returns how many that is. The place of each is
// its index. In no encoding does what comes before a code point decide whether it can be encoded.
napi_value FindUnencodables(napi_env env, napi_callback_info info);

// encodeInto(descriptor, text, target, answer): answers with `read`, `written`, the outcome, and
// the `codePoint` when an unencodable code point has ended it. The bytes are complete by
// themselves, and none of the text's characters is split.
napi_value EncodeInto(napi_env env, napi_callback_info info);

// measureText(descriptor, text, answer): answers with the outcome, with the length in bytes as
// `written`, with the number of replacements, and with `offset` and `codePoint` of the unencodable
// code point that has ended it.
napi_value MeasureText(napi_env env, napi_callback_info info);

}  // namespace whatwg_encoding::node

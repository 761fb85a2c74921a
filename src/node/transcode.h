// Bytes to bytes.
//
// May include queue/ and what is below it, and the other files of node/.
#pragma once

#include <napi.h>

namespace encoding::node {

// transcode(head, bytes, state?): a Buffer; or after a fatal error { offset, length, reason, read,
// output } of a malformed sequence or { offset, codePoint, read, output } of an unencodable code
// point, with the bytes of what came before it. The head holds the encoding of the bytes; then,
// from the ninth bit on, eight bits for the encoding to write, eight for the flags of decode() and
// the flags of encode(). `state` is a Uint8Array of transcodeStateSize bytes; without it the call
// is one-shot.
napi_value Transcode(napi_env env, napi_callback_info info);

// transcodeShort(bytes, state?): does what the Call says, and says there how many bytes were
// written; -1, with the state as it was, when there is no room for them or an error is fatal.
napi_value TranscodeShort(napi_env env, napi_callback_info info);

// transcodeOffsets(flags, bytes, state, list, count): for the first `count` code points in a list
// that findUnencodables() has filled, puts in the place of each where its bytes begin, counted from
// the offset in the stream that is returned. The text is the output of decode() with the
// same flags and bytes; `state` is that of before that call. It is left behind the bytes of the
// last code point. The list then also holds, behind those, how many of the bytes have been read up
// to there, and how many code units of the text they have made.
napi_value TranscodeOffsets(napi_env env, napi_callback_info info);

// transcodeProgress(state): { replacements, firstErrorOffset }; the latter is absent while no
// malformed sequence has been met.
napi_value TranscodeProgress(napi_env env, napi_callback_info info);

// How many bytes a stream's state has.
napi_value TranscodeStateSize(napi_env env);

}  // namespace encoding::node

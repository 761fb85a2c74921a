// Bytes to bytes.
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

// transcodeToText(flags, bytes, state): what transcode() to UTF-8 does with a chunk, except that
// the output is a string and no Buffer. Calls of both may alternate in a stream.
napi_value TranscodeToText(napi_env env, napi_callback_info info);

// transcodeInsert(text, state): the Buffer of a text put into the output between two calls of
// transcode(), through the encoder's state; or { codePoint, … } when one of its code points cannot
// be encoded, which leaves the state as it was.
napi_value TranscodeInsert(napi_env env, napi_callback_info info);

// transcodeProgress(state): { replacements, firstErrorOffset }; the latter is absent while no
// malformed sequence has been met.
napi_value TranscodeProgress(napi_env env, napi_callback_info info);

// How many bytes a stream's state has.
napi_value TranscodeStateSize(napi_env env);

}  // namespace encoding::node

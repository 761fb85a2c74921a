// Strings to bytes.
#pragma once

#include "core/process.h"
#include "node/values.h"

namespace encoding::node {

// What encodeInsert() below and transcodeInsert() do. An error leaves the state as it was.
napi_value InsertText(napi_env env, Environment& environment, EncodeState& state, Units text);

// What the flags of the calls below say; the numbers are known to JavaScript. The lowest two bits
// are what becomes of unencodable code points, as the core's Unencodables has them.
enum EncodeFlag : uint32_t {
  kUnencodables = 3,
  kEncodeStream = 4,     // do not flush
  kEncodeStart = 8,      // a new stream: what the state held is forgotten
  kEncodeCallback = 16,  // what cannot be encoded is replaced by the caller
  kLatin1Text = 64,      // of encodeOnce(): the text has no code unit above U+00FF
};

// What flags say of unencodable code points.
Unencodables UnencodablesOf(uint32_t flags);

// encode(head, text, state?): a Buffer; or when a code point cannot be encoded and that
// is fatal { index, codePoint, read, output }, with the bytes of what came before it. `state` is a
// Uint8Array of encodeStateSize bytes, which carries a stream from call to call; without it the
// call is one-shot. kInSlab is a flag as well.
napi_value Encode(napi_env env, napi_callback_info info);

// encodeInsert(text, state): the Buffer of a text that is put into the output between two calls of
// encode(), through the encoder as it stands and outside the stream's count; or { codePoint, … }
// when one of its code points cannot be encoded, which leaves the state as it was.
napi_value EncodeInsert(napi_env env, napi_callback_info info);

// encodeOnce(text): does what the Call says, and says there how many bytes the text was encoded to;
// -1 when there is no room for them, or the text is longer than 1,024 code units and not Latin-1,
// or an unencodable code point is fatal.
napi_value EncodeOnce(napi_env env, napi_callback_info info);

// encodeChunk(text, state): the same in a stream, whose state with -1 is left as it was.
napi_value EncodeChunk(napi_env env, napi_callback_info info);

// encodeInto(head, text, target): { read, written }, and codePoint when one that cannot be encoded
// has ended it. The bytes are complete by themselves, and none of the text's characters is split.
napi_value EncodeInto(napi_env env, napi_callback_info info);

// fillEncodeTable(encoding, table): for each code unit that is a code point with one or two bytes,
// whatever comes before it, those as one number in a Uint16Array of 65,536; 0 for all else.
napi_value FillEncodeTable(napi_env env, napi_callback_info info);

// encodeReplacements(state): how many unencodable code points a stream has passed over so far.
napi_value EncodeReplacements(napi_env env, napi_callback_info info);

// measureText(head, text): { length, replacements }, in bytes and unencodable code
// points; or when one ended it { index, codePoint }.
napi_value MeasureText(napi_env env, napi_callback_info info);

// How many bytes a stream's state has.
napi_value EncodeStateSize(napi_env env);

}  // namespace encoding::node

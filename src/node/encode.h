// Strings to bytes.
//
// May include queue/ and what is below it, and the other files of node/.
#pragma once

#include "node/values.h"
#include "queue/encode_queue.h"

namespace encoding::node {

// What the flags of the calls below say; the numbers are known to JavaScript. The lowest two bits
// are what becomes of unencodable code points, as the core's Unencodables has them.
enum EncodeFlag : uint32_t {
  kUnencodables = 3,
  kEncodeStream = 4,  // do not flush
  kEncodeStart = 8,   // a new stream: what the state held is forgotten
  kLatin1Text = 64,   // of encodeOnce(): the text has no code unit above U+00FF
};

// What flags say of unencodable code points.
Unencodables UnencodablesOf(uint32_t flags);

// encode(head, text, state?): a Buffer; or when a code point cannot be encoded and that
// is fatal { index, codePoint, read, output }, with the bytes of what came before it. `state` is a
// Uint8Array of encodeStateSize bytes, which carries a stream from call to call; without it the
// call is one-shot. kInSlab is a flag as well.
napi_value Encode(napi_env env, napi_callback_info info);

// What JavaScript is told of unencodable code points in a Uint32Array: kNumbersEach numbers for
// each of them, its index in the text in code units, the code point, and a place, which each call
// defines.
inline constexpr size_t kNumbersEach = 3;

// findUnencodables(encoding, text, list): fills the list with the unencodable code points of a
// text, in order, as many as have room; returns how many that is. Their place is their index.
// Whether a code point can be encoded does not depend on what comes before it, in any encoding.
napi_value FindUnencodables(napi_env env, napi_callback_info info);

// encodeAround(head, text, state, list): encodes a chunk as encode() does in fatal mode, and goes
// on behind each unencodable code point, in whose place it writes nothing. Fills the list with
// them, and with a code point of kNoMore behind the last; their place is how many bytes come before
// them. The list has room for one more than there are code units in the text, which must not end
// inside a surrogate pair. Returns what encode() does.
inline constexpr uint32_t kNoMore = 0xFFFFFFFF;
napi_value EncodeAround(napi_env env, napi_callback_info info);

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

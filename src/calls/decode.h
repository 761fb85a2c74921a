// The calls that read bytes: decoding to UTF-16, and measuring.
#pragma once

#include <cstddef>
#include <span>

#include "../base/bytes.h"
#include "../base/plain.h"
#include "../core/encoding.h"
#include "../core/sinks.h"
#include "../queue/decode_queue.h"

namespace whatwg_encoding {

// How a call reads bytes.
struct DecodeOptions {
  ErrorMode malformed = ErrorMode::kReplacement;
  bool ignore_bom = false;  // a byte order mark is kept in the text
  bool keep_text = false;   // in fatal mode: the text before an error is used
  bool flush = true;        // end-of-queue follows the bytes
};

// Whether windows-1252 decodes each of the bytes to the code point of the same value.
bool HasNoC1(Bytes bytes);

// Whether the next bytes of a stream may stand for the code points of the same values: the decoder
// is between two sequences, and ASCII bytes stand for themselves.
inline bool MayBeLatin1(const DecodeState& state) {
  return !kIsPlain && IsAsciiCompatible(state.encoding) && SequenceStart(state) == state.position;
}

// Whether each of the bytes stands for the code point of the same value: ASCII, and in windows-1252
// all bytes but 0x80 to 0x9F. MayBeLatin1() must hold for the stream.
bool IsLatin1(EncodingId encoding, Bytes bytes);

// Moves a stream behind `size` bytes for which IsLatin1() holds. The caller makes the text of them.
inline void PassLatin1(DecodeState& state, size_t size, bool ignore_bom) {
  state.position += size;
  if (IsUnicode(state.encoding) && !ignore_bom) state.bom_seen = true;
}

// The text of a chunk. It begins `start` code units behind the start of the memory that the caller
// gave, because a byte order mark is left out, and has `size` code units.
struct DecodedText {
  size_t read = 0;  // in bytes of the chunk
  size_t start = 0;
  size_t size = 0;
  DecodeError error;  // in fatal mode: its reason is kNone when there was none
};

// Decodes a chunk into memory for at least MaxUtf16Units() of its size, or for the text that
// measuring has found and simd::kMaxWriteAhead more. When an error is fatal and the text before it
// is not kept, "BOM seen" stays as it was.
DecodedText DecodeToUtf16(DecodeState& state, Bytes input, std::span<char16_t> output,
                          const DecodeOptions& options);

// Measures the text of a stream, chunk by chunk, without making it.
class BytesMeasure {
 public:
  // Measures a chunk. Returns false when a malformed sequence is fatal; then the text ends before
  // it.
  bool Add(DecodeState& state, Bytes input, const DecodeOptions& options);

  // The length of the text in UTF-16 code units, without a byte order mark that is dropped.
  uint64_t utf16_units() const { return sink_.utf16_units() - (drops_bom_ ? 1 : 0); }

 private:
  CountingSink sink_;
  bool drops_bom_ = false;
};

}  // namespace whatwg_encoding

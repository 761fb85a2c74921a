// Decodes and measures chunks of bytes.
#include "decode.h"

#include "../queue/bom.h"
#include "../simd/ascii.h"

namespace whatwg_encoding {

bool HasNoC1(Bytes bytes) {
  return simd::Active()->non_c1_prefix(bytes.data(), bytes.size()) == bytes.size();
}

bool IsLatin1(EncodingId encoding, Bytes bytes) {
  const size_t ascii = simd::AsciiPrefix(bytes.data(), bytes.size());
  if (ascii == bytes.size()) return true;
  return encoding == EncodingId::kWindows1252 && HasNoC1(bytes.subspan(ascii));
}

DecodedText DecodeToUtf16(DecodeState& state, Bytes input, std::span<char16_t> output,
                          const DecodeOptions& options) {
  Utf16Sink sink(output.data(), output.size());
  const auto [read, error] = DecodeQueue(state, input, sink, options.malformed, options.flush);
  DecodedText text{.read = read, .error = error};
  if (error.reason != Reason::kNone && !options.keep_text) return text;
  text.start = TakeBom(state, options.ignore_bom, output.data(), sink.written());
  text.size = sink.written() - text.start;
  return text;
}

bool BytesMeasure::Add(DecodeState& state, Bytes input, const DecodeOptions& options) {
  const DecodeQueueResult result =
      DecodeQueue(state, input, sink_, options.malformed, options.flush);
  drops_bom_ = MayHaveBom(state, options.ignore_bom) && sink_.begins_with_bom();
  return result.error.reason == Reason::kNone;
}

}  // namespace whatwg_encoding

// https://encoding.spec.whatwg.org/#utf-8-decoder
// Decodes and encodes UTF-8.
#include "utf_8.h"

#include "../core/sinks.h"
#include "../core/source.h"

namespace whatwg_encoding {

template <Sink S>
DecodeResult Utf8Decoder::Decode(Bytes in, S& out, bool flush) {
  size_t at = 0;
  while (at < in.size()) {
    if (bytes_needed_ == 0) {
      // TakeUtf8() decodes what the steps below would: ASCII and complete sequences, which leave
      // the state as it is.
      at += out.TakeUtf8(in.data() + at, in.size() - at);
      if (at == in.size()) break;
    }
    const uint8_t byte = in[at];
    if (bytes_needed_ == 0) {
      ++at;
      if (IsAsciiByte(byte)) {
        out.AppendBmp(byte);
      } else if (InRange(byte, 0xC2, 0xDF)) {
        bytes_needed_ = 1;
        code_point_ = byte & 0x1F;
      } else if (InRange(byte, 0xE0, 0xEF)) {
        if (byte == 0xE0) lower_boundary_ = 0xA0;
        if (byte == 0xED) upper_boundary_ = 0x9F;
        bytes_needed_ = 2;
        code_point_ = byte & 0xF;
      } else if (InRange(byte, 0xF0, 0xF4)) {
        if (byte == 0xF0) lower_boundary_ = 0x90;
        if (byte == 0xF4) upper_boundary_ = 0x8F;
        bytes_needed_ = 3;
        code_point_ = byte & 0x7;
      } else {
        return Malformed(Reason::kInvalidByte, 1, at);
      }
      continue;
    }
    if (byte < lower_boundary_ || byte > upper_boundary_) {
      const size_t seen = pending();
      *this = Utf8Decoder();
      return Malformed(Reason::kInvalidTrailingByte, seen, at);
    }
    ++at;
    lower_boundary_ = 0x80;
    upper_boundary_ = 0xBF;
    code_point_ = code_point_ << 6 | (byte & 0x3F);
    if (++bytes_seen_ == bytes_needed_) {
      out.Append(code_point_);
      *this = Utf8Decoder();
    }
  }
  if (const size_t seen = pending(); flush && seen != 0) {
    *this = Utf8Decoder();
    return Malformed(Reason::kTruncated, seen, in.size());
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(Utf8Decoder);

EncodeResult Utf8Encoder::Encode(Units in, ByteSink& out, bool) {
  const auto run = [](Units units, ByteSink& bytes) { return bytes.TakeUtf8(units); };
  return EncodeRuns(in, out, run, [](char32_t scalar, ByteSink& bytes) {
    bytes.AppendUtf8(scalar);  // U+FFFD for a lone surrogate
    return true;
  });
}

}  // namespace whatwg_encoding

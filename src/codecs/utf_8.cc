#include "codecs/utf_8.h"

#include "core/sinks.h"
#include "core/source.h"

namespace encoding {

// Begins the next sequence.
inline void Utf8Decoder::Reset() {
  const uint8_t steps = steps_;
  *this = Utf8Decoder();
  steps_ = steps;
}

// To start a kernel costs as much as a few sequences take without one.
inline DecodeResult Utf8Decoder::Error(Reason reason, size_t malformed, size_t read) {
  constexpr size_t kNear = 5;
  if (read <= kNear) steps_ = 8;
  return Malformed(reason, malformed, read);
}

template <Sink S>
DecodeResult Utf8Decoder::Decode(Bytes in, S& out, bool flush) {
  size_t at = 0;
  while (at < in.size()) {
    if (bytes_needed_ == 0 && steps_ == 0 && (IsAsciiByte(in[at]) || InRange(in[at], 0xC2, 0xF4))) {
      // The same as the steps below for ASCII bytes and complete sequences, which change no state.
      at += out.TakeUtf8(in.data() + at, in.size() - at);
      if (at == in.size()) break;
    }
    const uint8_t byte = in[at];
    if (bytes_needed_ == 0) {
      ++at;
      if (steps_ != 0) --steps_;
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
        return Error(Reason::kInvalidByte, 1, at);
      }
      continue;
    }
    if (byte < lower_boundary_ || byte > upper_boundary_) {
      const size_t seen = pending();
      Reset();
      return Error(Reason::kInvalidTrailingByte, seen, at);
    }
    ++at;
    lower_boundary_ = 0x80;
    upper_boundary_ = 0xBF;
    code_point_ = code_point_ << 6 | (byte & 0x3F);
    if (++bytes_seen_ == bytes_needed_) {
      out.Append(code_point_);
      Reset();
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
  constexpr size_t kNear = 4;
  Utf16Source source(in);
  for (;;) {
    const size_t taken = out.TakeUtf8(source.rest());
    source.Skip(taken);
    // A lone surrogate; where they are near each other, more code points.
    for (size_t steps = taken < kNear ? 16 : 1; steps != 0 && !source.empty(); --steps) {
      out.AppendUtf8(source.Next());
    }
    if (source.empty()) return Encoded(in.size());
  }
}

}  // namespace encoding

#include "codecs/utf_8.h"

#include "core/load.h"

namespace encoding {

namespace {

// Appends ASCII bytes and complete sequences up to the first byte that begins neither, or that has
// fewer than four bytes from it on; returns how many bytes that is. The same as the handler's steps
// for them: what the boundaries refuse is refused by the code point.
template <Sink S>
size_t DecodeSequences(const uint8_t* bytes, size_t size, S& out) {
  S sink = out;  // a local sink can live in registers
  size_t at = 0;
  while (at < size) {
    if (IsAscii(bytes[at])) {
      at += sink.TakeAscii(bytes + at, size - at);
      continue;
    }
    if (size - at < 4) break;
    const uint32_t word = Load32(bytes + at);
    if ((word & 0x00C0'C0F0) == 0x0080'80E0) {
      const uint32_t code_point = (word & 0xF) << 12 | (word >> 2 & 0xFC0) | (word >> 16 & 0x3F);
      if (code_point < 0x800 || (code_point & 0xF800) == 0xD800) break;
      sink.AppendBmp(static_cast<char16_t>(code_point));
      at += 3;
    } else if ((word & 0x0000'C0E0) == 0x0000'80C0) {
      const uint32_t code_point = (word & 0x1F) << 6 | (word >> 8 & 0x3F);
      if (code_point < 0x80) break;
      sink.AppendBmp(static_cast<char16_t>(code_point));
      at += 2;
    } else if ((word & 0xC0C0'C0F8) == 0x8080'80F0) {
      const uint32_t code_point =
          (word & 0x7) << 18 | (word << 4 & 0x3F000) | (word >> 10 & 0xFC0) | (word >> 24 & 0x3F);
      if (code_point < 0x10000 || code_point > 0x10FFFF) break;
      sink.Append(code_point);
      at += 4;
    } else {
      break;
    }
  }
  out = sink;
  return at;
}

}  // namespace

template <Sink S>
DecodeResult Utf8Decoder::Decode(Bytes in, S& out, bool flush) {
  size_t at = 0;
  while (at < in.size()) {
    const uint8_t byte = in[at];
    if (bytes_needed_ == 0) {
      if (const size_t run = DecodeSequences(in.data() + at, in.size() - at, out); run != 0) {
        at += run;
        continue;
      }
      ++at;
      if (InRange(byte, 0xC2, 0xDF)) {
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
  const auto run = [](const char16_t* units, size_t size, ByteSink& bytes) {
    ByteSink sink = bytes;
    size_t at = 0;
    while (size - at >= 12) {
      const uint64_t word = Load64(units + at);
      const size_t count = NonAsciiUnits(word);
      for (size_t i = 0; i < count; ++i) {
        const auto unit = static_cast<char16_t>(word >> 16 * i);
        if ((unit & 0xF800) == 0xD800) {
          bytes = sink;
          return at + i;
        }
        sink.AppendUtf8Bmp(unit);
      }
      at += count;
      if (count == 4) continue;
      const size_t ascii = sink.TakeShortAscii(units + at);
      at += ascii;
      if (ascii == 8) at += sink.TakeAscii(units + at, size - at);
    }
    bytes = sink;
    return at;
  };
  return EncodeAsciiCompatible(in, out, run, [](char32_t code_point, ByteSink& bytes) {
    bytes.AppendUtf8(code_point);
    return true;
  });
}

}  // namespace encoding

#include "codecs/single_byte.h"

#include "core/load.h"

namespace encoding {

namespace {

// Appends what eight bytes stand for; false, with nothing appended, when one of them is unmapped or
// 0x00.
template <Sink S>
bool AppendEight(const uint16_t* table, const uint8_t* bytes, S& sink) {
  int units[8];
  int least = 0;
  for (size_t i = 0; i < 8; ++i) {
    units[i] = table[bytes[i]];
    least |= units[i] - 1;
  }
  if (least < 0) return false;
  for (const int unit : units) sink.AppendBmp(static_cast<char16_t>(unit));
  return true;
}

}  // namespace

template <Sink S>
DecodeResult SingleByteDecoder::Decode(Bytes in, S& out, bool) {
  const uint16_t* const table = index::kSingleByte + size_t{index_} * 256;
  const uint8_t* const bytes = in.data();
  const size_t size = in.size();
  S sink = out;  // a local sink can live in registers
  size_t at = 0;
  while (at < size) {
    if (IsAscii(bytes[at])) {
      at += sink.TakeAscii(bytes + at, size - at);
      continue;
    }
    while (size - at >= 8 && (Load64(bytes + at) & 0x8080'8080'8080'8080) != 0 &&
           AppendEight(table, bytes + at, sink)) {
      at += 8;
    }
    if (at == size) break;
    if (IsAscii(bytes[at])) continue;
    const char16_t code_point = table[bytes[at++]];
    if (code_point == 0) {
      out = sink;
      return Malformed(Reason::kUnmapped, 1, at);
    }
    sink.AppendBmp(code_point);
  }
  out = sink;
  return Finished(size);
}

ENCODING_INSTANTIATE_DECODER(SingleByteDecoder);

EncodeResult SingleByteEncoder::Encode(Units in, ByteSink& out, bool) {
  const uint8_t* const pages =
      index::kSingleByteEncodeIndex + index_ * index::kSingleByteEncodeIndexLength;
  return EncodeAsciiCompatible(in, out, [pages](char32_t code_point, ByteSink& bytes) {
    if (code_point > 0xFFFF) return false;
    const size_t page = pages[code_point >> 6];
    const uint8_t byte = index::kSingleByteEncodePages[page * 64 + (code_point & 63)];
    if (byte != 0) bytes.Append(byte);
    return byte != 0;
  });
}

}  // namespace encoding

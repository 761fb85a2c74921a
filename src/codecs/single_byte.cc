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
  const auto byte_of = [pages](char16_t unit) {
    return index::kSingleByteEncodePages[size_t{pages[unit >> 6]} * 64 + (unit & 63)];
  };
  // Eight code units at a time, as long as each has a byte that is not 0x00.
  const auto run = [&](const char16_t* units, size_t size, ByteSink& bytes) {
    ByteSink sink = bytes;
    size_t at = 0;
    while (size - at >= 8) {
      if (ByteSink all = sink; all.TakeShortAscii(units + at) == 8) {
        at += sink.TakeAscii(units + at, size - at);
        continue;
      }
      uint64_t eight = 0;
      for (size_t i = 0; i < 8; ++i) eight |= uint64_t{byte_of(units[at + i])} << 8 * i;
      const uint64_t zero = (eight - 0x0101'0101'0101'0101) & ~eight & 0x8080'8080'8080'8080;
      if (zero != 0) break;
      sink.AppendUpToEight(eight, 8);
      at += 8;
    }
    bytes = sink;
    return at;
  };
  return EncodeAsciiCompatible(in, out, run, [&](char32_t code_point, ByteSink& bytes) {
    const uint8_t byte =
        code_point > 0xFFFF ? uint8_t{0} : byte_of(static_cast<char16_t>(code_point));
    if (byte != 0) bytes.Append(byte);
    return byte != 0;
  });
}

}  // namespace encoding

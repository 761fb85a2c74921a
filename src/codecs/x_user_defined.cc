// https://encoding.spec.whatwg.org/#x-user-defined-decoder
// Decodes and encodes x-user-defined as a single-byte encoding whose index is computed.
#include "x_user_defined.h"

#include <array>

#include "../core/sinks.h"
#include "../core/source.h"
#include "single_byte_tables.h"

namespace whatwg_encoding {

namespace {

// The arithmetic of the standard as the index of a single-byte encoding: byte 0x80 + i stands for
// U+F780 + i.
constexpr char16_t kFirst = 0xF780;

constexpr auto kUnits = [] {
  std::array<uint16_t, 256> units{};
  for (size_t byte = 0; byte < 256; ++byte) {
    units[byte] = static_cast<uint16_t>(byte < 0x80 ? byte : kFirst + byte - 0x80);
  }
  return units;
}();

const SingleByteTables& Tables() {
  static const SingleByteTables tables(kUnits.data());
  return tables;
}

}  // namespace

template <Sink S>
DecodeResult XUserDefinedDecoder::Decode(Bytes in, S& out, bool) {
  out.TakeSingleByte({kUnits.data(), Tables().utf8.data()}, in.data(), in.size());
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(XUserDefinedDecoder);

EncodeResult XUserDefinedEncoder::Encode(Units in, ByteSink& out, bool) {
  return EncodeSingleByte(Tables().Map(kFirst), in, out);
}

}  // namespace whatwg_encoding

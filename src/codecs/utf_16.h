// https://encoding.spec.whatwg.org/#shared-utf-16-decoder
// The decoder and the encoder of UTF-16BE and UTF-16LE.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

class Utf16Decoder {
 public:
  constexpr explicit Utf16Decoder(bool is_utf16be) : is_utf16be_(is_utf16be) {}

  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return (leading_surrogate_ != 0 ? 2 : 0) + (has_leading_byte_ ? 1 : 0); }

 private:
  char16_t CodeUnit(uint8_t byte1, uint8_t byte2) const {
    return static_cast<char16_t>(is_utf16be_ ? byte1 << 8 | byte2 : byte2 << 8 | byte1);
  }

  bool is_utf16be_;
  bool has_leading_byte_ = false;
  uint8_t leading_byte_ = 0;
  char16_t leading_surrogate_ = 0;  // 0 stands for null
};

// The encoder of UTF-16BE and UTF-16LE. The standard has none; this one writes what the decoder of
// the standard reads.
class Utf16Encoder : public EncoderLimits<2> {
 public:
  constexpr explicit Utf16Encoder(bool is_utf16be) : is_utf16be_(is_utf16be) {}

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  bool is_utf16be_;
};

}  // namespace whatwg_encoding

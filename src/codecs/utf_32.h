// https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G31703
// The decoder and the encoder of UTF-32BE and UTF-32LE, which the Encoding Standard does not have.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

class Utf32Decoder {
 public:
  constexpr explicit Utf32Decoder(bool is_utf32be) : is_utf32be_(is_utf32be) {}

  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return bytes_seen_; }

 private:
  void Add(uint8_t byte) {
    const unsigned place = is_utf32be_ ? 3u - bytes_seen_ : bytes_seen_;
    code_point_ |= uint32_t{byte} << 8 * place;
    ++bytes_seen_;
  }

  bool is_utf32be_;
  uint8_t bytes_seen_ = 0;
  uint32_t code_point_ = 0;  // the bytes seen of a code point, each in its place
};

// The encoder of UTF-32BE and UTF-32LE. It writes what the decoder reads.
class Utf32Encoder : public EncoderLimits<4> {
 public:
  constexpr explicit Utf32Encoder(bool is_utf32be) : is_utf32be_(is_utf32be) {}

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  bool is_utf32be_;
};

}  // namespace whatwg_encoding

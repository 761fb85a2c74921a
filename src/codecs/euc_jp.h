// https://encoding.spec.whatwg.org/#euc-jp-decoder
// The decoder and the encoder of EUC-JP, and those of eucJP-ms and CP51932, which differ from it in
// a few code points.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

enum class EucJpKind : uint8_t {
  kStandard,
  kMs,       // eucJP-ms: characters of IBM and private use code points where EUC-JP has none
  kCp51932,  // code page 51932: without the sequences of three bytes
};

class EucJpDecoder {
 public:
  constexpr explicit EucJpDecoder(EucJpKind kind) : kind_(kind) {}

  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return leading_ == 0x00 ? 0 : jis0212_ ? 2 : 1; }

 private:
  EucJpKind kind_;
  uint8_t leading_ = 0x00;
  bool jis0212_ = false;
};

// The encoder of EUC-JP and of CP51932, which writes at most two bytes for a code point.
// https://encoding.spec.whatwg.org/#euc-jp-encoder
class EucJpEncoder : public EncoderLimits<2> {
 public:
  // `kind` is not kMs.
  constexpr explicit EucJpEncoder(EucJpKind kind) : kind_(kind) {}

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  EucJpKind kind_;
};

// An encoder that also writes the sequences of three bytes that the decoder of `kind` reads. Of
// kStandard it is not the standard's encoder, which does not write them.
class EucJpThreeByteEncoder : public EncoderLimits<3> {
 public:
  // `kind` is not kCp51932.
  constexpr explicit EucJpThreeByteEncoder(EucJpKind kind) : kind_(kind) {}

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  EucJpKind kind_;
};

}  // namespace whatwg_encoding

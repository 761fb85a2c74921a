// https://encoding.spec.whatwg.org/#single-byte-decoder
// The decoder and the encoder of the code pages, which do what the standard says of single-byte
// encodings. Their bytes below 0x80 may stand for other characters than ASCII, as in EBCDIC.
#pragma once

#include <cstdint>

#include "../core/codec.h"
#include "../core/encoding.h"

namespace whatwg_encoding {

class CodePageDecoder {
 public:
  // `code_page` is the number of a table in index::kCodePages.
  constexpr explicit CodePageDecoder(uint8_t code_page) : code_page_(code_page) {}

  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return 0; }

 private:
  uint8_t code_page_;
};

// https://encoding.spec.whatwg.org/#single-byte-encoder
class CodePageEncoder : public EncoderLimits<1> {
 public:
  // `code_page` is the number of a table in index::kCodePages.
  constexpr explicit CodePageEncoder(uint8_t code_page) : code_page_(code_page) {}

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

  // The byte of a character of ASCII. Every code page contains what is printable in ASCII.
  uint8_t ByteOf(char16_t character) const;

 private:
  uint8_t code_page_;
};

}  // namespace whatwg_encoding

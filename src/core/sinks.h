// All sinks that a decoder can write to. Only the files that define Decode() of a codec need this.
#pragma once

#include "core/counting_sink.h"
#include "core/result.h"
#include "core/utf16_sink.h"
#include "core/utf8_sink.h"

// Decode() of a codec is compiled once, in the codec's own file, for every sink there is.
#define ENCODING_INSTANTIATE_DECODER(Decoder)                     \
  template DecodeResult Decoder::Decode(Bytes, Utf16Sink&, bool); \
  template DecodeResult Decoder::Decode(Bytes, Utf8Sink&, bool);  \
  template DecodeResult Decoder::Decode(Bytes, CountingSink&, bool)

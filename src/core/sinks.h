// All sinks of decoders, for the files that define the Decode() of a codec or that decode.
#pragma once

#include "counting_sink.h"
#include "result.h"
#include "utf16_sink.h"
#include "utf8_sink.h"

// Compiles Decode() of a codec for every sink, in the one file that defines it.
#define ENCODING_INSTANTIATE_DECODER(Decoder)                     \
  template DecodeResult Decoder::Decode(Bytes, Utf16Sink&, bool); \
  template DecodeResult Decoder::Decode(Bytes, Utf8Sink&, bool);  \
  template DecodeResult Decoder::Decode(Bytes, CountingSink&, bool)

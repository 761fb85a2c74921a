// iso-2022-kr, an encoding of the 2012 edition of the standard: ASCII, and between SO and SI pairs
// of seven-bit bytes. A pair is the EUC-KR pair with 0x80 subtracted from both bytes. See also RFC
// 1557.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

class Iso2022KrDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const {
    return restored_ + (state_ == State::kEscapeEnd      ? 3u
                        : state_ == State::kEscapeMiddle ? 2u
                        : state_ == State::kEscapeStart  ? 1u
                        : state_ == State::kTrailingByte ? 1u
                                                         : 0u);
  }

  // What tells the states apart in which no sequence is unfinished.
  size_t mode() const { return static_cast<size_t>(state_); }

 private:
  enum class State : uint8_t {
    kAscii,
    kEscapeStart,   // after ESC
    kEscapeMiddle,  // after ESC $
    kEscapeEnd,     // after ESC $ )
    kLeadingByte,
    kTrailingByte,
  };

  // The handler's result for one byte.
  struct Step {
    bool read = true;  // false: the byte is restored
    Reason reason = Reason::kNone;
    uint8_t malformed = 0;
  };

  template <Sink S>
  size_t TakeRun(Bytes in, S& out);
  template <Sink S>
  Step Handle(uint8_t byte, S& out);
  Step HandleEscape(uint8_t byte);
  Step BreakEscape(Reason reason);
  Step HandleEndOfQueue();

  State state_ = State::kAscii;
  uint8_t leading_ = 0x00;
  uint8_t restored_ = 0;  // how many of the bytes « $ ) » are read again before any other byte
};

class Iso2022KrEncoder : public EncoderLimits<7, 1> {
 public:
  static constexpr bool kReturnsBeforeErrors = true;  // to ASCII

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  bool Handle(char32_t& code_point, ByteSink& out);
  void Enter(bool is_double_byte, ByteSink& out);

  bool is_begun_ = false;
  bool is_double_byte_ = false;
};

}  // namespace whatwg_encoding

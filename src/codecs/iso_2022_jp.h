// https://encoding.spec.whatwg.org/#iso-2022-jp-decoder
// The decoder and the encoder of ISO-2022-JP.
#pragma once

#include "../core/codec.h"
#include "../simd/seven_bit.h"

namespace whatwg_encoding {

class Iso2022JpDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const {
    const bool is_begun = state_ == State::kTrailingByte || state_ == State::kEscapeStart;
    return (restored_ != 0x00 ? 1u : 0u) + (state_ == State::kEscape ? 2u : is_begun ? 1u : 0u);
  }

  // What tells the states apart in which no sequence is unfinished.
  size_t mode() const { return 2 * static_cast<size_t>(state_) + (output_ ? 1 : 0); }

 private:
  enum class State : uint8_t {
    kAscii,
    kRoman,
    kKatakana,
    kLeadingByte,
    kTrailingByte,
    kEscapeStart,
    kEscape,
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
  size_t TakeRuns(Bytes in, S& out);
  size_t PassOver(Bytes in, size_t count);
  simd::Iso2022JpState runs_state() const;
  void SetState(simd::Iso2022JpState state);
  template <Sink S>
  Step Handle(uint8_t byte, S& out);
  template <Sink S>
  Step HandleLeadingByte(uint8_t byte, S& out);
  Step HandleEscape(uint8_t byte);
  Step HandleEndOfQueue();

  State state_ = State::kAscii;
  State output_state_ = State::kAscii;
  uint8_t leading_ = 0x00;
  bool output_ = false;
  uint8_t restored_ = 0x00;  // 0x24 or 0x28, which is read again before any other byte
};

// https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
class Iso2022JpEncoder : public EncoderLimits<5, 3> {
 public:
  static constexpr bool kReturnsBeforeErrors = true;  // to ASCII

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  enum class State : uint8_t { kAscii, kRoman, kJis0208 };

  size_t EncodeRun(Units in, ByteSink& out);
  void Enter(State state, ByteSink& out);
  bool Handle(char32_t& code_point, ByteSink& out);

  State state_ = State::kAscii;
};

}  // namespace whatwg_encoding

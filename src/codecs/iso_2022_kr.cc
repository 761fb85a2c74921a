// Decodes and encodes iso-2022-kr, an encoding of the 2012 edition of the standard.
#include "iso_2022_kr.h"

#include "../core/index.h"
#include "../core/sinks.h"
#include "../core/source.h"
#include "seven_bit.h"

namespace whatwg_encoding {

namespace {

constexpr uint8_t kShiftOut = 0x0E;
constexpr uint8_t kShiftIn = 0x0F;
constexpr uint8_t kHeader[] = {kEscapeByte, 0x24, 0x29, 0x43};  // ESC $ ) C

}  // namespace

// Reports one error for ESC. The bytes after it are read again in ASCII state, where they stand for
// themselves.
Iso2022KrDecoder::Step Iso2022KrDecoder::BreakEscape(Reason reason) {
  restored_ = state_ == State::kEscapeEnd ? 2 : state_ == State::kEscapeMiddle ? 1 : 0;
  state_ = State::kAscii;
  return {false, reason, 1};
}

Iso2022KrDecoder::Step Iso2022KrDecoder::HandleEscape(uint8_t byte) {
  if (state_ == State::kEscapeStart && byte == kHeader[1]) {
    state_ = State::kEscapeMiddle;
  } else if (state_ == State::kEscapeMiddle && byte == kHeader[2]) {
    state_ = State::kEscapeEnd;
  } else if (state_ == State::kEscapeEnd && byte == kHeader[3]) {
    state_ = State::kAscii;
  } else {
    return BreakEscape(Reason::kInvalidEscapeSequence);
  }
  return {};
}

template <Sink S>
Iso2022KrDecoder::Step Iso2022KrDecoder::Handle(uint8_t byte, S& out) {
  switch (state_) {
    case State::kAscii:
      if (byte == kShiftOut) {
        state_ = State::kLeadingByte;
      } else if (byte == kEscapeByte) {
        state_ = State::kEscapeStart;
      } else if (!IsAsciiByte(byte)) {
        return {true, Reason::kInvalidByte, 1};
      } else if (byte != kShiftIn) {
        out.AppendBmp(byte);
      }
      return {};
    case State::kLeadingByte:
      if (byte == 0x0A) out.AppendBmp(byte);
      if (byte == 0x0A || byte == kShiftIn) {
        state_ = State::kAscii;
      } else if (byte != kShiftOut) {
        leading_ = byte;
        state_ = State::kTrailingByte;
      }
      return {};
    case State::kTrailingByte: {
      state_ = State::kLeadingByte;
      if (!InRange(byte, 0x21, 0x7E)) return {true, Reason::kInvalidTrailingByte, 2};
      if (!InRange(leading_, 0x21, 0x7E)) return {true, Reason::kUnmapped, 2};
      const char16_t code_point = index::kEucKr[index::RowsAt(leading_ | 0x80, byte | 0x80)];
      if (code_point == 0) return {true, Reason::kUnmapped, 2};
      out.AppendBmp(code_point);
      return {};
    }
    default:
      return HandleEscape(byte);
  }
}

Iso2022KrDecoder::Step Iso2022KrDecoder::HandleEndOfQueue() {
  if (state_ == State::kAscii || state_ == State::kLeadingByte) return {};
  if (state_ != State::kTrailingByte) return BreakEscape(Reason::kTruncated);
  state_ = State::kLeadingByte;
  return {false, Reason::kTruncated, 1};
}

// Decodes the next bytes as far as they change no state; returns how many it has read.
template <Sink S>
size_t Iso2022KrDecoder::TakeRun(Bytes in, S& out) {
  if (state_ == State::kAscii) return TakePlain<ShiftsAndEscape>(in.data(), in.size(), out);
  if (state_ != State::kLeadingByte) return 0;
  return TakeSevenBitPairs(EucKrPairs(), 0x7E, in.data(), in.size(), out);
}

template <Sink S>
DecodeResult Iso2022KrDecoder::Decode(Bytes in, S& out, bool flush) {
  if (restored_ > 0) out.AppendBmp(kHeader[1]);
  if (restored_ > 1) out.AppendBmp(kHeader[2]);
  restored_ = 0;
  size_t at = 0;
  while ((at += TakeRun(in.subspan(at), out)) < in.size()) {
    const Step step = Handle(in[at], out);
    if (step.read) ++at;
    if (step.reason != Reason::kNone) return Malformed(step.reason, step.malformed, at, restored_);
  }
  if (flush) {
    const Step step = HandleEndOfQueue();
    if (step.reason != Reason::kNone) return Malformed(step.reason, step.malformed, at, restored_);
  }
  return Finished(at);
}

ENCODING_INSTANTIATE_DECODER(Iso2022KrDecoder);

namespace {

// The two bytes of a code point in EUC-KR, if both are above 0xA0; else 0.
uint16_t KsX1001PairOf(char32_t code_point) {
  const uint16_t pair = code_point < 0x80 ? uint16_t{0} : BytesFor(EucKrBytes(), code_point);
  const auto leading = static_cast<uint8_t>(pair >> 8);
  const auto trailing = static_cast<uint8_t>(pair);
  return InRange(leading, 0xA1, 0xFE) && InRange(trailing, 0xA1, 0xFE) ? pair : uint16_t{0};
}

}  // namespace

void Iso2022KrEncoder::Enter(bool is_double_byte, ByteSink& out) {
  is_double_byte_ = is_double_byte;
  out.Append(is_double_byte ? kShiftOut : kShiftIn);
}

// Encodes one code point. Returns false when the encoding does not contain it, and then leaves in
// `code_point` what the error is to name. Before an error, double-byte state is left, as the
// encoder of ISO-2022-JP does it, because what replaces the code point is ASCII. The 2012 edition
// writes SO, SI and ESC as themselves. This encoder refuses them, because text could otherwise
// begin or end a state.
bool Iso2022KrEncoder::Handle(char32_t& code_point, ByteSink& out) {
  const uint16_t pair = KsX1001PairOf(code_point);
  if ((pair != 0) != is_double_byte_) Enter(pair != 0, out);
  if (pair != 0) {
    out.AppendBytes(static_cast<uint16_t>(pair - 0x8080));
    return true;
  }
  if (code_point == kShiftOut || code_point == kShiftIn || code_point == kEscapeByte) {
    code_point = 0xFFFD;
    return false;
  }
  if (code_point >= 0x80) return false;
  out.Append(static_cast<uint8_t>(code_point));
  return true;
}

EncodeResult Iso2022KrEncoder::Encode(Units in, ByteSink& out, bool flush) {
  if (!is_begun_ && !in.empty()) {
    is_begun_ = true;
    for (const uint8_t byte : kHeader) out.Append(byte);
  }
  const auto run = [this](Units units, ByteSink& bytes) {
    return is_double_byte_
               ? EncodeSevenBitPairs(Once<MakeSevenBitTable<KsX1001PairOf>>(), units, bytes)
               : EncodePlain<ShiftsAndEscape>(units, bytes);
  };
  const EncodeResult result = EncodeRuns(
      in, out, run,
      [this](char32_t& code_point, ByteSink& bytes) { return Handle(code_point, bytes); });
  if (flush && result.outcome == Outcome::kFinished && is_double_byte_) Enter(false, out);
  return result;
}

}  // namespace whatwg_encoding

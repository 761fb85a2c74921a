// https://encoding.spec.whatwg.org/#iso-2022-jp-decoder
// Decodes and encodes ISO-2022-JP.
#include "iso_2022_jp.h"

#include <algorithm>

#include "../base/plain.h"
#include "../core/index.h"
#include "../core/sinks.h"
#include "../core/source.h"
#include "seven_bit.h"

namespace whatwg_encoding {

template <Sink S>
Iso2022JpDecoder::Step Iso2022JpDecoder::HandleLeadingByte(uint8_t byte, S& out) {
  if (state_ == State::kLeadingByte) {
    output_ = false;
    if (!InRange(byte, 0x21, 0x7E)) return {true, Reason::kInvalidByte, 1};
    leading_ = byte;
    state_ = State::kTrailingByte;
    return {};
  }
  state_ = State::kLeadingByte;
  // The standard reads an ESC here and goes to escape start. The leading byte state does the same
  // with an ESC, so the ESC is left to it, and the malformed sequence ends before the ESC.
  if (byte == 0x1B) return {false, Reason::kInvalidTrailingByte, 1};
  if (!InRange(byte, 0x21, 0x7E)) return {true, Reason::kInvalidTrailingByte, 2};
  const char16_t code_point = index::kJis0208[(leading_ - 0x21u) * 94 + byte - 0x21u];
  if (code_point == 0) return {true, Reason::kUnmapped, 2};
  out.AppendBmp(code_point);
  return {};
}

Iso2022JpDecoder::Step Iso2022JpDecoder::HandleEscape(uint8_t byte) {
  if (state_ == State::kEscapeStart) {
    if (byte == 0x24 || byte == 0x28) {
      leading_ = byte;
      state_ = State::kEscape;
      return {};
    }
    output_ = false;
    state_ = output_state_;
    return {false, Reason::kInvalidEscapeSequence, 1};
  }
  const uint8_t leading = leading_;
  leading_ = 0x00;
  if (leading == 0x28 && byte == 0x42) {
    state_ = State::kAscii;
  } else if (leading == 0x28 && byte == 0x4A) {
    state_ = State::kRoman;
  } else if (leading == 0x28 && byte == 0x49) {
    state_ = State::kKatakana;
  } else if (leading == 0x24 && (byte == 0x40 || byte == 0x42)) {
    state_ = State::kLeadingByte;
  } else {
    restored_ = leading;
    output_ = false;
    state_ = output_state_;
    return {false, Reason::kInvalidEscapeSequence, 1};
  }
  output_state_ = state_;
  const bool output = output_;
  output_ = true;
  if (output) return {true, Reason::kRedundantEscapeSequence, 3};
  return {};
}

template <Sink S>
Iso2022JpDecoder::Step Iso2022JpDecoder::Handle(uint8_t byte, S& out) {
  if (state_ == State::kEscapeStart || state_ == State::kEscape) return HandleEscape(byte);
  if (byte == 0x1B && state_ != State::kTrailingByte) {
    state_ = State::kEscapeStart;
    return {};
  }
  if (state_ == State::kLeadingByte || state_ == State::kTrailingByte) {
    return HandleLeadingByte(byte, out);
  }
  output_ = false;
  if (state_ == State::kKatakana) {
    if (!InRange(byte, 0x21, 0x5F)) return {true, Reason::kInvalidByte, 1};
    out.AppendBmp(static_cast<char16_t>(0xFF61 - 0x21 + byte));
    return {};
  }
  if (!IsAsciiByte(byte) || byte == 0x0E || byte == 0x0F) return {true, Reason::kInvalidByte, 1};
  if (state_ == State::kRoman && byte == 0x5C) {
    out.AppendBmp(0x00A5);
  } else if (state_ == State::kRoman && byte == 0x7E) {
    out.AppendBmp(0x203E);
  } else {
    out.AppendBmp(byte);
  }
  return {};
}

Iso2022JpDecoder::Step Iso2022JpDecoder::HandleEndOfQueue() {
  if (state_ == State::kTrailingByte) {
    state_ = State::kLeadingByte;
    return {false, Reason::kTruncated, 1};
  }
  if (state_ == State::kEscape) {
    restored_ = leading_;
    leading_ = 0x00;
  } else if (state_ != State::kEscapeStart) {
    return {};
  }
  output_ = false;
  state_ = output_state_;
  return {false, Reason::kTruncated, 1};
}

simd::Iso2022JpState Iso2022JpDecoder::runs_state() const {
  return {.in_pairs = state_ == State::kLeadingByte, .has_output = !output_};
}

void Iso2022JpDecoder::SetState(simd::Iso2022JpState state) {
  output_state_ = state_ = state.in_pairs ? State::kLeadingByte : State::kAscii;
  output_ = !state.has_output;
}

// Finds out how much of `in` was translated to the first `count` bytes of EUC-JP, and sets the
// state to what it is there. Returns how many bytes of `in` that is, escape sequences included.
size_t Iso2022JpDecoder::PassOver(Bytes in, size_t count) {
  simd::Iso2022JpState state = runs_state();
  size_t at = 0;
  while (count > 0) {
    if (state.has_output && simd::ReadEscape(state, in.data() + at, in.size() - at)) {
      at += 3;
    } else {
      state.has_output = true;
      ++at;
      --count;
    }
  }
  SetState(state);
  return at;
}

// Decodes stretches of ASCII and of JIS X 0208, and the escape sequences between them, up to a byte
// of another kind or a pair that is not in the index; returns how many bytes it has read. Runs
// between two escape sequences are too short for a kernel, so a stretch of several runs is
// translated to EUC-JP first. This gives what the steps of the handler give.
template <Sink S>
size_t Iso2022JpDecoder::TakeRuns(Bytes in, S& out) {
  if (kIsPlain) return 0;
  uint8_t euc_jp[2048];
  // The size of a slice in bytes of EUC-JP. Each slice is twice as long as the one before it, so
  // that input with an error every few bytes is not translated again and again in full.
  size_t limit = 128;
  for (size_t at = 0;;) {
    const Bytes rest = in.subspan(at);
    simd::Iso2022JpState state = runs_state();
    const Progress run =
        simd::Active()->iso_2022_jp_to_euc_jp(state, rest.data(), rest.size(), euc_jp, limit);
    const size_t taken = out.TakePairs(EucJpPairs(), euc_jp, run.written);
    if (taken != run.written) return at + PassOver(rest, taken);
    SetState(state);
    at += run.read;
    if (run.read == 0 || at == in.size()) return at;
    limit = std::min(2 * limit, sizeof euc_jp);
  }
}

// Decodes the next bytes as far as they change no state; returns how many it has read.
template <Sink S>
size_t Iso2022JpDecoder::TakeRun(Bytes in, S& out) {
  size_t run = 0;
  if (state_ == State::kAscii || state_ == State::kLeadingByte) return TakeRuns(in, out);
  if (state_ == State::kRoman) {
    run = TakePlain<Stops<0x0E, 0x0F, 0x1B, 0x5C, 0x7E>>(in.data(), in.size(), out);
  } else if (state_ == State::kKatakana) {
    for (; run < in.size() && InRange(in[run], 0x21, 0x5F); ++run) {
      out.AppendBmp(static_cast<char16_t>(0xFF61 - 0x21 + in[run]));
    }
  }
  if (run != 0) output_ = false;
  return run;
}

template <Sink S>
DecodeResult Iso2022JpDecoder::Decode(Bytes in, S& out, bool flush) {
  const auto held = [this] { return restored_ != 0x00 ? 1u : 0u; };
  if (restored_ != 0x00) {
    // Bytes 0x24 and 0x28 are valid in every output state.
    Handle(restored_, out);
    restored_ = 0x00;
  }
  size_t at = 0;
  while ((at += TakeRun(in.subspan(at), out)) < in.size()) {
    const Step step = Handle(in[at], out);
    if (step.read) ++at;
    if (step.reason != Reason::kNone) return Malformed(step.reason, step.malformed, at, held());
  }
  if (flush) {
    const Step step = HandleEndOfQueue();
    if (step.reason != Reason::kNone) return Malformed(step.reason, step.malformed, at, held());
  }
  return Finished(at);
}

ENCODING_INSTANTIATE_DECODER(Iso2022JpDecoder);

namespace {

// Returns the two bytes of a code point in JIS X 0208 plus 0x8080, or 0. They are the pair of
// EUC-JP, which also encodes U+2212 as if it were U+FF0D. Half-width katakana have the pairs of
// their full-width forms. What EUC-JP writes as one byte has no pair.
uint16_t PairFor(char32_t code_point) {
  const bool is_katakana = code_point >= 0xFF61 && code_point <= 0xFF9F;
  const uint16_t pair = BytesFor(
      EucJpBytes(), is_katakana ? index::kIso2022JpKatakana[code_point - 0xFF61] : code_point);
  return pair >= 0xA1A1 ? pair : uint16_t{0};
}

}  // namespace

void Iso2022JpEncoder::Enter(State state, ByteSink& out) {
  state_ = state;
  out.Append(0x1B);
  out.Append(state == State::kJis0208 ? 0x24 : 0x28);
  out.Append(state == State::kRoman ? 0x4A : 0x42);
}

// Encodes one code point. Returns false when the encoding does not contain it, and then leaves in
// `code_point` what the error is to name. Where the standard restores the code point after an
// escape sequence, the steps that it then takes follow here.
bool Iso2022JpEncoder::Handle(char32_t& code_point, ByteSink& out) {
  if (code_point < 0x80) {
    const bool is_roman = state_ == State::kRoman && code_point != 0x5C && code_point != 0x7E;
    if (code_point == 0x0E || code_point == 0x0F || code_point == 0x1B) {
      if (state_ == State::kJis0208) Enter(State::kAscii, out);
      code_point = 0xFFFD;
      return false;
    }
    if (state_ != State::kAscii && !is_roman) Enter(State::kAscii, out);
    out.Append(static_cast<uint8_t>(code_point));
    return true;
  }
  if (code_point == 0xA5 || code_point == 0x203E) {
    if (state_ != State::kRoman) Enter(State::kRoman, out);
    out.Append(code_point == 0xA5 ? 0x5C : 0x7E);
    return true;
  }
  const uint16_t pair = PairFor(code_point);
  if (pair == 0) {
    if (state_ == State::kJis0208) Enter(State::kAscii, out);
    return false;
  }
  if (state_ != State::kJis0208) Enter(State::kJis0208, out);
  out.AppendBytes(static_cast<uint16_t>(pair - 0x8080));
  return true;
}

// Encodes code units as far as they change no state; returns how many it has read.
size_t Iso2022JpEncoder::EncodeRun(Units in, ByteSink& out) {
  switch (state_) {
    case State::kAscii:
      return EncodePlain<ShiftsAndEscape>(in, out);
    case State::kRoman:
      return EncodePlain<Stops<0x0E, 0x0F, 0x1B, 0x5C, 0x7E>>(in, out);
    default:
      return EncodeSevenBitPairs(Once<MakeSevenBitTable<PairFor>>(), in, out);
  }
}

EncodeResult Iso2022JpEncoder::Encode(Units in, ByteSink& out, bool flush) {
  const EncodeResult result = EncodeRuns(
      in, out, [this](Units units, ByteSink& bytes) { return EncodeRun(units, bytes); },
      [this](char32_t& code_point, ByteSink& bytes) { return Handle(code_point, bytes); });
  if (flush && result.outcome == Outcome::kFinished && state_ != State::kAscii) {
    Enter(State::kAscii, out);
  }
  return result;
}

}  // namespace whatwg_encoding

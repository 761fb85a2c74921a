// Decodes and encodes hz-gb-2312, an encoding of the 2012 edition of the standard.
#include "hz_gb_2312.h"

#include "../core/index.h"
#include "../core/sinks.h"
#include "../core/source.h"
#include "seven_bit.h"

namespace whatwg_encoding {

// Decodes a leading byte other than 0x7E and the byte after it, or returns why that is an error.
// Both bytes are consumed in either case.
template <Sink S>
Reason HzGb2312Decoder::Pair(uint8_t leading, uint8_t trailing, S& out) {
  if (trailing == 0x0A) flag_ = false;
  if (!InRange(trailing, 0x21, 0x7E)) return Reason::kInvalidTrailingByte;
  // With 0x80 added, a leading byte of 0x7F is 0xFF, for which the table has no row.
  if (leading == 0x7F) return Reason::kUnmapped;
  // The index has a code point for each other pair.
  out.AppendBmp(index::kGb18030[index::RowsAt(leading | 0x80, trailing | 0x80)]);
  return Reason::kNone;
}

// Decodes ASCII, or pairs in two-byte mode, up to the next escape sequence or error; returns how
// many bytes it has read.
template <Sink S>
size_t HzGb2312Decoder::TakeRun(Bytes in, S& out) {
  if (leading_ != 0x00) return 0;
  if (!flag_) return TakePlain<Stops<0x7E>>(in.data(), in.size(), out);
  return TakeSevenBitPairs(Gb18030Pairs(), 0x7D, in.data(), in.size(), out);
}

template <Sink S>
DecodeResult HzGb2312Decoder::Decode(Bytes in, S& out, bool flush) {
  size_t at = 0;
  while ((at += TakeRun(in.subspan(at), out)) < in.size()) {
    const uint8_t byte = in[at];
    const uint8_t leading = leading_;
    leading_ = 0x00;
    if (leading == 0x7E) {
      if (byte == 0x7B) {
        flag_ = true;
      } else if (byte == 0x7D) {
        flag_ = false;
      } else if (byte == 0x7E) {
        out.AppendBmp(0x7E);
      } else if (byte != 0x0A) {
        return Malformed(Reason::kInvalidEscapeSequence, 1, at);
      }
      ++at;
    } else if (leading != 0x00) {
      ++at;
      const Reason reason = Pair(leading, byte, out);
      if (reason != Reason::kNone) return Malformed(reason, 2, at);
    } else if (byte == 0x7E || (flag_ && InRange(byte, 0x20, 0x7F))) {
      leading_ = byte;
      ++at;
    } else if (flag_ || !IsAsciiByte(byte)) {
      if (byte == 0x0A) flag_ = false;
      return Malformed(Reason::kInvalidByte, 1, at + 1);
    } else {
      out.AppendBmp(byte);
      ++at;
    }
  }
  if (flush && leading_ != 0x00) {
    leading_ = 0x00;
    return Malformed(Reason::kTruncated, 1, in.size());
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(HzGb2312Decoder);

namespace {

// The two bytes of a code point, each with 0x80 added; 0 when it has none.
uint16_t Gb2312PairOf(char32_t code_point) {
  const uint16_t pair = BytesFor(Gb18030Bytes(), code_point);
  const auto leading = static_cast<uint8_t>(pair >> 8);
  const auto trailing = static_cast<uint8_t>(pair);
  // The leading byte may not be 0xFE. The decoder takes 0x7E for the start of an escape sequence,
  // and would read some of these pairs as the end of two-byte mode.
  if (!InRange(leading, 0xA1, 0xFD) || !InRange(trailing, 0xA1, 0xFE)) return 0;
  // The table also has rows of the side table, which is in no index. The decoder would read their
  // pairs as other code points.
  if (index::kGb18030[index::RowsAt(leading, trailing)] != code_point) return 0;
  return pair;
}

}  // namespace

void HzGb2312Encoder::Enter(bool flag, ByteSink& out) {
  flag_ = flag;
  out.Append(0x7E);
  out.Append(flag ? 0x7B : 0x7D);
}

// At end-of-queue the 2012 edition writes nothing. This encoder leaves two-byte mode, so that
// outputs can be joined. It also leaves it before an error, as the encoder of ISO-2022-JP does,
// because what replaces the code point is ASCII.
EncodeResult HzGb2312Encoder::Encode(Units in, ByteSink& out, bool flush) {
  const auto run = [this](Units units, ByteSink& bytes) {
    return flag_ ? EncodeSevenBitPairs(Once<MakeSevenBitTable<Gb2312PairOf>>(), units, bytes)
                 : EncodePlain<Stops<0x7E>>(units, bytes);
  };
  const auto handler = [this](char32_t code_point, ByteSink& bytes) {
    const uint16_t pair = code_point < 0x80 ? uint16_t{0} : Gb2312PairOf(code_point);
    if ((pair != 0) != flag_) Enter(pair != 0, bytes);
    if (pair != 0) {
      bytes.AppendBytes(static_cast<uint16_t>(pair - 0x8080));
    } else if (code_point < 0x80) {
      if (code_point == 0x7E) bytes.Append(0x7E);
      bytes.Append(static_cast<uint8_t>(code_point));
    } else {
      return false;
    }
    return true;
  };
  const EncodeResult result = EncodeRuns(in, out, run, handler);
  if (flush && result.outcome == Outcome::kFinished && flag_) Enter(false, out);
  return result;
}

}  // namespace whatwg_encoding

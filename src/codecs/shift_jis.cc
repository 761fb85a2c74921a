// https://encoding.spec.whatwg.org/#shift_jis-decoder
// Decodes and encodes Shift_JIS.
// May include base/, simd/, core/ and codecs/.
#include "shift_jis.h"

#include "../core/index.h"
#include "../core/sinks.h"
#include "double_byte.h"

namespace whatwg_encoding {

namespace {

struct ShiftJis {
  static bool IsLeading(uint8_t byte) {
    return InRange(byte, 0x81, 0x9F) || InRange(byte, 0xE0, 0xFC);
  }

  static char16_t HalfWidthKatakana(uint8_t byte) {
    return static_cast<char16_t>(0xFF61 - 0xA1 + byte);
  }

  template <Sink S>
  static Reason Single(uint8_t byte, S& out) {
    if (byte == 0x80) {
      out.AppendBmp(0x0080);
    } else if (InRange(byte, 0xA1, 0xDF)) {
      out.AppendBmp(HalfWidthKatakana(byte));
    } else {
      return Reason::kInvalidByte;
    }
    return Reason::kNone;
  }

  static bool IsTrailing(uint8_t byte) {
    return InRange(byte, 0x40, 0x7E) || InRange(byte, 0x80, 0xFC);
  }

  // Returns 0 for null.
  static char16_t CodePoint(uint8_t leading, uint8_t trailing) {
    if (!IsLeading(leading) || !IsTrailing(trailing)) return 0;
    const unsigned offset = trailing < 0x7F ? 0x40 : 0x41;
    const unsigned leading_offset = leading < 0xA0 ? 0x81 : 0xC1;
    const unsigned pointer = (leading - leading_offset) * 188 + trailing - offset;
    if (pointer >= 8836 && pointer <= 10715) {  // EUDC
      return static_cast<char16_t>(0xE000 - 8836 + pointer);
    }
    return index::kJis0208[pointer];
  }

  static const PairTable& Pairs() {
    static const PairTable pairs = MakePairTable(CodePoint, {0xA0, 0xDF}, [](uint8_t byte) {
      return byte == 0xA0 ? char16_t{0} : HalfWidthKatakana(byte);
    });
    return pairs;
  }

  template <Sink S>
  static Reason Pair(uint8_t leading, uint8_t trailing, S& out) {
    if (!IsTrailing(trailing)) return Reason::kInvalidTrailingByte;
    const char16_t code_point = CodePoint(leading, trailing);
    if (code_point == 0) return Reason::kUnmapped;
    out.AppendBmp(code_point);
    return Reason::kNone;
  }
};

}  // namespace

template <Sink S>
DecodeResult ShiftJisDecoder::Decode(Bytes in, S& out, bool flush) {
  return DecodeDoubleByte<ShiftJis>(leading_, in, out, flush);
}

ENCODING_INSTANTIATE_DECODER(ShiftJisDecoder);

EncodeResult ShiftJisEncoder::Encode(Units in, ByteSink& out, bool) {
  static const PairBytesTable table = MakePairBytesTable(index::kShiftJisEncode);
  return EncodeWithPages(table, index::kShiftJisEncode, in, out);
}

}  // namespace whatwg_encoding

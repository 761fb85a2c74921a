// https://encoding.spec.whatwg.org/#shift_jis-decoder
// Decodes and encodes Shift_JIS.
#include "shift_jis.h"

#include "../core/index.h"
#include "double_byte-inl.h"

namespace whatwg_encoding {

struct ShiftJis {
  static bool IsLeading(uint8_t byte) {
    return InRange(byte, 0x81, 0x9F) || InRange(byte, 0xE0, 0xFC);
  }
  static bool IsTrailing(uint8_t, uint8_t byte) {
    return InRange(byte, 0x40, 0x7E) || InRange(byte, 0x80, 0xFC);
  }

  static char16_t CodePoint(uint8_t leading, uint8_t trailing) {
    const unsigned offset = trailing < 0x7F ? 0x40 : 0x41;
    const unsigned leading_offset = leading < 0xA0 ? 0x81 : 0xC1;
    const unsigned pointer = (leading - leading_offset) * 188 + trailing - offset;
    if (pointer >= 8836 && pointer <= 10715) {  // EUDC
      return static_cast<char16_t>(0xE000 - 8836 + pointer);
    }
    return index::kJis0208[pointer];
  }

  // Half-width katakana. Byte 0xA0 stands for nothing. Byte 0x80 stands alone, too.
  static constexpr SingleBytes kSingles = {0xA0, 0xDF};
  static char16_t Single(uint8_t byte) {
    if (byte == 0x80) return 0x0080;
    return InRange(byte, 0xA1, 0xDF) ? static_cast<char16_t>(0xFF61 - 0xA1 + byte) : char16_t{0};
  }

  // https://encoding.spec.whatwg.org/#shift_jis-encoder, with the pairs of index Shift_JIS pointer:
  // 0xED to 0xEF lead the pointers 8272 to 8835, and 0xF0 to 0xF9 lead EUDC.
  static PairBytesTable MakeBytes() {
    PairBytesTable table = MakeAsciiTable();
    AddPairs(PairsOf<ShiftJis>(), 0x81, 0xEC, table);
    AddPairs(PairsOf<ShiftJis>(), 0xFA, 0xFC, table);
    for (uint8_t byte = 0xA1; byte <= 0xDF; ++byte) table.bytes[Single(byte)] = byte;
    table.bytes[0x80] = 0x80;
    AddJapaneseOthers(table);
    return table;
  }
};

ENCODING_INSTANTIATE_DECODER(ShiftJisDecoder);
template class DoubleByteEncoder<ShiftJis>;

}  // namespace whatwg_encoding

// The indexes as tables. An entry of 0 stands for "not in the index": no index maps to U+0000.
// https://encoding.spec.whatwg.org/#indexes
//
// Tables "in rows" hold one row of 192 entries for each leading byte from 0x81 to 0xFE, indexed by
// trailing byte − 0x40; the holes in a row stand for trailing bytes that form no pointer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "generated/encodings.h"

namespace encoding::index {

inline constexpr size_t kRowLength = 192;
inline constexpr size_t kRowsSize = 126 * kRowLength;

extern const uint16_t kGb18030[kRowsSize];
extern const uint16_t kEucKr[kRowsSize];
extern const uint16_t kBig5[kRowsSize];           // the code point's lower 16 bits
extern const uint8_t kBig5Plane2[kRowsSize / 8];  // a bit an entry: the code point is U+2xxxx

// Indexed by pointer, for every pair of bytes that a decoder can form.
extern const uint16_t kJis0208[60 * 188];
extern const uint16_t kJis0212[94 * 94];

// index gb18030 ranges without its last entry, 189000 → U+10000.
inline constexpr size_t kGb18030RangeCount = 206;
extern const uint16_t kGb18030RangePointers[kGb18030RangeCount];
extern const uint16_t kGb18030RangeCodePoints[kGb18030RangeCount];

// 256 entries for each of the single-byte indexes, indexed by byte; ASCII bytes are themselves.
extern const uint16_t kSingleByte[kSingleByteIndexCount * 256];

// The same in UTF-8: the first byte in the lowest bits, how many there are in the highest eight.
extern const uint32_t kSingleByteUtf8[kSingleByteIndexCount * 256];

// For each EncodingId, which of the single-byte indexes is its own.
inline constexpr uint8_t kNoSingleByteIndex = 0xFF;
extern const uint8_t kSingleByteOf[kAllEncodingCount];

// What an encoder writes for each code point, in pages of 64 code points: two bytes as one number,
// or below 0x100 one byte.
struct Pages {
  const uint16_t* index;  // code point >> 6 → number of a page
  size_t index_length;
  const uint16_t* pages;

  // 0 for a code point without bytes.
  uint16_t operator[](char16_t code_point) const {
    return pages[size_t{index[code_point >> 6]} * 64 + (code_point & 63)];
  }
  uint16_t At(char32_t code_point) const {
    const size_t page = code_point >> 6;
    return page < index_length ? pages[size_t{index[page]} * 64 + (code_point & 63)] : uint16_t{0};
  }
};

extern const Pages kGb18030Encode;  // the side table's rows included
extern const Pages kGbkEncode;      // the same, with the step for is GBK and U+20AC
extern const Pages kEucKrEncode;
extern const Pages kBig5Encode;
extern const Pages kEucJpEncode;
extern const Pages kShiftJisEncode;

// The same for all single-byte indexes, ASCII included: 1,024 page numbers for each, and the pages
// they share.
inline constexpr size_t kSingleByteEncodeIndexLength = 0x10000 >> 6;
extern const uint8_t kSingleByteEncodeIndex[kSingleByteIndexCount * kSingleByteEncodeIndexLength];
extern const uint8_t kSingleByteEncodePages[];

// For each of them, where most of its code points above U+00FF are, those from U+2000 to U+203F
// aside: the first of 128, a multiple of 128.
extern const uint16_t kSingleByteWindows[kSingleByteIndexCount];

// index ISO-2022-JP katakana
extern const uint16_t kIso2022JpKatakana[63];

// Where a table in rows keeps the pair; `leading` is 0x81 to 0xFE, `trailing` 0x40 to 0xFF.
constexpr size_t RowsAt(uint8_t leading, uint8_t trailing) {
  return size_t{leading} * kRowLength + trailing - (0x81 * kRowLength + 0x40);
}

// index gb18030 ranges code point; 0 for null.
// https://encoding.spec.whatwg.org/#index-gb18030-ranges-code-point
char32_t Gb18030RangesCodePoint(uint32_t pointer);

// index gb18030 ranges pointer, for a code point that is not in index gb18030.
// https://encoding.spec.whatwg.org/#index-gb18030-ranges-pointer
uint32_t Gb18030RangesPointer(char32_t code_point);

}  // namespace encoding::index

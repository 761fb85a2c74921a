// The indexes of the standard as tables, which indexes/generate.mjs makes. An entry of 0 means that
// the index has no entry: no index maps a pointer to U+0000.
// https://encoding.spec.whatwg.org/#indexes
//
// A table "in rows" has one row of 192 entries for each leading byte from 0x81 to 0xFE. A row is
// indexed by the trailing byte minus 0x40. Trailing bytes that form no pointer have entries of 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "whatwg_encoding_generated/encodings.h"

namespace whatwg_encoding::index {

inline constexpr size_t kRowLength = 192;
inline constexpr size_t kRowsSize = 126 * kRowLength;

extern const uint16_t kGb18030[kRowsSize];
extern const uint16_t kEucKr[kRowsSize];
extern const uint16_t kBig5[kRowsSize];           // the lower 16 bits of the code point
extern const uint8_t kBig5Plane2[kRowsSize / 8];  // one bit an entry: set for U+2xxxx

// Both are indexed by pointer, and have an entry for every pair of bytes that a decoder can form.
extern const uint16_t kJis0208[60 * 188];
extern const uint16_t kJis0212[94 * 94];

// The entries of eucJP-ms in place of some of kJis0212: pointers in ascending order, and their code
// points.
extern const uint16_t kEucJpMsPointers[kEucJpMsCount];
extern const uint16_t kEucJpMsCodePoints[kEucJpMsCount];

// The output of an encoder that its decoder reads as another code point: up to three bytes as one
// number, the first byte in the highest bits.
struct EncodeOnly {
  char16_t code_point;
  uint32_t bytes;
};
extern const EncodeOnly kEucJpMsEncodeOnly[kEucJpMsEncodeOnlyCount];
extern const EncodeOnly kCp51932EncodeOnly[kCp51932EncodeOnlyCount];

// index gb18030 ranges, without its last entry 189000 → U+10000.
inline constexpr size_t kGb18030RangeCount = 206;
extern const uint16_t kGb18030RangePointers[kGb18030RangeCount];
extern const uint16_t kGb18030RangeCodePoints[kGb18030RangeCount];

// The single-byte indexes, 256 entries each, indexed by byte. An ASCII byte has itself as its
// entry.
extern const uint16_t kSingleByte[kSingleByteIndexCount * 256];

// The single-byte indexes in UTF-8: the first byte of a code point in the lowest eight bits, the
// number of its bytes in the highest eight.
extern const uint32_t kSingleByteUtf8[kSingleByteIndexCount * 256];

// The code pages, 256 entries each, indexed by byte. Their other tables are made when they are
// first used (codecs/code_page.cc). A byte of 0 stands for U+0000; any other entry of 0 means that
// the code page has none.
extern const uint16_t kCodePages[kCodePageCount * 256];

// For each code page, the first of the 128 code units that contain most of its code points above
// U+00FF, as kSingleByteWindows has it for the single-byte indexes.
extern const uint16_t kCodePageWindows[kCodePageCount];

// The bytes of all single-byte indexes, ASCII included: for each index 1,024 numbers of pages of 64
// bytes, which all indexes share.
inline constexpr size_t kSingleByteEncodeIndexLength = 0x10000 >> 6;
extern const uint8_t kSingleByteEncodeIndex[kSingleByteIndexCount * kSingleByteEncodeIndexLength];
extern const uint8_t kSingleByteEncodePages[];

// For each single-byte index, the first of the 128 code units, a multiple of 128, that contain most
// of its code points above U+00FF. U+2000 to U+203F do not count: they have a page of their own.
extern const uint16_t kSingleByteWindows[kSingleByteIndexCount];

// index ISO-2022-JP katakana
extern const uint16_t kIso2022JpKatakana[63];

// The place of a pair in a table in rows. `leading` is 0x81 to 0xFE, `trailing` 0x40 to 0xFF.
constexpr size_t RowsAt(uint8_t leading, uint8_t trailing) {
  return size_t{leading} * kRowLength + trailing - (0x81 * kRowLength + 0x40);
}

// Looks up "index gb18030 ranges code point"; returns 0 for null.
// https://encoding.spec.whatwg.org/#index-gb18030-ranges-code-point
char32_t Gb18030RangesCodePoint(uint32_t pointer);

// Looks up "index gb18030 ranges pointer" for a code point that is not in index gb18030.
// https://encoding.spec.whatwg.org/#index-gb18030-ranges-pointer
uint32_t Gb18030RangesPointer(char32_t code_point);

}  // namespace whatwg_encoding::index

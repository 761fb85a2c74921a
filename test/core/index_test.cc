// Compares every table with the index file that it is made from.
#include "../../src/core/index.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <span>
#include <sstream>
#include <string>

#include "testing.h"

namespace whatwg_encoding::index {
namespace {

std::map<uint32_t, char32_t> ReadIndex(const std::string& name) {
  const size_t folder = name.find('/') + 1;  // 0 when there is no folder
  std::ifstream file(INDEXES_DIR "/" + name.substr(0, folder) + "index-" + name.substr(folder) +
                     ".txt");
  std::map<uint32_t, char32_t> entries;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    uint32_t pointer = 0;
    uint32_t code_point = 0;
    fields >> pointer >> std::hex >> code_point;
    entries[pointer] = code_point;
  }
  EXPECT_FALSE(entries.empty()) << name;
  return entries;
}

// `bytes_of` turns a pointer into { leading, trailing }.
template <typename CodePointAt, typename BytesOf>
void ExpectRows(const std::string& name, CodePointAt code_point_at, BytesOf bytes_of) {
  std::map<size_t, char32_t> expected;
  for (const auto& [pointer, code_point] : ReadIndex(name)) {
    const auto [leading, trailing] = bytes_of(pointer);
    expected[RowsAt(static_cast<uint8_t>(leading), static_cast<uint8_t>(trailing))] = code_point;
  }
  for (size_t at = 0; at < kRowsSize; ++at) {
    const auto found = expected.find(at);
    ASSERT_EQ(code_point_at(at), found == expected.end() ? 0 : found->second) << name << ' ' << at;
  }
}

// The index pointer of each code point, which is the first in the index.
std::map<char32_t, uint32_t> Pointers(const std::map<uint32_t, char32_t>& index) {
  std::map<char32_t, uint32_t> pointers;
  for (const auto& [pointer, code_point] : index) pointers.emplace(code_point, pointer);
  return pointers;
}

template <size_t N>
void ExpectLinear(const std::string& name, const uint16_t (&table)[N]) {
  const auto expected = ReadIndex(name);
  for (uint32_t pointer = 0; pointer < N; ++pointer) {
    const auto found = expected.find(pointer);
    ASSERT_EQ(char32_t{table[pointer]}, found == expected.end() ? 0 : found->second) << name;
  }
  EXPECT_LT(expected.rbegin()->first, N);
}

TEST(Index, Gb18030) {
  ExpectRows(
      "gb18030", [](size_t at) { return char32_t{kGb18030[at]}; },
      [](uint32_t pointer) {
        const uint32_t trailing = pointer % 190;
        return std::pair(pointer / 190 + 0x81, trailing + (trailing < 0x3F ? 0x40 : 0x41));
      });
}

TEST(Index, EucKr) {
  ExpectRows(
      "euc-kr", [](size_t at) { return char32_t{kEucKr[at]}; },
      [](uint32_t pointer) { return std::pair(pointer / 190 + 0x81, pointer % 190 + 0x41); });
}

TEST(Index, Big5) {
  ExpectRows(
      "big5",
      [](size_t at) {
        const bool plane2 = kBig5Plane2[at / 8] >> (at % 8) & 1;
        return char32_t{kBig5[at]} + (plane2 ? 0x20000 : 0);
      },
      [](uint32_t pointer) {
        const uint32_t trailing = pointer % 157;
        return std::pair(pointer / 157 + 0x81, trailing + (trailing < 0x3F ? 0x40 : 0x62));
      });
}

TEST(Index, Iso2022JpKatakana) {
  const auto index = ReadIndex("iso-2022-jp-katakana");
  ASSERT_EQ(index.size(), std::size(kIso2022JpKatakana));
  for (const auto& [pointer, code_point] : index) {
    EXPECT_EQ(char32_t{kIso2022JpKatakana[pointer]}, code_point);
  }
}

TEST(Index, Jis0208) { ExpectLinear("jis0208", kJis0208); }

TEST(Index, Jis0212) { ExpectLinear("jis0212", kJis0212); }

TEST(Index, EucJpMs) {
  const auto expected = ReadIndex("multi-byte/eucjp-ms");
  ASSERT_EQ(expected.size(), kEucJpMsCount);
  size_t at = 0;
  for (const auto& [pointer, code_point] : expected) {
    EXPECT_EQ(kEucJpMsPointers[at], pointer);
    EXPECT_EQ(kEucJpMsCodePoints[at], code_point);
    // An entry that is the same in index jis0212 would not be in this index.
    EXPECT_NE(kJis0212[pointer], code_point);
    ++at;
  }
}

TEST(Index, EncodeOnly) {
  const auto expect_rows = [](const std::string& name, std::span<const EncodeOnly> rows) {
    std::ifstream file(INDEXES_DIR "/multi-byte/index-" + name + ".txt");
    size_t at = 0;
    for (std::string line; std::getline(file, line);) {
      if (line[0] == '#') continue;
      std::istringstream fields(line);
      uint32_t bytes = 0;
      uint32_t code_point = 0;
      fields >> bytes >> std::hex >> code_point;
      ASSERT_LT(at, rows.size());
      EXPECT_EQ(rows[at].bytes, bytes);
      EXPECT_EQ(rows[at].code_point, code_point);
      ++at;
    }
    EXPECT_EQ(at, rows.size());
  };
  expect_rows("eucjp-ms-encode", kEucJpMsEncodeOnly);
  expect_rows("cp51932-encode", kCp51932EncodeOnly);
}

TEST(Index, Gb18030Ranges) {
  const auto ranges = ReadIndex("gb18030-ranges");
  for (uint32_t pointer = 0; pointer <= 1237600; ++pointer) {
    char32_t expected = 0;
    const bool is_null = (pointer > 39419 && pointer < 189000) || pointer > 1237575;
    if (pointer == 7457) {
      expected = 0xE7C7;
    } else if (!is_null) {
      const auto range = std::prev(ranges.upper_bound(pointer));
      expected = range->second + pointer - range->first;
    }
    ASSERT_EQ(Gb18030RangesCodePoint(pointer), expected) << pointer;
  }
}

TEST(Index, Gb18030RangesPointer) {
  const auto ranges = ReadIndex("gb18030-ranges");
  std::map<char32_t, uint32_t> starts;
  for (const auto& [pointer, code_point] : ranges) starts[code_point] = pointer;
  const auto indexed = Pointers(ReadIndex("gb18030"));
  for (char32_t code_point = 0x80; code_point <= 0x10FFFF; ++code_point) {
    const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (is_surrogate || code_point == 0xE5E5 || indexed.count(code_point) != 0) continue;
    const auto range = std::prev(starts.upper_bound(code_point));
    const uint32_t expected =
        code_point == 0xE7C7 ? 7457 : range->second + (code_point - range->first);
    ASSERT_EQ(Gb18030RangesPointer(code_point), expected) << std::hex << uint32_t{code_point};
  }
}

constexpr const char* kSingleByteNames[] = {
    "ibm866",       "iso-8859-2",     "iso-8859-3",       "iso-8859-4",   "iso-8859-5",
    "iso-8859-6",   "iso-8859-7",     "iso-8859-8",       "iso-8859-10",  "iso-8859-13",
    "iso-8859-14",  "iso-8859-15",    "iso-8859-16",      "koi8-r",       "koi8-u",
    "macintosh",    "windows-874",    "windows-1250",     "windows-1251", "windows-1252",
    "windows-1253", "windows-1254",   "windows-1255",     "windows-1256", "windows-1257",
    "windows-1258", "x-mac-cyrillic", "historical/ibm864"};
static_assert(std::size(kSingleByteNames) == kSingleByteIndexCount);

TEST(Index, SingleByte) {
  for (size_t index = 0; index < kSingleByteIndexCount; ++index) {
    const auto expected = ReadIndex(kSingleByteNames[index]);
    for (uint32_t pointer = 0; pointer < 128; ++pointer) {
      const auto found = expected.find(pointer);
      ASSERT_EQ(char32_t{kSingleByte[index * 256 + 128 + pointer]},
                found == expected.end() ? 0 : found->second)
          << kSingleByteNames[index] << ' ' << pointer;
    }
    EXPECT_EQ(kSingleByteWindows[index] % 128, 0);
    EXPECT_GE(kSingleByteWindows[index], 0x100);
  }
  for (size_t at = 0; at < std::size(kSingleByteUtf8); ++at) {
    const std::string utf8 = at % 256 != 0 && kSingleByte[at] == 0
                                 ? std::string()
                                 : whatwg_encoding::testing::ToUtf8(
                                       std::u16string(1, static_cast<char16_t>(kSingleByte[at])));
    uint32_t packed = static_cast<uint32_t>(utf8.size()) << 24;
    for (size_t i = 0; i < utf8.size(); ++i) {
      packed |= uint32_t{static_cast<uint8_t>(utf8[i])} << 8 * i;
    }
    ASSERT_EQ(kSingleByteUtf8[at], packed) << at;
  }
  // https://encoding.spec.whatwg.org/#single-byte-encoder
  for (size_t index = 0; index < kSingleByteIndexCount; ++index) {
    const auto pointers = Pointers(ReadIndex(kSingleByteNames[index]));
    for (char32_t code_point = 0; code_point <= 0xFFFF; ++code_point) {
      const auto found = pointers.find(code_point);
      const size_t at = index * kSingleByteEncodeIndexLength + (code_point >> 6);
      const uint8_t byte =
          kSingleByteEncodePages[kSingleByteEncodeIndex[at] * 64 + (code_point & 63)];
      // The pages also have the ASCII bytes, which are in no index.
      const uint32_t unindexed = code_point < 0x80 ? code_point : 0;
      ASSERT_EQ(byte, found == pointers.end() ? unindexed : found->second + 0x80)
          << kSingleByteNames[index] << ' ' << std::hex << uint32_t{code_point};
    }
  }
  EXPECT_EQ(kSingleByteOf[static_cast<size_t>(EncodingId::kIso8859_8)],
            kSingleByteOf[static_cast<size_t>(EncodingId::kIso8859_8I)]);
  EXPECT_EQ(kSingleByteOf[static_cast<size_t>(EncodingId::kBig5)], kNoSingleByteIndex);
}

}  // namespace
}  // namespace whatwg_encoding::index

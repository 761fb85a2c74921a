// Every table against the index file that it is made from.
#include "core/index.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace encoding::index {
namespace {

std::map<uint32_t, char32_t> ReadIndex(const std::string& name) {
  std::ifstream file(std::string(INDEXES_DIR "/index-") + name + ".txt");
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

// `bytes_of` turns a pointer into { leading, trailing }; a pair that no entry claims must be
// unmapped.
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

TEST(Index, Jis0208) { ExpectLinear("jis0208", kJis0208); }

TEST(Index, Jis0212) { ExpectLinear("jis0212", kJis0212); }

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

TEST(Index, SingleByte) {
  static constexpr const char* kNames[] = {
      "ibm866",       "iso-8859-2",    "iso-8859-3",   "iso-8859-4",   "iso-8859-5",
      "iso-8859-6",   "iso-8859-7",    "iso-8859-8",   "iso-8859-10",  "iso-8859-13",
      "iso-8859-14",  "iso-8859-15",   "iso-8859-16",  "koi8-r",       "koi8-u",
      "macintosh",    "windows-874",   "windows-1250", "windows-1251", "windows-1252",
      "windows-1253", "windows-1254",  "windows-1255", "windows-1256", "windows-1257",
      "windows-1258", "x-mac-cyrillic"};
  static_assert(std::size(kNames) == kSingleByteIndexCount);
  for (size_t index = 0; index < kSingleByteIndexCount; ++index) {
    const auto expected = ReadIndex(kNames[index]);
    for (uint32_t pointer = 0; pointer < 128; ++pointer) {
      const auto found = expected.find(pointer);
      ASSERT_EQ(char32_t{kSingleByte[index * 256 + 128 + pointer]},
                found == expected.end() ? 0 : found->second)
          << kNames[index] << ' ' << pointer;
    }
  }
  EXPECT_EQ(kSingleByteOf[static_cast<size_t>(EncodingId::kIso8859_8)],
            kSingleByteOf[static_cast<size_t>(EncodingId::kIso8859_8I)]);
  EXPECT_EQ(kSingleByteOf[static_cast<size_t>(EncodingId::kBig5)], kNoSingleByteIndex);
}

}  // namespace
}  // namespace encoding::index

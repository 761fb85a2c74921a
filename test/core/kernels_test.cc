// Every kernel against a plain loop: all lengths, alignments, and places of the first odd byte.
#include "simd/kernels.h"

#include <gtest/gtest.h>

#include "testing.h"

namespace encoding::simd {
namespace {

// Calls `check(bytes, prefix)` with `size` bytes of which the first `prefix` are ASCII and, when
// there are more, the next is not; the bytes start at every offset in a block and end where it
// ends.
template <typename Check>
void ForEachRun(size_t size, Check check) {
  for (size_t offset = 0; offset < 16; ++offset) {
    const std::unique_ptr<uint8_t[]> block(new uint8_t[offset + size]);
    for (size_t i = 0; i < offset; ++i) block[i] = 0xFF;
    for (const size_t prefix : {size_t{0}, size / 3, size / 2, size - (size != 0), size}) {
      for (size_t i = 0; i < size; ++i) {
        block[offset + i] = static_cast<uint8_t>(i < prefix ? (i * 7 + 1) % 128 : 0x80 + i % 128);
      }
      check(block.get() + offset, prefix);
    }
  }
}

TEST(Kernels, AsciiPrefix) {
  for (size_t size = 0; size <= 300; ++size) {
    ForEachRun(size, [&](const uint8_t* bytes, size_t prefix) {
      ASSERT_EQ(AsciiPrefix(bytes, size), prefix) << size;
    });
  }
}

TEST(Kernels, WidenAscii) {
  for (size_t size = 0; size <= 300; ++size) {
    ForEachRun(size, [&](const uint8_t* bytes, size_t prefix) {
      const std::unique_ptr<char16_t[]> out(new char16_t[size]);
      ASSERT_EQ(WidenAscii(bytes, size, out.get()), prefix) << size;
      for (size_t i = 0; i < prefix; ++i) ASSERT_EQ(out[i], bytes[i]);
    });
  }
}

TEST(Kernels, CopyAscii) {
  for (size_t size = 0; size <= 300; ++size) {
    ForEachRun(size, [&](const uint8_t* bytes, size_t prefix) {
      const std::unique_ptr<uint8_t[]> out(new uint8_t[size]);
      ASSERT_EQ(CopyAscii(bytes, size, out.get()), prefix) << size;
      ASSERT_EQ(std::memcmp(out.get(), bytes, prefix), 0);
    });
  }
}

// The same with code units; every one that is not ASCII in turn, also those whose lower byte is.
TEST(Kernels, NarrowAscii) {
  static constexpr char16_t kOdd[] = {0x0080, 0x00FF, 0x0100, 0x0141,
                                      0x0880, 0x8000, 0xD841, 0xFF00};
  for (size_t size = 0; size <= 300; ++size) {
    for (size_t offset = 0; offset < 16; ++offset) {
      const std::unique_ptr<char16_t[]> block(new char16_t[offset + size]);
      char16_t* const units = block.get() + offset;
      for (size_t i = 0; i < offset; ++i) block[i] = 0xFFFF;
      for (const size_t prefix : {size_t{0}, size / 3, size / 2, size - (size != 0), size}) {
        for (size_t i = 0; i < size; ++i) {
          units[i] = i < prefix ? static_cast<char16_t>((i * 7 + 1) % 128)
                                : kOdd[(i + offset) % std::size(kOdd)];
        }
        const std::unique_ptr<uint8_t[]> out(new uint8_t[prefix]);
        ASSERT_EQ(NarrowAscii(units, size, out.get()), prefix) << size;
        for (size_t i = 0; i < prefix; ++i) ASSERT_EQ(out[i], units[i]);
      }
    }
  }
}

}  // namespace
}  // namespace encoding::simd

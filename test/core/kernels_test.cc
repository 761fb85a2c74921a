// Compares every kernel over ASCII with a plain loop, for all lengths, all alignments, and all
// places of the first byte that stops it.
#include "../../src/simd/kernels.h"

#include <cstdlib>

#include "../../src/simd/ascii.h"
#include "suites.h"

namespace whatwg_encoding::simd {
namespace {

using whatwg_testing::ExactBlock;

// Fails when the set of kernels that WHATWG_TRANSCODER_KERNELS names is not the one in use.
TEST(Kernels, TheEnvironmentVariableChooses) {
  const char* const named = std::getenv("WHATWG_TRANSCODER_KERNELS");
  EXPECT_STREQ(Active()->name, named != nullptr ? named : AvailableKernels().back()->name);
}

// Calls `check(bytes, prefix)` with `size` bytes, the first `prefix` of which are ASCII; the next
// one, if there is one, is not. The bytes begin at every offset in a block, and end where the block
// ends.
template <typename Check>
void ForEachRun(size_t size, Check check) {
  for (size_t offset = 0; offset < 16; ++offset) {
    const ExactBlock<uint8_t> block(offset + size);
    for (size_t i = 0; i < offset; ++i) block.data()[i] = 0xFF;
    for (const size_t prefix : {size_t{0}, size / 3, size / 2, size - (size != 0), size}) {
      for (size_t i = 0; i < size; ++i) {
        block.data()[offset + i] =
            static_cast<uint8_t>(i < prefix ? (i * 7 + 1) % 128 : 0x80 + i % 128);
      }
      check(block.data() + offset, prefix);
    }
  }
}

class EveryKernel : public ::testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }
};

TEST_P(EveryKernel, WidenAscii) {
  for (size_t size = 0; size <= 300; ++size) {
    ForEachRun(size, [&](const uint8_t* bytes, size_t prefix) {
      const ExactBlock<char16_t> out(size);
      ASSERT_EQ(kernels().widen_ascii(bytes, size, out.data()), prefix) << size;
      for (size_t i = 0; i < prefix; ++i) ASSERT_EQ(out.data()[i], bytes[i]);
    });
  }
}

TEST_P(EveryKernel, Copy) {
  for (size_t size = 0; size <= 300; ++size) {
    ForEachRun(size, [&](const uint8_t* bytes, size_t prefix) {
      const ExactBlock<uint8_t> out(size + kMaxWriteAhead);
      ASSERT_EQ(kernels().copy(bytes, size, out.data()), prefix == size) << size;
      ASSERT_EQ(std::memcmp(out.data(), bytes, size), 0);
    });
    if (size == 0) continue;
    // Only the first byte is not ASCII.
    std::vector<uint8_t> bytes(size, 'a');
    bytes[0] = 0x80;
    const ExactBlock<uint8_t> out(size + kMaxWriteAhead);
    ASSERT_FALSE(kernels().copy(bytes.data(), size, out.data())) << size;
  }
}

TEST_P(EveryKernel, NonC1Prefix) {
  for (size_t size = 0; size <= 300; ++size) {
    for (const size_t prefix : {size_t{0}, size / 3, size - (size != 0), size}) {
      const ExactBlock<uint8_t> bytes(size);
      for (size_t i = 0; i < size; ++i) {
        const size_t around = i % 2 == 0 ? i * 7 % 0x80 : 0xA0 + i * 5 % 0x60;
        bytes.data()[i] = static_cast<uint8_t>(i < prefix ? around : 0x80 + i % 0x20);
      }
      ASSERT_EQ(kernels().non_c1_prefix(bytes.data(), size), prefix) << size;
    }
  }
}

FOR_EVERY_SET_OF_KERNELS(EveryKernel);

// These have no kernels: the scalar functions are as fast in whole calls.
TEST(Ascii, AsciiPrefix) {
  for (size_t size = 0; size <= 300; ++size) {
    ForEachRun(size, [&](const uint8_t* bytes, size_t prefix) {
      ASSERT_EQ(AsciiPrefix(bytes, size), prefix) << size;
    });
  }
}

TEST_P(EveryKernel, CopyAscii) {
  for (size_t size = 0; size <= 300; ++size) {
    ForEachRun(size, [&](const uint8_t* bytes, size_t prefix) {
      const ExactBlock<uint8_t> out(size);
      ASSERT_EQ(kernels().copy_ascii(bytes, size, out.data()), prefix) << size;
      ASSERT_EQ(std::memcmp(out.data(), bytes, prefix), 0);
    });
  }
}

TEST(Ascii, NarrowAscii) {
  static constexpr char16_t kOther[] = {0x80, 0xFF, 0x100, 0x8000, 0xD800, 0xFF80, 0xFFFF};
  for (size_t size = 0; size <= 300; ++size) {
    ForEachRun(size, [&](const uint8_t* bytes, size_t prefix) {
      const ExactBlock<char16_t> units(size);
      for (size_t i = 0; i < size; ++i) {
        units.data()[i] = i < prefix ? bytes[i] : kOther[i % std::size(kOther)];
      }
      const ExactBlock<uint8_t> out(size);
      ASSERT_EQ(NarrowAscii(units.data(), size, out.data()), prefix) << size;
      ASSERT_EQ(std::memcmp(out.data(), bytes, prefix), 0);
    });
  }
}

}  // namespace
}  // namespace whatwg_encoding::simd

// Tests the kernels of ISO-2022-JP: the scalar ones on text of known parts, and the others against
// the scalar ones.
#include "../../src/simd/seven_bit.h"

#include "../../src/simd/kernels.h"
#include "../../src/simd/targets.h"
#include "suites.h"

namespace whatwg_encoding::simd {
namespace {

using whatwg_encoding::testing::AsBytes;
using whatwg_testing::ExactBlock;

// What a kernel has done.
struct Translated {
  Progress progress;
  Iso2022JpState state;
  std::string bytes;

  bool operator==(const Translated&) const = default;
};

std::string AsText(std::span<const uint8_t> bytes, size_t size) {
  return {bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size)};
}

Translated ToEucJp(const Kernels& kernels, Iso2022JpState state, const std::string& text,
                   size_t limit) {
  ExactBlock<uint8_t> in(AsBytes(text));
  ExactBlock<uint8_t> out(limit);
  const Progress progress =
      kernels.iso_2022_jp_to_euc_jp(state, in.data(), in.span().size(), out.data(), limit);
  return {progress, state, AsText(out.span(), progress.written)};
}

std::string RandomBytes(std::mt19937& random, size_t size, uint8_t first, uint8_t last) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(first + random() % (last - first + 1u));
  return bytes;
}

// Text in ISO-2022-JP that begins in ASCII, or text of pairs. One part in `calm` is neither ASCII
// nor a pair.
std::string RandomIso2022Jp(std::mt19937& random, size_t size, bool in_pairs, size_t calm) {
  static const std::string kOthers[] = {"\x0E",  "\x0F",   "\x1B",  "\x1B(B", "\x1B$B",
                                        "\x1B$", "\x1B(J", "\x7F",  "\x80",   "\xA4\xA2",
                                        " ",     "!",      "\x1B$C"};
  std::string text;
  for (; text.size() < size; in_pairs = !in_pairs) {
    const size_t length = 1 + random() % (random() % 4 == 0 ? 150 : 12);
    text += in_pairs ? RandomBytes(random, 2 * length, 0x21, 0x7E)
                     : RandomBytes(random, length, 0x20, 0x7F);
    if (random() % calm == 0) text += kOthers[random() % std::size(kOthers)];
    text += in_pairs ? "\x1B(B" : random() % 2 == 0 ? "\x1B$B" : "\x1B$@";
  }
  return text.substr(0, size);
}

TEST(Iso2022JpKernels, TranslateToEucJp) {
  const std::string iso = "ab\x1B$B$\"$$\x1B(Bc\x1B$@0!";
  const std::string euc =
      "ab\xA4\xA2\xA4\xA4"
      "c\xB0\xA1";
  EXPECT_EQ(ToEucJp(kScalar, {false, false}, iso, 100),
            (Translated{{iso.size(), euc.size()}, {true, true}, euc}));
}

TEST(Iso2022JpKernels, StopWhereTheStepsHaveToSay) {
  const auto read = [](bool in_pairs, bool has_output, const std::string& iso, size_t limit = 100) {
    return ToEucJp(kScalar, {in_pairs, has_output}, iso, limit).progress;
  };
  EXPECT_EQ(read(false, false, "\x1B$B$\""),
            (Progress{0, 0}));  // no output since the escape sequence before
  EXPECT_EQ(read(false, true, "\x1B$B\x1B(B"), (Progress{3, 0}));
  EXPECT_EQ(read(false, true, "\x1B(Ba"), (Progress{4, 1}));    // to the current state
  EXPECT_EQ(read(true, true, "$\"$\x1B(B"), (Progress{2, 2}));  // stops before half a pair
  EXPECT_EQ(read(true, true, "$\" $"), (Progress{2, 2}));
  EXPECT_EQ(read(false, true, "ab\x1B(J"), (Progress{2, 2}));
  EXPECT_EQ(read(false, true, "ab\x1B$"), (Progress{2, 2}));
  EXPECT_EQ(read(false, true, "abc", 2), (Progress{2, 2}));
  EXPECT_EQ(read(true, true, "$\"$\"", 3), (Progress{2, 2}));
}

class EveryIso2022JpKernel : public ::testing::TestWithParam<const Kernels*> {};

TEST_P(EveryIso2022JpKernel, TranslatesToEucJp) {
  std::mt19937 random(1);
  for (size_t size = 0; size <= 300; ++size) {
    for (size_t i = 0; i < 60; ++i) {
      const Iso2022JpState state{random() % 2 == 0, random() % 2 == 0};
      const std::string iso = RandomIso2022Jp(random, size, state.in_pairs, i % 2 == 0 ? 1000 : 12);
      const size_t limit = i % 3 == 0 ? random() % (size + 1) : size + 64 * (i % 2);
      ASSERT_EQ(ToEucJp(*GetParam(), state, iso, limit), ToEucJp(kScalar, state, iso, limit))
          << size << ' ' << i;
    }
  }
}

FOR_EVERY_SET_OF_KERNELS(EveryIso2022JpKernel);

}  // namespace
}  // namespace whatwg_encoding::simd

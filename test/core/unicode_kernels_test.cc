// Tests the kernels between Unicode encodings, at all lengths, in blocks of exactly the size that
// they may use, against the scalar ones. test/proof compares those with the steps of the standard.
#include "../../src/simd/targets.h"
#include "suites.h"

namespace whatwg_encoding::simd {
namespace {

using whatwg_encoding::testing::AsBytes;
using whatwg_testing::ExactBlock;

void AppendUtf16(char32_t code_point, std::u16string& units) {
  if (code_point > 0xFFFF) units += LeadingSurrogate(code_point);
  units += code_point > 0xFFFF ? TrailingSurrogate(code_point) : static_cast<char16_t>(code_point);
}

std::string ToUtf8(char32_t code_point) {
  uint8_t bytes[4];
  uint8_t* const end = WriteUtf8(code_point, bytes);
  return std::string(bytes, end);
}

// A kind of text: one kind of code points or a mix, in runs or alternating.
std::u32string RandomText(std::mt19937& random, size_t size) {
  static constexpr char32_t kKinds[][2] = {
      {0x00, 0x7F}, {0x80, 0x7FF},    {0x800, 0xD7FF}, {0xE000, 0xFFFF}, {0x10000, 0x10FFFF},
      {0x20, 0x7E}, {0x3040, 0x30FF}, {0x410, 0x44F},  {0x20, 0xFF},     {0x80, 0xFF}};
  const uint32_t mix = static_cast<uint32_t>(random()) % 4;
  std::u32string text;
  size_t kind = random() % std::size(kKinds);
  while (text.size() < size) {
    const uint32_t change = mix == 0 ? 1 : mix == 1 ? 4 : mix == 2 ? 40 : 1000;
    if (random() % change == 0) kind = random() % std::size(kKinds);
    const auto [first, last] = kKinds[kind];
    text += first + static_cast<char32_t>(random() % (last - first + 1));
  }
  return text;
}

// Makes text of `size` code units. The last may be the first half of a pair.
std::u16string RandomUtf16(std::mt19937& random, size_t size) {
  std::u16string units;
  for (const char32_t code_point : RandomText(random, size)) AppendUtf16(code_point, units);
  units.resize(size);
  return units;
}

class EveryUnicodeKernel : public ::testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }
  const UnicodeKernels& unicode() const { return GetParam()->unicode; }

  // Tests the three kernels that read UTF-8, on input and output of exactly their size.
  void CheckUtf8(Bytes bytes) {
    ExactBlock<uint8_t> input(bytes);
    const uint8_t* const data = input.data();
    std::u16string expected(bytes.size(), u'\0');
    const Progress progress = kScalar.unicode.utf8_to_utf16(data, bytes.size(), expected.data());
    expected.resize(progress.written);
    const size_t read = progress.read;
    const whatwg_encoding::testing::MarkedBlock<char16_t> units(bytes.size());
    ASSERT_EQ(unicode().utf8_to_utf16(data, bytes.size(), units.data()), progress);
    ASSERT_EQ(std::u16string(units.data(), progress.written), expected);
    ASSERT_TRUE(units.IsUnwrittenBehind(progress.written));
    ASSERT_EQ(unicode().measure_utf8(data, bytes.size()), progress);

    ExactBlock<uint8_t> copy(bytes.size());
    ASSERT_EQ(unicode().copy_utf8(data, bytes.size(), copy.data()), read);
    ASSERT_TRUE(std::equal(copy.span().begin(), copy.span().begin() + static_cast<ptrdiff_t>(read),
                           bytes.begin()));
  }

  // Tests the kernels that read UTF-16, in both byte orders.
  void CheckUtf16(const std::u16string& text) {
    const size_t size = text.size();
    std::u16string before;  // the text before the first lone surrogate
    std::string expected;
    for (size_t at = 0; at < size; ++at) {
      char32_t code_point = text[at];
      if (code_point >= 0xD800 && code_point <= 0xDFFF) {
        const bool is_pair =
            code_point <= 0xDBFF && at + 1 < size && IsTrailingSurrogate(text[at + 1]);
        if (!is_pair) break;
        before += text[at++];
        code_point = FromSurrogates(before.back(), text[at]);
      }
      before += text[at];
      expected += ToUtf8(code_point);
    }
    const auto swap = [](std::u16string units) {
      for (char16_t& unit : units) unit = static_cast<char16_t>(unit << 8 | unit >> 8);
      return units;
    };
    // The output begins at an odd address.
    const ExactBlock<uint8_t> native(2 * size + 1);
    const ExactBlock<uint8_t> swapped(2 * size + 1);
    std::memcpy(native.data() + 1, text.data(), 2 * size);
    std::memcpy(swapped.data() + 1, swap(text).data(), 2 * size);
    for (const bool is_swapped : {false, true}) {
      ExactBlock<uint8_t> out(3 * size);
      const uint8_t* const from = (is_swapped ? swapped : native).data() + 1;
      const Progress progress = unicode().utf16_to_utf8(from, size, is_swapped, out.data());
      ASSERT_EQ(progress, (Progress{before.size(), expected.size()}));
      ASSERT_EQ(std::memcmp(out.data(), expected.data(), expected.size()), 0);
    }
    for (const Swapped which : {Swapped::kNeither, Swapped::kSource, Swapped::kTarget}) {
      const ExactBlock<uint8_t> out(2 * size + 1);
      const uint8_t* const from = (which == Swapped::kSource ? swapped : native).data() + 1;
      ASSERT_EQ(kernels().copy_utf16(from, size, which, out.data() + 1), before.size());
      const std::u16string copied = which == Swapped::kTarget ? swap(before) : before;
      ASSERT_EQ(std::memcmp(out.data() + 1, copied.data(), 2 * copied.size()), 0);
    }
  }
};

TEST_P(EveryUnicodeKernel, ReadsEveryCodePoint) {
  std::string text;
  std::u16string units;
  for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    if (code_point == 0xD800) code_point = 0xE000;
    text += ToUtf8(code_point);
    AppendUtf16(code_point, units);
  }
  CheckUtf8(AsBytes(text));
  CheckUtf16(units);
}

TEST_P(EveryUnicodeKernel, ReadsUtf8OfAllLengthsCutAnywhere) {
  std::mt19937 random(1);
  for (size_t size = 0; size <= 300; ++size) {
    for (int i = 0; i < 24; ++i) {
      std::string text;
      for (const char32_t code_point : RandomText(random, size)) text += ToUtf8(code_point);
      text.resize(size);
      ASSERT_NO_FATAL_FAILURE(CheckUtf8(AsBytes(text))) << size;
    }
  }
}

TEST_P(EveryUnicodeKernel, StopsAtTheFirstMalformedSequenceWhereverItIs) {
  static constexpr const char* kMalformed[] = {"\x80",
                                               "\xC0\x80",
                                               "\xC1\xBF",
                                               "\xC3",
                                               "\xE3\x81",
                                               "\xE0\x9F\xBF",
                                               "\xED\xA0\x80",
                                               "\xE3\x81\xC3",
                                               "\xF0\x8F\xBF\xBF",
                                               "\xF4\x90\x80\x80",
                                               "\xF0\x9F\x98",
                                               "\xF0\x9F",
                                               "\xF5\x80\x80\x80",
                                               "\xFF",
                                               "\xF8\x88\x80\x80\x80",
                                               "\xFC",
                                               "\xF1\x80\xE3",
                                               "\xE3\xE3\x81\x82",
                                               "\xF0\x9F\x98\x80\x80"};
  std::mt19937 random(2);
  for (size_t size = 0; size <= 200; ++size) {
    for (const char* malformed : kMalformed) {
      std::string text;
      for (const char32_t code_point : RandomText(random, size)) {
        if (text.size() >= size) break;
        text += ToUtf8(code_point);
      }
      text += malformed;
      for (const char32_t code_point : RandomText(random, random() % 80))
        text += ToUtf8(code_point);
      ASSERT_NO_FATAL_FAILURE(CheckUtf8(AsBytes(text))) << size << malformed;
    }
  }
}

TEST_P(EveryUnicodeKernel, ReadsUtf8WithRandomErrors) {
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (const char32_t code_point : RandomText(random, random() % 100)) text += ToUtf8(code_point);
    if (text.empty()) continue;
    for (int errors = static_cast<int>(random() % 3); errors != 0; --errors) {
      const size_t at = random() % text.size();
      text[at] = static_cast<char>(random() % 2 == 0 ? random() : 0x80 | random() % 0x40);
    }
    ASSERT_NO_FATAL_FAILURE(CheckUtf8(AsBytes(text)));
    const std::vector<uint8_t> bytes =
        whatwg_encoding::testing::InterestingBytes(random, random() % 70);
    ASSERT_NO_FATAL_FAILURE(CheckUtf8(bytes));
  }
}

TEST_P(EveryUnicodeKernel, ReadsUtf16OfAllLengthsUpToTheFirstLoneSurrogate) {
  std::mt19937 random(4);
  for (size_t size = 0; size <= 300; ++size) {
    for (int i = 0; i < 24; ++i) {
      std::u16string text = RandomUtf16(random, size);
      ASSERT_NO_FATAL_FAILURE(CheckUtf16(text)) << size;
      if (size == 0) continue;
      text[random() % size] = static_cast<char16_t>(0xD800 + random() % 0x800);
      ASSERT_NO_FATAL_FAILURE(CheckUtf16(text)) << size;
    }
  }
}

FOR_EVERY_SET_OF_KERNELS(EveryUnicodeKernel);

// What the kernels do not read, Utf16Source replaces.
TEST(Utf8AndUtf16Encoder, ReplaceLoneSurrogatesAsUtf16Source) {
  std::mt19937 random(6);
  for (int i = 0; i < 3000; ++i) {
    const std::u16string text = whatwg_encoding::testing::InterestingText(random, random() % 120);
    std::string utf8;
    std::string utf16le;
    std::string utf16be;
    for (Utf16Source source(text); !source.empty();) {
      const char32_t code_point = source.Next();
      utf8 += ToUtf8(code_point);
      std::u16string units;
      AppendUtf16(code_point, units);
      for (const char16_t unit : units) {
        utf16le += static_cast<char>(unit);
        utf16le += static_cast<char>(unit >> 8);
        utf16be += static_cast<char>(unit >> 8);
        utf16be += static_cast<char>(unit);
      }
    }
    const auto encode = [&](EncodingId id) {
      const auto streamed = whatwg_encoding::testing::EncodePieces(
          id, {Units(text)}, Unencodables::kFatal, 3 * text.size() + kMinEncodeRoom);
      return std::string(streamed.bytes.begin(), streamed.bytes.end());
    };
    ASSERT_EQ(encode(EncodingId::kUtf8), utf8);
    ASSERT_EQ(encode(EncodingId::kUtf16le), utf16le);
    ASSERT_EQ(encode(EncodingId::kUtf16be), utf16be);
  }
}

}  // namespace
}  // namespace whatwg_encoding::simd

// Compares every single-byte kernel with a plain loop, for all indexes, all lengths, and all places
// of the first byte or code unit that stands for nothing.
#include <gtest/gtest.h>

#include "../../src/core/index.h"
#include "testing.h"

namespace whatwg_encoding::simd {
namespace {

using whatwg_testing::ExactBlock;

constexpr size_t kLongest = 300;

SingleByteTable TableOf(size_t index) {
  return {index::kSingleByte + index * 256, index::kSingleByteUtf8 + index * 256};
}

SingleByteMap MapOf(size_t index) {
  return {index::kSingleByteEncodeIndex + index * index::kSingleByteEncodeIndexLength,
          index::kSingleByteEncodePages, index::kSingleByteWindows[index]};
}

// The bytes from 0x80 on that an index maps, and those that it does not.
struct Alphabet {
  explicit Alphabet(const SingleByteTable& table) {
    for (size_t byte = 0x80; byte < 0x100; ++byte) {
      (table.units[byte] != 0 ? mapped : unmapped).push_back(static_cast<uint8_t>(byte));
    }
  }
  std::vector<uint8_t> mapped;
  std::vector<uint8_t> unmapped;
};

class SingleByteKernel : public ::testing::TestWithParam<std::tuple<const Kernels*, size_t>> {
 protected:
  const SingleByteKernels& kernels() const { return std::get<0>(GetParam())->single_byte; }
  size_t index() const { return std::get<1>(GetParam()); }
  SingleByteTable table() const { return TableOf(index()); }
  SingleByteMap map() const { return MapOf(index()); }

  void CheckDecode(const std::vector<uint8_t>& bytes) const {
    const size_t size = bytes.size();
    size_t read = 0;
    std::u16string utf16;
    for (; read < size && (bytes[read] < 0x80 || table().units[bytes[read]] != 0); ++read) {
      utf16.push_back(table().units[bytes[read]]);
    }
    const std::string utf8 = testing::ToUtf8(utf16);
    ExactBlock<uint8_t> in(std::span<const uint8_t>{bytes});

    testing::MarkedBlock<char16_t> units(size);
    ASSERT_EQ(kernels().decode(table(), in.data(), size, units.data()), read);
    ASSERT_EQ(std::u16string_view(units.data(), read), utf16);
    ASSERT_TRUE(units.IsUnwrittenBehind(read));

    testing::MarkedBlock<uint8_t> out(3 * size);
    const Progress written = kernels().decode_utf8(table(), in.data(), size, out.data());
    ASSERT_EQ(written.read, read);
    ASSERT_EQ(written.written, utf8.size());
    ASSERT_EQ(std::memcmp(out.data(), utf8.data(), utf8.size()), 0);
    ASSERT_TRUE(out.IsUnwrittenBehind(utf8.size()));

    const Progress counted = kernels().count_utf8(table(), in.data(), size);
    ASSERT_EQ(counted.read, read);
    ASSERT_EQ(counted.written, utf8.size());
  }

  void CheckEncode(const std::u16string& units) const {
    const size_t size = units.size();
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i < size; ++i) {
      const uint8_t byte = map()[units[i]];
      if (byte == 0 && units[i] != 0) break;
      bytes.push_back(byte);
    }
    ExactBlock<char16_t> in(std::span<const char16_t>{units});
    testing::MarkedBlock<uint8_t> out(size);
    ASSERT_EQ(kernels().encode(map(), in.data(), size, out.data()), bytes.size());
    ASSERT_TRUE(std::equal(bytes.begin(), bytes.end(), out.span().begin()));
    ASSERT_TRUE(out.IsUnwrittenBehind(bytes.size()));
  }

  // Returns one of `choices`. Returns ASCII, 0x00 included, when there are none, and once in
  // `ascii` times.
  uint8_t Next(const std::vector<uint8_t>& choices, size_t ascii) {
    const auto value = static_cast<size_t>(random_());
    if (choices.empty() || value % ascii == 0) return static_cast<uint8_t>(value / ascii % 0x80);
    return choices[value / ascii % choices.size()];
  }

  // Text of the index without ASCII, with some ASCII, and with little else.
  static constexpr size_t kMixes[] = {SIZE_MAX, 6, 2, 1};
  std::vector<uint8_t> Mapped(size_t size, size_t ascii) {
    const Alphabet alphabet(table());
    std::vector<uint8_t> bytes(size);
    for (uint8_t& byte : bytes) byte = Next(alphabet.mapped, ascii);
    if (ascii == 1 && size != 0) bytes[random_() % size] = Next(alphabet.mapped, SIZE_MAX);
    return bytes;
  }

  std::u16string Units(const std::vector<uint8_t>& bytes) const {
    std::u16string units;
    for (const uint8_t byte : bytes) units.push_back(table().units[byte]);
    return units;
  }

  std::mt19937 random_{20260521};
};

TEST_P(SingleByteKernel, DecodesAnyLength) {
  for (size_t size = 0; size <= kLongest; ++size) {
    for (const size_t ascii : kMixes) {
      CheckDecode(Mapped(size, ascii));
      if (HasFatalFailure()) FAIL() << size;
    }
  }
}

TEST_P(SingleByteKernel, StopsAtTheFirstUnmappedByteWhereverItIs) {
  const Alphabet alphabet(table());
  if (alphabet.unmapped.empty()) return;
  for (size_t size = 1; size <= kLongest; size += 1 + size / 16) {
    for (size_t at = 0; at < size; ++at) {
      std::vector<uint8_t> bytes = Mapped(size, kMixes[at % std::size(kMixes)]);
      bytes[at] = Next(alphabet.unmapped, SIZE_MAX);
      // More bytes that stand for nothing follow.
      for (size_t i = at + 1; i < size; i += 1 + i % 7) bytes[i] = Next(alphabet.unmapped, 3);
      CheckDecode(bytes);
      if (HasFatalFailure()) FAIL() << size << ' ' << at;
    }
  }
}

TEST_P(SingleByteKernel, EncodesEveryCodeUnit) {
  // Each code unit alone, and among others of the index in vectors; of those that the encoding does
  // not contain, some.
  const std::u16string text = Units(Mapped(kLongest, 4));
  for (size_t value = 0; value < 0x10000; ++value) {
    const auto unit = static_cast<char16_t>(value);
    if (map()[unit] == 0 && value % 13 != index() % 13) continue;
    CheckEncode({unit});
    std::u16string among = text.substr(value % 128, 100);
    among[value % 100] = unit;
    CheckEncode(among);
    if (HasFatalFailure()) FAIL() << value;
  }
}

TEST_P(SingleByteKernel, EncodesAnyLength) {
  for (size_t size = 0; size <= kLongest; ++size) {
    for (const size_t ascii : kMixes) {
      CheckEncode(Units(Mapped(size, ascii)));
      if (HasFatalFailure()) FAIL() << size;
    }
  }
}

TEST_P(SingleByteKernel, StopsAtTheFirstCodeUnitWithoutAByteWhereverItIs) {
  static constexpr char16_t kOdd[] = {0x0100, 0x2000, 0x2042, 0xD800, 0xDC00, 0xFFFD, 0xFFFF};
  for (size_t size = 1; size <= kLongest; size += 1 + size / 16) {
    for (size_t at = 0; at < size; ++at) {
      std::u16string units = Units(Mapped(size, kMixes[at % std::size(kMixes)]));
      units[at] = at % 3 == 0 ? static_cast<char16_t>(random_()) : kOdd[at % std::size(kOdd)];
      for (size_t i = at + 1; i < size; i += 1 + i % 7) units[i] = static_cast<char16_t>(random_());
      CheckEncode(units);
      if (HasFatalFailure()) FAIL() << size << ' ' << at;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Available, SingleByteKernel,
                         ::testing::Combine(::testing::ValuesIn(AvailableKernels().begin(),
                                                                AvailableKernels().end()),
                                            ::testing::Range<size_t>(0, kSingleByteIndexCount)),
                         [](const auto& parameter) {
                           return std::string(std::get<0>(parameter.param)->name) + '_' +
                                  std::to_string(std::get<1>(parameter.param));
                         });

}  // namespace
}  // namespace whatwg_encoding::simd

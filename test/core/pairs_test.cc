// Compares the kernels of simd/pairs.h with a plain loop, and the fast paths of the encoders of
// several bytes with their steps for one code unit at a time. test/proof does that for decoders.
#include "../../src/simd/pairs.h"

#include <vector>

#include "../../src/codecs/pairs.h"
#include "suites.h"

namespace whatwg_encoding {
namespace {

using simd::Kernels;
using simd::PairBytesTable;
using simd::PairTable;
using testing::EncodePieces;
using whatwg_testing::ExactBlock;

// A table in which pairs stand for code units that have one, two and three bytes in UTF-8, and some
// pairs for nothing.
char16_t UnitOfPair(uint8_t leading, uint8_t trailing) {
  if (trailing == 0x7F || leading == 0xC9) return 0;
  const unsigned hash = leading * 251u + trailing * 17u;
  switch (hash % 8) {
    case 0:
      return static_cast<char16_t>(0x80 + hash % 0x780);
    case 1:
      return static_cast<char16_t>(0x21 + hash % 0x5E);
    default:
      return static_cast<char16_t>(0x800 + hash % 0xC000);
  }
}

PairTable MakeTable(SingleBytes singles) {
  return MakePairTable(UnitOfPair, singles, [](uint8_t byte) {
    return byte == 0xA0 || byte == 0x80 ? char16_t{0} : static_cast<char16_t>(0xFF61 - 0xA1 + byte);
  });
}

const PairTable& TableWithoutSingles() {
  static const PairTable table = MakeTable({});
  return table;
}

const PairTable& TableWithSingles() {
  static const PairTable table = MakeTable({0xA0, 0xDF});
  return table;
}

uint16_t BytesOfUnit(unsigned unit) {
  if (unit < 0x80) return static_cast<uint16_t>(unit);
  if (unit % 97 == 0 || (unit & 0xF800) == 0xD800) return 0;
  if (unit % 13 == 0) return static_cast<uint16_t>(0x80 + unit % 0x80);
  return static_cast<uint16_t>(0x4081 + unit % 0xB000);
}

const PairBytesTable& BytesTable() {
  static const PairBytesTable table = [] {
    PairBytesTable made = {};
    for (unsigned unit = 0; unit < 0x10000; ++unit) made.bytes[unit] = BytesOfUnit(unit);
    return made;
  }();
  return table;
}

// What the kernels must do, one character at a time.
std::u16string PlainDecode(const PairTable& table, Bytes bytes, size_t& read) {
  std::u16string units;
  read = 0;
  while (read < bytes.size()) {
    const uint8_t byte = bytes[read];
    const bool is_single = byte >= table.first_single && byte <= table.last_single;
    const size_t length = byte < 0x80 || is_single ? 1 : 2;
    if (bytes.size() - read < length) break;
    const char16_t unit = byte < 0x80   ? char16_t{byte}
                          : length == 1 ? table.units[byte << 8]
                                        : table.units[byte | bytes[read + 1] << 8];
    if (unit == 0 && byte != 0) break;
    units += unit;
    read += length;
  }
  return units;
}

class EveryPairKernel : public ::testing::TestWithParam<const Kernels*> {
 protected:
  void CheckDecode(const PairTable& table, Bytes input) {
    size_t read = 0;
    const std::u16string expected = PlainDecode(table, input, read);
    const std::string expected_utf8 = testing::ToUtf8(expected);
    ExactBlock<uint8_t> bytes(input);
    ExactBlock<char16_t> units(input.size());
    const Progress run = kernels().decode(table, bytes.data(), input.size(), units.data());
    ASSERT_EQ(run.read, read) << input.size();
    ASSERT_EQ(std::u16string(units.data(), run.written), expected);
    ExactBlock<uint8_t> utf8(3 * input.size());
    const Progress run8 = kernels().decode_utf8(table, bytes.data(), input.size(), utf8.data());
    ASSERT_EQ(run8.read, read) << input.size();
    ASSERT_EQ(std::string(reinterpret_cast<const char*>(utf8.data()), run8.written), expected_utf8);
  }

  void CheckEncode(Units input) {
    std::string expected;
    size_t read = 0;
    for (; read < input.size(); ++read) {
      const uint16_t bytes = BytesOfUnit(input[read]);
      if (bytes == 0 && input[read] != 0) break;
      expected += static_cast<char>(bytes & 0xFF);
      if (bytes >= 0x100) expected += static_cast<char>(bytes >> 8);
    }
    ExactBlock<char16_t> units(input);
    ExactBlock<uint8_t> bytes(2 * input.size());
    const Progress run = kernels().encode(BytesTable(), units.data(), input.size(), bytes.data());
    ASSERT_EQ(run.read, read) << input.size();
    ASSERT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), run.written), expected);
  }

  void CheckDecode(Bytes input) {
    CheckDecode(TableWithoutSingles(), input);
    CheckDecode(TableWithSingles(), input);
  }

  const simd::PairKernels& kernels() const { return GetParam()->pairs; }

  std::mt19937 random_{20260521};
};

// Text in which stretches of ASCII and of pairs alternate, each at most `longest` characters long.
std::vector<uint8_t> MixedBytes(std::mt19937& random, size_t size, uint32_t longest,
                                bool with_singles) {
  std::vector<uint8_t> bytes;
  while (bytes.size() < size) {
    const auto next = [&] { return static_cast<uint32_t>(random() >> 3); };
    const uint32_t kind = next() % (with_singles ? 3 : 2);
    for (uint32_t count = 1 + next() % longest; count > 0; --count) {
      if (kind == 0) {
        bytes.push_back(static_cast<uint8_t>(next() % 0x80));
      } else if (kind == 2) {
        bytes.push_back(static_cast<uint8_t>(0xA1 + next() % 0x3F));
      } else {
        bytes.push_back(static_cast<uint8_t>(0x81 + next() % 0x1F));
        const uint32_t trailing = 0x40 + next() % 0xBF;
        bytes.push_back(static_cast<uint8_t>(trailing == 0x7F ? 0x7E : trailing));
      }
    }
  }
  bytes.resize(size);
  return bytes;
}

TEST_P(EveryPairKernel, DecodesTextOfEveryLength) {
  for (size_t size = 0; size <= 300; ++size) {
    for (const uint32_t longest : {1u, 4u, 20u, 100u}) {
      CheckDecode(TableWithoutSingles(), MixedBytes(random_, size, longest, false));
      CheckDecode(TableWithSingles(), MixedBytes(random_, size, longest, true));
    }
  }
}

TEST_P(EveryPairKernel, DecodesRunsOfOneKindAtEveryOffset) {
  for (size_t size = 0; size <= 200; ++size) {
    for (size_t ascii = 0; ascii <= std::min<size_t>(size, 70); ++ascii) {
      std::vector<uint8_t> bytes(size, 'a');
      for (size_t i = ascii; i < size; ++i) bytes[i] = static_cast<uint8_t>(0x90 + (i * 7) % 40);
      CheckDecode(bytes);
    }
  }
}

TEST_P(EveryPairKernel, StopsAtAnOddPairAtEveryPlace) {
  for (const uint32_t longest : {2u, 12u, 200u}) {
    const std::vector<uint8_t> text = MixedBytes(random_, 200, longest, false);
    for (size_t at = 0; at < text.size(); ++at) {
      for (const uint8_t odd : std::initializer_list<uint8_t>{0x80, 0xC9, 0xFF, 0x00}) {
        std::vector<uint8_t> bytes = text;
        bytes[at] = odd;
        CheckDecode(bytes);
      }
    }
  }
}

TEST_P(EveryPairKernel, DecodesAnyBytes) {
  for (int round = 0; round < 20000; ++round) {
    const std::vector<uint8_t> bytes = testing::InterestingBytes(random_, random_() % 150);
    CheckDecode(round % 2 == 0 ? TableWithoutSingles() : TableWithSingles(), bytes);
  }
}

// More text than the kernels collect at a time.
TEST_P(EveryPairKernel, DecodesLongText) {
  for (size_t size = 1000; size < 4000; size += 37) {
    std::vector<uint8_t> bytes = MixedBytes(random_, size, 300, false);
    CheckDecode(TableWithoutSingles(), bytes);
    bytes[size - size / 8] = 0x80;
    CheckDecode(TableWithoutSingles(), bytes);
  }
}

std::u16string MixedUnits(std::mt19937& random, size_t size, uint32_t longest) {
  std::u16string units;
  while (units.size() < size) {
    const auto next = [&] { return static_cast<uint32_t>(random() >> 3); };
    const bool is_ascii = next() % 2 == 0;
    for (uint32_t count = 1 + next() % longest; count > 0; --count) {
      uint32_t unit = is_ascii ? next() % 0x80 : 0x80 + next() % 0xD000;
      if (unit != 0 && BytesOfUnit(unit) == 0) ++unit;
      units += static_cast<char16_t>(unit);
    }
  }
  units.resize(size);
  return units;
}

TEST_P(EveryPairKernel, EncodesTextOfEveryLength) {
  for (size_t size = 0; size <= 300; ++size) {
    for (const uint32_t longest : {1u, 4u, 20u, 100u}) {
      CheckEncode(MixedUnits(random_, size, longest));
    }
  }
}

TEST_P(EveryPairKernel, StopsAtAnUnencodableUnitAtEveryPlace) {
  for (const uint32_t longest : {2u, 12u, 200u}) {
    const std::u16string text = MixedUnits(random_, 150, longest);
    for (size_t at = 0; at < text.size(); ++at) {
      for (const char16_t odd : {char16_t{97 * 2}, char16_t{0xD800}, char16_t{0}}) {
        std::u16string units = text;
        units[at] = odd;
        CheckEncode(units);
      }
    }
  }
}

FOR_EVERY_SET_OF_KERNELS(EveryPairKernel);

// Japanese, Chinese and Korean letters, some of which few encodings have, half-width letters and
// supplementary code points.
std::u16string Letters(std::mt19937& random, size_t count) {
  static constexpr char16_t kLetters[] = {0x3042, 0x30A2, 0x4E00, 0x65E5, 0x672C, 0x6C34, 0x706B,
                                          0x4E9C, 0x4E02, 0xAC00, 0xB098, 0x3001, 0xFF01, 0xFF71,
                                          0xFF9F, 0x00A5, 0x203E, 0x2212, 0x00E9, 0x00CA};
  std::u16string text;
  for (size_t i = 0; i < count; ++i) {
    const auto value = static_cast<uint32_t>(random() >> 4);
    if (value % 64 == 0) {
      text += u"\U0002008A";
    } else if (value % 8 == 0) {
      text += kLetters[value / 8 % std::size(kLetters)];
    } else {
      text += kLetters[value / 8 % 5];
    }
  }
  return text;
}

// Lines of letters with stretches of ASCII between them.
std::u16string Text(std::mt19937& random, size_t size) {
  std::u16string text;
  while (text.size() < size) {
    text += Letters(random, random() % 40);
    text += std::u16string(random() % 20, u'x');
    if (random() % 4 == 0) text += u"~\\\n";
  }
  return text;
}

class EveryPairEncoding : public ::testing::TestWithParam<size_t> {
 protected:
  EncodingId id() const { return static_cast<EncodingId>(GetParam()); }

  static std::vector<Units> OneByOne(Units text) {
    std::vector<Units> pieces;
    for (size_t i = 0; i < text.size(); ++i) pieces.push_back(text.subspan(i, 1));
    pieces.push_back({});
    return pieces;
  }

  std::mt19937 random_{20260521};
};

TEST_P(EveryPairEncoding, EncodesRunsAsItEncodesTheirCodeUnitsOneByOne) {
  for (const Unencodables mode : {Unencodables::kHtml, Unencodables::kSkip}) {
    for (int round = 0; round < 300; ++round) {
      std::u16string text = Text(random_, random_() % 300);
      // A code point that the encoder handles by itself, at some place inside.
      static constexpr char16_t kOdd[] = {0x0E,   0x1B,   0x7E,   0x5C, 0xA5,
                                          0xFF71, 0xE5E5, 0xD800, 0x00};
      if (!text.empty()) text[random_() % text.size()] = kOdd[random_() % std::size(kOdd)];
      const auto whole = EncodePieces(id(), {Units(text)}, mode, testing::kAmpleRoom);
      ASSERT_EQ(EncodePieces(id(), OneByOne(text), mode, testing::kAmpleRoom), whole);
    }
  }
}

std::vector<size_t> EncodingsWithPairs() {
  std::vector<size_t> ids;
  for (size_t id = 0; id < kAllEncodingCount; ++id) {
    if (kTraits[id].has_pairs || kTraits[id].has_encoder_state) ids.push_back(id);
  }
  return ids;
}

FOR_ENCODINGS(EveryPairEncoding, ::testing::ValuesIn(EncodingsWithPairs()));

}  // namespace
}  // namespace whatwg_encoding

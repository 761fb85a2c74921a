// Tests that the public C++ header of the library gives what the core below it gives. The programs
// in test/library/ test the rest, and the header for C.

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "../../src/library/whatwg_encoding.h"
#include "testing.h"

namespace {

namespace library = whatwg::encoding;
namespace core = whatwg_encoding;

// Decodes by calls that have the least room with which a call makes progress.
std::u16string DecodeInLittleRoom(library::Encoding encoding, library::Bytes in) {
  library::Decoder decoder(encoding, {library::Malformed::kReplacement, library::Bom::kKeep});
  std::u16string text;
  while (true) {
    const whatwg_testing::ExactBlock<char16_t> room(library::Decoder::kMinUtf16Units);
    const library::Result result = decoder.DecodeToUtf16(in, room.span(), true);
    text.append(room.data(), result.written);
    in = in.subspan(result.read);
    if (result.status == library::Status::kFinished) return text;
    EXPECT_EQ(result.status, library::Status::kOutputFull);
    if (result.read == 0 && result.written == 0) {
      ADD_FAILURE() << "a call makes no progress: " << encoding.name();
      return text;
    }
  }
}

// Every input of one and of two bytes, in every encoding of the standard.
TEST(Library, DecodesAsTheCoreDoes) {
  for (size_t number = 0; number < library::Encoding::StandardCount(); ++number) {
    const library::Encoding encoding = library::Encoding::At(number);
    const auto id = static_cast<core::EncodingId>(number);
    for (unsigned value = 0; value < 0x10100; ++value) {
      const std::array<uint8_t, 2> both = {static_cast<uint8_t>(value >> 8),
                                           static_cast<uint8_t>(value)};
      const library::Bytes in =
          value < 0x10000 ? library::Bytes(both) : library::Bytes(both).last(1);
      const core::testing::Decoded expected =
          core::testing::DecodePieces(id, {in}, core::ErrorMode::kReplacement);
      std::string utf8;
      const library::DecodeOptions keep{library::Malformed::kReplacement, library::Bom::kKeep};
      ASSERT_EQ(library::DecodeToUtf8(encoding, in, utf8, keep).status, library::Status::kFinished);
      ASSERT_EQ(utf8, expected.utf8) << encoding.name() << " " << value;
      ASSERT_EQ(DecodeInLittleRoom(encoding, in), expected.utf16) << encoding.name() << value;
      ASSERT_EQ(library::IsValid(encoding, in), expected.replacements == 0) << value;
    }
  }
}

// What a decoder reads from two bytes, the encoder writes so that the decoder reads it again.
TEST(Library, EncodesWhatItDecodes) {
  const library::DecodeOptions fatal{library::Malformed::kFatal, library::Bom::kKeep};
  for (size_t number = 0; number < library::Encoding::StandardCount(); ++number) {
    const library::Encoding encoding = library::Encoding::At(number);
    if (!encoding.has_encoder()) continue;
    for (unsigned value = 0; value < 0x10000; ++value) {
      const std::array<char, 2> both = {static_cast<char>(value >> 8), static_cast<char>(value)};
      const library::Bytes in = library::AsBytes({both.data(), both.size()});
      std::string text;
      if (library::DecodeToUtf8(encoding, in, text, fatal).status != library::Status::kFinished) {
        continue;
      }
      std::string bytes;
      if (library::EncodeUtf8(encoding, text, bytes).status != library::Status::kFinished) continue;
      std::string again;
      library::DecodeToUtf8(encoding, library::AsBytes(bytes), again, fatal);
      ASSERT_EQ(again, text) << encoding.name() << " " << value;
    }
  }
}

// The output is much longer than the input.
TEST(Library, GrowsAsTheOutputDoes) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "€";
  std::string bytes;
  const auto html = library::Unencodable::kHtml;
  EXPECT_EQ(library::EncodeUtf8(library::kShiftJis, text, bytes, html).read, text.size());
  EXPECT_EQ(bytes.size(), 5000 * std::string_view("&#8364;").size());
  const library::Result measured = library::MeasureEncoded(library::kShiftJis, text, html);
  EXPECT_EQ(measured.read, text.size());
  EXPECT_EQ(measured.written, bytes.size());
  constexpr size_t kMost = std::numeric_limits<size_t>::max();
  EXPECT_EQ(library::internal::RoomFor(kMost / 2, 4, 3), kMost);
}

}  // namespace

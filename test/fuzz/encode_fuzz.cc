// Encodes any code units, cut anywhere, into blocks of any size. Neither may make a difference, and
// the decoder of the encoding must read what its encoder wrote.
#include "fuzzing.h"

using namespace whatwg_encoding;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Choices choices({data, size});
  const auto id = static_cast<EncodingId>(choices.Below(kAllEncodingCount));
  if (!HasEncoder(id)) return 0;
  const auto mode = static_cast<Unencodables>(choices.Below(std::size(kUnencodablesNames)));
  const size_t room = choices.Below(64);
  const size_t lengths[] = {choices.Below(8), choices.Below(8), choices.Below(8), choices.Below(8)};
  const Bytes bytes = choices.rest();
  std::vector<char16_t> units(bytes.size() / 2);
  if (!units.empty()) std::memcpy(units.data(), bytes.data(), units.size() * 2);
  const testing::Streamed whole =
      testing::EncodePieces(id, {Units(units)}, mode, testing::kAmpleRoom);
  const testing::Streamed cut =
      testing::EncodePieces(id, fuzz::CutInTurn(lengths, Units(units)), mode, room);
  FUZZ_CHECK(cut == whole);
  // After a fatal error, a caller writes something instead of the code point before it continues.
  if (mode == Unencodables::kFatal && !whole.errors.empty()) return 0;
  const auto decoded = testing::DecodePieces(id, {whole.bytes}, ErrorMode::kReplacement);
  FUZZ_CHECK(decoded.replacements == 0);
  return 0;
}

// Decodes any bytes, cut anywhere, with all three sinks. The sinks must agree, and the cuts must
// make no difference.
#include "fuzzing.h"

using namespace whatwg_encoding;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Choices choices({data, size});
  const auto id = static_cast<EncodingId>(choices.Below(kAllEncodingCount));
  const ErrorMode mode = choices.Flag() ? ErrorMode::kFatal : ErrorMode::kReplacement;
  const size_t lengths[] = {choices.Below(8), choices.Below(8), choices.Below(8), choices.Below(8)};
  const Bytes bytes = choices.rest();
  const testing::Decoded whole = testing::DecodePieces(id, {bytes}, mode);
  const testing::Decoded cut = testing::DecodePieces(id, fuzz::CutInTurn(lengths, bytes), mode);
  FUZZ_CHECK(whole.utf8 == testing::ToUtf8(whole.utf16));
  FUZZ_CHECK(whole.counted_units == whole.utf16.size());
  FUZZ_CHECK(whole.counted_bytes == whole.utf8.size());
  FUZZ_CHECK(cut.utf16 == whole.utf16);
  FUZZ_CHECK(cut.utf8 == whole.utf8);
  FUZZ_CHECK(cut.replacements == whole.replacements);
  FUZZ_CHECK(cut.first_error.offset == whole.first_error.offset);
  FUZZ_CHECK(cut.first_error.length == whole.first_error.length);
  FUZZ_CHECK(cut.first_error.reason == whole.first_error.reason);
  FUZZ_CHECK(whole.first_error.offset + whole.first_error.length <= bytes.size());
  FUZZ_CHECK(cut.error.reason == whole.error.reason);
  return 0;
}

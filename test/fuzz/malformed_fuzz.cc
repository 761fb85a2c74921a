// Lists the malformed sequences of any bytes, cut anywhere. Each entry must belong to a U+FFFD of
// the text that the same bytes decode to.
#include "../core/malformed_lists.h"
#include "fuzzing.h"

using namespace whatwg_encoding;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Choices choices({data, size});
  const auto id = static_cast<EncodingId>(choices.Below(kAllEncodingCount));
  const bool ignore_bom = choices.Flag();
  const size_t lengths[] = {choices.Below(8), choices.Below(8), choices.Below(8), choices.Below(8)};
  const auto pieces = fuzz::CutInTurn(lengths, choices.rest());
  FUZZ_CHECK(testing::WrongInMalformedLists(id, pieces, ignore_bom).empty());
  return 0;
}

// Transcodes any bytes, cut anywhere, from any encoding to any other, into blocks of any size.
// Neither cuts nor sizes may make a difference, and the result must be that of decoding and then
// encoding.
#include "fuzzing.h"

using namespace whatwg_encoding;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Choices choices({data, size});
  const auto from = static_cast<EncodingId>(choices.Below(kAllEncodingCount));
  const auto to = static_cast<EncodingId>(choices.Below(kAllEncodingCount));
  if (!HasEncoder(to)) return 0;
  const TranscodeModes modes{
      choices.Flag() ? ErrorMode::kFatal : ErrorMode::kReplacement,
      static_cast<Unencodables>(choices.Below(std::size(kUnencodablesNames))), choices.Flag()};
  const size_t room = kMinTranscodeRoom + choices.Below(256);
  const size_t lengths[] = {choices.Below(8), choices.Below(8), choices.Below(8),
                            choices.Below(256)};
  const Bytes bytes = choices.rest();
  const testing::Streamed whole =
      testing::TranscodePieces(from, to, {bytes}, modes, testing::kAmpleRoom);
  const testing::Streamed cut =
      testing::TranscodePieces(from, to, fuzz::CutInTurn(lengths, bytes), modes, room);
  FUZZ_CHECK(cut == whole);
  for (const testing::StreamError& error : whole.errors) {
    FUZZ_CHECK(error.offset + error.length <= bytes.size());
  }
  if (modes.malformed == ErrorMode::kFatal) return 0;
  DecodeState state(from);
  const std::u16string text = testing::DecodeChunk(state, bytes, modes.ignore_bom, true);
  FUZZ_CHECK(
      whole.bytes ==
      testing::EncodePieces(to, {Units(text)}, modes.unencodables, testing::kAmpleRoom).bytes);
  return 0;
}

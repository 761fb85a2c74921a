// Detects the encoding of any bytes. The result must be the same however the bytes are cut,
// wherever the detector is copied, and whether it is asked in between; and it must be one that was
// allowed.
#include "../../src/detect/detector.h"
#include "fuzzing.h"

using namespace whatwg_encoding;  // NOLINT(google-build-using-namespace)

static bool IsSame(const Detection& a, const Detection& b) {
  if (a.has_encoding != b.has_encoding || a.encoding != b.encoding ||
      a.is_reliable != b.is_reliable || a.is_ascii != b.is_ascii || a.count != b.count) {
    return false;
  }
  for (size_t i = 0; i < a.count; ++i) {
    const DetectedCandidate& ours = a.candidates[i];
    const DetectedCandidate& other = b.candidates[i];
    if (ours.encoding != other.encoding || ours.language != other.language ||
        ours.probability != other.probability) {
      return false;
    }
  }
  return true;
}

static void Check(const Detection& detection, const DetectOptions& options) {
  FUZZ_CHECK(detection.count <= detection.candidates.size());
  if (detection.has_encoding) {
    FUZZ_CHECK(detection.is_ascii || options.allowed.Has(detection.encoding));
    FUZZ_CHECK(detection.count > 0);
    FUZZ_CHECK(detection.candidates[0].encoding == detection.encoding);
  } else {
    FUZZ_CHECK(!detection.is_reliable);
  }
  CandidateSet seen;
  for (size_t i = 0; i < detection.count; ++i) {
    const DetectedCandidate& candidate = detection.candidates[i];
    FUZZ_CHECK(!seen.Has(candidate.encoding));
    seen.Add(candidate.encoding);
    FUZZ_CHECK(candidate.language == kNoLanguage || candidate.language < kLanguageCount);
    FUZZ_CHECK(candidate.probability >= 0 && candidate.probability <= 1);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Choices choices({data, size});
  DetectOptions options;
  if (choices.Flag()) {
    options.allowed = CandidateSet();
    for (size_t i = 1 + choices.Below(4); i > 0; --i) {
      const auto id = static_cast<EncodingId>(choices.Below(kAllEncodingCount));
      if (IsDetectable(id) || IsDetectableCodePage(id)) options.allowed.Add(id);
    }
  } else if (choices.Flag()) {
    for (size_t i = 0; i < kAllEncodingCount; ++i) {
      const auto id = static_cast<EncodingId>(i);
      if (IsDetectableCodePage(id)) options.allowed.Add(id);
    }
  }
  if (choices.Flag()) options.hinted.Add(choices.Below(kLanguageCount));
  const bool is_whole = choices.Flag();
  const size_t lengths[] = {choices.Below(8), choices.Below(8), choices.Below(64),
                            choices.Below(64)};
  const whatwg_testing::ExactBlock<uint8_t> input(choices.rest());

  Detector once(options);
  once.Feed(input.span());
  const Detection whole = once.Result(is_whole);
  Check(whole, options);

  Detector in_pieces(options);
  for (const Bytes piece : fuzz::CutInTurn(lengths, Bytes(input.span()))) {
    const whatwg_testing::ExactBlock<uint8_t> copy(piece);
    in_pieces.Feed(copy.span());
    const Detection so_far = in_pieces.Result(is_whole);
    Check(so_far, options);
    // The answer of a copy is the same, and asking changes nothing.
    const Detector other = in_pieces;  // NOLINT(performance-unnecessary-copy-initialization)
    FUZZ_CHECK(IsSame(so_far, other.Result(is_whole)));
    FUZZ_CHECK(in_pieces.IsSettled() == other.IsSettled());
  }
  FUZZ_CHECK(IsSame(whole, in_pieces.Result(is_whole)));
  return 0;
}

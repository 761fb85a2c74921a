// Says which encodings are candidates.
//
// May include base/, core/ and detect/.
#include "candidates.h"

#include <algorithm>
#include <iterator>

#include "cjk.h"
#include "ebcdic.h"
#include "tables.h"

namespace whatwg_encoding {

using detect::Candidate;
using detect::kCandidateCount;
using detect::kCandidates;
using detect::kStandardCandidateCount;

bool IsDetectable(EncodingId encoding) {
  if (encoding == EncodingId::kUtf8 || encoding == EncodingId::kIso2022Jp || IsUtf16(encoding) ||
      encoding == EncodingId::kGb18030 || encoding == EncodingId::kIso8859_8I) {
    return true;
  }
  const auto is_it = [&](EncodingId each) { return each == encoding; };
  return (encoding != EncodingId::kJohab &&
          std::any_of(std::begin(detect::kMultiByteEncodings),
                      std::end(detect::kMultiByteEncodings), is_it)) ||
         std::any_of(kCandidates, kCandidates + kStandardCandidateCount,
                     [&](const Candidate& each) { return each.encoding == encoding; });
}

bool IsDetectableCodePage(EncodingId encoding) {
  return IsUtf32(encoding) || encoding == EncodingId::kIso2022Kr ||
         encoding == EncodingId::kHzGb2312 || encoding == EncodingId::kJohab ||
         detect::IsEbcdic(encoding) ||
         std::any_of(kCandidates + kStandardCandidateCount, kCandidates + kCandidateCount,
                     [&](const Candidate& each) { return each.encoding == encoding; });
}

CandidateSet StandardCandidates() {
  CandidateSet candidates;
  for (size_t id = 0; id < kEncodingCount; ++id) {
    const auto encoding = static_cast<EncodingId>(id);
    if (IsDetectable(encoding)) candidates.Add(encoding);
  }
  return candidates;
}

}  // namespace whatwg_encoding

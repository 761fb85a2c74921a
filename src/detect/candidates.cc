// Says which encodings are candidates.
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

bool IsDetectable(EncodingId encoding) { return StandardCandidates().Has(encoding); }

bool IsDetectableCodePage(EncodingId encoding) {
  return IsUtf32(encoding) || encoding == EncodingId::kIso2022Kr ||
         encoding == EncodingId::kHzGb2312 || encoding == EncodingId::kJohab ||
         detect::IsEbcdic(encoding) ||
         std::any_of(kCandidates + kStandardCandidateCount, kCandidates + kCandidateCount,
                     [&](const Candidate& each) { return each.encoding == encoding; });
}

CandidateSet StandardCandidates() {
  CandidateSet candidates;
  for (const EncodingId encoding :
       {EncodingId::kUtf8, EncodingId::kIso2022Jp, EncodingId::kUtf16be, EncodingId::kUtf16le,
        EncodingId::kGb18030, EncodingId::kIso8859_8I}) {
    candidates.Add(encoding);
  }
  for (const EncodingId encoding : detect::kMultiByteEncodings) {
    if (encoding != EncodingId::kJohab) candidates.Add(encoding);
  }
  for (size_t i = 0; i < kStandardCandidateCount; ++i) candidates.Add(kCandidates[i].encoding);
  return candidates;
}

}  // namespace whatwg_encoding

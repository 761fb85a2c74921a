// What several parts of the detector weigh and count alike. Costs are in points.
//
// May include base/, core/, codecs/ and detect/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/bytes.h"
#include "../core/encoding.h"
#include "tables.h"
#include "words.h"

namespace whatwg_encoding {

namespace detect {

inline constexpr size_t kEnglish = 0;
inline constexpr int kNeverCost = 1'000'000'000;

// After this many bytes of words, only words with a byte that has not come before are scored.
inline constexpr uint32_t kEnoughBytes = 2048;

inline constexpr EncodingId kMultiByteEncodings[] = {EncodingId::kGbk, EncodingId::kBig5,
                                                     EncodingId::kEucJp, EncodingId::kShiftJis,
                                                     EncodingId::kEucKr};
inline constexpr uint8_t kMultiByteLanguages[] = {detect::kSimplified, detect::kTraditional,
                                                  detect::kJapanese, detect::kJapanese,
                                                  detect::kKorean};
inline constexpr int kMultiBytePriors[] = {0, 0, kNat / 4, 0, kNat / 4};

}  // namespace detect

}  // namespace whatwg_encoding

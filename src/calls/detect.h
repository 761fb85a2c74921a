// The calls that find an encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>

#include "../base/bytes.h"
#include "../detect/detector.h"

namespace whatwg_encoding {

// Makes the options of a detector. `allowed` has the numbers of the encodings that may be found;
// others than those that can be detected do not count. `top_level_domain` is in ASCII lowercase;
// `tags` are tags of BCP 47 with commas between them. Each may be empty.
DetectOptions MakeDetectOptions(Bytes allowed, std::string_view top_level_domain,
                                std::string_view tags);

// A detection as numbers for JavaScript: bits of DetectionFlag, the number of the encoding, how
// many sequences are malformed in it, and how many candidates there are; then for each of them its
// encoding, its language or kNoLanguage, and its probability.
enum DetectionField : uint32_t {
  kDetectedFlags,
  kDetectedEncoding,
  kDetectedMalformed,
  kDetectedCount,
  kDetectedCandidates,
};
enum DetectionFlag : uint32_t {
  kHasEncoding = 1,
  kIsReliable = 2,
  kIsAscii = 4,
};
inline constexpr size_t kNumbersOfCandidate = 3;
inline constexpr size_t kDetectionNumbers =
    kDetectedCandidates + kNumbersOfCandidate * std::tuple_size_v<decltype(Detection::candidates)>;

void WriteDetection(const Detection& detection, std::span<double, kDetectionNumbers> numbers);

}  // namespace whatwg_encoding

#pragma once

#include <cstddef>

namespace encoding::simd {

// How many places a kernel has read and how many it has written.
struct Progress {
  size_t read;
  size_t written;

  bool operator==(const Progress&) const = default;
};

}  // namespace encoding::simd

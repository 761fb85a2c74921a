// How far a kernel has come.
#pragma once

#include <cstddef>

namespace encoding {

// How many places a kernel has read and how many it has written.
struct Progress {
  size_t read;
  size_t written;

  bool operator==(const Progress&) const = default;
};

}  // namespace encoding

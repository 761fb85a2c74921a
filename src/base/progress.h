// What a kernel reports: how far it has read, and how far it has written.
// May include only base/.
#pragma once

#include <cstddef>

namespace whatwg_encoding {

// How many places a kernel has read and how many it has written. A place is a byte or a code unit.
struct Progress {
  size_t read;
  size_t written;

  bool operator==(const Progress&) const = default;
};

}  // namespace whatwg_encoding

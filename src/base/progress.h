// The report of a kernel: how far it has read, and how far it has written.
#pragma once

#include <cstddef>
#include <cstdint>

namespace whatwg_encoding {

// How many places a kernel has read and how many it has written. A place is a byte or a code unit.
struct Progress {
  size_t read;
  size_t written;

  bool operator==(const Progress&) const = default;
};

// The report of a kernel that has read `read` places and has written from `begin` to `end`.
inline Progress ProgressTo(size_t read, const uint8_t* begin, const uint8_t* end) {
  return {read, static_cast<size_t>(end - begin)};
}
inline Progress ProgressTo(size_t read, const char16_t* begin, const char16_t* end) {
  return {read, static_cast<size_t>(end - begin)};
}

}  // namespace whatwg_encoding

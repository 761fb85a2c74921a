// Describes the core to JavaScript: its encodings, and the numbers of protocol.h.
#pragma once

#include <cstddef>
#include <span>

namespace whatwg_encoding {

// In bytes: the description is shorter.
inline constexpr size_t kMaxDescriptionBytes = size_t{16} * 1024;

// Writes the description as JSON in ASCII, and returns its length in bytes. `output` has room for
// kMaxDescriptionBytes. lib/backend/backend.js says what is in it.
size_t Describe(std::span<char> output);

}  // namespace whatwg_encoding

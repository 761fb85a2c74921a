// The kinds of memory that bytes are written to. Each is a type, so that a kernel that writes ahead
// of what it reports cannot be given memory in which somebody else has bytes.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace whatwg_encoding {

// Memory of ours that short results share: all that is reserved for one result. Nobody reads it
// before the call reports how many bytes the result has.
class Slab : public std::span<uint8_t> {
 public:
  explicit Slab(std::span<uint8_t> reserved) : span(reserved) {}
};

// Memory of the caller's. Only finished bytes are copied into it, and no other byte of it changes.
// It does not tell its address, so that no kernel can write there.
class Foreign {
 public:
  explicit Foreign(std::span<uint8_t> memory) : memory_(memory) {}

  size_t size() const { return memory_.size(); }
  void Copy(const uint8_t* bytes, size_t size, size_t at) {
    assert(at <= memory_.size() && size <= memory_.size() - at);
    if (size != 0) std::memcpy(memory_.data() + at, bytes, size);
  }

 private:
  std::span<uint8_t> memory_;
};

// Memory in which kernels may write ahead: they may leave anything behind the bytes that they
// report, up to the end. Nobody else has bytes there. The memory of a slab converts to it.
class WritableAhead {
 public:
  explicit WritableAhead(std::span<uint8_t> memory) : memory_(memory) {}
  // Implicit, so that a caller passes its memory as it is.
  WritableAhead(Slab slab) : memory_(slab) {}  // NOLINT(google-explicit-constructor)

  uint8_t* data() const { return memory_.data(); }
  size_t size() const { return memory_.size(); }
  // The memory behind the first `written` bytes.
  WritableAhead After(size_t written) const { return WritableAhead(memory_.subspan(written)); }

 private:
  std::span<uint8_t> memory_;
};

}  // namespace whatwg_encoding

// UnitWriter, which every sink that writes is made of: it knows where the next unit goes.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "../base/bom.h"
#include "../base/progress.h"

namespace whatwg_encoding {

// Unit is char16_t for UTF-16, or uint8_t for bytes.
template <typename Unit>
class UnitWriter {
 public:
  explicit UnitWriter(Unit* begin, size_t room = SIZE_MAX)
      : begin_(begin), next_(begin), room_(room) {}

  size_t written() const { return static_cast<size_t>(next_ - begin_); }
  void Ensure() const { assert(written() <= room_); }
  // Removes the byte order mark, if the output begins with one.
  void DropBom() {
    const size_t bom = BomAtStart(begin_, written());
    if (bom != 0) next_ = std::copy(begin_ + bom, next_, begin_);
  }

 protected:
  // Counts what a kernel has written. Each returns how much the kernel has read.
  size_t Took(size_t units) {
    next_ += units;
    return units;
  }
  size_t Took(Progress progress) {
    next_ += progress.written;
    return progress.read;
  }

  Unit* begin_;
  Unit* next_;
  [[maybe_unused]] size_t room_;
};

}  // namespace whatwg_encoding

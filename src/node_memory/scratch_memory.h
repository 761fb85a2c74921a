// Memory that one call uses and then gives back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "arena.h"

namespace whatwg_encoding::node {

// Memory that lasts as long as this object. A small amount is in the object itself, a larger one in
// a block of the arena.
class ScratchMemory {
 public:
  explicit ScratchMemory(Arena& arena) : arena_(arena) {}
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;
  ~ScratchMemory() { Hold(nullptr); }

  // Returns uninitialised memory for `length` values of T, or null when there is not enough memory.
  // Memory that was taken before is lost.
  template <typename T>
  T* Take(size_t length) {
    if (length <= kInlineBytes / sizeof(T)) {
      Hold(nullptr);
      memory_ = inline_;
    } else if (length <= SIZE_MAX / sizeof(T)) {
      Hold(arena_.Take(length * sizeof(T)));
    } else {
      Hold(nullptr);
    }
    return memory<T>();
  }
  template <typename T>
  T* memory() {
    return static_cast<T*>(memory_);
  }

  // The block; null when the memory is in this object itself.
  const Block* block() const { return block_; }
  // Gives the block to the caller. There must be one.
  Block& Give() {
    memory_ = nullptr;
    return *std::exchange(block_, nullptr);
  }
  // Takes a block over, or none for null. Memory that was taken before is lost.
  void Hold(Block* block) {
    if (block_ != nullptr) Arena::Release(block_);
    block_ = block;
    memory_ = block == nullptr ? nullptr : block->memory();
  }

  Arena& arena() { return arena_; }

 private:
  // Enough for the text of most short calls: 1,056 UTF-16 code units.
  static constexpr size_t kInlineBytes = 2112;

  Arena& arena_;
  Block* block_ = nullptr;
  void* memory_ = nullptr;
  alignas(16) std::byte inline_[kInlineBytes];
};

}  // namespace whatwg_encoding::node

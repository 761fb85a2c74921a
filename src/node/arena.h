// Memory for long strings that the engine does not copy: blocks that are used again and again,
// because to touch fresh memory costs more than to decode into it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace encoding::node {

class Arena;

// A block of memory. It belongs to whoever took it, until it is released.
struct Block {
  Arena* arena;
  Block* next;  // while it is free
  size_t size;  // bytes, of the memory that follows
  size_t size_class;

  void* memory() { return this + 1; }
};

// Not for several threads: each environment has its own, which goes on after the environment's end
// until the last of its blocks is released.
class Arena {
 public:
  static Arena* New() { return new Arena; }

  // A block with at least `size` bytes; null when memory cannot be had.
  Block* Take(size_t size);

  // Gives a block back, from whatever arena it is.
  static void Release(Block* block);

  // The environment is gone: frees what is free, and the rest, with the arena, as it is released.
  void Abandon();

 private:
  // Four sizes for each power of two, from 64 KB; what is larger than the largest is never kept.
  static constexpr size_t kClasses = 44;
  static constexpr size_t kMostFree = size_t{64} << 20;  // bytes kept in free blocks

  static size_t ClassOf(size_t size);
  static size_t SizeOf(size_t size_class);

  void FreeAll();

  std::array<Block*, kClasses> free_{};
  size_t free_bytes_ = 0;
  size_t taken_ = 0;
  bool abandoned_ = false;
};

}  // namespace encoding::node

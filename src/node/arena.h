// Memory for what calls read and make: blocks that are used again and again, because to touch fresh
// memory costs more than to decode into it. A long string keeps its block, which the engine then
// need not copy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace encoding::node {

class Arena;

// Asks the system for large pages in memory that has not been touched yet: fresh ones cost less
// each than what they replace. For memory of some megabytes.
void AdviseHugePages(void* memory, size_t size);

// A block of memory. It belongs to whoever took it, until it is released.
struct alignas(16) Block {
  Arena* arena;
  Block* next;  // while it is free
  size_t size;  // bytes, of the memory that follows
  size_t size_class;

  void* memory() { return this + 1; }
};

// Memory outside the engine's heap that its strings have, in bytes.
struct StringMemory {
  int64_t all = 0;
  int64_t untold = 0;  // of which the engine has not been told yet
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

  StringMemory& string_memory() { return string_memory_; }

 private:
  // Four sizes for each power of two, from 64 KB; what is larger than the largest is never kept.
  static constexpr size_t kClasses = 44;
  // In bytes, kept in free blocks: what one collection gives back, which V8 begins when it has been
  // told of 64 MB since the last, with the blocks that are taken before it ends. What goes beyond
  // 64 MB is the system's to take away when it is short of memory.
  static constexpr size_t kMostFree = size_t{256} << 20;
  static constexpr size_t kMostHeld = size_t{64} << 20;

  static size_t ClassOf(size_t size);
  static size_t SizeOf(size_t size_class);

  // Frees blocks of other sizes so that this one can be kept; false when it cannot.
  bool MakeRoomFor(const Block& block);
  // Frees a block that nobody has.
  void Free(size_t size_class);

  std::array<Block*, kClasses> free_{};
  std::array<size_t, kClasses> free_count_{};
  size_t free_bytes_ = 0;
  size_t taken_ = 0;
  StringMemory string_memory_;
  bool abandoned_ = false;
};

// Memory for as long as this lives: in this object itself when it is little, else a block.
class Room {
 public:
  explicit Room(Arena& arena) : arena_(arena) {}
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() { Hold(nullptr); }

  // Uninitialised memory for `length` values of T, in place of what was taken before; null when it
  // cannot be had.
  template <typename T>
  T* Take(size_t length) {
    if (length <= kLittle / sizeof(T)) {
      memory_ = little_;
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

  // The block, when there is one.
  const Block* block() const { return block_; }
  // Gives the block to the caller.
  Block* Give() {
    memory_ = nullptr;
    return std::exchange(block_, nullptr);
  }
  // Takes a block over, or none, in place of what was taken before.
  void Hold(Block* block) {
    if (block_ != nullptr) Arena::Release(block_);
    block_ = block;
    memory_ = block == nullptr ? nullptr : block->memory();
  }

  Arena& arena() { return arena_; }

 private:
  static constexpr size_t kLittle = 2112;  // bytes

  Arena& arena_;
  Block* block_ = nullptr;
  void* memory_ = nullptr;
  alignas(16) std::byte little_[kLittle];
};

}  // namespace encoding::node

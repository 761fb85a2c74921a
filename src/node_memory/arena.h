// Blocks of memory for what calls read and make. Blocks are used again and again, because touching
// fresh memory costs more than decoding into it. A long string keeps the block that it was decoded
// into, so that the engine need not copy it.
//
// lib/backend/memory.js says how much memory is kept and for how long. This file does it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>

namespace whatwg_encoding::node {

class Arena;

// A block of memory. It belongs to the code that took it, until that releases it.
struct alignas(16) Block {
  Arena* arena;
  Block* next;          // the next free block of the same size class, while this one is free
  size_t size;          // of the memory that follows, in bytes
  size_t size_class;    // the number of the size class
  uint64_t last_taken;  // the arena's tick in which the block was taken last

  void* memory() { return this + 1; }
};

// The memory of external strings, in bytes.
struct StringMemory {
  int64_t all = 0;
  int64_t untold = 0;  // the part of it that the engine has not been told of yet
};

// An arena is used by one thread: each environment has its own. It outlives its environment until
// the last of its blocks is released.
//
// Blocks come straight from the system and go straight back to it, so that each block that is freed
// lowers the resident memory of the process. Free blocks are kept only while a clock runs. With
// each tick of the clock, the arena frees the blocks that have not been taken for a while.
class Arena {
 public:
  // Returns null when there is not enough memory.
  static Arena* New() { return new (std::nothrow) Arena; }

  // Sets how many bytes may be kept in free blocks.
  void set_max_free(size_t bytes) { max_free_ = bytes; }

  // Returns a block of at least `size` bytes, or null when there is not enough memory.
  Block* Take(size_t size);

  // Gives a block back to its arena. The engine's garbage collector calls this too.
  static void Release(Block* block);

  // Whether the clock stands still and a block has been taken, so that the clock has to be started.
  bool wants_clock() const { return clock_ == Clock::kWanted; }
  // Says that the clock runs: Tick() is called again and again until it returns false.
  void ClockStarts() { clock_ = Clock::kRuns; }
  // Says that the clock cannot be started. Frees all free blocks.
  void ClockFails();
  // Frees the blocks that have not been taken since the last tick. Returns false when no free block
  // is left, so that the clock may stop.
  bool Tick();

  // Says that the environment is gone. Frees the free blocks. The arena deletes itself when the
  // last of the other blocks has been released.
  void Abandon();

  // How many bytes are in free blocks.
  size_t free_bytes() const { return free_bytes_; }
  StringMemory& string_memory() { return string_memory_; }

 private:
  enum class Clock : uint8_t { kStands, kWanted, kRuns };

  // How many size classes there are: four for each power of two, from 64 KB. A block that is larger
  // than the largest class is never kept.
  static constexpr size_t kSizeClasses = 44;

  static size_t ClassOf(size_t size);
  static size_t SizeOf(size_t size_class);

  // Frees blocks of other sizes so that this one can be kept; false when it cannot.
  bool MakeRoomFor(const Block& block);
  // Returns a fresh block of a size class, or null when there is not enough memory.
  Block* MapBlock(size_t size_class);
  // Takes the first block out of a list of free blocks.
  Block* Unlink(Block*& first);
  // Frees all free blocks.
  void FreeAll();
  // Puts a block into the list of free blocks of its size class, or gives it back to the system.
  void KeepOrFree(Block* block);

  std::array<Block*, kSizeClasses> free_{};
  std::array<size_t, kSizeClasses> taken_of_class_{};  // how many blocks of each class are taken
  size_t max_free_ = 0;                                // bytes that may be kept in free blocks
  size_t free_bytes_ = 0;
  size_t taken_ = 0;  // how many blocks are taken
  uint64_t tick_ = 0;
  StringMemory string_memory_;
  Clock clock_ = Clock::kStands;
  bool abandoned_ = false;
};

}  // namespace whatwg_encoding::node

// Memory for what calls read and make. Blocks are used again and again, because touching fresh
// memory costs more than decoding into it. A long string keeps the block that it was decoded into,
// so that the engine need not copy it.
//
// How much is kept, and for how long, is said in lib/native/memory.js. This file does what is said
// there.
//
// May include queue/ and what is below it, and the other files of node/.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace encoding::node {

class Arena;

// Asks the system for large pages in memory that has not been touched yet: touching one large page
// costs less than touching the small pages that it replaces. For memory of some megabytes.
void AdviseHugePages(void* memory, size_t size);

// A block of memory. It belongs to whoever took it, until it is released.
struct alignas(16) Block {
  Arena* arena;
  Block* next;  // while it is free
  size_t size;  // bytes, of the memory that follows
  size_t size_class;
  uint64_t last_taken;  // the number of the arena's tick

  void* memory() { return this + 1; }
};

// Memory outside the engine's heap that its strings have, in bytes.
struct StringMemory {
  int64_t all = 0;
  int64_t untold = 0;  // of which the engine has not been told yet
};

// An arena is not for several threads: each environment has its own, which goes on after the
// environment's end until the last of its blocks is released.
//
// Blocks come straight from the system and go straight back to it, so that each block that is freed
// lowers the memory that is resident. Free blocks are kept only while a clock runs, whose ticks
// free what has not been taken for a while.
class Arena {
 public:
  static Arena* New() { return new Arena; }

  // Sets how many bytes may be kept in free blocks.
  void set_max_free(size_t bytes) { max_free_ = bytes; }

  // A block with at least `size` bytes; null when memory cannot be had.
  Block* Take(size_t size);

  // Gives a block back, from whatever arena it is. This runs inside the engine's garbage collector
  // too.
  static void Release(Block* block);

  // Whether a block has been taken while the clock stands still, so that it has to be started.
  bool wants_clock() const { return clock_ == Clock::kWanted; }
  // From now on Tick() is called again and again, until it returns false.
  void ClockStarts() { clock_ = Clock::kRuns; }
  // The clock cannot be started: frees all that is free.
  void ClockFails();
  // Frees the blocks that have not been taken since the last tick. False when the clock may stop,
  // because no free block is left.
  bool Tick();

  // Counts a new Buffer. Its memory comes from the runtime's own heap, which does not by itself
  // give all of its free memory back to the system.
  void MakesBuffer(size_t bytes) {
    buffer_bytes_ += bytes;
    largest_buffer_ = std::max(largest_buffer_, bytes);
    if (clock_ == Clock::kStands) clock_ = Clock::kWanted;
  }

  // The environment is gone: frees what is free now, and the other blocks and then the arena itself
  // as those are released.
  void Abandon();

  // Bytes in free blocks.
  size_t free_bytes() const { return free_bytes_; }
  StringMemory& string_memory() { return string_memory_; }

 private:
  enum class Clock : uint8_t { kStands, kWanted, kRuns };

  // Four sizes for each power of two, from 64 KB; a block larger than the largest is never kept.
  static constexpr size_t kClasses = 44;

  static size_t ClassOf(size_t size);
  static size_t SizeOf(size_t size_class);

  // Frees blocks of other sizes so that this one can be kept; false when it cannot.
  bool MakeRoomFor(const Block& block);
  // A fresh block of a size class that is kept; null when memory cannot be had.
  Block* MapBlock(size_t size_class);
  // Takes the first block out of a list of free blocks.
  Block* Unlink(Block*& first);
  // Has the runtime's heap give back its free memory, if many Buffers have been made. Returns
  // whether that is to be done once more.
  bool TrimHeap();
  // Frees all blocks that are free.
  void FreeAll();

  // Puts a block into the list of free ones of its size class, or gives it back to the system.
  void KeepOrFree(Block* block);

  std::array<Block*, kClasses> free_{};
  std::array<size_t, kClasses> taken_of_class_{};
  size_t max_free_ = 0;
  size_t free_bytes_ = 0;
  size_t taken_ = 0;
  // In bytes: all Buffers that have been made since the heap was trimmed, and the largest of them.
  size_t buffer_bytes_ = 0;
  size_t largest_buffer_ = 0;
  int trimmed_ = 0;  // how often the heap has been trimmed for those Buffers
  uint64_t tick_ = 0;
  StringMemory string_memory_;
  Clock clock_ = Clock::kStands;
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
      Hold(nullptr);
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

  // The block; null when the memory is in this object itself.
  const Block* block() const { return block_; }
  // Gives the block, which there must be, to the caller.
  Block& Give() {
    memory_ = nullptr;
    return *std::exchange(block_, nullptr);
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

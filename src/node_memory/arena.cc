// Takes blocks of memory from the system, keeps them while they are free, and gives them back.
#include "arena.h"

#include <bit>
#include <new>

#include "system_memory.h"

namespace whatwg_encoding::node {

namespace {

// The power of two that the smallest size class is made from, in bytes.
constexpr size_t kSmallestBytes = size_t{1} << 16;
// How many bytes a size class has beyond the power of two and the quarters of it that it is made
// from. Converting a chunk whose size is a power of two needs a few bytes more than that.
constexpr size_t kExtraBytes = 4096 - sizeof(Block);

void Free(Block* block) { UnmapMemory(block, sizeof(Block) + block->size); }

}  // namespace

size_t Arena::SizeOf(size_t size_class) {
  const size_t power = kSmallestBytes << size_class / 4;
  return power + power / 4 * (size_class % 4) + kExtraBytes;
}

size_t Arena::ClassOf(size_t size) {
  if (size <= kSmallestBytes + kExtraBytes) return 0;
  size -= kExtraBytes;
  const size_t power = std::bit_floor(size);
  const auto octave =
      static_cast<size_t>(std::countr_zero(power) - std::countr_zero(kSmallestBytes));
  const size_t quarter = power / 4;
  return octave * 4 + (size - power + quarter - 1) / quarter;
}

Block* Arena::Take(size_t size) {
  if (clock_ == Clock::kStands) clock_ = Clock::kWanted;
  const size_t size_class = ClassOf(size);
  Block* block = nullptr;
  if (size_class < kSizeClasses) {
    Block*& first = free_[size_class];
    block = first != nullptr ? Unlink(first) : MapBlock(size_class);
    if (block == nullptr) return nullptr;
    ++taken_of_class_[size_class];
  } else {
    if (size > SIZE_MAX / 2) return nullptr;
    const size_t mapped = RoundUpToPages(sizeof(Block) + size);
    void* const memory = MapMemory(mapped);
    if (memory == nullptr) return nullptr;
    block = new (memory) Block{this, nullptr, mapped - sizeof(Block), size_class, tick_};
  }
  block->last_taken = tick_;
  ++taken_;
  return block;
}

Block* Arena::MapBlock(size_t size_class) {
  // Touching one large page costs a fifth to a fifteenth of what touching the small pages costs
  // that it replaces. So once this many blocks of a size are taken, several more are mapped at once
  // on large pages. Each of them goes back to the system by itself nonetheless.
  constexpr size_t kMinTakenToMapSeveral = 4;  // blocks
  constexpr size_t kMapTogetherBytes = 2 * kHugePageBytes;
  const size_t each = RoundUpToPages(sizeof(Block) + SizeOf(size_class));
  const bool is_single = !kHasHugePages || taken_of_class_[size_class] < kMinTakenToMapSeveral ||
                         each > kMapTogetherBytes / 2;
  const size_t count = is_single ? 1 : kMapTogetherBytes / each;
  const size_t all = count == 1 ? each : kMapTogetherBytes;
  auto* const memory = static_cast<std::byte*>(MapMemory(all));
  if (memory == nullptr) return nullptr;
  // The block that is returned is the last one in memory. It also gets what is left at the end.
  size_t end = all;
  Block* first = nullptr;
  for (size_t at = count; at-- > 0; end = at * each) {
    const size_t block_size = end - at * each - sizeof(Block);
    auto* const block =
        new (memory + at * each) Block{this, nullptr, block_size, size_class, tick_};
    if (first == nullptr) {
      first = block;
    } else {
      KeepOrFree(block);
    }
  }
  return first;
}

void Arena::KeepOrFree(Block* block) {
  if (clock_ == Clock::kStands || !MakeRoomFor(*block)) {
    Free(block);
    return;
  }
  block->next = free_[block->size_class];
  free_[block->size_class] = block;
  free_bytes_ += block->size;
}

void Arena::Release(Block* block) {
  Arena* const arena = block->arena;
  --arena->taken_;
  if (block->size_class < kSizeClasses) --arena->taken_of_class_[block->size_class];
  arena->KeepOrFree(block);
  if (arena->abandoned_ && arena->taken_ == 0) delete arena;
}

Block* Arena::Unlink(Block*& first) {
  Block* const block = first;
  first = block->next;
  free_bytes_ -= block->size;
  return block;
}

bool Arena::MakeRoomFor(const Block& block) {
  if (block.size_class >= kSizeClasses || block.size > max_free_) return false;
  // The size that was released last is the most likely to be taken next, so blocks of other sizes
  // are freed for it.
  for (size_t size_class = kSizeClasses; size_class-- > 0;) {
    if (size_class == block.size_class) continue;
    Block*& first = free_[size_class];
    while (free_bytes_ + block.size > max_free_ && first != nullptr) Free(Unlink(first));
  }
  return free_bytes_ + block.size <= max_free_;
}

void Arena::FreeAll() {
  for (Block*& first : free_) {
    while (first != nullptr) Free(Unlink(first));
  }
}

void Arena::ClockFails() {
  FreeAll();
  clock_ = Clock::kStands;
}

bool Arena::Tick() {
  for (Block*& first : free_) {
    for (Block** at = &first; *at != nullptr;) {
      if ((*at)->last_taken == tick_) {
        at = &(*at)->next;
      } else {
        Free(Unlink(*at));
      }
    }
  }
  ++tick_;
  if (free_bytes_ == 0) clock_ = Clock::kStands;
  return clock_ == Clock::kRuns;
}

void Arena::Abandon() {
  ClockFails();
  abandoned_ = true;
  if (taken_ == 0) delete this;
}

}  // namespace whatwg_encoding::node

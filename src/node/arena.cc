#include "node/arena.h"

#include <bit>
#include <cstdlib>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace encoding::node {

namespace {

constexpr size_t kSmallest = size_t{1} << 16;
// Above the power of two, or the quarter of it, that each size is: what a chunk of so many bytes
// may take besides.
constexpr size_t kBesides = 512;
constexpr size_t kHugePage = size_t{1} << 21;

#if defined(__linux__)
// Tells the system something of the large pages that lie wholly in some memory.
void Advise(void* memory, size_t size, int advice) {
  const auto address = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t start = (address + kHugePage - 1) & ~(kHugePage - 1);
  const uintptr_t end = (address + size) & ~(kHugePage - 1);
  if (start < end) madvise(reinterpret_cast<void*>(start), end - start, advice);
}
#endif

// Lets the system take away what is in some memory, should it need that.
void OfferMemory([[maybe_unused]] void* memory, [[maybe_unused]] size_t size) {
#if defined(__linux__) && defined(MADV_FREE)
  Advise(memory, size, MADV_FREE);
#endif
}

}  // namespace

void AdviseHugePages([[maybe_unused]] void* memory, [[maybe_unused]] size_t size) {
#if defined(__linux__)
  Advise(memory, size, MADV_HUGEPAGE);
#endif
}

size_t Arena::SizeOf(size_t size_class) {
  const size_t power = kSmallest << size_class / 4;
  return power + power / 4 * (size_class % 4) + kBesides;
}

size_t Arena::ClassOf(size_t size) {
  if (size <= kSmallest + kBesides) return 0;
  size -= kBesides;
  const size_t power = std::bit_floor(size);
  const auto octave = static_cast<size_t>(std::countr_zero(power) - std::countr_zero(kSmallest));
  const size_t quarter = power / 4;
  return octave * 4 + (size - power + quarter - 1) / quarter;
}

Block* Arena::Take(size_t size) {
  const size_t size_class = ClassOf(size);
  const bool is_kept = size_class < kClasses;
  if (is_kept && free_[size_class] != nullptr) {
    Block* const block = free_[size_class];
    free_[size_class] = block->next;
    --free_count_[size_class];
    free_bytes_ -= block->size;
    ++taken_;
    return block;
  }
  const size_t block_size = is_kept ? SizeOf(size_class) : size;
  if (block_size > SIZE_MAX - kHugePage - sizeof(Block)) return nullptr;
  void* memory = nullptr;
#if defined(__linux__)
  if (block_size >= kHugePage) {
    if (posix_memalign(&memory, kHugePage, sizeof(Block) + block_size) != 0) return nullptr;
    AdviseHugePages(memory, sizeof(Block) + block_size);
  }
#endif
  if (memory == nullptr) memory = std::malloc(sizeof(Block) + block_size);
  if (memory == nullptr) return nullptr;
  ++taken_;
  return new (memory) Block{this, nullptr, block_size, size_class};
}

void Arena::Release(Block* block) {
  Arena* const arena = block->arena;
  --arena->taken_;
  if (!arena->abandoned_ && block->size_class < kClasses && arena->MakeRoomFor(*block)) {
    block->next = arena->free_[block->size_class];
    arena->free_[block->size_class] = block;
    ++arena->free_count_[block->size_class];
    arena->free_bytes_ += block->size;
    if (arena->free_bytes_ > kMostHeld) OfferMemory(block->memory(), block->size);
    return;
  }
  std::free(block);
  if (arena->abandoned_ && arena->taken_ == 0) delete arena;
}

bool Arena::MakeRoomFor(const Block& block) {
  if ((free_count_[block.size_class] + 1) * block.size > kMostFree) return false;
  for (size_t size_class = kClasses; size_class-- > 0;) {
    // What was released last is what is likely to be asked for.
    if (size_class == block.size_class) continue;
    while (free_bytes_ + block.size > kMostFree && free_[size_class] != nullptr) Free(size_class);
  }
  return true;
}

void Arena::Free(size_t size_class) {
  Block* const block = free_[size_class];
  free_[size_class] = block->next;
  --free_count_[size_class];
  free_bytes_ -= block->size;
  std::free(block);
}

void Arena::Abandon() {
  for (size_t size_class = 0; size_class < kClasses; ++size_class) {
    while (free_[size_class] != nullptr) Free(size_class);
  }
  abandoned_ = true;
  if (taken_ == 0) delete this;
}

}  // namespace encoding::node

#include "node/arena.h"

#include <bit>

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace encoding::node {

namespace {

// In bytes.
constexpr size_t kHugePage = size_t{1} << 21;
constexpr size_t kSmallest = size_t{1} << 16;
// Bytes by which each size is larger than the power of two, or than the power and some quarters of
// it, that it is made from. A chunk of so many bytes needs a few more while it is converted.
constexpr size_t kBesides = 4096 - sizeof(Block);

// A size, in bytes, as a whole number of the system's pages.
size_t InPages(size_t size) {
#if defined(_WIN32)
  constexpr size_t page = 4096;
#else
  static const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
#endif
  return (size + page - 1) & ~(page - 1);
}

// Fresh memory from the system, of a whole number of pages; null when it cannot be had.
void* Map(size_t size) {
#if defined(_WIN32)
  return VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
#else
  // What begins where a large page does can have as many of them as there is room for.
  const size_t spare = size >= kHugePage ? kHugePage : 0;
  void* const mapped =
      mmap(nullptr, size + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (spare == 0) return mapped;
  auto* const start = static_cast<std::byte*>(mapped);
  const size_t before = (0 - reinterpret_cast<uintptr_t>(mapped)) % kHugePage;
  if (before != 0) munmap(start, before);
  if (before != spare) munmap(start + before + size, spare - before);
  AdviseHugePages(start + before, size);
  return start + before;
#endif
}

// Gives memory back to the system.
void Unmap(void* memory, [[maybe_unused]] size_t size) {
#if defined(_WIN32)
  VirtualFree(memory, 0, MEM_RELEASE);
#else
  // A process may have only so many separate pieces of memory. Where one too many would remain, the
  // system keeps the addresses, but not the memory itself.
  if (munmap(memory, size) != 0) madvise(memory, size, MADV_DONTNEED);
#endif
}

void Free(Block* block) { Unmap(block, sizeof(Block) + block->size); }

}  // namespace

void AdviseHugePages([[maybe_unused]] void* memory, [[maybe_unused]] size_t size) {
#if defined(__linux__)
  const auto address = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t start = (address + kHugePage - 1) & ~(kHugePage - 1);
  const uintptr_t end = (address + size) & ~(kHugePage - 1);
  if (start < end) madvise(reinterpret_cast<void*>(start), end - start, MADV_HUGEPAGE);
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
  Block* block = nullptr;
  if (is_kept && free_[size_class] != nullptr) {
    block = Unlink(free_[size_class]);
  } else {
    if (size > SIZE_MAX / 2) return nullptr;
    const size_t needed = sizeof(Block) + (is_kept ? SizeOf(size_class) : size);
    const size_t mapped = InPages(needed);
    void* const memory = Map(mapped);
    if (memory == nullptr) return nullptr;
    block = new (memory) Block{this, nullptr, mapped - sizeof(Block), size_class, 0};
  }
  block->last_taken = tick_;
  ++taken_;
  if (clock_ == Clock::kStands) clock_ = Clock::kWanted;
  return block;
}

void Arena::Release(Block* block) {
  Arena* const arena = block->arena;
  --arena->taken_;
  if (arena->clock_ != Clock::kStands && arena->MakeRoomFor(*block)) {
    block->next = arena->free_[block->size_class];
    arena->free_[block->size_class] = block;
    arena->free_bytes_ += block->size;
    return;
  }
  Free(block);
  if (arena->abandoned_ && arena->taken_ == 0) delete arena;
}

Block* Arena::Unlink(Block*& first) {
  Block* const block = first;
  first = block->next;
  free_bytes_ -= block->size;
  return block;
}

bool Arena::MakeRoomFor(const Block& block) {
  if (block.size_class >= kClasses || block.size > most_free_) return false;
  // The block that was released last is the most likely to be asked for, so that others make way.
  for (size_t size_class = kClasses; size_class-- > 0;) {
    if (size_class == block.size_class) continue;
    Block*& first = free_[size_class];
    while (free_bytes_ + block.size > most_free_ && first != nullptr) Free(Unlink(first));
  }
  return free_bytes_ + block.size <= most_free_;
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

}  // namespace encoding::node

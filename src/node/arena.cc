// Takes blocks of memory from the system and gives them back.
//
// May include queue/ and what is below it, and the other files of node/.
#include "node/arena.h"

#include <bit>

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined(__linux__)
#include <sys/syscall.h>

#include <cstdlib>

// Only glibc has this function.
extern "C" int malloc_trim(size_t) __attribute__((weak));
#endif

namespace encoding::node {

namespace {

// In bytes.
constexpr size_t kHugePage = size_t{1} << 21;
constexpr size_t kSmallest = size_t{1} << 16;
// Bytes by which each size is larger than the power of two, or than the power and some quarters of
// it, that it is made from. A chunk of so many bytes needs a few more while it is converted.
constexpr size_t kBesides = 4096 - sizeof(Block);

// The size of the system's pages, in bytes.
size_t PageSize() {
#if defined(_WIN32)
  return 4096;
#else
  static const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return page;
#endif
}

// A size, in bytes, as a whole number of pages.
size_t InPages(size_t size) { return (size + PageSize() - 1) & ~(PageSize() - 1); }

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

#if defined(__linux__)

// In bytes. The largest heap that glibc makes for a thread has kEndBlocks times as much.
constexpr size_t kEndBlock = size_t{1} << 20;
constexpr size_t kEndBlocks = 64;

// Gives the free memory at the end of this thread's heap back to the system. malloc_trim() does so
// on the main thread only; on others up to twice the largest Buffer would stay. So this function
// allocates that memory, tells the system that its pages are not needed, and frees it.
void TrimEndOfHeap() {
  if (syscall(SYS_gettid) == getpid()) return;
  void* blocks[kEndBlocks];
  for (void*& block : blocks) {
    block = std::malloc(kEndBlock);
    if (block == nullptr) continue;
    const auto address = reinterpret_cast<uintptr_t>(block);
    const uintptr_t start = InPages(address);
    const uintptr_t end = (address + kEndBlock) & ~(PageSize() - 1);
    madvise(reinterpret_cast<void*>(start), end - start, MADV_DONTNEED);
  }
  for (void* const block : blocks) std::free(block);
}

#endif

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
  if (clock_ == Clock::kStands) clock_ = Clock::kWanted;
  const size_t size_class = ClassOf(size);
  Block* block = nullptr;
  if (size_class < kClasses) {
    Block*& first = free_[size_class];
    block = first != nullptr ? Unlink(first) : MapBlock(size_class);
    if (block == nullptr) return nullptr;
    ++taken_of_class_[size_class];
  } else {
    if (size > SIZE_MAX / 2) return nullptr;
    const size_t mapped = InPages(sizeof(Block) + size);
    void* const memory = Map(mapped);
    if (memory == nullptr) return nullptr;
    block = new (memory) Block{this, nullptr, mapped - sizeof(Block), size_class, tick_};
  }
  block->last_taken = tick_;
  ++taken_;
  return block;
}

Block* Arena::MapBlock(size_t size_class) {
  // To touch one large page costs a fifth to a fifteenth of what it costs to touch the small pages
  // that it replaces. So where strings hold several blocks of a size already, some more are mapped
  // at once, on large pages. Each is given back by itself nonetheless.
  constexpr size_t kSeveral = 4;
  constexpr size_t kTogether = 2 * kHugePage;
  const size_t each = InPages(sizeof(Block) + SizeOf(size_class));
  const size_t count =
      taken_of_class_[size_class] < kSeveral || each > kTogether / 2 ? 1 : kTogether / each;
  const size_t all = count == 1 ? each : kTogether;
  auto* const memory = static_cast<std::byte*>(Map(all));
  if (memory == nullptr) return nullptr;
  // What is left behind the last block belongs to the first, which is therefore the last in memory.
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
  if (block->size_class < kClasses) --arena->taken_of_class_[block->size_class];
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
  if (block.size_class >= kClasses || block.size > max_free_) return false;
  // The block that was released last is the most likely to be asked for, so that others make way.
  for (size_t size_class = kClasses; size_class-- > 0;) {
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

bool Arena::TrimHeap() {
  // In bytes. To trim takes milliseconds where there is much to give back.
  constexpr size_t kWorthTrimming = size_t{16} << 20;
  // The engine's own threads free Buffers some time after a collection, on a busy machine seconds
  // after it. To trim again where there is nothing to give back takes a tenth of a millisecond.
  constexpr int kTimes = 10;
  if (buffer_bytes_ < kWorthTrimming) return false;
#if defined(__linux__)
  if (malloc_trim != nullptr) {
    malloc_trim(0);
    // glibc gives a block back at once when it is larger than all that were freed before. So no
    // block here is larger than the largest Buffer.
    if (largest_buffer_ >= kEndBlock) TrimEndOfHeap();
  }
#endif
  if (++trimmed_ < kTimes) return true;
  trimmed_ = 0;
  buffer_bytes_ = 0;
  largest_buffer_ = 0;
  return false;
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
  if (free_bytes_ == 0 && !TrimHeap()) clock_ = Clock::kStands;
  return clock_ == Clock::kRuns;
}

void Arena::Abandon() {
  ClockFails();
  abandoned_ = true;
  if (taken_ == 0) delete this;
}

}  // namespace encoding::node

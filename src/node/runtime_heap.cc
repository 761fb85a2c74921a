// Makes the heap of the C library give memory back to the system.
//
// May include protocol/ and what is below it, and the other files of node/.
#include "runtime_heap.h"

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "system_memory.h"

// Only glibc has this function. The reference is weak, so it is null elsewhere.
extern "C" int malloc_trim(size_t) __attribute__((weak));
#elif defined(_WIN32)
#include <windows.h>
#endif

namespace whatwg_encoding::node {

#if defined(__linux__)

namespace {

// The size of each block that TrimEndOfHeap() allocates, in bytes.
constexpr size_t kTrimBlockBytes = size_t{1} << 20;

// In bytes: glibc makes the heaps of a thread this large.
constexpr size_t kHeapBytes = size_t{64} << 20;

// In bytes: the most that TrimEndOfHeap() allocates for free memory in the middle of the heap.
constexpr size_t kMaxMiddleBytes = size_t{1} << 30;

// A block that TrimEndOfHeap() has allocated. Its first bytes point to the block before it.
struct TrimBlock {
  TrimBlock* previous;
};

// Gives the free memory at the end of this thread's heap back to the system. malloc_trim() does so
// on the main thread only; on others up to twice the largest Buffer would stay. So this function
// allocates that memory, tells the system that its pages are not needed, and frees it. malloc()
// uses the free memory in the middle of the heap first. That is at most `buffer_bytes`, the size of
// all Buffers.
void TrimEndOfHeap(size_t buffer_bytes) {
  if (syscall(SYS_gettid) == getpid()) return;
  const size_t bytes = std::min(buffer_bytes, kMaxMiddleBytes) + kHeapBytes;
  TrimBlock* last = nullptr;
  for (size_t allocated = 0; allocated < bytes; allocated += kTrimBlockBytes) {
    auto* const block = static_cast<TrimBlock*>(std::malloc(kTrimBlockBytes));
    if (block == nullptr) break;
    block->previous = last;
    last = block;
    const auto address = reinterpret_cast<uintptr_t>(block);
    const uintptr_t start = RoundUpToPages(address + sizeof(TrimBlock));
    const uintptr_t end = (address + kTrimBlockBytes) & ~(PageSize() - 1);
    madvise(reinterpret_cast<void*>(start), end - start, MADV_DONTNEED);
  }
  while (last != nullptr) std::free(std::exchange(last, last->previous));
}

}  // namespace

#endif

bool RuntimeHeap::Trim() {
  // In bytes of Buffers: less is not worth a trim, which takes milliseconds where there is much to
  // give back.
  constexpr size_t kMinBufferBytesToTrim = size_t{16} << 20;
  // The engine's own threads free Buffers some time after a collection, on a busy machine seconds
  // after it. So the heap is trimmed this many times. A trim that finds nothing to give back takes
  // a tenth of a millisecond.
  constexpr int kMaxTrims = 10;
  if (buffer_bytes_ < kMinBufferBytesToTrim) return false;
#if defined(__linux__)
  if (malloc_trim != nullptr) {
    malloc_trim(0);
    // glibc unmaps a block as soon as it is freed if the block is larger than all that were freed
    // before, and from then on keeps more free memory at the end of each heap. So the blocks that
    // TrimEndOfHeap() frees must not be larger than the largest Buffer ever made.
    if (largest_buffer_ >= kTrimBlockBytes) TrimEndOfHeap(buffer_bytes_);
  }
#elif defined(_WIN32)
  // The runtime's C library takes its memory from this heap.
  HeapCompact(GetProcessHeap(), 0);
#endif
  if (++trims_ < kMaxTrims) return true;
  buffer_bytes_ = 0;
  trims_ = 0;
  return false;
}

}  // namespace whatwg_encoding::node

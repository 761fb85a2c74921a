// Makes the heap of the C library give memory back to the system.
//
// May include protocol/ and what is below it, and the other files of node/.
#include "node/runtime_heap.h"

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "node/system_memory.h"

// Only glibc has this function. The reference is weak, so it is null elsewhere.
extern "C" int malloc_trim(size_t) __attribute__((weak));
#elif defined(_WIN32)
#include <windows.h>
#endif

namespace encoding::node {

#if defined(__linux__)

namespace {

// The size of each block that TrimEndOfHeap() allocates, in bytes, and the number of these blocks.
// Together they are as large as the largest heap that glibc makes for a thread.
constexpr size_t kTrimBlockBytes = size_t{1} << 20;
constexpr size_t kTrimBlocks = 64;

// Gives the free memory at the end of this thread's heap back to the system. malloc_trim() does so
// on the main thread only; on others up to twice the largest Buffer would stay. So this function
// allocates that memory, tells the system that its pages are not needed, and frees it.
void TrimEndOfHeap() {
  if (syscall(SYS_gettid) == getpid()) return;
  void* blocks[kTrimBlocks];
  for (void*& block : blocks) {
    block = std::malloc(kTrimBlockBytes);
    if (block == nullptr) continue;
    const auto address = reinterpret_cast<uintptr_t>(block);
    const uintptr_t start = RoundUpToPages(address);
    const uintptr_t end = (address + kTrimBlockBytes) & ~(PageSize() - 1);
    madvise(reinterpret_cast<void*>(start), end - start, MADV_DONTNEED);
  }
  for (void* const block : blocks) std::free(block);
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
    // before. So the blocks that TrimEndOfHeap() frees must not be larger than the largest Buffer.
    if (largest_buffer_ >= kTrimBlockBytes) TrimEndOfHeap();
  }
#elif defined(_WIN32)
  // The runtime's C library takes its memory from this heap.
  HeapCompact(GetProcessHeap(), 0);
#endif
  if (++trims_ < kMaxTrims) return true;
  *this = {};
  return false;
}

}  // namespace encoding::node

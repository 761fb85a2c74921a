// Calls the system for memory, on POSIX systems.
#include "system_memory.h"

#if !defined(_WIN32)

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace whatwg_encoding::node {

size_t PageSize() {
  static const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return page;
}

namespace {

void AdviseHugePages([[maybe_unused]] void* memory, [[maybe_unused]] size_t size) {
#if defined(__linux__)
  madvise(memory, size & ~(kHugePageBytes - 1), MADV_HUGEPAGE);
#endif
}

}  // namespace

void* MapMemory(size_t size) {
  // Memory that begins at the address of a large page can consist of large pages from its start. So
  // more is mapped than is needed, and what lies before and behind such an address is unmapped.
  const size_t spare = kHasHugePages && size >= kHugePageBytes ? kHugePageBytes : 0;
  void* const mapped =
      mmap(nullptr, size + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (spare == 0) return mapped;
  auto* const start = static_cast<std::byte*>(mapped);
  const size_t before = (0 - reinterpret_cast<uintptr_t>(mapped)) % kHugePageBytes;
  if (before != 0) munmap(start, before);
  if (before != spare) munmap(start + before + size, spare - before);
  AdviseHugePages(start + before, size);
  return start + before;
}

void UnmapMemory(void* memory, size_t size) {
  // The system limits how many separate pieces of memory a process has. Unmapping fails where it
  // would split one piece too many. The process then keeps the addresses but not the memory.
  if (munmap(memory, size) != 0) madvise(memory, size, MADV_DONTNEED);
}

}  // namespace whatwg_encoding::node

#endif

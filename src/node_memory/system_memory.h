// Memory that the system gives to the process and takes back, in whole pages.
#pragma once

#include <cstddef>

#include "../base/plain.h"

namespace whatwg_encoding::node {

// Whether the system makes memory of large pages when it is asked to, without a privilege.
#if defined(__linux__)
inline constexpr bool kHasHugePages = !kIsPlain;
#else
inline constexpr bool kHasHugePages = false;
#endif

// A large page of the system, in bytes.
inline constexpr size_t kHugePageBytes = size_t{1} << 21;

// The size of the system's pages, in bytes.
size_t PageSize();

// Rounds a size in bytes up to whole pages.
inline size_t RoundUpToPages(size_t size) { return (size + PageSize() - 1) & ~(PageSize() - 1); }

// Returns fresh memory of `size` bytes, which must be whole pages. Returns null when the system has
// none. Where the system has large pages, much memory consists of them, because touching one of
// them costs less than touching the small pages that it replaces.
void* MapMemory(size_t size);

// Gives memory of MapMemory() back to the system. Where the system has large pages, `memory` may
// also be some whole pages of it; elsewhere it is all of it.
void UnmapMemory(void* memory, size_t size);

}  // namespace whatwg_encoding::node

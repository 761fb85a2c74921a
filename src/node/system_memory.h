// Memory that the system gives to the process and takes back, in whole pages.
//
// May include protocol/ and what is below it, and the other files of node/.
#pragma once

#include <cstddef>

namespace encoding::node {

// A large page of the system, in bytes.
inline constexpr size_t kHugePageBytes = size_t{1} << 21;

// The size of the system's pages, in bytes.
size_t PageSize();

// Rounds a size in bytes up to whole pages.
size_t RoundUpToPages(size_t size);

// Returns fresh memory of `size` bytes, which must be whole pages. Returns null when the system has
// none.
void* MapMemory(size_t size);

// Gives memory of MapMemory(), or whole pages of it, back to the system.
void UnmapMemory(void* memory, size_t size);

// Asks the system to use large pages for memory that has not been touched yet. Touching one large
// page costs less than touching the small pages that it replaces. Useful from some megabytes on.
void AdviseHugePages(void* memory, size_t size);

}  // namespace encoding::node

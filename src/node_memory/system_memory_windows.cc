// Calls the system for memory, on Windows.
#include "system_memory.h"

#if defined(_WIN32)

#include <windows.h>

namespace whatwg_encoding::node {

size_t PageSize() {
  // x64 and arm64 have the same size.
  // https://learn.microsoft.com/windows/win32/api/sysinfoapi/ns-sysinfoapi-system_info
  return 4096;
}

void* MapMemory(size_t size) {
  return VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

// Windows releases only the whole of what VirtualAlloc() has returned, so it takes no size.
void UnmapMemory(void* memory, size_t) { VirtualFree(memory, 0, MEM_RELEASE); }

}  // namespace whatwg_encoding::node

#endif

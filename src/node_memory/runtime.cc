// The few functions of the C++ runtime that the addon needs. Only release builds contain this file.
// For Linux they are linked with no library at all, so that one binary loads under glibc and under
// musl; src/node/exports.map keeps every function of this file inside the addon. For Windows they
// are linked with the libraries that every Windows has, and this file has the entry point.
#if defined(_WIN32)
#include <windows.h>
#else
#include <sched.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

// The Itanium C++ ABI gives each guarded variable a guard of eight bytes. Compiled code reads only
// the first byte, which is 1 once the variable is initialized. The second byte is ours.
// https://itanium-cxx-abi.github.io/cxx-abi/abi.html#once-ctor
struct Guard {
  uint8_t initialized;
  uint8_t busy;  // 1 while a thread runs the initializer
};

void LetOtherThreadsRun() {
#if defined(_WIN32)
  SwitchToThread();
#else
  sched_yield();
#endif
}

}  // namespace

// The addon is built without exceptions, so that memory which cannot be had ends the process here.
// Memory whose size depends on input never comes from these operators.
void* operator new(size_t size) {
  void* const memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) std::abort();
  return memory;
}

void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size > 0 ? size : 1);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

// The names below are those that compilers and standard libraries call.
// NOLINTBEGIN(bugprone-reserved-identifier)

namespace std {

// The argument that chooses the operators that return nullptr.
const nothrow_t nothrow = nothrow_t{};

// The standard library's containers call these two where they would throw.
void __throw_bad_alloc() { abort(); }
void __throw_length_error(const char*) { abort(); }

}  // namespace std

extern "C" {

// Returns 1 when the caller has to initialize the variable, and 0 when it is initialized. Another
// thread that initializes it is waited for; initializers take a few milliseconds at the most.
int __cxa_guard_acquire(Guard* guard) {
  while (__atomic_load_n(&guard->initialized, __ATOMIC_ACQUIRE) == 0) {
    uint8_t idle = 0;
    const bool is_mine = __atomic_compare_exchange_n(&guard->busy, &idle, 1, false,
                                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    if (!is_mine) {
      LetOtherThreadsRun();
    } else if (__atomic_load_n(&guard->initialized, __ATOMIC_ACQUIRE) == 0) {
      return 1;
    } else {
      // The other thread finished between the two looks at the guard.
      __atomic_store_n(&guard->busy, 0, __ATOMIC_RELEASE);
    }
  }
  return 0;
}

void __cxa_guard_release(Guard* guard) {
  __atomic_store_n(&guard->initialized, 1, __ATOMIC_RELEASE);
  __atomic_store_n(&guard->busy, 0, __ATOMIC_RELEASE);
}

void __cxa_pure_virtual() { std::abort(); }

#if defined(_WIN32)

// The linker makes this list: -1, then the functions that initialize variables, then null.
// https://sourceware.org/binutils/docs/ld/Output-Section-Keywords.html
extern void (*const __CTOR_LIST__[])();

BOOL WINAPI DllMain(HINSTANCE addon, DWORD reason, LPVOID reserved);

// Windows calls this where it would call the start of the C runtime, which then calls DllMain().
BOOL WINAPI DllMainCRTStartup(HINSTANCE addon, DWORD reason, LPVOID reserved) {
  if (reason == DLL_PROCESS_ATTACH) {
    for (auto* initialize = __CTOR_LIST__ + 1; *initialize != nullptr; ++initialize) {
      (*initialize)();
    }
  }
  return DllMain(addon, reason, reserved);
}

#endif

}  // extern "C"

// NOLINTEND(bugprone-reserved-identifier)

// Defines the functions that Debian's libstdc++ and libgcc_s need from glibc and that musl does not
// have. Bun's build for musl needs these two libraries, which Debian has for glibc only. For a test
// of the addon it does not matter what these functions do.
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct tm;
ssize_t getrandom(void* buffer, size_t size, unsigned flags);
size_t strftime_l(char* text, size_t size, const char* format, const struct tm* time, void* locale);

char __libc_single_threaded = 0;

uint32_t arc4random(void) {
  uint32_t value = 0;
  getrandom(&value, sizeof value, 0);
  return value;
}

size_t __strftime_l(char* text, size_t size, const char* format, const struct tm* time,
                    void* locale) {
  return strftime_l(text, size, format, time, locale);
}

// Registers nothing: destructors of thread-local variables do not run.
int __cxa_thread_atexit_impl(void (*destroy)(void*), void* object, void* library) {
  (void)destroy, (void)object, (void)library;
  return 0;
}

// Finds nothing: no exception can be caught.
int _dl_find_object(void* address, void* result) {
  (void)address, (void)result;
  return -1;
}

#if defined(__x86_64__)

uint32_t __cpu_model[4];
int __cpu_indicator_init(void) { return 0; }

#else

unsigned long getauxval(unsigned long type);
unsigned long __getauxval(unsigned long type) { return getauxval(type); }

#endif

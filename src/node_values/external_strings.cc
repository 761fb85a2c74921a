// Strings that keep their characters outside the engine's heap.
#include "external_strings.h"

#include <utility>

#if defined(_WIN32)
#include "node_api_windows.h"
#elif !defined(__ELF__)
#include <dlfcn.h>
#endif

#if defined(__ELF__)
// Node-API has these two functions since version 10. The references are weak, so they are null
// where the runtime lacks them.
extern "C" {
[[gnu::weak]] NAPI_EXTERN napi_status node_api_create_external_string_latin1(
    napi_env env, char* string, size_t length, napi_finalize finalize, void* hint,
    napi_value* result, bool* copied);
[[gnu::weak]] NAPI_EXTERN napi_status node_api_create_external_string_utf16(
    napi_env env, char16_t* string, size_t length, napi_finalize finalize, void* hint,
    napi_value* result, bool* copied);
}
#endif

namespace whatwg_encoding::node {

namespace {

// A function that makes external strings. Where the runtime lacks it, strings are copied.
template <typename Unit>
using MakeExternal = napi_status (*)(napi_env, Unit*, size_t, napi_finalize, void*, napi_value*,
                                     bool*);

// An external string may outlive its environment: the strings of a worker thread are released with
// its heap, after the runtime has unloaded the libraries that only this thread had loaded. So the
// addon has to stay in the process. On ELF systems the linker option `-z nodelete` keeps it there.
#if defined(__ELF__)

MakeExternal<char> FindLatin1Maker() { return node_api_create_external_string_latin1; }
MakeExternal<char16_t> FindUtf16Maker() { return node_api_create_external_string_utf16; }

#else

#if !defined(_WIN32)

void* FindNodeApi(const char* name) { return dlsym(RTLD_DEFAULT, name); }

bool StayLoaded() {
  static const char here = 0;
  Dl_info library;
  return dladdr(&here, &library) != 0 &&
         dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != nullptr;
}

#endif

// Returns null where the runtime lacks the function, or where the addon could be unloaded.
template <typename Function>
Function FindMaker(const char* name) {
  static const bool stays_loaded = StayLoaded();
  return stays_loaded ? reinterpret_cast<Function>(FindNodeApi(name)) : nullptr;
}

MakeExternal<char> FindLatin1Maker() {
  static const auto maker =
      FindMaker<MakeExternal<char> >("node_api_create_external_string_latin1");
  return maker;
}

MakeExternal<char16_t> FindUtf16Maker() {
  static const auto maker =
      FindMaker<MakeExternal<char16_t> >("node_api_create_external_string_utf16");
  return maker;
}

#endif

// Adds `bytes` to the memory of external strings, and tells the engine in steps. Above a limit of
// its own for external memory, the engine marks live objects in every such call, which takes
// milliseconds. When it is told in larger steps, it leaves the marking to its own threads. These
// may not keep up. So once the strings have kTellEachFromBytes, the engine is told of each string.
void AdjustMemory(napi_env env, Arena& arena, int64_t bytes) {
  constexpr int64_t kMaxUntoldBytes = int64_t{4} << 20;
  constexpr int64_t kTellEachFromBytes = int64_t{192} << 20;
  StringMemory& memory = arena.string_memory();
  memory.all += bytes;
  memory.untold += bytes;
  const bool is_time =
      memory.untold < 0 || memory.untold >= kMaxUntoldBytes || memory.all >= kTellEachFromBytes;
  if (!is_time || env == nullptr) return;
  int64_t known;
  napi_adjust_external_memory(env, std::exchange(memory.untold, 0), &known);
}

// The engine calls this when it has collected a string. `env` is null when the environment is gone.
void ReleaseString(napi_env env, void*, void* hint) {
  auto* const block = static_cast<Block*>(hint);
  AdjustMemory(env, *block->arena, -static_cast<int64_t>(block->size));
  Arena::Release(block);
}

// Makes a string of the block's characters from `start` on with `make`, which is a function of
// Node-API. Where it copies the characters, it has also called ReleaseString().
template <typename Unit>
napi_status New(napi_env env, ScratchMemory& scratch, size_t start, size_t length,
                MakeExternal<Unit> make, napi_value* string) {
  Block* const block = &scratch.Give();
  AdjustMemory(env, *block->arena, static_cast<int64_t>(block->size));
  bool copied = false;
  const napi_status status = make(env, static_cast<Unit*>(block->memory()) + start, length,
                                  ReleaseString, block, string, &copied);
  if (status != napi_ok) ReleaseString(env, nullptr, block);
  return status;
}

}  // namespace

bool HasExternalStrings() { return FindLatin1Maker() != nullptr && FindUtf16Maker() != nullptr; }

napi_status NewExternalLatin1(napi_env env, ScratchMemory& scratch, size_t length,
                              napi_value* string) {
  return New(env, scratch, 0, length, FindLatin1Maker(), string);
}

napi_status NewExternalUtf16(napi_env env, ScratchMemory& scratch, size_t start, size_t length,
                             napi_value* string) {
  return New(env, scratch, start, length, FindUtf16Maker(), string);
}

}  // namespace whatwg_encoding::node

// Makes strings, and decides whether the engine copies their characters.
//
// May include queue/ and what is below it, and the other files of node/.
#include "node/strings.h"

#include <cstring>
#include <utility>

#if defined(_WIN32)
#include <windows.h>
#elif !defined(__ELF__)
#include <dlfcn.h>
#endif

#include "node/values.h"

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

namespace encoding::node {

namespace {

// Functions that make external strings. Where the runtime lacks them, strings are copied.
using MakeExternalLatin1 = napi_status (*)(napi_env, char*, size_t, napi_finalize, void*,
                                           napi_value*, bool*);
using MakeExternalUtf16 = napi_status (*)(napi_env, char16_t*, size_t, napi_finalize, void*,
                                          napi_value*, bool*);

// An external string may outlive its environment: the strings of a worker thread are released with
// its heap, after the runtime has unloaded the libraries that only this thread had loaded. So the
// addon has to stay in the process. On ELF systems the linker option `-z nodelete` keeps it there.
#if defined(__ELF__)

MakeExternalLatin1 FindLatin1Maker() { return node_api_create_external_string_latin1; }
MakeExternalUtf16 FindUtf16Maker() { return node_api_create_external_string_utf16; }

#else

template <typename Function>
Function Find(const char* name) {
#if defined(_WIN32)
  return reinterpret_cast<Function>(
      reinterpret_cast<void*>(GetProcAddress(GetModuleHandle(nullptr), name)));
#else
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
#endif
}

bool StayLoaded() {
  static const char here = 0;
#if defined(_WIN32)
  HMODULE module;
  return GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
                            &here, &module) != 0;
#else
  Dl_info library;
  return dladdr(&here, &library) != 0 &&
         dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != nullptr;
#endif
}

// Returns null where the runtime lacks the function, or where the addon could be unloaded.
template <typename Function>
Function FindMaker(const char* name) {
  static const bool stays_loaded = StayLoaded();
  return stays_loaded ? Find<Function>(name) : nullptr;
}

MakeExternalLatin1 FindLatin1Maker() {
  static const auto maker = FindMaker<MakeExternalLatin1>("node_api_create_external_string_latin1");
  return maker;
}

MakeExternalUtf16 FindUtf16Maker() {
  static const auto maker = FindMaker<MakeExternalUtf16>("node_api_create_external_string_utf16");
  return maker;
}

#endif

// Counts what strings have, more or less by so many bytes, and tells the engine. Where it is more
// than the engine likes, it goes through what is alive each time that it is told, for milliseconds.
// Told in larger steps it leaves that to threads of its own, unless they do not keep up.
void AdjustMemory(napi_env env, Arena& arena, int64_t bytes) {
  constexpr int64_t kStep = int64_t{4} << 20;
  constexpr int64_t kMuch = int64_t{192} << 20;
  StringMemory& memory = arena.string_memory();
  memory.all += bytes;
  memory.untold += bytes;
  const bool is_time = memory.untold < 0 || memory.untold >= kStep || memory.all >= kMuch;
  if (!is_time || env == nullptr) return;
  int64_t known;
  napi_adjust_external_memory(env, std::exchange(memory.untold, 0), &known);
}

// The engine has no more use for the string. `env` is null when the environment is gone.
void ReleaseString(napi_env env, void*, void* hint) {
  auto* const block = static_cast<Block*>(hint);
  AdjustMemory(env, *block->arena, -static_cast<int64_t>(block->size));
  Arena::Release(block);
}

// A string that the engine has made, if it has, of so many bytes.
napi_value Made(napi_env env, Environment& environment, napi_status status, napi_value string,
                size_t bytes) {
  if (status != napi_ok) return ThrowOutOfMemory(env);
  if (bytes >= environment.external.two_byte_from) environment.unasked_bytes += bytes;
  return string;
}

// Makes the string that `create(block, value, copied)` makes of a room's block.
template <typename Create>
napi_value NewExternal(napi_env env, Environment& environment, Room& room, Create create) {
  napi_value value = nullptr;
  bool copied = false;
  Block* const block = &room.Give();
  const size_t size = block->size;
  AdjustMemory(env, room.arena(), static_cast<int64_t>(size));
  // When it has copied, it has released the block already.
  const napi_status status = create(block, &value, &copied);
  if (status != napi_ok) ReleaseString(env, nullptr, block);
  return Made(env, environment, status, value, size);
}

// Whether every code unit is below U+0100, so that the engine can keep one byte for each.
bool IsOneByte(const char16_t* units, size_t length) {
  constexpr size_t kStep = 64;
  size_t at = 0;
  for (; at + kStep <= length; at += kStep) {
    char16_t all = 0;
    for (size_t i = 0; i < kStep; ++i) all = static_cast<char16_t>(all | units[at + i]);
    if (all > 0xFF) return false;
  }
  for (; at < length; ++at) {
    if (units[at] > 0xFF) return false;
  }
  return true;
}

}  // namespace

void AskHeapAgain(napi_env env, Environment& environment) {
  environment.unasked_bytes = 0;
  napi_value bytes;
  if (CallFunction(env, environment.used_heap, bytes)) {
    napi_get_value_double(env, bytes, &environment.used_heap_bytes);
  }
}

bool HadBetterBeExternal(const Environment& environment, size_t bytes, Characters characters) {
  const ExternalStrings& external = environment.external;
  if (bytes >= external.always_from) return true;
  const bool is_one_byte = characters == Characters::kOneByte;
  return bytes >= (is_one_byte ? external.one_byte_from : external.two_byte_from) &&
         environment.used_heap_bytes <= external.small_heap;
}

napi_value CopyLatin1(napi_env env, Environment& environment, Bytes bytes) {
  napi_value value;
  const auto* const characters = reinterpret_cast<const char*>(bytes.data());
  const napi_status status = napi_create_string_latin1(env, characters, bytes.size(), &value);
  return Made(env, environment, status, value, bytes.size());
}

napi_value CopyUtf16(napi_env env, Environment& environment, const char16_t* units, size_t length) {
  napi_value value;
  const napi_status status = napi_create_string_utf16(env, units, length, &value);
  return Made(env, environment, status, value, length * sizeof *units);
}

napi_value NewExternalLatin1(napi_env env, Environment& environment, Room& room, size_t length) {
  const MakeExternalLatin1 create = FindLatin1Maker();
  if (create == nullptr || room.block() == nullptr) {
    return CopyLatin1(env, environment, Bytes(room.memory<uint8_t>(), length));
  }
  return NewExternal(env, environment, room, [&](Block* block, napi_value* value, bool* copied) {
    return create(env, static_cast<char*>(block->memory()), length, ReleaseString, block, value,
                  copied);
  });
}

napi_value NewStringOfUtf16(napi_env env, Environment& environment, Room& room, size_t skipped,
                            size_t length) {
  const char16_t* units = room.memory<char16_t>() + skipped;
  const size_t bytes = length * sizeof *units;
  if (!HadBetterBeExternal(environment, bytes, Characters::kTwoBytes)) {
    return CopyUtf16(env, environment, units, length);
  }
  const MakeExternalUtf16 create = FindUtf16Maker();
  if (create == nullptr || room.block() == nullptr) {
    return CopyUtf16(env, environment, units, length);
  }
  Room other(room.arena());
  if (IsOneByte(units, length)) {
    if (!HadBetterBeExternal(environment, length, Characters::kOneByte)) {
      return CopyUtf16(env, environment, units, length);
    }
    auto* const narrow = other.Take<uint8_t>(length);
    if (narrow == nullptr) return ThrowOutOfMemory(env);
    for (size_t i = 0; i < length; ++i) narrow[i] = static_cast<uint8_t>(units[i]);
    return NewExternalLatin1(env, environment, other, length);
  }
  // A string that would leave half of its block unused gets one of its own size.
  if (bytes < room.block()->size / 2) {
    auto* const copy = other.Take<char16_t>(length);
    if (copy == nullptr) return ThrowOutOfMemory(env);
    std::memcpy(copy, units, bytes);
    if (other.block() != nullptr) {
      room.Hold(&other.Give());
      skipped = 0;
    }
  }
  return NewExternal(env, environment, room, [&](Block* block, napi_value* value, bool* copied) {
    return create(env, static_cast<char16_t*>(block->memory()) + skipped, length, ReleaseString,
                  block, value, copied);
  });
}

}  // namespace encoding::node

#include "node/strings.h"

#include <cstring>

#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "node/values.h"

namespace encoding::node {

namespace {

// Node-API has these since version 10; where the runtime has not, strings are copied.
using NewExternalLatin1 = napi_status (*)(napi_env, char*, size_t, napi_finalize, void*,
                                          napi_value*, bool*);
using NewExternalUtf16 = napi_status (*)(napi_env, char16_t*, size_t, napi_finalize, void*,
                                         napi_value*, bool*);

template <typename Function>
Function Find(const char* name) {
#if defined(_WIN32)
  return reinterpret_cast<Function>(
      reinterpret_cast<void*>(GetProcAddress(GetModuleHandle(nullptr), name)));
#else
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
#endif
}

void AdjustMemory(napi_env env, int64_t bytes) {
  int64_t all;
  if (env != nullptr) napi_adjust_external_memory(env, bytes, &all);
}

// The engine has no more use for the string. `env` is null when the environment is gone.
void ReleaseString(napi_env env, void*, void* hint) {
  auto* const block = static_cast<Block*>(hint);
  AdjustMemory(env, -static_cast<int64_t>(block->size));
  Arena::Release(block);
}

// Makes the string that `create(value, copied)` makes of a block's memory.
template <typename Create>
napi_value NewExternal(napi_env env, Block* block, Create create) {
  napi_value value = nullptr;
  bool copied = false;
  AdjustMemory(env, static_cast<int64_t>(block->size));
  // When it has copied, it has released the block already.
  if (create(&value, &copied) == napi_ok) return value;
  ReleaseString(env, nullptr, block);
  return ThrowOutOfMemory(env);
}

// Whether every code unit is below U+0100, so that the engine can keep one byte for each.
bool IsOneByte(const char16_t* units, size_t length) {
  constexpr size_t kStep = 32;
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

napi_value NewLatin1String(napi_env env, Environment& environment, const uint8_t* bytes,
                           size_t length) {
  static const auto create = Find<NewExternalLatin1>("node_api_create_external_string_latin1");
  if (length < kExternalBytes || create == nullptr) {
    napi_value value;
    const auto* characters = reinterpret_cast<const char*>(bytes);
    if (napi_create_string_latin1(env, characters, length, &value) == napi_ok) return value;
    return ThrowOutOfMemory(env);
  }
  Block* const block = environment.arena().Take(length);
  if (block == nullptr) return ThrowOutOfMemory(env);
  auto* const memory = static_cast<char*>(block->memory());
  std::memcpy(memory, bytes, length);
  return NewExternal(env, block, [&](napi_value* value, bool* copied) {
    return create(env, memory, length, ReleaseString, block, value, copied);
  });
}

napi_value NewStringOfBlock(napi_env env, Block* block, size_t skipped, size_t length) {
  static const auto create = Find<NewExternalUtf16>("node_api_create_external_string_utf16");
  char16_t* const units = static_cast<char16_t*>(block->memory()) + skipped;
  // A string that fills little of its block, or that one byte for each code unit would do for, is
  // copied.
  const bool is_copied = create == nullptr || length * 2 < kExternalBytes ||
                         length * 4 < block->size || IsOneByte(units, length);
  if (!is_copied) {
    return NewExternal(env, block, [&](napi_value* value, bool* copied) {
      return create(env, units, length, ReleaseString, block, value, copied);
    });
  }
  napi_value value;
  const napi_status status = napi_create_string_utf16(env, units, length, &value);
  Arena::Release(block);
  return status == napi_ok ? value : ThrowOutOfMemory(env);
}

}  // namespace encoding::node

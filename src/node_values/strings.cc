// Makes strings, and decides which of them are external to the engine's heap.
#include "strings.h"

#include <algorithm>
#include <cstring>

#include "../base/plain.h"
#include "errors.h"
#include "external_strings.h"

namespace whatwg_encoding::node {

namespace {

// Whether a string of `bytes` bytes should be external to the engine's heap, so that it keeps the
// memory that it was decoded into. Copying a long string can be slow, because the engine needs
// fresh memory for each. But the engine counts an external string as an old object, which only a
// collection of the whole heap frees, and 64 MB of external strings begin such a collection.
bool PrefersExternal(const Environment& environment, const ScratchMemory& scratch, size_t bytes) {
  if (kIsPlain) return false;
  const ExternalStrings& external = environment.external;
  const bool is_small = environment.used_heap_bytes <= external.max_small_heap;
  if (bytes < external.always_from && !(is_small && bytes >= external.from)) return false;
  return scratch.block() != nullptr && HasExternalStrings();
}

// Returns the string that the engine has made, or throws if `status` says that it has not. Counts
// the bytes of long strings, so that the size of the engine's heap is asked for in time.
napi_value Made(napi_env env, Environment& environment, napi_status status, napi_value string,
                size_t bytes) {
  if (status != napi_ok) return ThrowOutOfMemory(env);
  if (bytes >= environment.external.from) environment.unasked_bytes += bytes;
  return string;
}

// Whether every code unit is below U+0100, so that the engine can keep one byte for each.
bool IsOneByte(const char16_t* units, size_t length) {
  constexpr size_t kUnitsPerStep = 64;
  size_t at = 0;
  for (; at + kUnitsPerStep <= length; at += kUnitsPerStep) {
    char16_t all = 0;
    for (size_t i = 0; i < kUnitsPerStep; ++i) all = static_cast<char16_t>(all | units[at + i]);
    if (all > 0xFF) return false;
  }
  for (; at < length; ++at) {
    if (units[at] > 0xFF) return false;
  }
  return true;
}

}  // namespace

napi_value CopyLatin1(napi_env env, Environment& environment, Bytes bytes) {
  napi_value string = nullptr;
  const auto* const characters = reinterpret_cast<const char*>(bytes.data());
  const napi_status status = napi_create_string_latin1(env, characters, bytes.size(), &string);
  return Made(env, environment, status, string, bytes.size());
}

napi_value CopyUtf16(napi_env env, Environment& environment, Units units) {
  napi_value string = nullptr;
  const napi_status status = napi_create_string_utf16(env, units.data(), units.size(), &string);
  return Made(env, environment, status, string, units.size_bytes());
}

napi_value NewLatin1(napi_env env, Environment& environment, ScratchMemory& scratch,
                     size_t length) {
  if (!PrefersExternal(environment, scratch, length)) {
    return CopyLatin1(env, environment, Bytes(scratch.memory<uint8_t>(), length));
  }
  napi_value string = nullptr;
  const napi_status status = NewExternalLatin1(env, scratch, length, &string);
  return Made(env, environment, status, string, length);
}

napi_value NewUtf16(napi_env env, Environment& environment, ScratchMemory& scratch, size_t start,
                    size_t length) {
  const Units units(scratch.memory<char16_t>() + start, length);
  if (!PrefersExternal(environment, scratch, units.size_bytes())) {
    return CopyUtf16(env, environment, units);
  }
  ScratchMemory other(scratch.arena());
  if (IsOneByte(units.data(), length)) {
    auto* const narrow = other.Take<uint8_t>(length);
    if (narrow == nullptr) return ThrowOutOfMemory(env);
    std::copy(units.begin(), units.end(), narrow);
    return NewLatin1(env, environment, other, length);
  }
  // A string that would leave half of its block unused gets a block of its own size.
  if (units.size_bytes() < scratch.block()->size / 2) {
    auto* const copy = other.Take<char16_t>(length);
    if (copy == nullptr) return ThrowOutOfMemory(env);
    std::memcpy(copy, units.data(), units.size_bytes());
    if (other.block() != nullptr) {
      scratch.Hold(&other.Give());
      start = 0;
    }
  }
  napi_value string = nullptr;
  const napi_status status = NewExternalUtf16(env, scratch, start, length, &string);
  return Made(env, environment, status, string, units.size_bytes());
}

}  // namespace whatwg_encoding::node

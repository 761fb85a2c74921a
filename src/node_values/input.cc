// Borrows the bytes of a Uint8Array, or copies them.
#include "input.h"

#include "../base/plain.h"
#include "../simd/kernels.h"
#include "errors.h"
#include "typed_arrays.h"

namespace whatwg_encoding::node {

namespace {

// Whether another thread can write to the memory of a Uint8Array.
bool IsShared(napi_env env, napi_value array) {
  napi_value buffer;
  bool is_unshared = false;
  return napi_get_typedarray_info(env, array, nullptr, nullptr, nullptr, &buffer, nullptr) ==
             napi_ok &&
         napi_is_arraybuffer(env, buffer, &is_unshared) == napi_ok && !is_unshared;
}

}  // namespace

Input::Input(napi_env env, Environment& environment, napi_value value)
    : copy_(environment.arena()) {
  std::span<uint8_t> memory;
  if (!GetTarget(env, value, memory)) return;
  const size_t size = memory.size();
  bytes_ = memory;
  const bool is_short = !kIsPlain && size <= kMaxShortBytes;
  if (size != 0 && (is_short || IsShared(env, value))) {
    auto* const copy = copy_.Take<uint8_t>(size + simd::kMaxWriteAhead);
    if (copy == nullptr) {
      ThrowOutOfMemory(env);
      return;
    }
    is_ascii_ = simd::Active()->copy(memory.data(), size, copy);
    bytes_ = Bytes(copy, size);
  }
  ok_ = true;
}

}  // namespace whatwg_encoding::node

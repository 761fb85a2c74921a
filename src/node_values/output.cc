// Makes the Buffers that calls return.
#include "output.h"

#include <algorithm>
#include <cstring>

#include "errors.h"

namespace whatwg_encoding::node {

namespace {

// Makes a Buffer of `size` bytes and sets `data` to its memory; null, with an exception pending,
// when memory cannot be had.
napi_value NewBuffer(napi_env env, size_t size, void*& data) {
  napi_value buffer = nullptr;
  if (napi_create_buffer(env, size, &data, &buffer) == napi_ok) return buffer;
  // Node throws an error of its own where no Buffer can be so long.
  napi_value error = nullptr;
  napi_get_and_clear_last_exception(env, &error);
  return ThrowOutOfMemory(env);
}

}  // namespace

bool Output::Reserve(size_t room) {
  const WritableAhead before = memory();
  if (before.size() - size_ >= room) return true;
  const size_t twice = block_ == nullptr ? 0 : 2 * before.size();
  Block* const larger = environment_.arena().Take(std::max(size_ + room, twice));
  if (larger == nullptr) return false;
  if (size_ != 0) std::memcpy(larger->memory(), before.data(), size_);
  if (block_ != nullptr) Arena::Release(block_);
  block_ = larger;
  return true;
}

napi_value Output::ToBuffer() {
  void* data = nullptr;
  const napi_value buffer = NewBuffer(env_, size_, data);
  if (buffer != nullptr && size_ != 0) std::memcpy(data, memory().data(), size_);
  return buffer;
}

napi_value Output::ToResult() {
  if (slab_.empty() || size_ > kMaxSharedBytes) return ToBuffer();
  if (block_ != nullptr) std::memcpy(slab_.data(), block_->memory(), size_);
  // JavaScript that runs at the end of a call may call the addon again, which must write elsewhere.
  const uint32_t place = environment_.slab.Take(size_);
  napi_value value = nullptr;
  return napi_create_uint32(env_, place, &value) == napi_ok ? value : ThrowOutOfMemory(env_);
}

}  // namespace whatwg_encoding::node

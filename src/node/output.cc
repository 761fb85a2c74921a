// Makes the Buffers that calls return.
//
// May include queue/ and what is below it, and the other files of node/.
#include "node/output.h"

#include <algorithm>
#include <cstring>

#include "node/values.h"

namespace encoding::node {

bool Output::Reserve(size_t room) {
  const size_t capacity = block_ == nullptr ? 0 : block_->size;
  if (block_ != nullptr && capacity - size_ >= room) return true;
  Block* const larger = environment_.arena().Take(std::max(size_ + room, 2 * capacity));
  if (larger == nullptr) return false;
  if (block_ != nullptr) {
    std::memcpy(larger->memory(), block_->memory(), size_);
    Arena::Release(block_);
  }
  block_ = larger;
  return true;
}

napi_value NewBuffer(napi_env env, size_t size, std::span<uint8_t>& memory) {
  // In bytes. The memory of so large a Buffer is mostly fresh, and to touch it by small pages would
  // take longer than all else.
  constexpr size_t kHuge = size_t{4} << 20;
  napi_value buffer = nullptr;
  void* data = nullptr;
  if (napi_create_buffer(env, size, &data, &buffer) == napi_ok) {
    if (size >= kHuge) AdviseHugePages(data, size);
    void* environment = nullptr;
    if (napi_get_instance_data(env, &environment) == napi_ok && environment != nullptr) {
      static_cast<Environment*>(environment)->arena().MakesBuffer(size);
    }
    memory = {static_cast<uint8_t*>(data), size};
    return buffer;
  }
  bool is_pending = false;
  napi_is_exception_pending(env, &is_pending);
  return is_pending ? nullptr : ThrowOutOfMemory(env);
}

napi_value Output::InSlab(napi_env env, size_t size) {
  environment_.call->written = static_cast<int32_t>(size);
  napi_value undefined = nullptr;
  napi_get_undefined(env, &undefined);
  return undefined;
}

napi_value Output::ToResult(napi_env env) {
  const std::span<uint8_t> room = slab();
  if (size_ == 0 || size_ > room.size()) return ToBuffer(env);
  std::memcpy(room.data(), bytes(), size_);
  return InSlab(env, size_);
}

napi_value Output::ToBuffer(napi_env env) {
  std::span<uint8_t> memory;
  const napi_value buffer = NewBuffer(env, size_, memory);
  if (buffer != nullptr && size_ != 0) std::memcpy(memory.data(), bytes(), size_);
  return buffer;
}

}  // namespace encoding::node

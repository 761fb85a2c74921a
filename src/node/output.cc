#include "node/output.h"

#include <algorithm>
#include <cstring>

#include "node/values.h"

namespace encoding::node {

bool Output::Reserve(size_t room) {
  const size_t capacity = block_ == nullptr ? 0 : block_->size;
  if (block_ != nullptr && capacity - size_ >= room) return true;
  Block* const larger = arena_.Take(std::max(size_ + room, 2 * capacity));
  if (larger == nullptr) return false;
  if (block_ != nullptr) {
    std::memcpy(larger->memory(), block_->memory(), size_);
    Arena::Release(block_);
  }
  block_ = larger;
  return true;
}

napi_value Output::ToBuffer(napi_env env) {
  // In bytes. The memory of a large Buffer is fresh, and to touch it page by page would take longer
  // than all else.
  constexpr size_t kLarge = size_t{4} << 20;
  napi_value buffer = nullptr;
  void* data = nullptr;
  if (size_ < kLarge) {
    if (napi_create_buffer_copy(env, size_, bytes(), &data, &buffer) == napi_ok) return buffer;
  } else if (napi_create_buffer(env, size_, &data, &buffer) == napi_ok) {
    AdviseHugePages(data, size_);
    std::memcpy(data, bytes(), size_);
    return buffer;
  }
  return ThrowNoBuffer(env);
}

napi_value ThrowNoBuffer(napi_env env) {
  bool is_pending = false;
  napi_is_exception_pending(env, &is_pending);
  return is_pending ? nullptr : ThrowOutOfMemory(env);
}

}  // namespace encoding::node

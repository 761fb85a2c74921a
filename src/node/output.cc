#include "node/output.h"

#include <algorithm>

#include "node/values.h"

namespace encoding::node {

bool Output::Reserve(size_t room) {
  if (capacity_ - size_ >= room) return true;
  const size_t capacity = std::max(size_ + room, 2 * capacity_);
  auto* memory = static_cast<uint8_t*>(std::realloc(memory_.get(), capacity));
  if (memory == nullptr) return false;
  static_cast<void>(memory_.release());
  memory_.reset(memory);
  capacity_ = capacity;
  return true;
}

napi_value Output::ToBuffer(napi_env env) const {
  napi_value buffer = nullptr;
  void* data = nullptr;
  if (napi_create_buffer_copy(env, size_, memory_.get(), &data, &buffer) == napi_ok) return buffer;
  bool is_pending = false;
  napi_is_exception_pending(env, &is_pending);
  return is_pending ? nullptr : ThrowOutOfMemory(env);
}

}  // namespace encoding::node

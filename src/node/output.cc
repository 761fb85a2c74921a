#include "node/output.h"

#include <algorithm>
#include <cstring>

#include "node/values.h"

namespace encoding::node {

bool Output::Reserve(size_t room) {
  if (memory_.size() - size_ >= room) return true;
  Room larger(memory_.arena());
  auto* const memory = larger.Take<uint8_t>(std::max(size_ + room, 2 * memory_.size()));
  if (memory == nullptr) return false;
  if (size_ != 0) std::memcpy(memory, memory_.memory<uint8_t>(), size_);
  memory_.Swap(larger);
  return true;
}

napi_value Output::ToBuffer(napi_env env) {
  napi_value buffer = nullptr;
  void* data = nullptr;
  if (napi_create_buffer_copy(env, size_, memory_.memory<uint8_t>(), &data, &buffer) == napi_ok) {
    return buffer;
  }
  bool is_pending = false;
  napi_is_exception_pending(env, &is_pending);
  return is_pending ? nullptr : ThrowOutOfMemory(env);
}

}  // namespace encoding::node

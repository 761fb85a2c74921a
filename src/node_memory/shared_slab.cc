// Makes the memory that short results share.
#include "shared_slab.h"

namespace whatwg_encoding::node {

napi_value SharedSlab::Renew(napi_env env) {
  // The memory of a Buffer is not filled, in contrast to that of a new ArrayBuffer.
  void* data = nullptr;
  napi_value bytes = nullptr;
  napi_value buffer = nullptr;
  napi_ref reference = nullptr;
  size_t offset = 1;
  if (napi_create_buffer(env, kSlabBytes, &data, &bytes) != napi_ok ||
      napi_get_typedarray_info(env, bytes, nullptr, nullptr, nullptr, &buffer, &offset) !=
          napi_ok ||
      offset != 0 || napi_create_reference(env, buffer, 1, &reference) != napi_ok) {
    // Where an exception is pending already, this does nothing.
    napi_throw_error(env, "ERR_MEMORY_ALLOCATION_FAILED", "Failed to allocate memory");
    return nullptr;
  }
  if (buffer_ != nullptr) napi_delete_reference(env, buffer_);
  buffer_ = reference;
  memory_ = {static_cast<uint8_t*>(data), kSlabBytes};
  used_ = sizeof(SlabStart);
  return buffer;
}

Slab SharedSlab::Room(napi_env env) const {
  if (memory_.size() - used_ < kSlabRoomBytes) return Slab({});
  napi_value buffer = nullptr;
  bool is_detached = true;
  if (napi_get_reference_value(env, buffer_, &buffer) != napi_ok ||
      napi_is_detached_arraybuffer(env, buffer, &is_detached) != napi_ok || is_detached) {
    return Slab({});
  }
  return Slab(memory_.subspan(used_, kSlabRoomBytes));
}

}  // namespace whatwg_encoding::node

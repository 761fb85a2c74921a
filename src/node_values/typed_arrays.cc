// Reads and checks typed arrays.
#include "typed_arrays.h"

namespace whatwg_encoding::node {

bool GetList(napi_env env, napi_value value, std::span<uint32_t>& list) {
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  if (napi_get_typedarray_info(env, value, &type, &length, &data, nullptr, nullptr) != napi_ok ||
      type != napi_uint32_array) {
    ThrowNoUint32Array(env);
    return false;
  }
  list = {static_cast<uint32_t*>(data), data == nullptr ? 0 : length};
  return true;
}

}  // namespace whatwg_encoding::node

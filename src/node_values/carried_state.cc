// Copies the state of a stream from and to a Uint8Array.
#include "carried_state.h"

#include <cstring>
#include <span>

#include "typed_arrays.h"

namespace whatwg_encoding::node {

CarriedState::CarriedState(napi_env env, napi_value array, void* state, size_t size, bool start)
    : state_(state), size_(size) {
  if (array == nullptr) return;
  std::span<uint8_t> carried;
  ok_ = GetTarget(env, array, carried);
  if (!ok_) return;
  if (carried.size() != size) {
    napi_throw_range_error(env, nullptr, "Not a state of a stream");
    ok_ = false;
    return;
  }
  carried_ = carried.data();
  if (!start) std::memcpy(state_, carried_, size_);
}

void CarriedState::Keep() const {
  if (carried_ != nullptr) std::memcpy(carried_, state_, size_);
}

}  // namespace whatwg_encoding::node

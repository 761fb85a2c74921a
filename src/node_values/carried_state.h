// The state of a stream, which JavaScript holds between two calls.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace whatwg_encoding::node {

// The state of a stream as the bytes of a Uint8Array. States are values without pointers, so their
// bytes can be copied. A call without an array works on a whole stream, with a new state.
class CarriedState {
 public:
  // Reads the state from `array`, unless that is null or `start` says that a new stream starts.
  template <typename State>
  CarriedState(napi_env env, napi_value array, State& state, bool start)
      : CarriedState(env, array, &state, sizeof state, start) {
    static_assert(std::is_trivially_copyable_v<State>);
  }
  // When it is false, an exception is pending: the array does not have the size of the state.
  bool ok() const { return ok_; }
  // Writes the state to the array.
  void Keep() const;

 private:
  CarriedState(napi_env env, napi_value array, void* state, size_t size, bool start);

  void* state_;
  uint8_t* carried_ = nullptr;
  size_t size_;
  bool ok_ = true;
};

}  // namespace whatwg_encoding::node

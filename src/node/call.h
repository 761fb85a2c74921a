// The input of a call: its arguments, and its descriptor, the number that says what to do.
#pragma once

#include <napi.h>

#include <cstring>
#include <span>

#include "../base/plain.h"
#include "../core/encoding.h"
#include "../node_memory/callbacks.h"
#include "../node_memory/environment.h"
#include "../node_values/errors.h"
#include "../node_values/typed_arrays.h"
#include "../protocol/protocol.h"

namespace whatwg_encoding::node {

// The environment and the arguments of a call. An argument that is not given is undefined. Each
// call makes this object before all others, so that it is destroyed last: JavaScript may run in the
// destructor, when the call uses no memory any more and has given its blocks back.
template <size_t N>
struct Arguments {
  Arguments(napi_env env, napi_callback_info info) : env(env) {
    void* data = nullptr;
    napi_get_cb_info(env, info, &count, values, nullptr, &data);
    environment = static_cast<Environment*>(data);
  }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  ~Arguments() {
    if (environment->arena().wants_clock()) StartClock(env, *environment);
  }

  napi_value operator[](size_t at) const { return values[at]; }
  // The argument, or null when it was not given.
  napi_value optional(size_t at) const { return at < count ? values[at] : nullptr; }

  napi_env env;
  size_t count = N;
  napi_value values[N];
  Environment* environment;
};

// The answer of a call in numbers, for a Uint8Array of JavaScript. The call makes this object
// before its Arguments, so that it is destroyed after them and the numbers are copied last: what
// JavaScript runs at the end of a call may call the addon with the same array.
template <typename Numbers>
struct AnswerFor : Numbers {
  explicit AnswerFor(napi_env env) : env(env) {}
  AnswerFor(const AnswerFor&) = delete;
  AnswerFor& operator=(const AnswerFor&) = delete;
  ~AnswerFor() {
    std::span<uint8_t> target;
    if (array == nullptr || !GetTarget(env, array, target)) return;
    if (target.size() == sizeof this->numbers) {
      std::memcpy(target.data(), this->numbers, sizeof this->numbers);
    } else {
      ThrowListTooShort(env);
    }
  }

  napi_env env;
  napi_value array = nullptr;  // set when the call has an answer
};

inline uint32_t GetUint32(napi_env env, napi_value value) {
  uint32_t number = 0;
  napi_get_value_uint32(env, value, &number);
  return number;
}

// The descriptor of a call, which has been checked.
struct CallDescriptor : whatwg_encoding::CallDescriptor {
  // When it is not ok, an exception is pending: there is no such encoding.
  CallDescriptor(napi_env env, napi_value value) : CallDescriptor(env, GetUint32(env, value)) {}
  CallDescriptor(napi_env env, uint32_t number)
      : whatwg_encoding::CallDescriptor(number), ok(is_valid()) {
    if (!ok) napi_throw_range_error(env, nullptr, "No such encoding");
  }

  const bool ok;
};

// Makes a short result in the slab by `write(descriptor, argument, room)`, which returns its size,
// or more than kMaxSharedBytes where there is none. The descriptor is in the first bytes of the
// slab, and the place of the result is written there, so that the call has only one argument. No
// JavaScript may run in `write`.
template <typename Write>
napi_value ShortCall(napi_env env, napi_callback_info info, Write write) {
  const Arguments<1> arguments(env, info);
  SharedSlab& slab = arguments.environment->slab;
  const Slab room = slab.Room(env);
  if (kIsPlain || room.empty()) return nullptr;
  // A program that has a Buffer on the slab can write there, too.
  const whatwg_encoding::CallDescriptor descriptor(slab.start().descriptor);
  if (!descriptor.is_valid()) return nullptr;
  const size_t written = write(descriptor, arguments, room);
  if (written <= kMaxSharedBytes) slab.start().place = slab.Take(written);
  return nullptr;
}

}  // namespace whatwg_encoding::node

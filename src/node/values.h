// Values in and out of JavaScript.
#pragma once

#include <napi.h>

#include "core/process.h"
#include "node/environment.h"

namespace encoding::node {

// The environment, and the arguments of a call; those not given are undefined.
template <size_t N>
struct Arguments {
  Arguments(napi_env env, napi_callback_info info) {
    size_t count = N;
    void* data = nullptr;
    napi_get_cb_info(env, info, &count, values, nullptr, &data);
    environment = static_cast<Environment*>(data);
  }
  napi_value operator[](size_t at) const { return values[at]; }

  napi_value values[N];
  Environment* environment;
};

// The bytes of a Uint8Array; none when it is detached or out of bounds. Shared memory is copied,
// once, so that what another thread writes meanwhile cannot come between two looks at it. False,
// with an exception pending, when the value is no Uint8Array or memory for the copy cannot be had.
bool GetBytes(napi_env env, Environment& environment, napi_value value, Bytes& bytes);

uint32_t GetUint32(napi_env env, napi_value value);

// { offset, length, reason, read }
napi_value NewDecodeError(napi_env env, const QueueResult& result);

// Each returns null with an exception pending.
napi_value ThrowStringTooLong(napi_env env, size_t max_string_length);
napi_value ThrowOutOfMemory(napi_env env);

}  // namespace encoding::node

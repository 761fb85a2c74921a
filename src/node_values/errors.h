// The exceptions that several calls throw. Each function returns null, with an exception pending.
#pragma once

#include <napi.h>

#include <cstddef>

namespace whatwg_encoding::node {

napi_value ThrowNoUint8Array(napi_env env);
napi_value ThrowNoUint32Array(napi_env env);
napi_value ThrowNoString(napi_env env);
// `max_string_length` is in UTF-16 code units.
napi_value ThrowStringTooLong(napi_env env, size_t max_string_length);
napi_value ThrowOutOfMemory(napi_env env);
napi_value ThrowListTooShort(napi_env env);

}  // namespace whatwg_encoding::node

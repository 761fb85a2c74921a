// The least that an addon does through Node-API for a string of bytes and for the bytes of a
// string. Compiled by the benchmark, see limits.mjs.

#include <node_api.h>

#include <cstddef>
#include <cstdint>

namespace {

// Where bytesOf() writes next.
char* memory = nullptr;
size_t room = 0;

napi_value ArgumentOf(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  return argument;
}

struct Memory {
  Memory(napi_env env, napi_callback_info info) {
    napi_get_typedarray_info(env, ArgumentOf(env, info), nullptr, &length, &data, nullptr, nullptr);
  }
  size_t length = 0;
  void* data = nullptr;
};

// The string whose code units a Uint8Array holds, one byte each.
napi_value StringOfBytes(napi_env env, napi_callback_info info) {
  const Memory bytes(env, info);
  napi_value string = nullptr;
  napi_create_string_latin1(env, static_cast<const char*>(bytes.data), bytes.length, &string);
  return string;
}

// The same with two bytes each.
napi_value StringOfUnits(napi_env env, napi_callback_info info) {
  const Memory bytes(env, info);
  napi_value string = nullptr;
  const auto* const units = static_cast<const char16_t*>(bytes.data);
  napi_create_string_utf16(env, units, bytes.length / sizeof *units, &string);
  return string;
}

// Where the bytes of strings go from now on.
napi_value UseMemory(napi_env env, napi_callback_info info) {
  const Memory bytes(env, info);
  memory = static_cast<char*>(bytes.data);
  room = bytes.length;
  return nullptr;
}

// Writes the code units of a string there, one byte each, behind those of the string before.
napi_value BytesOf(napi_env env, napi_callback_info info) {
  size_t written = 0;
  napi_get_value_string_latin1(env, ArgumentOf(env, info), memory, room, &written);
  memory += written;
  room -= written;
  return nullptr;
}

}  // namespace

NAPI_MODULE_INIT() {
  const napi_property_descriptor properties[] = {
      {"stringOfBytes", nullptr, StringOfBytes, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"stringOfUnits", nullptr, StringOfUnits, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"useMemory", nullptr, UseMemory, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"bytesOf", nullptr, BytesOf, nullptr, nullptr, nullptr, napi_default, nullptr},
  };
  napi_define_properties(env, exports, 4, properties);
  return exports;
}

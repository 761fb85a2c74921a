// An addon that does the least that is possible through Node-API: it makes a string of bytes, and
// writes the bytes of a string. limits.mjs uses it, and scratch.mjs compiles it.

#include <node_api.h>

#include <cstddef>
#include <cstdint>

namespace {

// The address where bytesOf() writes next, and the number of bytes that fit there.
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

// Makes a string of a Uint8Array that contains its code units, one byte each.
napi_value StringOfBytes(napi_env env, napi_callback_info info) {
  const Memory bytes(env, info);
  napi_value string = nullptr;
  napi_create_string_latin1(env, static_cast<const char*>(bytes.data), bytes.length, &string);
  return string;
}

// Makes a string of a Uint8Array that contains its code units, two bytes each.
napi_value StringOfUnits(napi_env env, napi_callback_info info) {
  const Memory bytes(env, info);
  napi_value string = nullptr;
  const auto* const units = static_cast<const char16_t*>(bytes.data);
  napi_create_string_utf16(env, units, bytes.length / sizeof *units, &string);
  return string;
}

// Sets the memory that bytesOf() writes to from now on.
napi_value UseMemory(napi_env env, napi_callback_info info) {
  const Memory bytes(env, info);
  memory = static_cast<char*>(bytes.data);
  room = bytes.length;
  return nullptr;
}

// Writes the code units of a string, one byte each, after those of the string before it.
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

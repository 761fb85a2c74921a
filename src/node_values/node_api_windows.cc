// Finds the functions of Node-API when Windows loads the addon.
//
// An addon for Windows usually imports them from node.exe by name. In a program with another name,
// such as bun.exe or electron.exe, Windows would then load a second program into the process, which
// crashes. node-gyp avoids that with an import library whose imports are delayed, a hook, and a
// helper of the C library. The helper raises an exception that ends the process when a function is
// missing, and it does so only when the function is called.
//
// This file does with less. The compiler calls a function that is declared with
// __declspec(dllimport) through a pointer whose name is `__imp_` and the function's name. Usually
// an import library defines these pointers. Here this file defines them, and it fills them in
// before the first call of Node-API. So the addon imports nothing from the program, and a call
// takes no longer. Where the program lacks a function, the addon does not load, and the error names
// the function. A function that is missing from the list below is an error of the linker.
#include "node_api_windows.h"

#if defined(_WIN32)

#include <windows.h>

// The functions of Node-API that the addon calls.
#define ENCODING_NODE_API(X)           \
  X(napi_adjust_external_memory)       \
  X(napi_async_destroy)                \
  X(napi_call_function)                \
  X(napi_close_callback_scope)         \
  X(napi_close_escapable_handle_scope) \
  X(napi_close_handle_scope)           \
  X(napi_create_array)                 \
  X(napi_create_buffer)                \
  X(napi_create_double)                \
  X(napi_create_error)                 \
  X(napi_create_function)              \
  X(napi_create_object)                \
  X(napi_create_reference)             \
  X(napi_create_string_latin1)         \
  X(napi_create_string_utf16)          \
  X(napi_create_string_utf8)           \
  X(napi_create_type_error)            \
  X(napi_create_uint32)                \
  X(napi_define_properties)            \
  X(napi_delete_reference)             \
  X(napi_escape_handle)                \
  X(napi_fatal_error)                  \
  X(napi_get_and_clear_last_exception) \
  X(napi_get_boolean)                  \
  X(napi_get_cb_info)                  \
  X(napi_get_global)                   \
  X(napi_get_last_error_info)          \
  X(napi_get_named_property)           \
  X(napi_get_property)                 \
  X(napi_get_reference_value)          \
  X(napi_get_typedarray_info)          \
  X(napi_get_value_double)             \
  X(napi_get_value_string_utf16)       \
  X(napi_get_value_uint32)             \
  X(napi_has_property)                 \
  X(napi_is_arraybuffer)               \
  X(napi_is_detached_arraybuffer)      \
  X(napi_is_exception_pending)         \
  X(napi_open_escapable_handle_scope)  \
  X(napi_open_handle_scope)            \
  X(napi_set_element)                  \
  X(napi_set_instance_data)            \
  X(napi_set_named_property)           \
  X(napi_throw)                        \
  X(napi_throw_error)                  \
  X(napi_throw_range_error)            \
  X(napi_throw_type_error)             \
  X(napi_typeof)

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
#define ENCODING_POINTER(name) FARPROC __imp_##name;
ENCODING_NODE_API(ENCODING_POINTER)
}

namespace whatwg_encoding::node {

namespace {

struct Import {
  const char* name;
  FARPROC* function;
};

#define ENCODING_IMPORT(name) {#name, &__imp_##name},
constexpr Import kImports[] = {ENCODING_NODE_API(ENCODING_IMPORT)};
// NOLINTEND(bugprone-reserved-identifier)

HMODULE runtime = nullptr;
const char* missing = nullptr;

// Returns the file that has Node-API: the program itself, whatever its name is, or the library that
// Node is in when another program contains it. Returns null when none of them has Node-API.
HMODULE FindRuntime() {
  constexpr const char* kNames[] = {nullptr, "node.dll", "libnode.dll"};
  for (const char* const name : kNames) {
    const HMODULE file = GetModuleHandleA(name);
    if (file != nullptr && GetProcAddress(file, "napi_throw_error") != nullptr) return file;
  }
  return nullptr;
}

// Returns false when not even an error could be thrown.
bool FillImports() {
  runtime = FindRuntime();
  if (runtime == nullptr) return false;
  for (const Import& import : kImports) {
    *import.function = GetProcAddress(runtime, import.name);
    if (*import.function == nullptr && missing == nullptr) missing = import.name;
  }
  return true;
}

}  // namespace

const char* MissingNodeApi() { return missing; }

void* FindNodeApi(const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(runtime, name));
}

bool StayLoaded() {
  static const char here = 0;
  HMODULE addon;
  return GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
                            &here, &addon) != 0;
}

}  // namespace whatwg_encoding::node

// Windows calls this when it loads the addon, for each thread, and at the end. Where it returns
// FALSE, the addon is not loaded.
extern "C" BOOL WINAPI DllMain(HINSTANCE, DWORD reason, LPVOID) {
  return reason != DLL_PROCESS_ATTACH || whatwg_encoding::node::FillImports() ? TRUE : FALSE;
}

#endif

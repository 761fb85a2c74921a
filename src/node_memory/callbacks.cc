// Calls functions of JavaScript.
#include "callbacks.h"

namespace whatwg_encoding::node {

namespace {

// Calls a function without arguments. Returns false when it throws or cannot be called.
bool CallFunction(napi_env env, napi_ref function, napi_value& result) {
  napi_value callee = nullptr;
  napi_value global = nullptr;
  bool is_pending = true;
  // An exception that is pending already belongs to the call that is running, and must not be lost.
  if (napi_is_exception_pending(env, &is_pending) != napi_ok || is_pending) return false;
  if (napi_get_reference_value(env, function, &callee) != napi_ok || callee == nullptr ||
      napi_get_global(env, &global) != napi_ok) {
    return false;
  }
  if (napi_call_function(env, global, callee, 0, nullptr, &result) == napi_ok) return true;
  if (napi_is_exception_pending(env, &is_pending) == napi_ok && is_pending) {
    napi_value error;
    napi_get_and_clear_last_exception(env, &error);
  }
  return false;
}

}  // namespace

void StartClock(napi_env env, Environment& environment) {
  environment.arena().ClockStarts();
  napi_value nothing;
  if (!CallFunction(env, environment.start_clock, nothing)) environment.arena().ClockFails();
}

void AskHeap(napi_env env, Environment& environment) {
  environment.unasked_bytes = 0;
  napi_value bytes;
  if (CallFunction(env, environment.used_heap, bytes)) {
    napi_get_value_double(env, bytes, &environment.used_heap_bytes);
  }
}

}  // namespace whatwg_encoding::node

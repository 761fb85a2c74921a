// Makes the objects and numbers that calls return.
#include "records.h"

namespace whatwg_encoding::node {

napi_value NewNumber(napi_env env, double number) {
  napi_value value = nullptr;
  return napi_create_double(env, number, &value) == napi_ok ? value : ThrowOutOfMemory(env);
}

Record NewDecodeError(napi_env env, const DecodeError& error) {
  Record record(env);
  record.Set("offset", static_cast<double>(error.offset));
  record.Set("length", size_t{error.length});
  napi_value reason = nullptr;
  const char* const name = ReasonName(error.reason);
  const bool is_made = napi_create_string_latin1(env, name, NAPI_AUTO_LENGTH, &reason) == napi_ok;
  record.Set("reason", is_made ? reason : nullptr);
  return record;
}

}  // namespace whatwg_encoding::node

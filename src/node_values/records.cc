// Makes the objects and numbers that calls return.
//
// May include node_values/.
#include "records.h"

namespace whatwg_encoding::node {

napi_value NewNumber(napi_env env, double number) {
  napi_value value = nullptr;
  napi_create_double(env, number, &value);
  return value;
}

Record NewDecodeError(napi_env env, const DecodeError& error) {
  Record record(env);
  record.Set("offset", static_cast<double>(error.offset));
  record.Set("length", size_t{error.length});
  napi_value reason = nullptr;
  napi_create_string_latin1(env, ReasonName(error.reason), NAPI_AUTO_LENGTH, &reason);
  record.Set("reason", reason);
  return record;
}

}  // namespace whatwg_encoding::node

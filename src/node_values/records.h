// The objects and numbers that calls return.
//
// May include queue/ and node_values/.
#pragma once

#include <napi.h>

#include <cstddef>

#include "../queue/decode_queue.h"

namespace whatwg_encoding::node {

// Makes a number. Returns null, with an exception pending, when it cannot be made.
napi_value NewNumber(napi_env env, double number);

// An object for JavaScript, which is made property by property.
class Record {
 public:
  explicit Record(napi_env env) : env_(env) { napi_create_object(env, &object_); }

  void Set(const char* name, double number) { Set(name, NewNumber(env_, number)); }
  void Set(const char* name, size_t number) { Set(name, static_cast<double>(number)); }
  // Defines the property, as an assignment would run a setter of Object.prototype.
  void Set(const char* name, napi_value value) {
    const napi_property_descriptor property = {
        name, nullptr, nullptr, nullptr, nullptr, value, napi_default_jsproperty, nullptr};
    napi_define_properties(env_, object_, 1, &property);
  }

  napi_value value() const { return object_; }

 private:
  napi_env env_;
  napi_value object_ = nullptr;
};

// Makes { offset, length, reason } of a malformed sequence.
Record NewDecodeError(napi_env env, const DecodeError& error);

}  // namespace whatwg_encoding::node

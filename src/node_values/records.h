// The objects and numbers that calls return.
#pragma once

#include <napi.h>

#include <cstddef>

#include "../queue/decode_queue.h"
#include "errors.h"

namespace whatwg_encoding::node {

// Makes a number. Returns null, with an exception pending, when it cannot be made.
napi_value NewNumber(napi_env env, double number);

// An object for JavaScript, which is made property by property. Where memory for one of them cannot
// be had, there is no object.
class Record {
 public:
  explicit Record(napi_env env) : env_(env) {
    if (napi_create_object(env, &object_) != napi_ok) object_ = nullptr;
  }

  void Set(const char* name, double number) { Set(name, NewNumber(env_, number)); }
  void Set(const char* name, size_t number) { Set(name, static_cast<double>(number)); }
  // Defines the property, as an assignment would run a setter of Object.prototype.
  void Set(const char* name, napi_value value) {
    if (object_ == nullptr) return;
    const napi_property_descriptor property = {
        name, nullptr, nullptr, nullptr, nullptr, value, napi_default_jsproperty, nullptr};
    const bool is_set =
        value != nullptr && napi_define_properties(env_, object_, 1, &property) == napi_ok;
    if (!is_set) object_ = nullptr;
  }

  // Returns null, with an exception pending, where there is no object.
  napi_value value() const { return object_ != nullptr ? object_ : ThrowOutOfMemory(env_); }

 private:
  napi_env env_;
  napi_value object_ = nullptr;
};

// Makes { offset, length, reason } of a malformed sequence.
Record NewDecodeError(napi_env env, const DecodeError& error);

}  // namespace whatwg_encoding::node

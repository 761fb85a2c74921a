// The text that a call is given.
//
// May include queue/ and what is below it, and the other files of node/.
#pragma once

#include <napi.h>

#include "base/bytes.h"
#include "node/environment.h"

namespace encoding::node {

// The code units of a string, or its first `max_units`, copied.
class Text {
 public:
  // When it is not ok(), an exception is pending: the value is no string, or memory cannot be had.
  Text(napi_env env, Environment& environment, napi_value value, size_t max_units = SIZE_MAX);

  bool ok() const { return ok_; }
  Units units() const { return units_; }

 private:
  Room room_;
  Units units_;
  bool ok_ = false;
};

}  // namespace encoding::node

// The string that a call is given.
#pragma once

#include <napi.h>

#include "../base/bytes.h"
#include "../node_memory/environment.h"
#include "../node_memory/scratch_memory.h"

namespace whatwg_encoding::node {

// A copy of the code units of a string, or of its first `max_units`.
class Text {
 public:
  // When it is not ok(), an exception is pending: the value is not a string, or there is not enough
  // memory.
  Text(napi_env env, Environment& environment, napi_value value, size_t max_units = SIZE_MAX);

  bool ok() const { return ok_; }
  Units units() const { return units_; }

 private:
  ScratchMemory memory_;
  Units units_;
  bool ok_ = false;
};

}  // namespace whatwg_encoding::node

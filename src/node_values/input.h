// The bytes that a call is given.
#pragma once

#include <napi.h>

#include <optional>

#include "../base/bytes.h"
#include "../node_memory/environment.h"
#include "../node_memory/scratch_memory.h"

namespace whatwg_encoding::node {

// The bytes of a Uint8Array. A detached array, or one that is out of bounds, has none. Short input
// is copied. Longer input is copied if its memory is shared, so that every step of a call reads the
// same bytes, whatever another thread writes meanwhile.
class Input {
 public:
  // In bytes: short input is copied because that takes less time than to ask whether another thread
  // can write to its memory.
  static constexpr size_t kMaxShortBytes = 1024;

  // When it is not ok(), an exception is pending: the value is not a Uint8Array, or there is not
  // enough memory for the copy.
  Input(napi_env env, Environment& environment, napi_value value);

  bool ok() const { return ok_; }
  Bytes bytes() const { return bytes_; }
  // Whether all bytes are ASCII. Only copying finds that out, so it is unknown for other input.
  std::optional<bool> is_ascii() const { return is_ascii_; }

 private:
  ScratchMemory copy_;
  Bytes bytes_;
  std::optional<bool> is_ascii_;
  bool ok_ = false;
};

}  // namespace whatwg_encoding::node

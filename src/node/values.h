// Everything that calls use to take values from JavaScript and to give values to it.
//
// May include protocol/ and what is below it, and the other files of node/.
#pragma once

#include "base/bytes.h"
#include "node/call.h"
#include "node/carried_state.h"
#include "node/errors.h"
#include "node/input.h"
#include "node/records.h"
#include "node/typed_arrays.h"
#include "simd/kernels.h"

namespace encoding::node {

inline bool IsAscii(Bytes bytes) {
  return simd::kActive->ascii_prefix(bytes.data(), bytes.size()) == bytes.size();
}

}  // namespace encoding::node

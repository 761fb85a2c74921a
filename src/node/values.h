// Everything that calls use to take values from JavaScript and to give values to it.
//
// May include protocol/ and what is below it, and the other files of node/.
#pragma once

#include "../base/bytes.h"
#include "../simd/ascii.h"
#include "call.h"
#include "carried_state.h"
#include "errors.h"
#include "input.h"
#include "records.h"
#include "typed_arrays.h"

namespace whatwg_encoding::node {

inline bool IsAscii(Bytes bytes) {
  return simd::AsciiPrefix(bytes.data(), bytes.size()) == bytes.size();
}

}  // namespace whatwg_encoding::node

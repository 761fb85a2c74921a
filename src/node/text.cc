// Reads the code units of a JavaScript string.
//
// May include queue/ and what is below it, and the other files of node/.
#include "node/text.h"

#include <algorithm>

#include "node/values.h"

namespace encoding::node {

Text::Text(napi_env env, Environment& environment, napi_value value, size_t max_units)
    : room_(environment.arena()) {
  // In UTF-16 code units, with the zero that Node-API writes behind the last. A text that fits is
  // read without asking for its length, which takes as long as reading a few characters.
  constexpr size_t kFirstRoom = 1025;
  const auto read = [&](size_t room, size_t& length) {
    auto* const units = room_.Take<char16_t>(room);
    if (units == nullptr) {
      ThrowOutOfMemory(env);
      return false;
    }
    if (napi_get_value_string_utf16(env, value, units, room, &length) != napi_ok) {
      ThrowNoString(env);
      return false;
    }
    units_ = Units(units, length);
    return true;
  };
  size_t length = 0;
  ok_ = read(std::min(max_units, kFirstRoom - 1) + 1, length);
  if (!ok_ || length + 1 < kFirstRoom || length == max_units) return;
  ok_ = napi_get_value_string_utf16(env, value, nullptr, 0, &length) == napi_ok &&
        read(std::min(length, max_units) + 1, length);
}

}  // namespace encoding::node

// Reads the code units of a JavaScript string.
#include "text.h"

#include <algorithm>

#include "../base/plain.h"
#include "errors.h"

namespace whatwg_encoding::node {

Text::Text(napi_env env, Environment& environment, napi_value value, size_t max_units)
    : memory_(environment.arena()) {
  // In UTF-16 code units: a text up to this length is read without asking for its length, which
  // takes as long as reading a few characters. Node-API writes a zero behind the last code unit, so
  // there has to be memory for one more.
  constexpr size_t kMaxShortTextUnits = kIsPlain ? 0 : 1024;
  const auto read = [&](size_t max_length, size_t& length) {
    auto* const units = memory_.Take<char16_t>(max_length + 1);
    if (units == nullptr) {
      ThrowOutOfMemory(env);
      return false;
    }
    if (napi_get_value_string_utf16(env, value, units, max_length + 1, &length) != napi_ok) {
      ThrowNoString(env);
      return false;
    }
    units_ = Units(units, length);
    return true;
  };
  size_t length = 0;
  ok_ = read(std::min(max_units, kMaxShortTextUnits), length);
  if (!ok_ || length < kMaxShortTextUnits || length == max_units) return;
  ok_ = napi_get_value_string_utf16(env, value, nullptr, 0, &length) == napi_ok &&
        read(std::min(length, max_units), length);
}

}  // namespace whatwg_encoding::node

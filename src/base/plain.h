// The switch that turns off everything that exists only for speed.
#pragma once

namespace whatwg_encoding {

// Whether the core is built with the option WHATWG_ENCODING_PLAIN: only the scalar kernels, and in
// codecs the steps of the standard one by one. The results are the same.
#if defined(WHATWG_ENCODING_PLAIN)
inline constexpr bool kIsPlain = true;
#else
inline constexpr bool kIsPlain = false;
#endif

}  // namespace whatwg_encoding

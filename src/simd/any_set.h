// Gives an -inl.h file a default set of kernels, so that tools can compile it by itself: the set
// that every processor of this kind has.
#pragma once

#if !defined(ENCODING_SET_BEGIN)
#include "neon.h"
#include "simd128.h"
#include "sse2.h"
#endif

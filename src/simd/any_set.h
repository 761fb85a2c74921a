// Lets a file that is compiled once for each set of kernels be checked alone: then it is compiled
// for the set that every processor of this kind has.
#pragma once

#if !defined(ENCODING_SET_BEGIN)
#include "neon.h"
#include "simd128.h"
#include "sse2.h"
#endif

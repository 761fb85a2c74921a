// The kernels for processors with AVX-512, VBMI and VBMI2.
#include "avx512.h"

#if defined(ENCODING_X64)

#include "pairs_avx512-inl.h"
#include "scalar.h"
#include "seven_bit_avx512-inl.h"
#include "single_byte_avx512-inl.h"
#include "unicode-inl.h"
#include "unicode_avx512-inl.h"
#include "vector-inl.h"

namespace whatwg_encoding::simd {

constinit const Kernels kAvx512 = avx512::MakeKernels(
    "avx512", avx512::kUnicode, avx512::kSingleByte, avx512::kPairs, avx512::ToEucJp);

}  // namespace whatwg_encoding::simd

#endif

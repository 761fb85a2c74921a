// The kernels for processors with AVX2 and BMI.
#include "avx2.h"

#if defined(ENCODING_X64)

#include "pairs_avx2-inl.h"
#include "scalar.h"
#include "single_byte_avx2-inl.h"
#include "unicode-inl.h"
#include "unicode_avx2-inl.h"
#include "vector-inl.h"

namespace whatwg_encoding::simd {

constinit const Kernels kAvx2 =
    avx2::MakeKernels("avx2", avx2::kUnicode, avx2::kSingleByte, avx2::kPairs, scalar::ToEucJp);

}  // namespace whatwg_encoding::simd

#endif

// The kernels for arm64 processors, all of which have NEON.
#include "neon.h"

#if defined(ENCODING_ARM64)

#include "scalar.h"
#include "single_byte_neon-inl.h"
#include "vector-inl.h"

namespace whatwg_encoding::simd {

constinit const Kernels kNeon =
    neon::MakeKernels("neon", scalar::kUnicode, neon::kSingleByte, scalar::kPairs, scalar::ToEucJp);

}  // namespace whatwg_encoding::simd

#endif

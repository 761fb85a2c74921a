// The kernels for x86-64 processors, all of which have SSE2.
#include "sse2.h"

#if defined(ENCODING_X64)

#include "scalar.h"
#include "vector-inl.h"

namespace whatwg_encoding::simd {

constinit const Kernels kSse2 = sse2::MakeKernels("sse2", scalar::kUnicode, scalar::kSingleByte,
                                                  scalar::kPairs, scalar::ToEucJp);

}  // namespace whatwg_encoding::simd

#endif

// The kernels for WebAssembly with vectors of 128 bits.
#include "simd128.h"

#if defined(ENCODING_WASM)

#include "pairs_simd128-inl.h"
#include "scalar.h"
#include "vector-inl.h"

namespace whatwg_encoding::simd {

constinit const Kernels kSimd128 = simd128::MakeKernels(
    "simd128", scalar::kUnicode, scalar::kSingleByte, simd128::kPairs, scalar::ToEucJp);

}  // namespace whatwg_encoding::simd

#endif

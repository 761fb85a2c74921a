// The set of kernels without vector instructions. Every other kernel is tested against them.
#include "scalar.h"

#include "targets.h"

namespace whatwg_encoding::simd {

constinit const Kernels kScalar = {"scalar",         scalar::WidenAscii,  scalar::CopyAscii,
                                   scalar::Copy,     scalar::CopyUtf16,   scalar::NonC1Prefix,
                                   scalar::kUnicode, scalar::kSingleByte, scalar::kPairs,
                                   scalar::ToEucJp};

}  // namespace whatwg_encoding::simd

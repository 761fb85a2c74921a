// The set of kernels without vector instructions. Every other kernel is tested against them.
// May include base/ and simd/.
#include "scalar.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "targets.h"

namespace whatwg_encoding::simd {

namespace scalar {

namespace tables {
namespace {
#include "single_byte-inl.h"
}  // namespace
}  // namespace tables

const SingleByteKernels kSingleByte = tables::kSingleByte;

}  // namespace scalar

const Kernels kScalar = {"scalar",
                         scalar::AsciiPrefix,
                         scalar::WidenAscii,
                         scalar::CopyAscii,
                         scalar::Copy,
                         scalar::NarrowAscii,
                         scalar::CopyUtf16,
                         scalar::NonC1Prefix,
                         scalar::kUnicode,
                         scalar::tables::kSingleByte,
                         {scalar::DecodePairs, scalar::DecodePairsUtf8, scalar::EncodePairs},
                         scalar::ToEucJp};

}  // namespace whatwg_encoding::simd

// Makes the instances of suites that test something with each set of kernels, or with each
// encoding.
#pragma once

#include <gtest/gtest.h>

#include "testing.h"

#define FOR_EVERY_SET_OF_KERNELS(suite)                                                      \
  INSTANTIATE_TEST_SUITE_P(                                                                  \
      Available, suite,                                                                      \
      ::testing::ValuesIn(simd::AvailableKernels().begin(), simd::AvailableKernels().end()), \
      [](const auto& parameter) { return parameter.param->name; })

// `ids` are numbers of encodings.
#define FOR_ENCODINGS(suite, ids)                                             \
  INSTANTIATE_TEST_SUITE_P(Encodings, suite, ids, [](const auto& parameter) { \
    return whatwg_encoding::testing::TestName(parameter.param);               \
  })

#define FOR_EVERY_ENCODING(suite) \
  FOR_ENCODINGS(suite, ::testing::Range<size_t>(0, kAllEncodingCount))

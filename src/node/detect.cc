// The calls that find the encoding of bytes.
#include "detect.h"

#include <cstring>
#include <span>
#include <string_view>

#include "../calls/detect.h"
#include "../node_values/carried_state.h"
#include "../node_values/input.h"
#include "../node_values/records.h"
#include "../node_values/typed_arrays.h"
#include "call.h"

namespace whatwg_encoding::node {

namespace {

std::string_view ToText(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct DetectionAnswer {
  double numbers[kDetectionNumbers];
};

}  // namespace

napi_value SetDetectOptions(napi_env env, napi_callback_info info) {
  const Arguments<4> arguments(env, info);
  std::span<uint8_t> target;
  std::span<uint8_t> allowed;
  std::span<uint8_t> domain;
  std::span<uint8_t> tags;
  if (!GetTarget(env, arguments[0], target) || !GetTarget(env, arguments[1], allowed) ||
      !GetTarget(env, arguments[2], domain) || !GetTarget(env, arguments[3], tags)) {
    return nullptr;
  }
  if (target.size() != sizeof(DetectOptions)) return ThrowListTooShort(env);
  const DetectOptions options = MakeDetectOptions(allowed, ToText(domain), ToText(tags));
  std::memcpy(target.data(), &options, sizeof options);
  return nullptr;
}

napi_value Detect(napi_env env, napi_callback_info info) {
  AnswerFor<DetectionAnswer> answer(env);
  const Arguments<5> arguments(env, info);
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  const Input input(env, *arguments.environment, arguments[1]);
  if (!input.ok()) return nullptr;
  std::span<uint8_t> target;
  std::span<uint8_t> given;
  if (!GetTarget(env, arguments[2], target) || !GetTarget(env, arguments[3], given)) return nullptr;
  DetectOptions options{.allowed = {}, .hinted = {}};
  if (given.size() != sizeof options) return ThrowListTooShort(env);
  std::memcpy(&options, given.data(), sizeof options);
  Detector detector(options);
  const CarriedState carried(env, arguments.optional(4), detector, descriptor.is(kStart));
  if (!carried.ok()) return nullptr;
  detector.Feed(input.bytes());
  if (!target.empty()) {
    WriteDetection(detector.Result(!descriptor.is(kStream)), answer.numbers);
    answer.array = arguments[2];
  }
  const napi_value value = NewNumber(env, target.empty() && detector.IsSettled() ? 1 : 0);
  if (value != nullptr) carried.Keep();
  return value;
}

}  // namespace whatwg_encoding::node

// The calls that find out about the text of bytes without making a string of it.
#include "measure.h"

#include <span>

#include "../calls/decode.h"
#include "../calls/malformed_list.h"
#include "../node_values/carried_state.h"
#include "../node_values/errors.h"
#include "../node_values/input.h"
#include "../node_values/records.h"
#include "../node_values/typed_arrays.h"
#include "call.h"

namespace whatwg_encoding::node {

napi_value MeasureBytes(napi_env env, napi_callback_info info) {
  AnswerFor<Answer> answer(env);
  const Arguments<3> arguments(env, info);
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Input input(env, *arguments.environment, arguments[1]);
  if (!input.ok()) return nullptr;
  DecodeState state(head.encoding);
  BytesMeasure measure;
  measure.Add(state, input.bytes(), head.decode_options());
  answer.Set(kAnswerWritten, measure.utf16_units());
  answer.Set(kAnswerReplacements, state.replacements);
  answer.Set(state.first_error);
  answer.array = arguments[2];
  return nullptr;
}

napi_value FindMalformed(napi_env env, napi_callback_info info) {
  const Arguments<4> arguments(env, info);
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Input input(env, *arguments.environment, arguments[1]);
  if (!input.ok()) return nullptr;
  DecodeState state(head.encoding);
  const CarriedState carried(env, arguments[2], state, head.is(kStart));
  if (!carried.ok()) return nullptr;
  std::span<uint32_t> list;
  if (!GetList(env, arguments[3], list)) return nullptr;
  if (list.size() < MalformedListSize(input.bytes().size())) return ThrowListTooShort(env);
  const uint64_t begin = SequenceStart(state);
  ListMalformed(state, input.bytes(), head.is(kIgnoreBom), !head.is(kStream), list);
  const napi_value value = NewNumber(env, static_cast<double>(begin));
  if (value != nullptr) carried.Keep();
  return value;
}

}  // namespace whatwg_encoding::node

// The addon's table of contents.
#include <napi.h>

#include "core/encoding.h"
#include "node/decode.h"
#include "node/encode.h"
#include "node/environment.h"
#include "node/transcode.h"
#include "node/values.h"

namespace encoding::node {

namespace {

// configure(maxStringLength): the longest string that the engine makes, in UTF-16 code units.
napi_value Configure(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  arguments.environment->max_string_length = GetUint32(env, arguments[0]);
  return nullptr;
}

// [[name, label, label, …], …] in the order of the encodings' numbers.
Napi::Value Encodings(Napi::Env env) {
  Napi::Array encodings = Napi::Array::New(env, kEncodingCount);
  for (uint32_t id = 0; id < kEncodingCount; ++id) {
    Napi::Array names = Napi::Array::New(env);
    names[0u] = Napi::String::New(env, kEncodingNames[id].data(), kEncodingNames[id].size());
    for (const Label& entry : kLabels) {
      if (static_cast<uint32_t>(entry.encoding) != id) continue;
      names[names.Length()] = Napi::String::New(env, entry.label.data(), entry.label.size());
    }
    encodings[id] = names;
  }
  return encodings;
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  auto* environment = new Environment;
  env.SetInstanceData(environment);
  const auto function = [&](const char* name, napi_callback callback) {
    napi_value value;
    napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, environment, &value);
    exports.Set(name, value);
  };
  function("configure", Configure);
  function("decode", Decode);
  function("decodeStream", DecodeStream);
  function("measureBytes", MeasureBytes);
  function("encode", Encode);
  function("encodeInsert", EncodeInsert);
  function("encodeInto", EncodeInto);
  function("encodeReplacements", EncodeReplacements);
  function("measureText", MeasureText);
  function("transcode", Transcode);
  function("transcodeInsert", TranscodeInsert);
  function("transcodeToText", TranscodeToText);
  function("transcodeProgress", TranscodeProgress);
  exports.Set("decodeStateSize", DecodeStateSize(env));
  exports.Set("encodeStateSize", EncodeStateSize(env));
  exports.Set("transcodeStateSize", TranscodeStateSize(env));
  exports.Set("encodings", Encodings(env));
  return exports;
}

NODE_API_MODULE(whatwg_transcoder, Init)

}  // namespace

}  // namespace encoding::node

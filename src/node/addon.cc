// The addon's table of contents.
#include <napi.h>

#include <span>

#include "core/encoding.h"
#include "node/decode.h"
#include "node/encode.h"
#include "node/environment.h"
#include "node/transcode.h"
#include "node/values.h"
#include "simd/kernels.h"

namespace encoding::node {

namespace {

// configure(maxStringLength, usedHeap, keepsMemory, call): the longest string that the engine
// makes, in UTF-16 code units; a function that says how many bytes its collector has to go through;
// whether it keeps the memory of its long strings for the next; and a Call in an Int32Array, which
// JavaScript holds.
napi_value Configure(napi_env env, napi_callback_info info) {
  const Arguments<4> arguments(env, info);
  Environment& environment = *arguments.environment;
  environment.max_string_length = GetUint32(env, arguments[0]);
  napi_create_reference(env, arguments[1], 1, &environment.used_heap);
  napi_get_value_bool(env, arguments[2], &environment.keeps_memory);
  std::span<uint8_t> call;
  if (!GetTarget(env, arguments[3], call)) return nullptr;
  environment.call = reinterpret_cast<Call*>(call.data());
  return nullptr;
}

// useSlab(bytes): where calls put the bytes of short results, in a Uint8Array. JavaScript holds it
// until it gives another, and calls for no short result while its memory is detached.
napi_value UseSlab(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  GetTarget(env, arguments[0], arguments.environment->slab);
  return nullptr;
}

// externalMemory(): [known, untold], how many bytes of memory outside its heap the engine knows of,
// and of how many that its strings have it has not been told yet.
napi_value ExternalMemory(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  int64_t known = 0;
  napi_adjust_external_memory(env, 0, &known);
  Napi::Array bytes = Napi::Array::New(env);
  bytes[0u] = static_cast<double>(known);
  bytes[1u] = static_cast<double>(arguments.environment->arena().string_memory().untold);
  return bytes;
}

// [[name, label, label, …], …] of the encodings from `first` to `end` − 1, in the order of their
// numbers.
Napi::Value Encodings(Napi::Env env, size_t first, size_t end, std::span<const Label> labels) {
  Napi::Array encodings = Napi::Array::New(env, end - first);
  for (size_t id = first; id < end; ++id) {
    Napi::Array names = Napi::Array::New(env);
    names[0u] = Napi::String::New(env, kEncodingNames[id].data(), kEncodingNames[id].size());
    for (const Label& entry : labels) {
      if (static_cast<size_t>(entry.encoding) != id) continue;
      names[names.Length()] = Napi::String::New(env, entry.label.data(), entry.label.size());
    }
    encodings[static_cast<uint32_t>(id - first)] = names;
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
  function("externalMemory", ExternalMemory);
  function("useSlab", UseSlab);
  function("decode", Decode);
  function("decodeOnce", DecodeOnce);
  function("measureBytes", MeasureBytes);
  function("fillDecodeTable", FillDecodeTable);
  function("encode", Encode);
  function("encodeAround", EncodeAround);
  function("encodeOnce", EncodeOnce);
  function("encodeChunk", EncodeChunk);
  function("encodeInto", EncodeInto);
  function("fillEncodeTable", FillEncodeTable);
  function("encodeReplacements", EncodeReplacements);
  function("measureText", MeasureText);
  function("findUnencodables", FindUnencodables);
  function("transcode", Transcode);
  function("transcodeShort", TranscodeShort);
  function("transcodeOffsets", TranscodeOffsets);
  function("transcodeToText", TranscodeToText);
  function("transcodeProgress", TranscodeProgress);
  exports.Set("decodeStateSize", DecodeStateSize(env));
  exports.Set("encodeStateSize", EncodeStateSize(env));
  exports.Set("transcodeStateSize", TranscodeStateSize(env));
  exports.Set("encodings", Encodings(env, 0, kEncodingCount, kLabels));
  exports.Set("historicalEncodings",
              Encodings(env, kEncodingCount, kAllEncodingCount, kHistoricalLabels));
  exports.Set("kernels", Napi::String::New(env, simd::kActive->name));  // for tests
  return exports;
}

NODE_API_MODULE(whatwg_transcoder, Init)

}  // namespace

}  // namespace encoding::node

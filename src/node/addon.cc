// Everything that the addon exports to JavaScript.
//
// A thread may be terminated while it loads the addon. Calls of Node-API fail from then on. So this
// file calls Node-API itself while it loads, and checks the status of each call. node-addon-api
// would try to throw, and would end the process because that fails too.
#include <napi.h>

#include <cmath>
#include <memory>
#include <new>
#include <string>

#include "../core/encoding.h"
#include "../node_memory/environment.h"
#include "../node_values/node_api_windows.h"
#include "../node_values/records.h"
#include "../protocol/description.h"
#include "call.h"
#include "decode.h"
#include "detect.h"
#include "encode.h"
#include "transcode.h"

namespace whatwg_encoding::node {

namespace {

// Reads the settings of configure() from an object.
class Settings {
 public:
  Settings(napi_env env, napi_value object) : env_(env), object_(object) {}

  // Returns null when there is no such setting.
  napi_value Get(const char* name) const {
    napi_value value = nullptr;
    return napi_get_named_property(env_, object_, name, &value) == napi_ok ? value : nullptr;
  }
  double GetNumber(const char* name) const {
    double number = 0;
    const napi_value value = Get(name);
    return value != nullptr && napi_get_value_double(env_, value, &number) == napi_ok ? number : 0;
  }
  // Returns a number of bytes or of code units. Infinity becomes SIZE_MAX.
  size_t GetSize(const char* name) const {
    const double bytes = GetNumber(name);
    return std::isfinite(bytes) ? static_cast<size_t>(bytes) : SIZE_MAX;
  }
  // Keeps a function alive as long as the environment. Returns null when it cannot be kept.
  napi_ref GetFunction(const char* name) const {
    napi_ref reference = nullptr;
    const napi_value value = Get(name);
    return value != nullptr && napi_create_reference(env_, value, 1, &reference) == napi_ok
               ? reference
               : nullptr;
  }

 private:
  napi_env env_;
  napi_value object_;
};

// configure({ maxStringLength, usedHeap, startClock, maxFree, … }): sets the length of the longest
// string that the engine makes, in UTF-16 code units, and what lib/backend/memory.js says about
// memory. Only the first call in an environment has an effect. When the files of lib/ are loaded
// again, they share what the first load has made, so that the environment does not keep the objects
// of later loads alive.
napi_value Configure(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  Environment& environment = *arguments.environment;
  if (environment.is_configured) return nullptr;
  const Settings settings(env, arguments[0]);
  environment.is_configured = true;
  environment.max_string_length = settings.GetSize("maxStringLength");
  environment.used_heap = settings.GetFunction("usedHeap");
  environment.start_clock = settings.GetFunction("startClock");
  environment.arena().set_max_free(settings.GetSize("maxFree"));
  environment.external = {
      .from = settings.GetSize("from"),
      .always_from = settings.GetSize("alwaysFrom"),
      .max_small_heap = settings.GetNumber("smallHeap"),
  };
  return nullptr;
}

// tick(): frees the memory that no call has used since the last tick. Returns whether any free
// memory is left for a later tick.
napi_value Tick(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  napi_value is_more = nullptr;
  napi_get_boolean(env, arguments.environment->arena().Tick(), &is_more);
  return is_more;
}

// newSlab(): makes the ArrayBuffer into which calls put the bytes of short results from now on, and
// returns it.
napi_value NewSlab(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  return arguments.environment->slab.Renew(env);
}

// externalMemory(): returns [known, untold] in bytes. `known` is the memory outside the heap that
// the engine knows of. `untold` is the memory of external strings that it has not been told of yet.
napi_value ExternalMemory(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  int64_t known = 0;
  napi_adjust_external_memory(env, 0, &known);
  const int64_t untold = arguments.environment->arena().string_memory().untold;
  Napi::Array bytes = Napi::Array::New(env);
  bytes[0u] = static_cast<double>(known);
  bytes[1u] = static_cast<double>(untold);
  return bytes;
}

// freeMemory(): returns how many bytes of free memory are kept for later calls.
napi_value FreeMemory(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  return NewNumber(env, static_cast<double>(arguments.environment->arena().free_bytes()));
}

// Makes the string that describes the core. Returns null when it cannot be made.
napi_value Description(napi_env env) {
  char json[kMaxDescriptionBytes];
  napi_value string = nullptr;
  return napi_create_string_latin1(env, json, Describe(json), &string) == napi_ok ? string
                                                                                  : nullptr;
}

struct Function {
  const char* name;
  napi_callback callback;
};

constexpr Function kFunctions[] = {
    {"configure", Configure},
    {"tick", Tick},
    {"externalMemory", ExternalMemory},
    {"freeMemory", FreeMemory},
    {"newSlab", NewSlab},
    {"decode", Decode},
    {"measureBytes", MeasureBytes},
    {"encode", Encode},
    {"encodeShort", EncodeShort},
    {"encodeAround", EncodeAround},
    {"encodeInto", EncodeInto},
    {"measureText", MeasureText},
    {"findUnencodables", FindUnencodables},
    {"transcode", Transcode},
    {"transcodeShort", TranscodeShort},
    {"transcodeOffsets", TranscodeOffsets},
    {"progress", Progress},
    {"detectOptions", SetDetectOptions},
    {"detect", Detect},
};

// Puts everything into the addon's exports. Returns false when something cannot be made.
bool Export(napi_env env, napi_value exports, Environment* environment) {
  const auto set = [&](const char* name, napi_value value) {
    return value != nullptr && napi_set_named_property(env, exports, name, value) == napi_ok;
  };
  for (const auto& [name, callback] : kFunctions) {
    napi_value function = nullptr;
    if (napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, environment, &function) !=
            napi_ok ||
        !set(name, function)) {
      return false;
    }
  }
  return set("description", Description(env));
}

// Node-API calls this when the environment is gone.
void DeleteEnvironment(napi_env, void* data, void*) { delete static_cast<Environment*>(data); }

}  // namespace

}  // namespace whatwg_encoding::node

NAPI_MODULE_INIT() {
  using whatwg_encoding::node::DeleteEnvironment;
  using whatwg_encoding::node::Environment;
#if defined(_WIN32)
  if (const char* missing = whatwg_encoding::node::MissingNodeApi()) {
    const std::string message =
        std::string("whatwg-transcoder: this program lacks ") + missing + " of Node-API version 8";
    napi_throw_error(env, "ERR_DLOPEN_FAILED", message.c_str());
    return nullptr;
  }
#endif
  std::unique_ptr<Environment> environment(new (std::nothrow) Environment);
  if (environment != nullptr && environment->ok() &&
      napi_set_instance_data(env, environment.get(), DeleteEnvironment, nullptr) == napi_ok &&
      whatwg_encoding::node::Export(env, exports, environment.release())) {
    return exports;
  }
  // In a thread that is being terminated this does nothing.
  napi_throw_error(env, "ERR_MEMORY_ALLOCATION_FAILED",
                   "whatwg-transcoder: the addon cannot be initialized");
  return nullptr;
}

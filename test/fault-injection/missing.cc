// An addon for tests, for Linux with glibc. It puts functions of its own between another addon and
// what that addon calls for memory: each call of these can be made to fail, and memory that is
// mapped is counted. No other part of the process is concerned, because only the slots are changed
// in which the other addon keeps the addresses of the functions that it calls.

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <node_api.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>

extern "C" {
[[gnu::weak]] napi_status node_api_create_external_string_latin1(napi_env, char*, size_t,
                                                                 napi_finalize, void*, napi_value*,
                                                                 bool*);
[[gnu::weak]] napi_status node_api_create_external_string_utf16(napi_env, char16_t*, size_t,
                                                                napi_finalize, void*, napi_value*,
                                                                bool*);
}

namespace {

// Which call fails, counted from 1 after begin(); 0: none does.
uint32_t missing = 0;
uint32_t count = 0;
bool counts = false;
const char* name_of_missing = "";
int64_t mapped_bytes = 0;

// Counts a call. Returns whether it must fail.
bool IsMissing(const char* name) {
  if (!counts || ++count != missing) return false;
  name_of_missing = name;
  return true;
}

// A function with the type of `real`, which fails or calls it.
template <auto real, const char* name>
struct Instead;
template <typename... Arguments, napi_status (*real)(Arguments...), const char* name>
struct Instead<real, name> {
  static napi_status Call(Arguments... arguments) {
    return IsMissing(name) ? napi_generic_failure : real(arguments...);
  }
};

void* MapInstead(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  if (IsMissing("mmap")) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  void* const memory = mmap(address, size, protection, flags, file, offset);
  if (memory != MAP_FAILED) mapped_bytes += static_cast<int64_t>(size);
  return memory;
}

int UnmapInstead(void* address, size_t size) {
  const int result = munmap(address, size);
  if (result == 0) mapped_bytes -= static_cast<int64_t>(size);
  return result;
}

// The operator that throws must not fail, as the addon has no exceptions: nobody may call it.
void* NewInstead(size_t size) {
  if (IsMissing("operator new")) std::abort();
  return operator new(size);
}

void* NewOrNullInstead(size_t size, const std::nothrow_t& nothrow) {
  return IsMissing("operator new") ? nullptr : operator new(size, nothrow);
}

struct Replacement {
  const char* symbol;
  const char* name;
  void* function;
  bool is_found = false;
};

#define OF_NODE(function)                                                                   \
  Replacement {                                                                             \
#function, #function, [] {                                                                \
      static constexpr char name[] = #function;                                               \
      return reinterpret_cast<void*>(&Instead<&function, name>::Call);                         \
    }() \
  }

Replacement replacements[] = {
    {"mmap", "mmap", reinterpret_cast<void*>(MapInstead)},
    {"mmap64", "mmap64", reinterpret_cast<void*>(MapInstead)},
    {"munmap", "munmap", reinterpret_cast<void*>(UnmapInstead)},
    {"_Znwm", "operator new", reinterpret_cast<void*>(NewInstead)},
    {"_ZnwmRKSt9nothrow_t", "operator new that returns null",
     reinterpret_cast<void*>(NewOrNullInstead)},
    OF_NODE(napi_create_buffer),
    OF_NODE(napi_create_double),
    OF_NODE(napi_create_function),
    OF_NODE(napi_create_object),
    OF_NODE(napi_create_reference),
    OF_NODE(napi_create_string_latin1),
    OF_NODE(napi_create_string_utf16),
    OF_NODE(napi_create_uint32),
    OF_NODE(napi_define_properties),
    OF_NODE(napi_set_instance_data),
    OF_NODE(napi_set_named_property),
    OF_NODE(node_api_create_external_string_latin1),
    OF_NODE(node_api_create_external_string_utf16),
};

void Replace(const link_map* library, const ElfW(Rela) * relocations, size_t bytes,
             const ElfW(Sym) * symbols, const char* names) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  for (size_t i = 0; i < bytes / sizeof *relocations; ++i) {
    const char* const name = names + symbols[ELF64_R_SYM(relocations[i].r_info)].st_name;
    for (Replacement& replacement : replacements) {
      if (std::strcmp(name, replacement.symbol) != 0) continue;
      const uintptr_t slot = library->l_addr + relocations[i].r_offset;
      // The loader has made some of the slots read-only.
      mprotect(reinterpret_cast<void*>(slot & ~(page - 1)), page, PROT_READ | PROT_WRITE);
      *reinterpret_cast<void**>(slot) = replacement.function;
      replacement.is_found = true;
    }
  }
}

// install(file): opens a library, unless it is open, and puts the functions above in the place of
// those that it calls. Returns the names of those that it does not call.
napi_value Install(napi_env env, napi_callback_info info) {
  size_t argc = 1;
  napi_value file;
  napi_get_cb_info(env, info, &argc, &file, nullptr, nullptr);
  char path[4096];
  napi_get_value_string_utf8(env, file, path, sizeof path, nullptr);
  void* const handle = dlopen(path, RTLD_NOW);
  link_map* library = nullptr;
  if (handle == nullptr || dlinfo(handle, RTLD_DI_LINKMAP, &library) != 0) {
    napi_throw_error(env, nullptr, dlerror());
    return nullptr;
  }
  const ElfW(Sym)* symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * tables[2] = {};
  size_t sizes[2] = {};
  for (const ElfW(Dyn)* entry = library->l_ld; entry->d_tag != DT_NULL; ++entry) {
    const auto address = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(address);
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(address);
    if (entry->d_tag == DT_JMPREL) tables[0] = reinterpret_cast<const ElfW(Rela)*>(address);
    if (entry->d_tag == DT_PLTRELSZ) sizes[0] = entry->d_un.d_val;
    if (entry->d_tag == DT_RELA) tables[1] = reinterpret_cast<const ElfW(Rela)*>(address);
    if (entry->d_tag == DT_RELASZ) sizes[1] = entry->d_un.d_val;
  }
  for (int i = 0; i < 2; ++i) Replace(library, tables[i], sizes[i], symbols, names);
  napi_value unused;
  napi_create_array(env, &unused);
  uint32_t length = 0;
  for (const Replacement& replacement : replacements) {
    if (replacement.is_found) continue;
    napi_value name;
    napi_create_string_latin1(env, replacement.name, NAPI_AUTO_LENGTH, &name);
    napi_set_element(env, unused, length++, name);
  }
  return unused;
}

// begin(number): from now on calls are counted, and the one of this number fails.
napi_value Begin(napi_env env, napi_callback_info info) {
  size_t argc = 1;
  napi_value number;
  napi_get_cb_info(env, info, &argc, &number, nullptr, nullptr);
  napi_get_value_uint32(env, number, &missing);
  count = 0;
  name_of_missing = "";
  counts = true;
  return nullptr;
}

// end(): no call fails any more. Returns the name of the function that has failed, or an empty
// string.
napi_value End(napi_env env, napi_callback_info) {
  counts = false;
  napi_value name;
  napi_create_string_latin1(env, name_of_missing, NAPI_AUTO_LENGTH, &name);
  return name;
}

// mappedBytes(): the memory that is mapped, in bytes.
napi_value MappedBytes(napi_env env, napi_callback_info) {
  napi_value bytes;
  napi_create_double(env, static_cast<double>(mapped_bytes), &bytes);
  return bytes;
}

}  // namespace

NAPI_MODULE_INIT() {
  const napi_property_descriptor properties[] = {
      {"install", nullptr, Install, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"begin", nullptr, Begin, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"end", nullptr, End, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"mappedBytes", nullptr, MappedBytes, nullptr, nullptr, nullptr, napi_default, nullptr},
  };
  napi_define_properties(env, exports, std::size(properties), properties);
  return exports;
}

// Decodes any bytes and encodes any code units beside encoding_rs, whose library the variable
// ENCODING_RS names. Both must give the same, however the input of this core is cut. With the
// variables CASES and SEED, the program runs that many random inputs of 16 to 4,096 bytes in place
// of fuzzing: test/tools/differential/encoding-rs.mjs.
#include <dlfcn.h>

#include <random>

#include "fuzzing.h"

using namespace whatwg_encoding;  // NOLINT(google-build-using-namespace)

namespace {

using DecodeFunction = size_t (*)(const char*, size_t, const uint8_t*, size_t, char16_t*, size_t);
using EncodeFunction = size_t (*)(const char*, size_t, const char16_t*, size_t, uint8_t*, size_t);
constexpr size_t kFailed = static_cast<size_t>(-1);

void* Load() {
  const char* path = std::getenv("ENCODING_RS");
  void* library = path == nullptr ? nullptr : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(stderr, "ENCODING_RS names no library\n");
    std::exit(1);
  }
  return library;
}

template <typename Function>
Function Find(const char* name) {
  static void* const library = Load();
  void* symbol = dlsym(library, name);
  FUZZ_CHECK(symbol != nullptr);
  Function function;
  std::memcpy(&function, &symbol, sizeof function);
  return function;
}

// encoding_rs 0.8.31 has GB18030-2005. The standard has GB18030-2022, in which these code points
// have changed places with each other.
bool HasMovedIn2022(char16_t unit) {
  return (unit >= 0x9FB4 && unit <= 0x9FBB) || (unit >= 0xE78D && unit <= 0xE796) ||
         (unit >= 0xFE10 && unit <= 0xFE19) || unit == 0xE81E || unit == 0xE826 || unit == 0xE82B ||
         unit == 0xE82C || unit == 0xE832 || unit == 0xE843 || unit == 0xE854 || unit == 0xE864;
}

bool IsSame(EncodingId id, Units ours, Units theirs) {
  const bool is_gb = id == EncodingId::kGbk || id == EncodingId::kGb18030;
  return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                    [is_gb](char16_t a, char16_t b) {
                      return a == b || (is_gb && HasMovedIn2022(a) && HasMovedIn2022(b));
                    });
}

void CheckDecoder(EncodingId id, std::string_view label, Bytes bytes,
                  const std::vector<Bytes>& pieces) {
  static const auto decode = Find<DecodeFunction>("bench_decode_utf16");
  std::vector<char16_t> room(4 * bytes.size() + 64);
  const size_t written =
      decode(label.data(), label.size(), bytes.data(), bytes.size(), room.data(), room.size());
  FUZZ_CHECK(written != kFailed);
  const testing::Decoded own = testing::DecodePieces(id, pieces, ErrorMode::kReplacement);
  FUZZ_CHECK(IsSame(id, Units(own.utf16), Units(room).first(written)));
}

void CheckEncoder(EncodingId id, std::string_view label, std::vector<char16_t>& units,
                  const size_t (&lengths)[4]) {
  static const auto encode = Find<EncodeFunction>("bench_encode_utf16");
  if (id == EncodingId::kGbk || id == EncodingId::kGb18030) std::erase_if(units, HasMovedIn2022);
  std::vector<uint8_t> room(16 * units.size() + 64);
  const size_t written =
      encode(label.data(), label.size(), units.data(), units.size(), room.data(), room.size());
  // The standard has no encoder for it, so encoding_rs has none.
  if (written == kFailed) return;
  const testing::Streamed own = testing::EncodePieces(id, fuzz::CutInTurn(lengths, Units(units)),
                                                      Unencodables::kHtml, testing::kAmpleRoom);
  const Bytes theirs = Bytes(room).first(written);
  FUZZ_CHECK(std::equal(own.bytes.begin(), own.bytes.end(), theirs.begin(), theirs.end()));
}

void RunRandomCases(uint64_t cases, uint32_t seed) {
  std::mt19937 random(seed);
  for (uint64_t done = 0; done < cases; ++done) {
    const Label& label = kLabels[random() % kLabelCount];
    const std::vector<uint8_t> bytes =
        testing::InterestingBytes(random, 16 + random() % 4081, label.encoding);
    const bool is_cut = random() % 2 == 0;
    const size_t limit = 2 + random() % 255;
    CheckDecoder(label.encoding, label.label, bytes,
                 is_cut ? testing::Cut(random, Bytes(bytes), limit) : std::vector{Bytes(bytes)});
    if (done % 1'000'000 == 999'999) std::fprintf(stderr, "%ju cases\n", uintmax_t{done + 1});
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* cases = std::getenv("CASES");
  const char* seed = std::getenv("SEED");
  if (cases == nullptr || seed == nullptr) return 0;
  RunRandomCases(std::strtoull(cases, nullptr, 10),
                 static_cast<uint32_t>(std::strtoul(seed, nullptr, 10)));
  std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Choices choices({data, size});
  const Label& label = kLabels[choices.Below(kLabelCount)];
  const size_t lengths[] = {choices.Below(8), choices.Below(8), choices.Below(8), choices.Below(8)};
  const bool decodes = choices.Flag();
  const Bytes bytes = choices.rest();
  if (decodes) {
    CheckDecoder(label.encoding, label.label, bytes, fuzz::CutInTurn(lengths, bytes));
    return 0;
  }
  std::vector<char16_t> units(bytes.size() / 2);
  if (!units.empty()) std::memcpy(units.data(), bytes.data(), units.size() * 2);
  CheckEncoder(label.encoding, label.label, units, lengths);
  return 0;
}

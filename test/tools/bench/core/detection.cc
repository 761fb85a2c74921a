// Measures the library's detector beside uchardet and ICU. Each detects the encoding of a whole
// file. Usage: detection ROUNDS FILE... Writes a line for each file and detector, with tabs
// between: the file, the detector, the encoding that it finds, and the MB/s of its fastest round in
// processor time.
#include <time.h>
#include <uchardet/uchardet.h>
#include <unicode/ucsdet.h>
#include <whatwg_encoding.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace we = whatwg::encoding;

namespace {

std::string ByLibrary(const std::string& bytes) {
  const we::Detection found = we::Detect(we::AsBytes(bytes));
  return found.encoding.has_value() ? std::string(found.encoding->name()) : "";
}

std::string ByUchardet(const std::string& bytes) {
  const uchardet_t detector = uchardet_new();
  uchardet_handle_data(detector, bytes.data(), bytes.size());
  uchardet_data_end(detector);
  std::string name = uchardet_get_charset(detector);
  uchardet_delete(detector);
  return name;
}

std::string ByIcu(const std::string& bytes) {
  UErrorCode error = U_ZERO_ERROR;
  UCharsetDetector* const detector = ucsdet_open(&error);
  ucsdet_setText(detector, bytes.data(), static_cast<int32_t>(bytes.size()), &error);
  const UCharsetMatch* const match = ucsdet_detect(detector, &error);
  const char* const name = match == nullptr ? nullptr : ucsdet_getName(match, &error);
  std::string found = name == nullptr ? "" : name;
  ucsdet_close(detector);
  return found;
}

// The processor time of this thread in seconds.
double Now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 1;
  const size_t rounds = std::strtoul(arguments[1], nullptr, 10);
  const std::pair<const char*, std::string (*)(const std::string&)> detectors[] = {
      {"library", ByLibrary}, {"uchardet", ByUchardet}, {"icu", ByIcu}};
  for (int i = 2; i < count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    for (const auto& [name, detect] : detectors) {
      std::string found;
      double best = 0;
      for (size_t round = 0; round < rounds; ++round) {
        const double start = Now();
        found = detect(bytes);
        best = std::max(best, static_cast<double>(bytes.size()) / (Now() - start) / 1e6);
      }
      std::printf("%s\t%s\t%s\t%.1f\n", arguments[i], name, found.c_str(), best);
    }
  }
  return 0;
}

// Measures the core beside libraries of others and iconv(3). In each round every participant runs
// one batch, in an order that rotates. The figure of a participant is the median of its rounds.
//
// Usage: core_bench ROUNDS BATCH_MS [NAME=LIBRARY]... <MANIFEST
//
// A library exports the functions of test/tools/bench/core/encoding_rs. Each line of the manifest
// has four fields with tabs between them: a label, a kind of text, the name that iconv has for the
// encoding, and the path of a file. Writes one line of JSON for each cell, with the participants
// that can do it.

#include <dlfcn.h>
#include <iconv.h>
#include <time.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "../../../../src/core/sinks.h"
#include "../../../../src/queue/decode_queue.h"
#include "../../../../src/queue/encode_queue.h"

namespace {

using whatwg_encoding::Bytes;
using whatwg_encoding::EncodingId;
using whatwg_encoding::Units;

// What a conversion returns that failed. iconv() returns the same value then.
constexpr size_t kFailed = SIZE_MAX;

// How many timings are made to find the number of calls in a batch. The fastest counts.
constexpr int kCalibrations = 3;

struct Cell {
  std::string label;
  std::string kind;
  std::string iconv_name;
  std::vector<uint8_t> bytes;
  std::vector<char16_t> units;  // the text of `bytes`
  std::vector<char16_t> unit_room;
  std::vector<uint8_t> byte_room;

  EncodingId encoding() const { return *whatwg_encoding::GetEncoding(label); }
};

// A conversion. It returns how many items of output it has written, or kFailed.
using Convert = std::function<size_t(Cell&)>;

struct Participant {
  std::string name;
  Convert decode_utf16;
  Convert decode_utf8;
  Convert encode_utf16;
};

// Decodes a cell by the core into a sink of its own room.
template <typename OwnSink, typename Out>
size_t DecodeInto(Cell& cell, std::vector<Out>& room) {
  whatwg_encoding::DecodeState state(cell.encoding());
  OwnSink sink(room.data(), room.size());
  DecodeQueue(state, Bytes(cell.bytes), sink, whatwg_encoding::ErrorMode::kReplacement, true);
  return sink.written();
}

Participant Ours() {
  return {"core",
          [](Cell& cell) { return DecodeInto<whatwg_encoding::Utf16Sink>(cell, cell.unit_room); },
          [](Cell& cell) { return DecodeInto<whatwg_encoding::Utf8Sink>(cell, cell.byte_room); },
          [](Cell& cell) {
            whatwg_encoding::EncodeState state(cell.encoding());
            const whatwg_encoding::EncodeQueueResult result = EncodeQueue(
                state, Units(cell.units), whatwg_encoding::WritableAhead(cell.byte_room),
                whatwg_encoding::Unencodables::kHtml, true);
            return result.full ? kFailed : result.written;
          }};
}

void* Check(void* found) {
  if (found != nullptr) return found;
  std::cerr << dlerror() << "\n";
  std::exit(1);
}

// Returns a conversion by the function `name` of a library. `in` and `out` are the members of a
// cell that it reads and writes.
template <typename In, typename Out>
Convert Exported(void* library, const char* name, std::vector<In> Cell::*in,
                 std::vector<Out> Cell::*out) {
  using Function = size_t (*)(const char*, size_t, const In*, size_t, Out*, size_t);
  const auto function = reinterpret_cast<Function>(Check(dlsym(library, name)));
  return [=](Cell& cell) {
    return function(cell.label.data(), cell.label.size(), (cell.*in).data(), (cell.*in).size(),
                    (cell.*out).data(), (cell.*out).size());
  };
}

Participant OfLibrary(const std::string& name, const std::string& path) {
  void* library = Check(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
  return {name, Exported(library, "bench_decode_utf16", &Cell::bytes, &Cell::unit_room),
          Exported(library, "bench_decode_utf8", &Cell::bytes, &Cell::byte_room),
          Exported(library, "bench_encode_utf16", &Cell::units, &Cell::byte_room)};
}

// Converts all of `input`. Returns how many items of `output` it has written, or kFailed.
template <typename In, typename Out>
size_t RunIconv(const char* to, const char* from, std::vector<In>& input,
                std::vector<Out>& output) {
  const iconv_t converter = iconv_open(to, from);
  if (std::bit_cast<intptr_t>(converter) == -1) return kFailed;
  char* in = reinterpret_cast<char*>(input.data());
  char* out = reinterpret_cast<char*>(output.data());
  size_t size = input.size() * sizeof(In);
  size_t room = output.size() * sizeof(Out);
  const bool ok = iconv(converter, &in, &size, &out, &room) != kFailed &&
                  iconv(converter, nullptr, nullptr, &out, &room) != kFailed;
  iconv_close(converter);
  return ok ? output.size() - room / sizeof(Out) : kFailed;
}

Participant Iconv() {
  return {"iconv",
          [](Cell& cell) {
            return RunIconv("UTF-16LE", cell.iconv_name.c_str(), cell.bytes, cell.unit_room);
          },
          [](Cell& cell) {
            return RunIconv("UTF-8", cell.iconv_name.c_str(), cell.bytes, cell.byte_room);
          },
          [](Cell& cell) {
            return RunIconv(cell.iconv_name.c_str(), "UTF-16LE", cell.units, cell.byte_room);
          }};
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// The processor time of this thread in nanoseconds, which does not include the time of other
// programs.
double Now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

// Returns the time of a batch in nanoseconds.
double TimeBatch(const Convert& convert, Cell& cell, int times) {
  const double start = Now();
  for (int i = 0; i < times; i++) {
    if (convert(cell) == kFailed) std::abort();
  }
  return Now() - start;
}

int Calibrate(const Convert& convert, Cell& cell, double batch) {
  for (int times = 1;; times *= 2) {
    double best = TimeBatch(convert, cell, times);
    for (int i = 1; i < kCalibrations; i++) {
      best = std::min(best, TimeBatch(convert, cell, times));
    }
    if (best >= batch / 3) return std::max(1, static_cast<int>(times * batch / best));
  }
}

struct Entry {
  std::string name;
  const Convert* convert = nullptr;
  const char* verdict = "right";  // or "wrong": its output differs from ours
  int times = 0;
  std::vector<double> figures;
};

void Measure(std::vector<Entry>& entries, Cell& cell, size_t rounds, double batch) {
  for (Entry& entry : entries) entry.times = Calibrate(*entry.convert, cell, batch);
  for (size_t round = 0; round < rounds; round++) {
    for (size_t k = 0; k < entries.size(); k++) {
      Entry& entry = entries[(k + round) % entries.size()];
      entry.figures.push_back(TimeBatch(*entry.convert, cell, entry.times) / entry.times);
    }
  }
}

// The output of a conversion as bytes. `item` is the size of one item in bytes.
std::string OutputOf(const Cell& cell, size_t written, size_t item) {
  const void* output = item == 2 ? static_cast<const void*>(cell.unit_room.data())
                                 : static_cast<const void*>(cell.byte_room.data());
  return {static_cast<const char*>(output), written * item};
}

void Run(const char* operation, Convert Participant::*member, size_t item,
         const std::vector<Participant>& participants, Cell& cell, size_t rounds, double batch) {
  std::vector<Entry> entries;
  std::string ours;
  for (const Participant& participant : participants) {
    const Convert& convert = participant.*member;
    const size_t written = convert(cell);
    if (written == kFailed) continue;
    const std::string output = OutputOf(cell, written, item);
    if (entries.empty()) ours = output;
    entries.push_back({participant.name, &convert, output == ours ? "right" : "wrong", 0, {}});
  }
  Measure(entries, cell, rounds, batch);
  std::printf(R"({"operation":"%s","label":"%s","kind":"%s","bytes":%zu,"results":[)", operation,
              cell.label.c_str(), cell.kind.c_str(), cell.bytes.size());
  const char* comma = "";
  for (const Entry& entry : entries) {
    std::printf(R"(%s{"name":"%s","verdict":"%s","median":%.0f})", comma, entry.name.c_str(),
                entry.verdict, Median(entry.figures));
    comma = ",";
  }
  std::printf("]}\n");
  std::fflush(stdout);
}

bool ReadCell(const std::string& line, Cell& cell) {
  std::istringstream fields(line);
  std::string path;
  std::getline(fields, cell.label, '\t');
  std::getline(fields, cell.kind, '\t');
  std::getline(fields, cell.iconv_name, '\t');
  std::getline(fields, path);
  std::ifstream file(path, std::ios::binary);
  if (!file || !whatwg_encoding::GetEncoding(cell.label)) return false;
  cell.bytes.assign(std::istreambuf_iterator<char>(file), {});
  // Room for what any participant may write: UTF-8 for each byte, an escape sequence for each code
  // unit.
  cell.unit_room.resize(whatwg_encoding::MaxUtf16Units(cell.bytes.size()));
  cell.byte_room.resize(16 * cell.bytes.size() + 1024);
  const size_t units = Ours().decode_utf16(cell);
  cell.units.assign(cell.unit_room.begin(), cell.unit_room.begin() + static_cast<ptrdiff_t>(units));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 1;
  const size_t rounds = std::strtoul(argv[1], nullptr, 10);
  const double batch = std::strtod(argv[2], nullptr) * 1e6;
  std::vector<Participant> participants = {Ours()};
  for (int i = 3; i < argc; i++) {
    const std::string argument = argv[i];
    const size_t equals = argument.find('=');
    participants.push_back(OfLibrary(argument.substr(0, equals), argument.substr(equals + 1)));
  }
  participants.push_back(Iconv());
  for (std::string line; std::getline(std::cin, line);) {
    Cell cell;
    if (!ReadCell(line, cell)) {
      std::cerr << "cannot read: " << line << "\n";
      return 1;
    }
    Run("decode to UTF-16", &Participant::decode_utf16, 2, participants, cell, rounds, batch);
    Run("decode to UTF-8", &Participant::decode_utf8, 1, participants, cell, rounds, batch);
    if (whatwg_encoding::GetOutputEncoding(cell.encoding()) == cell.encoding()) {
      Run("encode", &Participant::encode_utf16, 1, participants, cell, rounds, batch);
    }
  }
  return 0;
}

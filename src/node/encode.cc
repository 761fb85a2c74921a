// The calls that turn strings into bytes.
//
// May include queue/ and what is below it, and the other files of node/.
#include "node/encode.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/surrogates.h"
#include "node/output.h"
#include "node/values.h"
#include "queue/encode_queue.h"

namespace encoding::node {

namespace {

Record NewUnencodable(napi_env env, const EncodeQueueResult& result) {
  Record error(env);
  error.Set("index", static_cast<double>(result.offset));
  error.Set("codePoint", static_cast<double>(result.code_point));
  return error;
}

// Tells JavaScript of an unencodable code point: the one of number `at` in the list.
void TellUnencodable(std::span<uint32_t> list, size_t at, size_t index, char32_t code_point,
                     size_t place) {
  const std::span<uint32_t> numbers = list.subspan(at * kNumbersEach, kNumbersEach);
  numbers[0] = static_cast<uint32_t>(index);
  numbers[1] = code_point;
  numbers[2] = static_cast<uint32_t>(place);
}

// How many bytes a code unit has in an encoding, where each that can be encoded has as many; else
// 0.
size_t BytesPerUnit(EncodingId encoding) {
  const Encoder& encoder = NewEncoder(encoding);
  if (std::holds_alternative<Utf16Encoder>(encoder)) return 2;
  return std::holds_alternative<SingleByteEncoder>(encoder) ? 1 : 0;
}

// Encodes all of `text` into the output's result.
napi_value EncodeToBuffer(napi_env env, Output& output, EncodeState& state, Units text,
                          Unencodables mode, bool flush) {
  size_t read = 0;
  for (size_t room = 3 * text.size() + kMinEncodeRoom;; room *= 2) {
    if (!output.Reserve(room)) return ThrowOutOfMemory(env);
    const EncodeQueueResult result =
        EncodeQueue(state, text.subspan(read), output.room(), mode, flush);
    read += result.read;
    output.Wrote(result.written);
    if (result.full) continue;
    if (!result.failed) return output.ToResult(env);
    const napi_value bytes = output.ToBuffer(env);
    if (bytes == nullptr) return nullptr;
    Record error = NewUnencodable(env, result);
    error.Set("read", static_cast<double>(read));
    error.Set("output", bytes);
    return error.value();
  }
}

// In UTF-16 code units.
constexpr size_t kShortText = 1024;

// Encodes all of `text` or, by its count, nothing: kNotEncoded.
size_t EncodeShort(EncodeState& state, Units text, std::span<uint8_t> room, Unencodables mode,
                   bool flush) {
  const EncodeQueueResult result = EncodeQueue(state, text, room, mode, flush);
  return result.full || result.failed ? kNotEncoded : result.written;
}

// Reads a text that has no code unit above U+00FF to where there is room; no bytes when there is
// too little. False, with an exception pending, when the value is no string.
bool GetLatin1(napi_env env, napi_value value, std::span<uint8_t> room, Bytes& bytes) {
  if (room.empty()) return true;
  size_t length = 0;
  auto* const characters = reinterpret_cast<char*>(room.data());
  if (napi_get_value_string_latin1(env, value, characters, room.size(), &length) != napi_ok) {
    ThrowNoString(env);
    return false;
  }
  // Where all but the zero behind is full, there may be more.
  if (length + 1 < room.size()) bytes = room.first(length);
  return true;
}

// Encodes Latin-1 that stands where its bytes are to be.
size_t EncodeLatin1(EncodingId encoding, Bytes latin1, Arena& arena, std::span<uint8_t> room) {
  if (IsAsciiCompatible(encoding) && IsAscii(latin1)) return latin1.size();
  if (encoding == EncodingId::kWindows1252 && HasNoC1(latin1)) return latin1.size();
  Room memory(arena);
  auto* const copy = memory.Take<char16_t>(latin1.size());
  if (copy == nullptr) return kNotEncoded;
  std::copy(latin1.begin(), latin1.end(), copy);
  const Units units(copy, latin1.size());
  const size_t written = EncodeWhole(encoding, units, room);
  if (written != kNotEncoded || encoding != EncodingId::kUtf8) return written;
  // There is seldom room for the most that it may become, but mostly for what it becomes.
  Room larger(arena);
  const size_t most = 4 * units.size();
  auto* const bytes = larger.Take<uint8_t>(most);
  if (bytes == nullptr) return kNotEncoded;
  const size_t needed = EncodeWhole(encoding, units, {bytes, most});
  if (needed > room.size()) return kNotEncoded;
  std::memcpy(room.data(), bytes, needed);
  return needed;
}

// Does what EncodeQueue() does, in memory of the caller's: no byte behind `written` changes.
// Kernels write ahead of what they report, so each stretch is encoded into a block of our own and
// copied.
EncodeQueueResult EncodeQueueExactly(EncodeState& state, Units text, std::span<uint8_t> target,
                                     Unencodables mode, bool flush) {
  constexpr size_t kBlockBytes = 8 * 1024;
  uint8_t block[kBlockBytes];
  EncodeQueueResult all;
  for (;;) {
    const size_t room = std::min(target.size() - all.written, kBlockBytes);
    const EncodeQueueResult part =
        EncodeQueue(state, text.subspan(all.read), {block, room}, mode, flush);
    if (part.written != 0) std::memcpy(target.data() + all.written, block, part.written);
    all.read += part.read;
    all.written += part.written;
    // A whole block that is full says nothing of the target, which may have room for more.
    if (part.full && room == kBlockBytes) continue;
    all.full = part.full;
    all.failed = part.failed;
    all.code_point = part.code_point;
    all.offset = part.offset;
    return all;
  }
}

// Does what FinishEncoding() does, in memory of the caller's.
size_t FinishEncodingExactly(EncodeState& state, std::span<uint8_t> target) {
  uint8_t block[kMinEncodeRoom];
  const size_t room = std::min(target.size(), sizeof block);
  const size_t written = FinishEncoding(state, {block, room});
  if (written != 0) std::memcpy(target.data(), block, written);
  return written;
}

}  // namespace

Unencodables UnencodablesOf(uint32_t flags) {
  return static_cast<Unencodables>(flags & kUnencodables);
}

napi_value Encode(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Text text(env, environment, arguments[1]);
  if (!text.ok()) return nullptr;
  const Unencodables mode = UnencodablesOf(head.flags);
  Output output(environment, head.flags);
  if (arguments.count == 2 && mode == Unencodables::kFatal) {
    // Without room in the slab even the result of no text is a Buffer.
    const bool has_slab = !output.slab().empty();
    if (has_slab) {
      const size_t written = EncodeWhole(head.encoding, text.units(), output.slab());
      if (written != kNotEncoded) return output.InSlab(env, written);
    }
    const size_t width = BytesPerUnit(head.encoding);
    if (width != 0 && !has_slab) {
      std::span<uint8_t> bytes;
      const napi_value buffer = NewBuffer(env, width * text.units().size(), bytes);
      if (buffer == nullptr) return nullptr;
      if (EncodeWhole(head.encoding, text.units(), bytes) != kNotEncoded) return buffer;
    }
  }
  EncodeState state(head.encoding);
  const CarriedState carried(env, arguments.optional(2), state, head.flags & kEncodeStart);
  if (!carried.ok()) return nullptr;
  const napi_value value =
      EncodeToBuffer(env, output, state, text.units(), mode, !(head.flags & kEncodeStream));
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value EncodeOnce(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  Environment& environment = *arguments.environment;
  const Head head(env, environment.call->head);
  if (!head.ok) return nullptr;
  const std::span<uint8_t> room = environment.RoomInSlab();
  environment.call->written = -1;
  if (head.flags & kLatin1Text) {
    Bytes bytes;
    if (!GetLatin1(env, arguments[0], room, bytes)) return nullptr;
    if (bytes.data() == nullptr) return nullptr;
    environment.call->written =
        static_cast<int32_t>(EncodeLatin1(head.encoding, bytes, environment.arena(), room));
    return nullptr;
  }
  // One more than is short, and the zero behind.
  char16_t units[kShortText + 2];
  size_t length = 0;
  if (napi_get_value_string_utf16(env, arguments[0], units, std::size(units), &length) != napi_ok) {
    return ThrowNoString(env);
  }
  if (length > kShortText) return nullptr;
  const Units text(units, length);
  size_t written = EncodeWhole(head.encoding, text, room);
  const Unencodables mode = UnencodablesOf(head.flags);
  if (written == kNotEncoded && mode != Unencodables::kFatal) {
    EncodeState state(head.encoding);
    written = EncodeShort(state, text, room, mode, true);
  }
  environment.call->written = static_cast<int32_t>(written);
  return nullptr;
}

napi_value EncodeChunk(napi_env env, napi_callback_info info) {
  const Arguments<2> arguments(env, info);
  Environment& environment = *arguments.environment;
  const Head head(env, environment.call->head);
  if (!head.ok) return nullptr;
  const Text text(env, environment, arguments[0], kShortText + 1);
  if (!text.ok()) return nullptr;
  EncodeState state(head.encoding);
  const CarriedState carried(env, arguments[1], state, head.flags & kEncodeStart);
  if (!carried.ok()) return nullptr;
  size_t written = kNotEncoded;
  if (text.units().size() <= kShortText) {
    written = EncodeShort(state, text.units(), environment.RoomInSlab(), UnencodablesOf(head.flags),
                          !(head.flags & kEncodeStream));
  }
  if (written != kNotEncoded) carried.Keep();
  environment.call->written = static_cast<int32_t>(written);
  return nullptr;
}

napi_value FindUnencodables(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Text text(env, *arguments.environment, arguments[1]);
  if (!text.ok()) return nullptr;
  std::span<uint32_t> list;
  if (!GetList(env, arguments[2], list)) return nullptr;
  EncodeState state(head.encoding);
  Units rest = text.units();
  size_t count = 0;
  while (count < list.size() / kNumbersEach) {
    uint8_t bytes[4096];
    const EncodeQueueResult result = EncodeQueue(state, rest, bytes, Unencodables::kFatal, true);
    rest = rest.subspan(result.read);
    if (result.failed) {
      TellUnencodable(list, count++, static_cast<size_t>(result.offset), result.code_point,
                      static_cast<size_t>(result.offset));
    } else if (!result.full) {
      break;
    }
  }
  return NewNumber(env, static_cast<double>(count));
}

napi_value EncodeAround(napi_env env, napi_callback_info info) {
  const Arguments<4> arguments(env, info);
  Environment& environment = *arguments.environment;
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Text text(env, environment, arguments[1]);
  if (!text.ok()) return nullptr;
  EncodeState state(head.encoding);
  const CarriedState carried(env, arguments[2], state, head.flags & kEncodeStart);
  if (!carried.ok()) return nullptr;
  std::span<uint32_t> list;
  if (!GetList(env, arguments[3], list)) return nullptr;
  const Units units = text.units();
  if (list.size() / kNumbersEach <= units.size()) return ThrowListTooShort(env);
  Output output(environment, head.flags);
  size_t read = 0;
  size_t count = 0;
  for (EncodeQueueResult result{.full = true}; result.full || result.failed;) {
    if (result.full && !output.Reserve(3 * (units.size() - read) + kMinEncodeRoom)) {
      return ThrowOutOfMemory(env);
    }
    result = EncodeQueue(state, units.subspan(read), output.room(), Unencodables::kFatal,
                         !(head.flags & kEncodeStream));
    read += result.read;
    output.Wrote(result.written);
    if (!result.failed) continue;
    TellUnencodable(list, count++, read - CodeUnits(result.code_point), result.code_point,
                    output.size());
  }
  TellUnencodable(list, count, read, kNoMore, output.size());
  const napi_value value = output.ToResult(env);
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value EncodeInto(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  std::span<uint8_t> target;
  if (!GetTarget(env, arguments[2], target)) return nullptr;
  EncodeState state(head.encoding);
  EncodeQueueResult result;
  // Only the first part of a long text is read: two code units become at least one byte. Where code
  // points are skipped that does not hold; then a part twice as long is tried, until the text ends
  // or the target is full.
  for (size_t most = 2 * target.size() + 2;; most *= 2) {
    const Text text(env, environment, arguments[1], most);
    if (!text.ok()) return nullptr;
    Units units = text.units();
    const bool is_part = units.size() == most;
    if (is_part && IsLeadingSurrogate(units.back())) units = units.first(most - 1);
    state = EncodeState(head.encoding);
    result = EncodeQueueExactly(state, units, target, UnencodablesOf(head.flags), !is_part);
    if (!is_part || result.full || result.failed) break;
  }
  Record progress(env);
  // An unencodable code point is not read: what comes next begins with it.
  const size_t unread = result.failed ? CodeUnits(result.code_point) : 0;
  size_t written = result.written;
  if (result.failed || result.full) {
    written += FinishEncodingExactly(state, target.subspan(written));
  }
  progress.Set("read", static_cast<double>(result.read - unread));
  progress.Set("written", static_cast<double>(written));
  if (result.failed) progress.Set("codePoint", static_cast<double>(result.code_point));
  return progress.value();
}

napi_value FillEncodeTable(napi_env env, napi_callback_info info) {
  const Arguments<2> arguments(env, info);
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  std::span<uint16_t> table;
  if (!GetTable(env, arguments[1], table)) return nullptr;
  for (uint32_t unit = 0; unit < 0x10000; ++unit) {
    const auto code_unit = static_cast<char16_t>(unit);
    const bool is_code_point = (unit & 0xF800) != 0xD800;
    uint8_t bytes[kMinEncodeRoom];
    const size_t written =
        is_code_point ? EncodeWhole(head.encoding, Units(&code_unit, 1), bytes) : kNotEncoded;
    table[unit] = written == 1   ? bytes[0]
                  : written == 2 ? static_cast<uint16_t>(bytes[0] << 8 | bytes[1])
                                 : uint16_t{0};
  }
  return nullptr;
}

napi_value EncodeReplacements(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  EncodeState state(EncodingId::kUtf8);
  const CarriedState carried(env, arguments[0], state, false);
  if (!carried.ok()) return nullptr;
  return NewNumber(env, static_cast<double>(state.replacements));
}

napi_value MeasureText(napi_env env, napi_callback_info info) {
  const Arguments<2> arguments(env, info);
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Text text(env, *arguments.environment, arguments[1]);
  if (!text.ok()) return nullptr;
  EncodeState state(head.encoding);
  EncodeQueueResult result;
  double length = 0;
  Units rest = text.units();
  do {
    uint8_t bytes[4096];
    result = EncodeQueue(state, rest, bytes, UnencodablesOf(head.flags), true);
    rest = rest.subspan(result.read);
    length += static_cast<double>(result.written);
  } while (result.full);
  if (result.failed) return NewUnencodable(env, result).value();
  Record measured(env);
  measured.Set("length", length);
  measured.Set("replacements", static_cast<double>(state.replacements));
  return measured.value();
}

napi_value EncodeStateSize(napi_env env) {
  return NewNumber(env, static_cast<double>(sizeof(EncodeState)));
}

}  // namespace encoding::node

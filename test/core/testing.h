// Helpers that the tests and the fuzz drivers of the core share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "../../src/core/sinks.h"
#include "../../src/core/source.h"
#include "../../src/queue/bom.h"
#include "../../src/queue/decode_queue.h"
#include "../../src/queue/encode_queue.h"
#include "../../src/queue/transcode.h"
#include "exact_block.h"

namespace whatwg_encoding {

inline bool operator==(const DecodeError& left, const DecodeError& right) {
  return left.offset == right.offset && left.length == right.length && left.reason == right.reason;
}

}  // namespace whatwg_encoding

namespace whatwg_encoding::testing {

using whatwg_testing::ExactBlock;

// A block of memory for the output of a kernel. Its marks show which elements the kernel has left
// unwritten.
template <typename T>
class MarkedBlock : public ExactBlock<T> {
 public:
  explicit MarkedBlock(size_t size) : ExactBlock<T>(size) {
    std::ranges::fill(this->span(), kMark);
  }
  // Whether all is unwritten beyond the output and what a kernel may write ahead.
  bool IsUnwrittenBehind(size_t written) const {
    const size_t end = std::min(this->size(), written + simd::kMaxWriteAhead);
    return std::ranges::all_of(this->span().subspan(end), [](T value) { return value == kMark; });
  }

 private:
  static constexpr T kMark = static_cast<T>(0xBEEF);
};

// Every mode for code points that the encoding does not contain.
inline constexpr auto kEveryMode = [] {
  std::array<Unencodables, std::size(kUnencodablesNames)> modes{};
  for (size_t i = 0; i < modes.size(); ++i) modes[i] = static_cast<Unencodables>(i);
  return modes;
}();

inline Bytes AsBytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

struct Decoded {
  std::u16string utf16;
  std::string utf8;
  size_t counted_units = 0;
  size_t counted_bytes = 0;
  uint64_t replacements = 0;
  DecodeError error;  // in fatal mode only
  DecodeError first_error;

  bool operator==(const Decoded&) const = default;
};

// Decodes the pieces of a stream with all three sinks, each of which has exactly the room that is
// promised.
inline Decoded DecodePieces(EncodingId id, const std::vector<Bytes>& pieces, ErrorMode mode) {
  Decoded decoded;
  DecodeState states[3] = {DecodeState(id), DecodeState(id), DecodeState(id)};
  for (size_t at = 0; at < pieces.size(); ++at) {
    const bool flush = at + 1 == pieces.size();
    ExactBlock<uint8_t> piece(pieces[at]);
    const ExactBlock<char16_t> units(MaxUtf16Units(piece.size()));
    const ExactBlock<uint8_t> bytes(MaxUtf8Bytes(piece.size()));
    Utf16Sink utf16(units.data(), units.size());
    Utf8Sink utf8(bytes.data(), bytes.size());
    CountingSink counting;
    const DecodeQueueResult result = DecodeQueue(states[0], piece.span(), utf16, mode, flush);
    DecodeQueue(states[1], piece.span(), utf8, mode, flush);
    DecodeQueue(states[2], piece.span(), counting, mode, flush);
    decoded.utf16.append(units.data(), utf16.written());
    decoded.utf8.append(reinterpret_cast<const char*>(bytes.data()), utf8.written());
    decoded.counted_units += counting.utf16_units();
    decoded.counted_bytes += counting.utf8_bytes();
    if (result.error.reason != Reason::kNone) {
      decoded.error = result.error;
      break;
    }
  }
  decoded.replacements = states[0].replacements;
  decoded.first_error = states[0].first_error;
  return decoded;
}

// Decodes bytes as the next chunk of a stream, with U+FFFD for each error and without a byte order
// mark, unless `ignore_bom` says that it is text.
inline std::u16string DecodeChunk(DecodeState& state, Bytes bytes, bool ignore_bom, bool flush) {
  const ExactBlock<uint8_t> input(bytes);
  const ExactBlock<char16_t> units(MaxUtf16Units(bytes.size()));
  Utf16Sink sink(units.data(), units.size());
  DecodeQueue(state, input.span(), sink, ErrorMode::kReplacement, flush);
  const size_t bom = TakeBom(state, ignore_bom, units.data(), sink.written());
  return {units.data() + bom, sink.written() - bom};
}

// Converts UTF-16 without lone surrogates to UTF-8, one scalar value at a time.
inline std::string ToUtf8(const std::u16string& text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    char32_t scalar = text[at];
    if ((scalar & 0xFC00) == 0xD800) {
      scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (text[++at] & 0x3FFu);
    }
    const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    const int more = scalar < 0x80 ? 0 : scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
    put(more == 0 ? scalar : (0xFF00 >> (more + 1) & 0xFF) | scalar >> 6 * more);
    for (int left = more - 1; left >= 0; --left) put(0x80 | (scalar >> 6 * left & 0x3F));
  }
  return out;
}

// Cuts values at random places into pieces shorter than `limit`, some of them empty.
template <typename T>
std::vector<std::span<const T>> Cut(std::mt19937& random, std::span<const T> values, size_t limit) {
  std::vector<std::span<const T>> pieces;
  while (!values.empty()) {
    const size_t size = std::min<size_t>(random() % limit, values.size());
    pieces.push_back(values.first(size));
    values = values.subspan(size);
  }
  pieces.push_back(values);
  return pieces;
}

// The whole output of a stream: the bytes, and each fatal error with the number of bytes before it.
struct StreamError {
  size_t bytes_before = 0;
  uint64_t offset = 0;
  size_t length = 0;  // of a malformed sequence, in bytes
  Reason reason = Reason::kNone;
  char32_t code_point = 0;

  bool operator==(const StreamError&) const = default;
};

struct Streamed {
  std::vector<uint8_t> bytes;
  std::vector<StreamError> errors;
  uint64_t replacements = 0;

  bool operator==(const Streamed&) const = default;
};

// Encodes the pieces of a stream into blocks of `room` bytes, as many blocks as it takes. Where the
// next character does not fit into a block, the block is made larger until it does. Continues after
// errors.
inline Streamed EncodePieces(EncodingId id, const std::vector<Units>& pieces, Unencodables mode,
                             size_t room) {
  Streamed streamed;
  EncodeState state(id);
  for (size_t at = 0; at < pieces.size(); ++at) {
    Units rest = pieces[at];
    for (size_t size = room;;) {
      ExactBlock<char16_t> input(rest);
      ExactBlock<uint8_t> output(size);
      const EncodeQueueResult result = EncodeQueue(
          state, input.span(), WritableAhead(output.span()), mode, at + 1 == pieces.size());
      const std::span<const uint8_t> written = output.span().first(result.written);
      streamed.bytes.insert(streamed.bytes.end(), written.begin(), written.end());
      rest = rest.subspan(result.read);
      if (result.failed) {
        streamed.errors.push_back(
            {streamed.bytes.size(), result.offset, 0, Reason::kNone, result.code_point});
      }
      if (!result.full && !result.failed) break;
      const bool is_stuck = result.full && result.read == 0 && result.written == 0;
      size = is_stuck ? size + 1 : room;
    }
  }
  streamed.replacements = state.replacements;
  return streamed;
}

inline constexpr size_t kAmpleRoom = 1 << 16;

// Transcodes the pieces of a stream into blocks of `room` bytes, at least kMinTranscodeRoom, as
// EncodePieces() does.
inline Streamed TranscodePieces(EncodingId from, EncodingId to, const std::vector<Bytes>& pieces,
                                const TranscodeModes& modes, size_t room) {
  Streamed streamed;
  TranscodeState state(from, to);
  for (size_t at = 0; at < pieces.size(); ++at) {
    Bytes rest = pieces[at];
    for (;;) {
      ExactBlock<uint8_t> input(rest);
      ExactBlock<uint8_t> output(room);
      const TranscodeResult result = TranscodeQueue(
          state, input.span(), WritableAhead(output.span()), modes, at + 1 == pieces.size());
      const std::span<const uint8_t> written = output.span().first(result.written);
      streamed.bytes.insert(streamed.bytes.end(), written.begin(), written.end());
      rest = rest.subspan(result.read);
      if (result.outcome == TranscodeOutcome::kFinished) break;
      if (result.outcome == TranscodeOutcome::kFull) continue;
      streamed.errors.push_back({streamed.bytes.size(), result.error.offset, result.error.length,
                                 result.error.reason, result.code_point});
    }
  }
  streamed.replacements = state.decode.replacements + state.encode.replacements;
  return streamed;
}

// Text with what is special for encoders of any kind, lone surrogates included.
inline std::u16string InterestingText(std::mt19937& random, size_t size) {
  // ASCII with the control characters of ISO-2022-JP; what single encoders handle by themselves;
  // letters of every script that an index has; supplementary code points of Big5 and others;
  // surrogates.
  static constexpr char16_t kMarked[] = {
      0x000E, 0x000F, 0x001B, 0x005C, 0x007E, 0x007F, 0x0080, 0x00A5, 0x00CA, 0x00E9, 0x00EA,
      0x0304, 0x030C, 0x0416, 0x05D0, 0x0E01, 0x203E, 0x20AC, 0x2212, 0x2550, 0x3000, 0x3042,
      0x4E00, 0x4E02, 0x5341, 0x65E5, 0x7E8A, 0xAC00, 0xE000, 0xE3AC, 0xE5E5, 0xE7C7, 0xE78D,
      0xF780, 0xF7FF, 0xFE10, 0xFEFF, 0xFF0D, 0xFF61, 0xFF9E, 0xFFFD, 0xFFFF};
  static constexpr char32_t kPairs[] = {0x10000, 0x1F4A9, 0x2008A, 0x20021, 0x2F9DA, 0x10FFFF};
  std::u16string text;
  while (text.size() < size) {
    const auto value = static_cast<uint32_t>(random() >> 4);
    const uint32_t choice = value / 8;
    switch (value % 8) {
      case 0:
        text += static_cast<char16_t>(choice % 0x10000);
        break;
      case 1:
        text += static_cast<char16_t>(0xD800 + choice % 0x800);
        break;
      case 2:
        text += LeadingSurrogate(kPairs[choice % std::size(kPairs)]);
        text += TrailingSurrogate(kPairs[choice % std::size(kPairs)]);
        break;
      case 3:
        text += std::u16string(choice % 20, static_cast<char16_t>(0x20 + choice % 0x5F));
        break;
      default:
        text += kMarked[choice % std::size(kMarked)];
        break;
    }
  }
  text.resize(size);
  return text;
}

// Names for parameterised tests.
inline std::string TestName(size_t id) {
  std::string name(kEncodingNames[id]);
  for (char& c : name) c = c == '-' ? '_' : c;
  return id < kFirstFull ? name : name + "_full";
}

// Bytes that are special for decoders of any kind.
inline std::vector<uint8_t> InterestingBytes(std::mt19937& random, size_t size) {
  static constexpr uint8_t kMarked[] = {0x0A, 0x0E, 0x0F, 0x1B, 0x24, 0x28, 0x29, 0x40, 0x42,
                                        0x43, 0x49, 0x4A, 0x7B, 0x7D, 0x7E, 0x7F, 0x80, 0x81,
                                        0x8E, 0x8F, 0xA0, 0xA1, 0xBB, 0xBF, 0xC2, 0xD8, 0xDC,
                                        0xE0, 0xED, 0xEF, 0xF4, 0xFE, 0xFF};
  std::vector<uint8_t> bytes(size);
  for (uint8_t& byte : bytes) {
    const uint32_t value = static_cast<uint32_t>(random());
    switch (value % 6) {
      case 0:
        byte = static_cast<uint8_t>(value >> 8);
        break;
      case 1:
        byte = static_cast<uint8_t>(0x30 + (value >> 8) % 10);
        break;
      case 2:
        byte = kMarked[(value >> 8) % sizeof kMarked];
        break;
      case 3:
        byte = static_cast<uint8_t>(0x21 + (value >> 8) % 94);
        break;
      default:
        byte = static_cast<uint8_t>(0x81 + (value >> 8) % 126);
        break;
    }
  }
  return bytes;
}

// Bytes that are special for the decoder of one encoding. In UTF-32 hardly any of the bytes above
// would be well-formed.
inline std::vector<uint8_t> InterestingBytes(std::mt19937& random, size_t size, EncodingId id) {
  if (!IsUtf32(id)) return InterestingBytes(random, size);
  static constexpr uint32_t kMarked[] = {
      0,        0x41,       0x7F,    0x80,    0x7FF,      0x800,     0xD7FF,    0xD800,  0xDBFF,
      0xDC00,   0xDFFF,     0xE000,  0xFEFF,  0xFFFE,     0xFFFF,    0x10000,   0x1F4A9, 0x10FFFF,
      0x110000, 0x80000041, 0x10041, 0x1D800, 0xFFFFFFFF, 0x1000041, 0xFFFE0000};
  std::vector<uint8_t> bytes((size + 3) / 4 * 4);
  for (size_t at = 0; at < bytes.size(); at += 4) {
    const auto value = static_cast<uint32_t>(random());
    const uint32_t code_point = value % 3 == 0   ? 0x41 + (value >> 8) % 26
                                : value % 3 == 1 ? (value >> 8) % 0x11000
                                                 : kMarked[(value >> 8) % std::size(kMarked)];
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned place = id == EncodingId::kUtf32be ? 3 - i : i;
      bytes[at + i] = static_cast<uint8_t>(code_point >> 8 * place);
    }
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace whatwg_encoding::testing

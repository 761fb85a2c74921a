// The kernels of ISO-2022-JP with AVX-512. Text changes between ASCII and pairs every 20 or 30
// bytes, which processors cannot predict. So these kernels find for 64 bytes at once, without
// branches, where ASCII and where pairs are.
#pragma once

#include "avx512.h"
#include "lanes.h"
#include "scalar.h"

#if defined(ENCODING_X64)

ENCODING_SET_BEGIN

// A bit is set in each place where the number of bits up to and with that place is odd.
inline uint64_t OddUpTo(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

// A bit for each byte that is not ASCII, or is 0x0E, 0x0F or 0x1B.
inline uint64_t PlainEnds(__m512i bytes) {
  const __m512i even_to_odd = bytes | V::Fill8(0x01);
  return V::HighBits(bytes) | _mm512_cmpeq_epi8_mask(even_to_odd, V::Fill8(0x0F)) |
         _mm512_cmpeq_epi8_mask(bytes, V::Fill8(0x1B));
}

// A bit for each byte that is not in the range 0x21 to 0x7E. Bytes from 0x80 on are negative here.
inline uint64_t PairEnds(__m512i bytes) {
  return _mm512_cmple_epi8_mask(bytes, V::Fill8(0x20)) |
         _mm512_cmpeq_epi8_mask(bytes, V::Fill8(0x7F));
}

// The escape sequences that begin in the first 64 of 66 bytes.
struct Escapes {
  explicit Escapes(const uint8_t* bytes) {
    const __m512i first = V::Load(bytes);
    const __m512i second = V::Load(bytes + 1);
    const __m512i third = V::Load(bytes + 2);
    const uint64_t begin = _mm512_cmpeq_epi8_mask(first, V::Fill8(0x1B));
    to_ascii = begin & _mm512_cmpeq_epi8_mask(second, V::Fill8(0x28)) &
               _mm512_cmpeq_epi8_mask(third, V::Fill8(0x42));
    to_pairs = begin & _mm512_cmpeq_epi8_mask(second, V::Fill8(0x24)) &
               _mm512_cmpeq_epi8_mask(third | V::Fill8(0x02), V::Fill8(0x42));
  }
  uint64_t all() const { return to_ascii | to_pairs; }

  uint64_t to_ascii;
  uint64_t to_pairs;
};

inline Progress ToEucJp(Iso2022JpState& state, const uint8_t* bytes, size_t size, uint8_t* out,
                        size_t limit) {
  size_t at = 0;
  size_t written = 0;
  // All ones if the parity was odd at the end of the previous block, else 0.
  uint64_t in_pairs_before = state.in_pairs ? ~uint64_t{0} : 0;
  uint64_t odd_before = 0;
  // The escape sequences of the block before. When there was no output since the last one, it
  // counts as if one ended right before this block.
  uint64_t before = uint64_t{!state.has_output} << 61;
  for (; size - at >= 66 && limit - written >= 64; at += 64) {
    const Escapes escapes(bytes + at);
    const uint64_t all = escapes.all();
    const uint64_t in_pairs = OddUpTo(all) ^ in_pairs_before;
    // The two bytes after the first byte of an escape sequence are not text either.
    const uint64_t text = ~(all | all << 1 | all << 2 | before >> 63 | before >> 62);
    const uint64_t odd = OddUpTo(text & in_pairs) ^ odd_before;
    const __m512i block = V::Load(bytes + at);
    // Left to the scalar kernel: other bytes, an escape sequence to the current state, half a pair
    // before an escape sequence, and an escape sequence without output since the one before.
    uint64_t others = text & ((in_pairs & PairEnds(block)) | (~in_pairs & PlainEnds(block)));
    others |= (escapes.to_ascii & (in_pairs | odd)) | (escapes.to_pairs & ~in_pairs);
    others |= all & (all << 3 | before >> 61);
    if (others != 0) break;
    const __m512i high = V::Fill8(0x80);
    V::Store(Compress(text, _mm512_mask_add_epi8(block, in_pairs, block, high)), out + written);
    written += CountBits(text);
    in_pairs_before = in_pairs >> 63 != 0 ? ~uint64_t{0} : 0;
    odd_before = odd >> 63 != 0 ? ~uint64_t{0} : 0;
    before = all;
  }
  at += static_cast<size_t>(before >> 62);
  const bool is_half = odd_before != 0;
  at -= is_half;
  written -= is_half;
  state = {.in_pairs = in_pairs_before != 0, .has_output = before >> (is_half ? 60 : 61) == 0};
  const Progress rest =
      scalar::ToEucJp(state, bytes + at, size - at, out + written, limit - written);
  return {at + rest.read, written + rest.written};
}

ENCODING_SET_END

#endif

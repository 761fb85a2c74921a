'use strict';

// Bytes in one encoding to bytes in another, by the core. In these functions `from` and `to` are the core's numbers of
// encodings, and `settings` are the flags of decoding and one of `unencodables`.

const { lengthOf } = require('../base/webidl.js');
const binding = require('./backend.js');

const {
  IN_SLAB_DESCRIPTOR,
  MAX_SHORT,
  answerBytes,
  answers,
  beginShort,
  flags,
  descriptorOf,
  maxSharedBytes,
} = binding;
const { newState, placeFlags, resultOf, shortResult, slab, transcodeDescriptorOf, transcodeShort } =
  binding;

/** Whether settings say that a malformed sequence is an error. */
const isFatal = (settings) => (settings & flags.fatal) !== 0;

/** The state of a new stream. */
const newTranscodeState = () => newState(binding.transcodeStateSize);

/** The part of a stream's state that is its decoder's. */
const decoderOf = ({ buffer, byteOffset }) =>
  new Uint8Array(buffer, byteOffset, binding.decodeStateSize);

/**
 * Transcodes all bytes: a Buffer, or { offset, read, output } after an error, with `length` and `reason` of a malformed
 * sequence or the `codePoint` that cannot be encoded.
 */
function transcodeBytes(from, to, settings, bytes) {
  const descriptor = transcodeDescriptorOf(from, to, settings);
  const length = lengthOf(bytes);
  if (length > maxSharedBytes) return binding.transcode(descriptor, bytes);
  if (length <= MAX_SHORT && !isFatal(settings)) {
    const memory = beginShort(descriptor);
    transcodeShort(bytes);
    const output = shortResult(memory);
    if (output !== null) return output;
  }
  return resultOf(slab.memory, binding.transcode(descriptor | IN_SLAB_DESCRIPTOR, bytes));
}

/** Transcodes a chunk of the stream that `state` carries: what transcodeBytes() returns. */
function transcodeChunk(from, to, settings, bytes, isFirst, isLast, state) {
  const descriptor = transcodeDescriptorOf(from, to, settings | placeFlags(isFirst, isLast));
  if (lengthOf(bytes) > maxSharedBytes) return binding.transcode(descriptor, bytes, state);
  return resultOf(slab.memory, binding.transcode(descriptor | IN_SLAB_DESCRIPTOR, bytes, state));
}

/**
 * Fills in the byte offset of the first `count` entries of a list, relative to the offset `begin` that it returns; adds the malformed
 * sequences of the chunk to the list unless the settings say that they are fatal; and advances `decoder` past the last code point that
 * stands for none, or without such a code point to the end of the chunk. The chunk and the decoder's state are those that decodeChunk() was
 * given. Returns { begin, read, made, count, mode, isSettled }: `read` bytes have been read up to there, which have made `made` code units,
 * and the list has `count` entries. `mode` is the number of the decoder's mode, or 0 while the decoder holds bytes. `isSettled` says whether
 * these bytes lead to that mode whatever follows them.
 */
function findOffsets(from, settings, bytes, isLast, decoder, list, count) {
  const descriptor = descriptorOf(from, settings | placeFlags(false, isLast));
  const all = binding.transcodeOffsets(descriptor, bytes, decoder, list, count, answerBytes);
  const { offset, read, written, mode, settled } = binding.answer;
  return {
    count: all,
    begin: answers[offset],
    read: answers[read],
    made: answers[written],
    mode: answers[mode],
    isSettled: answers[settled] === 1,
  };
}

/**
 * Returns { replacements, firstErrorOffset } of a stream so far, of bytes or of text. The latter is null while there is no malformed
 * sequence.
 */
function progressOf(state) {
  binding.progress(state, answerBytes);
  const { offset, reason, replacements } = binding.answer;
  return {
    replacements: answers[replacements],
    firstErrorOffset: answers[reason] === 0 ? null : answers[offset],
  };
}

module.exports = {
  decoderOf,
  findOffsets,
  isFatal,
  newTranscodeState,
  progressOf,
  transcodeBytes,
  transcodeChunk,
};

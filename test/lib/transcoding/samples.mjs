// Inputs of all kinds for the tests of this room, and a run of a Transcoder that goes on after each error.

const marked = [0x1b, 0x24, 0x28, 0x42, 0x4a, 0x30, 0x39, 0x80, 0x81, 0x84, 0x8e, 0x8f, 0xa1, 0xd8];
marked.push(0xdc, 0xe3, 0xf0, 0xff);

/** Bytes of which many are malformed in every multi-byte encoding. */
export function malformedBytes(random, size) {
  return Uint8Array.from({ length: size }, () => {
    const kind = random(4);
    if (kind === 0) return marked[random(marked.length)];
    return kind === 1 ? random(256) : 0x81 + random(126);
  });
}

/** Bytes that contain errors, and characters that `encodeSome()` gives, in an encoding. */
export function mixedBytes(random, name, length, encodeSome) {
  const parts = Array.from({ length }, () => {
    const kind = random(8);
    if (kind === 0) return Buffer.from([random(256)]);
    if (kind === 1) return Buffer.from([0x81 + random(126), random(256)]);
    if (kind === 2 && name === 'Big5') {
      return Buffer.from([0x88, [0x62, 0x64, 0xa3, 0xa5][random(4)]]);
    }
    if (kind === 2) return Buffer.from([0x1b, [0x24, 0x28][random(2)], 0x40 + random(11)]);
    if (kind === 3) return Buffer.from([0x81, 0x30, 0x81 + random(126), 0x30 + random(11)]);
    return encodeSome();
  });
  return Buffer.concat(parts);
}

/** Cuts bytes or a text into pieces; `size()` says how long each is. */
export function cutBy(whole, size) {
  const chunks = [];
  for (let at = 0; at < whole.length; ) {
    const end = at + size();
    chunks.push(whole.slice(at, end));
    at = end;
  }
  return chunks;
}

/** Runs a whole stream and goes on after each error. Returns all bytes, and where the errors are. */
export function goOn(transcoder, chunks) {
  const output = [];
  const errors = [];
  let at = 0;
  const run = (call) => {
    try {
      const bytes = call();
      output.push(bytes);
      at += bytes.length;
      return true;
    } catch (error) {
      output.push(error.output);
      at += error.output.length;
      const isTooMany = error.code === 'ERR_ENCODING_TOO_MANY_ERRORS';
      errors.push({ at, offset: error.offset, ...(isTooMany ? { isTooMany } : {}) });
      return false;
    }
  };
  for (const chunk of chunks) run(() => transcoder.write(chunk));
  while (!run(() => transcoder.end()));
  return { bytes: Buffer.concat(output), errors };
}

/** The places of the errors of modelTranscode(), as goOn() gives them. */
export const placesOf = (errors) =>
  errors.map(({ at, offset, isTooMany }) => ({ at, offset, ...(isTooMany ? { isTooMany } : {}) }));

/** What a function can do to the bytes that a call reads, which are of a resizable ArrayBuffer. */
export const harms = {
  detach: (bytes) => structuredClone(bytes.buffer, { transfer: [bytes.buffer] }),
  shorten: (bytes, length) => bytes.buffer.resize(length),
  clear: (bytes) => bytes.buffer.resize(0),
  write: (bytes) => bytes.fill(0x62),
};

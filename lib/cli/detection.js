'use strict';

// Finds the encodings of files: for the sub-command `detect`, which prints them, and for `-f auto`, which converts by them.

const { withoutControls } = require('../base/errors.js');
const { HeldDetector, detectionOf } = require('../detect/answers.js');
const { Detector } = require('../detect/detect.js');
const { toDetectSettings } = require('../detect/options.js');
const { handleOf, names } = require('../labels/encodings.js');
const { decode } = require('../transcoding/decode.js');
const { FileError } = require('../files/errors.js');
const { CHUNK_BYTES, chunksFromStart, chunksOf } = require('./input.js');
const { nameOf } = require('../files/paths.js');

/** In bytes: how much of a pipe is held before its encoding must be known. */
const MAX_HELD_BYTES = 64 * 1024;

/** In characters: how much of a line is shown before its first character that is not ASCII, and in all. */
const MAX_BEFORE = 20;
const MAX_SHOWN = 60;

/** A candidate that is less probable is not close. */
const CLOSE_PROBABILITY = 0.01;

const ESCAPE = 0x1b;

const percent = (probability) => `${Number((100 * probability).toPrecision(3))} %`;

/** Keeps the first chunk that has text beyond ASCII. In the chunks before it every decoder ends where it began. */
class Sample {
  bytes = null;
  #isFinal = false;

  add(bytes) {
    if (this.#isFinal) return;
    let hasEscape = false;
    for (let i = 0; i < bytes.length && !this.#isFinal; i++) {
      this.#isFinal = bytes[i] >= 0x80 || bytes[i] === 0;
      hasEscape ||= bytes[i] === ESCAPE;
    }
    // In ISO-2022-JP an escape sequence stands before the text. Elsewhere it tells nothing.
    if (this.#isFinal || (hasEscape && this.bytes === null)) this.bytes = Buffer.from(bytes);
  }
}

/** Returns the first line of a text that has a character beyond ASCII, or a part of it around that character; or null. */
function lineOf(text) {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) < 0x80) at++;
  if (at === text.length) return null;
  const start = Math.max(text.lastIndexOf('\n', at) + 1, text.lastIndexOf('\r', at) + 1);
  const before = Array.from(text.slice(Math.max(start, at - 2 * MAX_BEFORE), at)).slice(
    -MAX_BEFORE,
  );
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  const behind = Array.from(text.slice(at, Math.min(end, at + 2 * MAX_SHOWN)));
  const shown = [...before, ...behind.slice(0, MAX_SHOWN - MAX_BEFORE)].join('');
  return shown.trim();
}

/** How a sample, or null, reads in an encoding: what lineOf() returns. */
const readingOf = (sample, encoding) =>
  sample && lineOf(decode(sample, handleOf(names.indexOf(encoding))));

/** Returns the line that --json does not print. */
function lineFor(path, result) {
  const { encoding, isReliable, isAscii, malformed, language, text, runnerUp, probability } =
    result;
  const name = nameOf(path);
  if (encoding === null) return `${name}: unknown\n`;
  if (isAscii) return `${name}: ${encoding}, only ASCII\n`;
  const sure = isReliable ? 'reliable' : `not sure, ${percent(probability)}`;
  const reading = (line) => (line === null ? '' : `: ${withoutControls(line)}`);
  const damage = malformed === 0 ? '' : `, ${malformed} malformed`;
  const found = language === null ? '' : `, ${language}`;
  const best = `${name}: ${encoding}, ${sure}${found}${damage}${reading(text)}`;
  if (runnerUp === undefined) return `${best}\n`;
  const { encoding: other, probability: itsProbability, text: itsText } = runnerUp;
  return `${best}\n${name}: or ${other}, ${percent(itsProbability)}${reading(itsText)}\n`;
}

/** Returns what is reported of a file. `sample` has its first bytes that are not ASCII, or is null. */
function reportOf(detection, sample) {
  const { encoding, isReliable, isAscii, malformed, language, candidates } = detection;
  const [best, second] = candidates;
  const text = encoding && readingOf(sample, encoding);
  const isClose = !isReliable && encoding !== null && second?.probability >= CLOSE_PROBABILITY;
  const runnerUp = isClose ? { ...second, text: readingOf(sample, second.encoding) } : undefined;
  const found = isReliable ? 'detected' : 'unsure';
  return {
    status: encoding === null ? 'unknown' : found,
    encoding,
    isReliable,
    isAscii,
    malformed,
    language,
    probability: best?.probability ?? null,
    text,
    runnerUp,
    candidates,
  };
}

function detectFile(work, path, descriptor) {
  const detector = new Detector(work.settings.detection);
  const sample = new Sample();
  for (const bytes of chunksOf(descriptor)) {
    detector.write(bytes);
    sample.add(bytes);
    work.report.read(path, bytes.length);
  }
  const result = reportOf(detector.end(), sample.bytes);
  work.report.lines(lineFor(path, result));
  work.done(path, result);
}

/** Prints the encoding of each file. */
const detectFiles = (work) => work.each(detectFile);

/** The error of a file whose encoding is not certain. `prefix` stands before the name of one on the command line. */
function unsure(detection, prefix) {
  const { encoding, candidates } = detection;
  if (encoding === null) {
    const reason = 'cannot be read as text in any encoding that is detected';
    return new FileError('ERR_ENCODING_NOT_DETECTED', reason, { detection });
  }
  const named = candidates
    .slice(0, 2)
    .map((each) => `${each.encoding} (${percent(each.probability)})`);
  const reason = `its encoding is not certain, perhaps ${named.join(' or ')}; give it with -f ${prefix}NAME`;
  return new FileError('ERR_ENCODING_NOT_CERTAIN', reason, { detection });
}

/** The name of the encoding of a detection, behind a prefix; throws FileError if it is not certain. */
function certainOf(detection, prefix = '') {
  if (detection.encoding === null || !detection.isReliable) throw unsure(detection, prefix);
  return prefix + detection.encoding;
}

/** Returns the option `look` of a Conversion of what comes from a pipe, whose first bytes are held until they tell the encoding. */
function lookWith(settings) {
  const detectSettings = toDetectSettings(settings.detection);
  const detector = new HeldDetector(detectSettings, MAX_HELD_BYTES);
  return (held, isLast) => {
    const answer = detector.look(held, isLast);
    return answer && certainOf(detectionOf(answer, detectSettings).result);
  };
}

/**
 * Returns the name of the encoding that all bytes of an open file tell; throws FileError if it is not certain. `pause` is
 * awaited between the chunks of a long file.
 */
async function encodingOf(descriptor, settings, pause = () => {}) {
  const detector = new Detector(settings.detection);
  for (const bytes of chunksFromStart(descriptor)) {
    detector.write(bytes);
    if (bytes.length === CHUNK_BYTES) await pause();
  }
  return certainOf(detector.end());
}

module.exports = { certainOf, detectFiles, encodingOf, lookWith };

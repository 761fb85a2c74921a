'use strict';

// Finds the encodings of files: for the sub-command `detect`, which prints them, and for `-f auto`, which converts by them.

const { isAscii } = require('node:buffer');
const { withoutControls } = require('../base/errors.js');
const { asciiAnswer, detectionOf } = require('../detect/answers.js');
const { Detector } = require('../detect/detect.js');
const { Finder } = require('../detect/finder.js');
const { toDetectSettings } = require('../detect/options.js');
const { handleOf, names } = require('../labels/encodings.js');
const { decode } = require('../transcoding/decode.js');
const { FileError } = require('../files/errors.js');
const { CHUNK_BYTES, chunksFromStart, chunksOf } = require('./input.js');
const { nameOf } = require('../files/paths.js');

/** In bytes: how much of a pipe is held, from its first bytes or from the first one behind ASCII on, before its encoding must be known. */
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
    this.#isFinal = !isAscii(bytes) || bytes.includes(0);
    // In ISO-2022-JP an escape sequence stands before the text. Elsewhere it tells nothing.
    const isText = this.#isFinal || (this.bytes === null && bytes.includes(ESCAPE));
    if (isText) this.bytes = Buffer.from(bytes);
  }
}

/** Returns the first line of a text that has a character beyond ASCII, or a part of it around that character; or null. */
function lineOf(text) {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) < 0x80) at++;
  if (at === text.length) return null;
  const startOfLine = Math.max(text.lastIndexOf('\n', at), text.lastIndexOf('\r', at)) + 1;
  const before = text.slice(Math.max(startOfLine, at - MAX_BEFORE), at);
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  // A character has at most two code units.
  const behind = Array.from(text.slice(at, Math.min(end, at + 2 * MAX_SHOWN)));
  return (before + behind.slice(0, MAX_SHOWN - MAX_BEFORE).join('')).trim();
}

/** How a sample, or null, reads in an encoding: what lineOf() returns. */
const readingOf = (sample, encoding) =>
  sample && lineOf(decode(sample, handleOf(names.indexOf(encoding))));

/** Returns the line that --json does not print. */
function lineFor(path, result, runnerUp) {
  const { encoding, isReliable, malformed, language, text, probability } = result;
  const name = nameOf(path);
  if (encoding === null) return `${name}: unknown\n`;
  if (result.isAscii) return `${name}: ${encoding}, only ASCII\n`;
  const sure = isReliable ? 'reliable' : `not sure, ${percent(probability)}`;
  const reading = (line) => (line === null ? '' : `: ${withoutControls(line)}`);
  const damage = malformed === 0 ? '' : `, ${malformed} malformed`;
  const found = language === null ? '' : `, ${language}`;
  const best = `${name}: ${encoding}, ${sure}${found}${damage}${reading(text)}\n`;
  if (runnerUp === undefined) return best;
  const less = percent(runnerUp.probability);
  return `${best}${name}: or ${runnerUp.encoding}, ${less}${reading(runnerUp.text)}\n`;
}

/**
 * Returns { result, runnerUp }: what is reported of a file, and a close second candidate, or undefined. `sample` has the first bytes that
 * are not ASCII, or is null.
 */
function reportOf(detection, sample) {
  const { candidates, ...found } = detection;
  const { encoding, isReliable } = found;
  const [best, second] = candidates;
  const text = encoding && readingOf(sample, encoding);
  const isClose = !isReliable && encoding !== null && second?.probability >= CLOSE_PROBABILITY;
  const runnerUp = isClose ? { ...second, text: readingOf(sample, second.encoding) } : undefined;
  const sure = isReliable ? 'detected' : 'unsure';
  const status = encoding === null ? 'unknown' : sure;
  const probability = best?.probability ?? null;
  return { result: { status, ...found, probability, text, candidates }, runnerUp };
}

function detectFile(work, path, descriptor) {
  const detector = new Detector(work.settings.detection);
  const sample = new Sample();
  for (const bytes of chunksOf(descriptor)) {
    detector.write(bytes);
    sample.add(bytes);
    work.report.read(path, bytes.length);
  }
  const { result, runnerUp } = reportOf(detector.end(), sample.bytes);
  if (!work.settings.json) work.report.add(lineFor(path, result, runnerUp));
  work.done(path, result);
}

/** Prints the encoding of each file. */
const detectFiles = (work) => work.each(detectFile);

/**
 * The name of the encoding of a detection, behind a prefix that a name on the command line has, too; throws FileError if it is not certain.
 */
function certainOf(detection, prefix = '') {
  const { encoding, isReliable, candidates } = detection;
  if (isReliable) return prefix + encoding;
  if (encoding === null) {
    const reason = 'cannot be read as text in any encoding that is detected';
    throw new FileError('ERR_ENCODING_NOT_DETECTED', reason, { detection });
  }
  const named = candidates
    .slice(0, 2)
    .map((each) => `${each.encoding} (${percent(each.probability)})`);
  const reason = `its encoding is not certain, perhaps ${named.join(' or ')}; give it with -f ${prefix}NAME`;
  throw new FileError('ERR_ENCODING_NOT_CERTAIN', reason, { detection });
}

/** Returns the option `look` for the Conversion of a pipe. The bytes of the pipe are held until they tell the encoding. */
function lookWith(settings) {
  const detectSettings = toDetectSettings(settings.detection);
  const finder = new Finder({ ...detectSettings, holdsAscii: true }, MAX_HELD_BYTES);
  return (held, isLast) => {
    const { at, found } = finder.look(held, isLast);
    const answer = found ?? (isLast ? asciiAnswer : null);
    return { at, from: answer && certainOf(detectionOf(answer, detectSettings).result) };
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

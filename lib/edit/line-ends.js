'use strict';

// The ends of lines: LF, CR LF, and CR in a text without LF.

const CR = 0x0d;
const LF = 0x0a;

/** Returns where the line ends that begins at a place in a text. A CR alone ends a line where `endsAtCR` says so. */
function endOfLine(text, start, endsAtCR) {
  if (!endsAtCR) return text.indexOf('\n', start) + 1 || text.length;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) return at + 1;
  }
  return text.length;
}

/** Returns the lines of a text, each with its end. */
function linesOf(text, endsAtCR) {
  const lines = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfLine(text, at, endsAtCR);
    lines.push(text.slice(at, end));
    at = end;
  }
  return lines;
}

/** Whether a CR alone ends a line of a text. */
const endsAtCR = (text) => !text.includes('\n');

/** Returns the end of a line: CR LF, LF, CR, or nothing. */
function endOf(line) {
  const last = line.charCodeAt(line.length - 1);
  if (last === CR) return '\r';
  if (last !== LF) return '';
  return line.charCodeAt(line.length - 2) === CR ? '\r\n' : '\n';
}

/** Returns the end of a line with all CR before its LF: in some files a program has put a CR before each CR LF. */
function wholeEndOf(line) {
  let start = line.length - endOf(line).length;
  while (line.charCodeAt(start) === CR && line.charCodeAt(start - 1) === CR) start--;
  return line.slice(start);
}

/** Returns a line without its end. */
const bodyOf = (line) => line.slice(0, line.length - endOf(line).length);

/** Returns how many lines of a text end in each way, by the end. */
function countsOf(text) {
  const counts = new Map();
  const isOfCR = endsAtCR(text);
  for (const line of linesOf(text, isOfCR)) {
    const end = endOf(line);
    if (end === '' || (end === '\r' && !isOfCR)) continue;
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return counts;
}

/** Returns the end that all lines of a text have, 'mixed', or null where no line has one. */
function kindOf(text) {
  const ends = Array.from(countsOf(text).keys());
  return ends.length > 1 ? 'mixed' : (ends[0] ?? null);
}

module.exports = { bodyOf, countsOf, endOf, endOfLine, endsAtCR, kindOf, linesOf, wholeEndOf };

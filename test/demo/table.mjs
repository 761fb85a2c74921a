// Formats text for a terminal: the width of East Asian characters, table cells, and colours.

const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|[\u{20000}-\u{3FFFD}]/u;
const nothing = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

/** The number of columns that `text` needs on a terminal. */
export function width(text) {
  let columns = 0;
  for (const character of text) {
    if (!nothing.test(character)) columns += wide.test(character) ? 2 : 1;
  }
  return columns;
}

/** `text` cut to at most `columns` columns, with an ellipsis when something was cut off. */
export function cut(text, columns) {
  if (width(text) <= columns) return text;
  let kept = '';
  for (const character of text) {
    if (width(kept + character) > columns - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** `text` in a cell of `columns` columns. With `end` it is aligned to the right. */
export function cell(text, columns, end = false) {
  const space = ' '.repeat(Math.max(0, columns - width(text)));
  return end ? space + text : text + space;
}

/**
 * Colour functions for a stream. They return plain text when the stream is not a terminal or
 * NO_COLOR is set.
 */
export function colours(stream) {
  const on = stream.isTTY === true && !process.env.NO_COLOR;
  const paint = (code) => (text) => (on ? `\x1b[${code}m${text}\x1b[0m` : text);
  return { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), yellow: paint(33) };
}

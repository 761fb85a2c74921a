// Changes the text of modules, puts it together, and makes the source map of it.

import { dirname, relative } from 'node:path';

/** Text with edits, from which a source map can be made. */
export class Edits {
  #edits = [];

  constructor(module) {
    this.module = module;
  }

  replace(start, end, text) {
    this.#edits.push({ start, end, text });
  }

  /** Removes a statement, with the line break behind it. */
  remove({ start, end }) {
    const { text } = this.module;
    this.replace(start, text[end] === '\n' ? end + 1 : end, '');
  }

  /** Returns pieces of the new text, each with its place in the old text. */
  pieces() {
    const { text } = this.module;
    const pieces = [];
    let at = 0;
    this.#edits.sort((a, b) => a.start - b.start || a.end - b.end);
    for (const { start, end, text: replacement } of this.#edits) {
      if (start < at) throw new Error(`${this.module.path}: edits overlap at ${start}`);
      pieces.push({ text: text.slice(at, start), at }, { text: replacement, at: start });
      at = end;
    }
    pieces.push({ text: text.slice(at), at });
    return pieces.filter((piece) => piece.text !== '');
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A number as source maps have it. */
function vlq(value) {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

/** Collects the text of a file and its source map. */
export class Output {
  #text = '';
  #lines = [[]];
  #column = 0;
  #sources = [];

  /** Adds text that no source has. */
  add(text) {
    this.#append(text, undefined);
  }

  addPieces(module, pieces) {
    const source = this.#sources.push(module.path) - 1;
    const starts = [0];
    for (let i = 0; i < module.text.length; i++) if (module.text[i] === '\n') starts.push(i + 1);
    let line = 0;
    for (const { text, at } of pieces) {
      while (line + 1 < starts.length && starts[line + 1] <= at) line++;
      this.#append(text, { source, line, column: at - starts[line] });
    }
  }

  #append(text, from) {
    this.#text += text;
    const [first, ...others] = text.split('\n');
    if (from !== undefined)
      this.#lines.at(-1).push([this.#column, from.source, from.line, from.column]);
    this.#column += first.length;
    for (const [i, one] of others.entries()) {
      this.#lines.push(from === undefined ? [] : [[0, from.source, from.line + i + 1, 0]]);
      this.#column = one.length;
    }
  }

  /** Returns the text and the map of the file that stands at `path`. */
  finish(path) {
    const name = path.split('/').at(-1);
    let last = [0, 0, 0];
    const lines = this.#lines.map((segments) => {
      let column = 0;
      const written = segments.map(([at, ...place]) => {
        const text = vlq(at - column) + place.map((value, i) => vlq(value - last[i])).join('');
        column = at;
        last = place;
        return text;
      });
      return written.join(',');
    });
    const sources = this.#sources.map((source) =>
      relative(dirname(path), source).replaceAll('\\', '/'),
    );
    const map = { version: 3, file: name, sources, names: [], mappings: lines.join(';') };
    return {
      text: `${this.#text}//# sourceMappingURL=${name}.map\n`,
      map: `${JSON.stringify(map)}\n`,
    };
  }
}

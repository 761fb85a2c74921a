'use strict';

// UTF-7 and the form of it that IMAP uses for names of mailboxes. Only whatwg-transcoder/iconv-lite has them: UTF-7 hides markup
// from filters.
// https://www.rfc-editor.org/rfc/rfc2152
// https://www.rfc-editor.org/rfc/rfc3501#section-5.1.3

const { bytesOfText, concatBytes, lengthOf } = require('../base/webidl.js');
const { PIECE_UNITS, eachPiece, eachRun } = require('../transcoding/pieces.js');
const {
  Codec,
  Units,
  letters,
  pairingEncoder,
  placesIn,
  toChunk,
  unitForMalformed,
} = require('./codec.js');

const MINUS = 0x2d;

/** The differences between the two forms: what begins base64, the last digit of base64, and what needs no base64. */
class Form {
  constructor(shift, lastDigit, isDirect) {
    this.shift = shift;
    this.lastDigit = lastDigit;
    this.isDirect = isDirect;
    this.values = placesIn(`${letters}+${lastDigit}`);
    // iconv-lite's decoder of IMAP's form reads both digits.
    this.values[0x2f] = 63;
  }
}

const direct = placesIn(`${letters}'(),-./:? \n\r\t`);

const forms = {
  utf7: new Form('+', '/', (unit) => direct[unit] < 255),
  utf7imap: new Form('&', ',', (unit) => unit >= 0x20 && unit <= 0x7e),
};

/** Returns code units in base64. */
function digitsOf(units, { lastDigit }) {
  const digits = bytesOfText(units, 'utf16le').swap16().base64Slice();
  return digits.slice(0, Math.ceil((units.length * 16) / 6)).replaceAll('/', lastDigit);
}

/** Returns a function that encodes the texts of a stream, for pairingEncoder(). A call that a timeout of node:vm cuts off changes nothing. */
function writerOf(form) {
  const { shift, isDirect } = form;
  // The code units in base64 that have not been written, and whether base64 has begun. Three code units are eight digits.
  let kept = { units: '', isShifted: false };
  return (text, isLast) => {
    let { units, isShifted } = kept;
    const write = (count) => {
      const begin = isShifted ? '' : shift;
      const digits = digitsOf(units.slice(0, count), form);
      units = units.slice(count);
      isShifted = true;
      return begin + digits;
    };
    const unshift = () => {
      if (units === '' && !isShifted) return '';
      // RFC 2152 writes « + » as « +- », but inside base64 as a code unit.
      const isShiftAlone = units === shift && !isShifted;
      const digits = isShiftAlone ? units : write(units.length);
      units = '';
      isShifted = false;
      return `${digits}-`;
    };
    const chunks = [];
    eachPiece(text.toWellFormed(), PIECE_UNITS, (piece, ends) => {
      const parts = [];
      eachRun(piece, isDirect, (run, isInside) => {
        // « & » of IMAP is direct.
        if (isInside) parts.push(unshift(), run.replaceAll(shift, `${shift}-`));
        else units += run;
      });
      const whole = units.length - (units.length % 3);
      if (ends && isLast) parts.push(unshift());
      else if (whole > 0) parts.push(write(whole));
      chunks.push(bytesOfText(parts.join(''), 'latin1'));
    });
    const bytes = concatBytes(chunks);
    kept = { units, isShifted };
    return bytes;
  };
}

// What a decoder knows outside base64. `isJustShifted` tells whether nothing has followed the byte that begins base64.
const notShifted = { isShifted: false, isJustShifted: false, bits: 0, bitCount: 0 };

/**
 * Reads base64 to code units, and other bytes of ASCII as they are. Bytes from 0x80 on, surrogates alone, and base64 that ends
 * within a code unit, are malformed. Its own state is in that of its Units.
 */
class Utf7Decoder {
  #form;
  #units;

  constructor(form, units) {
    this.#form = form;
    this.#units = units;
    Object.assign(units.state, notShifted, { read: 0 });
  }

  write(chunk) {
    const bytes = toChunk(chunk);
    const length = lengthOf(bytes);
    const units = this.#units;
    // A byte ends base64 with up to three code units: a surrogate alone, an unfinished unit and the byte itself.
    units.begin(3 * length + 3);
    for (let at = 0; at < length; at++) {
      units.place = units.state.read + at;
      this.#decode(bytes[at]);
    }
    units.state.read += length;
    return units.toString();
  }

  end() {
    this.#units.begin(8);
    this.#unshift();
    this.#units.endPair();
    return this.#units.toString() || undefined;
  }

  #decode(byte) {
    const units = this.#units;
    const { state } = units;
    const shift = this.#form.shift.charCodeAt(0);
    if (!state.isShifted) {
      if (byte === shift) {
        state.isShifted = true;
        state.isJustShifted = true;
      } else if (byte < 0x80) units.push(byte);
      else units.pushMalformed();
      return;
    }
    const value = this.#form.values[byte];
    if (value < 64) {
      state.isJustShifted = false;
      state.bits = (state.bits << 6) | value;
      state.bitCount += 6;
      if (state.bitCount < 16) return;
      state.bitCount -= 16;
      // A code unit begins in the digit that has its first bit.
      units.place -= Math.trunc((state.bitCount + 15) / 6);
      units.push((state.bits >>> state.bitCount) & 0xffff);
      state.bits &= (1 << state.bitCount) - 1;
      return;
    }
    const isShiftAlone = state.isJustShifted && byte === MINUS;
    this.#unshift();
    if (isShiftAlone) units.push(shift);
    else if (byte !== MINUS) this.#decode(byte);
  }

  // Ends base64. Up to five bits are padding, and must be zero.
  #unshift() {
    const { state } = this.#units;
    if (!state.isShifted) return;
    if (state.bitCount >= 6 || state.bits !== 0) this.#units.pushMalformed();
    Object.assign(state, notShifted);
  }
}

class Utf7Codec extends Codec {
  #form;

  constructor({ form, encodingName }, api) {
    super(encodingName, true, api);
    this.#form = forms[form];
  }

  newDecoder(_, units = new Units(unitForMalformed(this.api))) {
    return new Utf7Decoder(this.#form, units);
  }

  newEncoder() {
    return pairingEncoder(writerOf(this.#form));
  }
}

module.exports = { Utf7Codec };

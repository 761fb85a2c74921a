'use strict';

// UTF-7 and the form of it that IMAP uses for names of mailboxes. Only whatwg-transcoder/iconv-lite has them: UTF-7 hides markup
// from filters.
// https://www.rfc-editor.org/rfc/rfc2152
// https://www.rfc-editor.org/rfc/rfc3501#section-5.1.3

const { lengthOf, newBytes } = require('../base/webidl.js');
const { Codec, Units, pairingEncoder, toChunk, unitForMalformed } = require('./codec.js');

/** The letters and the digits of ASCII in the order of base64. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns the place of each byte in a text of ASCII, as a table; 255 for the others. */
function placesIn(text) {
  const places = new Uint8Array(256).fill(255);
  for (let at = 0; at < text.length; at++) places[text.charCodeAt(at)] = at;
  return places;
}

const MINUS = 0x2d;

/** The differences between the two forms: the byte that begins base64, the last digit of base64, and what needs no base64. */
class Form {
  constructor(shift, lastDigit, direct) {
    this.shift = shift.charCodeAt(0);
    this.direct = placesIn(direct);
    const digits = `${letters}+${lastDigit}`;
    this.digits = Buffer.from(digits, 'latin1');
    this.values = placesIn(digits);
    // iconv-lite's decoder of IMAP's form reads both digits.
    this.values[0x2f] = 63;
  }
}

const printable = () => String.fromCharCode(...Array.from({ length: 0x5f }, (_, at) => 0x20 + at));

const makeForm = {
  utf7: () => new Form('+', '/', `${letters}'(),-./:? \n\r\t`),
  utf7imap: () => new Form('&', ',', printable()),
};

/** Writes code units in base64. A call that a timeout of node:vm cuts off changes nothing. */
class Utf7Writer {
  #form;
  // RFC 2152 writes « + » as « +- », but inside base64 as a code unit. So a « + » that begins base64 waits for the next unit.
  #state = { isShifted: false, hasShiftAlone: false, bits: 0, bitCount: 0 };
  #kept = this.#state; // the state when the last call ended
  #bytes = null;
  #at = 0;

  constructor(form) {
    this.#form = form;
  }

  write(text, isLast) {
    // A code unit takes up to three digits, one of the bits before it, and a byte at each end of base64.
    this.#bytes = newBytes(5 * text.length + 8);
    this.#at = 0;
    this.#state = { ...this.#kept };
    const wellFormed = text.toWellFormed();
    for (let i = 0; i < wellFormed.length; i++) this.#encode(wellFormed.charCodeAt(i));
    if (isLast) this.#unshift();
    const bytes = this.#bytes.subarray(0, this.#at);
    this.#bytes = null;
    this.#kept = this.#state;
    return bytes;
  }

  #encode(unit) {
    const { direct, shift } = this.#form;
    if (direct[unit] < 255) {
      this.#unshift();
      this.#put(unit);
      if (unit === shift) this.#put(MINUS); // « & » of IMAP is direct
      return;
    }
    if (!this.#state.isShifted) {
      this.#put(shift);
      this.#state.isShifted = true;
      this.#state.hasShiftAlone = unit === shift;
      if (this.#state.hasShiftAlone) return;
    } else if (this.#state.hasShiftAlone) {
      this.#state.hasShiftAlone = false;
      this.#putUnit(shift);
    }
    this.#putUnit(unit);
  }

  #putUnit(unit) {
    this.#state.bits = (this.#state.bits << 16) | unit;
    this.#state.bitCount += 16;
    while (this.#state.bitCount >= 6) {
      this.#state.bitCount -= 6;
      this.#put(this.#form.digits[(this.#state.bits >>> this.#state.bitCount) & 0x3f]);
    }
    this.#state.bits &= (1 << this.#state.bitCount) - 1;
  }

  #unshift() {
    if (!this.#state.isShifted) return;
    if (this.#state.bitCount > 0)
      this.#put(this.#form.digits[(this.#state.bits << (6 - this.#state.bitCount)) & 0x3f]);
    this.#put(MINUS);
    this.#state.isShifted = false;
    this.#state.hasShiftAlone = false;
    this.#state.bits = 0;
    this.#state.bitCount = 0;
  }

  #put(byte) {
    this.#bytes[this.#at++] = byte;
  }
}

/**
 * Reads base64 to code units, and other bytes of ASCII as they are. Bytes from 0x80 on, surrogates alone, and base64 that ends
 * within a code unit, are malformed. A call that a timeout of node:vm cuts off changes nothing.
 */
class Utf7Decoder {
  #form;
  // `isJustShifted` tells whether nothing has followed the byte that begins base64; `read` counts the bytes before the chunk.
  #state = { isShifted: false, isJustShifted: false, bits: 0, bitCount: 0, read: 0 };
  #kept = this.#state; // the state when the last call ended
  #units;

  constructor(form, units) {
    this.#form = form;
    this.#units = units;
  }

  write(chunk) {
    const bytes = toChunk(chunk);
    const length = lengthOf(bytes);
    // A byte ends base64 with up to three code units: a surrogate alone, an unfinished unit and the byte itself.
    this.#begin(3 * length + 3);
    for (let at = 0; at < length; at++) {
      this.#units.place = this.#state.read + at;
      this.#decode(bytes[at]);
    }
    this.#state.read += length;
    return this.#finish();
  }

  end() {
    this.#begin(8);
    this.#unshift();
    this.#units.endPair();
    return this.#finish() || undefined;
  }

  #begin(most) {
    this.#units.begin(most);
    this.#state = { ...this.#kept };
  }

  #finish() {
    const text = this.#units.toString();
    this.#kept = this.#state;
    return text;
  }

  #decode(byte) {
    const { shift, values } = this.#form;
    if (!this.#state.isShifted) {
      if (byte === shift) {
        this.#state.isShifted = true;
        this.#state.isJustShifted = true;
      } else if (byte < 0x80) this.#units.push(byte);
      else this.#units.pushMalformed();
      return;
    }
    const value = values[byte];
    if (value < 64) {
      this.#state.isJustShifted = false;
      this.#state.bits = (this.#state.bits << 6) | value;
      this.#state.bitCount += 6;
      if (this.#state.bitCount < 16) return;
      this.#state.bitCount -= 16;
      // A code unit begins in the digit that has its first bit.
      this.#units.place -= Math.trunc((this.#state.bitCount + 15) / 6);
      this.#units.push((this.#state.bits >>> this.#state.bitCount) & 0xffff);
      this.#state.bits &= (1 << this.#state.bitCount) - 1;
      return;
    }
    const isShiftAlone = this.#state.isJustShifted && byte === MINUS;
    this.#unshift();
    if (isShiftAlone) this.#units.push(shift);
    else if (byte !== MINUS) this.#decode(byte);
  }

  // Ends base64. Up to five bits are padding, and must be zero.
  #unshift() {
    if (!this.#state.isShifted) return;
    if (this.#state.bitCount >= 6 || this.#state.bits !== 0) this.#units.pushMalformed();
    this.#state.isShifted = false;
    this.#state.isJustShifted = false;
    this.#state.bits = 0;
    this.#state.bitCount = 0;
  }
}

class Utf7Codec extends Codec {
  #form;

  constructor({ form, encodingName }, api) {
    super(encodingName, true, api);
    this.#form = makeForm[form]();
  }

  newDecoder(_, units = new Units(unitForMalformed(this.api))) {
    return new Utf7Decoder(this.#form, units);
  }

  newEncoder() {
    const writer = new Utf7Writer(this.#form);
    return pairingEncoder((text, isLast) => writer.write(text, isLast), true);
  }
}

module.exports = { Utf7Codec };

// What the charsets of servers mean: the text of each sequence of bytes, and the bytes of each scalar value, as the servers
// themselves convert them. An answer is two maps, `reads` from bytes in hexadecimal to text, and `writes` from a scalar value
// to bytes in hexadecimal. What the server refuses is in neither.

const isSurrogate = (value) => value >= 0xd800 && value <= 0xdfff;

/** The text of UTF-32BE in hexadecimal. */
const textOf = (hex) =>
  String.fromCodePoint(...hex.match(/.{8}/g).map((unit) => Number(`0x${unit}`)));

const countOf = (text, wanted) => text.split(wanted).length - 1;

/** The queries of MariaDB. `query(sql)` returns the rows as arrays. */
export async function askMariaDb(query, { charset, minBytes = 1, lengths = [1, 2] }) {
  const reads = new Map();
  const ask = async (bytes, sequences) => {
    const rows = await query(
      `SELECT b, HEX(CONVERT(CONVERT(UNHEX(b) USING ${charset}) USING utf32)) t
      FROM (SELECT ${bytes} b FROM ${sequences}) all_bytes`,
    );
    for (const [hex, units] of rows) {
      const text = textOf(units);
      // The server writes a question mark, or U+FFFD, for what it refuses.
      const isRefused =
        countOf(text, '?') > Buffer.from(hex, 'hex').filter((b) => b === 0x3f).length;
      if (!isRefused && (minBytes > 1 || !text.includes('\ufffd')))
        reads.set(hex.toLowerCase(), text);
    }
  };
  if (lengths.includes(1) && minBytes === 1) await ask("LPAD(HEX(seq), 2, '0')", 'seq_0_to_255');
  if (lengths.includes(2)) await ask("LPAD(HEX(seq), 4, '0')", 'seq_0_to_65535');
  // Three bytes are used by EUC-JP alone, after 8F.
  if (lengths.includes(3)) await ask("CONCAT('8F', LPAD(HEX(seq), 4, '0'))", 'seq_0_to_65535');

  const questionMark = charset === 'utf16le' ? '3F00' : '3F'.padStart(2 * minBytes, '0');
  const rows = await query(
    `SELECT seq, HEX(h) FROM (
      SELECT seq, CONVERT(CONVERT(UNHEX(LPAD(HEX(seq), 8, '0')) USING utf32) USING ${charset}) h
      FROM seq_0_to_1114111 WHERE seq NOT BETWEEN 55296 AND 57343) all_values
    WHERE seq = 63 OR HEX(h) <> '${questionMark}'`,
  );
  return { reads, writes: new Map(rows.map(([value, hex]) => [Number(value), hex.toLowerCase()])) };
}

/** What the queries of PostgreSQL need; they run in a database with the encoding UTF8. */
export const postgresFunctions = `
  CREATE FUNCTION reads(bytes text, encoding name) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN RETURN encode(convert_to(convert_from(decode(bytes, 'hex'), encoding), 'UTF8'), 'hex');
    EXCEPTION WHEN OTHERS THEN RETURN NULL; END $$;
  CREATE FUNCTION writes(scalar_value int, encoding name) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN RETURN encode(convert_to(chr(scalar_value), encoding), 'hex');
    EXCEPTION WHEN OTHERS THEN RETURN NULL; END $$`;

// The sequences of bytes in hexadecimal. Text of PostgreSQL has no byte 00.
const postgresBytes = {
  1: "SELECT lpad(to_hex(i), 2, '0') b FROM generate_series(1, 255) i",
  2: "SELECT lpad(to_hex(i), 4, '0') b FROM generate_series(256, 65535) i WHERE i % 256 > 0",
  3: "SELECT '8f' || lpad(to_hex(i), 4, '0') b FROM generate_series(256, 65535) i WHERE i % 256 > 0",
  // EUC-TW has planes after 8E.
  'EUC-TW': `SELECT '8e' || to_hex(p) || to_hex(i) || to_hex(j) b FROM
    generate_series(161, 176) p, generate_series(161, 254) i, generate_series(161, 254) j`,
  GB18030: `SELECT to_hex(i) || to_hex(j) || to_hex(k) || to_hex(l) b FROM
    generate_series(129, 254) i, generate_series(48, 57) j, generate_series(129, 254) k, generate_series(48, 57) l`,
};

/**
 * The queries of PostgreSQL, which has no U+0000. Of the planes 3 to 16, in which only GB18030 has characters, every 251st
 * scalar value is asked for in the other encodings.
 */
export async function askPostgres(query, { charset, lengths = [1, 2] }) {
  const reads = new Map();
  for (const length of lengths) {
    const rows = await query(
      `SELECT b, t FROM (SELECT b, reads(b, '${charset}') t FROM (${postgresBytes[length]}) s) r WHERE t IS NOT NULL`,
    );
    for (const [bytes, hex] of rows) {
      const text = Buffer.from(hex, 'hex').toString();
      // Its tables have U+FFFD for what Big5 leaves out.
      if (length === 'GB18030' || !text.includes('\ufffd')) reads.set(bytes, text);
    }
  }
  const isWhole = charset === 'GB18030';
  const rows = await query(
    `SELECT i, h FROM (SELECT i, writes(i, '${charset}') h FROM generate_series(1, 1114111) i
    WHERE i NOT BETWEEN 55296 AND 57343 ${isWhole ? '' : 'AND (i < 196608 OR i % 251 = 0)'}) w WHERE h IS NOT NULL`,
  );
  return { reads, writes: new Map(rows.map(([value, bytes]) => [Number(value), bytes])) };
}

/** The sequences of bytes, in hexadecimal, that askMariaDb() and askPostgres() ask for with these `lengths`. */
function* sequences(lengths) {
  const hex = (...bytes) => Buffer.from(bytes).toString('hex');
  for (const length of lengths) {
    if (length === 1) for (let i = 0; i < 0x100; i++) yield hex(i);
    if (length === 2) for (let i = 0; i < 0x10000; i++) yield hex(i >> 8, i & 0xff);
    if (length === 3) for (let i = 0; i < 0x10000; i++) yield hex(0x8f, i >> 8, i & 0xff);
    if (length === 'EUC-TW') {
      for (let p = 0xa1; p <= 0xb0; p++) {
        for (let i = 0xa1; i <= 0xfe; i++) {
          for (let j = 0xa1; j <= 0xfe; j++) yield hex(0x8e, p, i, j);
        }
      }
    }
    if (length === 'GB18030') {
      for (let i = 0; i < 126 * 10 * 126 * 10; i++) {
        const [second, third] = [Math.floor(i / 1260) % 10, Math.floor(i / 10) % 126];
        yield hex(0x81 + Math.floor(i / 12600), 0x30 + second, 0x81 + third, 0x30 + (i % 10));
      }
    }
  }
}

// Line feeds between the scalar values of a text: no encoding here has the byte 0A in a longer sequence, but UTF-16 and UTF-32.
const lineFeed = 0x0a;
const isUtf16Or32 = (bytes) => bytes.length > 1;

/**
 * What an encoding of this package means: `decode(bytes)` throws for malformed bytes, and `encode(text)` writes a question mark
 * for what it does not contain.
 */
export function askOurs({ decode, encode }, lengths, wasAsked = () => true) {
  const reads = new Map();
  for (const hex of sequences(lengths)) {
    if (!wasAsked(hex)) continue;
    try {
      reads.set(hex, decode(Buffer.from(hex, 'hex')));
    } catch {
      // It is malformed.
    }
  }
  const writes = new Map();
  const add = (value, bytes) => {
    if (value === 0x3f || bytes !== '3f') writes.set(value, bytes);
  };
  const single = isUtf16Or32(encode('a'));
  for (let first = 0; first <= 0x10ffff; first += 0x1000) {
    const values = Array.from({ length: 0x1000 }, (_, at) => first + at).filter(
      (value) => !isSurrogate(value),
    );
    if (single) {
      for (const value of values) add(value, encode(String.fromCodePoint(value)).toString('hex'));
      continue;
    }
    const texts = values.map((value) => (value === lineFeed ? '' : String.fromCodePoint(value)));
    const bytes = encode(texts.join('\n'));
    let start = 0;
    for (const value of values) {
      const found = bytes.indexOf(lineFeed, start);
      const end = found === -1 ? bytes.length : found;
      add(value, value === lineFeed ? '0a' : bytes.toString('hex', start, end));
      start = end + 1;
    }
  }
  return { reads, writes };
}

/** Whether bytes are one character: they are text, and no shorter part of them at their beginning is. */
function isCharacter(reads, hex) {
  if (!reads.has(hex)) return false;
  for (let end = 2; end < hex.length; end += 2) if (reads.has(hex.slice(0, end))) return false;
  return true;
}

/**
 * Compares what a server means with what is meant here. Each list has rows of what differs, `[from, there, here]`, with
 * undefined for what is refused.
 */
export function compare(server, ours, wasAsked = () => true) {
  const reading = [];
  for (const hex of new Set([...server.reads.keys(), ...ours.reads.keys()])) {
    const there = isCharacter(server.reads, hex) ? server.reads.get(hex) : undefined;
    const here = isCharacter(ours.reads, hex) ? ours.reads.get(hex) : undefined;
    if (there !== here) reading.push([hex, there, here]);
  }
  const writing = [];
  for (const value of new Set([...server.writes.keys(), ...ours.writes.keys()])) {
    const [there, here] = [server.writes.get(value), ours.writes.get(value)];
    if (there !== here && wasAsked(value)) writing.push([value, there, here]);
  }
  return { reading, writing };
}

/** How many rows have another value, are known to the server alone, and here alone. */
export const countsOf = (rows) => [
  rows.filter(([, there, here]) => there !== undefined && here !== undefined).length,
  rows.filter(([, , here]) => here === undefined).length,
  rows.filter(([, there]) => there === undefined).length,
];

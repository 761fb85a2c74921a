'use strict';

// Makes short text by a table. Each length has its own call of String.fromCharCode(), because V8 makes the string without
// leaving compiled code when it knows how many code units there are.

/** In a table, for a byte that does not always stand for one code unit. */
const OTHER = 0x10000;

const text = String.fromCharCode;

/**
 * Returns the text of the code units that the first `length` bytes of `u`, at most 16, have in the table `t`, or null when
 * the table has OTHER for one of them.
 */
// biome-ignore format: a line for the bytes and a line for the text of each length
function decodeBy(t, u, length) {
  switch (length) {
    case 0:
      return '';
    case 1: {
      const a = t[u[0]];
      return (a) > 0xffff ? null : text(a);
    }
    case 2: {
      const a = t[u[0]], b = t[u[1]];
      return (a | b) > 0xffff ? null : text(a, b);
    }
    case 3: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]];
      return (a | b | c) > 0xffff ? null : text(a, b, c);
    }
    case 4: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]];
      return (a | b | c | d) > 0xffff ? null : text(a, b, c, d);
    }
    case 5: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]];
      return (a | b | c | d | e) > 0xffff ? null : text(a, b, c, d, e);
    }
    case 6: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]];
      return (a | b | c | d | e | f) > 0xffff ? null : text(a, b, c, d, e, f);
    }
    case 7: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]];
      return (a | b | c | d | e | f | g) > 0xffff ? null : text(a, b, c, d, e, f, g);
    }
    case 8: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]];
      return (a | b | c | d | e | f | g | h) > 0xffff ? null : text(a, b, c, d, e, f, g, h);
    }
    case 9: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]];
      return (a | b | c | d | e | f | g | h | i) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i);
    }
    case 10: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]];
      return (a | b | c | d | e | f | g | h | i | j) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j);
    }
    case 11: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]];
      return (a | b | c | d | e | f | g | h | i | j | k) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k);
    }
    case 12: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]];
      return (a | b | c | d | e | f | g | h | i | j | k | l) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l);
    }
    case 13: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]], m = t[u[12]];
      return (a | b | c | d | e | f | g | h | i | j | k | l | m) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l, m);
    }
    case 14: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]], m = t[u[12]], n = t[u[13]];
      return (a | b | c | d | e | f | g | h | i | j | k | l | m | n) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    }
    case 15: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]], m = t[u[12]], n = t[u[13]], o = t[u[14]];
      return (a | b | c | d | e | f | g | h | i | j | k | l | m | n | o) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    }
    case 16: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]], m = t[u[12]], n = t[u[13]], o = t[u[14]], p = t[u[15]];
      return (a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
    }
    default:
      return null;
  }
}

module.exports = { OTHER, decodeBy };

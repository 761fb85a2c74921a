'use strict';

// Finds what two sequences of numbers have in common, in time and memory that stay small for any input: first by numbers that both have
// once, then by Myers' algorithm (https://doi.org/10.1007/BF01840446) up to a limit of differences.

// The most steps of Myers' algorithm in all calls for one update: they take about a quarter of a second.
const MAX_STEPS = 20_000_000;

// More differences between two unique numbers are not looked for.
const MAX_DIFFERENCES = 600;

// How often the parts between unique numbers are searched for other ones, which are unique there.
const MAX_DEPTH = 24;

/** The common parts of two sequences. */
class Comparison {
  #steps = MAX_STEPS;
  #a;
  #b;
  #i;
  #j;
  #change;

  /** Calls `change(i0, i1, j0, j1)` for each part of `a` that has become a part of `b`, in order. */
  each(a, b, change) {
    this.#a = a;
    this.#b = b;
    this.#i = 0;
    this.#j = 0;
    this.#change = change;
    this.#compare(0, a.length, 0, b.length, 0);
    this.#add(a.length, b.length, 0);
  }

  // Passes what both have from i and from j on.
  #add(i, j, length) {
    const isEnd = i === this.#a.length && j === this.#b.length;
    if (length === 0 && !isEnd) return;
    if (i > this.#i || j > this.#j) this.#change(this.#i, i, this.#j, j);
    this.#i = i + length;
    this.#j = j + length;
  }

  #compare(a0, a1, b0, b1, depth) {
    const a = this.#a;
    const b = this.#b;
    const most = Math.min(a1 - a0, b1 - b0);
    let start = 0;
    while (start < most && a[a0 + start] === b[b0 + start]) start++;
    let end = 0;
    while (end < most - start && a[a1 - 1 - end] === b[b1 - 1 - end]) end++;
    this.#add(a0, b0, start);
    if (start + end < most) {
      this.#compareMiddle(a0 + start, a1 - end, b0 + start, b1 - end, depth);
    }
    this.#add(a1 - end, b1 - end, end);
  }

  #compareMiddle(a0, a1, b0, b1, depth) {
    const anchors = depth < MAX_DEPTH ? this.#anchors(a0, a1, b0, b1) : [];
    if (anchors.length === 0) {
      this.#myers(a0, a1, b0, b1);
      return;
    }
    let [i, j] = [a0, b0];
    for (const [nextI, nextJ] of anchors) {
      this.#compare(i, nextI, j, nextJ, depth + 1);
      this.#add(nextI, nextJ, 1);
      [i, j] = [nextI + 1, nextJ + 1];
    }
    this.#compare(i, a1, j, b1, depth + 1);
  }

  // Returns the longest list of places [i, j], in order in both, of numbers that both have once.
  #anchors(a0, a1, b0, b1) {
    const places = new Map(); // of each number: where `a` has it, or -1 where it is not unique in `a`; and the same of `b`
    for (let i = a0; i < a1; i++) {
      const place = places.get(this.#a[i]);
      if (place === undefined) places.set(this.#a[i], { i, j: undefined, before: null });
      else place.i = -1;
    }
    for (let j = b0; j < b1; j++) {
      const place = places.get(this.#b[j]);
      if (place !== undefined) place.j = place.j === undefined ? j : -1;
    }
    const unique = [];
    for (let i = a0; i < a1; i++) {
      const place = places.get(this.#a[i]);
      if (place.i === i && place.j !== undefined && place.j !== -1) unique.push(place);
    }
    // The longest increasing subsequence, by piles.
    const tops = [];
    for (const place of unique) {
      let low = 0;
      let high = tops.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (tops[middle].j < place.j) low = middle + 1;
        else high = middle;
      }
      place.before = low === 0 ? null : tops[low - 1];
      tops[low] = place;
    }
    const list = [];
    for (let place = tops.at(-1) ?? null; place !== null; place = place.before) {
      list.push([place.i, place.j]);
    }
    return list.reverse();
  }

  // Adds the runs of a shortest list of differences, if that is short enough.
  #myers(a0, a1, b0, b1) {
    const [a, b] = [this.#a, this.#b];
    const most = Math.min(MAX_DIFFERENCES, a1 - a0 + b1 - b0);
    const reached = new Int32Array(2 * most + 3); // by diagonal: how far of `a`
    const trace = [];
    for (let d = 0; d <= most; d++) {
      trace.push(reached.slice(most - d, most + d + 3));
      for (let k = -d; k <= d; k += 2) {
        if (--this.#steps < 0) return;
        const at = most + 1 + k;
        const isDown = k === -d || (k !== d && reached[at - 1] < reached[at + 1]);
        let x = isDown ? reached[at + 1] : reached[at - 1] + 1;
        let y = x - k;
        while (x < a1 - a0 && y < b1 - b0 && a[a0 + x] === b[b0 + y]) {
          x++;
          y++;
        }
        reached[at] = x;
        if (x < a1 - a0 || y < b1 - b0) continue;
        this.#addPath(trace, d, k, a0, b0, x);
        return;
      }
    }
  }

  // Adds the runs on the path that ends on diagonal `k` after `d` differences.
  #addPath(trace, differences, diagonal, a0, b0, end) {
    const runs = [];
    let k = diagonal;
    let x = end;
    for (let d = differences; d >= 0; d--) {
      const before = trace[d];
      const at = d + 1 + k;
      const isDown = k === -d || (k !== d && before[at - 1] < before[at + 1]);
      const from = d === 0 ? 0 : isDown ? before[at + 1] : before[at - 1] + 1;
      runs.push([a0 + from, b0 + from - k, x - from]);
      x = isDown ? from : from - 1;
      k += isDown ? 1 : -1;
    }
    for (const [i, j, length] of runs.reverse()) this.#add(i, j, length);
  }
}

module.exports = { Comparison };

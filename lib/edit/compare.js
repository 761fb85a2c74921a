'use strict';

// Finds what two sequences have in common, in time and memory that stay small for any input: first by what both have once, then by Myers'
// algorithm (https://doi.org/10.1007/BF01840446) up to a limit of differences.

// The most steps of Myers' algorithm in all calls for one update: they take about a quarter of a second.
const MAX_STEPS = 20_000_000;

// More differences between two unique elements are not looked for.
const MAX_DIFFERENCES = 600;

// How often the parts between unique elements are searched for other ones, which are unique there.
const MAX_DEPTH = 24;

/** The common parts of two sequences. */
class Comparison {
  #steps = MAX_STEPS;
  #a;
  #b;
  #places; // where `b` has each element of `a`, or -1

  /** Calls `change(i0, i1, j0, j1)` for each part of `a` that has become a part of `b`, in order. */
  each(a, b, change) {
    this.#a = a;
    this.#b = b;
    this.#places = new Int32Array(a.length).fill(-1);
    this.#compare(0, a.length, 0, b.length, 0);
    let [i0, j0] = [0, 0];
    for (let i = 0; i <= a.length; i++) {
      const j = i < a.length ? this.#places[i] : b.length;
      if (j === -1) continue;
      if (i > i0 || j > j0) change(i0, i, j0, j);
      [i0, j0] = [i + 1, j + 1];
    }
  }

  // Keeps what both have from i and from j on.
  #add(i, j, length) {
    for (let at = 0; at < length; at++) this.#places[i + at] = j + at;
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
    this.#add(a1 - end, b1 - end, end);
    if (start + end < most) {
      this.#compareMiddle(a0 + start, a1 - end, b0 + start, b1 - end, depth);
    }
  }

  #compareMiddle(a0, a1, b0, b1, depth) {
    let place = depth < MAX_DEPTH ? this.#lastAnchor(a0, a1, b0, b1) : null;
    if (place === null) {
      this.#myers(a0, a1, b0, b1);
      return;
    }
    let [endI, endJ] = [a1, b1];
    for (; place !== null; place = place.before) {
      const { i, j } = place;
      this.#compare(i + 1, endI, j + 1, endJ, depth + 1);
      this.#add(i, j, 1);
      [endI, endJ] = [i, j];
    }
    this.#compare(a0, endI, b0, endJ, depth + 1);
  }

  // Returns the last of the longest list of places { i, j, before }, in order in both, of elements that both have once; or null.
  #lastAnchor(a0, a1, b0, b1) {
    // The places { i, j, before } of each element of `a`, in `a` and in `b`. A place is -1 where the element is not unique, and `j` is undefined
    // where `b` lacks it.
    const places = new Map();
    for (let i = a0; i < a1; i++) {
      const place = places.get(this.#a[i]);
      if (place === undefined) places.set(this.#a[i], { i, j: undefined, before: null });
      else place.i = -1;
    }
    for (let j = b0; j < b1; j++) {
      const place = places.get(this.#b[j]);
      if (place !== undefined) place.j = place.j === undefined ? j : -1;
    }
    // The longest increasing subsequence, by piles. The Map has the elements in the order of `a`.
    const tops = [];
    for (const [, place] of places) {
      if (place.i === -1 || (place.j ?? -1) === -1) continue;
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
    return tops.at(-1) ?? null;
  }

  // Adds the runs of a shortest list of differences, if that is short enough.
  #myers(a0, a1, b0, b1) {
    const [a, b] = [this.#a, this.#b];
    const most = Math.min(MAX_DIFFERENCES, a1 - a0 + b1 - b0);
    const reached = new Int32Array(2 * most + 3); // by diagonal: how far of `a`
    const runs = []; // by diagonal: the last run on the way there, which has the one before it
    for (let d = 0; d <= most; d++) {
      for (let k = -d; k <= d; k += 2) {
        if (--this.#steps < 0) return;
        const at = most + 1 + k;
        const isDown = k === -d || (k !== d && reached[at - 1] < reached[at + 1]);
        const before = isDown ? at + 1 : at - 1;
        const start = isDown ? reached[before] : reached[before] + 1;
        let x = start;
        while (x < a1 - a0 && x - k < b1 - b0 && a[a0 + x] === b[b0 + x - k]) x++;
        reached[at] = x;
        runs[at] = x > start ? { start, k, length: x - start, before: runs[before] } : runs[before];
        if (x < a1 - a0 || x - k < b1 - b0) continue;
        for (let run = runs[at]; run !== undefined; run = run.before) {
          this.#add(a0 + run.start, b0 + run.start - run.k, run.length);
        }
        return;
      }
    }
  }
}

module.exports = { Comparison };

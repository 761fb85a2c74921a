// Fills the heap of this process with live objects, as the heap of a server is: a garbage collection
// has to follow all of them, so it takes longer the more there are.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage, or with { type: 'minor' } only that among young objects. */
export const collectGarbage = runInNewContext('gc');

/**
 * Returns how many bytes the objects in the heap take, garbage included. Large objects (strings and
 * arrays of 128 KB and more) do not count, because a collection does not look into strings.
 */
export function usedHeap() {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !name.includes('large'))
    .reduce((sum, { space_used_size: size }) => sum + size, 0);
}

/**
 * Collects all garbage until a collection frees nothing more, and returns how many bytes the objects that stay take. One
 * collection is not enough: what weak references and finalizers kept during the first is freed by a later one.
 */
function liveHeap() {
  let before;
  let used = Infinity;
  do {
    before = used;
    collectGarbage();
    used = usedHeap();
  } while (used < before);
  return used;
}

const RECORDS_PER_LIST = 1000;

// In bytes: a list takes less than this.
const MOST_BYTES_PER_LIST = 400 * RECORDS_PER_LIST;

// V8 may free a variable that nobody will read again. This one stays, because fillHeap() reads it.
const lists = [];

/** One record of what a program may keep: an object with strings, numbers, an array and an object. */
const makeRecord = (id) => ({
  id,
  name: `Record ${id}`,
  price: id / 7,
  tags: [`tag ${id % 97}`, id % 13 === 0],
  place: { x: id, y: -id, next: null },
});

/**
 * Adds live objects until all live objects take `bytes`, or half a megabyte more. Adds none where
 * they take as much already. Returns how many bytes they take.
 */
export function fillHeap(bytes) {
  for (;;) {
    const used = liveHeap();
    if (used >= bytes) return used;
    const count = Math.ceil((bytes - used) / MOST_BYTES_PER_LIST);
    for (let k = 0; k < count; k++) {
      const first = lists.length * RECORDS_PER_LIST;
      lists.push(Array.from({ length: RECORDS_PER_LIST }, (_, index) => makeRecord(first + index)));
    }
  }
}

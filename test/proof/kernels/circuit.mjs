// Boolean circuits: a value is a list of literals, the lowest bit first. A literal is twice the number of a node, plus 1 when it is
// negated; node 0 is false, other nodes are variables and conjunctions. What is equal by construction becomes the same node.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const left = [0];
const right = [0];
let nodes = new Map();

// Nodes that depend on one byte of the input: the byte, and what they are for each of its values, as a number of 256 bits. Where two
// are the same, there is one node.
const byteOf = [];
const truth = [];
let known = new Map();
const ALL = 2n ** 256n - 1n;

/** Forgets all nodes. */
export function clear() {
  left.length = right.length = 1;
  byteOf.length = truth.length = 0;
  nodes = new Map();
  known = new Map();
}

/** Eight variables, which are a byte. */
export function byteVariables() {
  const bits = variables(8);
  bits.forEach((bit, at) => {
    const node = bit >> 1;
    byteOf[node] = bits[0];
    truth[node] = Array.from(
      { length: 256 },
      (_, value) => BigInt((value >> at) & 1) << BigInt(value),
    ).reduce((a, b) => a | b);
    known.set(keyOf(bits[0], truth[node]), bit);
  });
  return bits;
}

const keyOf = (byte, table) => `${byte} ${table.toString(36)}`;
const truthOf = (a) => (a & 1 ? ALL ^ truth[a >> 1] : truth[a >> 1]);

export function variable() {
  right.push(0);
  return 2 * (left.push(0) - 1);
}

export const variables = (count) => Array.from({ length: count }, variable);

export const not = (a) => a ^ 1;

/** Whether the node of `b` has `a` in its conjunction. */
const isPart = (a, b) => left[b >> 1] === a || right[b >> 1] === a;

export function and(a, b) {
  if (a > b) [a, b] = [b, a];
  if (a === 0 || a === not(b)) return 0;
  if (a === 1 || a === b) return b;
  for (const [x, y] of [
    [a, b],
    [b, a],
  ]) {
    if (left[y >> 1] === 0) continue;
    if ((y & 1) === 0 && isPart(x, y)) return y;
    if ((y & 1) === 0 && isPart(not(x), y)) return 0;
    if ((y & 1) === 1 && isPart(not(x), y)) return x;
  }
  const key = a * 2 ** 26 + b;
  const found = nodes.get(key);
  if (found !== undefined) return found;
  const byte = byteOf[a >> 1] === byteOf[b >> 1] ? byteOf[a >> 1] : undefined;
  let result;
  let table;
  if (byte !== undefined) {
    table = truthOf(a) & truthOf(b);
    if (table === 0n) result = 0;
    else if (table === ALL) result = 1;
    else {
      result = known.get(keyOf(byte, table));
      const negated = result === undefined ? known.get(keyOf(byte, ALL ^ table)) : undefined;
      if (negated !== undefined) result = not(negated);
    }
  }
  if (result === undefined) {
    result = 2 * (left.push(a) - 1);
    right.push(b);
    if (byte !== undefined) {
      byteOf[result >> 1] = byte;
      truth[result >> 1] = table;
      known.set(keyOf(byte, table), result);
    }
  }
  nodes.set(key, result);
  return result;
}

/** Adds a literal that is true, and what follows from it, to a set. */
export function learn(facts, a) {
  if (facts.has(a)) return;
  facts.add(a);
  const [x, y] = [left[a >> 1], right[a >> 1]];
  if (x === 0) return;
  if ((a & 1) === 0) {
    learn(facts, x);
    learn(facts, y);
  } else if (isRefuted(facts, not(x))) {
    learn(facts, not(y));
  } else if (isRefuted(facts, not(y))) {
    learn(facts, not(x));
  }
}

/** Whether a literal is seen to be false from facts. */
export function isRefuted(facts, a) {
  if (a === 0 || facts.has(not(a))) return true;
  if (a & 1 || left[a >> 1] === 0 || facts.has(a)) return false;
  return isRefuted(facts, left[a >> 1]) || isRefuted(facts, right[a >> 1]);
}

export const or = (a, b) => not(and(not(a), not(b)));
export const all = (list) => list.reduce(and, 1);
export const any = (list) => list.reduce(or, 0);

function mux(condition, a, b) {
  if (a === b) return a;
  if (condition & 1) return mux(not(condition), b, a);
  return or(and(condition, a), and(not(condition), b));
}

export const xor = (a, b) => mux(a, not(b), b);

export const constant = (width, value) =>
  Array.from({ length: width }, (_, at) => Number((value >> BigInt(at)) & 1n));

export const isConstant = (bits) => bits.every((bit) => bit < 2);
export const toNumber = (bits) => bits.reduceRight((sum, bit) => (sum << 1n) | BigInt(bit), 0n);

export const choose = (condition, a, b) => a.map((bit, at) => mux(condition, bit, b[at]));
export const equal = (a, b) => not(any(a.map((bit, at) => xor(bit, b[at]))));

/** The sum and the carry out of it. */
function addWithCarry(a, b, carry) {
  const sum = a.map((bit, at) => {
    const half = xor(bit, b[at]);
    const result = xor(half, carry);
    carry = mux(half, carry, bit);
    return result;
  });
  return [sum, carry];
}

export const add = (a, b) => addWithCarry(a, b, 0)[0];
export const subtract = (a, b) => addWithCarry(a, b.map(not), 1)[0];
export const below = (a, b) => not(addWithCarry(a, b.map(not), 1)[1]);
const signed = (a) => [...a.slice(0, -1), not(a.at(-1))];
export const belowSigned = (a, b) => below(signed(a), signed(b));

export const leftBy = (bits, by) => [...Array(by).fill(0), ...bits].slice(0, bits.length);
export const rightBy = (bits, by, fill = 0) => [...bits.slice(by), ...Array(by).fill(fill)];

/** Chooses from a list by an index of as many bits as that needs. */
export function select(list, index) {
  if (index.length === 0) return list[0];
  const top = index.at(-1);
  const half = list.length / 2;
  const rest = index.slice(0, -1);
  if (top === 1) return select(list.slice(half), rest);
  const low = select(list.slice(0, half), rest);
  return top === 0 ? low : choose(top, select(list.slice(half), rest), low);
}

/** Literals which say that the first set bit is that at 0, at 1, …, and that there is none. */
export function firsts(bits) {
  let none = 1;
  const result = bits.map((bit) => {
    const here = and(none, bit);
    none = and(none, not(bit));
    return here;
  });
  return [...result, none];
}

/** Asks z3 for values of the variables with which the literal is true: a map from nodes to booleans; null when there are none. */
export function solve(literal, file) {
  if (literal === 0) return null;
  const numbers = new Map();
  const clauses = [];
  const numberOf = (lit) => {
    const node = lit >> 1;
    if (!numbers.has(node)) throw new Error('a node comes before its parts');
    return lit & 1 ? -numbers.get(node) : numbers.get(node);
  };
  const stack = [literal >> 1];
  while (stack.length > 0) {
    const node = stack.at(-1);
    const parts = left[node] === 0 ? [] : [left[node] >> 1, right[node] >> 1];
    const missing = parts.filter((part) => !numbers.has(part));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    stack.pop();
    if (numbers.has(node)) continue;
    const number = numbers.size + 1;
    numbers.set(node, number);
    if (node === 0) clauses.push(`-${number} 0`);
    if (parts.length === 0) continue;
    const [a, b] = [numberOf(left[node]), numberOf(right[node])];
    clauses.push(`-${number} ${a} 0`, `-${number} ${b} 0`, `${number} ${-a} ${-b} 0`);
  }
  clauses.push(`${numberOf(literal)} 0`);
  writeFileSync(file, `p cnf ${numbers.size} ${clauses.length}\n${clauses.join('\n')}\n`);
  const { stdout, error } = spawnSync('z3', ['-dimacs', file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (error !== undefined) throw error;
  if (/^s UNSATISFIABLE/m.test(stdout)) return null;
  if (!/^s SATISFIABLE/m.test(stdout)) throw new Error(`z3: ${stdout.slice(0, 300)}`);
  const trues = new Set(
    stdout
      .match(/^v .*$/gm)
      .join(' ')
      .split(/\s+/)
      .map(Number),
  );
  return new Map([...numbers].map(([node, number]) => [node, trues.has(number)]));
}

/** A function that says whether a literal is true with values of the variables. */
export function evaluator(model) {
  const values = [];
  for (let node = 0; node < left.length; ++node) {
    const value = (lit) => values[lit >> 1] !== ((lit & 1) === 1);
    values.push(
      left[node] === 0
        ? node !== 0 && (model.get(node) ?? false)
        : value(left[node]) && value(right[node]),
    );
  }
  return (lit) => values[lit >> 1] !== ((lit & 1) === 1);
}

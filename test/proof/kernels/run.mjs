// Runs a function of LLVM's intermediate representation with variables instead of bytes. Where control depends on them, it takes
// both ways, and joins them again where they meet. Numbers that are places or counts are kept as cases: a literal for each value.

import * as c from './circuit.mjs';
import { prepared, Reader } from './ir.mjs';

const MOST_CASES = 300;

/** A number of up to 64 bits, or a vector as one number. `cases` is a list of [literal, value], one of which is true, or null. */
class Word {
  #bits;
  constructor(width, bits, cases = null) {
    this.width = width;
    this.#bits = bits;
    this.cases = cases;
  }
  get bits() {
    if (this.#bits === undefined) {
      const columns = this.cases.map(([literal, value]) => [
        literal,
        c.constant(this.width, value),
      ]);
      this.#bits = Array.from({ length: this.width }, (_, at) =>
        columns.length === 1
          ? columns[0][1][at]
          : c.any(columns.filter(([, bits]) => bits[at] === 1).map(([literal]) => literal)),
      );
    }
    return this.#bits;
  }
  /** The value when there is only one. */
  get value() {
    return this.cases?.length === 1 ? this.cases[0][1] : undefined;
  }
}

export const constant = (width, value) =>
  new Word(width, undefined, [[1, BigInt.asUintN(width, BigInt(value))]]);

/** Joins cases with the same value. */
function ofCases(width, cases) {
  const literals = new Map();
  for (const [literal, value] of cases) {
    if (literal !== 0) literals.set(value, c.or(literals.get(value) ?? 0, literal));
  }
  const list = [...literals].map(([value, literal]) => [literal, value]);
  if (list.length === 1) list[0][0] = 1;
  const word = new Word(width, undefined, list);
  return list.length > MOST_CASES ? new Word(width, word.bits) : word;
}

function ofBits(bits) {
  const open = bits.filter((bit) => bit > 1);
  if (open.length > 2 || bits.length > 64 || (bits.length === 1 && open.length === 1))
    return new Word(bits.length, bits);
  const cases = [];
  for (let choice = 0; choice < 2 ** open.length; ++choice) {
    const literal = c.all(open.map((bit, at) => ((choice >> at) & 1 ? bit : c.not(bit))));
    let next = 0;
    cases.push([literal, c.toNumber(bits.map((bit) => (bit > 1 ? (choice >> next++) & 1 : bit)))]);
  }
  return ofCases(bits.length, cases);
}

/** What tells a value from others, if it is one number or place. */
const markOf = (value) => (isPointer(value) ? [value.offset.value, value.object] : [value?.value]);

const isPointer = (value) => value?.object !== undefined;

/** Joins two values: `a` where the literal is true. */
function choose(literal, a, b) {
  if (a === b || literal === 1) return a;
  if (literal === 0) return b;
  if (isPointer(a)) {
    if (a.object !== b.object) throw new Error(`pointers to ${a.object} and ${b.object} meet`);
    return { object: a.object, offset: choose(literal, a.offset, b.offset) };
  }
  if (a.cases !== null && b.cases !== null)
    return ofCases(a.width, [
      ...a.cases.map(([one, value]) => [c.and(literal, one), value]),
      ...b.cases.map(([one, value]) => [c.and(c.not(literal), one), value]),
    ]);
  return ofBits(c.choose(literal, a.bits, b.bits));
}

function resolve(type) {
  return type.kind === 'named' ? resolve(type.module.types.get(type.name)) : type;
}

/** The fields of a struct, each with its place, and the size and the alignment of all. */
function placed({ fields, isPacked }) {
  const places = [];
  let at = 0;
  let most = 1;
  for (const field of fields) {
    const [size, align] = layout(field);
    if (!isPacked) {
      at = Math.ceil(at / align) * align;
      most = Math.max(most, align);
    }
    places.push([field, at]);
    at += size;
  }
  return { places, size: Math.ceil(at / most) * most, most };
}

/** The size and the alignment of a type, in bytes. */
function layout(type) {
  const own = resolve(type);
  const { kind, width, count, of } = own;
  if (kind === 'pointer') return [8, 8];
  if (kind === 'int') return [Math.ceil(width / 8), Math.ceil(width / 8)];
  if (kind === 'array') return [count * layout(of)[0], layout(of)[1]];
  if (kind === 'vector') return [(count * of.width) / 8, (count * of.width) / 8];
  const { size, most } = placed(own);
  return [size, most];
}

/** Each part of a struct or an array, and its place. */
function parts(type) {
  const own = resolve(type);
  const { kind, count, of } = own;
  if (kind === 'array') return Array.from({ length: count }, (_, at) => [of, at * layout(of)[0]]);
  return placed(own).places;
}

const isParts = (type) => ['struct', 'array'].includes(resolve(type).kind);

const chunks = (list, size) =>
  Array.from({ length: list.length / size }, (_, at) => list.slice(at * size, at * size + size));

/** Splits the bits of a vector; a number is one lane. */
const lanes = (type, { bits }) => chunks(bits, type.kind === 'vector' ? type.of.width : type.width);

/** Functions of two lists, one item of each after the other. */
const zip = (f) => (a, b) => a.map((one, at) => f(one, b[at]));

const join = (list) => ofBits(list.flat());

function shiftWith(move) {
  return (a, by) => {
    if (!c.isConstant(by)) throw new Error('a shift by an open number');
    return move(a, Math.min(Number(c.toNumber(by)), a.length));
  };
}

const OPERATIONS = {
  add: c.add,
  sub: c.subtract,
  and: zip(c.and),
  or: zip(c.or),
  xor: zip(c.xor),
  shl: shiftWith(c.leftBy),
  lshr: shiftWith((a, by) => c.rightBy(a, by)),
  ashr: shiftWith((a, by) => c.rightBy(a, by, a.at(-1))),
};

/** The smaller one of two numbers of the type BigInt, which Math.min() does not take. */
function smallerOf(a, b) {
  if (a < b) return a;
  return b;
}

const NUMBERS = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  xor: (a, b) => a ^ b,
  shl: (a, b) => a << b,
  lshr: (a, b) => a >> b,
  'llvm.umin': smallerOf,
  'llvm.umax': (a, b) => a + b - smallerOf(a, b),
};

/** Compares two lanes. */
function compare(predicate, a, b) {
  const below = predicate[0] === 's' ? c.belowSigned : c.below;
  const kind = predicate.slice(-2);
  const [left, right] = kind === 'gt' || kind === 'le' ? [b, a] : [a, b];
  const literal = kind === 'eq' || kind === 'ne' ? c.equal(a, b) : below(left, right);
  return ['ne', 'ge', 'le'].includes(kind) ? c.not(literal) : literal;
}

/** Compares two numbers by their cases. */
function compareCases(predicate, a, b) {
  const isSigned = predicate[0] === 's';
  const literals = [0, 0];
  for (const [x, left] of a.cases) {
    for (const [y, right] of b.cases) {
      const [i, j] = isSigned
        ? [BigInt.asIntN(a.width, left), BigInt.asIntN(a.width, right)]
        : [left, right];
      const kind = predicate.slice(-2);
      const holds = { eq: i === j, ne: i !== j, lt: i < j, gt: i > j, le: i <= j, ge: i >= j }[
        kind
      ];
      literals[Number(holds)] = c.or(literals[Number(holds)], c.and(x, y));
    }
  }
  return literals[0] === 0 ? 1 : literals[1];
}

/** Clamps a number to a range that has fewer bits. */
function saturate(bits, width, isSigned) {
  const negative = bits.at(-1);
  const high = isSigned ? bits.slice(width - 1, -1) : bits.slice(width, -1);
  const over = c.and(c.not(negative), c.any(high));
  const under = isSigned ? c.and(negative, c.not(c.all(high))) : negative;
  const most = Array.from({ length: width }, (_, at) => (isSigned && at === width - 1 ? 0 : 1));
  const least = most.map((bit) => (isSigned ? c.not(bit) : 0));
  return c.choose(over, most, c.choose(under, least, bits.slice(0, width)));
}

const wider = (bits, isSigned) => [...bits, isSigned ? bits.at(-1) : 0];
const zeros = (width) => Array(width).fill(0);

/** Shuffles the bytes of each sixteen. */
const shuffleBytes = (source, control) =>
  chunks(source, 16).flatMap((sixteen, group) =>
    control
      .slice(16 * group, 16 * group + 16)
      .map((index) => c.choose(index[7], zeros(8), c.select(sixteen, index.slice(0, 4)))),
  );

/** Packs the lanes of two vectors, sixteen bytes of each in turn. */
function pack(a, b) {
  const half = 128 / a[0].length;
  return chunks(a, half).flatMap((lanes, at) =>
    [...lanes, ...b.slice(at * half, at * half + half)].map((lane) =>
      saturate(lane, lane.length / 2, false),
    ),
  );
}

/** Functions of lanes, by the start of their names; `zip` ones take the lanes of two vectors one by one. */
const saturated = (f, isSigned) =>
  zip((a, b) => saturate(f(wider(a, isSigned), wider(b, isSigned)), a.length, isSigned));
const INTRINSICS = {
  'llvm.x86.ssse3.pshuf.b.128': shuffleBytes,
  'llvm.x86.avx2.pshuf.b': shuffleBytes,
  'llvm.x86.sse2.packuswb.128': pack,
  'llvm.usub.sat': saturated(c.subtract, false),
  'llvm.ssub.sat': saturated(c.subtract, true),
};

export class Machine {
  /** `objects` has memory by name: { cells }. */
  constructor(modules) {
    this.modules = modules;
    this.objects = new Map();
    /** Literals that must be false: accesses outside of objects. */
    this.outside = [];
    this.steps = 0;
  }

  fail(state, message) {
    const { fn, block, index } = state.frames.at(-1);
    throw new Error(`${message}\n  ${fn.name}: ${fn.blocks.get(block).code[index]?.line}`);
  }

  /** The module that defines a global or a function. */
  owner(kind, name, module) {
    return module[kind].has(name) ? module : this.modules.find((one) => one[kind].has(name));
  }

  pointerTo(name, module) {
    const kind = this.owner('functions', name, module) === undefined ? 'globals' : 'functions';
    const owner = this.owner(kind, name, module);
    if (owner === undefined) return { object: name, offset: constant(64, 0) };
    const object = `${this.modules.indexOf(owner)} ${name}`;
    if (!this.objects.has(object)) {
      if (kind === 'functions') this.objects.set(object, { fn: owner.functions.get(name) });
      else {
        const read = { isConstant: true };
        this.objects.set(object, read);
        const reader = new Reader(owner.globals.get(name), owner);
        const type = reader.type();
        reader.attributes();
        read.cells = Array.from({ length: layout(type)[0] });
        this.put(read.cells, 0, type, this.evaluate(reader.value(type)));
        read.cells = Array.from(read.cells, (cell) => cell ?? zeros(8));
      }
    }
    return { object, offset: constant(64, 0) };
  }

  /** Writes a value into a list of bytes. */
  put(cells, at, type, value) {
    if (isParts(type)) {
      for (const [i, [of, place]] of parts(type).entries())
        this.put(cells, at + place, of, value[i]);
    } else if (isPointer(value)) {
      for (let part = 0; part < 8; ++part) cells[at + part] = { pointer: value, part };
    } else {
      chunks([...value.bits, ...zeros(-value.width & 7)], 8).forEach((byte, i) => {
        cells[at + i] = byte;
      });
    }
  }

  /** The value of an operand. */
  evaluate(operand, env) {
    const { kind, type } = operand;
    switch (kind) {
      case 'local':
        return env.get(operand.name);
      case 'number':
        return constant(type.width, operand.value);
      case 'global':
        return this.pointerTo(operand.name, operand.module);
      case 'place':
        return this.place(operand, env);
      case 'text':
        return [...operand.text.matchAll(/\\([\dA-F]{2})|(.)/gs)].map(([, hex, letter]) =>
          constant(8, hex === undefined ? letter.charCodeAt() : Number.parseInt(hex, 16)),
        );
      case 'list': {
        const items = operand.items.map((item) => this.evaluate(item, env));
        return type.kind === 'vector' ? join(items.map((item) => item.bits)) : items;
      }
      default:
        return this.filled(resolve(type), kind === 'zero' ? zeros : c.variables);
    }
  }

  filled(type, make) {
    if (isParts(type)) return parts(type).map(([of]) => this.filled(resolve(of), make));
    if (type.kind === 'pointer') return { object: 'null', offset: constant(64, 0) };
    return ofBits(make(type.kind === 'vector' ? type.count * type.of.width : type.width));
  }

  binary(op, type, a, b) {
    if (isPointer(a) || isPointer(b)) {
      if (op !== 'sub' || a.object !== b.object) throw new Error(`${op} of pointers`);
      return this.binary('sub', type, a.offset, b.offset);
    }
    const compute = NUMBERS[op];
    if (
      a.cases !== null &&
      b.cases !== null &&
      compute !== undefined &&
      type.kind === 'int' &&
      a.cases.length * b.cases.length < 5000
    ) {
      return ofCases(
        a.width,
        a.cases.flatMap(([x, left]) =>
          b.cases.map(([y, right]) => [
            c.and(x, y),
            BigInt.asUintN(a.width, right > 64n && op === 'shl' ? 0n : compute(left, right)),
          ]),
        ),
      );
    }
    return join(zip(OPERATIONS[op])(lanes(type, a), lanes(type, b)));
  }

  moved(pointer, by) {
    return {
      object: pointer.object,
      offset: this.binary('add', { kind: 'int' }, pointer.offset, by),
    };
  }

  place({ source, base, indexes }, env) {
    let result = this.evaluate(base, env);
    let type = source;
    indexes.forEach((operand, at) => {
      const index = this.extend(this.evaluate(operand, env), 64, true);
      let by;
      if (at > 0 && resolve(type).kind === 'struct') {
        const [of, offset] = parts(type)[Number(index.value)];
        by = constant(64, offset);
        type = of;
      } else {
        if (at > 0) type = resolve(type).of;
        by = this.binary('mul', { kind: 'int' }, index, constant(64, layout(type)[0]));
      }
      if (by.value !== 0n) result = this.moved(result, by);
    });
    return result;
  }

  extend(word, width, isSigned) {
    if (word.cases !== null)
      return ofCases(
        width,
        word.cases.map(([literal, value]) => [
          literal,
          BigInt.asUintN(width, isSigned ? BigInt.asIntN(word.width, value) : value),
        ]),
      );
    const { bits } = word;
    if (width <= bits.length) return ofBits(bits.slice(0, width));
    return ofBits([...bits, ...Array(width - bits.length).fill(isSigned ? bits.at(-1) : 0)]);
  }

  /** A value without the cases that cannot be. */
  pruned(state, value) {
    if (isPointer(value)) return { object: value.object, offset: this.pruned(state, value.offset) };
    if (value?.cases == null || value.cases.length === 1) return value;
    const known = value.cases.find(([literal]) => state.facts.has(literal));
    if (known !== undefined) return constant(value.width, known[1]);
    const cases = value.cases.filter(([literal]) => !c.isRefuted(state.facts, literal));
    return cases.length === value.cases.length || cases.length === 0
      ? value
      : ofCases(value.width, cases);
  }

  // Memory.

  cellsOf(state, object) {
    return state.memory.get(object) ?? this.objects.get(object)?.cells;
  }

  /** The bytes at a place; a place outside of the object is noted, and gives any bytes. */
  bytesAt(state, object, at, size, literal) {
    const cells = this.cellsOf(state, object);
    if (cells === undefined) this.fail(state, `no object ${object}`);
    const isInside = at >= 0n && at + BigInt(size) <= BigInt(cells.length);
    if (!isInside) this.outside.push(c.and(state.path, literal));
    return isInside ? cells.slice(Number(at), Number(at) + size) : undefined;
  }

  load(state, pointer, type) {
    const [size] = layout(type);
    const { object, offset } = pointer;
    if (offset.cases === null || isParts(type)) this.fail(state, 'a load from an open place');
    let result;
    for (const [literal, value] of offset.cases) {
      const cells = this.bytesAt(state, object, BigInt.asIntN(64, value), size, literal);
      if (cells === undefined) continue;
      let one;
      if (cells[0].pointer !== undefined) one = cells[0].pointer;
      else if (cells.some((cell) => cell.pointer !== undefined))
        this.fail(state, 'a part of a pointer');
      else one = ofBits(cells.flat().slice(0, type.kind === 'int' ? type.width : undefined));
      result = result === undefined ? one : choose(literal, one, result);
    }
    return result ?? this.filled(resolve(type), c.variables);
  }

  store(state, pointer, type, value) {
    const written = Array.from({ length: layout(type)[0] });
    this.put(written, 0, type, value);
    this.write(state, pointer, written);
  }

  write(state, { object, offset }, written) {
    if (this.objects.get(object)?.isConstant) this.fail(state, 'a store to a constant');
    if (offset.cases === null) this.fail(state, 'a store to an open place');
    let copy;
    for (const [literal, value] of offset.cases) {
      const at = BigInt.asIntN(64, value);
      if (this.bytesAt(state, object, at, written.length, literal) === undefined) continue;
      copy ??= [...this.cellsOf(state, object)];
      written.forEach((cell, i) => {
        const old = copy[Number(at) + i];
        copy[Number(at) + i] = literal === 1 ? cell : c.choose(literal, cell, old);
      });
    }
    if (copy !== undefined) state.memory.set(object, copy);
  }

  // Control.

  /** Runs a function; returns its ends, each with another result: { path, values, memory }. */
  run(pointer, values, memory) {
    this.pending = new Map();
    this.ends = new Map();
    const state = { path: 1, facts: new Set(), frames: [], memory: new Map(memory) };
    this.push(state, this.objects.get(pointer.object).fn, values);
    for (let next = state; next !== undefined; next = this.take()) this.advance(next);
    return [...this.ends.values()];
  }

  push(state, fn, values) {
    prepared(fn);
    const env = new Map(fn.parameters.map((name, at) => [name, values[at]]));
    state.frames.push({ fn, block: fn.entry, index: 0, env, marks: new Map() });
  }

  /** The pending state which comes before all others. */
  take() {
    let best;
    for (const state of this.pending.values())
      if (best === undefined || this.isBefore(state, best)) best = state;
    if (best !== undefined) this.pending.delete(best.key);
    return best;
  }

  isBefore(a, b) {
    for (let at = 0; ; ++at) {
      const x = a.frames[at];
      const y = b.frames[at];
      if (y === undefined) return true;
      if (x === undefined) return false;
      if (x.block !== y.block) {
        const left = x.fn.blocks.get(x.block);
        const right = y.fn.blocks.get(y.block);
        if (left.loops.has(y.block)) return true;
        if (right.loops.has(x.block)) return false;
        const isInner = [...left.loops].some((loop) => !right.loops.has(loop));
        const isOuter = [...right.loops].some((loop) => !left.loops.has(loop));
        return isInner !== isOuter ? isInner : left.rank < right.rank;
      }
      for (const [header, mark] of x.marks) {
        const other = y.marks.get(header) ?? [];
        const differs = mark.findIndex((value, i) => value !== other[i]);
        if (differs !== -1) return mark[differs] < other[differs];
      }
      if (x.index !== y.index) return x.index < y.index;
    }
  }

  /** Takes two states at one place for one. */
  joined(a, b) {
    const path = c.or(a.path, b.path);
    const literal = a.path;
    const memory = new Map();
    for (const object of new Set([...a.memory.keys(), ...b.memory.keys()])) {
      const cells = this.cellsOf(a, object);
      const others = this.cellsOf(b, object);
      if (cells === undefined || others === undefined) continue;
      memory.set(
        object,
        cells === others
          ? cells
          : cells.map((cell, at) =>
              cell === others[at] ? cell : c.choose(literal, cell, others[at]),
            ),
      );
    }
    const frames = a.frames.map((frame, at) => {
      const env = new Map();
      const other = b.frames[at].env;
      for (const [name, value] of frame.env) {
        if (other.has(name)) env.set(name, choose(literal, value, other.get(name)));
      }
      return { ...frame, env };
    });
    const facts = new Set([...a.facts].filter((fact) => b.facts.has(fact)));
    return { ...a, path, facts, memory, frames };
  }

  /** Puts a state where others may meet it. */
  wait(state) {
    state.key = state.frames
      .map(({ fn, block, index, marks }) => `${fn.name}${block} ${index} ${[...marks].join(' ')}`)
      .join('|');
    const other = this.pending.get(state.key);
    this.pending.set(
      state.key,
      other === undefined ? state : { ...this.joined(state, other), key: state.key },
    );
  }

  /** Goes to a block. */
  enter(state, target) {
    const frame = state.frames.at(-1);
    const block = frame.fn.blocks.get(target);
    const phis = block.code.filter(({ op }) => op === 'phi');
    const values = phis.map(({ from }) => this.evaluate(from.get(frame.block), frame.env));
    frame.block = target;
    frame.index = phis.length;
    for (const name of frame.marks.keys()) {
      const from = frame.fn.blocks.get(name);
      if (!from?.isHeader || from.loops.has(target)) frame.marks.delete(name);
    }
    if (block.before.length === 1) {
      for (const [at, { result }] of phis.entries()) frame.env.set(result, values[at]);
      this.ready.push(state);
      return;
    }
    for (const [copy, list] of this.split(state, values)) {
      const { env, marks } = copy.frames.at(-1);
      for (const [at, { result }] of phis.entries()) env.set(result, list[at]);
      marks.set(target, list.flatMap(markOf));
      this.wait(copy);
    }
  }

  /** States in which each of the values that has cases is one of them: pairs of a state and its values. */
  split(state, values) {
    let ways = [[state, []]];
    for (const value of values) {
      ways = ways.flatMap(([way, list]) => {
        const one = this.pruned(way, value);
        const word = isPointer(one) ? one.offset : one;
        if (word?.cases == null || word.cases.length === 1) return [[way, [...list, one]]];
        return word.cases.flatMap(([literal, number]) => {
          const copy = fork(way, literal);
          const only = constant(word.width, number);
          return copy === undefined
            ? []
            : [[copy, [...list, isPointer(one) ? { object: one.object, offset: only } : only]]];
        });
      });
    }
    return ways.length === 1 && ways[0][0] === state ? [[fork(state, 1), ways[0][1]]] : ways;
  }

  advance(first) {
    this.ready = [first];
    while (this.ready.length > 0) {
      const state = this.ready.pop();
      while (this.step(state));
    }
  }

  /** Does one instruction. Returns whether the next one of the state follows. */
  step(state) {
    const frame = state.frames.at(-1);
    const one = frame.fn.blocks.get(frame.block).code[frame.index];
    this.steps += 1;
    switch (one.op) {
      case 'br':
      case 'switch': {
        if (one.condition === undefined) {
          this.enter(state, one.targets[0]);
          return false;
        }
        const value = this.evaluate(one.condition, frame.env);
        let rest = 1;
        const ways = [];
        if (one.op === 'br') {
          const [literal] = value.bits;
          ways.push([literal, one.targets[0]], [c.not(literal), one.targets[1]]);
        } else {
          one.values.forEach((operand, at) => {
            const literal = c.equal(value.bits, this.evaluate(operand).bits);
            ways.push([literal, one.targets[at + 1]]);
            rest = c.and(rest, c.not(literal));
          });
          ways.push([rest, one.targets[0]]);
        }
        for (const [literal, target] of ways) {
          const copy = fork(state, literal);
          if (copy !== undefined) this.enter(copy, target);
        }
        return false;
      }
      case 'ret': {
        const value = one.of && this.evaluate(one.of, frame.env);
        for (const object of state.memory.keys())
          if (object.startsWith(`${state.frames.length} `)) state.memory.delete(object);
        state.frames.pop();
        const caller = state.frames.at(-1);
        const isList = Array.isArray(value);
        if (caller === undefined) {
          for (const [end, values] of this.split(state, isList ? value : [value])) {
            const key = values.flatMap(markOf).join(' ');
            const other = this.ends.get(key);
            this.ends.set(key, {
              ...(other === undefined ? end : this.joined(end, other)),
              values,
            });
          }
          return false;
        }
        const { result } = caller.fn.blocks.get(caller.block).code[caller.index];
        caller.index += 1;
        for (const [copy, list] of this.split(state, isList ? value : [value])) {
          const { env, marks } = copy.frames.at(-1);
          if (result !== undefined) env.set(result, isList ? list : list[0]);
          marks.set('result', list.flatMap(markOf));
          this.wait(copy);
        }
        return false;
      }
      case 'unreachable':
        this.outside.push(state.path);
        return false;
      case 'call':
        return this.call(state, frame, one);
      default: {
        const value = this.compute(state, frame, one);
        if (one.result !== undefined) frame.env.set(one.result, value);
        frame.index += 1;
        return true;
      }
    }
  }

  call(state, frame, one) {
    const values = one.operands
      .filter(({ type }) => type.kind !== 'metadata')
      .map((operand) => this.evaluate(operand, frame.env));
    const callee = this.evaluate(one.callee, frame.env);
    const { fn } = this.objects.get(callee.object) ?? {};
    if (fn !== undefined) {
      this.push(state, fn, values);
      return true;
    }
    const value = this.intrinsic(state, callee.object.slice(1), one, values);
    if (one.result !== undefined) frame.env.set(one.result, value);
    frame.index += 1;
    return true;
  }

  intrinsic(state, name, { operands, type }, values) {
    if (/^llvm\.(prefetch|lifetime|assume|experimental\.noalias)/.test(name)) return undefined;
    if (name.startsWith('llvm.mem')) {
      const size = Number(values[2].value);
      const cells = name.startsWith('llvm.memset')
        ? Array(size).fill(values[1].bits)
        : this.bytesAt(state, values[1].object, values[1].offset.value, size, 1);
      this.write(state, values[0], cells);
      return undefined;
    }
    if (/^llvm\.x86\..*ptestz/.test(name))
      return ofBits([
        c.not(c.any(values[0].bits.map((bit, at) => c.and(bit, values[1].bits[at])))),
      ]);
    if (name.startsWith('llvm.cttz.i')) {
      const cases = c.firsts(values[0].bits).map((literal, at) => [literal, BigInt(at)]);
      return ofCases(values[0].width, cases);
    }
    const number = Object.keys(NUMBERS).find((start) => name.startsWith(`${start}.i`));
    if (number !== undefined && values.every(({ cases }) => cases !== null))
      return this.binary(number, type, ...values);
    const [, compute] = Object.entries(INTRINSICS).find(([start]) => name.startsWith(start)) ?? [];
    if (compute === undefined) this.fail(state, `${name} is not known`);
    return join(compute(...values.map((value, at) => lanes(operands[at].type, value))));
  }

  compute(state, { env, fn }, one) {
    const { op } = one;
    let values = one.operands?.map((operand) => this.evaluate(operand, env)) ?? [];
    if (['icmp', 'load', 'store'].includes(op))
      values = values.map((value) => this.pruned(state, value));
    const [a, b] = values;
    const type = one.operands?.[0].type;
    switch (op) {
      case 'load':
        return this.load(state, a, one.type);
      case 'store':
        return this.store(state, b, type, a);
      case 'getelementptr':
        return this.place(one, env);
      case 'alloca': {
        const object = `${state.frames.length} ${fn.name}${one.result}`;
        state.memory.set(
          object,
          Array.from({ length: layout(one.type)[0] }, () => c.variables(8)),
        );
        return { object, offset: constant(64, 0) };
      }
      case 'icmp': {
        if (isPointer(a) || isPointer(b)) {
          if (a.object !== b.object) return ofBits([one.predicate === 'ne' ? 1 : 0]);
          return ofBits([compareCases(one.predicate, a.offset, b.offset)]);
        }
        if (type.kind === 'int' && a.cases !== null && b.cases !== null)
          return ofBits([compareCases(one.predicate, a, b)]);
        const right = lanes(type, b);
        return ofBits(lanes(type, a).map((lane, at) => compare(one.predicate, lane, right[at])));
      }
      case 'select': {
        if (type.kind !== 'int') this.fail(state, 'a choice for each lane');
        return choose(a.bits[0], b, values[2]);
      }
      case 'insertvalue':
        return a.with(one.index, b);
      case 'insertelement':
        return join(lanes(type, a).with(Number(values[2].value), b.bits));
      case 'shufflevector': {
        const sources = [...lanes(type, a), ...lanes(type, b)];
        return join(
          lanes(one.operands[2].type, values[2]).map((index) => {
            if (!c.isConstant(index)) return sources[0].map(() => c.variable());
            return sources[Number(c.toNumber(index))];
          }),
        );
      }
      case 'zext':
      case 'sext':
      case 'trunc': {
        const value = this.evaluate(one.of, env);
        if (one.to.kind === 'int') return this.extend(value, one.to.width, op === 'sext');
        return join(
          lanes(one.of.type, value).map(
            (lane) => this.extend(ofBits(lane), one.to.of.width, op === 'sext').bits,
          ),
        );
      }
      case 'bitcast':
      case 'ptrtoint':
      case 'inttoptr':
      case 'freeze':
        return this.evaluate(one.of, env);
      default:
        return this.binary(op, type, a, b);
    }
  }
}

/** A copy of a state in which a literal is true; undefined when that cannot be. */
export function fork(state, literal) {
  const path = c.and(state.path, literal);
  if (path === 0 || c.isRefuted(state.facts, literal)) return undefined;
  const facts = new Set(state.facts);
  c.learn(facts, literal);
  return {
    path,
    facts,
    memory: new Map(state.memory),
    frames: state.frames.map((frame) => ({
      ...frame,
      env: new Map(frame.env),
      marks: new Map(frame.marks),
    })),
  };
}

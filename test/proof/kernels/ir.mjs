// Reads the text of LLVM's intermediate representation, as far as clang makes it of the kernels.

const TOKEN = /c"[^"]*"|[%@](?:"[^"]*"|[\w.$-]+)|"[^"]*"|-?\d+|[\w.]+|\S/g;
const NO_ATTRIBUTE =
  /^(void|ptr|null|undef|poison|true|false|zeroinitializer|getelementptr|bitcast|inttoptr|ptrtoint)$/;

export class Reader {
  constructor(text, module) {
    this.tokens = text.match(TOKEN) ?? [];
    this.at = 0;
    this.module = module;
  }
  get peek() {
    return this.tokens[this.at];
  }
  next() {
    return this.tokens[this.at++];
  }
  skip(token) {
    if (this.peek !== token) return false;
    this.at += 1;
    return true;
  }
  expect(token) {
    if (!this.skip(token))
      throw new SyntaxError(`${token} expected: ${this.tokens.join(' ')} at ${this.at}`);
  }
  skipParentheses() {
    for (let depth = 0; ; ) {
      const token = this.next();
      if (token === '(') depth += 1;
      if (token === ')') depth -= 1;
      if (depth === 0) return;
    }
  }

  /** A type: { kind, width | count, of | fields }. */
  type() {
    const token = this.next();
    let type = { kind: token };
    if (/^i\d+$/.test(token)) type = { kind: 'int', width: Number(token.slice(1)) };
    else if (token === 'ptr') type = { kind: 'pointer' };
    else if (token[0] === '%') type = { kind: 'named', name: token, module: this.module };
    else if (token === '[' || (token === '<' && this.peek !== '{')) {
      const count = Number(this.next());
      this.expect('x');
      const of = this.type();
      type = { kind: token === '[' ? 'array' : 'vector', count, of };
      this.next();
    } else if (token === '{' || token === '<') {
      const isPacked = token === '<' && this.skip('{');
      const fields = [];
      while (!this.skip('}')) {
        fields.push(this.type());
        this.skip(',');
      }
      if (isPacked) this.expect('>');
      type = { kind: 'struct', fields, isPacked };
    }
    for (;;) {
      if (this.skip('*')) type = { kind: 'pointer' };
      else if (this.peek === '(') {
        this.skipParentheses();
        type = { kind: 'function', returns: type };
      } else return type;
    }
  }

  attributes() {
    while (/^[a-z_]+$/.test(this.peek ?? '') && !NO_ATTRIBUTE.test(this.peek)) {
      const word = this.next();
      if (word === 'align') this.next();
      else if (this.peek === '(') this.skipParentheses();
    }
  }

  typed() {
    const type = this.type();
    this.attributes();
    return this.value(type);
  }

  list(end) {
    const items = [];
    while (!this.skip(end)) {
      items.push(this.typed());
      this.skip(',');
    }
    return items;
  }

  value(type) {
    const token = this.next();
    if (token[0] === '%') return { kind: 'local', name: token, type };
    if (token[0] === '@') return { kind: 'global', name: token, module: this.module, type };
    if (/^-?\d+$/.test(token)) return { kind: 'number', value: BigInt(token), type };
    if (token === 'true' || token === 'false')
      return { kind: 'number', value: BigInt(token === 'true'), type };
    if (token === 'null' || token === 'zeroinitializer') return { kind: 'zero', type };
    if (token === 'undef' || token === 'poison') return { kind: 'undefined', type };
    if (token.startsWith('c"')) return { kind: 'text', text: token.slice(2, -1), type };
    if (token === '[') return { kind: 'list', items: this.list(']'), type };
    if (token === '{') return { kind: 'list', items: this.list('}'), type };
    if (token === '<') {
      if (this.skip('{')) {
        const items = this.list('}');
        this.expect('>');
        return { kind: 'list', items, type };
      }
      return { kind: 'list', items: this.list('>'), type };
    }
    if (token === 'getelementptr') {
      this.skip('inbounds');
      this.expect('(');
      return { kind: 'place', ...this.place(')'), type };
    }
    if (token === 'bitcast' || token === 'inttoptr' || token === 'ptrtoint') {
      this.expect('(');
      const of = this.typed();
      this.expect('to');
      this.type();
      this.expect(')');
      return of;
    }
    throw new SyntaxError(`${token}: ${this.tokens.join(' ')}`);
  }

  /** What follows `getelementptr`. */
  place(end) {
    const source = this.type();
    this.expect(',');
    const base = this.typed();
    const indexes = [];
    while (this.skip(',')) {
      this.skip('inrange');
      indexes.push(this.typed());
    }
    if (end !== undefined) this.expect(end);
    return { source, base, indexes };
  }
}

const CASTS = ['zext', 'sext', 'trunc', 'bitcast', 'ptrtoint', 'inttoptr', 'freeze'];
const FLAGS = ['nuw', 'nsw', 'exact', 'inbounds', 'atomic', 'volatile'];

/** One instruction: { op, result, … }. */
function instruction(line, module) {
  const reader = new Reader(line, module);
  const result = reader.tokens[1] === '=' ? reader.next() : undefined;
  if (result !== undefined) reader.next();
  let op = reader.next();
  while (op === 'tail' || op === 'musttail' || op === 'notail') op = reader.next();
  while (FLAGS.includes(reader.peek)) reader.next();
  const one = { op, result, line };
  const operands = (count) => {
    const items = [reader.typed()];
    while (items.length < count) {
      reader.expect(',');
      items.push(reader.typed());
    }
    return items;
  };
  if (CASTS.includes(op)) {
    const of = reader.typed();
    return { ...one, of, to: reader.skip('to') ? reader.type() : of.type };
  }
  switch (op) {
    case 'icmp': {
      one.predicate = reader.next();
      const a = reader.typed();
      reader.expect(',');
      return { ...one, operands: [a, reader.value(a.type)] };
    }
    case 'select':
    case 'insertelement':
    case 'shufflevector':
      return { ...one, operands: operands(3) };
    case 'store':
      return { ...one, operands: operands(2) };
    case 'load': {
      const type = reader.type();
      reader.expect(',');
      return { ...one, type, operands: operands(1) };
    }
    case 'getelementptr':
      return { ...one, ...reader.place() };
    case 'alloca':
      return { ...one, type: reader.type() };
    case 'insertvalue': {
      const of = operands(2);
      reader.expect(',');
      return { ...one, operands: of, index: Number(reader.next()) };
    }
    case 'phi': {
      const type = reader.type();
      one.from = new Map();
      while (reader.skip('[')) {
        const value = reader.value(type);
        reader.expect(',');
        one.from.set(reader.next(), value);
        reader.expect(']');
        reader.skip(',');
      }
      return { ...one, type };
    }
    case 'br': {
      if (reader.skip('label')) return { ...one, targets: [reader.next()] };
      one.condition = reader.typed();
      const targets = [];
      while (reader.skip(',')) {
        reader.expect('label');
        targets.push(reader.next());
      }
      return { ...one, targets };
    }
    case 'switch': {
      one.condition = reader.typed();
      reader.expect(',');
      reader.expect('label');
      one.targets = [reader.next()];
      one.values = [];
      reader.expect('[');
      while (!reader.skip(']')) {
        one.values.push(reader.typed());
        reader.expect(',');
        reader.expect('label');
        one.targets.push(reader.next());
      }
      return one;
    }
    case 'ret':
      return { ...one, of: reader.peek === 'void' ? undefined : reader.typed() };
    case 'unreachable':
      return one;
    case 'call': {
      reader.attributes();
      let type = reader.type();
      if (type.kind === 'function') type = type.returns;
      const callee = reader.value({ kind: 'pointer' });
      reader.expect('(');
      return { ...one, type, callee, operands: reader.list(')') };
    }
    default: {
      const a = reader.typed();
      reader.expect(',');
      return { ...one, operands: [a, reader.value(a.type)] };
    }
  }
}

/** Loops and order of the blocks of a function. */
function arrange(fn) {
  const { blocks } = fn;
  for (const block of blocks.values()) block.targets = block.code.at(-1).targets ?? [];
  const order = [];
  const seen = new Set();
  const back = [];
  const active = new Set();
  const visit = (name) => {
    seen.add(name);
    active.add(name);
    for (const target of blocks.get(name).targets) {
      if (active.has(target)) back.push([name, target]);
      else if (!seen.has(target)) visit(target);
    }
    active.delete(name);
    order.unshift(name);
  };
  visit(fn.entry);
  const before = new Map([...blocks.keys()].map((name) => [name, []]));
  for (const name of order)
    for (const target of blocks.get(name).targets) before.get(target).push(name);
  for (const [name, block] of blocks) {
    Object.assign(block, { rank: order.indexOf(name), before: before.get(name), loops: new Set() });
  }
  for (const [end, header] of back) {
    blocks.get(header).isHeader = true;
    const body = [end];
    const members = new Set([header]);
    while (body.length > 0) {
      const name = body.pop();
      if (members.has(name)) continue;
      members.add(name);
      body.push(...before.get(name));
    }
    for (const name of members) blocks.get(name).loops.add(header);
  }
}

/** Reads a module: its functions, globals and named types, by name. */
export function readModule(text) {
  const module = { functions: new Map(), globals: new Map(), types: new Map() };
  let fn;
  let block;
  let open = '';
  for (const line of text.split('\n')) {
    const code = (open + line).replace(/, ![\w.]+ .*$/, '').replace(/\s;.*$/, '');
    open = '';
    if (fn !== undefined) {
      const label = /^([\w.]+|"[^"]*"):/.exec(code);
      if (code === '}') {
        fn = undefined;
      } else if (label !== null) {
        block = { name: `%${label[1]}`, code: [] };
        fn.blocks.set(block.name, block);
      } else if (/^ +switch .*\[$/.test(code) || (/^ +switch /.test(code) && !code.includes(']'))) {
        open = `${code} `;
      } else if (code.trim() !== '') {
        block.code.push(code);
      }
      continue;
    }
    if (code.startsWith('define ')) {
      const [, name, rest] = /(@(?:"[^"]*"|[\w.$-]+))(\(.*)$/.exec(code);
      const reader = new Reader(rest, module);
      reader.expect('(');
      const parameters = reader.list(')').map((parameter) => parameter.name);
      const entry = `%${parameters.length}`;
      block = { name: entry, code: [] };
      fn = { name, parameters, entry, blocks: new Map([[entry, block]]), module };
      module.functions.set(name, fn);
    } else if (/^%.* = type /.test(code)) {
      const [name, type] = code.split(' = type ');
      if (type !== 'opaque') module.types.set(name, new Reader(type, module).type());
    } else if (code[0] === '@') {
      const match = /^(@\S+) = (.*?)\b(?:global|constant) (.*)$/.exec(code);
      if (match !== null && !match[2].includes('external ')) module.globals.set(match[1], match[3]);
    }
  }
  for (const one of module.functions.values()) one.isRead = false;
  return module;
}

/** A function whose instructions are read. */
export function prepared(fn) {
  if (!fn.isRead) {
    for (const block of fn.blocks.values())
      block.code = block.code.map((line) => instruction(line, fn.module));
    arrange(fn);
    fn.isRead = true;
  }
  return fn;
}

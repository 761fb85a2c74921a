// Finds what each identifier of a CommonJS module refers to, so that join.mjs can rename what modules declare.

const isNode = (value) => typeof value?.type === 'string';

/** The nodes below a node, in the order of the text. */
export function childrenOf(node) {
  const children = [];
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'StaticBlock',
  'PropertyDefinition',
]);

/** Calls `found` with each identifier that a pattern declares. */
function eachDeclared(pattern, found) {
  if (pattern === null) return;
  const { type } = pattern;
  if (type === 'Identifier') found(pattern);
  else if (type === 'MemberExpression') return;
  else if (type === 'AssignmentPattern') eachDeclared(pattern.left, found);
  else if (type === 'RestElement') eachDeclared(pattern.argument, found);
  else if (type === 'ArrayPattern') for (const one of pattern.elements) eachDeclared(one, found);
  else for (const one of pattern.properties) eachDeclared(one.value ?? one.argument, found);
}

/** The identifiers that a pattern declares. */
export function declaredBy(pattern) {
  const identifiers = [];
  eachDeclared(pattern, (identifier) => identifiers.push(identifier));
  return identifiers;
}

class Scope {
  names = new Set();

  constructor(parent, isFunction) {
    this.parent = parent;
    this.functionScope = isFunction ? this : parent.functionScope;
  }
}

/**
 * Reads the program of a module. Returns `references`, an array of each use of a name that the module itself, or nothing in it,
 * declares: the `identifier`, the `parent` nodes from the outermost on, and whether the module evaluates it as it loads
 * (`isEager`). Returns also `declared`, the names that the module's outermost scope declares, and `inner`, those that other scopes
 * declare.
 */
export function resolveNames(program) {
  const references = [];
  const inner = new Set();
  const top = new Scope(undefined, true);

  function declare(scope, identifiers) {
    for (const { name } of identifiers) {
      scope.names.add(name);
      if (scope !== top) inner.add(name);
    }
  }

  /** Declares what the statements of a block declare in it. */
  function declareBlock(scope, statements) {
    for (const statement of statements) {
      if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
        declare(scope, [statement.id]);
      } else if (statement.type === 'VariableDeclaration') {
        const to = statement.kind === 'var' ? scope.functionScope : scope;
        for (const { id } of statement.declarations) declare(to, declaredBy(id));
      }
    }
  }

  function isDeclaredInside(scope, name) {
    for (let at = scope; at !== top; at = at.parent) if (at.names.has(name)) return true;
    return false;
  }

  function visit(node, scope, parents, isEager) {
    const { type } = node;
    if (type === 'Identifier') {
      if (!isDeclaredInside(scope, node.name)) {
        references.push({ identifier: node, parents, isEager });
      }
      return;
    }
    const below = [...parents, node];
    const visitAll = (nodes, to, eager = isEager) => {
      for (const one of nodes) if (one !== null) visit(one, to, below, eager);
    };
    if (type === 'VariableDeclaration' && node.kind === 'var' && scope !== scope.functionScope) {
      throw new Error('a "var" in a block is not supported');
    }
    if (functions.has(type)) {
      const own = new Scope(scope, true);
      const isDeclaration = type === 'FunctionDeclaration';
      if (isDeclaration) visit(node.id, scope, below, isEager);
      else if (type === 'FunctionExpression' && node.id !== null) declare(own, [node.id]);
      if (type === 'PropertyDefinition') {
        if (node.computed) visit(node.key, scope, below, isEager);
        if (node.value !== null) visit(node.value, own, below, isEager && node.static);
        return;
      }
      if (type === 'StaticBlock') {
        declareBlock(own, node.body);
        visitAll(node.body, own);
        return;
      }
      for (const parameter of node.params) declare(own, declaredBy(parameter));
      visitAll(node.params, own, false);
      if (node.body.type !== 'BlockStatement') visit(node.body, own, below, false);
      else {
        declareBlock(own, node.body.body);
        for (const one of node.body.body) visit(one, own, [...below, node.body], false);
      }
      return;
    }
    switch (type) {
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const own = new Scope(scope, false);
        if (type === 'ClassDeclaration') visit(node.id, scope, below, isEager);
        else if (node.id !== null) declare(own, [node.id]);
        if (node.superClass !== null) visit(node.superClass, own, below, isEager);
        visit(node.body, own, below, isEager);
        return;
      }
      case 'BlockStatement':
      case 'SwitchStatement': {
        const own = new Scope(scope, false);
        if (type === 'SwitchStatement') {
          visit(node.discriminant, scope, below, isEager);
          for (const one of node.cases) declareBlock(own, one.consequent);
          visitAll(node.cases, own);
        } else {
          declareBlock(own, node.body);
          visitAll(node.body, own);
        }
        return;
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement': {
        const own = new Scope(scope, false);
        declareBlock(own, [node.init ?? node.left].filter(isNode));
        visitAll(childrenOf(node), own);
        return;
      }
      case 'CatchClause': {
        const own = new Scope(scope, false);
        if (node.param !== null) {
          declare(own, declaredBy(node.param));
          visit(node.param, own, below, isEager);
        }
        visit(node.body, own, below, isEager);
        return;
      }
      case 'MemberExpression':
        visit(node.object, scope, below, isEager);
        if (node.computed) visit(node.property, scope, below, isEager);
        return;
      case 'Property':
      case 'MethodDefinition':
        if (node.computed) visit(node.key, scope, below, isEager);
        visit(node.value, scope, below, isEager);
        return;
      case 'LabeledStatement':
        visit(node.body, scope, below, isEager);
        return;
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return;
      default:
        visitAll(childrenOf(node), scope);
    }
  }

  declareBlock(top, program.body);
  for (const statement of program.body) visit(statement, top, [program], true);
  return { references, declared: top.names, inner };
}

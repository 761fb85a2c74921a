// Finds what each identifier of a CommonJS module refers to, so that join.mjs can rename what modules declare.

const isNode = (value) => typeof value?.type === 'string';

/** The nodes below a node, in the order of the text. */
export const childrenOf = (node) => Object.values(node).flat().filter(isNode);

/** The identifiers that a pattern declares. */
export function declaredBy(pattern) {
  if (pattern === null) return [];
  const { type, elements, properties, left, value, argument } = pattern;
  if (type === 'Identifier') return [pattern];
  return (elements ?? properties ?? [left ?? value ?? argument]).flatMap(declaredBy);
}

const isFunction = ({ type }) => /Function/.test(type);
const hasScope = (node) =>
  isFunction(node) || /^(Program|Class|StaticBlock|Block|Switch|For|Catch)/.test(node.type);

/** Whether a node has a name under `key` that is no expression: of a property, a label or `new.target`. */
const isPlainName = ({ computed }, key) =>
  key === 'label' || key === 'meta' || ((key === 'key' || key === 'property') && !computed);

/**
 * Reads the program of a module. Returns `references`, an array of each use of a name that the module itself, or nothing in it,
 * declares: the `identifier`, the `parent` nodes from the outermost on, and whether the module evaluates it as it loads
 * (`isEager`). Returns also `declared`, the names that the module's outermost scope declares, and `inner`, those that other scopes
 * declare.
 */
export function resolveNames(program) {
  const references = [];
  const inner = new Set();
  /** The names that each scope declares, by its node. */
  const scopes = new Map();
  const bodies = new Set([program]);

  function declare(scope, identifiers) {
    for (const { name } of identifiers) {
      scopes.get(scope).add(name);
      if (scope !== program) inner.add(name);
    }
  }

  function declareAll(node, outer) {
    const scope = hasScope(node) ? node : outer;
    if (scope === node) scopes.set(node, new Set());
    if (isFunction(node)) bodies.add(node.body);
    if (node.kind === 'var' && !bodies.has(scope)) {
      throw new Error('a "var" in a block is not supported');
    }
    for (const { id } of node.declarations ?? []) declare(scope, declaredBy(id));
    if (node.type.endsWith('Declaration') && isNode(node.id)) declare(outer, [node.id]);
    else if (scope === node) declare(scope, declaredBy(node.id ?? null));
    if (scope === node)
      declare(scope, [...(node.params ?? []), node.param ?? null].flatMap(declaredBy));
    for (const child of childrenOf(node)) declareAll(child, scope);
  }

  function visit(node, parents, isEager) {
    if (node.type === 'Identifier') {
      const isInner = parents.some(
        (parent) => parent !== program && scopes.get(parent)?.has(node.name),
      );
      if (!isInner) references.push({ identifier: node, parents, isEager });
      return;
    }
    const below = [...parents, node];
    for (const [key, value] of Object.entries(node)) {
      if (isPlainName(node, key)) continue;
      const isLater =
        isFunction(node) ||
        (key === 'value' && node.static === false && node.type === 'PropertyDefinition');
      // What a "switch" looks at is outside of its scope.
      const own = key === 'discriminant' ? parents : below;
      for (const child of [value].flat().filter(isNode)) visit(child, own, isEager && !isLater);
    }
  }

  declareAll(program, program);
  visit(program, [], true);
  return { references, declared: scopes.get(program), inner };
}

// Which parts of a scope can change what an expression gives? Used to evaluate again only what a change touches.
// [expressions.reads]

import type { ExpressionNode } from './expression-node.ts';

type Path = readonly string[];

/** Each path once, in the order of the source. `fn` is not of the scope. */
export function listReads(nodes: readonly ExpressionNode[]): readonly Path[] {
  const paths = new Map<string, Path>();
  for (const node of nodes) visit(node, (path) => paths.set(JSON.stringify(path), path));
  return [...paths.values()];
}

function visit(node: ExpressionNode, add: (path: Path) => void): void {
  const path = findPath(node);
  if (path !== undefined) {
    if (path[0] !== 'fn') add(path);
    return;
  }
  for (const child of childrenOf(node)) visit(child, add);
}

export function usesFilter(node: ExpressionNode, name: string): boolean {
  return (node.type === 'filter' && node.name === name) || childrenOf(node).some((child) => usesFilter(child, name));
}

/** How many nodes there are to walk. */
export function countNodes(node: ExpressionNode): number {
  let count = 1;
  for (const child of childrenOf(node)) count += countNodes(child);
  return count;
}

function findPath(node: ExpressionNode): Path | undefined {
  if (node.type === 'identifier') return [node.name];
  if (node.type !== 'member' && node.type !== 'index') return undefined;
  const key = node.type === 'member' ? node.name : findKey(node.key);
  const holder = key === undefined ? undefined : findPath(node.object);
  return key === undefined || holder === undefined ? undefined : [...holder, key];
}

function findKey(key: ExpressionNode): string | undefined {
  return key.type === 'literal' ? String(key.value) : undefined;
}

function childrenOf(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.type) {
    case 'literal':
    case 'identifier':
      return [];
    case 'array':
      return node.items;
    case 'object':
      return node.properties.flatMap(({ key, value }) => (typeof key === 'string' ? [value] : [key, value]));
    case 'member':
      return [node.object];
    case 'index':
      return [node.object, node.key];
    case 'call':
      return [...calleeParts(node.callee), ...node.args];
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'conditional':
      return [node.test, node.whenTrue, node.whenFalse];
    case 'filter':
      return [node.input, ...node.args];
  }
}

// A method is not a member of the data: `model.name.trim()` reads the name.
function calleeParts(callee: ExpressionNode): readonly ExpressionNode[] {
  if (callee.type === 'member') return [callee.object];
  return callee.type === 'index' ? [callee.object, callee.key] : [];
}

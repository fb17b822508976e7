// Which parts of a scope can change what an expression gives? Used to evaluate again only what a change touches.
// [expressions.reads]

import type { ExpressionNode } from './expression-node.ts';
import { memberFunctions, timeFunctions } from './functions.ts';

type Path = readonly string[];

/** Read where the value changes with the time. */
const timeRead: Path = ['fn', 'now'];

/** Each path once, in the order of the source. `fn` is not of the scope; functions of time read the time. */
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
  if (node.type === 'call' && timeFunctions.includes(findFunctionName(node.callee) ?? '')) add(timeRead);
  for (const child of childrenOf(node)) visit(child, add);
}

/** Of a call: `sum` of fn.sum(…), `JSON.parse` of fn.JSON.parse(…). */
export function findFunctionName(callee: ExpressionNode): string | undefined {
  if (callee.type !== 'member') return undefined;
  const { object, name } = callee;
  if (object.type === 'identifier') return object.name === 'fn' ? name : undefined;
  const outer = findFunctionName(object);
  return outer === undefined ? undefined : `${outer}.${name}`;
}

export function usesFilter(node: ExpressionNode, name: string): boolean {
  return (node.type === 'filter' && node.name === name) || childrenOf(node).some((child) => usesFilter(child, name));
}

/** The functions of `fn` that are called. */
export function listCalled(node: ExpressionNode): string[] {
  const own = node.type === 'call' ? findFunctionName(node.callee) : undefined;
  return [...(own === undefined ? [] : [own]), ...childrenOf(node).flatMap(listCalled)];
}

/** How many nodes there are to walk. */
export function countNodes(node: ExpressionNode): number {
  let count = 1;
  for (const child of childrenOf(node)) count += countNodes(child);
  return count;
}

function findPath(node: ExpressionNode): Path | undefined {
  if (node.type === 'identifier') return [node.name];
  let [holder, key]: [ExpressionNode?, (string | undefined)?] = [];
  if (node.type === 'member') [holder, key] = [node.object, node.name];
  else if (node.type === 'index') [holder, key] = [node.object, findKey(node.key)];
  // `fn.sum(model.items, 'price')` reads the price of each row, and nothing else of the rows.
  else if (node.type === 'call' && memberFunctions.includes(findFunctionName(node.callee) ?? '')) {
    const [list, name] = node.args;
    [holder, key] = [list, name && findKey(name)];
  }
  const path = key === undefined || holder === undefined ? undefined : findPath(holder);
  return path && [...path, key as string];
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

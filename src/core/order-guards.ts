// In which order conditions are decided: each after the ones that can hide what it reads. Conditions that depend on each
// other in a circle come last and are repeated until they settle.

import type { Guard, RowShape } from './form-plan.ts';

export interface GuardOrder {
  readonly guards: readonly Guard[];
  readonly firstCircularGuard: number;
}

export function orderGuards(shapes: readonly RowShape[], guards: readonly Guard[]): GuardOrder {
  if (guards.length === 0) return { guards, firstCircularGuard: 0 };
  const root = mapPaths(shapes);
  const waitsFor = new Map(guards.map((guard) => [guard, prerequisites(guard, shapes, root)]));
  const dependents = new Map<Guard, Guard[]>(guards.map((guard) => [guard, []]));
  for (const [guard, others] of waitsFor) for (const other of others) dependents.get(other)!.push(guard);
  const ordered = guards.filter((guard) => waitsFor.get(guard)!.size === 0);
  for (let place = 0; place < ordered.length; place++) {
    for (const dependent of dependents.get(ordered[place]!)!) {
      const others = waitsFor.get(dependent)!;
      others.delete(ordered[place]!);
      if (others.size === 0) ordered.push(dependent);
    }
  }
  const settled = new Set(ordered);
  const circular = guards.filter((guard) => !settled.has(guard));
  return { guards: [...ordered, ...circular], firstCircularGuard: ordered.length };
}

/** A data path: what hides the value there, and the paths below. */
interface PathNode {
  guard: Guard | undefined;
  isRepeat: boolean;
  readonly below: Map<string, PathNode>;
}

function newNode(): PathNode {
  return { guard: undefined, isRepeat: false, below: new Map() };
}

function mapPaths(shapes: readonly RowShape[]): PathNode {
  const root = newNode();
  for (const shape of shapes) {
    for (const step of shape.steps) {
      if (step.kind === 'screen-state') continue;
      const node = nodeAt(root, pathOf(shape, shapes, step.container, step.name));
      node.guard = step.guard;
      node.isRepeat = step.kind === 'repeat';
    }
  }
  return root;
}

function nodeAt(root: PathNode, path: readonly string[]): PathNode {
  let node = root;
  for (const name of path) {
    const next = node.below.get(name) ?? newNode();
    node.below.set(name, next);
    node = next;
  }
  return node;
}

/** Names from the entry down, without row numbers. */
function pathOf(shape: RowShape, shapes: readonly RowShape[], container: number, name?: string): string[] {
  const names = name === undefined ? [] : [name];
  for (let at = container; at > 0; at = shape.containers[at]!.parent) names.unshift(shape.containers[at]!.name);
  if (shape.repeat === undefined) return names;
  const outer = shapes.find((other) => other.steps.includes(shape.repeat!))!;
  return [...pathOf(outer, shapes, shape.repeat.container, shape.repeat.name), ...names];
}

function prerequisites(guard: Guard, shapes: readonly RowShape[], root: PathNode): Set<Guard> {
  const found = new Set<Guard>();
  if (guard.parent !== undefined) found.add(guard.parent);
  if (typeof guard.condition === 'boolean') return found;
  for (const [name, ...path] of guard.condition.reads) {
    if (name === 'model') addGuards(root, path, found);
    if (name === 'row') addGuards(root, [...pathOf(shapes[guard.shape]!, shapes, 0), ...path], found);
  }
  return found;
}

/** The guards of everything that a read of `path` can see: on the way, at its end, and below. */
function addGuards(root: PathNode, path: readonly string[], found: Set<Guard>): void {
  let node = root;
  for (const name of path) {
    if (node.isRepeat && /^\d+$/.test(name)) continue;
    const next = node.below.get(name);
    if (next === undefined) return;
    node = next;
    if (node.guard !== undefined) found.add(node.guard);
  }
  addGuardsBelow(node, found);
}

function addGuardsBelow(node: PathNode, found: Set<Guard>): void {
  for (const next of node.below.values()) {
    if (next.guard !== undefined) found.add(next.guard);
    addGuardsBelow(next, found);
  }
}

// The data paths of a form as a tree of names without row numbers: which steps an expression can see by what it reads.

import { many, type Steps } from '../definition/steps.ts';
import type { RowShape, Step } from './form-plan.ts';

export interface PathNode {
  step: Step | undefined;
  readonly below: Map<string, PathNode>;
}

export interface DataPaths {
  readonly root: PathNode;
  /** The path to the rows of each shape; the entry's is empty. */
  readonly shapePaths: readonly (readonly string[])[];
}

export function* mapDataPaths(shapes: readonly RowShape[]): Steps<DataPaths> {
  const root = newNode();
  const shapePaths: string[][] = [[]];
  // A repeat comes before the shape of its rows, so the path to a shape is known when its turn comes.
  for (const shape of shapes) {
    const containerPaths = [shapePaths[shape.index]!];
    for (const [place, step] of shape.steps.entries()) {
      if (place % many === 0) yield;
      if (step.kind === 'screen-state') continue;
      const path = [...containerPaths[step.container]!, step.name];
      if (step.kind === 'section') containerPaths[step.own] = path;
      if (step.kind === 'repeat') shapePaths[step.rows.index] = path;
      nodeAt(root, path).step = step;
    }
  }
  return { root, shapePaths };
}

function newNode(): PathNode {
  return { step: undefined, below: new Map() };
}

function nodeAt(root: PathNode, path: readonly string[]): PathNode {
  let node = root;
  for (const name of path) {
    let next = node.below.get(name);
    if (next === undefined) {
      next = newNode();
      node.below.set(name, next);
    }
    node = next;
  }
  return node;
}

/** What a read can see: the steps on the way to it, and everything at and below its end. */
export interface Sight {
  readonly onTheWay: readonly Step[];
  readonly end: PathNode | undefined;
}

/** Reads of anything but `model` and `row` see nothing of the entry. */
export function findRead(paths: DataPaths, shapeIndex: number, read: readonly string[]): Sight {
  const [base, ...names] = read;
  if (base !== 'model' && base !== 'row') return { onTheWay: [], end: undefined };
  const onTheWay: Step[] = [];
  let node = paths.root;
  for (const name of base === 'row' ? [...paths.shapePaths[shapeIndex]!, ...names] : names) {
    if (node.step?.kind === 'repeat' && /^\d+$/.test(name)) continue;
    const next = node.below.get(name);
    // A part of a field's own value, or nothing of the form. Of a repeat it may be the number of rows.
    if (next === undefined) return { onTheWay, end: undefined };
    node = next;
    if (node.step !== undefined) onTheWay.push(node.step);
  }
  return { onTheWay, end: node };
}

/** Marks the steps that a read can see; what is marked below a node already is not walked again. */
export function markRead({ onTheWay, end }: Sight, wholly: Set<PathNode>): void {
  for (const step of onTheWay) (step as { isRead: boolean }).isRead = true;
  if (end === undefined || wholly.has(end)) return;
  wholly.add(end);
  for (const node of end.below.values()) markRead({ onTheWay: node.step ? [node.step] : [], end: node }, wholly);
}

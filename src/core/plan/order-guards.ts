// In which order conditions are decided: each after the ones that can hide what it reads. Conditions that depend on each
// other in a circle come last and are repeated until they settle. [validation.relevant.chains]

import { many, type Steps } from '../definition/steps.ts';
import { type DataPaths, findRead, type PathNode } from './data-paths.ts';
import type { Guard } from './form-plan.ts';

export interface GuardOrder {
  readonly guards: readonly Guard[];
  readonly firstCircularGuard: number;
}

/**
 * A path stands for everything below it: a thousand conditions that each read a section of a thousand fields are two
 * thousand dependencies, not a million.
 */
type Vertex = Guard | PathNode;

export function* orderGuards(guards: readonly Guard[], paths: DataPaths): Steps<GuardOrder> {
  if (guards.length === 0) return { guards, firstCircularGuard: 0 };
  const graph = new Map<Vertex, { waits: number; readonly dependents: Vertex[] }>();
  addPaths(graph, paths.root);
  for (const guard of guards) graph.set(guard, { waits: 0, dependents: [] });
  const wait = (vertex: Vertex, other: Vertex | undefined) => {
    if (other === undefined) return;
    graph.get(vertex)!.waits++;
    graph.get(other)!.dependents.push(vertex);
  };
  yield;
  let count = 0;
  for (const vertex of graph.keys()) {
    if (++count % many === 0) yield;
    if ('below' in vertex) {
      wait(vertex, vertex.step?.guard);
      for (const node of vertex.below.values()) wait(vertex, node);
      continue;
    }
    wait(vertex, vertex.parent);
    for (const read of typeof vertex.condition === 'boolean' ? [] : vertex.condition.reads) {
      const { onTheWay, end } = findRead(paths, vertex.shape, read);
      for (const step of onTheWay) wait(vertex, step.guard);
      wait(vertex, end);
    }
  }
  yield;
  const ready = [...graph.keys()].filter((vertex) => graph.get(vertex)!.waits === 0);
  for (let place = 0; place < ready.length; place++) {
    if (place % many === 0) yield;
    for (const dependent of graph.get(ready[place]!)!.dependents) {
      if (--graph.get(dependent)!.waits === 0) ready.push(dependent);
    }
  }
  const ordered = ready.filter((vertex): vertex is Guard => !('below' in vertex));
  const circular = guards.filter((guard) => graph.get(guard)!.waits > 0);
  return { guards: [...ordered, ...circular], firstCircularGuard: ordered.length };
}

function addPaths(graph: Map<Vertex, { waits: number; dependents: Vertex[] }>, node: PathNode): void {
  graph.set(node, { waits: 0, dependents: [] });
  for (const next of node.below.values()) addPaths(graph, next);
}

// In which order conditions and computed values are decided: each after what it reads, and after the conditions that can hide that.
// Conditions that depend on each other in a circle come last and are repeated until they settle, with what depends on them. A computed
// value that depends on itself is refused when the form is written (refuse-circles.ts). [validation.relevant.chains] [validation.computed]

import type { DefinitionProblem } from '../definition/definition-problems.ts';
import { many, type Steps } from '../definition/steps.ts';
import { type DataPaths, findRead, type PathNode } from './data-paths.ts';
import type { CompileTools, Computed, Decision, Guard, Step } from './form-plan.ts';

export interface DecisionOrder {
  readonly guards: readonly Guard[];
  readonly decisions: readonly Decision[];
  readonly firstCircular: number;
}

/**
 * A path stands for everything below it: a thousand conditions that each read a section of a thousand fields are two
 * thousand dependencies, not a million.
 */
type Vertex = Decision | PathNode;

type Graph = Map<Vertex, { waits: number; readonly dependents: Vertex[] }>;

interface ToOrder {
  readonly guards: readonly Guard[];
  readonly computed: readonly Computed[];
  readonly problems: DefinitionProblem[];
  readonly tools: Pick<CompileTools, 'checkCircles'>;
}

export function* orderDecisions(
  { guards, computed, problems, tools }: ToOrder,
  paths: DataPaths,
): Steps<DecisionOrder> {
  const all: readonly Decision[] = computed.length === 0 ? guards : [...guards, ...computed];
  if (all.length === 0) return { guards, decisions: all, firstCircular: 0 };
  const graph: Graph = new Map();
  addPaths(graph, paths.root);
  for (const one of all) graph.set(one, { waits: 0, dependents: [] });
  const ofStep = new Map<Step, Computed>(computed.map((one) => [one.step, one]));
  const wait = (vertex: Vertex, other: Vertex | undefined) => {
    if (other === undefined) return;
    graph.get(vertex)!.waits++;
    graph.get(other)!.dependents.push(vertex);
  };
  const waitForStep = (vertex: Vertex, step: Step | undefined) => {
    if (step === undefined) return;
    wait(vertex, step.guard);
    wait(vertex, ofStep.get(step));
  };
  yield;
  let count = 0;
  for (const vertex of graph.keys()) {
    if (++count % many === 0) yield;
    if ('below' in vertex) {
      waitForStep(vertex, vertex.step);
      for (const node of vertex.below.values()) wait(vertex, node);
      continue;
    }
    if (!isComputed(vertex)) wait(vertex, vertex.parent);
    for (const read of readsOf(vertex)) {
      const { onTheWay, end } = findRead(paths, vertex.shape, read);
      for (const step of onTheWay) waitForStep(vertex, step);
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
  const ordered = ready.filter((vertex): vertex is Decision => !('below' in vertex));
  const circular = all.filter((one) => graph.get(one)!.waits > 0);
  yield* tools.checkCircles?.(
    problems,
    circular.filter(isComputed),
    (vertex) => graph.get(vertex as Vertex)!.dependents,
  ) ?? [];
  const decisions = [...ordered, ...circular];
  return { guards: decisions.filter((one) => !isComputed(one)) as Guard[], decisions, firstCircular: ordered.length };
}

export function isComputed(decision: Decision): decision is Computed {
  return 'compute' in decision;
}

function readsOf(decision: Decision): readonly (readonly string[])[] {
  if (isComputed(decision)) return decision.compute.reads;
  return typeof decision.condition === 'boolean' ? [] : decision.condition.reads;
}

function addPaths(graph: Graph, node: PathNode): void {
  graph.set(node, { waits: 0, dependents: [] });
  for (const next of node.below.values()) addPaths(graph, next);
}

// Computed values that depend on themselves, named with what is on the way around, when a form is written. [validation.computed]

import { addProblem } from '../definition/definition-problems.ts';
import type { CheckCircles, Computed } from './form-plan.ts';

/** Others are found when these are mended. */
const maxCircles = 10;
/** Each search may walk through the whole form. */
const maxSearches = 1000;

/** Names each computed value that depends on itself, with what is on the way. What only follows a circle of conditions is not one. */
export const refuseCircles: CheckCircles = function* (problems, computed, dependentsOf) {
  let count = 0;
  for (const one of computed.slice(0, maxSearches)) {
    yield;
    const circle = findCircle(one, dependentsOf);
    if (circle === undefined) continue;
    const names = circle.filter((vertex): vertex is Computed => 'compute' in vertex).map(({ step }) => step.name);
    addProblem(problems, one.path, `must not depend on itself: ${[...names, one.step.name].reverse().join(' <- ')}`);
    count += 1;
    if (count === maxCircles) return;
  }
};

/** The shortest way from a vertex back to it, by what depends on what. */
function findCircle(start: object, dependentsOf: (vertex: object) => readonly object[]): object[] | undefined {
  const from = new Map<object, object>();
  const found: object[] = [start];
  for (const vertex of found) {
    for (const dependent of dependentsOf(vertex)) {
      if (dependent === start) return wayTo(vertex, from);
      if (from.has(dependent)) continue;
      from.set(dependent, vertex);
      found.push(dependent);
    }
  }
  return undefined;
}

function wayTo(end: object, from: ReadonlyMap<object, object>): object[] {
  const way = [end];
  for (let before = from.get(end); before !== undefined; before = from.get(before)) way.unshift(before);
  return way;
}

// In which order conditions are decided: each after the ones that can hide what it reads. Conditions that depend on each
// other in a circle come last and are repeated until they settle.

import { type DataPaths, stepsRead } from './data-paths.ts';
import type { Guard } from './form-plan.ts';

export interface GuardOrder {
  readonly guards: readonly Guard[];
  readonly firstCircularGuard: number;
}

export function orderGuards(guards: readonly Guard[], paths: DataPaths): GuardOrder {
  const waitsFor = new Map(guards.map((guard) => [guard, prerequisites(guard, paths)]));
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

/** The guards that can hide what `guard` reads, and the one it stands inside of. */
function prerequisites(guard: Guard, paths: DataPaths): Set<Guard> {
  const found = new Set<Guard>();
  if (guard.parent !== undefined) found.add(guard.parent);
  if (typeof guard.condition === 'boolean') return found;
  for (const read of guard.condition.reads) {
    // Whoever reads the whole model reads what it hides itself: a circle, which is repeated until everything settles.
    if (read.length === 1 && read[0] === 'model') found.add(guard);
    else for (const step of stepsRead(paths, guard.shape, read)) if (step.guard !== undefined) found.add(step.guard);
  }
  return found;
}

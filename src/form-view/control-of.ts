// Which control draws a field: the kind of its value says, unless something more than its type was found in it (question-kinds.ts).

import { looks } from '../fields/all/view/look.ts';
import { type ControlChoice, lazyControl } from './control-choice.ts';
import type { FieldNode } from './view-node.ts';

export function controlOf(node: FieldNode): ControlChoice {
  if (node.step.compute !== undefined) return computed;
  const look = (node.step.look as ControlChoice | undefined) ?? looks[node.step.value.kind];
  return typeof look === 'function' ? look(node) : look;
}

/** Nobody fills it in. */
const computed = lazyControl(() => import('./computed-value.tsx'), 'group', 'calculation');

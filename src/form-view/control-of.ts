// Which control draws a field: the kind of its value says, unless something more than its type was found in it (question-kinds.ts).

import { looks } from '../fields/all/view/look.ts';
import type { ControlChoice } from './control-choice.ts';
import type { FieldNode } from './view-node.ts';

export function controlOf(node: FieldNode): ControlChoice {
  const { look, value } = node.step;
  return look ? (look as ControlChoice) : looks[value.kind](node, looks);
}

// An answer in words wherever it comes from: another device, a form that was changed. Never HTML.
import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import { getAt } from '../form-view/data-at.ts';
import type { FormState } from '../form-view/form-state.ts';
import { childrenOf, type FieldNode, type RepeatNode, type ViewNode } from '../form-view/view-node.ts';
import { valueWords } from './steps/review-lines.ts';

export type AnswerNode = FieldNode | RepeatNode;

/** The fields and repeats of the entry, or of a row, in order. */
export function answersOf(nodes: readonly ViewNode[]): AnswerNode[] {
  return nodes.flatMap((node) =>
    node.kind === 'field' || node.kind === 'repeat' ? [node] : answersOf(childrenOf(node)),
  );
}

export function labelOf({ element }: AnswerNode): string {
  return element.label || element.name;
}

/** Empty for no answer. */
export function answerText(node: AnswerNode, value: JsonValue | undefined, state: FormState): string {
  if (node.kind === 'field') {
    return valueWords(state, node, value);
  }
  const rows = Array.isArray(value) ? value : [];
  return rows.map((row) => rowText(node, row as JsonObject, state)).join('; ');
}

function rowText(node: RepeatNode, row: JsonObject, state: FormState): string {
  const parts = answersOf(node.children).map((child) => {
    const text = answerText(child, getAt(row, child.keys), state);
    return text === '' ? '' : `${labelOf(child)}: ${text}`;
  });
  return parts.filter((part) => part !== '').join(', ');
}

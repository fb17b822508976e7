// What a new entry, or a new row, starts with: `initialValue`, of which texts may hold {{ }}, and false for boxes whose
// unchecked value is false. Initial values run only in the browser.
// [values.no-calculations] [fill-links.initial-values]

import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import type { Scope } from '../core/expression/compile.ts';
import { ExpressionLimitError } from '../core/expression/errors.ts';
import type { Template } from '../core/text/literal-template.ts';
import { invalid } from '../core/values/value-type.ts';
import { isBox } from '../fields/bool/is-box.ts';
import { getAt, setAt } from './data-at.ts';
import { childrenOf, type FieldNode, type ViewNode } from './view-node.ts';

/** Fills what has no value yet; `scope` is that of the entry or row, whose own values texts see as they are filled. */
export function withInitialValues(
  nodes: readonly ViewNode[],
  data: JsonObject,
  scope: (data: JsonObject) => Scope,
): JsonObject {
  let filled = data;
  for (const node of leavesOf(nodes)) {
    if ((getAt(filled, node.keys) ?? undefined) !== undefined) continue;
    const value =
      node.kind === 'field' ? initialValue(node, () => scope(filled)) : firstRows(node, () => scope(filled));
    if (value !== undefined) filled = setAt(filled, node.keys, value) as JsonObject;
  }
  return filled;
}

export function rowWithInitialValues(nodes: readonly ViewNode[], scope: Scope): JsonObject {
  return withInitialValues(nodes, {}, (row) => ({ ...scope, row }));
}

type Leaf = Extract<ViewNode, { kind: 'field' | 'repeat' }>;

function leavesOf(nodes: readonly ViewNode[]): Leaf[] {
  return nodes.flatMap((node) => {
    return node.kind === 'field' || node.kind === 'repeat' ? [node] : leavesOf(childrenOf(node));
  });
}

// choice: a repeat that must have a row starts with one; any other starts without, since the rules of a row count once it is there.
function firstRows(node: Extract<Leaf, { kind: 'repeat' }>, scope: () => Scope): JsonValue | undefined {
  if (node.step.required?.when !== true || node.step.required.level !== 'error') return undefined;
  return [rowWithInitialValues(node.children, { ...scope(), $index: 0 })];
}

function initialValue({ element, step, initialText }: FieldNode, scope: () => Scope): JsonValue | undefined {
  const { initialValue: written, boolUncheckedValue } = element;
  if (written === undefined || written === null) {
    return boolUncheckedValue === false && isBox(element) ? false : undefined;
  }
  const sent = initialText === undefined ? written : render(initialText, scope());
  const value = step.value.read(sent, { cleanHtml: (html) => html });
  return value === invalid || value === null ? undefined : value;
}

function render(template: Template, scope: Scope): string {
  try {
    return template.render(scope);
  } catch (error) {
    // Too long to be made: the field starts empty.
    if (error instanceof ExpressionLimitError) return '';
    throw error;
  }
}

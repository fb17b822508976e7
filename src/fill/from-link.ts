// What a link fills in: the values in its `data`, then the parameters that fields name by `fromLink`, where there is no value yet.
// [fill-links.from-link] [fill-links.prefill]

import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import type { FormPlan } from '../core/plan/form-plan.ts';
import { takesSeveral } from '../fields/multi-choice/takes-several.ts';
import { getAt, setAt } from '../form-view/data-at.ts';
import { childrenOf, type FieldNode, type ViewNode } from '../form-view/view-node.ts';
import { withPrefill } from './prefill.ts';

export interface LinkToRead {
  readonly plan: FormPlan;
  /** Undefined where fields take nothing: in a draft that somebody has begun. */
  readonly tree: ViewNode | undefined;
  readonly base: JsonObject;
  readonly query: URLSearchParams;
}

export function withLink({ plan, tree, base, query }: LinkToRead): JsonObject {
  const text = query.get('data');
  const data = text === null ? base : withPrefill(plan, base, text);
  let named: JsonObject = {};
  for (const { element, step, keys } of tree === undefined ? [] : fieldsIn(tree)) {
    const values = element.fromLink === undefined ? [] : query.getAll(element.fromLink).filter(Boolean);
    if (values.length === 0 || (getAt(data, keys) ?? undefined) !== undefined) continue;
    const value: JsonValue = takesSeveral(step.value) ? values : values[0]!;
    // Each top-level key replaces that key whole, so what is in it already comes along.
    const top = keys[0]!;
    if (!Object.hasOwn(named, top) && Object.hasOwn(data, top)) named = { ...named, [top]: data[top]! };
    named = setAt(named, keys, value) as JsonObject;
  }
  return Object.keys(named).length === 0 ? data : withPrefill(plan, data, JSON.stringify(named));
}

/** Not those in rows: which row would it be? */
function fieldsIn(node: ViewNode): FieldNode[] {
  if (node.kind === 'field') return [node];
  return node.kind === 'repeat' ? [] : childrenOf(node).flatMap(fieldsIn);
}

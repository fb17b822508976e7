// Changes to the after-actions of a definition, shaped as the server keeps them, so that a saved form equals its draft.
import type { AfterActions, Condition, FormDefinition } from '../../../core/definition/form-definition.ts';

export const events = ['postSubmit', 'postSave', 'postEdit', 'postTemplate'] as const;
export type AfterEvent = (typeof events)[number];
export type ActionList = keyof AfterActions;

export function withActions<List extends ActionList>(
  definition: FormDefinition,
  event: AfterEvent,
  list: List,
  rules: NonNullable<AfterActions[List]>,
): FormDefinition {
  const { [list]: _, ...others } = definition[event] ?? {};
  const actions: AfterActions = rules.length === 0 ? others : { ...definition[event], [list]: rules };
  const { [event]: __, ...rest } = definition;
  return Object.keys(actions).length === 0 ? rest : { ...definition, [event]: actions };
}

/** A rule with a condition as the server writes it: `'false'` as a text, always as none, or `'true'` where one must be. */
export function withCondition<Rule extends { readonly if?: Condition }>(
  { if: _, ...rule }: Rule,
  condition: Condition | undefined,
  always?: 'true',
): Rule {
  const isAlways = condition === undefined || condition === true;
  const written = isAlways ? always : condition === false ? 'false' : condition;
  return (written === undefined ? rule : { ...rule, if: written }) as unknown as Rule;
}

export function moved<Item>(list: readonly Item[], at: number, step: -1 | 1): Item[] {
  const item = list[at]!;
  return list.toSpliced(at, 1).toSpliced(at + step, 0, item);
}

// A form as a list of its answers sees it: groups with a title, fields and repeats in form order, each joined to its step of the
// plan. What is never an answer (texts, buttons, calculations) is left out, and so are fields that the page conceals.
// [after-actions.answers]

import type { FormDefinition } from '../core/definition/form-definition.ts';
import { dataPathOf, type ElementPlace, listsIn, rootPlace } from '../core/definition/walk-elements.ts';
import type { FieldStep, FormPlan, RepeatStep, RowShape, Step } from '../core/plan/form-plan.ts';

export type AnswerNode =
  | { readonly kind: 'group'; readonly title: string; readonly children: readonly AnswerNode[] }
  | { readonly kind: 'field'; readonly label: string; readonly keys: Keys; readonly step: FieldStep }
  | {
      readonly kind: 'repeat';
      readonly title: string;
      readonly keys: Keys;
      readonly step: RepeatStep;
      readonly children: readonly AnswerNode[];
    };

/** Of its value, from the row or the entry. */
type Keys = readonly string[];

export function outlineAnswers(definition: FormDefinition, plan: FormPlan): readonly AnswerNode[] {
  const root = rootPlace(definition);
  return root === undefined ? [] : nodesIn(root, stepsOf(plan.shapes[0]));
}

/** The steps of a row shape by their paths. */
type StepsByPath = ReadonlyMap<string, Step>;

function stepsOf(shape: RowShape): StepsByPath {
  return new Map(shape.steps.filter(({ kind }) => kind !== 'screen-state').map((step) => [step.path, step]));
}

function nodesIn(place: ElementPlace, steps: StepsByPath): AnswerNode[] {
  return listsIn(place).flatMap(({ tab, places }) => {
    const inside = places.flatMap((child) => nodesOf(child, steps));
    const title = tab === undefined ? '' : textOf(tab.label ?? tab.name);
    return title === '' ? inside : groupOf(title, inside);
  });
}

function nodesOf(place: ElementPlace, steps: StepsByPath): AnswerNode[] {
  const { element, kind } = place;
  if (kind === 'content') return [];
  const title = textOf(element.label);
  if (kind !== 'field' && kind !== 'repeat') {
    const inside = nodesIn(place, steps);
    return title === '' ? inside : groupOf(title, inside);
  }
  const step = steps.get(dataPathOf(place) ?? '');
  const keys = place.dataKeys ?? [];
  if (step?.kind === 'field') {
    return element.concealed === true ? [] : [{ kind: 'field', label: title || step.name, keys, step }];
  }
  if (step?.kind !== 'repeat') return [];
  return [{ kind: 'repeat', title: title || step.name, keys, step, children: nodesIn(place, stepsOf(step.rows)) }];
}

function groupOf(title: string, children: readonly AnswerNode[]): AnswerNode[] {
  return children.length === 0 ? [] : [{ kind: 'group', title, children }];
}

function textOf(text: unknown): string {
  return typeof text === 'string' ? text.trim() : '';
}

// The questions of a form as a reader goes through them: sections and tabs as groups with a title, rows and columns dissolved, each
// field and repeat joined to its step of the plan. What has no answer (texts, buttons, calculations) is not there.
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { dataPathOf, type ElementPlace, listsIn, rootPlace } from '../../core/definition/walk-elements.ts';
import type { FieldStep, FormPlan, RepeatStep, RowShape, Step } from '../../core/plan/form-plan.ts';

export type SheetQuestion =
  | { readonly kind: 'group'; readonly title: string; readonly inside: readonly SheetQuestion[] }
  | { readonly kind: 'field'; readonly step: FieldStep }
  | { readonly kind: 'repeat'; readonly step: RepeatStep; readonly inside: readonly SheetQuestion[] };

export function outlineSheet(form: FormDefinition, plan: FormPlan): readonly SheetQuestion[] {
  const root = rootPlace(form);
  // The label of the root would only repeat the form's name.
  return root === undefined ? [] : questionsIn(root, stepsOf(plan.shapes[0]));
}

type StepsByPath = ReadonlyMap<string, Step>;

function stepsOf(shape: RowShape): StepsByPath {
  return new Map(shape.steps.filter(({ kind }) => kind !== 'screen-state').map((step) => [step.path, step]));
}

function questionsIn(place: ElementPlace, steps: StepsByPath): SheetQuestion[] {
  return listsIn(place).flatMap(({ tab, places }) => {
    const inside = places.flatMap((child) => questionsOf(child, steps));
    return tab === undefined ? inside : grouped(tab.label ?? tab.name, inside);
  });
}

function questionsOf(place: ElementPlace, steps: StepsByPath): SheetQuestion[] {
  const { kind, element } = place;
  if (kind === 'content') return [];
  if (kind === 'field' || kind === 'repeat') {
    const step = steps.get(dataPathOf(place) ?? '');
    if (step?.kind === 'field') return [{ kind: 'field', step }];
    return step?.kind === 'repeat' ? [{ kind: 'repeat', step, inside: questionsIn(place, stepsOf(step.rows)) }] : [];
  }
  return grouped(element.label, questionsIn(place, steps));
}

function grouped(title: unknown, inside: SheetQuestion[]): SheetQuestion[] {
  if (inside.length === 0 || typeof title !== 'string' || title.trim() === '') return inside;
  return [{ kind: 'group', title, inside }];
}

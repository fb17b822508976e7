// What of the data already collected a change would leave without a home: fields that are gone, that now hold another type,
// options that can no longer be chosen. Compared by data paths: a field that is renamed or moved to another object is gone.

import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { runAtOnce } from '../../../core/definition/steps.ts';
import { expressions } from '../../../core/expression/engine.ts';
import { readForm } from '../../../core/plan/compile-form.ts';
import { mapDataPaths, type PathNode } from '../../../core/plan/data-paths.ts';
import type { FieldStep, Step } from '../../../core/plan/form-plan.ts';
import { readOptionList } from '../../../core/plan/option-list.ts';
import { builderByKind } from '../../../fields/all/builder.ts';

export interface Orphan {
  /** `items.product`. */
  readonly path: string;
  readonly label: string;
  readonly kind: 'gone' | 'type' | 'options';
  /** Labels of the options or questions that are gone. */
  readonly options?: readonly string[];
}

export function findOrphans(before: FormDefinition, after: FormDefinition): Orphan[] {
  const orphans: Orphan[] = [];
  compare(pathsOf(before), pathsOf(after), [], orphans);
  return orphans;
}

function pathsOf(form: FormDefinition): PathNode {
  // Patterns do not matter here, and what is broken is reported elsewhere.
  return runAtOnce(mapDataPaths(readForm(form, [], { expressions }).shapes)).root;
}

function compare(before: PathNode, after: PathNode, keys: readonly string[], orphans: Orphan[]): void {
  for (const [key, node] of before.below) {
    const path = [...keys, key];
    const { step } = node;
    const next = after.below.get(key);
    const isSameKind = next?.step !== undefined && next.step.kind === step?.kind;
    if (step === undefined || isSameKind) {
      if (step?.kind === 'field') compareFields(step, next?.step as FieldStep, path, orphans);
      else compare(node, next ?? { step: undefined, below: new Map() }, path, orphans);
    } else if (step.kind === 'section') compare(node, { step: undefined, below: new Map() }, path, orphans);
    else orphans.push({ ...nameOf(step, path), kind: next?.step === undefined ? 'gone' : 'type' });
  }
}

function compareFields(before: FieldStep, after: FieldStep, path: readonly string[], orphans: Orphan[]): void {
  if (storedType(before) !== storedType(after)) {
    if (!staysInSight(before, after)) orphans.push({ ...nameOf(before, path), kind: 'type' });
    return;
  }
  const options = [
    ...goneFrom(before.element.options, after.element.options),
    ...goneFrom(before.element.matrixQuestions, after.element.matrixQuestions),
  ];
  if (options.length > 0) orphans.push({ ...nameOf(before, path), kind: 'options', options });
}

function storedType({ value }: FieldStep): string {
  const stored = builderByKind[value.kind].storedAs ?? value.kind;
  return value.mode === undefined ? stored : `${stored} ${value.mode}`;
}

/** The field that it becomes shows its values as they are. */
function staysInSight(before: FieldStep, after: FieldStep): boolean {
  return builderByKind[after.value.kind].isText === true && builderByKind[before.value.kind].isShownByText === true;
}

/** Only lists that stand in the definition are compared: what an expression or a set gives is not known here. */
function goneFrom(before: unknown, after: unknown): string[] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [];
  const left = new Set(readOptionList(after).map(({ value }) => String(value)));
  return readOptionList(before).flatMap(({ value, label }) => (left.has(String(value)) ? [] : [label]));
}

function nameOf({ element, name }: Step, path: readonly string[]) {
  return { path: path.join('.'), label: element.label?.trim() || name };
}

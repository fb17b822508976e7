// The fields that a change touched, in words: what they are called and what their values were, as the table of entries shows values.

import type { ChangedField } from '../../api-types/entries.ts';
import type { FormDefinition, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { expressions } from '../../core/expression/engine.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { readForm } from '../../core/plan/compile-form.ts';
import { stepFinder } from '../../core/plan/find-step.ts';
import type { FieldStep, FormPlan, RowShape } from '../../core/plan/form-plan.ts';
import { modelScope } from '../../core/plan/model-scope.ts';
import { isPlainObject, ownValue } from '../../core/values/value-type.ts';
import { answersOf } from '../../fields/answers.ts';
import { answerLine, itemText, storedText } from '../../print/line.ts';
import { readerStyle } from '../entries/cell-text.ts';

export interface ShownChange {
  readonly field: ChangedField;
  readonly labels: readonly string[];
  /** undefined: nothing was there, or is. */
  readonly old: string | undefined;
  readonly new: string | undefined;
  readonly row: 'added' | 'removed' | undefined;
  /** A file that left an entry is deleted: it cannot be put back. */
  readonly canRestore: boolean;
}

export function changeShower(
  form: FormDefinition,
  data: JsonObject,
  locale: Locale,
): (field: ChangedField) => ShownChange {
  const plan: FormPlan = readForm(form, [], { expressions });
  const find = stepFinder(plan);
  const place = { scope: () => modelScope(plan, data, {}), kept: new Map() };
  const style = readerStyle(locale);
  const showField = (step: FieldStep, value: JsonValue): string => {
    const answer = answersOf(step).stored(value, place);
    return answer === undefined ? '' : answerLine(answer, style);
  };
  const showRow = (shape: RowShape, row: JsonValue): string => {
    if (!isPlainObject(row)) return storedText(row);
    const parts = shape.steps.flatMap((step) => {
      const value = step.kind === 'field' && step.container === 0 ? ownValue(row, step.name) : undefined;
      return value === undefined || value === null
        ? []
        : `${step.element.label || step.name}: ${showField(step as FieldStep, value)}`;
    });
    return parts.length === 0 ? storedText(row) : parts.join(' · ');
  };
  return (field) => {
    const { labels, step, inside } = find(field.keys);
    const show = (value: JsonValue): string | undefined => {
      if (value === null) return undefined;
      if (step === undefined) return storedText(value);
      if (step.kind === 'repeat') return showRow(step.rows, value);
      if (inside.length === 0) return showField(step, value);
      return typeof value === 'object' ? storedText(value) : itemText(answersOf(step).item(value, place), style);
    };
    const isRow = typeof field.keys.at(-1) === 'number';
    const row = !isRow ? undefined : field.old === null ? 'added' : 'removed';
    const canRestore = !(step?.kind === 'field' && step.value.hasFiles === true);
    return { field, labels, old: show(field.old), new: show(field.new), row, canRestore };
  };
}

// Which question of a form a place in the data belongs to, and what people call it. The places of rows are numbers.
import type { FieldStep, FormPlan, RepeatStep, RowShape, Step } from './form-plan.ts';
import { readOptionList } from './option-list.ts';

export type DataKey = string | number;

export interface FoundStep {
  /** On the way from the outside in: labels, names where there is none, and rows by their number from 1. */
  readonly labels: readonly string[];
  /** Undefined where the form does not have the place (any more), and for a section. */
  readonly step: FieldStep | RepeatStep | undefined;
  /** Keys below the field's own value, as the question of a matrix; of a repeat the row. */
  readonly inside: readonly DataKey[];
}

export type FindStep = (keys: readonly DataKey[]) => FoundStep;

/** Reads each part of the form once, however often it is asked. */
export function stepFinder(plan: FormPlan): FindStep {
  const steps = new Map<RowShape, ReadonlyMap<string, Step>>();
  const questions = new Map<FieldStep, ReadonlyMap<string, string>>();

  const stepAt = (shape: RowShape, container: number, key: DataKey) => {
    const known = steps.get(shape) ?? stepsByPlace(shape);
    steps.set(shape, known);
    return known.get(`${container} ${key}`);
  };
  const labelInside = (step: FieldStep, key: DataKey) => {
    const known = questions.get(step) ?? questionsOf(step);
    questions.set(step, known);
    return known.get(String(key)) ?? keyText(key);
  };
  const find = (shape: RowShape, container: number, keys: readonly DataKey[], outer: readonly string[]): FoundStep => {
    const [key, ...below] = keys;
    if (key === undefined) return { labels: outer, step: undefined, inside: [] };
    const step = stepAt(shape, container, key);
    if (step === undefined) return { labels: [...outer, ...keys.map(keyText)], step: undefined, inside: [] };
    const labels = [...outer, step.element.label || step.name];
    if (step.kind === 'section') return find(shape, step.own, below, labels);
    if (step.kind === 'field') {
      return { labels: [...labels, ...below.map((one) => labelInside(step, one))], step, inside: below };
    }
    if (step.kind !== 'repeat') return { labels, step: undefined, inside: [] };
    const [row, ...inRow] = below;
    if (row === undefined) return { labels, step, inside: [] };
    if (inRow.length === 0) return { labels: [...labels, keyText(row)], step, inside: [row] };
    return find(step.rows, 0, inRow, [...labels, keyText(row)]);
  };
  return (keys) => find(plan.shapes[0], 0, keys, []);
}

function stepsByPlace(shape: RowShape): ReadonlyMap<string, Step> {
  const known = shape.steps.filter(({ kind }) => kind !== 'screen-state');
  return new Map(known.map((step) => [`${step.container} ${step.name}`, step]));
}

/** Of a matrix. */
function questionsOf({ element }: FieldStep): ReadonlyMap<string, string> {
  return new Map(readOptionList(element.matrixQuestions ?? []).map(({ value, label }) => [String(value), label]));
}

function keyText(key: DataKey): string {
  return typeof key === 'number' ? String(key + 1) : key;
}

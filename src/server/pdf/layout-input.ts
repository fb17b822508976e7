import { directionOf } from '../../core/locale/locale.ts';
import type { RowShape } from '../../core/plan/form-plan.ts';
import { isHidden, modelOf, type RowState } from '../../core/plan/row-state.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import { isLeftOut, readForPrinting, scopeEntry } from './describe-entry.ts';
import { type Describing, describeSlot } from './describe-value.ts';
import type { PdfEntry, PdfForm } from './pdf-entry.ts';
import type { Pictures } from './pictures.ts';
import type { LayoutInput, UnsetTexts } from './typst-job.ts';

export interface LayoutRequest {
  readonly form: PdfForm;
  readonly entry: PdfEntry;
  readonly isForFiller: boolean;
  readonly pictures: Pictures;
  readonly now: string;
}

/** A step describes a field of a row. */
export function* layoutInput({ form, entry, isForFiller, pictures, now }: LayoutRequest): Steps<LayoutInput> {
  const { locale } = form.plan;
  const { timeZone = 'UTC' } = form.definition;
  const { run, row } = readForPrinting(form, entry);
  yield;
  const drawings: Record<string, string> = {};
  const docDir = directionOf(locale);
  // Texts of the form are not among what a layout of its own is given.
  const addAnswers: Describing['addAnswers'] = (scope) => scope;
  const context: Describing = {
    run,
    locale,
    timeZone,
    docDir,
    isForFiller,
    hasHelp: false,
    pictures,
    addAnswers,
    known: new Map(),
  };
  const { data: _, ...facts } = scopeEntry(entry);
  const texts = yield* describeTexts(context, row, [], drawings);
  // Last: expressions that list options read these values.
  clearLeftOut(context, row);
  return {
    form: { id: form.id, title: form.title, locale, timeZone },
    entry: facts,
    model: row.model,
    texts,
    labels: Object.fromEntries(listLabels(form.plan.shapes[0], [])),
    pictures: pictures.byStorageKey(),
    drawings,
    now,
  };
}

function* describeTexts(
  context: Describing,
  row: RowState,
  path: readonly (string | number)[],
  drawings: Record<string, string>,
): Steps<UnsetTexts> {
  const objects: UnsetTexts[] = [{}];
  const paths = [path];
  for (const step of row.shape.steps) {
    const stepPath = [...paths[step.container]!, step.name];
    const object = objects[step.container]!;
    if (step.kind === 'section') {
      paths[step.own] = stepPath;
      objects[step.own] = {};
      object[step.name] = objects[step.own]!;
    } else if (step.kind === 'repeat') {
      const rows = row.slots[step.slot];
      const texts: UnsetTexts[] = [];
      for (const [at, inner] of Array.isArray(rows) ? (rows as RowState[]).entries() : []) {
        texts.push(yield* describeTexts(context, inner, [...stepPath, at], drawings));
      }
      object[step.name] = Array.isArray(rows) ? texts : null;
    } else if (step.kind === 'field') {
      const isEmpty = isHidden(row, step) || isLeftOut(context, step);
      const value = isEmpty ? { kind: 'empty' as const } : describeSlot(context, row, step, noBreaks);
      object[step.name] = value.kind === 'empty' ? null : ['unset', value];
      if (value.kind === 'drawing') drawings[stepPath.join('.')] = value.svg;
      yield;
    }
  }
  return objects[0]!;
}

function clearLeftOut(context: Describing, row: RowState): void {
  for (const step of row.shape.steps) {
    const rows = step.kind === 'repeat' ? row.slots[step.slot] : undefined;
    if (Array.isArray(rows)) for (const inner of rows as RowState[]) clearLeftOut(context, inner);
    if (step.kind === 'field' && isLeftOut(context, step)) modelOf(row, step)[step.name] = null;
  }
}

const noBreaks = { maxRun: Number.POSITIVE_INFINITY };

function listLabels(shape: RowShape, path: readonly string[]): [string, string][] {
  const paths = [path];
  return shape.steps.flatMap((step): [string, string][] => {
    const stepPath = [...paths[step.container]!, step.name];
    if (step.kind === 'section') paths[step.own] = stepPath;
    if (step.kind === 'screen-state') return [];
    const own: [string, string] = [stepPath.join('.'), step.element.label || step.name];
    return step.kind === 'repeat' ? [own].concat(listLabels(step.rows, stepPath)) : [own];
  });
}

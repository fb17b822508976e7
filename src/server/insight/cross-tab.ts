// How the answers to two questions go together: counts of every pair. Pure: data in, CrossTab out. [insight.cross]
import type { CrossAxis, CrossTab, ValueCount } from '../../api-types/insight.ts';
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import type { DateStyle } from '../../core/locale/print-date.ts';
import { type FieldReader, fieldReaders } from '../../core/plan/columns.ts';
import type { FormPlan } from '../../core/plan/form-plan.ts';
import { optionKey, readOptionList } from '../../core/plan/option-list.ts';
import { hasQuestions } from '../../core/plan/value-type-of.ts';
import { isPlainObject, ownValue } from '../../core/values/value-type.ts';
import { insightByKind } from '../../fields/all/server/insight.ts';
import { choicesOf } from '../../fields/choice/server/insight.ts';
import { isScalar, type Scalar } from './tally-values.ts';
import { valueWords } from './value-words.ts';

export interface CrossCounter {
  readonly topKeys: ReadonlySet<string>;
  add(data: JsonObject): void;
  finish(): CrossTab;
}

/** Why two questions cannot be put together. */
export type CrossProblem = { readonly problem: 'unknown' | 'kind' | 'repeats'; readonly of: 'rows' | 'columns' };

/** Values of an axis that are shown; the rest is counted together. */
const maxShown = 50;
/** Values that are told apart while counting. */
const maxKept = 250;

export function createCrossTab(
  plan: FormPlan,
  paths: { readonly rows: string; readonly columns: string },
): CrossCounter | CrossProblem {
  const rows = findAxis(plan, paths.rows);
  if (typeof rows === 'string') return { problem: rows, of: 'rows' };
  const columns = findAxis(plan, paths.columns);
  if (typeof columns === 'string') return { problem: columns, of: 'columns' };
  // Each row of a repeat has an answer of its own; what is outside holds for every row.
  if (rows.repeat !== undefined && columns.repeat !== undefined && rows.repeat !== columns.repeat) {
    return { problem: 'repeats', of: 'columns' };
  }
  const [rowTally, columnTally] = [createAxisTally(rows), createAxisTally(columns)];
  const pairs = new Map<number, number>();
  let answered = 0;

  function count(rowValue: JsonValue | undefined, columnValue: JsonValue | undefined): void {
    const ofRow = rowTally.placesOf(rowValue);
    const ofColumn = columnTally.placesOf(columnValue);
    if (ofRow.size === 0 || ofColumn.size === 0) return;
    answered += 1;
    for (const row of ofRow) rowTally.counts[row]! += 1;
    for (const column of ofColumn) columnTally.counts[column]! += 1;
    for (const row of ofRow) {
      for (const column of ofColumn) {
        const place = row * (maxKept + 1) + column;
        pairs.set(place, (pairs.get(place) ?? 0) + 1);
      }
    }
  }

  return {
    topKeys: new Set([rows.reader.topKey, columns.reader.topKey]),
    add(data) {
      const [rowValues, columnValues] = [rows.values(data), columns.values(data)];
      const length = rows.repeat === undefined ? columnValues.length : rowValues.length;
      for (let at = 0; at < length; at += 1) {
        count(rowValues[rows.repeat === undefined ? 0 : at], columnValues[columns.repeat === undefined ? 0 : at]);
      }
    },
    finish() {
      const [shownRows, shownColumns] = [rowTally.finish(), columnTally.finish()];
      const counts = Array.from({ length: shownRows.length }, () => new Array<number>(shownColumns.length).fill(0));
      for (const [place, times] of pairs) {
        const [row, column] = [Math.floor(place / (maxKept + 1)), place % (maxKept + 1)];
        counts[shownRows.placeOf(row)]![shownColumns.placeOf(column)]! += times;
      }
      return { answered, rows: shownRows.axis, columns: shownColumns.axis, counts };
    },
  };
}

interface Axis {
  readonly path: string;
  readonly label: string;
  readonly isMulti: boolean;
  readonly choices: readonly ValueCount[];
  readonly wordsOf: (value: Scalar) => string;
  readonly reader: FieldReader;
  /** The shape of the rows it is in, of a repeat. */
  readonly repeat: number | undefined;
  values(data: JsonObject): readonly (JsonValue | undefined)[];
}

function findAxis(plan: FormPlan, written: string): Axis | 'unknown' | 'kind' {
  const readers = fieldReaders(plan).map((reader) => ({ reader, path: reader.dataNames.join('.') }));
  for (const path of written.startsWith('data.') ? [written, written.slice('data.'.length)] : [written]) {
    const exact = readers.find((one) => one.path === path)?.reader;
    if (exact !== undefined) return axisOf(plan, exact, path);
    for (const { reader, path: matrix } of readers) {
      if (!hasQuestions(reader.step.element) || !path.startsWith(`${matrix}.`)) continue;
      const name = path.slice(matrix.length + 1);
      const question = readOptionList(reader.step.element.matrixQuestions ?? []).find(
        ({ value }) => String(value) === name,
      );
      if (question !== undefined) return questionAxis(plan, reader, { path, name, label: question.label });
    }
  }
  return 'unknown';
}

function axisOf(plan: FormPlan, reader: FieldReader, path: string): Axis | 'kind' {
  const { step, values } = reader;
  const style = styleOf(plan);
  const wordsOf = valueWords(step, style);
  const base = { path, label: reader.title, wordsOf, reader, values, repeat: repeatOf(plan, reader) };
  const { axis, isMulti = false } = insightByKind[step.value.kind] ?? {};
  const choices = axis?.(step, style);
  return choices === undefined ? 'kind' : { ...base, isMulti, choices };
}

function questionAxis(
  plan: FormPlan,
  reader: FieldReader,
  { path, name, label }: { path: string; name: string; label: string },
): Axis {
  return {
    path,
    label: `${reader.title}: ${label || name}`,
    isMulti: false,
    choices: choicesOf(reader.step, styleOf(plan)),
    wordsOf: valueWords(reader.step, styleOf(plan)),
    reader,
    repeat: repeatOf(plan, reader),
    values: (data) => reader.values(data).map((value) => (isPlainObject(value) ? ownValue(value, name) : undefined)),
  };
}

/** Moments are not among what is crossed: days have no zone. */
const styleOf = ({ locale }: FormPlan): DateStyle => ({ locale, timeZone: 'UTC' });

function repeatOf({ shapes }: FormPlan, { step, isRepeated }: FieldReader): number | undefined {
  return isRepeated ? shapes.findIndex(({ steps }) => steps.includes(step)) : undefined;
}

/** Places of values in the order in which they are met, those of the form first; the last place is for what does not fit. */
function createAxisTally({ path, label, isMulti, choices, wordsOf }: Axis) {
  const kept: ValueCount[] = [...choices.slice(0, maxShown)];
  const labels = new Map(choices.map((one) => [optionKey(one.value), one.label]));
  const listed = kept.length;
  const places = new Map(kept.map(({ value }, place) => [optionKey(value), place]));
  const counts = new Array<number>(maxKept + 1).fill(0);

  function placeOf(value: Scalar): number {
    const key = optionKey(value);
    const known = places.get(key);
    if (known !== undefined) return known;
    if (kept.length >= maxKept || key.length > maxKeyLength) return maxKept;
    places.set(key, kept.length);
    return kept.push({ value, label: labels.get(key) ?? wordsOf(value), count: 0 }) - 1;
  }

  return {
    counts,
    /** An answer that is given twice is one. */
    placesOf(value: JsonValue | undefined): ReadonlySet<number> {
      if (Array.isArray(value)) return new Set(value.filter(isScalar).map(placeOf));
      return isScalar(value) ? new Set([placeOf(value)]) : none;
    },
    finish() {
      const others = kept.map((_, place) => place).slice(listed);
      // Equally frequent ones stay in the order in which they came.
      const frequent = others.sort((one, two) => counts[two]! - counts[one]! || one - two).slice(0, maxShown - listed);
      const shown = [...kept.keys()].slice(0, listed).concat(frequent);
      const shownAt = new Map(shown.map((place, at) => [place, at]));
      const otherCount = counts.reduce((sum, count, place) => (shownAt.has(place) ? sum : sum + count), 0);
      const axis: CrossAxis = {
        path,
        label,
        isMulti,
        values: shown.map((place) => ({ ...kept[place]!, count: counts[place]! })),
        otherCount,
      };
      return {
        axis,
        length: shown.length + (otherCount > 0 ? 1 : 0),
        placeOf: (place: number) => shownAt.get(place) ?? shown.length,
      };
    },
  };
}

const none: ReadonlySet<number> = new Set();
const maxKeyLength = 200;

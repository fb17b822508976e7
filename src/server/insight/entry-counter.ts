// Counts entries one by one into what insight tells of them. Pure: rows in, Insight out. [insight.fields]

import type { FieldInsight, InsightCounts } from '../../api-types/insight.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { columnSeparator, finder } from '../../core/plan/columns.ts';
import type { FieldStep, FormPlan, RowShape } from '../../core/plan/form-plan.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { insightByKind } from '../../fields/all/server/insight.ts';
import { localDays } from './local-days.ts';
import { createDayTally, type Span } from './tally-days.ts';
import type { FieldTally, TallyTools } from './tally-field.ts';

export interface CountedEntry {
  /** When it was submitted, in milliseconds. */
  readonly time: number;
  readonly data: JsonObject;
}

export interface EntryCounter {
  add(entry: CountedEntry): void;
  finish(span?: Span): InsightCounts;
}

/** Different values kept in memory, of all fields together: some tens of megabytes. */
const maxKeysInAll = 300_000;
const maxKeysOfField = 10_000;
const minKeysOfField = 16;

export function createEntryCounter(plan: FormPlan, { timeZone }: { timeZone: string }): EntryCounter {
  const dayOf = localDays(timeZone);
  const tallied = plan.shapes.flatMap(({ steps }) =>
    steps.map((step) => (step.kind === 'field' ? countTallies(step) : 0)),
  );
  const share = Math.floor(
    maxKeysInAll /
      Math.max(
        1,
        tallied.reduce((sum, count) => sum + count, 0),
      ),
  );
  const maxKeys = Math.max(minKeysOfField, Math.min(maxKeysOfField, share));
  const fields: Field[] = [];
  const style = { locale: plan.locale, timeZone };
  const entry = compileRow(plan.shapes[0], fields, { dayOf, maxKeys, style });
  const days = createDayTally({ maxKeys: Number.POSITIVE_INFINITY });
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;

  return {
    add({ time, data }) {
      if (time < first) first = time;
      if (time > last) last = time;
      days.add(dayOf(time));
      entry.add(data);
    },
    finish(span) {
      const isEmpty = entry.rows.count === 0;
      return {
        entries: entry.rows.count,
        firstTime: isEmpty ? null : new Date(first).toISOString(),
        lastTime: isEmpty ? null : new Date(last).toISOString(),
        overTime: days.finish(unitsOverTime, span),
        fields: fields.map(presentField),
      };
    },
  };
}

function countTallies(step: FieldStep): number {
  const insight = insightByKind[step.value.kind];
  return insight === undefined ? 0 : (insight.countTallies?.(step) ?? 1);
}

const unitsOverTime = [
  { unit: 'day', upTo: 93 },
  { unit: 'week', upTo: 106 },
  { unit: 'month', upTo: 121 },
  { unit: 'year', upTo: Number.POSITIVE_INFINITY },
] as const;

interface Field {
  readonly step: FieldStep;
  readonly tally: FieldTally;
  /** Of its entry, or of the repeat it is in. */
  readonly rows: { count: number };
  answered: number;
}

interface RowCounter {
  readonly rows: { count: number };
  /** A row without values is null, and a row all the same. */
  add(row: JsonObject | null): void;
}

function compileRow(shape: RowShape, fields: Field[], tools: TallyTools): RowCounter {
  const rows = { count: 0 };
  const counts: ((row: JsonObject) => void)[] = [];
  for (const step of shape.steps) {
    if (step.kind === 'field') {
      const tally = insightByKind[step.value.kind]?.tally(step, tools);
      if (tally === undefined) continue;
      const field: Field = { step, tally, rows, answered: 0 };
      const find = finder(shape, step);
      fields.push(field);
      counts.push((row) => {
        if (tally.add(find(row))) field.answered += 1;
      });
    } else if (step.kind === 'repeat') {
      const inner = compileRow(step.rows, fields, tools);
      const find = finder(shape, step);
      counts.push((row) => {
        const list = find(row);
        if (Array.isArray(list)) for (const one of list) inner.add(isPlainObject(one) ? one : null);
      });
    }
  }
  return {
    rows,
    add(row) {
      rows.count += 1;
      if (row !== null) for (const count of counts) count(row);
    },
  };
}

function presentField({ step, tally, rows, answered }: Field): FieldInsight {
  return {
    path: step.columnNames.join(columnSeparator),
    name: step.name,
    label: step.element.label || step.name,
    type: step.element.type,
    answered,
    outOf: rows.count,
    ...tally.finish(),
  };
}

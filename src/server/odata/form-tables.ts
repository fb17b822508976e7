// The tables of a form: one for its entries and one for each repeat, with columns that the exports for people have too.
// [odata.tables] [odata.types] [odata.names] [odata.labels]

import { type TableField, type TableRepeat, tableFields } from '../../core/definition/table-fields.ts';
import type { FormPlan } from '../../core/plan/form-plan.ts';
import { repeatTitles } from '../export/table/table-columns.ts';
import { tableWords } from '../export/table/table-words.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { runInSlices, type Steps } from '../scheduling/run-in-slices.ts';
import { columnsOfAnswer, type UnnamedColumn } from './answer-columns.ts';
import { createNames, nameColumns, toIdentifier } from './identifiers.ts';
import { entryColumns, type ODataColumn, rowColumns } from './own-columns.ts';

export interface ODataTable {
  /** `Submissions`, or `Submissions.guests` of a repeat. */
  readonly name: string;
  readonly typeName: string;
  readonly label: string;
  /** Whose rows the table has; undefined for the entries. */
  readonly repeat: TableRepeat | undefined;
  readonly keys: readonly string[];
  readonly columns: readonly ODataColumn[];
  readonly byName: ReadonlyMap<string, ODataColumn>;
}

export interface FormTables {
  readonly isLabelled: boolean;
  /** The entries first. */
  readonly tables: readonly ODataTable[];
}

const submissions = 'Submissions';

/** Tables are stable for a plan: they are made once. */
const known = new WeakMap<FormPlan, { codes?: Promise<FormTables>; labels?: Promise<FormTables> }>();

export function keptFormTables(form: LoadedForm, isLabelled: boolean): Promise<FormTables> {
  const kept = known.get(form.plan) ?? {};
  known.set(form.plan, kept);
  const name = isLabelled ? 'labels' : 'codes';
  kept[name] ??= runInSlices(formTables(form, isLabelled));
  return kept[name];
}

/** With pauses: a form may have 10,000 fields. */
export function* formTables(form: LoadedForm, isLabelled: boolean): Steps<FormTables> {
  const fields = tableFields(form.plan);
  const repeats = new Set(fields.flatMap(({ repeat }) => withOuter(repeat)));
  const setNames = createNames([]);
  const typeNames = createNames([]);
  const { locale } = form.plan;
  const words = tableWords(locale);
  const answers = new Map<TableRepeat | undefined, UnnamedColumn[]>();
  for (const [place, field] of fields.entries()) {
    const columns = answers.get(field.repeat) ?? [];
    columns.push(...columnsOfAnswer({ ...field, place: placeIn(field) }, { isLabelled, words }));
    answers.set(field.repeat, columns);
    if (place % fieldsAtOnce === 0) yield;
  }
  const tables: ODataTable[] = [];
  for (const repeat of [undefined, ...repeats]) {
    const own = repeat === undefined ? entryColumns(locale) : rowColumns(locale, repeat.outer !== undefined);
    const unnamed = answers.get(repeat) ?? [];
    const names = yield* nameColumns(
      unnamed.map(({ place }) => place),
      own.map(({ name }) => name),
    );
    const columns = [...own, ...unnamed.map((column, at) => ({ ...column, name: names[at] as string }))];
    tables.push({
      name: setName(repeat, setNames.take),
      typeName: typeNames.make(['Submission', ...(repeat?.path.split('.') ?? [])].join('_')),
      label: repeat === undefined ? (form.definition.name ?? '') : repeatTitles(repeat).join(' '),
      repeat,
      keys: own.filter(({ isKey }) => isKey).map(({ name }) => name),
      columns,
      byName: new Map(columns.map((column) => [column.name, column])),
    });
    yield;
  }
  return { isLabelled, tables };
}

const fieldsAtOnce = 50;

function withOuter(repeat: TableRepeat | undefined): TableRepeat[] {
  return repeat === undefined ? [] : [...withOuter(repeat.outer), repeat];
}

/** In a repeat's own table its path goes without saying. */
function placeIn({ repeat, path }: TableField): string {
  return repeat === undefined ? path : path.slice(repeat.path.length + 1);
}

/** The parts of the path keep their dots: so ODK calls these tables, and programs that know it know ours. */
function setName(repeat: TableRepeat | undefined, take: (name: string) => string | undefined): string {
  if (repeat === undefined) return take(submissions) as string;
  const name = [submissions, ...repeat.path.split('.').map(toIdentifier)].join('.');
  let taken = take(name);
  for (let number = 2; taken === undefined; number += 1) taken = take(`${name}_${number}`);
  return taken;
}

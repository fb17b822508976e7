// The columns that the table of a form's entries can have, and which of them a person chose: kept on the device, by form.

import type { ApiEntry } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import type { EntryTeam } from '../../api-types/notes.ts';
import type { DateMode } from '../../core/definition/definition-parts.ts';
import type { JsonValue } from '../../core/definition/form-definition.ts';
import { expressions } from '../../core/expression/engine.ts';
import { type FieldReader, fieldReaders } from '../../core/plan/columns.ts';
import { readForm } from '../../core/plan/compile-form.ts';
import type { FieldStep, FormPlan } from '../../core/plan/form-plan.ts';
import { optionKey, readOptionList, storedOptions } from '../../core/plan/option-list.ts';
import { hasQuestions, itemTypeOf } from '../../core/plan/value-type-of.ts';
import { columnByKind } from '../../fields/all/column.ts';
import type { ValueKind } from '../../fields/all/kind.ts';
import { setIdOf } from '../options-sets/set-address.ts';
import type { Locale } from '../page-data.ts';
import { cellReader, type ReadCell } from './cell-text.ts';

/** What the table asks for of an entry; `data` only as far as columns show it. */
export type TableEntry = Pick<
  ApiEntry,
  'id' | 'idx' | 'submitIdx' | 'status' | 'name' | 'createTime' | 'modifyTime' | 'changedAt' | 'submitTime' | 'data'
> & { readonly team?: EntryTeam };

/** Facts of an entry that can be columns, by their names in exports. The number leads every row. */
export const factNames = [
  'status',
  'name',
  'submitIdx',
  'createTime',
  'submitTime',
  'modifyTime',
  'changedAt',
  'id',
  'team.status',
  'team.assignee',
  'team.tags',
] as const;
export type FactName = (typeof factNames)[number];
/** What the team says about an entry. [entries.team.column] [entry-search.team] */
export type TeamFact = Extract<FactName, `team.${string}`>;

export function isTeamFact(name: unknown): name is TeamFact {
  return typeof name === 'string' && name.startsWith('team.');
}

export interface FieldColumn {
  readonly name: string;
  readonly title: string;
  readonly read: ReadCell;
  /** Where the column's values are in the data; undefined where it reads the whole entry. */
  readonly topKey: string | undefined;
  /** Where the column's values are in the data, for `where` and `sort` of the list: `guests.age` is the age in any row. */
  readonly path: string;
  readonly kind: ValueKind;
  /** The options of a choice whose list does not depend on other answers, by the value that is stored. */
  readonly options: readonly ColumnOption[];
  readonly isSortable: boolean;
  /** Of a date: a day, a moment or a time. */
  readonly mode?: DateMode;
  /** The options set that a choice is of. */
  readonly set?: string;
  /** The questions of a matrix. */
  readonly parts?: readonly ColumnPart[];
}

export interface ColumnPart {
  readonly path: string;
  readonly title: string;
}

export interface ColumnOption {
  readonly value: JsonValue;
  readonly label: string;
}

export interface FormColumns {
  readonly plan: FormPlan;
  readonly fields: readonly FieldColumn[];
}

/** A form whose definition has mistakes still has the columns of what can be understood. */
export function columnsOfForm(form: ApiForm, locale: Locale): FormColumns {
  const plan = readForm(form, [], { expressions });
  const fields = fieldReaders(plan).map((reader) => ({
    name: reader.name,
    // Rows of several repeats may have fields of one name, and the form too.
    title: reader.repeatTitle === undefined ? reader.title : `${reader.repeatTitle}: ${reader.title}`,
    read: cellReader(reader, plan, locale),
    topKey: reader.step.options?.form === 'expression' || reader.topKey.includes('.') ? undefined : reader.topKey,
    ...askable(reader),
  }));
  return { plan, fields };
}

type Askable = Pick<FieldColumn, 'path' | 'kind' | 'options' | 'isSortable' | 'mode' | 'set' | 'parts'>;

function askable({ step, dataNames, isRepeated }: FieldReader): Askable {
  const { kind, mode } = step.value;
  const { hasOptions, isSortable } = columnByKind[kind];
  const path = dataNames.join('.');
  const set = step.options?.form === 'set' ? setIdOf(step.options.url, 'autocomplete') : undefined;
  return {
    path,
    kind,
    options: hasOptions ? columnOptions(step) : [],
    isSortable: !isRepeated && isSortable === true,
    ...(mode !== undefined && { mode }),
    ...(set !== undefined && { set }),
    ...(hasQuestions(step.element) && { parts: questionsIn(step, path) }),
  };
}

function questionsIn({ element }: FieldStep, path: string): readonly ColumnPart[] {
  return readOptionList(element.matrixQuestions ?? []).map(({ value, label }) => ({
    path: `${path}.${value}`,
    title: label,
  }));
}

/** An option '2024-05-01' of a date field is stored as a timestamp; of two options with one value the first counts. */
function columnOptions({ element, options }: FieldStep): readonly ColumnOption[] {
  if (options?.form !== 'list') return [];
  const first = new Map<string, ColumnOption>();
  for (const { value, label } of storedOptions(options.list, itemTypeOf(element))) {
    if (!first.has(optionKey(value))) first.set(optionKey(value), { value, label });
  }
  return [...first.values()];
}

const facts = ['id', 'idx', 'submitIdx', 'status', 'name', 'createTime', 'modifyTime', 'changedAt', 'submitTime'];

/** `fields` of the list request: signatures and texts that no column shows need not travel. */
export function requestedFields(columns: readonly FieldColumn[], shown: readonly FactName[] = []): readonly string[] {
  const keys = columns.map(({ topKey }) => topKey);
  const isWhole = keys.includes(undefined);
  const team = shown.some(isTeamFact) ? ['team'] : [];
  return [...facts, ...team, ...(isWhole ? ['data'] : new Set(keys.map((key) => `data.${key}`)))];
}

const firstFields = 5;

export function defaultChoice({ fields }: FormColumns): readonly string[] {
  return ['status', 'modifyTime', ...fields.slice(0, firstFields).map(({ name }) => name)];
}

const keyOf = (form: string) => `formstead-columns-${form}`;

/** Columns that the form no longer has are left out. */
export function keptChoice(form: string, columns: FormColumns): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(form)) ?? 'null');
    if (Array.isArray(kept)) return knownColumns(kept, columns);
  } catch {
    // A device that keeps nothing, or kept something else, shows the default.
  }
  return defaultChoice(columns);
}

export function knownColumns(names: readonly unknown[], { fields }: FormColumns): readonly string[] {
  const known = new Set<unknown>([...factNames, ...fields.map(({ name }) => name)]);
  return names.filter((name) => known.has(name)) as string[];
}

/** undefined: the default again. */
export function keepChoice(form: string, names: readonly string[] | undefined): void {
  try {
    if (names === undefined) localStorage.removeItem(keyOf(form));
    else localStorage.setItem(keyOf(form), JSON.stringify(names));
  } catch {
    // The choice then lasts as long as the page.
  }
}

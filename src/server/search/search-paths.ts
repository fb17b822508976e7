// What of an entry can be searched, filtered and sorted: each path of the form's data with the values found there, and the
// entry's own facts. Everything else in this folder asks these paths and never looks into the data itself. [entry-search.paths]
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { finder } from '../../core/plan/columns.ts';
import { statusFromNumber } from '../../core/plan/entry-status.ts';
import type { FieldStep, FormPlan, RowShape, Step } from '../../core/plan/form-plan.ts';
import { readOptionList } from '../../core/plan/option-list.ts';
import { hasQuestions } from '../../core/plan/value-type-of.ts';
import { isPlainObject, ownValue } from '../../core/values/value-type.ts';
import { searchByKind } from '../../fields/all/server/search.ts';
import type { ItemType } from './item-types.ts';
import { plainItems } from './plain-items.ts';

/** An entry as a search looks at it; times in milliseconds. */
export interface SearchRow {
  readonly id: string;
  readonly status: number;
  readonly idx: number;
  readonly submitIdx: number | null;
  readonly name: string | null;
  readonly createTime: number;
  readonly modifyTime: number;
  readonly changedAt: number;
  readonly submitTime: number | null;
  readonly data: JsonObject;
  /** What the team says about it, where a path of the search asks for that. */
  readonly team?:
    | { readonly status: string; readonly assignee: string | null; readonly tags: readonly string[] }
    | undefined;
}

export interface SearchPath {
  readonly path: string;
  readonly type: ItemType;
  /** All single values that are there: of every row, every choice, every file. None: the answer is empty. */
  readonly items: (row: SearchRow) => readonly JsonValue[];
  /** Whether its values are among the words of the entry. */
  readonly isSearched: boolean;
  readonly isSortable: boolean;
  /** Never more than one value in an entry. */
  readonly isSingle: boolean;
  /** Of `team`, which rows have only on request, and which changes without the entry. */
  readonly isTeam?: boolean;
}

export interface SearchPaths {
  /** Answers; the name may begin with `data.`. */
  readonly answers: ReadonlyMap<string, SearchPath>;
  readonly facts: ReadonlyMap<string, SearchPath>;
  /** Differs where the same entry has other terms: an index that was made with another one does not help. */
  readonly meaning: string;
}

export function searchPathsOf(plan: FormPlan, timeZone: string): SearchPaths {
  const answers = new Map<string, SearchPath>();
  addShape(answers, plan, timeZone, { shape: plan.shapes[0], prefix: '', rows: (data) => [data], isRepeated: false });
  return { answers, facts, meaning: meaningOf([...answers.values()]) };
}

/** Counts up when terms or keys of entries are made in another way. */
const indexVersion = 1;

export function meaningOf(paths: readonly SearchPath[]): string {
  const hash = createHash('sha256').update(String(indexVersion));
  for (const { path, type } of paths) hash.update(`\0${path}\0${type.meaning}`);
  return hash.digest('base64url').slice(0, 22);
}

/** Paths are stable for a plan: they are made once. */
const known = new WeakMap<FormPlan, SearchPaths>();

export function keptSearchPaths(plan: FormPlan, timeZone = 'UTC'): SearchPaths {
  const paths = known.get(plan) ?? searchPathsOf(plan, timeZone);
  known.set(plan, paths);
  return paths;
}

/** An answer wins over a fact of the same name. */
export function findPath({ answers, facts }: SearchPaths, path: string): SearchPath | undefined {
  const inData = path.startsWith('data.') ? answers.get(path.slice('data.'.length)) : undefined;
  return answers.get(path) ?? inData ?? facts.get(path);
}

interface Around {
  readonly shape: RowShape;
  readonly prefix: string;
  readonly rows: (data: JsonObject) => readonly JsonObject[];
  readonly isRepeated: boolean;
}

function addShape(answers: Map<string, SearchPath>, plan: FormPlan, timeZone: string, around: Around): void {
  const { shape, rows, isRepeated } = around;
  const add = (path: SearchPath) => {
    if (!answers.has(path.path)) answers.set(path.path, path);
  };
  for (const step of shape.steps) {
    if (step.kind !== 'field' && step.kind !== 'repeat') continue;
    const path = around.prefix + namesOf(shape, step).join('.');
    const find = finder(shape, step);
    if (step.kind === 'repeat') {
      const inner = (data: JsonObject) => rows(data).flatMap((row) => rowsIn(find(row)));
      add({
        path,
        type: plainItems.rows,
        items: ({ data }) => inner(data) as JsonValue[],
        isSearched: false,
        isSortable: false,
        isSingle: false,
      });
      addShape(answers, plan, timeZone, { shape: step.rows, prefix: `${path}.`, rows: inner, isRepeated: true });
      continue;
    }
    const { itemType, isUnsorted = false, hasSeveral = false } = searchByKind[step.value.kind];
    const type = itemType(step, plan.locale, timeZone);
    const values = isRepeated
      ? (data: JsonObject) => rows(data).flatMap((row) => itemsOf(step, find(row)))
      : (data: JsonObject) => itemsOf(step, find(data));
    add({
      path,
      type,
      items: ({ data }) => values(data),
      isSearched: true,
      isSortable: !isRepeated && !isUnsorted,
      isSingle: !isRepeated && !hasSeveral,
    });
    if (hasQuestions(step.element)) addQuestions({ step, path, type, rows, find, isRepeated }, add);
  }
}

function addQuestions(
  matrix: Pick<Around, 'rows' | 'isRepeated'> & {
    step: FieldStep;
    path: string;
    type: ItemType;
    find: (row: JsonObject) => JsonValue | undefined;
  },
  add: (path: SearchPath) => void,
): void {
  const { step, type, rows, find, isRepeated } = matrix;
  for (const { value } of readOptionList(step.element.matrixQuestions ?? [])) {
    const question = String(value);
    const answerIn = (row: JsonObject) => {
      const answers = find(row);
      return isPlainObject(answers) ? scalars([ownValue(answers, question)]) : [];
    };
    add({
      path: `${matrix.path}.${question}`,
      type,
      items: ({ data }) => rows(data).flatMap(answerIn),
      isSearched: false,
      isSortable: !isRepeated,
      isSingle: !isRepeated,
    });
  }
}

/** The names from the row to the step. */
function namesOf(shape: RowShape, step: Step): string[] {
  const names = [step.name];
  for (let at = step.container; at > 0; at = shape.containers[at]!.parent) names.unshift(shape.containers[at]!.name);
  return names;
}

function rowsIn(rows: JsonValue | undefined): JsonObject[] {
  return Array.isArray(rows) ? rows.map((row) => (isPlainObject(row) ? row : {})) : [];
}

const none: readonly JsonValue[] = [];

// An entry may be older than the form: whatever is stored comes apart into single values.
function itemsOf(step: FieldStep, value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null || value === '') return none;
  if (typeof value !== 'object') return [value];
  if (!Array.isArray(value)) return step.value.hasFiles === true ? fileNames([value]) : scalars(Object.values(value));
  return step.value.hasFiles === true ? fileNames(value) : scalars(value);
}

function scalars(values: readonly (JsonValue | undefined)[]): JsonValue[] {
  return values.filter(
    (value): value is JsonValue => value !== undefined && value !== null && value !== '' && typeof value !== 'object',
  );
}

/** A file without a name is an answer all the same. */
function fileNames(files: readonly JsonValue[]): JsonValue[] {
  return files.filter(isPlainObject).map((file) => String(ownValue(file, 'name') ?? ''));
}

const statusOptions = [0, 1, 2, 3, 4, 5].map((value) => ({ value, label: statusFromNumber(value) as string }));

const factPaths = (
  [
    ['id', plainItems.text, ({ id }) => id],
    ['idx', plainItems.number, ({ idx }) => idx],
    ['submitIdx', plainItems.number, ({ submitIdx }) => submitIdx],
    ['status', plainItems.status(statusOptions), ({ status }) => status],
    ['name', plainItems.text, ({ name }) => name],
    ['createTime', plainItems.time, ({ createTime }) => createTime],
    ['modifyTime', plainItems.time, ({ modifyTime }) => modifyTime],
    ['changedAt', plainItems.time, ({ changedAt }) => changedAt],
    ['submitTime', plainItems.time, ({ submitTime }) => submitTime],
  ] as [string, ItemType, (row: SearchRow) => JsonValue][]
).map(
  ([path, type, read]): SearchPath => ({
    path,
    type,
    items: (row) => scalars([read(row)]),
    isSearched: false,
    isSortable: true,
    isSingle: true,
  }),
);

const teamPaths = (
  [
    ['team.status', plainItems.text, ({ status }) => [status]],
    ['team.assignee', plainItems.id, ({ assignee }) => [assignee]],
    ['team.tags', plainItems.text, ({ tags }) => tags],
  ] as [string, ItemType, (team: NonNullable<SearchRow['team']>) => readonly JsonValue[]][]
).map(
  ([path, type, read]): SearchPath => ({
    path,
    type,
    items: ({ team }) => (team === undefined ? none : scalars(read(team))),
    isSearched: false,
    isSortable: true,
    isSingle: path !== 'team.tags',
    isTeam: true,
  }),
);

/** [entry-search.team] */
const facts: ReadonlyMap<string, SearchPath> = new Map([...factPaths, ...teamPaths].map((one) => [one.path, one]));

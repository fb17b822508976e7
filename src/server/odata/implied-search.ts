// What a $filter says about entries in the words of lists and searches, so that the database and the form's index leave out what
// cannot pass. Whatever is not sure is left to the filter itself, which looks at every row that is found. [odata.filter.cost]
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { odataByKind } from '../../fields/all/server/odata.ts';
import { scalarValue } from '../../fields/choice/read-choice.ts';
import { EntryAtHand } from '../export/table/entry-at-hand.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { runAtOnce } from '../scheduling/run-in-slices.ts';
import { foldAnswer } from '../search/fold-answer.ts';
import type { Operator } from '../search/item-types.ts';
import type { Comparison, Where } from '../search/parse-search.ts';
import type { SearchPath, SearchPaths } from '../search/search-paths.ts';
import type { ExportRow } from '../store/entries/export-entries.ts';
import type { Condition, EntryFilter } from '../store/entries/implied-bounds.ts';
import { columnsIn, rowFilter } from './evaluate-filter.ts';
import type { Comparator, FilterValue } from './filter-functions.ts';
import type { ODataColumn } from './own-columns.ts';
import type { FilterNode } from './parse-filter.ts';

export interface Implied {
  readonly filter: EntryFilter;
  /** The number that the entry must have. */
  readonly idx: number | undefined;
  readonly where: Where | undefined;
  /** Nothing is left for the filter itself to decide. */
  readonly isWhole: boolean;
}

export function impliedSearch(node: FilterNode | undefined, form: LoadedForm, paths: SearchPaths): Implied {
  const conjuncts = node === undefined ? [] : conjunctsOf(node);
  const statuses = conjuncts.filter(asksStatusOnly);
  const hasStatus = node !== undefined && [...columnsIn(node)].some(isStatus);
  // [odata.status] Without a word about the status, what was submitted.
  const allowed = (hasStatus ? notDeleted : [submitted]).filter((status) => statuses.every(statusTest(form, status)));
  const found = new Found();
  const others = conjuncts.filter((one) => !asksStatusOnly(one) && !found.add(one));
  const wheres = others.flatMap((one) => whereOf(one, paths) ?? []);
  return {
    filter: { ...found.filter, status: { in: allowed } },
    idx: found.idx,
    where: wheres.length === 0 ? undefined : { all: wheres },
    isWhole: others.length === 0,
  };
}

const submitted = 2;
const notDeleted = [0, 1, submitted, 4, 5];
const isStatus = (column: ODataColumn) => column.name === 'status' && column.path === undefined;
const asksStatusOnly = (node: FilterNode) => [...columnsIn(node)].every(isStatus);

function conjunctsOf(node: FilterNode): readonly FilterNode[] {
  return node.kind === 'and' ? node.parts.flatMap(conjunctsOf) : [node];
}

function statusTest(form: LoadedForm, status: number): (node: FilterNode) => boolean {
  const entry = new EntryAtHand(form);
  entry.open({ status, data: {} } as ExportRow);
  return (node) => runAtOnce(rowFilter(node).passes({}, entry));
}

interface Sides {
  readonly column: ODataColumn;
  readonly op: Comparator;
  readonly value: FilterValue;
}

const turned = { eq: 'eq', ne: 'ne', lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' } as const;

/** A column beside a value, whichever comes first. */
function sidesOf(node: FilterNode): Sides | undefined {
  if (node.kind !== 'compare') return undefined;
  const { op, left, right } = node;
  if (left.kind === 'column' && right.kind === 'literal') return { column: left.column, op, value: right.value };
  if (left.kind === 'literal' && right.kind === 'column')
    return { column: right.column, op: turned[op], value: left.value };
  return undefined;
}

const names = { eq: 'eq', ne: 'ne', lt: 'lt', le: 'lte', gt: 'gt', ge: 'gte' } as const;
const idPattern = /^[0-9a-f]{24}$/;
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;
const maxNumber = 2_147_483_647;

type Times = 'createTime' | 'modifyTime' | 'submitTime';

/** Conditions on the entry itself that the database can decide. */
class Found {
  filter: EntryFilter = {};
  idx: number | undefined;

  /** Whether nothing of the condition is left. */
  add(node: FilterNode): boolean {
    const sides = sidesOf(node);
    if (sides === undefined || sides.column.path !== undefined || typeof sides.value === 'boolean') return false;
    const { column, op, value } = sides;
    switch (column.name) {
      case 'id':
        return idPattern.test(String(value)) && this.#put('id', names[op], value as string);
      case 'idx':
        if (op !== 'eq' || this.idx !== undefined || !isNumber(value)) return false;
        this.idx = value;
        return true;
      case 'submitTime':
        // What was never submitted differs from every time.
        return op !== 'ne' && this.#addTime('submitTime', op, value);
      case 'createTime':
      case 'modifyTime':
        return this.#addTime(column.name, op, value);
      default:
        return false;
    }
  }

  #addTime(name: Times, op: Comparator, value: FilterValue): boolean {
    return isoPattern.test(String(value)) && this.#put(name, names[op], `${value}Z`);
  }

  /** One of each kind: what comes twice is left to the filter. */
  #put(name: Times | 'id', op: keyof Condition, value: string): boolean {
    const known = this.filter[name] ?? {};
    if (known[op] !== undefined) return false;
    this.filter = { ...this.filter, [name]: { ...known, [op]: value } };
    return true;
  }
}

function isNumber(value: FilterValue): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxNumber;
}

/** What the answers of an entry must be like if any row of it is to pass; undefined where nothing can be said. */
function whereOf(node: FilterNode, paths: SearchPaths): Where | undefined {
  if (node.kind === 'and') {
    const parts = node.parts.flatMap((part) => whereOf(part, paths) ?? []);
    return parts.length === 0 ? undefined : { all: parts };
  }
  if (node.kind === 'or') {
    const parts = node.parts.map((part) => whereOf(part, paths));
    return parts.includes(undefined) ? undefined : { any: parts as Where[] };
  }
  if (node.kind === 'call') return whereOfCall(node, paths);
  const sides = sidesOf(node);
  return sides && whereOfSides(sides, paths);
}

const none: Omit<Comparison, 'path' | 'op'> = { keys: new Set<string>(), text: '', bound: 0 };

function condition(path: SearchPath, op: Operator, of: Partial<Comparison> = {}): Comparison {
  return { ...none, ...of, path, op };
}

function whereOfCall({ name, args }: FilterNode & { kind: 'call' }, paths: SearchPaths): Where | undefined {
  const [whole, part] = args;
  if (!['contains', 'startswith', 'endswith'].includes(name)) return undefined;
  if (whole?.kind !== 'column' || part?.kind !== 'literal' || typeof part.value !== 'string') return undefined;
  const path = pathOf(whole.column, paths);
  return path && textWhere(whole.column, path, part.value);
}

function pathOf({ path }: ODataColumn, { answers }: SearchPaths): SearchPath | undefined {
  return path === undefined ? undefined : answers.get(path);
}

/** Somewhere in one of the values, or in the label of one; `isEqual`: one of the values. */
function textWhere(column: ODataColumn, path: SearchPath, text: string, isEqual = false): Where | undefined {
  if (!isOfOneValue(column, text)) return undefined;
  if (isEqual && !column.isLabelled) return condition(path, 'eq', { keys: new Set([`s${text}`]) });
  const folded = foldAnswer(text);
  return folded === '' ? undefined : condition(path, 'contains', { text: folded });
}

/** Whether a text that is found in the column is found in one of the values as the search knows them. */
function isOfOneValue({ step, isQuestion, isLabelled }: ODataColumn, text: string): boolean {
  if (step === undefined) return false;
  const finds = isQuestion ? 'option' : odataByKind[step.value.kind]?.finds;
  if (finds === undefined || finds === 'text') return finds === 'text';
  const isKnown = itemTypeOf(step.element) === scalarValue && (!isLabelled || step.options?.form === 'list');
  // Between joined values there are marks of their own.
  return isKnown && (finds === 'option' || !/["|]|^ | $/.test(text));
}

function whereOfSides({ column, op, value }: Sides, paths: SearchPaths): Where | undefined {
  const path = pathOf(column, paths);
  if (path === undefined || (value === null && op !== 'ne')) return undefined;
  if (value === null) return condition(path, 'notEmpty');
  if (typeof value === 'string' && column.type === 'Edm.String') {
    return op === 'eq' ? textWhere(column, path, value, true) : undefined;
  }
  const bounds = column.step && odataByKind[column.step.value.kind]?.bounds;
  if (bounds === 'number') return numberWhere(path, op, value as number);
  return bounds === 'date' ? dateWhere(column, path, op, String(value)) : undefined;
}

function numberWhere(path: SearchPath, op: Comparator, value: number): Where | undefined {
  if (op === 'ne') return undefined;
  return op === 'eq'
    ? condition(path, 'eq', { keys: new Set([path.type.key(value) as string]) })
    : condition(path, names[op], { bound: value });
}

const dayMs = 86_400_000;

/** Bounds are a day wide around a day, and a millisecond around a time: what is stored may be finer than what is shown. */
function dateWhere({ type }: ODataColumn, path: SearchPath, op: Comparator, value: string): Where | undefined {
  const start =
    type === 'Edm.TimeOfDay'
      ? Date.parse(`1970-01-01T${value.slice(0, 12)}Z`)
      : Date.parse(`${value.slice(0, 23)}${type === 'Edm.Date' ? '' : 'Z'}`);
  if (Number.isNaN(start) || op === 'ne') return undefined;
  const end = start + (type === 'Edm.Date' ? dayMs : 1);
  const from = condition(path, 'gte', { bound: start });
  const to = condition(path, 'lte', { bound: end });
  if (op === 'eq') return { all: [from, to] };
  return op === 'lt' || op === 'le' ? to : from;
}

// What can be filtered by: the form's fields, and facts of the entry where no answer has their name. For each the questions
// that can be asked of it, and how an asked question becomes a condition and back.

import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { columnByKind } from '../../../fields/all/column.ts';
import type { ValueKind } from '../../../fields/all/kind.ts';
import type { ColumnList, Question } from '../../../fields/column.ts';
import { type ColumnOption, type FactName, type FieldColumn, isTeamFact, type TeamFact } from '../table-columns.ts';
import { type Condition, rangeOf, type Where } from './where.ts';

export interface FilterColumn {
  readonly path: string;
  readonly title: string;
  readonly kind: ValueKind;
  readonly options: readonly ColumnOption[];
  /** How a date is asked for: as a day, a time, or a moment whose day is the person's own. */
  readonly mode: 'd' | 't' | 'dt';
  readonly isFact: boolean;
  /** The options set that options are picked from. */
  readonly set?: string | undefined;
}

export type TeamOptions = Readonly<Record<TeamFact, readonly ColumnOption[]>>;

const noTeamOptions: TeamOptions = { 'team.status': [], 'team.assignee': [], 'team.tags': [] };

const factKinds: Partial<Record<FactName | 'idx', ValueKind>> = {
  idx: 'number',
  submitIdx: 'number',
  name: 'text',
  createTime: 'date',
  submitTime: 'date',
  modifyTime: 'date',
  changedAt: 'date',
  'team.status': 'choice',
  'team.assignee': 'choice',
  'team.tags': 'multi-choice',
};

export function filterColumns(
  fields: readonly FieldColumn[],
  factTitle: (name: FactName | 'idx') => string,
  team: TeamOptions = noTeamOptions,
): readonly FilterColumn[] {
  const taken = new Set(fields.map(({ path }) => path));
  const facts = Object.entries(factKinds) as [FactName | 'idx', ValueKind][];
  return [
    ...fields.flatMap(fieldToFilters),
    ...facts
      .filter(([name]) => !taken.has(name))
      .map(([name, kind]) => ({
        path: name,
        title: factTitle(name),
        kind,
        options: isTeamFact(name) ? team[name] : [],
        mode: 'dt' as const,
        isFact: true,
      })),
  ];
}

/** Of a matrix each question can be filtered by as well. */
function fieldToFilters({ path, title, kind, options, mode = 'd', set, parts = [] }: FieldColumn): FilterColumn[] {
  const base = { options, mode, isFact: false };
  return [
    { ...base, path, title, kind, set },
    ...parts.map((part) => ({ ...base, path: part.path, title: `${title}: ${part.title}`, kind: 'choice' as const })),
  ];
}

/** Of a set, and of the team's words, not all options are known beforehand. */
const isOpenList = ({ set, path, isFact }: FilterColumn) =>
  set !== undefined || (isFact && isTeamFact(path) && path !== 'team.assignee');

const listOf = (column: FilterColumn): ColumnList => {
  if (isOpenList(column)) return 'open';
  return column.options.length > 0 || (column.isFact && column.path === 'team.assignee') ? 'whole' : 'none';
};

export function questionsOf(column: FilterColumn): readonly Question[] {
  return columnByKind[column.kind].questions(listOf(column));
}

/** A question with what was typed or ticked for it, as inputs hold it. */
export interface Asked {
  readonly path: string;
  readonly question: Question;
  /** Of one value; the first of a range. */
  readonly text: string;
  readonly to: string;
  readonly chosen: readonly JsonValue[];
}

export const nothingAsked = (column: FilterColumn): Asked => ({
  path: column.path,
  question: questionsOf(column)[0]!,
  text: '',
  to: '',
  chosen: [],
});

/** undefined while something is missing or is not a value of the column. */
export function conditionOf(asked: Asked, column: FilterColumn): Where | undefined {
  const { path, question, chosen } = asked;
  const one = readInput(asked.text, column);
  switch (question) {
    case 'empty':
    case 'notEmpty':
      return { path, op: question };
    case 'yes':
    case 'no':
      return { path, op: 'eq', value: question === 'yes' };
    case 'oneOf':
      return chosen.length === 0 ? undefined : { path, op: 'in', value: [...chosen] };
    case 'noneOf': {
      const parts = chosen.map((value): Condition => ({ path, op: 'ne', value }));
      return parts.length > 1 ? { and: parts } : parts[0];
    }
    case 'contains':
    case 'startsWith':
      return asked.text.trim() === '' ? undefined : { path, op: question, value: asked.text.trim() };
    case 'is':
      return one && { path, op: 'eq', value: one.from };
    case 'isNot':
      return one && { path, op: 'ne', value: one.from };
    case 'atLeast':
    case 'from':
      return one && { path, op: 'gte', value: one.from };
    case 'atMost':
    case 'until':
      return one && { path, op: 'lte', value: one.to };
    case 'on':
      return one && range(path, one);
    case 'between': {
      const other = readInput(asked.to, column);
      return one && other && range(path, { from: one.from, to: other.to });
    }
  }
}

const range = (path: string, { from, to }: { from: JsonValue; to: JsonValue }): Where => ({
  and: [
    { path, op: 'gte', value: from },
    { path, op: 'lte', value: to },
  ],
});

/** The first and the last value that a text stands for: a day of moments begins and ends at the person's midnight. */
function readInput(text: string, { kind, mode }: FilterColumn): { from: JsonValue; to: JsonValue } | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const { input } = columnByKind[kind];
  if (input === 'number') {
    const number = Number(typed);
    return Number.isFinite(number) ? { from: number, to: number } : undefined;
  }
  if (input !== 'date' || mode === 't') return { from: typed, to: typed };
  const [from, to] = [new Date(`${typed}T00:00:00`), new Date(`${typed}T23:59:59.999`)];
  if (Number.isNaN(from.getTime())) return undefined;
  return mode === 'd' ? { from: typed, to: typed } : { from: from.toISOString(), to: to.toISOString() };
}

/** The question that a condition answers; undefined for what only somebody who writes addresses asks. */
export function askedOf(part: Where, column: FilterColumn): Asked | undefined {
  const asked = { ...nothingAsked(column) };
  const found = findQuestion(part, column);
  if (found === undefined || !questionsOf(column).includes(found.question)) return undefined;
  return { ...asked, ...found };
}

function findQuestion(part: Where, column: FilterColumn): (Partial<Asked> & { question: Question }) | undefined {
  const isDate = columnByKind[column.kind].input === 'date';
  const show = (value: JsonValue | undefined) => inputText(value, column);
  const between = rangeOf(part);
  if (between !== undefined) {
    const [text, to] = [show(between.from), show(between.to)];
    return isDate && text === to ? { question: 'on', text } : { question: 'between', text, to };
  }
  if ('and' in part) {
    const all = part.and.map((one) => ('path' in one && one.op === 'ne' ? one.value : undefined));
    return all.includes(undefined) ? undefined : { question: 'noneOf', chosen: all as JsonValue[] };
  }
  if (!('path' in part)) return undefined;
  const { op, value = null } = part;
  const isPicked = listOf(column) !== 'none';
  switch (op) {
    case 'empty':
    case 'notEmpty':
      return { question: op };
    case 'contains':
    case 'startsWith':
      return { question: op, text: String(value) };
    case 'in':
      return Array.isArray(value) ? { question: 'oneOf', chosen: value } : undefined;
    case 'eq':
      if (questionsOf(column).includes('yes')) return { question: value === true ? 'yes' : 'no' };
      if (isPicked) return { question: 'oneOf', chosen: [value] };
      return isDate ? { question: 'on', text: show(value) } : { question: 'is', text: show(value) };
    case 'ne':
      return isPicked ? { question: 'noneOf', chosen: [value] } : { question: 'isNot', text: show(value) };
    case 'gte':
      return { question: isDate ? 'from' : 'atLeast', text: show(value) };
    case 'lte':
      return { question: isDate ? 'until' : 'atMost', text: show(value) };
    default:
      return undefined;
  }
}

/** A value as its input shows it. */
function inputText(value: JsonValue | undefined, { kind, mode }: FilterColumn): string {
  if (value === undefined || value === null || typeof value === 'object') return '';
  if (columnByKind[kind].input !== 'date') return String(value);
  const text = String(value);
  if (mode === 't') return /T(\d\d:\d\d)/.exec(text)?.[1] ?? text;
  if (mode === 'd' || /^\d{4}-\d\d-\d\d$/.test(text)) return text.slice(0, 'YYYY-MM-DD'.length);
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? '' : localDay(date);
}

function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "Filter by this" of a cell: its stored value, null for an empty answer. */
export function conditionOfCell(column: FilterColumn, value: unknown): Where | undefined {
  const { path, kind } = column;
  if (value === null || value === '') return { path, op: 'empty' };
  if (Array.isArray(value)) return value.length === 0 ? { path, op: 'empty' } : { path, op: 'in', value };
  if (columnByKind[kind].input === 'date') {
    const text = inputText(value as JsonValue, column);
    return conditionOf({ ...nothingAsked(column), question: 'on', text }, column);
  }
  if (typeof value === 'object') return { path, op: 'notEmpty' };
  if (listOf(column) !== 'none') return { path, op: 'in', value: [value as JsonValue] };
  return { path, op: 'eq', value: value as JsonValue };
}

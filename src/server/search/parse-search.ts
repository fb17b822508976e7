// `search`, `where` and `sort` of a request, read with the form: words, a tree of typed conditions, and the path to sort by.
// What cannot be read is the 400 that names it. [entry-search.words] [entry-search.where] [entry-search.where.bounds] [entry-search.sort]
import type { JsonValue } from '../../core/definition/form-definition.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { errors } from '../base/errors.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { checkJsonDepth } from '../http/json-body.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import { foldAnswer } from './fold-answer.ts';
import type { Operator } from './item-types.ts';
import { findPath, keptSearchPaths, type SearchPath, type SearchPaths, type SearchRow } from './search-paths.ts';

export const maxSearchLength = 200;
const maxWords = 10;
const maxDepth = 5;
const maxConditions = 50;
const maxValues = 1_000;
const maxTextLength = 1_000;

export interface SearchRequest {
  readonly search?: string | undefined;
  /** JSON text, or what it says. */
  readonly where?: unknown;
  readonly sort?: string | undefined;
}

export interface EntrySearch {
  readonly paths: SearchPaths;
  /** Folded; every one is in the entry. */
  readonly words: readonly string[];
  readonly where: Where | undefined;
  readonly sort: EntrySort | undefined;
  /** A condition or the order asks what the team says. */
  readonly hasTeam: boolean;
  /** A match passes this as well: what callers ask beyond words and conditions. Its steps are for entries of many values. */
  readonly also?: ((row: SearchRow) => Steps<boolean>) | undefined;
}

export interface EntrySort {
  readonly path: SearchPath;
  readonly isDescending: boolean;
}

export type Where = { readonly all: readonly Where[] } | { readonly any: readonly Where[] } | Comparison;

/** `keys` of eq, ne and in; `text`, folded, of contains and startsWith; `bound` of lt to gte. */
export interface Comparison {
  readonly path: SearchPath;
  readonly op: Operator;
  readonly keys: ReadonlySet<string>;
  readonly text: string;
  readonly bound: number | string;
}

/** `source` is where the request has it: the 400 says so. */
export function readEntrySearch(
  request: SearchRequest,
  form: Pick<LoadedForm, 'plan' | 'definition'>,
  source: 'query' | 'payload' = 'query',
): EntrySearch {
  const paths = keptSearchPaths(form.plan, form.definition.timeZone);
  const refuse: Refuse = (key, detail) => {
    throw errors.requestInvalid(detail, { source, keys: [key] });
  };
  const words = readWords(request.search ?? '', refuse);
  const where = request.where === undefined ? undefined : readWhere(parseWhere(request.where, refuse), paths, refuse);
  const sort = request.sort === undefined || request.sort === '' ? undefined : readSort(request.sort, paths, refuse);
  const hasTeam = sort?.path.isTeam === true || (where !== undefined && asksTeam(where));
  return { paths, words, where, sort, hasTeam };
}

function asksTeam(where: Where): boolean {
  if ('path' in where) return where.path.isTeam === true;
  return ('all' in where ? where.all : where.any).some(asksTeam);
}

/** Whether the search asks for anything beyond the order of creation. */
export function isPlain({ words, where, sort, also }: EntrySearch): boolean {
  return words.length === 0 && where === undefined && sort === undefined && also === undefined;
}

type Refuse = (key: string, detail: string) => never;

function readWords(search: string, refuse: Refuse): string[] {
  if (search.length > maxSearchLength) {
    refuse('search', `"search" length must be less than or equal to ${maxSearchLength} characters long`);
  }
  const words = [...new Set(foldAnswer(search).split(' '))].filter((word) => word !== '');
  if (words.length > maxWords) refuse('search', `"search" must have at most ${maxWords} words`);
  return words;
}

function parseWhere(where: unknown, refuse: Refuse): unknown {
  if (typeof where !== 'string') return where;
  checkJsonDepth(where);
  try {
    return JSON.parse(where);
  } catch {
    return refuse('where', '"where" must be JSON');
  }
}

interface Reading {
  readonly paths: SearchPaths;
  readonly refuse: Refuse;
  count: number;
}

function readWhere(where: unknown, paths: SearchPaths, refuse: Refuse): Where {
  return readNode(where, 'where', 1, { paths, refuse, count: 0 });
}

function readNode(node: unknown, at: string, depth: number, reading: Reading): Where {
  const { refuse } = reading;
  if (!isPlainObject(node)) return refuse(at, `"${at}" must be of type object`);
  const group = (['and', 'or'] as const).find((name) => Object.hasOwn(node, name));
  if (group === undefined) return readComparison(node, at, reading);
  const parts: unknown = node[group];
  if (Object.keys(node).length > 1) return refuse(at, `"${at}" must have either "and", "or" or "path"`);
  if (depth > maxDepth) return refuse(at, `"${at}" is nested deeper than ${maxDepth} levels`);
  if (!Array.isArray(parts) || parts.length === 0) {
    return refuse(`${at}.${group}`, `"${at}.${group}" must be an array of at least 1 item`);
  }
  if (parts.length > maxConditions) return refuseCount(reading);
  const inside = parts.map((part, place) => readNode(part, `${at}.${group}.${place}`, depth + 1, reading));
  return group === 'and' ? { all: inside } : { any: inside };
}

function refuseCount({ refuse }: Reading): never {
  return refuse('where', `"where" must have at most ${maxConditions} conditions`);
}

const operators: readonly Operator[] = [
  'eq',
  'ne',
  'in',
  'contains',
  'startsWith',
  'empty',
  'notEmpty',
  'lt',
  'lte',
  'gt',
  'gte',
];
const known = new Set(['path', 'op', 'value']);

function readComparison(node: Record<string, JsonValue>, at: string, reading: Reading): Comparison {
  const { refuse } = reading;
  reading.count += 1;
  if (reading.count > maxConditions) return refuseCount(reading);
  for (const name of Object.keys(node))
    if (!known.has(name)) refuse(`${at}.${name}`, `"${at}.${cut(name)}" is not allowed`);
  const { path: name, op: opName, value } = node;
  const path = typeof name === 'string' ? findPath(reading.paths, name) : undefined;
  if (path === undefined)
    return refuse(`${at}.path`, `"${at}.path" must be a path of the form: ${shown(name)} is unknown`);
  const op = operators.find((one) => one === opName);
  if (op === undefined) return refuse(`${at}.op`, `"${at}.op" must be one of [${operators.join(', ')}]`);
  if (!path.type.operators.has(op)) {
    return refuse(
      `${at}.op`,
      `"${at}.op" cannot be ${op} with ${shown(name)}: it takes [${[...path.type.operators].join(', ')}]`,
    );
  }
  return { path, op, ...readOperand({ path, op, value: value ?? null, at }, refuse) };
}

const nothing = { keys: new Set<string>(), text: '', bound: 0 } as const;

function readOperand(
  { path, op, value, at }: { path: SearchPath; op: Operator; value: JsonValue; at: string },
  refuse: Refuse,
): Pick<Comparison, 'keys' | 'text' | 'bound'> {
  const { type } = path;
  const read = (one: JsonValue, place: string): JsonValue => {
    const item = one === null || (typeof one === 'string' && one.length > maxTextLength) ? undefined : type.read(one);
    return (
      item ??
      refuse(place, `"${place}" must be a ${typeNames[type.kind]} for ${shown(path.path)}: ${shown(one)} is not`)
    );
  };
  switch (op) {
    case 'empty':
    case 'notEmpty':
      return nothing;
    case 'eq':
    case 'ne':
      return { ...nothing, keys: new Set([type.key(read(value, `${at}.value`)) as string]) };
    case 'in': {
      if (!Array.isArray(value) || value.length === 0 || value.length > maxValues) {
        return refuse(`${at}.value`, `"${at}.value" must be an array of 1 to ${maxValues} values`);
      }
      const keys = value.map((one, place) => type.key(read(one, `${at}.value.${place}`)) as string);
      return { ...nothing, keys: new Set(keys) };
    }
    case 'contains':
    case 'startsWith': {
      const text = typeof value === 'object' || typeof value === 'boolean' ? '' : foldAnswer(String(value));
      if (text === '' || text.length > maxTextLength) {
        return refuse(`${at}.value`, `"${at}.value" must be a text of 1 to ${maxTextLength} characters`);
      }
      return { ...nothing, text };
    }
    default: {
      const bound = type.order(read(value, `${at}.value`));
      return { ...nothing, bound: bound ?? refuse(`${at}.value`, `"${at}.value" has no order`) };
    }
  }
}

const typeNames = {
  text: 'text',
  file: 'text',
  number: 'number',
  date: 'date',
  bool: 'boolean',
  choice: 'value of an option',
  none: 'text',
} as const;

const shownLength = 100;
const shown = (value: unknown) => cut(JSON.stringify(value) ?? 'nothing');
const cut = (text: string) => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

function readSort(sort: string, paths: SearchPaths, refuse: Refuse): EntrySort {
  // A path may begin with a minus itself.
  const own = findPath(paths, sort);
  const isDescending = own === undefined && sort.startsWith('-');
  const path = own ?? findPath(paths, isDescending ? sort.slice(1) : sort);
  if (path === undefined) return refuse('sort', `"sort" must be a path of the form: ${shown(sort)} is unknown`);
  if (!path.isSortable)
    return refuse(
      'sort',
      `"sort" cannot be ${shown(path.path)}: it has several values in an entry, or none that has an order`,
    );
  return { path, isDescending };
}
